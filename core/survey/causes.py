"""Why cached files of a group are in each other's place: what came, went or was renamed since.

Released OneTrainer reads the cached files of a concept by their number in the sorted list of its
pictures. One picture more or less moves all that sort after it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from larder.core.quantities import counted
from larder.core.survey.document import MixedUpBy
from larder.core.survey.released_sources import Members

if TYPE_CHECKING:
    from larder.core.survey.released_groups import WantedVariation

NAMED: Final = 2
"""Files that a sentence names; the rest are counted."""


def name_cause(
    variations: Sequence[WantedVariation], members: Members, contents: Mapping[int, str], *,
    shifted: int, is_text: bool,
) -> MixedUpBy | None:
    """Find what moved the cached files of one group; None where nothing tells.

    Args:
        variations: that are read of the group.
        members: the samples, slot by slot.
        contents: of samples whose source was read, 16 hex digits.
        shifted: samples that would be trained with what was made from another.
        is_text: whether captions are cached.
    """
    known = next((one for one in variations if one.sources is not None), None)
    if known is None or known.sources is None or not shifted:
        return None
    now, before = {*members.places}, {*known.sources.places}
    added = {at: members.pictures[at] for at, place in enumerate(members.places)
             if place not in before}
    removed = {at: known.sources.spelled[at] for at, place in enumerate(known.sources.places)
               if place not in now}
    renamed: list[tuple[str, str]] = []
    if known.origins is not None and not is_text:
        of_content = {known.origins.contents[at]: at for at in removed
                      if at < len(known.origins) and known.origins.contents[at]}
        for at in [*added]:
            former = of_content.get(contents.get(at, ""))
            if former is not None and former in removed:
                renamed.append((removed.pop(former), added.pop(at)))
    if not (added or removed or renamed):
        return None
    did = [*_did("added", [*added.values()]), *_did("removed", [*removed.values()]),
           *_did("renamed", [f"{_name(old)} to {_name(new)}" for old, new in renamed])]
    what = "caption" if is_text else "picture"
    return MixedUpBy(
        added=tuple(added.values()), removed=tuple(removed.values()), renamed=tuple(renamed),
        entries=shifted,
        text=f"You {' and '.join(did)}: {counted(shifted, 'picture')} after it would be trained "
             f"with the wrong {what}.")


def _did(verb: str, names: Sequence[str]) -> Sequence[str]:
    """Such as "added a.jpg", "removed a.jpg, b.jpg and 3 others"; nothing for none."""
    if not names:
        return ()
    shown, left = [*map(_name, names[:NAMED])], len(names) - NAMED
    if left > 0:
        return (f"{verb} {', '.join(shown)} and {left:,} {'other' if left == 1 else 'others'}",)
    return (f"{verb} {' and '.join(shown)}",)


def _name(spelled: str) -> str:
    return os.path.basename(spelled.replace("\\", "/"))  # noqa: PTH119 - texts
