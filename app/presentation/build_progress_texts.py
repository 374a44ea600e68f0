"""What the jobs panel says of a whole build."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from larder.app.models.build_progress import BuildProgress
from larder.app.presentation.figures import Figures

SLOW = 1.0
"""Payloads per second below which it is told how long one takes."""


def whole_text(
    meter: BuildProgress, figures: Figures, now_s: float, *, is_paused: bool = False
) -> str:
    """"812 of 900 · 6.1/s · about 14 s left", as far as it is known; paused, only how far."""
    parts = [_tr("%1 of %2").replace("%1", figures.count(meter.done))
             .replace("%2", figures.count(meter.total))]
    if is_paused:
        return parts[0]
    rate = meter.rate
    if rate:
        parts.append(_rate_text(rate, figures))
    left = meter.left_s(now_s)
    if left is not None and meter.done < meter.total:
        parts.append(_tr("about %1 left").replace("%1", figures.duration(left)))
    return " · ".join(parts)


def _rate_text(rate: float, figures: Figures) -> str:
    if rate >= SLOW:
        return _tr("%1/s").replace("%1", figures.locale.toString(rate, "f", 1 if rate < 100 else 0))
    return _tr("%1 s each").replace("%1", figures.locale.toString(1 / rate, "f", 1))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Jobs", text)
