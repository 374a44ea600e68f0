"""How long payloads take to make, by encoder, device and area: derived memory of this computer.

One JSON file in the user's cache folder. A rate belongs to a computer, not to a store, so nothing
of it is written there. The latest rate of a size counts, from a build or from a trial; another size
is told from the nearest one, by its area. What a payload takes is the time from the end of one
batch to the end of the next, so decoding and writing count as far as the encoder waits for them. Up
to the end of the first batch a model is loaded and a device woken up: that is the start, which
later payloads do not pay again. What loading an encoder takes is remembered apart,
because a build of four payloads pays it as well as one of four thousand. What builds were said to
take is remembered beside what they took.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

import msgspec

from larder.core.build.reports import BuildGroup, ToldTime
from larder.core.files.derived import recall, remember
from larder.core.settings import RATES_NAME, cache_home
from larder.core.workspace.store_kinds import StoreContent

FORMAT: Final = 1

CPU: Final = "cpu"
"""The device of what needs no other, whatever is asked for."""

KEPT: Final = 200
"""Encoders that are remembered, the latest."""


FEW: Final = 10
"""Payloads. What fewer of them took is weighed with what those of former builds did."""

TOLD: Final = 50
"""Builds of which it is remembered what they were said to take."""

REMEMBERED: Final = 1024
"""Batches of one size that its time is told from."""

OUTLIER: Final = 4.0
"""A batch that took so many times the usual waited for something else: thousands of sources whose
payloads were there already, a computer that slept."""


class BuildRate(msgspec.Struct, frozen=True, kw_only=True):
    """Time and bytes that making payloads of one area took.

    Attributes:
        pixels: height by width of each picture, 0 where there is none.
        payloads: how many were made, decoding, encoding and writing included.
        seconds: in how long.
        bytes: their size on disk together.
    """

    pixels: int
    payloads: int
    seconds: float
    bytes: int = 0

    @property
    def seconds_each(self) -> float:
        """The average seconds per payload."""
        return self.seconds / self.payloads

    @property
    def bytes_each(self) -> int:
        """The average bytes per payload."""
        return self.bytes // self.payloads

    def share_of(self, pixels: int) -> float:
        """How many times as much is made of another area."""
        return pixels / self.pixels if self.pixels else 1.0


class EncoderRates(msgspec.Struct, frozen=True, kw_only=True):
    """Rates that were measured for an encoder on one device.

    Attributes:
        encoder: its identity, as far as that decides its pace.
        device: what it encodes on, as torch spells it.
        name: what people call it.
        start_s: seconds until its first batch is begun: weights are loaded, the device wakes up.
        rates: by area.
        at_ns: when the latest was noted.
    """

    encoder: str = ""
    device: str = ""
    name: str = ""
    start_s: float = 0.0
    rates: tuple[BuildRate, ...] = ()
    at_ns: int = 0

    def nearest(self, pixels: int) -> BuildRate | None:
        """The rate of this area, else of the one that is most like it; None without any."""
        alike = [rate for rate in self.rates if bool(rate.pixels) == bool(pixels)]
        return min(alike, default=None, key=lambda rate: abs(
            math.log(max(rate.pixels, 1) / max(pixels, 1))))

    def seconds_each(self, pixels: int) -> float | None:
        """Seconds per payload: its own, else the nearest area's in proportion."""
        near = self.nearest(pixels)
        return None if near is None else near.seconds_each * near.share_of(pixels)

    def bytes_each(self, pixels: int, *, fixed: int = 0) -> int | None:
        """Bytes per payload, as `seconds_each`, but for those that are the same at any area."""
        near = self.nearest(pixels)
        if near is None:
            return None
        fixed = min(fixed, near.bytes_each)
        return round(fixed + (near.bytes_each - fixed) * near.share_of(pixels))


RatesOf = Callable[[StoreContent], EncoderRates]
"""What is known of the encoder that fills a store of one content."""


def use_no_rates(_: StoreContent) -> EncoderRates:
    """Of an encoder that was never used."""
    return EncoderRates()


class _Memory(msgspec.Struct, kw_only=True):
    """The file; `devices` says which one was taken for what was asked for, "" for the fastest.

    What was told is in order, the latest last.
    """

    format: int = FORMAT
    devices: dict[str, str] = {}
    encoders: list[EncoderRates] = []
    told: list[ToldTime] = []


def read_rates(cache_folder: Path, encoder: str, device: str | None) -> EncoderRates:
    """Return the known rates of an encoder on a device; no rates if it was never used there.

    `device` is as the user asked for it, None for the fastest there is.
    """
    memory = _read(cache_folder)
    used = memory.devices.get(device or "", device or "")
    return next(
        (one for one in memory.encoders if (one.encoder, one.device) == (encoder, used)),
        EncoderRates(encoder=encoder, device=used))


def latest_pace(cache_folder: Path, *, of_pictures: bool) -> float | None:
    """Return the seconds per payload of the encoder of pictures, or of prompts, that was used last.

    Of its areas the one with most payloads counts; None where nothing was encoded here yet.
    """
    used = [one for one in _read(cache_folder).encoders
            if any(bool(rate.pixels) is of_pictures for rate in one.rates)]
    if not used:
        return None
    rates = max(used, key=lambda one: one.at_ns).rates
    return max((rate for rate in rates if bool(rate.pixels) is of_pictures),
               key=lambda rate: rate.payloads).seconds_each


def note_rates(cache_folder: Path, found: EncoderRates, *, asked: str | None) -> bool:
    """Remember what an encoder took; of each area the latest counts.

    `found` names the device that was used, `asked` the one the user asked for, None for the
    fastest.

    Returns:
        False where nothing was found, or the folder cannot be written: the next plan then tells no
        time.
    """
    if not found.rates:
        return False
    memory = _read(cache_folder)
    others = [one for one in memory.encoders
              if (one.encoder, one.device) != (found.encoder, found.device)]
    before = read_rates(cache_folder, found.encoder, found.device)
    rates = {rate.pixels: rate for rate in before.rates}
    rates |= {rate.pixels: _blend_rates(rate, rates.get(rate.pixels)) for rate in found.rates}
    merged = msgspec.structs.replace(
        found, rates=tuple(rates.values()), start_s=found.start_s or before.start_s,
        at_ns=time.time_ns())
    devices = {**memory.devices, asked or "": found.device, found.device: found.device}
    return remember(cache_folder / RATES_NAME, _Memory(
        devices=devices, encoders=[*others, merged][-KEPT:], told=memory.told))


def _blend_rates(found: BuildRate, before: BuildRate | None) -> BuildRate:
    """Return a rate of few payloads, filled up to `FEW` with the rate of former builds."""
    further = 0 if before is None else min(FEW - found.payloads, before.payloads)
    if before is None or further <= 0:
        return found
    return BuildRate(
        pixels=found.pixels, payloads=found.payloads + further,
        seconds=found.seconds + further * before.seconds_each,
        bytes=found.bytes + further * before.bytes_each)


def record_build_time(cache_folder: Path, told: ToldTime) -> None:
    """Remember what a build was said to take and took; a folder that cannot be written forgets."""
    memory = _read(cache_folder)
    memory.told = [*memory.told, told][-TOLD:]
    remember(cache_folder / RATES_NAME, memory)


def read_last_build_time(cache_folder: Path, encoders: Collection[str]) -> ToldTime | None:
    """Return predicted and actual time of the latest build with just these encoders."""
    return next((told for told in reversed(_read(cache_folder).told)
                 if set(told.encoders) == set(encoders)), None)


def told_before(
    seconds: float | None, groups: Sequence[BuildGroup]
) -> ToldTime | msgspec.UnsetType:
    """Return predicted and actual time of the last such build, if this one has a prediction."""
    encoders = {group.encoder for group in groups if group.payloads}
    if not (seconds and encoders):
        return msgspec.UNSET
    return read_last_build_time(cache_home(), encoders) or msgspec.UNSET


def read_build_times(cache_folder: Path) -> tuple[ToldTime, ...]:
    """Return predicted and actual times of the last builds, the latest last."""
    return tuple(_read(cache_folder).told)


def _read(cache_folder: Path) -> _Memory:
    memory = recall(cache_folder / RATES_NAME, _Memory)
    return memory if memory is not None and memory.format == FORMAT else _Memory()


class WorkPace:
    """Measured pace of one store's payloads by size; used from the encoder's thread."""

    def __init__(self, clock_s: Callable[[], float]) -> None:
        """Make ready; `clock_s` stands still while the build is paused, seconds."""
        self._clock_s = clock_s
        self._marked_s: float | None = None
        self._first: BuildRate | None = None
        self._batches: dict[int, deque[BuildRate]] = {}

    def begin(self) -> None:
        """The first batch is there, and the encoder is about to be opened."""
        if self._marked_s is None:
            self._marked_s = self._clock_s()

    def note(self, pixels: int, payloads: int) -> None:
        """A batch is encoded and handed on to be written.

        Args:
            pixels: of each of its pictures, 0 for prompts.
            payloads: how many were encoded; none says nothing of the encoder.
        """
        before, now_s = self._marked_s, self._clock_s()
        self._marked_s = now_s
        if before is None or not payloads:
            return
        batch = BuildRate(pixels=pixels, payloads=payloads, seconds=now_s - before)
        if self._first is None:
            self._first = batch
        else:
            self._batches.setdefault(pixels, deque(maxlen=REMEMBERED)).append(batch)

    def sizes(self) -> Mapping[int, BuildRate]:
        """Return rates by the pixels of payloads, without the start and waiting."""
        return {pixels: timed for pixels, batches in self._batches.items()
                if (timed := _usual(list(batches))).seconds > 0}

    def first(self) -> Mapping[int, BuildRate]:
        """Return the rate of the first batch by its pixels, including all time before it."""
        return {} if self._first is None else {self._first.pixels: self._first}

    def start_s(self, sizes: Mapping[int, BuildRate] | None = None) -> float:
        """Seconds that the start took beyond the work of the first batch; 0.0 if not known.

        Args:
            sizes: what payloads take, None for what was noted here.
        """
        known = self.sizes() if sizes is None else sizes
        if self._first is None or not known:
            return 0.0
        first = self._first
        like = known.get(first.pixels) or next(iter(known.values()))
        return max(first.seconds - like.seconds_each * first.payloads, 0.0)


def _usual(batches: Sequence[BuildRate]) -> BuildRate:
    """All batches but those that waited for something else."""
    most_s = OUTLIER * median(batch.seconds_each for batch in batches)
    counted = [batch for batch in batches if batch.seconds_each <= most_s]
    return BuildRate(
        pixels=batches[0].pixels, payloads=sum(batch.payloads for batch in counted),
        seconds=sum(batch.seconds for batch in counted))
