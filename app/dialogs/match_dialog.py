"""Pictures that look least like their cached file, worst first, each with both to look at.

A ranking and no verdict: where two payloads were swapped, their pictures stand on top; where none
were, something always does.
"""

from __future__ import annotations

from pathlib import PureWindowsPath

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QSplitter, QWidget

from larder.app.dialogs.plan_dialog import BODY_MARGINS, PlanDialog, PlanFooter
from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.jobs.job import Job, read_document
from larder.app.models.tables import RIGHT, Cell, FactsTable, RowColumn, in_order
from larder.app.presentation.preview_texts import preview_shown
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.previews.preview_panel import PreviewPanel, picture_job
from larder.app.services import WindowServices
from larder.app.widgets.rows_table import RowsTable
from larder.app.widgets.widgets import (
    ContentStack,
    Remainder,
    fill_column,
    link_button,
    make_muted_label,
)
from larder.core.queries.preview import PayloadPreview, PictureRanking, RankedPicture
from larder.core.requests.options import Answer, MatchOptions
from larder.core.worker_protocol import Failed

_tr = Sentences("MatchDialog")

MOST = 200
"""Pictures that are named; whoever has seen so many has seen what there is to see."""


class MatchTable(FactsTable[RankedPicture]):
    """Table model of ranked pictures, the worst match first."""

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Similarity", 9, align=RIGHT, cell=lambda table, picture: Cell(
            table.figures.percent(max(picture.likeness, 0.0)), raw=round(picture.likeness, 4)),
            tip=lambda table, picture: table.names.path(picture.source)),
        RowColumn("Picture", 20, least=14, cell=lambda table, picture: Cell(
            table.names.file(PureWindowsPath(picture.source).name)),
            tip=lambda table, picture: table.names.path(picture.source)),
        RowColumn("Folder", 14, least=9, leaves=2, cell=lambda table, picture: Cell(
            table.names.folder(PureWindowsPath(picture.source).parent.as_posix()), muted=True),
            tip=lambda table, picture: table.names.path(picture.source)),
        RowColumn("Cached file", 22, least=10, leaves=1, cell=lambda table, picture: Cell(
            table.names.payload(picture.payload), muted=True)),
    )


class MatchDialog(PlanDialog[PictureRanking]):
    """Compares as soon as it opens; what was compared when it is stopped is shown.

    Signals:
        entry_wanted: a picture is to be shown in the Entries table, by its source.
    """

    name = "matchDialog"
    first_size, smallest = QSize(1080, 640), QSize(640, 420)

    entry_wanted = Signal(str)

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(services, parent)
        look = services.look
        self.setWindowTitle(_tr("Compare pictures with their cached files"))
        self.model = MatchTable(look.figures, look.icons, look.names, self)
        self.table = RowsTable("matchTable", MatchTable.columns)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setAccessibleName(_tr("Pictures, the least similar to their cached file first"))
        self.table.show_model(self.model, services.memory)
        self.table.fit_columns(1)
        self.preview = PreviewPanel(look.figures, fills=True)
        self._shown = ""
        self._looking = AwaitedJob(services.lanes, self._show_picture, self._on_look_failed)
        self.preview.setContentsMargins(12, 0, 0, 0)
        self._stack_of_rows = ContentStack(self.table)
        again = link_button(_tr("Compare again"))
        self.show_entry = QPushButton(_tr("Show in Entries"))
        self.footer = PlanFooter("matchFooter", again, self.show_entry)
        self.footer.close_button.setText(_tr("Close"))
        view, parts = QWidget(), QSplitter(Qt.Orientation.Horizontal)
        parts.setChildrenCollapsible(False)
        promise = make_muted_label(_tr(
            "This list is only a ranking: the lower the similarity, the less a cached file looks "
            "like its picture. Some file is always first; files that were mixed up score far lower "
            "than the rest."))
        fill_column(view, promise, (Remainder(parts), 1), margins=BODY_MARGINS, spacing=10)
        parts.addWidget(self._stack_of_rows)
        parts.addWidget(self.preview)
        parts.setSizes([560, 480])
        again.clicked.connect(self._plan_anew)
        self.show_entry.clicked.connect(self._show_entry)
        self.table.opened.connect(self._show_entry)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.preview.shown_wanted.connect(self._look_at)
        self.preview.decoding_wanted.connect(lambda: self._look_at(self._shown, decodes=True))
        look.changed.connect(self.table.viewport().update)
        self._open(lambda: view, lambda: self.footer)
        self._plan_anew()

    @property
    def is_settled(self) -> bool:
        """True if all pictures are compared and the selected one is shown."""
        return self._job is None and self._looking.is_idle

    def done(self, result: int) -> None:
        """Close; nobody waits for a picture any more."""
        self._looking.drop()
        super().done(result)

    def _plan_anew(self) -> None:
        self._looking.drop()
        session = self._services.session
        job = session.request(
            "match", session.about_this(MatchOptions, most=MOST), _tr("Compare pictures"),
            digest=PictureRanking)
        self._follow_plan(
            job, _tr("Comparing pictures with their cached files"), stop=_tr("Stop"))

    def _on_plan_cancelled(self, job: Job, kept: Answer | None) -> None:
        """Show the pictures that were compared before the cancel."""
        if kept is None:
            super()._on_plan_cancelled(job, kept)
        else:
            self._on_planned(job, read_document(kept, PictureRanking))

    def _show_plan(self, plan: PictureRanking) -> None:
        look = self._services.look
        self.model.show_rows(plan.pictures)
        self.footer.total.setText(ranking_text(plan))
        self.show_entry.setEnabled(bool(plan.pictures))
        self.preview.setVisible(bool(plan.pictures))
        if plan.pictures:
            self._stack_of_rows.show_content()
            self.table.selectRow(0)
        else:
            self._stack_of_rows.say(
                _tr("Nothing could be compared."), look.icons.icon("page-entries"),
                hint=left_out_text(plan))

    def _take_focus(self, plan: PictureRanking) -> None:  # noqa: ARG002 - wherever it is
        self.table.setFocus()

    def _on_current_changed(self) -> None:
        index = self.table.currentIndex()
        if not index.isValid():
            return
        self._look_at(self.model.row_at(index.row()).payload)

    def _look_at(self, payload: str, *, decodes: bool = False) -> None:
        """Look at a payload of the chosen picture."""
        self._shown = payload
        chosen = self.model.row_at(self.table.currentIndex().row())
        self._looking.start(picture_job(
            self._services.session, chosen.store, chosen.source, _tr("Show a cached picture"),
            shown=payload, learns=True, decodes=decodes))

    def _show_picture(self, found: PayloadPreview) -> None:
        self.preview.show_preview(preview_shown(found, self._services.look.names))

    def _on_look_failed(self, failure: Failed) -> None:
        shown = self._services.look.names.failure(failure)
        self.preview.show_nothing(shown.problem, hint=shown.hint)

    def _show_entry(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self.entry_wanted.emit(self.model.row_at(index.row()).source)
            self.accept()


def ranking_text(ranking: PictureRanking) -> str:
    """"1,240 cached files compared", with what was left out."""
    text = _tr("%Ln cached files compared.", ranking.compared)
    parts = [text, _tr("Stopped before the end.") if ranking.stopped else "",
             left_out_text(ranking)]
    return one_after_another(parts)


def left_out_text(ranking: PictureRanking) -> str:
    """Why some were not compared, "" where all were."""
    parts = [
        _tr("%Ln have no readable picture.", ranking.without_source)
        if ranking.without_source else "",
        _tr("%Ln were made by encoders without a preview.", ranking.without_preview)
        if ranking.without_preview else "",
        _tr("%Ln cannot be compared.", ranking.unreadable) if ranking.unreadable else ""]
    return one_after_another(parts)
