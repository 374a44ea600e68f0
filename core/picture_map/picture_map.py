"""`larder map`, step by step: every picture a point, placed by what is cached of it.

1. `training.pairing.pair_samples` says which cached file training would take for each sample.
2. `feature_memory.read_features` reads files it does not remember; it says the bytes first.
3. `comparison.compare_pictures` finds what is like what; what it found is remembered.
4. `notable.find_outliers` and `notable.find_copies` find oddities.
5. `layout.lay_out` gives each point a place, once; `layout.place_new` puts later ones beside it.

Nothing is written but what is remembered in the user's cache folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.files.file_stamp import readable_stamp
from larder.core.jobs import CancelToken, Job, JobCancelled
from larder.core.keys.content_hash import hash_text
from larder.core.picture_map.comparison import (
    MOST_NEW,
    ComparisonMemory,
    compare_pictures,
)
from larder.core.picture_map.document import MapFamily, PictureMap
from larder.core.picture_map.feature_memory import StampedFile, read_features
from larder.core.picture_map.features import Floats, read_latent_feature, read_text_feature
from larder.core.picture_map.layout import first_places, lay_out, measure_layout, place_new
from larder.core.picture_map.mapped_store import MappedStore, check_formats
from larder.core.picture_map.notable import find_copies, find_outliers
from larder.core.picture_map.place_memory import PlaceMemory
from larder.core.quantities import Amount
from larder.core.training.cached_files import Sample
from larder.core.training.pairing import Pairing, pair_samples
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreContent

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

USUAL_DISTANCE: Final = np.sqrt(2.0)
"""Of two standardised points that have nothing to do with each other; it is called 1."""


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
    check_formats(workspace)
    pairing = pair_samples(workspace, layout=layout, depth=None)
    stores = [MappedStore.of(pairing, content) for content in CONTENTS[family]]
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


def _draw(
    pairing: Pairing, stores: Sequence[MappedStore], family: MapFamily, *, anew: bool,
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
        # A mirror image is like another picture, however far from all others it is unturned.
        outlier=find_outliers(distances) & (compared.mirrored < 0),
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
