"""Chooses what is built of one store: which sources, at which sizes, keeping what is good.

With one target edge, or a fixed size, there is one size. Of several edges a trainer draws one per
sample; where it moves through all of them, epoch by epoch, all are built, the drawn one first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from larder.core.build.choice import IndexChoice
from larder.core.build.indexed.items import IndexItems
from larder.core.build.left_to_trainer import explain_left_out
from larder.core.build.pipeline.pieces import sidecar_of
from larder.core.build.plan import BuildItem
from larder.core.build.released.pool import PlannedSlots
from larder.core.build.reports import LeftOut, Reasons
from larder.core.build.sample_positions import SamplePosition
from larder.core.build.scope import BAD_ON_DISK, SOURCE_IS_AWAY, BuildScope, OtherWeights
from larder.core.encoders.draws import SampleDraws
from larder.core.files.file_stamp import why_hidden
from larder.core.jobs import Job, Progress
from larder.core.keys.recipe import RECIPE_KEY, decide_content, recipe_changes
from larder.core.recipes.of_config import recipe_of
from larder.core.settings import cache_home
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.stores.store_memory import load_payload_recipes
from larder.core.survey.report import Readoption
from larder.core.survey.variants import (
    NO_SIZE,
    WantedSize,
    find_wanted_size,
    list_wanted_buckets,
)
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.roots import is_folder
from larder.core.workspace.samples import IS_A_FOLDER, VIDEO_EXTENSIONS, why_no_size
from larder.core.writes.reports import LeftSource

PROGRESS_EVERY = 256
NO_VIDEO = "It is a video, and Larder encodes pictures only."
NO_CAPTION = "Without a caption file a trainer uses a blank embedding; write one to build."


@dataclass(frozen=True, slots=True)
class RowVariant:
    """One variant of an index row.

    Attributes:
        size: (height, width), None in a store without sizes.
        stem: name of its payloads without variation and suffix.
        names: values its payloads are said to hold, None where the index does not say.
    """

    size: Size | None
    stem: str
    names: frozenset[str] | None

    @property
    def key(self) -> str:
        """As the index spells it: what its payloads' names say after the hash, or "_"."""
        return self.stem.partition("_")[2] or "_"


class RowVariants:
    """The variants of index rows, in index order."""

    def __init__(self, columns: IndexColumns) -> None:
        self._columns = columns
        self._starts = np.searchsorted(columns.variant_row, np.arange(len(columns) + 1))
        schema = columns.index_schema
        self._unstamped = None if schema is None else frozenset(schema)
        self._schemas = [frozenset(names) for names in columns.schemas]

    def of(self, row: int) -> list[RowVariant]:
        """The variants of one row."""
        return [self._variant(at) for at in range(int(self._starts[row]), self._end(row))]

    def _end(self, row: int) -> int:
        return int(self._starts[row + 1])

    def _variant(self, at: int) -> RowVariant:
        columns = self._columns
        height, width = int(columns.variant_height[at]), int(columns.variant_width[at])
        code = int(columns.schema[at])
        return RowVariant(
            size=None if height == NO_SIZE else (height, width), stem=columns.stems[at],
            names=self._unstamped if code < 0 else self._schemas[code])


@dataclass(slots=True)
class SelectedSources:
    """Sources that were chosen for a build; see `BuildStore` and `BuildPlan`.

    Attributes:
        items: in the order they are built.
        reordered: (key, variant) of rows whose wanted size has to go first.
        readopted: sources that take over a vanished source's row.
        left_out: what the trainer has to build.
        stays: payloads of wanted sizes that are there and right.
        slots: of a store of the released layout, what its folders are to hold.
        unproved: slots of a trainer that nothing shows the content of.
    """

    items: Sequence[BuildItem] = ()
    reordered: list[tuple[str, str]] = field(default_factory=list)
    readopted: set[str] = field(default_factory=set)
    left_out: list[LeftOut] = field(default_factory=list)
    broken: list[LeftSource] = field(default_factory=list)
    stays: set[str] = field(default_factory=set)
    slots: PlannedSlots | None = None
    unproved: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One wanted source while its sizes are chosen.

    Attributes:
        row: in the survey.
        key: as the index spells it.
        verdict: of the survey, as the treatment has it.
        is_taken: whether what the survey says of it is to be mended.
        uses: samples it is used for.
        size: upright (height, width), None where it is not needed.
        variants: of its present content.
    """

    row: int
    key: str
    verdict: Verdict
    is_taken: bool
    uses: tuple[SamplePosition, ...]
    size: Size | None
    variants: list[RowVariant]


class _UnreadableError(Exception):
    """Why nothing can be made of a source, one sentence."""


class ItemChooser:
    """Goes through the wanted rows of one store once.

    Attributes:
        items: those that were chosen.
    """

    def __init__(self, choice: IndexChoice) -> None:
        self._choice = choice
        self._rows = choice.survey.rows
        self._variants = RowVariants(choice.columns)
        self._wanted = self._find_wanted_sizes()
        self._why_left = {
            index: explain_left_out(choice.workspace, choice.concepts[index],
                                    choice.location.kind.content, wanted)
            for index, wanted in self._wanted.items()}
        self._is_image = not choice.is_text
        self._left = Reasons()
        self._files = frozenset(choice.survey.payloads.names)
        self._readoptions = {one.row: one for one in choice.survey.readoptions}
        self._chosen = SelectedSources()
        self.items = IndexItems(choice.target.paths.of_files(), is_text=choice.is_text)
        self._variations: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._sizes: dict[Size, Size] = {}
        # What is good of a row that is taken over, by the key of the source that takes it over.
        self._given: dict[str, frozenset[str]] = {}
        self._keys = 0

    def run(self) -> Job[SelectedSources]:
        """Choose items in build order.

        Raises:
            WorkspaceError: if a resolution text cannot be read.
        """
        rows = self._candidate_rows()
        for done, row in enumerate(rows):
            self._choice.asked.token.check()
            if done % PROGRESS_EVERY == 0:
                yield Progress("planning", done, len(rows), "files")
            if self._choice.asked.limit is not None and self._keys >= self._choice.asked.limit:
                break
            self._choose(row)
        chosen = self._chosen
        self.items.put_in_order()
        chosen.items = self.items
        chosen.left_out = [*self._left.describe(self._choice.location.id)]
        return chosen

    def _find_wanted_sizes(self) -> dict[int, WantedSize]:
        workspace = self._choice.workspace
        content = self._choice.content
        return {
            concept.index: find_wanted_size(workspace.config, concept, content)
            for concept in self._choice.concepts.values()
            if concept.index in self._choice.survey.wanted}

    def _candidate_rows(self) -> list[int]:
        """Wanted rows that are not plainly good, concept by concept."""
        wanted = self._choice.survey.wanted
        if not wanted:
            return []
        rows = np.concatenate([wanted[concept] for concept in sorted(wanted)])
        rows = rows[np.sort(np.unique(rows, return_index=True)[1])]
        if self._choice.scope is BuildScope.ALL:
            return [int(row) for row in rows.tolist()]
        good = np.isin(self._rows.verdicts[rows], (Verdict.VALID, Verdict.TOUCHED))
        is_candidate = ~good | self._has_several(rows)
        self._keep_all(rows[~is_candidate])
        return [int(row) for row in rows[is_candidate].tolist()]

    def _keep_all(self, rows: npt.NDArray[np.int32]) -> None:
        """Note the payloads of rows that are plainly good, of the one size that each has."""
        variations = np.zeros(len(self._rows), dtype=np.int64)
        for concept, of_concept in self._choice.survey.wanted.items():
            variations[of_concept] = np.maximum(
                variations[of_concept], self._wanted[concept].variations)
        columns = self._choice.columns
        first = np.searchsorted(columns.variant_row, rows)
        for at, count in zip(first.tolist(), variations[rows].tolist(), strict=True):
            self._keep(columns.stems[at], range(1, count + 1))

    def _keep(self, stem: str, numbers: Iterable[int]) -> None:
        self._chosen.stays |= self._files.intersection(f"{stem}_{n}.pt" for n in numbers)

    def _has_several(self, rows: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Rows with several variants, of which the wanted one may not be the first.

        With every target wanted all rows count, because any may lack one.
        """
        if self._choice.every_target:
            return np.ones(len(rows), dtype=np.bool_)
        counts = np.zeros(len(self._rows), dtype=np.int32)
        np.add.at(counts, self._choice.columns.variant_row, 1)
        return np.asarray(counts[rows] > 1)

    def _choose(self, row: int) -> None:
        choice, key = self._choice, self._rows.source(row)
        selected = choice.selected
        if selected is not None and key not in selected:
            return
        verdict, is_taken = choice.verdict(row), choice.takes(row)
        uses = choice.uses.of(key)
        if uses and uses[0].picture == key:
            key = uses[0].picture  # one text for all that name the picture
        # Worse may be wrong with what is cached of a file that is gone; nothing is made of it.
        if choice.has(row, *SOURCE_IS_AWAY):
            if not self._is_image and choice.has(row, Verdict.SOURCE_MISSING):
                self._left.note(NO_CAPTION, key)
            elif why := self._why_unreadable(key):
                self._chosen.broken.append(LeftSource(choice.location.id, key, why))
            return
        if self._is_image and Path(key).suffix.lower() in VIDEO_EXTENSIONS:
            if is_taken:
                self._left.note(NO_VIDEO, key)
            return
        kept = tuple([use for use in uses if not self._is_left(use, key, is_taken=is_taken)])
        uses = uses if len(kept) == len(uses) else kept  # one tuple for all that know the source
        if not uses:
            return
        try:
            size = self._size(row, key, uses)
            size = size and self._sizes.setdefault(size, size)
            choice.asked.note_size(key, size)
        except _UnreadableError as unreadable:
            if is_taken:
                self._chosen.broken.append(
                    LeftSource(choice.location.id, key, str(unreadable)))
            return
        source = Candidate(
            row, key, verdict, is_taken, uses, size, self._own_variants(row))
        before = len(self.items)
        self._add_items(source)
        self._keys += len(self.items) > before

    def _why_unreadable(self, key: str) -> str:
        """Why a file that lies in a folder that is there, or its mask, cannot be read."""
        path = self._choice.target.source_path(key)
        if not is_folder(Path(path).parent):
            return ""  # said of the folder
        for place in (path, *(sidecar_of(path, ending) for ending in self._choice.endings)):
            reason = IS_A_FOLDER if Path(place).is_dir() else why_hidden(place)
            if reason:
                name = "" if place == path else f"{Path(place).name}: "
                return f"It cannot be read: {name}{reason}."
        return ""

    def _is_left(self, use: SamplePosition, key: str, *, is_taken: bool) -> bool:
        """Return whether this sample is left to the trainer; if `is_taken`, record the reason."""
        why = self._why_left[use.concept]
        if why and is_taken:
            self._left.note(why, key)
        return bool(why)

    def _size(self, row: int, key: str, uses: Sequence[SamplePosition]) -> Size | None:
        """Upright size: from the index while the picture is unchanged, else from its header."""
        if not self._is_image:
            return None
        columns = self._choice.columns
        if row < len(columns) and not self._choice.has(row, Verdict.CONTENT_CHANGED) \
                and columns.heights[row] > 0 and columns.widths[row] > 0:
            return int(columns.heights[row]), int(columns.widths[row])
        path = self._choice.target.source_path(key)
        size = self._choice.asked.pictures.size(path)
        if size is None and any(self._needs_size(use) for use in uses):
            raise _UnreadableError(why_no_size(path))
        return size

    def _needs_size(self, use: SamplePosition) -> bool:
        wanted = self._wanted[use.concept]
        return wanted.targets is not None and wanted.targets.fixed is None and wanted.bucketing

    def _own_variants(self, row: int) -> list[RowVariant]:
        """Variants of a row that are of its present content and model type."""
        if row >= len(self._choice.columns) \
                or self._choice.has(row, Verdict.CONTENT_CHANGED, Verdict.WRONG_MODELTYPE):
            return []
        return self._variants.of(row)

    def _add_items(self, source: Candidate) -> None:
        """Add an item per size that is not there whole; take over a dead row where there is one."""
        option = self._readoptions.get(source.row)
        taken_over = None
        if option is not None and source.is_taken:
            taken_over = self._dead_variants(source, option)
        if taken_over is not None and option is not None:
            self._chosen.readopted.add(source.key)
            self._given[source.key] = frozenset(option.payloads)
            source = replace(source, variants=taken_over, verdict=Verdict.MISSING_VARIANT)
        buckets = self._buckets(source)
        needed = [
            item for at, (bucket, use) in enumerate(buckets.items())
            if (item := self._item(source, bucket, use, is_first=at == 0)) is not None]
        for item in needed:
            self.items.add(item)
        if not needed and source.variants and not self._choice.every_target:
            self._put_in_order(source, next(iter(buckets)))

    def _put_in_order(self, source: Candidate, bucket: Size | None) -> None:
        """A trainer serves a row's first variant: note the row if that is not the wanted one."""
        wanted = [variant for variant in source.variants if variant.size == bucket]
        if wanted and source.variants[0].size != bucket:
            self._chosen.reordered.append((source.key, wanted[0].key))

    def _buckets(self, source: Candidate) -> dict[Size | None, SamplePosition]:
        """Sizes the source is wanted at, each with the sample that decides its content."""
        if not self._is_image:
            return {None: source.uses[0]}
        found: dict[Size | None, SamplePosition] = {}
        for use in source.uses:
            for bucket in self._buckets_of_use(source, use):
                found.setdefault(bucket, use)
        return found

    def _buckets_of_use(self, source: Candidate, use: SamplePosition) -> tuple[Size, ...]:
        """Of several targets the one that is drawn; where nobody knows it, one that is there."""
        wanted, choice = self._wanted[use.concept], self._choice
        if not wanted.edges:
            return list_wanted_buckets(wanted, source.size)
        drawn_edge = SampleDraws(choice.asked.positions, 0, use.position).target(wanted.edges)
        drawn = list_wanted_buckets(wanted, source.size, [drawn_edge])
        if choice.every_target:
            return tuple(dict.fromkeys((*drawn, *list_wanted_buckets(wanted, source.size))))
        if choice.asked.draws.are_known(use.concept):
            return drawn
        here = [variant.size for variant in source.variants]
        if drawn[0] in here:
            return drawn
        present = [size for size in list_wanted_buckets(wanted, source.size) if size in here]
        return tuple(present[:1]) or drawn

    def _item(
        self, source: Candidate, bucket: Size | None, use: SamplePosition, *, is_first: bool
    ) -> BuildItem | None:
        """Return the item to build for a source at one size, or None if nothing is missing."""
        choice = self._choice
        variations = max(
            self._wanted[one.concept].variations for one in source.uses)
        every = self._one(tuple(range(1, variations + 1)))
        own = next((one for one in source.variants if one.size == bucket), None)
        if not source.is_taken and not (own is None and self._wants_every_target(source)):
            if own is not None and source.verdict in (Verdict.VALID, Verdict.TOUCHED):
                self._keep(own.stem, every)
            return None
        stem = None if own is None or self._is_doubted(source) else own.stem
        to_make = every
        if stem is not None and self._has_names(source, own):
            there = self._given.get(source.key, self._files)
            to_make = self._one(tuple(n for n in every if f"{stem}_{n}.pt" not in there))
            if source.key not in self._chosen.readopted:
                self._keep(stem, every)
            if not to_make:
                return None
        return BuildItem(
            key=source.key, source=choice.target.source_path(source.key), bucket=bucket,
            variations=variations, use=use, uses=source.uses, verdict=source.verdict,
            keeps_row=bool(source.variants), is_first=is_first, stem=stem,
            is_doubted=self._is_doubted(source),
            is_redone=choice.redoes(source.verdict), to_make=to_make, size=source.size,
            content=self._content(source), **self._find_replaced_payloads(source))

    def _one(self, variations: tuple[int, ...]) -> tuple[int, ...]:
        """One tuple for all items that are made in these variations."""
        return self._variations.setdefault(variations, variations)

    def _content(self, source: Candidate) -> str:
        """The hash of its bytes, as its row has it while the file is the one that was cached."""
        if source.row >= len(self._choice.columns) \
                or self._choice.has(source.row, Verdict.CONTENT_CHANGED):
            return ""
        return bytes(self._choice.columns.hashes[source.row]).decode("ascii")

    def _wants_every_target(self, source: Candidate) -> bool:
        """Return whether a good row is built at the targets it lacks."""
        return (self._choice.every_target and source.verdict in (Verdict.VALID, Verdict.TOUCHED)
                and self._choice.scope in (BuildScope.MISSING, BuildScope.NEEDED))

    def _is_doubted(self, source: Candidate) -> bool:
        """Return whether the contents of the row's payloads must not be reused."""
        return self._choice.redoes(source.verdict) or (
            source.row < len(self._choice.columns) and self._choice.has(source.row, *BAD_ON_DISK))

    def _has_names(self, source: Candidate, own: RowVariant | None) -> bool:
        """Return whether a variant's payloads have every name, as far as index and survey know."""
        if source.verdict is Verdict.INCOMPLETE_SCHEMA or own is None:
            return False
        return own.names is None or self._choice.names <= own.names

    def _find_replaced_payloads(self, source: Candidate) -> dict[str, Any]:
        """Payloads that lose their row: those of earlier content or of another model type."""
        if source.row >= len(self._choice.columns) or source.variants:
            return {}
        content = bytes(self._choice.columns.hashes[source.row]).decode("ascii")
        return {"replaced": self._rows.payloads.get(source.row, ()), "replaced_hash": content}

    def _dead_variants(self, source: Candidate, option: Readoption) -> list[RowVariant] | None:
        """Variants of the vanished source's row that this one takes over, None if it does not.

        Not if the two concepts are known to make different payloads of one content, not if they say
        themselves that they were made otherwise, and not if this build would encode it with other
        weights.
        """
        if option.dead_row is None or self._choice.is_encoded_otherwise(option.dead_row) \
                or self._is_made_otherwise(source, option):
            return None
        made_by = int(self._rows.concept[option.dead_row])
        if made_by >= 0 and made_by != source.uses[0].concept:
            workspace = self._choice.workspace
            content = self._choice.content
            have, want = (
                recipe_of(workspace, self._choice.concepts[index], content)
                for index in (made_by, source.uses[0].concept))
            if decide_content(recipe_changes(have, want)):
                return None
        return self._variants.of(option.dead_row)

    def _is_made_otherwise(self, source: Candidate, option: Readoption) -> bool:
        """Return whether payloads to be taken over carry a recipe its concept does not ask for."""
        concept = self._choice.concepts[source.uses[0].concept]
        recipes = {self._recipe_of_payload.get(name, "") for name in option.payloads} - {""}
        keeps = self._choice.asked.others is OtherWeights.KEEP
        return not all(self._choice.recipes.agrees(
            {RECIPE_KEY: recipe}, concept, written_ns=0, keeps_weights=keeps)
            for recipe in recipes)

    @cached_property
    def _recipe_of_payload(self) -> dict[str, str]:
        """The recipe that each payload carries, by its name, as a survey found it."""
        found = load_payload_recipes(cache_home(), self._choice.location.path)
        return {name: found.ids[code] for name, code in zip(
            found.names, found.code.tolist(), strict=True) if code >= 0}
