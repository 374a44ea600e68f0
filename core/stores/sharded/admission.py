"""Whether a value is worth a place on the drive: what it cost to make against what reading costs.

Reading back an uncompressed waveform takes as long as decoding the same WAV file did, and twice its
bytes (30 s at 16 kHz: 1.95 ms each), while a 48 kHz stereo FLAC takes 44 ms. So nothing is assumed;
both sides are measured here, on this computer and this drive.
"""

from __future__ import annotations

from typing import Final

OPENING_S: Final = 50e-6
"""What opening a file costs before anything is known: the slower end of local drives."""

BYTES_PER_S: Final = 1e9
"""Reading and checking, before anything is known: an npz of 0.6 to 28 MB came at 0.5 to 1 GB/s."""

LEAST_GAIN: Final = 1.5
"""A value must cost this many times as much to make as to read; below that it only takes room."""

WEIGHT: Final = 0.1
"""Of each new measurement against all before it."""

SMALL_BYTES: Final = 64 * 1024
"""Payloads up to it tell what opening costs, larger ones what bytes cost."""


class MeasuredAdmission:
    """Learns what reads cost and decides by it. Not to be shared between threads.

    Attributes:
        admitted: values that were worth it.
        refused: values that were not.
    """

    def __init__(self, *, least_gain: float = LEAST_GAIN) -> None:
        self._least_gain = least_gain
        self._opening_s = OPENING_S
        self._s_per_byte = 1 / BYTES_PER_S
        self.admitted = 0
        self.refused = 0

    def note_read(self, size: int, seconds: float) -> None:
        """A value was read.

        Args:
            size: bytes of its payload.
            seconds: how long that took.
        """
        if size <= SMALL_BYTES:
            spent = max(seconds - size * self._s_per_byte, 0.0)
            self._opening_s += WEIGHT * (spent - self._opening_s)
        else:
            spent = max(seconds - self._opening_s, 0.0) / size
            self._s_per_byte += WEIGHT * (spent - self._s_per_byte)

    def reading_s(self, size: int) -> float:
        """Seconds that reading a payload of so many bytes is expected to take."""
        return self._opening_s + size * self._s_per_byte

    def admits(self, size: int, making_s: float) -> bool:
        """Whether a value is worth storing.

        Args:
            size: bytes of its payload.
            making_s: seconds it took to make.
        """
        is_worth_it = making_s >= self._least_gain * self.reading_s(size)
        self.admitted += is_worth_it
        self.refused += not is_worth_it
        return is_worth_it
