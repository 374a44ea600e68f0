"""Prompts that several captions hold: each is encoded once, and copied for the others.

A line of a caption is a prompt that a variation may draw; which one was drawn is not asked. The
trainer's `content_index.json` names a payload that was made of a prompt by the prompt's digest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.compare.sharing.conflicts import SharingSource
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.stores.smart.columns import IndexColumns
from larder.core.stores.smart.content_index import payloads_by_prompt
from larder.core.survey.report import StoreSurvey
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.concepts import PromptSource
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.prompts import content_stamp, possible_prompts, prompt_is_deterministic
from larder.core.workspace.roots import PathFlavour, resolve

PROGRESS_EVERY: Final = 256


@dataclass(frozen=True, slots=True)
class SharedLine:
    """A prompt that several captions with different bytes hold.

    Attributes:
        prompt: the line.
        stamp: its digest as the trainer makes it, 16 hex digits.
        payload: the payload that further ones are copied from, "" while none is known.
        sources: the captions, in index order.
    """

    prompt: str
    stamp: str
    payload: str
    sources: tuple[SharingSource, ...]


def shared_lines(
    workspace: Workspace,
    found: StoreSurvey,
    columns: IndexColumns,
    source_of: Callable[[int], SharingSource],
    token: CancelToken,
) -> Job[list[SharedLine]]:
    """Read the captions of a text store and find the lines that several of them hold.

    Args:
        workspace: whose captions.
        found: the store's survey.
        columns: its index, the same that was surveyed.
        source_of: gives the source of a row.
        token: checked while captions are read.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    rows = _captions(workspace, found, columns)
    by_prompt: dict[str, list[int]] = defaultdict(list)
    for done, row in enumerate(rows):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("comparing captions", done, len(rows), "captions")
        for prompt in set(_prompts(workspace, found, columns, row)):
            by_prompt[prompt].append(row)
    known = payloads_by_prompt(found.location.path)
    lines = [
        _line(prompt, holding, columns, known, source_of)
        for prompt, holding in by_prompt.items()
        if len({bytes(columns.hashes[row]) for row in holding}) > 1]
    return sorted(lines, key=lambda line: (-len(line.sources), line.prompt))


def _captions(
    workspace: Workspace, found: StoreSurvey, columns: IndexColumns
) -> list[int]:
    """Rows whose caption is read for prompts, with nothing drawn but the line."""
    reads = {
        concept.index for concept in workspace.concepts
        if concept.text.prompt_source is PromptSource.SAMPLE and prompt_is_deterministic(concept)}
    rows = found.rows
    there = ~np.isin(
        rows.verdicts[:len(columns)], (Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE))
    wanted = np.isin(rows.concept[:len(columns)], sorted(reads))
    return [int(row) for row in np.flatnonzero(there & wanted)]


def _prompts(
    workspace: Workspace, found: StoreSurvey, columns: IndexColumns, row: int
) -> Sequence[str]:
    source = found.rows.source(row)
    real = resolve(source, workspace.root, workspace.maps, PathFlavour(columns.separator))
    try:
        return possible_prompts(
            workspace.concepts[int(found.rows.concept[row])],
            picture_name=columns.names[row], caption=Path(real).read_bytes())
    except (OSError, UserFacingError):
        return ()


def _line(
    prompt: str,
    rows: Sequence[int],
    columns: IndexColumns,
    known: dict[str, str],
    source_of: Callable[[int], SharingSource],
) -> SharedLine:
    row = rows[0]
    variant = int(np.searchsorted(columns.variant_row, row))
    names: Sequence[str] = columns.index_schema or ()
    if variant < len(columns.stems) and columns.schema[variant] >= 0:
        names = columns.schemas[columns.schema[variant]]
    stamp = content_stamp(columns.modeltypes[columns.modeltype[row]], frozenset(names), prompt)
    return SharedLine(
        prompt=prompt, stamp=stamp, payload=known.get(stamp, ""),
        sources=tuple(source_of(holding) for holding in rows))
