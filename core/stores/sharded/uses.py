"""When the payloads of a store were last used, from everything that remembers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.stores.sharded.grammar import GRAMMARS, kind_of_name
from larder.core.stores.sharded.manifest_json import read_manifest
from larder.core.stores.sharded.use_log import FoldedUses, UseLine, UseLog, split
from larder.core.workspace.store_kinds import StoreKind


@dataclass(frozen=True, slots=True)
class EntryUses:
    """What is remembered of the uses of a store.

    Attributes:
        used_ns: last use by payload, nanoseconds since 1970; payloads never looked up are missing.
        hits: lookups that found a value.
        misses: lookups that did not.
        budget_bytes: what the store may take as its last writer knew it, None without a limit.
    """

    used_ns: Mapping[str, int]
    hits: int
    misses: int
    budget_bytes: int | None = None

    def last_uses(
        self, names: Sequence[str], mtimes_ns: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Last use of some payloads; for one that is not remembered, when it was written.

        Args:
            names: payloads, relative to the store.
            mtimes_ns: their modification times, int64, shape (len(names),).

        Returns:
            Nanoseconds since 1970, int64, same shape.
        """
        known = self.used_ns
        return np.fromiter(
            (known.get(name, at) for name, at in zip(names, mtimes_ns.tolist(), strict=True)),
            dtype=np.int64, count=len(names))


def read_uses(folder: Path) -> EntryUses:
    """What is remembered of the uses of the stores in a folder; writes nothing.

    For tokens the manifest of the original program counts too, whichever use is later.

    Raises:
        OSError: if a record is there and cannot be read.
    """
    all_kinds = FoldedUses()
    for kind in GRAMMARS:
        folded = read_kind(folder, kind)
        all_kinds.used.update(folded.used)
        all_kinds.hits += folded.hits
        all_kinds.misses += folded.misses
        all_kinds.budget = max(all_kinds.budget, folded.budget)
    return EntryUses(
        all_kinds.used, all_kinds.hits, all_kinds.misses, all_kinds.budget or None)


def read_kind(folder: Path, kind: StoreKind) -> FoldedUses:
    """The same of the store of one kind.

    Raises:
        OSError: if a record is there and cannot be read.
    """
    folded = UseLog(folder, kind).read()
    if kind is StoreKind.TOKENS:
        for name, row in read_manifest(folder).rows.items():
            folded.used[name] = max(row.used_ns, folded.used.get(name, 0))
    return folded


def note_removed(folder: Path, names: Sequence[str]) -> None:
    """Remember that payloads were moved away or removed; call it after they were.

    Raises:
        UserFacingError: if the store may not be written.
    """
    _note(folder, names, is_back=False, used_ns={})


def note_restored(
    folder: Path, names: Sequence[str], *, used_ns: Mapping[str, int] | None = None
) -> None:
    """Remember that payloads were brought back; call it after they were.

    Args:
        folder: the store's folder.
        names: the payloads.
        used_ns: their last uses before they went, which `note_removed` made the store forget.

    Raises:
        UserFacingError: if the store may not be written.
    """
    _note(folder, names, is_back=True, used_ns=used_ns or {})


def note_names(
    folder: Path,
    kind: StoreKind,
    names: Sequence[str],
    *,
    is_back: bool,
    used_ns: Mapping[str, int],
) -> None:
    """Remember that values of one store went or came back, with the last uses of those.

    Raises:
        UserFacingError: if the store may not be written.
    """
    used = {name: used_ns[name] for name in names if name in used_ns}
    line = UseLine(back=list(names), used=used) if is_back else UseLine(gone=list(names))
    log = UseLog(folder, kind)
    with log.held():
        for part in split(line):
            log.append(part)


def _note(
    folder: Path, names: Sequence[str], *, is_back: bool, used_ns: Mapping[str, int]
) -> None:
    by_kind: dict[StoreKind, list[str]] = {}
    for name in names:
        kind = kind_of_name(name)
        if kind is not None:
            by_kind.setdefault(kind, []).append(name)
    for kind, noted in by_kind.items():
        note_names(folder, kind, noted, is_back=is_back, used_ns=used_ns)
