"""No cell says anything by an icon, a bar or a colour alone: each has a word, and it is spoken."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView

from larder.app.application import PAGES, OpenWindow
from larder.app.models.survey_pages import SurveyPages
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import Recipe

ROWS = 40
"""Of each level; the others are made by the same code."""


def cells(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[QModelIndex]:
    above = parent or QModelIndex()
    if model.canFetchMore(above):
        model.fetchMore(above)
    for row in range(min(model.rowCount(above), ROWS)):
        for column in range(model.columnCount(above)):
            yield model.index(row, column, above)
        yield from cells(model, model.index(row, 0, above))


@pytest.mark.swept(4)
@pytest.mark.parametrize("page", [page.id for page in PAGES])
def test_what_an_icon_says_a_word_says_too(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages], qtbot: object, page: str,
) -> None:
    show(Recipe(rows=300))
    opened.window.show_page(page)
    wait_until_settled(qtbot, opened)
    seen = 0
    for view in opened.window.findChildren(QAbstractItemView):
        if not view.isVisible() or view.model() is None:
            continue
        for index in cells(view.model()):
            shown = index.data(Qt.ItemDataRole.DisplayRole)
            spoken = index.data(Qt.ItemDataRole.AccessibleTextRole) or shown
            if index.data(Qt.ItemDataRole.DecorationRole) is not None or shown:
                assert spoken, (type(view).__name__, index.row(), index.column())
                seen += 1
    assert seen
