"""Why cached files of a group are in each other's place: what came, went or was renamed since.

Released OneTrainer reads the cached files of a concept by their number in the sorted list of its
pictures. One picture more or less moves all that sort after it.
"""

from __future__ import annotations

import collections
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from larder.core.quantities import pluralize
from larder.core.survey.document import MixedUpBy
from larder.core.survey.released.sources import GroupSamples
from larder.core.workspace.roots import flavour_of, split_last

if TYPE_CHECKING:
    from larder.core.survey.released.groups import WantedVariation

NAMED: Final = 2
"""Files that a sentence names; the others are counted."""


def name_causes(
    variations: Sequence[WantedVariation], members: GroupSamples, contents: Mapping[int, str], *,
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
    # Few as a rule, and then what is asked of each place is quick.
    came, went = now - before, before - now
    added = {at: members.pictures[at] for at, place in enumerate(members.places)
             if place in came}
    removed = {at: known.sources.spelled[at] for at, place in enumerate(known.sources.places)
               if place in went}
    renamed: list[tuple[str, str]] = []
    if known.origins is not None:
        of_old = _alone({at: known.origins.contents[at] for at in removed
                         if at < len(known.origins)})
        for content, at in _alone({at: contents.get(at, "") for at in added}).items():
            if content in of_old:
                renamed.append((removed.pop(of_old[content]), added.pop(at)))
    elif _seems_renamed(known, members, added, removed):
        (before_at, old), (now_at, new) = *removed.items(), *added.items()
        return (MixedUpBy(
            renamed=((old, new),), concept=int(members.concept[0]), entries=shifted, text=_guess(
                old, new, shifted, is_text=is_text, is_in_place=before_at == now_at)),)
    if not (added or removed or renamed):
        return ()
    return (MixedUpBy(
        added=tuple(added.values()), removed=tuple(removed.values()), renamed=tuple(renamed),
        concept=int(members.concept[0]), entries=shifted,
        text=_text([*added.values()], [*removed.values()], renamed, shifted, is_text=is_text)),)


def _seems_renamed(
    known: WantedVariation, members: GroupSamples, added: Mapping[int, str],
    removed: Mapping[int, str],
) -> bool:
    """Return whether one picture has another name now, where no content is known.

    A new name in the folder of the one that went, for a file that is older than what was cached.
    """
    if len(added) != 1 or len(removed) != 1 or known.variation is None \
            or not len(known.variation.slot_ns):
        return False
    (at, new), (old,) = *added.items(), removed.values()
    flavour = flavour_of(new)
    (above_old, name_old), (above_new, name_new) = (
        split_last(one, flavour) for one in (old, new))
    return above_old == above_new and _ending(name_old) == _ending(name_new) \
        and int(members.mtimes_ns[at]) < int(known.variation.slot_ns.min())


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower()


def _guess(old: str, new: str, shifted: int, *, is_text: bool, is_in_place: bool) -> str:
    """Such as "It seems that you renamed a.jpg to b.jpg: 7 pictures after it would be trained …".

    `is_in_place`: under the new name it sorts where it did.
    """
    before, after = names_text([old]), names_text([new])
    if is_in_place and shifted == 1:
        return (f"It seems that you renamed {before} to {after}. If so, its cached file is right, "
                "but no record proves it.")
    return f"It seems that you renamed {before} to {after}: {_wrong(shifted, is_text=is_text)}"


def _wrong(shifted: int, *, is_text: bool) -> str:
    pictures = pluralize(shifted, "picture")
    return f"{pictures} after it would be trained with the wrong caption." if is_text \
        else f"{pictures} after it would be trained with the wrong picture."


def _text(
    added: Sequence[str], removed: Sequence[str], renamed: Sequence[tuple[str, str]],
    shifted: int, *, is_text: bool,
) -> str:
    """Such as "You added a.jpg: 192 pictures after it would be trained with the wrong picture."."""
    did = [(f"You added {names_text(added)}.", f"You added {names_text(added)}:")] if added else []
    did += [(f"You removed {names_text(removed)}.", f"You removed {names_text(removed)}:")] \
        if removed else []
    before, after = (names_text([pair[at] for pair in renamed]) for at in (0, 1))
    did += [(f"You renamed {before} to {after}.", f"You renamed {before} to {after}:")] \
        if renamed else []
    *earlier, (_, last) = did
    return " ".join((
        *(sentence for sentence, _ in earlier), last, _wrong(shifted, is_text=is_text)))


def _alone(contents: Mapping[int, str]) -> dict[str, int]:
    """Content -> the one that has it; captions of several pictures may be the same word."""
    known = collections.Counter(contents.values())
    return {content: at for at, content in contents.items() if content and known[content] == 1}


def names_text(spelled: Sequence[str], count: int = 0) -> str:
    """Return the first names of paths, and how many more there are: "a.jpg, b.jpg and 3 more".

    `count` is how many there are where not all are given.
    """
    return join_few([os.path.basename(one.replace("\\", "/"))  # noqa: PTH119 - texts
                     for one in spelled[:NAMED]], count or len(spelled))


def join_few(names: Sequence[str], count: int = 0) -> str:
    """Return the first of some names, and how many more there are; `count` as in `names_text`."""
    count = count or len(names)
    shown = ", ".join(names[:NAMED])
    return shown if count <= NAMED else f"{shown} and {count - NAMED:,} more"
