"""The window on the trainer's own caches."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow, end_window_session, make_window
from larder.app.cache_session import SessionState
from larder.app.dialogs.survey_dialogs import CheckDialog
from larder.app.jobs.job import JobState
from larder.app.models.survey_pages import ProblemSubject, training_groups
from larder.app.view_state import ChosenKind, CurrentRow
from larder.app.views.entries_page import EntriesPage
from larder.app.widgets.widgets import ElidedLabel
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import load_settings
from larder.core.survey.training_risks import TrainingRisk
from larder.core.survey.verdicts import Verdict
from tests.app.conftest import wait_until_settled
from tests.support.fixtures import REPOSITORY

PATIENCE_MS = 60_000


def open_and_wait(qtbot: QtBot, opened: OpenWindow, workspace: Path) -> None:
    opened.services.session.open(WorkspaceOptions(workspace=str(workspace)))
    qtbot.waitUntil(lambda: not opened.services.session.is_surveying, timeout=PATIENCE_MS)
    wait_until_settled(qtbot, opened)


def entries_of(opened: OpenWindow) -> EntriesPage:
    page = opened.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    return page


def choose(qtbot: QtBot, opened: OpenWindow, name: str) -> None:
    page = entries_of(opened)
    survey = page.model.snapshot
    assert survey is not None
    at = next(at for at, row in enumerate(page.model.rows) if survey.entries.name[int(row)] == name)
    opened.window.show_page("entries")
    page.table.setCurrentIndex(page.model.index(at, 0))
    wait_until_settled(qtbot, opened)


def test_a_caption_file_that_a_row_lists_as_missing_is_listed_once(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    root = fixture_workspace("sdxl_drifted")
    open_and_wait(qtbot, working, root / "training_presets/config.json")
    snapshot = working.services.session.snapshot
    assert snapshot is not None
    assert [item.path for item in snapshot.sources.items
            if item.kind == "no-caption"] == ["data/objects/img_018.jpg"]
    groups = [group for group in training_groups(snapshot)
              if group.harm is TrainingRisk.NO_CAPTION or (
                  group.subject is ProblemSubject.SOURCES
                  and snapshot.sources.items[int(group.rows[0])].kind == "no-caption")]
    assert [group.count for group in groups] == [1]
    assert snapshot.entries.source(int(groups[0].rows[0])) == "data/objects/img_018.txt"


@pytest.mark.skipif(os.name == "nt", reason="links take a right there")
def test_where_the_cache_folder_is_out_of_reach_no_trainer_is_promised_to_make_one(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    root = fixture_workspace("sdxl_clean")
    config = root / "training_presets/config.json"
    cache = root / json.loads(config.read_text(encoding="utf-8"))["cache_dir"]
    shutil.rmtree(cache)
    cache.symlink_to("/mnt/not-mounted")
    open_and_wait(qtbot, working, config)
    page = working.window.pages["coverage"]
    said = {label.text() for label in page.findChildren(QLabel) if label.isVisibleTo(page)}
    assert "No cache was found in this workspace." in said
    assert "The trainer makes one when it starts." not in said


def test_where_all_is_cached_the_first_step_is_that_nothing_is_to_be_encoded(
    employing: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    open_and_wait(qtbot, employing, unpacked_fixture("sdxl_clean"))
    pages = employing.services.session.pages
    assert pages is not None
    # Two pictures of it share a cached file that they should not share.
    assert employing.window.workspace.standing_bar.notice is None
    assert pages.snapshot.document.next_steps[0].text == (
        "Nothing to encode: the trainer starts at once")
    assert [line.job.state for line in employing.window.jobs.lines] == [JobState.SUCCEEDED]


def test_drifts_get_their_verdicts_and_reasons(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_drifted")
    open_and_wait(qtbot, working, workspace)
    survey = working.services.session.snapshot
    assert survey is not None
    assert survey.count(Verdict.CONTENT_CHANGED) >= 1
    assert survey.count(Verdict.TOUCHED) >= 1
    for row in np.flatnonzero(survey.entries.verdict != Verdict.VALID):
        assert survey.entries.why[int(row)]
    for store in survey.document.stores:
        folder = working.services.session.store_folder(
            [s.id for s in survey.document.stores].index(store.id))
        assert folder.is_dir()


def test_the_inspector_shows_picture_and_arrays_of_an_entry(
    employing: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    index = json.loads((workspace / "workspace-cache/run/image/cache.json").read_bytes())
    source = next(iter(index["entries"]))
    open_and_wait(qtbot, employing, workspace)
    choose(qtbot, employing, Path(source).name)
    inspector = employing.window.inspector
    image = inspector.picture.image
    original = QImage(str(workspace / source))
    assert image is not None
    assert image.width() / image.height() == pytest.approx(
        original.width() / original.height(), rel=0.02)
    assert inspector.state.text() == "Up to date"
    names = [label.text for label in inspector.arrays.findChildren(ElidedLabel)]
    assert "latent_image" in names
    assert any("mean" in label.text() for label in inspector.arrays.findChildren(QLabel))
    assert any(name.startswith("sha256 ") and name.endswith(" …") for name in names)


def test_the_inspector_shows_a_caption_as_text(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    index = json.loads((workspace / "workspace-cache/run/text/cache.json").read_bytes())
    source = next(iter(index["entries"]))
    open_and_wait(qtbot, working, workspace)
    choose(qtbot, working, Path(source).name)
    assert working.window.inspector.picture.text == (workspace / source).read_text("utf-8")


def test_a_released_cache_stands_under_its_concepts_like_any_other(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    open_and_wait(qtbot, working, unpacked_fixture("sd15_legacy_diskcache"))
    model = working.window.tree.tree_model
    assert model.rowCount() == 1
    top = model.index(0, 0)
    concept = model.index(0, 0, top)
    assert [model.data(model.index(at, 0, concept)) for at in range(model.rowCount(concept))] == [
        "image", "text"]
    assert "Layout: cache folders of released OneTrainer" in model.data(
        top, Qt.ItemDataRole.ToolTipRole)


def test_groups_that_stayed_beside_an_index_are_shown_with_a_lock(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
    unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_clean")
    images = unpacked_fixture("sd15_legacy_diskcache") / "workspace-cache" / "run" / "image"
    group = next(path for path in sorted(images.iterdir()) if len(path.name) == 64)
    shutil.copytree(group, workspace / "workspace-cache" / "run" / "image" / group.name)
    open_and_wait(qtbot, working, workspace)
    model = working.window.tree.tree_model
    assert model.rowCount() == 2
    assert model.data(model.index(1, 0)) == "Found caches"


def test_the_inspector_tells_what_is_wrong_with_the_workspace(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_clean")
    (workspace / "data").rename(workspace / "elsewhere")
    open_and_wait(qtbot, working, workspace)
    pages = working.services.session.pages
    assert pages is not None
    row = next(at for at, group in enumerate(pages.groups)
               if group.subject is ProblemSubject.FINDINGS)
    working.services.view.choose(CurrentRow(kind=ChosenKind.GROUP, row=row))
    inspector = working.window.inspector
    assert inspector.title.text == "Workspace"
    assert "is neither a folder" in inspector.why.text()


def test_opening_nothing_returns_to_the_start_page_with_the_reason(
    working: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    open_and_wait(qtbot, working, tmp_path / "nowhere")
    assert working.services.session.state is SessionState.CLOSED
    assert working.window.start.isVisible()
    notice = working.window.notice_bar.notice
    assert notice is not None
    assert "There is nothing at" in notice.text
    assert notice.hint


def test_bad_json_is_told_in_a_sentence(
    working: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    (tmp_path / "config.json").write_text("{", "utf-8")
    open_and_wait(qtbot, working, tmp_path / "config.json")
    notice = working.window.notice_bar.notice
    assert notice is not None
    assert "Traceback" not in notice.text


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_worker_that_is_killed_is_a_failed_job_and_the_window_lives_on(
    employing: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    open_and_wait(qtbot, employing, workspace)
    session, lanes = employing.services.session, employing.services.lanes
    session.survey("payload")
    job = session._surveying
    assert job is not None
    runnable = lanes._running[job]
    qtbot.waitUntil(lambda: runnable.worker._pipes is not None, timeout=PATIENCE_MS)
    os.kill(runnable.worker._pipes.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: job.state.is_over, timeout=PATIENCE_MS)
    wait_until_settled(qtbot, employing)
    if job.state is JobState.FAILED:
        notice = employing.window.notice_bar.notice
        assert notice is not None
        assert "SIGKILL" in notice.text
    assert session.state is SessionState.OPEN
    assert entries_of(employing).model.rowCount() > 0
    employing.services.commands.run("rescan")
    wait_until_settled(qtbot, employing)
    assert session.snapshot is not None


def test_check_surveys_as_closely_as_chosen(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    open_and_wait(qtbot, working, unpacked_fixture("sdxl_clean"))
    working.services.commands.run("check")
    dialog = working.window.findChild(CheckDialog)
    dialog.choose("payload")
    dialog.accept()
    qtbot.waitUntil(lambda: not working.services.session.is_surveying, timeout=PATIENCE_MS)
    wait_until_settled(qtbot, working)
    survey = working.services.session.snapshot
    assert survey is not None
    assert survey.document.workspace.depth == "payload"


def test_opening_another_workspace_drops_the_survey_under_way(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    first, second = unpacked_fixture("sdxl_drifted"), unpacked_fixture("sdxl_clean")
    working.services.session.open(WorkspaceOptions(workspace=str(first)))
    open_and_wait(qtbot, working, second)
    survey = working.services.session.snapshot
    assert survey is not None
    assert Path(survey.document.workspace.root) == second
    states = {line.job.state for line in working.window.jobs.lines}
    assert states <= {JobState.SUCCEEDED, JobState.CANCELLED}


def test_tables_of_old_surveys_do_not_pile_up(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    open_and_wait(qtbot, working, unpacked_fixture("sdxl_clean"))
    for _ in range(2):
        working.services.commands.run("rescan")
        wait_until_settled(qtbot, working)
    folder = working.services.session.folder.path
    qtbot.waitUntil(lambda: len(list(folder.glob("survey-*"))) == 1, timeout=PATIENCE_MS)


def test_a_workspace_may_have_more_stores_than_a_byte_counts(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    open_and_wait(qtbot, working, unpacked_fixture("sdxl_clean"))
    survey = working.services.session.snapshot
    assert survey is not None
    most = min(np.iinfo(column.dtype).max
               for column in (survey.entries.store, survey.payloads.store))
    assert most >= 2**31 - 1


def test_a_closed_window_leaves_only_settings_behind(
    dressed: QApplication, qtbot: QtBot, own_home: Path,
    unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    opened = make_window(dressed)
    opened.window.show()
    open_and_wait(qtbot, opened, workspace)
    folder = opened.services.session.folder.path
    assert folder.is_dir()
    opened.window.close()
    end_window_session(opened)
    assert not folder.exists()
    assert load_settings().recent_workspaces == (str(workspace),)
    assert (own_home / "larder-config" / "window.ini").is_file()


def rendered(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "larder.app", *words], cwd=REPOSITORY, capture_output=True,
        text=True, timeout=120, check=False, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


def test_a_page_is_rendered_into_a_picture(
    unpacked_fixture: Callable[[str], Path], tmp_path: Path,
) -> None:
    picture = tmp_path / "window.png"
    done = rendered("--workspace", str(unpacked_fixture("sdxl_drifted")), "--page", "entries",
                    "--size", "1000x700", "--scheme", "dark", "--screenshot", str(picture))
    assert done.returncode == 0, done.stderr
    assert (done.stdout, done.stderr) == ("", "")
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (1000, 700)
    colours = {image.pixelColor(x, y).name() for x in range(0, 1000, 7) for y in range(0, 700, 7)}
    assert len(colours) > 10


def test_a_page_that_cannot_be_rendered_is_a_sentence_and_an_exit_code(tmp_path: Path) -> None:
    done = rendered("--workspace", str(tmp_path / "nowhere"), "--screenshot",
                    str(tmp_path / "window.png"))
    assert done.returncode == 1
    assert "There is nothing at" in done.stderr
    assert "Traceback" not in done.stderr
