"""The body of the Clean dialog: the scope, what was found, the list, what is held back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from larder.app.cleaning.plan_snapshot import PlanSnapshot, PlanTicks
from larder.app.cleaning.request import PlanRequest, stores_of
from larder.app.cleaning.texts import (
    held_back_texts,
    only_selected_text,
    plan_words,
    promise_text,
    readopt_text,
    scope_text,
)
from larder.app.dialogs.cleaning.plan_model import PlanColumn
from larder.app.dialogs.cleaning.plan_table import PlanTable
from larder.app.dialogs.plan_dialog import PlanBody
from larder.app.dialogs.plan_panels import Line, LinesPanel, left_out
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import with_values
from larder.app.services import WindowServices
from larder.app.views.places import browse
from larder.app.widgets.controls import TickBox
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import (
    ElidedLabel,
    WrappedLabel,
    fill_layout,
    link_button,
    make_muted_label,
)

ICON = 16

Change = Callable[[PlanRequest], PlanRequest]


class ReadoptLine(QWidget):
    """Line about payloads matched again by content, with a tick to index them in the same step.

    Signals:
        wanted_changed: the tick was set or removed.
    """

    wanted_changed = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._icon = PlainLabel()
        self.text = WrappedLabel()
        self.wanted = TickBox(self.tr("Relink them in the same step"),
                              lambda: services.look.theme)
        self.wanted.setToolTip(self.tr("Lists the files in the index again; the trainer then uses "
                                       "them instead of encoding."))
        fill_layout(QHBoxLayout(self), self._icon, (self.text, 1), 8, self.wanted, spacing=8)
        self.wanted.toggled.connect(lambda _: self.wanted_changed.emit())
        self._look.changed.connect(self._paint)
        self._paint()
        self.hide()

    def show_count(self, payloads: int) -> None:
        """Offer the re-adoption of some payloads, ticked; none hides the line."""
        self.text.setText(readopt_text(payloads))
        self.wanted.setChecked(payloads > 0)
        self.setVisible(payloads > 0)

    @property
    def is_wanted(self) -> bool:
        """True if the line is shown and ticked."""
        return not self.isHidden() and self.wanted.isChecked()

    def _paint(self) -> None:
        icon = self._look.icons.icon("payload-re-adoptable", Tone.GOOD)
        self._icon.setPixmap(icon.pixmap(ICON, ICON))


class PlanView(PlanBody):
    """One plan.

    Signals:
        plan_wanted: another plan, with what changes about the request.
        export_wanted: the plan is to be written to a file.
    """

    plan_wanted = Signal(object)
    export_wanted = Signal()

    table: PlanTable

    def __init__(self, services: WindowServices) -> None:
        super().__init__(services, PlanTable(services))
        self._ticks: PlanTicks | None = None
        self._scope_text = ""
        self.export = link_button(self.tr("Export plan…"))
        self.look_inside = link_button(self.tr("Look for damage…"))
        self.look_inside.setToolTip(self.tr(
            "Reads every cached file and lists damaged ones too; this takes as long as reading the "
            "whole cache."))
        self.share = link_button(self.tr("Add configs that share this cache…"))
        self.share.setToolTip(self.tr(
            "Files that these configs need are kept. Groups that none of them needs are ticked."))
        self.kept = LinesPanel(
            services.look, self.tr("Other configs that share this cache"), most=96)
        self.readopt = ReadoptLine(services)
        self.only = make_muted_label(wrap=False)
        self.show_all = QPushButton(self.tr("Show all"))
        for button in (
                self.export, self.show_command, self.look_inside, self.share, self.show_all):
            button.setAutoDefault(False)
        self._only_line = QWidget()
        self.remark = ElidedLabel(muted=True)
        self.held = LinesPanel(services.look, self.tr("Kept"), most=132)
        self.left.setAccessibleName(self.tr("Left out"))
        self._lay_out()
        self._connect()

    @property
    def ticks(self) -> PlanTicks:
        """The ticks of the shown plan."""
        assert self._ticks is not None
        return self._ticks

    def show_plan(self, plan: PlanSnapshot, request: PlanRequest) -> None:
        """Show a plan and tick what it preselects."""
        self._ticks = PlanTicks(plan)
        self._scope_text = scope_text(plan.document, stores_of(plan.document, request.freeing))
        self._show_scope()
        self.notice_bar.clear()
        self.busy.show_signs(plan.document.busy_signs)
        self.readopt.show_count(plan.document.readoptable)
        self._only_line.setVisible(not plan.all_sources)
        self.only.setText(only_selected_text(len(request.selected or ())))
        self.look_inside.setVisible(request.depth != "payload" and request.freeing is None)
        self.share.setVisible(request.knows_configs)
        names = self._services.look.names
        self.kept.show_made(lambda: [*map(self._config_line, request.keep_for)])
        self.left.show_made(lambda: [
            left_out(note, (), names) for note in plan.document.notes or ()])
        self.held.show_made(lambda: [
            *(self._held_line(*held) for held in held_back_texts(plan.document.held_back).items()),
            *map(self._gone_line, request.gone)])
        self.table.show_plan(plan, self._ticks)
        self.remark.setVisible(plan.shown > 0)
        self._show_remark()
        if plan.shown:
            self._body.show_content()
        else:
            text, hint = self._nothing(plan, request)
            self._say(text, "severity-good", Tone.GOOD, hint=hint)

    def _held_line(self, root: str, why: str) -> Line:
        return self._folder_line(
            "lock", f"{self.tr('Kept.')} {why}", root,
            self.tr("These pictures were deleted for good"),
            self.tr("Makes the plan again without them. Nothing moves until you agree."),
            lambda request: replace(request, gone=(*request.gone, root)))

    def _gone_line(self, root: str) -> Line:
        return self._folder_line(
            "payload-orphaned",
            with_values(self.tr("Pictures missing from %1 count as deleted for good."), root), root,
            self.tr("Keep them after all"),
            self.tr("Makes the plan again and keeps what was made from them."),
            lambda request: replace(request, gone=_without(request.gone, root)))

    def _folder_line(
        self, icon: str, text: str, root: str, button: str, tip: str, change: Change,
    ) -> Line:
        names = self._services.look.names
        return Line(
            names.sentence(text, (root,)), icon, Tone.WARNING, tip=tip, button=button,
            about=names.folder(root), run=lambda: self.plan_wanted.emit(change))

    def _config_line(self, config: str) -> Line:
        name = self._services.look.names.path(config)
        return Line(
            with_values(self.tr("Files that %1 needs are kept."), name), "lock", Tone.MUTED,
            button=self.tr("Remove config"), about=name,
            tip=self.tr("Makes the plan again without this config."),
            run=lambda: self.plan_wanted.emit(
                lambda request: replace(request, keep_for=_without(request.keep_for, config))))

    def _choose_configs(self) -> None:
        """Ask which other configs share the caches, then plan again."""
        options = self._services.session.options
        browse(self, self.tr("Other configs that share this cache"), self.keep_for, several=True,
               start="" if options is None else str(Path(options.workspace).parent),
               files=(self.tr("Configs (*.json *.toml *.yaml *.yml)"),))

    def keep_for(self, configs: Sequence[str]) -> None:
        """Plan again, and keep what these configs need."""
        self.plan_wanted.emit(lambda request: replace(
            request, keep_for=tuple(dict.fromkeys((*request.keep_for, *configs)))))

    def _on_look_changed(self) -> None:
        self._show_scope()
        self._show_remark()

    def _show_scope(self) -> None:
        self.where.set_text(self._services.look.names.sentence(self._scope_text))

    def _show_remark(self) -> None:
        """Why the current item is not ticked, in full: the column is often too narrow for it."""
        index, model = self.table.currentIndex(), self.table.plan_model
        is_item = index.isValid() and model.line(index.row()).item is not None
        self.remark.set_text(
            model.cell(index.row(), PlanColumn.REMARK).text if is_item else "")

    def _nothing(self, plan: PlanSnapshot, request: PlanRequest) -> tuple[str, str]:
        """That nothing would go, and why."""
        if request.freeing is not None:
            words = plan_words(request.freeing)
            return words.nothing, words.nothing_hint
        if not plan.all_sources:
            return (self.tr("Nothing to clean among the selected entries."),
                    self.tr("Their cached files are needed, or they have none."))
        if any(not store.kind.traits.may_write for store in plan.document.store_facts):
            return (self.tr("Nothing to clean."),
                    self.tr("Caches that Larder only reads stay as they are."))
        return self.tr("Nothing to clean."), (
            self.tr("Files that cannot be judged are kept.") if plan.document.held_back
            else self.tr("Every file in these caches is needed."))

    def _lay_out(self) -> None:
        fill_layout(QHBoxLayout(self._only_line), self.only, self.show_all, None, spacing=None)
        self._fill(
            promise_text(), (self.share, self.look_inside, self.export),
            above=(self.busy, self.kept, self.readopt, self._only_line),
            below=(self.remark, self.held, self.left))

    def _connect(self) -> None:
        self.table.plan_model.ticks_changed.connect(self.changed)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_remark())
        self._services.look.changed.connect(self._on_look_changed)
        self.readopt.wanted_changed.connect(self.changed)
        self.export.clicked.connect(self.export_wanted)
        self.show_all.clicked.connect(
            lambda: self.plan_wanted.emit(lambda request: replace(request, selected=None)))
        self.look_inside.clicked.connect(
            lambda: self.plan_wanted.emit(lambda request: replace(request, depth="payload")))
        self.share.clicked.connect(self._choose_configs)


def _without(values: Sequence[str], one: str) -> tuple[str, ...]:
    return tuple(value for value in values if value != one)
