"""Which payloads without a live entry a present source can claim, by content.

A renamed or moved picture keeps its payload: its bytes give the payload's name. Only sources
without an entry are hashed, and only while some payload has no live entry; both together cost
nothing on an unchanged workspace.

What no source can claim is still not waste while a file that is there has its content, whatever
that file's entry says, or while a file cannot be read and so may have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
import numpy as np

from larder.core.files.folder_scan import mtime_as_float
from larder.core.jobs import Job
from larder.core.keys.payload_names import HASH_DIGITS, parse_smart_name
from larder.core.stores.smart.columns import IndexColumns
from larder.core.survey.context import SurveyContext
from larder.core.survey.join import JoinedStore, NewSource
from larder.core.survey.report import Readoption
from larder.core.survey.smart import (
    JudgedRows,
    recorded_sidecars,
    sidecars_beside,
    watched_endings,
)
from larder.core.survey.sources import hash_sources
from larder.core.survey.verdicts import Verdict

Unclaimed = Mapping[str, Sequence[tuple[str, Sequence[int]]]]
"""Payload files that no live entry names, by the first digits of their content's hash; each with
the dead rows that name it."""


def unclaimed_payloads(judged: JudgedRows) -> Unclaimed:
    """Collect payload files that no live row names, with the dead rows that do."""
    files = judged.files
    claimed = files.are_named(judged.live)
    dead = ~claimed[files.pairs[:, 0]]
    dead_rows: dict[int, list[int]] = {}
    for at, row in zip(files.pairs[dead, 0].tolist(), files.rows[dead].tolist(), strict=True):
        dead_rows.setdefault(at, []).append(row)
    grouped: dict[str, list[tuple[str, Sequence[int]]]] = {}
    for at in np.flatnonzero(~claimed).tolist():
        name = files.listing.names[at]
        if parse_smart_name(name) is not None:
            grouped.setdefault(name[:HASH_DIGITS], []).append((name, dead_rows.get(at, ())))
    return grouped


def _owners(judged: JudgedRows, unclaimed: Unclaimed) -> dict[int, str]:
    """Index rows whose sources are there and have the content of an unclaimed payload.

    Of rows that were not hashed the index knows the content.

    Returns:
        Row -> its source's content, 16 hex digits.
    """
    columns, hashes = judged.join.columns, judged.hashes
    wanted = np.array([key.encode("ascii") for key in unclaimed], dtype=f"S{HASH_DIGITS}")
    stored = np.isin(columns.hashes.astype(f"S{HASH_DIGITS}"), wanted)
    rows = {*np.flatnonzero(judged.join.present & stored).tolist(), *hashes}
    contents = {
        row: hashes.get(row) or bytes(columns.hashes[row]).decode("ascii") for row in sorted(rows)}
    return {row: content for row, content in contents.items()
            if content[:HASH_DIGITS] in unclaimed}


def _given(
    columns: IndexColumns, unclaimed: Unclaimed, content: str, sidecars: Mapping[str, str]
) -> tuple[list[str], int | None]:
    """Payloads that a source with this content and these sidecars gets, and the row it takes over.

    The 12 digits of a name are enough where no entry knows more; a dead entry has all 16, and its
    recorded sidecars must be the source's.
    """
    payloads, taken_over = [], list[int]()
    for name, rows in unclaimed.get(content[:HASH_DIGITS], ()):
        agreeing = [
            row for row in rows if columns.hashes[row].decode("ascii") == content
            and recorded_sidecars(columns, row).items() <= sidecars.items()]
        taken_over += agreeing
        payloads += [name] if agreeing or not rows else []
    return sorted(payloads), next(iter(taken_over), None)


class Claims(msgspec.Struct, frozen=True):
    """Payloads that sources can claim.

    Attributes:
        promoted: unlisted files that became rows by a claim, in row order.
        owners: 12 digits of a payload's content -> a source that is there and has it.
        doubt: one sentence about a source whose content is not known, "" when all are.
    """

    found: tuple[Readoption, ...] = ()
    promoted: tuple[NewSource, ...] = ()
    owners: Mapping[str, str] = {}
    doubt: str = ""

    @property
    def payloads(self) -> frozenset[str]:
        """All of them."""
        return frozenset(name for claim in self.found for name in claim.payloads)

    def held(self, unclaimed: Unclaimed) -> dict[str, str]:
        """Of payloads that no source can claim, why nobody can call them waste all the same."""
        claimed = self.payloads
        return {
            name: why for key, files in unclaimed.items()
            if (why := f"{self.owners[key]} is there and has this content."
                if key in self.owners else self.doubt)
            for name, _ in files if name not in claimed}


def find_claims(
    context: SurveyContext, judged: JudgedRows, unclaimed: Unclaimed
) -> Job[Claims]:
    """Hash sources without an entry while some payload has no live one, and match them.

    So can an edited source: a picture moved over another one has the other's row; and one whose
    row names no payload that is there. Without a config any file beside indexed ones may be the
    renamed one; it becomes a row only if its content is there.
    """
    if not unclaimed:
        return Claims()
    join, columns = judged.join, judged.join.columns
    endings, rows = watched_endings(columns), _owners(judged, unclaimed)
    owners = {content[:HASH_DIGITS]: join.source(row) for row, content in rows.items()}
    candidates = [*join.new, *join.unlisted]
    present = [at for at, new in enumerate(candidates) if new.present]
    found = yield from hash_sources(
        [join.real_path(candidates[at].folder, candidates[at].name) for at in present],
        context.memory, token=context.token)
    doubts = [*_unlisted(join), *_unread(judged, [
        (candidates[present[at]], why) for at, why in found.unreadable.items()]), context.unseen]
    claims: list[Readoption] = []
    promoted: list[NewSource] = []

    def claim(row: int, content: str, folder: int, name: str, mtime_ns: int) -> Job[None]:
        beside = sidecars_beside(join, folder, name, endings)
        read = yield from hash_sources(
            [path for _, path in beside], context.memory, token=context.token)
        doubts.extend(_unread_sentence(beside[at][1], why) for at, why in read.unreadable.items())
        payloads, dead_row = _given(columns, unclaimed, content, {
            ending: of for (ending, _), of in zip(beside, read.hashes, strict=True)
            if of is not None})
        if payloads:
            claims.append(Readoption(
                row=row, hash=content, mtime=mtime_as_float(mtime_ns), payloads=tuple(payloads),
                dead_row=dead_row))

    for row in _without_payload(judged, rows):
        yield from claim(
            row, rows[row], int(columns.folder[row]), columns.names[row],
            int(join.mtimes_ns[row]))
    for at, content in zip(present, found.hashes, strict=True):
        if content is None or content[:HASH_DIGITS] not in unclaimed:
            continue
        new, row = candidates[at], len(columns) + at
        owners[content[:HASH_DIGITS]] = join.real_path(new.folder, new.name)
        if at >= len(join.new):
            row = len(columns) + len(join.new) + len(promoted)
            promoted.append(new)
        yield from claim(row, content, new.folder, new.name, new.mtime_ns)
    return Claims(
        tuple(claims), tuple(promoted), owners, doubt=next(filter(None, doubts), ""))


def _unlisted(join: JoinedStore) -> Iterator[str]:
    """A sentence per folder that is there and cannot be listed."""
    for folder, refusal in zip(join.folders, join.refusals, strict=True):
        if refusal:
            yield (f"The folder {folder} cannot be listed ({refusal}), and a file in it may need "
                   "this cached file.")


def _unread(judged: JudgedRows, candidates: Iterable[tuple[NewSource, str]]) -> Iterator[str]:
    """A sentence per file whose content cannot be read: of rows that moved, and of candidates."""
    join, columns = judged.join, judged.join.columns
    for row, why in judged.unreadable.items():
        yield _unread_sentence(join.real_path(int(columns.folder[row]), columns.names[row]), why)
    for new, why in candidates:
        yield _unread_sentence(join.real_path(new.folder, new.name), why)


def _unread_sentence(path: str, why: str) -> str:
    return f"{path} cannot be read ({why}), and it may need this cached file."


def _without_payload(judged: JudgedRows, rows: Iterable[int]) -> list[int]:
    """Those of some rows that were edited, or that name no payload that is there."""
    edited = np.uint32(1 << Verdict.CONTENT_CHANGED)
    has_payload = np.zeros(len(judged.join.columns), dtype=np.bool_)
    has_payload[judged.files.rows] = True
    return [row for row in rows if not has_payload[row] or judged.flags[row] & edited]
