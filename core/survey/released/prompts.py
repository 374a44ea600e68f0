"""Comparing the tokens in a released trainer's text slots with those that captions give today.

Nothing else ties such a slot to its caption. Any line of the caption is right, as in the other
layout; which one was drawn is never judged. Where tags are dropped, shuffled or change their
capitals, or placeholders stand for embeddings, a slot is not judged. Nor is any if none of a
group's slots holds a prompt of the group: then the tokenizer is another one than theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.encoders.prompt_keys import Key, PromptKeys, load_prompt_keys
from larder.core.errors import Finding, UserFacingError
from larder.core.files.file_stamp import may_be_there
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import Job, Progress
from larder.core.keys.token_digest import TokenDigest
from larder.core.stores.released.groups import slot_name
from larder.core.survey import why
from larder.core.survey.context import SurveyContext
from larder.core.survey.released.groups import GroupReading, WantedVariation
from larder.core.survey.released.sources import GroupSamples
from larder.core.survey.row_notes import RowNotes
from larder.core.survey.training_risks import TrainingRisk
from larder.core.survey.verdicts import Remark, Verdict
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.samples import (
    captions_of,
    possible_prompts,
    prompt_file,
    prompt_is_deterministic,
)

PROGRESS_EVERY = 64

JUDGED_ALREADY = np.uint32(
    1 << Verdict.SHIFTED | 1 << Verdict.CORRUPT_PAYLOAD | 1 << Verdict.CONTENT_CHANGED
    | 1 << Verdict.SOURCE_UNREACHABLE | 1 << Verdict.MISSING_ENTRY | 1 << Verdict.MISSING_PAYLOAD)
"""Rows of which more is known than that their tokens are others."""


class PromptJudge:
    """Judges the slots of one text store; its tokenizer is loaded when the first one is asked.

    Args:
        context: the survey.
        location: the store.
        held: what each sound slot holds, by its name in the store.
    """

    def __init__(
        self, context: SurveyContext, location: StoreLocation,
        held: Mapping[str, Sequence[TokenDigest]],
    ) -> None:
        self._context = context
        self._location = location
        self._held = held
        self._keys: PromptKeys | UserFacingError | None = None
        self._of_prompt: dict[str, Key | None] = {}
        self._is_strange = False

    def judge(
        self, reading: GroupReading, variations: Sequence[WantedVariation], notes: RowNotes
    ) -> Job[list[str]]:
        """Note the samples of a group whose slots hold another prompt than their captions give.

        Returns:
            The names of those slots of which something else is noted.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        members = reading.members
        wrong: list[str] = []
        if not len(members) or not reading.is_trained:
            return wrong
        asked = list(self._asked(reading, notes))
        keys = self._load() if any(asked) else None
        if keys is None:
            return wrong
        owners: dict[Key, int] = {}
        own: list[set[Key]] = []
        for at, prompts in enumerate(asked):
            self._context.token.check()
            own.append({key for prompt in prompts if (key := self._key(keys, prompt)) is not None})
            for key in own[-1]:
                owners.setdefault(key, at)
        for variation in variations:
            if variation.variation is None or not variation.complete or variation.damage:
                continue
            wrong += yield from self._judge_variation(
                reading, variation, keys, own, owners, notes)
        return wrong

    def unchecked(self, notes: RowNotes) -> npt.NDArray[np.bool_]:
        """Return the samples whose slots were not compared with their captions, shape (n,)."""
        if isinstance(self._keys, PromptKeys) and not self._is_strange:
            return np.asarray((notes.flags & np.uint32(Remark.PROMPT_NOT_CHECKED)) != 0)
        return np.ones(len(notes.flags), dtype=np.bool_)

    def findings(self) -> Iterable[Finding]:
        """Yield why prompts could not be compared."""
        if isinstance(self._keys, UserFacingError):
            yield Finding(
                self._location.spelled,
                f"Which captions these files hold was not checked: {self._keys.problem}",
                self._keys.hint)
        elif self._is_strange:
            yield Finding(
                self._location.spelled,
                "Which captions these files hold was not checked: their tokens are not those of "
                "the tokenizer that is here.", "Choose the model with --model, and look again.")

    def _judge_variation(
        self, reading: GroupReading, variation: WantedVariation, keys: PromptKeys,
        own: Sequence[set[Key]], owners: Mapping[Key, int], notes: RowNotes,
    ) -> Job[list[str]]:
        members, number = reading.members, variation.number
        held: dict[int, tuple[str, Key]] = {}
        slots = () if variation.variation is None else variation.variation.slots_below(len(members))
        for done, slot in enumerate(slots):
            self._context.token.check()
            if done % PROGRESS_EVERY == 0:
                yield Progress("comparing captions", done, len(slots), "files")
            if not own[slot] or notes.flags[slot] & JUDGED_ALREADY:
                continue
            name = slot_name(reading.key, variation=number, slot=slot)
            key = keys.key(self._held.get(name, ()))
            if key is not None:
                held[slot] = (name, key)
        if held and not any(key in owners for _, key in held.values()):
            self._is_strange = True
            return []
        wrong = []
        for slot, (name, key) in held.items():
            if key in own[slot]:
                continue
            if variation.origins is not None and slot < len(variation.origins) \
                    and variation.origins.known[slot]:
                wrong.append(name)
            owner = owners.get(key)
            if owner is None:
                notes.note_harm(slot, TrainingRisk.OTHER_PROMPT, why.with_details(
                    "Caption changed: it was cached with a text that the caption does not hold "
                    "today", name))
            else:
                source = members.pictures[owner]
                notes.note(slot, Verdict.SHIFTED, why.explain_mixed_up(
                    f"the caption of {source}", f"Cached file {name}"))
        return wrong

    def _asked(
        self, reading: GroupReading, notes: RowNotes
    ) -> Iterable[tuple[str, ...]]:
        """Yield the prompts that each sample of a group can have, none where that is not known."""
        config = self._context.workspace.config
        placeholders = config is not None and bool(config.placeholders)
        concepts = {one.index: one for one in self._context.workspace.concepts}
        files: dict[str, bytes | None] = {}
        members = reading.members
        for at, (place, index) in enumerate(
                zip(members.places, members.concept.tolist(), strict=True)):
            concept = concepts[index]
            if placeholders or not prompt_is_deterministic(concept):
                notes.flags[at] |= np.uint32(Remark.PROMPT_NOT_CHECKED)
                yield ()
            else:
                yield self._prompts(concept, members.pictures[at], place, files)

    def _prompts(
        self, concept: Concept, picture: str, place: str, files: dict[str, bytes | None]
    ) -> tuple[str, ...]:
        path = prompt_file(self._context.workspace, concept, place)
        if path not in files:
            try:
                files[path] = read_regular(path, at_most=LARGEST_TEXT) if path else b""
            except FileNotFoundError:
                files[path] = b""
            except OSError:
                files[path] = None
        content = files[path]
        if content is None:
            return ()
        name = picture.replace("\\", "/").rpartition("/")[2]
        try:
            return possible_prompts(
                concept, picture_name=name, caption=content, prompt_file=content)
        except UserFacingError:
            return ()

    def _key(self, keys: PromptKeys, prompt: str) -> Key | None:
        if prompt not in self._of_prompt:
            self._of_prompt[prompt] = keys.of(prompt)
        return self._of_prompt[prompt]

    def _load(self) -> PromptKeys | None:
        workspace = self._context.workspace
        if self._keys is None and workspace.config is not None:
            try:
                self._keys = load_prompt_keys(
                    workspace.config, EncoderOptions(models=tuple(self._context.chosen or ())),
                    places_of(workspace.config, workspace.root, workspace.maps))
            except UserFacingError as missing:
                self._keys = missing
        return self._keys if isinstance(self._keys, PromptKeys) else None


def note_missing_captions(context: SurveyContext, members: GroupSamples, notes: RowNotes) -> None:
    """Note pictures whose prompt is a caption file that is not there.

    Not those that are read with the caption of another, which is not the empty prompt.
    """
    mixed_up = ((notes.flags & np.uint32(1 << Verdict.SHIFTED)) != 0).tolist()
    has_file = {concept.index: concept.text.prompt_source is PromptSource.SAMPLE
                for concept in context.workspace.concepts}
    for at, (caption, index) in enumerate(
            zip(captions_of(members.places), members.concept.tolist(), strict=True)):
        context.token.check()
        if has_file[index] and not mixed_up[at] and not may_be_there(caption):
            notes.note_harm(at, TrainingRisk.NO_CAPTION,
                            why.explain_caption_missing(members.pictures[at]))
