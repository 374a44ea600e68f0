"""Texts for cleans, prunes and clears: plans, equivalent commands and outcomes."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from larder.app.cleaning.plan_snapshot import Totals
from larder.app.cleaning.request import Freeing
from larder.app.notices import Notice, NoticeAction, NoticeItem
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone, kind_word
from larder.app.presentation.sentences import Sentences, one_after_another, with_values
from larder.app.presentation.shell_text import (
    AS_IT_RUNS,
    format_command_line,
    format_flags,
    workspace_words,
)
from larder.app.presentation.shown_names import ShownNames
from larder.core.clean.plan import HeldBack
from larder.core.clean.plan_document import PlanDocument
from larder.core.quantities import Amount
from larder.core.requests.options import PruneOptions, WorkspaceOptions
from larder.core.settings import TOTAL_BUDGET
from larder.core.survey.document import StoreFacts
from larder.core.workspace.store_kinds import StoreKind
from larder.core.writes.reports import (
    CleanReport,
    EmptiedReport,
    LeftItem,
    LeftSource,
    ReadoptReport,
    RepairReport,
    TouchReport,
    UndoPreview,
    UndoReport,
)

_tr = Sentences("Clean")

EXPORTED_NAME = "plan.json"
"""Stands for the exported plan until there is one."""

BUDGET_KINDS: Sequence[str] = (
    *(kind.value for kind in StoreKind if kind.traits.remembers_uses), TOTAL_BUDGET)
"""What has a budget, in the order in which it is asked for."""

_UNDO_QUESTIONS: Mapping[str, str] = {
    "clean": "Undo the clean of %1?", "build": "Undo the build of %1?",
    "relocation": "Undo the new paths of %1?", "repair": "Undo the repair of %1?"}
"""The question before an undo, by what it takes back."""

_UNDONE: Mapping[str, str] = {
    "clean": "This undid the clean of %1.", "build": "This undid the build of %1.",
    "relocation": "This undid the new paths of %1.", "repair": "This undid the repair of %1."}
"""The sentence after it, by the same."""


def scope_text(document: PlanDocument, only: Collection[str] = ()) -> str:
    """"Looks at 2 caches under /train"; `only` are ids of those it is about, none for all."""
    folders = list(dict.fromkeys(
        store.path for store in document.store_facts if not only or store.id in only))
    return with_values(_tr(
        "This plan covers %Ln caches in %1.", len(folders)), _common_folder(folders))


def promise_text() -> str:
    """Return the text about what a clean never changes."""
    return _tr("Your pictures and captions are never changed, moved or deleted.")


def footer_text(total: Totals, figures: Figures) -> str:
    """"Move 1,204 files to quarantine · 3.2 GB · 2.9 GB of space used"."""
    if not total.items:
        return _tr("Nothing is ticked.")
    return with_values(_tr("Move %Ln files to quarantine · %1 · %2 of space used", total.files),
                  figures.bytes(total.bytes), figures.bytes(total.bytes_on_disk))


def format_encoded_again(total: Totals, seconds: float | None, figures: Figures) -> str:
    """Return a text about what the trainer's next run encodes again due to the ticked items.

    That is usually nothing; "" if no item is ticked.
    """
    if not total.items:
        return ""
    if not total.again:
        return _tr("The trainer does not have to encode any file again.")
    text = _tr("The trainer will encode %Ln files again.", total.again)
    return text if seconds is None else f"{text.removesuffix('.')}, {figures.about(seconds)}."


def backup_text(size: int, figures: Figures) -> str:
    """Return how much more the last-good copies of indexes take, "" where they do not grow."""
    return with_values(_tr("The backup copy of the index grows by %1."),
                       figures.bytes(size)) if size else ""


def bare_rows_text(rows: int) -> str:
    """Where only entries go, because their payloads are gone already."""
    return _tr("Remove %Ln entries of deleted files from the index", rows)


def delete_button_text(total: Totals) -> str:
    """The button under the disclosure."""
    return _tr("Delete %Ln files now…", total.files)


def delete_question(total: Totals, figures: Figures) -> str:
    """The second consent repeats the figures."""
    return with_values(_tr("Delete %Ln files for good and free %2? Their size is %1.", total.files),
                  figures.bytes(total.bytes), figures.bytes(total.bytes_on_disk))


def readopt_text(payloads: int) -> str:
    """Return a text about payloads that were matched again by content."""
    return _tr("%Ln cached files of renamed files are kept and can be relinked.", payloads)


def only_readopt_text(payloads: int) -> str:
    """Where nothing goes, and matched payloads come back."""
    return _tr("Relink %Ln cached files", payloads)


def format_ticked(ticked: int, offered: int, figures: Figures) -> str:
    """"3 of 4 ticked"."""
    return with_values(_tr("%1 of %2 ticked"), figures.count(ticked), figures.count(offered))


def only_selected_text(entries: int) -> str:
    """Above a plan that shows part of itself."""
    return _tr("Only files of the %Ln selected entries.", entries)


def age_text(age_s: int, figures: Figures) -> str:
    """How old a file is; a date in the future is said to be one."""
    return figures.duration(age_s) if age_s >= 0 else _tr("in the future")


def held_back_texts(held: Sequence[HeldBack]) -> Mapping[str, str]:
    """Why entries of a folder are held back and how many, over all stores.

    By folder as config or index spell it, in the order of the plan.
    """
    texts = {}
    for root in dict.fromkeys(one.root for one in held):
        of_root = [one for one in held if one.root == root]
        why = " ".join(dict.fromkeys(one.why for one in of_root))
        count = sum(one.entries for one in of_root)
        texts[root] = f"{why} {_tr('%Ln entries are kept.', count)}"
    return texts


def _common_folder(folders: Sequence[str]) -> str:
    try:
        return os.path.commonpath([str(Path(folder)) for folder in folders])
    except ValueError:
        # Drives differ, or there is no store.
        return folders[0] if folders else ""


def clean_command(
    options: WorkspaceOptions, freeing: Freeing | None = None, *, depth: str = "stat",
    keep_for: Sequence[str] = (), delete: bool, even_if_busy: bool, names: ShownNames = AS_IT_RUNS,
) -> str:
    """Plans a clean, a prune or a clear anew and applies what the plan preselects."""
    verb = ("clean" if freeing is None else "prune" if isinstance(freeing, PruneOptions)
            else "clear")
    words = ["larder", verb, *workspace_words(options, names)]
    if freeing is None:
        words += format_flags("--gone", *map(names.folder, options.gone))
        words += format_flags("--depth", "" if depth == "stat" else depth)
    if isinstance(freeing, PruneOptions):
        words += format_flags("--older-than", freeing.older_than)
        words += format_flags("--budget", freeing.budget)
    if freeing is not None:
        words += format_flags("--store", *map(names.store, freeing.stores))
    words += format_flags("--keep-for", *map(names.path, keep_for))
    return format_command_line([*words, *_switches(delete=delete, even_if_busy=even_if_busy),
                                "--apply"])


def apply_command(
    plan: str, *, delete: bool, even_if_busy: bool, names: ShownNames = AS_IT_RUNS,
) -> str:
    """Applies an exported plan: exactly its ticks."""
    shown = plan if plan == EXPORTED_NAME else names.path(plan)
    return format_command_line(["larder", "apply", shown,
                                *_switches(delete=delete, even_if_busy=even_if_busy)])


def readopt_command(
    options: WorkspaceOptions, *, even_if_busy: bool, names: ShownNames = AS_IT_RUNS,
) -> str:
    """Gives payloads that were matched again by content their entries back."""
    return format_command_line(["larder", "readopt", *workspace_words(options, names),
                                *_switches(delete=False, even_if_busy=even_if_busy), "--apply"])


def _switches(*, delete: bool, even_if_busy: bool) -> Sequence[str]:
    return [flag for flag, on in (("--delete", delete), ("--even-if-busy", even_if_busy)) if on]


@dataclass(frozen=True, slots=True)
class PlanWords:
    """Words for the plan of a clean, a prune or a clear."""

    title: str
    job: str
    doing: str
    nothing: str = ""
    nothing_hint: str = ""


def plan_words(freeing: Freeing | None) -> PlanWords:
    """The words for a plan."""
    if freeing is None:
        return PlanWords(_tr("Clean"), _tr("Plan a clean"), _tr(
            "Looking for files that are no longer needed…"))
    if isinstance(freeing, PruneOptions):
        return PlanWords(
            _tr("Prune"), _tr("Plan a prune"), _tr("Looking for the least recently used files…"),
            _tr("Nothing to remove."), _tr("All files are within the age and size limits."))
    return PlanWords(
        _tr("Clear cache"), _tr("Plan a clear"), _tr("Listing the cached files…"),
        _tr("Nothing to clear."))


def budget_word(name: str) -> str:
    """Return the name of the caches that a budget applies to."""
    return _tr("Total") if name == TOTAL_BUDGET else kind_word(name)


def store_text(store: StoreFacts, figures: Figures, names: ShownNames) -> str:
    """"vision · 3.5 MiB"."""
    return f"{names.store(store.id)} · {figures.bytes(store.payload_bytes)}"


def default_text(budgets: Mapping[str, int], figures: Figures) -> str:
    """Return a text about the limits that a prune applies without an age or a size.

    It lists the budgets, such as "Pixels 10 GB · All together 50 GB".
    """
    known = " · ".join(f"{budget_word(name)} {figures.bytes(budgets[name])}"
                       for name in BUDGET_KINDS if name in budgets)
    if not known:
        return _tr("Enter an age, a size or both. No budgets are set in the preferences.")
    return with_values(
        _tr("Without an age or a size, the budgets in the preferences apply: %1."), known)


def clean_notice(
    facts: CleanReport, figures: Figures, actions: tuple[NoticeAction, ...] = (),
) -> Notice:
    """The result bar of a clean; its action is "Undo" where there is something to undo."""
    left = (*facts.dropped, *facts.failed)
    sentences = [_amount_text(facts, figures)]
    rows = sum(facts.index_rows_dropped.values())
    if rows:
        sentences.append(_tr("%Ln entries were removed from the index.", rows))
    if facts.backup_bytes:
        sentences.append(backup_text(facts.backup_bytes, figures))
    if facts.dropped:
        sentences.append(_tr(
            "%Ln items changed after the preview and were kept.", len(facts.dropped)))
    if facts.failed:
        sentences.append(_tr("%Ln items could not be moved.", len(facts.failed)))
    if facts.cancelled:
        sentences.append(_tr("Stopped before the end."))
    return Notice(
        tone=Tone.WARNING if left or facts.cancelled else Tone.GOOD, text=sentences[0],
        hint=one_after_another(sentences[1:]), left=_list_left_items(left), actions=actions)


def undo_question(found: UndoPreview, figures: Figures) -> str:
    """Return the question before an undo: what it takes back, and when that was done."""
    if not found.id:
        return _tr("An operation was interrupted. Finish it or take it back?")
    text = "Put the build of %1 in place again?" if found.redone \
        else _UNDO_QUESTIONS[found.operation]
    return _tr(text).replace("%1", figures.moment(found.made_ns))


def undo_promise(found: UndoPreview, figures: Figures) -> str:
    """Return what comes back and what stays."""
    if not found.id:
        return _tr("Nothing else is undone. The message afterwards says what was done.")
    return one_after_another((
        _with_amount("This restores %Ln files, %1.", found.restores, figures)
        if found.restores.files else "",
        _tr("This restores %Ln entries in the index.", found.rows) if found.rows else "",
        *found.stays))


def undo_notice(facts: UndoReport, figures: Figures) -> Notice:
    """The result bar of an undo."""
    sentences = []
    if facts.index_verbatim and not facts.restored.files and not facts.index_rows_restored:
        sentences.append(_tr("Restored the previous index."))
    elif facts.restored.files or not facts.index_rows_restored:
        sentences.append(_with_amount(
            "Restored %Ln files of the build, %1." if facts.redone
            else "Restored %Ln files, %1.", facts.restored, figures))
    if facts.index_rows_restored:
        sentences.append(_tr("Restored %Ln entries in the index.", facts.index_rows_restored))
    if facts.operation in _UNDONE and not facts.redone:
        sentences.append(_tr(_UNDONE[facts.operation]).replace(
            "%1", figures.moment(facts.made_ns)))
    if facts.not_restored:
        sentences.append(_tr("%Ln files could not be restored.", len(facts.not_restored)))
    sentences += (*facts.problems, *facts.stays)
    return Notice(
        tone=Tone.WARNING if facts.not_restored or facts.problems else Tone.GOOD,
        text=sentences[0], hint=one_after_another(sentences[1:]),
        left=_list_left_items(facts.not_restored))


def make_emptying_notice(facts: EmptiedReport, figures: Figures) -> Notice:
    """The result bar of an emptying."""
    amount = Amount(files=facts.files, bytes=facts.bytes + facts.record_bytes)
    hint = (_tr("%Ln quarantines could not be emptied.", len(facts.failed))
            if facts.failed else "")
    return Notice(
        tone=Tone.WARNING if facts.failed else Tone.GOOD,
        text=_with_amount("Deleted %Ln files for good and freed %1.", amount, figures), hint=hint,
        left=tuple(NoticeItem(name=one.store, why=f"{one.id}: {one.problem}")
                   for one in facts.failed))


def make_readoption_notice(facts: ReadoptReport, figures: Figures) -> Notice:
    """The result bar of a re-adoption."""
    return _written_notice(
        facts, figures, _tr("Relinked %Ln cached files.", facts.payloads) if facts.payloads
        else _tr("No cached file could be relinked."))


def make_new_dates_notice(facts: TouchReport, figures: Figures) -> Notice:
    """The result bar of new dates."""
    return _written_notice(
        facts, figures, _tr("Stored %Ln new dates.", facts.entries) if facts.entries
        else _tr("No date was stored."))


def make_repair_notice(facts: RepairReport) -> Notice:
    """The result bar of repaired indexes; the details say where the damaged ones are kept."""
    done = len(facts.repaired)
    return Notice(
        tone=Tone.GOOD if done else Tone.NOTE,
        text=_tr("Repaired %Ln indexes.", done) if done else _tr("No index is damaged."),
        details="\n".join(one.sentence for one in facts.repaired))


def _written_notice(
    facts: ReadoptReport | TouchReport, figures: Figures, text: str
) -> Notice:
    hint = one_after_another((
        backup_text(facts.backup_bytes, figures),
        _tr("%Ln files changed in the meantime and were skipped.", len(facts.dropped))
        if facts.dropped else ""))
    done = Tone.GOOD if facts.entries else Tone.NOTE
    return Notice(tone=Tone.WARNING if facts.dropped else done, text=text, hint=hint,
                  left=_list_left_items(facts.dropped))


def both_notices(first: Notice, second: Notice) -> Notice:
    """Two steps in one message, the buttons of the first kept."""
    tones = (first.tone, second.tone)
    return Notice(
        tone=Tone.WARNING if Tone.WARNING in tones else first.tone, text=first.text,
        hint=one_after_another((first.hint, second.text, second.hint)),
        details="\n".join(part for part in (first.details, second.details) if part),
        left=(*first.left, *second.left), actions=first.actions)


def _list_left_items(left: Sequence[LeftItem | LeftSource]) -> tuple[NoticeItem, ...]:
    return tuple(
        NoticeItem(name=one.source, why=one.why, store=one.store) if isinstance(one, LeftSource)
        else NoticeItem(name=one.payload, why=one.why, store=one.store, is_payload=True)
        for one in left)


def _amount_text(facts: CleanReport, figures: Figures) -> str:
    if facts.deleted.files:
        return _with_amount("Deleted %Ln files, %1.", facts.deleted, figures)
    if facts.quarantined.files:
        return _with_amount("Moved %Ln files to quarantine, %1.", facts.quarantined, figures)
    return _tr("No file was moved.")


def _with_amount(text: str, amount: Amount, figures: Figures) -> str:
    return with_values(_tr(text, amount.files), figures.bytes(amount.bytes))
