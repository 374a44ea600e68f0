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
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.build.reports import LeftOut
from larder.core.build.slots import HeldPayload, Sample, SourceState
from larder.core.encoders.draws import ModulePositions
from larder.core.encoders.prompts import PromptMaker
from larder.core.errors import PayloadError, UserFacingError
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import list_pt, read_pt_array
from larder.core.stores.released.groups import (
    GroupRecord,
    Places,
    VariationRecord,
    slot_name,
)
from larder.core.stores.released.slots import Origin, OriginKind
from larder.core.survey.released_groups import image_lists_of
from larder.core.survey.sources import SpelledPaths
from larder.core.workspace.bucketing import Size
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.roots import recorded_flavour
from larder.core.workspace.samples import caption_of, content_stamp

if TYPE_CHECKING:
    from larder.core.encoders.config_encoders import PromptTokens

LATENT: Final = "latent_image"
MASK: Final = "latent_mask"
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


@dataclass(frozen=True, slots=True)
class KnownSample:
    """A sample of today.

    Attributes:
        sample: which.
        state: its source, content known.
        sizes: crops that it can have, empty in a text store.
        size: (height, width) of the upright picture, None in a text store.
    """

    sample: Sample
    state: SourceState
    sizes: Collection[Size] = ()
    size: Size | None = None


class DrawnPrompts:
    """Prompts of samples as the trainer draws them.

    Args:
        workspace: where captions are.
        positions: of the modules that draw.
        names: values that a payload of a prompt holds.
    """

    def __init__(
        self, workspace: Workspace, positions: ModulePositions, names: frozenset[str]
    ) -> None:
        self._concepts = {concept.index: concept for concept in workspace.concepts}
        self._modeltype = "" if workspace.config is None else workspace.config.model_type
        self._names = names
        self._maker = PromptMaker(workspace, positions)

    def of(self, sample: Sample, number: int, position: int) -> str | None:
        """A sample's prompt in a variation, drawn for a position; None where none can be made."""
        concept = self._concepts[sample.concept]
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
        return content_stamp(self._modeltype, self._names, prompt)


@dataclass(slots=True)
class Unproved:
    """Slots that are encoded although a trainer made them, by reason.

    Attributes:
        store: id of the store.
    """

    store: str
    _counts: Counter[str] = field(default_factory=Counter)
    _examples: dict[str, str] = field(default_factory=dict)

    def note(self, why: str, example: str, slots: int = 1) -> None:
        """Count some."""
        self._counts[why] += slots
        self._examples.setdefault(why, example)

    def listed(self) -> tuple[LeftOut, ...]:
        """How many for which reason."""
        return tuple(
            LeftOut(self.store, count, why, self._examples[why])
            for why, count in self._counts.items())


@dataclass(frozen=True, slots=True)
class ImageProof:
    """Proves slots of pictures.

    Attributes:
        store: folder of the store.
        names: values that a slot must hold.
        stride: picture pixels per element of a latent, None if it is no whole number.
        places: where recorded paths lie here.
        samples: of today, by the place of their picture.
        damaged: names of slots that are of no use.
        unproved: told what is not proved.
    """

    store: Path
    names: frozenset[str]
    stride: int | None
    places: Places
    samples: Mapping[str, KnownSample]
    damaged: Collection[str]
    unproved: Unproved

    def prove(self, group: str, record: VariationRecord) -> list[HeldPayload]:
        """The slots of a variation that hold what is known."""
        sources = record.sources
        if sources is None:
            return []
        found = []
        places = self.places.of(sources, flavour=recorded_flavour(sources))
        for slot, (place, size) in enumerate(zip(places, record.sizes, strict=True)):
            known = self.samples.get(place)
            if known is None or not known.state.content:
                continue
            number = record.variation.number
            name = slot_name(group, variation=number, slot=slot)
            there = None if name in self.damaged else record.variation.stamp_of(slot)
            path = self.store / name
            why = OTHER_VALUES if there is None else self._why_not(known, size, path, there[1])
            if why or there is None:
                self.unproved.note(why, known.sample.picture)
                continue
            found.append(HeldPayload(
                os.fspath(path), *there, _origin(known, size, "", (number, slot)),
                (group, number, slot)))
        return found

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
            if MASK in self.names and not known.state.sidecars and (
                    read_pt_array(path, MASK).min() < WHITE):
                return OTHER_MASK
        except PayloadError:
            return OTHER_VALUES
        return ""

    def _holds(self, contents: PayloadContents, size: Size) -> bool:
        """Whether a slot has every value, and a latent of the size of its crop."""
        latent = next((one for one in contents.arrays if one.name == LATENT), None)
        if latent is None or not self.names <= set(contents.names):
            return False
        return self.stride is None or latent.shape[-2:] == (
            size[0] // self.stride, size[1] // self.stride)


@dataclass(frozen=True, slots=True)
class TextProof:
    """Proves slots of captions.

    Attributes:
        store: folder of the store.
        names: values that a slot must hold.
        tokens_of: token ids of prompts by the payload's names for them.
        prompts: draws prompts.
        damaged: names of slots that are of no use.
        unproved: told what is not proved.
    """

    store: Path
    names: frozenset[str]
    tokens_of: Callable[[Sequence[str]], list[dict[str, npt.NDArray[Any]]]]
    prompts: DrawnPrompts
    damaged: Collection[str]
    unproved: Unproved

    def prove(
        self, group: str, record: VariationRecord, samples: Sequence[KnownSample],
        lists: Sequence[Sequence[KnownSample | None]],
    ) -> list[HeldPayload]:
        """The slots of a variation that hold the prompt of a present sample.

        Args:
            group: key of the group.
            record: the variation.
            samples: of the group today, by slot.
            lists: samples by slot as they may have been when it was made.
        """
        number, count = record.variation.number, record.count
        drawn: dict[str, list[KnownSample]] = {}
        first = samples[0].sample.position if samples else 0
        drawn_for = [
            *((known, known.sample.position) for known in samples),
            *((then, first + slot) for listed in lists
              for slot, then in enumerate(listed[:count]) if then is not None)]
        for known, position in drawn_for:
            prompt = self.prompts.of(known.sample, number, position)
            if prompt is not None and known.state.content:
                drawn.setdefault(prompt, []).append(known)
        prompts = list(drawn)
        keyed: dict[Tokens, list[str]] = {}
        for prompt, tokens in zip(prompts, self.tokens_of(prompts), strict=True):
            keyed.setdefault(_key(tokens), []).append(prompt)
        found = []
        for slot in range(count):
            name = slot_name(group, variation=number, slot=slot)
            there = None if name in self.damaged else record.variation.stamp_of(slot)
            path = self.store / name
            key = None if there is None else self._tokens(path)
            fitting = keyed.get(key, []) if key is not None else []
            if there is None or not fitting:
                self.unproved.note(OTHER_VALUES if key is None else OTHER_TOKENS, name)
                continue
            own = samples[slot] if slot < len(samples) else None
            prompt = next((one for one in fitting if own in drawn[one]), fitting[0])
            known = own if own is not None and own in drawn[prompt] else drawn[prompt][0]
            found.append(HeldPayload(
                os.fspath(path), *there,
                _origin(known, None, self.prompts.stamp_of(prompt), (number, slot)),
                (group, number, slot)))
        return found

    def _tokens(self, path: Path) -> Tokens | None:
        """The tokens in a slot, None for one that cannot be used."""
        try:
            contents = list_pt(path)
            if not self.names <= set(contents.names):
                return None
            return _key({
                name: read_pt_array(path, name) for name in sorted(self.names)
                if name.startswith(TOKENS) and not name.startswith(f"{TOKENS}_mask")})
        except PayloadError:
            return None


@dataclass(frozen=True, slots=True)
class Proving:
    """What is known of a store whose slots are to be proved.

    Attributes:
        workspace: what was surveyed.
        location: the store.
        names: values that a slot must hold.
        tokens_of: makes token ids of prompts, or says why it cannot.
        prompts: draws prompts.
        image_groups: of a text store, the image group of each concept, by its index.
        damaged: names of slots that are of no use.
        token: checked per folder.
    """

    workspace: Workspace
    location: StoreLocation
    names: frozenset[str]
    tokens_of: Callable[[], PromptTokens | str]
    prompts: DrawnPrompts
    image_groups: Mapping[int, GroupRecord]
    damaged: Collection[str]
    token: CancelToken

    @property
    def places(self) -> Places:
        """Where recorded paths lie here."""
        workspace = self.workspace
        return Places(SpelledPaths(
            workspace.root, workspace.maps, workspace.flavour).real_path)


@dataclass(frozen=True, slots=True)
class Proved:
    """What could be proved of a store: slots with what they hold, and what is left, by reason."""

    held: Sequence[HeldPayload]
    unproved: tuple[LeftOut, ...]


def prove_slots(
    asked: Proving, unrecorded: Sequence[tuple[str, VariationRecord]],
    known: Mapping[str, Sequence[KnownSample]],
) -> Job[Proved]:
    """Learn what the slots that a trainer made hold, as far as that can be shown.

    Args:
        asked: the store.
        unrecorded: variations that nothing is recorded of, with the keys of their groups.
        known: the samples of today by slot, by key of their group.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    unproved, held = Unproved(asked.location.id), list[HeldPayload]()
    is_text = asked.location.kind.content is StoreContent.TEXT
    tokens: PromptTokens | str | None = None
    of_images = ImageProof(
        asked.location.path, asked.names, _stride(asked.workspace), asked.places,
        {one.sample.place: one for samples in known.values() for one in samples}, asked.damaged,
        unproved)
    for done, (key, record) in enumerate(unrecorded):
        asked.token.check()
        yield Progress("recognising cached files", done, len(unrecorded), "folders")
        if not is_text:
            held += of_images.prove(key, record)
        elif key in known:
            tokens = asked.tokens_of() if tokens is None else tokens
            if isinstance(tokens, str):
                unproved.note(tokens, key, record.count)
                continue
            proof = TextProof(
                asked.location.path, asked.names, tokens.of, asked.prompts, asked.damaged,
                unproved)
            held += proof.prove(key, record, known[key], _listed_then(asked, known[key]))
    return Proved(held, unproved.listed())


def _stride(workspace: Workspace) -> int | None:
    model_type = None if workspace.config is None else find_model_type(
        workspace.config.model_type)
    return None if model_type is None else model_type.spatial_stride


def _listed_then(
    asked: Proving, samples: Sequence[KnownSample]
) -> list[list[KnownSample | None]]:
    """Samples by slot, as the image groups of the same concepts list them."""
    by_place = {one.sample.place: one for one in samples}
    groups: dict[str, GroupRecord | None] = {}
    for concept in dict.fromkeys(one.sample.concept for one in samples):
        group = asked.image_groups.get(concept)
        groups["" if group is None else group.group.key] = group
    return [
        [by_place.get(place) for place in listed.places]
        for listed in image_lists_of(list(groups.values()), asked.places)]


def _origin(
    known: KnownSample, size: Size | None, prompt: str, drawn_at: tuple[int, int]
) -> Origin:
    state = known.state
    return Origin(
        picture=known.sample.picture, content=state.content, bytes=state.bytes,
        mtime_ns=state.mtime_ns, size=size, sidecars=state.sidecars, prompt=prompt,
        drawn_at=drawn_at, how=OriginKind.PROVED)


def _key(tokens: Mapping[str, npt.NDArray[Any]]) -> Tokens:
    return tuple(
        np.ascontiguousarray(tokens[name], dtype=np.int64).tobytes() for name in sorted(tokens))
