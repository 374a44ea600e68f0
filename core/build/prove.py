"""Proves what the slots that a trainer made hold, so that they need not be encoded again.

Of a picture's slot the aggregate names the file. It is taken to hold what that file holds now if
the file and its sidecars are older than the slot, and the crop, the latent and, where it is stored,
the size of the picture are those of today's picture. Of a caption's slot nothing is recorded, but
it holds its tokens: equal tokens are equal prompts to the encoder, whosever they were.

What is not proved is told with its reason, and encoded. Which weights were used, nothing tells; as
everywhere that counts as right until somebody says otherwise.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.build.reports import LeftOut
from larder.core.build.slots import HeldPayload, Sample, SourceState
from larder.core.errors import PayloadError
from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import list_pt, read_pt_array
from larder.core.stores.released.groups import Places, VariationRecord, slot_name
from larder.core.stores.released.slots import Origin, OriginKind
from larder.core.workspace.bucketing import Size
from larder.core.workspace.roots import recorded_flavour

LATENT: Final = "latent_image"
MASK: Final = "latent_mask"
TOKENS: Final = "tokens"

WHITE: Final = 1 - 1e-5
"""A mask that was made up, all white, may lose the last bits where it is made smaller."""

YOUNGER: Final = "The file, or its mask, is younger than the slot that lists it."
OTHER_CROP: Final = "The slot was cropped to another size than its picture is now."
OTHER_SIZE: Final = "The slot was made of a picture of another size."
OTHER_VALUES: Final = "The slot lacks values that this config caches, or cannot be read."
OTHER_MASK: Final = "The slot has a mask, and there is none beside its picture."
OTHER_TOKENS: Final = "No present caption gives the tokens that the slot holds."

Tokens = tuple[bytes, ...]
PromptOf = Callable[[Sample, int, int], str]
"""The prompt of a sample in a variation, drawn for a position."""


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
        unproved: told what is not proved.
    """

    store: Path
    names: frozenset[str]
    stride: int | None
    places: Places
    samples: Mapping[str, KnownSample]
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
            path = self.store / slot_name(group, variation=number, slot=slot)
            there = readable_stamp(path)
            why = OTHER_VALUES if there is None else self._why_not(known, size, path, there)
            if why or there is None:
                self.unproved.note(why, known.sample.picture)
                continue
            found.append(HeldPayload(
                os.fspath(path), there.size, there.mtime_ns,
                _origin(known, size, "", (number, slot)), (group, number, slot)))
        return found

    def _why_not(
        self, known: KnownSample, size: Size | None, path: Path, there: FileStamp
    ) -> str:
        dates = (known.state.mtime_ns, *(mtime_ns for _, _, mtime_ns in known.state.sidecars))
        if max(dates) >= there.mtime_ns:
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
        stamp_of: content stamp of a prompt.
        prompt_of: draws prompts.
        unproved: told what is not proved.
    """

    store: Path
    names: frozenset[str]
    tokens_of: Callable[[Sequence[str]], list[dict[str, npt.NDArray[Any]]]]
    stamp_of: Callable[[str], str]
    prompt_of: PromptOf
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
        for known in samples:
            prompt = self.prompt_of(known.sample, number, known.sample.position)
            drawn.setdefault(prompt, []).append(known)
        for listed in lists:
            for slot, then in enumerate(listed[:count]):
                if then is not None:
                    prompt = self.prompt_of(then.sample, number, first + slot)
                    drawn.setdefault(prompt, []).append(then)
        prompts = list(drawn)
        keyed: dict[Tokens, list[str]] = {}
        for prompt, tokens in zip(prompts, self.tokens_of(prompts), strict=True):
            keyed.setdefault(_key(tokens), []).append(prompt)
        found = []
        for slot in range(count):
            path = self.store / slot_name(group, variation=number, slot=slot)
            there = readable_stamp(path)
            key = None if there is None else self._tokens(path)
            fitting = keyed.get(key, []) if key is not None else []
            if there is None or not fitting:
                self.unproved.note(
                    OTHER_VALUES if key is None else OTHER_TOKENS,
                    path.relative_to(self.store).as_posix())
                continue
            own = samples[slot] if slot < len(samples) else None
            prompt = next((one for one in fitting if own in drawn[one]), fitting[0])
            known = own if own is not None and own in drawn[prompt] else drawn[prompt][0]
            found.append(HeldPayload(
                os.fspath(path), there.size, there.mtime_ns,
                _origin(known, None, self.stamp_of(prompt), (number, slot)),
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
