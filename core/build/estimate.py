"""What a build takes: bytes by the payloads that are there, seconds by what its encoder took.

The one place that tells it, of plans and of comparisons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from larder.core.build.bytes import PayloadSize
from larder.core.build.mixture import Mixture
from larder.core.build.plan import BuildGroup, BuildItem
from larder.core.build.rates import EncoderRates
from larder.core.keys.resolution_key import format_resolution_key, parse_resolution_key
from larder.core.workspace.bucketing import Size


def groups_of(
    store: str, items: Sequence[BuildItem], size: PayloadSize | None, rates: EncoderRates,
    mixture: Mixture | None = None,
) -> tuple[BuildGroup, ...]:
    """Items in numbers, size by size in their order.

    Args:
        store: id of their store.
        items: what is to be built.
        size: of the store's payloads, None where it holds none.
        rates: of the encoder that builds them.
        mixture: what other models encoded, whose names are not to stand for this build's.
    """
    entries: Counter[Size | None] = Counter()
    payloads: Counter[Size | None] = Counter()
    for item in items:
        entries[item.bucket] += 1
        payloads[item.bucket] += item.payloads
    groups = tuple(
        timed(BuildGroup(
            store=store, encoder="",
            resolution="" if bucket is None else format_resolution_key(bucket),
            entries=entries[bucket], payloads=payloads[bucket],
            bytes=None if size is None else round(
                size.of(None if bucket is None else bucket[0] * bucket[1])) * payloads[bucket],
            seconds=None), rates)
        for bucket in entries)
    return groups if mixture is None else tuple(
        replace(group, encoder=mixture.model) for group in groups)


def timed(group: BuildGroup, rates: EncoderRates) -> BuildGroup:
    """A group with the seconds its encoder takes, and with bytes where nothing else tells them."""
    pixels, payloads = pixels_of(group), group.payloads
    if not payloads:
        return replace(group, encoder=rates.name, bytes=0, seconds=0.0)
    seconds, size = rates.seconds_each(pixels), rates.bytes_each(pixels)
    told = group.bytes
    if told is None and size is not None:
        told = size * payloads
    return replace(
        group, encoder=rates.name if seconds is not None else "", bytes=told,
        seconds=None if seconds is None else seconds * payloads)


def pixels_of(group: BuildGroup) -> int:
    """Area of the pictures of a group, 0 in a text store."""
    size = parse_resolution_key(group.resolution) if group.resolution else None
    return 0 if size is None else size[0] * size[1]
