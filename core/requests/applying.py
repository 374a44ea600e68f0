"""Carrying out plans from their files, whatever they are plans of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.build.reports import PLAN_SCHEMA as BUILD_SCHEMA
from larder.core.build.reports import BuildReport
from larder.core.clean.plan_document import PLAN_SCHEMA as CLEAN_SCHEMA
from larder.core.clean.readopt import PLAN_SCHEMA as READOPT_SCHEMA
from larder.core.clean.reports import CleanReport, ReadoptReport, TouchReport
from larder.core.clean.touch import PLAN_SCHEMA as TOUCH_SCHEMA
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.jobs import CancelToken, Job
from larder.core.requests.building import apply_saved_build
from larder.core.requests.cleaning import apply_plan
from larder.core.requests.index_writing import READOPTING, TOUCHING
from larder.core.requests.options import ApplyOptions
from larder.core.requests.request import Request
from larder.core.saved_plans import NO_PLAN, read_saved

Applied = CleanReport | BuildReport | TouchReport | ReadoptReport
"""What carrying out a plan reports."""

_APPLIERS: Final[Mapping[str, Callable[[ApplyOptions, CancelToken], Job[Any]]]] = {
    CLEAN_SCHEMA: apply_plan,
    BUILD_SCHEMA: apply_saved_build,
    TOUCH_SCHEMA: TOUCHING.apply_saved,
    READOPT_SCHEMA: READOPTING.apply_saved,
}

class _Head(msgspec.Struct):
    """What tells one plan's file from another's."""

    schema: str


def apply_saved(options: ApplyOptions, token: CancelToken) -> Job[Applied]:
    """Carry out a plan from its file.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
        WorkspaceError: if the file cannot be read, is no plan, or the selection is not of it.
        UserFacingError: if it cannot be done.
        JobCancelled: if the token was cancelled; its report says what was done.
    """
    head = read_saved(Path(options.plan), _Head)
    applier = _APPLIERS.get(head.schema)
    if applier is None:
        raise WorkspaceError(
            f"The file {options.plan} has the schema {head.schema!r}, which is no plan's that "
            "this version knows.", NO_PLAN)
    if applier is not apply_plan and (options.delete or options.selected is not None):
        raise UserFacingError(
            f"Nothing of {options.plan} can be deleted: it is no plan of a clean.",
            "Leave --delete out.")
    report: Applied = yield from applier(options, token)
    return report


APPLY = Request(ApplyOptions, apply_saved)
