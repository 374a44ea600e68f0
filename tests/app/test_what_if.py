"""The What-if dialog: an editable copy, judged by core, that never becomes the trainer's config."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.building.texts import list_work
from larder.app.dialogs.what_if.dialog import WhatIfDialog
from larder.app.dialogs.what_if.results import ChangeTable
from larder.app.dialogs.what_if.settings import MIXED, ConfigDraft, read_config_text, settings_of
from larder.core.build.rates import BuildRate, EncoderRates, note_rates
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import cache_home
from larder.core.workspace.model_types import MODEL_TYPES
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.app.synthetic_build import PLAN, Builder
from tests.support.fixtures import CONFIG, SAMPLE

PATIENCE_MS = 60_000


@pytest.fixture
def sample(known_workspace: Callable[[str], Path]) -> Path:
    """The sample workspace; what is tested here writes nothing into it."""
    return known_workspace(SAMPLE).parents[1]


@dataclass
class Stage:
    """A window on the sample, with the dialog open."""

    opened: OpenWindow
    dialog: WhatIfDialog
    qtbot: QtBot
    config: Path

    def enter(self, setting: str, text: str) -> None:
        """Enter a value as a user does, and wait for what comes of it."""
        field = self.dialog.form.line(setting).editor.field
        if isinstance(field, QComboBox):
            field.setCurrentText(text)
        else:
            assert isinstance(field, QLineEdit)
            field.selectAll()
            self.qtbot.keyClicks(field, text)
        self.settle()

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: self.dialog.is_settled, timeout=PATIENCE_MS)

    def row(self, at: int = 0) -> list[str]:
        """Setting, old, new, invalidates."""
        model = self.dialog.results.model
        return [model.cell(at, column).text for column in list(ChangeTable.columns)[:4]]


@pytest.fixture(scope="module")
def on_sample(
    dressed: QApplication, known_workspace: Callable[[str], Path],
) -> Iterator[OpenWindow]:
    """A window that every test asks anew: what is tested here changes nothing in it."""
    with shown_window(dressed, Builder(plan=PLAN).worker) as opened:
        opened.services.session.open(WorkspaceOptions(workspace=str(known_workspace(SAMPLE))))
        yield opened


@pytest.fixture
def stage(on_sample: OpenWindow, qtbot: QtBot, sample: Path) -> Iterator[Stage]:
    wait_until_settled(qtbot, on_sample)
    on_sample.services.commands.run("what-if")
    dialog = on_sample.window.findChild(WhatIfDialog)
    qtbot.waitUntil(lambda: dialog.draft is not None and dialog.is_settled, timeout=PATIENCE_MS)
    yield Stage(on_sample, dialog, qtbot, sample / CONFIG)
    for kind in (WhatIfDialog, BuildDialog):
        for left in on_sample.window.findChildren(kind):
            left.reject()
    wait_until_settled(qtbot, on_sample)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert on_sample.window.findChild(WhatIfDialog) is None


def test_it_begins_with_the_config_as_it_is(stage: Stage) -> None:
    assert stage.dialog.form.line("resolution").now.text == "256"
    results = stage.dialog.results
    assert results.table.isVisible()
    assert results.suggestions.isVisible()
    assert not stage.dialog.footer.copy_report.isEnabled()
    assert not stage.dialog.footer.build.isEnabled()


def test_another_resolution_makes_pictures_useless(stage: Stage) -> None:
    stage.enter("resolution", "384")
    assert stage.row() == ["Resolution", "256", "384", "Pictures"]
    assert stage.dialog.results.summary.text().startswith("Encode ")
    assert stage.dialog.footer.build.isEnabled()


def test_masks_switched_on_or_off_are_judged(stage: Stage) -> None:
    stage.enter("masked_training", "off")
    assert stage.row()[:3] == ["Masked Training", "on", "off"]


def test_a_learning_rate_costs_nothing(stage: Stage) -> None:
    stage.enter("learning_rate", "0.0001")
    assert stage.row() == ["Learning Rate", "0.0003", "0.0001", "Nothing"]
    assert stage.dialog.results.summary.text() == (
        "Nothing has to be built: all cached files stay valid.")
    assert not stage.dialog.footer.build.isEnabled()


def test_concept_settings_change_in_every_concept(stage: Stage) -> None:
    stage.enter("text_variations", "3")
    rows = [stage.row(at)[0] for at in range(stage.dialog.results.model.rowCount())]
    assert "landscapes · Text Variations" in rows


def test_the_trainers_config_is_never_written(stage: Stage) -> None:
    before = stage.config.read_bytes()
    stage.enter("resolution", "512")
    assert stage.config.read_bytes() == before


def test_a_value_that_makes_no_sense_is_marked_and_not_asked_about(stage: Stage) -> None:
    stage.enter("batch_size", "many")
    assert stage.dialog.form.line("batch_size").editor.field.property("fault")
    assert stage.dialog.results.model.rowCount() == 0


def test_a_resolution_that_is_none_is_refused_in_words(stage: Stage) -> None:
    stage.enter("resolution", "large")
    assert stage.dialog.results.summary.text() == "These settings cannot be compared."
    assert stage.dialog.results.empty.text


def test_a_change_can_be_taken_back(stage: Stage) -> None:
    stage.enter("resolution", "384")
    line = stage.dialog.form.line("resolution")
    assert line.reset.isVisible()
    line.reset.click()
    stage.settle()
    assert line.editor.field.text() == "256"
    assert stage.dialog.results.model.rowCount() == 0


def test_another_config_file_stands_beside_ones_own(stage: Stage, tmp_path: Path) -> None:
    raw = json.loads(stage.config.read_text())
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**raw, "resolution": "512", "learning_rate": 1e-5}))
    stage.dialog.compare_with(other)
    stage.qtbot.waitUntil(lambda: stage.dialog.results.model.rowCount() > 0, timeout=PATIENCE_MS)
    assert {stage.row(at)[0] for at in range(2)} == {"Resolution", "Learning Rate"}
    stage.dialog.head.start_over.click()
    stage.settle()
    assert stage.dialog.form.line("resolution").editor.field.text() == "256"


def test_a_preset_without_concepts_takes_the_workspaces(stage: Stage, tmp_path: Path) -> None:
    raw = json.loads(stage.config.read_text())
    other = tmp_path / "preset.json"
    other.write_text(json.dumps({
        key: value for key, value in {**raw, "resolution": "320"}.items()
        if key != "concept_file_name"}))
    stage.dialog.compare_with(other)
    stage.qtbot.waitUntil(lambda: stage.dialog.results.model.rowCount() > 0, timeout=PATIENCE_MS)
    assert [stage.row(at)[0] for at in range(stage.dialog.results.model.rowCount())] == [
        "Resolution"]


def test_a_file_that_is_no_config_is_refused_in_words(stage: Stage, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    stage.dialog.compare_with(broken)
    stage.qtbot.waitUntil(lambda: "not valid JSON" in stage.dialog.results.empty.text,
                          timeout=PATIENCE_MS)


def test_the_report_is_text_for_the_clipboard(stage: Stage) -> None:
    stage.enter("resolution", "384")
    stage.dialog.footer.copy_report.click()
    report = QGuiApplication.clipboard().text()
    assert report.startswith(f"What if, for {stage.config}\n")
    assert "Resolution  256  384" in report


def test_a_build_opens_for_the_copy_and_says_so(stage: Stage) -> None:
    stage.enter("resolution", "384")
    stage.dialog.footer.build.click()
    dialog = stage.opened.window.findChild(BuildDialog)
    stage.qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    about = dialog.request.options
    assert Path(about.workspace).name.startswith("what-if")
    assert about.root == str(stage.config.parents[1])
    assert json.loads(Path(about.workspace).read_text())["resolution"] == "384"
    assert "Resolution 256 → 384" in dialog.view.changes.text()


@pytest.mark.parametrize(("setting", "value"), [("resolution", "320"), ("train_dtype", "FLOAT_16")])
def test_what_if_and_build_say_the_same_of_one_change(
    dressed: QApplication, qtbot: QtBot, sample: Path, setting: str, value: str
) -> None:
    for content, pixels in (("image", 65_536), ("text", 0)):
        note_rates(cache_home(), EncoderRates(
            encoder=f"patch-means {content}", device="cpu", name="patch-means", start_s=60.0,
            rates=(BuildRate(pixels=pixels, payloads=10, seconds=20.0, bytes=300_000),)),
            asked="cpu")
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.session.open(WorkspaceOptions(workspace=str(sample / CONFIG)))
        wait_until_settled(qtbot, opened)
        opened.services.commands.run("what-if")
        dialog = opened.window.findChild(WhatIfDialog)
        qtbot.waitUntil(lambda: dialog.draft is not None and dialog.is_settled, timeout=PATIENCE_MS)
        stage = Stage(opened, dialog, qtbot, sample / CONFIG)
        stage.enter(setting, value)
        document = dialog.results.document
        said = dialog.results.summary.text()
        dialog.footer.build.click()
        build = opened.window.findChild(BuildDialog)
        qtbot.waitUntil(lambda: build.plan is not None, timeout=PATIENCE_MS)
        assert document.payloads > sum(row.payloads for row in document.totals) > 0
        assert (build.plan.payloads, build.plan.seconds, build.plan.entries) == (
            document.payloads, document.seconds, document.build.entries)
        assert document.work == build.plan.work
        assert said.startswith(" · ".join(list_work(build.plan.work)))
        anyway = document.build.built_anyway
        assert f"{anyway} files are missing or need rebuilding already." in said
        work = build.plan.work
        assert work.encodes + work.copies == document.payloads
        assert build.footer.total.text().startswith(f"Encode {work.encodes} files")
        assert said.splitlines()[0].rpartition(" · ")[2] in build.footer.total.text()
        build.reject()
        wait_until_settled(qtbot, opened)


def test_the_wheel_scrolls_the_form_and_changes_no_value(stage: Stage) -> None:
    combo = stage.dialog.form.line("masked_training").editor.field
    assert combo.focusPolicy() & Qt.FocusPolicy.ClickFocus
    stage.dialog.footer.close_button.setFocus()
    before = combo.currentText()
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(0, 0), QPoint(0, -240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(combo, event)
    assert combo.currentText() == before


def test_a_workspace_without_a_config_says_what_to_do(
    dressed: QApplication, qtbot: QtBot, sample: Path,
) -> None:
    with shown_window(dressed, Builder().worker) as opened:
        opened.services.session.open(
            WorkspaceOptions(workspace=str(sample / "workspace-cache" / "run" / "image")))
        wait_until_settled(qtbot, opened)
        opened.services.commands.run("what-if")
        dialog = opened.window.findChild(WhatIfDialog)
        assert "no config to change" in dialog.refused.text
        dialog.reject()


@pytest.mark.parametrize("model_type", [*MODEL_TYPES, "SOMETHING_NEW"])
def test_every_model_type_has_a_form_without_doubles(model_type: str) -> None:
    names = [spec.name for spec in settings_of(model_type, has_concepts=True)]
    assert len(names) == len(set(names))
    assert {"resolution", "masked_training", "learning_rate"} <= set(names)


def test_settings_that_concepts_differ_in_are_mixed_until_entered(tmp_path: Path) -> None:
    concepts = [{"path": "a", "image_variations": 1}, {"path": "b", "image_variations": 2}]
    file = tmp_path / "c.json"
    file.write_text(json.dumps({"model_type": "Z_IMAGE", "concepts": concepts}))
    text = read_config_text(file, WorkspaceOptions(workspace=str(file)), str(tmp_path))
    spec = next(spec for spec in settings_of("Z_IMAGE", has_concepts=True)
                if spec.name == "image_variations")
    draft = ConfigDraft(text)
    assert draft.value(spec) is MIXED
    draft = draft.with_edit(spec, 4)
    assert [one["image_variations"] for one in draft.document()["concepts"]] == [4, 4]


def test_what_people_try_first_takes_one_click_and_builds_what_it_says(stage: Stage) -> None:
    offered = stage.dialog.results.suggestions
    words = [button.text() for button in offered.buttons]
    assert words[:3] == ["Resolution 512", "Resolution 768", "Resolution 1024"]
    assert words[-1] == "Another VAE…"
    offered.buttons[0].click()
    stage.settle()
    assert stage.row()[:3] == ["Resolution", "256", "512"]
    assert offered.isHidden()
    assert stage.dialog.form.line("resolution").is_changed
    stage.dialog.head.start_over.click()
    stage.settle()
    assert offered.isVisible()
    offered.buttons[-1].click()
    assert stage.dialog.form.line("vae.model_name").editor.field.hasFocus()
