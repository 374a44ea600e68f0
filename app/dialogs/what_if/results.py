"""The lower half of the What-if dialog: what the changes cost, line by line and together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from larder.app.dialogs.building.texts import list_work
from larder.app.dialogs.what_if.settings import SettingSpec, setting_label
from larder.app.models.tables import NONE, RIGHT, Cell, FactsTable, RowColumn, Unit, in_order
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.sentences import Sentences, one_after_another, with_values
from larder.app.presentation.shown_names import ShownNames
from larder.app.services import WindowServices
from larder.app.widgets.column_fit import PADDING
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.rows_table import RowsTable
from larder.app.widgets.widgets import (
    ContentStack,
    ElidedLabel,
    Remainder,
    fill_column,
    fill_layout,
    link_button,
    make_muted_label,
)
from larder.core.compare.document import ChangeDocument, ChangeRow, Invalidates
from larder.core.worker_protocol import Failed

_tr = Sentences("WhatIf")

_NAMING = re.compile(r"(name|path|dir|file|folder|destination|prefix)$")
"""Ends of the names of settings that name something of the user's."""
_LOOKS: dict[Invalidates, tuple[str, str, Tone, str]] = {
    Invalidates.IMAGE: (
        "Pictures", "kind-image", Tone.WARNING,
        "Cached latents of pictures become invalid."),
    Invalidates.TEXT: (
        "Prompts", "kind-text", Tone.WARNING,
        "Cached embeddings of captions become invalid."),
    Invalidates.NOTHING: (
        "Nothing", "severity-good", Tone.GOOD, "Cached files stay valid."),
}

LOW_DIALOG = 420
"""Pixels; 1366x768 at 200 percent has fewer."""
WHY = 7
"""Column of the reason."""


def invalidates_look(invalidates: Invalidates) -> Look:
    """Icon, word and meaning of what a change makes useless."""
    return Look(*_LOOKS[invalidates]).said(_tr)


def setting_text(row: ChangeRow, names: ShownNames) -> str:
    """"portraits · Random Flip"; a setting without a label by its name in the file."""
    label = setting_label(row.setting)
    called = row.setting if label is None else label
    return f"{names.concept(row.concept)} · {called}" if row.concept else called


def change_text(row: ChangeRow, names: ShownNames) -> str:
    """"Resolution 768 → 1024"."""
    old, new = (value_text(value, row.setting, names) for value in (row.old, row.new))
    return f"{setting_text(row, names)} {old} → {new}"


def why_text(row: ChangeRow, names: ShownNames) -> str:
    """Why a change costs what it does."""
    return names.sentence(row.why, (
        row.concept, *(value for value in (row.old, row.new)
                       if isinstance(value, str) and names_a_file(row.setting))))


def value_text(value: object, setting: str, names: ShownNames) -> str:
    """A setting's value; flags are on and off."""
    if isinstance(value, bool):
        return _tr("on") if value else _tr("off")
    if value is None or value == "":
        return "–"
    text = str(value)
    return names.path(text) if names_a_file(setting) else names.sentence(text)


def names_a_file(setting: str) -> bool:
    """Return whether a setting's value is a file, a folder or a name chosen by the user."""
    return _NAMING.search(setting) is not None


def bytes_text(size: int | None, figures: Figures) -> str:
    """Bytes, or that they are not known."""
    return _tr("not known") if size is None else figures.bytes(size)


def time_text(seconds: float | None, figures: Figures) -> str:
    """A stretch of time, or that nothing like it was built yet."""
    return _tr("not measured") if seconds is None else figures.duration(seconds)


def summary_text(document: ChangeDocument, figures: Figures) -> str:
    """Return a text about what a build with all changes makes and how much the changes cause."""
    if not document.rows:
        return _tr("No setting is changed.")
    if not document.totals and document.anew:
        return _tr(
            "Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for "
            "%Ln pictures or captions under another name and caches them again.", document.anew)
    if document.emptied_at_start and not document.totals:
        return _tr(
            "OneTrainer would empty these caches at its next start and cache everything again.")
    if not document.totals:
        return _tr("Nothing has to be built: all cached files stay valid.")
    parts = list_work(document.work)
    if document.bytes is not None:
        parts.append(figures.bytes(document.bytes))
    parts.append(_tr("time not measured yet") if document.seconds is None
                 else figures.about(document.seconds))
    changed = [_tr("%Ln pictures have to be rebuilt.", row.items)
               if row.invalidates is Invalidates.IMAGE
               else _tr("%Ln captions have to be rebuilt.", row.items)
               for row in document.totals]
    anyway = 0 if document.build is None else document.build.built_anyway
    if anyway:
        changed.append(_tr("%Ln files are missing or need rebuilding already.", anyway))
    return " · ".join(parts) + "\n" + one_after_another(changed)


def report_text(document: ChangeDocument, figures: Figures, names: ShownNames) -> str:
    """The table as text that can be pasted anywhere, lines of aligned columns."""
    titles = ("Setting", "Now", "What if", "Invalidates", "Items", "Size", "Time")
    lines: list[Sequence[str]] = [[_tr(title) for title in titles]]
    for row in document.rows:
        is_free = row.invalidates is Invalidates.NOTHING
        lines.append((
            setting_text(row, names), value_text(row.old, row.setting, names),
            value_text(row.new, row.setting, names),
            invalidates_look(row.invalidates).word,
            "–" if is_free else figures.count(row.items),
            "–" if is_free else bytes_text(row.bytes, figures),
            "–" if is_free else time_text(row.seconds, figures)))
    widths = [max(len(line[column]) for line in lines) for column in range(len(titles))]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
             for line in lines]
    head = [with_values(_tr("What if, for %1"), names.path(document.config)), ""]
    return "\n".join([*head, *table, "", summary_text(document, figures)]) + "\n"


def _amount(row: ChangeRow, text: str, raw: float | None) -> Cell:
    """A figure of what a change costs; a quiet dash where that is nothing."""
    is_free = row.invalidates is Invalidates.NOTHING
    return Cell(text=NONE if is_free else text, muted=is_free or raw is None,
                raw=None if is_free else raw)


class ChangeTable(FactsTable[ChangeRow]):
    """Rows of a comparison, in its order."""

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Setting", 31, least=18, cell=lambda table, row: Cell(
            setting_text(row, table.names)), tip=lambda _, row: row.setting),
        RowColumn("Now", 14, least=8, cell=lambda table, row: Cell(
            value_text(row.old, row.setting, table.names), muted=True)),
        RowColumn("What if", 14, least=8, cell=lambda table, row: Cell(
            value_text(row.new, row.setting, table.names))),
        RowColumn("Invalidates", 15, least=12, cell=lambda table, row: table.look_cell(
            invalidates_look(row.invalidates)),
            tip=lambda _, row: invalidates_look(row.invalidates).meaning),
        RowColumn("Items", 9, align=RIGHT, cell=lambda table, row: _amount(
            row, table.figures.count(row.items), row.items)),
        RowColumn("Size", 11, align=RIGHT, unit=Unit.BYTES,
                  cell=lambda table, row: _amount(
                      row, bytes_text(row.bytes, table.figures), row.bytes),
                  tip=lambda table, row: "" if row.bytes is None
                  else table.figures.exact_bytes(row.bytes)),
        RowColumn("Time", 18, align=RIGHT, unit=Unit.SECONDS, cell=lambda table, row: _amount(
            row, time_text(row.seconds, table.figures), row.seconds)),
        RowColumn("Why", 34, elide=Qt.TextElideMode.ElideRight, least=12, leaves=1,
                  cell=lambda table, row: Cell(why_text(row, table.names), muted=True)),
    )


class Suggestions(QWidget):
    """The changes that people try first, one click each.

    Signals:
        wanted: with the SettingSpec and the value to try.
        vae_wanted: go to where another VAE is entered.
    """

    wanted = Signal(object, object)
    vae_wanted = Signal()

    def __init__(self, names: ShownNames) -> None:
        super().__init__()
        self._names = names
        self.buttons: list[QPushButton] = []
        self._lines = fill_layout(QVBoxLayout(self), spacing=2)
        self.hide()

    def show_changes(self, changes: Sequence[tuple[SettingSpec, Any]]) -> None:
        """Offer these changes, and another VAE."""
        if self.buttons:
            return
        self.buttons = [self._button(spec, value) for spec, value in changes]
        other = link_button(_tr("Another VAE…"))
        other.clicked.connect(self.vae_wanted)
        self.buttons.append(other)
        # In two lines, which the smallest dialog has room for.
        half = (len(self.buttons) + 1) // 2
        self._lines.addWidget(make_muted_label(_tr("Often tried:")))
        for part in (self.buttons[:half], self.buttons[half:]):
            self._lines.addLayout(fill_layout(QHBoxLayout(), *part, None, spacing=6))

    def _button(self, spec: SettingSpec, value: Any) -> QPushButton:
        button = link_button(f"{spec.said()} {value_text(value, spec.name, self._names)}")
        button.clicked.connect(lambda: self.wanted.emit(spec, value))
        return button


class WhatIfResults(QWidget):
    """Summary, table, the current line's reason; what was known stays while more is asked.

    Attributes:
        suggestions: what can be tried, while no setting is changed.
        model: what the table shows.
    """

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._document = ChangeDocument()
        self._failure: Failed | None = None
        look = services.look
        self.summary = PlainLabel()
        self.summary.setProperty("role", "heading")
        self.summary.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Comparing"))
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self.model = ChangeTable(look.figures, look.icons, look.names, self)
        self.table = RowsTable("whatIfTable", ChangeTable.columns)
        self.table.setAccessibleName(self.tr("Effects"))
        self.table.show_model(self.model, services.memory)
        self.table.fit_columns(WHY)
        self.why = ElidedLabel(muted=True)
        self.suggestions = Suggestions(look.names)
        self._body = ContentStack(self.table)
        self._place = Remainder(self._body)
        self.empty = self._body.empty
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_why())
        self.table.scrolled.connect(self._show_why)
        look.changed.connect(self._on_look_changed)
        self.show_nothing()

    @property
    def document(self) -> ChangeDocument:
        """The comparison that is shown; one without rows while there is none."""
        return self._document

    def show_nothing(self) -> None:
        """Nothing was changed yet."""
        self.show_busy(on=False)
        self._show(ChangeDocument())
        self.summary.setText(self.tr("Change a setting to see what it would cost."))
        self.suggestions.setVisible(bool(self.suggestions.buttons))
        # Its header says what will be told of a change.
        self._body.show_content()
        self._share_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """An empty table gives a low dialog's room to what can be tried."""
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        self._place.setHidden(
            not self.suggestions.isHidden() and self.window().height() < LOW_DIALOG)

    def show_document(self, document: ChangeDocument) -> None:
        """Show the result of a comparison."""
        self.show_busy(on=False)
        self.suggestions.hide()
        self._share_room()
        self._show(document)
        self.summary.setText(summary_text(document, self._services.look.figures))
        if document.rows:
            self._body.show_content()
            self.table.setCurrentIndex(self.model.index(0, 0))
        else:
            self._body.say(self.tr("Both configs need the same cached files."),
                           self._services.look.icons.icon("severity-good", Tone.GOOD))

    def show_failure(self, failure: Failed) -> None:
        """Say why there is no comparison, mostly a value that makes no sense."""
        self.show_busy(on=False)
        self.suggestions.hide()
        self._share_room()
        self._show(ChangeDocument())
        self._failure = failure
        self.summary.setText(self.tr("These settings cannot be compared."))
        self._show_reason()

    def show_busy(self, *, on: bool) -> None:
        """A comparison is under way, or over."""
        self.bar.setVisible(on)

    def _on_look_changed(self) -> None:
        self.table.viewport().update()
        self._show_why()
        self._show_reason()

    def _show_reason(self) -> None:
        if self._failure is not None:
            failure = self._services.look.names.failure(self._failure)
            self._body.say(
                failure.problem, self._services.look.icons.icon("severity-error", Tone.ERROR),
                hint=failure.hint)

    def _show(self, document: ChangeDocument) -> None:
        self._document = document
        self._failure = None
        self.model.show_rows(document.rows)
        self._show_why()

    def _show_why(self) -> None:
        """The current line's reason in full, where its column is too narrow for it."""
        at = self.table.currentIndex().row()
        rows = self._document.rows
        text = why_text(rows[at], self._services.look.names) if 0 <= at < len(rows) else ""
        left = self.table.columnViewportPosition(WHY)
        room = min(self.table.columnWidth(WHY),
                   self.table.viewport().width() - left) - 2 * PADDING
        self.why.set_text(text if self.fontMetrics().horizontalAdvance(text) > room else "")

    def _lay_out(self) -> None:
        fill_column(self, self.summary, self.suggestions, self.bar, (self._place, 1), self.why,
                    margins=(20, 10, 20, 8), spacing=6)
