"""Request for a build: the workspace, entries, models and device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from larder.app.cache_session import CacheSession
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.core.build.scope import BuildScope, OtherWeights
from larder.core.compare.document import ChangeRow
from larder.core.requests.options import BuildOptions, WorkspaceOptions
from larder.core.settings import Settings
from larder.core.workspace.cache_layout import CacheLayout

Selection = tuple[tuple[str, str], ...]
"""(store id, source as the index spells it) pairs."""


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """Request to plan and run one build.

    Attributes:
        options: options for the worker, for the workspace whose config decides, which is not
            always the open one. They use the depth of the survey that the user sees; otherwise its
            findings would not be found again.
        selection: entries that can be chosen in place of a scope, None for none; the options
            contain them while they are chosen.
        changes: differences from the trainer's config; empty for the config itself.
        used: the layout that the workspace is cached in, None if there is none or it is not known.
    """

    options: BuildOptions
    selection: Selection | None = None
    changes: tuple[ChangeRow, ...] = ()
    used: CacheLayout | None = None

    @property
    def layout(self) -> CacheLayout | None:
        """The layout that is built, None where nobody knows."""
        asked = self.options.layout
        return self.used if asked is None else CacheLayout(asked)

    @property
    def scope(self) -> BuildScope:
        """Which verdicts are mended."""
        return BuildScope(self.options.only)

    @property
    def other_weights(self) -> OtherWeights:
        """The treatment of payloads that other models encoded."""
        return OtherWeights(self.options.other_weights)

    def with_selection(self) -> BuildRequest:
        """Only what was selected, good entries too: that is what one asks for by name."""
        return self.with_options(only=BuildScope.ALL.value, selection=self.selection)

    def with_layout(self, layout: CacheLayout) -> BuildRequest:
        """For the trainer that reads a layout."""
        return self.with_options(layout=None if layout is self.used else layout.value)

    def with_encoder(self, chosen: BuildOptions) -> BuildRequest:
        """With other models, or elsewhere; what was said of other models is to be said again."""
        is_same = chosen.models == self.options.models
        return self.with_options(
            models=chosen.models, device=chosen.device, dtype=chosen.dtype, batch=chosen.batch,
            other_weights=self.options.other_weights if is_same else OtherWeights.ASK.value)

    def with_options(self, *, measure: bool = False, **changed: Any) -> BuildRequest:
        """With other options; what was measured is measured again only if that is asked for."""
        return replace(self, options=msgspec.structs.replace(
            self.options, measure=measure, **changed))


def usual_options(session: CacheSession, settings: Settings) -> BuildOptions:
    """Everything that is missing or stale of the open workspace, with the models it is known by."""
    assert session.options is not None
    snapshot = session.snapshot
    is_new = snapshot is not None and not snapshot.document.workspace.layouts
    return session.about_this(
        BuildOptions, models=settings.model_folders.get(session.options.workspace, ()),
        layout=CacheLayout.RELEASED.value if is_new else None,
        depth=session.depth)


def request_for(
    options: BuildOptions, selection: Selection | None = None, used: CacheLayout | None = None,
) -> BuildRequest:
    """The request a dialog begins with."""
    request = BuildRequest(options, selection, used=used)
    return request if selection is None else request.with_selection()


def select_entries(snapshot: SurveySnapshot, rows: Rows) -> Selection:
    """Rows of a survey by store and source."""
    stores = [store.id for store in snapshot.document.stores]
    entries = snapshot.entries
    return tuple((stores[int(entries.store[row])], entries.source(row)) for row in rows.tolist())


def list_failed_entries(items: Sequence[tuple[str, str]]) -> Selection:
    """Return the entries that a build could not encode, each once."""
    return tuple(dict.fromkeys(item for item in items if all(item)))


def about_copy(session: CacheSession, copy: Path) -> WorkspaceOptions:
    """The workspace as if its config were the copy, relative paths where they were."""
    assert session.options is not None
    assert session.snapshot is not None
    root = session.snapshot.document.workspace.root
    if session.options.config is None and session.options.workspace.lower().endswith(".json"):
        return msgspec.structs.replace(
            session.options, workspace=str(copy), root=root, config=None, concepts=None)
    return msgspec.structs.replace(session.options, root=root, config=str(copy), concepts=None)
