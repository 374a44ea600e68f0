"""What the inspector says of an array."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from larder.app.models.array_facts import ArrayFacts
from larder.app.presentation.figures import Figures

SHOWN_DIGITS = 12
"""Digits of a digest where there is no room for all 64."""


def shape_text(array: ArrayFacts) -> str:
    """"16×128×128 bfloat16"."""
    shape = "×".join(str(side) for side in array.shape) or _tr("one value")
    return f"{shape} {array.dtype}"


def figures_text(array: ArrayFacts, figures: Figures) -> str:
    """"mean 0.02 · σ 0.9 · −3.1 to 2.8", "" where there are no numbers."""
    parts = []
    if array.mean is not None:
        parts.append(_tr("mean %1").replace("%1", figures.number(array.mean)))
    if array.std is not None:
        parts.append(_tr("σ %1").replace("%1", figures.number(array.std)))
    if array.minimum is not None and array.maximum is not None:
        span = _tr("%1 to %2").replace("%1", figures.number(array.minimum))
        parts.append(span.replace("%2", figures.number(array.maximum)))
    return " · ".join(parts)


def array_tooltip(array: ArrayFacts, figures: Figures) -> str:
    """Its name, every byte, the first values, and the digest of all of them."""
    lines = [array.name, figures.exact_bytes(array.bytes)]
    if array.first_five:
        lines.append(_tr("begins with %1").replace("%1", _first_values(array, figures)))
    return "\n".join([*lines, f"sha256 {array.sha256}"])


def digest_text(array: ArrayFacts, figures: Figures) -> str:
    """"sha256 3f2a91c0d4e7 · −0.5, 2 …"; the digest's first digits tell arrays apart."""
    parts = [f"sha256 {array.sha256[:SHOWN_DIGITS]}"] if array.sha256 else []
    if array.first_five:
        parts.append(f"{_first_values(array, figures)} …")
    return " · ".join(parts)


def fault_text(array: ArrayFacts, figures: Figures) -> str:
    """What no encoder gives, "" when there is nothing of it."""
    parts = []
    if array.nan_count:
        parts.append(_tr("%1 NaN").replace("%1", figures.count(array.nan_count)))
    if array.inf_count:
        parts.append(_tr("%1 infinite").replace("%1", figures.count(array.inf_count)))
    if array.is_all_zero:
        parts.append(_tr("all zero"))
    return ", ".join(parts)


def _first_values(array: ArrayFacts, figures: Figures) -> str:
    return ", ".join(value if isinstance(value, str) else figures.number(float(value))
                     for value in array.first_five)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Arrays", text)
