"""Commands about the workspace: opening, surveying, checking, mending its index.

Dialogs are imported when they are asked for; the window is there sooner without them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from larder.app.cache_session import EVERYTHING, QUICK, SessionState
from larder.app.command_table import Command, Context, Menu
from larder.app.dialogs.index_writes import IndexWrite, ask_and_write, find_write_selection
from larder.app.jobs.job import Job, JobRequest
from larder.app.notices import Notice, failure_notice
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.views.main_window import MainWindow
from larder.core.requests.options import DemoOptions, WorkspaceOptions
from larder.core.survey.remedies import Repair

if TYPE_CHECKING:
    from larder.core.demo.sample_marker import SampleReport

_tr = Sentences("Commands")


def workspace_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """File and Cache menu."""
    actions = _WorkspaceActions(services, window)
    session = services.session

    return (
        Command(id="open-config", text=_tr("Open &config…"), menu=Menu.FILE,
                run=actions.open_config, icon="command-open-config", shortcut="Ctrl+O",
                tip=_tr("Opens a config or preset of OneTrainer, or a config of kohya, musubi or "
                        "ai-toolkit.")),
        Command(id="open-folder", text=_tr("Open &folder…"), menu=Menu.FILE,
                run=actions.open_folder, icon="command-open-folder", shortcut="Ctrl+Shift+O",
                tip=_tr("Opens a folder that holds caches, or one cache folder.")),
        Command(id="open-sample", text=_tr("Open the &sample workspace"), menu=Menu.FILE,
                run=actions.open_sample, icon="command-sample",
                lacks=_tr("The sample is being made."), works_closed=True,
                enabled_when=lambda: not actions.is_making_sample,
                tip=_tr("Opens a small sample workspace to try things out.")),
        Command(id="open-released-sample", icon="command-sample", menu=Menu.FILE,
                text=_tr("Open the sample with &released OneTrainer's cache"),
                run=actions.open_released_sample,
                tip=_tr("Opens the same pictures with the cache of a released OneTrainer.")),
        Command(id="close-workspace", text=_tr("C&lose workspace"), menu=Menu.FILE,
                run=window.close_workspace, icon="command-close", shortcut="Ctrl+W",
                starts_group=True, lacks=_tr("No workspace is open."), works_closed=True,
                enabled_when=lambda: session.state is not SessionState.CLOSED),
        Command(id="quit", text=_tr("&Quit"), menu=Menu.FILE, run=window.close,
                icon="command-quit", shortcut="Ctrl+Q", starts_group=True),
        Command(id="rescan", text=_tr("&Rescan"), menu=Menu.CACHE, run=actions.rescan,
                icon="command-rescan", shortcut="F5", toolbar=True,
                enabled_when=lambda: session.is_at_rest,
                contexts=frozenset({Context.TREE, Context.COVERAGE}),
                tip=_tr("Surveys the workspace again; changes nothing.")),
        Command(id="check", text=_tr("Read ever&ything…"), menu=Menu.CACHE, run=actions.check,
                icon="command-check", shortcut="Ctrl+K", toolbar=True,
                enabled_when=lambda: session.is_at_rest,
                contexts=frozenset({Context.TREE, Context.COVERAGE}),
                tip=_tr("Opens every picture, caption, mask and cached file, to find what would "
                        "stop or spoil training.")),
        Command(id="training", text=_tr("What training would &get wrong"), menu=Menu.CACHE,
                run=actions.show_training, icon="page-problems",
                enabled_when=lambda: session.is_open,
                tip=_tr("Lists what stops training, and what is trained wrong without a warning.")),
        Command(id="read-cached-files", text=_tr("Chec&k files not opened yet"),
                menu=Menu.CACHE,
                run=actions.read_cached_files, icon="command-check",
                enabled_when=lambda: session.is_at_rest,
                tip=_tr(
                    "Checks sources and cached files for damage, NaN, zeros, and other models or "
                    "captions. Files that have not changed since the last check are not read "
                    "again.")),
        Command(id="touch", text=_tr("Store new &dates…"), menu=Menu.CACHE, run=actions.touch,
                icon="command-touch", starts_group=True,
                lacks=_tr("No file has only a new date."),
                enabled_when=lambda: session.is_at_rest and actions.count_touched() > 0,
                contexts=frozenset({Context.PROBLEM, Context.ENTRY}),
                tip=_tr(
                    "Stores the new dates of unchanged files, so that they are not read again.")),
        Command(id="readopt", text=_tr(
            "Relink c&ached files…"), menu=Menu.CACHE, run=actions.readopt,
                icon="command-readopt",
                lacks=_tr("No cached file of a renamed file was found."),
                enabled_when=lambda: session.is_at_rest and actions.readoptable() > 0,
                contexts=frozenset({Context.PROBLEM, Context.ENTRY}),
                tip=_tr(
                    "Links the cached files of renamed pictures and captions to the new names.")),
        Command(id="repair-index", text=_tr("Repair &index…"), menu=Menu.CACHE,
                run=actions.repair_index, icon="command-readopt",
                lacks=_tr("No index is damaged."),
                enabled_when=lambda: session.is_at_rest and actions.count_damaged() > 0,
                contexts=frozenset({Context.PROBLEM}),
                tip=_tr("Copies the readable entries of a damaged index into a new one.")),
        Command(id="change-location", text=_tr("Find mo&ved folder…"), menu=Menu.CACHE,
                run=actions.find_moved, icon="command-location",
                lacks=_tr("Every folder can be reached."),
                enabled_when=lambda: session.is_at_rest and actions.is_away(),
                contexts=frozenset({Context.PROBLEM, Context.ENTRY}),
                tip=_tr(
                    "Finds the new place of a folder that cannot be reached, and updates the paths "
                    "of its entries.")),
    )


class _WorkspaceActions:
    """Actions of the workspace commands."""

    def __init__(self, services: WindowServices, window: MainWindow) -> None:
        self._services = services
        self._window = window
        self._sample: Job | None = None

    @property
    def is_making_sample(self) -> bool:
        """True while the sample workspace is being made."""
        return self._sample is not None and not self._sample.state.is_over

    def show_training(self) -> None:
        """Go to what training would get wrong."""
        from larder.app.views.problems_page import ProblemsPage

        self._window.show_page("problems")
        page = self._window.pages["problems"]
        assert isinstance(page, ProblemsPage)
        page.show_training()

    def read_cached_files(self) -> None:
        """Survey at the depth that opens every source and cached file."""
        self._services.session.survey(EVERYTHING)

    def open_config(self) -> None:
        """Ask for a config file."""
        self._browse(_tr("Open a config"),
                     _tr("Configs and presets (*.json *.toml *.yaml *.yml)"), _tr("All files (*)"))

    def open_folder(self) -> None:
        """Ask for a folder."""
        self._browse(_tr("Open a folder with caches"))

    def open_sample(self) -> None:
        """Make the sample workspace if it is not there yet, then open it."""
        self._make_sample(lambda sample: self._open(sample.folder))

    def open_released_sample(self) -> None:
        """The same, then open its run of the released layout."""
        self._make_sample(self._open_released_run)

    def _open_released_run(self, sample: SampleReport) -> None:
        if sample.released:
            self._open(sample.released)
            return
        self._services.notices.post(Notice(
            tone=Tone.NOTE, text=_tr("The sample workspace was made by an earlier version of "
                                     "Larder."),
            hint=_tr(
                "Delete the folder %1 to create the sample again.").replace("%1", sample.folder)))

    def _make_sample(self, then: Callable[[SampleReport], None]) -> None:
        import platformdirs

        from larder.core.demo.sample_marker import SampleReport

        folder = platformdirs.user_data_path("larder", appauthor=False) / "sample"
        job = self._services.lanes.prepare(JobRequest(
            kind="demo", options=DemoOptions(folder=str(folder)), title=_tr("Sample workspace"),
            writes=frozenset({str(folder)}), digest=SampleReport))
        job.succeeded.connect(then)
        job.failed.connect(
            lambda failure: self._services.notices.post(failure_notice(failure)))
        self._sample = job
        self._services.notices.clear()
        self._services.lanes.submit(job)

    def rescan(self, depth: str = QUICK) -> None:
        """Survey again; what was said of the state before makes room."""
        self._services.notices.clear()
        self._services.session.survey(depth)

    def check(self) -> None:
        """Ask how closely to look, then survey."""
        from larder.app.dialogs.survey_dialogs import CheckDialog

        snapshot = self._services.session.snapshot
        assert snapshot is not None
        dialog = CheckDialog(snapshot, self._services.look.figures, self._window)
        dialog.depth_chosen.connect(self.rescan)
        dialog.open()

    def count_touched(self) -> int:
        """Entries whose dates could be stored."""
        snapshot = self._services.session.snapshot
        return 0 if snapshot is None else snapshot.mended[Repair.TOUCH]

    def touch(self) -> None:
        """Ask, then store new dates: of what is selected in front, or of all there are."""
        self._write(IndexWrite.TOUCH, Repair.TOUCH, self.count_touched())

    def readoptable(self) -> int:
        """Files that may get their entries back."""
        snapshot = self._services.session.snapshot
        if snapshot is None:
            return 0
        return snapshot.mended[Repair.READOPT] or snapshot.lacking_index

    def readopt(self) -> None:
        """Ask, then give files their entries back."""
        self._write(IndexWrite.READOPT, Repair.READOPT, self.readoptable())

    def _write(self, write: IndexWrite, repair: Repair, whole: int) -> None:
        page = self._window.pages.get(self._window.current_page())
        selection = find_write_selection(self._services, page, repair)
        ask_and_write(self._services, self._window, write,
                      whole if selection is None else selection.count, selection)

    def count_damaged(self) -> int:
        """Indexes that a repair can make whole."""
        snapshot = self._services.session.snapshot
        return 0 if snapshot is None else snapshot.damaged_indexes

    def repair_index(self) -> None:
        """Ask, then make damaged indexes whole."""
        ask_and_write(self._services, self._window, IndexWrite.REPAIR, self.count_damaged())

    def is_away(self) -> bool:
        """Return whether a folder with sources may have moved: most or all of it is missing."""
        snapshot = self._services.session.snapshot
        return snapshot is not None and any(
            root.unreachable or root.mostly_gone or 0 < root.indexed == root.gone
            for root in snapshot.document.roots)

    def find_moved(self) -> None:
        """Look where a folder is now; then write that, or survey again."""
        from larder.app.dialogs.moved_dialog import MovedDialog

        dialog = MovedDialog(self._services, self._window)
        dialog.reading_wanted.connect(self._services.session.relocate)
        dialog.open()

    def _browse(self, title: str, *files: str) -> None:
        from larder.app.views.places import browse

        recent = self._services.session.options
        browse(self._window, title, self._open, files=files,
               start="" if recent is None else str(Path(recent.workspace).parent))

    def _open(self, path: str) -> None:
        self._services.session.open(WorkspaceOptions(workspace=path))
