"""Ctrl+, asks for what is set once; nothing changes before OK, then all of it at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.preferences import PreferencesDialog
from larder.app.models.survey_pages import SurveyPages
from larder.app.presentation.figures import Figures
from larder.app.window_look import WindowLook
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import ByteUnits, ColourScheme, Language, Settings
from tests.app.conftest import column_of
from tests.app.synthetic_survey import Recipe
from tests.app.test_commands import open_and_wait, wait_until_surveyed

MAPS = {"/w/one.json": (("E:", "/mnt/e"), ("/old", "/new")), "/w/two.json": (("F:", "/mnt/f"),)}


def asked(opened: OpenWindow, qtbot: QtBot) -> PreferencesDialog:
    action = opened.services.commands.action("preferences")
    assert action is not None
    assert action.shortcut() == QKeySequence("Ctrl+,")
    action.trigger()
    dialog = opened.window.findChild(PreferencesDialog)
    assert dialog is not None
    return dialog


@pytest.fixture
def dialog(dressed: QApplication, qtbot: QtBot) -> PreferencesDialog:
    dialog = PreferencesDialog(Settings(path_maps=MAPS), WindowLook(ColourScheme.LIGHT, Figures()))
    qtbot.addWidget(dialog)
    return dialog


def test_preferences_reach_the_window_at_once(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages], qtbot: QtBot,
) -> None:
    show(Recipe())

    def shown() -> str:
        model = opened.window.pages["coverage"].table.model()
        column = column_of(model, "Bytes")
        return " ".join(model.index(row, column).data() for row in range(model.rowCount()))

    before = shown()
    assert "MiB" in before
    dialog = asked(opened, qtbot)
    dialog.units.setCurrentIndex(dialog.units.findData(ByteUnits.SI))
    dialog.scheme.setCurrentIndex(dialog.scheme.findData(ColourScheme.DARK))
    dialog.hide_names.setChecked(True)
    dialog.min_age.setText("1.5")
    assert shown() == before
    dialog.accept()
    assert "MB" in shown()
    assert "MiB" not in shown()
    assert opened.services.look.theme.name == "dark"
    assert opened.services.look.names.hidden
    assert opened.services.commands.action("hide-names").isChecked()
    settings = opened.services.settings.current
    assert (settings.min_age_hours, settings.byte_units) == (1.5, ByteUnits.SI)
    opened.services.look.choose(ColourScheme.LIGHT)


def test_settings_are_in_groups_that_a_list_leads_to(
    dialog: PreferencesDialog, qtbot: QtBot,
) -> None:
    dialog.show()
    names = [dialog.groups.item(row).text() for row in range(dialog.groups.count())]
    assert names == ["Appearance", "Cleaning", "Space", "Privacy", "Moved folders"]
    for row, field in enumerate((dialog.language, dialog.min_age, dialog.budgets,
                                 dialog.hide_names, dialog.maps)):
        qtbot.mouseClick(dialog.groups.viewport(), Qt.MouseButton.LeftButton,
                         pos=dialog.groups.visualItemRect(dialog.groups.item(row)).center())
        assert field.isVisible(), names[row]
        page = dialog.pages.currentWidget()
        assert isinstance(page, QScrollArea)
        assert page.verticalScrollBar().maximum() == 0, "nothing is hidden below the page"


def test_each_group_can_be_set_as_it_was_at_first(dressed: QApplication, qtbot: QtBot) -> None:
    settings = Settings(
        min_age_hours=3.5, byte_units=ByteUnits.SI, hide_names=True, language=Language.GERMAN,
        colour_scheme=ColourScheme.DARK, budgets={"vision": 10**9}, recent_workspaces=("/a",))
    dialog = PreferencesDialog(settings, WindowLook(ColourScheme.LIGHT, Figures()))
    qtbot.addWidget(dialog)
    defaults = {button.accessibleDescription(): button
                for button in dialog.findChildren(QPushButton)
                if button.text() == "Restore defaults"}
    defaults.pop("Appearance").click()
    assert dialog.change(settings) == replace(
        settings, byte_units=ByteUnits.IEC, language=Language.SYSTEM,
        colour_scheme=ColourScheme.SYSTEM)
    for button in defaults.values():
        button.click()
    assert dialog.change(settings) == Settings(recent_workspaces=("/a",))


def test_the_list_of_recent_workspaces_can_be_cleared(
    dressed: QApplication, qtbot: QtBot,
) -> None:
    settings = Settings(recent_workspaces=("/a", "/b"))
    dialog = PreferencesDialog(settings, WindowLook(ColourScheme.LIGHT, Figures()))
    qtbot.addWidget(dialog)
    assert dialog.change(settings) == settings
    dialog.forget_recent.setChecked(True)
    assert dialog.change(settings).recent_workspaces == ()


def test_a_size_that_makes_no_sense_is_said_on_every_page(dialog: PreferencesDialog) -> None:
    assert dialog.note.text() == "Changes take effect when you click OK."
    dialog.budgets.fields["audio"].line.setText("ten")
    assert dialog.note.text().startswith("Sound features: 'ten' is not a size.")


def test_escape_leaves_everything_as_it_was(opened: OpenWindow, qtbot: QtBot) -> None:
    before = opened.services.settings.current
    dialog = asked(opened, qtbot)
    dialog.min_age.setText("99")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isHidden()
    assert opened.services.settings.current == before


def test_it_shows_what_is_set(dressed: QApplication, qtbot: QtBot) -> None:
    settings = Settings(min_age_hours=3.5, byte_units=ByteUnits.SI, hide_names=True,
                        colour_scheme=ColourScheme.DARK)
    dialog = PreferencesDialog(settings, WindowLook(ColourScheme.LIGHT, Figures()))
    qtbot.addWidget(dialog)
    assert dialog.change(Settings()) == settings


def test_remembered_locations_are_listed_and_can_be_forgotten(
    dialog: PreferencesDialog, qtbot: QtBot,
) -> None:
    lines = [dialog.maps.topLevelItem(row) for row in range(dialog.maps.topLevelItemCount())]
    assert [[line.text(column) for column in range(3)] for line in lines] == [
        ["E:", "/mnt/e", "/w/one.json"], ["/old", "/new", "/w/one.json"],
        ["F:", "/mnt/f", "/w/two.json"]]
    assert not dialog.forget.isEnabled()
    lines[0].setSelected(True)
    lines[2].setSelected(True)
    qtbot.mouseClick(dialog.forget, Qt.MouseButton.LeftButton)
    assert dialog.maps.topLevelItemCount() == 1
    after = dialog.change(Settings(path_maps=MAPS))
    assert after.path_maps == {"/w/one.json": (("/old", "/new"),)}


def test_a_map_of_the_open_workspace_that_is_forgotten_is_not_used_on(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    session = working.services.session
    session.relocate("E:", "/mnt/e")
    wait_until_surveyed(qtbot, working)
    # A window of tests saves nothing by itself; it still acts on what is chosen.
    working.services.settings.change(
        lambda now: now.with_path_maps(str(workspace), (("E:", "/mnt/e"),)))
    dialog = asked(working, qtbot)
    dialog.maps.topLevelItem(0).setSelected(True)
    dialog.forget.click()
    dialog.accept()
    assert session.options is not None
    assert session.options.maps == ()
    assert session.is_surveying
    wait_until_surveyed(qtbot, working)


@pytest.mark.parametrize(("typed", "kept"), [
    ("0", 0.0), ("2.25", 2.25), ("", 24.0), ("soon", 24.0), ("-1", 24.0), ("99999", 24.0)])
def test_hours_that_make_no_sense_change_nothing(
    dialog: PreferencesDialog, typed: str, kept: float,
) -> None:
    assert dialog.min_age.text() == "24"
    dialog.min_age.setText(typed)
    assert dialog.min_age.hours == kept


def test_the_wheel_passes_over_a_choice(dialog: PreferencesDialog) -> None:
    before = dialog.units.currentIndex()
    wheel = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(0, -120), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(dialog.units, wheel)
    assert dialog.units.currentIndex() == before
