"""Sizes and durations as people write them: "10GB", "1.5 GiB", "90d", "384x512"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec

from larder.core.errors import UserFacingError

Number = TypeVar("Number", int, float)

IEC_UNITS: Final = ("KiB", "MiB", "GiB", "TiB", "PiB")
"""Powers of 1024."""

SI_UNITS: Final = ("kB", "MB", "GB", "TB", "PB")
"""Powers of 1000."""

BYTES_PER_UNIT: Final = {
    "": 1, "b": 1,
    **{spelled: 1000 ** power for power, unit in enumerate(SI_UNITS, 1)
       for spelled in (unit.lower(), unit[0].lower())},
    **{spelled: 1024 ** power for power, unit in enumerate(IEC_UNITS, 1)
       for spelled in (unit.lower(), unit[:2].lower())},
}
"""What a unit means wherever one is typed (IEC 80000-13): M and MB are 1000², Mi and MiB 1024²."""

MOST_BYTES: Final = 2**63 - 1
"""No file is larger, and no column of sizes holds more."""

SECONDS_PER_UNIT: Final = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}

_NUMBER: Final = re.compile(
    r"\s*([0-9]{1,19})(?:(?:\.([0-9]{1,9})|,([0-9]{1,2})))?\s*([A-Za-z]*)\s*")
"""A comma before three digits may be meant as thousands, so it is taken for neither."""


class Amount(msgspec.Struct, frozen=True):
    """Files, those of trees and released groups counted one by one, and their size."""

    files: int = 0
    bytes: int = 0


def parse_size(text: str, *, least: int = 1) -> int:
    """Bytes; what is less than one is left off.

    Args:
        text: a number, maybe with decimals, and a unit of `BYTES_PER_UNIT` in any case.
        least: smaller ones are refused.

    Raises:
        UserFacingError: if it is no size, or not one from `least` to `MOST_BYTES`.
    """
    found = _NUMBER.fullmatch(text)
    factor = BYTES_PER_UNIT.get(found[4].lower()) if found else None
    size = -1
    if found and factor:
        # In whole numbers: as a float 1.15 is a little less, and its gigabytes a byte short.
        decimals = found[2] or found[3] or ""
        size = int(found[1] + decimals) * factor // 10 ** len(decimals)
    if not least <= size <= MOST_BYTES:
        raise UserFacingError(
            f"{text!r} is not a size.", "Write it as 10GB, 500MB or 2GiB.")
    return size


def parse_duration(text: str) -> float:
    """Seconds.

    Raises:
        UserFacingError: if it is no duration.
    """
    found = _NUMBER.fullmatch(text)
    factor = SECONDS_PER_UNIT.get(found[4].lower()) if found else None
    if found is None or factor is None:
        raise UserFacingError(
            f"{text!r} is not a duration.", "Write it as 90d, 12h, 30m or 4w.")
    return float(f"{found[1]}.{found[2] or found[3] or 0}") * factor


def parse_picture_size(text: str) -> tuple[int, int]:
    """(height, width) in pixels.

    Raises:
        UserFacingError: if it is no size of a picture.
    """
    height, _, width = text.strip().lower().partition("x")
    if not (height.isdecimal() and width.isdecimal() and int(height) and int(width)):
        raise UserFacingError(f"{text!r} is not a size.", "Write it as 384x512, height first.")
    return int(height), int(width)


def format_exact_size(size: int) -> str:
    """Bytes as `parse_size` reads them back, in the largest unit that says it in whole numbers."""
    pairs = zip(reversed(SI_UNITS), reversed(IEC_UNITS), strict=True)
    for unit in (unit for pair in pairs for unit in pair):
        if size and size % BYTES_PER_UNIT[unit.lower()] == 0:
            return f"{size // BYTES_PER_UNIT[unit.lower()]}{unit}"
    return f"{size}B"


def size_text(count: int) -> str:
    """Bytes in IEC units with one decimal, "512 B" below 1 KiB."""
    size, unit = float(count), "B"
    for larger in IEC_UNITS:
        if abs(size) < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:.0f} B" if unit == "B" else f"{size:,.1f} {unit}"


def pixels_text(size: tuple[int, int]) -> str:
    """Return (height, width) as people write it: "1216 × 832", the width first."""
    return f"{size[1]} × {size[0]}"


def sum_if_known(amounts: Iterable[Number | None]) -> Number | None:
    """All of them together, None where one is not known."""
    total: Number | None = 0
    for amount in amounts:
        total = None if total is None or amount is None else total + amount
    return total


def pluralize(count: int, noun: str) -> str:
    """"1 file", "2,000 files"."""
    if count == 1:
        return f"1 {noun}"
    ends_in_ies = noun.endswith("y") and noun[-2:-1] not in "aeiou"
    plural = f"{noun[:-1]}ies" if ends_in_ies else f"{noun}s"
    return f"{count:,} {plural}"


def moment_text(seconds: float, *, to: str = "minutes") -> str:
    """Return a local time; a date that no calendar has is shown as the number it is.

    Args:
        seconds: since 1970.
        to: the last part that is shown, as `datetime.isoformat` names it.
    """
    import datetime

    try:
        return datetime.datetime.fromtimestamp(seconds).isoformat(" ", to)
    except (OverflowError, ValueError, OSError):
        return f"{seconds:.0f} s"
