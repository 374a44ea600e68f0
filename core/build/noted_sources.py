"""Notes for the next survey of what a build found out of sources."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from typing import Final

from larder.core.build.pipeline.build_state import Counts
from larder.core.build.pipeline.pieces import sidecar_of
from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.build.reports import BuildReport
from larder.core.files.file_stamp import is_there, readable_stamp
from larder.core.jobs import ItemFailed, Job
from larder.core.survey.checks.noted_by_builds import note_read, note_suspects
from larder.core.survey.sharing import deciding_sidecars
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreContent

MOST_MOVED: Final = 1000
"""Masks of moved pictures that the next survey opens, some milliseconds each."""


def note_sources_of(plan: BuildPlan, job: Job[BuildReport]) -> Job[BuildReport]:
    """Run a build, and tell the next survey what it could not use and what it has read whole."""
    failed: list[str] = []
    began_ns = time.time_ns()
    try:
        while True:
            event = next(job)
            if isinstance(event, ItemFailed):
                failed.append(event.item)
            yield event
    except StopIteration as ended:
        report: BuildReport = ended.value
        if not report.stopped:
            note_read(plan.workspace, _read_by(plan, report, failed, began_ns))
            note_suspects(plan.workspace, [*itertools.islice(_sidecars_moved(plan), MOST_MOVED)])
        return report
    finally:
        note_suspects(plan.workspace, failed)


def note_masks_of(plan: BuildPlan, store: BuildStore, tally: Counts, began_ns: int) -> None:
    """Tell the next survey which masks were read whole with their pictures.

    One that hides all of what was cached may show something beside it: the survey opens that one.
    Conditioning pictures were read with them.
    """
    note_suspects(plan.workspace, [key for key, shows in tally.masked.items() if not shows])
    note_read(plan.workspace, _sidecars_read(plan, store, tally, began_ns))


def _sidecars_read(
    plan: BuildPlan, store: BuildStore, tally: Counts, began_ns: int
) -> Iterator[tuple[str, tuple[int, int, int]]]:
    endings = deciding_sidecars(plan.config) if tally.masked else ()
    for item in store.items if endings else ():
        if not tally.masked.get(item.key):
            continue
        for ending in endings:
            now = readable_stamp(sidecar_of(item.source, ending))
            if now is not None and max(now.mtime_ns, now.ctime_ns) < began_ns:
                yield sidecar_of(item.key, ending), (now.size, now.mtime_ns, began_ns)


def _sidecars_moved(plan: BuildPlan) -> Iterator[str]:
    """Masks and conditioning pictures of pictures whose payloads only got another name.

    They hold what the payloads were made with, but nobody looked whether a mask shows anything.
    """
    endings = deciding_sidecars(plan.config)
    pictures = itertools.chain(
        ((one.key, store.target.source_path(one.key))
         for store in plan.readopt.stores for one in store.rows),
        ((slot.sample.picture, slot.path)
         for store in plan.stores
         if store.slots is not None and store.content is not StoreContent.TEXT
         for slot in store.slots.list_renamed() if slot.path))
    for key, path in pictures if endings else ():
        for ending in endings:
            if is_there(sidecar_of(path, ending)):
                yield sidecar_of(key, ending)


def _read_by(
    plan: BuildPlan, report: BuildReport, failed: Sequence[str], began_ns: int
) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Sources that a build encoded, or for whose content it found or moved payloads.

    Those that are not as they were when it began are left out.
    """
    without = {*failed, *(left.source for left in (*report.failed, *report.changed))}
    made = ((item.key, item.source) for store in plan.stores for item in store.items
            if item.to_make)
    readopted = ((one.key, store.target.source_path(one.key))
                 for store in plan.readopt.stores for one in store.rows)
    moved = ((caption_of(slot.sample.picture) if store.content is StoreContent.TEXT
              else slot.sample.picture, slot.path)
             for store in plan.stores if store.slots is not None
             for slot in store.slots.list_renamed() if slot.path)
    for key, path in itertools.chain(made, readopted, moved):
        now = None if key in without else readable_stamp(path)
        if now is not None and max(now.mtime_ns, now.ctime_ns) < began_ns:
            yield key, (now.size, now.mtime_ns, began_ns)
