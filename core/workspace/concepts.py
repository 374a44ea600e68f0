"""Concepts: dataset folders with their settings, from `concepts.json` or packed into a config.

A concept list is a JSON array. Each element says in `__version` which release wrote it (absent
means 0); two renamings happened since:

| version | key then | key now |
|---|---|---|
| 0 | `repeats` | `balancing` |
| 0, 1 | `validation_concept` (true or false) | `type` (VALIDATION or STANDARD) |

Unknown keys are left alone, missing ones take the trainer's defaults, and so do names of enums that
the trainer does not know. Source: the fields and migrations of OneTrainer's
`modules/util/config/ConceptConfig.py`.

A concept's pictures are in its folder here, or in a dataset in the local Hugging Face cache.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from larder.core.errors import Finding, WorkspaceError
from larder.core.workspace.hub_cache import find_dataset, is_dataset_name
from larder.core.workspace.json_fields import Fields, read_json
from larder.core.workspace.roots import (
    HERE,
    PathFlavour,
    PathMap,
    flavour_of,
    infer_config_flavour,
    is_folder,
    is_foreign,
    normalise_path,
    resolve,
)

Settings = TypeVar("Settings", "ImageSettings", "TextSettings")
Member = TypeVar("Member", bound=enum.Enum)


MOST_VARIATIONS: Final = 100_000
"""Payloads of one sample; each has a file of its own, so more could not be kept."""


class ConceptType(enum.Enum):
    """Which data loader takes a concept: VALIDATION its own, the others the training one."""

    STANDARD = "STANDARD"
    VALIDATION = "VALIDATION"
    PRIOR_PREDICTION = "PRIOR_PREDICTION"


class BalancingStrategy(enum.Enum):
    """Unit of `balancing`: passes over the concept, or samples per epoch."""

    REPEATS = "REPEATS"
    SAMPLES = "SAMPLES"


class PromptSource(enum.Enum):
    """Where the prompt of a sample comes from; UNKNOWN is a word the trainer would refuse."""

    SAMPLE = "sample"
    CONCEPT = "concept"
    FILENAME = "filename"
    UNKNOWN = ""


class ImageSettings(msgspec.Struct, frozen=True):
    """How a concept's pictures are varied and sized; angles in degrees, strengths from 0 to 1."""

    enable_crop_jitter: bool = True
    enable_random_flip: bool = False
    enable_fixed_flip: bool = False
    enable_random_rotate: bool = False
    enable_fixed_rotate: bool = False
    random_rotate_max_angle: float = 0.0
    enable_random_brightness: bool = False
    enable_fixed_brightness: bool = False
    random_brightness_max_strength: float = 0.0
    enable_random_contrast: bool = False
    enable_fixed_contrast: bool = False
    random_contrast_max_strength: float = 0.0
    enable_random_saturation: bool = False
    enable_fixed_saturation: bool = False
    random_saturation_max_strength: float = 0.0
    enable_random_hue: bool = False
    enable_fixed_hue: bool = False
    random_hue_max_strength: float = 0.0
    enable_resolution_override: bool = False
    resolution_override: str = "512"
    enable_random_circular_mask_shrink: bool = False
    enable_random_mask_rotate_crop: bool = False

    @property
    def is_drawn(self) -> bool:
        """True if variations of a picture differ in more than their target resolution."""
        return self.enable_crop_jitter or any(
            getattr(self, name) for name in self.__struct_fields__
            if name.startswith("enable_random_"))


class TextSettings(msgspec.Struct, frozen=True):
    """Where a concept's prompts come from and how they are varied; probabilities from 0 to 1."""

    prompt_source: PromptSource = PromptSource.SAMPLE
    prompt_path: str = ""
    enable_tag_shuffling: bool = False
    tag_delimiter: str = ","
    keep_tags_count: int = 1
    tag_dropout_enable: bool = False
    tag_dropout_mode: str = "FULL"
    tag_dropout_probability: float = 0.0
    tag_dropout_special_tags_mode: str = "NONE"
    tag_dropout_special_tags: str = ""
    tag_dropout_special_tags_regex: bool = False
    caps_randomize_enable: bool = False
    caps_randomize_mode: str = "capslock, title, first, random"
    caps_randomize_probability: float = 0.0
    caps_randomize_lowercase: bool = False


class Concept(msgspec.Struct, frozen=True):
    """One dataset folder with its settings.

    Attributes:
        index: position in the list, from 0, disabled concepts counted.
        name: as the user named it, may be "".
        path: folder or dataset name, as spelled.
        type: which data loader takes it.
        include_subdirectories: whether samples lie in its subfolders too.
        seed: part of the trainer's group key, None when absent (the trainer then draws one).
        image_variations: payloads per picture and size.
        text_variations: payloads per caption.
        balancing: passes or samples, as `balancing_strategy` says.
        balancing_strategy: what `balancing` counts.
        raw: the whole object as read.
    """

    index: int
    name: str
    path: str
    enabled: bool
    type: ConceptType
    include_subdirectories: bool
    seed: int | None
    image_variations: int
    text_variations: int
    balancing: float
    balancing_strategy: BalancingStrategy
    loss_weight: float
    image: ImageSettings
    text: TextSettings
    raw: dict[str, object]

    @property
    def display_name(self) -> str:
        """The display name of the concept: its name, else its path."""
        return self.name or self.path


def read_concept_file(path: Path) -> tuple[Concept, ...]:
    """Read a concept list.

    Raises:
        WorkspaceError: if the file cannot be read, is no JSON list of objects, or a value has the
            wrong type.
    """
    raw = read_json(path, expected="a concept list")
    if not isinstance(raw, list):
        raise WorkspaceError(
            f"{path} is not a list of concepts.",
            "A concept file is a JSON array, as OneTrainer writes into training_concepts.",
        )
    return read_concepts(raw, where=str(path))


def read_concepts(
    raw: Sequence[object], *, where: str = "the concept list"
) -> tuple[Concept, ...]:
    """The concepts of a list already read; `where` names it in errors.

    Raises:
        WorkspaceError: if an element is no object or a value has the wrong type.
    """
    concepts = []
    for index, element in enumerate(raw):
        if not isinstance(element, dict):
            raise WorkspaceError(f"Concept {index + 1} of {where} is not a JSON object.")
        concepts.append(_concept(index, element, f"concept {index + 1} of {where}"))
    return tuple(concepts)


def select_concepts(
    concepts: Sequence[Concept], *, validation: bool = False
) -> tuple[Concept, ...]:
    """The concepts one data loader takes, in file order: validation concepts or all others."""
    return tuple(
        concept for concept in concepts
        if concept.enabled and (concept.type is ConceptType.VALIDATION) == validation
    )


def _concept(index: int, raw: dict[str, object], where: str) -> Concept:
    fields = Fields(_with_present_keys(raw, where), where)
    return Concept(
        index=index,
        name=fields.text("name", ""),
        path=fields.text("path", ""),
        enabled=fields.flag("enabled", True),
        type=_member(ConceptType, fields.text("type", ""), ConceptType.STANDARD),
        include_subdirectories=fields.flag("include_subdirectories", False),
        seed=fields.whole("seed", 0) if "seed" in fields else None,
        image_variations=_variations(fields, "image_variations"),
        text_variations=_variations(fields, "text_variations"),
        balancing=fields.number("balancing", 1.0),
        balancing_strategy=_member(
            BalancingStrategy, fields.text("balancing_strategy", ""), BalancingStrategy.REPEATS),
        loss_weight=fields.number("loss_weight", 1.0),
        image=_settings(fields.inner("image"), ImageSettings()),
        text=_settings(fields.inner("text"), TextSettings()),
        raw=raw,
    )


def _variations(fields: Fields, key: str) -> int:
    """Payloads of each sample; every one of them has a file, and what lists them ends.

    Fewer than none are none, which whoever asks reads as one.
    """
    number = max(0, fields.whole(key, 1))
    if number > MOST_VARIATIONS:
        raise WorkspaceError(
            f'"{key}" in {fields.where} is {number:,}; more than {MOST_VARIATIONS:,} variations '
            "must be a mistake.", "Use a lower number.")
    return number


def _with_present_keys(raw: dict[str, object], where: str) -> dict[str, object]:
    """The object with the keys of today's version; a later key wins over an earlier one."""
    version = Fields(raw, where).whole("__version", 0)
    present: dict[str, object] = {}
    for key, value in raw.items():
        if key == "repeats" and version < 1:
            present["balancing"] = value
        elif key == "validation_concept" and version < 2:
            kind = ConceptType.VALIDATION if value else ConceptType.STANDARD
            present["type"] = kind.value
        else:
            present[key] = value
    return present


def _settings(fields: Fields, default: Settings) -> Settings:
    """`default` with every key the object gives; the type of a default says how a key is read."""
    given: dict[str, Any] = {}
    for name in default.__struct_fields__:
        value = getattr(default, name)
        if isinstance(value, bool):
            given[name] = fields.flag(name, value)
        elif isinstance(value, int):
            given[name] = fields.whole(name, value)
        elif isinstance(value, float):
            given[name] = fields.number(name, value)
        elif isinstance(value, PromptSource):
            given[name] = _member(
                PromptSource, fields.text(name, value.value), PromptSource.UNKNOWN)
        else:
            given[name] = fields.text(name, value)
    return replace(default, **given)


def _member(kind: type[Member], spelled: str, default: Member) -> Member:
    try:
        return kind(spelled)
    except ValueError:
        return default


class ConceptFolder(msgspec.Struct, frozen=True):
    """A concept's folder as it was found.

    Attributes:
        spelled: as the trainer spells it after `normpath`, in its flavour; an absolute snapshot
            folder for a dataset.
        real: where it is, or would be, on this system.
        dataset: the concept names a dataset of the Hugging Face hub, not a folder.
    """

    spelled: str
    real: Path
    exists: bool
    dataset: bool
    flavour: PathFlavour


def locate_concept(
    concept: Concept,
    *,
    root: Path,
    maps: Sequence[PathMap] = (),
    flavour: PathFlavour | None = None,
    hub_cache: Path | None = None,
) -> ConceptFolder:
    """Find a concept's folder; one `stat`, a few more for a dataset.

    Args:
        concept: whose.
        root: folder that relative paths refer to.
        maps: prefixes of other systems.
        flavour: how the index spells paths, and the concept's is read and spelled beside it; None
            for the path's own.
        hub_cache: Hugging Face hub cache, None for the usual place.
    """
    own = flavour_of(concept.path) if flavour is None else infer_config_flavour(
        concept.path, flavour)
    spelled = normalise_path(concept.path, own)
    real = Path(resolve(spelled, root, maps, own))
    if concept.path and not is_foreign(concept.path, maps, own) and is_folder(real):
        return ConceptFolder(spelled, real, exists=True, dataset=False, flavour=own)
    snapshot = find_dataset(concept.path, hub_cache)
    if snapshot is not None:
        return ConceptFolder(str(snapshot), snapshot, exists=True, dataset=True, flavour=HERE)
    return ConceptFolder(
        spelled, real, exists=False, dataset=is_dataset_name(concept.path), flavour=own)


def missing_folder_finding(concept: Concept, folder: ConceptFolder) -> Finding:
    """The sentence about a concept whose folder was not found, or is too much."""
    label = concept.name or f"number {concept.index + 1}"
    if not concept.path:
        return Finding(label, f'The concept "{label}" has no folder.', "Set its path.")
    if folder.exists:
        return Finding(
            concept.path,
            f'The concept "{label}" is the root of the file system, which is not '
            "searched.", "Set its path to the folder with the pictures.")
    if folder.dataset:
        return Finding(
            concept.path,
            f'The concept "{label}" is neither a folder ({folder.real}) nor a dataset in the local '
            "Hugging Face cache.",
            "Larder downloads nothing: start the trainer once, or set the path to a folder.",
        )
    return Finding(
        concept.path,
        f'The folder of the concept "{label}" is missing: {folder.real}.',
        "Connect its drive, or say where the folder is now with --map OLD=NEW or --root.",
    )
