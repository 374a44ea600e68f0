"""How the files of a store are listed, found and counted: one row per format, for all who ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from larder.core.jobs import Job
from larder.core.queries.file_counts import CachedCrops, UsageSums
from larder.core.queries.indexed_files import (
    add_indexed,
    count_indexed,
    find_indexed_files,
    list_indexed_crops,
    list_indexed_payloads,
)
from larder.core.queries.released_files import (
    add_groups,
    count_groups,
    find_slot_files,
    list_slot_crops,
    list_slots,
)
from larder.core.queries.trainer_files import (
    count_trainer_files,
    find_trainer_files,
    list_trainer_files,
)
from larder.core.queries.value_files import (
    add_by_age,
    count_values,
    find_value_files,
    list_value_files,
    list_without_crops,
)
from larder.core.survey.document import StoreFigures
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import AllFormats, StoreFormat


class FilesOfFormat(msgspec.Struct, frozen=True):
    """Functions that are asked of the files of a store.

    Attributes:
        list_payloads: names of its payload files relative to its folder, of trees their manifests.
        find_files: payload files of the entry of a source.
        count: what `larder stats` tells of it.
        add_usage: adds a surveyed store to the sums that charts are drawn of.
        list_crops: which rows of a surveyed store are cached in which bucket.
    """

    list_payloads: Callable[[StoreLocation], Iterable[str]]
    find_files: Callable[[Workspace, StoreLocation, str], tuple[Path, ...]]
    count: Callable[[StoreLocation], StoreFigures]
    add_usage: Callable[[SurveyReport, StoreSurvey, UsageSums], Job[None]]
    list_crops: Callable[[SurveyReport, StoreSurvey], CachedCrops]


_VALUES: Final = FilesOfFormat(
    list_value_files, find_value_files, count_values, add_by_age, list_without_crops)

FILES_OF: Final[AllFormats[FilesOfFormat]] = {
    StoreFormat.INDEXED: FilesOfFormat(
        list_indexed_payloads, find_indexed_files, count_indexed, add_indexed, list_indexed_crops),
    StoreFormat.RELEASED: FilesOfFormat(
        list_slots, find_slot_files, count_groups, add_groups, list_slot_crops),
    StoreFormat.VALUES: _VALUES,
    StoreFormat.TREES: _VALUES,
    StoreFormat.FILES: FilesOfFormat(
        list_trainer_files, find_trainer_files, count_trainer_files, add_by_age,
        list_without_crops),
}
"""The row of each format."""
