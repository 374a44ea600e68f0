"""A cache as a folder that can be copied to another computer and trained from there.

What a run without sources would take goes along, and nothing else: no entries of deleted pictures,
none of validation concepts, no leftovers. The manifest comes last, so a folder without one is an
export that was interrupted; it is begun again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
import xxhash

from larder.core.bundle.manifest import (
    INDEX_NAME,
    MANIFEST_NAME,
    BundledConcept,
    BundledFile,
    BundledStore,
    Manifest,
    counts_per_concept,
)
from larder.core.bundle.relative import Respelling, name_folders
from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files.ascii_json import decode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import free_bytes
from larder.core.files.folder_scan import scan_folder
from larder.core.files.regular_file import read_regular
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.pt import pt_parts, read_pt_tensors
from larder.core.quantities import size_text
from larder.core.stores.records import read_recipes
from larder.core.survey.document import SourcelessGap
from larder.core.survey.smart_store import read_remembered_index
from larder.core.training.sourceless import look_without_sources
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.roots import flavour_of_keys, normalised, split_key
from larder.core.workspace.samples import caption_of
from larder.core.workspace.trainer_layout import choose_layout, lay_out

PROGRESS_EVERY: Final = 16
CONTENTS: Final = (StoreContent.IMAGE, StoreContent.TEXT)


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """What an export would write, or has written.

    Attributes:
        target: the bundle's folder.
        captions: whether the texts of captions go along.
        bytes: of the files as they lie in the caches.
        free_bytes: where the bundle is to lie.
        missing: what keeps a run without sources from beginning; nothing is exported then.
        done: whether it was written.
    """

    target: str
    layout: str
    captions: bool
    files: int
    bytes: int
    free_bytes: int
    concepts: tuple[BundledConcept, ...]
    missing: tuple[SourcelessGap, ...]
    done: bool = False


@dataclass(frozen=True, slots=True)
class _Leaving:
    """One cache as it is to leave: its index as read and respelled, and its files by name."""

    store: StoreLocation
    copy: str
    read: bytes
    index: dict[str, Any]
    files: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """What is to be written where."""

    document: Export
    leaving: tuple[_Leaving, ...]
    respelling: Respelling | None


def plan_export(
    workspace: Workspace, target: Path, token: CancelToken, *, captions: bool = False
) -> ExportPlan:
    """Look what a run without sources would take, and how it is spelled in a bundle.

    Raises:
        UserFacingError: if the folder already holds something else.
    """
    _refuse_used(target)
    layout = choose_layout(workspace, None)
    found = look_without_sources(workspace)
    free = free_bytes(target)
    if found.pairing is None:
        return ExportPlan(Export(
            target=str(target), layout=layout.value, captions=captions, files=0, bytes=0,
            free_bytes=free, concepts=(), missing=found.facts.missing), (), None)
    token.check()
    stores = {store.kind.content: store for store in lay_out(workspace, layout).stores
              if store.kind.content in CONTENTS and store.exists}
    read = {content: _read(stores[content]) for content in CONTENTS if content in stores}
    keys = _keys({content: document for content, (_, _, document) in read.items()},
                 {sample.picture for sample in found.pairing.samples})
    respelling = _respelling(
        workspace, (document for _, _, document in read.values()), keys, prompts=captions)
    leaving = []
    for content, (copy, raw, document) in read.items():
        store = msgspec.structs.replace(stores[content], id=content.value)
        index = respelling.index(document, keys[content])
        leaving.append(_Leaving(store, copy, raw, index, _files(store, index)))
    planned = Export(
        target=str(target), layout=layout.value, captions=captions, missing=(), free_bytes=free,
        files=sum(len(one.files) for one in leaving),
        bytes=sum(sum(one.files.values()) for one in leaving),
        concepts=counts_per_concept(
            {one.store.id: one.index["entries"] for one in leaving}))
    return ExportPlan(planned, tuple(leaving), respelling)


def apply_export(plan: ExportPlan, token: CancelToken) -> Job[Export]:
    """Write a bundle.

    Raises:
        UserFacingError: if something is missing or the disk has too little space.
        StalePlanError: if an index was saved meanwhile.
    """
    target = Path(plan.document.target)
    _refuse_used(target)
    respelling = plan.respelling
    if respelling is None:
        missing = plan.document.missing
        raise UserFacingError(
            " ".join(gap.problem for gap in missing),
            " ".join(dict.fromkeys(gap.hint for gap in missing)))
    require_space(target, plan.document.bytes)
    stores, files = [], list[BundledFile]()
    for one in plan.leaving:
        folder = target / one.store.id
        folder.mkdir(parents=True, exist_ok=True)
        for written, name in enumerate(one.files):
            token.check()
            if written % PROGRESS_EVERY == 0:
                yield Progress(f"exporting {one.store.id}", written, len(one.files), "files")
            files.append(_write_payload(one.store, name, folder, respelling))
        if read_regular(one.store.path / one.copy) != one.read:
            raise StalePlanError(
                f"The index of the {one.store.id} cache was saved during the export.",
                "Export again when nothing writes there.")
        files.append(_write(folder / INDEX_NAME, f"{one.store.id}/{INDEX_NAME}",
                            [index_bytes(one.index)]))
        recipes = read_recipes(one.store.path)
        stores.append(BundledStore(
            id=one.store.id, entries=len(one.index["entries"]),
            model_type=next(iter(one.index["entries"].values()))["modeltype"],
            recipes={} if recipes is None else {
                identity: respelling.value(dict(recipe.fields))
                for identity, recipe in recipes.recipes.items()}))
    manifest = Manifest(
        layout=plan.document.layout, captions=plan.document.captions, stores=tuple(stores),
        concepts=plan.document.concepts, files=tuple(files))
    write_atomically(target / MANIFEST_NAME, [manifest.encoded()])
    return msgspec.structs.replace(
        plan.document, done=True, files=len(files), bytes=manifest.size)


def index_bytes(document: Mapping[str, Any]) -> bytes:
    """An index as a trainer saves it."""
    return json.dumps(document, ensure_ascii=True, indent=2).encode("ascii")


def require_space(folder: Path, needed: int) -> None:
    """Refuse to begin what the disk has no room for.

    Raises:
        UserFacingError: if it has too little space.
    """
    free = free_bytes(folder)
    if needed > free:
        raise UserFacingError(
            f"{folder} needs {size_text(needed)}, and its disk has {size_text(free)} left.",
            "Free some space there, or take another disk.")


def _refuse_used(target: Path) -> None:
    try:
        listing = scan_folder(target)
    except FileNotFoundError:
        return
    except NotADirectoryError as error:
        raise UserFacingError(f"{target} is no folder.", "Name a new or empty one.") from error
    foreign = {*listing.names, *listing.subfolders} - {one.value for one in CONTENTS}
    if foreign or listing.links:
        raise UserFacingError(
            f"{target} already holds something: {min(foreign or listing.links)}.",
            "Name a new or empty folder.")


def _read(store: StoreLocation) -> tuple[str, bytes, dict[str, Any]]:
    """An index in the copy that a trainer would take: its name, bytes and content."""
    copy = read_remembered_index(store).known(store.path).copy
    raw = read_regular(store.path / copy)
    return copy, raw, decode_ascii_json(raw, dict[str, Any])


def _keys(
    documents: Mapping[StoreContent, Mapping[str, Any]], pictures: Iterable[str]
) -> dict[StoreContent, list[str]]:
    """The entries that are trained on: pictures in the index's order, captions in theirs."""
    trained = set(pictures)
    entries = documents[StoreContent.IMAGE]["entries"]
    keys = {StoreContent.IMAGE: [key for key in entries if key in trained]}
    if StoreContent.TEXT in documents:
        linked = {caption for key in keys[StoreContent.IMAGE]
                  for caption in _captions(key, entries[key])}
        keys[StoreContent.TEXT] = [
            key for key in documents[StoreContent.TEXT]["entries"] if key in linked]
    return keys


def _stamps(entry: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for row in (entry.get("sourceless_rows") or {}).values():
        yield row.get("metadata") or {}
    yield entry.get("sourceless") or {}


def _captions(key: str, entry: Mapping[str, Any]) -> Iterator[str]:
    for stamp in _stamps(entry):
        yield (stamp.get("linked_paths") or {}).get("sample_prompt_path") or caption_of(key)


def _respelling(
    workspace: Workspace, documents: Iterable[Mapping[str, Any]],
    keys: Mapping[StoreContent, list[str]], *, prompts: bool,
) -> Respelling:
    """Folders of concepts, as config and index spell them; of entries in none their own."""
    every = [key for of in keys.values() for key in of]
    flavour = flavour_of_keys(every)
    spelled = [concept.path for concept in workspace.concepts]
    for document in documents:
        spelled += [one["path"] for one in (document.get("concepts") or {}).values()
                    if isinstance(one.get("path"), str)]
        spelled += [
            stamp["group_values"][0] for entry in document["entries"].values()
            for stamp in _stamps(entry)
            if stamp.get("group_values") and isinstance(stamp["group_values"][0], str)]
    clean = {one: normalised(one, flavour) for one in dict.fromkeys(spelled) if one}
    names = name_folders(dict.fromkeys(clean.values()), flavour)
    known = Respelling(names, flavour, hides=False)
    loose = dict.fromkeys(split_key(key, flavour.separator)[0] for key in every
                          if known.path(key) == key and key.split("/")[0] not in names.values())
    names = name_folders([*names, *(folder for folder in loose if folder not in names)], flavour)
    return Respelling(
        {**{raw: names[one] for raw, one in clean.items()}, **names}, flavour, prompts=prompts)


def _files(store: StoreLocation, index: Mapping[str, Any]) -> dict[str, int]:
    """The cached files that an index names, and the blank item, with their bytes."""
    stems = {variant["cache_file"] for entry in index["entries"].values()
             for variant in entry["variants"].values()}
    listing = scan_folder(store.path)
    return {
        name: size for name, size in zip(listing.names, listing.sizes.tolist(), strict=True)
        if name == index.get("blank_sentinel")
        or (name.endswith(".pt") and name.rpartition("_")[0] in stems)}


def _write_payload(
    store: StoreLocation, name: str, folder: Path, respelling: Respelling
) -> BundledFile:
    """One cached file, written anew only if it holds a path or a prompt that may not leave."""
    value = read_pt_tensors(store.path / name)
    respelling.changed = False
    relative = respelling.value(value)
    parts = pt_parts(relative) if respelling.changed else [read_regular(store.path / name)]
    recipe = value.get(RECIPE_KEY) if isinstance(value, Mapping) else None
    return _write(folder / name, f"{store.id}/{name}", parts, recipe=str(recipe or ""))


def _write(path: Path, spelled: str, parts: Iterable[Any], *, recipe: str = "") -> BundledFile:
    digest, size, whole = xxhash.xxh64(), 0, list(parts)
    for part in whole:
        digest.update(part)
        size += memoryview(part).nbytes
    write_atomically(path, whole, fsync=False)
    return BundledFile(path=spelled, bytes=size, xxh64=digest.hexdigest(), recipe=recipe)
