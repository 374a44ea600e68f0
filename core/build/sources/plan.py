"""What a build over a folder of files would do, as columns: 100,000 sources are no objects.

The plan is read-only. It knows each file by its stamp, and applying it takes no file that has
another one by then.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.build.sources.source_rows import SourceRows
from larder.core.clean.report import LeftItem
from larder.core.survey.sources import SpelledPaths
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import PathMap, flavour_of
from larder.core.workspace.store_kinds import StoreKind


@dataclass(frozen=True, slots=True)
class TargetStore:
    """Where values are put.

    Attributes:
        id: of the store in its workspace; its kind's name for one that is to be made.
        kind: one of the sharded kinds.
        folder: where it lies, or will.
        budget_bytes: what its payloads may take together, None without a limit.
        root: what relative sources of its record refer to, None for its own folder.
        maps: prefixes of recorded sources that lie elsewhere here.
    """

    id: str
    kind: StoreKind
    folder: Path
    budget_bytes: int | None = None
    root: Path | None = None
    maps: tuple[PathMap, ...] = ()

    def recorded_paths(self) -> SpelledPaths:
        """How the sources of its record are read on this machine."""
        return SpelledPaths(self.root or self.folder, self.maps, flavour_of(""))


@dataclass(frozen=True, slots=True)
class UsedEncoder:
    """What the values are made with.

    Attributes:
        name: what people call it.
        digest: its fingerprint, 64 hex digits.
        settings: the part of payload names that is the same for all of them: digits of the
            fingerprint and size, rate and cut, or length.
        resolution: "384x384" (height first) for pictures, else "".
    """

    name: str
    digest: str
    settings: str
    resolution: str

    @property
    def kind(self) -> str:
        """What decides its pace."""
        return f"{self.digest}.{self.settings}"


@dataclass(frozen=True, slots=True)
class UnrecordedPieces:
    """m payloads of which the store's record does not say, or says otherwise, what they are of.

    Attributes:
        names: relative to the store.
        rows: of their sources, int32, shape (m,).
    """

    names: list[str]
    rows: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class SourceBuildPlan:
    """What a build over a folder would do; n sources.

    Attributes:
        store: where values are put.
        encoder: what they are made with; None if there is no source.
        sources: the files.
        blobs: SHA-256 of each, uint8, shape (n, 32); zeros where it cannot be read.
        pieces: values that each gives, int32, shape (n,).
        missing: those of them that are not in the store, int32, shape (n,); a value that two
            sources share is counted at the first.
        verdicts: what is said of each source, uint8 of `Verdict`, shape (n,).
        to_make: rows that are built, in order, int32.
        unrecorded: payloads that are there and only have to be recorded.
        shared: pieces that an earlier source gives as well.
        broken: what cannot be read.
        held_bytes: what the payloads of these sources take that are there.
        store_bytes: what all payloads of the store take.
        bytes: what is made takes, None if nothing tells.
        seconds: how long it takes, opening the encoder included; None if nothing tells.
        start_s: how much of it passes before the first value is begun.
        measured: payloads that were made on trial to tell both.
        free_bytes: free space where the store lies.
        reads_payloads: payloads that are there were read whole, and are again before one is kept.
    """

    store: TargetStore
    encoder: UsedEncoder | None
    sources: SourceRows
    blobs: npt.NDArray[np.uint8]
    pieces: npt.NDArray[np.int32]
    missing: npt.NDArray[np.int32]
    verdicts: npt.NDArray[np.uint8]
    to_make: npt.NDArray[np.int32]
    unrecorded: UnrecordedPieces
    shared: int
    broken: tuple[LeftItem, ...]
    held_bytes: int
    store_bytes: int
    bytes: int | None
    seconds: float | None
    measured: int
    free_bytes: int
    reads_payloads: bool = False
    start_s: float = 0.0

    @property
    def payloads(self) -> int:
        """Values to be made."""
        return int(self.missing[self.to_make].sum())

    @property
    def present(self) -> int:
        """Values that are there."""
        return int(self.pieces.sum() - self.missing.sum()) - self.shared

    @property
    def changed(self) -> int:
        """Sources that were edited since they were built."""
        return int(np.count_nonzero(self.verdicts == Verdict.CONTENT_CHANGED))

    @property
    def over_budget_bytes(self) -> int:
        """By how much all values of these sources exceed what the store may take."""
        if self.store.budget_bytes is None:
            return 0
        return max(self.held_bytes + (self.bytes or 0) - self.store.budget_bytes, 0)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (len(self.to_make) or self.unrecorded.names or self.broken)

    def blob(self, row: int) -> str:
        """SHA-256 of a source, 64 hex digits."""
        return bytes(self.blobs[row]).hex()
