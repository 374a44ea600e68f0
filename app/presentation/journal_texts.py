"""What the Journal page says: states of quarantines, what was done, where it is now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from larder.app.dialogs.cleaning.texts import group_look
from larder.app.models.history import History, PastClean, RecordFacts
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.core.clean.quarantine.record import DAMAGED_INDEX, QuarantineState
from larder.core.clean.reason import CleanReason
from larder.core.files.journal import JournalAction

_STATES: dict[QuarantineState, tuple[str, str, Tone, str]] = {
    QuarantineState.PLANNED: (
        "Unfinished", "severity-warning", Tone.WARNING,
        "A clean was interrupted; the next one settles it."),
    QuarantineState.MOVED: (
        "In quarantine", "payload-quarantined", Tone.NOTE, "An undo brings it all back."),
    QuarantineState.RESTORING: (
        "Half brought back", "severity-warning", Tone.WARNING,
        "An undo was interrupted; the next one finishes it."),
    QuarantineState.RESTORED: (
        "Brought back", "command-undo", Tone.GOOD, "Everything is back in its cache."),
    QuarantineState.EMPTYING: (
        "Half emptied", "severity-warning", Tone.WARNING,
        "Emptying was interrupted; what is left can still be brought back or emptied."),
    QuarantineState.UNREADABLE: (
        "Unreadable", "severity-error", Tone.ERROR,
        "Its list is damaged; the files are still in its folder."),
}

_ACTIONS: dict[JournalAction, tuple[str, str, Tone]] = {
    JournalAction.BUILT: ("Built", "action-build", Tone.GOOD),
    JournalAction.QUARANTINED: ("Moved to quarantine", "payload-quarantined", Tone.NOTE),
    JournalAction.DELETED: ("Deleted for good", "action-delete", Tone.MUTED),
    JournalAction.RESTORED: ("Brought back", "command-undo", Tone.GOOD),
    JournalAction.EMPTIED: ("Emptied for good", "action-delete", Tone.MUTED),
    JournalAction.TOUCHED: ("New dates stored", "command-touch", Tone.NOTE),
    JournalAction.READOPTED: ("Re-adopted", "command-readopt", Tone.GOOD),
    JournalAction.REPAIRED: ("Index repaired", "command-readopt", Tone.NOTE),
    JournalAction.ASSUMED: ("Settings assumed", "severity-note", Tone.NOTE),
    JournalAction.UNREADABLE: ("Unreadable line", "severity-warning", Tone.WARNING),
}

_PLACES: dict[str, str] = {
    "quarantine": "In quarantine",
    "restored": "Back in the cache",
    "emptied": "Deleted for good",
}


def quarantine_look(state: QuarantineState) -> Look:
    """Icon, word and meaning of a quarantine's state."""
    word, icon, tone, meaning = _STATES[state]
    return Look(word=_tr(word), icon=icon, tone=tone, meaning=_tr(meaning))


def action_look(action: str) -> Look:
    """Icon and word of what was done; a newer Larder's word stands as it is."""
    known = {str(one): row for one, row in _ACTIONS.items()}.get(action)
    if known is None:
        return Look(word=action, icon="severity-note", tone=Tone.MUTED,
                    meaning=_tr("Written by a newer version of Larder."))
    word, icon, tone = known
    return Look(word=_tr(word), icon=icon, tone=tone)


def place_text(record: RecordFacts) -> str:
    """Where the files of a record are now, "" where that is no question."""
    word = _PLACES.get(record.where, "")
    return _tr(word) if word else ""


def reasons_text(reasons: dict[str, int], figures: Figures) -> str:
    """"3 source deleted, 1 not in the index"."""
    by_name = {reason.name_in_contract: reason for reason in CleanReason}
    parts = []
    for name, count in reasons.items():
        reason = by_name.get(name)
        if name == DAMAGED_INDEX:
            parts.append(_tr("Damaged index"))
            continue
        word = name if reason is None else group_look(reason).word
        parts.append(f"{figures.count(count)} × {word}")
    return ", ".join(parts)


def quarantine_line(history: History, figures: Figures) -> str:
    """Above the list: how much waits there, when it takes no space any more, what else takes it."""
    if not history.cleans:
        return _tr("Nothing is in quarantine. What a clean moves away waits here.")
    text = _plural("%Ln files are in quarantine, %1.", history.files)
    text = text.replace("%1", figures.bytes(history.bytes))
    return f"{text} {space_text()} {clear_cache_text()}"


def space_text() -> str:
    """When space is freed."""
    return _tr("Space is freed only when a quarantine is emptied.")


def clear_cache_text() -> str:
    """What else removes a quarantine."""
    return _tr("OneTrainer's \"Clear cache\" also removes this.")


def empty_question(cleans: Sequence[PastClean], figures: Figures) -> str:
    """Before an emptying, with the figures."""
    files = sum(clean.files for clean in cleans)
    size = sum(clean.bytes for clean in cleans)
    return _plural("Delete %Ln files for good and free %1?", files).replace(
        "%1", figures.bytes(size))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Journal", text)


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("Journal", text, None, count)
