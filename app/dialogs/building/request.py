"""What a build is asked for: which workspace, which entries, with which models and on what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.core.build.scope import BuildScope, OtherWeights
from larder.core.compare.document import ChangeRow
from larder.core.requests.options import BuildOptions, WorkspaceOptions


@dataclass(frozen=True, slots=True)
class EncoderChoice:
    """With what is encoded; None is left to core.

    Attributes:
        models: folders and files with models, in order of preference.
        device: as torch spells it.
        dtype: number type of weights and work.
        batch: pictures or prompts per batch.
    """

    models: tuple[str, ...] = ()
    device: str | None = None
    dtype: str | None = None
    batch: int | None = None


Selection = tuple[tuple[str, str], ...]
"""(store id, source as the index spells it) pairs."""


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """What to build.

    Attributes:
        about: the workspace, with the config that decides; not always the one that is open.
        depth: how closely is looked before; as closely as the survey that the user looks at, or
            what that found would not be found again.
        scope: which verdicts are mended.
        selection: only these, None for all.
        is_selection_on: whether `selection` limits the build; it can be switched off.
        encoder: with what.
        measure: make a few payloads on trial to know how long they take; planning only.
        other_weights: what becomes of payloads that other models encoded.
        changes: what differs from the trainer's config; empty for its own.
        doubted: sources whose payloads look good and do not suit these changes.
    """

    about: WorkspaceOptions
    depth: str = "stat"
    scope: BuildScope = BuildScope.NEEDED
    selection: Selection | None = None
    is_selection_on: bool = True
    encoder: EncoderChoice = field(default_factory=EncoderChoice)
    measure: bool = False
    other_weights: OtherWeights = OtherWeights.ASK
    changes: tuple[ChangeRow, ...] = ()
    doubted: Selection = ()

    @property
    def chosen(self) -> Selection | None:
        """The selection, if it counts."""
        return self.selection if self.is_selection_on else None

    def with_scope(self, scope: BuildScope) -> BuildRequest:
        """Everything of a scope."""
        return replace(self, scope=scope, is_selection_on=False, measure=False)

    def with_selection(self) -> BuildRequest:
        """Only what was selected, good entries too: that is what one asks for by name."""
        return replace(self, scope=BuildScope.ALL, is_selection_on=True, measure=False)

    def with_measuring(self) -> BuildRequest:
        """With a few payloads made on trial."""
        return replace(self, measure=True)

    def with_encoder(self, encoder: EncoderChoice) -> BuildRequest:
        """With other models, or elsewhere; what was said of other models is to be said again."""
        others = self.other_weights if encoder.models == self.encoder.models else OtherWeights.ASK
        return replace(self, encoder=encoder, measure=False, other_weights=others)

    def with_other_weights(self, choice: OtherWeights) -> BuildRequest:
        """With the user's word on payloads that other models encoded."""
        return replace(self, other_weights=choice, measure=False)

    def options(self, **more: Any) -> BuildOptions:
        """What a worker is asked."""
        encoder = self.encoder
        return BuildOptions(
            **msgspec.structs.asdict(self.about), depth=self.depth, only=self.scope.value,
            selection=self.chosen, doubted=self.doubted, models=encoder.models,
            device=encoder.device, dtype=encoder.dtype, batch=encoder.batch,
            other_weights=self.other_weights.value, **more)


def request_for(about: WorkspaceOptions, selection: Selection | None = None) -> BuildRequest:
    """The request a dialog begins with."""
    request = BuildRequest(about=about, selection=selection)
    return request if selection is None else request.with_selection()


def selected_entries(snapshot: SurveySnapshot, rows: Rows) -> Selection:
    """Rows of a survey by store and source."""
    stores = [store.id for store in snapshot.document.stores]
    entries = snapshot.entries
    return tuple((stores[int(entries.store[row])], entries.source(row)) for row in rows.tolist())


def failed_entries(items: Sequence[tuple[str, str]]) -> Selection:
    """What a build could not do, each once."""
    return tuple(dict.fromkeys(item for item in items if all(item)))
