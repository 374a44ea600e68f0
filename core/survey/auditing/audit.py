"""Looking into payloads: damaged containers, impossible values, odd shapes, foreign prompts.

Needs no model and no torch. What an array must look like is learnt from the store itself: rank,
type and channels are compared with the majority of that name, sizes with the variant's own size
over the store's usual stride, so that a new model type needs no table here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from larder.core.errors import PayloadError
from larder.core.files.folder_scan import FolderListing
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import parse_smart_name
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.pt_file import examine_pt
from larder.core.survey.auditing.prompts import PromptCheck, prompt_check
from larder.core.survey.auditing.shapes import odd_shapes
from larder.core.survey.join import JoinedStore
from larder.core.survey.smart import AskedOfStore, JudgedRows
from larder.core.survey.verdicts import Also, Verdict
from larder.core.workspace.open_workspace import StoreLocation, Workspace


@dataclass(frozen=True, slots=True)
class Audit:
    """What looking into payloads found.

    Attributes:
        damaged: payload name -> what is wrong with its container.
        why: row -> sentence for the worst that was found in its payloads.
    """

    damaged: Mapping[str, str]
    why: Mapping[int, str]


@dataclass(slots=True)
class _Seen:
    """Facts gathered in the one pass over the files."""

    arrays: dict[int, tuple[ArrayInfo, ...]] = field(default_factory=dict)
    damaged: dict[int, str] = field(default_factory=dict)
    values: dict[int, str] = field(default_factory=dict)
    lacking: dict[int, str] = field(default_factory=dict)
    prompts: dict[int, tuple[str, frozenset[str]]] = field(default_factory=dict)


def audit_store(
    workspace: Workspace,
    location: StoreLocation,
    join: JoinedStore,
    judged: JudgedRows,
    listing: FolderListing,
    asked: AskedOfStore,
    token: CancelToken,
) -> Job[Audit]:
    """Look into every payload of a store; sets bits in `judged.flags`.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    seen = yield from _look(location.path, listing, asked, token)
    rows_of = _rows_of_files(join, judged)
    odd = odd_shapes(seen.arrays, _sizes_of_files(join, judged))
    why: dict[int, str] = {}
    named = {
        verdict: {at: f"{listing.names[at]}: {sentence}" for at, sentence in facts.items()}
        for verdict, facts in (
            (Verdict.BAD_VALUES, {**odd, **seen.values}), (Verdict.INCOMPLETE_SCHEMA, seen.lacking))
    }
    for verdict, facts in ((Verdict.CORRUPT_PAYLOAD, seen.damaged), *named.items()):
        for at, sentence in facts.items():
            for row in rows_of.get(at, ()):
                _set(judged, why, row, verdict, sentence)
    if seen.prompts:
        check = prompt_check(workspace, join)
        _judge_prompts(judged, check, seen, rows_of, why)
    return Audit({listing.names[at]: reason for at, reason in seen.damaged.items()}, why)


def _look(
    store: Path, listing: FolderListing, asked: AskedOfStore, token: CancelToken
) -> Job[_Seen]:
    """One pass: container, checksums, values, names, prompt stamps."""
    seen = _Seen()
    positions = [
        at for at, name in enumerate(listing.names) if parse_smart_name(name) is not None]
    for done, at in enumerate(positions):
        token.check()
        yield Progress("checking payloads", done, len(positions), "payloads")
        try:
            found = examine_pt(store / listing.names[at])
        except PayloadError as damaged:
            seen.damaged[at] = damaged.problem
            continue
        seen.arrays[at] = found.contents.arrays
        if found.bad_values:
            seen.values[at] = found.bad_values
        names = frozenset(name for name in found.contents.names if not name.startswith("__"))
        if asked.names is not None and not asked.names <= names:
            seen.lacking[at] = f"the payload lacks {', '.join(sorted(asked.names - names))}"
        stamp = found.contents.values.get("__content_hash")
        if isinstance(stamp, str):
            seen.prompts[at] = (stamp, names)
    return seen


def _rows_of_files(join: JoinedStore, judged: JudgedRows) -> dict[int, list[int]]:
    rows: dict[int, list[int]] = {}
    for at, variant in judged.files.pairs.tolist():
        rows.setdefault(at, []).append(int(join.columns.variant_row[variant]))
    return rows


def _set(
    judged: JudgedRows, why: dict[int, str], row: int, verdict: Verdict, sentence: str
) -> None:
    """Set a bit; the sentence stays only if nothing worse has one."""
    before = int(judged.flags[row])
    judged.flags[row] |= np.uint32(1 << verdict)
    if before & ((1 << verdict) - 1) == 0 or row in why:
        why.setdefault(row, sentence)


def _sizes_of_files(join: JoinedStore, judged: JudgedRows) -> dict[int, tuple[int, int]]:
    columns = join.columns
    found = {}
    for at, variant in judged.files.pairs.tolist():
        height, width = int(columns.variant_height[variant]), int(columns.variant_width[variant])
        if height > 0 and width > 0:
            found[at] = (height, width)
    return found


def _judge_prompts(
    judged: JudgedRows,
    check: PromptCheck,
    seen: _Seen,
    rows_of: Mapping[int, Sequence[int]],
    why: dict[int, str],
) -> None:
    """A stamp that none of the prompts of any of its rows gives."""
    edited = np.uint32(1 << Verdict.CONTENT_CHANGED | 1 << Verdict.SOURCE_MISSING
                       | 1 << Verdict.SOURCE_UNREACHABLE)
    for at, (stamp, names) in seen.prompts.items():
        rows = [
            row for row in rows_of.get(at, ())
            if not judged.flags[row] & edited and check.concept_of[row] >= 0]
        for row in rows:
            verdict = check.matches(row, stamp, names)
            if verdict is None:
                judged.flags[row] |= np.uint32(Also.PROMPT_NOT_CHECKED)
            elif not verdict:
                _set(judged, why, row, Verdict.RECIPE_CHANGED,
                     "its payload was made of a prompt that its caption cannot give today")
