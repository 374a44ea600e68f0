"""Which change of a concept's pictures is named as what moved its cached files: only what is sure.

Pictures have one letter; one with a capital lies in a folder below.
"""

from __future__ import annotations

import numpy as np
import pytest

from larder.core.stores.released.groups import ReleasedVariation
from larder.core.stores.released.slot_origins import SlotOrigins
from larder.core.stores.released.slots import Origin
from larder.core.survey.causes import name_causes
from larder.core.survey.document import MixedUpBy
from larder.core.survey.released.groups import SlotSources, WantedVariation
from larder.core.survey.released.sources import GroupSamples


def spelled(letters: str) -> tuple[str, ...]:
    return tuple(f"{one}.png" if one.islower() else f"below/{one.lower()}.png" for one in letters)


def places(letters: str) -> list[str]:
    return [f"/data/{picture}" for picture in spelled(letters)]


def made_of(
    letters: str, *, contents: str = "", slots: int | None = None, is_listed: bool = True
) -> WantedVariation:
    """A variation; `contents` of its slots where they are noted, a dot for one that is not."""
    there = np.arange(len(letters) if slots is None else slots, dtype=np.int64)
    sources = SlotSources(places(letters), spelled(letters), from_images=False)
    return WantedVariation(
        number=0, variation=ReleasedVariation(0, there, there, there, there + 100, 1, 200),
        count=len(letters), sources=sources if is_listed else None, damage="",
        origins=SlotOrigins.of([
            None if one == "." else Origin(picture="", content=one, bytes=1, mtime_ns=1)
            for one in contents]) if contents else None)


def causes(
    now: str, *made: WantedVariation, shifted: int = 3, contents: str = "", is_text: bool = False
) -> tuple[MixedUpBy, ...]:
    """Causes where pictures are older than what was cached; `contents` of those that were read."""
    numbers = np.ones(len(now), dtype=np.int64)
    members = GroupSamples(
        numbers.astype(np.int16), spelled(now), places(now), numbers, mtimes_ns=numbers)
    return name_causes(
        made, members, {at: one for at, one in enumerate(contents) if one != "."},
        shifted=shifted, is_text=is_text)


@pytest.mark.parametrize(("now", "contents", "before", "told"), [
    pytest.param("bxc", "", made_of("abc"), ("", "", "ax"), id="renamed"),
    pytest.param("abc", "", made_of("abc"), None, id="two took each other's place"),
    pytest.param("bAc", "", made_of("abc"), ("A", "a", ""), id="into another folder"),
    pytest.param("bxc", "", made_of("abc", slots=0), ("x", "a", ""), id="without dates"),
    pytest.param("bcx", "..1", made_of("abc", contents="123"), ("", "", "ax"), id="equal content"),
    pytest.param("bcx", "...", made_of("abc", contents=".23"), ("x", "a", ""), id="no content"),
    pytest.param("cx", ".1", made_of("abc", contents="112"), ("x", "ab", ""), id="of two"),
    pytest.param("abx", "..1", made_of("abc", contents="1."), ("x", "c", ""), id="not noted"),
    pytest.param("bc", "..", made_of("abc", contents="123"), ("", "a", ""), id="removed"),
])
def test_a_change_is_called_what_is_sure_of_it(
    now: str, contents: str, before: WantedVariation, told: tuple[str, str, str] | None
) -> None:
    unlisted = made_of("abc", is_listed=False)
    found = causes(now, unlisted, before, contents=contents)
    assert [(one.added, one.removed, one.renamed) for one in found] == ([] if told is None else [
        (spelled(told[0]), spelled(told[1]), (spelled(told[2]),) if told[2] else ())])
    assert causes(now, unlisted, before, contents=contents, shifted=0) == ()
    assert causes(now, unlisted) == ()


@pytest.mark.parametrize(("now", "shifted", "told"), [
    ("xbc", 1, ". If so, its cached file is right, but no record proves it."),
    ("xbc", 2, ": 2 pictures after it would be trained with the wrong picture."),
    ("bxc", 1, ": 1 picture after it would be trained with the wrong picture.")])
def test_only_a_picture_renamed_in_its_place_may_be_right(
    now: str, shifted: int, told: str
) -> None:
    (cause,) = causes(now, made_of("abc"), shifted=shifted)
    assert cause.text == f"It seems that you renamed a.png to x.png{told}"
