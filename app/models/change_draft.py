"""An editable copy of a config: the file it was read from, its concepts, and what was changed.

The copy is written into the session's folder for a worker to read. The trainer's own files are
never written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from larder.app.models.change_settings import SettingSpec
from larder.core.errors import WorkspaceError
from larder.core.requests.options import WorkspaceOptions
from larder.core.workspace.json_fields import CONFIG, read_json
from larder.core.workspace.onetrainer_config import (
    DEFAULT_CONCEPT_FILE,
    flat_settings,
    present_form,
    same_value,
    with_setting,
)
from larder.core.workspace.roots import PathMap, flavour_of, resolve

Concepts = tuple[Mapping[str, Any], ...]

OWN_CONCEPTS = frozenset({"concepts", "concept_file_name"})
"""A config with neither takes the workspace's."""


class _Mixed:
    """The value of a setting that concepts have different values for."""

    def __repr__(self) -> str:
        return "MIXED"


MIXED = _Mixed()


@dataclass(frozen=True, slots=True)
class ConfigText:
    """A config as its file says it.

    Attributes:
        file: where it was read from.
        raw: the object, named as today's trainer names its settings.
        concepts: its concepts, None where they could not be read.
    """

    file: Path
    raw: Mapping[str, Any]
    concepts: Concepts | None

    @property
    def model_type(self) -> str:
        """As spelled."""
        return str(self.raw.get("model_type", "STABLE_DIFFUSION_15"))

    def value(self, spec: SettingSpec) -> Any:
        """A setting, its default where it is left out, MIXED where concepts differ."""
        if not spec.of_concept:
            return flat_settings(self.raw).get(spec.name, spec.default)
        values = [flat_settings(concept).get(spec.name, spec.default)
                  for concept in self.concepts or ()]
        if not values:
            return spec.default
        return values[0] if all(same_value(values[0], other) for other in values) else MIXED


@dataclass(frozen=True, slots=True)
class ConfigDraft:
    """A config and what was changed in it.

    Attributes:
        base: what the changes start from.
        edits: setting -> new value.
    """

    base: ConfigText
    edits: Mapping[SettingSpec, Any] = field(default_factory=dict)

    def value(self, spec: SettingSpec) -> Any:
        """A setting as it would be."""
        return self.edits[spec] if spec in self.edits else self.base.value(spec)

    def with_edit(self, spec: SettingSpec, value: Any) -> ConfigDraft:
        """With one more setting changed; back to the base's own value it is no change."""
        edits = {known: new for known, new in self.edits.items() if known != spec}
        if not same_value(self.base.value(spec), value):
            edits[spec] = value
        return replace(self, edits=edits)

    def document(self) -> dict[str, Any]:
        """The whole config, its concepts packed into it."""
        raw: dict[str, Any] = dict(self.base.raw)
        concepts = [dict(concept) for concept in self.base.concepts or ()]
        for spec, value in self.edits.items():
            if spec.of_concept:
                concepts = [with_setting(concept, spec.name, value) for concept in concepts]
            else:
                raw = with_setting(raw, spec.name, value)
        if self.base.concepts is not None:
            raw["concepts"] = concepts
        return raw

    def write(self, file: Path) -> Path:
        """Write the copy; for a pool thread.

        Raises:
            OSError: if it cannot be written.
        """
        file.write_text(json.dumps(self.document(), indent=2), encoding="ascii")
        return file


def read_config_text(
    file: Path, options: WorkspaceOptions, root: str, *, known: Concepts | None = None,
) -> ConfigText:
    """Read a config and its concepts; for a pool thread.

    Args:
        file: the config.
        options: how the workspace's paths are read.
        root: folder that relative paths refer to.
        known: concepts of a config that says nothing of concepts, such as a preset.

    Raises:
        WorkspaceError: if the config cannot be read or is none.
    """
    raw = read_json(file, expected=CONFIG)
    if not isinstance(raw, dict):
        raise WorkspaceError(f"{file} is not a OneTrainer config.", "Choose another file.")
    says_nothing = known is not None and OWN_CONCEPTS.isdisjoint(raw)
    return ConfigText(
        file, present_form(raw), known if says_nothing else _concepts(raw, options, root))


def _concepts(raw: Mapping[str, Any], options: WorkspaceOptions, root: str) -> Concepts | None:
    """Concepts packed into the config, else those of its list; None if that cannot be read."""
    packed = raw.get("concepts")
    if packed is None:
        spelled = options.concepts or str(raw.get("concept_file_name") or DEFAULT_CONCEPT_FILE)
        maps = [PathMap(old=old, new=new) for old, new in options.maps]
        try:
            packed = read_json(Path(resolve(spelled, root, maps, flavour_of(spelled))))
        except WorkspaceError:
            return None
    return tuple(_objects(packed)) if isinstance(packed, list) else None


def _objects(values: Iterable[object]) -> Iterable[Mapping[str, Any]]:
    return (value for value in values if isinstance(value, dict))
