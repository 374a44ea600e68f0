"""With what a build encodes: models and device, and what becomes of another model's payloads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from larder.app.dialogs.building.texts import mixture_text, models_of_mixture
from larder.app.dialogs.plan_panels import WarningPanel
from larder.app.presentation.looks import Tone
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences, core_text, with_values
from larder.app.services import WindowServices
from larder.app.views.places import browse
from larder.app.widgets.controls import CalmCombo
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import (
    ElidedLabel,
    WrappedLabel,
    fill_column,
    fill_layout,
    link_button,
    make_muted_label,
    restyle,
)
from larder.core.build.reports import ListedMixture
from larder.core.build.scope import OtherWeights
from larder.core.encoders.device import Devices
from larder.core.requests.options import BuildOptions
from larder.core.worker_protocol import Failed

_tr = Sentences("MixturePanel")

ICON = 16

DEVICES = ("cpu", "cuda", "mps")
ALL_CARDS = "*"
"""Stands for every graphics card at once, where there are several."""

DTYPES = ("float32", "bfloat16", "float16")
BATCHES = (1, 2, 4, 8, 16, 32, 64)


class ModelsPanel(QFrame):
    """Which folders and files the encoders are taken from.

    Signals:
        models_changed: with a tuple of paths.
    """

    models_changed = Signal(object)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._models: tuple[str, ...] = ()
        self._problem = ""
        self._icon = PlainLabel()
        self.title = PlainLabel(self.tr("Models"))
        self.text = ElidedLabel(muted=True)
        self.add_folder = link_button(self.tr("Add folder…"))
        self.add_file = link_button(self.tr("Add file…"))
        self.forget = link_button(self.tr("Remove"))
        self.forget.setToolTip(self.tr(
            "Removes these models; the build uses the models of the config again."))
        self.problem = WrappedLabel()
        self._lay_out()
        self.add_folder.clicked.connect(self._choose_folder)
        self.add_file.clicked.connect(self._choose_file)
        self.forget.clicked.connect(lambda: self._announce(()))
        self._look.changed.connect(self._paint)
        self.show_models(())

    @property
    def models(self) -> tuple[str, ...]:
        """The chosen models, in order."""
        return self._models

    def show_models(self, models: Sequence[str], problem: str = "") -> None:
        """Show what was chosen, and what is wrong with it."""
        self._models, self._problem = tuple(models), problem
        self._look.names.learn(part for model in models
                               for part in (model, Path(model).name, Path(model).stem))
        self.forget.setVisible(bool(models))
        self.problem.setVisible(bool(problem))
        restyle(self, "notice", "warning" if problem else "")
        self._paint()

    def add(self, path: str) -> None:
        """One more folder or file."""
        self._announce(tuple(dict.fromkeys((*self._models, path))))

    def _announce(self, models: tuple[str, ...]) -> None:
        self.show_models(models)
        self.models_changed.emit(models)

    def _choose_folder(self) -> None:
        browse(self, self.tr("Folder with the VAE or text encoders"), self.add, start=self._beside)

    def _choose_file(self) -> None:
        browse(self, self.tr("Model file"), self.add, start=self._beside,
               files=(self.tr("Models (*.safetensors)"),))

    @property
    def _beside(self) -> str:
        """The folder of what was chosen last."""
        return str(Path(self._models[-1]).parent) if self._models else ""

    def _lay_out(self) -> None:
        line = fill_layout(QHBoxLayout(), self._icon, self.title, (self.text, 1), self.forget,
                           self.add_file, self.add_folder, spacing=8)
        self._whole = fill_column(self, self.problem, line, spacing=4)

    def _paint(self) -> None:
        names = self._look.names
        self.text.set_text(" · ".join(map(names.path, self._models)) if self._models
                           else self.tr("from the config"))
        self.problem.setText(names.sentence(self._problem, self._models))
        name, tone = (("severity-warning", Tone.WARNING) if self._problem
                      else ("command-open-folder", Tone.MUTED))
        self._icon.setPixmap(self._look.icons.icon(name, tone).pixmap(ICON, ICON))
        margin = 10 if self._problem else 0
        self._whole.setContentsMargins(margin, margin // 2, margin, margin // 2)


class DevicePanel(QWidget):
    """Device, precision and batch: what most people leave as it is.

    Signals:
        changed: one of them changed.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._wants_all_cards = False
        self.device = self._combo(self.tr("Fastest available"), DEVICES)
        self.dtype = self._combo(self.tr("From the config"), DTYPES)
        self.batch = self._combo(self.tr("Automatic"), [str(size) for size in BATCHES])
        note = make_muted_label(self.tr(
            "Precision is one of the settings: files made with another precision than the config's "
            "need rebuilding."))
        self.missing = make_muted_label()
        self.missing.hide()
        notes = fill_layout(QVBoxLayout(), note, self.missing, None, spacing=6)
        form = QFormLayout()
        form.setContentsMargins(24, 0, 0, 0)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(5)
        for name, combo in ((self.tr("Device"), self.device), (self.tr("Precision"), self.dtype),
                            (self.tr("Batch"), self.batch)):
            combo.setAccessibleName(name)
            form.addRow(name, combo)
        fill_layout(QHBoxLayout(self), form, (notes, 1), spacing=20)
        self.hide()

    def chosen(self, options: BuildOptions) -> BuildOptions:
        """Options with what is chosen."""
        batch, device = self.batch.currentData(), self.device.currentData()
        is_all = device == ALL_CARDS
        return msgspec.structs.replace(
            options, device=None if is_all else device, gpus="all" if is_all else None,
            dtype=self.dtype.currentData(), batch=None if batch is None else int(batch))

    def show_options(self, options: BuildOptions) -> None:
        """Show what was chosen before."""
        batch = None if options.batch is None else str(options.batch)
        for combo, value in ((self.device, options.device), (self.dtype, options.dtype),
                             (self.batch, batch)):
            combo.setCurrentIndex(max(combo.findData(value), 0))
        self._wants_all_cards = options.gpus == "all"
        self._show_all_cards()

    def _show_all_cards(self) -> None:
        """Choose all cards if that was asked for, once it is known that there are several."""
        at = self.device.findData(ALL_CARDS)
        if self._wants_all_cards and at >= 0 and self.device.currentIndex() == 0:
            self.device.setCurrentIndex(at)

    def on_devices_found(self, found: Devices) -> None:
        """Offer what is there; what is not stays listed, with the reason."""
        listed = self.device.model()
        assert isinstance(listed, QStandardItemModel)  # what a combo box makes by itself
        for one in found.devices:
            at = self.device.findData(one.name)
            if at < 0:
                continue
            item = listed.item(at)
            item.setEnabled(not one.why_not)
            item.setText(with_values(self.tr("%1 (not available)"), one.name) if one.why_not
                         else one.name)
            item.setToolTip(plain_tip(core_text(one.why_not)))
            item.setData(core_text(one.why_not), Qt.ItemDataRole.AccessibleDescriptionRole)
            if one.count > 1 and self.device.findData(ALL_CARDS) < 0:
                text = with_values(self.tr("All %1 graphics cards"), str(one.count))
                self.device.insertItem(at + 1, text, ALL_CARDS)
        self._show_all_cards()
        missing = [f"{one.name}: {core_text(one.why_not)}" for one in found.devices if one.why_not]
        self.missing.setText("\n".join(missing))
        self.missing.setVisible(bool(missing))

    def on_devices_unknown(self, failure: Failed) -> None:
        """All can be tried, and it is said why nothing is known."""
        self.missing.setText(core_text(f"{failure.problem} {failure.hint}".strip()))
        self.missing.show()

    def _combo(self, first: str, values: Sequence[str]) -> CalmCombo:
        combo = CalmCombo()
        combo.addItem(first, None)
        for value in values:
            combo.addItem(value, value)
        combo.currentIndexChanged.connect(lambda _: self.changed.emit())
        return combo


class MixturePanel(WarningPanel):
    """Choice of how to treat payloads that another model encoded, the only question of a build.

    It names both models and lists the options; none is selected at first.

    Signals:
        chosen: with the OtherWeights.
        model_wanted: build with the model that was used before, with its path.
    """

    chosen = Signal(object)
    model_wanted = Signal(str)

    def __init__(self, services: WindowServices) -> None:
        replace = QRadioButton(_tr("Encode them again"))
        keep = QRadioButton(_tr("Keep them: two models in one cache"))
        super().__init__(
            services.look, _tr(
                "Part of this cache was encoded with another model."), (replace, keep))
        self.replace, self.keep = replace, keep
        self._mixtures: tuple[ListedMixture, ...] = ()
        self._is_open = False
        self.go_on = link_button(_tr("Use that model instead"))
        self._column.addWidget(self.go_on, 0, Qt.AlignmentFlag.AlignLeft)
        self._group = QButtonGroup(self)
        for button in (self.replace, self.keep):
            self._group.addButton(button)
        self.replace.clicked.connect(lambda: self.chosen.emit(OtherWeights.REPLACE))
        self.keep.clicked.connect(lambda: self.chosen.emit(OtherWeights.KEEP))
        self.go_on.clicked.connect(lambda: self.model_wanted.emit(self._path))

    @property
    def stands_in_the_way(self) -> bool:
        """True while a choice is required and none has been made."""
        return self._is_open

    def show_mixtures(self, mixtures: tuple[ListedMixture, ...], choice: OtherWeights) -> None:
        """Show what a plan says of other models' payloads, and what was chosen; or nothing."""
        self._mixtures = mixtures
        self._is_open = any(not mixture.agreed for mixture in mixtures)
        self._group.setExclusive(False)
        self.replace.setChecked(choice is OtherWeights.REPLACE)
        self.keep.setChecked(choice is OtherWeights.KEEP)
        self._group.setExclusive(True)
        self._paint()
        self.setVisible(bool(mixtures) and (self._is_open or choice is not OtherWeights.ASK))

    @property
    def _path(self) -> str:
        """Where the one other model lies, "" if it is not to be had or there are several."""
        paths = {other.path for mixture in self._mixtures for other in mixture.others}
        return next(iter(paths), None) or "" if len(paths) == 1 else ""

    def _paint(self) -> None:
        super()._paint()
        names = self._look.names
        self.text.setText(names.sentence(
            mixture_text(self._mixtures), models_of_mixture(self._mixtures)))
        self.go_on.setToolTip(plain_tip(names.path(self._path)))
        self.go_on.setVisible(bool(self._path))
