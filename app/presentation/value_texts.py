"""The columns that only some kinds of store have, as people read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QCoreApplication

from larder.app.models.value_columns import ValueColumns
from larder.app.presentation.figures import Figures
from larder.app.presentation.preview_texts import rate_text, seconds_text

NONE = "–"

OWN_TITLES: Mapping[str, str] = {
    "height": "Height", "width": "Width", "maker": "Made by", "sample_rate": "Rate",
    "cap": "Cut at", "length": "Length", "section": "Section", "row": "Row", "tokens": "Tokens",
    "leaves": "Leaves"}
"""Heads of columns, before translation."""


def own_title(name: str) -> str:
    """Head of a column."""
    return _tr(OWN_TITLES[name])


def own_text(values: ValueColumns, name: str, place: int | None, figures: Figures) -> str:
    """One cell; a dash where nothing is known."""
    return NONE if place is None else _TEXTS[name](values, place, figures)


def own_facts(
    values: ValueColumns, names: Iterable[str], row: int, figures: Figures,
) -> tuple[tuple[str, str], ...]:
    """(name, value) lines about a value, for the inspector; what is not known is left out."""
    place = values.place(row)
    lines = ((own_title(name), own_text(values, name, place, figures)) for name in names)
    return tuple(line for line in lines if line[1] != NONE)


def _count(name: str) -> Callable[[ValueColumns, int, Figures], str]:
    def text(values: ValueColumns, place: int, figures: Figures) -> str:
        number = int(getattr(values, name)[place])
        return figures.count(number) if number >= 0 else NONE

    return text


def _rate(values: ValueColumns, place: int, figures: Figures) -> str:
    rate = int(values.sample_rate[place])
    return rate_text(rate, figures) if rate >= 0 else NONE


def _cap(values: ValueColumns, place: int, figures: Figures) -> str:
    milliseconds, tokens = int(values.cap_ms[place]), int(values.cap_tokens[place])
    if milliseconds >= 0:
        return seconds_text(milliseconds / 1000, figures)
    return figures.count(tokens) if tokens >= 0 else NONE


def _length(values: ValueColumns, place: int, figures: Figures) -> str:
    samples, rate = int(values.samples[place]), int(values.sample_rate[place])
    return seconds_text(samples / rate, figures) if samples >= 0 and rate > 0 else NONE


def _row(values: ValueColumns, place: int, figures: Figures) -> str:
    """People count from one."""
    number = int(values.row[place])
    return figures.count(number + 1) if number >= 0 else NONE


_TEXTS: Mapping[str, Callable[[ValueColumns, int, Figures], str]] = {
    "height": _count("height"), "width": _count("width"), "tokens": _count("tokens"),
    "leaves": _count("leaves"), "sample_rate": _rate, "cap": _cap, "length": _length, "row": _row,
    "maker": lambda values, place, _: values.maker_of(place) or NONE,
    "section": lambda values, place, _: values.section[place] or NONE,
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Values", text)
