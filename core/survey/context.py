"""Context that the stores of one survey share, read once for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from larder.core.background import FileCounter
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import HashMemory, PictureMemory
from larder.core.stores.busy import OpenFiles
from larder.core.survey.report import Depth
from larder.core.survey.roots import ConceptRoot, RootTable
from larder.core.survey.sources import SourceTree
from larder.core.survey.targets import FirstPositions, TargetDraws
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.samples import ConceptSamples
from larder.core.workspace.stored_paths import SpelledPaths

if TYPE_CHECKING:
    from larder.core.survey.released.read_store import ReadStore
    from larder.core.survey.released.sources import GroupSamples


class SurveyContext(msgspec.Struct):
    """One survey.

    Attributes:
        gone: real paths of folders whose missing files were deleted for good.
        chosen: models that the user chose for a build, None where nothing is to be built.
        flavour: how the trainer's system spells paths.
        memory: content of sources.
        devices: the device each root was last seen on.
        now_ns: when the survey began, nanoseconds since 1970.
        counter: counts files that are looked at, and looks at the token between them.
        trusts_memory: whether a source that is remembered with all that tells files apart is not
            read again.
        trusts_notes: whether a source of the size and date that a cache recorded has the content
            that it recorded.
        tree: what was listed so far.
        samples: of each concept that a trainer would load, by its number.
        released: what was read of stores in released OneTrainer's layout, by folder.
        members: of concepts, for those stores, by the concept's number.
        first_positions: where the samples of each concept begin in its loader's list.
        unseen: a sentence about a file that is there and cannot be looked at, "" without one.
        family: models that another trainer's config trains, by that trainer's name for them; "" if
            nothing tells, None before anybody asked.
        declared: those of `gone` in which a folder of sources lies.
    """

    workspace: Workspace
    depth: Depth
    gone: Sequence[str]
    chosen: Sequence[Path] | None
    flavour: PathFlavour
    memory: HashMemory
    pictures: PictureMemory
    devices: Mapping[str, int]
    token: CancelToken
    now_ns: int
    counter: FileCounter
    tree: SourceTree
    trusts_memory: bool = True
    trusts_notes: bool = True
    samples: dict[int, ConceptSamples] = msgspec.field(default_factory=dict)
    open_files: OpenFiles = msgspec.field(default_factory=OpenFiles)
    released: dict[Path, ReadStore] = msgspec.field(default_factory=dict)
    members: dict[int, GroupSamples] = msgspec.field(default_factory=dict)
    first_positions: FirstPositions = msgspec.field(default_factory=FirstPositions)
    unseen: str = ""
    declared: set[str] = msgspec.field(default_factory=set)
    family: str | None = None

    @property
    def target_draws(self) -> TargetDraws:
        """The draws that choose one of several targets for each sample."""
        return TargetDraws(self.workspace, self.first_positions)

    def paths(self, flavour: PathFlavour) -> SpelledPaths:
        """How a store that spells paths this way is read."""
        return self.workspace.paths(flavour)

    def root_table(
        self, paths: SpelledPaths, *, flavour: PathFlavour | None = None
    ) -> RootTable:
        """An empty table of a store's roots; `flavour` spells concepts, None for the trainer's."""
        concepts = []
        for concept in self.workspace.concepts:
            folder = self.workspace.locate(concept, flavour=flavour or self.flavour)
            real = str(folder.real)
            concepts.append(ConceptRoot(concept, folder.spelled, real, paths.place(real)))
        return RootTable(paths, self.tree, concepts, gone=self.gone, declared=self.declared,
                         devices=self.devices)

    def let_go_of_sources(self) -> None:
        """Nothing asks for listed sources any more, which take 9 MB per 100,000."""
        self.samples.clear()
        self.released.clear()
        self.members.clear()
        self.tree.forget()
