"""The Build dialog, the build it starts, and what is said when that is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import BUILDS_NAME, OpenWindow
from larder.app.build_records import BuildRecord, BuildRecords
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.building.runs import BuildMeter, ConfigBuilds
from larder.app.jobs.job import JobState
from larder.app.models.problems_model import LineKind, ProblemColumn
from larder.app.views.entries_page import EntriesPage
from larder.core.build.reports import BuildReport
from larder.core.build.scope import BuildScope
from larder.core.compare.document import ChangeRow
from larder.core.jobs import ItemFailed, Progress
from larder.core.requests.options import BuildOptions, WorkspaceOptions
from larder.core.survey.remedies import Repair
from larder.core.survey.verdicts import VERDICTS, Counted, Verdict
from larder.core.worker_protocol import Failed
from larder.core.workspace.cache_layout import CacheLayout
from tests.app.conftest import column_of, shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.app.synthetic_build import CHOOSE, EMPTY_PLAN, PLAN, REPORT, Builder
from tests.app.synthetic_survey import Recipe, synthetic_pages
from tests.support.fixtures import SAMPLE, copy_workspace

PATIENCE_MS = 30_000
CONFIG = '{"model_type": "STABLE_DIFFUSION_15"}'


@dataclass
class Stage:
    """A window on a made-up workspace whose plans and builds are scripted."""

    opened: OpenWindow
    builder: Builder
    qtbot: QtBot

    def dialog(self, command: str = "build") -> BuildDialog:
        """Open the dialog and wait for its plan."""
        self.opened.services.commands.run(command)
        dialog = self.open_dialog()
        assert dialog is not None
        self.planned()
        return dialog

    def planned(self) -> None:
        dialog = self.open_dialog()
        self.qtbot.waitUntil(
            lambda: dialog.view.isVisible() or dialog.refused.isVisible(), timeout=PATIENCE_MS)

    def open_dialog(self) -> BuildDialog | None:
        return next((found for found in self.opened.window.findChildren(BuildDialog)
                     if found.isVisible()), None)

    def build(self) -> None:
        """Press the button and wait for the worker to have begun."""
        self.dialog().footer.build.click()

    def finish(self) -> None:
        self.builder.gate.set()
        wait_until_settled(self.qtbot, self.opened)

    def options(self, kind: str) -> Any:
        return [options for asked, options in self.builder.asked if asked == kind][-1]

    @property
    def notice(self) -> str:
        notice = self.opened.window.notice_bar.notice
        return "" if notice is None else f"{notice.text} {notice.hint}".strip()

    def press(self, text: str) -> None:
        """A button of the notice bar."""
        bar = self.opened.window.notice_bar

        def shown() -> list[QPushButton]:
            return [button for button in bar.findChildren(QPushButton)
                    if button.text() == text and button.isVisible()]

        self.qtbot.waitUntil(lambda: len(shown()) == 1, timeout=PATIENCE_MS)
        shown()[0].click()


@pytest.fixture
def builder() -> Builder:
    return Builder()


@pytest.fixture
def stage(
    dressed: QApplication, qtbot: QtBot, builder: Builder, tmp_path: Path,
) -> Iterator[Stage]:
    workspace = tmp_path / "portraits.json"
    workspace.write_text(CONFIG)
    with shown_window(dressed, builder.worker) as opened:
        pages = synthetic_pages(Recipe())
        opened.services.session.adopt(WorkspaceOptions(workspace=str(workspace)), pages)
        wait_until_settled(qtbot, opened)
        stage = Stage(opened, builder, qtbot)
        yield stage
        dialog = stage.open_dialog()
        if dialog is not None:
            dialog.reject()
        stage.finish()


def texts(dialog: BuildDialog, title: str) -> list[str]:
    model = dialog.view.table.model()
    column = column_of(model, title)
    return [model.cell(at, column).text for at in range(model.rowCount())]


def test_the_plan_is_shown_by_cache_encoder_and_size(stage: Stage) -> None:
    dialog = stage.dialog()
    assert texts(dialog, "Cache") == ["image", "image", "text"]
    assert texts(dialog, "Resolution") == ["1280 × 832", "1024 × 1024", "–"]
    assert texts(dialog, "Time")[-1] == "not measured yet"
    assert dialog.footer.total.text() == "Encode 108 files · move 2 · 100 MiB · about 3 min"
    assert dialog.footer.note.text() == (
        "Time measured with 120 files. 12.0 GiB free, 11.9 GiB after.")


def test_a_plan_that_comes_at_once_waits_for_what_shows_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[object] = []
    make = BuildDialog._page_of_plan

    def noted(dialog: BuildDialog) -> QWidget:
        seen.append(dialog.plan)
        return make(dialog)

    monkeypatch.setattr(BuildDialog, "_page_of_plan", noted)
    assert stage.dialog().plan is not None
    assert seen == [None]


def test_what_is_reused_and_what_is_left_to_the_trainer_is_said(stage: Stage) -> None:
    dialog = stage.dialog()
    assert "2 of the moved files belong to renamed pictures or captions" in dialog.view.reuse.text()
    labels = [label.text() for label in dialog.view.left.findChildren(QLabel)]
    assert ("14 pictures or captions are left to the trainer. The concept old barns asks for "
            "random rotation, random hue.") in labels
    assert "1 file cannot be read and is skipped." in labels


def test_slots_that_stay_as_they_are_are_not_said_to_be_left_to_the_trainer(stage: Stage) -> None:
    stage.builder.plan = {**EMPTY_PLAN, "left_out": [{
        "store": "text", "samples": 6, "why": "A group is written whole, and 3.txt cannot be read.",
        "example": "3.txt", "stays": True}]}
    dialog = stage.dialog()
    labels = [label.text() for label in dialog.view.findChildren(QLabel)]
    assert ("6 pictures or captions are not rebuilt. A group is written whole, and 3.txt cannot "
            "be read.") in labels
    assert "Nothing else has to be built." in labels


@pytest.mark.parametrize("plan", [EMPTY_PLAN, PLAN], ids=["nothing to build", "something"])
def test_a_folder_out_of_reach_is_said_and_nothing_counts_as_up_to_date(
    stage: Stage, plan: dict[str, Any],
) -> None:
    stage.builder.plan = {**plan, "out_of_reach": [{
        "where": "data/dogs", "problem": 'The folder of the concept "dogs" is missing: /data/dogs.',
        "hint": "Connect its drive, or say where the folder is now with --map OLD=NEW or --root."}]}
    dialog = stage.dialog()
    labels = [label.text() for label in dialog.view.findChildren(QLabel)]
    assert any('The folder of the concept "dogs" is missing: /data/dogs.' in text
               and "Connect its drive" in text for text in labels)
    assert dialog.view.empty.text != "Everything is cached and up to date."
    if plan is EMPTY_PLAN:
        assert dialog.view.empty.text == (
            "There is nothing to build in the folders that can be reached.")
        assert not dialog.footer.build.isVisible()


def test_a_picture_that_takes_much_memory_is_said(stage: Stage) -> None:
    stage.builder.plan = {**PLAN, "large_pictures": [{
        "where": "a.png", "problem": "a.png takes about 1.4 GiB of memory.", "hint": ""}]}
    dialog = stage.dialog()
    assert "a.png takes about 1.4 GiB of memory." in [
        label.text() for label in dialog.view.findChildren(QLabel)]


def test_files_that_nothing_proves_are_said_where_other_models_are_asked_for(
    stage: Stage,
) -> None:
    stage.builder.plan = {**EMPTY_PLAN, "unproven": 6}
    dialog = stage.dialog()
    assert dialog.view.empty.text == "Nothing is missing."
    assert any(label.text().startswith(
        "It is not recorded how a trainer made 6 cached files, and the config has used other")
        for label in dialog.view.findChildren(QLabel))


def test_a_complete_workspace_has_nothing_to_press(stage: Stage) -> None:
    stage.builder.plan = EMPTY_PLAN
    dialog = stage.dialog()
    assert dialog.view.empty.text == "Everything is cached and up to date."
    assert not dialog.footer.build.isVisible()
    assert dialog.footer.close_button.text() == "Close"


def test_another_scope_is_planned_anew(stage: Stage) -> None:
    dialog = stage.dialog()
    dialog.view.scope.setCurrentIndex(dialog.view.scope.findData(BuildScope.MISSING))
    stage.qtbot.waitUntil(lambda: len(stage.builder.asked) == 2, timeout=PATIENCE_MS)
    stage.planned()
    assert dialog.request.scope is BuildScope.MISSING
    assert dialog.view.scope.currentText() == "Only what is not cached yet"
    assert "--only missing --apply" in dialog.view.command.command.toPlainText()


def test_it_is_asked_for_which_onetrainer_and_what_is_there_is_the_default(stage: Stage) -> None:
    dialog = stage.dialog()
    assert dialog.view.reader.isVisible()
    assert dialog.view.reader.currentText() == "pull request 1411 only (cache.json)"
    assert stage.options("plan-build").layout is None
    assert "--layout" not in dialog.view.command.command.toPlainText()
    choose_reader(stage, dialog, CacheLayout.RELEASED)
    assert stage.options("plan-build").layout == "released"
    assert "--layout released --apply" in dialog.view.command.command.toPlainText()
    choose_reader(stage, dialog, CacheLayout.INDEXED)
    assert stage.options("plan-build").layout is None


def choose_reader(stage: Stage, dialog: BuildDialog, layout: CacheLayout) -> None:
    planned = len(stage.builder.asked)
    dialog.view.reader.setCurrentIndex(dialog.view.reader.findData(layout))
    stage.qtbot.waitUntil(lambda: len(stage.builder.asked) > planned, timeout=PATIENCE_MS)
    stage.planned()


def test_where_nothing_is_cached_the_released_trainer_is_the_default(stage: Stage) -> None:
    pages = synthetic_pages(Recipe(layouts=()))
    session = stage.opened.services.session
    session.adopt(session.options, pages)
    wait_until_settled(stage.qtbot, stage.opened)
    dialog = stage.dialog()
    assert dialog.view.reader.isVisible()
    assert dialog.view.reader.currentText() == "every released OneTrainer"
    assert stage.options("plan-build").layout == "released"
    choose_reader(stage, dialog, CacheLayout.INDEXED)
    assert stage.options("plan-build").layout == "cache.json"
    assert "--layout cache.json --apply" in dialog.view.command.command.toPlainText()


def test_selected_entries_are_built_by_name_good_ones_too(stage: Stage) -> None:
    page = stage.opened.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    stage.opened.window.show_page("entries")
    page.table.clearSelection()
    page.table.selectRow(1)
    dialog = stage.dialog("build-selected")
    assert dialog.view.scope.currentText() == "Only the 1 selected entry"
    assert dialog.request.scope is BuildScope.ALL
    (store, source), = dialog.request.options.selection or ()
    row = page.model.row_at(1)
    snapshot = page.model.snapshot
    assert snapshot is not None
    assert source == snapshot.entries.source(row)
    assert store == snapshot.document.stores[int(snapshot.entries.store[row])].id


def test_the_problems_page_says_the_time_that_the_build_says(stage: Stage) -> None:
    page = stage.opened.window.pages["problems"]
    assert not stage.builder.asked
    stage.opened.window.show_page("problems")
    stage.qtbot.waitUntil(lambda: stage.opened.services.lanes.is_idle, timeout=PATIENCE_MS)
    times = {node.value.repair: page.model.index_of(node, ProblemColumn.TIME).data()
             for node in page.model.top}
    dialog = stage.dialog()
    assert times[Repair.BUILD] in dialog.footer.total.text()
    assert times[Repair.BUILD]
    assert set(times.values()) == {times[Repair.BUILD], ""}
    # The survey told the page; only the dialog plans.
    assert [kind for kind, _ in stage.builder.asked].count("plan-build") == 1


def test_a_problem_row_can_be_rebuilt(stage: Stage) -> None:
    page = stage.opened.window.pages["problems"]
    stage.opened.window.show_page("problems")
    stage.opened.services.commands.refresh()
    node = next(node for node in page.model.nodes
                if node.value.kind is LineKind.GROUP and node.value.repair is Repair.BUILD)
    page.tree.setCurrentIndex(page.model.index_of(node))
    dialog = stage.dialog("build-problem")
    assert len(dialog.request.options.selection or ()) == len(node.value.group)


def test_what_a_build_could_not_do_can_be_rebuilt_from_its_row(stage: Stage) -> None:
    page = stage.opened.window.pages["problems"]
    page.show_failures((ItemFailed("image", "data/p/a.png", "It is no picture.", retry="build"),))
    stage.opened.window.show_page("problems")
    model = page.model
    at = next(at for at in range(model.rowCount())
              if model.node(model.index(at, 0)).value.failures)
    page.tree.setCurrentIndex(model.index(at, 0))
    assert stage.dialog("build-problem").request.options.selection == (("image", "data/p/a.png"),)


def test_too_little_room_is_said_before_it_begins(stage: Stage) -> None:
    stage.builder.plan = {**PLAN, "free_bytes": 50_000_000}
    dialog = stage.dialog()
    assert "Not enough space: 47.7 MiB free, 100 MiB needed." in dialog.footer.note.text()
    assert dialog.footer.note.property("role") == "fault"


def test_a_time_that_is_not_known_can_be_measured(stage: Stage) -> None:
    stage.builder.plan = {**PLAN, "seconds": None, "measured": 0}
    dialog = stage.dialog()
    assert dialog.footer.note.text().startswith("The time is not known yet")
    assert not stage.options("plan-build").measure
    stage.builder.plan = PLAN
    dialog.footer.measure.click()
    stage.qtbot.waitUntil(lambda: len(stage.builder.asked) == 2, timeout=PATIENCE_MS)
    stage.planned()
    assert stage.options("plan-build").measure
    dialog.footer.measure.click()
    stage.qtbot.waitUntil(lambda: len(stage.builder.asked) == 3, timeout=PATIENCE_MS)
    stage.planned()
    assert stage.options("plan-build").measure
    dialog.footer.build.click()
    stage.finish()
    assert not stage.options("build").measure


def test_the_build_carries_out_the_very_plan_that_is_shown(stage: Stage) -> None:
    dialog = stage.dialog()
    dialog.view.scope.setCurrentIndex(dialog.view.scope.findData(BuildScope.MISSING))
    stage.qtbot.waitUntil(lambda: len(stage.builder.asked) == 2, timeout=PATIENCE_MS)
    stage.planned()
    shown = stage.options("plan-build").plan
    assert shown is not None
    dialog.footer.build.click()
    stage.finish()
    assert stage.options("build").plan == shown
    assert len({options.plan for _, options in stage.builder.asked}) == 2


def test_a_plan_that_is_stale_can_be_made_again_from_the_message(stage: Stage) -> None:
    stage.builder.report = Failed(
        problem="The index of /image changed after the plan was made.", hint="Plan again.",
        error="StalePlanError")
    stage.build()
    stage.finish()
    assert stage.notice == "The index of /image changed after the plan was made."
    stage.press("Plan again")
    stage.planned()
    assert stage.open_dialog() is not None


def test_a_trainer_at_work_asks_for_a_tick(stage: Stage) -> None:
    store = {**PLAN["stores"][0], "busy": ["The index changed 10 s ago."]}
    stage.builder.plan = {**PLAN, "stores": [store]}
    dialog = stage.dialog()
    assert not dialog.footer.build.isEnabled()
    dialog.view.busy.agree.setChecked(True)
    assert dialog.footer.build.isEnabled()
    assert "--even-if-busy" in dialog.view.command.command.toPlainText()


def test_missing_models_are_asked_for_inline_and_planned_with(stage: Stage, tmp_path: Path) -> None:
    stage.builder.plan = Failed(problem="There is no VAE in base.", hint=CHOOSE)
    dialog = stage.dialog()
    assert dialog.view.models.problem.text()
    assert dialog.view.models.problem.text() == (
        "Choose the VAE and text encoders. There is no VAE in base.")
    assert not dialog.footer.build.isVisible()
    stage.builder.plan = PLAN
    dialog.view.models.add(str(tmp_path))
    stage.qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    assert dialog.request.options.models == (str(tmp_path),)
    assert dialog.footer.build.isEnabled()


def test_a_model_that_cannot_be_used_is_said_with_the_plan_and_not_after_it(
    stage: Stage, tmp_path: Path,
) -> None:
    stage.builder.plan = {**PLAN, "lacks_model": {
        "where": "", "problem": "base.ckpt is a pickle.", "hint": "Convert it."}}
    dialog = stage.dialog()
    assert dialog.view.models.problem.text() == (
        "Choose the VAE and text encoders. base.ckpt is a pickle.")
    assert dialog.view.empty.isHidden(), "what would be built is there all the same"
    assert not dialog.footer.build.isEnabled()
    stage.builder.plan = PLAN
    dialog.view.models.add(str(tmp_path))
    stage.qtbot.waitUntil(dialog.footer.build.isEnabled, timeout=PATIENCE_MS)
    assert not dialog.view.models.problem.isVisible()


MIXED = {**PLAN, "other_weights": [{
    "store": "image", "model": "models/B", "kept": 0, "replaced": 40, "agreed": False,
    "others": [{"model": "models/A", "entries": 40, "path": "/train/models/A"}]}]}


def agreed(plan: dict[str, Any]) -> dict[str, Any]:
    return {**plan, "other_weights": [{**one, "agreed": True} for one in plan["other_weights"]]}


def planned_again(stage: Stage, dialog: BuildDialog, count: int) -> None:
    stage.qtbot.waitUntil(lambda: len(stage.builder.asked) == count, timeout=PATIENCE_MS)
    stage.planned()
    assert dialog.view.isVisible()


def test_payloads_of_another_model_are_asked_about_and_both_are_named(stage: Stage) -> None:
    stage.builder.plan = MIXED
    dialog = stage.dialog()
    mixture = dialog.view.mixture
    assert mixture.isVisible()
    assert mixture.text.text() == (
        "40 pictures were encoded with models/A; this build uses models/B.")
    assert not mixture.replace.isChecked()
    assert not mixture.keep.isChecked()
    assert not dialog.footer.build.isEnabled()


@pytest.mark.parametrize("word", ["replace", "keep"])
def test_a_word_on_another_models_payloads_is_planned_and_built_with(
    stage: Stage, word: str
) -> None:
    stage.builder.plan = MIXED
    dialog = stage.dialog()
    stage.builder.plan = agreed(MIXED)
    button = getattr(dialog.view.mixture, word)
    button.click()
    planned_again(stage, dialog, 2)
    assert stage.options("plan-build").other_weights == word
    assert button.isVisible()
    assert button.isChecked()
    assert f"--other-weights {word} --apply" in dialog.view.command.command.toPlainText()
    dialog.footer.build.click()
    stage.finish()
    assert stage.options("build").other_weights == word


def test_the_model_that_filled_the_cache_can_be_taken_instead(stage: Stage) -> None:
    stage.builder.plan = MIXED
    dialog = stage.dialog()
    assert dialog.view.mixture.go_on.toolTip() == "/train/models/A"
    stage.builder.plan = PLAN
    dialog.view.mixture.go_on.click()
    planned_again(stage, dialog, 2)
    assert dialog.request.options.models == ("/train/models/A",)
    assert not dialog.view.mixture.isVisible()
    assert dialog.footer.build.isEnabled()


def test_a_model_that_is_not_to_be_had_is_not_offered(stage: Stage) -> None:
    other = {"model": "models/A", "entries": 40, "path": None}
    stage.builder.plan = {**PLAN, "other_weights": [{**MIXED["other_weights"][0],
                                                     "others": [other]}]}
    assert not stage.dialog().view.mixture.go_on.isVisible()


def test_another_model_is_planned_with_and_asks_anew(stage: Stage, tmp_path: Path) -> None:
    stage.builder.plan = MIXED
    dialog = stage.dialog()
    dialog.view.mixture.keep.click()
    planned_again(stage, dialog, 2)
    dialog.view.models.add(str(tmp_path))
    planned_again(stage, dialog, 3)
    options = stage.options("plan-build")
    assert (options.models, options.other_weights) == ((str(tmp_path),), "ask")
    assert dialog.view.mixture.stands_in_the_way


def test_a_build_that_would_mix_models_opens_the_dialog_again(stage: Stage) -> None:
    stage.builder.report = Failed(
        problem="40 pictures were encoded with models/A; this build uses models/B.",
        hint="Encode them again with --other-weights replace.")
    stage.dialog()
    stage.builder.plan = MIXED
    stage.build()
    stage.qtbot.waitUntil(lambda: stage.open_dialog() is not None, timeout=PATIENCE_MS)
    stage.planned()
    dialog = stage.open_dialog()
    assert dialog is not None
    assert dialog.view.mixture.stands_in_the_way
    assert not dialog.view.models.problem.text()


def test_models_are_remembered_for_the_workspace(stage: Stage, tmp_path: Path) -> None:
    dialog = stage.dialog()
    dialog.view.models.add(str(tmp_path))
    planned_again(stage, dialog, 2)
    assert stage.options("plan-build").models == (str(tmp_path),)
    dialog.footer.build.click()
    stage.finish()
    assert stage.dialog().view.models.models == (str(tmp_path),)


def test_device_precision_and_batch_go_into_build_and_command(stage: Stage) -> None:
    dialog = stage.dialog()
    for combo, value in ((dialog.view.device.device, "cuda"),
                         (dialog.view.device.dtype, "bfloat16"),
                         (dialog.view.device.batch, "8")):
        combo.setCurrentIndex(combo.findData(value))
        stage.planned()
    command = dialog.view.command.command.toPlainText()
    assert "--device cuda --dtype bfloat16 --batch 8" in command
    dialog.footer.build.click()
    stage.finish()
    assert (stage.options("build").device, stage.options("build").batch) == ("cuda", 8)


def test_a_build_closes_the_dialog_and_tells_its_outcome(stage: Stage) -> None:
    stage.build()
    assert stage.open_dialog() is None
    assert stage.opened.window.jobs.lines[0].job.request.title.startswith("Build ")
    stage.finish()
    assert stage.notice == (
        "Built 108 files, 100 MiB. 8 were reused, not encoded.")


def test_a_build_from_what_if_says_that_the_config_still_asks_for_something_else(
    stage: Stage,
) -> None:
    stage.build()
    work = stage.opened.window.findChild(ConfigBuilds)
    record = BuildRecord(
        name="portraits", build=BuildOptions(workspace="portraits.json"),
        changes=(ChangeRow(setting="resolution", old="256", new="320"),
                 ChangeRow(setting="resolution", old="256", new="320")))
    report = msgspec.convert(REPORT, BuildReport)
    notice = work._result(report, record, ())
    assert "The build used other settings than your config: Resolution 256 → 320." in (
        notice.hint)
    assert "your config" not in work._result(
        report, msgspec.structs.replace(record, changes=()), ()).hint
    stage.finish()


def test_no_second_build_starts_beside_a_running_one(stage: Stage) -> None:
    stage.build()
    stage.opened.services.commands.refresh()
    assert not stage.opened.services.commands.action("build").isEnabled()
    stage.finish()
    assert stage.opened.services.commands.action("build").isEnabled()


def test_progress_has_two_levels(stage: Stage) -> None:
    stage.builder.progress = (Progress("encoding pictures", 54, 96, "payloads"),)
    stage.build()
    line = stage.opened.window.jobs.lines[0]
    meter = line.findChild(BuildMeter)
    assert meter is not None
    stage.qtbot.waitUntil(lambda: meter.bar.value() == 500, timeout=PATIENCE_MS)
    assert meter.text.text() == "54 of 108"
    assert line.text.text.startswith("Encoding pictures · 54 of 96")
    stage.finish()
    assert not meter.isVisible()


def test_cancel_stops_after_the_item_and_says_what_is_kept(stage: Stage) -> None:
    stage.builder.report = {**REPORT, "built": 54, "encoded": 54, "copied": 0, "done": 54}
    stage.build()
    line = stage.opened.window.jobs.lines[0]
    line.stop.click()
    assert line.job.state is JobState.STOPPING
    assert line.text.text == "Stopping after this item…"
    wait_until_settled(stage.qtbot, stage.opened)
    assert stage.notice == "Stopped: 54 of 108 kept. The next build continues from there."


def test_a_build_is_paused_and_resumed_from_its_line(stage: Stage) -> None:
    stage.builder.progress = (Progress("encoding pictures", 54, 96, "payloads"),)
    stage.build()
    line = stage.opened.window.jobs.lines[0]
    stage.qtbot.waitUntil(lambda: line.job.progress is not None, timeout=PATIENCE_MS)
    assert (line.pause.text(), line.pause.accessibleName()) == (
        "Pause", f"Pause {line.job.request.title}")
    line.pause.click()
    assert line.text.text == "Pausing after this item…"
    assert line.pause.text() == "Resume"
    stage.qtbot.waitUntil(lambda: line.job.state is JobState.PAUSED, timeout=PATIENCE_MS)
    assert line.text.text == "Paused · Encoding pictures · 54 of 96 · finished items are saved"
    assert line.findChild(BuildMeter).text.text() == "54 of 108"
    assert (line.pause.text(), line.pause.accessibleName()) == (
        "Resume", f"Resume {line.job.request.title}")
    assert not line.pause.icon().isNull()
    assert line.pause.shortcut().isEmpty()
    line.pause.click()
    assert line.job.state is JobState.RUNNING
    assert line.text.text.startswith("Encoding pictures · 54 of 96")
    stage.finish()
    assert not line.pause.isVisible()
    assert stage.notice.startswith("Built 108 files")


def test_a_paused_build_can_be_cancelled(stage: Stage) -> None:
    stage.builder.report = {**REPORT, "built": 54, "encoded": 54, "copied": 0, "done": 54}
    stage.build()
    line = stage.opened.window.jobs.lines[0]
    line.pause.click()
    stage.qtbot.waitUntil(lambda: line.job.state is JobState.PAUSED, timeout=PATIENCE_MS)
    line.stop.click()
    assert line.job.state is JobState.STOPPING
    assert not line.pause.isVisible()
    wait_until_settled(stage.qtbot, stage.opened)
    assert stage.notice == "Stopped: 54 of 108 kept. The next build continues from there."


def test_failed_sources_are_problem_rows_that_can_be_retried(stage: Stage) -> None:
    failed = {"store": "image", "source": "data/p/a.png", "why": "It is no picture."}
    stage.builder.progress = (
        ItemFailed("image", "data/p/a.png", "It is no picture.", retry="build"),)
    stage.builder.report = {**REPORT, "built": 107, "failed": [failed]}
    stage.build()
    stage.builder.gate.set()
    stage.qtbot.waitUntil(lambda: bool(stage.notice), timeout=PATIENCE_MS)
    assert "1 file could not be built." in stage.notice
    assert len(stage.opened.window.jobs.lines[0].job.problems) <= 1
    stage.builder.report = REPORT
    stage.press("Retry failed files")
    wait_until_settled(stage.qtbot, stage.opened)
    assert stage.options("build").selection == (("image", "data/p/a.png"),)


def test_a_full_drive_is_said_with_what_is_kept_free_and_needed(stage: Stage) -> None:
    stage.builder.report = {**REPORT, "done": 54, "disk_full": True, "free_bytes": 33_554_432,
                            "needed_bytes": 52_428_800}
    stage.build()
    stage.finish()
    assert stage.notice.startswith(
        "The drive is full: 54 of 108 kept. 32.0 MiB free, 50.0 MiB needed for the rest.")


def test_a_build_without_models_opens_the_dialog_again_with_the_reason(stage: Stage) -> None:
    stage.builder.report = Failed(problem=CHOOSE, hint="The base model has no VAE.")
    stage.build()
    stage.builder.gate.set()
    stage.qtbot.waitUntil(lambda: stage.open_dialog() is not None, timeout=PATIENCE_MS)
    stage.planned()
    dialog = stage.open_dialog()
    assert dialog.view.models.problem.text() == (
        "Choose the VAE and text encoders. The base model has no VAE.")
    assert not dialog.footer.build.isEnabled()


def test_a_running_build_is_on_record_and_no_longer_when_it_is_over(stage: Stage) -> None:
    records = stage.opened.services.session.folder.path / BUILDS_NAME
    stage.builder.progress = (Progress("encoding pictures", 10, 108, "payloads"),)
    stage.build()
    stage.qtbot.waitUntil(lambda: any(records.glob("*.json")), timeout=PATIENCE_MS)
    assert BuildRecords(records).list_stopped() == []
    stage.finish()
    assert list(records.iterdir()) == []


def test_a_real_build_leaves_nothing_missing_that_can_be_made(
    dressed: QApplication, qtbot: QtBot, known_workspace: Callable[[str], Path], tmp_path: Path,
) -> None:
    copy_workspace(known_workspace(SAMPLE).parents[1], tmp_path / "sample")
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.session.open(WorkspaceOptions(
            workspace=str(tmp_path / "sample" / "training_presets" / "config.json")))
        wait_until_settled(qtbot, opened)
        opened.services.commands.run("build")
        dialog = opened.window.findChild(BuildDialog)
        qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
        planned = dialog.plan.payloads
        dialog.view.busy.agree.setChecked(True)
        dialog.footer.build.click()
        wait_until_settled(qtbot, opened)
        notice = opened.window.notice_bar.notice
        assert notice.text.startswith(f"Built {planned} files")
        snapshot = opened.services.session.snapshot
        ids = [store.id for store in snapshot.document.stores]
        # Caches of other kinds lie beside them, which the config's trainer does not fill.
        built = snapshot.counts[[ids.index("image"), ids.index("text")]]
        left = [verdict for verdict, row in VERDICTS.items() if row.counts_as is Counted.STALE]
        assert not built[..., [*left, Verdict.MISSING_PAYLOAD, Verdict.MISSING_VARIANT]].any()
        images = ids.index("image")
        assert not snapshot.counts[images, :, Verdict.MISSING_ENTRY].any()


@pytest.mark.parametrize("size", [(540, 400), (1400, 900)])
def test_every_control_has_a_name_and_the_dialog_fits(
    stage: Stage, size: tuple[int, int],
) -> None:
    dialog = stage.dialog()
    dialog.resize(*size)
    assert dialog.minimumSizeHint().width() <= 540
    for widget in (dialog.view.scope, dialog.view.table, dialog.view.device.device):
        assert widget.accessibleName()
