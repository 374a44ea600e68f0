"""Stores of released OneTrainer's layout with small payloads, and builds that replace folders."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from larder.core.files.durable import explain_drive_errors
from larder.core.jobs import CancelToken, run_to_end
from larder.core.stores.released.groups import BARRIER, scan_released_group
from larder.core.stores.released.slots import Origin, read_slots
from larder.core.writes.quarantine.manifest import PlannedMove, aggregate_of
from larder.core.writes.quarantine.new_folders import Kept, NewStore, NewVariation
from larder.core.writes.quarantine.swap import HALF_WAY, SwapReport, swap_in
from larder.core.writes.reports import UndoReport
from larder.core.writes.transaction import store_transaction
from larder.core.writes.undo import undo_clean

PICTURES, CAPTIONS = "a" * 64, "b" * 64
Contents = Sequence[bytes]


@dataclass(frozen=True)
class Wanted:
    """One folder as a build is to leave it: contents by slot."""

    store: str
    contents: Contents
    group: str = PICTURES
    variation: int = 0


def aggregate_for(contents: Contents) -> bytes:
    """An aggregate that tells which payloads belong to it."""
    return b"\n".join(contents)


def write_variation(
    store: Path, contents: Contents, *, group: str = PICTURES, variation: int = 0,
    complete: bool = True,
) -> None:
    """A folder as a trainer leaves it, an hour ago."""
    folder = store / group / f"variation-{variation}"
    folder.mkdir(parents=True)
    for at, content in enumerate(contents):
        (folder / f"{at}.pt").write_bytes(content)
    if complete:
        (folder / "aggregate.pt").write_bytes(aggregate_for(contents))
    at_ns = time.time_ns() - 3600 * 10**9
    for path in folder.iterdir():
        os.utime(path, ns=(at_ns, at_ns))


STOPS = (b"the trainer stops here",)


def read_variation(folder: Path) -> tuple[bytes, ...] | None:
    """Return the slots a trainer reads, in order, or None where it would build the folder.

    `STOPS` is returned where it cannot load the aggregate.

    A trainer takes the number of slots from its own list, here from the aggregate; a slot that is
    missing or belongs to another aggregate fails.
    """
    if not (folder / "aggregate.pt").is_file():
        return None
    aggregate = (folder / "aggregate.pt").read_bytes()
    if aggregate == BARRIER:
        return STOPS
    count = aggregate.count(b"\n") + 1
    contents = tuple((folder / f"{at}.pt").read_bytes() for at in range(count))
    assert aggregate_for(contents) == aggregate, f"{folder} mixes two builds"
    return contents


def trainer_reads(cache: Path, stores: Collection[str] = ("image", "text")) -> dict[str, object]:
    """Return what a trainer reads of every folder of a cache, by relative path."""
    return {
        folder.relative_to(cache).as_posix(): read_variation(folder)
        for store in stores for folder in sorted((cache / store).glob("?" * 64 + "/variation-*"))}


def origin_of(content: bytes) -> Origin:
    """An origin that only this content has."""
    return Origin(f"/data/{content.decode()}.png", "0" * 16, len(content), 1)


def origins_in(store: Path, *, group: str = PICTURES, variation: int = 0) -> list[str] | None:
    """Which pictures are recorded for a folder that is there."""
    present = scan_released_group(store, group).variation(variation)
    record = None if present is None else read_slots(store, group, present)
    return None if record is None else [
        "" if origin is None else origin.picture for origin in record.slots]


def stage(store: Path, content: bytes) -> str:
    """Path of a payload that the build has encoded."""
    folder = store / ".larder/building"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{content.decode()}.pt"
    path.write_bytes(content)
    return str(path)


def planned_build(
    cache: Path, wanted: Sequence[Wanted], *, gone: Mapping[str, Sequence[str]] | None = None,
) -> list[NewStore]:
    """Keep what is in any folder of the store, stage the rest."""
    stores: dict[str, list[NewVariation]] = {name: [] for name in gone or {}}
    for one in wanted:
        store = cache / one.store
        present: dict[bytes, Path] = {}
        live = store / one.group / f"variation-{one.variation}"
        for path in [*sorted(store.glob("?" * 64 + "/*/[0-9]*.pt")), *sorted(live.glob("[0-9]*"))]:
            present[path.read_bytes()] = path
        slots: list[Kept | str] = []
        for content in one.contents:
            path = present.get(content)
            slots.append(stage(store, content) if path is None else Kept(
                path, path.stat().st_size, path.stat().st_mtime_ns))
        stores.setdefault(one.store, []).append(NewVariation(
            group=one.group, variation=one.variation, slots=slots,
            aggregate=aggregate_for(one.contents),
            origins=[origin_of(content) for content in one.contents],
            replaces=aggregate_of(live)))
    return [
        NewStore(cache / name, variations, gone=[
            PlannedMove(move, 0, (cache / name / move).stat().st_mtime_ns, is_folder=True)
            for move in (gone or {}).get(name, ())])
        for name, variations in stores.items()]


def swapped(stores: Sequence[NewStore], *, token: CancelToken | None = None) -> SwapReport:
    """Apply a build to its end."""
    folders = {store.folder: () for store in stores}
    with (explain_drive_errors("The cache", HALF_WAY),
          store_transaction(folders, even_if_busy=True)):
        return run_to_end(swap_in(stores, token=token or CancelToken()))


def build(cache: Path, *wanted: Wanted, **options: Mapping[str, Sequence[str]]) -> SwapReport:
    """Plan a build of the cache and apply it."""
    return swapped(planned_build(cache, wanted, **options))


def undo(cache: Path, identity: str | None = None) -> UndoReport:
    """Undo in both stores, as the command line does it."""
    stores = [cache / "image", cache / "text"]
    return run_to_end(undo_clean(stores, identity, even_if_busy=True, token=CancelToken()))


def turn_slots_around(cache: Path) -> None:
    """A build that keeps every slot of one group of pictures and one of captions, last first."""
    stores = []
    for store in (cache / "image", cache / "text"):
        group = min(path.name for path in store.iterdir() if len(path.name) == 64)
        folder = store / group / "variation-0"
        slots = sorted(folder.glob("[0-9]*.pt"), key=lambda path: -int(path.stem))
        kept = [Kept(path, path.stat().st_size, path.stat().st_mtime_ns) for path in slots]
        stores.append(NewStore(store, [NewVariation(
            group, 0, kept, b"aggregate", [None for _ in kept],
            replaces=aggregate_of(folder))]))
    swapped(stores)
