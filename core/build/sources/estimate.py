"""What a build takes: by what earlier builds noted, by what is there, else by a trial.

A trial makes a few payloads as the build would, several at once and written, into a folder that is
gone afterwards. The first is not timed: it loads libraries.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.build.publish import is_disk_full
from larder.core.build.rates import (
    CPU,
    BuildRate,
    EncoderRates,
    known_rates,
    note_rates,
)
from larder.core.build.sources.pipeline import SourcePipeline, Stored
from larder.core.build.sources.plan import SourceBuildPlan
from larder.core.encoders.value_encoder import ValueEncoder
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.settings import cache_home
from larder.core.stores.sharded.listing import list_sharded
from larder.core.stores.sharded.store import ShardedStore

SOURCES_TRIED: Final = 12
"""Spread evenly over what is to be made."""

TRIAL_S: Final = 2.0
"""After that no further source is begun."""


@dataclass(frozen=True, slots=True)
class _Each:
    """What one payload takes, None where nothing tells; `start_s` is what the first waits for."""

    bytes: int | None = None
    seconds: float | None = None
    measured: int = 0
    start_s: float = 0.0


def estimated(
    plan: SourceBuildPlan, encoder: ValueEncoder, *, measure: bool, anew: bool = False,
    token: CancelToken,
) -> Job[SourceBuildPlan]:
    """The plan with bytes and seconds.

    Args:
        plan: what is to be made.
        encoder: makes a few on trial.
        measure: whether it may where nothing tells how long they take.
        anew: whether it does in any case.
        token: ends a trial.

    Raises:
        UserFacingError: if a trial shows that nothing can be made.
        JobCancelled: if the token was cancelled.
    """
    if not plan.payloads:
        return replace(plan, bytes=0, seconds=0.0)
    each = _noted(plan)
    if anew or (measure and each.seconds is None):
        tried = yield from _tried(plan, encoder, token)
        each = tried if tried.seconds is not None else each
        _note(plan, each)
    size = _mean_size(plan) or each.bytes
    return replace(
        plan, measured=each.measured, start_s=each.start_s,
        bytes=None if size is None else size * plan.payloads,
        seconds=None if each.seconds is None else each.start_s + each.seconds * plan.payloads)


def _noted(plan: SourceBuildPlan) -> _Each:
    """What the encoder took before."""
    if plan.encoder is None:
        return _Each()
    known = known_rates(cache_home(), plan.encoder.kind, CPU)
    return _Each(known.bytes_each(0), known.seconds_each(0), start_s=known.start_s)


def _note(plan: SourceBuildPlan, each: _Each) -> None:
    """Remember what a trial found; it was made with an encoder that was open already."""
    encoder = plan.encoder
    if encoder is None or each.seconds is None or each.bytes is None or not each.measured:
        return
    note_rates(cache_home(), EncoderRates(
        encoder=encoder.kind, device=CPU, name=encoder.name, rates=(BuildRate(
            pixels=0, payloads=each.measured, seconds=each.seconds * each.measured,
            bytes=each.bytes * each.measured),)), asked=CPU)


def _mean_size(plan: SourceBuildPlan) -> int | None:
    """Mean size of the payloads that were made with these settings."""
    if plan.encoder is None:
        return None
    listing = list_sharded(plan.store.folder, plan.store.kind)
    end = f".{plan.encoder.settings}.npz"
    alike = [row for row, name in enumerate(listing.names) if name.endswith(end)]
    return int(listing.sizes[alike].mean()) if alike else None


def _tried(
    plan: SourceBuildPlan, encoder: ValueEncoder, token: CancelToken
) -> Job[_Each]:
    spread = np.linspace(0, len(plan.to_make) - 1, SOURCES_TRIED + 1).round().astype(int)
    rows = plan.to_make[np.unique(spread)].tolist()
    with (
        tempfile.TemporaryDirectory(prefix="larder-trial-") as folder,
        ShardedStore(plan.store.kind, Path(folder, "first")) as first,
        ShardedStore(plan.store.kind, Path(folder, "timed")) as timed,
    ):
        try:
            warm = yield from _made(plan, encoder, first, rows[:1], token)
            began = time.monotonic()
            made = yield from _made(plan, encoder, timed, rows[1:] or rows, token)
        except UserFacingError as error:
            if is_disk_full(error):  # the system's folder for such files may be a small one
                return _Each()
            raise
        seconds = time.monotonic() - began
    sizes = [*warm, *made]
    if not sizes:
        return _Each()
    return _Each(
        sum(sizes) // len(sizes), seconds / len(made) if made else None, len(sizes))


def _made(
    plan: SourceBuildPlan, encoder: ValueEncoder, store: ShardedStore, rows: Iterable[int],
    token: CancelToken,
) -> Job[list[int]]:
    """Sizes of the payloads of some sources, made within `TRIAL_S`."""
    pipeline = SourcePipeline(plan, encoder, store, token=token)
    chosen, sizes = list(rows), list[int]()
    ends = time.monotonic() + TRIAL_S
    with closing(pipeline.outcomes(chosen)) as outcomes:
        for told in outcomes:
            token.check()
            sizes += [one.bytes for one in told if isinstance(one, Stored)]
            if time.monotonic() > ends:
                pipeline.stop()
            yield Progress("measuring", len(sizes), 0, "payloads")
    return sizes
