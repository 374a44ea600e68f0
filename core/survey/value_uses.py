"""When the values of a store were last used, and how its lookups went, as far as it remembers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from larder.core.files.durable import explain_write_errors
from larder.core.files.store_paths import larder_folder
from larder.core.payloads.tree.load import MANIFEST_SUFFIX
from larder.core.stores.cache_store import FileColumns
from larder.core.stores.sharded.uses import note_moved, read_uses
from larder.core.stores.use_log import Uses, note_names, uses_name
from larder.core.workspace.store_kinds import VALUE_FORMATS, StoreFormat, StoreKind


def last_uses(store: Path, kind: StoreKind, listed: FileColumns) -> npt.NDArray[np.int64]:
    """Last use of each value; when it was written for one that nobody has looked up.

    Returns:
        Nanoseconds since 1970, int64, shape (len(listed.names),).

    Raises:
        OSError: if a record is there and cannot be read.
    """
    return read_uses(store, kind).last_uses(listed.names, listed.mtimes_ns)


def recorded_uses(store: Path, kind: StoreKind) -> Uses | None:
    """What a store remembers of its uses; None for a trainer's store that recorded none.

    A trainer writes down no lookups; a training loop that reads its cache through Larder does.

    Raises:
        OSError: if a record is there and cannot be read.
    """
    record = larder_folder(store) / uses_name(kind)
    if kind.format not in VALUE_FORMATS and not (
            record.exists() or record.with_suffix(".json").exists()):
        return None
    return read_uses(store, kind)


def note_gone(store: Path, kinds: Iterable[StoreKind], files: Collection[str]) -> None:
    """Let the stores of a folder know that files were moved away, by the store's lock's holder.

    Raises:
        UserFacingError: if the store may not be written.
    """
    _note(store, kinds, files, is_back=False)


def note_back(
    store: Path,
    kinds: Iterable[StoreKind],
    files: Collection[str],
    *,
    used_ns: Mapping[str, int] | None = None,
) -> None:
    """Let the stores of a folder know that files are back.

    Args:
        store: the folder.
        kinds: of its stores.
        files: what is back.
        used_ns: last uses, as `remembered_uses` gave them before the files went.

    Raises:
        UserFacingError: if the store may not be written.
    """
    _note(store, kinds, files, is_back=True, used_ns=used_ns or {})


def remembered_uses(
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
        if kind.format in VALUE_FORMATS:
            with explain_write_errors(larder_folder(store)):
                used = read_uses(store, kind).used
            found.update((name, used[name]) for name in names & used.keys())
    return found


def _note(
    store: Path,
    kinds: Iterable[StoreKind],
    files: Collection[str],
    *,
    is_back: bool,
    used_ns: Mapping[str, int] = MappingProxyType({}),
) -> None:
    formats = {kind.format for kind in kinds}
    if StoreFormat.SHARDED in formats:
        note_moved(store, sorted(files), is_back=is_back, used_ns=used_ns)
    stems = _stems(files)
    if StoreFormat.TREE in formats and stems:
        note_names(store, StoreKind.TREE, stems, is_back=is_back, used_ns=used_ns)


def _stems(files: Collection[str]) -> list[str]:
    return sorted(
        name.removesuffix(MANIFEST_SUFFIX) for name in files if name.endswith(MANIFEST_SUFFIX))
