"""Builds the image store of the sample: a latent per picture and variation, and its index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from core.demo.crops import Crop, crop_to_bucket
from core.demo.index_draft import CachedItem, IndexDraft, StoreSide, payload_stamps, schema_of
from core.demo.sample_sources import SampleSource
from core.demo.sample_times import set_time
from core.demo.store_build import StoreBuild
from core.encoders.patch_means import PatchMeans
from core.keys.content_hash import hash_file

IMAGE_NAMES: Final = (
    "latent_image", "latent_mask", "original_resolution", "crop_offset", "crop_resolution",
    "image_path",
)
"""Names of an image payload's arrays and values, in the order they are written."""


def build_image_store(build: StoreBuild, sources: Sequence[SampleSource]) -> Iterator[str]:
    """Cache every picture; yields its key when its payloads are there."""
    build.folder.mkdir(parents=True)
    draft = IndexDraft(build.root, StoreSide.IMAGE, schema_of(IMAGE_NAMES))
    donor: dict[str, Any] | None = None
    for source in sources:
        crop = crop_to_bucket(build.root / source.key, _mask_path(build.root, source))
        item = image_item(build.root, source, crop)
        for variation in range(1, source.album.variations + 1):
            name = item.payload_name(variation)
            if name in build.written:
                continue  # another file with the same bytes: the payload is shared
            payload = image_payload(build.encoder, source, crop, variation)
            donor = donor or payload
            build.save(name, payload)
            build.written[name] = item
        build.items[source.key] = item
        draft.add(item)
        yield source.key
    if donor is not None:
        build.save_sentinel(donor)
    set_time(draft.write(build.folder, build.times.index), build.times.index)


def image_item(root: Path, source: SampleSource, crop: Crop) -> CachedItem:
    """What the index says of a picture."""
    return CachedItem(
        source=source,
        key=source.key,
        content_hash=hash_file(root / source.key),
        original=crop.original,
        resolution=crop.resolution,
        sidecars=() if source.mask_key is None else (source.mask_key,),
    )


def image_payload(
    encoder: PatchMeans, source: SampleSource, crop: Crop, variation: int
) -> dict[str, Any]:
    """The payload of one picture; from variation 2 on it is mirrored."""
    drawn = crop if variation == 1 else crop.mirrored()
    values = (
        encoder.encode_image(drawn.pixels),
        encoder.encode_mask(drawn.mask),
        crop.original,
        crop.offset,
        crop.resolution,
        source.key,
    )
    return {**dict(zip(IMAGE_NAMES, values, strict=True)), **payload_stamps(source)}


def _mask_path(root: Path, source: SampleSource) -> Path | None:
    return None if source.mask_key is None else root / source.mask_key
