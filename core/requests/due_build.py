"""Size and time of the build that a survey finds due, remembered until any input differs.

Only a plan shows it, and planning imports a hundred modules: half of the time of a small survey on
a computer that has built before. So the answer is stored in derived memory, by a digest of all
inputs of the plan: what the survey found, stamps of the files that are not up to date, of the
models and of the measured rates. If any of these differs, the build is planned again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
import xxhash

from larder.core import __version__
from larder.core.columns import distinct
from larder.core.files.derived import recall, remember
from larder.core.files.durable import free_bytes
from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import JobCancelled
from larder.core.quantities import pluralize
from larder.core.queries.finding_remedies import StoreRemedies
from larder.core.queries.next_steps import is_build_due
from larder.core.settings import RATES_NAME, cache_home
from larder.core.survey.document import BuildEstimate
from larder.core.survey.report import SurveyReport
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.hub_cache import find_hub_model
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import PathFlavour, flavour_of, split_last
from larder.core.workspace.trainer_layout import BUILDING_FOLDER

if TYPE_CHECKING:
    from larder.core.build.plan import BuildPlan

NAME: Final = "due-builds.json"
FORMAT: Final = 4
MOST_WORKSPACES: Final = 64
PLANNED_AT_MOST: Final = 50_000
"""Rows of a survey that a build is planned for beside it: a second's work, as long as itself."""


class _DueBuild(msgspec.Struct, frozen=True):
    """Remembered answer for one workspace.

    Attributes:
        made_of: the digest of all inputs of its plan.
        estimate: None where nothing can be built; free space is that of the time it was made.
        folders: where the build would write.
    """

    made_of: str
    estimate: BuildEstimate | None = None
    folders: tuple[str, ...] = ()


class _DueMemory(msgspec.Struct, frozen=True):
    """By workspace, the latest last."""

    format: int = FORMAT
    due: dict[str, _DueBuild] = {}


def estimate_due_build(
    report: SurveyReport, remedies: Sequence[StoreRemedies], models: Sequence[str] = ()
) -> BuildEstimate | None:
    """Return the estimate of the build that is due with these models.

    None if nothing can be built, or if planning would take too long.
    """
    if (sum(len(survey.rows) for survey in report.stores) > PLANNED_AT_MOST
            or not is_build_due(report, remedies)):
        return None
    name, made_of = str(report.workspace.opened), _compute_plan_digest(report, models)
    memory = _read()
    known = memory.due.get(name)
    if known is None or known.made_of != made_of:
        from larder.core.requests.building import plan_what_is_due

        try:
            plan = plan_what_is_due(report, models)
        except JobCancelled:
            return None
        known = _due(made_of, plan, report)
        latest = [one for one in memory.due.items() if one[0] != name][1 - MOST_WORKSPACES:]
        remember(cache_home() / NAME, _DueMemory(due={**dict(latest), name: known}))
    return None if known.estimate is None else msgspec.structs.replace(
        known.estimate, free_bytes=_find_free_bytes(known.folders))


def _due(made_of: str, plan: BuildPlan | None, report: SurveyReport) -> _DueBuild:
    if plan is None:
        return _DueBuild(made_of)
    written = {group.store for group in plan.groups}
    folders = tuple(str(store.path) for store in report.workspace.stores
                    if store.id in written or not written)
    work = plan.work
    return _DueBuild(made_of, BuildEstimate(
        seconds=plan.seconds, bytes=plan.bytes, encodes=work.encodes, copies=work.copies,
        moves=work.moves, free_bytes=_find_free_bytes(folders), waits=_describe_waiting(plan)),
        folders)


def _describe_waiting(plan: BuildPlan) -> str:
    """Return which unreadable files keep the rest of their groups from being built."""
    sources = list(dict.fromkeys(one.source for one in plan.broken))
    if not sources or plan.layout is not CacheLayout.RELEASED:
        return ""
    first, others = split_last(sources[0], flavour_of(sources[0]))[1], len(sources) - 1
    if not others:
        return f"{first} cannot be read, so the rest of its concept is not built."
    return (f"{first} and {pluralize(others, 'other file')} cannot be read, so the rest of their "
            "concepts is not built.")


def _find_free_bytes(folders: Sequence[str]) -> int:
    return min(free_bytes(Path(folder)) for folder in folders)


def _read() -> _DueMemory:
    memory = recall(cache_home() / NAME, _DueMemory)
    return memory if memory is not None and memory.format == FORMAT else _DueMemory()


def _compute_plan_digest(report: SurveyReport, models: Sequence[str]) -> str:
    """Hex digits over all that a plan of the due build is made of."""
    workspace, config = report.workspace, report.workspace.config
    named = models if config is None else (*models, config.base_model_name)
    digest = xxhash.xxh3_128(repr((
        __version__, workspace.digest, report.gone, readable_stamp(cache_home() / RATES_NAME),
        [(name, _stamp_of_model(name, workspace)) for name in named],
    )).encode("utf-8", "surrogatepass"))
    for survey in report.stores:
        rows = survey.rows
        is_due = (rows.verdicts != Verdict.VALID) | (rows.also != 0)
        for column in (rows.verdicts, rows.also, rows.concept, rows.has_entry, rows.bytes):
            digest.update(column.tobytes())
        digest.update(repr((
            survey.location.id, survey.index.stamp, survey.readoptions,
            readable_stamp(larder_folder(survey.location.path) / BUILDING_FOLDER),
        )).encode("utf-8", "surrogatepass"))
        spelled = workspace.paths(PathFlavour(rows.separator))
        for folder in distinct(rows.folder[is_due]).tolist():
            names = [rows.names[row] for row in
                     np.flatnonzero(is_due & (rows.folder == folder)).tolist()]
            paths = spelled.reals(rows.folders[folder], names)
            digest.update("\n".join(paths).encode("utf-8", "surrogatepass"))
            digest.update(msgspec.msgpack.encode([readable_stamp(path) for path in paths]))
    return digest.hexdigest()


def _stamp_of_model(name: str, workspace: Workspace) -> FileStamp | None:
    """Of a folder, a file or a snapshot of the hub; None where it is none of them."""
    own = workspace.config.huggingface_cache_dir if workspace.config is not None else ""
    place = find_hub_model(name, workspace.root / own if own else None)
    return readable_stamp(place or workspace.paths(flavour_of(name)).real(name))
