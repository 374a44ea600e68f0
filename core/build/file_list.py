"""Lists what a build does with the files of every picture and caption; it adds up to the totals.

The document of a plan counts. This names each file of a plan that was counted, for a person who
looks for one. Files that stay are those of folders that are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.build.released.columns import ACTIONS, HeldPayload, Making, SlotAction
from larder.core.build.released.pool import PlannedFolder, SlotPool
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreContent
from larder.core.writes.reports import FileAction, ListedFile

_BY_SLOT: Final = {
    SlotAction.STAYS: FileAction.KEEP, SlotAction.LEFT: FileAction.KEEP,
    SlotAction.MOVES: FileAction.MOVE, SlotAction.SHARED: FileAction.COPY,
    SlotAction.LINKED: FileAction.COPY}
"""What is done for a slot; those that are encoded have an item each."""


def list_build_files(plan: BuildPlan) -> Iterator[ListedFile]:
    """Yield what is done with the files of each source of a plan that was counted."""
    names = plan.concept_names
    for store in plan.stores:
        yield from _list_items(store, plan.makings.get(store.target.id, ()), names)
        pool = None if store.slots is None else store.slots.pool
        for folder in store.changed_folders if pool is not None else ():
            yield from _list_slots(store, folder, pool, names)
    for one in plan.readopt.stores:
        named: set[str] = set()
        for row in one.rows:
            new = [name for name in row.payloads if name not in named]
            named.update(new)
            if new:
                yield ListedFile(
                    store=one.target.id, source=row.key, action=FileAction.MOVE, files=len(new),
                    origin=row.dead_key or "")


def _list_items(
    store: BuildStore, makings: Sequence[Sequence[Making]], names: dict[int, str]
) -> Iterator[ListedFile]:
    replaced: set[str] = set()
    for item, making in zip(store.items, makings, strict=True):
        encodes = sum(one is Making.ENCODED for one in making)
        goes = {*item.replaced} - replaced
        replaced |= goes
        for action, count in (
                (FileAction.ENCODE, encodes),
                (FileAction.COPY, max(len(item.to_make) - encodes, 0)),
                (FileAction.REMOVE, len(goes))):
            if count:
                yield ListedFile(
                    store=store.target.id, concept=names.get(item.use.concept, ""),
                    source=item.key, action=action, files=count, size=item.resolution)


def _list_slots(
    store: BuildStore, folder: PlannedFolder, pool: SlotPool | None, names: dict[int, str]
) -> Iterator[ListedFile]:
    columns, is_text = folder.slots.columns, store.content is StoreContent.TEXT
    for sample, code, held in zip(columns.samples, columns.actions, columns.held, strict=True):
        action = _BY_SLOT.get(ACTIONS[code])
        if action is None:
            continue
        yield ListedFile(
            store=store.target.id, concept=names.get(sample.concept, ""),
            source=_source(sample.picture, is_text=is_text), action=action, files=1,
            origin=_describe_origin(held) if action is not FileAction.KEEP else "")
    concept = ", ".join(names[at] for at in sorted(folder.concepts))
    for slot in folder.going:
        picture = "" if pool is None else pool.picture_at((folder.group, folder.number, slot))
        yield ListedFile(
            store=store.target.id, concept=concept, action=FileAction.REMOVE, files=1,
            source=_source(picture, is_text=is_text) if picture else "",
            origin=f"Cached file {slot}")


def _source(picture: str, *, is_text: bool) -> str:
    return caption_of(picture) if is_text else picture


def _describe_origin(held: HeldPayload | None) -> str:
    """Return where a payload is now, as far as it is in a slot."""
    return "" if held is None or held.place is None else f"Cached file {held.place[2]}"
