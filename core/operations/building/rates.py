"""How long payloads take to make, from what earlier builds noted in the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from larder.core.files.journal import JournalAction, JournalRecord
from larder.core.keys.resolution_key import parse_resolution_key

RATES_FIELD: Final = "rates"
"""Field of a BUILT record's detail: a list of `{encoder, resolution, payloads, seconds, bytes}`."""


@dataclass(frozen=True, slots=True)
class BuildRate:
    """What making payloads of one size took.

    Attributes:
        encoder: what people call it.
        resolution: as the index spells the size, "_" for none.
        payloads: how many were made, decoding, encoding and writing included.
        seconds: in how long.
        bytes: their size on disk together.
    """

    encoder: str
    resolution: str
    payloads: int
    seconds: float
    bytes: int

    @property
    def seconds_each(self) -> float:
        """Seconds per payload."""
        return self.seconds / self.payloads

    @property
    def bytes_each(self) -> int:
        """Bytes per payload."""
        return self.bytes // self.payloads


class BuildRates:
    """Rates by size; of one size the latest counts."""

    def __init__(self, rates: Iterable[BuildRate] = ()) -> None:
        self._by_resolution: dict[str, BuildRate] = {}
        for rate in rates:
            self._by_resolution.pop(rate.resolution, None)
            self._by_resolution[rate.resolution] = rate

    def of(self, resolution: str) -> BuildRate | None:
        """The rate of exactly this size."""
        return self._by_resolution.get(resolution)

    def seconds_each(self, resolution: str) -> float | None:
        """Seconds per payload of a size: its own rate, else the latest one scaled by area."""
        known = self.of(resolution)
        if known is not None:
            return known.seconds_each
        area = _area(resolution)
        for rate in reversed(self._by_resolution.values()):
            other = _area(rate.resolution)
            if area and other:
                return rate.seconds_each * area / other
        return None


def rates_in(journal: Iterable[JournalRecord]) -> BuildRates:
    """The rates that BUILT records tell; what cannot be read is passed over."""
    return BuildRates(
        rate for record in journal if record.action == JournalAction.BUILT
        for told in record.detail.get(RATES_FIELD) or ()
        if isinstance(told, Mapping) and (rate := _rate(told)) is not None)


def rates_detail(rates: Iterable[BuildRate]) -> dict[str, Any]:
    """Rates as part of a BUILT record's detail; empty without any."""
    told = [
        {"encoder": rate.encoder, "resolution": rate.resolution, "payloads": rate.payloads,
         "seconds": round(rate.seconds, 6), "bytes": rate.bytes}
        for rate in rates]
    return {RATES_FIELD: told} if told else {}


def _rate(told: Mapping[str, Any]) -> BuildRate | None:
    try:
        rate = BuildRate(
            str(told["encoder"]), str(told["resolution"]), int(told["payloads"]),
            float(told["seconds"]), int(told["bytes"]))
    except (KeyError, TypeError, ValueError):
        return None
    return rate if rate.payloads > 0 and rate.seconds > 0 else None


def _area(resolution: str) -> int:
    try:
        sides = parse_resolution_key(resolution)
    except ValueError:
        return 0
    return 0 if sides is None else sides[0] * sides[1]
