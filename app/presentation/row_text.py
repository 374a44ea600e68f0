"""Rows and places as text: for the clipboard, and for the line above a table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, Qt

from larder.app.models.scope import Scope
from larder.app.models.store_columns import has_preview
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.app.presentation.looks import verdict_look
from larder.app.presentation.shown_names import ShownNames
from larder.core.survey.verdicts import Verdict


def scope_text(snapshot: SurveySnapshot, scope: Scope, shown: ShownNames) -> str:
    """"portraits · image", "" for the whole workspace."""
    names: list[str] = []
    store = None if scope.store is None else snapshot.document.stores[scope.store]
    is_by_key = store is not None and has_preview(store.kind)  # no concept asks for its values
    if scope.concept is not None and not (is_by_key and scope.concept < 0):
        names.append(shown.concept(snapshot.document.concepts[scope.concept].name)
                     if scope.concept >= 0
                     else QCoreApplication.translate("RowText", "Under no concept"))
    if store is not None:
        names.append(shown.store(store.id))
    return " · ".join(names)


def table_text(
    model: QAbstractItemModel, rows: Sequence[QModelIndex], columns: Sequence[int],
) -> str:
    """Cells of a few rows as they are shown, tab-separated, with a line of titles."""
    titles = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
    lines = [titles, *([str(row.siblingAtColumn(column).data() or "") for column in columns]
                       for row in rows)]
    return "".join(f"{_one_line(line)}\n" for line in lines)


def tab_separated(snapshot: SurveySnapshot, rows: Rows, shown: ShownNames) -> str:
    """Path, store, state, reason and bytes of each row, with a line of titles."""
    titles = [QCoreApplication.translate("RowText", title)
              for title in ("Source", "Kind", "State", "Reason", "Bytes")]
    stores = [shown.store(store.id) for store in snapshot.document.stores]
    words = {int(verdict): verdict_look(verdict).word for verdict in Verdict}
    entries = snapshot.entries
    lines = [_one_line(titles)]
    for row in rows.tolist():
        source = entries.source(row)
        cells = (shown.path(source), stores[entries.store[row]], words[int(entries.verdict[row])],
                 shown.sentence(entries.why[row], (source, entries.name[row])),
                 str(entries.bytes[row]))
        lines.append(_one_line(cells))
    return "\n".join(lines) + "\n"


def _one_line(cells: Sequence[str]) -> str:
    return "\t".join(cell.replace("\t", " ").replace("\n", " ") for cell in cells)
