"""A bundle brought into the cache folder of another computer; nothing there is overwritten.

Cached files come first and the index last, so that an import that was interrupted goes on where it
stopped: what lies there with the same content stays. Keys of the index may be spelled as the
trainer there spells its pictures, with backslashes where its folders have them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.bundle.export import index_bytes, require_space
from larder.core.bundle.manifest import (
    INDEX_NAME,
    BundledConcept,
    BundledFile,
    Manifest,
    Verification,
    read_manifest,
    verify_bundle,
)
from larder.core.bundle.relative import Respelling, joined_to
from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import decode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import free_bytes
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import refuse_link
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.keys.recipe import make_recipe
from larder.core.stores.records import append_recipe
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import PathFlavour, flavour_of, split_last

PROGRESS_EVERY: Final = 16


class Import(msgspec.Struct, frozen=True, kw_only=True):
    """What an import would write, or has written.

    Attributes:
        folders: how the folder of each concept is spelled there.
        there: files that an import before had brought already.
        bytes: of the files that are not there yet.
        done: whether it was written.
    """

    bundle: str
    target: str
    files: int
    there: int
    bytes: int
    free_bytes: int
    captions: bool
    concepts: tuple[BundledConcept, ...]
    folders: dict[str, str]
    done: bool = False


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What is to be written: files as they are, indexes by path."""

    document: Import
    manifest: Manifest
    files: tuple[BundledFile, ...]
    indexes: Mapping[str, bytes]


def plan_import(
    bundle: Path, target: Path, token: CancelToken, *, workspace: Workspace | None = None,
    under: str = "",
) -> Job[ImportPlan]:
    """Verify a bundle and compare it with what lies in a cache folder.

    Args:
        bundle: the folder.
        target: the cache folder.
        token: checked per file.
        workspace: a config whose concepts say how folders of the same name are spelled.
        under: the folder that the concepts' folders lie in there, as the trainer spells it.

    Raises:
        UserFacingError: if the bundle is not whole, or something else lies in a file's place.
    """
    require_whole((yield from verify_bundle(bundle, token)))
    manifest = read_manifest(bundle)
    folders = _folders(manifest, workspace, under)
    respelling = Respelling(folders, PathFlavour.POSIX, hides=False)
    indexes: dict[str, bytes] = {}
    files: list[BundledFile] = []
    there = 0
    for done, file in enumerate(manifest.files):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("comparing", done, len(manifest.files), "files")
        place = target / file.path
        refuse_link(place)
        if file.path.endswith(f"/{INDEX_NAME}"):
            document = decode_ascii_json(read_regular(bundle / file.path), dict[str, Any])
            indexes[file.path] = index_bytes(respelling.index(document))
            is_same = place.exists() and read_regular(place) == indexes[file.path]
        else:
            is_same = place.exists() and place.stat().st_size == file.bytes \
                and hash_file(place) == file.xxh64
        if place.exists() and not is_same:
            raise UserFacingError(
                f"{place} is there and is another file.",
                "An import overwrites nothing: clear that cache first (larder clear W --apply), "
                "or name another folder.")
        there += is_same
        if not is_same:
            files.append(file)
    free = free_bytes(target)
    return ImportPlan(Import(
        bundle=str(bundle), target=str(target), files=len(files), there=there,
        bytes=sum(file.bytes for file in files), free_bytes=free, captions=manifest.captions,
        concepts=manifest.concepts, folders=folders), manifest, tuple(files), indexes)


def apply_import(plan: ImportPlan, token: CancelToken) -> Job[Import]:
    """Bring in what is not there yet, the indexes last.

    Raises:
        UserFacingError: if the disk has too little space, or a file changed since the plan.
    """
    bundle, target = Path(plan.document.bundle), Path(plan.document.target)
    require_space(target, plan.document.bytes)
    for store in plan.manifest.stores:
        refuse_link(target / store.id)
        (target / store.id).mkdir(parents=True, exist_ok=True)
    ordered = sorted(plan.files, key=lambda file: file.path in plan.indexes)
    for done, file in enumerate(ordered):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("importing", done, len(ordered), "files")
        place = target / file.path
        if place.exists():
            raise UserFacingError(f"{place} came to be there meanwhile.", "Import again.")
        content = plan.indexes.get(file.path)
        write_atomically(place, [read_regular(bundle / file.path) if content is None else content])
        if content is None and hash_file(place) != file.xxh64:
            place.unlink()
            raise UserFacingError(
                f"{file.path} changed while it was read.", "Verify the bundle, then import again.")
    for store in plan.manifest.stores:
        for recipe in store.recipes.values():
            append_recipe(target / store.id, make_recipe(recipe))
    return msgspec.structs.replace(plan.document, done=True)


def require_whole(found: Verification) -> None:
    """Refuse a bundle that is not as it was exported.

    Raises:
        UserFacingError: if it is not; it names the first flaw.
    """
    if found.flaws:
        first = found.flaws[0]
        raise UserFacingError(
            f"The bundle is not whole: {first.path}: {first.problem}",
            f"larder verify {found.bundle} lists everything; copy the bundle again.")


def _folders(manifest: Manifest, workspace: Workspace | None, under: str) -> dict[str, str]:
    """How each concept's folder is spelled: below a given one, else as a config's of that name."""
    if under:
        return {one.name: joined_to(under, [one.name]) for one in manifest.concepts}
    spelled = {} if workspace is None else {
        split_last(concept.path.rstrip("/\\"), flavour_of(concept.path))[1]: concept.path
        for concept in reversed(workspace.concepts)}
    return {one.name: spelled.get(one.name, one.name) for one in manifest.concepts}
