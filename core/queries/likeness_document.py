"""The `larder.likeness/1` document: how far every cached picture looks like its source.

Apart from what compares them: a window that only draws it loads none of that.

The `likeness` table, a row per cached file that was compared:

| column | type | meaning |
|---|---|---|
| source | text | as the entry spells it |
| payload | text | relative to its store |
| store | int32 | index into the document's stores |
| likeness | float32 | -1 to 1, see `latent_colours.likeness` |
"""

from __future__ import annotations

import msgspec

from larder.core.quantities import Amount


class LikenessFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The `larder.likeness/1` document.

    Attributes:
        stores: ids of the caches of pictures.
        compared, without_source, without_preview, unreadable: cached files, as of a
            `PictureRanking`.
        unread: cached files that are left to be compared, with the bytes of their pictures.
        usual: the median likeness, 0 where nothing was compared.
        odd: the likeness below which a pair is so unlike that no colours are learnt from it.
        stopped: whether it was cancelled.
    """

    schema: str = "larder.likeness/1"
    stores: tuple[str, ...]
    compared: int
    without_source: int
    without_preview: int
    unreadable: int
    unread: Amount
    usual: float
    odd: float
    stopped: bool = False
