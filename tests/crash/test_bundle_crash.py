"""kill -9 at every step of an export and of an import: nothing half-made is taken for whole."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from larder.core.bundle.export import apply_export
from larder.core.bundle.import_bundle import apply_import, plan_import
from larder.core.bundle.verify import Flaw
from larder.core.jobs import CancelToken, Job, run_to_end
from larder.core.stores.released.groups import list_released_groups, read_group
from tests.support.building import BuildWorkspace
from tests.support.bundles import (
    FORMS,
    export,
    files_below,
    import_bundle,
    manifest_of,
    planned,
    verify,
)
from tests.support.killed import killed_at
from tests.support.sweeps import Sweep
from tests.support.training import LAYOUTS, cached

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the kill needs a fork")

STRIDE = 13
"""Steps between two kills, unless a sweep takes each."""

STEPS_AT_MOST = 200


@pytest.fixture(scope="module", params=LAYOUTS)
def workspace(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> BuildWorkspace:
    return cached(tmp_path_factory.mktemp("home"), layout=request.param, pictures=2)


@pytest.fixture(scope="module", params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def bundle(
    workspace: BuildWorkspace, form: str, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    return export(workspace, tmp_path_factory.mktemp("export") / form)


def apply(job: Job[Any]) -> None:
    run_to_end(job)


@pytest.fixture
def steps(sweep: Sweep) -> range:
    return range(0, STEPS_AT_MOST, sweep.stride(STRIDE))


def test_an_export_that_was_killed_is_no_bundle_and_goes_on(
    workspace: BuildWorkspace, bundle: Path, tmp_path: Path, steps: range
) -> None:
    seen_unfinished = went_on = 0
    for step in steps:
        target = tmp_path / str(step) / bundle.name
        target.parent.mkdir()
        plan = planned(workspace, target)
        if not killed_at(step, partial(apply, apply_export(plan, CancelToken()))):
            break
        found = verify(target)
        if not found.whole:
            seen_unfinished += 1
            assert [flaw.what for flaw in found.flaws] == [Flaw.MANIFEST]
            went_on += planned(workspace, target).document.there > 0
            export(workspace, target)
        assert verify(target).whole
        assert manifest_of(target) == manifest_of(bundle)
        assert not [path for path in target.parent.iterdir() if path != target]
    assert seen_unfinished
    assert went_on


def test_an_import_that_was_killed_lists_nothing_that_is_not_there_and_goes_on(
    bundle: Path, tmp_path: Path, steps: range
) -> None:
    import_bundle(bundle, tmp_path / "whole")
    whole = files_below(tmp_path / "whole")
    seen_unfinished = 0
    for step in steps:
        cache = tmp_path / str(step)
        plan = run_to_end(plan_import(bundle, cache, CancelToken()))
        if not killed_at(step, partial(apply, apply_import(plan, CancelToken()))):
            break
        if files_below(cache) != whole:
            seen_unfinished += 1
            require_listed_files(cache)
        import_bundle(bundle, cache)
        assert files_below(cache) == whole
    assert seen_unfinished


def require_listed_files(cache: Path) -> None:
    """Whatever an index or a list of slots tells the trainer is there."""
    for store in (cache / "image", cache / "text"):
        if (store / "cache.json").exists():
            assert len(list(store.glob("*_1.pt"))) == 2
        if not store.exists():
            continue
        for key in list_released_groups(store):
            for record in read_group(store, key).variations.values():
                assert not record.damage
                assert all(record.variation.has_slot(slot) for slot in range(record.count))
