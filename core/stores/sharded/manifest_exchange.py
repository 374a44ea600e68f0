"""Takes over what the original program's `manifest.json` remembers, and writes one for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from larder.core.files.atomic_write import write_atomically
from larder.core.keys.key_names import FINGERPRINT_DIGITS
from larder.core.payloads.npz_stamp import peek_stamp
from larder.core.stores.sharded.grammar import MANIFEST_NAME, grammar_of
from larder.core.stores.sharded.listing import list_sharded
from larder.core.stores.sharded.manifest_json import (
    ManifestRow,
    check_manifest,
    manifest_bytes,
    read_manifest,
)
from larder.core.stores.sharded.use_log import UseLine, UseLog, split
from larder.core.stores.sharded.uses import read_uses
from larder.core.workspace.store_kinds import StoreKind

KIND: Final = StoreKind.TOKENS


@dataclass(frozen=True, slots=True)
class ManifestImport:
    """What importing a manifest took over.

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


@dataclass(frozen=True, slots=True)
class ManifestExport:
    """What an exported manifest holds.

    Attributes:
        rows: payloads in it.
        left_out: payloads that the original could not find by any key: rows of a section with
            several, and those whose whole tokenizer digest is not known.
    """

    rows: int
    left_out: tuple[str, ...]


def import_manifest(folder: Path) -> ManifestImport:
    """Remember the uses that a store's manifest tells, so that it is needed no more.

    Raises:
        UserFacingError: if there is no manifest, or the store may not be written.
        OSError: if the drive fails.
    """
    manifest = check_manifest(folder)
    names = set(list_sharded(folder, KIND).names)
    used = {name: row.used_ns for name, row in manifest.rows.items() if name in names}
    log = UseLog(folder, KIND)
    with log.held():
        for line in split(UseLine(used=used)):
            log.append(line)
    return ManifestImport(
        taken=len(used), missing=len(manifest.rows) - len(used),
        unlisted=len(names) - len(used), refused=manifest.refused)


def export_manifest(folder: Path, *, tokenizer: str = "") -> ManifestExport:
    """Write a manifest in the original's form over the store's own, so that it finds its entries.

    Args:
        folder: the store.
        tokenizer: digest to name as the current tokenizer, "" for that of the last used payload.

    Raises:
        UserFacingError: if the store may not be written.
        OSError: if the drive fails.
    """
    listing = list_sharded(folder, KIND)
    known = read_manifest(folder)
    used = read_uses(folder).last_uses(listing.names, listing.mtimes_ns).tolist()
    rows: dict[str, ManifestRow] = {}
    left_out = []
    for name, size, used_ns in zip(listing.names, listing.sizes.tolist(), used, strict=True):
        row = _row(folder, name, size, used_ns, known.rows)
        if row is None:
            left_out.append(name)
        else:
            rows[name] = row
    latest = max(rows.values(), key=lambda row: (row.used_ns, row.name), default=None)
    current = tokenizer or known.tokenizer or (latest.tokenizer if latest else "")
    write_atomically(folder / MANIFEST_NAME, [manifest_bytes(rows, tokenizer=current)])
    return ManifestExport(len(rows), tuple(left_out))


def _row(
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
