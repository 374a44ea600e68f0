"""What the Clean dialog says: its groups, its sentences, its figures."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from larder.app.models.plan_document import HeldBackFacts, PlanDocument
from larder.app.models.plan_ticks import Totals
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.core.clean.reason import CleanReason

_GROUPS: dict[CleanReason, tuple[str, str, Tone, str]] = {
    CleanReason.TEMP_LEFTOVER: (
        "Interrupted writes", "payload-temp-leftover", Tone.NOTE,
        "Writes that were never finished; nothing reads them."),
    CleanReason.SUPERSEDED: (
        "Superseded", "payload-superseded", Tone.NOTE,
        "A newer payload of the same source has replaced these."),
    CleanReason.ORPHANED: (
        "Source deleted", "payload-orphaned", Tone.NOTE,
        "Only entries of deleted sources name these; the entries go with them."),
    CleanReason.UNINDEXED: (
        "Not in the index", "payload-unindexed", Tone.NOTE,
        "No entry names these, and no source has their content."),
    CleanReason.CORRUPT: (
        "Damaged", "verdict-corrupt-payload", Tone.ERROR,
        "These cannot be read; the trainer caches their sources anew."),
    CleanReason.LEGACY_GROUP: (
        "Whole legacy groups", "payload-unknown", Tone.MUTED,
        "Groups of the older cache layout; each goes or stays as a whole."),
    CleanReason.AGED: (
        "Not used for long", "payload-superseded", Tone.NOTE,
        "Nothing is wrong with these; nothing has used them for the time you chose."),
    CleanReason.OVER_BUDGET: (
        "Over the budget", "payload-superseded", Tone.NOTE,
        "Nothing is wrong with these; they are the least recently used ones over your budget."),
    CleanReason.CLEARED: (
        "Cleared", "payload-orphaned", Tone.WARNING,
        "Nothing is wrong with these; everything in the cache is to go."),
}


def group_look(reason: CleanReason) -> Look:
    """Icon, word and meaning of a group."""
    word, icon, tone, meaning = _GROUPS[reason]
    return Look(word=_tr(word), icon=icon, tone=tone, meaning=_tr(meaning))


def scope_text(document: PlanDocument, only: Collection[str] = ()) -> str:
    """"Looks at 2 caches under /train".

    Args:
        document: the plan.
        only: ids of the stores that it is about, none for all.
    """
    folders = list(dict.fromkeys(
        store.path for store in document.store_facts if not only or store.id in only))
    text = _plural("Looks at %Ln caches under %1.", len(folders))
    return text.replace("%1", _common_folder(folders))


def promise_text() -> str:
    """What is never touched."""
    return _tr("Your pictures and captions are never touched.")


def footer_text(total: Totals, figures: Figures) -> str:
    """"Move 1,204 files to quarantine · 3.2 GB apparent · 2.9 GB on disk"."""
    if not total.items:
        return _tr("Nothing is ticked.")
    return _plural("Move %Ln files to quarantine · %1 apparent · %2 on disk", total.files).replace(
        "%1", figures.bytes(total.bytes)).replace("%2", figures.bytes(total.bytes_on_disk))


def bare_rows_text(rows: int) -> str:
    """Where only entries go, because their payloads are gone already."""
    return _plural("Remove %Ln entries of deleted sources from the index", rows)


def delete_button_text(total: Totals) -> str:
    """The button under the disclosure."""
    return _plural("Delete %Ln files now…", total.files)


def delete_question(total: Totals, figures: Figures) -> str:
    """The second consent repeats the figures."""
    return _plural("Delete %Ln files for good, %1 apparent and %2 on disk?", total.files).replace(
        "%1", figures.bytes(total.bytes)).replace("%2", figures.bytes(total.bytes_on_disk))


def readopt_text(payloads: int) -> str:
    """What was matched again by content."""
    return _plural("%Ln tensors matched again by content; not offered.", payloads)


def only_readopt_text(payloads: int) -> str:
    """Where nothing goes, and matched payloads come back."""
    return _plural("Give %Ln tensors their entries back", payloads)


def ticked_text(ticked: int, offered: int, figures: Figures) -> str:
    """"3 of 4 ticked"."""
    return (_tr("%1 of %2 ticked").replace("%1", figures.count(ticked))
            .replace("%2", figures.count(offered)))


def only_selected_text(entries: int) -> str:
    """Above a plan that shows part of itself."""
    return _plural("Only what belongs to the %Ln selected entries.", entries)


def age_text(age_s: int, figures: Figures) -> str:
    """How old a file is; a date in the future is said to be one."""
    return figures.duration(age_s) if age_s >= 0 else _tr("in the future")


@dataclass(frozen=True, slots=True)
class HeldBackLine:
    """One folder whose entries are held back, over all stores.

    Attributes:
        root: the folder as config or index spell it.
        entries: how many entries.
        why: one sentence.
    """

    root: str
    entries: int
    why: str


def held_back_lines(held: Sequence[HeldBackFacts]) -> tuple[HeldBackLine, ...]:
    """One line per folder, in the order of the plan."""
    entries: dict[str, int] = {}
    why: dict[str, list[str]] = {}
    for fact in held:
        entries[fact.root] = entries.get(fact.root, 0) + fact.entries
        why.setdefault(fact.root, []).append(fact.why)
    return tuple(HeldBackLine(root=root, entries=count, why=" ".join(dict.fromkeys(why[root])))
                 for root, count in entries.items())


def held_back_text(line: HeldBackLine) -> str:
    """Why, and how many entries are unharmed."""
    return f"{line.why} {_plural('%Ln entries are kept as they are.', line.entries)}"


def _common_folder(folders: Sequence[str]) -> str:
    try:
        return os.path.commonpath([str(Path(folder)) for folder in folders])
    except ValueError:
        # Drives differ, or there is no store.
        return folders[0] if folders else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Clean", text)


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("Clean", text, None, count)
