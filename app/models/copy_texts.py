"""Texts about copies of a picture: which one is better and why, and how one is turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from larder.app.presentation.sentences import Sentences, core_text, with_values
from larder.core.compare.copy_facts import (
    ADVANTAGES,
    TURN_WORDS,
    Advantage,
    CopyFacts,
    PictureTurn,
    rival_of,
)
from larder.core.compare.picture_turns import INVERSE, TURNS, add_turns

_tr = Sentences("Copies")

BEHIND: Final[Mapping[Advantage, str]] = {
    Advantage.CONCEPT: "in no concept of the config",
    Advantage.PIXELS: "smaller in pixels",
    Advantage.COMPRESSION: "more compressed",
    Advantage.CAPTION: "without a caption",
    Advantage.DATE: "newer by its date",
}
"""What makes a copy worse."""


def turn_word(turn: PictureTurn) -> str:
    """Return how a copy is turned, "" for one that is not."""
    word = TURN_WORDS[turn]
    return core_text(word) if word else ""


def undo_turn(turn: PictureTurn) -> PictureTurn:
    """Return the turn that undoes another one."""
    return TURNS[int(INVERSE[TURNS.index(turn)])]


def turn_between(first: PictureTurn, second: PictureTurn) -> PictureTurn:
    """Return how the second of two copies is turned against the first."""
    return add_turns(undo_turn(first), second)


def better_sentence(copies: Sequence[CopyFacts], best: int, names: Sequence[str]) -> str:
    """Return which copy is the better one, and why; `names` are what to call them."""
    why = _list_advantages(copies[best])
    rival = rival_of(copies, best)
    if rival is None:
        return with_values(_tr("%1 is the better copy: %2."), names[best], why)
    return with_values(
        _tr("%1 is the best copy. Compared with %2: %3."), names[best], names[rival], why)


def lesser_text(copy: CopyFacts) -> str:
    """Return why a copy is not the better one, and what it has that the better one lacks."""
    drawbacks = ", ".join(_tr(BEHIND[one]) for one in copy.behind)
    if not copy.ahead:
        return drawbacks
    return with_values(_tr("%1; but %2"), drawbacks, _list_advantages(copy))


def _list_advantages(copy: CopyFacts) -> str:
    return ", ".join(core_text(ADVANTAGES[one]) for one in copy.ahead)
