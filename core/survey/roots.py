"""Roots of sources: an unplugged drive must never look like deleted pictures.

A root is a concept's folder; entries under no concept have the first existing parent of their
stored path. Three kinds of folders are roots of their own inside another: one the user declared
gone for good (always reachable), one that may not be listed, and one that was on a drive of its own
and is not there any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.survey.join import JoinedStore
from larder.core.survey.report import RootFacts
from larder.core.survey.source_tree import SourceTree, SpelledPaths
from larder.core.workspace.roots import Unreachable, mostly_gone, root_is_unreachable


@dataclass(frozen=True, slots=True)
class ConceptRoot:
    """Where a concept's folder lies: as spelled, its real path, and what that compares as."""

    concept: int
    spelled: str
    real: str
    place: str


@dataclass(frozen=True, slots=True)
class StoreRoots:
    """The roots of one store's sources.

    Attributes:
        facts: one per root.
        of_row: index into `facts` for each index row and new source, int32, shape (n + new,).
        concept_of_row: the concept whose folder holds the source, -1 for none, int16, same shape.
        reals: real path of each root.
        drives: folders inside a root that are on another device than it: real path -> device.
    """

    facts: tuple[RootFacts, ...]
    of_row: npt.NDArray[np.int32]
    concept_of_row: npt.NDArray[np.int16]
    reals: tuple[str, ...]
    drives: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Placed:
    """Roots before they are judged: per root its spelling, place, troubles known, and rows."""

    spelled: list[str]
    reals: list[str]
    places: list[str]
    troubles: list[str]
    of_row: npt.NDArray[np.int32]
    concept_of_row: npt.NDArray[np.int16]


def judge_roots(
    joins: Sequence[JoinedStore],
    tree: SourceTree,
    concepts: Sequence[ConceptRoot],
    *,
    gone: Sequence[str],
    remembered_devices: Mapping[str, int],
) -> tuple[StoreRoots, ...]:
    """Judge the roots of all stores together: a caption that is there proves its pictures' root.

    Args:
        joins: every smart store's join.
        tree: resolves and probes folders.
        concepts: folders of every concept, disabled ones included.
        gone: real paths of folders whose missing files were deleted for good.
        remembered_devices: real path of a root, or of a folder on a drive of its own -> device
            number it was last seen on.
    """
    placed = [_place(join, concepts, gone, remembered_devices) for join in joins]
    somewhere_present: set[str] = set()
    for join, place in zip(joins, placed, strict=True):
        rows = place.of_row[:len(join.present)]
        somewhere_present.update(place.places[root] for root in set(rows[join.present].tolist()))
    return tuple(
        _judge(join, place, tree, somewhere_present, frozenset(map(join.paths.place, gone)),
               remembered_devices)
        for join, place in zip(joins, placed, strict=True))


def _place(
    join: JoinedStore,
    concepts: Sequence[ConceptRoot],
    gone: Sequence[str],
    remembered_devices: Mapping[str, int],
) -> _Placed:
    """Give every folder of the join its root and concept."""
    codes: dict[str, int] = {}
    spelled: list[str] = []
    reals: list[str] = []
    troubles: list[str] = []
    paths = join.paths
    root_of_folder = np.zeros(len(join.folders), dtype=np.int32)
    concept_of_folder = np.full(len(join.folders), -1, dtype=np.int16)
    for at, real in enumerate(join.reals):
        concept = concept_above(paths.place(real), concepts, paths)
        declared = [path for path in gone if paths.holds(paths.place(path), paths.place(real))]
        if concept is not None:
            concept_of_folder[at] = concept.concept
        trouble = join.refusals[at] and f"cannot be listed: {join.refusals[at]}"
        trouble = trouble or _lost_drive(real, concept, remembered_devices)
        if declared:
            name, path, trouble = join.folders[at], max(declared, key=len), ""
        elif trouble:
            name, path = join.folders[at], real
        elif concept is not None:
            name, path = concept.spelled, concept.real
        else:
            name, path = paths.existing_parent(join.folders[at])
        place = paths.place(path)
        if place not in codes:
            codes[place] = len(codes)
            spelled.append(name)
            reals.append(path)
            troubles.append(trouble)
        root_of_folder[at] = codes[place]
    folders = np.concatenate([
        join.columns.folder, np.array([new.folder for new in join.new], dtype=np.int32)])
    return _Placed(
        spelled=spelled, reals=reals, places=list(codes), troubles=troubles,
        of_row=root_of_folder[folders],
        concept_of_row=concept_of_folder[folders])


def _lost_drive(
    real: str, concept: ConceptRoot | None, remembered_devices: Mapping[str, int]
) -> str:
    """Whether a folder inside a concept's was on a drive of its own, and is not on it now."""
    if concept is None or real == concept.real or real not in remembered_devices:
        return ""
    return Unreachable.OTHER_DEVICE if device_of(real) != remembered_devices[real] else ""


def device_of(real: str) -> int | None:
    """`st_dev` of a folder, None when it is not there."""
    try:
        return Path(real).stat().st_dev
    except OSError:
        return None


def concept_above(
    place: str, concepts: Sequence[ConceptRoot], paths: SpelledPaths
) -> ConceptRoot | None:
    """The concept with the longest folder that holds a place."""
    above = [concept for concept in concepts if paths.holds(concept.place, place)]
    return max(above, key=lambda concept: len(concept.place), default=None)


def _judge(
    join: JoinedStore,
    place: _Placed,
    tree: SourceTree,
    somewhere_present: set[str],
    gone: frozenset[str],
    remembered_devices: Mapping[str, int],
) -> StoreRoots:
    rows = place.of_row[:len(join.present)]
    indexed = np.bincount(rows, minlength=len(place.reals))
    missing = np.bincount(rows[~join.present], minlength=len(place.reals))
    facts = []
    for at, real in enumerate(place.reals):
        exists = tree.exists(real)
        declared = place.places[at] in gone
        unreachable = None if declared else place.troubles[at] or root_is_unreachable(
            exists=exists, indexed=int(indexed[at]),
            present=int(place.places[at] in somewhere_present),
            device=device_of(real),
            remembered_device=remembered_devices.get(real))
        facts.append(RootFacts(
            spelled=place.spelled[at], unreachable=unreachable or "",
            indexed=int(indexed[at]), gone=int(missing[at]),
            mostly_gone=not declared and mostly_gone(
                indexed=int(indexed[at]), gone=int(missing[at])),
            declared_gone=declared))
    return StoreRoots(
        facts=tuple(facts), of_row=place.of_row, concept_of_row=place.concept_of_row,
        reals=tuple(place.reals), drives=_drives_inside(join, place))


def _drives_inside(join: JoinedStore, place: _Placed) -> dict[str, int]:
    """Folders with all their indexed sources that are on another device than their root."""
    complete = np.ones(len(join.folders), dtype=np.bool_)
    complete[join.columns.folder[~join.present]] = False
    indexed = np.zeros(len(join.folders), dtype=np.bool_)
    indexed[join.columns.folder] = True
    root_of_folder = np.zeros(len(join.folders), dtype=np.int32)
    root_of_folder[join.columns.folder] = place.of_row[:len(join.present)]
    devices = [device_of(real) for real in place.reals]
    found = {}
    for at in np.flatnonzero(complete & indexed).tolist():
        device = device_of(join.reals[at])
        if device is not None and device != devices[root_of_folder[at]]:
            found[join.reals[at]] = device
    return found
