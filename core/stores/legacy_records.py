"""What legacy groups say about themselves: which file each slot was made from, as far as recorded.

The trainer recorded a path as it joined concept folder and file name, without normalising: on
Windows a concept folder "data/a" gives paths with a slash and a backslash. Paths are therefore
compared by the place on this system that they mean, never by their text; those of Windows in
whatever case.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from larder.core.errors import PayloadError
from larder.core.payloads.pt_pickle import LARGEST_PICKLE
from larder.core.stores.legacy_disk_cache import (
    LegacyGroup,
    LegacyVariation,
    read_recorded_items,
    scan_legacy_group,
)
from larder.core.workspace.roots import (
    PathFlavour,
    comparable,
    find_name,
    is_absolute,
    normalised,
    split_last,
)
from larder.core.workspace.samples import caption_of, sample_stem


@dataclass(frozen=True, slots=True)
class VariationRecord:
    """What the aggregate of one variation says.

    Attributes:
        variation: the folder.
        paths: the source of each slot as spelled, None where a text store records none; None as a
            whole when the aggregate was not read.
        sizes: the crop of each slot's source, (height, width), None where not recorded.
        damage: why it cannot be read, "" when it can. The trainer stops at such a file.
    """

    variation: LegacyVariation
    paths: tuple[str | None, ...] | None
    sizes: tuple[tuple[int, int] | None, ...]
    damage: str

    @property
    def count(self) -> int:
        """How many slots it has, by its aggregate, else by the files."""
        if self.paths is not None:
            return len(self.paths)
        return int(self.variation.slots[-1]) + 1 if len(self.variation.slots) else 0

    @property
    def sources(self) -> tuple[str, ...] | None:
        """The source of every slot, None unless all of them are recorded."""
        if self.paths is None or None in self.paths:
            return None
        return tuple(path for path in self.paths if path is not None)


@dataclass(frozen=True, slots=True)
class GroupRecord:
    """One group with what its complete variations say.

    Attributes:
        group: the folder.
        variations: number -> record of each complete variation, ascending.
        problem: why its folders cannot be listed, "" when they can.
    """

    group: LegacyGroup
    variations: Mapping[int, VariationRecord]
    problem: str = ""

    def sources(self) -> tuple[str, ...]:
        """Every source any variation was made from, each once, first variation first."""
        listed: dict[str, None] = {}
        for record in self.variations.values():
            listed.update(dict.fromkeys(record.sources or ()))
        return tuple(listed)

    @property
    def built_ns(self) -> int:
        """When its first variation was completed, 0 when none was."""
        return next((r.variation.aggregate_ns for r in self.variations.values()), 0)


def read_group(store: Path, key: str) -> GroupRecord:
    """List a group and read its aggregates. What cannot be read is noted, not raised."""
    try:
        group = scan_legacy_group(store, key)
    except OSError as error:
        return GroupRecord(_unlisted(key), {}, problem=error.strerror or str(error))
    return GroupRecord(
        group=group,
        variations={
            variation.number: _read_variation(store, key, variation)
            for variation in group.variations
            if variation.complete
        },
    )


def _unlisted(key: str) -> LegacyGroup:
    return LegacyGroup(
        key=key, variations=(), bytes=0, newest="", newest_ns=0, folder_ns=0, strays=())


def _read_variation(store: Path, key: str, variation: LegacyVariation) -> VariationRecord:
    """An aggregate larger than any pickle we read safely (about 60,000 slots) is left unread."""
    if (variation.aggregate_bytes or 0) > LARGEST_PICKLE:
        return VariationRecord(variation, paths=None, sizes=(), damage="")
    try:
        items = read_recorded_items(store, key, variation=variation.number)
    except PayloadError as error:
        return VariationRecord(variation, paths=None, sizes=(), damage=error.problem)
    return VariationRecord(
        variation,
        paths=tuple(item.image_path for item in items),
        sizes=tuple(_height_and_width(item.crop_resolution) for item in items),
        damage="",
    )


def _height_and_width(crop: tuple[int, ...] | None) -> tuple[int, int] | None:
    """Models with frames put their number before height and width."""
    return None if crop is None or len(crop) < 2 else (crop[-2], crop[-1])


class Places:
    """Where recorded paths lie on this system, as texts that can be compared.

    Args:
        resolve: gives the folder on this system that a spelled folder means.
    """

    def __init__(self, resolve: Callable[[str], Path]) -> None:
        self._resolve = resolve
        self._folders: dict[tuple[str, PathFlavour], str] = {}
        self._spelled: dict[str, str] = {}

    def of(self, paths: Iterable[str], *, flavour: PathFlavour) -> list[str]:
        """The place of each path."""
        return [self._place(path, flavour) for path in paths]

    def _place(self, path: str, flavour: PathFlavour) -> str:
        folder, name = split_last(path, flavour)
        known = self._folders.get((folder, flavour))
        if known is None:
            known = str(self._resolve(_portable(folder, flavour)))
            self._folders[folder, flavour] = known
        if flavour is PathFlavour.POSIX:
            return place_in(known, name)
        place = place_in(known, _name_here(known, name))
        # Of what is not there no disk tells the case: the first spelling stands for all.
        return self._spelled.setdefault(comparable(place, flavour), place)


def _name_here(folder: str, name: str) -> str:
    """What a picture is called here; if it is gone, in the case of the caption it left."""
    found = find_name(folder, name, PathFlavour.WINDOWS)
    if found == name:
        caption = caption_of(name)
        found_caption = find_name(folder, caption, PathFlavour.WINDOWS)
        if found_caption != caption:
            return found_caption[:len(sample_stem(name))] + name[len(sample_stem(name)):]
    return found


def place_in(real_folder: str, name: str) -> str:
    """The place of a file whose folder on this system is known."""
    return os.path.normcase(f"{real_folder}/{name}")


def _portable(folder: str, flavour: PathFlavour) -> str:
    """A folder as every system reads it, as far as it is relative."""
    plain = normalised(folder, flavour)
    if flavour is PathFlavour.WINDOWS and not is_absolute(plain, flavour):
        return plain.replace("\\", "/")
    return plain
