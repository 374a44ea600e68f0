"""How OneTrainer lays its caches out, and whether it keeps them when it starts.

Every release reads folders of numbered slots; an open pull request replaces them by an index. Both
empty `image`, `text` and `epoch-*` of the config's cache folder at each start while "Clear cache
before training" is on and something is cached: `GenericTrainer.start`, read at 23df3832 and, of the
pull request, at d59276ca. They differ in what they take it for where a config does not say.

Both may lie in one folder: the trainer of the pull request leaves older groups where they are, and
so does a build for the other trainer. One of them is *used*: the index, unless the last build there
was for released OneTrainer, which it notes in `.larder/layout`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from larder.core.errors import Finding, UserFacingError
from larder.core.files.atomic_write import write_atomically
from larder.core.files.store_paths import larder_folder, make_larder_folder
from larder.core.workspace.cache_layout import USED_NAME, CacheLayout, find_used_layout
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import TRAINER_CONTENTS, kind_of

CLEAR_CACHE_SWITCH: Final = "Clear cache before training"
"""The switch as OneTrainer's window shows it."""

_CLEARED: Final = tuple(content.value for content in TRAINER_CONTENTS)
"""Subfolders of the cache folder that the switch empties, beside `epoch-*`."""

ORDER: Final = {content: place for place, content in enumerate(TRAINER_CONTENTS)}

BUILDING_FOLDER: Final = "building"
"""In a store's `.larder`: payloads of the released layout that were encoded and have no slot yet.
A build of that layout begins with it."""


def use_layout(workspace: Workspace, layout: CacheLayout) -> None:
    """Note which layout is used of the folders that hold both.

    Raises:
        UserFacingError: if one may not be written.
    """
    for folder in {store.path for store in workspace.stores
                   if store.kind.content in TRAINER_CONTENTS and store.path.is_dir()}:
        if find_used_layout(folder) is not layout:
            write_atomically(
                make_larder_folder(folder) / USED_NAME, [layout.value.encode("ascii")])


def cache_folder_stores(workspace: Workspace) -> tuple[StoreLocation, ...]:
    """Return the trainer's caches that one trainer fills: those of one cache folder.

    Below a folder there may be those of several runs. They are those of the config's cache folder,
    or, where none is there, of the only cache folder; none if there are several.
    """
    cached = [store for store in workspace.stores if store.kind.content in TRAINER_CONTENTS]
    folders = {store.path.parent for store in cached}
    if len(folders) > 1 and workspace.config is not None:
        named = workspace.file(workspace.config.cache_dir)
        cached = [store for store in cached if named in (store.path, store.path.parent)]
        folders = {named}
    places = {(store.kind.content, store.path) for store in cached}
    is_of_one_run = len(folders) < 2 and len(places) == len({content for content, _ in places})
    return tuple(cached) if is_of_one_run else ()


def layouts_of(workspace: Workspace) -> tuple[CacheLayout, ...]:
    """The layouts whose caches are there, the used one first; none where nothing is cached."""
    begun = [store for store in cache_folder_stores(workspace) if store.begun]
    formats = {store.kind.format for store in begun}
    used = find_used_layout(begun[0].path) if begun else None
    there = [layout for layout in CacheLayout if layout.format in formats]
    return tuple(sorted(there, key=lambda layout: layout is not used))


def without_unused(workspace: Workspace) -> Workspace:
    """A workspace without what lies beside a used layout in the same folder."""
    cached = [store for store in workspace.stores if store.kind.content in TRAINER_CONTENTS]
    times = Counter(store.path for store in cached)
    unused = {store.id for store in cached if times[store.path] > 1
              and store.kind.format is not find_used_layout(store.path).format}
    return replace(workspace, stores=tuple(
        store for store in workspace.stores if store.id not in unused))


def lay_out(workspace: Workspace, layout: CacheLayout) -> Workspace:
    """A workspace whose trainer's caches lie, or are to lie, in one layout.

    What lies in the other layout in the same folders is left out; caches of other runs stay as they
    are, see `cache_folder_stores`.
    """
    mine = cache_folder_stores(workspace)
    others = [store for store in workspace.stores if store not in mine]
    there = {store.path for store in mine if store.kind.format is layout.format}
    named = [
        *others,
        *(replace(store, id=store.kind.content.value) for store in mine
          if store.kind.format is layout.format),
        *(replace(store, id=store.kind.content.value,
                  kind=kind_of(layout.format, store.kind.content), begun=False)
          for store in mine if store.path not in there)]
    return replace(workspace, stores=tuple(sorted(
        named, key=lambda store: ORDER.get(store.kind.content, len(ORDER)))))


def choose_layout(workspace: Workspace, asked: str | None) -> CacheLayout:
    """The layout that a workspace is built in.

    Args:
        workspace: where what is there decides, of both layouts the used one.
        asked: "released" or "cache.json", None for what is there.

    Raises:
        UserFacingError: if it is another word.
    """
    if asked is not None:
        try:
            return CacheLayout(asked)
        except ValueError:
            words = " or ".join(layout.value for layout in CacheLayout)
            raise UserFacingError(
                f"There is no cache layout {asked!r}.", f"Use {words}.") from None
    return next(iter(layouts_of(workspace)), begun_layout(workspace) or CacheLayout.INDEXED)


def begun_layout(workspace: Workspace) -> CacheLayout | None:
    """Return the layout of a build that was stopped before anything was in its place."""
    stopped = any(
        (larder_folder(store.path) / BUILDING_FOLDER).is_dir() for store in workspace.stores
        if store.kind.content in TRAINER_CONTENTS)
    return CacheLayout.RELEASED if stopped else None


def clearing_finding(
    workspace: Workspace, layouts: Collection[CacheLayout] | None = None
) -> Finding | None:
    """Return a finding if OneTrainer would empty these caches at its next start, else None.

    Args:
        workspace: whose config decides.
        layouts: those that a build is about to fill, None for the one that is used.
    """
    config = workspace.config
    if config is None or not (config.image_caching or config.text_caching):
        return None
    cache_dir = workspace.file(config.cache_dir)
    held = layouts_of(workspace)[:1] if layouts is None else layouts
    states = config.clear_cache_before_training
    is_clearing = any(
        layout is CacheLayout.RELEASED if states is None else states for layout in held)
    is_there = any(
        store.path.parent == cache_dir and store.path.name in _CLEARED
        and (store.begun or layouts is not None) for store in workspace.stores)
    if not (is_clearing and is_there):
        return None
    said = "is on in this config" if states else \
        "is on by default, and this config does not set it"
    return Finding(
        config.cache_dir,
        f"“{CLEAR_CACHE_SWITCH}” {said}: OneTrainer empties image, text and epoch-* of "
        f"{config.cache_dir} at its next start.",
        "Switch it off in OneTrainer, or everything will be encoded again.")
