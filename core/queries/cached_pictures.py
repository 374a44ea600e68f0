"""Which payload of an image store is of which picture.

In an indexed cache the index says so, in a released one the aggregate, or what a build noted beside
it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from larder.core.keys.payload_names import parse_indexed_name
from larder.core.settings import cache_home
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.stores.released.groups import (
    GroupRecord,
    ReleasedVariation,
    VariationRecord,
    list_released_groups,
    read_group,
    slot_name,
)
from larder.core.stores.released.slot_origins import SlotOrigins, read_origins
from larder.core.stores.store_memory import present_index
from larder.core.workspace.bucketing import Size
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.roots import (
    PathFlavour,
    before_name,
    comparable,
    infer_flavour,
    normalise_path,
    split_key,
    split_last,
)
from larder.core.workspace.store_kinds import OneTrainersFormats, StoreContent, StoreFormat

_AggregateStamp = tuple[Path, str, int, int, int]

MOST_AGGREGATES: Final = 64
_AGGREGATES: Final[dict[_AggregateStamp, VariationRecord]] = {}
"""What aggregates say, in a worker that is asked about one picture after another."""


class CachedPicture(msgspec.Struct, frozen=True):
    """One payload of an image store.

    Attributes:
        name: of the payload, relative to its store.
        spelled: the source as index or aggregate spell it.
        source: where that lies here, or would.
        size: (height, width) of the crop where more than the payload says it, else None.
        modeltype: of its entry, "" where none is recorded.
        recipe: id that is noted of it beside the store, "" for none.
    """

    name: str
    spelled: str
    source: Path
    size: Size | None = None
    modeltype: str = ""
    recipe: str = ""


def open_cached_pictures(workspace: Workspace, location: StoreLocation) -> CachedPictures | None:
    """The cached pictures of a store, None of one that has none.

    Raises:
        WorkspaceError: if its index cannot be read.
        OSError: if the store cannot be listed.
    """
    if location.kind.content is not StoreContent.IMAGE:
        return None
    return PICTURES_OF[location.kind.format](workspace, location.path)


class IndexedPictures:
    """Those of a store with an index, by variant: payloads that differ in their variation alone."""

    def __init__(self, workspace: Workspace, store: Path) -> None:
        self._workspace = workspace
        self._store = store
        self._columns = present_index(cache_home(), store).columns
        self._paths = workspace.paths(PathFlavour(self._columns.separator))

    def __len__(self) -> int:
        return len(self._columns.stems)

    def at(self, place: int) -> list[CachedPicture]:
        """Variations from the first to the first that is missing, for the folder is not listed."""
        stem = self._columns.stems[place]
        found: list[CachedPicture] = []
        while (self._store / f"{stem}_{len(found) + 1}.pt").is_file():
            found.append(self._picture(place, f"{stem}_{len(found) + 1}.pt"))
        return found

    def of(self, source: str) -> list[CachedPicture]:
        """Every one on disk."""
        variants = dict(variants_of(self._columns, source))
        return [
            self._picture(variants[parsed.stem], name)
            for name in stem_files(self._store, tuple(variants))
            if (parsed := parse_indexed_name(name)) is not None]

    def find_of_concept(self, picture: CachedPicture, most: int) -> list[CachedPicture]:
        """Return at most so many pictures of a picture's concept, spread evenly over it."""
        columns = self._columns
        wanted = _concept_of(self._workspace, picture.source.parent)
        if wanted is None:
            return []
        is_of = np.array([_concept_of(self._workspace, Path(self._paths.real(folder))) == wanted
                          for folder in columns.folders] or [False])
        places = np.flatnonzero(is_of[columns.folder[columns.variant_row]])
        return [found for place in _spread(places, most) for found in self.at(place)[:1]]

    def _picture(self, variant: int, name: str) -> CachedPicture:
        columns = self._columns
        row = int(columns.variant_row[variant])
        folder, source = columns.folders[columns.folder[row]], columns.names[row]
        real = self._paths.real(folder)
        size = (int(columns.variant_height[variant]), int(columns.variant_width[variant]))
        return CachedPicture(
            name=name, spelled=before_name(folder, columns.separator) + source,
            source=Path(real, self._paths.file_in(real, source)),
            size=size if columns.variant_has_crop[variant] and min(size) > 0 else None,
            modeltype=columns.modeltypes[columns.modeltype[row]])


def variants_of(columns: IndexColumns, source: str) -> list[tuple[str, int]]:
    """(stem, number) of the variants that a source has in an index."""
    folder, name = split_key(source, columns.separator)
    for row, known in enumerate(columns.names):
        if known == name and columns.folders[columns.folder[row]] == folder:
            variants = (columns.variant_row == row).nonzero()[0].tolist()
            return [(columns.stems[variant], variant) for variant in variants]
    return []


def entry_files(store: Path, source: str) -> tuple[Path, ...]:
    """Payload files on disk that the entry of `source` names, any variation, in name order.

    Raises:
        WorkspaceError: if the index cannot be read.
        OSError: if the store cannot be listed.
    """
    columns = present_index(cache_home(), store).columns
    stems = tuple(stem for stem, _ in variants_of(columns, source))
    return tuple(store / name for name in stem_files(store, stems))


def stem_files(store: Path, stems: tuple[str, ...]) -> list[str]:
    """Payload files of these stems that are on disk, any variation, in name order.

    Raises:
        OSError: if the store cannot be listed.
    """
    # A prefix is quickly compared; parsing a million names to find two of them is not.
    names = (name for name in os.listdir(store) if name.startswith(stems)) if stems else ()
    parsed = ((name, parse_indexed_name(name)) for name in names)
    return sorted(name for name, parts in parsed if parts is not None and parts.stem in stems)


class ReleasedPictures:
    """Those of folders of numbered slots, by slot."""

    def __init__(self, workspace: Workspace, store: Path) -> None:
        self._workspace = workspace
        self._store = store
        self._origins: dict[tuple[str, int], SlotOrigins] = {}
        self._groups = [
            self._read(key) for key in list_released_groups(store)]
        self._starts = np.cumsum([0, *(
            max((record.count for record in group.variations.values()), default=0)
            for group in self._groups)])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def at(self, place: int) -> list[CachedPicture]:
        """A slot's payload in each variation that has it."""
        at = int(np.searchsorted(self._starts, place, side="right")) - 1
        return list(self._slot(self._groups[at], place - int(self._starts[at])))

    def of(self, source: str) -> list[CachedPicture]:
        """Those that an aggregate, or a record beside it, says are of that source."""
        found = self._slots_of(lambda path: path == source)
        if found:
            return found
        # A trainer recorded folder and name as it joined them; the sample is spelled as it is now.
        flavour = infer_flavour([source])
        wanted = comparable(normalise_path(source, flavour), flavour)
        return self._slots_of(
            lambda path: comparable(normalise_path(path, flavour), flavour) == wanted)

    def find_of_concept(self, picture: CachedPicture, most: int) -> list[CachedPicture]:
        """Return at most so many pictures of a picture's concept, which has its own groups."""
        at = next((at for at, group in enumerate(self._groups)
                   if picture.name.startswith(f"{group.group.key}/")), None)
        if at is None:
            return []
        places = np.arange(self._starts[at], self._starts[at + 1])
        return [found for place in _spread(places, most) for found in self.at(place)[:1]]

    def _slots_of(self, is_wanted: Callable[[str], bool]) -> list[CachedPicture]:
        return [
            picture for group in self._groups
            for slot in sorted({
                slot for record in group.variations.values()
                for slot, path in enumerate(record.paths or ()) if path and is_wanted(path)})
            for picture in self._slot(group, slot) if is_wanted(picture.spelled)]

    def _slot(self, group: GroupRecord, slot: int) -> Iterator[CachedPicture]:
        for number, record in group.variations.items():
            spelled = record.paths[slot] if record.paths and slot < len(record.paths) else None
            if spelled is None or not record.variation.has_slot(slot):
                continue
            flavour = infer_flavour([spelled])
            paths = self._workspace.paths(flavour)
            folder, name = split_last(spelled, flavour)
            real = paths.real(folder)
            origins = self._origins.get((group.group.key, number))
            yield CachedPicture(
                name=slot_name(group.group.key, variation=number, slot=slot), spelled=spelled,
                source=Path(real, paths.file_in(real, name)), size=record.sizes[slot],
                recipe="" if origins is None else origins.recipes[int(origins.recipe[slot])])

    def _read(self, key: str) -> GroupRecord:
        """A group; an aggregate that was read before is not read again for the next picture."""
        def known(variation: ReleasedVariation) -> VariationRecord | None:
            with suppress(OSError):  # what cannot be read is as if nothing were noted
                origins = read_origins(cache_home(), self._store, key, variation)
                if origins is not None and origins.is_whole:
                    self._origins[key, variation.number] = origins
                    return origins.make_variation(variation, is_text=False)
            record = _AGGREGATES.get(self._stamp(key, variation))
            return None if record is None else replace(record, variation=variation)

        group = read_group(self._store, key, known)
        for record in group.variations.values():
            if len(_AGGREGATES) >= MOST_AGGREGATES:
                _AGGREGATES.clear()
            _AGGREGATES[self._stamp(key, record.variation)] = record
        return group

    def _stamp(self, key: str, variation: ReleasedVariation) -> _AggregateStamp:
        return (self._store, key, variation.number, variation.aggregate_bytes or 0,
                variation.aggregate_ns)


def _concept_of(workspace: Workspace, folder: Path) -> int | None:
    """Number of the concept that a folder of this system is in, None for none."""
    above = [(len(path.parts), concept.index) for concept in workspace.concepts
             if (path := workspace.file(concept.path)) in (folder, *folder.parents)]
    return max(above)[1] if above else None


def _spread(places: npt.NDArray[np.intp], most: int) -> list[int]:
    """At most so many of the places, evenly spread."""
    count = min(most, len(places))
    return [int(places[at * len(places) // count]) for at in range(count)]


CachedPictures = IndexedPictures | ReleasedPictures
"""The payloads of one image store: how many groups, those of a group, those of a source."""


PICTURES_OF: Final[OneTrainersFormats[Callable[[Workspace, Path], CachedPictures]]] = {
    StoreFormat.INDEXED: IndexedPictures,
    StoreFormat.RELEASED: ReleasedPictures,
}
"""Cached pictures of an image store, by the format of a trainer's."""
