"""Where the space goes: every sum is the survey's, and what is drawn adds up to the folder."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.background import FileCounter
from larder.core.build.rates import record_build_time
from larder.core.build.reports import ToldTime
from larder.core.demo.sample_workspace import SampleReport
from larder.core.files.folder_scan import count_files
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.queries import usage as usage_module
from larder.core.queries.file_counts import DAY_NS, UsageSums
from larder.core.queries.store_stats import store_stats
from larder.core.queries.survey_document import survey_document
from larder.core.queries.usage import usage
from larder.core.queries.usage_document import Usage
from larder.core.requests.surveying import plan_clean, survey_workspace
from larder.core.settings import cache_home
from larder.core.survey.document import SurveyDocument
from larder.core.workspace.open_workspace import open_workspace
from tests.support.indexed_cache import IndexedWorkspace


@pytest.fixture
def sample(known_sample: SampleReport) -> SampleReport:
    return known_sample


def surveyed(config: str | Path, *, days: float = 0) -> tuple[Usage, SurveyDocument]:
    """Usage and the survey's document, seen from so many days later."""
    from larder.core.queries.finding_remedies import find_remedies

    workspace = open_workspace(Path(config))
    report = run_to_end(survey_workspace(workspace, "stat", CancelToken()))
    plan = plan_clean(report)
    document = survey_document(report, plan, find_remedies(report, plan))
    now_ns = time.time_ns() + int(days * DAY_NS)
    return run_to_end(usage(report, plan, now_ns=now_ns, token=CancelToken())), document


def folder_of(document: SurveyDocument, path: str) -> Path:
    return Path(document.workspace.root, path)


@pytest.mark.parametrize("which", ["config", "released"])
def test_figures_are_the_surveys(sample: SampleReport, which: str) -> None:
    found, document = surveyed(getattr(sample, which))
    assert {part.name: part.bytes for part in found.caches} == {
        store.id: store.payload_bytes for store in document.stores}
    assert [part.files for part in found.caches] == [
        len([*folder_of(document, store.path).glob("[0-9a-f]*/variation-*/*.pt")])
        if "legacy" in store.kind else store.payload_files for store in document.stores]
    assert found.bytes == sum(store.payload_bytes for store in document.stores) > 0
    cleaned = [store.reclaimable for store in document.stores]
    assert (found.needless.files, found.needless.bytes) == (
        sum(one.files for one in cleaned), sum(one.bytes for one in cleaned))
    assert sum(part.bytes for part in found.concepts) == found.bytes
    assert [part.bytes for part in found.concepts if part.concept is not None] == [
        facts.bytes for concept in document.concepts for facts in concept.stores.values()]


@pytest.mark.parametrize("name", [
    "sdxl_clean", "sdxl_drifted", "sdxl_v2_index", "sd15_legacy_diskcache"])
def test_concepts_add_up_to_the_caches_and_what_they_share_is_the_first_ones(
    fixture_workspace: Callable[[str], Path], name: str,
) -> None:
    folder = fixture_workspace(name)
    found, document = surveyed(folder / "training_presets/config.json")
    assert sum(part.bytes for part in found.concepts) == found.bytes == sum(
        figures.bytes for figures in run_to_end(store_stats(
            open_workspace(folder / "training_presets/config.json"), budgets={},
            token=CancelToken())).stores)
    of_concepts = [facts.bytes for concept in document.concepts
                   for facts in concept.stores.values()]
    assert [part.bytes for part in found.concepts if part.concept is not None] == of_concepts
    assert bool(found.shared) == name.startswith("sdxl")


@pytest.mark.parametrize("which", ["config", "released"])
def test_sizes_and_variations_each_add_up_to_the_trainers_caches(
    sample: SampleReport, which: str,
) -> None:
    found, document = surveyed(getattr(sample, which))
    for store in document.stores:
        if "smart" in store.kind or "legacy" in store.kind:
            for parts in (found.sizes, found.variations):
                assert sum(part.bytes for part in parts
                           if part.store == store.id) == store.payload_bytes
    assert sum(span.bytes for span in found.ages) == found.bytes


@pytest.mark.parametrize("which", ["config", "released"])
def test_tiles_add_up_to_their_folder_and_the_caches_to_what_lies_there(
    sample: SampleReport, which: str,
) -> None:
    found, document = surveyed(getattr(sample, which))
    below = [0] * len(found.tree)
    for at, node in enumerate(found.tree):
        assert node.parent < at, "a folder stands before what is in it"
        if node.parent >= 0:
            assert found.tree[node.parent].is_folder
            below[node.parent] += node.bytes
    for node, size in zip(found.tree, below, strict=True):
        assert node.bytes == size or not node.is_folder
    folders = {Path(document.workspace.root, store.path).resolve() for store in document.stores}
    top = [node for node in found.tree if node.parent < 0]
    assert sum(node.bytes for node in top) == sum(
        file.stat().st_size / file.stat().st_nlink for folder in folders
        for file in folder.rglob("*") if file.is_file())
    assert [node.bytes for node in top] == sorted((n.bytes for n in top), reverse=True)


def test_buckets_count_pictures_and_name_those_that_fill_no_batch(sample: SampleReport) -> None:
    found, document = surveyed(sample.released)
    image = next(store for store in document.stores if store.id == "image")
    assert 0 < sum(bucket.pictures for bucket in found.buckets) <= image.entries + 3
    assert found.batch_size is not None
    assert all(bucket.pictures < found.batch_size for bucket in found.small_buckets)


def made(tmp_path: Path, **settings: Any) -> Path:
    """Two square pictures, one of them in two variations, and a wide one; batches of two."""
    workspace = IndexedWorkspace(tmp_path / "ws", config={"batch_size": 2})
    workspace.add_concept(**settings)
    workspace.add_picture("data/cats/a.png", variations=2)
    workspace.add_picture("data/cats/b.png")
    workspace.add_picture("data/cats/c.png", size=(128, 192), bucket=(128, 192))
    config = workspace.write(stores=("image",))
    for file in workspace.store().iterdir():
        os.utime(file)
    return config


def test_an_indexed_cache_tells_the_bucket_of_each_picture(tmp_path: Path) -> None:
    found, _ = surveyed(made(tmp_path))
    assert {bucket.name: bucket.pictures for bucket in found.buckets} == {
        "128x192": 1, "128x128": 2}
    assert {part.name: part.files for part in found.sizes} == {"128x192": 1, "128x128": 3}
    assert {part.name: part.files for part in found.variations} == {"1": 3, "2": 1}
    assert [bucket.name for bucket in found.small_buckets] == ["128x192"]


@pytest.mark.parametrize(("settings", "square", "wide"), [
    ({}, 2, 1),
    ({"balancing": 3.0}, 6, 3),
    ({"balancing": 0.5}, 1, 0),
    ({"balancing": 2.0, "balancing_strategy": "SAMPLES"}, 2, 0),
    ({"balancing": 4.0, "balancing_strategy": "SAMPLES"}, 3, 1),
])
def test_turns_of_an_epoch_follow_the_concepts_balancing(
    tmp_path: Path, settings: dict[str, Any], square: int, wide: int,
) -> None:
    found, _ = surveyed(made(tmp_path, **settings))
    assert {bucket.name: bucket.turns for bucket in found.buckets} == {
        "128x192": wide, "128x128": square}
    assert {bucket.name: bucket.left_over(2) for bucket in found.buckets} == {
        "128x192": wide % 2, "128x128": square % 2}


def test_files_are_told_by_age_and_a_future_date_is_young(tmp_path: Path) -> None:
    config = made(tmp_path)
    young, _ = surveyed(config)
    assert [span.files for span in young.ages] == [young.files, 0, 0, 0, 0, 0]
    old, _ = surveyed(config, days=31)
    assert [span.files for span in old.ages] == [0, 0, 0, old.files, 0, 0]
    future, _ = surveyed(config, days=-40)
    assert future.ages[0].files == future.files


def test_a_folder_of_many_files_lists_the_largest_and_sums_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(usage_module, "LARGEST", 2)
    config = made(tmp_path)
    found, document = surveyed(config)
    folder = Path(document.workspace.root, document.stores[0].path)
    (top,) = (node for node in found.tree if node.parent < 0)
    assert (top.files, top.bytes) == count_files(folder)
    in_it = [node for node in found.tree if node.parent == 0 and not node.is_folder]
    assert sorted(node.name == "" for node in in_it) == [False, False, True]


def test_the_last_builds_are_told(tmp_path: Path) -> None:
    told = ToldTime(encoders=("vae",), payloads=4, estimated_s=8.0, elapsed_s=9.5, at_ns=1)
    record_build_time(cache_home(), told)
    found, _ = surveyed(made(tmp_path))
    assert found.builds[-1] == told


def test_a_cache_that_is_not_there_has_nothing(tmp_path: Path) -> None:
    config = made(tmp_path)
    found, document = surveyed(config)
    shutil.rmtree(Path(document.workspace.root, document.stores[0].path))
    found, _ = surveyed(config)
    assert (found.files, found.bytes, found.tree, found.buckets) == (0, 0, (), ())


def test_it_stops_when_it_is_asked_to(tmp_path: Path) -> None:
    report = run_to_end(survey_workspace(
        open_workspace(made(tmp_path)), "stat", CancelToken()))
    token = CancelToken()
    token.cancel()
    with pytest.raises(JobCancelled):
        run_to_end(usage(report, plan_clean(report), now_ns=0, token=token))


def test_a_link_in_a_cache_is_not_followed(tmp_path: Path) -> None:
    config = made(tmp_path)
    found, document = surveyed(config)
    folder = Path(document.workspace.root, document.stores[0].path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "large").write_bytes(bytes(1 << 20))
    try:
        os.symlink(elsewhere, folder / "linked", target_is_directory=True)
    except OSError:
        pytest.skip("no links here")
    again, _ = surveyed(config)
    assert max(node.bytes for node in again.tree) == max(node.bytes for node in found.tree)


def test_a_million_files_are_added_up_by_columns() -> None:
    found = UsageSums(400 * DAY_NS, FileCounter(CancelToken()))
    sizes = np.full(1_000_000, 3, dtype=np.int64)
    found.add_ages(sizes, np.zeros(1_000_000, dtype=np.int64))
    assert found.ages[-1] == [1_000_000, 3_000_000]
