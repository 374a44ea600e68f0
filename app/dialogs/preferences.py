"""Preferences: what is set once, in groups, and what each setting changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from larder.app.dialogs.preference_fields import BudgetFields, HoursField, choice_of
from larder.app.languages import NAMES
from larder.app.presentation.sentences import Sentences
from larder.app.user_settings import Change
from larder.app.widgets.controls import TickBox
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.rows_table import LinesList
from larder.app.widgets.widgets import (
    WrappedLabel,
    button_box,
    fill_column,
    fill_layout,
    heading,
    link_button,
    make_muted_label,
    make_scrollable,
    restyle,
)
from larder.app.widgets.window_layout import open_at
from larder.app.window_look import WindowLook
from larder.core.settings import ByteUnits, ColourScheme, Language, Settings

_tr = Sentences("PreferencesDialog")

MAPS_HEIGHT = 130
FIRST_SIZE, LEAST_SIZE = QSize(700, 400), QSize(560, 260)
GROUP_PADDING = 34
"""Beside the longest name of a group, pixels."""
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


def _change_settings(
    settings: Settings, forgotten: Sequence[PathMap], forgets_recent: bool, **chosen: Any,
) -> Settings:
    """Return settings with what was chosen and without maps; what is not asked about stays."""
    settings = replace(settings, **chosen)
    if forgets_recent:
        settings = replace(settings, recent_workspaces=())
    for workspace, pair in forgotten:
        kept = tuple(known for known in settings.path_maps.get(workspace, ()) if known != pair)
        settings = settings.with_path_maps(workspace, kept)
    return settings


class PreferencesDialog(QDialog):
    """Groups of settings, one at a time. Nothing changes until you click OK.

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
        self.scheme = choice_of(SCHEME_TEXTS, settings.colour_scheme, self.tr("Colours"), _tr)
        self.language = choice_of(LANGUAGE_TEXTS, settings.language, self.tr("Language"), _tr)
        self.units = choice_of(UNIT_TEXTS, settings.byte_units, self.tr("Sizes"), _tr)
        self.hide_names = TickBox(
            self.tr("Hide names of files, folders and concepts"), lambda: look.theme)
        self.hide_names.setChecked(settings.hide_names)
        self.min_age = HoursField(settings.min_age_hours)
        self.min_age.setAccessibleName(self.tr("How old files must be before Clean ticks them, in "
                                               "hours"))
        self.budgets = BudgetFields(settings.budgets)
        self.forget_recent = TickBox(
            self.tr("Clear the list of recent workspaces"), lambda: look.theme)
        self.forget_recent.setEnabled(bool(settings.recent_workspaces))
        self.maps = self._map_list(settings)
        self.forget = QPushButton(self.tr("Remove"))
        self.forget.setToolTip(self.tr("Removes this location; the path is then used as written in "
                                       "the config and the index."))
        self.forget.setAutoDefault(False)
        self.forget.setEnabled(False)
        self.groups, self.pages = QListWidget(), QStackedWidget()
        self._lay_out()
        self.maps.itemSelectionChanged.connect(
            lambda: self.forget.setEnabled(bool(self.maps.selectedItems())))
        self.forget.clicked.connect(self._forget_selected)
        self.finished.connect(self.deleteLater)

    @property
    def change(self) -> Change:
        """Makes settings as the dialog stands by now."""
        return partial(
            _change_settings, forgotten=tuple(self._forgotten),
            forgets_recent=self.forget_recent.isChecked(), min_age_hours=self.min_age.hours,
            byte_units=self.units.currentData(), colour_scheme=self.scheme.currentData(),
            hide_names=self.hide_names.isChecked(), language=self.language.currentData(),
            budgets=self.budgets.budgets)

    def accept(self) -> None:
        """Announce what was chosen."""
        self.agreed.emit(self.change)
        super().accept()

    def _lay_out(self) -> None:
        # From the outside in: what is put into another widget takes on its style anew.
        layout, middle, foot = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(middle, 1)
        layout.addLayout(foot)
        fill_layout(middle, self.groups, (self.pages, 1), margins=(16, 16, 16, 8), spacing=14)
        self.groups.setObjectName("preferenceGroups")
        self.groups.setAccessibleName(self.tr("Groups of settings"))
        self.groups.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._add_groups()
        self.groups.setFixedWidth(self.groups.sizeHintForColumn(0) + GROUP_PADDING)
        self.groups.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.groups.setCurrentRow(0)
        buttons = button_box(
            self, QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.note = WrappedLabel()
        self._agree = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.budgets.changed.connect(self._show_note)
        self._show_note()
        fill_layout(foot, (self.note, 1), buttons, margins=(20, 4, 20, 16), spacing=12)
        open_at(self, FIRST_SIZE, least=LEAST_SIZE, parent=self.parentWidget())

    def _show_note(self) -> None:
        """When changes take effect; what stands in the way, on whichever page it is."""
        is_fine = self.budgets.are_fine
        self._agree.setEnabled(is_fine)
        self.note.setText(self.tr("Changes take effect when you click OK.") if is_fine
                          else self.budgets.note.text())
        restyle(self.note, "role", "muted" if is_fine else "fault")

    def _add_groups(self) -> None:
        self._add_group(self.tr("Appearance"), (
            (self.tr("Language:"), self.language, self.tr(
                "The language of the window. The command line speaks English. A message offers to "
                "reopen the window in it at once.")),
            (self.tr("Colours:"), self.scheme, self.tr("Light or dark, at once in every window.")),
            (self.tr("Sizes:"), self.units, self.tr(
                "How sizes of files are written. Drives are sold in powers of 1000.")),
        ), self._restore_appearance)
        self._add_group(self.tr("Cleaning"), (
            (self.tr("Minimum age:"), self._hours_line(), self.tr(
                "Clean does not tick younger files by itself, because a trainer may still be "
                "writing. You can tick them yourself. Takes effect with the next plan.")),
        ), self._restore_cleaning)
        self._add_group(self.tr("Space"), (("", self.budgets, ""),), self.budgets.clear)
        self._add_group(self.tr("Privacy"), (
            ("", self.hide_names, self.tr(
                "Shows marks in place of names in the whole window, for screenshots and reports. "
                "Nothing on disk is changed.")),
            ("", self.forget_recent, self.tr(
                "The start page then lists no workspaces until you open one.")),
        ), self._restore_privacy)
        # What nobody has to remember is not asked about.
        if self.maps.topLevelItemCount():
            page = self._add_page(self.tr("Moved folders"))
            below = fill_layout(QHBoxLayout(), (make_muted_label(self.tr(
                "Where folders that a config or an index names are now.")), 1), self.forget,
                spacing=10)
            fill_column(page, heading(self.tr("Remembered locations")), (self.maps, 1), below,
                        margins=(0, 0, 4, 0), spacing=10)

    def _hours_line(self) -> QHBoxLayout:
        return fill_layout(QHBoxLayout(), self.min_age, (PlainLabel(self.tr("hours")), 1),
                           spacing=None)

    def _add_page(self, title: str) -> QWidget:
        page = QWidget()
        # On a low screen a group scrolls; the list of groups and the buttons stay.
        scroll = make_scrollable(page, within=self.pages)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.pages.addWidget(scroll)
        self.groups.addItem(title)
        return page

    def _add_group(
        self, title: str, rows: Sequence[tuple[str, QWidget | QHBoxLayout, str]],
        restore: Callable[[], object],
    ) -> None:
        """Add a page of rows: a label, its field, and what it changes."""
        page = self._add_page(title)
        form = QFormLayout()
        form.setVerticalSpacing(6)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for label, field, sentence in rows:
            lines = fill_layout(QVBoxLayout(), field, *(
                (make_muted_label(sentence),) if sentence else ()), 8, spacing=3)
            if label:
                form.addRow(label, lines)
            else:
                form.addRow(lines)
        defaults = link_button(self.tr("Restore defaults"))
        defaults.setAutoDefault(False)
        defaults.setAccessibleDescription(title)
        defaults.setToolTip(self.tr("Resets this group to its defaults; OK saves them."))
        defaults.clicked.connect(lambda: restore())
        fill_column(page, heading(title), form, None, (defaults, Qt.AlignmentFlag.AlignLeft),
                    margins=(0, 0, 4, 0), spacing=10)

    def _restore_appearance(self) -> None:
        first = Settings()
        for field, value in ((self.language, first.language), (self.scheme, first.colour_scheme),
                             (self.units, first.byte_units)):
            field.setCurrentIndex(field.findData(value))

    def _restore_cleaning(self) -> None:
        self.min_age.show_hours(Settings().min_age_hours)

    def _restore_privacy(self) -> None:
        self.hide_names.setChecked(Settings().hide_names)
        self.forget_recent.setChecked(False)

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
