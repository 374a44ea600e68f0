"""Plans again what changed while it was built, so that one picture never costs the others.

A folder of slots is written whole, in the order of its concept's pictures. While it was encoded, a
picture may have been deleted, edited or added, or a caption edited. Then its concepts are surveyed
and planned once more before anything takes its place; what was encoded is staged under names that
say what it holds, so the second round encodes only what is new.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Final

import msgspec

from larder.core.build.pipeline.pieces import ADDED, GONE, MEANWHILE
from larder.core.build.pipeline.stages import FailedSource
from larder.core.build.plan import BuildPlan
from larder.core.build.planning import build_plan
from larder.core.build.released.build import SlotBuildState
from larder.core.build.reports import BuildReport
from larder.core.build.restrict_plan import restrict_to_concepts
from larder.core.jobs import CancelToken, ItemFailed, Job
from larder.core.survey.released.sources import GroupSamples
from larder.core.survey.sources import SourceTree
from larder.core.survey.survey import list_concept, survey
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.samples import LinkRule

MOST_ROUNDS: Final = 3
"""Who adds a picture every minute gets a cache in the end, of the pictures of the last round."""


def may_plan_again(plan: BuildPlan) -> bool:
    """Return whether a plan has folders of slots to write, and no limit that keeps them open."""
    return plan.options.limit is None and any(store.changed_folders for store in plan.stores)


def note_listing(plan: BuildPlan, built: Sequence[SlotBuildState]) -> Job[SourceTree]:
    """Enter pictures that were added to the concepts of planned folders, or deleted from them.

    Returns:
        What was listed.
    """
    tree, noted = SourceTree(), set[int]()
    for books in built:
        planned: dict[int, list[str]] = defaultdict(list)
        first = {folder.group: folder for folder in reversed(books.store.changed_folders)}
        for folder in first.values():
            for sample in folder.slots.columns.samples:
                planned[sample.concept].append(sample.picture)
        for concept in plan.workspace.concepts:
            if concept.index not in planned or concept.index in noted:
                continue
            noted.add(concept.index)
            pictures, before = pictures_now(plan.workspace, concept, tree), planned[concept.index]
            if pictures is None or pictures == before:
                continue
            for picture in sorted({*pictures} ^ {*before}):
                why = GONE if picture in before else ADDED
                yield books.leave(FailedSource(picture, why, is_changed=True))
    return tree


def pictures_now(
    workspace: Workspace, concept: Concept, tree: SourceTree
) -> Sequence[str] | None:
    """Return a concept's pictures in the trainer's order, None if a folder cannot be listed."""
    folder = workspace.locate(concept, flavour=workspace.flavour)
    # As a survey of the numbered layout alone lists them.
    samples = list_concept(workspace, concept, folder, link_rule=LinkRule.FOLLOW,
                           list_folder=tree.list_folder)
    return None if samples.unreadable else GroupSamples.of(samples, folder).pictures


def plan_again(plan: BuildPlan, token: CancelToken) -> Job[BuildPlan]:
    """Return a plan of today for the concepts whose folders a plan writes.

    Raises:
        UserFacingError, JobCancelled: as `build_plan`.
    """
    options = plan.options
    report = yield from survey(
        plan.workspace, gone=options.gone, chosen=plan.models, token=token)
    fresh = yield from build_plan(
        report, scope=plan.scope, selection=options.selection, doubted=options.doubted,
        others=options.others, token=token)
    concepts = {concept for store in plan.stores for folder in store.changed_folders
                for concept in folder.concepts}
    return replace(restrict_to_concepts(fresh, concepts), encoding=plan.encoding, broken=tuple(
        left for left in fresh.broken if left not in plan.broken))


def defer_changes(job: Job[BuildReport], held: list[ItemFailed]) -> Job[BuildReport]:
    """Run a job, and keep in `held` which sources changed, until it is known what that costs."""
    with closing(job):
        while True:
            try:
                event = next(job)
            except StopIteration as ended:
                report: BuildReport = ended.value
                return report
            if isinstance(event, ItemFailed) and event.problem in MEANWHILE:
                held.append(event)
            else:
                yield event


def add_up(first: BuildReport, second: BuildReport) -> BuildReport:
    """Return the report of two rounds; the second has all payloads of its folders in its plan."""
    return msgspec.structs.replace(
        second, built=first.built + second.built, encoded=first.encoded + second.encoded,
        copied=first.copied + second.copied, readopted=first.readopted + second.readopted,
        # What the first round staged was no payload that was there.
        adopted=max(second.adopted - first.built, 0),
        bytes=first.bytes + second.bytes, failed=(*first.failed, *(
            left for left in second.failed if left not in first.failed)),
        changed=(*(left for left in first.changed if left.why not in MEANWHILE), *second.changed),
        encoders=tuple(dict.fromkeys((*first.encoders, *second.encoders))),
        elapsed_s=round(first.elapsed_s + second.elapsed_s, 3),
        estimated_s=msgspec.UNSET)
