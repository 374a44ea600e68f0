"""Prune and clear: asked as on the command line, shown and applied as a clean, undone as one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.cleaning.request import can_prune
from larder.app.cleaning.texts import BUDGET_KINDS, clean_command
from larder.app.command_table import Context
from larder.app.dialogs.cleaning.dialog import CleanDialog
from larder.app.dialogs.cleaning.prune_forms import ClearForm, PruneForm
from larder.app.dialogs.preferences import PreferencesDialog
from larder.app.presentation.figures import Figures
from larder.app.view_state import Scope
from larder.app.window_look import WindowLook
from larder.core.clean.plan import CleanReason
from larder.core.requests.options import ClearOptions, PruneOptions, WorkspaceOptions
from larder.core.settings import TOTAL_BUDGET, ColourScheme, Settings
from larder.core.stores.values.listing import list_values
from larder.core.workspace.store_kinds import TRAITS, StoreFormat, StoreKind
from tests.app.conftest import agree_to_undo, shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.source_building import SourceBuild, write_text

PATIENCE_MS = 30_000
VALUES = 6


@dataclass
class Stage:
    opened: OpenWindow
    qtbot: QtBot
    store: Path

    def clean_dialog(self) -> CleanDialog:
        """The plan, once it is there."""
        def shown() -> list[CleanDialog]:
            return [found for found in self.opened.window.findChildren(CleanDialog)
                    if found.isVisible()
                    and (found.plan is not None or found.refused.isVisible())]

        self.qtbot.waitUntil(lambda: bool(shown()), timeout=PATIENCE_MS)
        return shown()[0]

    def prune_form(self) -> PruneForm:
        self.opened.services.commands.run("prune")
        return next(found for found in self.opened.window.findChildren(PruneForm)
                    if found.isVisible())

    def look_at_store(self) -> None:
        self.opened.services.view.look_at(Scope(store=0))

    def settle(self) -> None:
        wait_until_settled(self.qtbot, self.opened)

    @property
    def left(self) -> int:
        return len(list_values(self.store, StoreKind.TOKENS).names)


@pytest.fixture
def stage(dressed: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    made = SourceBuild.of(tmp_path)
    for number in range(VALUES):
        write_text(made.sources, f"{number}.txt", f"text {number}")
    made.build()
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.session.open(WorkspaceOptions(workspace=str(tmp_path / "caches")))
        wait_until_settled(qtbot, opened)
        yield Stage(opened, qtbot, made.store.folder)
        for dialog in opened.window.findChildren(CleanDialog):
            dialog.reject()
        wait_until_settled(qtbot, opened)


def groups(dialog: CleanDialog) -> dict[CleanReason, int]:
    assert dialog.plan is not None
    return {group.reason: len(group) for group in dialog.plan.groups}


def test_a_prune_is_shown_applied_and_undone_as_a_clean(stage: Stage) -> None:
    form = stage.prune_form()
    form.age.line.setText("0d")
    form.show_plan.click()
    dialog = stage.clean_dialog()
    assert dialog.windowTitle() == "Prune"
    assert groups(dialog) == {CleanReason.AGED: VALUES}
    assert dialog.view.where.text.startswith("This plan covers 1 cache in")
    assert not dialog.view.look_inside.isVisible()
    assert "larder prune" in dialog.view.command.command.toPlainText()
    assert "--older-than 0d" in dialog.view.command.command.toPlainText()
    assert stage.left == VALUES
    dialog.footer.move_button.click()
    stage.settle()
    assert stage.left == 0
    notice = stage.opened.window.notice_bar.notice
    assert notice is not None
    assert [action.text for action in notice.actions] == ["Undo"]
    notice.actions[0].run()
    stage.settle()
    assert stage.left == VALUES


def test_a_size_lets_go_of_what_exceeds_it(stage: Stage) -> None:
    sizes = sorted(list_values(stage.store, StoreKind.TOKENS).sizes.tolist())
    form = stage.prune_form()
    form.kept.line.setText(f"{sum(sizes) - 1}B")
    form.show_plan.click()
    assert groups(stage.clean_dialog()) == {CleanReason.OVER_BUDGET: 1}


@pytest.mark.parametrize(("age", "size", "problem"), [
    ("90", "", "is not a duration"), ("", "ten", "is not a size"),
    ("soon", "0", "is not a duration")])
def test_what_makes_no_sense_is_one_sentence_at_its_field(
    stage: Stage, age: str, size: str, problem: str,
) -> None:
    form = stage.prune_form()
    form.age.line.setText(age)
    form.kept.line.setText(size)
    assert not form.show_plan.isEnabled()
    shown = [field.fault.text() for field in (form.age, form.kept) if field.fault.isVisible()]
    assert problem in shown[0]
    form.reject()


def test_without_age_and_size_the_budgets_count_where_there_are_some(stage: Stage) -> None:
    form = stage.prune_form()
    assert "No budgets are set" in form.note.text()
    assert not form.show_plan.isEnabled()
    form.reject()
    stage.opened.services.settings.change(
        lambda settings: msgspec.structs.replace(settings, budgets={"vision": 10**9}))
    form = stage.prune_form()
    assert not form.show_plan.isEnabled()
    form.reject()
    stage.opened.services.settings.change(
        lambda settings: msgspec.structs.replace(settings, budgets={"tokens": 2**30}))
    form = stage.prune_form()
    assert "Tokens 1.00 GiB" in form.note.text()
    assert form.show_plan.isEnabled()
    form.reject()


def test_a_store_that_is_looked_at_is_chosen(stage: Stage) -> None:
    stage.look_at_store()
    form = stage.prune_form()
    assert form.chosen == ("tokens",)
    form.age.line.setText("0d")
    form.show_plan.click()
    assert "--store tokens" in stage.clean_dialog().view.command.command.toPlainText()


def test_clearing_the_store_that_is_looked_at_shows_its_plan_at_once(stage: Stage) -> None:
    stage.look_at_store()
    stage.opened.services.commands.run("clear")
    dialog = stage.clean_dialog()
    assert dialog.windowTitle() == "Clear cache"
    assert groups(dialog) == {CleanReason.CLEARED: VALUES}
    dialog.footer.move_button.click()
    stage.settle()
    assert stage.left == 0
    stage.opened.services.commands.run("undo")
    agree_to_undo(stage.qtbot, stage.opened)
    stage.settle()
    assert stage.left == VALUES


def test_clearing_asks_which_cache_where_none_is_looked_at(stage: Stage) -> None:
    stage.opened.services.commands.run("clear")
    form = stage.opened.window.findChild(ClearForm)
    assert form.chosen == ()
    form.choose("tokens")
    form.show_plan.click()
    dialog = stage.clean_dialog()
    assert "larder clear" in dialog.view.command.command.toPlainText()
    assert "--store tokens --apply" in dialog.view.command.command.toPlainText()


def test_a_cache_that_is_only_read_is_not_cleared_and_a_clean_says_so(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TRAITS, StoreFormat.VALUES, msgspec.structs.replace(
        TRAITS[StoreFormat.VALUES], may_write=False, may_clean=False))
    clear = stage.opened.services.commands.action("clear")
    stage.look_at_store()
    stage.opened.services.commands.refresh()
    assert clear is not None
    assert not clear.isEnabled()
    stage.opened.services.view.look_at(Scope())
    stage.opened.services.commands.refresh()
    assert not clear.isEnabled()
    stage.opened.services.commands.run("clean")
    dialog = stage.clean_dialog()
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert "Caches that Larder only reads stay as they are." in texts
    assert any("The tokens cache belongs to a program whose caches" in text for text in texts)


def test_deleting_at_once_asks_again_with_the_figures(stage: Stage) -> None:
    stage.look_at_store()
    stage.opened.services.commands.run("clear")
    dialog = stage.clean_dialog()
    dialog.footer.disclose.click()
    dialog.footer.delete_button.click()
    box = dialog.findChild(QMessageBox)
    assert f"Delete {VALUES} files for good" in box.text()
    assert stage.left == VALUES
    agree = next(button for button in box.findChildren(QPushButton)
                 if button.text() == "Delete for good")
    agree.click()
    stage.settle()
    assert stage.left == 0


def test_a_note_of_the_plan_is_shown(stage: Stage, qtbot: QtBot) -> None:
    form = stage.prune_form()
    form.age.line.setText("9000d")
    form.show_plan.click()
    dialog = stage.clean_dialog()
    assert dialog.view.empty.text.startswith("Nothing to remove.")
    plan = dialog.plan
    assert plan is not None
    noted = replace(plan, document=msgspec.structs.replace(
        plan.document, notes=("The image cache does not record when.",)))
    dialog.view.show_plan(noted, dialog._request)
    assert dialog.view.left.isVisible()


def test_the_menu_of_a_store_offers_both(stage: Stage) -> None:
    stage.look_at_store()
    commands = stage.opened.services.commands
    menu = commands.context_menu(Context.TREE, stage.opened.window)
    texts = [action.text().replace("&", "") for action in menu.actions() if action.isEnabled()]
    assert {"Prune…", "Clear cache…"} <= set(texts)
    menu.deleteLater()


def test_what_can_be_pruned_is_what_core_prunes() -> None:
    assert {kind for kind in StoreKind if can_prune(kind.value)} == {
        kind for kind in StoreKind if kind.traits.remembers_uses}
    assert not can_prune("a kind of tomorrow")
    assert set(BUDGET_KINDS) == {kind.value for kind in StoreKind if can_prune(kind.value)} | {
        TOTAL_BUDGET}


def test_commands_name_what_was_asked() -> None:
    about = WorkspaceOptions(workspace="/my caches")
    prune = PruneOptions(
        workspace="/my caches", stores=("vision",), older_than="90d", budget="10 GB")
    assert clean_command(about, prune, delete=True, even_if_busy=True) == (
        "larder prune '/my caches' --older-than 90d --budget '10 GB' --store vision --delete "
        "--even-if-busy --apply")
    clear = ClearOptions(workspace="/my caches")
    assert clean_command(about, clear, delete=False, even_if_busy=False) == (
        "larder clear '/my caches' --apply")


@pytest.fixture
def preferences(dressed: QApplication, qtbot: QtBot) -> PreferencesDialog:
    settings = Settings(budgets={"vision": 10**10, "total": 2**31, "of tomorrow": 5})
    dialog = PreferencesDialog(settings, WindowLook(ColourScheme.LIGHT, Figures()))
    qtbot.addWidget(dialog)
    return dialog


def test_budgets_are_shown_as_they_are_written(preferences: PreferencesDialog) -> None:
    fields = preferences.budgets.fields
    assert list(fields) == list(BUDGET_KINDS)
    assert (fields["vision"].text, fields["total"].text, fields["tokens"].text) == (
        "10GB", "2GiB", "")


def test_budgets_are_kept_and_those_of_another_version_stay(
    preferences: PreferencesDialog,
) -> None:
    preferences.budgets.fields["vision"].line.setText("")
    preferences.budgets.fields["tokens"].line.setText("500MB")
    assert preferences.change(Settings()).budgets == {
        "total": 2**31, "tokens": 5 * 10**8, "of tomorrow": 5}


def test_a_budget_that_is_no_size_is_said_and_not_agreed_to(
    preferences: PreferencesDialog,
) -> None:
    preferences.show()
    preferences.budgets.fields["audio"].line.setText("ten")
    assert preferences.budgets.note.text().startswith("Sound features: 'ten' is not a size.")
    ok = next(button for button in preferences.findChildren(QPushButton)
              if button.text().replace("&", "") == "OK")
    assert not ok.isEnabled()
    preferences.budgets.fields["audio"].line.setText("10GB")
    assert ok.isEnabled()
