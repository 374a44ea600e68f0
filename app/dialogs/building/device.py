"""Device, precision and batch of a build."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from larder.app.dialogs.building.request import EncoderChoice
from larder.app.jobs.job import JobFailure
from larder.app.models.build_document import DevicesFacts
from larder.app.views.widgets import CalmCombo, muted_label

DEVICES = ("cpu", "cuda", "mps")
DTYPES = ("float32", "bfloat16", "float16")
BATCHES = (1, 2, 4, 8, 16, 32, 64)


class DevicePanel(QWidget):
    """Device, precision and batch: what most people leave as it is.

    Signals:
        changed: one of them changed.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.device = self._combo(self.tr("The fastest there is"), DEVICES)
        self.dtype = self._combo(self.tr("As the config says"), DTYPES)
        self.batch = self._combo(self.tr("Chosen by Larder"), [str(size) for size in BATCHES])
        note = muted_label(self.tr(
            "Another precision is another recipe: payloads made with it count as stale for a "
            "config that asks for the other one."))
        self.missing = muted_label()
        self.missing.setTextFormat(Qt.TextFormat.PlainText)
        self.missing.hide()
        notes = QVBoxLayout()
        notes.setSpacing(6)
        notes.addWidget(note)
        notes.addWidget(self.missing)
        notes.addStretch(1)
        form = QFormLayout()
        form.setContentsMargins(24, 0, 0, 0)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(5)
        for name, combo in ((self.tr("Device"), self.device), (self.tr("Precision"), self.dtype),
                            (self.tr("Batch"), self.batch)):
            combo.setAccessibleName(name)
            form.addRow(name, combo)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(20)
        line.addLayout(form)
        line.addLayout(notes, 1)
        self.hide()

    def choice(self, models: tuple[str, ...]) -> EncoderChoice:
        """What is chosen, with these models."""
        batch = self.batch.currentData()
        return EncoderChoice(
            models=models, device=self.device.currentData(), dtype=self.dtype.currentData(),
            batch=None if batch is None else int(batch))

    def show_choice(self, choice: EncoderChoice) -> None:
        """Show what was chosen before."""
        batch = None if choice.batch is None else str(choice.batch)
        for combo, value in ((self.device, choice.device), (self.dtype, choice.dtype),
                             (self.batch, batch)):
            combo.setCurrentIndex(max(combo.findData(value), 0))

    def on_devices_found(self, found: DevicesFacts) -> None:
        """Offer what is there; what is not stays listed, with the reason."""
        for one in found.devices:
            at = self.device.findData(one.name)
            item = self.device.model().item(at)
            if item is None:
                continue
            item.setEnabled(not one.why_not)
            item.setText(self.tr("%1 (not here)").replace("%1", one.name) if one.why_not
                         else one.name)
            item.setToolTip(one.why_not)
            item.setData(one.why_not, Qt.ItemDataRole.AccessibleDescriptionRole)
        missing = [f"{one.name}: {one.why_not}" for one in found.devices if one.why_not]
        self.missing.setText("\n".join(missing))
        self.missing.setVisible(bool(missing))

    def on_devices_unknown(self, failure: JobFailure) -> None:
        """All can be tried, and it is said why nothing is known."""
        self.missing.setText(f"{failure.problem} {failure.hint}".strip())
        self.missing.show()

    def _combo(self, first: str, values: Sequence[str]) -> CalmCombo:
        combo = CalmCombo()
        combo.addItem(first, None)
        for value in values:
            combo.addItem(value, value)
        combo.currentIndexChanged.connect(lambda _: self.changed.emit())
        return combo
