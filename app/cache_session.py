"""The open workspace and its latest survey; says when either changed.

The window reads a workspace only through surveys that worker processes make. Whatever writes into a
store goes through here too, so that a survey follows it.
"""

from __future__ import annotations

import contextlib
import enum
import itertools
import shutil
import tempfile
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from PySide6.QtCore import QObject, Signal

from larder.app.jobs.call_runnable import CallPool
from larder.app.jobs.job import Job, JobRequest, JobState
from larder.app.jobs.job_lanes import JobLanes
from larder.app.presentation.sentences import Sentences
from larder.app.view_state import ChosenKind, CurrentRow
from larder.core.requests.options import Answer, SurveyOptions, WorkspaceOptions
from larder.core.settings import Maps, read_maps
from larder.core.worker_protocol import Failed
from larder.core.workspace.roots import PathMap, flavour_of, is_same_folder, resolve

if TYPE_CHECKING:
    from larder.app.models.survey_pages import SurveyPages
    from larder.app.models.survey_snapshot import Rows, SurveySnapshot

_tr = Sentences("CacheSession")

PREFIX = "window-"
LEFTOVER_AGE_S = 86_400.0

QUICK = "stat"
"""The depth that the window surveys with by itself."""

EVERYTHING = "payload"
"""The depth at which every source and cached file is opened that nobody opened as it is now."""

Options = TypeVar("Options", bound=WorkspaceOptions)

_SURVEY_TITLES = {
    QUICK: lambda: _tr("Survey"),
    "hash": lambda: _tr("Check every source file"),
    EVERYTHING: lambda: _tr("Read everything"),
}


class SavedFile:
    """A file of the window's folder, such as a plan: it goes with the last that refers to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # At exit the whole folder goes.
        weakref.finalize(self, _remove, path).atexit = False

    def __str__(self) -> str:
        return str(self.path)

    def keep_until_over(self, job: Job) -> None:
        """Stay for a job that writes or reads it, whoever else lets go."""
        # The connection refers to it, and goes with the job.
        job.finished.connect(lambda: self.path)


class SessionFolder:
    """The one temporary folder of a running window: tables of surveys, saved plans.

    It lies below Larder's cache folder and goes when the window closes. What a crashed window left
    behind is swept by the next one, once it is a day old: a younger one may belong to a window that
    still runs.
    """

    def __init__(self, cache_home: Path) -> None:
        self._parent = cache_home / "sessions"
        self._parent.mkdir(parents=True, exist_ok=True)
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=self._parent))
        self._numbers = itertools.count(1)

    def fresh(self, name: str) -> Path:
        """A path below the folder that was not handed out before; nothing is made there."""
        return self.path / f"{name}-{next(self._numbers)}"

    def new_file(self, name: str, suffix: str = ".json") -> SavedFile:
        """Return a file below the folder that was not handed out before; it is not made."""
        return SavedFile(self.fresh(name).with_suffix(suffix))

    def drop(self, path: Path) -> None:
        """Remove something that was handed out; where it is still in use it goes at the end."""
        shutil.rmtree(path, ignore_errors=True)

    def sweep(self) -> None:
        """Remove the folder, and leftovers of windows that crashed."""
        shutil.rmtree(self.path, ignore_errors=True)
        oldest = time.time() - LEFTOVER_AGE_S
        for leftover in self._parent.glob(f"{PREFIX}*"):
            # Gone meanwhile, or not ours to look at: either way there is nothing to do.
            with contextlib.suppress(OSError):
                if leftover.stat().st_mtime < oldest:
                    shutil.rmtree(leftover, ignore_errors=True)


def _remove(path: Path) -> None:
    # Not written, or still in use: then it goes with the folder.
    with contextlib.suppress(OSError):
        path.unlink()


class SessionState(enum.Enum):
    """States of a session: closed, opening or open."""

    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"


class CacheSession(QObject):
    """One window's workspace.

    Signals:
        state_changed: a workspace was opened or closed, or its first survey came in.
        survey_changed: there is a new survey, or none any more.
        surveying_changed: a survey began or ended.
        survey_failed: with the Failed; the survey before it stays.
        opening_failed: with the Failed; the workspace that was to be left stays open.
    """

    state_changed = Signal()
    survey_changed = Signal()
    surveying_changed = Signal()
    survey_failed = Signal(object)
    opening_failed = Signal(object)

    def __init__(
        self, lanes: JobLanes, calls: CallPool, folder: SessionFolder,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._calls = calls
        self._folder = folder
        self._options: WorkspaceOptions | None = None
        self._pages: SurveyPages | None = None
        self._rows_again: Rows | None = None
        self._surveying: Job | None = None
        self._coming: tuple[WorkspaceOptions, Job] | None = None
        self._tables: dict[Job, Path] = {}
        self._shown_tables: Path | None = None

    @property
    def state(self) -> SessionState:
        """The state of the session: open once there is a survey to show."""
        if self._options is None:
            return SessionState.CLOSED
        return SessionState.OPENING if self._pages is None else SessionState.OPEN

    @property
    def is_open(self) -> bool:
        """True if there is a survey to show."""
        return self.state is SessionState.OPEN

    @property
    def is_at_rest(self) -> bool:
        """True if there is a survey to show and none is running."""
        return self.is_open and not self.is_surveying

    @property
    def options(self) -> WorkspaceOptions | None:
        """Which workspace is open and how its paths are read."""
        return self._options

    @property
    def pages(self) -> SurveyPages | None:
        """The latest survey, page by page."""
        return self._pages

    @property
    def snapshot(self) -> SurveySnapshot | None:
        """The latest survey, None if there is none."""
        return None if self._pages is None else self._pages.snapshot

    @property
    def depth(self) -> str:
        """How closely the latest survey looked; QUICK where there is none."""
        return QUICK if self.snapshot is None else self.snapshot.document.workspace.depth

    @property
    def rows_again(self) -> Rows | None:
        """Row of the latest survey for each row of the one before it, -1 for what is no more.

        None where there was none before it, or one of something else.
        """
        return self._rows_again

    def chosen_again(self, chosen: CurrentRow | None) -> CurrentRow | None:
        """Return the row of the latest survey for a row chosen in the previous one.

        None if it was not an entry, or the entry is gone.
        """
        again = self._rows_again
        if chosen is None or again is None or chosen.kind is not ChosenKind.ENTRY:
            return None
        row = int(again[chosen.row]) if chosen.row < len(again) else -1
        return None if row < 0 else CurrentRow(kind=chosen.kind, row=row)

    @property
    def is_surveying(self) -> bool:
        """True if a survey is running, which may be of another workspace that is being opened."""
        return self._surveying is not None or self._coming is not None

    @property
    def folder(self) -> SessionFolder:
        """Where saved plans and tables of this window go."""
        return self._folder

    def open(self, options: WorkspaceOptions) -> None:
        """Open a workspace and survey it.

        One that is open is closed as soon as the other one has been read: a file that is no
        workspace takes nothing away. Without maps its paths are read as the last time; workers
        remember the maps they are given.
        """
        if not options.maps:
            options = msgspec.structs.replace(options, maps=read_maps(options.workspace))
        if self.state is SessionState.OPEN:
            self._open_beside(options)
            return
        self._leave()
        self._options = options
        self.state_changed.emit()
        self.survey()

    def close(self) -> None:
        """Forget the workspace; a survey under way is cancelled."""
        if self._options is not None:
            self._leave()
            self.state_changed.emit()

    def _leave(self) -> None:
        """Have no workspace any more, without saying so yet."""
        under_way = [self._surveying, None if self._coming is None else self._coming[1]]
        self._surveying = self._coming = None
        for job in under_way:
            if job is not None:
                self._lanes.cancel(job)
                self.surveying_changed.emit()
        self._options = None
        self._show(None, None)

    def relocate(self, old: str, new: str) -> None:
        """Read paths that begin with `old` as beginning with `new`, and survey again."""
        if self._options is None:
            return
        flavour = flavour_of(old)
        kept = tuple(
            pair for pair in self._options.maps if not is_same_folder(pair[0], old, flavour))
        self.read_with((*kept, (old, new)))

    def read_with(self, maps: Maps) -> None:
        """Read paths by other maps, and survey again."""
        if self._options is not None and maps != self._options.maps:
            self._options = msgspec.structs.replace(self._options, maps=maps)
            self.survey()

    def survey(self, depth: str = QUICK, *, is_unasked: bool = False) -> None:
        """Survey the open workspace; a survey under way makes room.

        Args:
            depth: how closely.
            is_unasked: sources changed, and nobody waits for it; the jobs panel leaves it out.
        """
        if self._options is None:
            return
        before, self._surveying = self._surveying, self._survey_job(
            self._options, depth, self.snapshot, quiet=is_unasked)
        if before is not None:
            self._lanes.cancel(before)
        self._lanes.submit(self._surveying)
        self.surveying_changed.emit()

    def _survey_job(
        self, about: WorkspaceOptions, depth: str, before: SurveySnapshot | None = None, *,
        quiet: bool = False,
    ) -> Job:
        """Prepare a survey; `before` is the one of the same workspace that it follows.

        A job that is over stays listed, and would keep the tables of `before` with it.
        """
        former = _weakly(before)
        tables = self._folder.fresh("survey")
        options = SurveyOptions(
            **msgspec.structs.asdict(about), depth=depth, tables=str(tables),
            opens=depth == EVERYTHING)
        job = self._lanes.prepare(JobRequest(
            kind="survey", options=options, title=_SURVEY_TITLES[depth](),
            fleeting=depth == QUICK, quiet=quiet,
            digest=lambda answer: _read_pages(answer, former())))
        self._tables[job] = tables
        job.succeeded.connect(lambda read: self._on_surveyed(job, *read))
        job.cancelled.connect(lambda _: self._on_survey_cancelled(job))
        job.failed.connect(lambda failure: self._on_survey_failed(job, failure))
        job.finished.connect(lambda: self._on_survey_over(job))
        return job

    def _open_beside(self, options: WorkspaceOptions) -> None:
        """Open another workspace while this one stays, until the other one has been read."""
        job = self._survey_job(options, QUICK)
        before, self._coming = self._coming, (options, job)
        if before is not None:
            self._lanes.cancel(before[1])
        job.changed.connect(lambda: self._come(job))
        self._lanes.submit(job)
        self.surveying_changed.emit()

    def _come(self, job: Job) -> None:
        """The workspace was read: its survey says how far it is, or is there already."""
        if self._coming is None or self._coming[1] is not job:
            return
        if job.progress is None and job.state is not JobState.SUCCEEDED:
            return
        options, _ = self._coming
        self._coming = None
        self._leave()
        self._options, self._surveying = options, job
        self.state_changed.emit()
        self.surveying_changed.emit()

    def adopt(self, options: WorkspaceOptions, pages: SurveyPages) -> None:
        """Open a workspace with a survey of it that is there already."""
        self.close()
        self._options = options
        self._show(pages, None)

    def about_this(self, options_type: type[Options], **more: Any) -> Options:
        """Options of a request about the open workspace, with what they have beyond that."""
        assert self._options is not None
        return options_type(**msgspec.structs.asdict(self._options), **more)

    def request(
        self, kind: str, options: Any, title: str, *, writes: bool = False, quiet: bool = False,
        digest: Callable[[Any], Any] | type[msgspec.Struct] | None = None,
    ) -> Job:
        """Prepare a job about this workspace, to be connected and then submitted to the lanes.

        Args:
            kind: name in core's table of requests.
            options: its options.
            title: what the jobs panel calls it.
            writes: whether it writes into the stores; a survey follows once it ends.
            quiet: whether the jobs panel leaves it out.
            digest: turns the answer into what a view wants, as in `JobRequest`.
        """
        # What a closed workspace began may go on without it.
        stores = self.store_paths() or frozenset({getattr(options, "workspace", "")})
        job = self._lanes.prepare(JobRequest(
            kind=kind, options=options, title=title, quiet=quiet, digest=digest,
            writes=stores if writes else frozenset()))
        if writes:
            job.finished.connect(self.survey)
        return job

    def store_paths(self) -> frozenset[str]:
        """Every store of the workspace by path; the workspace itself where none is known yet."""
        snapshot = self.snapshot
        if snapshot is not None and snapshot.document.stores:
            return frozenset(str(self.store_folder(at))
                             for at in range(len(snapshot.document.stores)))
        return frozenset({self._options.workspace}) if self._options is not None else frozenset()

    def store_folder(self, store: int) -> Path:
        """Where a store of the latest survey lies."""
        assert self.snapshot is not None
        return self.locate(self.snapshot.document.stores[store].path)

    def source_file(self, row: int) -> Path:
        """Where the source of a row of the latest survey lies, or would lie."""
        assert self.snapshot is not None
        return self.locate(self.snapshot.entries.source(row))

    def loose_file(self, row: int) -> Path:
        """Where a file of the `payloads` table lies."""
        assert self.snapshot is not None
        payloads = self.snapshot.payloads
        return self.store_folder(int(payloads.store[row])) / payloads.name[row]

    def locate(self, spelled: str) -> Path:
        """Where a path that the workspace's records spell lies on this machine."""
        assert self.snapshot is not None
        maps = () if self._options is None else self._options.maps
        return Path(resolve(spelled, self.snapshot.document.workspace.root,
                            [PathMap(old=old, new=new) for old, new in maps],
                            flavour_of(spelled)))

    def _on_surveyed(
        self, job: Job, former: SurveySnapshot | None, pages: SurveyPages, again: Rows | None,
    ) -> None:
        if job is self._surveying:
            self._show(pages, self._tables.get(job), again if former is self.snapshot else None)

    def _on_survey_failed(self, job: Job, failure: Failed) -> None:
        if job is self._surveying:
            self.survey_failed.emit(failure)
        elif self._coming is not None and job is self._coming[1]:
            self.opening_failed.emit(failure)

    def _on_survey_cancelled(self, job: Job) -> None:
        """A workspace that is not to be read is not to be opened either."""
        if job is self._surveying and self.state is SessionState.OPENING:
            self.close()

    def _on_survey_over(self, job: Job) -> None:
        tables = self._tables.pop(job, None)
        if tables is not None and tables != self._shown_tables:
            self._drop(tables)
        if job is self._surveying:
            self._surveying = None
            self.surveying_changed.emit()
        elif self._coming is not None and job is self._coming[1]:
            self._coming = None
            self.surveying_changed.emit()

    def _show(
        self, pages: SurveyPages | None, tables: Path | None, again: Rows | None = None,
    ) -> None:
        before, self._shown_tables = self._shown_tables, tables
        self._rows_again = again
        first = self._pages is None and pages is not None
        self._pages = pages
        self.survey_changed.emit()
        if first:
            self.state_changed.emit()
        if before is not None:
            self._drop(before)

    def _drop(self, tables: Path) -> None:
        """Removing a million rows of tables takes a while; not in the window's thread."""
        self._calls.forget(lambda: self._folder.drop(tables))


def _weakly(snapshot: SurveySnapshot | None) -> Callable[[], SurveySnapshot | None]:
    """Return what gives the snapshot for as long as somebody else needs it."""
    return (lambda: None) if snapshot is None else weakref.ref(snapshot)


def _read_pages(
    answer: Answer, before: SurveySnapshot | None,
) -> tuple[SurveySnapshot | None, SurveyPages, Rows | None]:
    """Read a survey, and say which rows of the one before are where now.

    In a pool thread, which is also where numpy is loaded: no window waits for it.
    """
    from larder.app.models.survey_pages import read_pages
    from larder.app.models.survey_snapshot import rows_again

    pages = read_pages(answer)
    return before, pages, None if before is None else rows_again(before, pages.snapshot)
