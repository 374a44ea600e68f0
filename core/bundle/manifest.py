"""The manifest of a bundle: what is to be in it.

A bundle is a folder that a trainer opens as its cache folder, or the same files in one, with
`larder-bundle.json` beside the caches: every file with its size and xxh64, the recipes the cached
files were made with, and how many pictures and captions there are of each concept. Of a released
trainer's cache it says what each group is named by, because another computer's trainer looks for
another name, and what every slot was made of. It tells damage, not forgery: whoever changes a file
on purpose can change the manifest, too. So what it counts is counted again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
import xxhash

from larder.core.bundle.bundle_files import BundleFiles, is_safe
from larder.core.errors import PayloadError, WorkspaceError
from larder.core.files.ascii_json import (
    UnreadableJsonError,
    canonical_json,
    decode_ascii_json,
    encode_ascii_json,
)
from larder.core.files.durable import reason_of
from larder.core.keys.payload_names import (
    AGGREGATE_NAME,
    compute_group_key,
    is_sentinel,
    parse_indexed_name,
    parse_released_item,
    parse_released_variation,
)
from larder.core.keys.recipe import RecipeValue
from larder.core.stores.released.slots import Origin
from larder.core.workspace.store_kinds import TRAINER_CONTENTS

MANIFEST_NAME: Final = "larder-bundle.json"
INDEX_NAME: Final = "cache.json"
FORMAT_VERSION: Final = 1

LARGEST_INDEX: Final = 768 << 20
"""An index of as many pictures as a manifest may list files of has less."""

LARGEST_MANIFEST: Final = 192 << 20
MOST_FILES: Final = 1_000_000
"""A manifest of so many files has 124 MB, and with what a released trainer's slots were made of not
twice that much. Read, it takes four times its size: together a gigabyte at most."""

FEWER_FILES: Final = "Export fewer concepts at a time."

FILES_TOGETHER: Final = 1024

_TRAINERS: Final = frozenset(content.value for content in TRAINER_CONTENTS)


class BundledFile(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One file: its path below the bundle with "/", bytes, xxh64, id of a cached file's recipe."""

    path: str
    bytes: int
    xxh64: str
    recipe: str = ""


class BundledConcept(msgspec.Struct, frozen=True):
    """Counts of one concept; `name` is the folder that its files' keys begin with."""

    name: str
    pictures: int
    captions: int


class BundledGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """One group of a released trainer's cache.

    Attributes:
        key: its folder, the digest of `named_by`.
        concept: name of the concept.
        named_by: the concept's folder, seed, whether subfolders count, settings, and what else.
        slots: what each slot of a variation was made of, as far as that is recorded; by number.
    """

    key: str
    concept: str
    named_by: tuple[Any, ...]
    slots: dict[int, tuple[Origin | None, ...]] = {}


class BundledStore(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cache: its folder in the bundle, entries, and the recipes of its files by id.

    Attributes:
        model_type: "" where nothing says it.
        entries: of its index; in a released trainer's cache, slots of each group's first variation.
        groups: of a released trainer's cache.
    """

    id: str
    model_type: str
    entries: int
    recipes: dict[str, dict[str, RecipeValue]] = {}
    groups: tuple[BundledGroup, ...] = ()


class BundleManifest(msgspec.Struct, frozen=True, kw_only=True):
    """Manifest that lists the content of a bundle.

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

    def seal(self) -> BundleManifest:
        """Itself, with the digest of what it says."""
        digest = xxhash.xxh64()
        for piece in self._canonical():
            digest.update(piece.encode("ascii"))
        return msgspec.structs.replace(self, digest=str(digest.hexdigest()))

    def _canonical(self) -> Iterator[str]:
        """The canonical JSON of it without a digest, in pieces: a million files are 124 MB."""
        rest = msgspec.structs.replace(self, digest="", files=(), stores=())
        before, files, after = _canonical(rest).partition('"files":[')
        yield before + files
        yield from _in_pieces(self.files)
        yield after.removesuffix("]}")
        for number, store in enumerate(self.stores):
            yield ("," if number else "") + _canonical(
                msgspec.structs.replace(store, groups=())).partition(",")[0]
            yield from _canonical_groups(store.groups)
            yield "," + _canonical(
                msgspec.structs.replace(store, groups=())).partition(",")[2]
        yield "]}"

    def encode(self) -> bytes:
        """The bytes of the sealed manifest."""
        return encode_ascii_json(self.seal()) + b"\n"


def _canonical_groups(groups: Sequence[BundledGroup]) -> Iterator[str]:
    """As a store has them; nothing for none."""
    for number, group in enumerate(groups):
        yield "," if number else ',"groups":['
        plain = _canonical(msgspec.structs.replace(group, slots={}))
        if not group.slots:
            yield plain
            continue
        yield plain[:-1] + ',"slots":{'
        for at, (variation, slots) in enumerate(sorted(group.slots.items())):
            yield f'{"," if at else ""}"{variation}":['
            yield from _in_pieces(slots)
            yield "]"
        yield "}}"
    if groups:
        yield "]"


def _in_pieces(values: Sequence[BundledFile] | Sequence[Origin | None]) -> Iterator[str]:
    """The canonical JSON of a list's members, in pieces.

    They hold whole numbers and texts alone. Of these msgspec writes the same in a tenth of the
    time, unless a character is written as an escape.
    """
    for start in range(0, len(values), FILES_TOGETHER):
        together, text = values[start:start + FILES_TOGETHER], b"\\"
        with suppress(UnicodeEncodeError, OverflowError):
            text = msgspec.json.encode(together, order="sorted")
        is_alike = text.isascii() and b"\\" not in text
        spelled = text.decode("ascii") if is_alike else _canonical(together)
        yield ("," if start else "") + spelled[1:-1]


def _canonical(value: Any) -> str:
    return canonical_json(msgspec.to_builtins(value))


def read_manifest(bundle: Path, files: BundleFiles) -> BundleManifest:
    """A bundle's manifest.

    Raises:
        WorkspaceError: if there is none, or it is damaged or of a newer Larder.
    """
    path = bundle / MANIFEST_NAME
    try:
        found = decode_ascii_json(files.content(MANIFEST_NAME, LARGEST_MANIFEST), BundleManifest)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise WorkspaceError(
            f"{bundle} is not an exported cache: it has no {MANIFEST_NAME}.",
            "Create one with `larder export WORKSPACE DIR --apply`.") from error
    except OSError as error:
        raise WorkspaceError(
            f"{path} cannot be read: {reason_of(error)}.",
            "Check that its drive is connected and that you have permission to read it.") from error
    except (PayloadError, UnreadableJsonError) as error:
        raise WorkspaceError(
            f"{path} cannot be read: {error}.", "Copy the exported cache again.") from error
    if len(found.files) > MOST_FILES:
        raise WorkspaceError(
            f"{path} lists more than {MOST_FILES:,} files.", FEWER_FILES)
    if found.larder_bundle > FORMAT_VERSION:
        raise WorkspaceError(f"{path} was written by a newer version of Larder.", "Update Larder.")
    if found.seal().digest != found.digest:
        raise WorkspaceError(f"{path} was changed or damaged.", "Copy the exported cache again.")
    names = [file.path for file in found.files]
    groups = [group for store in found.stores for group in store.groups]
    if len({name.lower() for name in names}) != len(names) or not all(map(is_safe, names)) \
            or not {store.id for store in found.stores} <= _TRAINERS \
            or not all(map(_is_one_folder, [
                *(one.name for one in found.concepts), *(group.concept for group in groups)])) \
            or any(compute_group_key(group.named_by) != group.key for group in groups):
        raise WorkspaceError(
            f"{path} lists a file twice, or a file outside the exported cache.",
            "Do not use it.")
    return found


def _is_one_folder(name: str) -> bool:
    """Return whether a concept's name, joined to a folder elsewhere, stays directly below it."""
    return name not in {"", ".", ".."} and not {"/", "\\", "\0"}.intersection(name)


def foreign_files(manifest: BundleManifest) -> Iterator[str]:
    """Return the listed files that are none of a trainer's cache.

    Names are taken by the grammar of the layout alone. So none can be a program that Python
    imports, a device of Windows ("aux.pt"), or the same as another on a drive that ignores case.
    """
    groups = {store.id: {group.key for group in store.groups} for store in manifest.stores}
    for file in manifest.files:
        store, *rest = file.path.split("/")
        if store not in groups or not (
                _is_in_a_group(rest, groups[store]) if groups[store] else _is_in_a_store(rest)):
            yield file.path


def _is_in_a_group(parts: Sequence[str], groups: Collection[str]) -> bool:
    """Return whether a file is a slot of one of a store's groups, or a list of slots."""
    match parts:
        case [key, folder, name]:
            return key in groups and parse_released_variation(folder) is not None \
                and (name == AGGREGATE_NAME or parse_released_item(name) is not None)
    return False


def _is_in_a_store(parts: Sequence[str]) -> bool:
    """Return whether a file is a cached file of an indexed store, its stand-in or its index."""
    match parts:
        case [name]:
            return name == INDEX_NAME or is_sentinel(name) or parse_indexed_name(name) is not None
    return False


def is_index_document(path: str) -> bool:
    """Return whether a file of a bundle is an index, which is JSON; all others are cached files."""
    return path.endswith(f"/{INDEX_NAME}")


def is_index(path: str) -> bool:
    """Return whether a file of a bundle is an index or aggregate, which lists pictures by path."""
    return path.endswith((f"/{INDEX_NAME}", f"/{AGGREGATE_NAME}"))


def counts_per_concept(counts: Mapping[str, Counter[str]]) -> tuple[BundledConcept, ...]:
    """Pictures and captions of each concept, in the order of names, of what each store counts."""
    names = sorted(set().union(*counts.values()))
    none = Counter[str]()
    return tuple(BundledConcept(
        name, counts.get("image", none)[name], counts.get("text", none)[name]) for name in names)


def count_keys(keys: Iterable[str]) -> Counter[str]:
    """Keys of a relative index by the first folder."""
    return Counter(key.split("/", 1)[0] for key in keys)
