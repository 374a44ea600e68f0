"""Finds the folder that moved as the indexes spell it, and where its files are now.

Where it is now is found by the names of its files, near the old place; nothing is read for that.
"""

from __future__ import annotations

import itertools
import os
import string
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.files.file_stamp import readable_stamp
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.stores.records import read_sources, relocate_source
from larder.core.survey.report import SurveyReport
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import (
    HERE,
    PathFlavour,
    PathMap,
    flavour_of,
    is_folder,
    relocate_path,
    split_last,
)

LOOKED_FOR: Final = 20
"""Files that a folder is asked for before it is proposed."""

PROBED: Final = 4
"""Of them, those that are asked for first: most folders hold none."""

LISTED: Final = 2_000
PROPOSED: Final = 5


def index_flavour(report: SurveyReport, old: str) -> PathFlavour:
    """How the indexes spell paths; without any as the folder itself is spelled."""
    return next((PathFlavour(survey.rows.separator) for survey in report.stores
                 if survey.location.kind.traits.is_onetrainers
                 and survey.rows.has_entry.any()), flavour_of(old))


def folder_of_entries(report: SurveyReport, folder: str) -> str:
    """Return how entries spell a folder: as given, relative to the workspace's root, or absolute.

    It comes back as given where no entry lies in it, however it is spelled.
    """
    flavour = index_flavour(report, folder)
    if not folder.strip() or flavour is not HERE:
        return folder
    root = str(report.workspace.root)
    real = os.path.normpath(os.path.join(root, folder))  # noqa: PTH118 - as the trainer joins them
    spelled = [folder, real, *(
        os.path.relpath(real, base) for base in dict.fromkeys([root, os.path.realpath(root)])
        if os.path.commonpath([base, real]) == base)]
    return next((one for one in spelled if _has_entries(report, one, flavour)), folder)


def _has_entries(report: SurveyReport, folder: str, flavour: PathFlavour) -> bool:
    here = PathMap(old=folder, new=".")
    for survey in report.stores:
        if survey.location.kind.traits.records_sources:
            if any(relocate_source(line.source, here) is not None
                   for line in read_sources(survey.location.path).values()):
                return True
        elif survey.location.kind.traits.is_onetrainers and any(
                relocate_path(survey.rows.source(row), here, flavour) is not None
                for row in np.flatnonzero(survey.rows.has_entry).tolist()):
            return True
    return False


def missing_folders(report: SurveyReport) -> tuple[str, ...]:
    """Folders that entries lie in and that are not there, as the indexes spell them.

    Those with most entries come first: of each the highest that is missing, and the one that holds
    all of these entries, where that is another.
    """
    found: Counter[str] = Counter()
    inside: dict[str, list[str]] = {}
    for survey in report.stores:
        if not survey.location.kind.traits.is_onetrainers:
            continue
        rows, flavour = survey.rows, PathFlavour(survey.rows.separator)
        is_away = rows.has_entry & np.isin(
            rows.verdicts, [Verdict.SOURCE_UNREACHABLE, Verdict.SOURCE_MISSING])
        is_here = rows.has_entry & ~is_away
        kept = set(rows.folder[is_here].tolist())
        for at, count in Counter(rows.folder[is_away].tolist()).items():
            if at in kept:
                continue
            folder = rows.folders[at].rstrip("/\\")
            top = _highest_missing(report.workspace, folder, flavour)
            found[top] += count
            inside.setdefault(top, []).append(folder)
    places = []
    for top, _ in found.most_common():
        levels = zip(*(folder.split(_separator(folder)) for folder in inside[top]), strict=False)
        shared = itertools.takewhile(lambda names: len(set(names)) == 1, levels)
        places += [top, _separator(top).join(names[0] for names in shared)]
    return tuple(dict.fromkeys(places))


def _separator(folder: str) -> str:
    return flavour_of(folder).separator


def _highest_missing(workspace: Workspace, folder: str, flavour: PathFlavour) -> str:
    while True:
        above = split_last(folder, flavour)[0]
        if above in ("", folder) or is_folder(
                workspace.paths(flavour).real_path(above)):
            return folder
        folder = above


def propose_places(
    report: SurveyReport, old: str, recent: Sequence[Path], token: CancelToken
) -> Job[tuple[str, ...]]:
    """Folders that hold files as the entries of a folder name them, the likeliest first.

    Looked at are the concepts' folders, what lies beside the old place and beside recent
    workspaces, and the same place on other drives.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    workspace, flavour = report.workspace, index_flavour(report, old)
    sample = _below(report, old, flavour)
    gone = workspace.paths(flavour).real_path(old)
    found: list[tuple[int, str]] = []
    for place in dict.fromkeys(_places(workspace, gone, recent)):
        token.check()
        yield Progress("looking for the folder", len(found), 0, "folders")
        held = 0 if place == gone or not is_folder(place) else _count_held(place, sample)
        if held:
            found.append((held, _respell_folder(str(place), workspace, flavour)))
    found.sort(key=lambda one: -one[0])
    return tuple(spelled for _, spelled in found[:PROPOSED])


def _count_held(folder: Path, sample: Sequence[tuple[str, ...]]) -> int:
    """How many files of a sample a folder holds; none if it has none of the first few."""
    probed = sample[::max(len(sample) // PROBED, 1)]
    return 0 if not any(readable_stamp(folder.joinpath(*parts)) for parts in probed) \
        else sum(readable_stamp(folder.joinpath(*parts)) is not None for parts in sample)


def _below(report: SurveyReport, old: str, flavour: PathFlavour) -> list[tuple[str, ...]]:
    """Where some of the entries lie below a folder, as parts of a path."""
    here = PathMap(old=old, new=".")
    found = [
        tuple(new.replace("\\", "/").split("/")) if flavour is PathFlavour.WINDOWS
        else tuple(new.split("/"))
        for survey in report.stores if survey.location.kind.traits.is_onetrainers
        for row in np.flatnonzero(survey.rows.has_entry).tolist()
        if (new := relocate_path(survey.rows.source(row), here, flavour)) is not None]
    return found[::max(len(found) // LOOKED_FOR, 1)][:LOOKED_FOR]


def _places(workspace: Workspace, gone: Path, recent: Sequence[Path]) -> Iterator[Path]:
    for concept in workspace.concepts:
        real = Path(workspace.locate(concept).real)
        yield from (real, real.parent)
    beside = gone.parent
    while not is_folder(beside) and beside != beside.parent:
        beside = beside.parent
    around = [beside, *(one.parent for one in recent), *(one.parent.parent for one in recent)]
    for folder in dict.fromkeys(around):
        inside = _folders_in(folder)
        yield from inside
        yield from (one / gone.name for one in inside)
    parts = gone.parts[1:]
    for drive in _drives():
        yield from (drive.joinpath(*parts[at:]) for at in range(len(parts)))


def _folders_in(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return [Path(entry.path) for entry in itertools.islice(entries, LISTED)
                    if entry.is_dir() and not entry.name.startswith(".")]
    except OSError:  # what may not be listed proposes nothing
        return []


def _drives() -> list[Path]:
    if HERE is PathFlavour.WINDOWS:
        drives = (Path(f"{letter}:\\") for letter in string.ascii_uppercase)
        return [drive for drive in drives if is_folder(drive)]
    return [drive for above in ("/mnt", "/media", "/Volumes", "/run/media")
            for one in _folders_in(Path(above)) for drive in (one, *_folders_in(one))]


def _respell_folder(real: str, workspace: Workspace, flavour: PathFlavour) -> str:
    """A folder of this system as an index of another one spells it, where a map tells how."""
    if flavour is HERE:
        return real
    return next((
        spelled for one in workspace.maps
        if (spelled := relocate_path(real, PathMap(one.new, one.old), HERE)) is not None), real)
