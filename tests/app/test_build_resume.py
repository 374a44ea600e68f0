"""Builds that did not come to their end, however they were interrupted, are offered again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from filelock import FileLock
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import BUILDS_NAME
from larder.app.build_records import LOCK_SUFFIX, BuildRecord, BuildRecords
from larder.app.dialogs.building.commands import _BuildActions
from larder.app.dialogs.building.request import BuildRequest
from larder.app.dialogs.building.resume import BuildResume
from larder.app.dialogs.building.texts import resume_notice
from larder.app.notices import Notice
from larder.app.presentation.looks import Tone
from larder.core.build.scope import BuildScope
from larder.core.jobs import Progress
from larder.core.requests.options import BuildOptions, SourceBuildOptions, WorkspaceOptions
from larder.core.worker_protocol import Failed
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.synthetic_build import REPORT, Builder
from tests.app.synthetic_survey import COMPLETE, Recipe, synthetic_pages
from tests.app.test_build_dialog import CONFIG, PATIENCE_MS, Stage

OFFER = "The build of portraits stopped at 812 of 900. What was finished is kept. Resume?"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    workspace = tmp_path / "portraits.json"
    workspace.write_text(CONFIG)
    return workspace


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BuildRecords:
    """Return the build records shared by the windows of a test."""
    monkeypatch.setenv("LARDER_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LARDER_CONFIG_HOME", str(tmp_path / "config"))
    return BuildRecords(tmp_path / "cache" / BUILDS_NAME)


@pytest.fixture
def builder() -> Builder:
    return Builder(progress=(Progress("encoding pictures", 54, 108, "payloads"),),
                   report={**REPORT, "built": 54, "encoded": 54, "copied": 0, "done": 54})


@pytest.fixture
def next_window(
    dressed: QApplication, qtbot: QtBot, builder: Builder, records: BuildRecords,
) -> Iterator[Callable[[], Stage]]:
    """Opens a window which remembers, and which has looked for builds that were stopped."""
    with ExitStack() as windows:
        def open_window() -> Stage:
            opened = windows.enter_context(shown_window(dressed, builder.worker, remembers=True))
            stage = Stage(opened, builder, qtbot)
            windows.callback(stage.finish)
            qtbot.waitUntil(lambda: opened.window.findChild(BuildResume) is not None,
                            timeout=PATIENCE_MS)
            return stage

        yield open_window


@pytest.fixture
def stage(next_window: Callable[[], Stage]) -> Stage:
    """A window with nothing open, which remembers."""
    return next_window()


def record_of(workspace: Path, **more: Any) -> BuildRecord:
    told = {"done": more.pop("done", 812), "total": more.pop("total", 900)}
    return BuildRecord(
        name="portraits", build=BuildOptions(workspace=str(workspace), **more), **told)


def keep(records: BuildRecords, record: BuildRecord) -> None:
    records.begin(record)
    records.stop(record)


def show_workspace(stage: Stage, workspace: Path, recipe: Recipe | None = None) -> None:
    """Open the workspace with a survey that was made up."""
    stage.opened.services.session.adopt(
        WorkspaceOptions(workspace=str(workspace)), synthetic_pages(recipe or Recipe()))
    wait_until_settled(stage.qtbot, stage.opened)


def running_build(stage: Stage, workspace: Path) -> None:
    """A build that has made 54 of 108 payloads."""
    show_workspace(stage, workspace)
    stage.build()
    job = stage.opened.window.jobs.lines[0].job
    stage.qtbot.waitUntil(lambda: job.progress is not None, timeout=PATIENCE_MS)


def say(stage: Stage, notice: str) -> None:
    stage.qtbot.waitUntil(lambda: stage.notice == notice, timeout=PATIENCE_MS)


def test_only_builds_that_no_window_is_at_are_offered(
    tmp_path: Path, workspace: Path,
) -> None:
    mine, other = BuildRecords(tmp_path / "builds"), BuildRecords(tmp_path / "builds")
    stopped, selection = record_of(workspace), (("image", "a.png"),)
    keep(other, stopped)
    keep(other, record_of(tmp_path / "nowhere.json"))
    running = record_of(workspace, selection=selection)
    other.begin(running)
    other.renew(running)
    (tmp_path / "builds" / "broken.json").write_bytes(b"{")
    assert mine.list_stopped() == [stopped]
    other.let_go()
    assert {record.build.selection for record in mine.list_stopped()} == {None, selection}


def test_how_a_build_ended_is_on_record_while_another_window_looks(
    tmp_path: Path, workspace: Path,
) -> None:
    mine, record = BuildRecords(tmp_path / "builds"), record_of(workspace)
    keep(mine, record)
    with FileLock(tmp_path / "builds" / f"{record.key}{LOCK_SUFFIX}"):
        further = record_of(workspace, done=880)
        keep(mine, further)
    assert mine.list_stopped() == [further]
    with FileLock(tmp_path / "builds" / f"{record.key}{LOCK_SUFFIX}"):
        mine.drop(record)
    assert mine.list_stopped() == []


def test_a_build_that_is_done_leaves_nothing_behind(tmp_path: Path, workspace: Path) -> None:
    records, record = BuildRecords(tmp_path / "builds"), record_of(workspace)
    records.begin(record)
    records.renew(record)
    records.drop(record)
    records.renew(record)
    assert list((tmp_path / "builds").iterdir()) == []


def test_a_build_taken_up_again_is_on_record_once(tmp_path: Path, workspace: Path) -> None:
    records = BuildRecords(tmp_path / "builds")
    keep(records, record_of(workspace))
    further = record_of(workspace, done=880, only=BuildScope.MISSING.value)
    keep(records, further)
    assert records.list_stopped() == [further]


def test_the_build_of_a_killed_window_is_left_to_the_next(
    tmp_path: Path, workspace: Path,
) -> None:
    script = (
        "import sys, time; from pathlib import Path\n"
        "from tests.app.test_build_resume import BuildRecords, record_of\n"
        f"records = BuildRecords(Path({str(tmp_path / 'builds')!r}))\n"
        f"record = record_of(Path({str(workspace)!r}))\n"
        "records.begin(record); records.renew(record)\n"
        "sys.stdout.write('on record\\n'); sys.stdout.flush(); time.sleep(60)\n")
    window = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True,
                              cwd=Path(__file__).parents[2])
    assert window.stdout is not None
    assert window.stdout.readline() == "on record\n"
    records = BuildRecords(tmp_path / "builds")
    assert records.list_stopped() == []
    window.kill()
    window.wait()
    window.stdout.close()
    assert records.list_stopped() == [record_of(workspace)]
    assert not any(file.suffix == LOCK_SUFFIX and file.stat().st_size
                   for file in (tmp_path / "builds").iterdir())


def test_the_next_window_offers_it_and_goes_on_with_it(
    next_window: Callable[[], Stage], records: BuildRecords, workspace: Path,
) -> None:
    keep(records, record_of(workspace, models=("/models/sd15",), device="cpu"))
    stage = next_window()
    say(stage, OFFER)
    show_workspace(stage, workspace)
    say(stage, OFFER)
    stage.press("Resume")
    stage.finish()
    options = stage.options("build")
    assert (options.workspace, options.models, options.device) == (
        str(workspace), ("/models/sd15",), "cpu")
    assert records.list_stopped() == []


def test_a_dismissed_offer_does_not_come_back(
    next_window: Callable[[], Stage], records: BuildRecords, workspace: Path,
) -> None:
    keep(records, record_of(workspace))
    stage = next_window()
    say(stage, OFFER)
    stage.press("Dismiss")
    assert stage.notice == ""
    stage.qtbot.waitUntil(lambda: not records.list_stopped(), timeout=PATIENCE_MS)
    show_workspace(stage, workspace)
    assert stage.notice == ""


def test_a_closed_offer_comes_back_with_the_workspace(
    next_window: Callable[[], Stage], records: BuildRecords, workspace: Path,
) -> None:
    keep(records, record_of(workspace))
    stage = next_window()
    say(stage, OFFER)
    stage.opened.window.notice_bar._close.click()
    assert stage.notice == ""
    show_workspace(stage, workspace)
    say(stage, OFFER)


def test_only_its_own_workspace_offers_a_build(
    next_window: Callable[[], Stage], records: BuildRecords, workspace: Path,
) -> None:
    keep(records, record_of(workspace))
    stage = next_window()
    say(stage, OFFER)
    other = workspace.with_name("other.json")
    other.write_text(CONFIG)
    stage.opened.services.notices.clear()
    show_workspace(stage, other)
    assert stage.notice == ""


def test_an_offer_waits_until_an_error_was_read(
    stage: Stage, records: BuildRecords, workspace: Path,
) -> None:
    stage.opened.services.notices.post(Notice(tone=Tone.ERROR, text="That went wrong."))
    keep(records, record_of(workspace))
    show_workspace(stage, workspace)
    assert stage.notice == "That went wrong."
    stage.opened.window.notice_bar._close.click()
    say(stage, OFFER)


def test_what_was_built_elsewhere_meanwhile_is_not_offered(
    next_window: Callable[[], Stage], records: BuildRecords, workspace: Path,
) -> None:
    keep(records, record_of(workspace))
    stage = next_window()
    say(stage, OFFER)
    stage.opened.services.notices.clear()
    show_workspace(stage, workspace, COMPLETE)
    stage.qtbot.waitUntil(lambda: not records.list_stopped(), timeout=PATIENCE_MS)
    assert stage.notice == ""


def test_a_cancelled_build_offers_resume_at_once_and_the_next_time(
    stage: Stage, records: BuildRecords, workspace: Path,
) -> None:
    running_build(stage, workspace)
    stage.opened.window.jobs.lines[0].stop.click()
    say(stage, "Stopped: 54 of 108 kept. The next build continues from there.")
    [record] = records.list_stopped()
    assert (record.done, record.total) == (54, 108)
    wait_until_settled(stage.qtbot, stage.opened)
    stage.opened.services.commands.run("close-workspace")
    say(stage, f"The build of {record.name} stopped at 54 of 108. "
        "What was finished is kept. Resume?")
    show_workspace(stage, workspace)
    stage.press("Resume")
    stage.qtbot.waitUntil(
        lambda: len([1 for kind, _ in stage.builder.asked if kind == "build"]) == 2,
        timeout=PATIENCE_MS)
    stage.builder.report = REPORT
    stage.finish()
    assert records.list_stopped() == []


def test_a_build_whose_worker_died_offers_resume(
    stage: Stage, records: BuildRecords, workspace: Path,
) -> None:
    stage.builder.report = Failed(problem="The worker process ended without a result (SIGKILL).")
    running_build(stage, workspace)
    stage.builder.gate.set()
    stage.qtbot.waitUntil(lambda: "ended without" in stage.notice, timeout=PATIENCE_MS)
    assert [record.done for record in records.list_stopped()] == [54]
    stage.press("Resume")
    wait_until_settled(stage.qtbot, stage.opened)
    assert len([1 for kind, _ in stage.builder.asked if kind == "build"]) == 2


def test_a_build_on_a_full_drive_offers_resume(
    stage: Stage, records: BuildRecords, workspace: Path,
) -> None:
    stage.builder.report = {**REPORT, "done": 54, "disk_full": True}
    running_build(stage, workspace)
    stage.finish()
    assert stage.notice.startswith("The drive is full: 54 of 108 kept.")
    assert [record.done for record in records.list_stopped()] == [54]


def test_what_was_refused_before_it_began_is_not_offered(
    stage: Stage, records: BuildRecords, workspace: Path,
) -> None:
    stage.builder.progress = ()
    stage.builder.report = Failed(problem="A trainer is at work.", error="StoreBusyError")
    show_workspace(stage, workspace)
    stage.build()
    stage.finish()
    assert stage.notice == "A trainer is at work."
    assert records.list_stopped() == []


def test_a_build_for_changed_settings_is_taken_up_with_them(
    stage: Stage, records: BuildRecords, workspace: Path,
) -> None:
    show_workspace(stage, workspace)
    session = stage.opened.services.session
    copy = session.folder.fresh("changed").with_suffix(".json")
    copy.write_text('{"model_type": "STABLE_DIFFUSION_15", "resolution": "768"}')
    work = stage.opened.window.findChild(_BuildActions)._work
    doubted = (("image", "data/p/a.png"),)
    job = work.start(BuildRequest(msgspec.structs.replace(
        session.about_this(BuildOptions, doubted=doubted), workspace=str(copy),
        root=str(workspace.parent))))
    stage.qtbot.waitUntil(lambda: job.progress is not None, timeout=PATIENCE_MS)
    stage.opened.services.lanes.cancel(job)
    wait_until_settled(stage.qtbot, stage.opened)
    [record] = records.list_stopped()
    assert record.about.workspace == str(workspace)
    notice = resume_notice(record, stage.opened.services.look.figures, ())
    assert "changed settings" in notice.hint
    copy.unlink()
    stage.press("Resume")
    stage.finish()
    again = Path(stage.options("build").workspace)
    assert again != copy
    assert again.read_text() == record.changed_config
    assert stage.options("build").doubted == doubted


def test_building_good_entries_again_is_said_to_begin_anew(
    stage: Stage, workspace: Path,
) -> None:
    record = record_of(workspace, only=BuildScope.ALL.value)
    notice = resume_notice(record, stage.opened.services.look.figures, ())
    assert "starts from the beginning" in notice.hint


def test_a_build_over_a_folder_is_offered_without_a_workspace(
    next_window: Callable[[], Stage], records: BuildRecords, tmp_path: Path,
) -> None:
    for number in range(3):
        (tmp_path / "texts").mkdir(exist_ok=True)
        (tmp_path / "texts" / f"{number}.txt").write_text(f"text {number}")
    (tmp_path / "caches").mkdir()
    options = SourceBuildOptions(
        workspace=str(tmp_path / "caches"), sources=str(tmp_path / "texts"), store="tokens")
    keep(records, BuildRecord(
        name="texts", sources=options, folder=str(tmp_path / "caches" / "tokens"), done=1, total=3))
    stage = next_window()
    say(stage, "The build of texts stopped at 1 of 3. What was finished is kept. Resume?")
    stage.press("Resume")
    window = stage.opened.window
    assert window.docks.is_shown("jobs")
    assert window.jobs.isVisible()
    wait_until_settled(stage.qtbot, stage.opened)
    assert stage.notice.startswith("Built 3 files")
    assert records.list_stopped() == []
