"""Numbers, bytes, ages and dates as people read them."""

from __future__ import annotations

import re
from typing import Final

import msgspec
from PySide6.QtCore import QDateTime, QLocale, Qt

from larder.app.presentation.sentences import Sentences
from larder.core.quantities import IEC_UNITS, SI_UNITS, pixels_text
from larder.core.settings import ByteUnits

_tr = Sentences("Figures")

SECOND_NS = 1_000_000_000
MINUTE_S, HOUR_S, DAY_S = 60, 3600, 86400


_SUFFIXES = {ByteUnits.SI: SI_UNITS, ByteUnits.IEC: IEC_UNITS}
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d\b")
_STEPS = {ByteUnits.SI: 1000, ByteUnits.IEC: 1024}

LATEST_MS: Final = 250_000_000_000_000
"""Milliseconds since 1970 of the latest date that is shown, in the year 9892."""


class Figures(msgspec.Struct):
    """Formats numbers in the user's locale and units.

    One object is shared by a whole window, so that other units reach everything that paints them.
    """

    units: ByteUnits = ByteUnits.IEC
    locale: QLocale = msgspec.field(default_factory=QLocale)

    def count(self, number: int) -> str:
        """A whole number with the locale's group separators."""
        return self.locale.toString(number)

    def bytes(self, number: int) -> str:
        """Bytes with three significant digits at most: "512 B", "8.03 MB", "84 MB"."""
        step = _STEPS[self.units]
        if abs(number) < step:
            return f"{self.locale.toString(number)} B"
        scaled = number / step
        suffixes = iter(_SUFFIXES[self.units])
        suffix = next(suffixes)
        # From 999.5 on it would be shown as 1000 of a unit.
        while abs(scaled) >= step - 0.5 and (larger := next(suffixes, "")):
            scaled, suffix = scaled / step, larger
        digits = 2 if abs(scaled) < 9.995 else 1 if abs(scaled) < 99.95 else 0
        return f"{self.locale.toString(scaled, 'f', digits)} {suffix}"

    def exact_bytes(self, number: int) -> str:
        """Every byte, for tooltips: "8,029,184 bytes"."""
        return _tr("%1 bytes").replace("%1", self.locale.toString(number))

    def percent(self, share: float) -> str:
        """0 to 1 as a percentage that says 0 or 100 only when it is exactly that."""
        if 0 < share < 0.01:
            return _tr("<1 %")
        if 0.99 < share < 1:
            return _tr(">99 %")
        return _tr("%1 %").replace("%1", self.locale.toString(round(share * 100)))

    def number(self, value: float) -> str:
        """A measured value with four significant digits and a true minus."""
        return self.locale.toString(float(value), "g", 4).replace("-", "−")

    def duration(self, seconds: float) -> str:
        """A stretch of time in its largest fitting unit."""
        if seconds < 1:
            return _tr("under 1 s")
        if seconds < MINUTE_S:
            return _tr("%Ln s", round(seconds))
        if seconds < HOUR_S:
            return _tr("%Ln min", round(seconds / MINUTE_S))
        if seconds < 2 * DAY_S:
            return _tr("%Ln h", round(seconds / HOUR_S))
        return _tr("%Ln days", round(seconds / DAY_S))

    def about(self, seconds: float) -> str:
        """The same of what is to come: "about 3 min"; under a second that says it all."""
        text = self.duration(seconds)
        return text if seconds < 1 else _tr("about %1").replace("%1", text)

    def age(self, then_ns: int, now_ns: int) -> str:
        """How long ago something was."""
        seconds = (now_ns - then_ns) / SECOND_NS
        if seconds < MINUTE_S:
            return _tr("just now")
        if seconds < HOUR_S:
            return _tr("%Ln minutes ago", int(seconds // MINUTE_S))
        if seconds < 2 * DAY_S:
            return _tr("%Ln hours ago", int(seconds // HOUR_S))
        return _tr("%Ln days ago", int(seconds // DAY_S))

    def moment(self, when_ns: int) -> str:
        """Date and time in the locale's short form."""
        return self.locale.toString(_moment(when_ns), QLocale.FormatType.ShortFormat)

    def day(self, when_ns: int) -> str:
        """Return the date alone, in the locale's short form."""
        return self.locale.toString(_moment(when_ns).date(), QLocale.FormatType.ShortFormat)

    def write_dates(self, text: str) -> str:
        """A sentence of core's with its dates, 2026-11-20 14:03, as this system writes them."""
        return _DATE.sub(
            lambda found: self.locale.toString(
                QDateTime.fromString(found.group().replace(" ", "T"), Qt.DateFormat.ISODate),
                QLocale.FormatType.ShortFormat), text)

    def clock(self, when_ns: int) -> str:
        """Time of day without seconds."""
        return self.locale.toString(_moment(when_ns).time(), QLocale.FormatType.ShortFormat)


def _moment(when_ns: int) -> QDateTime:
    # Records come from anybody: Qt takes 64 bits and raises beyond.
    return QDateTime.fromMSecsSinceEpoch(min(max(when_ns // 1_000_000, -LATEST_MS), LATEST_MS))


def resolution_text(key: str) -> str:
    """"1280 × 832" of "832x1280": payload names have the height first, people the width."""
    from larder.core.keys.payload_names import parse_resolution_key  # numpy: not at the start

    size = parse_resolution_key(key) if key else None
    return "" if size is None else pixels_text(size)
