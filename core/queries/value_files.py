"""Files of a store of single values or parameter trees: of a tree its manifest stands for all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from larder.core.jobs import Job
from larder.core.queries.file_counts import CachedCrops, UsageSums, make_figures
from larder.core.stores.records import read_sources
from larder.core.stores.use_log import Uses
from larder.core.stores.values.uses import read_uses_if_recorded
from larder.core.survey.document import StoreFigures
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.values.facts import files_of, list_values
from larder.core.workspace.open_workspace import StoreLocation, Workspace


def list_value_files(store: StoreLocation) -> Iterable[str]:
    """Names of its payload files, of trees of their manifests."""
    files = files_of(store.path, store.kind)
    return [files.get(name, (name,))[0] for name in list_values(store.path, store.kind).names]


def find_value_files(workspace: Workspace, store: StoreLocation, source: str) -> tuple[Path, ...]:
    """Files of the values made from `source`, or of the value of that name.

    Raises:
        WorkspaceError: if the store cannot be listed.
    """
    del workspace
    record = read_sources(store.path)
    files = files_of(store.path, store.kind)
    names = [
        name for name in list_values(store.path, store.kind).names
        if name == source or (name in record and record[name].source == source)]
    return tuple(store.path / files.get(name, (name,))[0] for name in names)


def count_values(store: StoreLocation) -> StoreFigures:
    """Its figures, with the lookups and the budget that are recorded."""
    listed = list_values(store.path, store.kind)
    uses = read_uses_if_recorded(store.path, store.kind) or Uses()
    used_ns = uses.last_uses(listed.names, listed.mtimes_ns)
    return make_figures(
        store, entries=len(listed.names), sizes=listed.sizes.tolist(),
        temporaries=listed.temporaries.sizes.tolist(), uses=uses,
        last_used_ns=int(used_ns.max()) if len(used_ns) else None,
        budget_bytes=uses.budget or None)


def add_by_age(_report: SurveyReport, store: StoreSurvey, sums: UsageSums) -> Job[None]:
    """Add the ages of files whose names tell nothing else that is charted."""
    yield from ()
    files = store.payloads
    sums.add_ages(files.sizes[files.count_mask], files.mtimes_ns[files.count_mask])


def list_without_crops(_report: SurveyReport, _store: StoreSurvey) -> CachedCrops:
    """Return no pair: a trainer puts no single value into a bucket."""
    none = np.zeros(0, np.int32)
    return CachedCrops(none, none, none)
