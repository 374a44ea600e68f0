"""Proves what the slots that a trainer made hold, so that they need not be encoded again.

Of a picture's slot the aggregate names the file. It is taken to hold what that file holds now if
the file and its sidecars are older than the slot, and the crop, the latent and, where it is stored,
the size of the picture are those of today's picture. Of a caption's slot nothing is recorded, but
it holds its tokens: equal tokens are equal prompts to the encoder, whosever they were.

A picture that was renamed since is not known again: nothing is recorded of its content, and another
picture may well have its size, its crop and its caption. What is not proved is told with its
reason, and encoded. Which weights were used, nothing tells; as everywhere that counts as right
until somebody says otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.build.choice import MASK_NAME, SlotChoice
from larder.core.build.reports import Reasons
from larder.core.build.slots import HeldPayload, KnownSample, Sample
from larder.core.encoders.prompts import PromptMaker
from larder.core.errors import PayloadError, UserFacingError
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import Job, Progress
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import list_pt, read_pt_array
from larder.core.stores.released.groups import GroupRecord, Places, VariationRecord, slot_name
from larder.core.stores.released.slots import Origin, OriginKind
from larder.core.survey.released_groups import image_lists_of
from larder.core.survey.sources import SpelledPaths
from larder.core.workspace.bucketing import Size
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.roots import recorded_flavour
from larder.core.workspace.samples import caption_of, content_stamp

if TYPE_CHECKING:
    from larder.core.encoders.config_encoders import PromptTokens

LATENT: Final = "latent_image"
TOKENS: Final = "tokens"

WHITE: Final = 1 - 1e-5
"""A mask that was made up, all white, may lose the last bits where it is made smaller."""

YOUNGER: Final = "The file, or its mask, is newer than its cached file."
OTHER_CROP: Final = "It was cached in another size than the picture has now."
OTHER_SIZE: Final = "It was made from a picture of another size."
OTHER_VALUES: Final = "It lacks values that this config caches, or cannot be read."
OTHER_MASK: Final = "It was cached with a mask, and there is none beside the picture."
OTHER_TOKENS: Final = "No caption that is here gives the tokens that it holds."

Tokens = tuple[bytes, ...]


class DrawnPrompts:
    """Prompts of samples as the trainer draws them."""

    def __init__(self, choice: SlotChoice) -> None:
        self._choice = choice
        self._maker = PromptMaker(choice.workspace, choice.asked.positions)

    def of(self, sample: Sample, number: int, position: int) -> str | None:
        """A sample's prompt in a variation, drawn for a position; None where none can be made."""
        concept = self._choice.concepts[sample.concept]
        try:
            caption = read_regular(caption_of(sample.place), at_most=LARGEST_TEXT)
        except (FileNotFoundError, NotADirectoryError):
            caption = b""
        except OSError:
            return None
        try:
            return self._maker.prompts(
                concept, position, sample.picture, caption, number + 1)[number]
        except UserFacingError:
            return None

    def stamp_of(self, prompt: str) -> str:
        """Content stamp of a prompt."""
        return content_stamp(self._choice.asked.config.model_type, self._choice.names, prompt)


class Prover:
    """Goes through the slots that a trainer made of one store once.

    Args:
        choice: the store.
        prompts: draws those of its samples.
        known: the samples of today by slot, by key of their group.

    Attributes:
        held: the slots that hold what is known.
        unproved: those that are encoded although a trainer made them.
    """

    def __init__(
        self, choice: SlotChoice, prompts: DrawnPrompts,
        known: Mapping[str, Sequence[KnownSample]],
    ) -> None:
        workspace = choice.workspace
        model_type = find_model_type(choice.asked.config.model_type)
        self._choice = choice
        self._prompts = prompts
        self._known = known
        self._by_place = {one.sample.place: one for samples in known.values() for one in samples}
        self._store = choice.location.path
        self._stride = None if model_type is None else model_type.spatial_stride
        self._places = Places(SpelledPaths(
            workspace.root, workspace.maps, workspace.flavour).real_path)
        self._tokens_of: PromptTokens | str | None = None
        self.unproved = Reasons()
        self.held: list[HeldPayload] = []

    def prove(self, unrecorded: Sequence[tuple[str, VariationRecord]]) -> Job[None]:
        """Learn what variations hold that nothing is recorded of, as far as that can be shown."""
        for done, (key, record) in enumerate(unrecorded):
            self._choice.asked.token.check()
            yield Progress("recognising cached files", done, len(unrecorded), "folders")
            if not self._choice.is_text:
                self._prove_pictures(key, record)
            elif key in self._known:
                self._prove_captions(key, record)

    def _slot(
        self, group: str, record: VariationRecord, slot: int
    ) -> tuple[str, tuple[int, int] | None]:
        """A slot's name, and its size and mtime_ns; None if it is of no use."""
        name = slot_name(group, variation=record.variation.number, slot=slot)
        is_damaged = name in self._choice.read.damaged
        return name, None if is_damaged else record.variation.stamp_of(slot)

    def _prove_pictures(self, group: str, record: VariationRecord) -> None:
        """Learn which slots hold pictures that are known."""
        sources = record.sources
        if sources is None:
            return
        places = self._places.of(sources, flavour=recorded_flavour(sources))
        for slot, (place, size) in enumerate(zip(places, record.sizes, strict=True)):
            known = self._by_place.get(place)
            if known is None or not known.state.content:
                continue
            name, there = self._slot(group, record, slot)
            path = self._store / name
            why = OTHER_VALUES if there is None else self._why_not(known, size, path, there[1])
            if why or there is None:
                self.unproved.note(why, known.sample.picture)
            else:
                self._hold(known, size, "", there, (group, record.variation.number, slot))

    def _hold(
        self, known: KnownSample, size: Size | None, prompt: str, there: tuple[int, int],
        place: tuple[str, int, int],
    ) -> None:
        group, number, slot = place
        state, name = known.state, slot_name(group, variation=number, slot=slot)
        self.held.append(HeldPayload(os.fspath(self._store / name), *there, Origin(
            picture=known.sample.picture, content=state.content, bytes=state.bytes,
            mtime_ns=state.mtime_ns, size=size, sidecars=state.sidecars, prompt=prompt,
            drawn_at=(number, slot), how=OriginKind.PROVED), place))

    def _why_not(
        self, known: KnownSample, size: Size | None, path: Path, written_ns: int
    ) -> str:
        dates = (known.state.mtime_ns, *(mtime_ns for _, _, mtime_ns in known.state.sidecars))
        if max(dates) >= written_ns:
            return YOUNGER
        if size is None or size not in known.sizes:
            return OTHER_CROP
        try:
            contents = list_pt(path)
            if not self._holds(contents, size):
                return OTHER_VALUES
            original = contents.values.get("original_resolution")
            if isinstance(original, tuple) and original[-2:] != known.size:
                return OTHER_SIZE
            if MASK_NAME in self._choice.names and not known.state.sidecars and (
                    read_pt_array(path, MASK_NAME).min() < WHITE):
                return OTHER_MASK
        except PayloadError:
            return OTHER_VALUES
        return ""

    def _holds(self, contents: PayloadContents, size: Size) -> bool:
        """Whether a slot has every value, and a latent of the size of its crop."""
        latent = next((one for one in contents.arrays if one.name == LATENT), None)
        if latent is None or not self._choice.names <= set(contents.names):
            return False
        return self._stride is None or latent.shape[-2:] == (
            size[0] // self._stride, size[1] // self._stride)

    def _prove_captions(self, group: str, record: VariationRecord) -> None:
        """Learn which slots hold the prompt of a present sample."""
        if self._tokens_of is None:
            self._tokens_of = self._choice.load_tokens()
        if isinstance(self._tokens_of, str):
            self.unproved.note(self._tokens_of, group, record.count)
            return
        samples, number, count = self._known[group], record.variation.number, record.count
        drawn: dict[str, list[KnownSample]] = {}
        first = samples[0].sample.position if samples else 0
        drawn_for = [
            *((known, known.sample.position) for known in samples),
            *((then, first + slot) for listed in self._listed_then(samples)
              for slot, then in enumerate(listed[:count]) if then is not None)]
        for known, position in drawn_for:
            prompt = self._prompts.of(known.sample, number, position)
            if prompt is not None and known.state.content:
                drawn.setdefault(prompt, []).append(known)
        prompts = list(drawn)
        keyed: dict[Tokens, list[str]] = {}
        for prompt, tokens in zip(prompts, self._tokens_of.of(prompts), strict=True):
            keyed.setdefault(_key(tokens), []).append(prompt)
        for slot in range(count):
            name, there = self._slot(group, record, slot)
            key = None if there is None else self._tokens(self._store / name)
            fitting = keyed.get(key, []) if key is not None else []
            if there is None or not fitting:
                self.unproved.note(OTHER_VALUES if key is None else OTHER_TOKENS, name)
                continue
            own = samples[slot] if slot < len(samples) else None
            prompt = next((one for one in fitting if own in drawn[one]), fitting[0])
            known = own if own is not None and own in drawn[prompt] else drawn[prompt][0]
            self._hold(known, None, self._prompts.stamp_of(prompt), there, (group, number, slot))

    def _tokens(self, path: Path) -> Tokens | None:
        """The tokens in a slot, None for one that cannot be used."""
        names = self._choice.names
        try:
            contents = list_pt(path)
            if not names <= set(contents.names):
                return None
            return _key({
                name: read_pt_array(path, name) for name in sorted(names)
                if name.startswith(TOKENS) and not name.startswith(f"{TOKENS}_mask")})
        except PayloadError:
            return None

    def _listed_then(self, samples: Sequence[KnownSample]) -> list[list[KnownSample | None]]:
        """Samples by slot, as the image groups of the same concepts list them."""
        by_place = {one.sample.place: one for one in samples}
        groups: dict[str, GroupRecord | None] = {}
        for concept in dict.fromkeys(one.sample.concept for one in samples):
            group = self._choice.read.image_groups.get(concept)
            groups["" if group is None else group.group.key] = group
        return [
            [by_place.get(place) for place in listed.places]
            for listed in image_lists_of(list(groups.values()), self._places)]


def _key(tokens: Mapping[str, npt.NDArray[Any]]) -> Tokens:
    return tuple(
        np.ascontiguousarray(tokens[name], dtype=np.int64).tobytes() for name in sorted(tokens))
