"""Builds the text store of the sample: tokens and embedding per caption and variation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import xxhash

from larder.core.demo.index_draft import (
    CACHE_VERSION,
    CachedItem,
    IndexDraft,
    StoreSide,
    payload_stamps,
    schema_of,
)
from larder.core.demo.sample_sources import SampleSource
from larder.core.demo.sample_times import set_time
from larder.core.demo.store_build import StoreBuild
from larder.core.demo.trainer_files import sample_config
from larder.core.encoders.draws import SampleDraws, onetrainer_positions
from larder.core.encoders.patch_means import MODEL_TYPE
from larder.core.encoders.protocol import TextEncoder
from larder.core.encoders.text_patch_means import TEXT_NAMES, PatchMeansTexts
from larder.core.keys.content_hash import hash_file
from larder.core.keys.payload_names import CONTENT_INDEX_NAME


def build_text_store(
    build: StoreBuild, sources: Sequence[SampleSource], pictures: Mapping[str, CachedItem]
) -> Iterator[str]:
    """Cache every caption; yields its key when its payloads are there.

    Args:
        build: the store.
        sources: the samples.
        pictures: what the image store says of each picture, by key: a text entry repeats its size.
    """
    build.folder.mkdir(parents=True)
    encoder = PatchMeansTexts(MODEL_TYPE)
    draft = IndexDraft(build.root, StoreSide.TEXT, schema_of(TEXT_NAMES))
    payloads_by_prompt: dict[str, str] = {}
    donor: dict[str, Any] | None = None
    for source in sources:
        item = _text_item(build, source, pictures[source.key])
        for variation, prompt in enumerate(item.prompts, start=1):
            name = item.payload_name(variation)
            if name in build.written:
                continue
            payload = text_payload(encoder, source, prompt)
            donor = donor or payload
            build.save(name, payload)
            build.written[name] = item
            payloads_by_prompt.setdefault(payload["__content_hash"], name)
        build.items[item.key] = item
        draft.add(item)
        yield item.key
    if donor is not None:
        build.save_sentinel(donor)
    _write_content_index(build, payloads_by_prompt)
    set_time(draft.write(build.folder, build.times.index), build.times.index)


def text_payload(encoder: TextEncoder, source: SampleSource, prompt: str) -> dict[str, Any]:
    """The payload of one prompt."""
    (values,) = encoder.encode([prompt])
    stamps = payload_stamps(source, prompt=prompt, content_stamp=prompt_stamp(prompt))
    return {**values, **stamps}


def prompt_stamp(
    prompt: str, *, model_type: str = MODEL_TYPE, names: Sequence[str] = TEXT_NAMES
) -> str:
    """The `__content_hash` of a prompt: xxh64 of version, model type, names and text as JSON.

    Vector: "a photo of a cat" for Z_IMAGE with tokens, tokens_mask and text_encoder_hidden_state
    gives efa7d043d2a8cb96.
    """
    parts = [CACHE_VERSION, model_type, sorted(names), prompt]
    text = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    return str(xxhash.xxh64_hexdigest(text.encode("ascii")))


def _text_item(build: StoreBuild, source: SampleSource, picture: CachedItem) -> CachedItem:
    positions = onetrainer_positions(sample_config())
    prompts = tuple(
        SampleDraws(positions, variation, source.in_index).line(source.caption)
        for variation in range(source.album.variations)
    )
    return CachedItem(
        source=source,
        key=source.caption_key,
        content_hash=hash_file(build.root / source.caption_key),
        original=picture.original,
        resolution=None,
        prompts=prompts,
    )


def _write_content_index(build: StoreBuild, payloads_by_prompt: Mapping[str, str]) -> None:
    path = build.folder / CONTENT_INDEX_NAME
    document = {"version": 1, "entries": dict(payloads_by_prompt)}
    path.write_text(json.dumps(document, separators=(",", ":")), encoding="ascii")
    set_time(path, build.times.index)
