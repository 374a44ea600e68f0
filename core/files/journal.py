"""`.larder/journal.jsonl`: what was built, moved, restored and emptied in a store, one line each.

Append-only, one flushed line per record. A crash can leave a torn last line, which readers report.
Records of a newer Larder keep their place even if their action is unknown here.
"""

from __future__ import annotations

import enum
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import append_line
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import larder_folder, make_larder_folder

JOURNAL_NAME = "journal.jsonl"
FORMAT_VERSION = 1
STOPPED: Final = "stopped"
"""In the `detail` of a build's last record in a store: whether it ended before it was done."""
LEAST_COMMON = 8
"""Characters from which on a beginning of names is searched for in place of each of them."""

_SHOWN_OF_UNREADABLE = 200

_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"')
"""A text of JSON."""


class JournalAction(enum.StrEnum):
    """Kind of operation that a journal record reports."""

    BUILT = "built"
    QUARANTINED = "quarantined"
    DELETED = "deleted"
    RESTORED = "restored"
    EMPTIED = "emptied"
    TOUCHED = "touched"
    READOPTED = "readopted"
    ASSUMED = "assumed"
    IMPORTING = "importing"
    """Files are going to be brought in and get these dates; should it be killed, nothing more is
    told of those that were."""
    IMPORTED = "imported"
    """Cached files that were made elsewhere were brought in; see `files_detail`."""
    COMPARED = "compared"
    """A few payloads were compared with what the config's model makes."""
    REPAIRED = "repaired"
    RELOCATED = "relocated"
    """Entries and records got the new path of a folder that moved."""
    UNREADABLE = "unreadable"
    """Made up while reading, for a line that cannot be read; never written."""


class JournalRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a journal.

    Attributes:
        at_ns: when it was done, nanoseconds since 1970.
        action: a `JournalAction`, or the word of a newer Larder.
        items: payloads or rows it was done to.
        id: the quarantine it belongs to, "" for none.
        index_stamp: the index as our write left it, None if it was not written.
        detail: what only this action has; see `payloads_detail`.
    """

    at_ns: int
    action: str
    items: int = 0
    bytes: int = 0
    id: str = ""
    index_stamp: IndexStamp | None = None
    detail: dict[str, Any] = {}
    version: int = FORMAT_VERSION


class PayloadSource(msgspec.Struct, frozen=True, gc=False):
    """Which source a payload was made from.

    Attributes:
        source: its path as the index spelled it.
        hash: its xxh64 then, 16 hex digits.
    """

    source: str
    hash: str


def append_journal(store: Path, record: JournalRecord) -> None:
    """Add one record and flush it to the drive.

    Raises:
        UserFacingError: if the store may not be written, the disk is full, or a link is in the way.
    """
    append_line(make_larder_folder(store) / JOURNAL_NAME, encode_ascii_json(record))


def record_no_undo(store: Path, at_ns: int, *, operation: str, has_changes: bool) -> None:
    """Note that something was applied that an undo cannot take back, so that it takes no older one.

    Args:
        store: in whose journal it is noted.
        at_ns: when, nanoseconds since 1970.
        operation: the word of its verb, as in "clean".
        has_changes: whether it changed anything.

    Raises:
        UserFacingError: as `append_journal`.
    """
    append_journal(store, JournalRecord(
        at_ns=at_ns, action=JournalAction.QUARANTINED,
        detail={"operation": operation, "changes": has_changes}))


def is_no_undo(record: JournalRecord) -> bool:
    """Return whether a record is one of `record_no_undo`."""
    return record.action == JournalAction.QUARANTINED and not (record.id or record.items)


def read_journal(store: Path) -> tuple[JournalRecord, ...]:
    """All records, oldest first; empty when the store has no journal.

    A line that cannot be read becomes a record of the action UNREADABLE, dated like the one before
    it, with `detail` naming the line (from 1) and the beginning of its text.

    Raises:
        OSError: if the journal is there but cannot be read.
    """
    return tuple(_records(_content(store)))


def read_newest(store: Path, most: int) -> tuple[tuple[JournalRecord, ...], int]:
    """The newest records, as `read_journal` gives them, and how many lines there are before them.

    Those are not decoded: of a million lines that takes many times as long as reading their bytes.

    Raises:
        OSError: if the journal is there but cannot be read.
    """
    content = _content(store)
    begin = len(content)
    for _ in range(most + 1):  # the last line, too, ends with what parts it from the next
        begin = content.rfind(b"\n", 0, max(begin, 0))
        if begin < 0:
            break
    older = content.count(b"\n", 0, begin + 1)
    return tuple(_records(content[begin + 1:], before=older)), older


def search_journal(store: Path, *texts: str) -> tuple[JournalRecord, ...]:
    """The records whose lines hold one of some texts, oldest first; see `naming_action`.

    Lines are searched as they stand: of a million, which take seconds to decode, this takes a tenth
    of one. What cannot be read is left out.

    Raises:
        OSError: if the journal is there but cannot be read.
    """
    lines = _lines_holding(
        _content(store), [text.encode("ascii", "backslashreplace") for text in texts])
    records = (_records(lines[begin]) for begin in sorted(lines))
    return tuple(
        record for read in records for record in read
        if record.action != JournalAction.UNREADABLE)


def _lines_holding(content: bytes, texts: Iterable[bytes]) -> dict[int, bytes]:
    """The lines that hold one of some texts, by where they begin."""
    lines: dict[int, bytes] = {}
    for text in texts:
        at = 0
        while (found := content.find(text, at)) >= 0:
            begin = content.rfind(b"\n", 0, found) + 1
            end = content.find(b"\n", found)
            at = len(content) if end < 0 else end
            lines[begin] = content[begin:at]
    return lines


def naming_action(action: JournalAction) -> str:
    """The text of a line that tells of an action."""
    return f'"action":"{action.value}"'


def naming_index(stamp: IndexStamp) -> str:
    """The text of a line that tells of an index as it was written."""
    return encode_ascii_json(stamp).decode("ascii")


def naming_index_date(stamp: IndexStamp) -> str:
    """The part of that text which a copy of the index has in common with it: size and date."""
    return naming_index(stamp).partition(',"inode"')[0] + ","


MADE: Final = (naming_action(JournalAction.BUILT), naming_action(JournalAction.READOPTED))
"""What tells which source a payload is of."""

IMPORTS: Final = (
    naming_action(JournalAction.IMPORTING), naming_action(JournalAction.IMPORTED))
"""What tells of files that were brought in."""


def payloads_detail(sources: Mapping[str, PayloadSource]) -> dict[str, Any]:
    """The `detail` of a BUILT or READOPTED record, by payload name."""
    return {"payloads": {name: [of.source, of.hash] for name, of in sources.items()}}


def files_detail(mtimes_ns: Mapping[str, int]) -> dict[str, Any]:
    """The `detail` of an IMPORTING or IMPORTED record: files with the dates that they get."""
    return {"files": dict(mtimes_ns)}


def list_imported_files(journal: Iterable[JournalRecord]) -> dict[str, int]:
    """Return the dates of files that were brought in, by name; later records win."""
    found: dict[str, int] = {}
    for record in journal:
        files = record.detail.get("files")
        is_import = record.action in (JournalAction.IMPORTING, JournalAction.IMPORTED)
        if is_import and isinstance(files, dict):
            found.update((name, at) for name, at in files.items() if isinstance(at, int))
    return found


def payload_sources(journal: Iterable[JournalRecord]) -> dict[str, PayloadSource]:
    """Which source each payload was made from, as far as the journal knows; later records win."""
    sources: dict[str, PayloadSource] = {}
    for record in journal:
        if record.action not in (JournalAction.BUILT, JournalAction.READOPTED):
            continue
        payloads = record.detail.get("payloads")
        if not isinstance(payloads, dict):
            continue
        for name, origin in payloads.items():
            match origin:
                case [str() as source, str() as content_hash]:
                    sources[name] = PayloadSource(source, content_hash)
    return sources


def list_readopted_payloads(store: Path) -> dict[str, str]:
    """Which source each payload was given back to, of those that were not built anew since.

    Most journals have none, and then nothing is decoded.

    Returns:
        Source as the index spelled it, by payload name.

    Raises:
        OSError: if the journal is there but cannot be read.
    """
    if not search_journal(store, naming_action(JournalAction.READOPTED)):
        return {}
    given: dict[str, str] = {}
    for record in search_journal(store, *MADE):
        sources = payload_sources([record])
        if record.action == JournalAction.READOPTED:
            given.update((name, origin.source) for name, origin in sources.items())
        else:
            for name in sources:
                given.pop(name, None)
    return given


class PastPayloads(msgspec.Struct, frozen=True):
    """One thing that was done to the payloads of one source.

    Attributes:
        at_ns: when, nanoseconds since 1970.
        action: a `JournalAction`, or the word of a newer Larder.
        payloads: how many of them it was done to.
        source: what the source was called then.
    """

    at_ns: int
    action: str
    payloads: int
    source: str


class _WhenAndWhat(msgspec.Struct, frozen=True):
    at_ns: int = 0
    action: str = ""


def payload_history(
    store: Path, source: str, payloads: Iterable[str], *, most: int = 20
) -> tuple[PastPayloads, ...]:
    """Return the operations on a source's payloads that the journal records, newest first.

    A record may name a million payloads: lines are searched as they stand, and of those that name
    one of these only date and action are decoded.

    Args:
        store: its folder.
        source: its path as the index spells it, "" for none.
        payloads: their names.
        most: records to return.

    Raises:
        OSError: if the journal is there but cannot be read.
    """
    names = [encode_ascii_json(name) + b":[" for name in payloads]
    spelled = encode_ascii_json(source)
    texts = [*names, *([b"[" + spelled + b","] if source else [])]
    needle = re.compile(b"|".join(map(re.escape, texts)) or rb"(?!)")
    # The names of one source's payloads begin with the same digits of its content's hash.
    alike = len(os.path.commonprefix(names))  # noqa: RUF071 - of texts, not of paths
    lines = _lines_holding(
        _content(store),
        texts if alike < LEAST_COMMON else [names[0][:alike], *texts[len(names):]])
    found: list[PastPayloads] = []
    for begin in sorted(lines, reverse=True):
        line = lines[begin]
        # A payload is found by its own name and once more by its source's.
        starts = {match.end() if match[0].endswith(b"[") else match.start() + 1
                  for match in needle.finditer(line)}
        if not starts:
            continue
        try:
            head = decode_ascii_json(line, _WhenAndWhat)
        except UnreadableJsonError:
            continue
        text = _TEXT.match(line, min(starts))
        found.append(PastPayloads(
            head.at_ns, head.action, len(starts),
            "" if text is None else decode_ascii_json(text[0], str)))
        if len(found) == most:
            break
    return tuple(found)


def _content(store: Path) -> bytes:
    try:
        return read_regular(larder_folder(store) / JOURNAL_NAME)
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _records(content: bytes, *, before: int = 0) -> list[JournalRecord]:
    records: list[JournalRecord] = []
    for number, line in enumerate(content.split(b"\n"), start=before + 1):
        if not line.strip():
            continue
        try:
            records.append(_decode(line))
        except UnreadableJsonError:
            records.append(_unreadable(line, number=number, after=records))
    return records


def _decode(line: bytes) -> JournalRecord:
    record = decode_ascii_json(line, JournalRecord)
    try:
        return msgspec.structs.replace(record, action=JournalAction(record.action))
    except ValueError:
        return record


def _unreadable(line: bytes, *, number: int, after: list[JournalRecord]) -> JournalRecord:
    return JournalRecord(
        at_ns=after[-1].at_ns if after else 0,
        action=JournalAction.UNREADABLE,
        detail={
            "line": number,
            "text": line[:_SHOWN_OF_UNREADABLE].decode("utf-8", "backslashreplace"),
        },
    )
