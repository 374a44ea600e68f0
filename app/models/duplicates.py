"""Groups of sources that are the same, or look it: what the Duplicates page lists, in words."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PureWindowsPath

import msgspec
from PySide6.QtCore import Qt

from larder.app.jobs.job import read_document
from larder.app.models.tables import (
    RIGHT,
    Cell,
    FactsTable,
    RowColumn,
    Spans,
    TableContents,
    amount_cell,
    in_order,
    size_column,
)
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
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

MOST_LISTED = 5_000
"""Sources of one group that are listed: a line may be in every caption there is."""

BITS = 64


class GroupKind(enum.Enum):
    """Kinds of duplicate groups, in the order in which groups are listed."""

    WRONG = "wrong"
    LEAK = "leak"
    ALIKE = "alike"
    PICTURE = "picture"
    CAPTION = "caption"
    LINE = "line"


_FINDINGS: dict[GroupKind, tuple[str, str, Tone, str]] = {
    GroupKind.WRONG: ("Should not share", "severity-error", Tone.ERROR, ""),
    GroupKind.LEAK: ("Validation leak", "severity-warning", Tone.WARNING, ""),
    GroupKind.ALIKE: (
        "Look alike", "kind-image", Tone.NOTE,
        "They may be copies of one picture. Each copy is cached and trained separately, so this "
        "picture counts more than others."),
    GroupKind.PICTURE: (
        "Same picture", "kind-image", Tone.NOTE,
        "No problem, but training uses every copy, so this picture counts more than others."),
    GroupKind.CAPTION: (
        "Same caption", "kind-text", Tone.NOTE,
        "No problem: equal captions share one cached file."),
    GroupKind.LINE: (
        "Same line", "kind-text", Tone.NOTE,
        "No problem: the line is encoded once and copied for the others."),
}


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

    @property
    def shows_pictures(self) -> bool:
        """True if the sources of the group are pictures."""
        return self.line == "" and not self.sources[0].source.lower().endswith(".txt")


@dataclass(frozen=True, slots=True)
class FoundDuplicates:
    """Every group, what matters most first.

    Attributes:
        near: what was looked at for pictures that look alike, None where nobody asked.
    """

    groups: tuple[Duplicates, ...] = ()
    bytes_saved: int = 0
    near: NearDuplicates | None = None

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
                   concepts=_concepts(group.sources), distances=group.distances)
        for group in near]
    order = {finding: place for place, finding in enumerate(GroupKind)}
    groups.sort(key=lambda group: order[group.finding])
    return FoundDuplicates(tuple(groups), plan.bytes_saved, plan.near)


def _concepts(sources: Sequence[SharingSource]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source.concept for source in sources if source.concept))


def _of_store(store: StoreShares) -> list[Duplicates]:
    is_text = store.kind.content is StoreContent.TEXT
    found = []
    for group in store.contents:
        finding = (GroupKind.WRONG if group.conflict else GroupKind.LEAK if group.leak
                   else GroupKind.CAPTION if is_text else GroupKind.PICTURE)
        found.append(Duplicates(
            finding=finding, store=store.id, sources=group.sources,
            concepts=_concepts(group.sources), payloads=group.payloads,
            bytes_saved=group.bytes_saved, conflict=group.conflict or "",
            kind=group.conflict_kind))
    return found + [
        Duplicates(finding=GroupKind.LINE, store=store.id, sources=line.sources,
                   concepts=_concepts(line.sources), line=line.prompt)
        for line in store.lines]


def why_text(group: Duplicates) -> str:
    """Why they are in one group, one sentence."""
    if group.finding is GroupKind.LINE:
        text = _tr("These captions all contain the line “%1”.")
        return text.replace("%1", group.line)
    if group.distances:
        return _tr("These pictures look alike, though their files differ.")
    if not group.shows_pictures:
        return _tr("These captions have the same text, byte for byte.")
    if len({source.source for source in group.sources}) == 1:
        return _tr("This picture is in a training and in a validation concept.")
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
        return _tr("They share no cached file.")
    text = _tr("They share %Ln cached files, which saves %1.", len(group.payloads))
    return text.replace("%1", figures.bytes(group.bytes_saved))


def advice_texts(group: Duplicates, names: ShownNames) -> tuple[str, ...]:
    """Return texts about the effect of a group on training and what to do about it."""
    if group.kind is not None:
        why = names.sentence(group.conflict, [*group.concepts])
        return (_tr("They should not share a cached file: %1.").replace("%1", why),
                names.sentence(CONFLICTS[group.kind]),
                _tr("Rebuild them to give each its own cached file."))
    if group.finding is GroupKind.LEAK:
        return (names.sentence(LEAK),)
    return (finding_look(group.finding).meaning,)


def summary_text(found: FoundDuplicates, figures: Figures) -> str:
    """Such as "2 groups should not share · 1 validation leak · 30.2 KiB saved by sharing"."""
    counts = found.counts()
    same = sum(counts[one] for one in (GroupKind.PICTURE, GroupKind.CAPTION, GroupKind.LINE))
    parts = [_tr(text, count) for text, count in (
        ("%Ln groups should not share", counts[GroupKind.WRONG]),
        ("%Ln validation leaks", counts[GroupKind.LEAK]),
        ("%Ln groups look alike", counts[GroupKind.ALIKE]),
        ("%Ln groups of duplicates", same)) if count]
    if found.bytes_saved:
        saved = _tr("%1 saved by sharing")
        parts.append(saved.replace("%1", figures.bytes(found.bytes_saved)))
    return " · ".join(parts)


def format_compared(near: NearDuplicates | None) -> str:
    """Return a text about how many pictures were compared and how many were not."""
    if near is None:
        return ""
    parts = [_tr("Compared %Ln pictures.", near.pictures)]
    if near.plain:
        parts.append(_tr("%Ln are too plain to compare.", near.plain))
    if near.unreadable:
        parts.append(_tr("%Ln cannot be read.", near.unreadable))
    if near.stopped:
        parts.append(_tr("Stopped before the end; the next run compares the rest."))
    return one_after_another(parts)


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
            sort=lambda group: list(GroupKind).index(group.finding)),
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
                      why_text(group), *advice_texts(group, table.names))))),
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
    """One source of a group, and in how many bits of 64 it differs, None where nobody looked."""

    source: SharingSource
    distance: int | None


def members_of(group: Duplicates) -> Sequence[GroupMember]:
    """The sources of a group, `MOST_LISTED` of them at most."""
    distances: Sequence[int | None] = group.distances or [None] * len(group.sources)
    both = zip(group.sources, distances, strict=True)
    return [GroupMember(source, distance) for source, distance in islice(both, MOST_LISTED)]


class MemberTable(FactsTable[GroupMember]):
    """The sources of one group."""

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Source", 20, least=10, cell=lambda table, member: Cell(
            text=table.names.file(PureWindowsPath(member.source.source).name)),
            tip=lambda table, member: table.names.path(member.source.source),
            sort=lambda member: member.source.source.casefold()),
        RowColumn("Folder", 16, least=8, leaves=2, cell=lambda table, member: Cell(
            text=table.names.folder(PureWindowsPath(member.source.source).parent.as_posix()),
            muted=True), tip=lambda table, member: table.names.path(member.source.source)),
        RowColumn("Concept", 14, least=8, leaves=3, cell=lambda table, member: Cell(
            text=table.names.concept(member.source.concept))),
        RowColumn("Used for", 15, least=9, cell=lambda table, member: Cell(
            text=_tr("Validation") if member.source.validation
            else _tr("Training") if member.source.concept else "",
            icon=table.icons.icon("severity-warning") if member.source.validation else None)),
        RowColumn("Difference", 11, align=RIGHT, leaves=1, cell=lambda table, member: Cell(
            text="–" if member.distance is None
            else table.figures.percent(member.distance / BITS), raw=member.distance),
            tip=lambda *_: _tr("Visible difference between small versions of both pictures.")),
    )
