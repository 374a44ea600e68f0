"""Caching a folder of the user's own files: what is asked, the plan, the build, what is said."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.cache_session import SessionState
from larder.app.dialogs.building.runs import BuildMeter
from larder.app.dialogs.source_building.dialog import SourceBuildDialog
from larder.app.dialogs.source_building.form import SourceEntry, read_entry
from larder.app.dialogs.source_building.request import (
    SOURCE_KINDS,
    RebuildObstacle,
    SourceField,
    folder_of_former,
)
from larder.app.dialogs.source_building.texts import source_build_command
from larder.app.notices import NoticeAction
from larder.core.build.rebuild_settings import list_encoders
from larder.core.jobs import Progress
from larder.core.requests.options import SourceBuildOptions, WorkspaceOptions
from larder.core.stores.values.listing import list_values
from larder.core.worker_protocol import Failed
from larder.core.workspace.store_kinds import StoreFormat, StoreKind
from tests.app.conftest import LentWindow, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.source_building import write_text

PATIENCE_MS = 30_000


@dataclass
class Gate:
    """Lets builds over a folder wait, and says what was asked."""

    is_open: threading.Event = field(default_factory=threading.Event)
    asked: list[tuple[str, Any]] = field(default_factory=list)
    failure: Failed | None = None

    def worker(self, kind: str, options: Any) -> Any:
        self.asked.append((kind, options))
        if kind != "build-sources":
            return InProcessWorker(kind, options)
        return _Waiting(self, InProcessWorker(kind, options))

    def options(self, kind: str) -> SourceBuildOptions:
        return [options for asked, options in self.asked if asked == kind][-1]


class _Waiting:
    def __init__(self, gate: Gate, worker: InProcessWorker) -> None:
        self._gate = gate
        self._worker = worker
        self.start, self.cancel, self.kill = worker.start, worker.cancel, worker.kill

    def events(self) -> Iterator[object]:
        yield Progress("building tokens", 0, 6, "payloads")
        self._gate.is_open.wait(PATIENCE_MS / 1000)
        if self._gate.failure is not None:
            yield self._gate.failure
            return
        yield from self._worker.events()

    def pause(self) -> None:
        """Do nothing: the worker waits anyway."""

    def resume(self) -> None:
        """Do nothing, as `pause` does."""


@dataclass
class Stage:
    opened: OpenWindow
    gate: Gate
    qtbot: QtBot
    root: Path

    @property
    def sources(self) -> Path:
        return self.root / "texts"

    @property
    def dialog(self) -> SourceBuildDialog:
        return next(found for found in self.opened.window.findChildren(SourceBuildDialog)
                    if found.isVisible())

    def ask(self) -> SourceBuildDialog:
        self.opened.services.commands.run("cache-folder")
        self.qtbot.waitUntil(lambda: any(
            found.isVisible() for found in self.opened.window.findChildren(SourceBuildDialog)))
        return self.dialog

    def plan(self, kind: StoreKind = StoreKind.TOKENS) -> SourceBuildDialog:
        """Ask for the folder of texts, into the folder of caches."""
        dialog = self.ask()
        if self.opened.services.session.state is SessionState.CLOSED:
            dialog.form.target.setText(str(self.root / "caches"))
        dialog.ask_for(kind, str(self.sources))
        self.planned(dialog)
        return dialog

    def planned(self, dialog: SourceBuildDialog) -> None:
        self.qtbot.waitUntil(
            lambda: dialog.plan is not None or dialog.refused.isVisible(), timeout=PATIENCE_MS)

    def finish(self) -> None:
        self.gate.is_open.set()
        wait_until_settled(self.qtbot, self.opened)

    @property
    def notice(self) -> str:
        notice = self.opened.window.notice_bar.notice
        return "" if notice is None else f"{notice.text} {notice.hint}".strip()

    @property
    def actions(self) -> Sequence[NoticeAction]:
        notice = self.opened.window.notice_bar.notice
        return () if notice is None else notice.actions


@pytest.fixture
def stage(lent: LentWindow, qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    gate = Gate()
    for number in range(3):
        write_text(tmp_path / "texts", f"{number}.txt", f"first of {number}", f"second {number}")
    (tmp_path / "texts" / "picture.png").write_bytes(b"none")
    (tmp_path / "caches").mkdir()
    with lent.to(qtbot, gate.worker) as opened:
        yield Stage(opened, gate, qtbot, tmp_path)
        gate.is_open.set()
        for dialog in opened.window.findChildren(SourceBuildDialog):
            dialog.reject()
        wait_until_settled(qtbot, opened)


@pytest.fixture
def with_workspace(stage: Stage) -> Stage:
    """One whose workspace holds a cache of one text already."""
    write_text(stage.root / "texts", "0.txt", "first of 0", "second 0")
    dialog = stage.plan()
    dialog.form.fields[SourceField.LIMIT].setText("1")
    dialog.make_plan()
    stage.planned(dialog)
    dialog.footer.build.click()
    stage.finish()
    stage.opened.services.session.open(WorkspaceOptions(workspace=str(stage.root / "caches")))
    wait_until_settled(stage.qtbot, stage.opened)
    stage.gate.is_open.clear()
    stage.gate.asked.clear()
    return stage


def names(stage: Stage) -> list[str]:
    return list_values(stage.root / "caches" / "tokens", StoreKind.TOKENS).names


def test_every_kind_that_is_built_from_files_is_offered(stage: Stage) -> None:
    form = stage.ask().form
    offered = [form.kind.itemData(row) for row in range(form.kind.count())]
    assert offered == list(SOURCE_KINDS)
    assert set(offered) == {kind for kind in StoreKind if kind.format is StoreFormat.VALUES}
    assert all(not form.kind.itemIcon(row).isNull() for row in range(form.kind.count()))


@pytest.mark.parametrize(("kind", "asked"), [
    (StoreKind.VISION, {"Size", "At most"}),
    (StoreKind.AUDIO, {"Sample rate", "Cut after", "At most"}),
    (StoreKind.WAVEFORM, {"Sample rate", "Cut after", "At most"}),
    (StoreKind.TOKENS, {"Longest line", "At most"})])
def test_only_what_applies_to_a_kind_is_asked(
    stage: Stage, kind: StoreKind, asked: set[str],
) -> None:
    form = stage.ask().form
    form.choose_kind(kind)
    shown = {line.accessibleName() for line in form.fields.values() if line.isVisible()}
    assert shown == asked
    assert form.encoder.isVisible() is (kind is not StoreKind.WAVEFORM)
    assert form.resample.isVisible() is (kind in (StoreKind.AUDIO, StoreKind.WAVEFORM))


def test_the_plan_says_what_is_made_and_what_is_left_out(stage: Stage) -> None:
    dialog = stage.plan()
    assert "Files: 3 files" in dialog.view.text
    assert f"Cache: {stage.root / 'caches' / 'tokens'} (will be created)" in dialog.view.text
    assert "Encoder: bytes" in dialog.view.text
    assert dialog.footer.total.text().startswith("Encode 6 files")
    assert "free" in dialog.footer.note.text()
    left = [label.text() for label in dialog.view.left.findChildren(QLabel) if label.text()]
    assert len(left) == 1
    assert left[0] == "1 file is skipped. These files have other extensions."
    assert not (stage.root / "caches" / "tokens").exists()


def test_a_build_without_a_workspace_is_shown_below_the_start_page(stage: Stage) -> None:
    stage.plan().footer.build.click()
    assert not stage.opened.window.findChildren(SourceBuildDialog)[0].isVisible()
    line = stage.opened.window.jobs.lines[0]
    assert line.isVisible()
    assert line.pause.isVisible()
    assert line.findChildren(BuildMeter)[0].text.text().startswith("0 of 6")
    stage.finish()
    assert len(names(stage)) == 6
    assert stage.notice.startswith("Built 6 files")
    assert [action.text for action in stage.actions] == ["Open the cache"]
    stage.actions[0].run()
    wait_until_settled(stage.qtbot, stage.opened)
    snapshot = stage.opened.services.session.snapshot
    assert snapshot is not None
    assert [store.kind for store in snapshot.document.stores] == ["tokens"]


def test_files_that_cannot_be_used_are_named_and_can_be_tried_again(stage: Stage) -> None:
    bad = stage.sources / "bad.txt"
    bad.write_bytes(b"\xff\xfe")
    dialog = stage.plan()
    assert any("1 file cannot be read" in label.text()
               for label in dialog.view.left.findChildren(QLabel))
    dialog.footer.build.click()
    stage.finish()
    shown = stage.opened.window.notice_bar.notice
    assert shown is not None
    assert [left.name for left in shown.left] == [bad.as_posix()]
    write_text(stage.sources, "bad.txt", "mended")
    next(action for action in stage.actions if action.text == "Retry failed files").run()
    stage.finish()
    shown = stage.opened.window.notice_bar.notice
    assert shown is not None
    assert not shown.left
    assert len(names(stage)) == 7


def test_in_a_workspace_the_folder_of_its_cache_is_offered(with_workspace: Stage) -> None:
    form = with_workspace.ask().form
    form.choose_kind(StoreKind.TOKENS)
    assert form.target.text() == str(with_workspace.root / "caches" / "tokens")
    form.choose_kind(StoreKind.VISION)
    assert form.target.text() == str(with_workspace.root / "caches")
    form.target.setText("/elsewhere")
    form.choose_kind(StoreKind.TOKENS)
    assert form.target.text() == "/elsewhere"


def test_in_a_workspace_the_jobs_panel_shows_it_and_a_survey_follows(
    with_workspace: Stage,
) -> None:
    stage = with_workspace
    dialog = stage.plan()
    assert "Already cached: 2 of 6" in dialog.view.text
    dialog.footer.build.click()
    assert not dialog.isVisible()
    line = stage.opened.window.jobs.lines[0]
    assert line.job.request.title == "Tokens of texts"
    assert line.pause.isVisibleTo(line)
    assert line.findChildren(BuildMeter)
    assert not stage.opened.services.commands.action("cache-folder").isEnabled()
    stage.finish()
    assert "Built 4 files" in stage.notice
    snapshot = stage.opened.services.session.snapshot
    assert snapshot is not None
    assert snapshot.document.stores[0].payload_files == 6


def test_failures_in_a_workspace_are_problems_that_try_the_folder_again(
    with_workspace: Stage,
) -> None:
    stage = with_workspace
    (stage.sources / "bad.txt").write_bytes(b"\xff\xfe")
    stage.plan().footer.build.click()
    stage.finish()
    window = stage.opened.window
    window.show_page("problems")
    page = window.pages["problems"]
    page.tree.setCurrentIndex(page.model.index(0, 0))
    assert page.model.node(page.tree.currentIndex()).value.failures
    stage.gate.asked.clear()
    write_text(stage.sources, "bad.txt", "mended")
    stage.opened.services.commands.run("build-problem")
    stage.finish()
    assert stage.gate.options("build-sources").sources == str(stage.sources)
    assert len(names(stage)) == 7


def rebuild_all(stage: Stage) -> SourceBuildDialog:
    """Choose every row of the Entries page and rebuild what is chosen."""
    window = stage.opened.window
    window.show_page("entries")
    table = window.pages["entries"].table
    stage.qtbot.waitUntil(lambda: table.model().rowCount() > 0, timeout=PATIENCE_MS)
    table.selectAll()
    actions = stage.opened.services.commands
    stage.qtbot.waitUntil(
        lambda: actions.action("build-selected").isEnabled(), timeout=PATIENCE_MS)
    actions.run("build-selected")
    stage.qtbot.waitUntil(
        lambda: any(found.isVisible() for found in window.findChildren(SourceBuildDialog)),
        timeout=PATIENCE_MS)
    return stage.dialog


def build_again(stage: Stage, **more: str) -> None:
    """Build the folder of texts with one more text in each of some folders below it."""
    for path, text in more.items():
        write_text(stage.sources / path, "one.txt", text)
    stage.plan().footer.build.click()
    stage.finish()
    stage.gate.is_open.clear()


def survey(stage: Stage) -> None:
    stage.opened.services.session.survey()
    wait_until_settled(stage.qtbot, stage.opened)


def test_values_that_are_to_be_rebuilt_lead_to_the_folder_that_was_built(
    with_workspace: Stage,
) -> None:
    stage = with_workspace
    dialog = rebuild_all(stage)
    assert dialog.form.chosen_kind is StoreKind.TOKENS
    assert Path(dialog.form.sources.text()) == stage.sources
    assert Path(dialog.form.target.text()) == stage.root / "caches" / "tokens"
    assert not dialog.form.fields[SourceField.LIMIT].text()
    stage.planned(dialog)
    assert "Already cached: 2 of 6" in dialog.view.text
    dialog.form.choose_kind(StoreKind.VISION)
    assert Path(dialog.form.target.text()) == stage.root / "caches"


def test_without_a_record_of_builds_the_deepest_folder_above_the_sources_is_taken(
    with_workspace: Stage,
) -> None:
    stage = with_workspace
    for text in list(stage.sources.glob("*.txt")):
        text.unlink()
    store = stage.root / "caches" / "tokens"
    (store / ".larder" / "sources.jsonl").unlink()
    for payload in store.rglob("*.npz"):
        payload.unlink()
    build_again(stage, **{"deep/a": "of a", "deep/b": "of b"})
    (store / ".larder" / "journal.jsonl").unlink()
    survey(stage)
    assert Path(rebuild_all(stage).form.sources.text()) == stage.sources / "deep"


def test_values_of_unknown_files_say_why_no_folder_is_filled_in(with_workspace: Stage) -> None:
    stage = with_workspace
    store = stage.root / "caches" / "tokens"
    (store / ".larder" / "sources.jsonl").unlink()
    survey(stage)
    dialog = rebuild_all(stage)
    assert not dialog.form.sources.text()
    assert dialog.hint.isVisible()
    assert dialog.hint.text == (
        "It is not recorded which files these values were made from; choose the folder.")
    assert dialog.form.chosen_kind is StoreKind.TOKENS
    assert Path(dialog.form.target.text()) == store
    assert not dialog.footer.plan.isEnabled()
    dialog.form.sources.setText(str(stage.sources))
    assert dialog.footer.plan.isEnabled()


def test_a_problem_of_values_leads_to_the_folder_that_was_built(with_workspace: Stage) -> None:
    stage = with_workspace
    write_text(stage.sources, "0.txt", "another first", "another second")
    survey(stage)
    window = stage.opened.window
    window.show_page("problems")
    page = window.pages["problems"]
    page.tree.setCurrentIndex(page.model.index(0, 0))
    actions = stage.opened.services.commands
    stage.qtbot.waitUntil(
        lambda: actions.action("build-problem").isEnabled(), timeout=PATIENCE_MS)
    actions.run("build-problem")
    wait_until_settled(stage.qtbot, stage.opened)
    assert Path(stage.dialog.form.sources.text()) == stage.sources
    assert stage.dialog.form.chosen_kind is StoreKind.TOKENS


def test_an_open_dialog_turns_to_the_values_that_are_to_be_rebuilt(with_workspace: Stage) -> None:
    stage = with_workspace
    asked = stage.ask()
    asked.form.choose_kind(StoreKind.VISION)
    asked.form.sources.setText("/elsewhere")
    asked.form.target.setText("/anywhere")
    asked.form.fields[SourceField.LIMIT].setText("1")
    dialog = rebuild_all(stage)
    wait_until_settled(stage.qtbot, stage.opened)
    assert dialog is asked
    assert not dialog.form.fields[SourceField.LIMIT].text()
    assert dialog.form.chosen_kind is StoreKind.TOKENS
    assert Path(dialog.form.sources.text()) == stage.sources
    assert Path(dialog.form.target.text()) == stage.root / "caches" / "tokens"


@pytest.mark.parametrize(("folders", "built", "expected", "lack"), [
    (["/my/a/x", "/my/a/y"], ["/other", "/my"], "/my", None),
    (["/my/a/x", "/my/a/y"], ["/my/a/x"], "/my/a", None),
    (["/my/a", "/mya"], ["/my"], "", RebuildObstacle.APART),
    (["E:\\mine"], [], "", RebuildObstacle.OTHER_SYSTEM),
    ([], ["/my"], "", RebuildObstacle.UNRECORDED)])
@pytest.mark.skipif(os.name == "nt", reason="the paths are those of other systems")
def test_the_folder_of_former_values_is_the_one_built_or_the_deepest_above_them(
    folders: list[str], built: list[str], expected: str, lack: RebuildObstacle | None,
) -> None:
    folder, why_none = folder_of_former([*map(Path, folders)], [*map(Path, built)])
    assert (str(folder or ""), why_none) == (expected, lack)


def test_a_cancelled_build_keeps_what_it_made(stage: Stage) -> None:
    stage.plan().footer.build.click()
    stage.opened.window.jobs.lines[0].stop.click()
    stage.finish()
    assert "Stopped" in stage.notice


def test_a_build_that_fails_says_why_and_can_be_tried_again(stage: Stage) -> None:
    stage.gate.failure = Failed(problem="The cache is in use.", hint="Wait a little.")
    stage.plan().footer.build.click()
    stage.finish()
    assert stage.notice.startswith("The cache is in use.")
    assert stage.actions[0].text == "Try again"
    stage.gate.failure = None
    stage.actions[0].run()
    stage.finish()
    assert len(names(stage)) == 6


def test_a_plan_that_cannot_be_made_says_why(stage: Stage) -> None:
    dialog = stage.ask()
    dialog.form.target.setText(str(stage.root / "caches"))
    dialog.ask_for(StoreKind.TOKENS, str(stage.root / "nowhere"))
    stage.planned(dialog)
    assert "nowhere" in dialog.refused.state.text
    assert not dialog.footer.build.isVisible()


def test_a_cache_is_not_made_among_the_files(stage: Stage) -> None:
    dialog = stage.ask()
    dialog.form.target.setText(str(stage.sources))
    dialog.ask_for(StoreKind.TOKENS, str(stage.sources))
    stage.planned(dialog)
    assert "among the sources" in dialog.refused.state.text


def test_what_is_changed_is_planned_anew(stage: Stage) -> None:
    dialog = stage.plan()
    dialog.form.fields[SourceField.LENGTH].setText("16")
    assert dialog.plan is None
    assert not dialog.footer.build.isVisible()
    assert dialog.footer.plan.isEnabled()
    dialog.footer.plan.click()
    stage.planned(dialog)
    assert stage.gate.options("plan-build-sources").sequence_length == 16


@pytest.mark.parametrize(("kind", "wanted", "text"), [
    (StoreKind.VISION, SourceField.SIZE, "384"), (StoreKind.AUDIO, SourceField.SAMPLE_RATE, "fast"),
    (StoreKind.AUDIO, SourceField.SECONDS, "-1"), (StoreKind.TOKENS, SourceField.LENGTH, "0"),
    (StoreKind.TOKENS, SourceField.LIMIT, "1.5")])
def test_what_makes_no_sense_is_one_sentence_at_its_field(
    stage: Stage, kind: StoreKind, wanted: SourceField, text: str,
) -> None:
    dialog = stage.ask()
    dialog.form.target.setText(str(stage.root / "caches"))
    dialog.form.choose_kind(kind)
    dialog.form.sources.setText(str(stage.sources))
    assert dialog.footer.plan.isEnabled()
    dialog.form.fields[wanted].setText(text)
    assert not dialog.footer.plan.isEnabled()
    assert dialog.form.fields[wanted].property("fault")
    assert text in dialog.form.fault.text()
    assert dialog.form.fault.isVisible()
    dialog.form.fields[wanted].setText("")
    assert not dialog.form.fault.isVisible()


def test_a_dropped_folder_is_the_folder_of_the_files(stage: Stage) -> None:
    dialog = stage.ask()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(stage.sources))])
    dialog.dropEvent(QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier))
    assert Path(dialog.form.sources.text()) == stage.sources
    assert not dialog.form.sources.acceptDrops()


def test_a_folder_with_a_model_is_listed_beside_the_names(stage: Stage) -> None:
    dialog = stage.ask()
    dialog.form.choose_kind(StoreKind.TOKENS)
    dialog.form.choose_encoder(str(stage.root / "tokenizer"))
    assert dialog.form.entry.model == str(stage.root / "tokenizer")
    dialog.form.choose_kind(StoreKind.VISION)
    assert dialog.form.entry.model == "siglip"
    dialog.form.choose_kind(StoreKind.TOKENS)
    assert dialog.form.entry.model == str(stage.root / "tokenizer")


def entry(kind: StoreKind, **more: Any) -> SourceEntry:
    texts = {SourceField.SOURCES: "/my files", SourceField.TARGET: "/caches",
             **more.pop("texts", {})}
    return SourceEntry(kind=kind, texts=texts, **more)


@pytest.mark.parametrize(("asked", "command"), [
    (entry(StoreKind.VISION, model="siglip",
           texts={SourceField.SIZE: "384x512", SourceField.LIMIT: "9"}),
     "larder build /caches --sources '/my files' --store vision --encoder siglip --size 384x512 "
     "--limit 9 --apply"),
    (entry(StoreKind.WAVEFORM, resample=True,
           texts={SourceField.SAMPLE_RATE: "16000", SourceField.SECONDS: "2.5"}),
     "larder build /caches --sources '/my files' --store waveform --sample-rate 16000 "
     "--max-seconds 2.5 --resample --apply"),
    (entry(StoreKind.TOKENS, model="/a tokenizer", texts={SourceField.LENGTH: "77"}),
     "larder build /caches --sources '/my files' --store tokens --model '/a tokenizer' "
     "--sequence-length 77 --apply"),
    (entry(StoreKind.AUDIO, model="whisper"),
     "larder build /caches --sources '/my files' --store audio --encoder whisper --apply")])
def test_the_command_does_the_same(asked: SourceEntry, command: str) -> None:
    options, faults = read_entry(asked)
    assert options is not None
    assert not faults
    assert source_build_command(options) == command


def test_settings_of_another_kind_are_not_sent() -> None:
    options, _ = read_entry(entry(
        StoreKind.TOKENS, model="bytes", resample=True,
        texts={SourceField.SIZE: "nonsense", SourceField.SAMPLE_RATE: "8000"}))
    assert options is not None
    assert (options.size, options.sample_rate, options.resample) == (None, None, False)


def test_the_names_of_encoders_are_those_that_core_opens() -> None:
    for kind in SOURCE_KINDS:
        offered = list(list_encoders(kind))
        assert len(set(offered)) == len(offered)
    assert list_encoders(StoreKind.TOKENS) == ("bytes",)
    assert {"clip", "siglip", "qwen2-vl", "vit"} <= set(list_encoders(StoreKind.VISION))
    assert list_encoders(StoreKind.AUDIO)[0] == "whisper"
