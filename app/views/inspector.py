"""The inspector at the right: one row's picture, its verdict and why, its payloads' arrays."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from larder.app.jobs.job import Job, JobFailure
from larder.app.models.array_facts import PayloadFacts, payload_of, read_payload_facts
from larder.app.models.store_columns import SourcePreview, StoreRow, store_row
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.preview_texts import preview_origin, preview_shown
from larder.app.presentation.row_facts import RowFacts, entry_facts, group_facts, payload_facts
from larder.app.previews.drawn_payload import drawn_entry, drawn_loose, preview_job
from larder.app.previews.preview_panel import PreviewPanel
from larder.app.services import WindowServices
from larder.app.view_state import ChosenKind
from larder.app.views.array_list import ArrayList
from larder.app.views.picture_view import PictureView
from larder.app.views.widgets import ElidedLabel, EmptyState, heading, muted_label
from larder.core.queries.preview import PayloadPreview
from larder.core.requests.options import InspectEntryOptions, InspectOptions

SETTLE_MS = 350
"""Rows that are only passed on the way to another one start no worker."""


class Inspector(QWidget):
    """Follows the chosen row.

    Signals:
        drawn_changed: the chosen payload was read, or could not be.
    """

    drawn_changed = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._job: Job | None = None
        self._facts: RowFacts | None = None
        self.picture = PictureView(services.calls)
        self.preview = PreviewPanel(services.look.figures)
        self._reads_all = False
        self._drawn: PayloadPreview | None = None
        self._undrawable = ("", "")
        self.title = ElidedLabel()
        self.path = ElidedLabel(muted=True)
        self._icon = QLabel()
        self.state = heading("")
        self.meaning = muted_label()
        self.why = QLabel()
        self.why.setWordWrap(True)
        self.why.setTextFormat(Qt.TextFormat.PlainText)
        self.why.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.repair = muted_label()
        self._form = QGridLayout()
        self.arrays = ArrayList(services.look.figures)
        self._arrays_title = heading(self.tr("Payload"))
        self.arrays_note = muted_label()
        self._kinds: dict[ChosenKind, Callable[[SurveySnapshot, int], None]] = {
            ChosenKind.ENTRY: self._show_entry,
            ChosenKind.PAYLOAD: self._show_payload,
            ChosenKind.GROUP: self._show_group,
        }
        self.empty = EmptyState()
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(SETTLE_MS)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._body())
        services.view.chosen_changed.connect(self._show_chosen)
        services.session.survey_changed.connect(self._on_survey_changed)
        services.look.changed.connect(self._show_chosen)
        self._settling.timeout.connect(self._inspect)
        self.preview.all_wanted.connect(self._read_all)
        self._show_chosen()

    @property
    def is_settled(self) -> bool:
        """Whether picture and arrays of the chosen row are shown."""
        return self.picture.is_settled and not self._settling.isActive() and self._job is None

    @property
    def drawn(self) -> PayloadPreview | None:
        """What is drawn of the chosen payload, None where a source is shown or nothing yet."""
        return self._drawn

    @property
    def undrawable(self) -> tuple[str, str]:
        """Why the chosen payload is not drawn, and what to do; ("", "") while it is being read."""
        return self._undrawable

    def _on_survey_changed(self) -> None:
        self.picture.forget()
        self._show_chosen()

    def _show_chosen(self) -> None:
        snapshot, chosen = self._services.session.snapshot, self._services.view.chosen
        self._settling.stop()
        self._drop_job()
        self._reads_all = False
        self._show_drawn(is_drawn=False)
        if snapshot is None or chosen is None:
            self.picture.show_nothing("")
            self._facts = None
            self.empty.show_icon(self._services.look.icons.icon("page-entries"))
            self.empty.show_text(self.tr("Nothing is chosen."), hint=self.tr(
                "Choose an entry to see its picture, its state and why."))
            self._stack.setCurrentIndex(0)
            return
        self._kinds[chosen.kind](snapshot, chosen.row)
        self.arrays.show_payloads(())
        is_group = chosen.kind is ChosenKind.GROUP
        for widget in (self._arrays_title, self.arrays_note, self.arrays):
            widget.setVisible(not is_group)
        if not is_group:
            self.arrays_note.setText(self.tr("Reading…"))
            self._settling.start()
        self._stack.setCurrentIndex(1)

    def _show_entry(self, snapshot: SurveySnapshot, row: int) -> None:
        look = self._services.look
        self._show(entry_facts(snapshot, row, look.figures, look.names))
        preview = _row_of(snapshot, row).preview
        if preview is SourcePreview.FILE:
            self.picture.show_file(self._services.session.source_file(row))
        elif preview is SourcePreview.PAYLOAD:
            self.picture.show_nothing("")
            self._show_drawn(is_drawn=True)
        else:
            self.picture.show_nothing(self.tr("There is no picture of this source."))

    def _show_drawn(self, *, is_drawn: bool) -> None:
        """Whether the payload stands where else the source does."""
        self._drawn, self._undrawable = None, ("", "")
        self.picture.setVisible(not is_drawn)
        self.preview.setVisible(is_drawn)
        if is_drawn:
            self.preview.show_nothing(self.tr("Reading…"))

    def _show_payload(self, snapshot: SurveySnapshot, row: int) -> None:
        look = self._services.look
        self._show(payload_facts(snapshot, row, look.figures, look.names))
        if drawn_loose(self._services.session, row) is not None:
            self.picture.show_nothing("")
            self._show_drawn(is_drawn=True)
        else:
            self.picture.show_nothing(self.tr("No entry shows a picture for this file."))

    def _show_group(self, snapshot: SurveySnapshot, row: int) -> None:
        look, pages = self._services.look, self._services.session.pages
        assert pages is not None
        self._show(group_facts(snapshot, pages.problems[row], look.figures, look.names))
        self.picture.show_nothing(self.tr("Choose one of its items to look at it."))

    def _show(self, facts: RowFacts) -> None:
        self._facts = facts
        self.title.set_text(facts.title)
        self.path.set_text(facts.path)
        self.path.setVisible(facts.path not in ("", facts.title))
        self._icon.setPixmap(self._services.look.icons.of_look(facts.look).pixmap(18, 18))
        self.state.setText(facts.look.word)
        self.meaning.setText(facts.look.meaning)
        for label, text in ((self.why, facts.why), (self.repair, facts.repair)):
            label.setText(text)
            label.setVisible(bool(text))
        while (item := self._form.takeAt(0)) is not None:
            if (shown := item.widget()) is not None:
                shown.hide()
                shown.deleteLater()
        for line, (name, value) in enumerate(facts.facts):
            text = QLabel(value)
            text.setWordWrap(True)
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._form.addWidget(muted_label(name, wrap=False), line, 0,
                                 Qt.AlignmentFlag.AlignTop)
            self._form.addWidget(text, line, 1)

    def _prepared_job(self) -> Job | None:
        """The job that reads the chosen row's arrays, None where there can be none."""
        chosen, session = self._services.view.chosen, self._services.session
        snapshot = session.snapshot
        if chosen is None or snapshot is None:
            return None
        title = self.tr("Inspect")
        if chosen.kind is ChosenKind.PAYLOAD:
            if (loose := drawn_loose(session, chosen.row)) is not None:
                return preview_job(session, loose, title, thorough=self._reads_all)
            file = session.loose_file(chosen.row)
            return session.request("inspect", InspectOptions(files=(str(file),)), title,
                                   quiet=True, digest=read_payload_facts)
        if _row_of(snapshot, chosen.row).preview is SourcePreview.PAYLOAD:
            payload = drawn_entry(session, chosen.row)
            return None if payload is None else preview_job(
                session, payload, title, thorough=self._reads_all)
        entries = snapshot.entries
        store = snapshot.document.stores[int(entries.store[chosen.row])]
        if not _row_of(snapshot, chosen.row).inspects or not entries.bytes[chosen.row]:
            return None
        options = session.about_this(InspectEntryOptions, store=store.id,
                                     source=entries.source(chosen.row))
        return session.request("inspect-entry", options, title, quiet=True,
                               digest=read_payload_facts)

    def _inspect(self) -> None:
        job = self._prepared_job()
        self._job = job
        if job is None:
            self.arrays_note.setText(self.tr("Nothing to look into."))
            self._show_undrawable(self.tr("Its payload is not on disk."))
            return
        job.succeeded.connect(lambda found: self._on_inspected(job, found))
        job.failed.connect(lambda failure: self._on_inspect_failed(job, failure))
        job.finished.connect(lambda: self._on_inspect_over(job))
        self._services.lanes.submit(job)

    def _read_all(self) -> None:
        """Look again at the payload that is shown, at what takes long too."""
        self._reads_all = True
        self._drop_job()
        self._inspect()

    def _on_inspected(
        self, job: Job, found: tuple[PayloadFacts, ...] | PayloadPreview,
    ) -> None:
        if job is not self._job:
            return
        if isinstance(found, PayloadPreview):
            self._show_preview(found)
        else:
            self._show_arrays(found)

    def _show_preview(self, found: PayloadPreview) -> None:
        look = self._services.look
        self._drawn = found
        self.preview.show_preview(preview_shown(found, look.names))
        self.drawn_changed.emit()
        self.arrays.show_payloads((payload_of(found),))
        self.arrays_note.setText(preview_origin(found, look.names))
        for widget in (self._arrays_title, self.arrays_note, self.arrays):
            widget.setVisible(bool(found.arrays))

    def _show_undrawable(self, reason: str, hint: str = "") -> None:
        self._undrawable = (reason, hint)
        self.preview.show_nothing(reason, hint=hint)
        self.drawn_changed.emit()

    def _show_arrays(self, payloads: tuple[PayloadFacts, ...]) -> None:
        self.arrays.show_payloads(payloads)
        size = self._services.look.figures.bytes(sum(p.file_bytes for p in payloads))
        count = self._services.look.figures.count(len(payloads))
        text = self.tr("%1 in %2 files") if len(payloads) > 1 else self.tr("%1 in one file")
        self.arrays_note.setText(text.replace("%1", size).replace("%2", count) if payloads
                                 else self.tr("None of its files is on disk."))

    def _on_inspect_failed(self, job: Job, failure: JobFailure) -> None:
        if job is self._job:
            problem, hint = map(
                self._services.look.names.sentence, (failure.problem, failure.hint))
            self.arrays_note.setText(f"{problem} {hint}".strip())
            self._show_undrawable(problem, hint)

    def _on_inspect_over(self, job: Job) -> None:
        if job is self._job:
            self._job = None

    def _drop_job(self) -> None:
        if self._job is not None:
            self._services.lanes.cancel(self._job)
            self._job = None

    def _body(self) -> QScrollArea:
        body = _NarrowBody()
        state = QHBoxLayout()
        state.setSpacing(8)
        state.addWidget(self._icon)
        state.addWidget(self.state, 1)
        self._form.setContentsMargins(0, 4, 0, 4)
        self._form.setHorizontalSpacing(14)
        self._form.setVerticalSpacing(5)
        self._form.setColumnStretch(1, 1)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(12, 10, 12, 12)
        layout.setSpacing(6)
        layout.addWidget(self.picture)
        layout.addWidget(self.preview)
        layout.addSpacing(2)
        for widget in (self.title, self.path):
            layout.addWidget(widget)
        layout.addSpacing(6)
        layout.addLayout(state)
        for label in (self.why, self.meaning, self.repair):
            layout.addWidget(label)
        layout.addLayout(self._form)
        layout.addSpacing(4)
        layout.addWidget(self._arrays_title)
        layout.addWidget(self.arrays_note)
        layout.addWidget(self.arrays)
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setAccessibleName(self.tr("Inspector"))
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        return scroll


def _row_of(snapshot: SurveySnapshot, row: int) -> StoreRow:
    return store_row(snapshot.document.stores[int(snapshot.entries.store[row])].kind)


class _NarrowBody(QWidget):
    """As wide as the panel: the one long word of a reason is cut, not the end of every line."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())
