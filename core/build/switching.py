"""Takes payloads over from the other layout of a trainer's cache, so that a switch encodes nothing.

Both layouts lie in one folder, under one `.larder`, and payloads of both hold the same values. What
an index names is known by its rows and by what the payloads say of themselves; a slot by what is
recorded or proved of it. The other layout's files are only read: a payload gets a second name, or a
copy where the drive knows no links.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from larder.core.build.choice import SlotChoice
from larder.core.build.choose import RowVariant, RowVariants
from larder.core.build.pieces import sidecar_of
from larder.core.build.plan import BuildItem
from larder.core.build.reports import LeftOut
from larder.core.build.slots import HeldPayload, PlannedFolder, PlannedSlot
from larder.core.errors import PayloadError
from larder.core.files.file_stamp import stamp
from larder.core.jobs import Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.keys.payload_names import parse_smart_name
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.pt_file import Examined, examine_pt, list_pt
from larder.core.settings import cache_home
from larder.core.stores.released.slots import Origin, OriginKind
from larder.core.stores.smart.columns import IndexColumns
from larder.core.stores.smart.stamps import CONTENT_KEY, MODELTYPE_KEY, SOURCE_KEY
from larder.core.stores.store_memory import present_index
from larder.core.survey.report import Depth
from larder.core.survey.smart import recorded_sidecars, watched_endings
from larder.core.survey.sources import SpelledPaths
from larder.core.workspace.model_types import AGGREGATE_NAMES
from larder.core.workspace.roots import PathFlavour

UNKNOWN_POSITION = -1
"""Of draws: an index does not say for which place in the loader's list they were made."""

PROGRESS_EVERY = 256

Sidecars = tuple[tuple[str, str, int], ...]


def indexed_payloads(
    choice: SlotChoice, contents: Collection[str] | None
) -> Job[list[tuple[int, HeldPayload]]]:
    """Variation, from 0, and payload of every row of an index, as slots can hold them.

    Args:
        choice: the slots in the same folder.
        contents: of the sources that are asked for, None for all.

    Raises:
        WorkspaceError: if the system does not give the content of the index.
    """
    rows = _Rows(choice, present_index(cache_home(), choice.location.path).columns)
    named = [one for one in rows.named() if contents is None or one.content in contents]
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
    """What slots hold of the samples of an index.

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

    def known(self, items: Sequence[BuildItem]) -> list[BuildItem]:
        """Items with the content that the slots' sources have."""
        found = []
        for item in items:
            slot = self._slot(item, 0)
            # A prompt may be made of another file than the one that keys the row.
            tells = slot is not None and not item.content and slot.state.path == item.source
            found.append(item if slot is None or not tells else msgspec.structs.replace(
                item, content=slot.state.content))
        return found

    def linked(self, items: Sequence[BuildItem]) -> list[BuildItem]:
        """Items with what slots have of them."""
        return [item if item.is_shared or item.is_redone else msgspec.structs.replace(
            item, linked=tuple(self._linked(item))) for item in items]

    def _linked(self, item: BuildItem) -> Iterator[tuple[int, HeldPayload]]:
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


class _Rows:
    """Rows of one index and the payloads they name."""

    def __init__(self, choice: SlotChoice, columns: IndexColumns) -> None:
        self._choice = choice
        self._store = choice.location.path
        self._modeltype = choice.asked.config.model_type
        self._reads_payloads = choice.asked.report.depth is Depth.PAYLOAD
        self._columns = columns
        self._keys = columns.keys()
        self._records_sidecars = bool(watched_endings(columns))
        self._paths = SpelledPaths(
            choice.workspace.root, choice.workspace.maps, PathFlavour(columns.separator))
        self._contents: dict[str, set[str]] = {}
        self._sidecars: dict[int, Sidecars] = {}

    def named(self) -> Iterator[_Named]:
        """Every payload that is there and that a row of the model type names, each once."""
        columns, variants = self._columns, RowVariants(self._columns)
        there: dict[str, list[tuple[int, str]]] = {}
        for name in sorted(os.listdir(self._store)):
            parsed = parse_smart_name(name)
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
        try:
            examined = examine_pt(path) if self._reads_payloads else Examined(
                list_pt(path), "")
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
            recorded = recorded_sidecars(self._columns, row)
            if not self._records_sidecars:
                recorded = self._present(self._paths.real(self._keys[row]))
            self._sidecars[row] = tuple(
                (ending, content, 0) for ending, content in sorted(recorded.items()))
        return self._sidecars[row]

    def _present(self, source: str) -> dict[str, str]:
        paths = {ending: sidecar_of(source, ending) for ending in self._choice.endings}
        return {
            ending: hash_file(path) for ending, path in paths.items() if stamp(path) is not None}
