"""Form of the dialog for a folder of files, and the options that result from its input."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from larder.app.dialogs.source_building.request import SOURCE_KINDS, SourceField
from larder.app.dialogs.source_building.texts import (
    field_words,
    files_text,
)
from larder.app.presentation.looks import kind_icon, kind_word
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences, core_text, one_after_another, with_values
from larder.app.services import WindowServices
from larder.app.views.places import browse
from larder.app.widgets.controls import CalmCombo, TickBox, echo_mode
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import (
    WrappedLabel,
    fill_column,
    fill_layout,
    make_muted_label,
    restyle,
)
from larder.core.build.rebuild_settings import RebuildSettings, list_encoders
from larder.core.errors import UserFacingError
from larder.core.quantities import parse_picture_size
from larder.core.requests.options import SourceBuildOptions
from larder.core.workspace.store_kinds import StoreKind

_tr = Sentences("SourceBuild")

Faults = Mapping[SourceField, str]

ICON = QSize(16, 16)
FIELD_WIDTH = 92
SIZE_WIDTH = 150
CHOOSE_FOLDER = "\0folder"
"""Entry of the encoders that asks for a folder; no path holds a zero."""
SETTINGS = (SourceField.SIZE, SourceField.SAMPLE_RATE, SourceField.SECONDS, SourceField.LENGTH)
WIDE = frozenset({SourceField.SIZE, SourceField.LENGTH})
"""Those whose empty field says a whole sentence part."""


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """Input of the dialog for a folder of files.

    Attributes:
        model: name of an encoder or a folder, None for none.
    """

    kind: StoreKind
    model: str | None = None
    resample: bool = False
    texts: Mapping[SourceField, str] = field(default_factory=dict)

    def text(self, wanted: SourceField) -> str:
        """Return the text of a field, "" for one that this kind does not have."""
        return self.texts.get(wanted, "").strip()


def read_entry(
    entry: SourceEntry, *, depth: str = "stat",
) -> tuple[SourceBuildOptions | None, Faults]:
    """The options, None where something is wrong or missing; then each field with its sentence."""
    faults: dict[SourceField, str] = {}
    asked = SOURCE_KINDS[entry.kind]
    values: dict[SourceField, Any] = {}
    for wanted in (*asked.fields, SourceField.LIMIT):
        text = entry.text(wanted)
        if text:
            try:
                values[wanted] = _READERS[wanted](text)
            except UserFacingError as error:
                label = field_words(wanted).label
                faults[wanted] = f"{label}: {core_text(f'{error.problem} {error.hint}'.strip())}"
    if asked.takes_encoder and not entry.model:
        faults[SourceField.ENCODER] = _tr("Choose an encoder.")
    if faults or not (entry.text(SourceField.SOURCES) and entry.text(SourceField.TARGET)):
        return None, faults
    return SourceBuildOptions(
        workspace=entry.text(SourceField.TARGET), sources=entry.text(SourceField.SOURCES),
        store=entry.kind.value, model=entry.model if asked.takes_encoder else None,
        size=values.get(SourceField.SIZE), sample_rate=values.get(SourceField.SAMPLE_RATE),
        max_seconds=values.get(SourceField.SECONDS),
        resample=entry.resample and asked.resamples,
        sequence_length=values.get(SourceField.LENGTH), limit=values.get(SourceField.LIMIT),
        depth=depth), {}


def _whole(text: str) -> int:
    number, is_number = QLocale().toInt(text)
    if not is_number or number < 1:
        raise UserFacingError(with_values(_tr("“%1” is not a whole number above 0."), text))
    return number


def _seconds(text: str) -> float:
    number, is_number = QLocale().toDouble(text)
    if not is_number or not math.isfinite(number) or number <= 0:
        raise UserFacingError(with_values(_tr("“%1” is not a number of seconds."), text))
    return number


_READERS: Mapping[SourceField, Callable[[str], Any]] = {
    SourceField.SIZE: parse_picture_size,
    SourceField.SAMPLE_RATE: _whole,
    SourceField.SECONDS: _seconds,
    SourceField.LENGTH: _whole,
    SourceField.LIMIT: _whole,
}


class SourceForm(QWidget):
    """The fields, in the order in which they are filled in.

    Signals:
        changed: anything was chosen or typed.
        kind_changed: another kind was chosen; what goes where may change with it.
    """

    changed = Signal()
    kind_changed = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._models: dict[StoreKind, str] = {}
        self.kind = CalmCombo()
        self.kind.setIconSize(ICON)
        self.kind.setAccessibleName(self.tr("Kind of cache"))
        self.encoder = CalmCombo()
        self.encoder.setAccessibleName(self.tr("Encoder"))
        self.encoder.setMinimumWidth(SIZE_WIDTH)
        self.encoder_label = PlainLabel(self.tr("with"))
        self.about = make_muted_label()
        self.sources = self._path(self.tr("Folder of your files"))
        self.sources.setPlaceholderText(self.tr("a folder of your files; drop one here"))
        self.target = self._path(self.tr("Folder of the cache"))
        self.browse_sources = self._button()
        self.browse_target = self._button()
        self.fields: dict[SourceField, QLineEdit] = {}
        self._around: dict[SourceField, tuple[QLabel, QLabel]] = {}
        self.resample = TickBox(self.tr("Resample other rates"), lambda: services.look.theme)
        self.resample.setToolTip(self.tr(
            "Clips with another sample rate are resampled; otherwise they are refused."))
        self.fault = WrappedLabel()
        self.fault.setProperty("role", "fault")
        self.fault.hide()
        for kind in SOURCE_KINDS:
            self.kind.addItem(kind_word(kind.value), kind)
        self._lay_out()
        self._connect()
        self._paint()
        self._show_kind()

    @property
    def chosen_kind(self) -> StoreKind:
        """The kind of store to build."""
        kind: StoreKind = self.kind.currentData()
        return kind

    @property
    def entry(self) -> SourceEntry:
        """The current input of the form."""
        texts = {SourceField.SOURCES: self.sources.text(), SourceField.TARGET: self.target.text(),
                 **{one: line.text() for one, line in self.fields.items()}}
        return SourceEntry(kind=self.chosen_kind, model=self.encoder.currentData(),
                           resample=self.resample.isChecked(), texts=texts)

    def choose_kind(self, kind: StoreKind) -> None:
        """Choose what is made."""
        self.kind.setCurrentIndex(self.kind.findData(kind))

    def choose_encoder(self, model: str) -> None:
        """Choose an encoder by name, or a folder, which is then listed."""
        self._models[self.chosen_kind] = model
        self._show_encoders()
        self.changed.emit()

    def choose_settings(self, settings: RebuildSettings) -> None:
        """Fill in with what values were made, as far as that is known."""
        if settings.model is not None:
            self.choose_encoder(settings.model)
        figures = {SourceField.SAMPLE_RATE: settings.sample_rate,
                   SourceField.SECONDS: settings.max_seconds,
                   SourceField.LENGTH: settings.sequence_length}
        for one, number in figures.items():
            if number is not None:
                self.fields[one].setText(_as_typed(number))
        if settings.size is not None:
            self.fields[SourceField.SIZE].setText("{}x{}".format(*settings.size))
        self.resample.setChecked(settings.resample)

    def show_faults(self, faults: Faults) -> None:
        """Mark the fields that are wrong, and say why below them."""
        for one, line in self.fields.items():
            if line.property("fault") != (one in faults):
                restyle(line, "fault", one in faults)
            line.setAccessibleDescription(faults.get(one, field_words(one).tip))
        self.fault.setText(one_after_another(faults.values()))
        self.fault.setVisible(bool(faults))

    def _show_kind(self) -> None:
        asked = SOURCE_KINDS[self.chosen_kind]
        self.about.setText(files_text(self.chosen_kind))
        for one, line in self.fields.items():
            is_asked = one in asked.fields or one is SourceField.LIMIT
            for widget in (line, *self._around[one]):
                widget.setVisible(is_asked)
        self.resample.setVisible(asked.resamples)
        self.encoder_label.setVisible(asked.takes_encoder)
        self.encoder.setVisible(asked.takes_encoder)
        self._show_encoders()

    def _show_encoders(self) -> None:
        names = list_encoders(self.chosen_kind)
        chosen = self._models.get(self.chosen_kind, names[0] if names else "")
        self.encoder.blockSignals(True)
        self.encoder.clear()
        for name in names:
            self.encoder.addItem(name, name)
        if chosen and chosen not in names:
            self.encoder.addItem("", chosen)
            self._name_folders()
        self.encoder.insertSeparator(self.encoder.count())
        self.encoder.addItem(self.tr("Folder…"), CHOOSE_FOLDER)
        self.encoder.setCurrentIndex(max(self.encoder.findData(chosen), 0))
        self.encoder.blockSignals(False)

    def _name_folders(self) -> None:
        """Encoders that the user has in a folder; the others have names of their own."""
        chosen = self._models.get(self.chosen_kind, "")
        at = self.encoder.findData(chosen)
        if at >= 0 and chosen not in list_encoders(self.chosen_kind):
            shown = self._services.look.names.path(chosen)
            self.encoder.setItemText(at, shown)
            self.encoder.setItemData(at, plain_tip(shown), Qt.ItemDataRole.ToolTipRole)

    def _on_kind(self) -> None:
        self._show_kind()
        self.kind_changed.emit()
        self.changed.emit()

    def _on_encoder(self) -> None:
        if self.encoder.currentData() == CHOOSE_FOLDER:
            self._show_encoders()
            self._browse(self.tr("Folder of a model or its processor"), self.choose_encoder)
        else:
            self._models[self.chosen_kind] = self.encoder.currentData()
            self.changed.emit()

    def _browse(self, title: str, chosen: Callable[[str], object]) -> None:
        browse(self, title, chosen, start=self.sources.text())

    def _lay_out(self) -> None:
        what = fill_layout(QHBoxLayout(), self.kind, self.encoder_label, self.encoder, spacing=8)
        what.addSpacing(6)
        what.addWidget(self.about, 1)
        settings = fill_layout(QHBoxLayout(), *map(self._field, SETTINGS), None, spacing=14)
        limits = fill_layout(
            QHBoxLayout(), self._field(SourceField.LIMIT), self.resample, None, spacing=14)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for row, (text, buddy) in enumerate((
                (self.tr("&Make"), self.kind), (self.tr("&From"), self.sources),
                (self.tr("&Into"), self.target))):
            label = PlainLabel(text)
            label.setBuddy(buddy)
            grid.addWidget(label, row, 0)
        for row, (line, button) in enumerate((
                (self.sources, self.browse_sources), (self.target, self.browse_target)), start=1):
            grid.addWidget(line, row, 1)
            grid.addWidget(button, row, 2)
        for row, whole in ((0, what), (3, settings), (4, limits)):
            grid.addLayout(whole, row, 1, 1, 2)
        grid.addWidget(self.fault, 5, 1, 1, 2)
        fill_column(self, grid, spacing=None)
        # What is short of room is the plan below, which scrolls.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _field(self, one: SourceField) -> QHBoxLayout:
        line, words = QLineEdit(), field_words(one)
        line.setPlaceholderText(words.default)
        line.setToolTip(plain_tip(words.tip))
        line.setAccessibleName(words.label)
        line.setFixedWidth(SIZE_WIDTH if one in WIDE else FIELD_WIDTH)
        label, unit = PlainLabel(words.label), make_muted_label(words.unit, wrap=False)
        label.setBuddy(line)
        self.fields[one] = line
        self._around[one] = (label, unit)
        return fill_layout(QHBoxLayout(), label, line, unit, spacing=6)

    def _connect(self) -> None:
        self.kind.currentIndexChanged.connect(lambda _: self._on_kind())
        self.encoder.currentIndexChanged.connect(lambda _: self._on_encoder())
        for line in (self.sources, self.target, *self.fields.values()):
            line.textChanged.connect(lambda _: self.changed.emit())
        self.resample.toggled.connect(lambda _: self.changed.emit())
        self.browse_sources.clicked.connect(
            lambda: self._browse(self.tr("Folder of your files"), self.sources.setText))
        self.browse_target.clicked.connect(
            lambda: self._browse(self.tr("Folder of the cache"), self.target.setText))
        self._services.look.changed.connect(self._paint)

    def _paint(self) -> None:
        look = self._services.look
        for row in range(self.kind.count()):
            self.kind.setItemIcon(row, look.icons.icon(kind_icon(self.kind.itemData(row).value)))
        for line in (self.sources, self.target):
            line.setEchoMode(echo_mode(look.names.hidden))
        self._name_folders()

    def _path(self, name: str) -> QLineEdit:
        line = QLineEdit()
        line.setAccessibleName(name)
        # What is dropped is a folder for the dialog, not the text of an address.
        line.setAcceptDrops(False)
        return line

    def _button(self) -> QPushButton:
        button = QPushButton(self.tr("Browse…"))
        button.setAutoDefault(False)
        return button


def _as_typed(number: float) -> str:
    """A number as the user would write it; a whole one has no decimals."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(int(number)) if number == int(number) else locale.toString(number)
