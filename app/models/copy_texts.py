"""Texts about copies of a picture: which one is better and why, and how one is turned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from larder.app.presentation.sentences import Sentences, with_values
from larder.core.compare.copy_facts import Advantage, CopyFacts, PictureTurn, rival_of
from larder.core.compare.picture_turns import INVERSE, TURNS, add_turns

_tr = Sentences("Copies")

AHEAD: Final[Mapping[Advantage, str]] = {
    Advantage.CONCEPT: "in the config's concept",
    Advantage.PIXELS: "larger in pixels",
    Advantage.COMPRESSION: "less compressed",
    Advantage.CAPTION: "with a caption",
    Advantage.DATE: "older by its date",
}
"""What makes a copy better."""

BEHIND: Final[Mapping[Advantage, str]] = {
    Advantage.CONCEPT: "in no concept of the config",
    Advantage.PIXELS: "smaller in pixels",
    Advantage.COMPRESSION: "more compressed",
    Advantage.CAPTION: "without a caption",
    Advantage.DATE: "newer by its date",
}
"""What makes a copy worse."""

TURN_WORDS: Final[Mapping[PictureTurn, str]] = {
    PictureTurn.UPRIGHT: "",
    PictureTurn.MIRRORED: "mirrored left to right",
    PictureTurn.ROTATED_90: "rotated 90° clockwise",
    PictureTurn.ROTATED_180: "rotated 180°",
    PictureTurn.ROTATED_270: "rotated 90° counterclockwise",
    PictureTurn.FLIPPED: "mirrored top to bottom",
    PictureTurn.MIRRORED_90: "mirrored and rotated 90° clockwise",
    PictureTurn.MIRRORED_270: "mirrored and rotated 90° counterclockwise",
}


def turn_word(turn: PictureTurn) -> str:
    """Return how a copy is turned, "" for one that is not."""
    word = TURN_WORDS[turn]
    return _tr(word) if word else ""


def undo_turn(turn: PictureTurn) -> PictureTurn:
    """Return the turn that undoes another one."""
    return TURNS[int(INVERSE[TURNS.index(turn)])]


def turn_between(first: PictureTurn, second: PictureTurn) -> PictureTurn:
    """Return how the second of two copies is turned against the first."""
    return add_turns(undo_turn(first), second)


def better_sentence(copies: Sequence[CopyFacts], best: int, names: Sequence[str]) -> str:
    """Return which copy is the better one, and why; `names` are what to call them."""
    why = _listed(AHEAD, copies[best].ahead)
    rival = rival_of(copies, best)
    if rival is None:
        return with_values(_tr("%1 is the better copy: %2."), names[best], why)
    return with_values(
        _tr("%1 is the best copy. Compared with %2: %3."), names[best], names[rival], why)


def lesser_text(copy: CopyFacts) -> str:
    """Return why a copy is not the better one, and what it has that the better one lacks."""
    drawbacks = _listed(BEHIND, copy.behind)
    if not copy.ahead:
        return drawbacks
    return with_values(_tr("%1; but %2"), drawbacks, _listed(AHEAD, copy.ahead))


def _listed(words: Mapping[Advantage, str], chosen: Iterable[Advantage]) -> str:
    return ", ".join(_tr(words[one]) for one in chosen)
