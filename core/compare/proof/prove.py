"""Proves how a trainer's cached files were made: encodes a few of them anew, and compares.

What is found is written down beside the store, per group (in a cache with an index: per concept),
and from then on a survey judges by it. Equal values prove the config's settings and weights. If
they differ and other settings make what is cached, those are written down; if nothing that was
tried does, that the config's do not. Where some of a group are equal and others are not, it was
made under several settings, and nothing is written of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Final

import msgspec
from msgspec import UNSET

from larder.core.build.choice import BuildInputs
from larder.core.compare.proof.difference import Difference
from larder.core.compare.proof.document import (
    ComparedFile,
    GroupProof,
    ProofDocument,
    StoreProof,
)
from larder.core.compare.proof.encode import SampleEncoder
from larder.core.compare.proof.explain import Trial, trials, trials_of_types
from larder.core.compare.proof.samples import CachedGroup, CachedSample, Choice, list_cached_groups
from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.errors import StoreLockedError, UserFacingError
from larder.core.files.file_stamp import index_stamp
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.fingerprint import MEMORY_NAME
from larder.core.keys.hash_memory import HashMemory
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.keys.recipe import Recipe, describe_changes, recipe_changes
from larder.core.recipes.of_config import recipe_of
from larder.core.recipes.weights import find_models
from larder.core.settings import cache_home
from larder.core.stores.records import AssumedConcept, Assumption, append_proof
from larder.core.survey.report import SurveyReport
from larder.core.survey.sources import picture_memory
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.writes.transaction import busy_error, store_transaction

LOOKED_AT: Final = 16
"""Files that are looked at for each that is to be compared: some hold another prompt or crop."""

NOTHING_LEFT: Final = (
    "Nothing can be compared: its files record how they were made, or were made from other "
    "sources.")
SEVERAL: Final = (
    "Some of its files are made as the config asks and some are not, so nothing is recorded. "
    "Compare more of them, or build them again.")
MISPLACED: Final = (
    "These cached files record another picture than the one they are used for. `larder build "
    "--depth payload` checks every cached file and encodes them again.")
UNEXPLAINED: Final = "None of the settings that were tried reproduces what is cached."


def prove(
    report: SurveyReport, options: EncoderOptions, token: CancelToken, *, sample: int,
    even_if_busy: bool = False,
) -> Job[ProofDocument]:
    """Compare a few cached files of every store and write down what that shows.

    Args:
        report: of the workspace.
        options: which models, on which device.
        token: ends it.
        sample: files per group.
        even_if_busy: write though a trainer seems to be at work.

    Raises:
        UserFacingError: if there is no config that can be built, or an encoder cannot be had.
        StoreBusyError: if a trainer seems to be at work.
        JobCancelled: if the token was cancelled; what was written down by then stays.
    """
    found: list[StoreProof] = []
    failed: list[UserFacingError] = []
    with picture_memory() as pictures, HashMemory(cache_home() / MEMORY_NAME) as memory:
        asked = BuildInputs(report, pictures, token)
        for choice, groups in list_cached_groups(asked):
            busy = choice.survey.busy
            if busy and not even_if_busy:
                raise busy_error(choice.location.path, busy)
            try:
                of_store = yield from _StoreProver(
                    choice, options, sample, memory, token).run(groups)
            except StoreLockedError:
                raise
            except UserFacingError as missing:
                # One of the two encoders may not be here; the other content is compared.
                failed.append(missing)
                of_store = StoreProof(
                    store=choice.location.id, tried=0, equal=0, largest_difference=0.0,
                    recorded=False, groups=(), why=f"{missing.problem} {missing.hint}".strip())
            found.append(of_store)
    if failed and len(failed) == len(found):
        raise failed[0]
    return ProofDocument(stores=tuple(found))


class _StoreProver:
    """Goes through the groups of one store."""

    def __init__(
        self, choice: Choice, options: EncoderOptions, sample: int, memory: HashMemory,
        token: CancelToken,
    ) -> None:
        self._choice = choice
        self._options = options
        self._sample = sample
        self._memory = memory
        self._token = token
        self._encoder = self._encoder_of(choice.asked.config, options)

    def run(self, groups: Iterator[CachedGroup]) -> Job[StoreProof]:
        """Compare, write down, and say what was found."""
        found: list[GroupProof] = []
        try:
            for group in groups:
                proof = yield from self._prove_group(group)
                found.append(proof)
        finally:
            self._encoder.close()
        tried = sum(one.tried for one in found)
        return StoreProof(
            store=self._choice.location.id, tried=tried,
            equal=sum(one.equal for one in found),
            largest_difference=max((one.largest_difference for one in found), default=0.0),
            recorded=any(one.recorded for one in found), groups=tuple(found),
            why=UNSET if tried else next(
                (one.why for one in found if one.why), NOTHING_LEFT))

    def _encoder_of(self, config: TrainerConfig, options: EncoderOptions) -> SampleEncoder:
        return SampleEncoder(
            self._choice.workspace, config, self._choice.content, options, self._memory,
            self._token)

    def _prove_group(self, group: CachedGroup) -> Job[GroupProof]:
        names = tuple(concept.name or concept.path for concept in group.concepts)
        misplaced = self._find_misplaced(group)
        if misplaced:
            return GroupProof(
                group=group.key, concepts=names, tried=len(misplaced), equal=0, recorded=False,
                largest_difference=1.0, why=MISPLACED,
                items=tuple(self._describe_file(one, Difference(largest=1.0, names=("source",)))
                            for one in misplaced))
        compared: list[tuple[CachedSample, Difference]] = []
        if not group.left:
            compared = yield from self._compare(group)
        equal = sum(difference.is_equal for _, difference in compared)
        proof = GroupProof(
            group=group.key, concepts=names, tried=len(compared), equal=equal, recorded=False,
            largest_difference=round(max(
                (difference.largest for _, difference in compared), default=0.0), 6),
            why=group.left or ("" if compared else NOTHING_LEFT),
            items=tuple(self._describe_file(*one) for one in compared))
        if not compared:
            return proof
        if 0 < equal < len(compared):
            return msgspec.structs.replace(proof, why=SEVERAL)
        made = self._recipes(group, self._choice.asked.config, self._options)
        if not equal:
            return (yield from self._explain(group, compared, made, proof))
        if any(difference.cached_type for _, difference in compared):
            # Rounded to the coarser type values are equal; the type is that of other settings.
            other = yield from self._try_all(group, compared, made, proof, only_types=True)
            if other is not None:
                return msgspec.structs.replace(other, equal=0)
        self._record(group, made, proof, is_refuted=False)
        return msgspec.structs.replace(proof, recorded=True)

    def _find_misplaced(self, group: CachedGroup) -> list[CachedSample]:
        """Files of ours that were made from another picture, which no encoder has to show."""
        looked_at = islice(group.ours, self._sample * LOOKED_AT)
        return [sample for sample in looked_at if self._encoder.is_of_another(sample)]

    def _compare(self, group: CachedGroup) -> Job[list[tuple[CachedSample, Difference]]]:
        compared: list[tuple[CachedSample, Difference]] = []
        wanted = self._sample
        for at, sample in enumerate(group.samples):
            if len(compared) == wanted or at >= wanted * LOOKED_AT:
                break
            self._token.check()
            yield Progress("comparing", len(compared), wanted, "files")
            difference = self._encoder.compare(sample)
            if difference is not None:
                compared.append((sample, difference))
        return compared

    def _describe_file(self, sample: CachedSample, difference: Difference) -> ComparedFile:
        folder = f"{self._choice.location.path}/"
        return ComparedFile(
            payload=sample.path.removeprefix(folder), source=sample.spelled,
            equal=difference.is_equal, difference=round(difference.largest, 6))

    def _explain(
        self, group: CachedGroup, compared: Sequence[tuple[CachedSample, Difference]],
        want: Sequence[Recipe], proof: GroupProof,
    ) -> Job[GroupProof]:
        """Try other settings, and write down those that make what is cached."""
        found = yield from self._try_all(group, compared, want, proof)
        if found is not None:
            return found
        self._record(group, want, proof, is_refuted=True)
        shape = compared[0][1].shape
        return msgspec.structs.replace(
            proof, recorded=True, why=f"{shape}. {UNEXPLAINED}" if shape else UNEXPLAINED)

    def _try_all(
        self, group: CachedGroup, compared: Sequence[tuple[CachedSample, Difference]],
        want: Sequence[Recipe], proof: GroupProof, *, only_types: bool = False,
    ) -> Job[GroupProof | None]:
        """Write down the first other settings that make what is cached, None if none do."""
        choice, options = self._choice, self._options
        config, difference = choice.asked.config, compared[0][1]
        places = places_of(config, choice.workspace.root, choice.workspace.maps)
        worth_trying = trials_of_types(config, choice.content, difference) if only_types \
            else trials(config, choice.content, difference, options, places)
        for trial in worth_trying:
            self._token.check()
            yield Progress("trying other settings", 0, 0, "settings")
            made = self._try(trial, group, compared)
            if made is not None:
                self._record(group, made, proof, is_refuted=False)
                return msgspec.structs.replace(
                    proof, recorded=True, made_with=describe_changes(
                        recipe_changes(made[0], want[0])) or "other weights")
        return None

    def _try(
        self, trial: Trial, group: CachedGroup,
        compared: Sequence[tuple[CachedSample, Difference]],
    ) -> list[Recipe] | None:
        """The recipes of a trial's settings if they make all that was compared."""
        options = self._options
        if trial.own_models:
            options = replace(options, models=())
        with suppress(UserFacingError):  # what is not here, or does not fit, did not make it
            config = trial.config(self._choice.asked.config)
            encoder = self._encoder_of(config, options)
            try:
                for sample, _ in compared:
                    found = encoder.compare(sample)
                    if found is None or not found.is_equal or found.cached_type:
                        return None
            finally:
                encoder.close()
            return self._recipes(group, config, options)
        return None

    def _recipes(
        self, group: CachedGroup, config: TrainerConfig, options: EncoderOptions
    ) -> list[Recipe]:
        """Return the recipe that a config gives for each concept of a group."""
        content = self._choice.content
        workspace = msgspec.structs.replace(self._choice.workspace, config=config)
        models = find_models(workspace, content, chosen=options.models, token=self._token)
        weights = {part: model.weights for part, model in models.items()}
        return [
            recipe_of(workspace, concept, content, weights=weights, by_trainer=True)
            for concept in group.concepts]

    def _record(
        self, group: CachedGroup, recipes: Sequence[Recipe], proof: GroupProof, *,
        is_refuted: bool,
    ) -> None:
        folder, there = self._choice.location.path, group.there
        now_ns = time.time_ns()
        named = _name_concepts(group.concepts, recipes, lambda concept, recipe: AssumedConcept(
            concept.path, recipe.id, group.key, compared=proof.tried,
            difference=proof.largest_difference, is_refuted=is_refuted))
        with store_transaction({folder: ()}, even_if_busy=True):
            append_proof(folder, Assumption(
                at_ns=now_ns, **there.as_recorded(folder),
                index=index_stamp(folder / INDEX_NAME), concepts=named,
                recipes={recipe.id: dict(recipe.fields) for recipe in recipes}))
            append_journal(folder, JournalRecord(
                at_ns=now_ns, action=JournalAction.COMPARED, items=proof.tried, bytes=0,
                detail={"concepts": [msgspec.to_builtins(one) for one in named]}))


def _name_concepts(
    concepts: Sequence[Concept], recipes: Sequence[Recipe],
    name: Callable[[Concept, Recipe], AssumedConcept],
) -> tuple[AssumedConcept, ...]:
    return tuple(
        name(concept, recipe) for concept, recipe in zip(concepts, recipes, strict=True))
