"""How fast an encoder is, and whether it is worth a thread of its own.

While an encoder computes elsewhere, other threads look, decode and write. Behind one that is done
at once they only take turns with it for the interpreter. Where it takes a tenth of a millisecond
per payload, one thread alone is a quarter faster; at three tenths it is a third slower.

What a payload takes is the time from the end of one batch to the end of the next, so decoding and
writing count as far as the encoder waits for them. Up to the end of the first batch a model is
loaded and a device woken up: that is the start, which later payloads do not pay again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

QUICK_S: Final = 0.0002
"""Seconds per payload; an encoder that takes less is quick."""

BATCHES: Final = 4
"""The quickest of so many counts: any single one may have waited for another thread's turn."""

REMEMBERED: Final = 1024
"""Batches of one size that its time is told from."""

OUTLIER: Final = 4.0
"""A batch that took so many times the usual waited for something else: thousands of sources whose
payloads were there already, a computer that slept."""


class EncoderPace:
    """The pace of the last batches."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=BATCHES)

    def note(self, seconds: float, payloads: int) -> None:
        """Note a batch of which so many payloads were encoded."""
        if payloads:
            self._seconds.append(seconds / payloads)

    @property
    def is_quick(self) -> bool:
        """Whether encoding takes next to no time; False before anything was encoded."""
        return min(self._seconds, default=QUICK_S) < QUICK_S


@dataclass(frozen=True, slots=True)
class TimedPayloads:
    """Payloads of one size, and the seconds they took together."""

    payloads: int
    seconds: float

    @property
    def seconds_each(self) -> float:
        """Seconds per payload."""
        return self.seconds / self.payloads


class WorkPace:
    """What the payloads of one store take, size by size; used from the encoder's thread."""

    def __init__(self, clock_s: Callable[[], float]) -> None:
        """Make ready; `clock_s` stands still while the build is paused, seconds."""
        self._clock_s = clock_s
        self._marked_s: float | None = None
        self._first: tuple[int, TimedPayloads] | None = None
        self._batches: dict[int, deque[TimedPayloads]] = {}

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
        batch = TimedPayloads(payloads, now_s - before)
        if self._first is None:
            self._first = pixels, batch
        else:
            self._batches.setdefault(pixels, deque(maxlen=REMEMBERED)).append(batch)

    def sizes(self) -> Mapping[int, TimedPayloads]:
        """What payloads take by their pixels, the start and waiting left out."""
        return {pixels: timed for pixels, batches in self._batches.items()
                if (timed := _usual(list(batches))).seconds > 0}

    def first(self) -> Mapping[int, TimedPayloads]:
        """What the first batch took, by its pixels: all of it, with whatever came before."""
        return {} if self._first is None else dict([self._first])

    def start_s(self, sizes: Mapping[int, TimedPayloads] | None = None) -> float:
        """Seconds that the start took beyond the work of the first batch; 0.0 if not known.

        Args:
            sizes: what payloads take, None for what was noted here.
        """
        known = self.sizes() if sizes is None else sizes
        if self._first is None or not known:
            return 0.0
        pixels, first = self._first
        like = known.get(pixels) or next(iter(known.values()))
        return max(first.seconds - like.seconds_each * first.payloads, 0.0)


def _usual(batches: list[TimedPayloads]) -> TimedPayloads:
    """All batches but those that waited for something else."""
    most_s = OUTLIER * median(batch.seconds_each for batch in batches)
    counted = [batch for batch in batches if batch.seconds_each <= most_s]
    return TimedPayloads(
        sum(batch.payloads for batch in counted), sum(batch.seconds for batch in counted))
