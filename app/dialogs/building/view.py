"""The body of the Build dialog: what is built, with what, and what is left to the trainer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from larder.app.dialogs.building.encoder_panels import DevicePanel, MixturePanel, ModelsPanel
from larder.app.dialogs.building.request import BuildRequest
from larder.app.dialogs.building.texts import (
    along_text,
    bytes_text,
    format_reordered,
    format_selected,
    format_used_layout,
    left_out_lines,
    promise_text,
    reader_text,
    reuse_text,
    scope_word,
    switch_text,
    time_text,
)
from larder.app.dialogs.plan_dialog import PlanBody
from larder.app.dialogs.plan_panels import Disclosure, WarningPanel
from larder.app.dialogs.what_if.results import change_text
from larder.app.models.tables import (
    NONE,
    RIGHT,
    Cell,
    FactsTable,
    RowColumn,
    Unit,
    amount_cell,
    in_order,
)
from larder.app.presentation.figures import resolution_text
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import (
    Sentences,
    core_text,
    one_after_another,
    with_values,
)
from larder.app.services import WindowServices
from larder.app.widgets.controls import CalmCombo
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.rows_table import RowsTable
from larder.app.widgets.widgets import WrappedLabel, fill_layout, link_button, make_muted_label
from larder.core.build.reports import BuildGroup, BuildPlanDocument, ListedFolder
from larder.core.build.scope import BuildScope, OtherWeights
from larder.core.errors import Finding
from larder.core.requests.options import BuildOptions
from larder.core.survey.remedies import Repair
from larder.core.workspace.cache_layout import CacheLayout

_tr = Sentences("Build")

SELECTED = "selected"
LEAST_CHOICE = 150
"""Pixels; in a narrow dialog a long choice ends in an ellipsis."""


class GroupTable(FactsTable[BuildGroup]):
    """Groups in the order in which they are built."""

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Cache", 14, cell=lambda table, group: table.store_cell(group.store)),
        RowColumn("Encoder", 24, least=12, cell=lambda table, group: Cell(
            table.names.sentence(group.encoder) or NONE, muted=not group.encoder)),
        RowColumn("Resolution", 16, least=11, cell=lambda _, group: Cell(
            resolution_text(group.resolution) or "–", muted=not group.resolution)),
        RowColumn("Sources", 11, align=RIGHT, cell=lambda table, group: Cell(
            table.figures.count(group.entries), raw=group.entries)),
        RowColumn("Encode or copy", 15, least=11, align=RIGHT, cell=lambda table, group: Cell(
            table.figures.count(group.payloads), raw=group.payloads),
                  tip=lambda *_: _tr("Cached files that are made. Identical pictures and captions "
                                     "are encoded once and copied.")),
        RowColumn("Size", 14, least=9, align=RIGHT, unit=Unit.BYTES,
                  cell=lambda table, group: Cell(
                      bytes_text(group.bytes, table.figures), muted=group.bytes is None,
                      raw=group.bytes),
                  tip=lambda table, group: "" if group.bytes is None
                  else table.figures.exact_bytes(group.bytes)),
        RowColumn("Time", 18, least=10, align=RIGHT, unit=Unit.SECONDS,
                  cell=lambda table, group: Cell(
                      time_text(group.seconds, table.figures), muted=group.seconds is None,
                      raw=group.seconds)),
    )


ENCODER, RESOLUTION, TIME = 1, 2, 6
"""Columns of `GroupTable`."""


@dataclass(frozen=True, slots=True)
class SlotRow:
    """Effect of a build on the slots of a concept in one cache of the released layout.

    Such a cache is written folder by folder, so encoding is the smaller part of the work: most
    slots keep their payload or take that of another slot.

    Attributes:
        concept: its name; several names if their samples share a group.
        store: id of the cache.
        stays, left, moves, copies, encodes, goes: slots, as in `ListedFolder`; copies include both
            shared and linked ones.
    """

    concept: str
    store: str
    stays: int
    left: int
    moves: int
    copies: int
    encodes: int
    goes: int


def slot_rows(plan: BuildPlanDocument) -> Sequence[SlotRow]:
    """One per concept and cache, in the order of the plan's folders; none of the other layout."""
    variations: dict[tuple[str, str], list[ListedFolder]] = {}
    for store in plan.stores:
        for folder in store.folders or ():
            variations.setdefault((", ".join(folder.concepts), store.id), []).append(folder)
    concepts = list(dict.fromkeys(concept for concept, _ in variations))
    rows = [SlotRow(concept, store, *map(sum, zip(*(
        (one.stays, one.left or 0, one.moves, one.copies, one.encodes, one.goes)
        for one in folders), strict=True))) for (concept, store), folders in variations.items()]
    return sorted(rows, key=lambda row: concepts.index(row.concept))


class SlotTable(FactsTable[SlotRow]):
    """Table model of the rows of `slot_rows`."""

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Concept", 24, least=12, cell=lambda table, row: Cell(
            table.names.concept(row.concept))),
        RowColumn("Cache", 14, cell=lambda table, row: table.store_cell(row.store)),
        RowColumn("Keep", 12, align=RIGHT, least=7,
                  cell=lambda table, row: amount_cell(row.stays + row.left, table.figures.count),
                  tip=lambda _, row: one_after_another((
                      _tr("Cached files that are kept where they are."),
                      _tr("%Ln of them stay out of date, because only other files are built.",
                          row.left) if row.left else ""))),
        RowColumn("Move", 12, align=RIGHT, least=7,
                  cell=lambda table, row: amount_cell(row.moves, table.figures.count),
                  tip=lambda *_: _tr(
                      "Good cached files in the wrong position. They are moved, not encoded "
                      "again.")),
        RowColumn("Copy", 12, align=RIGHT, least=7,
                  cell=lambda table, row: amount_cell(row.copies, table.figures.count),
                  tip=lambda *_: _tr("Cached files copied from another place for the same picture "
                                     "or caption, and those that only get another mask.")),
        RowColumn("Encode", 12, align=RIGHT, least=7,
                  cell=lambda table, row: amount_cell(row.encodes, table.figures.count),
                  tip=lambda *_: _tr("Cached files that have to be encoded.")),
        RowColumn("Remove", 12, align=RIGHT, least=7,
                  cell=lambda table, row: amount_cell(row.goes, table.figures.count),
                  tip=lambda *_: _tr("Cached files that are no longer needed. They go into "
                                     "quarantine with the replaced folders.")),
    )


CONCEPT, COPIES = 0, 4
"""Columns of `SlotTable`."""


class EmptiedPanel(WarningPanel):
    """Says that the trainer would empty what is built, and with which switch."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__(services.look, QCoreApplication.translate(
            "EmptiedPanel", "OneTrainer would delete what you build."), ())
        self._finding: Finding | None = None
        self._paint()

    def show_finding(self, finding: Finding | None) -> None:
        """Show what a plan says, or nothing."""
        self._finding = finding
        self._paint()
        self.setVisible(finding is not None)

    def _paint(self) -> None:
        super()._paint()
        if self._finding is not None:
            self.text.setText(
                self._look.names.sentence(f"{self._finding.problem} {self._finding.hint}"))


class BuildView(PlanBody):
    """One plan.

    Signals:
        scope_wanted: another scope, with the BuildScope, or None for the selection.
        encoder_changed: models, device, precision or batch changed.
        layout_wanted: the caches are to lie in another layout, with the CacheLayout.
        others_chosen: what becomes of other models' payloads, with the OtherWeights.
        devices_wanted: device and precision are shown for the first time.
        files_wanted: list what is done with each file, with a concept to search for first, or "".
        source_wanted: list this source in Entries.
    """

    scope_wanted = Signal(object)
    encoder_changed = Signal()
    layout_wanted = Signal(object)
    others_chosen = Signal(object)
    devices_wanted = Signal()
    files_wanted = Signal(str)
    source_wanted = Signal(str)

    def __init__(self, services: WindowServices) -> None:
        super().__init__(services, RowsTable("buildTable", GroupTable.columns))
        self._request: BuildRequest | None = None
        look = services.look
        self.scope = CalmCombo()
        self.scope.setAccessibleName(self.tr("What to build"))
        self.reader_label = PlainLabel(self.tr("&for"))
        self.reader = CalmCombo()
        self.reader.setAccessibleName(self.tr("Which OneTrainer can read it"))
        self.reader_label.setBuddy(self.reader)
        for layout in CacheLayout:
            self.reader.addItem(reader_text(layout), layout)
        for combo in (self.scope, self.reader):
            combo.setMinimumWidth(LEAST_CHOICE)
        self.cause = WrappedLabel()
        self.changes = make_muted_label()
        self.emptied = EmptiedPanel(services)
        self.mixture = MixturePanel(services)
        self.models = ModelsPanel(services)
        self.disclose = Disclosure(self.tr("Device and precision"), look)
        self._device_place = QVBoxLayout()
        self._knows_devices = False
        self._slots = SlotTable(look.figures, look.icons, look.names, self)
        self._model = GroupTable(look.figures, look.icons, look.names, self)
        self.table.setAccessibleName(self.tr("What would be built"))
        self.table.show_model(self._model, services.memory)
        self.table.fit_columns(RESOLUTION, (TIME,))
        self.reuse = make_muted_label()
        self.show_files = link_button(self.tr("Show files"))
        self.show_files.setToolTip(self.tr(
            "Lists what is done with each file, with its picture. A double click on a row lists "
            "the files of its concept alone."))
        self._lay_out()
        self._connect()
        self._paint()

    @cached_property
    def device(self) -> DevicePanel:
        """Most people never open it."""
        panel = DevicePanel()
        if self._request is not None:
            panel.show_options(self._request.options)
        panel.changed.connect(self.encoder_changed)
        self._device_place.addWidget(panel)
        return panel

    @cached_property
    def slots(self) -> RowsTable:
        """The table of changes per folder, which only the released layout has."""
        table = RowsTable("slotTable", SlotTable.columns)
        table.setAccessibleName(self.tr("What happens to the cached files of each concept"))
        table.show_model(self._slots, self._services.memory)
        table.fit_columns(CONCEPT)
        table.activated.connect(
            lambda at: self.files_wanted.emit(self._slots.row_at(at.row()).concept))
        self._body.addWidget(table)
        return table

    def chosen(self, options: BuildOptions) -> BuildOptions:
        """Options with models, device, precision and batch as they stand."""
        options = msgspec.structs.replace(options, models=self.models.models)
        return self.device.chosen(options) if "device" in vars(self) else options

    def show_request(self, request: BuildRequest) -> None:
        """Show what was asked for, before there is a plan."""
        self._request = request
        self._show_names()
        self.changes.setVisible(bool(request.changes))
        self._show_cause(request)
        self._show_scopes(request)
        self._show_layout(request.layout)
        self.models.show_models(request.options.models)
        if "device" in vars(self):
            self.device.blockSignals(True)
            self.device.show_options(request.options)
            self.device.blockSignals(False)

    def show_plan(self, plan: BuildPlanDocument, *, needs_models: bool) -> None:
        """Show a plan, with the choice of models if `needs_models`."""
        self.notice_bar.clear()
        self.busy.show_signs(plan.busy_signs)
        self.mixture.show_mixtures(
            plan.other_weights or (),
            OtherWeights.ASK if self._request is None else self._request.other_weights)
        self.models.setVisible(needs_models)
        self.disclose.setVisible(needs_models)
        self.emptied.show_finding(plan.emptied_at_start or None)
        self._model.show_rows(plan.groups)
        self.show_files.setVisible(not plan.is_empty)
        # Names of encoders are known once they built something; a column of dashes says less.
        self.table.horizontalHeader().setSectionHidden(
            ENCODER, not any(group.encoder for group in plan.groups))
        self.table.fit_again()
        slots = slot_rows(plan)
        self._slots.show_rows(slots)
        if slots:
            self.slots.horizontalHeader().setSectionHidden(
                COPIES, not any(row.copies for row in slots))
            self.slots.fit_again()
        self.left.show_made(lambda: left_out_lines(
            plan, self._services.look.names, self.source_wanted.emit))
        self.reuse.setText(one_after_another(
            (switch_text(plan), along_text(plan), reuse_text(plan), format_reordered(plan))))
        self.reuse.setVisible(not plan.is_empty)
        if slots:
            self._body.setCurrentWidget(self.slots)
        elif plan.groups:
            self._body.show_content()
        else:
            self._show_nothing(plan)

    def show_no_plan(self, problem: str) -> None:
        """There is no plan because the models are missing."""
        self.notice_bar.clear()
        self.busy.show_signs(())
        self.mixture.show_mixtures((), OtherWeights.ASK)
        self.emptied.show_finding(None)
        self._model.show_rows(())
        self.left.show_made(tuple)
        self.reuse.hide()
        self.show_missing_models(problem)
        self._say(self.tr("The VAE and the text encoders are needed first."), "command-build",
                  Tone.MUTED)

    def show_missing_models(self, problem: str) -> None:
        """Say inline what is missing, beside the way to choose it."""
        self.models.show()
        self.disclose.show()
        self.models.show_models(self.models.models, problem)

    def _show_names(self) -> None:
        """The workspace, and what was changed about its config."""
        request, names = self._request, self._services.look.names
        if request is None:
            return
        self.where.set_text(names.path(request.options.workspace))
        changes = dict.fromkeys(change_text(row, names) for row in request.changes)
        self.changes.setText(with_values(self.tr(
            "Built for changed settings: %1. Change them in your trainer's config too, before you "
            "train."), "; ".join(changes)))

    def _show_cause(self, request: BuildRequest) -> None:
        """Why anything is due, as Coverage says it; nothing where something else is asked for."""
        snapshot, names = self._services.session.snapshot, self._services.look.names
        headline = None if snapshot is None else snapshot.document.headline
        is_due = (not request.changes and request.options.selection is None
                  and request.scope is BuildScope.NEEDED)
        said = (headline.happened, headline.effect) if headline and is_due and (
            headline.remedy == Repair.BUILD.value) else ()
        self.cause.setText(one_after_another(names.sentence(core_text(text)) for text in said))
        self.cause.setVisible(bool(self.cause.text()))

    def _show_scopes(self, request: BuildRequest) -> None:
        self.scope.blockSignals(True)
        self.scope.clear()
        if request.selection is not None:
            self.scope.addItem(format_selected(len(request.selection)), SELECTED)
        for scope in BuildScope:
            self.scope.addItem(scope_word(scope), scope)
        wanted = SELECTED if request.options.selection is not None else request.scope
        self.scope.setCurrentIndex(self.scope.findData(wanted))
        self.scope.blockSignals(False)

    def _show_layout(self, layout: CacheLayout | None) -> None:
        """For which trainer it is; nothing where nobody knows what is there."""
        for widget in (self.reader_label, self.reader):
            widget.setVisible(layout is not None)
        self.reader.blockSignals(True)
        self.reader.setCurrentIndex(self.reader.findData(layout))
        self.reader.blockSignals(False)

    def _show_nothing(self, plan: BuildPlanDocument) -> None:
        if plan.switches_from and not plan.stores:
            self._say(self.tr("Nothing has to be encoded or written."), "payload-re-adoptable",
                      Tone.GOOD, hint=format_used_layout(plan.switches_from.other))
        elif not plan.is_empty:
            self._say(self.tr("Nothing has to be encoded."), "payload-re-adoptable", Tone.GOOD,
                      hint=self.tr("All cached files exist already; only the index is written."))
        elif plan.out_of_reach:
            self._say(self.tr("There is nothing to build in the folders that can be reached."),
                      "state-offline", Tone.WARNING)
        elif any(left.stays for left in plan.left_out):
            self._say(self.tr("Nothing else has to be built."), "severity-note", Tone.NOTE)
        elif plan.left_out or plan.broken:
            self._say(self.tr("Nothing that Larder can build is missing."), "severity-note",
                      Tone.NOTE)
        elif plan.unproven:
            self._say(self.tr("Nothing is missing."), "severity-note", Tone.NOTE)
        else:
            self._say(self.tr("Everything is cached and up to date."), "severity-good", Tone.GOOD)

    def _lay_out(self) -> None:
        label = PlainLabel(self.tr("&Build"))
        label.setBuddy(self.scope)
        self._fill(
            promise_text(), (),
            above=(self.emptied, self.cause, self.changes, self.busy, self.mixture, fill_layout(
                QHBoxLayout(), label, self.scope, self.reader_label, self.reader, None,
                self.show_files, spacing=10)),
            below=(self.reuse, self.left, self.models,
                   fill_layout(QHBoxLayout(), self.disclose, None), self._device_place))

    def _connect(self) -> None:
        self.scope.currentIndexChanged.connect(self._on_scope)
        self.reader.currentIndexChanged.connect(
            lambda at: self.layout_wanted.emit(self.reader.itemData(at)))
        self.models.models_changed.connect(lambda _: self.encoder_changed.emit())
        self.mixture.chosen.connect(self.others_chosen)
        self.mixture.model_wanted.connect(self._use_model)
        self.disclose.toggled.connect(self._on_disclosed)
        self.show_files.clicked.connect(lambda: self.files_wanted.emit(""))
        self.table.activated.connect(lambda _: self.files_wanted.emit(""))
        self._services.look.changed.connect(self._paint)

    def _on_scope(self, at: int) -> None:
        wanted = self.scope.itemData(at)
        self.scope_wanted.emit(wanted if isinstance(wanted, BuildScope) else None)

    def _use_model(self, path: str) -> None:
        """The model that is wanted, in place of those that were chosen."""
        self.models.show_models((path,))
        self.encoder_changed.emit()

    def _on_disclosed(self, on: bool) -> None:
        self.device.setVisible(on)
        if on and not self._knows_devices:
            self._knows_devices = True
            self.devices_wanted.emit()

    def _paint(self) -> None:
        self.table.viewport().update()
        self._show_names()
        if self._request is not None:
            self._show_cause(self._request)
