"""The stores of a workspace: those a config uses, or those that lie below a folder.

Which folder their relative paths refer to, when nobody says, is told by the trainer's folders
beside a config, or by where the first sources that stores recorded exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from larder.core.errors import StalePlanError, UserFacingError, WorkspaceError
from larder.core.files.store_paths import LARDER_FOLDER, refuse_link
from larder.core.keys.payload_names import INDEX_NAMES
from larder.core.workspace.cache_layout import find_used_layout
from larder.core.workspace.roots import (
    NO_FOLDER,
    PathFlavour,
    flavour_of_keys,
    infer_flavour,
    is_absolute,
    is_folder,
    resolve,
)
from larder.core.workspace.store_kinds import (
    TRAINER_CONTENTS,
    FolderLook,
    StoreContent,
    StoreFormat,
    StoreKind,
    first_keys,
    first_recorded_paths,
    kind_of,
    probe_folder,
)

LEVELS_SEARCHED: Final = 4
"""How deep below a folder stores are looked for: `<project>/workspace-cache/<run>/image`, one more.
"""

TRAINING_FOLDERS: Final = ("training_concepts", "training_presets")
"""Folders of OneTrainer's own; the one that holds them is where it runs."""

TELLING: Final = (StoreKind.INDEXED_IMAGE, StoreKind.INDEXED_TEXT, StoreKind.RELEASED_IMAGE)
"""Stores that name their sources."""


def explain_only_read(stores: Sequence[str]) -> str:
    """Return the sentence that refuses to write into stores, by id, that are only read."""
    if len(stores) == 1:
        return (f"The {stores[0]} cache belongs to a program whose caches Larder only reads, so "
                "nothing in it is changed.")
    named = f"{stores[0]} and {len(stores) - 1:,} more"
    return (f"The caches {named} belong to a program whose caches Larder only reads, so nothing in "
            "them is changed.")


class StoreLocation(msgspec.Struct, frozen=True):
    """One store of a workspace.

    Attributes:
        id: unique within the workspace: "image", "text", the folder's name of another store, or a
            path where there are several.
        spelled: its folder as the config spells it, or relative to the root where it can be.
        begun: whether it shows what kind of store it is; else it was taken for what its siblings
            are.
    """

    id: str
    kind: StoreKind
    path: Path
    spelled: str
    exists: bool = True
    begun: bool = True


def find_stores(folder: Path) -> tuple[StoreLocation, ...]:
    """Every store in `folder` or a few levels below it, by path, spelled as absolute paths."""
    found = [
        (path, kind) for path, kinds in _search(folder, LEVELS_SEARCHED, set()) for kind in kinds
    ]
    ids = _distinct_ids(folder, found)
    return tuple(
        StoreLocation(id=identity, kind=kind, path=path, spelled=str(path))
        for identity, (path, kind) in zip(ids, found, strict=True)
    )


def respell_below(stores: Sequence[StoreLocation], root: Path) -> tuple[StoreLocation, ...]:
    """The same stores, spelled relative to `root` where they lie below it."""
    return tuple(
        replace(store, spelled=store.path.relative_to(root).as_posix())
        if store.path.is_relative_to(root) else store
        for store in stores
    )


def list_expected_stores(
    cache_dir: Path, *, spelled: str, separator: str, names: Iterable[str]
) -> tuple[StoreLocation, ...]:
    """The stores a config uses, present or not, and any other store beside them.

    Returns:
        At least one location per name, in that order. A folder that is missing or empty is taken
        for the format its siblings have.

    Raises:
        WorkspaceError: if one of the named folders may be there and cannot be listed.
    """
    contents = {name: StoreContent(name or StoreContent.IMAGE.value) for name in names}
    kinds = {name: _probe(cache_dir / name, content, is_store=True).kinds
             for name, content in contents.items()}
    if "" not in kinds:
        for beside in _probe(cache_dir).subfolders:
            if beside not in kinds and (others := _probe(cache_dir / beside).kinds):
                kinds[beside] = others
    seen = {kind.format for found in kinds.values() for kind in found
            if kind.content in TRAINER_CONTENTS}
    usual = StoreFormat.RELEASED if seen == {StoreFormat.RELEASED} else StoreFormat.INDEXED
    locations: list[StoreLocation] = []
    for name, found in kinds.items():
        path = cache_dir / name
        marks = {kind: _mark(kind, found, path) for kind in found} or {
            kind_of(usual, contents[name]): ""}
        locations += [
            StoreLocation(
                id=(name or kind.content.value) + mark,
                kind=kind,
                path=path,
                spelled=f"{spelled}{separator}{name}" if name and spelled else name or spelled,
                exists=is_folder(path),
                begun=bool(found),
            ) for kind, mark in sorted(marks.items(), key=lambda marked: bool(marked[1]))]
    return tuple(locations)


def require_planned_store(
    stores: Iterable[StoreLocation],
    identity: str,
    kind: StoreKind,
    folder: Path,
    *,
    may_be_new: bool = False,
) -> StoreLocation:
    """Make sure that a store that a plan names may be written into; writes nothing itself.

    A plan is a file that anybody may have edited. So the store must be one that the workspace opens
    today, of a format that Larder writes, a store by its own files, and nothing that Larder writes
    there may be a link. A build may begin one (`may_be_new`): a folder without any is fine, and so
    is a trainer's other layout.

    Returns:
        The store as the workspace has it.

    Raises:
        StalePlanError: if it is none of the workspace's, is gone, or is no store any more.
        UserFacingError: if its format is only read, or `.larder` or an index file is a link.
        OSError: if the folder cannot be listed.
    """
    if not kind.traits.may_clean:
        raise UserFacingError(explain_only_read([identity]), "Leave it out.")
    hint = "Survey again and make a new plan."
    found = next((store for store in stores if store.id == identity), None)
    if found is None or found.kind is not kind or found.path != folder:
        raise StalePlanError(
            f"The plan is for the {kind.value} cache {folder}, which this workspace does not have "
            "now; nothing was changed.", hint)
    if not is_folder(folder):
        if may_be_new:
            return found
        raise StalePlanError(f"The cache {folder} does not exist any more.", hint)
    content = kind.content if kind.content in TRAINER_CONTENTS else None
    kinds = probe_folder(folder, content).kinds
    may_begin = may_be_new and all(other.content is kind.content for other in kinds)
    if kind not in kinds and not may_begin:
        raise StalePlanError(
            f"{folder} does not look like a {kind.value} cache; nothing was changed.",
            hint)
    for name in (LARDER_FOLDER, *sorted(INDEX_NAMES)):
        refuse_link(folder / name)
    return found


def _probe(
    folder: Path, content: StoreContent | None = None, *, is_store: bool = False
) -> FolderLook:
    """As `probe_folder`, with nothing to see in a folder that is missing or may not be listed.

    Raises:
        WorkspaceError: if one that is to be a store may be there and cannot be listed.
    """
    try:
        return probe_folder(folder, content)
    except OSError as error:
        if is_store and error.errno not in NO_FOLDER:
            raise WorkspaceError.of_listing(folder, error) from error
        return FolderLook((), ())


def _search(
    folder: Path, levels: int, seen: set[tuple[int, int]]
) -> Iterator[tuple[Path, tuple[StoreKind, ...]]]:
    """Stores in `folder` and below; links are followed, no folder twice."""
    try:
        status = folder.stat()
    except OSError:
        return
    if (status.st_dev, status.st_ino) in seen:
        return
    seen.add((status.st_dev, status.st_ino))
    look = _probe(folder)
    if look.kinds:
        yield folder, look.kinds
    if levels:
        for name in look.subfolders:
            yield from _search(folder / name, levels - 1, seen)


def _distinct_ids(
    folder: Path, found: Sequence[tuple[Path, StoreKind]]
) -> list[str]:
    """Return ids: contents of a trainer's stores, folder names of others, else relative paths."""
    marks = [_mark(kind, [one for at, one in found if at == path], path) for path, kind in found]
    short = [
        kind.content.value + mark if kind.content in TRAINER_CONTENTS
        else kind.content.value if path == folder else path.name + mark
        for (path, kind), mark in zip(found, marks, strict=True)]
    if len(set(short)) == len(short):
        return short
    return [
        plain if path == folder else path.relative_to(folder).as_posix() + mark
        for (path, _), mark, plain in zip(found, marks, short, strict=True)
    ]


def _mark(kind: StoreKind, kinds: Sequence[StoreKind], folder: Path) -> str:
    """Return the suffix that distinguishes stores sharing a folder; "" for the one used."""
    if len(kinds) < 2:
        return ""
    if kind.content not in TRAINER_CONTENTS:
        return f"-{kind.content.value}"
    has_both = sum(other.content in TRAINER_CONTENTS for other in kinds) > 1
    used = find_used_layout(folder).format if has_both else StoreFormat.INDEXED
    return "" if kind.format is used else f"-{kind.format.value}"


def root_of_config(config: Path) -> Path:
    """The nearest folder above a config that holds OneTrainer's folders, else the config's own."""
    return _training_folder(config.parent) or config.parent


def root_of_stores(folder: Path, stores: Sequence[Path]) -> Path:
    """The folder that the indexes of a bare folder refer to.

    The nearest folder, from `folder` upwards, under which most of the first indexed files exist;
    where none does, the nearest that holds OneTrainer's folders, else `folder` itself.
    """
    relative = [
        (key, flavour) for keys, flavour in map(_first_paths, stores)
        for key in keys if not is_absolute(key, flavour)]
    best, most = None, 0
    if relative:
        for candidate in (folder, *folder.parents):
            there = sum(
                _exists(resolve(key, candidate, (), flavour)) for key, flavour in relative)
            if there > most:
                best, most = candidate, there
            if there == len(relative):
                break
    return best or _training_folder(folder) or folder


def flavour_of_stores(stores: Sequence[StoreLocation], otherwise: PathFlavour) -> PathFlavour:
    """How the trainer that filled these stores spells paths; `otherwise` where nothing tells."""
    for store in stores:
        if store.kind in TELLING:
            keys, flavour = _first_paths(store.path)
            if keys:
                return flavour
    return otherwise


def _first_paths(store: Path) -> tuple[list[str], PathFlavour]:
    """The first sources of a store and how they are spelled."""
    keys = first_keys(store)
    if keys:
        return keys, flavour_of_keys(keys)
    recorded = first_recorded_paths(store)
    return recorded, infer_flavour(recorded)


def _exists(real: str) -> bool:
    try:
        Path(real).stat()
    except (OSError, ValueError):
        return False
    return True


def _training_folder(folder: Path) -> Path | None:
    for candidate in (folder, *folder.parents):
        if any(is_folder(candidate / name) for name in TRAINING_FOLDERS):
            return candidate
    return None
