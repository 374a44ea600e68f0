"""Stores of single values, sharded or of trees, as everybody asks them.

What lies in one, what is wrong with it, and who is at work in it. Such a store has no index: what
is on disk is what exists.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from larder.core.errors import PayloadError, WorkspaceError
from larder.core.files.file_stamp import (
    INODE_BITS,
    FileStamp,
    mtime_ns_of,
    read_modified_ns,
    readable_stamp,
)
from larder.core.files.folder_scan import OnEntries
from larder.core.files.journal import IMPORTS, list_imported_files, search_journal
from larder.core.files.regular_file import read_or_default
from larder.core.files.store_paths import larder_folder
from larder.core.stores.busy import AHEAD_NS, RECENT_NS, OpenFiles, busy_signs, nothing_listed
from larder.core.stores.records import SOURCES_NAME, RecordedSource, read_sources
from larder.core.workspace.store_kinds import RememberingFormats, StoreFormat, StoreKind

if TYPE_CHECKING:
    from larder.core.payloads.arrays import OpenPayload
    from larder.core.payloads.sealed_npz import EntryStamp
    from larder.core.stores.cache_store import StoreListing


def list_values(
    store: Path, kind: StoreKind, on_entries: OnEntries | None = None
) -> StoreListing:
    """List the values in a store, folder by folder, with what its own records name.

    `on_entries` is called for files that were looked at; what it raises ends the listing.

    Raises:
        WorkspaceError: if a folder of the store cannot be listed.
    """
    try:
        found = _LISTS[kind.format](store, kind, on_entries)
    except OSError as error:
        raise WorkspaceError.of_listing(store, error) from error
    absent, unlisted = _against_manifest(store, kind, found.names)
    return replace(found, absent=absent, unlisted=unlisted)


# Most workspaces have no such store, and clean plans know of them.
def _list_shards(store: Path, kind: StoreKind, on_entries: OnEntries | None) -> StoreListing:
    from larder.core.stores.values.listing import list_values

    return list_values(store, kind, on_entries)


def _list_trees(store: Path, kind: StoreKind, on_entries: OnEntries | None) -> StoreListing:
    from larder.core.stores.values.trees.listing import list_trees

    del kind  # there is one
    return list_trees(store, on_entries)


_LISTS: Final[RememberingFormats[Callable[
    [Path, StoreKind, OnEntries | None], StoreListing]]] = {
    StoreFormat.VALUES: _list_shards,
    StoreFormat.TREES: _list_trees,
}


def files_of(
    store: Path, kind: StoreKind, on_entries: OnEntries | None = None
) -> dict[str, tuple[str, ...]]:
    """The files of items that are not one file of the same name: of trees, by stem."""
    if not kind.traits.many_files:
        return {}
    from larder.core.stores.values.trees.listing import list_trees

    return dict(list_trees(store, on_entries).files)


class ValueFacts(Struct, frozen=True, array_like=True, gc=False):
    """One sound value.

    Attributes:
        own: as in `PayloadLook`.
        bad_values: a clause about values that no encoder gives, "" without any.
        is_blank: whether that is nothing but zeros.
        source: what it says it was made from.
    """

    own: ClassVar[tuple[str, ...]] = ("source",)

    bad_values: str
    is_blank: bool
    source: RecordedSource | None = None


def read_value(path: Path, name: str, kind: StoreKind) -> ValueFacts | PayloadError:
    """Read one value, a tree by its stem, from end to end and once."""
    # What reads payloads takes 10 ms to load, which only one depth shall pay.
    from larder.core.payloads.value_checks import BlankValues

    try:
        bad, stamp = _READS[kind.format](path, kind)
    except PayloadError as damaged:
        return damaged
    return ValueFacts(
        bad_values=str(bad or ""), is_blank=isinstance(bad, BlankValues),
        source=_read_source(stamp, name))


def _read_tree(path: Path, kind: StoreKind) -> tuple[str | None, EntryStamp | None]:
    """A clause about bad values; a tree has no stamp."""
    from larder.core.payloads.value_checks import bad_values
    from larder.core.stores.values.trees.listing import check_tree

    del kind  # there is one
    bad: str | None = None

    def look(tree: OpenPayload) -> None:
        nonlocal bad
        bad = next(filter(None, (
            bad_values(leaf.name, tree.read_array(leaf.name), dtype_name=leaf.dtype)
            for leaf in tree.contents().arrays)), None)

    damage = check_tree(path, look)
    if damage:
        raise PayloadError(damage)
    return bad, None


def _read_shard(path: Path, kind: StoreKind) -> tuple[str | None, EntryStamp | None]:
    from larder.core.payloads.value_checks import find_bad_values
    from larder.core.stores.values.payloads import read_entry

    values, stamp = read_entry(path, kind)
    return find_bad_values(values), stamp


_READS: Final[RememberingFormats[Callable[
    [Path, StoreKind], tuple[str | None, EntryStamp | None]]]] = {
    StoreFormat.VALUES: _read_shard,
    StoreFormat.TREES: _read_tree,
}


def stamps_of_values(
    store: Path, names: Sequence[str], kind: StoreKind, on_entries: OnEntries
) -> dict[str, FileStamp | None]:
    """Return stamps that show whether values are unchanged; a tree's covers all of its files."""
    files = files_of(store, kind, on_entries)
    stamps: dict[str, FileStamp | None] = {}
    for name in names:
        of_value = files.get(name, (name,))
        stamps[name] = _stamp_of_all([readable_stamp(store / file) for file in of_value])
        on_entries(len(of_value))
    return stamps


def _stamp_of_all(stamps: Sequence[FileStamp | None]) -> FileStamp | None:
    known = [stamp for stamp in stamps if stamp is not None]
    if len(known) < len(stamps) or not known:
        return None
    return FileStamp(
        size=sum(stamp.size for stamp in known), mtime_ns=max(stamp.mtime_ns for stamp in known),
        ctime_ns=max(stamp.ctime_ns for stamp in known),
        inode=sum(stamp.inode for stamp in known) & ((1 << INODE_BITS) - 1))


def _read_source(stamp: EntryStamp | None, name: str) -> RecordedSource | None:
    """Return the source that our payload records; its digest is from the name, if that has one."""
    if stamp is None or stamp.source is None:
        return None
    return RecordedSource(
        name=name, source=stamp.source.name, size=stamp.source.size,
        mtime_ns=stamp.source.mtime_ns, digest=str(stamp.key.get("blob", "")))


def _against_manifest(
    store: Path, kind: StoreKind, names: list[str]
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return names that only the original's manifest has, and names that only the disk has.

    The original writes its manifest at the end of each run; once Larder has recorded a use or a
    removal later than that, the manifest is outdated and is ignored.
    """
    if kind is not StoreKind.TOKENS:
        return (), frozenset()
    from larder.core.stores.use_log import uses_name
    from larder.core.stores.values.payloads import MANIFEST_NAME
    from larder.core.stores.values.uses import read_manifest

    record = larder_folder(store) / uses_name(kind)
    noted_ns = max(read_modified_ns(path) for path in (record, record.with_suffix(".json")))
    rows = {} if noted_ns > read_modified_ns(store / MANIFEST_NAME) else read_manifest(store).rows
    if not rows:
        return (), frozenset()
    there = frozenset(names)
    return tuple(sorted(rows.keys() - there)), there - rows.keys()


def value_busy_signs(
    store: Path, listed: StoreListing, *, now_ns: int, open_files: OpenFiles | None = None
) -> tuple[str, ...]:
    """Return signs that a program is using a store, one sentence each; takes no lock.

    Signs are a value or an unfinished write of the last minutes that no record of ours explains,
    and on Linux a file of the store that another process has open.

    `open_files` is what was open a moment ago, None to look now.
    """
    signs: list[str] = []
    young = _young(listed.mtimes_ns, now_ns)
    if young:
        record = larder_folder(store) / SOURCES_NAME
        # Values that builds of ours noted, with the time of the last note of any.
        noted: dict[str, int] = read_or_default(
            lambda: dict.fromkeys(read_sources(store), mtime_ns_of(record.stat()))
            if record.exists() else {}, {})
        imported: dict[str, int] = read_or_default(
            lambda: list_imported_files(search_journal(store, *IMPORTS)), {})
        names = [listed.names[at] for at in young
                 if noted.get(listed.names[at], 0) < listed.mtimes_ns[at]
                 and imported.get(listed.names[at]) != listed.mtimes_ns[at]]
        if names:
            signs.append(
                f"{names[0]} changed in the last 5 minutes." if len(names) == 1 else
                f"{len(names):,} cached files changed in the last 5 minutes, for example "
                f"{names[0]}.")
    signs += [
        f"{listed.temporaries.names[at]} was written in the last 5 minutes."
        for at in _young(listed.temporaries.mtimes_ns, now_ns)]
    # What is left to ask is who has a file of the store open.
    return (*signs, *busy_signs(
        store, listing=nothing_listed(str(store)), now_ns=now_ns, open_files=open_files))


def _young(mtimes_ns: npt.NDArray[np.int64], now_ns: int) -> list[int]:
    ages = now_ns - mtimes_ns
    return np.flatnonzero((ages < RECENT_NS) & (ages > -AHEAD_NS)).tolist()
