"""Listing of a folder of parameter trees: the files of each tree, and leftover files.

A tree is a `<stem>.manifest` and the data it names: `<stem>.<16 digits>.data`, new with each save.
Data of this form that no manifest names was left by a save that was killed, or by one that replaced
the tree and could not remove the old data. A pair of the original is `<stem>.manifest` with
`<stem>.data`. Only regular files count, no links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from larder.core.errors import PayloadError
from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.folder_scan import FolderListing, OnEntries, scan_folder
from larder.core.files.store_paths import LARDER_FOLDER
from larder.core.files.temp_names import (
    ABANDONED_AFTER_S,
    host_digest,
    is_own_temp,
    is_process_alive,
)
from larder.core.payloads.tree.load import (
    DATA_SUFFIX,
    MANIFEST_SUFFIX,
    OWN_DATA,
    TreeFile,
    is_manifest_head,
    parse_data_name,
    read_head,
)
from larder.core.stores.cache_store import FileColumns, StoreListing

TEMP_STEM: Final = 40
"""Characters of a file's name that its temporary file carries."""


class TreeListing(StoreListing, frozen=True):
    """Content of a folder of trees when it was scanned.

    Names are the stems of the trees, sizes those of all files of each, and modification times those
    of the manifests; temporaries are unfinished writes, and data that no manifest names.

    Attributes:
        files: names of each tree's files by stem, the manifest first.
    """

    files: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


def list_trees(folder: Path, on_entries: OnEntries | None = None) -> TreeListing:
    """List a store; one that does not exist holds nothing. Opens manifests, reading their heads.

    `on_entries` is told of files, as by `scan_folder`, and of each manifest once more.

    Raises:
        OSError: if the folder cannot be read.
    """
    try:
        listing = scan_folder(folder, on_entries)
    except (FileNotFoundError, NotADirectoryError):
        return _sort_out(Path(folder), {}, (), None)
    rows = zip(listing.names, listing.sizes.tolist(), listing.mtimes_ns.tolist(), strict=True)
    plain = {name: (size, at) for name, size, at in rows if name not in listing.links}
    return _sort_out(Path(folder), plain, _others(listing), on_entries)


def check_tree(path: Path, look: Callable[[TreeFile], None] | None = None) -> str:
    """Return the fault of a tree, given by stem or manifest; "" if every byte is as written.

    Data that `look` reads is not read again; a tree that is replaced meanwhile is looked at anew.
    """
    is_manifest = path.name.endswith(MANIFEST_SUFFIX)
    manifest = path if is_manifest else manifest_path(path.parent, path.name)
    while True:
        before = _inode(manifest)
        try:
            with TreeFile(manifest) as tree:
                if look is not None:
                    look(tree)
                tree.verify()
        except PayloadError as error:
            if _inode(manifest) == before:
                return error.problem
        else:
            return ""


def _inode(path: Path) -> tuple[int, int] | None:
    """Return inode and modification time, which change on replacement; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, mtime_ns_of(status)


def manifest_path(folder: Path, stem: str) -> Path:
    """The manifest of a tree, whether it exists or not."""
    return folder / f"{stem}{MANIFEST_SUFFIX}"


def is_left_behind(name: str, mtime_ns: int, *, now_ns: int) -> bool:
    """Return whether the writer of a temporary file is gone.

    A process of another computer cannot be checked; its file counts once it is a week old.
    """
    _, host, pid, _, _, _ = name.rsplit(".", 5)
    if host == host_digest():
        return not is_process_alive(int(pid))
    return now_ns - mtime_ns > ABANDONED_AFTER_S * 1e9


def stale_files(folder: Path, *, now_ns: int) -> FileColumns:
    """Unfinished writes whose writer is gone, and data that no manifest names or is about to.

    A save makes the manifest's temporary file before its data gets its name, and keeps it until
    the manifest is replaced. So data was left behind if, after it was seen, there is neither such
    a file of a live process nor a manifest that names the data.

    Raises:
        OSError: if the folder cannot be read.
    """
    seen = set(list_trees(folder).temporaries.names)
    files = list_trees(folder).temporaries
    left = files.where(lambda name, at: is_own_temp(name) and is_left_behind(
        name, at, now_ns=now_ns))
    live = {name for name in files.names if is_own_temp(name)} - set(left.names)
    return files.where(lambda name, _: name in seen and name not in live and (
        is_own_temp(name) or not _is_being_named(name, live)))


def _is_being_named(data: str, live: Iterable[str]) -> bool:
    own = OWN_DATA.fullmatch(data)
    target = f"{own['stem'] if own else ''}{MANIFEST_SUFFIX}"[:TEMP_STEM]
    return any(name.startswith(f"{target}.") for name in live)


def _sort_out(
    folder: Path, plain: Mapping[str, tuple[int, int]], others: Iterable[str],
    on_entries: OnEntries | None,
) -> TreeListing:
    files: dict[str, tuple[str, ...]] = {}
    own_data: dict[str, list[str]] = {}
    for name in plain:
        own = OWN_DATA.fullmatch(name)
        if own is not None:
            own_data.setdefault(own["stem"], []).append(name)
    for name in plain:
        if name.endswith(MANIFEST_SUFFIX) and name != MANIFEST_SUFFIX:
            if on_entries is not None:
                on_entries(1)
            stem = name.removesuffix(MANIFEST_SUFFIX)
            found = _files_of(folder, stem, plain, own_data.get(stem, []))
            if found:
                files[stem] = found
    taken = {name for found in files.values() for name in found}
    left = {
        name: row for name, row in plain.items()
        if name not in taken and (is_own_temp(name) or OWN_DATA.fullmatch(name))}
    names = sorted(files)
    return TreeListing(
        names=names,
        sizes=np.array(
            [sum(plain[name][0] for name in files[stem]) for stem in names], dtype=np.int64),
        mtimes_ns=np.array([plain[files[stem][0]][1] for stem in names], dtype=np.int64),
        files=files,
        temporaries=FileColumns.of((name, *row) for name, row in left.items()),
        foreign=tuple(sorted({*others, *(plain.keys() - taken - left.keys())})),
    )


def _files_of(
    folder: Path, stem: str, plain: Mapping[str, tuple[int, int]], own_data: list[str]
) -> tuple[str, ...]:
    """The files of one tree; () if its manifest is something else.

    A manifest of which not even the beginning can be read is a damaged one if there is data.
    """
    manifest = f"{stem}{MANIFEST_SUFFIX}"
    try:
        head = read_head(folder / manifest)
    except OSError:
        head = b""
    named = parse_data_name(head)
    if named is not None:
        return (manifest, named) if named in plain and named != manifest else (manifest,)
    pair = [name for name in (f"{stem}{DATA_SUFFIX}",) if name in plain]
    if is_manifest_head(head):
        return (manifest, *(pair or sorted(own_data)))
    if own_data or pair:
        return (manifest, *(sorted(own_data) or pair))
    return ()


def _others(listing: FolderListing) -> Iterable[str]:
    """Folders but our own, and links."""
    return {name for name in listing.subfolders if name != LARDER_FOLDER} | set(listing.links)
