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
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.encoders.catalogue import find_cached_lengths
from larder.core.encoders.picture_files import check_picture
from larder.core.encoders.protocol import SourceError
from larder.core.errors import (
    ChecksumError,
    Finding,
    PayloadError,
    UnsafePayloadError,
    UserFacingError,
)
from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import SENTINEL_NAME
from larder.core.keys.token_digest import TokenDigest
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.pt_file import PtFile
from larder.core.quantities import size_text
from larder.core.recipes.forms import AskedForms, find_requested_forms
from larder.core.survey.context import SurveyContext
from larder.core.survey.document import ReadTotals
from larder.core.survey.facts_memory import UNKNOWN
from larder.core.survey.indexed.payloads import IndexedPayloads, note_fault
from larder.core.survey.indexed.verdicts import JudgedRows
from larder.core.survey.other_sources import note_in_index, sources_in
from larder.core.survey.payload_facts import (
    PayloadFacts,
    PayloadsRead,
    read_payloads,
    read_pt,
)
from larder.core.survey.payload_faults import note_faults
from larder.core.survey.programs import find_programs
from larder.core.survey.removed_masks import find_removed_from_index
from larder.core.survey.row_notes import Audit, Faults, bit, join_faults
from larder.core.survey.training_risks import HARMS, TrainingRisk
from larder.core.survey.verdicts import Remark, Verdict
from larder.core.survey.why import explain_incomplete_schema, with_details
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.samples import (
    IMAGE_EXTENSIONS,
    content_stamp,
    possible_prompts,
    prompt_is_deterministic,
)
from larder.core.workspace.store_kinds import StoreContent

ENOUGH_FOR_A_MAJORITY: Final = 3
"""Fewer payloads than this cannot outvote one."""

SPATIAL_PREFIX: Final = "latent_"
TOKENS: Final = "tokens"
CHANNELS_LAST: Final = ("_hidden_state", "_pooled_state")

EDITED: Final = np.uint32(
    1 << Verdict.CONTENT_CHANGED | 1 << Verdict.SOURCE_MISSING | 1 << Verdict.SOURCE_UNREACHABLE)
"""Rows of which nobody can tell what their caption says of the payload."""

BY_VERDICT: Final = sorted(TrainingRisk, key=lambda harm: (
    Verdict.VALID if HARMS[harm].verdict is None else HARMS[harm].verdict, harm))
"""Worst verdict first, as a row's sentence is that of its worst."""

OTHER_PROMPT: Final = (
    "Caption changed: it was cached with a text that is no longer in the caption")

SPARE_FROM: Final = 4096
"""Bytes that a file has to hold for nothing before anything is said of it."""


MOST_DECODED: Final = 1000
"""Pictures that are decoded, 15 ms each, to see whether they can be."""


def audit_payloads(
    store: Path,
    sizes: Mapping[str, tuple[int, int] | None],
    needed: frozenset[str] | None,
    token: CancelToken,
    made_for: Mapping[str, str] | None = None,
    config: TrainerConfig | None = None,
    forms: AskedForms | None = None,
    unstamped: Collection[str] = (),
    stamps: Mapping[str, FileStamp | None] | None = None,
) -> Job[tuple[Faults, PayloadsRead[PayloadFacts], ReadTotals]]:
    """Read payloads from end to end: container, checksums, values, names, model types.

    Args:
        store: their folder.
        sizes: (height, width) that each payload was made for, None where that is not known.
        needed: the names each must have, None where that is not known.
        token: checked per payload.
        made_for: model type that the index says of payloads.
        config: of the workspace; its model type is that of those of which no index says any.
        forms: what arrays of the config's models are like, of payloads that carry no recipe.
        unstamped: payloads that are served as they say themselves, whatever `sizes` has.
        stamps: of the payloads, None to take them now.

    Returns:
        What is wrong, the facts, and how many payloads were opened for them.
    """
    found, totals = yield from read_payloads(
        store, stamps if stamps is not None else {
            name: readable_stamp(f"{store}/{name}") for name in sizes}, PayloadFacts,
        lambda name: read_pt(store / name), token)
    noted: list[tuple[int, TrainingRisk, str]] = []
    for facts, places in found.those_alike():
        noted += _faults_of(facts, places, found.names, needed, made_for or {}, config)
    noted += [(at, damage_of(found.errors[name]), found.errors[name].problem)
              for at, name in enumerate(found.names) if name in found.errors] \
        if found.errors else []
    faults: dict[TrainingRisk, dict[str, str]] = {harm: {} for harm in BY_VERDICT}
    for at, harm, said in sorted(noted):
        faults[harm][found.names[at]] = said
    faults[TrainingRisk.WRONG_SHAPE].update(other_cuts(found, sizes, unstamped))
    odd_shapes = _odd_shapes(found, sizes)
    for payload, (harm, said) in odd_shapes.items():
        faults[harm][payload] = with_details(said, payload)
    others: list[tuple[int, str]] = []
    for facts, places in found.those_alike():
        other = "" if forms is None or facts.recipe else forms.difference(facts.arrays)
        others += [(at, other) for at in places.tolist()] if other else []
    for at, other in sorted(others):
        payload = found.names[at]
        if payload not in odd_shapes:
            faults[TrainingRisk.OLD_SETTINGS].setdefault(payload, with_details(other, payload))
    return faults, found, totals


def _faults_of(
    facts: PayloadFacts, places: npt.NDArray[np.int64], names: Sequence[str],
    needed: frozenset[str] | None, made_for: Mapping[str, str], config: TrainerConfig | None,
) -> Iterator[tuple[int, TrainingRisk, str]]:
    """Yield position, harm and sentence of what is wrong with payloads that are alike.

    `places` are their positions among `names`; all else is as in `audit_payloads`.
    """
    said: list[tuple[TrainingRisk, str]] = []
    if facts.bad_values:
        said.append((TrainingRisk.ALL_ZERO if facts.is_blank else TrainingRisk.NOT_NUMBERS,
                     facts.bad_values))
    if needed is not None and not needed <= facts.names:
        said.append((
            TrainingRisk.INCOMPLETE, explain_incomplete_schema(sorted(needed - facts.names))))
    if facts.spare_bytes >= max(facts.bytes, SPARE_FROM):
        said.append((
            TrainingRisk.BLOATED,
            f"Its cached file takes {size_text(facts.bytes + facts.spare_bytes)} to hold "
            f"{size_text(facts.bytes)}"))
    by_model = {model: [*said, *_faults_of_model(facts, model, config)]
                for model in {"", *made_for.values()}}
    for at in places.tolist() if any(by_model.values()) else ():
        for harm, sentence in by_model[made_for.get(names[at], "")]:
            yield at, harm, with_details(sentence, names[at])


def _faults_of_model(
    facts: PayloadFacts, of_row: str, config: TrainerConfig | None
) -> Iterator[tuple[TrainingRisk, str]]:
    """Yield what is wrong with a payload of which the index says a model type, "" for none."""
    if facts.modeltype and of_row and facts.modeltype != of_row:
        yield (TrainingRisk.OTHER_MODEL,
               f"Its cached file was made for {facts.modeltype}, and the index says {of_row}")
    odd = _odd_length(
        facts.arrays, of_row or ("" if config is None else config.model_type), config)
    if odd is not None:
        yield odd


def other_cuts(
    found: PayloadsRead[PayloadFacts], sizes: Mapping[str, tuple[int, int] | None],
    unstamped: Collection[str],
) -> dict[str, str]:
    """Payloads that say themselves that their picture was cut to another size than `sizes` has.

    A trainer with an index and several resolutions draws one for each variation, and puts it under
    the name of the first.
    """
    cut = [facts.crop for facts in found.alike]
    if not any(cut):
        return {}
    return {
        payload: with_details(
            f"Its picture was cut to {crop[0]}x{crop[1]}, and is served as one of "
            f"{size[0]}x{size[1]}", payload)
        for payload, code in zip(found.names, found.code.tolist(), strict=True)
        if code != UNKNOWN and (crop := cut[code]) and payload not in unstamped
        and (size := sizes.get(payload)) is not None and crop != size}


def _odd_length(
    arrays: Sequence[ArrayInfo], modeltype: str, config: TrainerConfig | None
) -> tuple[TrainingRisk, str] | None:
    """Return what is wrong with a payload's number of tokens, as a risk and a clause."""
    counts = {info.name: info.shape[0] for info in arrays
              if info.name.startswith(TOKENS) and len(info.shape) == 1}
    settings = config.raw if config is not None and config.model_type == modeltype else None
    lengths = find_cached_lengths(modeltype, settings) if counts else {}
    for name, (length, may_be_fewer) in lengths.items():
        tokens = counts.get(name, length)
        if may_be_fewer and tokens > length:
            return TrainingRisk.TOO_LONG, (
                f"It holds {tokens:,} tokens, and the trainer takes {length:,} at most")
        if not may_be_fewer and tokens != length:
            return TrainingRisk.OLD_SETTINGS, (
                f"It holds {tokens:,} tokens, and {length:,} are asked for; training stops when "
                "it shares a batch with one of these")
    return None


def damage_of(error: PayloadError) -> TrainingRisk:
    """Return what a payload that cannot be read does to training."""
    if isinstance(error, UnsafePayloadError):
        return TrainingRisk.UNSAFE
    return TrainingRisk.FLIPPED_BITS if isinstance(error, ChecksumError) else TrainingRisk.DAMAGED


def unusable(faults: Faults) -> frozenset[str]:
    """Payloads that are of no use as they are."""
    return frozenset(name for harm, found in faults.items() if HARMS[harm].verdict is not None
                     for name in found)


def incomplete_in(faults: Faults) -> frozenset[str]:
    """Payloads that lack values, and of which nothing else is wrong."""
    others = {**faults, TrainingRisk.INCOMPLETE: {}}
    return frozenset(faults.get(TrainingRisk.INCOMPLETE, {})) - unusable(others)


def audit_store(
    context: SurveyContext, location: StoreLocation, judged: JudgedRows, trained_ns: int
) -> Job[Audit]:
    """Look into every payload of an indexed store, and at pictures it holds nothing of.

    Sets bits in `judged.flags` and `judged.harms`. `trained_ns` is when a trainer last saved the
    index: what it could have cached before then, and did not, it could not read.
    """
    payloads = IndexedPayloads(judged)
    stamps = {name: readable_stamp(f"{location.path}/{name}") for name in payloads.sizes}
    faults, read, totals = yield from audit_payloads(
        location.path, payloads.sizes, judged.asked.names, context.token, payloads.made_for,
        context.workspace.config, find_requested_forms(
            context.workspace, location.kind.content, context.chosen), payloads.unstamped, stamps)
    faults = join_faults(faults, find_old_masks(context, location, judged, payloads, read))
    why, remarks = payloads.note(faults)
    others = judge_stamps(context, judged, payloads, read, why)
    note_faults(location.path, stamps, join_faults(faults, {TrainingRisk.OTHER_PROMPT: others}))
    without_row = [name for name in faults[TrainingRisk.UNSAFE] if name not in payloads.rows_of]
    findings = yield from find_programs(location, [SENTINEL_NAME, *without_row], context.token)
    made_from: Mapping[int, str] = {}
    if location.kind.content is StoreContent.IMAGE:
        made_from = note_in_index(judged, payloads, sources_in(read), why)
        yield from _judge_pictures(context, judged, trained_ns, why)
    else:
        findings += _sentinel_finding(location)
    return Audit(find_damaged(faults), why, remarks, totals, findings, made_from=made_from)


def find_old_masks(
    context: SurveyContext, location: StoreLocation, judged: JudgedRows,
    payloads: IndexedPayloads, read: PayloadsRead[PayloadFacts],
) -> Faults:
    """Return what to say of payloads that hold a mask which is gone, of those that were read."""
    if location.kind.content is not StoreContent.IMAGE:
        return {}
    return {TrainingRisk.OLD_MASK: find_removed_from_index(
        judged, context.workspace.concepts, find_masked(read), payloads.rows_of)}


def judge_stamps(
    context: SurveyContext, judged: JudgedRows, payloads: IndexedPayloads,
    read: PayloadsRead[PayloadFacts], why: dict[int, str],
) -> dict[str, str]:
    """Judge the payloads that were read by the prompts they are stamped with.

    Sets bits in `judged` and sentences of rows in `why`.

    Returns:
        The names of those that were made of another prompt, each with a sentence.
    """
    names_in = {read.names[at]: facts.names for facts, places in read.those_alike()
                for at in places.tolist()}
    prompts = {name: (stamp, names_in[name])
               for name, stamp in read.own_fields("prompt_stamp").items() if stamp}
    return _judge_prompts(
        judged, _PromptCheck(context.workspace, judged), prompts, payloads.rows_of,
        why) if prompts else {}


def find_masked(read: PayloadsRead[PayloadFacts]) -> frozenset[str]:
    """Return the payloads that hold a mask which is not white everywhere."""
    return frozenset(
        read.names[at] for facts, places in read.those_alike() if facts.is_masked
        for at in places.tolist())


def tokens_in(
    read: PayloadsRead[PayloadFacts],
) -> dict[str, tuple[TokenDigest, ...]]:
    """Return the digests of token ids that payloads hold, of those that hold any."""
    return {name: tokens for name, tokens in read.own_fields("tokens").items() if tokens}


def find_damaged(faults: Faults) -> dict[str, str]:
    """Return the payloads whose container is damaged, each with a sentence."""
    return {name: said for harm, found in faults.items()
            if HARMS[harm].verdict is Verdict.CORRUPT_PAYLOAD for name, said in found.items()}


def _sentinel_finding(location: StoreLocation) -> tuple[Finding, ...]:
    """A stand-in of zeros that is not: a trainer copies lists of arrays from its donor as they are.

    HiDream's text payloads hold one, the states of every layer of its fourth encoder.
    """
    path = location.path / SENTINEL_NAME
    if not path.exists():
        return ()
    try:
        with PtFile(path) as stand_in:
            named = [array.name for array in stand_in.contents().arrays
                     if "[" in array.name and stand_in.read_array(array.name).any()]
    except PayloadError:
        return ()  # the trainer makes it again, and what would run was told
    return () if not named else (Finding(
        f"{location.spelled}/{SENTINEL_NAME}",
        "The stand-in for what cannot be cached holds values of another caption.",
        "A picture without a caption file would be trained with them; write the caption files "
        "that are missing."),)


def _judge_pictures(
    context: SurveyContext, judged: JudgedRows, trained_ns: int, why: dict[int, str]
) -> Job[None]:
    """Pictures that a trainer had before it, and nothing is cached of: zeros stand in for them.

    Of many only the headers are read.
    """
    join, first = judged.join, len(judged.join.columns)
    tried = [(first + at, new) for at, new in enumerate(join.new)
             if new.present and 0 < new.mtime_ns < trained_ns]
    for done, (row, new) in enumerate(tried):
        context.token.check()
        yield Progress("opening pictures", done, len(tried), "pictures")
        path = join.real_path(new.folder, new.name)
        has_header = context.pictures.size(path) is not None
        problem = _why_not_opened(path) if not has_header or len(tried) <= MOST_DECODED else ""
        if problem:
            judged.harms[row] |= bit(TrainingRisk.UNREADABLE_PICTURE)
            why[row] = problem


def _why_not_opened(path: str) -> str:
    if not path.lower().endswith(tuple(IMAGE_EXTENSIONS)):
        return ""
    try:
        check_picture(path)
    except SourceError as error:
        return str(error).rstrip(".")
    return ""


def _judge_prompts(
    judged: JudgedRows,
    check: _PromptCheck,
    stamps: Mapping[str, tuple[str, frozenset[str]]],
    rows_of: Mapping[str, Sequence[int]],
    why: dict[int, str],
) -> dict[str, str]:
    """A stamp that none of the prompts of any of its rows gives; beside it the payload's names.

    Returns:
        Payloads that were made of another prompt, each with a sentence.
    """
    others: dict[str, str] = {}
    for name, (stamp, names) in stamps.items():
        for row in [row for row in rows_of.get(name, ())
                    if not judged.flags[row] & EDITED and row in check.concepts_of]:
            matches = check.matches(row, stamp, names)
            if matches is None:
                judged.flags[row] |= np.uint32(Remark.PROMPT_NOT_CHECKED)
            elif not matches:
                others[name] = OTHER_PROMPT
                note_fault(judged, why, {}, row, TrainingRisk.OTHER_PROMPT, OTHER_PROMPT)
    return others


class _PromptCheck:
    """Checks stamps of one text store's rows; reads each concept's prompt file once.

    Attributes:
        concepts_of: the concepts that ask for each row, by row.
    """

    def __init__(self, workspace: Workspace, judged: JudgedRows) -> None:
        self._join, config = judged.join, workspace.config
        self._concepts, count = workspace.concepts, len(judged.live)
        self.concepts_of: dict[int, list[int]] = {}
        for concept, rows in judged.join.wanted.items():
            for row in rows[rows < count].tolist():
                self.concepts_of.setdefault(row, []).append(concept)
        # Prompts may hold embedding placeholders, which a config does not spell out.
        self._placeholders = config is not None and bool(config.placeholders)
        self._prompt_files = {
            concept.index: _prompt_file(workspace, concept) for concept in self._concepts
            if concept.text.prompt_source is PromptSource.CONCEPT}
        self._prompts: dict[int, tuple[str, ...] | None] = {}

    def matches(self, row: int, stamp: str, names: frozenset[str]) -> bool | None:
        """Return whether a stamp is of one of the row's prompts, or None if unknown."""
        if row not in self._prompts:
            self._prompts[row] = self._possible(row)
        prompts = self._prompts[row]
        if prompts is None:
            return None
        modeltype = self._join.columns.modeltypes[self._join.columns.modeltype[row]]
        return any(content_stamp(modeltype, names, prompt) == stamp for prompt in prompts)

    def _possible(self, row: int) -> tuple[str, ...] | None:
        # One entry serves them all, so that the prompt of any of them is what it may hold.
        concepts = [self._concepts[concept] for concept in self.concepts_of[row]]
        if self._placeholders or not all(map(prompt_is_deterministic, concepts)):
            return None
        columns = self._join.columns
        name = columns.names[row]
        try:
            caption = read_regular(
                self._join.real_path(int(columns.folder[row]), name), at_most=LARGEST_TEXT)
            return tuple(
                prompt for concept in concepts for prompt in possible_prompts(
                    concept, picture_name=name, caption=caption,
                    prompt_file=self._prompt_files.get(concept.index)))
        except (OSError, UserFacingError):
            return None


def _prompt_file(workspace: Workspace, concept: Concept) -> bytes | None:
    try:
        return read_regular(workspace.file(concept.text.prompt_path), at_most=LARGEST_TEXT)
    except OSError:
        return None


def _odd_shapes(
    found: PayloadsRead[PayloadFacts], sizes: Mapping[str, tuple[int, int] | None]
) -> dict[str, tuple[TrainingRisk, str]]:
    """Payloads with an odd array, and what is odd about the first of them.

    `found` is of every payload of one store; `sizes` as of `audit_payloads`.
    """
    forms: dict[str, Counter[object]] = {}
    strides: dict[str, Counter[tuple[float, float]]] = {}
    # Of many payloads few differ in what they hold and what they were made for.
    alike = Counter(zip(
        found.code.tolist(), map(sizes.get, found.names), strict=True))
    arrays = {key: found.alike[key[0]].arrays for key in alike if key[0] != UNKNOWN}
    for key, infos in arrays.items():
        for info in infos:
            forms.setdefault(info.name, Counter())[_form(info)] += alike[key]
            stride = _stride(info, key[1])
            if stride is not None:
                strides.setdefault(info.name, Counter())[stride] += alike[key]
    usual_form = {name: _majority(counts) for name, counts in forms.items()}
    usual_stride = {name: _usual_stride(counts) for name, counts in strides.items()}
    odd: dict[tuple[int, tuple[int, int] | None], tuple[TrainingRisk, str]] = {}
    for key, infos in arrays.items():
        oddness = next(filter(None, (
            _oddness(info, usual_form[info.name], usual_stride.get(info.name), key[1])
            for info in infos)), None)
        if oddness is not None:
            odd[key] = oddness
    return {
        payload: odd[key] for payload, code in zip(found.names, found.code.tolist(), strict=True)
        if (key := (code, sizes.get(payload))) in odd} if odd else {}


def _form(info: ArrayInfo) -> tuple[object, ...]:
    """Return what all arrays of one name share: rank, type and channels."""
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


def _usual_stride(counts: Counter[tuple[float, float]]) -> tuple[float, float] | None:
    """That of most arrays, though of half or fewer: wrong sizes have as many strides as buckets."""
    (stride, votes), *others = counts.most_common(2)
    is_usual = counts.total() >= ENOUGH_FOR_A_MAJORITY and votes > 1
    return stride if is_usual and all(votes > fewer for _, fewer in others) else None


def _oddness(
    info: ArrayInfo, form: object | None, stride: tuple[float, float] | None,
    size: tuple[int, int] | None,
) -> tuple[TrainingRisk, str] | None:
    if form is not None and _form(info) != form:
        return TrainingRisk.UNLIKE_OTHERS, (
            f"Its {info.name} is {info.dtype} {list(info.shape)}, unlike that of most cached "
            "files here")
    if stride is not None and size is not None and len(info.shape) >= 2:
        expected = (size[0] / stride[0], size[1] / stride[1])
        height, width = info.shape[-2:]
        # A stride that is no whole number rounds; a whole pixel off is another size.
        if abs(height - expected[0]) >= 1 or abs(width - expected[1]) >= 1:
            return TrainingRisk.WRONG_SHAPE, (
                f"Its {info.name} is {height}x{width}; a picture of {size[0]}x{size[1]} gives "
                f"{expected[0]:g}x{expected[1]:g}")
    return None
