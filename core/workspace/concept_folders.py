"""Where a concept's pictures are: its folder here, or a dataset in the local Hugging Face cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from larder.core.workspace.concepts import Concept
from larder.core.workspace.findings import Finding
from larder.core.workspace.hub_cache import find_dataset, is_dataset_name
from larder.core.workspace.roots import (
    HERE,
    PathFlavour,
    PathMap,
    flavour_beside,
    flavour_of,
    is_folder,
    is_foreign,
    normalised,
    resolve,
)


@dataclass(frozen=True, slots=True)
class ConceptFolder:
    """A concept's folder as it was found.

    Attributes:
        spelled: as the trainer spells it after `normpath`, in its flavour; an absolute snapshot
            folder for a dataset.
        real: where it is, or would be, on this system.
        exists: whether it is there now.
        dataset: the concept names a dataset of the Hugging Face hub, not a folder.
        flavour: how it is spelled.
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
    own = flavour_of(concept.path) if flavour is None else flavour_beside(concept.path, flavour)
    spelled = normalised(concept.path, own)
    real = Path(resolve(spelled, root, maps, own))
    if concept.path and not is_foreign(concept.path, maps, own) and is_folder(real):
        return ConceptFolder(spelled, real, exists=True, dataset=False, flavour=own)
    snapshot = find_dataset(concept.path, hub_cache)
    if snapshot is not None:
        return ConceptFolder(str(snapshot), snapshot, exists=True, dataset=True, flavour=HERE)
    return ConceptFolder(
        spelled, real, exists=False, dataset=is_dataset_name(concept.path), flavour=own)


def missing_folder_finding(concept: Concept, folder: ConceptFolder) -> Finding:
    """The sentence about a concept whose folder was not found."""
    label = concept.name or f"number {concept.index + 1}"
    if not concept.path:
        return Finding(label, f'The concept "{label}" names no folder.', "Set its path.")
    if folder.dataset:
        return Finding(
            concept.path,
            f'The concept "{label}" is neither a folder ({folder.real}) nor a dataset in the local '
            "Hugging Face cache.",
            "Nothing is downloaded here: start the trainer once, or set the path to a folder.",
        )
    return Finding(
        concept.path,
        f'The folder of the concept "{label}" is missing: {folder.real}.',
        "Connect its drive, or say where it is now with --map OLD=NEW or --root.",
    )
