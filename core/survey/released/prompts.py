"""Comparing the tokens in a released trainer's text slots with those that captions give today.

Nothing else ties such a slot to its caption. Any line of the caption is right, as in the other
layout; which one was drawn is never judged. Where tags are dropped, shuffled or change their
capitals, or placeholders stand for embeddings, a slot is not judged. Nor is any if none of a
group's slots holds a prompt of the group: then the tokenizer is another one than theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt
import xxhash

from larder.core.columns import distinct
from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.encoders.prompt_keys import Key, PromptKeys, load_prompt_keys
from larder.core.errors import Finding, UserFacingError
from larder.core.files.file_stamp import may_be_there
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import Job, Progress
from larder.core.keys.content_hash import path_bytes
from larder.core.keys.token_digest import TokenDigest
from larder.core.settings import cache_home
from larder.core.stores.released.groups import slot_name
from larder.core.stores.store_memory import StoreFile, load_file, save_file
from larder.core.survey import why
from larder.core.survey.context import SurveyContext
from larder.core.survey.released.groups import GroupReading, WantedVariation
from larder.core.survey.released.sources import NO_CONTENT, GroupSamples
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
    sample_stem,
)

PROGRESS_EVERY = 64

NO_KEYS: Final[frozenset[Key]] = frozenset()


JUDGED_ALREADY = np.uint32(
    1 << Verdict.SHIFTED | 1 << Verdict.CORRUPT_PAYLOAD | 1 << Verdict.CONTENT_CHANGED
    | 1 << Verdict.SOURCE_UNREACHABLE | 1 << Verdict.MISSING_ENTRY | 1 << Verdict.MISSING_PAYLOAD)
"""Rows of which more is known than that their tokens are others."""


class _RememberedKeys(StoreFile, array_like=True, gc=False):
    """A file of `prompts/`; the format is raised when a text gives other prompts or keys.

    Attributes:
        tokenizers: what made the keys.
        keys: of the prompts in a text, by how prompts are taken from it and its content.
    """

    subject: ClassVar[tuple[str, int]] = ("prompts", 1)

    tokenizers: str
    keys: dict[str, dict[str, frozenset[Key]]]


class PromptJudge:
    """Judges the slots of one text store; its tokenizer is loaded when the first one is asked.

    The keys of a caption's prompts are remembered by its content, so that a caption that was
    hashed before is not opened again, nor cut into tokens.

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
        self._concepts = {one.index: one for one in context.workspace.concepts}
        self._keys: PromptKeys | UserFacingError | None = None
        self._texts: dict[str, bytes | None] = {}
        self._of_prompt: dict[str, Key | None] = {}
        self._remembered: dict[str, dict[str, frozenset[Key]]] = {}
        self._used: dict[str, dict[str, frozenset[Key]]] = {}
        self._learnt = False
        self._is_strange = False

    def judge(
        self, reading: GroupReading, variations: Sequence[WantedVariation], notes: RowNotes,
        contents: Mapping[int, str],
    ) -> Job[list[str]]:
        """Note the samples of a group whose slots hold another prompt than their captions give.

        Args:
            reading: the group.
            variations: those that are read of it.
            notes: of its samples.
            contents: of the captions of samples, as they were read in this survey.

        Returns:
            The names of those slots of which something else is noted.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        members = reading.members
        wrong: list[str] = []
        if not len(members) or not reading.is_trained:
            return wrong
        asked = self._choose_samples(members, notes)
        has_prompts = any(self._has_prompts(members, at) for at in asked.tolist())
        keys = self._load() if has_prompts else None
        if keys is None:
            return wrong
        own = [NO_KEYS] * len(members)
        for index in distinct(members.concept[asked]).tolist():
            of_concept = asked[members.concept[asked] == index]
            self._find_keys(keys, members, self._concepts[index], of_concept, contents, own)
        owners: dict[Key, int] = {}
        for at in asked.tolist():
            for key in own[at]:
                owners.setdefault(key, at)
        for variation in variations:
            if variation.variation is None or not variation.complete or variation.damage:
                continue
            wrong += yield from self._judge_variation(
                reading, variation, keys, own, owners, notes)
        return wrong

    def remember(self) -> None:
        """Remember the keys that were asked for, if any of them were made now."""
        if self._learnt and isinstance(self._keys, PromptKeys):
            save_file(cache_home(), self._location.path, _RememberedKeys(
                _RememberedKeys.subject[1], str(self._location.path), self._keys.fingerprint(),
                self._used))

    def find_unchecked(self, notes: RowNotes) -> npt.NDArray[np.bool_]:
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
                "Which captions these files hold was not checked: their tokens do not come from "
                "the tokenizer on this computer.",
                "Choose the model with --model, then survey again.")

    def _judge_variation(
        self, reading: GroupReading, variation: WantedVariation, keys: PromptKeys,
        own: Sequence[frozenset[Key]], owners: Mapping[Key, int], notes: RowNotes,
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
                    "Caption changed: it was cached with a text that is no longer in the "
                    "caption", name))
            else:
                source = members.pictures[owner]
                notes.made_from[slot] = source
                notes.note(slot, Verdict.SHIFTED, why.explain_mixed_up(
                    f"the caption of {source}", f"Cached file {name}"))
        return wrong

    def _choose_samples(self, members: GroupSamples, notes: RowNotes) -> npt.NDArray[np.int64]:
        """Return the samples whose prompts are known from a text; of the others it is noted."""
        config = self._context.workspace.config
        placeholders = config is not None and bool(config.placeholders)
        unknown = [index for index, concept in self._concepts.items()
                   if placeholders or not prompt_is_deterministic(concept)]
        is_unknown = np.isin(members.concept, unknown)
        notes.flags[is_unknown] |= np.uint32(Remark.PROMPT_NOT_CHECKED)
        return np.flatnonzero(~is_unknown)

    def _find_keys(
        self, keys: PromptKeys, members: GroupSamples, concept: Concept,
        samples: npt.NDArray[np.int64], contents: Mapping[int, str], own: list[frozenset[Key]],
    ) -> None:
        """Put the keys of the prompts that samples of one concept can have into `own`."""
        text = concept.text
        rule = f"{text.prompt_source.name} {text.caps_randomize_lowercase}"
        remembered = self._remembered.get(rule, {})
        used = self._used.setdefault(rule, {})
        for done, at in enumerate(samples.tolist()):
            if done % PROGRESS_EVERY == 0:
                self._context.token.check()
            content = contents.get(at, "")
            known = used.get(content)
            if known is None:
                known = remembered.get(content)
            if known is None:
                read = self._text(members, at)
                if read is None:
                    continue
                content = xxhash.xxh64_hexdigest(read)
                known = used.get(content, remembered.get(content))
                if known is None:
                    known = frozenset(
                        key for prompt in _prompts_in(concept, members.pictures[at], read)
                        if (key := self._key(keys, prompt)) is not None)
                    self._learnt = True
            own[at] = used[content] = known

    def _has_prompts(self, members: GroupSamples, at: int) -> bool:
        read = self._text(members, at)
        return read is not None and bool(_prompts_in(
            self._concepts[int(members.concept[at])], members.pictures[at], read))

    def _text(self, members: GroupSamples, at: int) -> bytes | None:
        """Return the text that a sample's prompts are taken from, None where it cannot be read."""
        concept, place = self._concepts[int(members.concept[at])], members.places[at]
        path = prompt_file(self._context.workspace, concept, place)
        if not path:
            is_name = concept.text.prompt_source is PromptSource.FILENAME
            return path_bytes(sample_stem(_name_of(members.pictures[at]))) if is_name else b""
        if path in self._texts:
            return self._texts[path]
        try:
            read: bytes | None = read_regular(path, at_most=LARGEST_TEXT)
        except FileNotFoundError:
            read = b""
        except OSError:
            read = None
        if concept.text.prompt_source is PromptSource.CONCEPT:  # one for all of its pictures
            self._texts[path] = read
        return read

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
            else:
                kept = load_file(cache_home(), self._location.path, _RememberedKeys)
                if kept is not None and kept.tokenizers == self._keys.fingerprint():
                    self._remembered = kept.keys
        return self._keys if isinstance(self._keys, PromptKeys) else None


def _prompts_in(concept: Concept, picture: str, text: bytes) -> tuple[str, ...]:
    """Return the prompts of a picture in the text they are taken from, none if it is no text."""
    try:
        return possible_prompts(
            concept, picture_name=_name_of(picture), caption=text, prompt_file=text)
    except UserFacingError:
        return ()


def _name_of(picture: str) -> str:
    return picture.replace("\\", "/").rpartition("/")[2]


def note_missing_captions(
    context: SurveyContext, members: GroupSamples, notes: RowNotes, contents: Mapping[int, str]
) -> None:
    """Note pictures whose prompt is a caption file that is not there.

    Not those that are read with the caption of another, which is not the empty prompt. `contents`
    are of captions that were read in this survey, of which only an empty one may not be there.
    """
    mixed_up = ((notes.flags & np.uint32(1 << Verdict.SHIFTED)) != 0).tolist()
    has_file = {concept.index: concept.text.prompt_source is PromptSource.SAMPLE
                for concept in context.workspace.concepts}
    for at, (caption, index) in enumerate(
            zip(captions_of(members.places), members.concept.tolist(), strict=True)):
        context.token.check()
        if has_file[index] and not mixed_up[at] and contents.get(at, NO_CONTENT) == NO_CONTENT \
                and not may_be_there(caption):
            notes.note_harm(at, TrainingRisk.NO_CAPTION,
                            why.explain_caption_missing(members.pictures[at]))
