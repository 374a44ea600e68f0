"""The longest stretch in which the window does not answer, at 100,000 and at 1,000,000 rows.

    python tests/benchmarks/window_rows.py [--rows 100000 1000000] [--rounds 3]

A timer of the window's event loop ticks every millisecond; the longest gap between two ticks while
something is done is what a user feels as a hang. Surveys are made up, but come as a worker's answer
does and are read in the pool; the window, its pages and its painting are the program's own. The
first line is the floor: the same window with nothing to do. Bars: 50 ms up to 100,000 rows, 100 ms
for a million; the median of the rounds counts. Beside it stand the least and the worst round, the
first one, which opens a workspace as the first thing and makes every page, and the most processor
time that the window's own thread spent between two ticks, which a busy machine does not change.
Below each dialog's opening stands that of a bare one with as many widgets.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "packaging")]

import msgspec  # noqa: E402
import numpy as np  # noqa: E402
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, QTimer  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import (  # noqa: E402
    QApplication,
    QDialog,
    QGridLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from larder.app.application import (  # noqa: E402
    OpenWindow,
    end_window_session,
    make_window,
    prepare_application,
)
from larder.app.languages import speak  # noqa: E402
from larder.app.views.table_file import write_table  # noqa: E402
from larder.core.columns import save_columns  # noqa: E402
from larder.core.compare.document import (  # noqa: E402
    SharedContent,
    SharedPayload,
    SharePlan,
    SharingSource,
    StoreShares,
)
from larder.core.picture_map.document import MapFamily, PictureMap  # noqa: E402
from larder.core.quantities import Amount  # noqa: E402
from larder.core.queries.usage_document import Usage, UsageNode  # noqa: E402
from larder.core.requests.options import Answer, WorkspaceOptions  # noqa: E402
from larder.core.settings import Language  # noqa: E402
from larder.core.worker_protocol import Failed, Succeeded  # noqa: E402
from larder.core.workspace.store_kinds import StoreKind  # noqa: E402
from larder.core.writes.reports import History, PastAction  # noqa: E402
from tests.app.synthetic_build import PLAN  # noqa: E402
from tests.app.synthetic_plan import PlanRecipe, synthetic_plan  # noqa: E402
from tests.app.synthetic_survey import Recipe, synthetic_answer  # noqa: E402

BARS_MS = {100_000: 50.0, 1_000_000: 100.0}
CONFIG = '{"model_type": "STABLE_DIFFUSION_15", "resolution": "512", "concepts": []}'
DIALOGS = ("build", "clean", "clear", "match", "sourceless", "export-cache", "import-cache",
           "check", "cache-folder", "preferences", "help", "palette", "what-if")
"""Commands that open one."""
MOST_PLACED = 100_000
"""Pictures on the map."""
LEAST_S = 0.4
PATIENCE_S = 60.0


class Heartbeat(QObject):
    """Ticks in the window's event loop and keeps the longest gap, and the most work, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.begin()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def begin(self) -> None:
        """Forget what was before."""
        self.longest, self._last = 0.0, time.perf_counter()
        self.most_work, self._worked = 0.0, time.thread_time()

    def _tick(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.longest, self._last = max(self.longest, now - self._last), now
        self.most_work, self._worked = max(self.most_work, worked - self._worked), worked


class PreparedWorker:
    """Answers a survey at once with one that was made up, and nothing else."""

    answers: dict[str, Answer]

    def __init__(self, kind: str, options: Any) -> None:
        self._kind = kind

    def start(self) -> None:
        """There is nothing to start."""

    def events(self) -> Iterator[object]:
        """The one thing it says."""
        answer = self.answers.get(self._kind)
        yield Failed(problem="Not here.") if answer is None else Succeeded(answer)

    def cancel(self) -> None:
        """Do nothing: the answer was already given."""

    pause = resume = kill = cancel


@dataclass(slots=True)
class Stage:
    """A window whose gaps are taken."""

    application: QApplication
    opened: OpenWindow
    heart: Heartbeat
    workspace: Path

    def gap_of(self, act: Callable[[], object]) -> tuple[float, float]:
        """Do something from within the event loop until all has settled: longest gap, most work."""
        self.spin(0.1)
        self.heart.begin()
        QTimer.singleShot(0, act)
        self.spin(LEAST_S)
        return self.heart.longest, self.heart.most_work

    def spin(self, least_s: float) -> None:
        """Run the event loop until nothing is on its way any more."""
        began = time.perf_counter()
        while True:
            self.application.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            time.sleep(0.0002)
            past = time.perf_counter() - began
            if past > least_s and self.opened.window.is_settled:
                return
            if past > PATIENCE_S:
                raise TimeoutError("the window did not come to rest")

    @property
    def table(self) -> Any:
        """Table of the Entries page."""
        return self.opened.window.pages["entries"].table

    def open(self) -> None:
        """Open the workspace; it is closed."""
        self.opened.services.session.open(WorkspaceOptions(workspace=str(self.workspace)))

    def show_entries(self) -> None:
        """Bring the table to the front."""
        self.opened.window.show_page("entries")

    def scroll(self) -> None:
        """A hundred steps through the whole table, a paint each."""
        bar = self.table.verticalScrollBar()
        for step in range(100):
            QTimer.singleShot(step * 5, lambda step=step: bar.setValue(bar.maximum() * step // 99))

    def sort(self, column: int) -> None:
        """Click the header of a column to sort by it."""
        header = self.table.horizontalHeader()
        at = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)

    def filter(self, text: str) -> None:
        """Type into the filter field, or clear it."""
        field = self.opened.window.filter_field
        if text:
            QTest.keyClicks(field, text)
            QTest.keyClick(field, Qt.Key.Key_Return)
        else:
            field.clear()

    def select_all(self) -> None:
        """Ctrl+A in the table."""
        self.table.setFocus()
        QTest.keyClick(self.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)

    def copy(self) -> None:
        """Run the command behind Ctrl+C."""
        self.opened.services.commands.run("copy-rows")

    def export(self) -> None:
        """Two seconds of writing the table into a file, which takes a million rows a minute."""
        before = set(self.opened.services.lanes.active)
        write_table(self.opened.services, self.table.contents(), self.workspace.with_suffix(".csv"))
        for job in set(self.opened.services.lanes.active) - before:
            QTimer.singleShot(2000, lambda job=job: self.opened.services.lanes.cancel(job))

    @property
    def map(self) -> Any:
        """The Map page of the window."""
        return self.opened.window.pages["map"].view

    def pan_map(self) -> None:
        """Thirty steps to the side, as a mouse that drags the map."""
        for step in range(30):
            QTimer.singleShot(
                step * 33, lambda: self.map.plot.item.getViewBox().translateBy(x=1))

    def zoom_map(self) -> None:
        """Twenty turns of the wheel towards the middle, till points are pictures."""
        for step in range(20):
            QTimer.singleShot(
                step * 33, lambda: self.map.plot.item.getViewBox().scaleBy((0.8, 0.8)))

    def check_filtered(self) -> None:
        """Check that the filter shows some of the rows, but not all.

        Raises:
            RuntimeError: if the filter was not understood, so that no gap means anything.
        """
        model = self.opened.window.pages["entries"].model
        if not 0 < len(model.rows) < len(model.snapshot.entries):
            raise RuntimeError(f"the filter shows {len(model.rows)} rows")

    def close_dialogs(self) -> int:
        """Close whatever is open; gives how many widgets were in it.

        Raises:
            RuntimeError: if no dialog is.
        """
        dialogs = [widget for widget in self.application.topLevelWidgets()
                   if isinstance(widget, QDialog) and widget.isVisible()]
        if not dialogs:
            raise RuntimeError("no dialog was opened")
        widgets = sum(len(dialog.findChildren(QWidget)) for dialog in dialogs)
        for dialog in dialogs:
            dialog.close()
        return widgets

    def open_bare_dialog(self, widgets: int) -> None:
        """Open a plain Qt dialog with this many widgets, as a floor for the real dialogs."""
        dialog = QDialog(self.opened.window)
        dialog.finished.connect(dialog.deleteLater)
        grid = QGridLayout(dialog)
        for at in range(widgets):
            grid.addWidget(QLabel(str(at)) if at % 3 else QPushButton(str(at)), at // 4, at % 4)
        dialog.open()


def others(rows: int) -> dict[str, Answer]:
    """Return answers for the other pages of the window, sized for this many table rows."""
    groups = tuple(
        SharedContent(
            hash=f"{number:016x}", payloads=(SharedPayload(f"{number:08x}_1.pt", 4096, 2),),
            bytes=4096, bytes_saved=4096, conflict=None, conflict_kind=None, leak=False,
            sources=tuple(SharingSource(f"data/{number}-{copy}.png", "portraits")
                          for copy in range(2)))
        for number in range(rows // 100))
    tree = (UsageNode(-1, "image", rows, rows * 4096, is_folder=True), *(
        UsageNode(0, f"{number:08x}_1.pt", 1, 4096 + number) for number in range(rows // 100)))
    records = tuple(
        PastAction(store="/caches/image", at_ns=number, action="cleaned", items=number)
        for number in range(rows // 1000))
    told: dict[str, msgspec.Struct] = {
        "dups": SharePlan(
            stores=(StoreShares("image", StoreKind.INDEXED_IMAGE, contents=groups),),
            bytes_saved=0),
        "usage": Usage(files=rows, bytes=rows * 4096, tree=tree),
        "history": History(records=records)}
    return {kind: Answer(document=msgspec.json.encode(one)) for kind, one in told.items()}


def draw_map(folder: Path, count: int) -> Answer:
    """Return the answer of a map of so many pictures, all of them placed."""
    dice = np.random.default_rng(0)
    nobody = np.full(count, -1, np.int32)
    pictures = tuple(f"data/{number}.png" for number in range(count))
    drawn = PictureMap(
        layout="cache.json", family=MapFamily.LATENTS, pictures=pictures, sources=pictures,
        concept=np.zeros(count, np.int16), concept_names=("portraits",),
        sizes=dice.integers(4, 9, (count, 2)).astype(np.int32) * 128,
        caption_bytes=dice.integers(0, 1500, count),
        places=dice.normal(size=(count, 2)).astype(np.float32) * 30,
        neighbours=dice.integers(0, count, (count, 15)).astype(np.int32),
        distances=np.ones((count, 15), np.float32), outlier=np.arange(count) % 500 == 0,
        copy=nobody, mirrored=nobody, absent=0, unread=Amount(0, 0), is_settled=True,
        kept=(1.0, 1.0), skipped=())
    save_columns(folder / "map", drawn.columns())
    return Answer(document=msgspec.json.encode(drawn.document()), tables=str(folder))


def actions(stage: Stage) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the actions to measure as (name, function), in order.

    An action whose name begins with "-" is not counted.
    """
    yield "idle (the floor)", lambda: None
    yield "open a workspace", stage.open
    yield "show Entries", stage.show_entries
    yield "scroll", stage.scroll
    for title, column in (("source", 0), ("folder", 1), ("size", 6)):
        yield f"sort by {title}", lambda column=column: stage.sort(column)
    yield "select all", stage.select_all
    yield "copy", stage.copy
    yield "export the table", stage.export
    yield "sort with all selected", lambda: stage.sort(0)
    yield "filter by state", lambda: stage.filter("state:edited")
    stage.check_filtered()
    yield "filter taken back", lambda: stage.filter("")
    yield "filter by name", lambda: stage.filter("9 kind:text")
    stage.check_filtered()
    yield "filter by reason too", lambda: stage.filter(" hash")
    yield "-all again", lambda: stage.filter("")
    for page in ("Problems", "Duplicates", "Charts", "Journal", "Coverage"):
        yield f"show {page}", lambda page=page: stage.opened.window.show_page(page.lower())
    yield "show Map", lambda: stage.opened.window.show_page("map")
    yield "colour the Map", lambda: stage.map.colour.setCurrentIndex(2)
    yield "pan the Map", stage.pan_map
    yield "zoom the Map", stage.zoom_map
    yield "the whole Map", lambda: stage.map.plot.show_all()
    yield "-colour it as before", lambda: stage.map.colour.setCurrentIndex(0)
    yield "rescan", lambda: stage.opened.services.session.survey()
    for name in DIALOGS:
        yield f"open {name}", lambda name=name: stage.opened.services.commands.run(name)
        widgets = stage.close_dialogs()
        yield f"  bare, as {name}", lambda widgets=widgets: stage.open_bare_dialog(widgets)
        stage.close_dialogs()
    yield "close the workspace", lambda: stage.opened.services.session.close()


def measure(
    rows: int, rounds: int, application: QApplication,
) -> dict[str, list[tuple[float, float]]]:
    """Gap and work of each action in seconds, a pair per round; the first one warms up."""
    gaps: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        os.environ.update(LARDER_CONFIG_HOME=home, LARDER_CACHE_HOME=home)
        workspace = folder / "portraits.json"
        workspace.write_text(CONFIG, encoding="utf-8")
        PreparedWorker.answers = {"survey": synthetic_answer(
            folder / "tables", Recipe(rows=rows, drift=0.05, payload_files=1000)), **others(rows),
            "plan-build": Answer(document=msgspec.json.encode(PLAN)),
            "map": draw_map(folder / "map", min(rows, MOST_PLACED)),
            "plan-clean": synthetic_plan(folder / "plan", PlanRecipe(items=rows))}
        opened = make_window(application, remembers=False, make_worker=PreparedWorker)
        # A survey's tables go with it; these serve every round.
        opened.services.session.folder.drop = lambda path: None  # type: ignore[method-assign]
        opened.window.resize(1366, 768)
        opened.window.show()
        heart = Heartbeat()
        stage = Stage(application, opened, heart, workspace)
        stage.spin(0.05)
        for _ in range(rounds + 1):
            for name, act in actions(stage):
                gaps.setdefault(name, []).append(stage.gap_of(act))
        opened.window.close_now()
        end_window_session(opened)
    return {name: found for name, found in gaps.items() if not name.startswith("-")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[*BARS_MS])
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    application = prepare_application(["larder"])
    speak(application, Language.ENGLISH)
    failed = False
    for rows in wanted.rows:
        bar = next((bar for most, bar in BARS_MS.items() if rows <= most), BARS_MS[1_000_000])
        print(f"{rows:,} rows, bar {bar:.0f} ms; gap in ms of {wanted.rounds} rounds\n"
              f"  {'':24} median   least   worst   first   own work   at first")
        for name, found in measure(rows, wanted.rounds, application).items():
            first, *gaps = [1000 * gap for gap, _ in found]
            first_work, *work = [1000 * worked for _, worked in found]
            gap = statistics.median(gaps)
            failed |= gap > bar
            over = "  OVER" if gap > bar else ""
            print(f"  {name:24}{gap:7.1f} {min(gaps):7.1f} {max(gaps):7.1f} {first:7.1f} "
                  f"{statistics.median(work):9.1f} {first_work:9.1f}{over}", flush=True)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
