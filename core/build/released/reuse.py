"""Finds what payloads that are there hold, so that they need not be encoded again.

Slots that a trainer made. Of a picture's slot the aggregate names the file. It is taken to hold
what that file holds now if the file and its sidecars are older than the slot, and the crop, the
latent and, where it is stored, the size of the picture are those of today's picture. Of a caption's
slot nothing is recorded, but it holds its tokens: equal tokens are equal prompts to the encoder,
whosever they were. A picture that was renamed since is not known again: nothing is recorded of its
content, and another picture may well have its size, its crop and its caption. What is not proved is
told with its reason, and encoded. Which weights were used, nothing tells; as everywhere that counts
as right until somebody says otherwise.

Payloads of the other layout, so that a switch encodes nothing. Both layouts lie in one folder,
under one `.larder`, and payloads of both hold the same values. What an index names is known by its
rows and by what the payloads say of themselves; a slot by what is recorded or proved of it. The
other layout's files are only read: a payload gets a second name, or a copy where the drive knows no
links.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.build.choice import MASK_NAME, SlotChoice
from larder.core.build.indexed.choose import RowVariant, RowVariants
from larder.core.build.indexed.items import IndexItems
from larder.core.build.pipeline.pieces import MADE_WITHOUT_ENCODER, sidecar_of
from larder.core.build.plan import BuildItem
from larder.core.build.released.columns import HeldPayload, PlannedSlot
from larder.core.build.released.drawn_prompts import DrawnPrompts
from larder.core.build.released.pool import KnownSample, PlannedFolder
from larder.core.build.reports import LeftOut, Reasons
from larder.core.errors import PayloadError
from larder.core.files.file_stamp import stamp
from larder.core.jobs import Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import Examined, examine_pt, list_pt, read_pt_array
from larder.core.payloads.value_checks import is_masked
from larder.core.settings import cache_home
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.stores.indexed.stamps import CONTENT_KEY, MODELTYPE_KEY, SOURCE_KEY
from larder.core.stores.released.groups import (
    GroupRecord,
    Places,
    ReleasedVariation,
    VariationRecord,
    slot_name,
)
from larder.core.stores.released.slots import Origin, OriginKind
from larder.core.stores.store_memory import present_index
from larder.core.survey.indexed.verdicts import read_recorded_sidecars, sidecars_are_recorded
from larder.core.survey.payload_faults import find_known_faults
from larder.core.survey.released.groups import image_lists_of
from larder.core.survey.report import Depth
from larder.core.survey.training_risks import HARMS
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.model_types import AGGREGATE_NAMES, find_model_type
from larder.core.workspace.roots import PathFlavour, infer_flavour
from larder.core.workspace.stored_paths import SpelledPaths

if TYPE_CHECKING:
    from larder.core.encoders.config_encoders import PromptTokens

LATENT: Final = "latent_image"
TOKENS: Final = "tokens"

YOUNGER: Final = "The file, or its mask, is newer than its cached file."
OTHER_CROP: Final = "It was cached at another size than the picture has now."
OTHER_SIZE: Final = "It was made from a picture of another size."
OTHER_VALUES: Final = "It lacks values that this config caches, or cannot be read."
DAMAGED_FILE: Final = "It is damaged."
WRONG_VALUES: Final = "It contains values that no encoder produces."
OTHER_MASK: Final = "It was cached with a mask, and the picture has none now."
OTHER_TOKENS: Final = "No existing caption gives the tokens that it contains."

_USELESS: Final[Mapping[Verdict, str]] = {
    Verdict.CORRUPT_PAYLOAD: DAMAGED_FILE, Verdict.BAD_VALUES: WRONG_VALUES}

UNKNOWN_POSITION: Final = -1
"""Of draws: an index does not say for which place in the loader's list they were made."""

PROGRESS_EVERY: Final = 256

Sidecars = tuple[tuple[str, str, int], ...]
Tokens = tuple[bytes, ...]


class SlotMatcher:
    """Goes through the slots that a trainer made of one store once.

    Args:
        choice: the store.
        prompts: draws those of its samples.
        known: the samples of today by slot, by key of their group.

    Attributes:
        held: the slots that hold what is known.
        lacking: those of pictures that are known and lack nothing but what needs no encoder.
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
        self._places = Places(workspace.paths(workspace.flavour).real_path)
        self._tokens_of: PromptTokens | str | None = None
        # What nobody asks for is opened only where something is to be found for a new group.
        self._lacks_group = not known.keys() <= choice.read.groups.keys()
        self.unproved = Reasons()
        self.held: list[HeldPayload] = []
        self.lacking: list[HeldPayload] = []

    def prove(self, unrecorded: Sequence[tuple[str, VariationRecord]]) -> Job[None]:
        """Learn what variations hold that nothing is recorded of, as far as that can be shown."""
        for done, (key, record) in enumerate(unrecorded):
            self._choice.asked.token.check()
            yield Progress("recognising cached files", done, len(unrecorded), "folders")
            if not self._choice.is_text:
                self._prove_pictures(key, record)
            elif key in self._known or self._lacks_group:
                self._prove_captions(key, record)

    def _slot(
        self, group: str, record: VariationRecord, slot: int
    ) -> tuple[str, tuple[int, int] | None]:
        """A slot's name, and its size and mtime_ns; None if it is of no use."""
        name = slot_name(group, variation=record.variation.number, slot=slot)
        is_damaged = name in self._choice.read.damaged
        return name, None if is_damaged else record.variation.stamp_of(slot)

    def _why_useless(self, name: str) -> str:
        """Return why a slot is of no use, as the look into it found."""
        faults = self._choice.read.faults
        return next((why for verdict, why in _USELESS.items() if any(
            HARMS[harm].verdict is verdict and name in found for harm, found in faults.items())),
            OTHER_VALUES)

    def _prove_pictures(self, group: str, record: VariationRecord) -> None:
        """Learn which slots hold pictures that are known."""
        sources = record.sources
        if sources is None:
            return
        places = self._places.of(sources, flavour=infer_flavour(sources))
        for slot, (place, size) in enumerate(zip(places, record.sizes, strict=True)):
            known = self._by_place.get(place)
            if known is None or not known.state.content:
                continue
            name, there = self._slot(group, record, slot)
            path = self._store / name
            why = self._why_useless(name) if there is None else self._why_not(
                known, size, path, there[1])
            here = (group, record.variation.number, slot)
            stamp = record.variation.stamp_of(slot) if name in self._choice.read.incomplete \
                else there
            if there is not None and not why:
                self.held.append(self._payload(known, size, "", there, record.variation, here))
            elif stamp is not None and self._lacks_only_names(known, size, path, stamp[1]):
                self.lacking.append(
                    self._payload(known, size, "", stamp, record.variation, here))
            else:
                self.unproved.note(why, known.sample.picture)

    def _payload(
        self, known: KnownSample, size: Size | None, prompt: str, there: tuple[int, int],
        variation: ReleasedVariation, place: tuple[str, int, int],
    ) -> HeldPayload:
        group, number, slot = place
        state, folder = known.state, os.fspath(self._store / group / f"variation-{number}") + os.sep
        return HeldPayload(variation.file_of(folder, slot), *there, Origin(
            picture=known.sample.picture, content=state.content, bytes=state.bytes,
            mtime_ns=state.mtime_ns, size=size, sidecars=state.sidecars, prompt=prompt,
            drawn_at=(number, slot), how=OriginKind.PROVED), place)

    def _lacks_only_names(
        self, known: KnownSample, size: Size | None, path: Path, written_ns: int
    ) -> bool:
        """Return whether a picture's slot lacks only values that need no encoder.

        Its mask may be newer than the slot.
        """
        if known.state.mtime_ns >= written_ns or size is None or size not in known.sizes:
            return False
        try:
            contents = list_pt(path)
        except PayloadError:
            return False
        lacking = self._choice.names - set(contents.names)
        original = contents.values.get("original_resolution")
        return bool(lacking) and lacking <= MADE_WITHOUT_ENCODER and (
            not isinstance(original, tuple) or original[-2:] == known.size)

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
                    is_masked(read_pt_array(path, MASK_NAME))):
                return OTHER_MASK
        except PayloadError:
            return OTHER_VALUES
        return ""

    def _holds(self, contents: PayloadContents, size: Size) -> bool:
        """Return whether a slot has every value, and a latent of the size of its crop."""
        latent = next((one for one in contents.arrays if one.name == LATENT), None)
        if latent is None or not self._choice.names <= set(contents.names):
            return False
        return self._stride is None or latent.shape[-2:] == (
            size[0] // self._stride, size[1] // self._stride)

    def _prove_captions(self, group: str, record: VariationRecord) -> None:
        """Learn which slots hold the prompt of a present sample.

        Those of a group that nobody asks for by its name any more may serve every sample.
        """
        is_asked = group in self._known
        if self._tokens_of is None:
            self._tokens_of = self._choice.load_tokens()
        if isinstance(self._tokens_of, str):
            if is_asked:
                self.unproved.note(self._tokens_of, group, record.count)
            return
        samples = self._known.get(group, ())
        number, count = record.variation.number, record.count
        drawn = self._drawn(samples, number, count) if is_asked else self._drawn_by_any(number)
        prompts = list(drawn)
        keyed: dict[Tokens, list[str]] = {}
        for prompt, tokens in zip(prompts, self._tokens_of.of(prompts), strict=True):
            keyed.setdefault(_key(tokens), []).append(prompt)
        for slot in range(count):
            name, there = self._slot(group, record, slot)
            key = None if there is None else self._tokens(self._store / name)
            fitting = keyed.get(key, []) if key is not None else []
            if there is None or not fitting:
                if is_asked:
                    self.unproved.note(OTHER_TOKENS if key is not None else OTHER_VALUES if there
                                       else self._why_useless(name), name)
                continue
            own = samples[slot] if slot < len(samples) else None
            prompt = next((one for one in fitting if own in drawn[one]), fitting[0])
            known = own if own is not None and own in drawn[prompt] else drawn[prompt][0]
            self.held.append(self._payload(
                known, None, self._prompts.stamp_of(prompt), there, record.variation,
                (group, number, slot)))

    def _drawn(
        self, samples: Sequence[KnownSample], number: int, count: int
    ) -> dict[str, list[KnownSample]]:
        """Return the prompts that the slots of a group may hold, each with whose it is.

        Drawn for where its samples are and were listed, and last every line that one can be.
        """
        first = samples[0].sample.position if samples else 0
        drawn: dict[str, list[KnownSample]] = {}
        for known, position in (
                *((known, known.sample.position) for known in samples),
                *((then, first + slot) for listed in self._list_former(samples)
                  for slot, then in enumerate(listed[:count]) if then is not None)):
            self._add_prompt(drawn, known, self._prompts.of(known.sample, number, position))
        for known in samples:
            for line in self._prompts.lines_of(known.sample):
                self._add_prompt(drawn, known, line)
        return drawn

    def _drawn_by_any(self, number: int) -> dict[str, list[KnownSample]]:
        """Return the prompts that any sample of today draws for a variation; see `_drawn`."""
        drawn: dict[str, list[KnownSample]] = {}
        for samples in self._known.values():
            for known in samples:
                self._add_prompt(drawn, known, self._prompts.of(
                    known.sample, number, known.sample.position))
        return drawn

    @staticmethod
    def _add_prompt(
        drawn: dict[str, list[KnownSample]], known: KnownSample, prompt: str | None
    ) -> None:
        if prompt is not None and known.state.content:
            drawn.setdefault(prompt, []).append(known)

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

    def _list_former(self, samples: Sequence[KnownSample]) -> list[list[KnownSample | None]]:
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


def find_indexed_payloads(
    choice: SlotChoice, contents: Collection[str] | None
) -> Job[list[tuple[int, HeldPayload]]]:
    """Variation, from 0, and payload of every row of an index, as slots can hold them.

    Args:
        choice: the slots in the same folder.
        contents: of the sources that are asked for, None for all.

    Raises:
        WorkspaceError: if the system does not give the content of the index.
    """
    rows = _IndexRows(choice, present_index(cache_home(), choice.location.path).columns)
    named = [one for one in rows.list_payloads() if contents is None or one.content in contents]
    found: list[tuple[int, HeldPayload]] = []
    for done, one in enumerate(named):
        choice.asked.token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("reading the other layout", done, len(named), "files")
        held = rows.held(one)
        if held is not None:
            found.append((one.variation - 1, held))
    return found


@dataclass(frozen=True, slots=True)
class SlotPayloads:
    """Payloads in slots that serve the samples of an index.

    Attributes:
        slots: as a build of the released layout would fill them, by concept, place of the picture
            and variation.
        paths: how the index spells pictures.
        names: values that a payload must hold, those apart that the trainer keeps in aggregates.
        unproved: slots of a trainer of which nothing shows what they hold, by reason.
    """

    slots: Mapping[tuple[int, str, int], PlannedSlot]
    paths: SpelledPaths
    names: frozenset[str]
    unproved: tuple[LeftOut, ...] = ()

    @classmethod
    def of(
        cls, folders: Sequence[PlannedFolder], paths: SpelledPaths, names: Collection[str],
        unproved: tuple[LeftOut, ...] = (),
    ) -> SlotPayloads:
        """The slots of planned folders."""
        return cls({
            (slot.sample.concept, paths.place(slot.sample.place), folder.number): slot
            for folder in folders for slot in folder.slots},
            paths, frozenset(names).difference(AGGREGATE_NAMES), unproved)

    def tell_contents(self, items: IndexItems) -> None:
        """Tell items the content that the slots' sources have."""
        for at, item in enumerate(items if self.slots else ()):
            slot = self._slot(item, 0)
            # A prompt may be made of another file than the one that keys the row.
            if slot is not None and not item.content and slot.path == item.source:
                items.know(at, slot.state.content)

    def link(self, items: IndexItems) -> None:
        """Tell items what slots have of them."""
        for at, item in enumerate(items if self.slots else ()):
            linked = () if item.is_shared or item.is_redone else tuple(self._find_links(item))
            if linked:
                items.link(at, linked)

    def _find_links(self, item: BuildItem) -> Iterator[tuple[int, HeldPayload]]:
        for number in item.to_make:
            slot = self._slot(item, number - 1)
            if slot is None or slot.held is None:
                continue
            is_of_it = item.bucket is None or (
                slot.held.origin.size == item.bucket and slot.state.content == item.content)
            if is_of_it and self._holds_names(slot.held.path):
                yield number, slot.held

    def _slot(self, item: BuildItem, number: int) -> PlannedSlot | None:
        place = self.paths.place(self.paths.real(item.use.picture))
        return self.slots.get((item.use.concept, place, number))

    def _holds_names(self, path: str) -> bool:
        try:
            return self.names <= set(list_pt(path).names)
        except PayloadError:
            return False


@dataclass(frozen=True, slots=True)
class _Named:
    """A payload that a row names: of which content it is, at which size, from 1 which variation."""

    name: str
    row: int
    content: str
    variant: RowVariant
    variation: int


class _IndexRows:
    """Rows of one index and the payloads they name."""

    def __init__(self, choice: SlotChoice, columns: IndexColumns) -> None:
        self._choice = choice
        self._store = choice.location.path
        self._modeltype = choice.asked.config.model_type
        self._reads_payloads = choice.asked.report.depth is Depth.PAYLOAD
        self._doubted = frozenset(find_known_faults(Path(self._store)))
        self._columns = columns
        self._keys = columns.keys()
        self._is_recorded = sidecars_are_recorded(columns)
        self._paths = choice.workspace.paths(PathFlavour(columns.separator))
        self._contents: dict[str, set[str]] = {}
        self._sidecars: dict[int, Sidecars] = {}

    def list_payloads(self) -> Iterator[_Named]:
        """Every payload that is there and that a row of the model type names, each once."""
        columns, variants = self._columns, RowVariants(self._columns)
        there: dict[str, list[tuple[int, str]]] = {}
        for name in sorted(os.listdir(self._store)):
            parsed = parse_indexed_name(name)
            if parsed is not None:
                there.setdefault(parsed.stem, []).append((parsed.variation, name))
        for row, content in enumerate(columns.hashes.tolist()):
            if columns.modeltypes[columns.modeltype[row]] != self._modeltype:
                continue
            for variant in variants.of(row):
                contents = self._contents.setdefault(variant.stem, set())
                contents.add(content.decode("ascii"))
                for variation, name in there.pop(variant.stem, ()):
                    yield _Named(name, row, content.decode("ascii"), variant, variation)

    def held(self, one: _Named) -> HeldPayload | None:
        """A payload and what it was made of; None if it cannot serve, or nothing tells."""
        path = f"{self._store}{os.sep}{one.name}"
        if os.path.islink(path):  # noqa: PTH114 - one of many thousands
            path = os.path.realpath(path)
        try:
            reads_whole = self._reads_payloads or one.name in self._doubted
            examined = examine_pt(path) if reads_whole else Examined(list_pt(path), "")
        except PayloadError:
            return None
        found, contents = stamp(path), examined.contents
        values = contents.values
        if found is None or examined.bad_values \
                or values.get(MODELTYPE_KEY) != self._modeltype \
                or not self._choice.names <= set(contents.names):
            return None
        said = values.get(SOURCE_KEY)
        if isinstance(said, Mapping):
            content = str(said.get("hash", ""))
            sidecars: Sidecars = tuple(
                (ending, of, 0) for ending, of in sorted(said.get("sidecars", {}).items()))
        elif len(self._contents[one.variant.stem]) > 1:
            return None  # two contents share these digits, and it says of neither that it is its
        else:
            content, sidecars = one.content, self._sidecars_of(one.row)
        recipe, prompt = values.get(RECIPE_KEY, ""), values.get(CONTENT_KEY, "")
        crop = values.get("crop_resolution")
        return HeldPayload(path, found.size, found.mtime_ns, Origin(
            picture=self._keys[one.row], content=content, bytes=0, mtime_ns=0,
            size=(crop[-2], crop[-1]) if isinstance(crop, tuple) else one.variant.size,
            sidecars=sidecars, recipe=str(recipe), prompt=str(prompt),
            drawn_at=(one.variation - 1, UNKNOWN_POSITION), how=OriginKind.COPIED))

    def _sidecars_of(self, row: int) -> Sidecars:
        """As the row recorded them, as they are now where the index records none."""
        if row not in self._sidecars:
            recorded = read_recorded_sidecars(self._columns, row)
            if not self._is_recorded[row]:
                recorded = self._present(self._paths.real(self._keys[row]))
            self._sidecars[row] = tuple(
                (ending, content, 0) for ending, content in sorted(recorded.items()))
        return self._sidecars[row]

    def _present(self, source: str) -> dict[str, str]:
        paths = {ending: sidecar_of(source, ending) for ending in self._choice.endings}
        return {
            ending: hash_file(path) for ending, path in paths.items() if stamp(path) is not None}
