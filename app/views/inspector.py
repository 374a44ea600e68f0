"""The inspector at the right: one row's picture, its verdict and why, its payloads' arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
from PySide6.QtCore import QCoreApplication, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.jobs.job import Job
from larder.app.models.entry_rows import (
    SourcePreview,
    StoreRow,
    has_source_preview,
    store_row,
)
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.looks import fixing_command, format_fix
from larder.app.presentation.preview_texts import preview_origin, preview_shown
from larder.app.previews.picture_views import PictureView
from larder.app.previews.preview_panel import (
    PreviewPanel,
    drawn_entry,
    drawn_loose,
    picture_job,
    preview_job,
)
from larder.app.services import WindowServices
from larder.app.view_state import ChosenKind
from larder.app.views.row_facts import (
    ArrayList,
    FactsList,
    HistoryList,
    RowFacts,
    SettingsList,
    entry_facts,
    group_facts,
    payload_facts,
    payload_of,
    times_text,
)
from larder.app.views.wrong_pair import WrongPairView, caption_pair_of
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import (
    ContentStack,
    ElidedLabel,
    after_pause,
    clear_layout,
    fill_column,
    fill_layout,
    heading,
    make_muted_label,
    selectable_label,
)
from larder.core.files.journal import PastPayloads
from larder.core.payloads.arrays import InspectedFile, Inspection
from larder.core.queries.preview import (
    ColourState,
    LatentDrawing,
    PayloadPreview,
    PayloadSetting,
)
from larder.core.requests.options import InspectEntryOptions, InspectOptions
from larder.core.survey.remedies import REMEDIES, Repair
from larder.core.survey.verdicts import Verdict
from larder.core.worker_protocol import Failed

_tr = partial(QCoreApplication.translate, "Inspector")


_SELECTING = ("entries", "problems")
"""Pages whose selection is the row that the inspector shows."""

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
        self._reading = AwaitedJob(services.lanes, self._show_answer, self._on_inspect_failed)
        self._looking = AwaitedJob(services.lanes, self._show_picture, self._on_look_failed)
        self._shown = ""
        self.picture = PictureView(services.calls)
        self.preview = PreviewPanel(services.look.figures, services=services)
        self._reads_all = False
        self._drawn: PayloadPreview | None = None
        self._undrawable = ("", "")
        self.title = ElidedLabel()
        self.path = ElidedLabel(muted=True)
        self._icon = PlainLabel()
        self.state = heading("")
        self.meaning = make_muted_label()
        self.why = selectable_label()
        self.repair = make_muted_label()
        self.fix = QPushButton()
        self._fixed_by = Repair.NONE
        self._pair = QVBoxLayout()
        self.facts = FactsList()
        self.arrays = ArrayList(services.look.figures)
        self._arrays_title = heading(self.tr("Cached file"))
        self.arrays_note = make_muted_label()
        self._settings_title = heading(self.tr("Made with"))
        self.settings = SettingsList()
        self.times = make_muted_label()
        self._history_title = heading(self.tr("History"))
        self.history = HistoryList(services.look.figures, services.look.names)
        self._kinds: dict[ChosenKind, Callable[[SurveySnapshot, int], None]] = {
            ChosenKind.ENTRY: self._show_entry,
            ChosenKind.PAYLOAD: self._show_payload,
            ChosenKind.GROUP: self._show_group,
        }
        self._settling = after_pause(self, SETTLE_MS, self._inspect)
        self._stack = ContentStack(self._body())
        self.empty = self._stack.empty
        fill_column(self, self._stack)
        services.view.chosen_changed.connect(self._show_chosen)
        services.session.survey_changed.connect(self._on_survey_changed)
        services.look.changed.connect(self._show_chosen)
        self.preview.all_wanted.connect(self._read_all)
        self.preview.shown_wanted.connect(self._look_at)
        self.preview.decoding_wanted.connect(self._decode)
        self.preview.play_wanted.connect(self._play)
        self.fix.clicked.connect(self._fix)
        services.commands.refreshed.connect(self._allow_fix)
        services.view.page_changed.connect(self._allow_fix)
        self._show_chosen()

    @property
    def is_settled(self) -> bool:
        """True if the picture and arrays of the selected row are shown."""
        return (self.picture.is_settled and not self._settling.isActive()
                and self._reading.is_idle and self._looking.is_idle
                and self._services.plots.is_idle)

    @property
    def drawn(self) -> PayloadPreview | None:
        """The drawing of the selected payload, None while a source or nothing is shown."""
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
        self._reading.drop()
        self._looking.drop()
        self._reads_all, self._shown = False, ""
        self._show_drawn(is_drawn=False)
        clear_layout(self._pair)
        self._show_fix(Repair.NONE, 0)
        if snapshot is None or chosen is None:
            self.picture.show_nothing("")
            self._stack.say(
                self.tr("Nothing is selected."), self._services.look.icons.icon("page-entries"),
                hint=self.tr("Select a picture or caption to see it, its state, and the reason for "
                             "it."))
            return
        self._kinds[chosen.kind](snapshot, chosen.row)
        self.arrays.show_payloads(())
        is_group = chosen.kind is ChosenKind.GROUP
        for widget in (self._arrays_title, self.arrays_note, self.arrays):
            widget.setVisible(not is_group)
        if not is_group:
            self.arrays_note.setText(self.tr("Reading…"))
            self._settling.start()
        self._stack.show_content()

    def _show_entry(self, snapshot: SurveySnapshot, row: int) -> None:
        look = self._services.look
        self._show(entry_facts(snapshot, row, look.figures, look.names))
        # Of a renamed file the row of the other name has what the repair acts on.
        counted = snapshot.entries.find_counted_row(row)
        self._show_fix(REMEDIES[int(snapshot.entries.remedy[counted])].repair,
                       int(snapshot.entries.count[counted]))
        pair = caption_pair_of(snapshot, row)
        if pair is not None:
            self._pair.addWidget(WrongPairView(pair, self._services))
        preview = _row_of(snapshot, row).preview
        if preview is SourcePreview.FILE:
            session, verdict = self._services.session, snapshot.entries.verdict[row]
            other = snapshot.entries.other_name_of(row)
            # Of a renamed file there is only the one of the new name.
            self.picture.show_file(
                session.locate(other) if other and verdict == Verdict.SOURCE_MISSING
                else session.source_file(row))
        elif preview is SourcePreview.PAYLOAD:
            self.picture.show_nothing("")
            self._show_drawn(is_drawn=True)
        else:
            self.picture.show_nothing(self.tr("No picture of this file."))

    def _show_drawn(self, *, is_drawn: bool) -> None:
        """Switch between the payload's drawing and the source, which share one place."""
        self._drawn, self._undrawable = None, ("", "")
        self.picture.setVisible(not is_drawn)
        self.preview.setVisible(is_drawn)
        self._show_origin(PayloadPreview(None))
        if is_drawn:
            self.preview.show_nothing(self.tr("Reading…"))

    def _show_payload(self, snapshot: SurveySnapshot, row: int) -> None:
        look = self._services.look
        self._show(payload_facts(snapshot, row, look.figures, look.names))
        self._show_fix(
            REMEDIES[int(snapshot.payloads.remedy[row])].repair, int(snapshot.payloads.count[row]))
        if drawn_loose(self._services.session, row) is not None:
            self.picture.show_nothing("")
            self._show_drawn(is_drawn=True)
        else:
            self.picture.show_nothing(self.tr("No entry uses this file."))

    def _show_group(self, snapshot: SurveySnapshot, row: int) -> None:
        look, pages = self._services.look, self._services.session.pages
        assert pages is not None
        self._show(group_facts(snapshot, pages.groups[row], look.figures, look.names))
        self.picture.show_nothing(self.tr("Select one of its files to see it."))

    def _show(self, facts: RowFacts) -> None:
        self.title.set_text(facts.title)
        self.path.set_text(facts.path)
        self.path.setVisible(facts.path not in ("", facts.title))
        self._icon.setPixmap(self._services.look.icons.of_look(facts.look).pixmap(18, 18))
        self.state.setText(facts.look.word)
        self.meaning.setText(facts.look.meaning)
        for label, text in ((self.why, facts.why), (self.repair, facts.repair)):
            label.setText(text)
            label.setVisible(bool(text))
        self.facts.show_facts(facts.facts)

    def _show_fix(self, repair: Repair, count: int) -> None:
        """Offer the command that fixes the row; `count` is negative where it needs a tick."""
        self._fixed_by = repair
        self.fix.setText(
            format_fix(repair, abs(count), is_choice=count < 0)
            if count and repair is not Repair.NONE else "")
        self._allow_fix()

    @property
    def _fix_command(self) -> str:
        """Id of the command, "" where none fixes the row or other rows are selected."""
        page = self._services.view.page
        return "" if page not in _SELECTING else fixing_command(
            self._fixed_by, of_entries=page == "entries")

    def _allow_fix(self) -> None:
        action = self._services.commands.action(self._fix_command)
        self.fix.setVisible(action is not None and bool(self.fix.text()))
        if action is not None:
            self.fix.setEnabled(action.isEnabled())
            self.fix.setToolTip(action.toolTip())

    def _fix(self) -> None:
        self._services.commands.run(self._fix_command)

    def _prepare_job(self) -> Job | None:
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
                                   quiet=True, digest=Inspection)
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
                               digest=Inspection)

    def _inspect(self) -> None:
        job = self._prepare_job()
        if job is None:
            self._reading.drop()
            self.arrays_note.setText(self.tr("Nothing to inspect."))
            self._show_undrawable(self.tr("Its cached file is missing from the disk."))
            if self._was_renamed:
                self._look(learns=False)
            return
        self._reading.start(job)

    @property
    def _was_renamed(self) -> bool:
        """True if the chosen entry is a renamed file, whose cached file has another name."""
        chosen, snapshot = self._services.view.chosen, self._services.session.snapshot
        return (chosen is not None and snapshot is not None and chosen.kind is ChosenKind.ENTRY
                and bool(snapshot.entries.other_name_of(chosen.row)))

    def _read_all(self) -> None:
        """Look again at the payload that is shown, at what takes long too."""
        self._reads_all = True
        self._inspect()

    def _show_answer(self, found: Inspection | PayloadPreview) -> None:
        if isinstance(found, PayloadPreview):
            self._show_preview(found)
        else:
            self._show_arrays(found.files)
            if any(not file.problem for file in found.files):
                self._look(learns=False)

    def _look_at(self, shown: str) -> None:
        """Show another payload of the chosen entry."""
        self._shown = shown
        self._look(learns=True)

    def _decode(self) -> None:
        """Have the VAE at hand draw the payload that is shown; another row gives it up."""
        self.preview.say(self.tr("The VAE is being loaded…"))
        self._look(learns=True, decodes=True)

    def _play(self) -> None:
        """Have the system's player open the chosen sound."""
        chosen = self._services.view.chosen
        if chosen is not None and chosen.kind is ChosenKind.ENTRY:
            file = self._services.session.source_file(chosen.row)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))

    def _look(self, *, learns: bool, decodes: bool = False) -> None:
        """Look at the chosen row's cached picture, if it is one."""
        chosen, session = self._services.view.chosen, self._services.session
        snapshot = session.snapshot
        if chosen is None or snapshot is None or chosen.kind is ChosenKind.GROUP:
            return
        if chosen.kind is ChosenKind.ENTRY:
            entries = snapshot.entries
            at, source = int(entries.store[chosen.row]), entries.source(chosen.row)
            is_gone = entries.verdict[chosen.row] == Verdict.SOURCE_MISSING
            renamed_to = entries.other_name_of(chosen.row) if is_gone else ""
            made_from = entries.made_from_of(chosen.row)
            former = "" if is_gone or entries.bytes[chosen.row] else (
                entries.other_name_of(chosen.row))
            if former:
                # What is cached of a renamed file has the former name.
                source, renamed_to = former, source
            if made_from:
                # Beside the picture is drawn what a trainer reads for it, which is another's.
                source, renamed_to = made_from, source
        else:
            at, source, renamed_to = int(snapshot.payloads.store[chosen.row]), "", ""
            self._shown = snapshot.payloads.name[chosen.row]
        store = snapshot.document.stores[at]
        if has_source_preview(store.kind):
            self._looking.start(picture_job(
                session, store.id, source, self.tr("Show a cached picture"),
                shown=self._shown, learns=learns, decodes=decodes, compares=True,
                renamed_to=renamed_to and str(session.locate(renamed_to))))

    def _show_picture(self, found: PayloadPreview) -> None:
        """Show what is cached in place of its source, and learn its colours if nobody has."""
        if found.drawing is None:
            return
        self._drawn = found
        self.picture.hide()
        self.preview.show()
        self.preview.show_preview(found)
        self._show_origin(found)
        self.drawn_changed.emit()
        if isinstance(found.drawing, LatentDrawing) \
                and found.drawing.state == ColourState.NOT_YET:
            self._look(learns=True)

    def _show_origin(self, found: PayloadPreview) -> None:
        """When it was cached, when its source was changed, and with which settings."""
        self.settings.show_settings(
            msgspec.convert(found.settings, type=tuple[PayloadSetting, ...]))
        self.times.setText(times_text(found, self._services.look.figures))
        self.settings.setVisible(bool(found.settings))
        self.times.setVisible(bool(found.cached_ns))
        self._settings_title.setVisible(bool(found.settings or found.cached_ns))
        self.history.show_history(
            msgspec.convert(found.history, type=tuple[PastPayloads, ...]), found.source)
        for widget in (self._history_title, self.history):
            widget.setVisible(bool(found.history))

    def _on_look_failed(self, failure: Failed) -> None:
        """The source stays in sight; what is amiss with the payload, its arrays tell."""
        shown = self._services.look.names.failure(failure)
        self.arrays_note.setText(f"{shown.problem} {shown.hint}".strip())

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

    def _show_arrays(self, payloads: tuple[InspectedFile, ...]) -> None:
        self.arrays.show_payloads(payloads)
        size = self._services.look.figures.bytes(sum(p.file_bytes or 0 for p in payloads))
        count = self._services.look.figures.count(len(payloads))
        text = self.tr("%1 in %2 files") if len(payloads) > 1 else self.tr("%1 in one file")
        self.arrays_note.setText(text.replace("%1", size).replace("%2", count) if payloads
                                 else self.tr("All of its cached files are missing from the disk."))

    def _on_inspect_failed(self, failure: Failed) -> None:
        shown = self._services.look.names.failure(failure)
        self.arrays_note.setText(f"{shown.problem} {shown.hint}".strip())
        self._show_undrawable(shown.problem, shown.hint)

    def _body(self) -> QScrollArea:
        body = _NarrowBody()
        state = fill_layout(QHBoxLayout(), self._icon, self.state, stretched=self.state, spacing=8)
        fix = fill_layout(QHBoxLayout(), self.fix, None)
        fill_column(
            body, self.picture, self.preview, 2, self.title, self.path, 6, state, self.why,
            fix, self._pair, self.meaning, self.repair, self.facts, 4, self._arrays_title,
            self.arrays_note, self.arrays, 4, self._history_title, self.history, 4,
            self._settings_title, self.times, self.settings, None, margins=(12, 10, 12, 12),
            spacing=6)
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
