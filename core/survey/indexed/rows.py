"""Finished rows and files of one indexed cache: verdicts, and sentences for what is not valid.

Liveness of files comes from entries only: a file is referenced when any live entry names its stem,
whatever its variation number. A row that could not be read may name anything, so the plan holds
back; see the plan.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.keys.payload_names import IndexedName, split_indexed_names
from larder.core.quantities import pixels_text
from larder.core.survey import why
from larder.core.survey.document import RootFacts
from larder.core.survey.entry_rows import build_rows
from larder.core.survey.indexed.verdicts import JudgedRows
from larder.core.survey.report import EntryRows, PayloadFiles, Readoption
from larder.core.survey.row_notes import bit, split_flags
from larder.core.survey.sharing import Conflicts
from larder.core.survey.training_risks import HARM_OF_CONFLICT
from larder.core.survey.variants import NO_SIZE
from larder.core.survey.verdicts import PayloadVerdict, Remark, Verdict

_LOOSE = (PayloadVerdict.ORPHANED, PayloadVerdict.UNINDEXED, PayloadVerdict.SUPERSEDED)

_VERDICT_OF_KIND = {
    IndexedName.TEMP: PayloadVerdict.TEMP_LEFTOVER,
    IndexedName.LARDER_TEMP: PayloadVerdict.TEMP_LEFTOVER,
    IndexedName.SENTINEL: PayloadVerdict.SENTINEL,
}
"""Names that no entry decides about; index files and foreign names get no verdict."""


def entry_rows(
    judged: JudgedRows,
    readoptions: tuple[Readoption, ...],
    *,
    extra_why: Mapping[int, str],
    made_from: Mapping[int, str],
    remarks: Mapping[int, str],
    readopted: Mapping[str, str],
    conflicts: Conflicts,
) -> EntryRows:
    """Assemble the rows.

    `extra_why` are sentences found by looking into payloads, `made_from` the sources that those
    name, `remarks` those of rows that are good
    all the same, `readopted` payloads that were given back to a source, with that source.
    """
    join, columns = judged.join, judged.join.columns
    verdicts, _ = split_flags(judged.flags)
    concept = _concepts(judged)
    history = _Histories(judged, readopted, concept, conflicts)
    flags, harms = judged.flags.copy(), judged.harms.copy()
    for row in history.told:
        flags[row] |= history.flags(row)
        harms[row] |= history.harms(row)
    none = np.zeros(len(join.new), dtype=np.int64)
    sentences = _Sentences(judged, readoptions)
    folder = np.concatenate(
        [columns.folder, np.array([new.folder for new in join.new], dtype=np.int32)])
    return build_rows(
        sources=(join.folders, folder, [*columns.names, *(new.name for new in join.new)]),
        separator=columns.separator,
        flags=flags,
        harms=harms,
        is_drawn=_is_drawn(judged),
        concept=concept,
        has_entry=np.arange(len(judged.flags)) < len(columns),
        sizes=np.concatenate([judged.files.bytes, none]),
        own_sizes=np.concatenate([_attribute_bytes(judged, concept), none]),
        root=judged.roots.of_row,
        why={
            row: "; ".join(filter(None, (remarks.get(row, ""), history.sentence(row))))
            if verdicts[row] == Verdict.VALID
            else extra_why.get(row) or sentences.of(row, Verdict(verdicts[row]))
            for row in sorted({
                *np.flatnonzero(verdicts != Verdict.VALID).tolist(), *history.told, *remarks})
        },
        payloads=_payloads(judged, verdicts),
        made_from={**{row: other for row, (_, other) in _find_collided(judged).items()},
                   **made_from},
    )


def _find_collided(judged: JudgedRows) -> dict[int, tuple[str, str]]:
    """Rows that name a payload of another content: the payload's stem, and another of its rows."""
    found: dict[int, tuple[str, str]] = {}
    for stem, rows in judged.collisions.items():
        for row in rows:
            other = next(other for other in rows if other != row)
            found.setdefault(row, (stem, judged.join.source(other)))
    return found


def _concepts(judged: JudgedRows) -> npt.NDArray[np.int16]:
    """The first concept that asks for a row, else the one whose folder holds it."""
    concepts = judged.roots.concept_of_row.copy()
    for concept, rows in sorted(judged.join.wanted.items(), reverse=True):
        concepts[rows] = concept
    return concepts


def _attribute_bytes(judged: JudgedRows, concept: npt.NDArray[np.int16]) -> npt.NDArray[np.int64]:
    """Bytes of each index row, of a file that several rows name at the first of them.

    Rows of a concept come before those of the next, and rows of none come last.
    """
    files, rows = judged.files.pairs[:, 0], judged.files.rows
    shared = np.bincount(files, minlength=1)[files] > 1
    if not shared.any():
        return judged.files.bytes
    files, rows = files[shared], rows[shared]
    places = np.where(concept[rows] < 0, np.iinfo(np.int16).max, concept[rows])
    order = np.lexsort((rows, places, files))
    further = order[np.diff(files[order], prepend=-1) == 0]
    own = judged.files.bytes.copy()
    np.subtract.at(own, rows[further], judged.files.listing.sizes[files[further]])
    return own


def _is_drawn(judged: JudgedRows) -> npt.NDArray[np.bool_]:
    """Return whether training asks for each row; without a config, all rows count as drawn."""
    drawn = np.full(len(judged.flags), not judged.asked.has_config)
    for rows in judged.join.wanted.values():
        drawn[rows] = True
    return drawn


def _payloads(
    judged: JudgedRows, verdicts: npt.NDArray[np.uint8]
) -> dict[int, tuple[str, ...]]:
    """Payload files of each entry that is not valid."""
    files = judged.files
    told = verdicts[files.rows] != Verdict.VALID
    found: dict[int, list[str]] = {}
    for at, row in zip(files.pairs[told, 0].tolist(), files.rows[told].tolist(), strict=True):
        found.setdefault(row, []).append(files.listing.names[at])
    return {row: tuple(sorted(set(names))) for row, names in found.items()}


class _Histories:
    """Remarks on good entries: those that share a payload, and those that were re-adopted."""

    def __init__(
        self, judged: JudgedRows, readopted: Mapping[str, str], concept: npt.NDArray[np.int16],
        conflicts: Conflicts,
    ) -> None:
        self._join = join = judged.join
        groups = _sharers(judged)
        self._sharers = {
            row: (group[1] if row == group[0] else group[0], len(group) - 1)
            for group in reversed(groups) for row in group}
        self._wrongly = {
            row: conflict for group in (groups if groups and conflicts.may_be else ())
            if (conflict := conflicts.between(
                [(join.source(row), int(concept[row])) for row in group])) for row in group}
        self._readopted = _find_readopted_rows(judged, readopted)

    @property
    def told(self) -> frozenset[int]:
        """Rows of which there is something to say."""
        return frozenset({*self._sharers, *self._readopted})

    def flags(self, row: int) -> np.uint32:
        """Remarks of one of them."""
        return np.uint32(
            (Remark.SHARED if row in self._sharers else 0)
            | (Remark.SHARED_WRONGLY if row in self._wrongly else 0)
            | (Remark.RE_ADOPTED if row in self._readopted else 0))

    def harms(self, row: int) -> np.uint32:
        """Return the bits of harm that sharing a payload does to training."""
        conflict = self._wrongly.get(row)
        return np.uint32(0) if conflict is None else bit(HARM_OF_CONFLICT[conflict[0]])

    def sentence(self, row: int) -> str:
        """The same in words."""
        said = [why.RE_ADOPTED] if row in self._readopted else []
        if row in self._sharers:
            other, count = self._sharers[row]
            _, conflict = self._wrongly.get(row, (None, ""))
            said.append(why.explain_shared(self._join.source(other), count, conflict))
        return "; ".join(said)


def _sharers(judged: JudgedRows) -> list[tuple[int, ...]]:
    """Live rows that name one file, each such group once.

    Two contents behind one name are no sharing but a collision.
    """
    rows = judged.files.rows.astype(np.int64)
    collides = (judged.flags[rows] & np.uint32(1 << Verdict.COLLISION)) != 0
    counts = judged.live[rows] & ~collides
    width = max(len(judged.live), 1)
    named = distinct(judged.files.pairs[counts, 0].astype(np.int64) * width + rows[counts])
    files, of_files = named // width, named % width
    borders = np.flatnonzero(np.diff(files)) + 1
    starts = np.concatenate(([0], borders)).astype(np.int64)
    sizes = np.diff(np.concatenate((starts, [len(files)])))
    return list(dict.fromkeys(
        tuple(of_files[start:start + size].tolist()) for start, size in
        zip(starts[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True)))


def _find_readopted_rows(judged: JudgedRows, readopted: Mapping[str, str]) -> frozenset[int]:
    """Rows whose payload was given back to their source."""
    if not readopted:
        return frozenset()
    files, names = judged.files, judged.files.listing.names
    given = np.fromiter(
        (name in readopted for name in names), dtype=np.bool_, count=len(names))[files.pairs[:, 0]]
    return frozenset(
        row for at, row in zip(
            files.pairs[given, 0].tolist(), files.rows[given].tolist(), strict=True)
        if readopted[names[at]] == judged.join.source(row))


class _Sentences:
    """Makes the sentence of a row from its verdict and facts."""

    def __init__(self, judged: JudgedRows, readoptions: tuple[Readoption, ...]) -> None:
        self._judged = judged
        self._join = join = judged.join
        self._columns = join.columns
        self._claims = {
            option.row: (option.payloads[0], "" if option.dead_row is None
                         else join.source(option.dead_row)) for option in readoptions}
        self._moved = {
            option.dead_row: join.source(option.row) for option in readoptions
            if option.dead_row is not None}
        self._collided = _find_collided(judged)
        self._variants_of = np.searchsorted(
            join.columns.variant_row, np.arange(len(join.columns) + 1))

    def of(self, row: int, verdict: Verdict) -> str:
        """The sentence of one row."""
        if row >= len(self._columns):
            new = self._join.new[row - len(self._columns)]
            return why.explain_missing_entry(*self._claims.get(row, ("", ""))) if new.present \
                else why.explain_caption_missing(new.sample)
        if verdict is Verdict.UNUSED:
            return self._judged.asked.why_unused
        if verdict is Verdict.CONTENT_CHANGED:
            return why.explain_content_changed(
                self._judged.hashes[row], self._columns.hashes[row].decode("ascii"),
                self._claims.get(row, ("", ""))[0], edited_ns=int(self._join.mtimes_ns[row]),
                cached_ns=round(float(self._columns.mtimes[row]) * 1e9))
        if verdict is Verdict.SOURCE_MISSING:
            if row in self._moved:
                return why.explain_source_moved(self._moved[row])
            return why.explain_source_missing(self._root(row).spelled)
        if verdict is Verdict.SOURCE_UNREACHABLE:
            return self._unreachable(row)
        if verdict is Verdict.TOUCHED:
            return why.explain_touched(float(self._columns.mtimes[row]),
                                       int(self._join.mtimes_ns[row]))
        if verdict is Verdict.MISSING_VARIANT:
            return self._missing_variant(row)
        if verdict is Verdict.MISSING_PAYLOAD:
            return why.explain_missing_payload(self._absent_payloads(row))
        if verdict is Verdict.INCOMPLETE_SCHEMA:
            return why.explain_incomplete_schema(self._lacking(row))
        if verdict is Verdict.SIDECAR_CHANGED:
            return why.explain_sidecar_changed(self._judged.sidecars[row])
        if verdict is Verdict.COLLISION:
            return self._collision(row)
        made_for = self._columns.modeltypes[self._columns.modeltype[row]]
        return why.explain_wrong_modeltype(made_for, self._judged.asked.modeltype or "")

    def _root(self, row: int) -> RootFacts:
        return self._judged.roots.facts[int(self._judged.roots.of_row[row])]

    def _unreachable(self, row: int) -> str:
        if row in self._judged.unreadable:
            return why.explain_source_unreadable(self._judged.unreadable[row])
        root = self._root(row)
        return why.explain_source_unreachable(root.spelled, root.unreachable or "")

    def _variants(self, row: int) -> range:
        return range(int(self._variants_of[row]), int(self._variants_of[row + 1]))

    def _missing_variant(self, row: int) -> str:
        variants, columns = self._variants(row), self._columns
        sizes = zip([self._judged.asked_size[0, row], *columns.variant_height[variants]],
                    [self._judged.asked_size[1, row], *columns.variant_width[variants]],
                    strict=True)
        asked, *cached = ("" if height == NO_SIZE else pixels_text((height, width))
                          for height, width in sizes)
        return why.explain_missing_variant(asked, cached)

    def _matching(self, row: int) -> Sequence[int]:
        """Variants of the asked size, all of them where none was asked for by size."""
        variants, columns = self._variants(row), self._columns
        height, width = self._judged.asked_size[:, row]
        return [
            at for at in variants if columns.variant_height[at] == height
            and columns.variant_width[at] == width] or variants

    def _absent_payloads(self, row: int) -> list[str]:
        there = self._judged.files.there
        needed = int(self._judged.needed[row])
        names = [
            f"{self._columns.stems[at]}_{number}.pt"
            for at in self._matching(row) for number in range(1, needed + 1)]
        return [name for name in names if name not in there]

    def _lacking(self, row: int) -> list[str]:
        have: set[str] = set()
        for at in self._matching(row):
            code = int(self._columns.schema[at])
            have.update(self._columns.schemas[code] if code >= 0
                        else self._columns.index_schema or ())
        return sorted((self._judged.asked.names or frozenset()) - have)

    def _collision(self, row: int) -> str:
        stem, other = self._collided[row]
        return why.explain_collision(other, stem)


def judge_files(
    judged: JudgedRows,
    *,
    readoptable: Collection[str],
    superseded: Mapping[str, str],
    damaged: Mapping[str, str],
    held: Mapping[str, str],
) -> PayloadFiles:
    """Give each file its verdict, leaving out index files and foreign names.

    Of payload names: a present source can claim those that are `readoptable`; the journal knows
    those to be `superseded`, with their source; the content of the `damaged` ones is, and the
    `held` ones may be needed although no entry needs them, each with the sentence why.
    """
    files, listing = judged.files, judged.files.listing
    named, referenced = files.are_named(), files.are_named(judged.live)
    verdicts = np.full(len(listing.names), PayloadVerdict.REFERENCED, dtype=np.uint8)
    ours = referenced.copy()
    foreign: list[str] = []
    unnamed = np.flatnonzero(~referenced).tolist()
    kinds = split_indexed_names([listing.names[at] for at in unnamed]).tolist()
    for at, kind in zip(unnamed, kinds, strict=True):
        name = listing.names[at]
        verdict = _VERDICT_OF_KIND.get(kind)
        if kind == IndexedName.PAYLOAD:
            verdict = _payload_verdict(name, bool(named[at]), readoptable, superseded)
        if verdict is None:
            foreign += [name] if kind == IndexedName.FOREIGN else []
            continue
        ours[at] = True
        verdicts[at] = verdict
    kept, place = np.flatnonzero(ours), np.cumsum(ours) - 1
    names, verdicts = [listing.names[at] for at in kept.tolist()], verdicts[kept]
    made_from = {at: superseded[names[at]]
                 for at in np.flatnonzero(verdicts == PayloadVerdict.SUPERSEDED).tolist()}
    loose = np.flatnonzero(np.isin(verdicts, _LOOSE)).tolist() if held else ()
    named_by: dict[int, dict[int, None]] = {}
    dead = ~referenced[files.pairs[:, 0]]
    for at, row in zip(
            place[files.pairs[dead, 0]].tolist(), files.rows[dead].tolist(), strict=True):
        named_by.setdefault(at, {})[row] = None
    return PayloadFiles(
        names=names, sizes=listing.sizes[kept], mtimes_ns=listing.mtimes_ns[kept],
        verdicts=verdicts, named_by={at: tuple(rows) for at, rows in named_by.items()},
        made_from=made_from,
        damaged={at: damaged[name] for at, name in enumerate(names) if name in damaged}
        if damaged else {},
        why={at: f"A newer cached file of {made_from[at]} has replaced it" for at in made_from},
        held={at: held[names[at]] for at in loose if names[at] in held}, foreign=tuple(foreign))


def _payload_verdict(
    name: str, named: bool, readoptable: Collection[str], superseded: Mapping[str, str]
) -> PayloadVerdict:
    if name in readoptable:
        return PayloadVerdict.READOPTABLE
    if named:
        return PayloadVerdict.ORPHANED
    return PayloadVerdict.SUPERSEDED if name in superseded else PayloadVerdict.UNINDEXED
