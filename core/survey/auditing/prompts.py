"""Whether a text payload's prompt stamp belongs to a prompt its caption can give today.

A trainer stamps text payloads with a digest of model type, payload names and prompt. Every line of
the caption (or of the concept's prompt file, or the file-name stem) is a prompt it may have drawn;
which one was drawn is never judged. Source of the digest: mgds SmartDiskCache, cache version 3.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.errors import UserFacingError
from larder.core.keys.content_hash import hash_text
from larder.core.survey.join import JoinedStore
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.samples import possible_prompts, prompt_is_deterministic

CACHE_VERSION = 3


def content_stamp(modeltype: str, names: frozenset[str], prompt: str) -> str:
    """The stamp of a prompt: 16 hex digits.

    Vector: Z_IMAGE, {tokens, tokens_mask, text_encoder_hidden_state}, "a photo of a cat" gives
    efa7d043d2a8cb96.
    """
    return hash_text(json.dumps(
        [CACHE_VERSION, modeltype, sorted(names), prompt], ensure_ascii=True,
        separators=(",", ":")))


@dataclass(slots=True)
class PromptCheck:
    """Checks stamps of one text store's rows.

    Attributes:
        join: the store.
        concept_of: concept that asks for each row, -1 for none.
        concepts: by index.
        prompt_files: content of each concept's prompt file, None when it cannot be read.
        placeholders: prompts may hold embedding placeholders, which a config does not spell out.
    """

    join: JoinedStore
    concept_of: npt.NDArray[np.int16]
    concepts: Mapping[int, Concept]
    prompt_files: Mapping[int, bytes | None]
    placeholders: bool
    _prompts: dict[int, tuple[str, ...] | None] = field(default_factory=dict)

    def matches(self, row: int, stamp: str, names: frozenset[str]) -> bool | None:
        """Whether a stamp is of one of the row's prompts; None when it cannot be told."""
        if row not in self._prompts:
            self._prompts[row] = self._possible(row)
        prompts = self._prompts[row]
        if prompts is None:
            return None
        modeltype = self.join.columns.modeltypes[self.join.columns.modeltype[row]]
        return any(content_stamp(modeltype, names, prompt) == stamp for prompt in prompts)

    def _possible(self, row: int) -> tuple[str, ...] | None:
        concept = self.concepts.get(int(self.concept_of[row]))
        if concept is None or self.placeholders or not prompt_is_deterministic(concept):
            return None
        columns = self.join.columns
        name = columns.names[row]
        try:
            caption = Path(self.join.real_path(int(columns.folder[row]), name)).read_bytes()
            return possible_prompts(
                concept, picture_name=name, caption=caption,
                prompt_file=self.prompt_files.get(concept.index))
        except (OSError, UserFacingError):
            return None


def prompt_check(workspace: Workspace, join: JoinedStore) -> PromptCheck:
    """Prepare the check: reads each concept's prompt file once."""
    concept_of = np.full(len(join.columns), -1, dtype=np.int16)
    for concept, rows in join.wanted.items():
        concept_of[rows[rows < len(join.columns)]] = concept
    config = workspace.config
    placeholders = config is not None and bool(config.placeholders)
    return PromptCheck(
        join=join, concept_of=concept_of,
        concepts={concept.index: concept for concept in workspace.concepts},
        prompt_files={
            concept.index: _prompt_file(workspace, concept) for concept in workspace.concepts
            if concept.text.prompt_source is PromptSource.CONCEPT},
        placeholders=placeholders)


def _prompt_file(workspace: Workspace, concept: Concept) -> bytes | None:
    try:
        return workspace.file(concept.text.prompt_path).read_bytes()
    except OSError:
        return None
