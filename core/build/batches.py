"""Puts what has to be made into batches, in the order in which it was decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from larder.core.build.work import CopyUnit, ImageUnit, PromptUnit, Unit

COPIES_TOGETHER: Final = 64


def in_batches(units: Iterable[Unit], size: int) -> Iterator[list[Unit]]:
    """Units as they are encoded: pictures of one size, prompts, or copies together.

    A batch is sent on when it is full or the next picture is of another size. Copies wait for each
    other only; what they are copies of has been sent on before them.
    """
    waiting: list[Unit] = []
    copies: list[Unit] = []
    for unit in units:
        if isinstance(unit, CopyUnit):
            copies.append(unit)
            if len(copies) >= COPIES_TOGETHER:
                yield copies
                copies = []
            continue
        if waiting and (len(waiting) >= size or not _is_of_one_size(waiting[0], unit)):
            yield _sent(waiting)
            waiting = []
        waiting.append(unit)
    if waiting:
        yield _sent(waiting)
    if copies:
        yield copies


def _is_of_one_size(first: Unit, unit: Unit) -> bool:
    if isinstance(first, ImageUnit) and isinstance(unit, ImageUnit):
        return first.image.bucket == unit.image.bucket
    return True


def _sent(units: list[Unit]) -> list[Unit]:
    """Mark prompts, so that nobody adds a recipient any more."""
    for unit in units:
        if isinstance(unit, PromptUnit):
            unit.is_under_way = True
    return units
