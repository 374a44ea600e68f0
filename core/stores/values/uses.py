"""When the values of a store were last used: its log and, for tokens, `manifest.json`.

The manifest is the index of the tokens' original program, read and written in its form:
`{"entries": {"<section>|<tokenizer>|<length>": {"filename", "last_access_ts", "shard", "size",
"tokenizer_sha"}}, "tokenizer_sha256", "total_bytes", "version": 1}`, names sorted, indented by 2.

Anybody may have written it. A row counts only if its key, folder and file name agree with each
other, its time is a time and its size a size: the original's own reader takes a folder `../..` and
deletes there. What a row says of sizes is not used; the files say it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import explain_write_errors
from larder.core.files.file_stamp import stamp
from larder.core.files.regular_file import read_regular, read_start
from larder.core.files.store_paths import larder_folder
from larder.core.files.temp_names import sweep_temporaries
from larder.core.keys.cache_keys import ENTRIES_FOLDER, FINGERPRINT_DIGITS
from larder.core.payloads.sealed_npz import peek_stamp
from larder.core.payloads.tree.load import MANIFEST_SUFFIX
from larder.core.stores.use_log import UseLine, UseLog, Uses, uses_name
from larder.core.stores.values.listing import list_values
from larder.core.stores.values.payloads import MANIFEST_NAME, grammar_of, kind_of_name
from larder.core.workspace.store_kinds import RememberingFormats, StoreFormat, StoreKind

MANIFEST_VERSION: Final = 1
LATEST_S: Final = 1 << 33
"""Seconds since 1970, the year 2242; a later use is none."""

LARGEST_MANIFEST: Final = 1 << 30
"""Bytes; a million rows take a third of it."""

_KEY: Final = re.compile(
    r"(?P<section>[0-9a-f]{16})\|(?P<tokenizer>[0-9a-f]{64})\|(?P<length>[0-9]{1,9})")
_HEAD: Final = re.compile(
    rb'\s*\{\s*"entries"\s*:\s*\{\s*(\}|"[0-9a-f]{16}\|[0-9a-f]{64}\|[0-9]+")')
HEAD_BYTES: Final = 4096

KIND: Final = StoreKind.TOKENS


class ManifestRow(msgspec.Struct, frozen=True):
    """One entry of a manifest.

    Attributes:
        name: the payload, relative to the store.
        section: 16 hex digits.
        tokenizer: 64 hex digits.
        sequence_length: ids.
        size: bytes.
        used_ns: last use, nanoseconds since 1970.
    """

    name: str
    section: str
    tokenizer: str
    sequence_length: int
    size: int
    used_ns: int


class TokenManifest(msgspec.Struct, frozen=True):
    """A manifest as far as it can be believed.

    Attributes:
        rows: by the payload's name.
        tokenizer: digest it names for the whole store, "" if none.
        refused: how many rows were not believed.
    """

    rows: Mapping[str, ManifestRow]
    tokenizer: str = ""
    refused: int = 0


class _ManifestDocument(msgspec.Struct):
    version: Any = None
    entries: Any = None
    tokenizer_sha256: Any = None


def looks_like_manifest(folder: Path) -> bool:
    """Return whether a folder has a manifest of this form, judged by its first bytes."""
    try:
        return _HEAD.match(read_start(folder / MANIFEST_NAME, HEAD_BYTES)) is not None
    except OSError:
        return False


def read_manifest(folder: Path) -> TokenManifest:
    """The manifest in a store's folder; empty if there is none or it is not one.

    Raises:
        OSError: if it is there and the drive fails, or it is too large to be read: without it every
            value would count as never used.
    """
    path = folder / MANIFEST_NAME
    try:
        if path.is_symlink():
            return TokenManifest({})
        content = read_regular(path, at_most=LARGEST_MANIFEST)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return TokenManifest({})
    return parse_manifest(content)


def parse_manifest(content: bytes) -> TokenManifest:
    """A manifest's rows, those that cannot be believed left out and counted."""
    try:  # msgspec first; the standard library reads what the original may have written, as NaN
        document = decode_ascii_json(content, _ManifestDocument)
    except UnreadableJsonError:
        return TokenManifest({})
    if document.version != MANIFEST_VERSION or not isinstance(document.entries, dict):
        return TokenManifest({})
    rows: dict[str, ManifestRow] = {}
    refused = 0
    for key, fields in document.entries.items():
        row = _row(key, fields)
        if row is None:
            refused += 1
        else:
            rows[row.name] = row
    tokenizer = document.tokenizer_sha256
    return TokenManifest(rows, tokenizer if isinstance(tokenizer, str) else "", refused)


def manifest_bytes(rows: Mapping[str, ManifestRow], *, tokenizer: str) -> bytes:
    """The file that the original program would write for some rows."""
    entries = {
        f"{row.section}|{row.tokenizer}|{row.sequence_length}": {
            "size": row.size,
            "last_access_ts": row.used_ns / 1e9,
            "shard": row.section[:2],
            "filename": row.name.rpartition("/")[2],
            "tokenizer_sha": row.tokenizer,
        }
        for row in rows.values()
    }
    document = {
        "version": MANIFEST_VERSION, "tokenizer_sha256": tokenizer,
        "total_bytes": sum(row.size for row in rows.values()), "entries": entries}
    return (json.dumps(document, sort_keys=True, indent=2) + "\n").encode("ascii")


def check_manifest(folder: Path) -> TokenManifest:
    """As `read_manifest`, for who asks for one.

    Raises:
        UserFacingError: if there is none that can be read.
    """
    manifest = read_manifest(folder)
    if not manifest.rows and not looks_like_manifest(folder):
        raise UserFacingError(
            f"{folder / MANIFEST_NAME} is missing or is not the index of a token cache.",
            "Choose the folder that contains it next to a folder named entries.")
    return manifest


def _row(key: str, fields: Any) -> ManifestRow | None:
    named = _KEY.fullmatch(key)
    if named is None or not isinstance(fields, dict):
        return None
    section, tokenizer, length = named["section"], named["tokenizer"], int(named["length"])
    file_name = f"{section}.{tokenizer[:FINGERPRINT_DIGITS]}.seq{length}.npz"
    if fields.get("filename") != file_name or fields.get("shard") != section[:2]:
        return None
    size: Any = fields.get("size")
    used_s: Any = fields.get("last_access_ts")
    if not _is_number(size) or not _is_number(used_s) or size != int(size):
        return None
    if not 0 <= size < 1 << 50 or not 0 <= used_s <= LATEST_S:
        return None
    return ManifestRow(
        name=f"{ENTRIES_FOLDER}/{section[:2]}/{file_name}", section=section, tokenizer=tokenizer,
        sequence_length=length, size=int(size), used_ns=round(used_s * 1e9))


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


class ManifestImport(msgspec.Struct, frozen=True):
    """Result of importing a manifest of the original program.

    Attributes:
        taken: payloads whose last use is remembered now.
        missing: rows whose payload is not in the folder.
        unlisted: payloads of the folder that no row names; they are part of the store all the same.
        refused: rows that contradict themselves or name something outside the store.
    """

    taken: int
    missing: int
    unlisted: int
    refused: int


class ManifestExport(msgspec.Struct, frozen=True):
    """Result of exporting a manifest for the original program.

    Attributes:
        rows: payloads in it.
        left_out: payloads that the original could not find by any key: rows of a section with
            several, and those whose whole tokenizer digest is not known.
    """

    rows: int
    left_out: tuple[str, ...]


def import_manifest(folder: Path, *, dry_run: bool = False) -> ManifestImport:
    """Remember the uses that a store's manifest tells, so that it is needed no more.

    With `dry_run` only what would be remembered is counted.

    Raises:
        UserFacingError: if there is no manifest, or the store may not be written.
        OSError: if the drive fails.
    """
    manifest = check_manifest(folder)
    names = set(list_values(folder, KIND).names)
    used = {name: row.used_ns for name, row in manifest.rows.items() if name in names}
    if not dry_run:
        UseLog(folder, KIND).write(UseLine(used=used))
    return ManifestImport(
        taken=len(used), missing=len(manifest.rows) - len(used),
        unlisted=len(names) - len(used), refused=manifest.refused)


def export_manifest(
    folder: Path, *, tokenizer: str = "", dry_run: bool = False
) -> ManifestExport:
    """Write a manifest in the original's form over the store's own, so that it finds its entries.

    `tokenizer` is the digest to name as the current one, "" for that of the last used payload; with
    `dry_run` only what would be written is counted.

    Raises:
        UserFacingError: if the store may not be written.
        OSError: if the drive fails.
    """
    listing = list_values(folder, KIND)
    known = read_manifest(folder)
    used = read_uses(folder, KIND).last_uses(listing.names, listing.mtimes_ns).tolist()
    rows: dict[str, ManifestRow] = {}
    left_out = []
    for name, size, used_ns in zip(listing.names, listing.sizes.tolist(), used, strict=True):
        row = _read_exported_row(folder, name, size, used_ns, known.rows)
        if row is None:
            left_out.append(name)
        else:
            rows[name] = row
    rows |= {name: known.rows[name] for name in known.rows.keys() - set(listing.names)
             if stamp(folder / name) is not None}  # a listing may fail to look at one that is there
    latest = max(rows.values(), key=lambda row: (row.used_ns, row.name), default=None)
    current = tokenizer or known.tokenizer or (latest.tokenizer if latest else "")
    if not dry_run:
        sweep_temporaries(folder / MANIFEST_NAME)
        write_atomically(folder / MANIFEST_NAME, [manifest_bytes(rows, tokenizer=current)])
    return ManifestExport(len(rows), tuple(left_out))


def _read_exported_row(
    folder: Path, name: str, size: int, used_ns: int, known: Mapping[str, ManifestRow]
) -> ManifestRow | None:
    stamp = peek_stamp(folder / name)
    if stamp is None:
        row = known.get(name)
        return None if row is None else replace(row, size=size, used_ns=used_ns)
    parsed = grammar_of(KIND).parse(name)
    section, tokenizer = stamp.key.get("section"), stamp.key.get("tokenizer")
    if parsed is None or parsed.sequence_length is None or not isinstance(tokenizer, str):
        return None
    if parsed.subject != section or parsed.fingerprint != tokenizer[:FINGERPRINT_DIGITS]:
        return None
    return ManifestRow(
        name=name, section=parsed.subject, tokenizer=tokenizer,
        sequence_length=parsed.sequence_length, size=size, used_ns=used_ns)


def read_uses(folder: Path, kind: StoreKind) -> Uses:
    """Return the remembered uses of a store of any kind; nothing is written.

    For tokens the manifest of the original program counts too, whichever use is later.

    Raises:
        OSError: if a record is there and cannot be read.
    """
    found = UseLog(folder, kind).read()
    if kind is StoreKind.TOKENS:
        for name, row in read_manifest(folder).rows.items():
            found.used[name] = max(row.used_ns, found.used.get(name, 0))
    return found


def read_uses_if_recorded(store: Path, kind: StoreKind) -> Uses | None:
    """Return the remembered uses of a store; None for a trainer's store without any record.

    A trainer writes down no lookups; a training loop that reads its cache through Larder does.

    Raises:
        OSError: if a record is there and cannot be read.
    """
    record = larder_folder(store) / uses_name(kind)
    if not kind.traits.remembers_uses and not (
            record.exists() or record.with_suffix(".json").exists()):
        return None
    return read_uses(store, kind)


def recall_uses(
    store: Path, kinds: Iterable[StoreKind], files: Collection[str]
) -> dict[str, int]:
    """Last use of files that somebody looked up, nanoseconds since 1970; of trees by their stem.

    A store forgets the uses of what goes, so a quarantine keeps them.

    Raises:
        UserFacingError: if a record is there and cannot be read.
    """
    names = {*files, *_stems(files)}
    found: dict[str, int] = {}
    for kind in kinds:
        if kind.traits.remembers_uses:
            with explain_write_errors(larder_folder(store)):
                used = read_uses(store, kind).used
            found.update((name, used[name]) for name in names & used.keys())
    return found


def note_moved(
    store: Path,
    kinds: Iterable[StoreKind],
    files: Collection[str],
    *,
    is_back: bool,
    used_ns: Mapping[str, int] = MappingProxyType({}),
) -> None:
    """Let the stores of a folder know that files went, or are back; call it after they did.

    `files` may be of other stores too; `used_ns` has the last uses of those that are back, as
    `recall_uses` gave them before they went.

    Raises:
        UserFacingError: if the store may not be written.
    """
    by_kind: dict[StoreKind, list[str]] = {}
    for form in {kind.format for kind in kinds if kind.traits.remembers_uses}:
        for kind, name in _NOTED[form](files):
            by_kind.setdefault(kind, []).append(name)
    for kind, names in by_kind.items():
        used = {name: used_ns[name] for name in names if name in used_ns}
        UseLog(store, kind).write(
            UseLine(back=names, used=used) if is_back else UseLine(gone=names))


def _stems(files: Collection[str]) -> list[str]:
    return sorted(
        name.removesuffix(MANIFEST_SUFFIX) for name in files if name.endswith(MANIFEST_SUFFIX))


def _parse_tree_names(files: Collection[str]) -> Iterable[tuple[StoreKind, str]]:
    return ((StoreKind.TREE, stem) for stem in _stems(files))


def _parse_value_names(files: Collection[str]) -> Iterable[tuple[StoreKind, str]]:
    return ((kind, name) for name in sorted(files) if (kind := kind_of_name(name)) is not None)


_NOTED: Final[RememberingFormats[Callable[
    [Collection[str]], Iterable[tuple[StoreKind, str]]]]] = {
    StoreFormat.VALUES: _parse_value_names,
    StoreFormat.TREES: _parse_tree_names,
}
"""Which of some files have uses that are remembered, with the kind of their store."""
