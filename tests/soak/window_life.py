"""A window that is used for hours in minutes, and what it holds meanwhile.

Everything is real: worker processes, files, the watcher of the sources. What a window holds must
not grow with what was done in it: each deed is done some times until everything that is kept once
is there, measured, done again, and measured again.
"""

from __future__ import annotations

import gc
import itertools
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from larder.app.application import (
    DIALOG_PAGES,
    OpenWindow,
    clear_away,
    end_window_session,
    make_window,
    spare_collections,
)
from larder.app.cache_session import SessionState
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.languages import Spoken, fall_silent, speak
from larder.app.views.entries_page import EntriesPage
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import Language, cache_home
from tests.support.fixtures import CONFIG, RELEASED_CONFIG

MOST_HANDLES = 256
"""A desktop's usual limit is 1,024; macOS gives a program 256."""
PATIENCE_S = 120.0
LOOK_EVERY_MS = 5
QUICK_WATCH = {"EVERY_S": 3.0, "DEBOUNCE_MS": 20, "MOST_SHARE": 0.5}
"""Constants of `app.source_watch` with which an edit is surveyed at once."""
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True)
class Held:
    """Resources that a window and its workers use at one moment.

    Attributes:
        handles: open files of this process.
        tables: mapped tables of surveys, including those whose file was removed.
        threads: threads of this process.
        workers: processes that this one started.
        megabytes: resident memory of this process.
        session_files: files in the folder of this window.
        kept_files: the other files in the user's cache folder.
        dialogs: dialogs that were not deleted.
    """

    handles: int
    tables: int
    threads: int
    workers: int
    megabytes: int
    session_files: int
    kept_files: int
    dialogs: int


SLACK = Held(handles=12, tables=8, threads=3, workers=1, megabytes=96, session_files=8,
             kept_files=2, dialogs=0)
"""How far two measurements of one window that grows by nothing may be apart: pools of threads start
and end theirs, a worker process that was idle for a minute ends, a column without rows is no mapped
table, and the jobs that stay listed keep their plans. One survey that stays is 43 tables more."""


LONG_SLACK = Held(handles=8, tables=8, threads=3, workers=1, megabytes=24, session_files=8,
                  kept_files=2, dialogs=0)
"""The same where each deed was done until all that is kept once is there: 50 workspaces take 5 to
7 MB, 10 languages 6, some 24 surveys 1. A window that stays is 8 MB and more for each language."""


def grown(before: Held, after: Held, slack: Held = SLACK) -> list[str]:
    """List the resources that grew by more than the slack, each with both numbers."""
    return [f"{field.name} {getattr(before, field.name)} -> {getattr(after, field.name)}"
            for field in fields(Held)
            if getattr(after, field.name) > getattr(before, field.name) + getattr(
                slack, field.name)]


def measure(opened: OpenWindow) -> Held:
    """Read from /proc what this process holds."""
    gc.collect()
    me = Path("/proc/self")
    session = opened.services.session.folder.path
    return Held(
        handles=len(os.listdir(me / "fd")),
        tables=sum(".npy" in line for line in (me / "maps").read_text("utf-8").splitlines()),
        threads=len(os.listdir(me / "task")),
        workers=len(_children()),
        megabytes=int((me / "statm").read_text("ascii").split()[1]) * PAGE_BYTES >> 20,
        session_files=_files_below(session),
        kept_files=_files_below(cache_home()) - _files_below(session.parent),
        dialogs=len(opened.window.findChildren(QDialog)))


def _children() -> list[str]:
    """Process ids; each thread lists those that it started."""
    return [pid for task in Path("/proc/self/task").glob("*/children")
            for pid in task.read_text("ascii").split()]


def _files_below(folder: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(folder))


class WindowLife:
    """One user's window on the two workspaces of the sample, driven as by hand."""

    def __init__(self, application: QApplication, sample: Path) -> None:
        self.application = application
        self.workspaces = deque((sample / CONFIG, sample / RELEASED_CONFIG))
        self.captions = itertools.cycle(sorted((sample / "data").rglob("*.txt")))
        self.rows = itertools.count()
        self.dialogs = itertools.cycle(DIALOG_PAGES)
        self.languages = itertools.cycle((Language.GERMAN, Language.CHINESE, Language.ENGLISH))
        self.opened: OpenWindow
        self._spoken: Spoken

    @contextmanager
    def lived(self) -> Iterator[None]:
        """Show a window, and take it apart at the end."""
        self._begin(Language.ENGLISH)
        try:
            self._open()
            yield
        finally:
            self._end()

    def _begin(self, language: Language) -> None:
        self._spoken = speak(self.application, language)
        self.opened = make_window(self.application, watches=True)
        self.opened.window.resize(1366, 768)
        self.opened.window.show()
        spare_collections(self.opened)

    def _end(self) -> None:
        self.opened.window.close_now()
        end_window_session(self.opened)
        fall_silent(self.application, self._spoken)
        del self.opened
        clear_away()

    def wait_for(self, is_true: Callable[[], bool], what: str) -> None:
        """Let the window live until something holds.

        Raises:
            TimeoutError: if it does not in two minutes.
        """
        loop, timer, until = QEventLoop(), QTimer(), time.monotonic() + PATIENCE_S
        has_come = False

        def look() -> None:
            nonlocal has_come
            # What is found here counts: more may happen before the loop has ended.
            has_come = has_come or is_true()
            if has_come or time.monotonic() > until:
                loop.quit()

        timer.timeout.connect(look)
        timer.start(LOOK_EVERY_MS)
        loop.exec()
        timer.stop()
        if not has_come:
            raise TimeoutError(f"{what} did not come")

    def settle(self) -> None:
        """Wait until nothing is on its way."""
        session = self.opened.services.session
        self.wait_for(
            lambda: session.state is SessionState.OPEN and not session.is_surveying
            and self.opened.window.is_settled and self.opened.services.lanes.is_idle
            and self.opened.services.calls.is_idle, "a window at rest")

    def open_workspace(self) -> None:
        """Open the other of the two workspaces."""
        self.workspaces.rotate()
        self._open()

    def _open(self) -> None:
        before = self.opened.services.session.snapshot
        self.opened.services.session.open(WorkspaceOptions(workspace=str(self.workspaces[0])))
        self._follow_survey(before)

    def edit_a_caption(self) -> None:
        """Edit it as most editors do, and wait for the survey that the window makes by itself."""
        before, caption = self.opened.services.session.snapshot, next(self.captions)
        saved = caption.with_suffix(".saved")
        saved.write_text(f"a barn at {time.time_ns()}", encoding="utf-8")
        os.replace(saved, caption)
        self._follow_survey(before)

    def rescan(self) -> None:
        """Rescan the workspace as F5 does, and wait for the survey."""
        before = self.opened.services.session.snapshot
        self.opened.services.commands.run("rescan")
        self._follow_survey(before)

    def _follow_survey(self, before: object) -> None:
        session = self.opened.services.session
        self.wait_for(
            lambda: session.snapshot is not None and session.snapshot is not before, "a survey")
        self.settle()

    def select_a_row(self) -> None:
        """Show one in the inspector, with its picture or caption."""
        self.opened.window.show_page("entries")
        page = self.opened.window.pages["entries"]
        assert isinstance(page, EntriesPage)
        self.settle()
        page.table.selectRow(next(self.rows) % page.model.rowCount())
        self.settle()

    def show_a_dialog(self) -> None:
        """Open the next one, wait until it shows what it has to say, and close it."""
        command = next(self.dialogs)
        self.opened.services.commands.run(command)
        self.settle()
        for dialog in self._shown():
            dialog.reject()
        self.settle()
        assert not self._shown(), command

    def _shown(self) -> list[QDialog]:
        return [widget for widget in QApplication.topLevelWidgets()
                if isinstance(widget, QDialog) and widget.isVisible()]

    def build(self) -> None:
        """Edit a caption, and build what that asks for."""
        self.edit_a_caption()
        self.opened.services.commands.run("build")
        dialog = next(found for found in self._shown() if isinstance(found, BuildDialog))
        self.wait_for(lambda: dialog.plan is not None, "a plan")
        self.settle()
        dialog.footer.build.click()
        self.settle()
        snapshot = self.opened.services.session.snapshot
        assert snapshot is not None

    def speak_another_language(self) -> None:
        """Close the window, and make another that speaks the next language."""
        self._end()
        self._begin(next(self.languages))
        self._open()


@dataclass(frozen=True)
class Deed:
    """Something that a user does again and again.

    Attributes:
        first: how often until everything that is kept once is there.
        times: how often then.
        short_first, short: the same in the suite, which has some seconds for all of them: one
            survey or window that stays is found. Its exhaustive run does each twice as often.
    """

    name: str
    do: Callable[[WindowLife], None]
    first: int
    times: int
    short_first: int
    short: int


DEEDS = (
    Deed("surveys by edits", WindowLife.edit_a_caption, 4, 300, 1, 1),
    Deed("surveys by F5", WindowLife.rescan, 8, 300, 1, 1),
    Deed("rows", WindowLife.select_a_row, 200, 300, 1, 1),
    Deed("dialogs", WindowLife.show_a_dialog, len(DIALOG_PAGES), 50 * len(DIALOG_PAGES), 1, 2),
    Deed("builds", WindowLife.build, 2, 30, 0, 0),
    Deed("workspaces", WindowLife.open_workspace, 2, 50, 1, 2),
    Deed("languages", WindowLife.speak_another_language, 3, 10, 0, 1),
)
