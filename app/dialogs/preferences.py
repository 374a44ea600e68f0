"""Preferences: what is set once, what caches may take, and the path maps that are remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QDoubleValidator
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from larder.app.cleaning.texts import BUDGET_KINDS, budget_word
from larder.app.languages import NAMES
from larder.app.presentation.sentences import Sentences
from larder.app.user_settings import Change
from larder.app.widgets.controls import CalmCombo, QuantityField, TickBox
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.rows_table import LinesList
from larder.app.widgets.widgets import (
    WrappedLabel,
    fill_column,
    fill_layout,
    heading,
    make_muted_label,
    make_scrollable,
    restyle,
)
from larder.app.widgets.window_layout import open_at
from larder.app.window_look import WindowLook
from larder.core.quantities import format_exact_size, parse_size
from larder.core.settings import ByteUnits, ColourScheme, Language, Settings

_tr = Sentences("PreferencesDialog")

COLUMNS = 2

MAPS_HEIGHT = 130
AGE_WIDTH = 90
MOST_HOURS = 24.0 * 365
_WORKSPACE_ROLE = Qt.ItemDataRole.UserRole
_PAIR_ROLE = Qt.ItemDataRole.UserRole + 1

UNIT_TEXTS: dict[ByteUnits, str] = {
    ByteUnits.IEC: "Powers of 1024 (MiB, GiB)",
    ByteUnits.SI: "Powers of 1000 (MB, GB)",
}
SCHEME_TEXTS: dict[ColourScheme, str] = {
    ColourScheme.SYSTEM: "Follow system",
    ColourScheme.LIGHT: "Light",
    ColourScheme.DARK: "Dark",
}

LANGUAGE_TEXTS: dict[Language, str] = {Language.SYSTEM: "Follow system", **NAMES}

PathMap = tuple[str, tuple[str, str]]
"""Of a workspace: how a folder is spelled, and where it is now."""


class BudgetFields(QWidget):
    """A field per kind; an empty one is no limit.

    Signals:
        changed: one of them was edited.
    """

    changed = Signal()

    def __init__(self, budgets: Mapping[str, int]) -> None:
        super().__init__()
        self._budgets = budgets
        self.fields: dict[str, QuantityField] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        for at, name in enumerate(BUDGET_KINDS):
            row, column = divmod(at, COLUMNS)
            field = QuantityField(parse_size, name=budget_word(name), example=self.tr("no limit"),
                                  tells=False)
            if name in budgets:
                field.line.setText(format_exact_size(budgets[name]))
            label = PlainLabel(budget_word(name))
            label.setBuddy(field.line)
            grid.addWidget(label, row, 2 * column)
            grid.addWidget(field, row, 2 * column + 1)
            grid.setColumnStretch(2 * column + 1, 1)
            field.changed.connect(self._on_changed)
            self.fields[name] = field
        self.note = WrappedLabel()
        grid.addWidget(self.note, grid.rowCount(), 0, 1, 2 * COLUMNS)
        self._show_note()

    @property
    def are_fine(self) -> bool:
        """True if every field is empty or valid."""
        return all(field.is_fine for field in self.fields.values())

    @property
    def budgets(self) -> Mapping[str, int]:
        """As entered; those of another version stay."""
        others = {name: size for name, size in self._budgets.items() if name not in self.fields}
        entered = {name: parse_size(field.text) for name, field in self.fields.items()
                   if field.text and field.is_fine}
        return {**others, **entered}

    def _on_changed(self) -> None:
        self._show_note()
        self.changed.emit()

    def _show_note(self) -> None:
        """Explain budgets, or show the problem of the first field that is not a valid size."""
        wrong = next(((name, field.problem) for name, field in self.fields.items()
                      if not field.is_fine), None)
        usual = self.tr("How much space caches of your own files may take. Above this size, Prune "
                        "removes the least recently used files; a build stays below it.")
        self.note.setText(usual if wrong is None else f"{budget_word(wrong[0])}: {wrong[1]}")
        restyle(self.note, "role", "muted" if wrong is None else "fault")


WIDTH, LEAST_HEIGHT = 560, 300


def _change_settings(settings: Settings, forgotten: Sequence[PathMap], **chosen: Any) -> Settings:
    """Settings with what was chosen and without maps; what is not asked about stays."""
    settings = replace(settings, **chosen)
    for workspace, pair in forgotten:
        kept = tuple(known for known in settings.path_maps.get(workspace, ()) if known != pair)
        settings = settings.with_path_maps(workspace, kept)
    return settings


class PreferencesDialog(QDialog):
    """Nothing changes before OK.

    Signals:
        agreed: with what changes settings so, after OK.
    """

    agreed = Signal(object)

    def __init__(
        self, settings: Settings, look: WindowLook, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Preferences"))
        self._names = look.names
        self._forgotten: list[PathMap] = []
        self.scheme = _choice(SCHEME_TEXTS, settings.colour_scheme, self.tr("Colours"))
        self.language = _choice(
            LANGUAGE_TEXTS, settings.language, self.tr("Language"))
        self.units = _choice(UNIT_TEXTS, settings.byte_units, self.tr("Sizes"))
        self.hide_names = TickBox(
            self.tr("Hide names of files, folders and concepts"), lambda: look.theme)
        self.hide_names.setChecked(settings.hide_names)
        self.hide_names.setToolTip(self.tr("For screenshots and reports."))
        self.min_age = _HoursField(settings.min_age_hours)
        self.min_age.setAccessibleName(self.tr("How old files must be before Clean ticks them, in "
                                               "hours"))
        self.budgets = BudgetFields(settings.budgets)
        self.maps = self._map_list(settings)
        self.forget = QPushButton(self.tr("Remove"))
        self.forget.setToolTip(self.tr("Removes this location; the path is then used as written in "
                                       "the config and the index."))
        self.forget.setAutoDefault(False)
        self.forget.setEnabled(False)
        self._lay_out()
        self.maps.itemSelectionChanged.connect(
            lambda: self.forget.setEnabled(bool(self.maps.selectedItems())))
        self.forget.clicked.connect(self._forget_selected)
        self.finished.connect(self.deleteLater)

    @property
    def change(self) -> Change:
        """Makes settings as the dialog stands by now."""
        return partial(
            _change_settings, forgotten=tuple(self._forgotten), min_age_hours=self.min_age.hours,
            byte_units=self.units.currentData(), colour_scheme=self.scheme.currentData(),
            hide_names=self.hide_names.isChecked(), language=self.language.currentData(),
            budgets=self.budgets.budgets)

    def accept(self) -> None:
        """Announce what was chosen."""
        self.agreed.emit(self.change)
        super().accept()

    def _lay_out(self) -> None:
        # From the outside in: what is put into another widget takes on its style anew.
        layout, foot = QVBoxLayout(self), QHBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        # On a low screen the questions scroll and the buttons stay.
        body = QWidget()
        scroll = make_scrollable(body, within=self)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout.addWidget(scroll, 1)
        layout.addLayout(foot)
        column, form, below = QVBoxLayout(body), QFormLayout(), QHBoxLayout()
        column.setContentsMargins(20, 18, 20, 6)
        column.setSpacing(10)
        column.addLayout(form)
        form.setVerticalSpacing(10)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(self.tr("Language:"), self.language)
        form.addRow(self.tr("Colours:"), self.scheme)
        form.addRow(self.tr("Sizes:"), self.units)
        form.addRow(self.tr("Names:"), self.hide_names)
        form.addRow(self.tr("Minimum age:"), fill_layout(
            QHBoxLayout(), self.min_age, (PlainLabel(self.tr("hours")), 1), spacing=None))
        form.addRow("", make_muted_label(self.tr(
            "Clean does not tick younger files by itself, because a trainer may still be "
            "writing.")))
        form.addRow(self.tr("Budgets:"), self.budgets)
        # What nobody has to remember is not asked about.
        locations = QWidget()
        if not self.maps.topLevelItemCount():
            locations.hide()
        column.addWidget(locations, 1)
        column.addStretch()
        fill_column(locations, heading(self.tr("Remembered locations")), (self.maps, 1), below,
                    margins=(0, 6, 0, 0), spacing=10)
        fill_layout(below, (make_muted_label(self.tr(
            "Where folders that a config or an index names are now.")), 1), self.forget,
            spacing=None)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        agree = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.budgets.changed.connect(lambda: agree.setEnabled(self.budgets.are_fine))
        foot.setContentsMargins(20, 0, 20, 16)
        foot.addWidget(buttons)
        width = max(WIDTH, body.minimumSizeHint().width())
        height = body.heightForWidth(width) if body.hasHeightForWidth() else (
            body.sizeHint().height())
        open_at(self, QSize(width, height + foot.sizeHint().height() + layout.spacing()),
                least=QSize(width, LEAST_HEIGHT), parent=self.parentWidget())

    def _map_list(self, settings: Settings) -> LinesList:
        maps = LinesList(self.tr("Remembered locations"), (
            self.tr("Path in config or index"), self.tr("Now at"), self.tr("Workspace")))
        maps.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        maps.setMinimumHeight(MAPS_HEIGHT)
        for workspace, pairs in sorted(settings.path_maps.items()):
            for pair in pairs:
                line = maps.add_line((
                    *map(self._names.folder, pair), self._names.path(workspace)))
                line.setData(0, _WORKSPACE_ROLE, workspace)
                line.setData(0, _PAIR_ROLE, pair)
        return maps

    def _forget_selected(self) -> None:
        for line in self.maps.selectedItems():
            old, new = line.data(0, _PAIR_ROLE)
            self._forgotten.append((line.data(0, _WORKSPACE_ROLE), (old, new)))
            self.maps.takeTopLevelItem(self.maps.indexOfTopLevelItem(line))


class _HoursField(QLineEdit):
    """Hours in the user's own notation; keeps the last ones that made sense.

    A line of text, because a style sheet leaves a spin box no room for its figures.
    """

    def __init__(self, hours: float) -> None:
        super().__init__()
        self._hours = hours
        self.setFixedWidth(AGE_WIDTH)
        self.setValidator(QDoubleValidator(0.0, MOST_HOURS, 2, self))
        self.setText(QLocale().toString(hours, "f", QLocale.FloatingPointPrecisionOption.
                                        FloatingPointShortest.value))
        self.textChanged.connect(self._read)

    @property
    def hours(self) -> float:
        """The entered number of hours."""
        return self._hours

    def _read(self) -> None:
        hours, is_number = QLocale().toDouble(self.text())
        if is_number and self.hasAcceptableInput():
            self._hours = hours


def _choice(
    texts: dict[ByteUnits, str] | dict[ColourScheme, str] | dict[Language, str],
    chosen: ByteUnits | ColourScheme | Language, name: str,
) -> CalmCombo:
    box = CalmCombo()
    box.setAccessibleName(name)
    for value, text in texts.items():
        box.addItem(_tr(text), value)
    box.setCurrentIndex(box.findData(chosen))
    box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return box
