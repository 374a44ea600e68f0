"""Data of a check: concepts with their folders, and the findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from larder.core.survey.checks.opened_files import ConceptMemory, OpenedFolder
from larder.core.survey.checks.risks import Risk
from larder.core.workspace.concepts import Concept
from larder.core.workspace.samples import ConceptSamples, FolderSamples


class Found(msgspec.Struct, frozen=True, order=True, gc=False):
    """One thing that was found: `said` is a sentence or "", what the trainer does follows it."""

    risk: Risk
    path: str
    said: str = ""


class CheckedFolder(NamedTuple):
    """One folder of a concept, as it is listed, and what is known of its files."""

    listed: FolderSamples
    opened: OpenedFolder
    spell: Callable[[str], str]


class CheckedConcept(NamedTuple):
    """One concept with its folders."""

    samples: ConceptSamples
    memory: ConceptMemory
    folders: Sequence[CheckedFolder]

    @property
    def concept(self) -> Concept:
        """Whose samples these are."""
        return self.samples.concept
