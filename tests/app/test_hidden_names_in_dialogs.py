"""With names hidden no dialog, panel, message or command line that is shown says one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.build_records import BuildRecord
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.building.request import BuildRequest
from larder.app.dialogs.building.texts import build_notice, resume_notice
from larder.app.dialogs.cleaning.dialog import CleanDialog
from larder.app.dialogs.cleaning.prune_forms import ClearForm
from larder.app.dialogs.moved_dialog import MovedDialog
from larder.app.dialogs.source_building.dialog import SourceBuildDialog
from larder.app.dialogs.survey_dialogs import CheckDialog
from larder.app.dialogs.what_if.dialog import WhatIfDialog
from larder.app.notices import Notice, NoticeItem
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone
from larder.app.presentation.shown_names import ShownNames
from larder.app.views.page import LazyPage
from larder.core.build.reports import BuildReport
from larder.core.clean.plan import CleanReason
from larder.core.compare.document import ChangeRow
from larder.core.jobs import ItemFailed, Progress
from larder.core.requests.options import BuildOptions, WorkspaceOptions
from larder.core.worker_protocol import Failed
from larder.core.workspace.store_kinds import StoreKind
from larder.core.writes.reports import LeftSource, Relocation, SampledFile, SampleState
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.app.synthetic_build import PLAN, REPORT, Builder
from tests.app.synthetic_survey import Recipe, synthetic_pages
from tests.support.cleaning import CONFIG, applied, planned
from tests.support.fixtures import SAMPLE, copy_workspace
from tests.support.source_building import write_text
from tests.support.widget_texts import telling_texts

PATIENCE_MS = 60_000
TELLING = ("portraits", "barns", "anna", "Anna", "IMG", "secret")
SAMPLE_CONFIG = "training_presets/config.json"
SAMPLE_NAMES = ("landscapes", "still-life", "Still life", "Landscapes", "secret", "anna")

PRIVATE_PLAN: dict[str, Any] = {
    **PLAN,
    "stores": [{"id": "image", "path": "/home/anna/cache/image", "entries": 56, "reordered": 0,
                "busy": ["/home/anna/cache/image/cache.json was written a moment ago."]}],
    "left_out": [{"store": "image", "samples": 14, "example": "/home/anna/my beach/IMG 1.jpg",
                  "why": "The concept portraits asks for random rotation."}],
    "broken": [{"store": "image", "source": "/home/anna/my beach/IMG 2.png",
                "why": "The header of /home/anna/my beach/IMG 2.png cannot be read."}],
}
PRIVATE_REPORT: dict[str, Any] = {
    **REPORT, "failed": [{"store": "image", "source": "/home/anna/my beach/IMG 2.png",
                          "why": "/home/anna/my beach/IMG 2.png cannot be read."}]}


@dataclass
class Stage:
    """A window on a made-up workspace whose names are hidden; what it builds is scripted."""

    opened: OpenWindow
    builder: Builder
    qtbot: QtBot

    def hide(self, hidden: bool) -> None:
        self.opened.services.look.hide_names(hidden)

    def build_dialog(self) -> BuildDialog:
        self.opened.services.commands.run("build")
        dialog = self.opened.window.findChild(BuildDialog)
        self.planned(dialog)
        return dialog

    def planned(self, dialog: BuildDialog) -> None:
        self.qtbot.waitUntil(lambda: dialog.view.isVisible() or dialog.refused.isVisible(),
                             timeout=PATIENCE_MS)

    def finish(self) -> None:
        self.builder.gate.set()
        wait_until_settled(self.qtbot, self.opened)

    def says_names_only_while_shown(self, root: QWidget, *names: str) -> None:
        """Nothing tells while they are hidden; each is there when they are shown, and goes."""
        assert telling_texts(root, TELLING) == set()
        self.hide(False)
        for name in names:
            assert telling_texts(root, (name,)), name
        self.hide(True)
        assert telling_texts(root, TELLING) == set()


@pytest.fixture
def stage(dressed: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    builder = Builder(plan=PRIVATE_PLAN, report=PRIVATE_REPORT)
    workspace = tmp_path / "secret portraits" / "portraits.json"
    workspace.parent.mkdir()
    workspace.write_text('{"model_type": "STABLE_DIFFUSION_15"}')
    with shown_window(dressed, builder.worker) as opened:
        opened.services.look.hide_names(True)
        pages = synthetic_pages(Recipe())
        opened.services.session.adopt(WorkspaceOptions(workspace=str(workspace)), pages)
        wait_until_settled(qtbot, opened)
        stage = Stage(opened, builder, qtbot)
        yield stage
        for dialog in opened.window.findChildren(BuildDialog):
            dialog.reject()
        stage.finish()


def test_the_build_dialog(stage: Stage) -> None:
    dialog = stage.build_dialog()
    dialog.view.show_command.setChecked(True)
    dialog.view.disclose.setChecked(True)
    dialog.view.models.add("/home/anna/secret models/vae of anna")
    dialog.view.show_missing_models("Nothing in /home/anna/secret models/vae of anna is a VAE.")
    stage.says_names_only_while_shown(
        dialog, "secret portraits/portraits.json", "The concept portraits asks",
        "/home/anna/my beach/IMG 1.jpg", "IMG 2.png", "was written a moment ago",
        "vae of anna", "is a VAE")


def test_a_build_for_changed_settings(stage: Stage) -> None:
    dialog = stage.build_dialog()
    rows = (ChangeRow(setting="image_variations", concept="portraits", old=1, new=2),
            ChangeRow(setting="vae.model_name", old="secret.safetensors", new="vae of anna"))
    dialog.view.show_request(
        BuildRequest(BuildOptions(workspace="/home/anna/w.json"), changes=rows))
    stage.says_names_only_while_shown(
        dialog.view, "portraits · Image Variations", "secret.safetensors → vae of anna")
    assert "1 → 2" in dialog.view.changes.text()


def test_a_command_is_copied_as_it_runs_and_shown_with_marks(stage: Stage) -> None:
    dialog = stage.build_dialog()
    panel = dialog.view.command
    shown = panel.command.toPlainText()
    assert shown.startswith("larder build folder-")
    assert not any(name in shown for name in TELLING)
    panel.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert "portraits.json" in copied
    assert panel.copy.toolTip()
    stage.hide(False)
    assert panel.command.toPlainText() == copied
    assert not panel.copy.toolTip()


def test_a_plan_that_cannot_be_made(stage: Stage) -> None:
    stage.builder.plan = Failed(
        problem="/home/anna/secret portraits/portraits.json is gone.", hint="Look for portraits.",
        details="at /home/anna/x.py")
    dialog = stage.build_dialog()
    assert dialog.refused.isVisible()
    stage.says_names_only_while_shown(dialog, "Look for portraits.")
    dialog.refused.copy.click()
    assert not any(name in QGuiApplication.clipboard().text() for name in TELLING)


def test_the_jobs_panel_and_the_message_of_a_build(stage: Stage) -> None:
    stage.builder.progress = (
        Progress("encoding", 3, 9, "payloads"),
        ItemFailed(item="/home/anna/my beach/IMG 2.png", problem="IMG 2.png is broken.",
                   store="/home/anna/cache/image"))
    dialog = stage.build_dialog()
    dialog.view.busy.agree.setChecked(True)
    dialog.footer.build.click()
    stage.qtbot.waitUntil(lambda: bool(stage.opened.window.jobs.lines), timeout=PATIENCE_MS)
    panel, bar = stage.opened.window.jobs, stage.opened.window.notice_bar
    stage.says_names_only_while_shown(panel, "Build portraits", "Cancel Build portraits")
    stage.finish()
    stage.says_names_only_while_shown(stage.opened.window, "Build portraits")
    stage.says_names_only_while_shown(bar, "IMG 2.png")
    stage.opened.services.session.close()
    assert telling_texts(stage.opened.window, TELLING) == set()


def test_a_job_that_failed_says_why_without_names(stage: Stage) -> None:
    stage.builder.report = Failed(problem="/home/anna/secret portraits is full of portraits.")
    dialog = stage.build_dialog()
    dialog.view.busy.agree.setChecked(True)
    dialog.footer.build.click()
    stage.finish()
    stage.says_names_only_while_shown(stage.opened.window.jobs, "is full of")
    stage.says_names_only_while_shown(stage.opened.window.notice_bar, "is full of")


def test_the_offer_to_go_on_with_a_build(stage: Stage) -> None:
    record = BuildRecord(name="portraits", done=3, total=9,
                         build=BuildOptions(workspace="/home/anna/w.json"))
    stage.opened.services.notices.post(
        resume_notice(record, stage.opened.services.look.figures, ()))
    stage.says_names_only_while_shown(
        stage.opened.window.notice_bar, "The build of portraits stopped")


def test_a_report_of_what_was_left_is_copied_without_names(stage: Stage) -> None:
    left = (NoticeItem(name="/home/anna/my beach/IMG 1.jpg", store="image", why="It changed."),)
    stage.opened.services.notices.post(Notice(tone=Tone.WARNING, text="Built.", left=left))
    bar = stage.opened.window.notice_bar
    stage.says_names_only_while_shown(bar, "image//home/anna/my beach/IMG 1.jpg: It changed.")
    bar._copy.click()
    copied = QGuiApplication.clipboard().text()
    assert copied.endswith(": It changed.")
    assert "my beach" not in copied


def test_where_a_folder_is_now_and_how_closely_to_check(stage: Stage) -> None:
    services, window = stage.opened.services, stage.opened.window
    dialog = MovedDialog(services, window)
    dialog._page_of_plan()
    dialog._be_wide_enough()
    dialog._on_planned(dialog._job, Relocation(
        old="/mnt/anna/secret", new="/mnt/anna", missing=("/mnt/anna/secret", "E:\\barns"),
        proposals=("/mnt/anna",), sample=(SampledFile(
            "image", "/mnt/anna/my beach.jpg", "/mnt/anna/my beach.jpg", SampleState.OTHER),)))
    stage.says_names_only_while_shown(dialog, "/mnt/anna/secret", "E:\\barns")
    chosen: list[tuple[str, str]] = []
    dialog.reading_wanted.connect(lambda *pair: chosen.append(pair))
    dialog.old.setCurrentIndex(dialog.old.findData("E:\\barns"))
    dialog.only_read.click()
    assert chosen == [("E:\\barns", "/mnt/anna")]
    assert services.session.snapshot is not None
    check = CheckDialog(services.session.snapshot, services.look.figures, window)
    stage.qtbot.addWidget(check)
    assert telling_texts(check, TELLING) == set()


@pytest.fixture(scope="module")
def sample(
    known_workspace: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    folder = tmp_path_factory.mktemp("anna") / "secret"
    copy_workspace(known_workspace(SAMPLE).parents[1], folder)
    config = folder / SAMPLE_CONFIG
    raw = json.loads(config.read_text())
    raw["vae"] = {**raw.get("vae", {}), "model_name": "/home/anna/secret vae.safetensors"}
    config.write_text(json.dumps(raw))
    other = {**raw, "resolution": "384", "vae": {**raw["vae"], "model_name": "anna's own"}}
    (config.parent / "other of anna.json").write_text(json.dumps(other))
    return folder


def test_the_what_if_dialog(dressed: QApplication, qtbot: QtBot, sample: Path) -> None:
    with shown_window(dressed, Builder(plan=PLAN).worker) as opened:
        look, names = opened.services.look, SAMPLE_NAMES
        opened.services.session.open(WorkspaceOptions(workspace=str(sample / SAMPLE_CONFIG)))
        wait_until_settled(qtbot, opened)
        look.hide_names(True)
        opened.services.commands.run("what-if")
        dialog = opened.window.findChild(WhatIfDialog)
        qtbot.waitUntil(lambda: dialog.draft is not None and dialog.is_settled, timeout=PATIENCE_MS)
        field = dialog.form.line("image_variations").editor.field
        assert isinstance(field, QLineEdit | QComboBox)
        qtbot.keyClicks(field, "3")
        qtbot.waitUntil(lambda: dialog.is_settled, timeout=PATIENCE_MS)
        assert dialog.results.model.rowCount() > 1
        assert telling_texts(dialog, names) == set()
        dialog.compare_with(sample / SAMPLE_CONFIG.replace("config", "other of anna"))
        qtbot.waitUntil(lambda: dialog.is_settled, timeout=PATIENCE_MS)
        assert dialog.results.model.rowCount() >= 2
        assert telling_texts(dialog, names) == set()
        dialog.footer.copy_report.click()
        report = QGuiApplication.clipboard().text()
        assert "384" in report
        assert not any(name in report for name in names)
        look.hide_names(False)
        for name in ("secret vae.safetensors", "compared with other of anna.json", "anna's own"):
            assert telling_texts(dialog, (name,)), name
        look.hide_names(True)
        assert telling_texts(dialog, names) == set()
        dialog.reject()
        wait_until_settled(qtbot, opened)


def test_a_config_that_cannot_be_compared(
    dressed: QApplication, qtbot: QtBot, sample: Path, tmp_path: Path,
) -> None:
    broken = tmp_path / "list of anna smith.json"
    broken.write_text("[]")
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.look.hide_names(True)
        opened.services.session.open(WorkspaceOptions(workspace=str(sample / SAMPLE_CONFIG)))
        wait_until_settled(qtbot, opened)
        opened.services.commands.run("what-if")
        dialog = opened.window.findChild(WhatIfDialog)
        dialog.compare_with(broken)
        qtbot.waitUntil(lambda: "is not a OneTrainer config" in dialog.results.empty.text,
                        timeout=PATIENCE_MS)
        assert telling_texts(dialog, ("anna", "smith")) == set()
        opened.services.look.hide_names(False)
        assert str(broken) in dialog.results.empty.text
        dialog.reject()
        wait_until_settled(qtbot, opened)


def test_the_clean_dialog(dressed: QApplication, qtbot: QtBot, sample: Path) -> None:
    names = (*SAMPLE_NAMES, "canyon_dusk", "seashell", "old_ferry_times", "tiny_reader")
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.look.hide_names(True)
        opened.services.session.open(WorkspaceOptions(workspace=str(sample / SAMPLE_CONFIG)))
        wait_until_settled(qtbot, opened)
        opened.services.commands.run("clean")
        dialog = opened.window.findChild(CleanDialog)
        qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
        dialog.view.show_command.setChecked(True)
        assert telling_texts(dialog, names) == set()
        opened.services.look.hide_names(False)
        for name in ("canyon_dusk", "tiny_reader", "secret"):
            assert telling_texts(dialog, (name,)), name
        opened.services.look.hide_names(True)
        assert telling_texts(dialog, names) == set()
        dialog.reject()
        wait_until_settled(qtbot, opened)


def test_the_journal_and_the_quarantine(
    dressed: QApplication, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    applied(planned(workspace, reasons=(CleanReason.ORPHANED,)))
    private = (workspace.name, str(workspace.parent))
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.look.hide_names(True)
        opened.services.session.open(WorkspaceOptions(workspace=str(workspace / CONFIG)))
        opened.window.show_page("journal")
        wait_until_settled(qtbot, opened)
        page = opened.window.pages["journal"]
        assert isinstance(page, LazyPage)
        assert telling_texts(page, private) == set()
        opened.services.look.hide_names(False)
        assert telling_texts(page, private)
        opened.services.look.hide_names(True)
        assert telling_texts(opened.window, private) == set()


@pytest.mark.parametrize("is_open", [False, True])
def test_the_dialog_for_a_folder_of_files(
    dressed: QApplication, qtbot: QtBot, tmp_path: Path, is_open: bool,
) -> None:
    sources = tmp_path / "letters of anna"
    for name in ("dear anna.txt", "dear barns.txt"):
        write_text(sources, name, f"{name} 1", f"{name} 2")
    (sources / "broken by anna.txt").write_bytes(b"\xff\xfe\xff")
    (sources / "face of anna.png").write_bytes(b"none")
    caches = tmp_path / "secret caches"
    caches.mkdir()
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.look.hide_names(True)
        if is_open:
            opened.services.session.open(WorkspaceOptions(workspace=str(caches)))
            wait_until_settled(qtbot, opened)
        opened.services.commands.run("cache-folder")
        dialog = opened.window.findChild(SourceBuildDialog)
        dialog.form.target.setText(str(caches))
        dialog.show_command.setChecked(True)
        dialog.ask_for(StoreKind.TOKENS, str(sources))
        qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
        assert telling_texts(dialog, TELLING) == set()
        opened.services.look.hide_names(False)
        assert telling_texts(dialog, ("letters of anna",))
        assert "secret caches" in dialog.view.text
        opened.services.look.hide_names(True)
        assert telling_texts(dialog, TELLING) == set()
        dialog.footer.build.click()
        qtbot.waitUntil(lambda: opened.services.lanes.is_idle, timeout=PATIENCE_MS)
        wait_until_settled(qtbot, opened)
        assert telling_texts(opened.window, TELLING) == set()
        opened.services.look.hide_names(False)
        told = telling_texts(opened.window, ("broken by anna",))
        assert told
        opened.services.look.hide_names(True)
        assert telling_texts(opened.window, TELLING) == set()


def test_an_encoder_in_a_folder_of_the_users(
    dressed: QApplication, qtbot: QtBot,
) -> None:
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.commands.run("cache-folder")
        form = opened.window.findChild(SourceBuildDialog).form
        form.choose_kind(StoreKind.TOKENS)
        form.choose_encoder("/home/anna/tokenizer")
        assert telling_texts(form, TELLING) == {"/home/anna/tokenizer"}
        opened.services.look.hide_names(True)
        assert telling_texts(form, TELLING) == set()
        assert form.encoder.currentData() == "/home/anna/tokenizer"
        form.window().reject()


def test_caches_that_are_called_by_their_folder(
    dressed: QApplication, qtbot: QtBot, unpacked_fixture: Callable[[str], Path], tmp_path: Path,
) -> None:
    folder = tmp_path / "caches"
    for name in ("of anna", "of barns"):
        shutil.copytree(unpacked_fixture("sdxl_clean"), folder / name)
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.session.open(WorkspaceOptions(workspace=str(folder)))
        wait_until_settled(qtbot, opened)
        clear = ClearForm(opened.services, opened.window)
        qtbot.addWidget(clear)
        assert any("of anna" in text for text in telling_texts(clear, TELLING))
        opened.services.look.hide_names(True)
        for page in opened.window.pages:
            opened.window.show_page(page)
            wait_until_settled(qtbot, opened)
        assert telling_texts(opened.window, TELLING) == set()
        assert telling_texts(clear, TELLING) == set()


def test_the_filter_offers_no_hidden_name(stage: Stage) -> None:
    words = stage.opened.window.filter_field.completer().model()

    def offered() -> list[str]:
        return [str(words.index(row, 0).data()) for row in range(words.rowCount())]

    assert "concept:none" in offered()
    assert "kind:image" in offered()
    assert not any(name in word for word in offered() for name in TELLING)
    stage.hide(False)
    assert "concept:portraits" in offered()


@pytest.mark.parametrize(("identity", "is_shown"), [
    ("image", True), ("text-legacy", True), ("vision", True), ("trees", False), ("anna", False),
    ("anna/image", False)])
def test_a_cache_keeps_a_name_of_ours(identity: str, is_shown: bool) -> None:
    assert (ShownNames(hidden=True).store(identity) == identity) is is_shown


@pytest.mark.parametrize(("payload", "is_shown"), [
    ("18bfb770252b_192x320_1.pt", True), ("entries/2d/2d5a8c0f11aa96c.seq2048.npz", True),
    ("anna.0842a25f5b0fc.data", False), ("of anna/values.data", False)])
def test_a_payload_keeps_a_digest(payload: str, is_shown: bool) -> None:
    assert (ShownNames(hidden=True).payload(payload) == payload) is is_shown


def test_a_name_is_replaced_where_it_stands_by_itself() -> None:
    names = ShownNames(hidden=True)
    names.learn(["art", "/home/a b/c d", "x"])
    assert names.sentence("start of art: 6 x 7").startswith("start of name-")
    assert names.sentence("start of art: 6 x 7").endswith(": 6 x 7")
    assert "b" not in names.sentence("/home/a b/c d is gone").split(" is gone")[0].split("-")[0]
    assert names.sentence("/home/a b/c d is gone").endswith(" is gone")


def test_what_a_build_left_is_listed_a_line_each() -> None:
    facts = BuildReport(failed=(
        LeftSource(store="image", source="a.jpg", why="It is gone."),
        LeftSource(store="text", source="a.txt", why="It is empty.")))
    assert build_notice(facts, Figures()).expert_text(ShownNames()) == (
        "image/a.jpg: It is gone.\ntext/a.txt: It is empty.")


@pytest.mark.parametrize(("facts", "text"), [
    (BuildReport(disk_full=True, stopped="Full.", free_bytes=4096, needed_bytes=0),
     "The drive is full. Nothing was changed."),
    (BuildReport(disk_full=True, stopped="Full.", stopped_store="text", done=0, planned=9),
     "The drive of the text cache is full. Nothing was changed."),
    (BuildReport(disk_full=True, built=5, done=5, planned=9, free_bytes=0, needed_bytes=0),
     "The drive is full: 5 of 9 kept."),
    (BuildReport(failed=(LeftSource(store="image", source="a.jpg", why="It is gone."),)),
     "Nothing was built."),
    (BuildReport(), "Nothing had to be built.")])
def test_a_result_says_one_thing_of_what_was_kept(facts: BuildReport, text: str) -> None:
    assert build_notice(facts, Figures()).text == text
