"""Which of several target edges the trainer draws for each sample.

The draw depends on the sample's place in its loader's whole list, on the variation and on the
config's pipeline. The place is not known behind a folder that cannot be listed or that is empty,
as the mount point of a drive that is away is; then any of the targets is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import Finding
from larder.core.survey.effects import Effect
from larder.core.workspace.concepts import Concept, select_concepts
from larder.core.workspace.onetrainer_config import TrainingMethod
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.samples import ConceptSamples

if TYPE_CHECKING:
    from larder.core.encoders.draws import ModulePositions

UNKNOWN_TARGET = -1
"""In place of the number of a target."""


class FirstPositions(msgspec.Struct, frozen=True):
    """The place of each concept's first sample in its loader's list.

    Attributes:
        of_concept: by concept index; concepts whose place is not known are not in it.
        reason: why the others' is not known, "" when all are.
    """

    of_concept: Mapping[int, int] = msgspec.field(default_factory=dict)
    reason: str = ""


def first_positions(
    concepts: Sequence[Concept], samples: Mapping[int, ConceptSamples]
) -> FirstPositions:
    """Return the places at which the samples of concepts begin.

    `samples` are those of every concept that a loader loads, by concept index.
    """
    found: dict[int, int] = {}
    reasons: list[str] = []
    for validation in (False, True):
        position = 0
        for concept in select_concepts(concepts, validation=validation):
            listed = samples.get(concept.index)
            if listed is None:
                continue
            reason = _why_unknown(listed)
            if reason:
                reasons.append(reason)
                break
            found[concept.index] = position
            position += len(listed)
    return FirstPositions(found, next(iter(reasons), ""))


def _why_unknown(listed: ConceptSamples) -> str:
    """Why nobody knows how many samples a concept has, "" where that is known."""
    for folder in listed.unreadable:
        return f"{folder.spelled} cannot be listed: {folder.reason}"
    return "" if len(listed) else f"no picture is in {listed.concept.path}"


class TargetDraws:
    """Draws targets for the samples of one workspace.

    Args:
        workspace: with the config; without one nothing is known.
        first: where the samples of its concepts begin.
    """

    def __init__(self, workspace: Workspace, first: FirstPositions) -> None:
        self._first = first
        self._config = workspace.config

    @cached_property
    def _positions(self) -> ModulePositions | None:
        config = self._config
        if config is None or config.training_method == TrainingMethod.FINE_TUNE_VAE.value:
            return None  # the pipeline of VAE fine-tuning has other modules
        # What draws takes 5 ms to load, and most configs have one target.
        from larder.core.encoders.draws import onetrainer_positions

        return onetrainer_positions(config)

    @property
    def why_unknown(self) -> str:
        """Why the draws of some concepts are not known, "" when all are."""
        if self._positions is None:
            return "it is not known what this kind of training draws"
        return self._first.reason

    def are_known(self, concept: int) -> bool:
        """Return whether the draws of a concept's samples can be repeated."""
        return self._positions is not None and concept in self._first.of_concept

    def of(
        self, concept: int, count: int, *, variation: int, targets: int
    ) -> npt.NDArray[np.int16]:
        """Return the number of the target of a concept's first `count` samples, in its order.

        int16, shape (count,); all `UNKNOWN_TARGET` where the draws are not known.
        """
        if self._positions is None or concept not in self._first.of_concept:
            return np.full(count, UNKNOWN_TARGET, dtype=np.int16)
        from larder.core.encoders.draws import draw_targets  # as above

        first = self._first.of_concept[concept]
        return np.array(draw_targets(
            self._positions, variation, range(first, first + count), targets), dtype=np.int16)


class TargetCounts(msgspec.Struct, frozen=True):
    """How many samples of a concept are cached at each target, where no draw is known.

    Attributes:
        edges: the targets, in the config's order, repeated ones kept.
        cached: samples that have the size of each.
        samples: that have the size of any.
    """

    concept: Concept
    edges: tuple[int, ...]
    cached: tuple[int, ...]
    samples: int


def undrawn_findings(
    spelled: str, counts: Sequence[TargetCounts], why: str
) -> Iterator[Finding]:
    """Yield a finding per concept whose draws are not known: how many of each target there are.

    `spelled` names the store.
    """
    for one in counts:
        edges = list(dict.fromkeys(one.edges))
        have = dict(zip(one.edges, one.cached, strict=True))
        is_sized = ", ".join(f"{have[edge]:,} at {edge}" for edge in edges)
        expected = ", ".join(
            f"{one.samples * one.edges.count(edge) / len(one.edges):,.0f} at {edge}"
            for edge in edges)
        yield Finding(
            spelled,
            "It is not known which of its target resolutions the trainer draws for each picture of "
            f"{one.concept.name or one.concept.path}: {why}. Cached: {is_sized}.",
            f"A new cache would have about {expected}.",
            # A target of which nothing is cached is never trained, whatever the trainer draws.
            kind="targets-not-drawn",
            effect=(Effect.NOTICE if all(have[edge] for edge in edges) else Effect.WRONG).value)
