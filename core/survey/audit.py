"""Looking into payloads: damaged containers, impossible values, odd shapes, foreign prompts.

Needs no model and no torch. What an array must look like is learnt from the store itself: rank,
type and channels are compared with the majority of that name, sizes with the payload's own size
over the store's usual stride, so that a new model type needs no table here.

A trainer stamps text payloads with a digest of model type, payload names and prompt. Every line of
the caption (or of the concept's prompt file, or the file-name stem) is a prompt it may have drawn;
which one was drawn is never judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import PayloadError, UserFacingError
from larder.core.files.folder_scan import FolderListing
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import parse_smart_name
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.pt_file import examine_pt
from larder.core.survey.join import JoinedStore
from larder.core.survey.smart import AskedOfStore, JudgedRows
from larder.core.survey.verdicts import Also, Verdict
from larder.core.survey.why import capitalized, incomplete_schema, with_details
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.samples import content_stamp, possible_prompts, prompt_is_deterministic

ENOUGH_FOR_A_MAJORITY: Final = 3
"""Fewer payloads than this cannot outvote one."""

SPATIAL_PREFIX: Final = "latent_"
CHANNELS_LAST: Final = ("_hidden_state", "_pooled_state")

EDITED: Final = np.uint32(
    1 << Verdict.CONTENT_CHANGED | 1 << Verdict.SOURCE_MISSING | 1 << Verdict.SOURCE_UNREACHABLE)
"""Rows of which nobody can tell what their caption says of the payload."""

Faults = Mapping[Verdict, Mapping[str, str]]
"""What is wrong, worst first: payload name -> sentence."""

Stamps = Mapping[str, tuple[str, frozenset[str]]]
"""Payload name -> its prompt's stamp, and the names of its arrays."""


def audit_payloads(
    store: Path,
    sizes: Mapping[str, tuple[int, int] | None],
    needed: frozenset[str] | None,
    token: CancelToken,
) -> Job[tuple[Faults, Stamps]]:
    """Read payloads from end to end: container, checksums, values, names, prompt stamps.

    `sizes` is (height, width) that each payload was made for, `needed` the names it must have; None
    where that is not known.
    """
    arrays: dict[str, tuple[ArrayInfo, ...]] = {}
    damaged: dict[str, str] = {}
    values: dict[str, str] = {}
    lacking: dict[str, str] = {}
    stamps: dict[str, tuple[str, frozenset[str]]] = {}
    for done, payload in enumerate(sizes):
        token.check()
        yield Progress("checking cached files", done, len(sizes), "files")
        try:
            found = examine_pt(store / payload)
        except PayloadError as error:
            damaged[payload] = error.problem
            continue
        arrays[payload] = found.contents.arrays
        if found.bad_values:
            values[payload] = with_details(capitalized(found.bad_values), payload)
        names = frozenset(name for name in found.contents.names if not name.startswith("__"))
        if needed is not None and not needed <= names:
            lacking[payload] = with_details(incomplete_schema(sorted(needed - names)), payload)
        stamp = found.contents.values.get("__content_hash")
        if isinstance(stamp, str):
            stamps[payload] = (stamp, names)
    odd = {payload: with_details(said, payload)
           for payload, said in _odd_shapes(arrays, sizes).items()}
    return {
        Verdict.CORRUPT_PAYLOAD: damaged, Verdict.BAD_VALUES: {**odd, **values},
        Verdict.INCOMPLETE_SCHEMA: lacking}, stamps


def audit_store(
    workspace: Workspace,
    location: StoreLocation,
    join: JoinedStore,
    judged: JudgedRows,
    listing: FolderListing,
    asked: AskedOfStore,
    token: CancelToken,
) -> Job[tuple[Mapping[str, str], Mapping[int, str]]]:
    """Look into every payload of a smart store; sets bits in `judged.flags`.

    Returns:
        Payload name -> what is wrong with its container, and row -> sentence for the worst that was
        found in its payloads.
    """
    columns, names = join.columns, listing.names
    sizes: dict[str, tuple[int, int] | None] = {
        name: None for name in names if parse_smart_name(name) is not None}
    rows_of: dict[str, list[int]] = {}
    for at, variant in judged.files.pairs.tolist():
        rows_of.setdefault(names[at], []).append(int(columns.variant_row[variant]))
        height, width = int(columns.variant_height[variant]), int(columns.variant_width[variant])
        if height > 0 and width > 0:
            sizes[names[at]] = (height, width)
    faults, stamps = yield from audit_payloads(location.path, sizes, asked.names, token)
    why: dict[int, str] = {}
    for verdict, found in faults.items():
        for name, sentence in found.items():
            for row in rows_of.get(name, ()):
                _set(judged, why, row, verdict, sentence)
    if stamps:
        _judge_prompts(judged, prompt_check(workspace, join), stamps, rows_of, why)
    return faults[Verdict.CORRUPT_PAYLOAD], why


def _set(
    judged: JudgedRows, why: dict[int, str], row: int, verdict: Verdict, sentence: str
) -> None:
    """Set a bit; the sentence stays only if nothing worse has one."""
    before = int(judged.flags[row])
    judged.flags[row] |= np.uint32(1 << verdict)
    if before & ((1 << verdict) - 1) == 0 or row in why:
        why.setdefault(row, sentence)


def _judge_prompts(
    judged: JudgedRows,
    check: PromptCheck,
    stamps: Stamps,
    rows_of: Mapping[str, Sequence[int]],
    why: dict[int, str],
) -> None:
    """A stamp that none of the prompts of any of its rows gives."""
    for name, (stamp, names) in stamps.items():
        for row in [row for row in rows_of.get(name, ())
                    if not judged.flags[row] & EDITED and check.concept_of[row] >= 0]:
            matches = check.matches(row, stamp, names)
            if matches is None:
                judged.flags[row] |= np.uint32(Also.PROMPT_NOT_CHECKED)
            elif not matches:
                _set(judged, why, row, Verdict.RECIPE_CHANGED,
                     "Caption changed: it was cached with a text that the caption does not hold "
                     "today")


@dataclass(slots=True)
class PromptCheck:
    """Checks stamps of one text store's rows.

    Attributes:
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
            caption = read_regular(
                self.join.real_path(int(columns.folder[row]), name), at_most=LARGEST_TEXT)
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
        return read_regular(workspace.file(concept.text.prompt_path), at_most=LARGEST_TEXT)
    except OSError:
        return None


def _odd_shapes(
    arrays: Mapping[str, tuple[ArrayInfo, ...]], sizes: Mapping[str, tuple[int, int] | None]
) -> dict[str, str]:
    """Payloads with an odd array, and what is odd about the first of them.

    `arrays` are of every payload of one store; `sizes` as of `audit_payloads`.
    """
    forms: dict[str, Counter[object]] = {}
    strides: dict[str, Counter[tuple[float, float]]] = {}
    for payload, infos in arrays.items():
        for info in infos:
            forms.setdefault(info.name, Counter())[_form(info)] += 1
            stride = _stride(info, sizes.get(payload))
            if stride is not None:
                strides.setdefault(info.name, Counter())[stride] += 1
    usual_form = {name: _majority(counts) for name, counts in forms.items()}
    usual_stride = {name: _majority(counts) for name, counts in strides.items()}
    odd: dict[str, str] = {}
    for payload, infos in arrays.items():
        for info in infos:
            sentence = _oddness(
                info, usual_form[info.name], usual_stride.get(info.name), sizes.get(payload))
            if sentence:
                odd[payload] = sentence
                break
    return odd


def _form(info: ArrayInfo) -> tuple[object, ...]:
    """What all arrays of one name share: rank, type and channels."""
    if info.name.startswith(SPATIAL_PREFIX) and len(info.shape) >= 2:
        return (len(info.shape), info.dtype, info.shape[:-2])
    if info.name.endswith(CHANNELS_LAST) and info.shape:
        return (len(info.shape), info.dtype, info.shape[-1])
    return (len(info.shape), info.dtype)


def _stride(info: ArrayInfo, size: tuple[int, int] | None) -> tuple[float, float] | None:
    if size is None or not info.name.startswith(SPATIAL_PREFIX) or len(info.shape) < 2:
        return None
    height, width = info.shape[-2:]
    return (size[0] / height, size[1] / width) if height and width else None


def _majority(counts: Counter[Any]) -> object | None:
    """The form of more than half of at least `ENOUGH_FOR_A_MAJORITY` arrays."""
    total = sum(counts.values())
    form, votes = counts.most_common(1)[0]
    return form if total >= ENOUGH_FOR_A_MAJORITY and votes * 2 > total else None


def _oddness(
    info: ArrayInfo, form: object | None, stride: object | None, size: tuple[int, int] | None
) -> str:
    if form is not None and _form(info) != form:
        return (f"Its {info.name} is {info.dtype} {list(info.shape)}, unlike that of most cached "
                "files here")
    if isinstance(stride, tuple) and size is not None and len(info.shape) >= 2:
        expected = (size[0] / stride[0], size[1] / stride[1])
        height, width = info.shape[-2:]
        # A stride that is no whole number rounds; a whole pixel off is another size.
        if abs(height - expected[0]) >= 1 or abs(width - expected[1]) >= 1:
            return (f"Its {info.name} is {height}x{width}; a picture of {size[0]}x{size[1]} gives "
                    f"{expected[0]:g}x{expected[1]:g}")
    return ""
