"""The small writes to an index, touch, readopt, repair: ask first, then write, then say what came.

All rewrite the index under its lock and check that it is still the one that was surveyed; nothing
else in the store changes. Where values are found by key, it is the record of their sources.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import msgspec
from PySide6.QtWidgets import QWidget

from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.services import WindowServices, if_busy, run_with_notice
from larder.app.views.page import Page
from larder.app.widgets.widgets import ask_first
from larder.core.errors import DamagedIndexError
from larder.core.requests.options import IndexWriteOptions, RepairOptions
from larder.core.survey.remedies import Repair, lines_of
from larder.core.worker_protocol import Failed

_tr = Sentences("IndexWrites")


class IndexWrite(enum.Enum):
    """Which write; the value is the request's kind."""

    TOUCH = "touch"
    READOPT = "readopt"
    REPAIR = "repair-index"


class WriteSelection(msgspec.Struct, frozen=True):
    """Selection of the items to write.

    Attributes:
        count: number of rows that were selected.
        names: (store id, source or payload) pairs.
    """

    count: int
    names: tuple[tuple[str, str], ...]


class _WriteTexts(msgspec.Struct, frozen=True):
    """Texts of the question before a write.

    Attributes:
        question: with the count for "%Ln".
        of_selection: the same question about a selection, "" if everything is always written.
    """

    title: str
    question: str
    promise: str
    agree: str
    of_selection: str = ""


_WORDS: dict[IndexWrite, _WriteTexts] = {
    IndexWrite.TOUCH: _WriteTexts(
        title="Store new dates", question="Store %Ln new dates?",
        promise="Larder then recognises these files without reading them again. Only the index, or "
                "the cache's record of its source files, is changed; pictures, captions and cached "
                "files are not.",
        agree="Store dates", of_selection="Store %Ln new dates of the selected entries?"),
    IndexWrite.READOPT: _WriteTexts(
        title="Relink", question="Relink %Ln cached files of renamed files?",
        promise="Larder reads your files and lists the cached files made from them in the index "
                "again, under the new names. No file is moved or deleted.",
        agree="Relink", of_selection="Relink the cached files of the selected rows?"),
    IndexWrite.REPAIR: _WriteTexts(
        title="Repair index", question="Repair %Ln damaged indexes?",
        promise="The readable entries are copied into a new index. The damaged file is kept, and "
                "Undo on the Journal page restores it. No other file is changed. “Relink cached "
                "files…” can then add the cached files that the new index lacks.",
        agree="Repair"),
}


_GROWS_BY: dict[IndexWrite, Repair | None] = {
    IndexWrite.TOUCH: Repair.TOUCH,
    IndexWrite.READOPT: Repair.READOPT,
    IndexWrite.REPAIR: None,
}
"""The repair whose stores get a last-good copy; of a repair the damaged index is kept instead."""


def ask_and_write(
    services: WindowServices, window: QWidget, write: IndexWrite, count: int,
    selection: WriteSelection | None = None,
) -> None:
    """Ask for consent, then run the job, about a selection if there is one."""
    # What the plan of a clean says of copies, too, is loaded when somebody is asked.
    from larder.app.cleaning.texts import backup_text

    words = _WORDS[write]
    question = words.question if selection is None else words.of_selection
    grows = backup_text(
        _backup_growth(services, write, selection), services.look.figures)
    ask_first(
        window, services.look.icons, title=_tr(words.title), question=_tr(question, count),
        promise=one_after_another((_tr(words.promise), grows)), agree=_tr(words.agree),
        on_agreed=lambda: _write(services, write, selection, even_if_busy=False))


def _backup_growth(
    services: WindowServices, write: IndexWrite, selection: WriteSelection | None
) -> int:
    """Return what the last-good copies of the indexes grow by when a write is agreed to."""
    snapshot, repair = services.session.snapshot, _GROWS_BY[write]
    if snapshot is None or repair is None:
        return 0
    chosen = None if selection is None else {store for store, _ in selection.names}
    return sum(size for store, size in snapshot.backup_growth(repair).items()
               if chosen is None or store in chosen)


def find_write_selection(
    services: WindowServices, page: Page | None, repair: Repair
) -> WriteSelection | None:
    """Return the part of the front page's selection that a repair applies to.

    None means everything: no such item is selected, or all of them are.
    """
    from larder.app.views.problems_page import ProblemsPage

    snapshot = services.session.snapshot
    if page is None or snapshot is None:
        return None
    entries, payloads, values = snapshot.entries, snapshot.payloads, snapshot.values
    if isinstance(page, ProblemsPage):
        rows, files = page.entries(repair).tolist(), page.files(repair).tolist()
    else:
        mask = page.selected_rows()
        lines = lines_of(repair)
        rows, files = [] if mask is None else [
            row for row in mask.nonzero()[0].tolist() if int(entries.remedy[row]) in lines], []
    if len(rows) + len(files) in (0, snapshot.count_listed(repair)):
        return None
    stores = [store.id for store in snapshot.document.stores]
    names = [(stores[int(entries.store[row])], entries.source(row)) for row in rows]
    # A value is known by its payload: its file may have another name now.
    names += [(stores[int(entries.store[row])], values.payload[place])
              for row in rows if (place := values.place(row)) is not None]
    names += [(stores[int(payloads.store[row])], payloads.name[row]) for row in files]
    return WriteSelection(count=len(rows) + len(files), names=tuple(names))


def _write(
    services: WindowServices, write: IndexWrite, selection: WriteSelection | None = None, *,
    even_if_busy: bool,
) -> None:
    # What reads reports is loaded when one is to be read.
    from larder.app.cleaning.texts import (
        make_new_dates_notice,
        make_readoption_notice,
        make_repair_notice,
    )
    from larder.core.writes.reports import ReadoptReport, RepairReport, TouchReport

    figures = services.look.figures
    told: dict[IndexWrite, tuple[type[Any], Callable[[Any], Notice]]] = {
        IndexWrite.TOUCH: (
            TouchReport, lambda report: make_new_dates_notice(report, figures)),
        IndexWrite.READOPT: (
            ReadoptReport, lambda report: make_readoption_notice(report, figures)),
        IndexWrite.REPAIR: (RepairReport, make_repair_notice),
    }
    kind, notice = told[write]
    session = services.session
    options = (session.about_this(RepairOptions, even_if_busy=even_if_busy)
               if write is IndexWrite.REPAIR else session.about_this(
                   IndexWriteOptions, depth=session.depth, apply=True, even_if_busy=even_if_busy,
                   selection=None if selection is None else selection.names))
    job = session.request(
        write.value, options, _tr(_WORDS[write].title), writes=True, digest=kind)

    def ways_on(failure: Failed) -> tuple[NoticeAction, ...]:
        """A trainer at work is asked about again, a damaged index leads to its repair."""
        return if_busy(failure, _tr("Write anyway"), lambda: _write(
            services, write, selection, even_if_busy=True)) + repair_actions(services, failure)

    run_with_notice(services, job, notice, ways_on=ways_on)


def repair_actions(services: WindowServices, failure: Failed) -> tuple[NoticeAction, ...]:
    """A button for what failed because an index is damaged, none for other failures."""
    if failure.error != DamagedIndexError.__name__:
        return ()
    return (NoticeAction(_tr("Repair index…"), lambda: services.commands.run("repair-index")),)
