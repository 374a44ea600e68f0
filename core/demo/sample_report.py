"""What making the sample workspace reports, and the truth about its drifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from larder.core.survey.report import Depth

DEPTHS: Final = tuple(Depth)
"""From the quickest look to the closest."""


class SampleDrift(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is not as it was when the caches were built, and what a survey must say of it.

    Attributes:
        store: id of the store it concerns: "image", "text", or the folder of another.
        item: the source as the index spells it, a tree, or a file of the store.
        is_payload: whether `item` is a file of the store.
        verdict: name of the verdict in the contract.
        depth: the quickest survey that sees it; at a quicker one the item is as good as untouched.
    """

    store: str
    item: str
    is_payload: bool
    verdict: str
    depth: str


class SampleReport(msgspec.Struct, frozen=True, kw_only=True):
    """What is in a sample workspace.

    Attributes:
        folder: the workspace.
        config: its OneTrainer config, what one opens.
        pictures: pictures in its concepts.
        entries: index rows in the trainer's two stores.
        payloads: payload files in them, without stand-ins and interrupted writes.
        bytes: their size.
        drifts: everything in them that a survey must not call valid or referenced.
        sounds: clips beside the concepts; as the rest, 0 in a sample that had none yet.
        texts: files of its corpus.
        values: values in its stores of pixels, features, waveforms, tokens and parameters.
        value_bytes: their size.
        value_drifts: the same as `drifts` of those stores.
    """

    folder: str
    config: str
    pictures: int
    entries: int
    payloads: int
    bytes: int
    drifts: tuple[SampleDrift, ...]
    sounds: int = 0
    texts: int = 0
    values: int = 0
    value_bytes: int = 0
    value_drifts: tuple[SampleDrift, ...] = ()

    def entry_verdicts(self, depth: Depth) -> dict[str, str]:
        """Source -> verdict at that depth, for every entry and sample that is not valid."""
        return self._verdicts(depth, is_payload=False)

    def payload_verdicts(self, depth: Depth) -> dict[str, str]:
        """Payload -> verdict at that depth, for every file that no live entry names."""
        return self._verdicts(depth, is_payload=True)

    def value_verdicts(self, depth: Depth, *, is_payload: bool) -> dict[tuple[str, str], str]:
        """(store, item) -> verdict at that depth, for the stores beside the trainer's.

        Args:
            depth: of the survey.
            is_payload: of files in the stores instead of sources and trees.
        """
        return {
            (drift.store, drift.item): drift.verdict
            for drift in _seen(self.value_drifts, depth, is_payload=is_payload)
        }

    def _verdicts(self, depth: Depth, *, is_payload: bool) -> dict[str, str]:
        return {
            drift.item: drift.verdict
            for drift in _seen(self.drifts, depth, is_payload=is_payload)
        }


def _seen(
    drifts: Iterable[SampleDrift], depth: Depth, *, is_payload: bool
) -> Iterator[SampleDrift]:
    seen = {each.value for each in DEPTHS[: DEPTHS.index(depth) + 1]}
    return (drift for drift in drifts if drift.is_payload == is_payload and drift.depth in seen)
