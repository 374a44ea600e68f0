"""The kinds of store, and how a folder shows that it is one.

| format | recognised by |
|---|---|
| indexed | an index (`cache.json`, or a copy of it) that begins with entries, or payload names |
| released | folders of 64 hex digits that hold `variation-<n>` folders |
| vision, audio, waveform | names of their grammar in folders of two hex digits |
| tokens | the same below `entries`, or `entries` beside a `manifest.json` of the original program |
| tree | a `.manifest` that begins as one does |
| other trainers' | names of files that no other program writes (`OTHER_TRAINERS_NAMES`) |
| all but the trainer's | `.larder/uses-<kind>.jsonl`, which stays where a store was emptied |

Image and text stores are told apart by their folder's name, else by the first sources that they
recorded: an index may be hundreds of megabytes, and what is wrong with it further on does not
matter here. An image store of the older trainer lists its sources in each variation's aggregate, a
text store lists nothing there. The same sources tell which folder a store's paths refer to.

One folder may hold several: the newer trainer leaves the groups of the older one where they are.
Feature and waveform caches may share one, too. A few shards tell; a store has up to 256.
"""

from __future__ import annotations

import enum
import errno
import itertools
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from larder.core.errors import PayloadError
from larder.core.files.regular_file import read_start
from larder.core.files.store_paths import LARDER_FOLDER
from larder.core.keys.cache_keys import ENTRIES_FOLDER, parse_name

Row = TypeVar("Row")
"""What a table of formats has of each."""

INDEX_COPIES: Final = ("cache.json", "cache.json.tmp", "cache.json.bak")
"""The index and its copies, in the order the trainer tries them."""

HEAD_BYTES: Final = 1 << 20
"""A row with full concept settings is about 4 kB, so this holds some 250 of them."""

KEYS_WANTED: Final = 50

_ENTRIES: Final = re.compile(r'"entries"\s*:\s*\{\s*')
_BETWEEN: Final = re.compile(r"\s*[:,]\s*")

PATHS_WANTED: Final = 50

PAYLOAD_NAME: Final = re.compile(r"[0-9a-f]{12}(?P<size>_\d+x\d+)?_\d+\.pt")
GROUP_NAME: Final = re.compile(r"[0-9a-f]{64}")
VARIATION_NAME: Final = re.compile(r"variation-\d+")

NEVER_A_STORE: Final = frozenset({"quantization", "blobs"})
"""Folders beside caches that hold weights, or the sources themselves by their digest."""

NAMES_LOOKED_AT: Final = 1000
"""Payload files of a folder whose names are read; a store has one or two per sample."""

SHARD_NAME: Final = re.compile(r"[0-9a-f]{2}")
SHARDED: Final = ("vision", "audio", "waveform", "tokens")
"""Kinds whose payloads lie in shard folders, by their names in documents."""

SHARDED_HERE: Final = ("vision", "audio", "waveform")
"""Those whose shards lie in the store's own folder, not below `entries`."""

SHARDS_LOOKED_AT: Final = 3
SHARD_NAMES_LOOKED_AT: Final = 200
"""Names of one shard that are read; features and waveforms of a clip lie beside each other."""

ORIGINAL_MANIFEST: Final = "manifest.json"
MANIFESTS_LOOKED_AT: Final = 3
MANIFEST_HEAD_BYTES: Final = 4096

OTHER_TRAINERS_NAMES: Final[Mapping[str, re.Pattern[str]]] = {
    "kohya": re.compile(
        r".+(?:_\d{4,}x\d{4,}_(?:sd|sdxl|sd3|flux|lumina|anima|hi)|_te_outputs"
        r"|_(?:sd3|flux|lumina|anima|hi)_te)\.npz", re.DOTALL),
    "musubi": re.compile(
        r".+(?:_\d{4,}x\d{4,}_(?:{0})|_(?:{0})_te)\.safetensors".replace(
            "{0}", "hv|wan|fp|fk|f2d|f2k4b|f2k9b|qi|qie|qil|k5|hv15|zi|ho1|i4|kr2"), re.DOTALL),
    "ai-toolkit": re.compile(r"\.aitk_size\.json"),
}
"""Names by which a folder without a config shows another trainer's files, by kind in documents."""

_TOKENS_HEAD: Final = re.compile(rb'\s*\{.{0,4000}?"(entries|tokenizer_sha256)"\s*:', re.S)


class StoreContent(enum.Enum):
    """Kind of content that a store caches."""

    IMAGE = "image"
    TEXT = "text"
    VISION = "vision"
    AUDIO = "audio"
    WAVEFORM = "waveform"
    TOKENS = "tokens"
    TREE = "tree"
    DATASET = "dataset"


ENTRY_NOUNS: Final[Mapping[StoreContent, str]] = {
    StoreContent.IMAGE: "picture",
    StoreContent.TEXT: "caption",
    StoreContent.VISION: "value",
    StoreContent.AUDIO: "value",
    StoreContent.WAVEFORM: "value",
    StoreContent.TOKENS: "value",
    StoreContent.TREE: "value",
    StoreContent.DATASET: "cached file",
}
"""What one entry of a store is called where entries are counted."""

TRAINER_CONTENTS: Final = (StoreContent.IMAGE, StoreContent.TEXT)
"""What OneTrainer's stores hold, and no others, each in a subfolder of that name."""


class StoreFormat(enum.Enum):
    """How a store is laid out on disk; its value is part of ids in documents."""

    INDEXED = "smart"
    RELEASED = "legacy"
    VALUES = "sharded"
    TREES = "tree"
    FILES = "files"


AllFormats = Mapping[StoreFormat, Row]
"""Table with a row for each format."""

WrittenFormats = Mapping[StoreFormat, Row]
"""Table with a row for each format that Larder writes (`may_write`)."""

CleanedFormats = Mapping[StoreFormat, Row]
"""Table with a row for each format that Larder cleans (`may_clean`)."""

OneTrainersFormats = Mapping[StoreFormat, Row]
"""Table with a row for each format of OneTrainer's (`is_onetrainers`)."""

RememberingFormats = Mapping[StoreFormat, Row]
"""Table with a row for each format whose lookups are recorded (`remembers_uses`)."""


class FormatTraits(msgspec.Struct, frozen=True):
    """Properties of a format, whatever its stores contain.

    Attributes:
        is_onetrainers: OneTrainer reads and writes it, as a build for its config does.
        may_write: Larder builds and edits its stores.
        may_clean: Larder moves files of its stores into quarantine, and back; without it they are
            only read.
        has_index: one file lists its entries, so rows can be edited, dated and recovered.
        whole_groups: its files belong to groups, each of one concept, that are read as a whole.
        remembers_uses: its lookups are recorded, so that it can be pruned to a budget.
        records_sources: each value may say which of the user's files it was made from.
        many_files: a value may be several files, listed by a manifest.
        is_other_trainers: another trainer's files, each judged by itself; only those that are
            called as that trainer's are the store's, for they may lie among the user's own.
    """

    is_onetrainers: bool = False
    may_write: bool = False
    may_clean: bool = False
    has_index: bool = False
    whole_groups: bool = False
    remembers_uses: bool = False
    records_sources: bool = False
    many_files: bool = False
    is_other_trainers: bool = False


TRAITS: Final[AllFormats[FormatTraits]] = {
    StoreFormat.INDEXED: FormatTraits(
        is_onetrainers=True, may_write=True, may_clean=True, has_index=True),
    StoreFormat.RELEASED: FormatTraits(
        is_onetrainers=True, may_write=True, may_clean=True, whole_groups=True),
    StoreFormat.VALUES: FormatTraits(
        may_write=True, may_clean=True, remembers_uses=True, records_sources=True),
    StoreFormat.TREES: FormatTraits(
        may_write=True, may_clean=True, remembers_uses=True, many_files=True),
    StoreFormat.FILES: FormatTraits(may_clean=True, is_other_trainers=True),
}


class StoreKind(enum.Enum):
    """Format and content of a store, by its name in documents."""

    INDEXED_IMAGE = "smart-image"
    INDEXED_TEXT = "smart-text"
    RELEASED_IMAGE = "legacy-image"
    RELEASED_TEXT = "legacy-text"
    VISION = "vision"
    AUDIO = "audio"
    WAVEFORM = "waveform"
    TOKENS = "tokens"
    TREE = "tree"
    KOHYA = "kohya"
    MUSUBI = "musubi"
    AI_TOOLKIT = "ai-toolkit"

    @property
    def format(self) -> StoreFormat:
        """How it is laid out on disk."""
        return _KINDS[self][0]

    @property
    def traits(self) -> FormatTraits:
        """The properties of the store's format."""
        return TRAITS[self.format]

    @property
    def content(self) -> StoreContent:
        """The kind of content it caches."""
        return _KINDS[self][1]


_KINDS: Final = {
    StoreKind.INDEXED_IMAGE: (StoreFormat.INDEXED, StoreContent.IMAGE),
    StoreKind.INDEXED_TEXT: (StoreFormat.INDEXED, StoreContent.TEXT),
    StoreKind.RELEASED_IMAGE: (StoreFormat.RELEASED, StoreContent.IMAGE),
    StoreKind.RELEASED_TEXT: (StoreFormat.RELEASED, StoreContent.TEXT),
    StoreKind.VISION: (StoreFormat.VALUES, StoreContent.VISION),
    StoreKind.AUDIO: (StoreFormat.VALUES, StoreContent.AUDIO),
    StoreKind.WAVEFORM: (StoreFormat.VALUES, StoreContent.WAVEFORM),
    StoreKind.TOKENS: (StoreFormat.VALUES, StoreContent.TOKENS),
    StoreKind.TREE: (StoreFormat.TREES, StoreContent.TREE),
    StoreKind.KOHYA: (StoreFormat.FILES, StoreContent.DATASET),
    StoreKind.MUSUBI: (StoreFormat.FILES, StoreContent.DATASET),
    StoreKind.AI_TOOLKIT: (StoreFormat.FILES, StoreContent.DATASET),
}


def kind_of(store_format: StoreFormat, content: StoreContent) -> StoreKind:
    """The kind of a format and a content."""
    return next(kind for kind, row in _KINDS.items() if row == (store_format, content))


class FolderLook(msgspec.Struct, frozen=True):
    """Result of listing one folder in the search for stores.

    Attributes:
        kinds: the stores in it: none, one, or several that share a folder.
        subfolders: folders in it that may be or contain a store, by name.
    """

    kinds: tuple[StoreKind, ...]
    subfolders: tuple[str, ...]


def probe_folder(folder: Path, content: StoreContent | None = None) -> FolderLook:
    """Look for stores in a folder, with one listing and the heads of its index files.

    Raises:
        OSError: if the folder cannot be listed.
    """
    groups: list[str] = []
    subfolders: list[str] = []
    payload_sizes: list[bool] = []
    manifests: list[str] = []
    has_index = has_larder = has_original = False
    others: list[str] = []
    with _listing(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(".pt"):
                if len(payload_sizes) < NAMES_LOOKED_AT and (named := PAYLOAD_NAME.fullmatch(name)):
                    payload_sizes.append(named["size"] is not None)
            elif name in INDEX_COPIES:
                has_index = True
            elif _is_folder(entry):
                has_larder = has_larder or name == LARDER_FOLDER
                (groups if GROUP_NAME.fullmatch(name) else subfolders).append(name)
            elif name.endswith(".manifest"):
                manifests.append(name)
            else:
                has_original = has_original or name == ORIGINAL_MANIFEST
                others += (kind for kind, named in OTHER_TRAINERS_NAMES.items()
                           if kind not in others and named.fullmatch(name))
    content = content or _content_by_name(folder)
    kinds = []
    # An index that was emptied beside groups is nobody's cache any more.
    if payload_sizes or (has_index and looks_like_index(folder, has_rows=bool(groups))):
        kinds.append(
            kind_of(StoreFormat.INDEXED, content or _find_indexed_content(folder, payload_sizes)))
    if any(_has_variations(folder / group) for group in sorted(groups)):
        # Of pictures an aggregate lists the files, of texts none.
        kinds.append(kind_of(StoreFormat.RELEASED, content or (
            StoreContent.IMAGE if first_recorded_paths(folder) else StoreContent.TEXT)))
    others += value_kinds(folder, subfolders, has_manifest=has_original)
    if shows_trees(folder, manifests):
        others.append(StoreKind.TREE.value)
    if has_larder and not kinds and not others:
        others = list_marked_kinds(folder)
    kinds += [StoreKind(other) for other in others]
    return FolderLook(
        kinds=tuple(kinds),
        subfolders=tuple(sorted(
            name for name in subfolders if name[0] != "." and name not in NEVER_A_STORE
            and not _is_inside(name, kinds))),
    )


def _is_inside(name: str, kinds: Iterable[StoreKind]) -> bool:
    """Return whether a folder is where one of these stores has its payloads."""
    contents = {kind.value for kind in kinds}
    if name == ENTRIES_FOLDER:
        return "tokens" in contents
    return SHARD_NAME.fullmatch(name) is not None and not contents.isdisjoint(SHARDED_HERE)


def _listing(folder: Path) -> AbstractContextManager[Iterator[os.DirEntry[str]]]:
    try:
        return os.scandir(folder)
    except ValueError as error:  # a NUL, or a surrogate that stands for no byte
        raise FileNotFoundError(
            errno.ENOENT, "this is not a valid folder name", os.fspath(folder)) from error


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads nowhere or round in circles
        return False


def _content_by_name(folder: Path) -> StoreContent | None:
    names = {content.value: content for content in TRAINER_CONTENTS}
    return names.get(folder.name.lower())


def _find_indexed_content(folder: Path, payload_sizes: list[bool]) -> StoreContent:
    """By the index's keys, else by payload names: those of texts carry no size."""
    keys = first_keys(folder)
    if keys:
        texts = sum(key.lower().endswith(".txt") for key in keys)
        return StoreContent.TEXT if texts * 2 > len(keys) else StoreContent.IMAGE
    return StoreContent.TEXT if payload_sizes and not any(payload_sizes) else StoreContent.IMAGE


def _has_variations(group: Path) -> bool:
    try:
        with os.scandir(group) as entries:
            return any(
                VARIATION_NAME.fullmatch(entry.name) and _is_folder(entry) for entry in entries)
    except OSError:
        return False


def value_kinds(folder: Path, subfolders: Sequence[str], *, has_manifest: bool) -> list[str]:
    """Kinds of the sharded stores in a folder, by their names in documents."""
    found = _kinds_in_shards(folder, subfolders, SHARDED_HERE)
    if ENTRIES_FOLDER in subfolders:
        entries = folder / ENTRIES_FOLDER
        manifest = folder / ORIGINAL_MANIFEST
        found |= _kinds_in_shards(entries, _names_in(entries, folders=True), ("tokens",))
        if has_manifest and _TOKENS_HEAD.match(_head(manifest)):
            found.add("tokens")
    return [kind for kind in SHARDED if kind in found]


def shows_trees(folder: Path, manifests: Iterable[str]) -> bool:
    """Return whether a folder contains parameter trees."""
    names = sorted(manifests)[:MANIFESTS_LOOKED_AT]
    if not names:
        return False
    # What knows trees takes 20 ms to load, and few folders hold any.
    from larder.core.payloads.tree.load import is_manifest_head

    return any(is_manifest_head(_head(folder / name)) for name in names)


def list_marked_kinds(folder: Path) -> list[str]:
    """Kinds of which Larder has left a record of uses in a folder."""
    names = _names_in(folder / LARDER_FOLDER)
    return [
        kind for kind in (*SHARDED, "tree")
        if any(name in (f"uses-{kind}.jsonl", f"uses-{kind}.json") for name in names)]


def _kinds_in_shards(
    folder: Path, subfolders: Sequence[str], kinds: Sequence[str]
) -> set[str]:
    found: set[str] = set()
    shards = sorted(name for name in subfolders if SHARD_NAME.fullmatch(name))
    for shard in shards[:SHARDS_LOOKED_AT]:
        for name in _names_in(folder / shard):
            found.update(kind for kind in kinds if parse_name(kind, name) is not None)
    return found


def _names_in(folder: Path, *, folders: bool = False) -> list[str]:
    """The first names in a folder, or all of its folders; none where it cannot be listed."""
    try:
        with os.scandir(folder) as entries:
            if folders:
                return [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
            return [entry.name for entry in itertools.islice(entries, SHARD_NAMES_LOOKED_AT)]
    except OSError:
        return []


def _head(path: Path) -> bytes:
    try:
        return read_start(path, MANIFEST_HEAD_BYTES)
    except OSError:
        return b""


def first_keys(folder: Path) -> list[str]:
    """Up to 50 entry keys of the index in `folder`, from the first copy that gives any."""
    for name in INDEX_COPIES:
        keys = _keys_in(_index_head(folder / name))
        if keys:
            return keys
    return []


def looks_like_index(folder: Path, *, has_rows: bool = False) -> bool:
    """Return whether `folder` has an index, or a copy of one, that begins as a cache's does.

    Args:
        folder: where to look.
        has_rows: it must have an entry, too.
    """
    heads = (_index_head(folder / name) for name in INDEX_COPIES)
    index = next((head for head in heads if _ENTRIES.search(head)), None)
    return index is not None and (not has_rows or bool(_keys_in(index)))


def _index_head(path: Path) -> str:
    try:
        return read_start(path, HEAD_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _keys_in(head: str) -> list[str]:
    begin = _ENTRIES.search(head)
    if begin is None:
        return []
    decoder = json.JSONDecoder()
    keys: list[str] = []
    at = begin.end()
    try:
        while len(keys) < KEYS_WANTED:
            key, at = decoder.raw_decode(head, at)
            _, at = decoder.raw_decode(head, _past(head, at))
            if not isinstance(key, str):
                break
            keys.append(key)
            at = _past(head, at)
    except (ValueError, RecursionError):
        pass  # the end of the head, of the entries, or of what is readable
    return keys


def _past(text: str, at: int) -> int:
    """Where the next value begins, behind the colon or comma at `at`."""
    between = _BETWEEN.match(text, at)
    return between.end() if between else len(text)


def first_recorded_paths(store: Path) -> list[str]:
    """Up to 50 sources, as spelled, from the first aggregate of a store that lists any."""
    for aggregate in sorted(store.glob("*/variation-*/aggregate.pt")):
        paths = [path for _, path in zip(range(PATHS_WANTED), _paths_in(aggregate), strict=False)]
        if paths:
            return paths
    return []


def _paths_in(aggregate: Path) -> Iterator[str]:
    # What reads payloads takes 20 ms to load, and most workspaces have no such store.
    from larder.core.payloads.pt_rows import read_pt_rows

    # What is wrong with it is the survey's to say.
    with suppress(OSError, PayloadError):
        for item in read_pt_rows(aggregate):
            path = item.get("image_path")
            if isinstance(path, str):
                yield path
