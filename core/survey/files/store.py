"""The survey of a folder of another trainer's files: judged one by one, then told as any store's.

Rows are its files in the order in which they were judged, then those that are missing, so that the
first rows are the files on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from larder.core.errors import Finding
from larder.core.jobs import Job
from larder.core.stores.trainers_files import file_busy_signs
from larder.core.survey.context import SurveyContext
from larder.core.survey.document import RootFacts
from larder.core.survey.entry_rows import build_rows
from larder.core.survey.files.spelling import spell_below
from larder.core.survey.files.states import STATES, FileState, JudgedFile, Offer, Proof
from larder.core.survey.report import EntryRows, IndexFacts, PayloadFiles, StoreSurvey
from larder.core.survey.roots import (
    MOSTLY_GONE_AT_LEAST,
    FoundSources,
    StoreRoots,
    Unreachable,
    mostly_gone,
)
from larder.core.survey.verdicts import PayloadVerdict
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.path_folders import folders_of
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.store_kinds import StoreKind

Judged = Sequence[JudgedFile]
Judge = Callable[[StoreLocation, SurveyContext], Job[Judged]]
"""Judges every cached file of a store, and what is missing."""

ASKED_FOR: Final = frozenset({
    FileState.OK, FileState.MISSING, FileState.STALE, FileState.SUSPECT, FileState.AMBIGUOUS,
    FileState.INCOMPLETE, FileState.DAMAGED})
"""States of files that training asks for."""


BY_CONFIG: Final = frozenset({
    FileState.UNLISTED, FileState.LEFTOVER, FileState.UNEXPLAINED})
"""States that rest on what a config asks for."""

NO_CONFIG: Final = "No config was opened, so it is not known whether it is needed."

NEEDED: Final = frozenset({FileState.OK, FileState.SUSPECT, FileState.AMBIGUOUS})
"""States in which a file serves the config that it was judged for."""


# Each is loaded for its own stores alone.
def _judge_kohya(location: StoreLocation, context: SurveyContext) -> Job[Judged]:
    from larder.core.survey.kohya.store import judge_store

    return judge_store(location, context)


def _judge_musubi(location: StoreLocation, context: SurveyContext) -> Job[Judged]:
    from larder.core.survey.musubi.store import judge_store

    return judge_store(location, context)


def _judge_ai_toolkit(location: StoreLocation, context: SurveyContext) -> Job[Judged]:
    from larder.core.survey.ai_toolkit.store import judge_store

    return judge_store(location, context)


JUDGES: Final[Mapping[StoreKind, Judge]] = {
    StoreKind.KOHYA: _judge_kohya,
    StoreKind.MUSUBI: _judge_musubi,
    StoreKind.AI_TOOLKIT: _judge_ai_toolkit,
}
"""Who judges the files of each trainer."""


class FilesSurvey:
    """One store of another trainer's files while it is surveyed."""

    def __init__(self, location: StoreLocation, context: SurveyContext) -> None:
        self.location = location
        self._context = context

    def look(self) -> Job[FoundSources | None]:
        """Its sources lie beside its files, so it judges its root by itself."""
        yield from ()
        return None

    def judge(
        self, roots: Mapping[StoreLocation, StoreRoots]
    ) -> Job[tuple[StoreSurvey, StoreRoots]]:
        """Judge every file, with the folder as the one root."""
        del roots
        judged = yield from JUDGES[self.location.kind](self.location, self._context)
        judged = yield from self._untick_needed(judged)
        if self._context.workspace.trainer is None:
            judged = _without_config(judged)
        judged = sorted(_hold_back(judged, is_gone=self._is_declared_gone()),
                        key=lambda file: file.state is FileState.MISSING)
        own = self._root(judged)
        return StoreSurvey(
            location=self.location, index=IndexFacts(), rows=self._rows(judged, own),
            payloads=self._files(judged), busy=self._busy_signs(), sources_hashed=True,
            wanted=self._wanted(judged), judged=tuple(judged), findings=tuple(
                Finding(f"{self.location.spelled}/{file.name}", f"{file.name}: {file.why}")
                for file in judged if file.is_finding)), own

    def _untick_needed(self, judged: Judged) -> Job[Judged]:
        """Untick what another config that was found beside this one asks for."""
        trainer = self._context.workspace.trainer
        place = str(self.location.path)
        for other in trainer.alongside if trainer else ():
            if place not in other.datasets or all(
                    file.offer is not Offer.TICKED for file in judged):
                continue
            theirs = yield from JUDGES[self.location.kind](self.location, replace(
                self._context, family=None, workspace=replace(
                    self._context.workspace, trainer=other, config_path=other.path)))
            needed = {file.name for file in theirs if file.state in NEEDED}
            judged = [
                replace(file, offer=Offer.UNTICKED,
                        why=f"{file.why} The config {other.path.name} needs it.")
                if file.offer is Offer.TICKED and file.name in needed else file for file in judged]
        return judged

    def _is_declared_gone(self) -> bool:
        place = self.location.path
        return any(place.is_relative_to(folder) for folder in self._context.gone)

    @property
    def _concept(self) -> int:
        """The number of the concept whose folder this is, -1 where the config lists none."""
        trainer = self._context.workspace.trainer
        numbers = trainer.datasets.get(str(self.location.path), ()) if trainer else ()
        return numbers[0] if numbers else -1

    def _root(self, judged: Judged) -> StoreRoots:
        count = len(judged)
        gone = sum(file.state is FileState.ORPHAN for file in judged)
        is_away = any(file.state is FileState.UNREACHABLE for file in judged)
        here = sum(file.state is not FileState.MISSING for file in judged)
        facts = RootFacts(
            spelled=self.location.spelled,
            unreachable=Unreachable.HOLDS_NONE.value if is_away else None,
            indexed=here, gone=gone, mostly_gone=mostly_gone(indexed=here, gone=gone),
            declared_gone=self._is_declared_gone())
        return StoreRoots(
            facts=(facts,), of_row=np.zeros(count, dtype=np.int32),
            concept_of_row=np.full(count, self._concept, dtype=np.int16),
            reals=(str(self.location.path),), drives={})

    def _rows(self, judged: Judged, own: StoreRoots) -> EntryRows:
        sizes = np.array([file.bytes for file in judged], dtype=np.int64)
        spell = spell_below(self._context.workspace.root, self.location.spelled)
        sources = [spell(file.sources[0] if file.sources else file.name) for file in judged]
        return build_rows(
            sources=folders_of(sources, PathFlavour.POSIX), separator="/",
            flags=np.array([1 << file.verdict for file in judged], dtype=np.uint32),
            harms=np.zeros(len(judged), dtype=np.uint32),
            is_drawn=np.array([file.state in ASKED_FOR for file in judged], dtype=np.bool_),
            concept=own.concept_of_row, root=own.of_row,
            has_entry=np.array(
                [file.state is not FileState.MISSING for file in judged], dtype=np.bool_),
            sizes=sizes, own_sizes=sizes,
            why={row: file.why for row, file in enumerate(judged)},
            payloads={row: (file.name,) for row, file in enumerate(judged)
                      if file.state not in (FileState.OK, FileState.MISSING)},
            made_from={})

    def _wanted(self, judged: Judged) -> Mapping[int, np.ndarray[tuple[int], np.dtype[np.int32]]]:
        concept = self._concept
        rows = [row for row, file in enumerate(judged) if file.state in ASKED_FOR]
        return {concept: np.array(rows, dtype=np.int32)} if concept >= 0 else {}

    def _files(self, judged: Judged) -> PayloadFiles:
        here = [file for file in judged if file.state is not FileState.MISSING]
        return PayloadFiles(
            names=[file.name for file in here],
            sizes=np.array([file.bytes for file in here], dtype=np.int64),
            mtimes_ns=np.array([file.changed_ns for file in here], dtype=np.int64),
            verdicts=np.array([STATES[file.state].payload for file in here], dtype=np.uint8),
            named_by={row: (row,) for row, file in enumerate(here)
                      if STATES[file.state].payload is not PayloadVerdict.REFERENCED},
            damaged={row: file.why for row, file in enumerate(here)
                     if file.state is FileState.DAMAGED},
            why={row: file.why for row, file in enumerate(here)
                 if file.state is not FileState.OK})

    def _busy_signs(self) -> tuple[str, ...]:
        """Signs of a trainer at work, one sentence each."""
        listing = self._context.tree.listing(str(self.location.path))
        return () if listing is None else tuple(file_busy_signs(
            self.location.path, listing, self.location.kind, now_ns=self._context.now_ns,
            open_files=self._context.open_files))


def _without_config(judged: Judged) -> Judged:
    """Judge nothing by what a config asks for, and tick nothing: none was given."""
    return [
        replace(file, state=FileState.UNEXPLAINED, proof=Proof.NONE, offer=Offer.UNTICKED,
                verdict=STATES[FileState.UNEXPLAINED].verdict, why=NO_CONFIG)
        if file.state in BY_CONFIG else
        replace(file, offer=Offer.UNTICKED, why=f"{file.why} {NO_CONFIG}")
        if file.offer is Offer.TICKED else file for file in judged]


def _hold_back(judged: Judged, *, is_gone: bool) -> Judged:
    """Offer no orphan by itself where most pictures of a folder are gone: that may be a mistake."""
    orphans = sum(file.state is FileState.ORPHAN for file in judged)
    here = sum(file.state is not FileState.MISSING for file in judged)
    if is_gone or orphans < MOSTLY_GONE_AT_LEAST or not mostly_gone(indexed=here, gone=orphans):
        return judged
    return [replace(file, offer=Offer.UNTICKED) if file.offer is Offer.TICKED
            and file.state is FileState.ORPHAN else file for file in judged]
