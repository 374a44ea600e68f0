"""Why cached files of a group are in each other's place: what came, went or was renamed since.

Released OneTrainer reads the cached files of a concept by their number in the sorted list of its
pictures. One picture more or less moves all that sort after it.
"""

from __future__ import annotations

import collections
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from larder.core.quantities import counted
from larder.core.survey.document import MixedUpBy
from larder.core.survey.released_sources import Members

if TYPE_CHECKING:
    from larder.core.survey.released_groups import WantedVariation

NAMED: Final = 2
"""Files that a sentence names; the others are counted."""


def name_causes(
    variations: Sequence[WantedVariation], members: Members, contents: Mapping[int, str], *,
    shifted: int, is_text: bool,
) -> tuple[MixedUpBy, ...]:
    """Find what moved the cached files of one group; nothing where nothing tells.

    Args:
        variations: that are read of the group.
        members: the samples, slot by slot.
        contents: of samples whose source was read, 16 hex digits.
        shifted: samples that would be trained with what was made from another.
        is_text: whether captions are cached.
    """
    known = next((one for one in variations if one.sources is not None), None)
    if known is None or known.sources is None or not shifted:
        return ()
    now, before = {*members.places}, {*known.sources.places}
    added = {at: members.pictures[at] for at, place in enumerate(members.places)
             if place not in before}
    removed = {at: known.sources.spelled[at] for at, place in enumerate(known.sources.places)
               if place not in now}
    renamed: list[tuple[str, str]] = []
    if known.origins is not None:
        of_old = _alone({at: known.origins.contents[at] for at in removed
                         if at < len(known.origins)})
        for content, at in _alone({at: contents.get(at, "") for at in added}).items():
            if content in of_old:
                renamed.append((removed.pop(of_old[content]), added.pop(at)))
    if not (added or removed or renamed):
        return ()
    return (MixedUpBy(
        added=tuple(added.values()), removed=tuple(removed.values()), renamed=tuple(renamed),
        entries=shifted,
        text=_text([*added.values()], [*removed.values()], renamed, shifted, is_text=is_text)),)


def _text(
    added: Sequence[str], removed: Sequence[str], renamed: Sequence[tuple[str, str]],
    shifted: int, *, is_text: bool,
) -> str:
    """Such as "You added a.jpg: 192 pictures after it would be trained with the wrong picture."."""
    did = [(f"You added {_names(added)}.", f"You added {_names(added)}:")] if added else []
    did += [(f"You removed {_names(removed)}.", f"You removed {_names(removed)}:")] \
        if removed else []
    before, after = (_names([pair[at] for pair in renamed]) for at in (0, 1))
    did += [(f"You renamed {before} to {after}.", f"You renamed {before} to {after}:")] \
        if renamed else []
    pictures = counted(shifted, "picture")
    wrong = f"{pictures} after it would be trained with the wrong caption." if is_text \
        else f"{pictures} after it would be trained with the wrong picture."
    *earlier, (_, last) = did
    return " ".join((*(sentence for sentence, _ in earlier), last, wrong))


def _alone(contents: Mapping[int, str]) -> dict[str, int]:
    """Content -> the one that has it; captions of several pictures may be the same word."""
    known = collections.Counter(contents.values())
    return {content: at for at, content in contents.items() if content and known[content] == 1}


def _names(spelled: Sequence[str]) -> str:
    """The first names, and how many more there are, in any language."""
    shown = ", ".join(os.path.basename(one.replace("\\", "/"))  # noqa: PTH119 - texts
                      for one in spelled[:NAMED])
    return shown if len(spelled) <= NAMED else f"{shown} (+{len(spelled) - NAMED:,})"
