"""Device and precision in the Build dialog: only what a worker found is offered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.building.encoder_panels import DevicePanel
from larder.app.models.survey_pages import read_pages
from larder.core.encoders.device import DeviceKind, Devices
from larder.core.errors import UserFacingError
from larder.core.requests.options import BuildOptions, WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.synthetic_build import Builder
from tests.app.synthetic_survey import Recipe, synthetic_answer

PATIENCE_MS = 30_000
NO_MAC = "It exists only on Macs with Apple processors."


@pytest.fixture
def dialog(
    dressed: QApplication, qtbot: QtBot, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BuildDialog]:
    with shown_window(dressed, Builder().worker) as opened:
        root = tmp_path_factory.mktemp("stage")
        config = root / "config.json"
        config.write_text('{"model_type": "STABLE_DIFFUSION_15"}')
        pages = read_pages(synthetic_answer(root / "tables", Recipe(root=str(root))))
        opened.services.session.adopt(WorkspaceOptions(workspace=str(config)), pages)
        wait_until_settled(qtbot, opened)
        opened.services.commands.run("build")
        dialog = opened.window.findChild(BuildDialog)
        qtbot.waitUntil(dialog.view.isVisible, timeout=PATIENCE_MS)
        yield dialog


def enabled(dialog: BuildDialog) -> dict[str, bool]:
    combo = dialog.view.device.device
    return {combo.itemText(at): bool(
        combo.model().flags(combo.model().index(at, 0)) & Qt.ItemFlag.ItemIsEnabled)
        for at in range(combo.count())}


def test_what_is_not_here_cannot_be_chosen_and_says_why(
    dialog: BuildDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def found() -> tuple[DeviceKind, ...]:
        asked.append(1)
        return DeviceKind("cpu"), DeviceKind("cuda"), DeviceKind("mps", NO_MAC)

    monkeypatch.setattr("larder.core.encoders.device.device_kinds", found)
    panel = dialog.view.device
    assert not panel.missing.isVisible()
    dialog.view.disclose.click()
    qtbot.waitUntil(panel.missing.isVisible, timeout=PATIENCE_MS)
    assert enabled(dialog) == {
        "Fastest available": True, "cpu": True, "cuda": True, "mps (not available)": False}
    assert panel.missing.text() == f"mps: {NO_MAC}"
    assert panel.device.itemData(3, Qt.ItemDataRole.ToolTipRole) == NO_MAC
    dialog.view.disclose.click()
    dialog.view.disclose.click()
    assert asked == [1]


def test_several_graphics_cards_can_be_chosen_together(
    dressed: QApplication, qtbot: QtBot
) -> None:
    panel = DevicePanel()
    qtbot.addWidget(panel)
    options = BuildOptions(workspace="", gpus="all")
    panel.show_options(options)
    panel.on_devices_found(Devices(devices=(
        DeviceKind("cpu"), DeviceKind("cuda", count=2), DeviceKind("mps", NO_MAC))))
    assert panel.device.currentText() == "All 2 graphics cards"
    assert panel.chosen(BuildOptions(workspace="", device="cpu")) == options
    panel.device.setCurrentIndex(panel.device.findData("cuda"))
    assert panel.chosen(options) == BuildOptions(workspace="", device="cuda")
    panel.on_devices_found(Devices(devices=(DeviceKind("cuda", count=2),)))
    assert panel.device.currentText() == "cuda"
    assert panel.device.count() == 5


def test_where_nobody_can_tell_all_can_be_tried_and_the_reason_is_said(
    dialog: BuildDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> tuple[DeviceKind, ...]:
        raise UserFacingError("Encoding needs the package torch.", "Install it.")

    monkeypatch.setattr("larder.core.encoders.device.device_kinds", none)
    dialog.view.disclose.click()
    panel = dialog.view.device
    qtbot.waitUntil(panel.missing.isVisible, timeout=PATIENCE_MS)
    assert panel.missing.text() == "Encoding needs the package torch. Install it."
    assert all(enabled(dialog).values())
