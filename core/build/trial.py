"""A trial: a small build into a folder that is gone afterwards, which tells what the build takes.

It has the same parts and threads. A batch alone opens the encoder and wakes the device up. Then
decoding and encoding begin together, so that from the second batch on each takes what the slower of
the two does, as in a long build. What was found is remembered, and every trial finds it out anew.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from larder.core.build.indexed.row_writer import RowWriter
from larder.core.build.pipeline.build_state import (
    run_trial,
)
from larder.core.build.pipeline.encoding import BuildEncoders
from larder.core.build.pipeline.writing import DiskFullError, is_disk_full
from larder.core.build.plan import BuildItem, BuildPlan, BuildStore
from larder.core.build.planning import estimate_group, pixels_of
from larder.core.build.rates import EncoderRates
from larder.core.build.released.build import (
    SlotBuildState,
)
from larder.core.build.store_build import DEFAULT_BATCH, SamplePipeline, parts_of
from larder.core.encoders.protocol import ImageEncoder, TextEncoder
from larder.core.errors import (
    UserFacingError,
)
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.hash_memory import HashMemory
from larder.core.survey.report import IndexCopy
from larder.core.workspace.open_workspace import StoreContent

BATCHES_TIMED: Final = 6
"""Per size."""

SIZES_TRIED: Final = 3
"""The areas with most payloads; the others are told from the nearest of them."""

TRIAL_S: Final = 15.0
"""After that nothing further is begun."""


def measure_plan(
    plan: BuildPlan, encoders: BuildEncoders, token: CancelToken
) -> Job[BuildPlan]:
    """The plan with the seconds that a trial took, and with bytes where nothing else tells them.

    Raises:
        UserFacingError: if an encoder cannot be had.
    """
    groups, stores = list(plan.groups), []
    measured = 0
    with ExitStack() as run:
        for store in plan.stores:
            trial = _Trial(plan, store, encoders, run, token)
            found = (yield from trial.run()) if trial.samples else EncoderRates()
            stores.append(replace(store, start_s=found.start_s) if found.rates else store)
            measured += sum(rate.payloads for rate in found.rates)
            groups = [
                estimate_group(group, found) if group.store == store.target.id and found.rates
                else group
                for group in groups]
    return replace(plan, groups=tuple(groups), stores=tuple(stores), measured=measured)


class _Trial:
    """Makes payloads of one store twice over: a batch to warm up, then those that are timed."""

    def __init__(
        self, plan: BuildPlan, store: BuildStore, encoders: BuildEncoders, run: ExitStack,
        token: CancelToken,
    ) -> None:
        self._plan = plan
        self._store = store
        self._encoders = encoders
        self._run = run
        self._token = token
        self._batch = plan.encoding.batch or DEFAULT_BATCH[store.content]
        self.samples = self._chosen()

    def run(self) -> Job[EncoderRates]:
        """Encode a few samples and return their rates; no rates if none could be encoded."""
        opened = _KeptOpen(self._encoders)
        try:
            with tempfile.TemporaryDirectory(prefix="larder-trial-") as folder:
                _, warm = yield from self._make(
                    Path(folder, "warm"), self.samples[:self._batch], opened, None)
                ledger, trial = yield from self._make(
                    Path(folder, "timed"), self.samples, opened, TRIAL_S)
        finally:
            opened.close_really()
        sizes = trial.pace.sizes() or trial.pace.first()
        found = EncoderRates(
            name=trial.encoding.name, rates=ledger.tally.rates(sizes),
            start_s=warm.pace.start_s(sizes))
        self._encoders.note(found, self._store.content)
        return found

    def _chosen(self) -> list[BuildItem]:
        """Items of the areas with most payloads, evenly spread over each, area by area."""
        own = [group for group in self._plan.groups
               if group.store == self._store.target.id and group.payloads]
        chosen: list[BuildItem] = []
        for group in sorted(own, key=lambda group: -group.payloads)[:SIZES_TRIED]:
            alike = [item for item in self._store.items
                     if item.payloads and item.pixels == pixels_of(group)]
            spread = np.linspace(0, len(alike) - 1, BATCHES_TIMED * self._batch).round()
            chosen += [alike[at] for at in np.unique(spread.astype(int)).tolist()]
        # A payload on disk decides nothing here: all variations of each are made anew.
        return [msgspec.structs.replace(item, stem=None, keeps_row=False, linked=())
                for item in chosen]

    def _make(
        self, folder: Path, items: Sequence[BuildItem], opened: BuildEncoders,
        seconds: float | None,
    ) -> Job[tuple[RowWriter | SlotBuildState, SamplePipeline]]:
        """Make the payloads of some items in a folder of their own; begin none after a while."""
        folder.mkdir()
        target = replace(
            self._store.target, folder=folder, stamp=None, copy=IndexCopy.NONE)
        store = replace(
            self._store, target=target, items=tuple(items), reordered=(), doubted=frozenset(),
            slots=None)
        ledger, pipeline = parts_of(self._plan, store, opened, self._run, self._token)
        try:
            yield from run_trial(
                # What cannot be made is told by the build itself.
                pipeline, lambda outcome: list(ledger.note(outcome)), self._token,
                seconds=seconds,
                progress=lambda: Progress("measuring", ledger.tally.encoded, 0, "files"))
        except (DiskFullError, UserFacingError) as error:
            # The system's folder for such files may be a small one; then nothing is told.
            if not is_disk_full(error):
                raise
        return ledger, pipeline


class _KeptOpen:
    """Encoders that stay open between the two halves of a trial."""

    def __init__(self, encoders: BuildEncoders) -> None:
        self._encoders = encoders
        self._opened: _Unclosed | None = None

    def open_image(self, memory: HashMemory, token: CancelToken) -> Any:
        """The picture encoder, opened once."""
        self._opened = self._opened or _Unclosed(self._encoders.open_image(memory, token))
        return self._opened

    def open_text(self, memory: HashMemory, token: CancelToken) -> Any:
        """The text encoder, opened once."""
        self._opened = self._opened or _Unclosed(self._encoders.open_text(memory, token))
        return self._opened

    def note(self, found: EncoderRates, content: StoreContent) -> None:
        """A half tells nothing by itself."""

    def close_really(self) -> None:
        """Let go of what was opened."""
        if self._opened is not None:
            self._opened.encoder.close()


class _Unclosed:
    """An encoder that whoever borrows it cannot close."""

    def __init__(self, encoder: ImageEncoder | TextEncoder) -> None:
        self.encoder = encoder

    def __getattr__(self, name: str) -> Any:
        return getattr(self.encoder, name)

    def close(self) -> None:
        """The one who opened it does."""
