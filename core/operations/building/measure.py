"""Makes a few payloads on trial, so that a plan can tell how long a build takes.

Decoding, encoding and writing are as in the build itself, one after the other, into a folder that
is gone afterwards. Of each size the first payload is not timed: it loads weights and wakes the
device up.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from larder.core.encoders.protocol import ImageItem, OutOfMemoryError, PayloadValues, SourceError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.fingerprint import weights_memory
from larder.core.keys.resolution_key import format_resolution_key
from larder.core.operations.building.encoders import BuildEncoders
from larder.core.operations.building.plan import BuildGroup, BuildItem, BuildPlan, BuildStore
from larder.core.operations.building.prompts import PromptMaker
from larder.core.operations.building.rates import BuildRate, BuildRates
from larder.core.payloads.pt import write_pt
from larder.core.settings import cache_home
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreContent

TIMED: Final = 3
"""Payloads per size that are timed."""

SIZES_TRIED: Final = 3
"""The sizes with most payloads; the others are scaled by area."""

Make = Callable[[BuildItem], PayloadValues]


def measured_plan(
    plan: BuildPlan, encoders: BuildEncoders, token: CancelToken
) -> Job[BuildPlan]:
    """The plan with seconds and bytes for groups of which nothing was known.

    Raises:
        UserFacingError: if an encoder cannot be had.
        JobCancelled: if the token was cancelled.
    """
    groups = {(group.store, group.resolution): group for group in plan.groups}
    measured = 0
    for store in plan.stores:
        unknown = [
            group for group in plan.groups if group.store == store.target.id
            and group.payloads and (group.seconds is None or group.bytes is None)]
        if not unknown:
            continue
        rates = yield from _tried(plan, store, unknown, encoders, token)
        known = BuildRates(rates)
        measured += sum(rate.payloads for rate in rates)
        for group in unknown:
            groups[group.store, group.resolution] = _filled(group, known)
    return replace(plan, groups=tuple(groups.values()), measured=measured)


def _filled(group: BuildGroup, known: BuildRates) -> BuildGroup:
    key = group.resolution or "_"
    own, each = known.of(key), known.seconds_each(key)
    seconds = group.seconds
    if seconds is None and each is not None:
        seconds = each * group.payloads
    size = group.bytes
    if size is None and own is not None:
        size = own.bytes_each * group.payloads
    encoder = group.encoder or ("" if own is None else own.encoder)
    return replace(group, seconds=seconds, bytes=size, encoder=encoder)


def _tried(
    plan: BuildPlan,
    store: BuildStore,
    unknown: Sequence[BuildGroup],
    encoders: BuildEncoders,
    token: CancelToken,
) -> Job[list[BuildRate]]:
    """Make payloads of the sizes that matter most."""
    concepts = {concept.index: concept for concept in plan.workspace.concepts}
    sizes = sorted(unknown, key=lambda group: -group.payloads)[:SIZES_TRIED]
    rates: list[BuildRate] = []
    with weights_memory(cache_home()) as memory:
        if store.content is StoreContent.IMAGE:
            images = encoders.open_image(memory, token)
            name, close = images.fingerprint.name, images.close

            def make(item: BuildItem) -> PayloadValues:
                return images.encode([images.prepare(_image_item(item, concepts))])[0]
        else:
            texts = encoders.open_text(memory, token)
            name, close = texts.fingerprint.name, texts.close
            prompts = PromptMaker(plan.workspace, plan.positions)

            def make(item: BuildItem) -> PayloadValues:
                caption = Path(item.source).read_bytes()
                concept = concepts[item.use.concept]
                return texts.encode(prompts.prompts(concept, item.use, caption, 1))[0]
        try:
            for done, group in enumerate(sizes):
                yield Progress("measuring", done, len(sizes), "sizes")
                items = [
                    item for item in store.items
                    if format_resolution_key(item.bucket) == (group.resolution or "_")]
                rate = _rate(name, group.resolution or "_", items, make, token)
                rates += [] if rate is None else [rate]
        finally:
            close()
    return rates


def _rate(
    encoder: str, resolution: str, items: Sequence[BuildItem], make: Make, token: CancelToken
) -> BuildRate | None:
    """Time a few items of one size; None if none of them can be made."""
    made, size, seconds = 0, 0, 0.0
    is_warm = False
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "payload.pt")
        for item in [*items[:1], *items]:
            token.check()
            began = time.monotonic()
            try:
                write_pt(target, make(item))
            except (SourceError, OutOfMemoryError, OSError):
                continue
            if is_warm:
                made, size = made + 1, size + target.stat().st_size
                seconds += time.monotonic() - began
            is_warm = True
            if made >= TIMED:
                break
    return BuildRate(encoder, resolution, made, seconds, size) if made else None


def _image_item(item: BuildItem, concepts: Mapping[int, Concept]) -> ImageItem:
    if item.bucket is None:
        raise ValueError(f"{item.key} has no size")
    return ImageItem(
        source=Path(item.source), spelled=item.key, mask=None, conditioning=None,
        bucket=item.bucket, concept=concepts[item.use.concept], position=item.use.position,
        variation=0)
