"""`larder map`, step by step: every picture a point, placed by what is cached of it.

1. `training.pairing.pair_samples` says which cached file training would take for each sample.
2. `feature_memory.read_features` reads files it does not remember; it says the bytes first.
3. `comparison.compare_pictures` finds what is like what; what it found is remembered.
4. `notable.find_outliers` and `notable.find_copies` find oddities.
5. `layout.lay_out` gives each point a place, once; `layout.place_new` puts later ones beside it.

Nothing is written but what is remembered in the user's cache folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import readable_stamp
from larder.core.jobs import CancelToken, Job, JobCancelled
from larder.core.keys.content_hash import hash_text
from larder.core.picture_map.comparison import (
    MOST_NEW,
    ComparisonMemory,
    compare_pictures,
)
from larder.core.picture_map.document import MapFamily, PictureMap, SkippedFile
from larder.core.picture_map.feature_memory import (
    FeatureMemory,
    StampedFile,
    find_files,
    read_features,
)
from larder.core.picture_map.features import Floats, read_latent_feature, read_text_feature
from larder.core.picture_map.layout import first_places, lay_out, measure_layout, place_new
from larder.core.picture_map.notable import find_copies, find_outliers
from larder.core.picture_map.place_memory import PlaceMemory
from larder.core.quantities import Amount
from larder.core.training.cached_files import CachedFiles, Sample
from larder.core.training.pairing import Pairing, pair_samples
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreContent, StoreFormat

CONTENTS: Final[Mapping[MapFamily, tuple[StoreContent, ...]]] = {
    MapFamily.LATENTS: (StoreContent.IMAGE,),
    MapFamily.TEXT: (StoreContent.TEXT,),
    MapFamily.BOTH: (StoreContent.IMAGE, StoreContent.TEXT),
}
"""What the points of each family are placed by."""

READERS: Final[Mapping[StoreContent, Callable[[Path], Floats]]] = {
    StoreContent.IMAGE: read_latent_feature,
    StoreContent.TEXT: read_text_feature,
}

ABSENT: Final[Mapping[StoreContent, tuple[str, str]]] = {
    StoreContent.IMAGE: (
        "No pictures are cached for this config, so there is no map of them.",
        "Show the map of captions, or build the pictures' cache first."),
    StoreContent.TEXT: (
        "No captions are cached for this config, so there is no map of them.",
        "Show the map of latents, or build the captions' cache first."),
}
"""What is said where a cache is not there: the problem, and what to do."""

USUAL_DISTANCE: Final = np.sqrt(2.0)
"""Of two standardised points that have nothing to do with each other; it is called 1."""

OTHER_SHAPE: Final = "Its shape differs from most of this cache."


def draw_map(
    workspace: Workspace, family: MapFamily, *, layout: str | None = None,
    most_bytes: int | None = None, anew: bool = False, sketch: bool = False, token: CancelToken,
) -> Job[PictureMap]:
    """Draw the map of what a config trains on.

    Args:
        workspace: with a config and its concepts.
        family: what points are placed by.
        layout: "released" or "cache.json", None for the one that is used.
        most_bytes: read so many at most, None for all; 0 draws what is remembered.
        anew: lay out all points, also those that have their place.
        sketch: neither compare all pictures nor lay them out: those that have no place yet are put
            along the two directions of most variance.
        token: checked per file, per block of neighbours and per round of the layout.

    Raises:
        UserFacingError: if no config says what belongs together, or nothing is cached that this
            map needs.
        WorkspaceError: if a store cannot be read.
        JobCancelled: if the token was cancelled; what was read is remembered, and its report is the
            map of that.
    """
    _check_formats(workspace)
    pairing = pair_samples(workspace, layout=layout, depth=None)
    stores = [_MappedStore.of(pairing, content) for content in CONTENTS[family]]
    stopped: JobCancelled | None = None
    try:
        for store in stores:
            yield from read_features(
                store.memory, store.to_read, READERS[store.content], store=store.content.value,
                most_bytes=most_bytes, token=token)
    except JobCancelled as cancelled:
        stopped = cancelled
    # What was asked to stop while it read still shows what it read.
    drawn = yield from _draw(
        pairing, stores, family, anew=anew, is_sketch=sketch or stopped is not None,
        token=CancelToken() if stopped else token)
    if stopped is not None:
        raise JobCancelled(replace(drawn, stopped=True)) from stopped
    return drawn


def _check_formats(workspace: Workspace) -> None:
    """Raise an error where a map has nothing to be drawn of.

    Raises:
        UserFacingError: if there is no config, or none of the caches is of the trainer's formats.
    """
    if workspace.config is None or not workspace.concepts:
        raise UserFacingError(
            "A map needs the config and its concepts to know which picture, caption and cached "
            "files belong together.",
            "Open the config instead of the folder, or add it with --config.")
    formats = (StoreFormat.INDEXED, StoreFormat.RELEASED)
    if workspace.stores and not any(store.kind.format in formats for store in workspace.stores):
        raise UserFacingError(
            "A map is drawn from OneTrainer's caches of pictures and captions, and there is none "
            "here.")


@dataclass(frozen=True, slots=True)
class _MappedStore:
    """One store of a map.

    Attributes:
        files: of each sample, None where nothing is cached of it.
    """

    content: StoreContent
    path: Path
    memory: FeatureMemory
    files: Sequence[StampedFile | None]

    @classmethod
    def of(cls, pairing: Pairing, content: StoreContent) -> _MappedStore:
        """The store of a content, with the file that training takes first for each sample.

        Raises:
            UserFacingError: if the config caches no such content.
        """
        files: CachedFiles | None = (
            pairing.images if content is StoreContent.IMAGE else pairing.texts)
        if files is None or not files.path.is_dir():
            raise UserFacingError(*ABSENT[content])
        found = [files.find(number, 0, 0) for number in range(len(pairing.samples))]
        return cls(content, files.path, FeatureMemory(files.path), find_files(
            files.path, [None if one is None else one.name for one in found]))

    @property
    def to_read(self) -> list[StampedFile]:
        """Each file once, in an order that begins everywhere."""
        distinct = list({file.name: file for file in self.files if file is not None}.values())
        order = np.random.default_rng(len(distinct)).permutation(len(distinct)).tolist()
        return [distinct[at] for at in order]

    def feature(self, sample: int) -> npt.NDArray[np.float16] | None:
        """Return what is known of a sample's file, no numbers of one that cannot be read."""
        file = self.files[sample]
        return None if file is None else self.memory.feature(file)

    def unread(self) -> list[StampedFile]:
        """Return the files whose feature is not known."""
        return [file for file in self.to_read if self.memory.feature(file) is None]

    def list_skipped(self, width: int) -> Iterator[SkippedFile]:
        """Files that were read and are on no map: those that cannot be, and those of other shape.

        Args:
            width: of most features.
        """
        for file in sorted(self.to_read, key=lambda file: file.name):
            feature = self.memory.feature(file)
            if feature is not None and len(feature) != width:
                yield SkippedFile(
                    self.content.value, file.name,
                    OTHER_SHAPE if len(feature) else self.memory.problems.get(file.name, ""))

    def usual_width(self) -> int:
        """Return the length of most features, 0 where none is known."""
        features = (self.feature(sample) for sample in range(len(self.files)))
        widths = [len(one) for one in features if one is not None and len(one)]
        return int(np.bincount(widths).argmax()) if widths else 0


def _draw(
    pairing: Pairing, stores: Sequence[_MappedStore], family: MapFamily, *, anew: bool,
    is_sketch: bool, token: CancelToken,
) -> Job[PictureMap]:
    """Draw what is known."""
    widths = [store.usual_width() for store in stores]
    features = [
        [store.feature(sample) for store in stores] for sample in range(len(pairing.samples))]
    shown = [sample for sample, of in enumerate(features) if all(
        one is not None and len(one) == width and width
        for one, width in zip(of, widths, strict=True))]
    families = [_stack([features[sample][at] for sample in shown], width)
                for at, width in enumerate(widths)]
    unread = {(store.content, file) for store in stores for file in store.unread()}
    samples = [pairing.samples[sample] for sample in shown]
    keys = [_key(pairing.samples[sample], [store.files[sample] for store in stores])
            for sample in shown]
    paths = [store.path for store in stores]
    memory = PlaceMemory(paths, family.value)
    places, is_placed = memory.known(keys)
    lays_out = bool(keys) and (anew or is_placed.mean() < 1 - MOST_NEW)
    is_settled = not unread and not (is_sketch and lays_out)
    compared = yield from compare_pictures(
        families, keys, ComparisonMemory(paths, family.value),
        looks_mirrored=family is MapFamily.LATENTS, from_scratch=anew or (lays_out and is_settled),
        is_sketch=is_sketch, token=token)
    if not lays_out:
        places = place_new(places, is_placed, compared.neighbours)
    elif keys:
        places = (yield from lay_out(compared.points, compared.neighbours, token)) \
            if is_settled else first_places(compared.points)
    if is_settled and keys and (lays_out or not is_placed.all()):
        memory.save(keys, places)
    concepts, distances = pairing.concepts, compared.distances
    return PictureMap(
        layout=pairing.layout.value, family=family,
        pictures=tuple(sample.picture for sample in samples),
        sources=tuple(sample.place for sample in samples),
        concept=np.array([sample.concept for sample in samples], np.int16),
        concept_names=tuple(
            (concepts[at].name or concepts[at].path) if at in concepts else ""
            for at in range(max(concepts, default=-1) + 1)),
        sizes=_sizes(pairing, shown), caption_bytes=_caption_bytes(samples),
        places=places, neighbours=compared.neighbours,
        distances=(distances / np.float32(np.sqrt(len(stores)) * USUAL_DISTANCE)),
        outlier=find_outliers(distances),
        copy=find_copies(families, compared.scales, compared.neighbours, distances),
        mirrored=compared.mirrored,
        absent=sum(any(store.files[at] is None for store in stores)
                   for at in range(len(pairing.samples))),
        unread=Amount(len(unread), sum(file.size for _, file in unread)),
        is_settled=is_settled, kept=measure_layout(places, compared.neighbours),
        skipped=tuple(one for store, width in zip(stores, widths, strict=True)
                      for one in store.list_skipped(width)))


def _key(sample: Sample, files: Sequence[StampedFile | None]) -> str:
    """A text that is another as soon as a picture is cached anew."""
    stamps = [f"{file.size} {file.date_ns}" for file in files if file is not None]
    return hash_text("\0".join([str(sample.concept), sample.picture, *stamps]))


def _stack(features: Sequence[Any], width: int) -> npt.NDArray[np.float16]:
    stacked = np.zeros((len(features), width), np.float16)
    for row, feature in enumerate(features):
        stacked[row] = feature
    return stacked


def _sizes(pairing: Pairing, shown: Sequence[int]) -> npt.NDArray[np.int32]:
    """Heights and widths of the cached crops, -1 where they are not known; (n, 2)."""
    sizes = np.full((len(shown), 2), -1, np.int32)
    for row, sample in enumerate(shown):
        found = pairing.images.find(sample, 0, 0)
        if found is not None and found.crop is not None and len(found.crop) >= 2:
            sizes[row] = found.crop[-2:]
    return sizes


def _caption_bytes(samples: Sequence[Sample]) -> npt.NDArray[np.int64]:
    stamps = (readable_stamp(caption_of(sample.place)) for sample in samples)
    return np.array([-1 if one is None else one.size for one in stamps], np.int64)
