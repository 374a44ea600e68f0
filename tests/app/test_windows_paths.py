"""The window on a cache that a trainer on Windows wrote."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.core.requests.options import WorkspaceOptions
from larder.core.survey.verdicts import Verdict
from tests.app.conftest import wait_until_settled
from tests.support.windows_paths import on_windows, respell_concepts, respell_index

PATIENCE_MS = 60_000
CONFIG = "training_presets/config.json"


def of_windows(workspace: Path) -> dict[str, str]:
    """Make a fixture's paths those of Windows; every third keeps its slashes. Key -> real file."""
    files: dict[str, str] = {}

    def spelled(path: str) -> str:
        key = on_windows(path.upper(), "C:\\Train")
        key = key.replace("\\", "/") if len(path) % 3 == 0 else key
        files[key] = str(workspace / path)
        return key

    for store in ("image", "text"):
        folder = workspace / "workspace-cache" / "run" / store
        respell_index(folder, json.loads((folder / "cache.json").read_text("ascii")), spelled)
    concepts = workspace / "training_concepts" / "concepts.json"
    respell_concepts(
        concepts, json.loads(concepts.read_text("ascii")), lambda path: f"c:/train/{path}")
    return files


def test_every_row_leads_to_its_picture_and_its_payloads(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_clean")
    files = of_windows(workspace)
    session = working.services.session
    session.open(WorkspaceOptions(
        workspace=str(workspace / CONFIG), maps=(("C:\\TRAIN", str(workspace)),)))
    qtbot.waitUntil(lambda: not session.is_surveying, timeout=PATIENCE_MS)
    wait_until_settled(qtbot, working)
    survey = session.snapshot
    assert survey is not None
    assert survey.count(Verdict.VALID) == len(survey.entries)
    found = {survey.entries.source(row): str(session.source_file(row))
             for row in range(len(survey.entries))}
    assert {source: files[source] for source in found} == found
    page = working.window.pages["entries"]
    working.window.show_page("entries")
    page.table.setCurrentIndex(page.model.index(0, 0))
    wait_until_settled(qtbot, working)
    inspector = working.window.inspector
    assert inspector.state.text() == "Up to date"
    row = int(page.model.rows[0])
    assert inspector.picture.image is not None or survey.entries.name[row].endswith("TXT")
    assert not QImage(found[survey.entries.source(row)]).isNull()
    assert inspector.arrays.isVisible()


def test_another_place_for_a_prefix_takes_the_one_before_whatever_its_case(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_clean")
    of_windows(workspace)
    session = working.services.session
    session.open(WorkspaceOptions(
        workspace=str(workspace / CONFIG), maps=(("C:\\TRAIN", "/nowhere"),)))
    qtbot.waitUntil(lambda: not session.is_surveying, timeout=PATIENCE_MS)
    assert session.snapshot is not None
    assert session.snapshot.count(Verdict.SOURCE_UNREACHABLE) > 0
    with qtbot.waitSignal(session.survey_changed, timeout=PATIENCE_MS):
        session.relocate("c:/train", str(workspace))
    assert session.snapshot.count(Verdict.VALID) == len(session.snapshot.entries)
