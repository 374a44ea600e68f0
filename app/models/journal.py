"""Quarantines and journal of a workspace: what the Journal page lists, and its words."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import UNSET
from PySide6.QtCore import Qt

from larder.app.jobs.job import read_document
from larder.app.models.tables import (
    RIGHT,
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
from larder.core.requests.options import Answer
from larder.core.writes.quarantine.manifest import DAMAGED_INDEX, REPLACED, QuarantineState
from larder.core.writes.reports import History, PastAction, PastQuarantine

_tr = Sentences("Journal")

_MOST_URGENT = (
    QuarantineState.UNREADABLE, QuarantineState.RESTORING, QuarantineState.PLANNED,
    QuarantineState.SWAPPING, QuarantineState.EMPTYING, QuarantineState.MOVED,
    QuarantineState.UNDONE, QuarantineState.RESTORED,
)

ONE_DEED_NS = 60 * 1_000_000_000
"""At most between two stores' records of one deed where neither names a clean."""

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


class PastClean(PastQuarantine, frozen=True, kw_only=True):
    """Everything one clean moved away, over all its stores. `clean` undoes and empties it as one.

    Its state is the most urgent one among the stores, its folder that of the first store.

    Attributes:
        stores: folders of the stores.
    """

    stores: tuple[str, ...]


class PastDeed(PastAction, frozen=True, kw_only=True):
    """One clean, undo or build over all stores that it changed, dated by its end.

    Attributes:
        stores: folders of the stores.
    """

    stores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WorkspaceHistory:
    """Past actions in a workspace and the cleans in quarantine, latest first.

    Attributes:
        records: the actions, with those done together merged into one.
        lines: number of journal records that `records` was merged from.
        older: number of journal records that were not read.
    """

    cleans: tuple[PastClean, ...] = ()
    records: tuple[PastDeed, ...] = ()
    lines: int = 0
    older: int = 0

    @property
    def bytes(self) -> int:
        """The bytes that emptying all quarantines frees."""
        return sum(clean.bytes + clean.record_bytes for clean in self.cleans)

    @property
    def files(self) -> int:
        """Files in all quarantines."""
        return sum(clean.files for clean in self.cleans)


def read_history(answer: Answer) -> WorkspaceHistory:
    """Read a history's document.

    Raises:
        ValueError: if it is no such document; that is a bug, not something a user can mend.
    """
    document = read_document(answer, History)
    by_clean: dict[str, list[PastQuarantine]] = {}
    for quarantine in document.quarantines:
        by_clean.setdefault(quarantine.clean, []).append(quarantine)
    return WorkspaceHistory(
        cleans=tuple(_past_clean(found) for found in by_clean.values()),
        records=_past_deeds(document), lines=len(document.records), older=document.older or 0)


def _past_deeds(document: History) -> tuple[PastDeed, ...]:
    """Put together what was done at once: each store has a journal, with a record of its own.

    Records of a clean, and of its undo and its emptying, share its id. Others are one deed if they
    follow upon one another, of the same action, each of another store.
    """
    clean_of = {(one.store, one.id): one.clean for one in document.quarantines}
    clean_of |= {(record.store, record.id): str(record.detail["clean"])
                 for record in document.records if "clean" in record.detail}
    deeds: list[list[PastAction]] = []
    of_clean: dict[tuple[str, str], list[PastAction]] = {}
    for record in document.records:
        clean = clean_of.get((record.store, record.id), "")
        latest = of_clean.get((record.action, clean)) if clean else _latest(deeds, record)
        if latest is not None and record.store not in {one.store for one in latest}:
            latest.append(record)
            continue
        deeds.append([record])
        if clean:
            of_clean[record.action, clean] = deeds[-1]
    return tuple(map(_past_deed, deeds))


def _latest(deeds: Sequence[list[PastAction]], record: PastAction) -> list[PastAction] | None:
    """The deed before, as far as a record without a clean may be of it."""
    if not deeds or record.id or deeds[-1][0].id or deeds[-1][0].action != record.action:
        return None
    return deeds[-1] if deeds[-1][-1].at_ns - record.at_ns <= ONE_DEED_NS else None


def _past_deed(found: Sequence[PastAction]) -> PastDeed:
    first, places = found[0], {one.where for one in found}
    return PastDeed(
        store=first.store, stores=tuple(dict.fromkeys(one.store for one in found)),
        at_ns=first.at_ns, action=first.action, items=sum(one.items for one in found),
        bytes=sum(one.bytes for one in found), id=first.id, detail=first.detail,
        # Of one that was brought back in part, what is left is what is asked about.
        where=next((place for place in _PLACES if place in places), ""))


def _past_clean(found: Sequence[PastQuarantine]) -> PastClean:
    reasons: dict[str, int] = {}
    for quarantine in found:
        for reason, count in quarantine.reasons.items():
            reasons[reason] = reasons.get(reason, 0) + count
    first = found[0]
    return PastClean(
        id=first.id, clean=first.clean, store=first.store, at_ns=min(one.at_ns for one in found),
        stores=tuple(dict.fromkeys(one.store for one in found)),
        state=min((one.state for one in found), key=_MOST_URGENT.index),
        files=sum(one.files for one in found), bytes=sum(one.bytes for one in found),
        record_bytes=sum(one.record_bytes for one in found),
        shared=sum(one.shared for one in found),
        elsewhere=sum(one.elsewhere for one in found),
        rows=sum(one.rows for one in found), reasons=reasons,
        can_undo=any(one.can_undo for one in found), folder=first.folder,
        problem=one_after_another(one.problem for one in found if one.problem),
        written=tuple(said for one in found for said in one.written or ()) or UNSET)


@dataclass(frozen=True, slots=True)
class StoreNames:
    """Folder -> id; a folder that is not among them is called by its own name."""

    ids: Mapping[str, str] = field(default_factory=dict)

    def of(self, folder: str, names: ShownNames) -> str:
        """Return the display name of the store in a folder."""
        known = self.ids.get(folder)
        return names.store(known or os.path.basename(folder))  # noqa: PTH119 - of any system

    def of_all(self, folders: Sequence[str], names: ShownNames) -> str:
        """Return the display names of several stores, sorted and joined by commas."""
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


def action_look(action: str) -> Look:
    """Icon and word of what was done; a newer Larder's word stands as it is."""
    known = {str(one): row for one, row in _ACTIONS.items()}.get(action)
    if known is None:
        return Look(word=action, icon="severity-note", tone=Tone.MUTED,
                    meaning=_tr("Written by a newer version of Larder."))
    return Look(*known).said(_tr)


def place_text(record: PastAction) -> str:
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
    """Table model of the journals of all stores, one action per row."""

    translate = staticmethod(_tr)
    stores = StoreNames()
    columns = in_order(
        RowColumn("Time", 20, least=12, unit=Unit.MOMENT, cell=lambda table, record: Cell(
            text=table.figures.moment(record.at_ns), raw=record.at_ns),
            tip=lambda _, record: _meaning(record)),
        RowColumn("Cache", 15, least=9, cell=lambda table, record: Cell(
            text=table.stores.of_all(record.stores, table.names)),
            tip=lambda table, record: "\n".join(map(table.names.folder, record.stores))),
        RowColumn("Action", 25, least=12, cell=lambda table, record: table.look_cell(
            action_look(record.action)), tip=lambda _, record: _meaning(record)),
        count_column("Items", 8, "items", leaves=2),
        size_column("Size", 11, "bytes"),
        RowColumn("Location", 24, least=14, leaves=1, cell=lambda _, record: Cell(
            text=place_text(record), muted=True)),
    )

    def show_records(self, records: Sequence[PastDeed], stores: StoreNames) -> None:
        """Show these in the order given."""
        self.stores = stores
        self.show_rows(records)


def _meaning(record: PastAction) -> str:
    look = action_look(record.action)
    return look.meaning or look.word


class QuarantineModel(FactsTable[PastClean]):
    """Cleans whose files are still there."""

    translate = staticmethod(_tr)
    stores = StoreNames()
    columns = in_order(
        RowColumn("Time", 20, least=12, unit=Unit.MOMENT, cell=lambda table, clean: Cell(
            text=table.figures.moment(clean.at_ns), raw=clean.at_ns),
            tip=lambda table, clean: table.names.folder(clean.folder)),
        RowColumn("Cache", 15, least=9, cell=lambda table, clean: Cell(
            text=table.stores.of_all(clean.stores, table.names)),
            tip=lambda table, clean: "\n".join(map(table.names.folder, clean.stores))),
        RowColumn("State", 20, least=14, cell=lambda table, clean: table.look_cell(
            clean_look(clean)),
            tip=lambda table, clean: one_after_another((
                clean_look(clean).meaning, written_text((clean,), table.names)))),
        RowColumn("Files", 8, align=RIGHT, leaves=3, cell=lambda table, clean: Cell(
            text=table.figures.count(clean.files), raw=clean.files)),
        RowColumn("Size", 11, align=RIGHT, unit=Unit.BYTES, cell=lambda table, clean: Cell(
            text=table.figures.bytes(clean.bytes), raw=clean.bytes),
            tip=lambda table, clean: one_after_another((
                table.figures.exact_bytes(clean.bytes),
                _tr("Emptying frees %1: the files, and the records that Undo needs.").replace(
                    "%1", table.figures.bytes(clean.bytes + clean.record_bytes)),
                _tr("Another %1 stay on the drive, because the files are linked "
                    "elsewhere.").replace(
                    "%1", table.figures.bytes(clean.elsewhere)) if clean.elsewhere else ""))),
        count_column("Entries", 9, "rows", leaves=2),
        RowColumn("Reasons", 24, least=14, leaves=1, elide=Qt.TextElideMode.ElideRight,
                  cell=lambda table, clean: Cell(
                      text=table.names.sentence(clean.problem, clean.stores)
                      or reasons_text(clean.reasons, table.figures), muted=True)),
    )

    def show_cleans(self, cleans: Sequence[PastClean], stores: StoreNames) -> None:
        """Show these in the order given."""
        self.stores = stores
        self.show_rows(cleans)
