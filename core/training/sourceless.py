"""Training from the cache alone: what the index says of samples, and what keeps a run from it.

A trainer stamps each row of an index with the samples it is of: their places in its list, their
concepts, the files that belong together, the prompts that were encoded. With that neither picture
nor caption has to be there.

Everything a run would fail or go wrong on is looked for before it begins. The trainer also serves
entries of pictures that were deleted long ago, and those of validation concepts; they are left out
here. A picture counts as deleted if others of its folder are there: a folder that is missing or
empty tells nothing.

Source of the checks: mgds SmartDiskCache, cache version 3, re-derived.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from larder.core.encoders.draws import onetrainer_positions
from larder.core.errors import PayloadError, UserFacingError, WorkspaceError
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.files.folder_scan import scan_folder
from larder.core.files.regular_file import read_regular
from larder.core.keys.payload_names import (
    INDEX_NAME,
    NO_RESOLUTION_KEY,
    parse_resolution_key,
    stem_is_safe,
)
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.packed import PackedFile
from larder.core.quantities import pluralize
from larder.core.stores.indexed.columns import VariantRecord
from larder.core.stores.indexed.stamps import CACHE_VERSION, variations_of
from larder.core.survey.document import SourcelessFacts, SourcelessGap
from larder.core.survey.indexed.store import read_remembered_index
from larder.core.survey.variants import find_wanted_size, list_wanted_names
from larder.core.training.cached_files import (
    IndexedFiles,
    Sample,
    TargetSizes,
    Variant,
    first_variant,
    rotate_sizes,
    sizes_in,
)
from larder.core.training.damaged_files import FilesInUse
from larder.core.training.pairing import Pairing, joint_pools
from larder.core.training.recorded import (
    Index,
    RecordedSample,
    concept_of,
    in_order,
    number_concepts,
    prompts_of,
    row_at,
    rows_of,
)
from larder.core.workspace.bucketing import Size
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.concepts import Concept, ConceptType, select_concepts
from larder.core.workspace.model_types import find_model_type, make_undecided_texts_error
from larder.core.workspace.open_workspace import (
    StoreContent,
    StoreLocation,
    Workspace,
    WorkspaceKind,
)
from larder.core.workspace.roots import flavour_of_keys, split_key
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreFormat, kind_of
from larder.core.workspace.trainer_layout import choose_layout, lay_out

STAMP_HINT: Final = (
    "Train once with the pictures and with the trainer's cache check on, or build everything "
    "again: `larder build --only all --apply`.")


def open_packed(packed: PackedFile) -> Workspace:
    """The caches in one file, as a workspace without a config."""
    folders = {name.split("/")[0] for name in packed.names if name.endswith(f"/{INDEX_NAME}")}
    return Workspace(
        kind=WorkspaceKind.FOLDER, root=packed.path.parent, opened=packed.path, config_path=None,
        config=None, concepts=(), maps=(), problems=(), stores=tuple(
            StoreLocation(
                id=content.value, kind=kind_of(StoreFormat.INDEXED, content),
                path=packed.path / content.value, spelled=content.value)
            for content in (StoreContent.IMAGE, StoreContent.TEXT) if content.value in folders))


def inspect_without_sources(
    workspace: Workspace, *, validation: bool = False, packed: PackedFile | None = None
) -> tuple[SourcelessFacts, Pairing | None]:
    """Look whether a cache can be trained from without its sources.

    Args:
        workspace: a config, or a folder with caches; sources are listed where they are there.
        validation: serve the validation concepts in place of the others.
        packed: the one file whose `open_packed` it is.

    Returns:
        What is missing, and the samples; None unless training can begin.
    """
    looker = _Looker(workspace, validation=validation, packed=packed)
    try:
        pairing = looker.pair()
    except _StopError:
        pairing = None
    gaps = tuple(looker.gaps)
    facts = SourcelessFacts(
        ready=not gaps, missing=gaps, left_out=looker.left_out,
        samples=0 if pairing is None else len(pairing.samples))
    return facts, None if gaps else pairing


def pair_without_sources(
    workspace: Workspace, *, validation: bool = False, packed: PackedFile | None = None
) -> Pairing:
    """The samples of a cache that can be trained from without its sources.

    Raises:
        UserFacingError: if it cannot; it says everything that is missing.
    """
    facts, pairing = inspect_without_sources(workspace, validation=validation, packed=packed)
    if pairing is None:
        raise UserFacingError(
            " ".join(gap.problem for gap in facts.missing),
            " ".join(dict.fromkeys(gap.hint for gap in facts.missing)))
    return pairing


class _StopError(Exception):
    """Nothing more can be looked for; what is missing was noted."""


@dataclass
class _Looker:
    workspace: Workspace
    validation: bool
    packed: PackedFile | None = None
    gaps: list[SourcelessGap] = field(default_factory=list)
    left_out: int = 0

    def pair(self) -> Pairing:
        """Look for everything that is missing; what is left can be served."""
        stores = self._stores()
        indexes = {content: self._index(store) for content, store in stores.items()}
        for content, index in indexes.items():
            self._check_entries(stores[content], index)
        records = self._records(stores[StoreContent.IMAGE], indexes[StoreContent.IMAGE])
        concepts = number_concepts(record.concept for record in records)
        samples = [
            Sample(concepts[id(record.concept)].index, record.position, record.key)
            for record in records]
        by_index = {one.index: one for one in concepts.values()}
        image, targets = self._images(
            stores[StoreContent.IMAGE], indexes[StoreContent.IMAGE], records, samples, by_index)
        texts, prompts = None, dict[int, tuple[str, ...]]()
        if StoreContent.TEXT in stores:
            texts, prompts = self._texts(
                stores[StoreContent.TEXT], indexes[StoreContent.TEXT], records)
        return Pairing(
            layout=CacheLayout.INDEXED, samples=samples, concepts=by_index,
            pools=joint_pools(samples, by_index, draws=True), images=image, texts=texts,
            targets=targets, missing={}, prompts=prompts, packed=self.packed)

    def _stores(self) -> dict[StoreContent, StoreLocation]:
        """The stores that a run would read; what the config asks for comes first."""
        config = self.workspace.config
        layout = choose_layout(self.workspace, None)
        if layout is CacheLayout.RELEASED or (self.packed and not self.workspace.stores):
            self._note(
                "released-layout", "",
                "The cache of released OneTrainer does not record which concept and which prompt a "
                "cached file belongs to.",
                "Convert it to cache.json: `larder convert --to cache.json --apply`."
                if self.packed is None else
                "Import it and train with the pictures: `larder import FILE CONFIG --apply`.")
            raise _StopError
        there = {store.kind.content: store for store in lay_out(self.workspace, layout).stores}
        found: dict[StoreContent, StoreLocation] = {
            content: there[content] for content in (StoreContent.IMAGE, StoreContent.TEXT)
            if content in there and there[content].exists}
        is_undecided = False
        if config is not None:
            if not config.image_caching:
                self._note("caching-off", "", "Caching is off in this config.", "Switch it on.")
            model_type = find_model_type(config.model_type)
            names = list_wanted_names(config, StoreContent.TEXT)
            is_undecided = names is None and model_type is not None
            every = frozenset() if model_type is None else frozenset(
                name for encoder in model_type.text_encoders for name in encoder.names)
            if names is not None and names != every:
                self._note(
                    "text-encoder-trained", "",
                    "This config trains a text encoder or does not cache captions; both need the "
                    "captions themselves.",
                    "Switch off training of the text encoders, or train with the captions.")
        for content in (StoreContent.IMAGE, StoreContent.TEXT):
            if content in found or (config is None and content is StoreContent.TEXT):
                continue
            lacking = UserFacingError(
                f"There is no {content.value} cache.", "Build it first: `larder build --apply`.")
            if content is StoreContent.TEXT and is_undecided:
                lacking = make_undecided_texts_error()
            self._note("no-index", content.value, lacking.problem, lacking.hint)
        if StoreContent.IMAGE not in found:
            raise _StopError
        return found

    def _index(self, store: StoreLocation) -> Index:
        """A store's index, in the copy that a trainer would take."""
        try:
            index = self._read_index(store)
        except (WorkspaceError, PayloadError, OSError, UnreadableJsonError) as error:
            self._note("no-index", store.id, f"Its index cannot be read: {error}",
                       "Repair it: `larder readopt --even-if-damaged --apply`.")
            raise _StopError from error
        if not index.entries:
            self._note("empty", store.id, f"The {store.id} cache has no entries.",
                       "Build it first: `larder build --apply`.")
            raise _StopError
        return index

    def _read_index(self, store: StoreLocation) -> Index:
        if self.packed is not None:
            return decode_ascii_json(self.packed.read(f"{store.id}/{INDEX_NAME}"), Index)
        read = read_remembered_index(store).known(store.path)
        if read.damage and (not read.copy or read.copy in read.rejected):
            raise WorkspaceError(read.damage)
        return decode_ascii_json(
            read_regular(store.path / read.copy), Index) if read.copy else Index()

    def _sizes(self, store: StoreLocation) -> dict[str, int]:
        """The cached files of a store, with their bytes."""
        if self.packed is None:
            return sizes_in(store.path)
        return {
            name.removeprefix(f"{store.id}/"): self.packed.size(name)
            for name in self.packed.names if name.startswith(f"{store.id}/")}

    def _check_entries(self, store: StoreLocation, index: Index) -> None:
        """Check the conditions on every entry, used or not: the trainer stops at any other."""
        entries = index.entries
        self._note_each(
            "older-format", store, [key for key, entry in entries.items()
                                    if entry.cache_version < CACHE_VERSION],
            "an older trainer wrote the index, which does not record enough", STAMP_HINT)
        config = self.workspace.config
        usual = Counter(entry.modeltype for entry in entries.values()).most_common(1)[0][0]
        asked = usual if config is None else config.model_type
        self._note_each(
            "other-model-type", store,
            [key for key, entry in entries.items() if entry.modeltype != asked],
            f"the cache was made for another model type than {asked}",
            "Choose the cache folder of this model type, or clear this one.")

    def _records(self, store: StoreLocation, index: Index) -> list[RecordedSample]:
        """The samples of the image index that are trained on, in the trainer's order."""
        unstamped: list[str] = []
        records: list[RecordedSample] = []
        made: dict[str, Concept] = {}
        deleted = self._find_deleted(index)
        today = self._todays_concepts()
        for key, entry in index.entries.items():
            rows = list(rows_of(entry))
            if not rows:
                unstamped.append(key)
            for position, row, stamp in rows:
                concept: Concept | None = concept_of(row, stamp, index.concepts, made)
                if concept is not None and today:
                    concept = today.get((concept.path, concept.seed))
                is_off = not (concept.enabled if today and concept else stamp.group_enabled)
                if concept is None or is_off or key in deleted \
                        or (concept.type is ConceptType.VALIDATION) != self.validation:
                    self.left_out += 1
                    continue
                records.append(RecordedSample(key, position, concept, row, stamp))
        self._note_each(
            "no-stamp", store, unstamped, "the index does not record their concept",
            STAMP_HINT)
        trained = {id(record.concept) for record in records}
        for one in today.values():
            if records and id(one) not in trained:
                self._note(
                    "concept-not-cached", store.id,
                    f"No cached picture is recorded for the concept {one.name or one.path}.",
                    "Build; this records the pictures that are cached already: `larder build "
                    "--apply`.")
        if not records:
            self._note("empty", store.id, "Nothing in this cache is used for training.",
                       "Check which concepts are enabled.")
            raise _StopError
        listed = Counter(
            (one.path, one.seed) for one in select_concepts(
                self.workspace.concepts, validation=self.validation))
        return in_order(
            records, {id(one): listed[one.path, one.seed] for one in today.values()})

    def _todays_concepts(self) -> dict[tuple[str, int | None], Concept]:
        """Concepts as the config has them now, by what stays when their settings change."""
        return {(one.path, one.seed): one for one in select_concepts(
            self.workspace.concepts, validation=self.validation)}

    def _find_deleted(self, index: Index) -> frozenset[str]:
        """Entries whose pictures were deleted, as far as the folders tell."""
        flavour = flavour_of_keys(index.entries)
        paths = self.workspace.paths(flavour)
        by_folder: dict[str, list[str]] = {}
        for key in index.entries:
            by_folder.setdefault(split_key(key, flavour.separator)[0], []).append(key)
        deleted: set[str] = set()
        for folder, keys in by_folder.items():
            try:
                listing = scan_folder(paths.real(folder) or ".")
            except OSError:
                continue
            # What is listed and cannot be looked at was not deleted.
            names = {*listing.names, *listing.vanished}
            gone = {key for key in keys if split_key(key, flavour.separator)[1] not in names}
            if len(gone) < len(keys):
                deleted |= gone
        return frozenset(deleted)

    def _images(
        self, store: StoreLocation, index: Index, records: Sequence[RecordedSample],
        samples: Sequence[Sample], concepts: Mapping[int, Concept],
    ) -> tuple[IndexedFiles, TargetSizes | None]:
        """Payloads of pictures: at the size the config asks for, else at each cached one in turn.

        Without a config the trainer takes turns through the sizes, and so does this.
        """
        variants = self._variants(store, index, [record.key for record in records], [
            variations_of(concepts[sample.concept], StoreContent.IMAGE) for sample in samples])
        config = self.workspace.config
        if config is None:
            ordered = [tuple(variant for _, variant in sorted(of.items())) for of in variants]
            return IndexedFiles(store.path, ordered, rotate_sizes, has_crops=True), None
        recorded = [index.entries[record.key].original_resolution for record in records]
        sizes: list[Size | None] = [
            None if size is None or len(size) < 2 else (size[-2], size[-1]) for size in recorded]
        targets = TargetSizes(
            samples, {number: find_wanted_size(config, one, store.kind.content)
                      for number, one in concepts.items()},
            sizes.__getitem__, onetrainer_positions(config))
        return IndexedFiles(
            store.path, [tuple(of.values()) for of in variants], targets, has_crops=True), targets

    def _texts(
        self, store: StoreLocation, index: Index, records: Sequence[RecordedSample]
    ) -> tuple[IndexedFiles, dict[int, tuple[str, ...]]]:
        """Payloads of captions, and the prompt of each variation by sample."""
        keys = [record.stamp.linked_paths.get("sample_prompt_path") or caption_of(record.key)
                for record in records]
        self._note_each(
            "no-caption", store, [key for key in keys if key not in index.entries],
            "only their picture is cached",
            "Write the missing captions, then build: `larder build --apply`.")
        rows = [row_at(index.entries.get(key), record.position)
                for key, record in zip(keys, records, strict=True)]
        self._note_each(
            "no-stamp", store,
            [key for key, row in zip(keys, rows, strict=True)
             if key in index.entries and not prompts_of(row)],
            "the index does not record their prompt", STAMP_HINT)
        variants = self._variants(store, index, keys, [
            variations_of(record.concept, StoreContent.TEXT) for record in records])
        files = IndexedFiles(
            store.path, [tuple(of.values()) for of in variants], first_variant, has_crops=False)
        return files, {number: prompts_of(row) for number, row in enumerate(rows)}

    def _variants(
        self, store: StoreLocation, index: Index, keys: Sequence[str], counts: Sequence[int]
    ) -> list[dict[str, Variant]]:
        """The whole variants of each entry by key; what has none that holds all is noted."""
        sizes = self._sizes(store)
        config = self.workspace.config
        needed = list_wanted_names(config, store.kind.content) or frozenset()
        found: list[dict[str, Variant]] = []
        bare: list[str] = []
        incomplete: list[str] = []
        absent: list[str] = []
        used, is_image = FilesInUse(), store.kind.content is StoreContent.IMAGE
        for key, count in zip(keys, counts, strict=True):
            entry = index.entries.get(key)
            recorded = {} if entry is None else {
                name: one for name, one in (entry.variants or {}).items()
                if one.cache_file and stem_is_safe(one.cache_file)}
            schema = {
                name: one for name, one in recorded.items()
                if one.schema_keys is None or needed <= frozenset(one.schema_keys)}
            files = {name: [f"{one.cache_file}_{number + 1}.pt" for number in range(count)]
                     for name, one in schema.items()}
            whole = {name: _variant(name, one) for name, one in schema.items()
                     if sizes.keys() >= set(files[name])}
            found.append(whole)
            for name in whole:
                # Captions have sizes of their own.
                shape = (name, tuple(schema[name].schema_keys or ())) if is_image else None
                used.add(key, files[name], shape)
            if entry is not None and not whole:
                (bare if not recorded else incomplete if not schema else absent).append(key)
        rebuild = "Build them again: `larder build --apply`."
        self._note_each("no-variant", store, bare, "the index lists no cached file", rebuild)
        self._note_each(
            "incomplete", store, incomplete,
            "their cached files lack values that the config needs", rebuild)
        self._note_each(
            "missing-payload", store, absent, "a cached file is missing", rebuild)
        self._note_damaged(
            store, used.find_damaged(sizes, lambda name: self._open(store, name)), used)
        return found

    def _note_damaged(
        self, store: StoreLocation, damaged: Mapping[str, PayloadError], used: FilesInUse
    ) -> None:
        first = next((error.problem.rstrip(".") for error in damaged.values()), "")
        self._note_each(
            "damaged", store, list(dict.fromkeys(used.keys[name] for name in damaged)),
            first if len(damaged) < 2 else
            f"{pluralize(len(damaged), 'cached file')} cannot be read; {first}",
            "Build them again: `larder build --apply`.")

    def _open(self, store: StoreLocation, name: str) -> FileBytes:
        """One of them; raises PayloadError if it is empty."""
        return FileBytes(store.path / name, f"{store.id}/{name}") if self.packed is None else \
            self.packed.part(f"{store.id}/{name}")

    def _note(self, what: str, store: str, problem: str, hint: str) -> None:
        self.gaps.append(SourcelessGap(what=what, store=store, problem=problem, hint=hint))

    def _note_each(
        self, what: str, store: StoreLocation, keys: Sequence[str], problem: str, hint: str
    ) -> None:
        """Note what holds for some entries; nothing where there are none."""
        word = "picture" if store.kind.content is StoreContent.IMAGE else "caption"
        self.gaps += gap_of_each(what, store.id, word, keys, problem, hint)


def gap_of_each(
    what: str, store: str, word: str, keys: Sequence[str], problem: str, hint: str
) -> Iterator[SourcelessGap]:
    """Yield one gap that applies to all `keys`, counted by `word`; nothing if there are none."""
    if keys:
        yield SourcelessGap(
            what=what, store=store, count=len(keys), first=keys[0], hint=hint,
            problem=f"{pluralize(len(keys), word)} cannot be used, because {problem}: {keys[0]}"
                    f"{' and others' if len(keys) > 1 else ''}.")


def _variant(key: str, record: VariantRecord) -> Variant:
    """A variant as files are chosen by; `crop_resolution` may have frames before its sides."""
    crop = record.crop_resolution
    try:
        size = None if key == NO_RESOLUTION_KEY else parse_resolution_key(key)
    except ValueError:
        size = None
    if crop is not None and len(crop) >= 2:
        size = (crop[-2], crop[-1])
    return Variant(record.cache_file, size, crop)
