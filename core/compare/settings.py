"""Which settings differ between a workspace and another config, and each of them alone applied.

A change is told by its setting, and carries the workspace as it would be with that one setting
taken from the other config. So what it costs can be judged apart from all the others.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from msgspec.structs import replace

from larder.core.keys.recipe import RecipeValue
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import (
    UNSET,
    TrainerConfig,
    comparable_forms,
    config_from,
    flat_settings,
    same_value,
    setting_of,
    with_setting,
)
from larder.core.workspace.open_workspace import Workspace, WorkspaceKind, stores_of_config
from larder.core.workspace.roots import (
    PathFlavour,
    comparable,
    infer_config_flavour,
    is_same_folder,
)
from larder.core.workspace.trainer_layout import without_unused

WHOLE_CONCEPT: Final = "concept"
"""Setting under which a concept that was added or taken away is told."""

LONGEST_SHOWN: Final = 120
"""Characters of a value; lists of samples and the like are cut."""

NOT_COMPARED: Final = frozenset({"index", "raw", "image", "text"})


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One setting that differs.

    Attributes:
        setting: its name: "vae.model_name", "image.enable_random_flip".
        concept: index of the concept it is of, in the compared workspaces; None for the config's.
        old: its value now, `UNSET` where neither config nor default tells.
        new: its value in the other config.
        after: the workspace with only this changed.
    """

    setting: str
    concept: int | None
    old: RecipeValue
    new: RecipeValue
    after: Workspace


def compare_settings(
    workspace: Workspace, config: TrainerConfig, other: TrainerConfig, concepts: Sequence[Concept]
) -> tuple[Workspace, tuple[SettingChange, ...], Workspace]:
    """Everything that differs between a workspace and another config with its concepts.

    Returns:
        The workspace as it is, in which concepts that only the other config has are there,
        disabled; what differs, the config's settings first; and the workspace as it would be.
    """
    raw, raw_of_other = comparable_forms(config, other)
    pairs = _match_concepts(workspace.concepts, concepts, workspace.flavour)
    before = replace(workspace, concepts=tuple(pair.now for pair in pairs))
    before = _with_config(before, raw)
    changes = [
        *_config_changes(before, raw, raw_of_other), *_concept_changes(before, pairs)]
    after = _with_config(before, raw_of_other)
    after = replace(after, concepts=tuple(
        replace(pair.now, enabled=False) if pair.then is None
        else replace(pair.then, index=pair.now.index) for pair in pairs))
    return before, tuple(changes), after


def _config_changes(
    before: Workspace, raw: dict[str, object], other: dict[str, object]
) -> Iterator[SettingChange]:
    now, then = flat_settings(raw), flat_settings(other)
    for name in [*now, *(name for name in then if name not in now)]:
        old, new = setting_of(now, name), setting_of(then, name)
        if not _is_same(old, new, before):
            after = _with_config(before, with_setting(raw, name, then.get(name, UNSET)))
            yield SettingChange(name, None, _shown(old), _shown(new), after)


def _with_config(workspace: Workspace, raw: dict[str, object]) -> Workspace:
    """The workspace under another config, as its trainer reads it.

    One that was opened by its config moves its stores.
    """
    config = config_from(raw, where="the config")
    stores = workspace.stores
    if workspace.kind is WorkspaceKind.CONFIG:
        stores = stores_of_config(
            config, workspace.root, workspace.maps, workspace.flavour)
    return without_unused(replace(workspace, config=config, stores=stores))


@dataclass(frozen=True, slots=True)
class _Pair:
    """A concept now and in the other config.

    Attributes:
        now: as it is, disabled if it is new.
        then: as it will be, None if it is gone.
        is_new: only the other config has it.
    """

    now: Concept
    then: Concept | None
    is_new: bool


def _match_concepts(
    now: Sequence[Concept], then: Sequence[Concept], flavour: PathFlavour
) -> list[_Pair]:
    """Each concept with what becomes of it, by folder and then by name; new ones follow."""
    left = list(then)
    found: dict[int, Concept] = {}
    for same in (lambda concept: _folder(concept, flavour), lambda concept: concept.name):
        waiting = defaultdict[str, list[Concept]](list)
        for concept in left:
            waiting[same(concept)].append(concept)
        for concept in now:
            candidates = waiting.get(same(concept))
            if concept.index not in found and same(concept) and candidates:
                found[concept.index] = candidates.pop(0)
        taken = {concept.index for concept in found.values()}
        left = [concept for concept in left if concept.index not in taken]
    pairs = [_Pair(concept, found.get(concept.index), is_new=False) for concept in now]
    return pairs + [
        _Pair(replace(concept, index=len(now) + at, enabled=False), concept, is_new=True)
        for at, concept in enumerate(left)]


def _folder(concept: Concept, flavour: PathFlavour) -> str:
    """Return a concept's folder in a form that is equal for all its spellings."""
    path = concept.path.replace("\\", "/").rstrip("/")
    return comparable(path, infer_config_flavour(concept.path, flavour))


def _concept_changes(before: Workspace, pairs: Sequence[_Pair]) -> Iterator[SettingChange]:
    for pair in pairs:
        now, then = pair.now, pair.then
        if then is None:
            yield _of_concept(
                before, now, WHOLE_CONCEPT, now.display_name, UNSET, {"enabled": False})
        elif pair.is_new:
            yield _of_concept(
                before, now, WHOLE_CONCEPT, UNSET, then.display_name, {"enabled": then.enabled})
        else:
            yield from _field_changes(before, now, then)


def _field_changes(before: Workspace, now: Concept, then: Concept) -> Iterator[SettingChange]:
    for name in now.__struct_fields__:
        old, new = getattr(now, name), getattr(then, name)
        if name not in NOT_COMPARED and not _is_same(old, new, before):
            yield _of_concept(before, now, name, old, new, {name: new})
    for part in ("image", "text"):
        inner = getattr(now, part)
        for name in inner.__struct_fields__:
            old, new = getattr(inner, name), getattr(getattr(then, part), name)
            if not _is_same(old, new, before):
                changed = replace(inner, **{name: new})
                yield _of_concept(
                    before, now, f"{part}.{name}", old, new,
                    {part: changed, "raw": _with_raw(now, then, part, name)})


def _with_raw(now: Concept, then: Concept, part: str, name: str) -> dict[str, object]:
    """The concept as read with one setting of a part from the other: its group's name is a hash."""
    have, want = (
        dict(block) if isinstance(block := concept.raw.get(part), dict) else {}
        for concept in (now, then))
    have.pop(name, None)
    return {**now.raw, part: {**have, **({name: want[name]} if name in want else {})}}


def _of_concept(
    before: Workspace, concept: Concept, setting: str, old: object, new: object,
    fields: dict[str, object],
) -> SettingChange:
    changed = replace(concept, **fields)
    after = replace(before, concepts=tuple(
        changed if one.index == concept.index else one for one in before.concepts))
    return SettingChange(setting, concept.index, _shown(old), _shown(new), after)


def _is_same(old: object, new: object, workspace: Workspace) -> bool:
    """Return whether two values mean the same; Windows paths may differ in spelling."""
    if same_value(old, new):
        return True
    if not (isinstance(old, str) and isinstance(new, str)):
        return False
    return all(
        {"\\", "/"} & set(text)
        and infer_config_flavour(text, workspace.flavour) is PathFlavour.WINDOWS
        for text in (old, new)
    ) and is_same_folder(old, new, PathFlavour.WINDOWS)


def _shown(value: object) -> RecipeValue:
    """A value as a cell of a table can hold it."""
    if isinstance(value, Enum):
        value = value.value
    if value is None or isinstance(value, str | int | float):
        return value
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN - 1]}…"
