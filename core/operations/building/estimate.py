"""What a build takes: bytes by the payloads that are there, seconds by what builds took before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from larder.core.files.journal import read_journal
from larder.core.keys.resolution_key import format_resolution_key
from larder.core.operations.building.bytes import PayloadSize, payload_size
from larder.core.operations.building.mixture import Mixture
from larder.core.operations.building.plan import BuildGroup, BuildItem
from larder.core.operations.building.rates import BuildRates, rates_in
from larder.core.operations.surveying.report import StoreSurvey
from larder.core.workspace.bucketing import Size
from larder.core.workspace.onetrainer_config import TrainerConfig


def groups_of(
    survey: StoreSurvey, items: Sequence[BuildItem], config: TrainerConfig,
    mixture: Mixture | None = None,
) -> tuple[BuildGroup, ...]:
    """Items in numbers, size by size in their order.

    Args:
        survey: of their store; its payloads tell how large further ones will be.
        items: what is to be built.
        config: they are built for it.
        mixture: what other models encoded, whose names are not to stand for this build's.
    """
    size = payload_size(survey, config)
    rates = rates_in(read_journal(survey.location.path))
    entries: Counter[Size | None] = Counter()
    payloads: Counter[Size | None] = Counter()
    for item in items:
        entries[item.bucket] += 1
        payloads[item.bucket] += len(item.to_make)
    groups = tuple(
        _group(survey.location.id, bucket, entries[bucket], payloads[bucket], size, rates)
        for bucket in entries)
    return groups if mixture is None else tuple(
        replace(group, encoder=mixture.model) for group in groups)


def _group(
    store: str, bucket: Size | None, entries: int, payloads: int,
    size: PayloadSize | None,
    rates: BuildRates,
) -> BuildGroup:
    resolution = format_resolution_key(bucket)
    rate = rates.of(resolution)
    each = rate.bytes_each if rate is not None else _bytes_each(size, bucket)
    seconds = rates.seconds_each(resolution)
    return BuildGroup(
        store=store, encoder="" if rate is None else rate.encoder,
        resolution="" if bucket is None else resolution, entries=entries,
        payloads=payloads, bytes=0 if not payloads else None if each is None else each * payloads,
        seconds=0.0 if not payloads else None if seconds is None else seconds * payloads)


def _bytes_each(size: PayloadSize | None, bucket: Size | None) -> int | None:
    return None if size is None else round(
        size.of(None if bucket is None else bucket[0] * bucket[1]))
