"""Verification of a bundle against its manifest; nothing is written."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.bundle.bundle_files import BundleFiles, look_into, open_files
from larder.core.bundle.indexes import opened_index
from larder.core.bundle.manifest import (
    INDEX_NAME,
    MANIFEST_NAME,
    BundledConcept,
    BundledFile,
    BundledStore,
    BundleManifest,
    count_keys,
    counts_per_concept,
    foreign_files,
    is_index,
    is_index_document,
    read_manifest,
)
from larder.core.bundle.relative import is_absolute_anywhere, paths_in
from larder.core.errors import PayloadError, UnsafePayloadError, WorkspaceError
from larder.core.files.ascii_json import (
    UnreadableJsonError,
    decode_ascii_json,
)
from larder.core.files.durable import reason_of
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import AGGREGATE_NAME, is_sentinel, stem_is_safe
from larder.core.payloads.pt_rows import read_pt_rows
from larder.core.stores.indexed.stamps import SENTINEL_FIELD
from larder.core.training.recorded import Entry

PROGRESS_EVERY: Final = 64
NO_PLACE: Final = frozenset({"", ".", ".."})
"""No exported path has such a part."""


class Flaw(enum.StrEnum):
    """Kind of fault in a bundle."""

    MANIFEST = "manifest"
    MISSING = "missing"
    RENAMED = "renamed"
    EXTRA = "extra"
    LINK = "link"
    SIZE = "size"
    DAMAGED = "damaged"
    UNSAFE = "unsafe"
    """A trainer that opens it would run code from it."""
    REFUSED = "refused"
    """It is as the manifest says, and cannot be read whole."""
    FOREIGN = "foreign"
    """A cache has no file of this name."""
    RECIPE = "recipe"
    COUNT = "count"
    ABSOLUTE_PATH = "absolute-path"
    NOT_NUMBERS = "not-numbers"
    """It is as it was exported, and training with it loses the model; a warning."""


class FoundFlaw(msgspec.Struct, frozen=True):
    """One thing that is wrong, with the file it concerns; "" for none."""

    what: Flaw
    path: str
    problem: str


class Verification(msgspec.Struct, frozen=True):
    """Result of the verification of a bundle.

    Attributes:
        files, bytes: as the manifest lists them, 0 where it cannot be read.
        warnings: what does harm although the bundle is whole.
    """

    bundle: str
    whole: bool
    files: int
    bytes: int
    layout: str
    captions: bool
    concepts: tuple[BundledConcept, ...]
    flaws: tuple[FoundFlaw, ...]
    warnings: tuple[FoundFlaw, ...] = ()


def verify_bundle(bundle: Path, token: CancelToken) -> Job[Verification]:
    """Read every file of a bundle and compare it with the manifest; nothing is written."""
    try:
        files = open_files(bundle)
        manifest = read_manifest(bundle, files)
    except (WorkspaceError, PayloadError) as error:
        return Verification(
            bundle=str(bundle), whole=False, files=0, bytes=0, layout="", captions=False,
            concepts=(), flaws=(FoundFlaw(Flaw.MANIFEST, MANIFEST_NAME, error.problem),))
    there = {path: is_link for path, is_link in files.list_paths() if path != MANIFEST_NAME}
    flaws = [FoundFlaw(Flaw.FOREIGN, path, "No cache has a file with this name.")
             for path in foreign_files(manifest)]
    missing: dict[str, BundledFile] = {}
    for done, file in enumerate(manifest.files):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("verifying", done, len(manifest.files), "files")
        is_link = there.pop(file.path) if file.path in there else None
        if is_link is None:
            missing[file.path] = file
        elif is_link:
            flaws.append(FoundFlaw(Flaw.LINK, file.path, "There is a link in place of the file."))
        else:
            flaws += _flaws_of(files, file)
    by_content = {(file.bytes, file.xxh64): file for file in missing.values()}
    for path in sorted(there):
        former = None if there[path] else by_content.get(_content(files, path))
        if former is not None and former.path in missing:
            del missing[former.path]
            flaws.append(FoundFlaw(Flaw.RENAMED, path, f"This is {former.path} under another "
                                                       "name."))
        else:
            flaws.append(FoundFlaw(Flaw.EXTRA, path, "The manifest does not list it."))
    flaws += [FoundFlaw(Flaw.MISSING, path, "It is missing.") for path in missing]
    if not any(is_index(flaw.path) for flaw in flaws):
        flaws += _count_again(files, manifest)
    warnings = tuple(flaw for flaw in flaws if flaw.what is Flaw.NOT_NUMBERS)
    flaws = [flaw for flaw in flaws if flaw.what is not Flaw.NOT_NUMBERS]
    return Verification(
        bundle=str(bundle), whole=not flaws, files=len(manifest.files), bytes=manifest.size,
        layout=manifest.layout, captions=manifest.captions, concepts=manifest.concepts,
        flaws=tuple(flaws), warnings=warnings)


def _flaws_of(files: BundleFiles, file: BundledFile) -> Iterator[FoundFlaw]:
    try:
        size = files.size(file.path)
        if size != file.bytes:
            yield FoundFlaw(Flaw.SIZE, file.path,
                            f"It has {size:,} bytes instead of {file.bytes:,}.")
        elif files.digest(file.path) != file.xxh64:
            yield FoundFlaw(Flaw.DAMAGED, file.path, "Its content has changed.")
        elif not is_index_document(file.path):
            yield from _flaws_of_cached(files, file)
    except (OSError, PayloadError) as error:
        yield FoundFlaw(Flaw.DAMAGED, file.path, f"It cannot be read: {reason_of(error)}.")


def _flaws_of_cached(files: BundleFiles, file: BundledFile) -> Iterator[FoundFlaw]:
    """Look into one that a trainer would unpickle, whatever it is called."""
    try:
        recipe, no_numbers = look_into(files, file.path)
        if recipe != file.recipe:
            yield FoundFlaw(Flaw.RECIPE, file.path,
                            "It was made with other settings than the manifest records.")
        if no_numbers:
            yield FoundFlaw(Flaw.NOT_NUMBERS, file.path, f"{no_numbers}.")
    except UnsafePayloadError as error:
        yield FoundFlaw(Flaw.UNSAFE, file.path, error.problem)
    except PayloadError as error:
        yield FoundFlaw(Flaw.REFUSED, file.path, error.problem)


def _content(files: BundleFiles, path: str) -> tuple[int, str]:
    try:
        return files.size(path), files.digest(path)
    except (OSError, PayloadError):
        return -1, ""


def _count_again(files: BundleFiles, manifest: BundleManifest) -> Iterator[FoundFlaw]:
    """Yield the flaws where counts in the indexes differ from those in the manifest."""
    listed = {file.path for file in manifest.files}
    counts: dict[str, Counter[str]] = {}
    for store in manifest.stores:
        counts[store.id] = Counter()
        used = {file.recipe for file in manifest.files
                if file.path.startswith(f"{store.id}/") and file.recipe}
        if store.recipes and used - set(store.recipes):
            yield FoundFlaw(Flaw.RECIPE, f"{store.id}/", "Some files were made with settings that "
                                                         "the manifest does not record.")
        try:
            yield from (_count_slots if store.groups else _count_entries)(
                files, store, listed, counts[store.id])
        except (OSError, PayloadError, WorkspaceError, UnreadableJsonError) as error:
            yield FoundFlaw(
                Flaw.DAMAGED, f"{store.id}/{INDEX_NAME}", f"It cannot be read: {reason_of(error)}.")
            return
    if counts_per_concept(counts) != manifest.concepts:
        yield FoundFlaw(Flaw.COUNT, MANIFEST_NAME,
                        "The indexes and the manifest count different numbers of pictures and "
                        "captions per concept.")


def _count_entries(
    files: BundleFiles, store: BundledStore, listed: Collection[str], counts: Counter[str]
) -> Iterator[FoundFlaw]:
    """Count the entries of one cache's index and yield its flaws."""
    path = f"{store.id}/{INDEX_NAME}"
    if path not in listed:
        yield FoundFlaw(Flaw.MISSING, path, "The manifest does not list it.")
        return
    with opened_index(files, path) as (document, rows):
        yield from _flaws_of_index(path, document, rows, store, listed, counts)


def _flaws_of_index(
    path: str, document: Mapping[str, Any], rows: Mapping[str, bytes], store: BundledStore,
    listed: Collection[str], counts: Counter[str],
) -> Iterator[FoundFlaw]:
    counts.update(count_keys(rows))
    if len(rows) != store.entries:
        yield _other_count(path, len(rows), store)
    is_foreign, absolute = False, ""
    for key, raw in rows.items():
        row = bytes(raw)
        entry = decode_ascii_json(row, Entry)
        is_foreign |= entry.modeltype != store.model_type
        for variant in (entry.variants or {}).values():
            first = f"{store.id}/{variant.cache_file}_1.pt"
            if not stem_is_safe(variant.cache_file):
                yield _elsewhere(path, variant.cache_file)
            elif first not in listed:
                yield FoundFlaw(Flaw.MISSING, first, "The index lists it, but the manifest does "
                                                     "not.")
        absolute = absolute or _first_absolute({key: decode_ascii_json(row, dict[str, Any])})
    if is_foreign:
        yield FoundFlaw(Flaw.RECIPE, path, "It contains entries for other model types than "
                                           f"{store.model_type}.")
    nameless = next((key for key in rows if not _can_be_named(key)), None)
    if nameless is not None:
        yield FoundFlaw(Flaw.FOREIGN, path, f"It lists {nameless!a}, which is not a valid file "
                                            "name.")
    astray = next((key for key in rows if not NO_PLACE.isdisjoint(key.split("/"))), None)
    if astray is not None:
        yield FoundFlaw(Flaw.FOREIGN, path, f"It lists {astray}, which is outside its folder.")
    stand_in = document.get(SENTINEL_FIELD)
    if stand_in is not None and not (isinstance(stand_in, str) and is_sentinel(stand_in)):
        yield _elsewhere(path, str(stand_in))
    yield from _absolute_flaw(path, absolute or _first_absolute(document))


def _can_be_named(key: str) -> bool:
    """Return whether some file could have this name: no NUL, no surrogate that stands for no byte.

    Of names that are not UTF-8, surrogates stand for the bytes.
    """
    try:
        key.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return "\0" not in key


def _elsewhere(index: str, name: str) -> FoundFlaw:
    """A trainer joins names of an index to the cache folder without looking at them."""
    return FoundFlaw(Flaw.FOREIGN, index, f"It lists {name}, which is not a cached file.")


def _count_slots(
    files: BundleFiles, store: BundledStore, listed: Collection[str], counts: Counter[str]
) -> Iterator[FoundFlaw]:
    """Count the slots in the aggregates of a released cache and yield their flaws."""
    aggregates = [path for path in listed
                  if path.startswith(f"{store.id}/") and path.endswith(f"/{AGGREGATE_NAME}")]
    concepts = {group.key: group.concept for group in store.groups}
    slots: dict[str, int] = {}
    for path in sorted(aggregates):
        key, folder, _ = path.removeprefix(f"{store.id}/").split("/")
        try:
            found = list(read_pt_rows(files.part(path)))
        except PayloadError as error:
            yield FoundFlaw(Flaw.DAMAGED, path, f"It cannot be read: {reason_of(error)}.")
            continue
        if key not in concepts:
            yield FoundFlaw(Flaw.RECIPE, path, "The manifest does not record what it was made "
                                               "from.")
            continue
        slots.setdefault(key, len(found))
        for number in range(len(found)):
            slot = f"{store.id}/{key}/{folder}/{number}.pt"
            if slot not in listed:
                yield FoundFlaw(Flaw.MISSING, slot, "The cache contains it, but the manifest does "
                                                    "not list it.")
        yield from _absolute_flaw(path, _first_absolute(found))
    for key, count in slots.items():
        counts[concepts[key]] += count
    if sum(slots.values()) != store.entries:
        yield _other_count(f"{store.id}/", sum(slots.values()), store)


def _first_absolute(document: object) -> str:
    """A text of a document that some system takes for an absolute path, "" where there is none."""
    return next(filter(is_absolute_anywhere, paths_in(document)), "")


def _absolute_flaw(path: str, absolute: str) -> Iterator[FoundFlaw]:
    if absolute:
        yield FoundFlaw(Flaw.ABSOLUTE_PATH, path, f"It contains the absolute path {absolute}.")


def _other_count(path: str, count: int, store: BundledStore) -> FoundFlaw:
    return FoundFlaw(Flaw.COUNT, path, f"It has {count:,} entries, but the manifest records "
                                       f"{store.entries:,}.")
