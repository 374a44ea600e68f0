"""Rows of a comparison: one setting, and what its change does to one store."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from larder.core.keys.recipe import RecipeValue


class Invalidates(enum.Enum):
    """What a change makes useless, or asks for anew."""

    IMAGE = "image"
    TEXT = "text"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One setting, and what its change does to one store.

    Attributes:
        setting: its name in the config, or in the concept.
        concept: the concept it is of, "" for the config's own.
        old: its value now.
        new: its value in the other config.
        invalidates: whose payloads.
        items: samples whose payloads have to be made.
        payloads: files to write for them.
        bytes: size of those files, about; None if there is nothing to tell it from.
        bytes_now: what payloads of the same samples take up now.
        seconds: how long a build would take, None while no build was journalled.
        why: one sentence.
    """

    setting: str
    concept: str
    old: RecipeValue
    new: RecipeValue
    invalidates: Invalidates
    items: int
    payloads: int
    bytes: int | None
    bytes_now: int
    seconds: float | None
    why: str


def row_document(row: ChangeRow) -> dict[str, Any]:
    """A row as plain values."""
    return {
        "setting": row.setting, "concept": row.concept, "old": row.old, "new": row.new,
        "invalidates": row.invalidates.value, "items": row.items, "payloads": row.payloads,
        "bytes": row.bytes, "bytes_now": row.bytes_now, "seconds": row.seconds, "why": row.why}
