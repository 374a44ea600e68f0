"""What is said when a clean, an undo, an emptying or a re-adoption is over."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from larder.app.models.clean_reports import (
    Amount,
    CleanFacts,
    EmptiedFacts,
    LeftFacts,
    ReadoptedFacts,
    UndoFacts,
)
from larder.app.notices import Notice, NoticeAction, NoticeItem
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone


def clean_notice(
    facts: CleanFacts, figures: Figures, actions: tuple[NoticeAction, ...] = (),
) -> Notice:
    """The result bar of a clean.

    Args:
        facts: the report.
        figures: formats numbers.
        actions: "Undo" where there is something to undo.
    """
    left = (*facts.dropped, *facts.failed)
    sentences = [_amount_text(facts, figures)]
    rows = sum(facts.index_rows_dropped.values())
    if rows:
        sentences.append(_plural("%Ln entries left the index.", rows))
    if facts.dropped:
        sentences.append(_plural(
            "%Ln items changed since the preview and stayed where they are.", len(facts.dropped)))
    if facts.failed:
        sentences.append(_plural("%Ln items could not be moved.", len(facts.failed)))
    if facts.cancelled:
        sentences.append(_tr("It was stopped before it was through."))
    return Notice(
        tone=Tone.WARNING if left or facts.cancelled else Tone.GOOD, text=sentences[0],
        hint=" ".join(sentences[1:]), left=_listed(left), actions=actions)


def undo_notice(facts: UndoFacts, figures: Figures) -> Notice:
    """The result bar of an undo."""
    sentences = []
    if facts.restored.files or not facts.index_rows_restored:
        sentences.append(_with_amount("Brought back %Ln files, %1.", facts.restored, figures))
    if facts.index_rows_restored:
        sentences.append(_plural("%Ln entries are back in the index.", facts.index_rows_restored))
    if facts.not_restored:
        sentences.append(_plural("%Ln files could not be brought back.", len(facts.not_restored)))
    return Notice(tone=Tone.WARNING if facts.not_restored else Tone.GOOD, text=sentences[0],
                  hint=" ".join(sentences[1:]), left=_listed(facts.not_restored))


def emptied_notice(facts: EmptiedFacts, figures: Figures) -> Notice:
    """The result bar of an emptying."""
    amount = Amount(files=facts.files, bytes=facts.bytes)
    hint = (_plural("%Ln quarantines could not be emptied.", len(facts.failed))
            if facts.failed else "")
    return Notice(
        tone=Tone.WARNING if facts.failed else Tone.GOOD,
        text=_with_amount("Deleted %Ln files for good; %1 are free.", amount, figures), hint=hint,
        left=tuple(NoticeItem(name=one.store, why=f"{one.id}: {one.problem}")
                   for one in facts.failed))


def readopted_notice(facts: ReadoptedFacts) -> Notice:
    """The result bar of a re-adoption."""
    return _written_notice(
        facts, _plural("%Ln tensors have their entries back.", facts.payloads) if facts.payloads
        else _tr("Nothing could be re-adopted."))


def touched_notice(facts: ReadoptedFacts) -> Notice:
    """The result bar of new dates."""
    return _written_notice(
        facts, _plural("Stored the dates of %Ln entries.", facts.entries) if facts.entries
        else _tr("No date was stored."))


def _written_notice(facts: ReadoptedFacts, text: str) -> Notice:
    hint = (_plural("%Ln sources are not as they were and were passed over.", len(facts.dropped))
            if facts.dropped else "")
    done = Tone.GOOD if facts.entries else Tone.NOTE
    return Notice(tone=Tone.WARNING if facts.dropped else done, text=text, hint=hint,
                  left=_listed(facts.dropped))


def both_notices(first: Notice, second: Notice) -> Notice:
    """Two steps in one message, the buttons of the first kept."""
    tones = (first.tone, second.tone)
    return Notice(
        tone=Tone.WARNING if Tone.WARNING in tones else first.tone, text=first.text,
        hint=" ".join(part for part in (first.hint, second.text, second.hint) if part),
        details="\n".join(part for part in (first.details, second.details) if part),
        left=(*first.left, *second.left), actions=first.actions)


def _listed(left: Sequence[LeftFacts]) -> tuple[NoticeItem, ...]:
    return tuple(NoticeItem(name=one.payload or one.source, why=one.why, store=one.store,
                            is_payload=bool(one.payload)) for one in left)


def _amount_text(facts: CleanFacts, figures: Figures) -> str:
    if facts.deleted.files:
        return _with_amount("Deleted %Ln files, %1.", facts.deleted, figures)
    if facts.quarantined.files:
        return _with_amount("Moved %Ln files to quarantine, %1.", facts.quarantined, figures)
    return _tr("No file was moved.")


def _with_amount(text: str, amount: Amount, figures: Figures) -> str:
    return _plural(text, amount.files).replace("%1", figures.bytes(amount.bytes))


def _tr(text: str) -> str:
    return QCoreApplication.translate("CleanResults", text)


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("CleanResults", text, None, count)
