"""The survey of one store in released OneTrainer's layout.

Such a store has no index: a slot belongs to the sample of the same number, if the samples are still
those the group was built from. So the rows are the config's samples, judged slot by slot, and the
sources that an image group lists although they are no samples any more. What a slot's source looked
like when it was cached is recorded nowhere; `legacy_findings` says so once per store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.jobs import CancelToken, Job, Progress
from core.operations.legacy_files import group_rows
from core.operations.legacy_matching import (
    ConceptPlace,
    StoreMatches,
    concept_places,
    match_image_groups,
    match_text_groups,
)
from core.operations.legacy_readings import GroupReading, ReadingJudge, readings_of
from core.operations.legacy_rows import RowCollector
from core.operations.survey_report import Depth, IndexCopy, IndexFacts, StoreSurvey
from core.stores.legacy_disk_cache import LegacyFolders, list_legacy_folders
from core.stores.legacy_records import GroupRecord, Places, read_group, recorded_flavour
from core.workspace.findings import Finding
from core.workspace.open_workspace import StoreContent, StoreKind, StoreLocation, Workspace
from core.workspace.roots import HERE, PathFlavour
from core.workspace.samples import ConceptSamples
