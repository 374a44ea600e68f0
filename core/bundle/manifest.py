"""The manifest of a bundle, and what is found wrong with a bundle by it.

A bundle is a folder that a trainer opens as its cache folder, with `larder-bundle.json` beside the
caches: every file with its size and xxh64, the recipes the cached files were made with, and how
many pictures and captions there are of each concept. It tells damage, not forgery: whoever changes
a file on purpose can change the manifest, too. So what it counts is counted again.
"""

from __future__ import annotations

import enum
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import xxhash

from larder.core.bundle.relative import is_absolute_anywhere, paths_in
from larder.core.errors import PayloadError, WorkspaceError
from larder.core.files.ascii_json import (
    UnreadableJsonError,
    canonical_json,
    decode_ascii_json,
    encode_ascii_json,
)
from larder.core.files.folder_scan import scan_folder
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import is_plain_name
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.keys.recipe import RECIPE_KEY, RecipeValue
from larder.core.payloads.pt_file import read_pt_value
from larder.core.training.sourceless import Index

MANIFEST_NAME: Final = "larder-bundle.json"
INDEX_NAME: Final = "cache.json"
FORMAT_VERSION: Final = 1
PROGRESS_EVERY: Final = 64


class BundledFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """One file: its path below the bundle with "/", bytes, xxh64, id of a cached file's recipe."""

    path: str
    bytes: int
    xxh64: str
    recipe: str = ""


class BundledConcept(msgspec.Struct, frozen=True):
    """What there is of a concept; `name` is the folder that its files' keys begin with."""

    name: str
    pictures: int
    captions: int


class BundledStore(msgspec.Struct, frozen=True):
    """One cache: its folder in the bundle, entries, and the recipes of its files by id."""

    id: str
    model_type: str
    entries: int
    recipes: dict[str, dict[str, RecipeValue]] = {}


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a bundle is to hold.

    Attributes:
        captions: whether the texts of captions are in it; their embeddings always are.
        concepts: "counts" in the document, for a config has "concepts".
        digest: xxh64 of the canonical JSON of all other fields.
    """

    larder_bundle: int = FORMAT_VERSION
    layout: str
    captions: bool
    stores: tuple[BundledStore, ...]
    concepts: tuple[BundledConcept, ...] = msgspec.field(name="counts")
    files: tuple[BundledFile, ...]
    digest: str = ""

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.bytes for file in self.files)

    def sealed(self) -> Manifest:
        """Itself, with the digest of what it says."""
        bare: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(self, digest=""))
        text = canonical_json(bare).encode("ascii")
        return msgspec.structs.replace(self, digest=xxhash.xxh64_hexdigest(text))

    def encoded(self) -> bytes:
        """The bytes of the sealed manifest."""
        return encode_ascii_json(self.sealed()) + b"\n"


class Flaw(enum.StrEnum):
    """What can be wrong with a bundle."""

    MANIFEST = "manifest"
    MISSING = "missing"
    RENAMED = "renamed"
    EXTRA = "extra"
    LINK = "link"
    SIZE = "size"
    DAMAGED = "damaged"
    RECIPE = "recipe"
    COUNT = "count"
    ABSOLUTE_PATH = "absolute-path"


class FoundFlaw(msgspec.Struct, frozen=True):
    """One thing that is wrong, with the file it concerns; "" for none."""

    what: Flaw
    path: str
    problem: str


class Verification(msgspec.Struct, frozen=True):
    """What a look at a bundle found.

    Attributes:
        files, bytes: as the manifest lists them, 0 where it cannot be read.
    """

    bundle: str
    whole: bool
    files: int
    bytes: int
    layout: str
    captions: bool
    concepts: tuple[BundledConcept, ...]
    flaws: tuple[FoundFlaw, ...]


def read_manifest(bundle: Path) -> Manifest:
    """A bundle's manifest.

    Raises:
        WorkspaceError: if there is none, or it is damaged or of a newer Larder.
    """
    path = bundle / MANIFEST_NAME
    try:
        found = decode_ascii_json(read_regular(path), Manifest)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise WorkspaceError(
            f"{bundle} is no bundle: it has no {MANIFEST_NAME}.",
            "Make one: larder export W DIR --apply.") from error
    except (OSError, UnreadableJsonError) as error:
        raise WorkspaceError(
            f"{path} cannot be read: {error}.", "Copy the bundle again.") from error
    if found.larder_bundle > FORMAT_VERSION:
        raise WorkspaceError(f"{path} was written by a newer Larder.", "Update Larder.")
    if found.sealed().digest != found.digest:
        raise WorkspaceError(f"{path} was changed or damaged.", "Copy the bundle again.")
    names = [file.path for file in found.files]
    if len(set(names)) != len(names) or not all(map(_is_safe, names)) \
            or not all(is_plain_name(store.id) for store in found.stores):
        raise WorkspaceError(
            f"{path} lists a file twice, or one that could lead out of the bundle.",
            "Do not use it.")
    return found


def _is_safe(path: str) -> bool:
    return all(map(is_plain_name, path.split("/")))


def verify_bundle(bundle: Path, token: CancelToken) -> Job[Verification]:
    """Read every file of a bundle and compare it with the manifest; nothing is written."""
    try:
        manifest = read_manifest(bundle)
    except WorkspaceError as error:
        return Verification(
            bundle=str(bundle), whole=False, files=0, bytes=0, layout="", captions=False,
            concepts=(), flaws=(FoundFlaw(Flaw.MANIFEST, MANIFEST_NAME, error.problem),))
    there = {path: is_link for path, is_link in _walk(bundle) if path != MANIFEST_NAME}
    flaws: list[FoundFlaw] = []
    missing: dict[str, BundledFile] = {}
    for done, file in enumerate(manifest.files):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("verifying", done, len(manifest.files), "files")
        is_link = there.pop(file.path) if file.path in there else None
        if is_link is None:
            missing[file.path] = file
        elif is_link:
            flaws.append(FoundFlaw(Flaw.LINK, file.path, "A link lies in the file's place."))
        else:
            flaws += _flaws_of(bundle / file.path, file)
    by_content = {(file.bytes, file.xxh64): file for file in missing.values()}
    for path in sorted(there):
        former = None if there[path] else by_content.get(_content(bundle / path))
        if former is not None and former.path in missing:
            del missing[former.path]
            flaws.append(FoundFlaw(Flaw.RENAMED, path, f"This is {former.path}, renamed."))
        else:
            flaws.append(FoundFlaw(Flaw.EXTRA, path, "The manifest does not list it."))
    flaws += [FoundFlaw(Flaw.MISSING, path, "It is not there.") for path in missing]
    broken = {flaw.path for flaw in flaws}
    if not broken.intersection(_indexes(manifest).values()):
        flaws += _count_again(bundle, manifest)
    return Verification(
        bundle=str(bundle), whole=not flaws, files=len(manifest.files), bytes=manifest.size,
        layout=manifest.layout, captions=manifest.captions, concepts=manifest.concepts,
        flaws=tuple(flaws))


def _walk(bundle: Path) -> Iterator[tuple[str, bool]]:
    """Paths of all files and links below a bundle, and whether they are links."""
    pending = [""]
    while pending:
        folder = pending.pop()
        listing = scan_folder(bundle / folder)
        links = set(listing.links)
        for name in (*listing.names, *listing.vanished):
            yield folder + name, name in links
        for name in listing.subfolders:
            if name in links:
                yield folder + name, True
            else:
                pending.append(f"{folder}{name}/")


def _flaws_of(path: Path, file: BundledFile) -> Iterator[FoundFlaw]:
    try:
        size = os.lstat(path).st_size
        if size != file.bytes:
            yield FoundFlaw(Flaw.SIZE, file.path,
                            f"It has {size:,} bytes in place of {file.bytes:,}.")
        elif hash_file(path) != file.xxh64:
            yield FoundFlaw(Flaw.DAMAGED, file.path, "Its content has changed.")
        elif file.path.endswith(".pt") and recipe_in(path) != file.recipe:
            yield FoundFlaw(Flaw.RECIPE, file.path,
                            "It was made with other settings than the manifest says.")
    except OSError as error:
        yield FoundFlaw(Flaw.DAMAGED, file.path,
                        f"It cannot be read: {error.strerror or error}.")


def _content(path: Path) -> tuple[int, str]:
    try:
        status = os.lstat(path)
        return (status.st_size, hash_file(path)) if stat.S_ISREG(status.st_mode) else (-1, "")
    except OSError:
        return -1, ""


def recipe_in(path: Path) -> str:
    """The id of the recipe that a cached file says it was made with, "" if it says none."""
    try:
        value = read_pt_value(path)
    except PayloadError:
        return ""
    recipe = value.get(RECIPE_KEY) if isinstance(value, Mapping) else None
    return recipe if isinstance(recipe, str) else ""


def _indexes(manifest: Manifest) -> dict[str, str]:
    return {store.id: f"{store.id}/{INDEX_NAME}" for store in manifest.stores
            if any(file.path == f"{store.id}/{INDEX_NAME}" for file in manifest.files)}


def _count_again(bundle: Path, manifest: Manifest) -> Iterator[FoundFlaw]:
    """What the indexes themselves say, against what the manifest says of them."""
    documents: dict[str, dict[str, Any]] = {}
    indexes: dict[str, Index] = {}
    for name, path in _indexes(manifest).items():
        try:
            content = read_regular(bundle / path)
            documents[name] = decode_ascii_json(content, dict[str, Any])
            indexes[name] = decode_ascii_json(content, Index)
        except (OSError, UnreadableJsonError) as error:
            yield FoundFlaw(Flaw.DAMAGED, path, f"It cannot be read: {error}.")
            return
    listed = {file.path for file in manifest.files}
    for store in manifest.stores:
        if store.id not in documents:
            continue
        entries = indexes[store.id].entries
        path = f"{store.id}/{INDEX_NAME}"
        if len(entries) != store.entries:
            yield FoundFlaw(Flaw.COUNT, path, f"It has {len(entries):,} entries, not the "
                                              f"{store.entries:,} of the manifest.")
        if {entry.modeltype for entry in entries.values()} - {store.model_type}:
            yield FoundFlaw(Flaw.RECIPE, path, f"It is not of {store.model_type} alone.")
        used = {file.recipe for file in manifest.files
                if file.path.startswith(f"{store.id}/") and file.recipe}
        if store.recipes and used - set(store.recipes):
            yield FoundFlaw(Flaw.RECIPE, path, "Files were made with settings that the manifest "
                                               "does not describe.")
        for variant in (one for entry in entries.values()
                        for one in (entry.variants or {}).values()):
            first = f"{store.id}/{variant.cache_file}_1.pt"
            if first not in listed:
                yield FoundFlaw(Flaw.MISSING, first, "The index names it, the manifest does not.")
        absolute = next(filter(is_absolute_anywhere, paths_in(documents[store.id])), None)
        if absolute is not None:
            yield FoundFlaw(Flaw.ABSOLUTE_PATH, path, f"It names {absolute}.")
    if indexes and counts_per_concept(
            {store: index.entries for store, index in indexes.items()}) != manifest.concepts:
        yield FoundFlaw(Flaw.COUNT, MANIFEST_NAME,
                        "The indexes count other numbers of pictures and captions per concept.")


def counts_per_concept(entries: Mapping[str, Iterable[str]]) -> tuple[BundledConcept, ...]:
    """Entries of relative indexes by the first folder of their keys, in the order of names."""
    counts = {store: Counter(key.split("/", 1)[0] for key in keys)
              for store, keys in entries.items()}
    names = sorted(set().union(*counts.values()))
    none = Counter[str]()
    return tuple(BundledConcept(
        name, counts.get("image", none)[name], counts.get("text", none)[name]) for name in names)
