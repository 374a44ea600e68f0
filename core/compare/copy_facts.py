"""Facts about one copy of a picture; `copies` reads them and ranks copies by them."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

LOSSLESS: Final = 101
"""Quality of formats that lose nothing; those of JPEG go from 1 to 100."""

UNKNOWN: Final = 0
"""Quality of what may have lost something, nobody knows how much."""


class PictureTurn(enum.Enum):
    """How a copy is turned against the picture that it is compared with; quarters go clockwise."""

    UPRIGHT = "upright"
    MIRRORED = "mirrored"
    ROTATED_90 = "rotated-90"
    ROTATED_180 = "rotated-180"
    ROTATED_270 = "rotated-270"
    FLIPPED = "flipped"
    MIRRORED_90 = "mirrored-rotated-90"
    MIRRORED_270 = "mirrored-rotated-270"


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
"""What to say of a copy; "" of one that is not turned."""


class Advantage(enum.Enum):
    """In what one copy may be better than another."""

    CONCEPT = "in-concept"
    PIXELS = "more-pixels"
    COMPRESSION = "less-compressed"
    CAPTION = "has-caption"
    DATE = "older"


ADVANTAGES: Final[Mapping[Advantage, str]] = {
    Advantage.CONCEPT: "in the config's concept",
    Advantage.PIXELS: "larger in pixels",
    Advantage.COMPRESSION: "less compressed",
    Advantage.CAPTION: "with a caption",
    Advantage.DATE: "older by its date",
}
"""What to say of the better copy."""


class CopyFacts(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One copy of a picture.

    Attributes:
        width: pixels, as it is shown; 0 where its header cannot be read.
        height: pixels.
        bytes: size of its file, 0 where that is gone.
        mtime_ns: date of its file, nanoseconds since 1970, 0 where that is gone.
        quality: of a JPEG as its encoder was asked, 1 to 100; 101 where nothing is lost, 0 where
            that is not known.
        has_caption: whether its caption file is there; None where none is asked for.
        turn: how it is turned against the first of its group.
        likeness: share of its look that is the first one's, 1.0 for equal bytes; None where
            nobody compared them.
        ahead: in what it is better than the best of its group; of the best, than `rival_of` it.
        behind: in what it is worse than the best.
    """

    width: int = 0
    height: int = 0
    bytes: int = 0
    mtime_ns: int = 0
    quality: int = UNKNOWN
    has_caption: bool | None = None
    turn: PictureTurn = PictureTurn.UPRIGHT
    likeness: float | None = None
    ahead: tuple[Advantage, ...] = ()
    behind: tuple[Advantage, ...] = ()


def rival_of(copies: Sequence[CopyFacts], best: int) -> int | None:
    """Return the position of the copy that the best of several is compared with.

    None of a pair, where it is the other one.
    """
    if len(copies) == 2:
        return None
    return next((at for at, copy in enumerate(copies)
                 if at != best and copy.behind == copies[best].ahead), None)
