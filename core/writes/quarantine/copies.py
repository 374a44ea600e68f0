"""Copies of an index in a quarantine: removed rows, and how to restore the original file.

In `index/` of a quarantine::

    rows.json            the rows and concepts that a clean dropped, as an index of their own, and
                         what `content_index.json` said of the payloads; the manifest holds the rows
                         too, so that damage in either costs nothing
    <name>               a whole copy, while the clean runs and while an undo does
    <name>.patch         what makes that copy of the file that the clean left (`files.byte_patch`)

A clean that has ended keeps the patch instead of the copy: some hundred bytes a row instead of the
whole index. The patch is of use as long as the file in the store is the one that the clean left,
and so is the copy: in any other the rows are merged.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.byte_patch import DamagedPatchError, apply_patch, make_patch
from larder.core.files.file_stamp import is_there, mtime_ns_of
from larder.core.files.quarantine_folder import INDEX_FOLDER
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import is_plain_name
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.indexed.json_text import JsonStyle, parse_json
from larder.core.stores.indexed.open_index import OpenIndex, concepts_in
from larder.core.writes.quarantine.manifest import KeptCopy, describe_copy
from larder.core.writes.quarantine.record import QuarantineRecord

ROWS_NAME: Final = "rows.json"
PATCH_SUFFIX: Final = ".patch"
LARGEST_COMPARED: Final = 512 << 20
"""Bytes of the largest copy that a patch is made of, an index of 100,000 pictures; both files are
held for that. A larger copy is kept whole."""

_PROMPTS: Final = "prompts"
_COMPACT: Final = JsonStyle()


def store_rows(
    folder: Path, rows: Mapping[str, str], *, concepts: Mapping[str, str],
    prompts: Mapping[str, str],
) -> KeptCopy:
    """Write the rows of a clean into the folder of its copies.

    `prompts` are what `content_index.json` says of the payloads that go: digest -> name.

    Raises:
        UserFacingError: if the disk is full or the folder may not be written.
    """
    entries, named = ({name: text.encode("utf-8", "surrogatepass") for name, text in of.items()}
                      for of in (rows, concepts))
    write_atomically(folder / ROWS_NAME, _COMPACT.object_parts({
        "version": b"3", "entries": _COMPACT.object_text(entries, 2),
        "concepts": _COMPACT.object_text(named, 2),
        _PROMPTS: encode_ascii_json(prompts)}.items(), 1))
    return describe_copy(folder / ROWS_NAME)


def read_stored_rows(
    record: QuarantineRecord,
) -> tuple[Mapping[str, bytes], Mapping[str, bytes], Sequence[str]]:
    """Read the rows that a clean dropped, each from wherever it can be read.

    Returns:
        The JSON text of rows by their keys, that of the interned concepts that they name by their
        ids, and the keys of rows that cannot be read any more.

    Raises:
        OSError: if a file is there and cannot be read.
    """
    manifest = record.manifest
    if manifest is None:
        return {}, {}, ()
    for name in (ROWS_NAME, INDEX_NAME):  # an earlier version kept the whole index only
        if record.is_sound(name):
            found = _rows_in(record.folder / INDEX_FOLDER / name, manifest.dropped_rows, name)
            if found is not None:
                return *found, ()
    texts = _as_bytes(manifest.dropped_rows)
    rows = {key: text for key, text in texts.items() if _is_row(text)}
    named = _as_bytes(manifest.detail.get("concepts"))
    return (
        rows, {name: text for name, text in named.items() if _is_object(text)},
        tuple(key for key in texts if key not in rows))


def _rows_in(
    path: Path, dropped: Collection[str], name: str
) -> tuple[dict[str, bytes], dict[str, bytes]] | None:
    """Return the rows of a kept file, of a whole index the dropped ones, and their concepts.

    None for no index.
    """
    try:
        with OpenIndex.open(path) as index:
            concepts = concepts_in(index)
            rows = {
                key: index.entries[key]
                for key in (index.entries if name == ROWS_NAME else dropped)
                if key in index.entries}
            named = index.concepts_named_in(rows)
    except (FileNotFoundError, WorkspaceError):
        return None
    return rows, {key: concepts[key] for key in named if key in concepts}


def _as_bytes(texts: object) -> dict[str, bytes]:
    """Return the texts of a mapping as an index spells them; none of anything else."""
    if not isinstance(texts, dict):
        return {}
    return {name: text.encode("utf-8", "surrogatepass")
            for name, text in texts.items() if isinstance(text, str)}


def read_stored_prompts(record: QuarantineRecord) -> dict[str, str]:
    """Return what `content_index.json` said of the payloads that went: digest -> name.

    Raises:
        OSError: if the file is there and cannot be read.
    """
    if not record.is_sound(ROWS_NAME):
        return {}
    index = OpenIndex.read(record.folder / INDEX_FOLDER / ROWS_NAME)
    prompts = decode_ascii_json(bytes(index.top.get(_PROMPTS, b"{}")), dict[str, str])
    return {digest: name for digest, name in prompts.items() if is_plain_name(name)}


def _is_row(text: bytes) -> bool:
    try:
        row = parse_json(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and isinstance(row.get("hash"), str)


def _is_object(text: bytes) -> bool:
    try:
        return isinstance(parse_json(text), dict)
    except (ValueError, RecursionError):
        return False


def shrink_copies(record: QuarantineRecord) -> None:
    """Keep a patch instead of each whole copy of `LARGEST_COMPARED` at most, if it is half as long.

    Raises:
        OSError: if the drive fails.
    """
    for name, kept in () if record.manifest is None else record.manifest.copies.items():
        copy, base = record.folder / INDEX_FOLDER / name, record.store / name
        patch = copy.with_name(name + PATCH_SUFFIX)
        if (name == ROWS_NAME or not (record.is_sound(name) and is_there(base))
                or max(kept.size, base.stat().st_size) > LARGEST_COMPARED):
            continue
        content = make_patch(read_regular(base), read_regular(copy))
        if content is None or len(content) > kept.size // 2:
            continue
        try:
            write_atomically(patch, [content])
        except UserFacingError:
            continue  # on a full disk the copy stays
        if kept.mtime_ns is not None:
            os.utime(patch, ns=(kept.mtime_ns, kept.mtime_ns))
        copy.unlink()


def rebuild_copies(store: Path, folder: Path) -> tuple[Path, ...]:
    """Make whole copies of the patches in a quarantine's folder whose base is still in the store.

    Returns:
        The patches that are damaged.

    Raises:
        UserFacingError: if the disk is full.
        OSError: if the drive fails.
    """
    damaged = []
    for patch in _patches(folder / INDEX_FOLDER):
        name = patch.name.removesuffix(PATCH_SUFFIX)
        copy, base = patch.with_name(name), store / name
        if is_there(copy) or not is_there(base):
            continue
        try:
            content = None if patch.is_symlink() else apply_patch(
                read_regular(base), read_regular(patch))
        except DamagedPatchError:
            damaged.append(patch)
            continue
        if patch.is_symlink():
            damaged.append(patch)
        elif content is not None:
            write_atomically(copy, [content])
            date = mtime_ns_of(patch.stat())
            os.utime(copy, ns=(date, date))
    return tuple(damaged)


def _patches(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{PATCH_SUFFIX}")) if is_there(folder) else []
