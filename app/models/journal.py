"""The words and tables of the Journal page: what was done, and whether it can be undone."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace
from PySide6.QtCore import Qt

from larder.app.models.deeds import PastClean, PastDeed, WorkspaceHistory
from larder.app.models.tables import (
    Cell,
    FactsTable,
    RowColumn,
    Unit,
    count_column,
    in_order,
    size_column,
)
from larder.app.presentation.clean_reasons import group_look
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.core.clean.plan import CleanReason
from larder.core.files.journal import JournalAction
from larder.core.writes.quarantine.manifest import DAMAGED_INDEX, REPLACED, QuarantineState
from larder.core.writes.reports import PastAction

_tr = Sentences("Journal")

_QUARANTINE_STATES: dict[QuarantineState, tuple[str, str, Tone, str]] = {
    QuarantineState.PLANNED: (
        "Unfinished", "severity-warning", Tone.WARNING,
        "A clean was interrupted; the next one finishes or undoes it."),
    QuarantineState.SWAPPING: (
        "Unfinished", "severity-warning", Tone.WARNING,
        "A build was interrupted; the next one finishes it."),
    QuarantineState.MOVED: (
        "In quarantine", "payload-quarantined", Tone.NOTE, "Undo restores everything."),
    QuarantineState.RESTORING: (
        "Partly restored", "severity-warning", Tone.WARNING,
        "An undo was interrupted; the next one finishes it."),
    QuarantineState.RESTORED: (
        "Restored", "command-undo", Tone.GOOD, "All files are back in their cache."),
    QuarantineState.UNDONE: (
        "Restored", "command-undo", Tone.GOOD,
        "The files that a build replaced are back in their cache. The files that it made are kept "
        "here; Undo puts them back."),
    QuarantineState.EMPTYING: (
        "Partly emptied", "severity-warning", Tone.WARNING,
        "Emptying was interrupted; the remaining files can still be restored or emptied."),
    QuarantineState.UNREADABLE: (
        "Unreadable", "severity-error", Tone.ERROR,
        "Its list is damaged; its files are still in the folder."),
}

_WRITTEN_SINCE = (
    "Changed since", "severity-warning", Tone.WARNING,
    "Some of its files were changed after they were moved here. Undo restores them as they are "
    "now.")
MOST_NAMED = 2
"""Caches of a deed that are named in its line."""
_MOST_FOLDERS = 3
"""Folders whose written files are named; a build may have replaced hundreds."""

_ACTIONS: dict[JournalAction, tuple[str, str, Tone]] = {
    JournalAction.BUILT: ("Built", "action-build", Tone.GOOD),
    JournalAction.QUARANTINED: ("Moved to quarantine", "payload-quarantined", Tone.NOTE),
    JournalAction.DELETED: ("Deleted for good", "action-delete", Tone.MUTED),
    JournalAction.RESTORED: ("Restored", "command-undo", Tone.GOOD),
    JournalAction.EMPTIED: ("Emptied for good", "action-delete", Tone.MUTED),
    JournalAction.TOUCHED: ("New dates stored", "command-touch", Tone.NOTE),
    JournalAction.READOPTED: ("Relinked", "command-readopt", Tone.GOOD),
    JournalAction.RELOCATED: ("Paths updated", "command-location", Tone.NOTE),
    JournalAction.REPAIRED: ("Index repaired", "command-readopt", Tone.NOTE),
    JournalAction.ASSUMED: ("Settings assumed", "severity-note", Tone.NOTE),
    JournalAction.IMPORTING: ("Import started", "command-export", Tone.NOTE),
    JournalAction.IMPORTED: ("Imported", "command-export", Tone.GOOD),
    JournalAction.COMPARED: ("Compared with the model", "severity-note", Tone.NOTE),
    JournalAction.UNREADABLE: ("Unreadable line", "severity-warning", Tone.WARNING),
}

_PLACES: dict[str, str] = {
    "quarantine": "In quarantine",
    "restored": "Restored to the cache",
    "emptied": "Deleted for good",
}

_ENDS: dict[JournalAction, tuple[str, str, str]] = {
    JournalAction.RESTORED: (
        "Undone %1", "command-undo", "Undo brought back what it had removed or replaced."),
    JournalAction.EMPTIED: (
        "Emptied %1", "action-delete", "Its files were deleted for good; they cannot be restored."),
    JournalAction.BUILT: (
        "Done again %1", "action-build", "The build that it had undone was put back in place."),
}
"""What took a deed back or made it final: its words with the time, its icon, its meaning."""

_NO_UNDO: dict[JournalAction, str] = {
    JournalAction.BUILT: "It only added files. Clean finds those that are no longer needed.",
    JournalAction.QUARANTINED: "Its files are no longer in quarantine.",
    JournalAction.DELETED: "Deleted files cannot be restored.",
    JournalAction.RESTORED: "It is an undo itself. Clean offers the same files again.",
    JournalAction.EMPTIED: "Emptied files cannot be restored.",
    JournalAction.TOUCHED: "Only dates in the index were changed.",
    JournalAction.READOPTED: "It only linked files. Clean finds those that are no longer needed.",
    JournalAction.RELOCATED: "Only paths in the index were changed. Find moved folder… changes "
                             "them again.",
    JournalAction.REPAIRED: "The damaged index is no longer kept.",
    JournalAction.ASSUMED: "Only settings were recorded.",
    JournalAction.IMPORTING: "It only added files. Importing again goes on from there.",
    JournalAction.IMPORTED: "It only added files. Clean finds those that are no longer needed.",
    JournalAction.COMPARED: "It changed nothing.",
    JournalAction.UNREADABLE: "This line of the journal is damaged.",
}
"""Why a deed cannot be undone."""


@dataclass(frozen=True, slots=True)
class StoreNames:
    """Folder -> id; a folder that is not among them is called by its own name."""

    ids: Mapping[str, str] = field(default_factory=dict)

    def of(self, folder: str, names: ShownNames) -> str:
        """Return the display name of the store in a folder."""
        known = self.ids.get(folder)
        return names.store(known or os.path.basename(folder))  # noqa: PTH119 - of any system

    def of_all(self, folders: Sequence[str], names: ShownNames) -> str:
        """Return the names of a few stores, sorted and joined by commas, or how many they are."""
        if len(folders) > MOST_NAMED:
            return _tr("%Ln caches", len(folders))
        return ", ".join(sorted(self.of(folder, names) for folder in folders))


def quarantine_look(state: QuarantineState) -> Look:
    """Icon, word and meaning of a quarantine's state."""
    return Look(*_QUARANTINE_STATES[state]).said(_tr)


def clean_look(clean: PastClean) -> Look:
    """Icon, word and meaning of a clean's state; files written since show where no worse does."""
    look = quarantine_look(clean.state)
    if not clean.written or look.tone in (Tone.WARNING, Tone.ERROR):
        return look
    return Look(*_WRITTEN_SINCE).said(_tr)


def written_text(cleans: Sequence[PastClean], names: ShownNames) -> str:
    """Return which files of some cleans were written since they were put aside, "" for none."""
    said = [names.sentence(one, clean.stores) for clean in cleans for one in clean.written or ()]
    more = len(said) - _MOST_FOLDERS
    return one_after_another((
        *said[:_MOST_FOLDERS],
        _tr("Files of %Ln more folders were changed since.", more) if more > 0 else ""))


def _known_action(action: str) -> JournalAction | None:
    return JournalAction(action) if action in set(JournalAction) else None


def action_look(action: str) -> Look:
    """Icon and word of what was done; a newer Larder's word stands as it is."""
    known = _known_action(action)
    if known is None:
        return Look(word=action, icon="severity-note", tone=Tone.MUTED,
                    meaning=_tr("Written by a newer version of Larder."))
    return Look(*_ACTIONS[known]).said(_tr)


def deed_look(deed: PastDeed) -> Look:
    """Icon and word of a deed, with the number of times that it was begun."""
    look = action_look(deed.action)
    if deed.is_stopped:
        look = Look(
            "Built in part", "severity-warning", Tone.WARNING,
            "It was stopped before it was done. The next build continues there.").said(_tr)
    if deed.runs < 2:
        return look
    return replace(look, word=_tr("%1, in %Ln parts", deed.runs).replace("%1", look.word))


def place_look(deed: PastDeed) -> Look:
    """Icon, word and meaning of where the files of a deed are now, "" where that is no question."""
    if deed.clean is not None:
        return clean_look(deed.clean)
    word = _PLACES.get(deed.where, "")
    return Look(word=_tr(word) if word else "", icon="", tone=Tone.MUTED)


def undo_look(deed: PastDeed, figures: Figures) -> Look:
    """Return whether a deed can be undone, or what took it back, with icon and explanation."""
    if deed.ended in _ENDS:
        word, icon, meaning = _ENDS[JournalAction(deed.ended)]
        return Look(word=_tr(word).replace("%1", figures.moment(deed.ended_ns)), icon=icon,
                    tone=Tone.MUTED, meaning=_tr(meaning))
    if deed.clean is not None and deed.clean.can_undo:
        return Look(_tr("Can be undone"), "command-undo", Tone.GOOD, clean_look(deed.clean).meaning)
    known = _known_action(deed.action)
    meaning = (clean_look(deed.clean).meaning if deed.clean is not None
               else "" if known is None else _tr(_NO_UNDO[known]))
    return Look(word=_tr("Cannot be undone"), icon="", tone=Tone.MUTED, meaning=meaning)


def deed_text(deed: PastDeed, figures: Figures, names: ShownNames) -> str:
    """Return what a deed was about and whether it can be undone, in sentences."""
    look, clean = undo_look(deed, figures), deed.clean
    undo = one_after_another((
        _tr("%1: %2").replace("%1", look.word).replace("%2", look.meaning)
        if look.meaning else look.word,
        "" if clean is None else written_text((clean,), names)))
    return "\n".join(line for line in (deed_reasons(deed, figures, names), undo) if line)


def deed_reasons(deed: PastDeed, figures: Figures, names: ShownNames) -> str:
    """Why files went into quarantine, or why the quarantine cannot be read; "" for no reason."""
    clean = deed.clean
    if clean is not None:
        return names.sentence(clean.problem, clean.stores) or reasons_text(clean.reasons, figures)
    reasons: dict[str, int] = {}
    for part in deed.parts:
        for reason, count in part.detail.get("reasons", {}).items():
            reasons[reason] = reasons.get(reason, 0) + count
    return reasons_text(reasons, figures)


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
        if name == REPLACED:
            word = _tr("Replaced by a build")
        parts.append(f"{figures.count(count)} × {word}")
    return ", ".join(parts)


def journal_title(history: WorkspaceHistory, figures: Figures) -> str:
    """Above the records; not all of a journal of many thousand are shown."""
    if not history.older:
        return _tr("Journal")
    return _tr("Journal: the newest %1 of %2 records").replace(
        "%1", figures.count(history.lines)).replace(
        "%2", figures.count(history.lines + history.older))


def quarantine_line(history: WorkspaceHistory, figures: Figures) -> str:
    """Above the list: how much waits there, what emptying it frees, and what else empties it."""
    if not history.cleans:
        return _tr("The quarantine is empty. Files that a clean or a build removes are kept here.")
    text = _tr("%Ln files are in quarantine. Only emptying it frees their space, %1.",
               history.files)
    return one_after_another((
        text.replace("%1", figures.bytes(history.bytes)),
        _tr("OneTrainer's \"Clear cache\" also removes this.")))


def empty_question(cleans: Sequence[PastClean], figures: Figures, *, is_all: bool) -> str:
    """Before an emptying, with the figures; what a clean that stays has too is not freed."""
    files = sum(clean.files for clean in cleans)
    size = sum(clean.bytes + clean.record_bytes - (0 if is_all else clean.shared)
               for clean in cleans)
    return _tr("Delete %Ln files for good and free %1?", files).replace(
        "%1", figures.bytes(size))


class JournalModel(FactsTable[PastDeed]):
    """Table model of the journals of all stores, one deed per row."""

    translate = staticmethod(_tr)
    stores = StoreNames()
    columns = in_order(
        RowColumn("Time", 17, least=12, unit=Unit.MOMENT, cell=lambda table, deed: Cell(
            text=table.figures.moment(deed.at_ns), raw=deed.at_ns)),
        RowColumn("Action", 22, least=12, cell=lambda table, deed: table.look_cell(
            deed_look(deed)), tip=lambda _, deed: deed_look(deed).meaning),
        RowColumn("Cache", 15, least=9, leaves=4, cell=lambda table, deed: Cell(
            text=table.stores.of_all(deed.stores, table.names)),
            tip=lambda table, deed: "\n".join(map(table.names.folder, deed.stores))),
        count_column("Items", 8, "items", leaves=2),
        size_column("Size", 11, "bytes"),
        RowColumn("State", 20, least=14, leaves=3, cell=lambda table, deed: table.told_cell(
            place_look(deed)), tip=lambda table, deed: one_after_another((
                place_look(deed).meaning,
                written_text(() if deed.clean is None else (deed.clean,), table.names)))),
        RowColumn("Reasons", 20, least=14, leaves=1, elide=Qt.TextElideMode.ElideRight,
                  cell=lambda table, deed: Cell(text=deed_reasons(
                      deed, table.figures, table.names), muted=True)),
        RowColumn("Undo", 22, least=14, cell=lambda table, deed: table.told_cell(
            undo_look(deed, table.figures)),
            tip=lambda table, deed: deed_text(deed, table.figures, table.names)),
    )

    def show_records(self, records: Sequence[PastDeed], stores: StoreNames) -> None:
        """Show these in the order given."""
        self.stores = stores
        self.show_rows(records)

    def told_cell(self, look: Look) -> Cell:
        """A word with its icon, if it has one."""
        return self.look_cell(look) if look.icon else Cell(text=look.word, muted=True)


class PartsModel(FactsTable[PastAction]):
    """Table model of one deed: a row per cache, and per run of a build that was resumed."""

    translate = staticmethod(_tr)
    stores = StoreNames()
    columns = in_order(
        RowColumn("Time", 17, least=12, unit=Unit.MOMENT, cell=lambda table, part: Cell(
            text=table.figures.moment(part.at_ns), raw=part.at_ns)),
        RowColumn("Cache", 15, least=9, cell=lambda table, part: Cell(
            text=table.stores.of(part.store, table.names)),
            tip=lambda table, part: table.names.folder(part.store)),
        count_column("Items", 8, "items"),
        size_column("Size", 11, "bytes"),
    )

    def show_deed(self, deed: PastDeed | None, stores: StoreNames) -> None:
        """Show the parts of a deed; nothing of one that has only one."""
        self.stores = stores
        parts = () if deed is None else deed.parts
        self.show_rows(parts if len(parts) > 1 else ())
