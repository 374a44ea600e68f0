"""Asks what a prune goes by, or which cache a clear empties; the plan is shown next."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QWidget

from larder.app.cleaning.request import (
    clearable_stores,
    prunable_stores,
)
from larder.app.cleaning.texts import default_text, store_text
from larder.app.presentation.looks import kind_icon
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.widgets.controls import CalmCombo, QuantityField
from larder.app.widgets.widgets import button_box, fill_column, make_muted_label
from larder.core.quantities import parse_duration, parse_size
from larder.core.requests.options import ClearOptions, PruneOptions
from larder.core.settings import TOTAL_BUDGET
from larder.core.survey.document import StoreFacts

_tr = Sentences("FreeingForm")

WIDTH = 500
ICON = QSize(16, 16)


class _FreeingForm(QDialog):
    """Which caches, and a button that shows what would go.

    Signals:
        agreed: with the options; their plan is to be shown.
    """

    agreed = Signal(object)

    def __init__(
        self, services: WindowServices, stores: Sequence[StoreFacts], every: str, parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setMinimumWidth(WIDTH)
        look = services.look
        self._services = services
        self.stores = CalmCombo()
        self.stores.setIconSize(ICON)
        self.stores.setAccessibleName(self.tr("Caches"))
        self.stores.addItem(look.icons.icon("workspace"), every, "")
        self._listed = stores
        for store in stores:
            self.stores.addItem(look.icons.icon(kind_icon(store.kind)), "", store.id)
        look.changed.connect(self._show_names)
        self._show_names()
        self.form = QFormLayout()
        self.form.setVerticalSpacing(10)
        self.form.setHorizontalSpacing(12)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.form.addRow(self.tr("Caches:"), self.stores)
        self.note = make_muted_label()
        buttons = button_box(self, QDialogButtonBox.StandardButton.Cancel)
        self.show_plan = buttons.addButton(
            self.tr("Show plan"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.show_plan.setDefault(True)
        self.promise = make_muted_label(self.tr(
            "Nothing moves until you agree, and Undo restores moved files."))
        fill_column(self, self.promise, self.form, self.note, None, buttons,
                    margins=(20, 18, 20, 16), spacing=12)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.finished.connect(self.deleteLater)

    def _show_names(self) -> None:
        """Behind the first item, which stands for all of them."""
        look = self._services.look
        for at, store in enumerate(self._listed, start=1):
            self.stores.setItemText(at, store_text(store, look.figures, look.names))

    def choose(self, store: str) -> None:
        """Choose a store by its id."""
        self.stores.setCurrentIndex(max(self.stores.findData(store), 0))

    @property
    def chosen(self) -> tuple[str, ...]:
        """Ids of the chosen stores, none for all."""
        store = self.stores.currentData()
        return (store,) if store else ()


class PruneForm(_FreeingForm):
    """Age and size, both as the command line takes them."""

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        stores = prunable_stores(services.session)
        super().__init__(services, stores, _tr(
            "All caches that record when files were used"), parent)
        self.setWindowTitle(self.tr("Prune"))
        self._budgets = services.settings.current.budgets
        self._kinds = {store.id: store.kind for store in stores}
        self.age = QuantityField(parse_duration, name=self.tr("Not used for"), example="90d")
        self.kept = QuantityField(parse_size, name=self.tr("Keep at most"), example="10GB")
        self.form.addRow(self.tr("Not used for:"), self.age)
        self.form.addRow(self.tr("Keep at most:"), self.kept)
        self.note.setText(default_text(self._budgets, services.look.figures))
        for field in (self.age, self.kept):
            field.changed.connect(self._judge)
        self.stores.currentIndexChanged.connect(lambda _: self._judge())
        self._judge()
        self.age.setFocus()

    def accept(self) -> None:
        """Emit `agreed` with the prune options and close the form."""
        self.agreed.emit(self._services.session.about_this(
            PruneOptions, stores=self.chosen, older_than=self.age.text or None,
            budget=self.kept.text or None))
        super().accept()

    def _judge(self) -> None:
        fine = self.age.is_fine and self.kept.is_fine
        self.show_plan.setEnabled(
            fine and bool(self.age.text or self.kept.text or self._has_budget()))

    def _has_budget(self) -> bool:
        """Return whether the preferences have a budget for the chosen store, or for any of them."""
        if not self.chosen:
            return any(name in (TOTAL_BUDGET, *self._kinds.values()) for name in self._budgets)
        return self._kinds[self.chosen[0]] in self._budgets


class ClearForm(_FreeingForm):
    """Form that selects only which caches to clear."""

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(services, clearable_stores(services.session),
                         _tr("All caches of this workspace"), parent)
        self.setWindowTitle(self.tr("Clear cache"))
        self.note.setText(self.tr(
            "The files in this cache are good. All of them are removed and have to be built again "
            "before they can be used."))
        self.stores.setFocus()

    def accept(self) -> None:
        """Emit `agreed` with the clear options and close the form."""
        self.agreed.emit(self._services.session.about_this(ClearOptions, stores=self.chosen))
        super().accept()
