"""The two small writes to an index, touch and re-adopt: ask first, then write, then say what came.

Both rewrite the index under its lock and check that it is still the one that was surveyed; nothing
else in the store changes. Where values are found by key, it is the record of their sources.
"""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from app.jobs.job import JobFailure
from app.notices import Notice, NoticeAction, NoticeItem
from app.presentation.looks import Tone
from app.services import WindowServices
from core.errors import StoreBusyError
from core.requests.options import DocumentAnswer, IndexWriteOptions


class IndexWrite(enum.Enum):
    """Which write; the value is the request's kind."""

    TOUCH = "touch"
    READOPT = "readopt"


@dataclass(frozen=True, slots=True)
class _Words:
    """What is asked and said.

    Attributes:
        title: of the job.
        question: with the count for "%Ln".
        promise: what is changed and what is not.
        agree: the button.
        done: with the count for "%Ln".
        nothing: said where nothing was written.
    """

    title: str
    question: str
    promise: str
    agree: str
    done: str
    nothing: str


_WORDS: dict[IndexWrite, _Words] = {
    IndexWrite.TOUCH: _Words(
        title="Store new dates", question="Store the new dates of %Ln entries?",
        promise="Nobody then has to read these files again to know them. Only the index is "
        "written, or the cache's record of its sources; pictures, captions and payloads are not "
        "touched.",
        agree="Store dates", done="Stored the dates of %Ln entries.",
        nothing="No date was stored."),
    IndexWrite.READOPT: _Words(
        title="Re-adopt", question="Give %Ln files their entries back?",
        promise="Sources are hashed, and files whose source is still here are entered in the index "
        "again. No file is moved or deleted.",
        agree="Re-adopt", done="%Ln files have their entries again.",
        nothing="No file was re-adopted."),
}


def ask_and_write(
    services: WindowServices, window: QWidget, write: IndexWrite, count: int,
) -> None:
    """Ask for consent, then run the job."""
    words = _WORDS[write]
    dialog = QMessageBox(window)
    dialog.setWindowTitle(_tr(words.title))
    dialog.setIcon(QMessageBox.Icon.Question)
    dialog.setText(_plural(words.question, count))
    dialog.setInformativeText(_tr(words.promise))
    agree = dialog.addButton(_tr(words.agree), QMessageBox.ButtonRole.AcceptRole)
    dialog.addButton(QMessageBox.StandardButton.Cancel)
    dialog.setDefaultButton(agree)

    def on_finished() -> None:
        if dialog.clickedButton() is agree:
            _write(services, write, even_if_busy=False)
        dialog.deleteLater()

    dialog.finished.connect(on_finished)
    dialog.open()


def _write(services: WindowServices, write: IndexWrite, *, even_if_busy: bool) -> None:
    session, snapshot = services.session, services.session.snapshot
    depth = "stat" if snapshot is None else snapshot.document.workspace.depth
    job = session.request(
        write.value, session.about_this(
            IndexWriteOptions, depth=depth, apply=True, even_if_busy=even_if_busy),
        _tr(_WORDS[write].title), writes=True, digest=_read_written)
    job.succeeded.connect(lambda written: _tell(services, write, written))
    job.failed.connect(lambda failure: _on_failed(services, write, failure))
    services.lanes.submit(job)


class _Left(msgspec.Struct, frozen=True):
    store: str = ""
    source: str = ""
    why: str = ""


class _Written(msgspec.Struct, frozen=True):
    """What a report says: entries, of a re-adoption payloads too, and what was left and why."""

    entries: int = 0
    payloads: int = 0
    dropped: tuple[_Left, ...] = ()


def _read_written(answer: DocumentAnswer) -> _Written:
    return msgspec.convert(json.loads(answer.document), type=_Written)


def _tell(services: WindowServices, write: IndexWrite, written: _Written) -> None:
    """Say how much was written, and why that is not all."""
    words, left = _WORDS[write], written.dropped
    count = written.payloads if write is IndexWrite.READOPT else written.entries
    services.notices.post(Notice(
        tone=Tone.GOOD if count and not left else Tone.NOTE,
        text=_plural(words.done, count) if count else _tr(words.nothing),
        hint=_plural("%Ln were left as they were.", len(left)) if left else "",
        left=tuple(NoticeItem(name=one.source, why=one.why, store=one.store) for one in left)))


def _on_failed(services: WindowServices, write: IndexWrite, failure: JobFailure) -> None:
    """A trainer at work is asked about again; everything else is said."""
    actions: tuple[NoticeAction, ...] = ()
    if failure.error == StoreBusyError.__name__:
        actions = (NoticeAction(_tr("Write all the same"),
                                lambda: _write(services, write, even_if_busy=True)),)
    services.notices.post(Notice(tone=Tone.ERROR, text=failure.problem, hint=failure.hint,
                                 details=failure.details, actions=actions))


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("IndexWrites", text, None, count)


def _tr(text: str) -> str:
    return QCoreApplication.translate("IndexWrites", text)
