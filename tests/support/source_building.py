"""Builds over a folder of files in tests: sources, real encoders, counted, and the two steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image

from larder.core.build.reports import BuildReport
from larder.core.build.values.build import apply_source_build
from larder.core.build.values.plan import SourceBuildPlan, TargetStore
from larder.core.build.values.planning import plan_source_build
from larder.core.encoders.open_value_encoder import open_value_encoder
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueEncoder, ValueOptions
from larder.core.jobs import CancelToken, ItemFailed, JobEvent, run_to_end
from larder.core.keys.strict_fingerprint import StrictFingerprint
from larder.core.payloads.dtypes import Values
from larder.core.stores.values.listing import list_values
from larder.core.workspace.store_kinds import StoreKind


class CountingEncoder(ValueEncoder):
    """An encoder that notes what it is asked to encode."""

    def __init__(self, wrapped: ValueEncoder, opener: CountingOpener) -> None:
        self._wrapped = wrapped
        self._opener = opener
        self.kind = wrapped.kind

    @property
    def fingerprint(self) -> StrictFingerprint:
        return self._wrapped.fingerprint

    def pieces(self, source: SourceFile) -> Sequence[Piece]:
        return self._wrapped.pieces(source)

    def encode(self, pieces: Sequence[Piece]) -> list[Values | SourceError]:
        self._opener.before(pieces)
        self._opener.encoded += [piece.key.name() for piece in pieces]
        return self._wrapped.encode(pieces)

    def close(self) -> None:
        self._opener.closed += 1
        self._wrapped.close()


@dataclass
class CountingOpener:
    """Opens counted encoders.

    Attributes:
        kind: of their stores.
        model: as for `open_value_encoder`.
        options: as for `open_value_encoder`.
        before: called before each `encode`.
        opened: how many were opened.
        closed: how many were closed.
        encoded: names of the payloads that were encoded, in order.
    """

    kind: StoreKind = StoreKind.TOKENS
    model: Path | str | None = None
    options: ValueOptions | None = None
    before: Callable[[Sequence[Piece]], None] = lambda _: None
    opened: int = 0
    closed: int = 0
    encoded: list[str] = field(default_factory=list)

    def __call__(self) -> CountingEncoder:
        self.opened += 1
        return CountingEncoder(
            open_value_encoder(self.kind, model=self.model, options=self.options), self)


@dataclass
class SourceBuild:
    """One folder of sources and the store that is built from it.

    Attributes:
        sources: the user's files.
        store: where values go.
        opener: opens the encoder.
        events: everything the last job told.
    """

    sources: Path
    store: TargetStore
    opener: CountingOpener
    events: list[JobEvent] = field(default_factory=list)

    @classmethod
    def of(
        cls, root: Path, kind: StoreKind = StoreKind.TOKENS, *, model: Path | str | None = None,
        options: ValueOptions | None = None, budget_bytes: int | None = None,
    ) -> SourceBuild:
        """Folders `files` and `caches/<kind>` below `root`."""
        (root / "files").mkdir(parents=True, exist_ok=True)
        return cls(
            root / "files",
            TargetStore(kind.value, kind, root / "caches" / kind.value, budget_bytes),
            CountingOpener(kind, model, options))

    def plan(
        self, *, limit: int | None = None, measure: bool = False, reads_payloads: bool = False,
        anew: bool = False, token: CancelToken | None = None,
    ) -> SourceBuildPlan:
        self.events = []
        return run_to_end(
            plan_source_build(
                self.sources, self.store, self.opener,
                limit=limit, measure=measure, reads_payloads=reads_payloads, anew=anew,
                token=token or CancelToken()),
            self.events.append)

    def apply(
        self, plan: SourceBuildPlan, *, threads: int | None = None,
        token: CancelToken | None = None,
    ) -> BuildReport:
        self.events = []
        return run_to_end(
            apply_source_build(
                plan, self.opener, threads=threads, token=token or CancelToken()),
            self.events.append)

    def build(self, *, token: CancelToken | None = None) -> BuildReport:
        """Plan a build and apply it."""
        return self.apply(self.plan(), token=token)

    @property
    def failures(self) -> list[ItemFailed]:
        return [event for event in self.events if isinstance(event, ItemFailed)]

    def payloads(self) -> dict[str, bytes]:
        """Every payload of the store by name."""
        folder = self.store.folder
        names = list_values(folder, self.store.kind).names
        return {name: (folder / name).read_bytes() for name in names}


def write_text(folder: Path, name: str, *rows: str) -> Path:
    """A text of some rows."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(rows) + "\n", encoding="utf-8")
    return path


def write_picture(
    folder: Path, name: str, *, seed: int = 0, size: tuple[int, int] = (40, 30)
) -> Path:
    """A picture of noise, (width, height) pixels."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    levels = np.random.default_rng(seed).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)
    Image.fromarray(levels).save(path)
    return path


def write_clip(
    folder: Path, name: str, *, seed: int = 0, rate: int = 16_000, seconds: float = 0.1
) -> Path:
    """A clip of noise, two channels."""
    import soundfile

    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    draws = np.random.default_rng(seed).normal(0, 0.1, (round(rate * seconds), 2))
    soundfile.write(path, draws.astype(np.float32), rate)
    return path
