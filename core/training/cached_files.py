"""Which payload a sample's turn is served from, in either layout of the trainer.

The crop of each is known without opening it: the index or the aggregate of the variation says it.
Only where an index does not (an older trainer wrote it, or frames count too) is the payload asked,
once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

import msgspec

from larder.core.encoders.draws import ModulePositions, SampleDraws
from larder.core.errors import PayloadError, WorkspaceError
from larder.core.files.folder_scan import scan_folder
from larder.core.payloads.pt_file import list_pt
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.stores.released.groups import GroupRecord, slot_name
from larder.core.survey.variants import NO_SIZE, WantedSize, list_wanted_buckets
from larder.core.workspace.bucketing import Size

CROP_NAME: Final = "crop_resolution"

Crop = tuple[int, ...]
"""Height and width of a crop, the number of frames before them where a model has such an axis."""

Choice = tuple[int, bool]
"""Number of a variant, and whether it is the one that is asked for."""


class Sample(msgspec.Struct, frozen=True, gc=False):
    """One sample of a trainer's list.

    Attributes:
        concept: index of its concept.
        position: its place in the whole list, which decides its draws.
        picture: its picture as the trainer spells it.
        place: where the picture lies on this system, "" where that plays no part.
    """

    concept: int
    position: int
    picture: str
    place: str = ""


class CachedPayload(msgspec.Struct, frozen=True, gc=False):
    """One payload.

    Attributes:
        name: relative to its store's folder.
        crop: of its picture, None in a store of captions.
        is_wanted: False if it is of another size than this epoch asks for, which is not cached.
    """

    name: str
    crop: Crop | None
    is_wanted: bool = True


class CachedFiles(Protocol):
    """The payloads of the samples in one store; samples by number."""

    @property
    def path(self) -> Path:
        """The path of the store's folder."""
        ...

    def find(self, sample: int, variation: int, epoch: int) -> CachedPayload | None:
        """The payload that serves a sample, None where nothing lists one."""
        ...

    def absent(self, names: Sequence[str]) -> frozenset[str]:
        """Those of some payloads that are not on disk; those seen before are not looked for."""
        ...


class Variant(msgspec.Struct, frozen=True, gc=False):
    """The payloads of a source at one size.

    Attributes:
        stem: their name without variation and suffix.
        size: (height, width), None in a store of captions.
        crop: as stored, None where the payload has to be asked.
    """

    stem: str
    size: Size | None = None
    crop: Crop | None = None


def first_variant(_sample: int, _epoch: int, _variants: Sequence[Variant]) -> Choice:
    """Choose the first variant: for captions, and for pictures whose size nothing decides."""
    return 0, True


def rotate_sizes(sample: int, epoch: int, variants: Sequence[Variant]) -> Choice:
    """Takes turns through the cached sizes, as the trainer does without sources.

    The variants must be sorted by the keys that the index has for them.
    """
    return (epoch * 0x9E3779B1 + sample * 0x85EBCA77) % len(variants), True


@dataclass(frozen=True, slots=True)
class TargetSizes:
    """Asks for the size that the config wants of a sample, drawn anew each time of several.

    Attributes:
        wanted: by index of the concept.
        size_of: gives (height, width) of a sample's upright picture, None where it is not known.
    """

    samples: Sequence[Sample]
    wanted: Mapping[int, WantedSize]
    size_of: Callable[[int], Size | None]
    positions: ModulePositions

    def __call__(self, sample: int, epoch: int, variants: Sequence[Variant]) -> Choice:
        """The variant of the size that the epoch asks for, else of another target, else the first.

        So does the trainer, once nothing was built for the size.
        """
        asked = self.of(sample, epoch)
        for place, size in enumerate(asked):
            for number, variant in enumerate(variants):
                if variant.size == size:
                    return number, place == 0
        return 0, not asked

    def of(self, sample: int, draw: int) -> tuple[Size, ...]:
        """The sizes of a sample, that of the draw first; none where nothing decides them.

        An index is asked for another one in each epoch; a released trainer drew one for each
        variation as it cached.
        """
        one = self.samples[sample]
        wanted = self.wanted[one.concept]
        if wanted.targets is None:
            return ()
        size = None if wanted.targets.fixed is not None else self.size_of(sample)
        edges = wanted.targets.edges
        if wanted.bucketing and edges and size is None:
            return ()
        if len(set(edges)) < 2:
            return list_wanted_buckets(wanted, size)
        drawn = SampleDraws(self.positions, draw, one.position).target(edges)
        return tuple(dict.fromkeys(
            (*list_wanted_buckets(wanted, size, [drawn]), *list_wanted_buckets(wanted, size))))


@dataclass(slots=True)
class IndexedFiles:
    """Payloads that an index lists.

    Attributes:
        variants: of each sample; none where the index has no row for it.
        choose: which of them serves a sample in an epoch.
        has_crops: whether the payloads are of pictures.
    """

    path: Path
    variants: Sequence[tuple[Variant, ...]]
    choose: Callable[[int, int, Sequence[Variant]], Choice]
    has_crops: bool
    _crops: dict[str, Crop | None] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)

    def find(self, sample: int, variation: int, epoch: int) -> CachedPayload | None:
        """Return the payload of a sample's variation in an epoch; see `CachedFiles.find`."""
        variants = self.variants[sample]
        if not variants:
            return None
        number, is_wanted = self.choose(sample, epoch, variants)
        variant = variants[number]
        name = f"{variant.stem}_{variation + 1}.pt"
        return CachedPayload(name, self._crop(variant) if self.has_crops else None, is_wanted)

    def absent(self, names: Sequence[str]) -> frozenset[str]:
        """As everywhere, by one listing of the folder if any was not seen before."""
        unseen = [name for name in names if name not in self._seen]
        if not unseen:
            return frozenset()
        self._seen.update(sizes_in(self.path))
        return frozenset(name for name in unseen if name not in self._seen)

    def _crop(self, variant: Variant) -> Crop | None:
        if variant.crop is not None:
            return variant.crop
        if variant.stem not in self._crops:
            self._crops[variant.stem] = _read_crop(self.path / f"{variant.stem}_1.pt")
        return self._crops[variant.stem] or variant.size


@dataclass(frozen=True, slots=True)
class SlotFiles:
    """Payloads in the numbered slots of a released trainer's groups.

    Attributes:
        groups: by key.
        places: key and slot of each sample, None where it has no group.
        variations: how many the trainer reads of a group, by key.
    """

    path: Path
    groups: Mapping[str, GroupRecord]
    places: Sequence[tuple[str, int] | None]
    variations: Mapping[str, int]
    has_crops: bool

    def find(self, sample: int, variation: int, _epoch: int) -> CachedPayload | None:
        """As everywhere; the size was drawn when the slot was filled."""
        place = self.places[sample]
        if place is None:
            return None
        key, slot = place
        number = variation % self.variations[key]
        record = self.groups[key].variations.get(number)
        if record is None or record.damage or slot >= record.count:
            return None
        crop = record.sizes[slot] if self.has_crops and slot < len(record.sizes) else None
        return CachedPayload(slot_name(key, variation=number, slot=slot), crop)

    def absent(self, names: Sequence[str]) -> frozenset[str]:
        """As everywhere; the groups were listed when they were read."""
        return frozenset(name for name in names if not self._is_listed(name))

    def _is_listed(self, name: str) -> bool:
        key, folder, file = name.split("/")
        variation = self.groups[key].group.variation(int(folder.rpartition("-")[2]))
        return variation is not None and variation.has_slot(int(file.removesuffix(".pt")))


def variants_of_rows(
    columns: IndexColumns, *, has_frames: bool
) -> Callable[[int], tuple[Variant, ...]]:
    """Gives the variants of a row; `has_frames` if crops have more numbers than columns keep."""
    starts = columns.variant_row.searchsorted(range(len(columns) + 1)).tolist()
    heights, widths = columns.variant_height.tolist(), columns.variant_width.tolist()
    has_crop = columns.variant_has_crop.tolist()

    def of(row: int) -> tuple[Variant, ...]:
        found = []
        for at in range(starts[row], starts[row + 1]):
            size = None if heights[at] == NO_SIZE else (heights[at], widths[at])
            is_stored = has_crop[at] and not has_frames
            found.append(Variant(columns.stems[at], size, size if is_stored else None))
        return tuple(found)

    return of


def sizes_in(folder: Path) -> dict[str, int]:
    """The files in a folder with their bytes, none where it is not there.

    Raises:
        WorkspaceError: if it cannot be listed.
    """
    try:
        listing = scan_folder(os.fspath(folder))
        return dict(zip(listing.names, listing.sizes.tolist(), strict=True))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise WorkspaceError.of_listing(folder, error) from error


def _read_crop(path: Path) -> Crop | None:
    """Return the crop recorded in a payload; None if unreadable, which serving it reports."""
    try:
        stored = list_pt(path).values.get(CROP_NAME)
    except PayloadError:
        return None
    is_crop = isinstance(stored, tuple | list) and all(isinstance(side, int) for side in stored)
    return tuple(stored) if is_crop and isinstance(stored, tuple | list) else None
