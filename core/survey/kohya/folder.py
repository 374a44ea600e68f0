"""One folder of pictures with what is cached beside them, and what the config asks of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from larder.core.payloads.npz import NpzFile
from larder.core.payloads.value_checks import bad_values
from larder.core.stores.kohya.buckets import BucketRule
from larder.core.stores.kohya.families import Family
from larder.core.stores.kohya.file_names import (
    PICTURE_ENDINGS,
    CachedName,
    CachedPart,
    parse_name,
)
from larder.core.stores.kohya.latents import CachedArrays
from larder.core.workspace.kohya_config import KohyaDataset, KohyaSubset
from larder.core.workspace.picture_size import read_stored_size

Size = tuple[int, int]
"""(width, height) in pixels."""

FACE_PARTS = 4
"""Endings "_w_h_x_y" of a picture cut from another, whose caption it shares."""


class Ask(msgspec.Struct, frozen=True):
    """A subset that lists the folder, with its dataset's rule for sizes."""

    subset: KohyaSubset
    rule: BucketRule
    skipped_area: int = 0

    @classmethod
    def of(cls, dataset: KohyaDataset, subset: KohyaSubset) -> Ask:
        """The ask of one subset."""
        return cls(subset, BucketRule(
            dataset.resolution, dataset.has_buckets, dataset.smallest, dataset.largest,
            dataset.steps, dataset.never_enlarges), dataset.skipped_area)


class ListedPicture(msgspec.Struct, frozen=True):
    """One picture in a list of a folder.

    Attributes:
        size: (width, height), None where the list does not say.
    """

    caption: str
    size: Size | None = None


class KohyaFolder:
    """A folder while it is surveyed.

    Attributes:
        folder: where it is.
        stamps: file name -> (size in bytes, modification time in nanoseconds).
        asks: of the subsets that list it, none where none does.
        family: that the config trains; None where the files do not tell.
        why_unlisted: why the trainer leaves the folder out, "" where it does not.
        picture_list: what a list says of the pictures that it names, None without a list.
        caches_texts: whether texts are cached for this config.
        sizes: (width, height) of the pictures, upright, as far as their headers can be read.
        reads_values: whether values are read, too, and not only headers.
        is_configured: whether a config was opened, and not a folder alone.
    """

    def __init__(
        self, folder: Path, stamps: Mapping[str, tuple[int, int]], *, asks: Sequence[Ask],
        family: Family | None, sizes: Mapping[str, Size],
        arrays_of: Callable[[str], CachedArrays], why_unlisted: str = "",
        picture_list: Mapping[str, ListedPicture] | None = None, caches_texts: bool = True,
        options: Mapping[str, object] = {}, reads_values: bool = False,
        is_configured: bool = True,
    ) -> None:
        self.folder = folder
        self.stamps = stamps
        self.asks = asks
        self.family = family
        self.sizes = sizes
        self.is_configured = is_configured
        self.reads_values = reads_values
        self.arrays_of = arrays_of
        self.why_unlisted = why_unlisted
        self.picture_list = picture_list
        self.caches_texts = caches_texts
        self.options = options

    def size_of(self, picture: str) -> Size | None:
        """(width, height) of a picture that is upright, None where its header cannot be read."""
        return self.sizes.get(picture)

    def has_size(self, picture: str, size: Size) -> bool:
        """Return whether a picture has a size, as the trainer reads it, which turns none upright.

        True also where its header cannot be read.
        """
        upright = self.sizes.get(picture)
        if upright is None or upright == size:
            return True
        # Only a picture that was photographed on its side is opened again.
        return upright == size[::-1] and read_stored_size(self.folder / picture) == size[::-1]

    def find_bad_values(self, name: str) -> str:
        """Read a file's values, and return what no encoder gives among them, "" for nothing.

        Raises:
            PayloadError: if it is damaged.
        """
        with NpzFile(self.folder / name) as file:
            file.verify()
            found = (bad_values(array, file.array(array)) for array in file.headers)
            return next(filter(None, found), None) or ""

    @cached_property
    def pictures(self) -> Mapping[str, tuple[str, ...]]:
        """Stem -> the pictures of that stem, in the order of their names."""
        found: dict[str, tuple[str, ...]] = {}
        for name in sorted(self.stamps):
            stem, dot, ending = name.rpartition(".")
            if dot and dot + ending in PICTURE_ENDINGS:
                found[stem] = (*found.get(stem, ()), name)
        return found

    @cached_property
    def cached(self) -> Sequence[CachedName]:
        """Its files that are called as cached files are, in the order of their names."""
        parsed = (parse_name(name) for name in sorted(self.stamps))
        return [name for name in parsed if name is not None]

    @cached_property
    def latents(self) -> Mapping[str, tuple[CachedName, ...]]:
        """Stem -> latents that are cached under it, of the config's family or without one."""
        found: dict[str, tuple[CachedName, ...]] = {}
        for name in self.cached:
            if name.part is not CachedPart.TEXT and name.family in (None, self.family):
                found[name.stem] = (*found.get(name.stem, ()), name)
        return found

    def caption_file(self, stem: str, ending: str) -> str | None:
        """The caption file of a picture, None without one.

        Of a picture cut from another ("face_120_60_40_40") that of the other counts.
        """
        if stem + ending in self.stamps:
            return stem + ending
        # The trainer counts the parts of the whole path, and a folder's name may have some.
        parts = str(self.folder / stem).split("_")
        if len(parts) <= FACE_PARTS:
            return None
        shared = Path("_".join(parts[:-FACE_PARTS]) + ending)
        return shared.name if shared.parent == self.folder and shared.name in self.stamps else None
