"""Groups of sources that are the same, or look it: what the Duplicates page lists, in words."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PureWindowsPath

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import Qt

from larder.app.jobs.job import read_document
from larder.app.models.copy_texts import (
    better_sentence,
    lesser_text,
    turn_between,
    turn_word,
)
from larder.app.models.tables import (
    NONE,
    RIGHT,
    Cell,
    FactsTable,
    RowColumn,
    Spans,
    TableContents,
    Unit,
    amount_cell,
    in_order,
    size_column,
)
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.core.compare.copy_facts import CopyFacts, PictureTurn
from larder.core.compare.document import (
    LEAK,
    NearDuplicates,
    SharedPayload,
    SharePlan,
    SharingSource,
    StoreShares,
)
from larder.core.requests.options import Answer
from larder.core.survey.verdicts import CONFLICTS, ConflictKind
from larder.core.workspace.store_kinds import StoreContent

_tr = Sentences("Duplicates")

MOST_TOLD = 20
"""Paths in a tooltip."""

PAIR = 2

LONGEST_NAME = 48
"""Characters of a name in a sentence."""

MOST_LISTED = 5_000
"""Sources of one group that are listed: a line may be in every caption there is."""


class GroupKind(enum.Enum):
    """Kinds of duplicate groups, in the order in which groups are listed."""

    LEAK = "leak"
    WRONG = "wrong"
    ALIKE = "alike"
    PICTURE = "picture"
    CAPTION = "caption"
    LINE = "line"


_FINDINGS: dict[GroupKind, tuple[str, str, Tone, str]] = {
    GroupKind.LEAK: ("Validation leak", "severity-warning", Tone.WARNING, ""),
    GroupKind.WRONG: ("Should not share", "severity-error", Tone.ERROR, ""),
    GroupKind.ALIKE: (
        "Look alike", "kind-image", Tone.NOTE, "They may be copies of one picture."),
    GroupKind.PICTURE: ("Same picture", "kind-image", Tone.NOTE, ""),
    GroupKind.CAPTION: (
        "Same caption", "kind-text", Tone.NOTE,
        "No problem: equal captions share one cached file."),
    GroupKind.LINE: (
        "Same line", "kind-text", Tone.NOTE,
        "No problem: the line is encoded once and copied for the others."),
}


_PLACES = {finding: place for place, finding in enumerate(GroupKind)}
"""Order of the kinds; 25,000 groups are sorted by it while the window waits."""


def finding_look(finding: GroupKind) -> Look:
    """Icon, word, and what it means for training."""
    return Look(*_FINDINGS[finding]).said(_tr)


class Duplicates(msgspec.Struct, frozen=True, kw_only=True):
    """One group.

    Attributes:
        store: id of the cache it was found in, "" for pictures that only look alike.
        sources: what is the same, or looks it.
        distances: bits of 64 in which each differs; empty where nothing was looked at.
        payloads: cached files that they share.
        conflict: why they should not share them, "" where they may.
        kind: the same as a word.
        line: that several captions hold, "" for other groups.
        concepts: of the sources, each once.
        copies: what each source is as a picture; empty for captions.
        best: position of the better copy, None where nothing tells them apart; it comes first.
    """

    finding: GroupKind
    store: str = ""
    sources: tuple[SharingSource, ...]
    concepts: tuple[str, ...]
    distances: tuple[int, ...] = ()
    payloads: tuple[SharedPayload, ...] = ()
    bytes_saved: int = 0
    conflict: str = ""
    kind: ConflictKind | None = None
    line: str = ""
    copies: tuple[CopyFacts, ...] = ()
    best: int | None = None

    @property
    def lesser(self) -> tuple[SharingSource, ...]:
        """The sources that need not stay: of a leak those that validate, else all but the best."""
        if self.finding is GroupKind.LEAK:
            return tuple(source for source in self.sources if source.validation)
        return tuple(source for at, source in enumerate(self.sources) if at != self.best) \
            if self.best is not None else ()

    @property
    def shows_pictures(self) -> bool:
        """True if the sources of the group are pictures."""
        return self.line == "" and not self.sources[0].source.lower().endswith(".txt")


@dataclass(frozen=True, slots=True)
class FoundDuplicates:
    """Every group, what matters most first.

    Attributes:
        near: what was looked at for pictures that look alike, None where nobody asked.
        validated: pictures that training validates with.
        leaked: how many of them are trained too.
    """

    groups: tuple[Duplicates, ...] = ()
    bytes_saved: int = 0
    near: NearDuplicates | None = None
    validated: int = 0
    leaked: int = 0

    def counts(self) -> Counter[GroupKind]:
        """How many groups there are of each kind."""
        return Counter(group.finding for group in self.groups)


def read_duplicates(answer: Answer) -> FoundDuplicates:
    """Read the document of a `dups` request; in a pool thread.

    Raises:
        ValueError: if it is no such document; that is a bug, not something a user can mend.
    """
    plan = read_document(answer, SharePlan)
    groups = [group for store in plan.stores for group in _of_store(store)]
    near = () if plan.near is None else plan.near.groups
    groups += [
        Duplicates(finding=GroupKind.LEAK if group.leak else GroupKind.ALIKE, sources=group.sources,
                   concepts=_concepts(group.sources), distances=group.distances,
                   copies=group.copies, best=group.best)
        for group in near]
    groups = sorted(map(_put_best_first, groups), key=lambda group: _PLACES[group.finding])
    return FoundDuplicates(
        tuple(groups), plan.bytes_saved, plan.near, plan.validated, plan.leaked)


def _put_best_first(group: Duplicates) -> Duplicates:
    if not group.best:
        return group
    order = sorted(range(len(group.sources)), key=lambda at: at != group.best)
    copies = [group.copies[at] for at in order]
    if len(copies) == PAIR:  # of two, each is as like the other
        copies = [replace(copy, likeness=likeness.likeness) for copy, likeness in zip(
            copies, reversed(copies), strict=True)]
    return replace(
        group, best=0, sources=tuple(group.sources[at] for at in order), copies=tuple(copies),
        distances=tuple(group.distances[at] for at in order) if group.distances else ())


def _concepts(sources: Sequence[SharingSource]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source.concept for source in sources if source.concept))


def _of_store(store: StoreShares) -> list[Duplicates]:
    is_text = store.kind.content is StoreContent.TEXT
    found = []
    for group in store.contents:
        finding = (GroupKind.LEAK if group.leak else GroupKind.WRONG if group.conflict
                   else GroupKind.CAPTION if is_text else GroupKind.PICTURE)
        found.append(Duplicates(
            finding=finding, store=store.id, sources=group.sources,
            concepts=_concepts(group.sources), payloads=group.payloads,
            bytes_saved=group.bytes_saved, conflict=group.conflict or "",
            kind=group.conflict_kind, copies=group.copies, best=group.best))
    return found + [
        Duplicates(finding=GroupKind.LINE, store=store.id, sources=line.sources,
                   concepts=_concepts(line.sources), line=line.prompt)
        for line in store.lines]


def why_text(group: Duplicates) -> str:
    """Why they are in one group, one sentence."""
    if group.finding is GroupKind.LEAK:
        return _tr("Training and validation use the same picture.") if not group.distances \
            else _tr("A validation picture looks like a picture that is trained.")
    if group.finding is GroupKind.LINE:
        text = _tr("These captions all contain the line “%1”.")
        return text.replace("%1", group.line)
    if group.distances:
        turned = any(copy.turn is not group.copies[0].turn for copy in group.copies)
        return _tr("These pictures look alike once they are turned the same way.") if turned \
            else _tr("These pictures look alike, though their files differ.")
    if not group.shows_pictures:
        return _tr("These captions have the same text, byte for byte.")
    return _tr("These pictures are the same file, byte for byte.")


def format_shared(group: Duplicates, figures: Figures) -> str:
    """Return a text about the cached files that a group shares and the bytes that this saves.

    For a group too long to list, the text gives the number of unlisted sources.
    """
    if len(group.sources) > MOST_LISTED:
        return _tr("%Ln more are not listed here; an exported table lists all of them.",
                   len(group.sources) - MOST_LISTED)
    if group.distances or group.line:
        return ""
    if not group.payloads:
        return ""
    text = _tr("They share %Ln cached files, which saves %1.", len(group.payloads))
    return text.replace("%1", figures.bytes(group.bytes_saved))


def advice_texts(group: Duplicates, names: ShownNames) -> tuple[str, ...]:
    """Return texts about the effect of a group on training and what to do about it."""
    leak = (names.sentence(LEAK),) if group.finding is GroupKind.LEAK else ()
    if group.kind is not None:
        why = names.sentence(group.conflict, [*group.concepts])
        return (*leak, _tr("They should not share a cached file: %1.").replace("%1", why),
                names.sentence(CONFLICTS[group.kind]),
                _tr("Rebuild them to give each its own cached file."))
    trained = sum(not source.validation for source in group.sources)
    if leak or not group.shows_pictures or trained == 1:
        return (*leak, finding_look(group.finding).meaning)
    return (finding_look(group.finding).meaning, _tr(
        "Training uses every copy, so this picture counts %Ln times.", trained))


def better_text(group: Duplicates, names: ShownNames) -> str:
    """Return which copy is better and why, "" where nobody can tell."""
    if not group.shows_pictures or not group.copies:
        return ""
    if group.best is None:
        return _tr("Neither copy is better.") if len(
            {source.source for source in group.sources}) > 1 else ""
    return better_sentence(group.copies, group.best, [
        _shorten(names.file(PureWindowsPath(source.source).name)) for source in group.sources])


def _shorten(name: str) -> str:
    """Return a name without its middle where it would take a line of its own."""
    return name if len(name) <= LONGEST_NAME else (
        f"{name[:LONGEST_NAME // 2]}…{name[1 - LONGEST_NAME // 2:]}")


def facts_text(copy: CopyFacts, figures: Figures) -> str:
    """Return pixels, bytes and date of a copy, "" where nothing is known of it."""
    if not copy.bytes:
        return ""
    pixels = f"{copy.width} × {copy.height}" if copy.width else ""
    return " · ".join(filter(None, (
        pixels, figures.bytes(copy.bytes), figures.day(copy.mtime_ns))))


def lesser_action(group: Duplicates) -> str:
    """Return the label of the button that shows where the copies are that need not stay."""
    if not group.lesser:
        return ""
    return _tr("Show validation copy") if group.finding is GroupKind.LEAK \
        else _tr("Show %Ln worse copies", len(group.lesser))


def summary_text(found: FoundDuplicates, figures: Figures) -> str:
    """Such as "2 groups should not share · 1 validation leak · 30.2 KiB saved by sharing"."""
    counts = found.counts()
    same = sum(counts[one] for one in (GroupKind.PICTURE, GroupKind.CAPTION, GroupKind.LINE))
    parts = [_tr(text, count) for text, count in (
        ("%Ln validation leaks", counts[GroupKind.LEAK]),
        ("%Ln groups should not share", counts[GroupKind.WRONG]),
        ("%Ln groups look alike", counts[GroupKind.ALIKE]),
        ("%Ln groups of duplicates", same)) if count]
    if found.bytes_saved:
        saved = _tr("%1 saved by sharing")
        parts.append(saved.replace("%1", figures.bytes(found.bytes_saved)))
    return " · ".join(parts)


def leak_text(found: FoundDuplicates, figures: Figures) -> str:
    """Return what leaks do to the validation loss, "" where there are none."""
    if not found.leaked:
        return ""
    text = _tr("Training has seen %1 of %Ln validation pictures, so the validation loss looks "
               "better than it is.", found.validated)
    return text.replace("%1", figures.count(found.leaked))


def format_compared(near: NearDuplicates | None, figures: Figures) -> str:
    """Return a text about when how many pictures were compared, and what changed since."""
    if near is None:
        return ""
    parts = [_tr("Compared %Ln pictures, %1.", near.pictures).replace(
        "%1", figures.moment(near.made_ns))]
    if near.plain:
        parts.append(_tr("%Ln are too plain to compare.", near.plain))
    if near.unreadable:
        parts.append(_tr("%Ln cannot be read.", near.unreadable))
    if near.stopped:
        parts.append(_tr("Stopped before the end; the next run compares the rest."))
    return one_after_another(parts)


def outdated_text(near: NearDuplicates | None) -> str:
    """Return what changed since pictures were compared, "" where nothing did."""
    if near is None or not near.is_outdated:
        return ""
    changes = [_tr(text, count) for text, count in (
        ("%Ln pictures added", near.added), ("%Ln changed", near.changed),
        ("%Ln removed", near.gone)) if count]
    return _tr("Out of date: %1 since.").replace("%1", ", ".join(changes))


def _first_name(table: DuplicateTable, group: Duplicates) -> str:
    if group.line:
        return group.line
    return table.names.file(PureWindowsPath(group.sources[0].source).name)


def _concepts_text(names: ShownNames, group: Duplicates) -> str:
    return ", ".join(names.concept(concept) for concept in group.concepts)


class DuplicateTable(FactsTable[Duplicates]):
    """Groups, what matters most first."""

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Finding", 21, cell=lambda table, group: table.look_cell(
            finding_look(group.finding)), tip=lambda table, group: one_after_another(
                advice_texts(group, table.names)),
            sort=lambda group: _PLACES[group.finding]),
        RowColumn("First file", 18, least=10, cell=lambda table, group: Cell(
            text=_first_name(table, group)), tip=lambda table, group: "\n".join(
                table.names.path(source.source) for source in group.sources[:MOST_TOLD]),
            sort=lambda group: (group.line or group.sources[0].source).casefold()),
        RowColumn("Files", 6, align=RIGHT, cell=lambda table, group: amount_cell(
            len(group.sources), table.figures.count), sort=lambda group: len(group.sources)),
        size_column("Saved", 10, "bytes_saved", leaves=2),
        RowColumn("Concepts", 16, least=8, leaves=1, elide=Qt.TextElideMode.ElideRight,
                  cell=lambda table, group: Cell(
                      text=_concepts_text(table.names, group), muted=True),
                  sort=lambda group: group.concepts),
        RowColumn("Why", 30, shown=False, elide=Qt.TextElideMode.ElideRight,
                  cell=lambda table, group: Cell(text=one_after_another((
                      why_text(group), *advice_texts(group, table.names),
                      better_text(group, table.names))))),
        RowColumn("Paths", 40, shown=False, cell=lambda table, group: Cell(
            text=" | ".join(table.names.path(source.source) for source in group.sources))),
    )

    def contents(self, columns: Sequence[int], spans: Spans) -> TableContents:
        """With why they are one group, and all of their paths, whatever is shown."""
        told = len(self.columns) - 2
        return super().contents([
            *columns, *(column for column in (told, told + 1) if column not in columns)], spans)


@dataclass(frozen=True, slots=True)
class GroupMember:
    """One source of a group.

    Attributes:
        copy: what it is as a picture, None for captions.
        is_best: whether it is the better copy; None where nothing tells.
        turn: how it is turned against the first of the group.
    """

    source: SharingSource
    copy: CopyFacts | None = None
    is_best: bool | None = None
    turn: PictureTurn = PictureTurn.UPRIGHT


def members_of(group: Duplicates) -> Sequence[GroupMember]:
    """The sources of a group, `MOST_LISTED` of them at most."""
    if not group.copies:
        return [GroupMember(source) for source in islice(group.sources, MOST_LISTED)]
    return [
        GroupMember(source, copy, None if group.best is None else at == group.best,
                    turn_between(group.copies[0].turn, copy.turn))
        for at, (source, copy) in enumerate(islice(
            zip(group.sources, group.copies, strict=True), MOST_LISTED))]


def _rank_cell(table: MemberTable, member: GroupMember) -> Cell:
    if member.is_best is None or member.copy is None:
        return Cell(text="")
    if member.is_best:
        return Cell(text=_tr("Better"), icon=table.icons.icon("state-complete", Tone.GOOD))
    return Cell(text=_tr("Worse"), muted=True)


def _rank_tip(member: GroupMember) -> str:
    if member.is_best is None or member.copy is None:
        return ""
    return lesser_text(member.copy) if not member.is_best else ""


def _pixels_cell(member: GroupMember) -> Cell:
    copy = member.copy
    if copy is None or not copy.width:
        return Cell(text=NONE, muted=True)
    return Cell(text=f"{copy.width} × {copy.height}", raw=copy.width * copy.height)


def _likeness_cell(table: MemberTable, member: GroupMember) -> Cell:
    likeness = None if member.copy is None else member.copy.likeness
    return Cell(text=NONE, muted=True) if likeness is None else Cell(
        text=table.figures.percent(likeness), raw=likeness)


def _fact(name: str) -> Callable[[GroupMember], float]:
    """Return what sorts members by a fact of their copy; what is not known is first."""
    return lambda member: getattr(member.copy, name, None) or 0


class MemberTable(FactsTable[GroupMember]):
    """The sources of one group.

    Attributes:
        of_copies: columns that say something of pictures only.
        rank: the column of the better copy; where training leaks, another one has to go.
        used_for: the column of training or validation.
    """

    of_copies = range(1, 7)
    rank, used_for = 1, 7

    @classmethod
    def needless(cls, group: Duplicates) -> Sequence[int]:
        """Return the columns that say nothing about a group."""
        if not group.copies:
            return cls.of_copies
        if group.finding is GroupKind.LEAK:
            return (cls.rank,)
        return () if any(source.validation for source in group.sources) else (cls.used_for,)

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Source", 16, least=11, cell=lambda table, member: Cell(
            text=table.names.file(PureWindowsPath(member.source.source).name)),
            tip=lambda table, member: table.names.path(member.source.source),
            sort=lambda member: member.source.source.casefold()),
        RowColumn("Rating", 12, leaves=8, cell=_rank_cell,
                  tip=lambda _, member: _rank_tip(member), sort=lambda member: not member.is_best),
        RowColumn("Pixels", 14, align=RIGHT, leaves=9, cell=lambda _, member: _pixels_cell(member),
                  sort=lambda member: 0 if member.copy is None
                  else member.copy.width * member.copy.height),
        RowColumn("Size", 10, align=RIGHT, leaves=5, unit=Unit.BYTES,
                  cell=lambda table, member: amount_cell(
                      0 if member.copy is None else member.copy.bytes, table.figures.bytes),
                  sort=_fact("bytes")),
        RowColumn("Date", 18, leaves=4, unit=Unit.MOMENT, cell=lambda table, member: Cell(
            text=NONE if member.copy is None or not member.copy.mtime_ns
            else table.figures.moment(member.copy.mtime_ns),
            raw=None if member.copy is None else member.copy.mtime_ns), sort=_fact("mtime_ns")),
        RowColumn("Likeness", 10, align=RIGHT, leaves=7, cell=_likeness_cell,
                  tip=lambda *_: _tr("How similar small versions of both pictures look."),
                  sort=_fact("likeness")),
        RowColumn("Turned", 12, leaves=3, cell=lambda _, member: Cell(
            text=turn_word(member.turn) or NONE, muted=member.turn is PictureTurn.UPRIGHT)),
        RowColumn("Used for", 13, least=9, leaves=6, cell=lambda table, member: Cell(
            text=_tr("Validation") if member.source.validation
            else _tr("Training") if member.source.concept else "",
            icon=table.icons.icon("severity-warning") if member.source.validation else None)),
        RowColumn("Concept", 14, least=8, leaves=2, cell=lambda table, member: Cell(
            text=table.names.concept(member.source.concept))),
        RowColumn("Folder", 16, least=8, leaves=1, cell=lambda table, member: Cell(
            text=table.names.folder(PureWindowsPath(member.source.source).parent.as_posix()),
            muted=True), tip=lambda table, member: table.names.path(member.source.source)),
    )
