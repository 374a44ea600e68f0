"""The small writes to an index, touch, readopt, repair: ask first, then write, then say what came.

All rewrite the index under its lock and check that it is still the one that was surveyed; nothing
else in the store changes. Where values are found by key, it is the record of their sources.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from larder.app.jobs.job import JobFailure, read_document
from larder.app.notices import Notice, NoticeAction, failure_notice
from larder.app.presentation.plurals import Sentences
from larder.app.services import WindowServices
from larder.app.views.widgets import ask_first
from larder.core.errors import DamagedIndexError, StoreBusyError
from larder.core.requests.options import IndexWriteOptions, RepairOptions

_tr = Sentences("IndexWrites")


class IndexWrite(enum.Enum):
    """Which write; the value is the request's kind."""

    TOUCH = "touch"
    READOPT = "readopt"
    REPAIR = "repair-index"


@dataclass(frozen=True, slots=True)
class _Words:
    """What is asked and said.

    Attributes:
        question: with the count for "%Ln".
    """

    title: str
    question: str
    promise: str
    agree: str


_WORDS: dict[IndexWrite, _Words] = {
    IndexWrite.TOUCH: _Words(
        title="Store new dates", question="Store the new dates of %Ln files?",
        promise="These files then do not have to be read again to recognise them. Only the index "
        "is changed, or the cache's record of its source files; pictures, captions and cached "
        "files stay as they are.",
        agree="Store dates"),
    IndexWrite.READOPT: _Words(
        title="Take back", question="Take back %Ln cached files of renamed files?",
        promise="Your files are read, and cached files that were made from one of them are listed "
        "in the index again, under its new name. No file is moved or deleted.",
        agree="Take back"),
    IndexWrite.REPAIR: _Words(
        title="Repair index", question="Repair %Ln damaged indexes?",
        promise="Entries that can be read go into a new index. The damaged file is kept, and Undo "
        "on the Journal page brings it back. No other file changes. “Take back” can then add the "
        "cached files that the new index lacks.",
        agree="Repair"),
}


def ask_and_write(
    services: WindowServices, window: QWidget, write: IndexWrite, count: int,
) -> None:
    """Ask for consent, then run the job."""
    words = _WORDS[write]
    ask_first(
        window, title=_tr(words.title), question=_tr(words.question, count),
        promise=_tr(words.promise), agree=_tr(words.agree),
        on_agreed=lambda: _write(services, write, even_if_busy=False))


def _write(services: WindowServices, write: IndexWrite, *, even_if_busy: bool) -> None:
    # What reads reports is loaded when one is to be read.
    from larder.app.dialogs.cleaning.texts import readopted_notice, repaired_notice, touched_notice
    from larder.core.clean.reports import ReadoptReport, RepairReport, TouchReport

    told: dict[IndexWrite, tuple[type[Any], Callable[[Any], Notice]]] = {
        IndexWrite.TOUCH: (TouchReport, touched_notice),
        IndexWrite.READOPT: (ReadoptReport, readopted_notice),
        IndexWrite.REPAIR: (RepairReport, repaired_notice),
    }
    kind, notice = told[write]
    session, snapshot = services.session, services.session.snapshot
    depth = "stat" if snapshot is None else snapshot.document.workspace.depth
    options = (session.about_this(RepairOptions, even_if_busy=even_if_busy)
               if write is IndexWrite.REPAIR else session.about_this(
                   IndexWriteOptions, depth=depth, apply=True, even_if_busy=even_if_busy))
    job = session.request(
        write.value, options, _tr(_WORDS[write].title), writes=True,
        digest=partial(read_document, kind=kind))
    job.succeeded.connect(lambda facts: services.notices.post(notice(facts)))
    job.failed.connect(lambda failure: _on_failed(services, write, failure))
    services.notices.clear()
    services.lanes.submit(job)


def _on_failed(services: WindowServices, write: IndexWrite, failure: JobFailure) -> None:
    """A trainer at work is asked about again, a damaged index leads to its repair."""
    actions: tuple[NoticeAction, ...] = ()
    if failure.error == StoreBusyError.__name__:
        actions = (NoticeAction(_tr("Write anyway"),
                                lambda: _write(services, write, even_if_busy=True)),)
    repairs = repair_actions(services, failure)
    services.notices.post(failure_notice(
        failure, hint="" if repairs else None, actions=actions + repairs))


def repair_actions(services: WindowServices, failure: JobFailure) -> tuple[NoticeAction, ...]:
    """A button for what failed because an index is damaged, none for other failures."""
    if failure.error != DamagedIndexError.__name__:
        return ()
    return (NoticeAction(_tr("Repair index…"), lambda: services.commands.run("repair-index")),)
