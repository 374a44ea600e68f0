"""What a build takes: bytes by the payloads that are there, seconds by what builds took before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from core.files.journal import read_journal
from core.keys.payload_names import parse_smart_name
from core.keys.resolution_key import NO_RESOLUTION_KEY, format_resolution_key
from core.operations.build_plan import BuildGroup, BuildItem
from core.operations.build_rates import BuildRates, rates_in
from core.operations.survey_report import StoreSurvey
from core.operations.verdicts import PayloadVerdict
from core.workspace.bucketing import Size

CONTAINER_BYTES: Final = 3000
"""About what a payload takes beside its arrays: zip directory, pickle, concept settings."""


def groups_of(survey: StoreSurvey, items: Sequence[BuildItem]) -> tuple[BuildGroup, ...]:
    """Items in numbers, size by size in their order.

    Args:
        survey: of their store; its payloads tell how large further ones will be.
        items: what is to be built.
    """
    sizes = _PayloadBytes(survey)
    rates = rates_in(read_journal(survey.location.path))
    entries: Counter[Size | None] = Counter()
    payloads: Counter[Size | None] = Counter()
    for item in items:
        entries[item.bucket] += 1
        payloads[item.bucket] += len(item.to_make)
    return tuple(
        _group(survey.location.id, bucket, entries[bucket], payloads[bucket], sizes, rates)
        for bucket in entries)


def _group(
    store: str, bucket: Size | None, entries: int, payloads: int, sizes: _PayloadBytes,
    rates: BuildRates,
) -> BuildGroup:
    resolution = format_resolution_key(bucket)
    rate = rates.of(resolution)
    each = rate.bytes_each if rate is not None else sizes.each(bucket)
    seconds = rates.seconds_each(resolution)
    return BuildGroup(
        store=store, encoder="" if rate is None else rate.encoder,
        resolution="" if bucket is None else resolution, entries=entries,
        payloads=payloads, bytes=0 if not payloads else None if each is None else each * payloads,
        seconds=0.0 if not payloads else None if seconds is None else seconds * payloads)


class _PayloadBytes:
    """Bytes per payload, as the store's present ones tell; looked at when first asked for."""

    def __init__(self, survey: StoreSurvey) -> None:
        self._survey = survey
        self._by_size: dict[str, list[int]] | None = None

    def each(self, bucket: Size | None) -> int | None:
        """Bytes of one payload: the mean of its size, else scaled by area from all others."""
        if self._by_size is None:
            self._by_size = self._measured()
        own = self._by_size.get(format_resolution_key(bucket))
        if own:
            return sum(own) // len(own)
        if bucket is None:
            return None
        scaled = [
            (size - CONTAINER_BYTES) / _area(key)
            for key, sizes in self._by_size.items() if _area(key) for size in sizes]
        if not scaled:
            return None
        return CONTAINER_BYTES + int(sum(scaled) / len(scaled) * bucket[0] * bucket[1])

    def _measured(self) -> dict[str, list[int]]:
        files = self._survey.payloads
        found: dict[str, list[int]] = defaultdict(list)
        live = (files.verdicts == PayloadVerdict.REFERENCED).nonzero()[0].tolist()
        for at in live:
            parsed = parse_smart_name(files.names[at])
            if parsed is not None:
                found[parsed.resolution_key].append(int(files.sizes[at]))
        return found


def _area(key: str) -> int:
    if key == NO_RESOLUTION_KEY:
        return 0
    height, _, width = key.partition("x")
    return int(height) * int(width)
