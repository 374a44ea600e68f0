"""Work done only once: painting a table brought to the front, loading a dialog's module."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractScrollArea, QDialog, QTableView, QTreeView
from pytestqt.qtbot import QtBot

from larder.app import dialogs
from larder.app.application import OpenWindow
from larder.app.models.survey_pages import SurveyPages
from larder.app.views.main_window import WANTED_NEXT
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import Recipe


class Paints(QObject):
    """Counts how often views paint what is in them."""

    def __init__(self) -> None:
        super().__init__()
        self.counted: Counter[str] = Counter()

    def follow(self, view: QAbstractScrollArea) -> None:
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        view = watched.parent()
        if event.type() == QEvent.Type.Paint and view is not None:
            self.counted[view.objectName()] += 1
        return False


@pytest.mark.parametrize("name", ["coverage", "entries", "problems"])
def test_a_table_that_comes_to_the_front_is_painted_once(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages], qtbot: QtBot, name: str,
) -> None:
    show(Recipe())
    for page in (name, "journal"):
        opened.window.show_page(page)
        qtbot.wait(100)
        wait_until_settled(qtbot, opened)
    paints, page = Paints(), opened.window.pages[name]
    views = [*page.findChildren(QTableView), *page.findChildren(QTreeView)]
    for view in views:
        paints.follow(view)
    opened.window.show_page(name)
    qtbot.wait(100)
    wait_until_settled(qtbot, opened)
    assert paints.counted == {view.objectName(): 1 for view in views if view.isVisible()}


def kinds_of(kind: type[QDialog]) -> Iterator[type[QDialog]]:
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of(one)


def test_no_dialog_is_the_first_to_load_its_module() -> None:
    loaded_with_others = {f"{dialogs.__name__}.plan_dialog"}
    for module in pkgutil.walk_packages(dialogs.__path__, f"{dialogs.__name__}."):
        importlib.import_module(module.name)
    modules = {kind.__module__ for kind in kinds_of(QDialog)}
    assert {name for name in modules if name.startswith(dialogs.__name__)} == {
        *loaded_with_others, *(name for name in WANTED_NEXT if name in modules)}
