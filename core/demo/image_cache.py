"""Builds the image store of the sample: a latent per picture and variation, and its index.

Pictures go through the same encoder as in any build, so that a build of the sample makes what is
there already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from larder.core.demo.index_draft import (
    CachedItem,
    IndexDraft,
    StoreSide,
    payload_stamps,
    schema_of,
)
from larder.core.demo.sample_sources import SampleSource
from larder.core.demo.sample_times import set_time
from larder.core.demo.store_build import StoreBuild
from larder.core.demo.trainer_files import RESOLUTION, concept_document, sample_config
from larder.core.encoders.patch_means import MODEL_TYPE
from larder.core.encoders.patch_means_images import PatchMeansImages
from larder.core.encoders.protocol import ImageItem
from larder.core.keys.content_hash import hash_file
from larder.core.workspace.bucketing import Size, choose_bucket
from larder.core.workspace.concepts import read_concepts
from larder.core.workspace.model_types import MODEL_TYPES
from larder.core.workspace.picture_size import UnreadablePicture, read_picture_size

IMAGE_NAMES: Final = (
    "latent_image", "original_resolution", "crop_offset", "latent_mask", "crop_resolution",
    "image_path",
)
"""Names of an image payload's arrays and values, in the order they are written."""


def build_image_store(build: StoreBuild, sources: Sequence[SampleSource]) -> Iterator[str]:
    """Cache every picture; yields its key when its payloads are there."""
    build.folder.mkdir(parents=True)
    draft = IndexDraft(build.root, StoreSide.IMAGE, schema_of(IMAGE_NAMES))
    encoder = sample_encoder()
    donor: dict[str, Any] | None = None
    for source in sources:
        item = image_item(source, build.root / source.key)
        for variation in range(1, source.album.variations + 1):
            name = item.payload_name(variation)
            if name in build.written:
                continue  # another file with the same bytes: the payload is shared
            payload = image_payload(
                encoder, item, build.root / source.key, mask_path(build.root, source), variation)
            donor = donor or payload
            build.save(name, payload)
            build.written[name] = item
        build.items[source.key] = item
        draft.add(item)
        yield source.key
    if donor is not None:
        build.save_sentinel(donor)
    set_time(draft.write(build.folder, build.times.index), build.times.index)


def sample_encoder() -> PatchMeansImages:
    """What makes the sample's latents."""
    return PatchMeansImages(sample_config())


def image_item(source: SampleSource, picture: Path) -> CachedItem:
    """What the index says of a picture.

    Args:
        source: the sample.
        picture: its file, which need not be the one the sample has now.
    """
    size = read_picture_size(picture)
    if isinstance(size, UnreadablePicture):
        raise ValueError(f"the sample drew {picture}, which cannot be read: {size.reason}")
    return CachedItem(
        source=source,
        key=source.key,
        content_hash=hash_file(picture),
        original=(size.height, size.width),
        resolution=_bucket((size.height, size.width)),
        sidecars=() if source.mask_key is None else (source.mask_key,),
    )


def image_payload(
    encoder: PatchMeansImages, item: CachedItem, picture: Path, mask: Path | None, variation: int
) -> dict[str, Any]:
    """The payload of one picture in one variation, from 1."""
    concept, = read_concepts([concept_document(item.source.album)])
    prepared = encoder.prepare(ImageItem(
        source=picture,
        spelled=item.key,
        mask=mask,
        conditioning=None,
        bucket=_bucket(item.original),
        concept=concept,
        position=item.source.in_index,
        variation=variation - 1,
    ))
    values, = encoder.encode([prepared])
    return {**values, **payload_stamps(item.source)}


def mask_path(root: Path, source: SampleSource) -> Path | None:
    """The mask of a sample on disk, None without one."""
    return None if source.mask_key is None else root / source.mask_key


def _bucket(size: Size) -> Size:
    return choose_bucket(*size, RESOLUTION, MODEL_TYPES[MODEL_TYPE].quantisation)
