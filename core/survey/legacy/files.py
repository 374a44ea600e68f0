"""The groups of a legacy store as the files of its survey: which are in use, which explain nothing.

A group is one thing: it is offered whole or not at all, because a group that lacks one slot stops
the trainer. In use is a group that a concept of the config is read from, trained or not. A group
whose pictures lie where nothing can be reached counts as in use too, and its rows say why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from larder.core.stores.released.groups import GroupRecord, Places, place_in, slot_name
from larder.core.stores.released.matching import MatchedBy
from larder.core.survey import why as survey_why
from larder.core.survey.legacy import why
from larder.core.survey.legacy.matching import ConceptPlace, StoreMatches
from larder.core.survey.legacy.rows import NO_CONCEPT, LegacyRow, RowCollector
from larder.core.survey.legacy.sources import Reach, Reachability, any_present, is_present
from larder.core.survey.report import PayloadFiles
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import (
    Unreachable,
    existing_parent,
    recorded_flavour,
    split_last,
)


@dataclass(frozen=True, slots=True)
class GroupVerdict:
    """What is said of one group.

    Attributes:
        verdict: of the whole group.
        why: one sentence, "" where the verdict says it all.
        named_by: rows of its deleted sources, for a group that is not in use.
        damage: what keeps the trainer from reading it rightly, "".
    """

    verdict: PayloadVerdict
    why: str = ""
    named_by: tuple[int, ...] = ()
    damage: str = ""


def payload_files(
    records: Mapping[str, GroupRecord],
    verdicts: Mapping[str, GroupVerdict],
    *,
    foreign: tuple[str, ...],
) -> PayloadFiles:
    """One row per group, by key."""
    keys = sorted(records)
    groups = [records[key].group for key in keys]
    said = [verdicts[key] for key in keys]
    return PayloadFiles(
        names=keys,
        sizes=np.array([group.bytes for group in groups], dtype=np.int64),
        mtimes_ns=np.array([group.folder_ns for group in groups], dtype=np.int64),
        verdicts=np.array([verdict.verdict for verdict in said], dtype=np.uint8),
        named_by={at: v.named_by for at, v in enumerate(said) if v.named_by},
        damaged={at: v.damage for at, v in enumerate(said) if v.damage},
        why={at: v.why for at, v in enumerate(said) if v.why},
        foreign=foreign,
    )


@dataclass(frozen=True, slots=True)
class _Root:
    """The folder that the pictures of a group hang on, and whether it can be reached."""

    spelled: str
    reach: Reach


class GroupJudge:
    """Judges groups that are not read, and words the verdict of those that are.

    Args:
        workspace: its root and maps say where recorded folders lie.
        concepts: every concept.
        matches: which groups belong to which concept.
        places: resolves recorded paths.
        collector: gets the rows of groups that nobody reads.
        present: places of pictures that are there, as evidence that their folders are reachable.
        reachability: knows the folders that were declared gone.
    """

    def __init__(
        self,
        workspace: Workspace,
        concepts: Sequence[ConceptPlace],
        matches: StoreMatches,
        places: Places,
        collector: RowCollector,
        *,
        present: Iterable[str],
        reachability: Reachability,
    ) -> None:
        self._workspace = workspace
        self._label = {place.concept.index: place.label for place in concepts}
        self._matches = matches
        self._places = places
        self._collector = collector
        self._present = frozenset(present)
        self._reachability = reachability

    def in_use(
        self, record: GroupRecord, concept: int, *, is_trained: bool, shifted: int, samples: int
    ) -> GroupVerdict:
        """A group that a concept is read from."""
        label = self._label[concept]
        match = self._matches.reads[concept]
        damage = next((v.damage for v in record.variations.values() if v.damage), "")
        sentence = ""
        if record.problem:
            sentence = why.unreadable(record.problem)
        elif damage:
            sentence = damage
        elif shifted:
            sentence = damage = why.partly_shifted(shifted, samples)
        elif not is_trained:
            sentence = why.disabled(label)
        elif match.by is not MatchedBy.KEY:
            sentence = why.found_by(_EVIDENCE[match.by], label)
        return GroupVerdict(PayloadVerdict.REFERENCED, sentence, damage=damage)

    def not_read(self, key: str, record: GroupRecord) -> GroupVerdict:
        """A group that no concept is read from."""
        if record.problem:
            return GroupVerdict(PayloadVerdict.FOREIGN, why.unreadable(record.problem))
        if record.group.strays:
            return GroupVerdict(PayloadVerdict.FOREIGN, why.strays(record.group.strays))
        if key in self._matches.outdated:
            label = self._label[self._matches.outdated[key]]
            return GroupVerdict(PayloadVerdict.UNKNOWN, why.outdated(label))
        sources = record.sources()
        places = self._places.of(sources, flavour=recorded_flavour(sources))
        if sources and not any(map(is_present, places)):
            return self._without_pictures(record, sources, places)
        if sources and not self._label:
            self._add_rows(record, sources, places, self._root(sources, places))
            return GroupVerdict(PayloadVerdict.REFERENCED, why.unexplained(has_concepts=False))
        if key in self._matches.elsewhere:
            label = self._label[self._matches.elsewhere[key]]
            return GroupVerdict(PayloadVerdict.UNKNOWN, why.elsewhere(label))
        return GroupVerdict(PayloadVerdict.UNKNOWN, why.unexplained(bool(self._label)))

    def _without_pictures(
        self, record: GroupRecord, sources: Sequence[str], places: Sequence[str]
    ) -> GroupVerdict:
        """Every picture is gone: deleted if their folder is there, else held back."""
        root = self._root(sources, places)
        rows = self._add_rows(record, sources, places, root)
        if root.reach.unreachable:
            return GroupVerdict(PayloadVerdict.REFERENCED, why.held_back(root.spelled))
        return GroupVerdict(
            PayloadVerdict.ORPHANED, why.all_deleted(len(sources)), named_by=rows)

    def _root(self, sources: Sequence[str], places: Sequence[str]) -> _Root:
        """The folder that the sources hang on: the first above them that is there."""
        flavour = recorded_flavour(sources)
        if self._reachability.is_declared_gone(places[0]):
            return _Root(split_last(sources[0], flavour)[0], Reach("", declared_gone=True))
        found = existing_parent(
            sources[0], self._workspace.root, self._workspace.maps, flavour)
        if found is None:
            folder = split_last(sources[0], flavour)[0]
            return _Root(folder, Reach(Unreachable.MISSING.value))
        prefix = place_in(str(found.real), "")
        proven = any_present(places) or any(place.startswith(prefix) for place in self._present)
        return _Root(
            found.spelled or str(found.real),
            Reach("" if proven else Unreachable.HOLDS_NONE.value))

    def _add_rows(
        self, record: GroupRecord, sources: Sequence[str], places: Sequence[str], root: _Root
    ) -> tuple[int, ...]:
        """A row per listed picture, under no concept."""
        variation = next(iter(record.variations))
        number = self._collector.root(
            root.spelled, unreachable=root.reach.unreachable,
            declared_gone=root.reach.declared_gone)
        rows = []
        for slot, (source, place) in enumerate(zip(sources, places, strict=True)):
            verdict, sentence = Verdict.SOURCE_MISSING, why.deleted(root.spelled, slot)
            if is_present(place):
                verdict, sentence = Verdict.VALID, ""
            elif root.reach.unreachable:
                verdict = Verdict.SOURCE_UNREACHABLE
                sentence = survey_why.source_unreachable(root.spelled, root.reach.unreachable)
            slot_of = slot_name(record.group.key, variation=variation, slot=slot)
            rows.append(self._collector.add(LegacyRow(
                source=source, flags=1 << verdict, concept=NO_CONCEPT, root=number,
                has_entry=True, bytes=0, why=sentence,
                payloads=() if verdict is Verdict.VALID else (slot_of,))))
        return tuple(rows)


_EVIDENCE = {
    MatchedBy.PICTURES: "the pictures it lists",
    MatchedBy.ORDER: "its number of slots",
}
"""What a group was tied to its concept by, where its name did not tell."""
