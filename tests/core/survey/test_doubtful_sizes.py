"""Cached files that a survey opens for their size alone, and what a build then makes again."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.jobs import Job, run_to_end
from larder.core.payloads.pt import pt_parts
from larder.core.survey import audit
from larder.core.survey.doubtful_sizes import (
    LOOKED_AT,
    NO_SHAPE,
    OF_ANY_SIZE,
    doubtful_files,
    inspect_doubtful,
)
from larder.core.survey.payload_facts import read_payloads
from larder.core.survey.report import Depth
from larder.core.survey.verdicts import Verdict
from larder.core.training.dataset import CachedDataset
from larder.core.training.report import TrainingWarning
from tests.support.building import BuildWorkspace, build
from tests.support.released_building import PATH, assert_served_right, cats, let_train
from tests.support.source_building import SourceBuild, write_text
from tests.support.surveying import drifted, run_survey, verdicts
from tests.support.trainers_caches import as_a_trainer_leaves_it
from tests.support.training import read_payload
from tests.support.value_caches import date_back

LAYOUTS = ("released", "cache.json")
Damage = Callable[[Path], None]


def empty(payload: Path) -> None:
    payload.write_bytes(b"")


def shorten(payload: Path) -> None:
    payload.write_bytes(payload.read_bytes()[:-40])


def lengthen(payload: Path) -> None:
    """As a later version would, which stores one value more."""
    held = read_payload(payload)
    payload.write_bytes(b"".join(pt_parts({**held, "more": [*held.get("more", []), 1]})))


DAMAGES = pytest.mark.parametrize("damage", [empty, shorten])
STORES = pytest.mark.parametrize("store", ["image", "text"])


def damaged(workspace: BuildWorkspace, store: str, damage: Damage) -> Path:
    """One payload of a store, damaged and dated back as a copy would leave it."""
    payloads = sorted(path for path in workspace.store(store).rglob("*_1.pt")) or sorted(
        workspace.store(store).rglob("variation-0/2.pt"))
    (*_, payload) = payloads
    before = payload.stat().st_mtime_ns
    damage(payload)
    os.utime(payload, ns=(before, before))
    return payload


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = cats(tmp_path)
    for number in range(6):
        made.add_picture(f"{PATH}/{number}.png", size=(40, 48), seed=number)
    for number in (1, 4):
        made.add_mask(f"{PATH}/{number}.png", 100, size=(40, 48))
    return made


@pytest.mark.swept(3)
@DAMAGES
@STORES
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_build_makes_a_payload_again_that_was_cut_short_and_no_other(
        workspace: BuildWorkspace, layout: str, store: str, damage: Damage) -> None:
    build(workspace, layout=layout, even_if_busy=True)
    payload = damaged(workspace, store, damage)

    built = build(workspace, even_if_busy=True)

    (item,) = built.plan.stores[0].items
    assert item.verdict is Verdict.CORRUPT_PAYLOAD
    assert built.encoders.encoded == 1
    assert built.report.is_whole
    assert set(verdicts(run_survey(workspace.config_path), store).values()) == {"valid"}
    assert payload.stat().st_size > 0
    if layout == "released":
        assert_served_right(workspace)


@DAMAGES
def test_a_trainers_picture_is_compared_with_the_others_of_its_size(
        workspace: BuildWorkspace, damage: Damage) -> None:
    let_train(workspace)
    damaged(workspace, "image", damage)

    assert verdicts(run_survey(workspace.config_path), "image")[
        f"{PATH}/2.png"] == "corrupt-payload"
    assert build(workspace, even_if_busy=True).encoders.encoded == 1
    assert_served_right(workspace)


def test_a_cut_of_another_size_than_its_name_says_is_made_again(workspace: BuildWorkspace) -> None:
    """As a trainer leaves it that draws another of several resolutions for the next variation."""
    workspace.add_picture(f"{PATH}/tall.png", caption="a tall cat", size=(96, 48))
    build(workspace, layout="cache.json", even_if_busy=True)
    as_a_trainer_leaves_it(workspace)
    tall, other = (
        workspace.store() / f"{variant['cache_file']}_1.pt" for name in ("tall", "2")
        for variant in workspace.row(f"{PATH}/{name}.png")["variants"].values())
    before = other.stat().st_mtime_ns
    other.write_bytes(tall.read_bytes())
    os.utime(other, ns=(before, before))

    with pytest.warns(TrainingWarning, match="bad-values"):
        assert len(CachedDataset(workspace.config_path)) == 6
    built = build(workspace, even_if_busy=True)

    assert [image.source.name for image in built.encoders.images] == ["2.png"]
    assert set(verdicts(run_survey(workspace.config_path), "image").values()) == {"valid"}


def test_an_empty_caption_of_a_trainer_is_made_again(workspace: BuildWorkspace) -> None:
    let_train(workspace)
    damaged(workspace, "text", empty)

    assert verdicts(run_survey(workspace.config_path), "text")[
        f"{PATH}/2.txt"] == "corrupt-payload"
    build(workspace, even_if_busy=True)
    assert_served_right(workspace)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_caption_of_a_trainer_that_lost_half_of_its_file_is_made_again(
        workspace: BuildWorkspace, layout: str) -> None:
    if layout == "released":
        let_train(workspace)
    else:
        build(workspace, layout=layout, even_if_busy=True)
        as_a_trainer_leaves_it(workspace)
    damaged(workspace, "text", lambda path: os.truncate(path, path.stat().st_size // 2))

    found = verdicts(run_survey(workspace.config_path), "text")
    assert list(found.values()).count("corrupt-payload") == 1
    assert len(build(workspace, even_if_busy=True).encoders.prompts) == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_payload_that_was_cut_short_is_not_taken_over_for_a_renamed_picture(
        workspace: BuildWorkspace, layout: str) -> None:
    build(workspace, layout=layout, even_if_busy=True)
    damaged(workspace, "image", shorten)
    for name in ("2", "5"):
        for ending in (".png", ".txt"):
            (workspace.root / PATH / f"{name}{ending}").rename(
                workspace.root / PATH / f"9{name}{ending}")

    built = build(workspace, even_if_busy=True)

    assert len(built.encoders.images) == 1
    found = verdicts(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image")
    assert set(found.values()) <= {"valid", "source-missing"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_dataset_leaves_out_a_payload_that_was_cut_short(
        workspace: BuildWorkspace, layout: str) -> None:
    build(workspace, layout=layout, even_if_busy=True)
    damaged(workspace, "image", shorten)

    with pytest.warns(TrainingWarning, match="Damaged"):
        dataset = CachedDataset(workspace.config_path)

    assert len([dataset[at] for at in range(len(dataset))]) == 5


@pytest.mark.parametrize("damage", [empty, shorten])
def test_a_value_that_was_cut_short_is_found_and_made_again(
        tmp_path: Path, damage: Damage) -> None:
    made = SourceBuild.of(tmp_path)
    for number in range(3):
        write_text(made.sources, f"{number}.txt", f"row {number}")
    made.build()
    name = next(iter(made.payloads()))
    damage(made.store.folder / name)
    date_back(made.store.folder)

    found = run_survey(made.store.folder.parent)

    assert [*drifted(found, made.store.id).values()] == ["corrupt-payload"]
    assert made.build().encoded == 1
    assert made.plan().is_empty


def test_slots_of_the_recorded_size_are_not_opened(
        workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    build(workspace, layout="released", even_if_busy=True)
    monkeypatch.setattr(audit, "read_pt", lambda path: pytest.fail(f"{path} was opened"))

    run_survey(workspace.config_path)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.usefixtures("nothing_is_too_fresh")
def test_a_sound_payload_of_an_odd_size_is_opened_once_and_when_it_changed(
        workspace: BuildWorkspace, layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    build(workspace, layout=layout, even_if_busy=True)
    payload = damaged(workspace, "image", lengthen)
    assert payload.name in looked_at(workspace, monkeypatch)
    assert looked_at(workspace, monkeypatch) == []
    workspace.configure(masked_training=False)  # other values are asked for
    assert payload.name in looked_at(workspace, monkeypatch)
    lengthen(payload)
    assert payload.name in looked_at(workspace, monkeypatch)
    shorten(payload)
    for _ in range(2):  # what something is found in is looked into each time
        assert payload.name in looked_at(workspace, monkeypatch)


def looked_at(workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the payloads that a survey asks about, known or not."""
    asked: list[str] = []

    def noting(
            store: Path, stamps: Mapping[str, object], *rest: Any, **named: Any) -> Job[Any]:
        asked.extend(name.rpartition("/")[2] for name in stamps)
        return (yield from read_payloads(store, stamps, *rest, **named))

    monkeypatch.setattr(audit, "read_payloads", noting)
    run_survey(workspace.config_path)
    return asked


def sizes(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def test_files_of_one_shape_and_one_size_are_in_no_doubt() -> None:
    assert doubtful_files(sizes(5, 5, 9, 9, 7), sizes(1, 1, 2, 2, 3)) == []


def test_a_file_unlike_most_of_its_shape_is_in_doubt() -> None:
    assert doubtful_files(sizes(5, 5, 4, 9), sizes(1, 1, 1, 2)) == [[2]]


def test_where_no_size_is_that_of_most_all_of_the_shape_are_in_doubt() -> None:
    assert doubtful_files(sizes(5, 4), sizes(1, 1)) == [[0], [1]]


def test_a_file_of_the_recorded_size_is_compared_with_no_other() -> None:
    assert doubtful_files(sizes(5, 5, 3, 4), sizes(1, 1, 1, 1), sizes(-1, -1, 3, 5)) == [[3]]


def test_of_files_of_any_size_one_that_is_far_smaller_is_in_doubt() -> None:
    sizes = np.array([900, 940, 1000, 1010, 1060, 1100, 500, 5000])

    assert doubtful_files(sizes, np.full(8, OF_ANY_SIZE)) == [[6]]
    assert doubtful_files(sizes, np.full(8, NO_SHAPE)) == []


def test_files_that_are_not_compared_are_in_doubt_when_empty_or_not_as_recorded() -> None:
    assert doubtful_files(sizes(5, 0, 7), recorded=sizes(-1, -1, 8)) == [[1], [2]]


def opened(damaged: Collection[str]) -> list[str]:
    """Return the names that are opened among twenty files of one odd size."""
    found: list[str] = []

    def look(names: Sequence[str]) -> Job[Collection[str]]:
        found.extend(names)
        yield from ()
        return [name for name in names if name in damaged]

    run_to_end(inspect_doubtful([[str(number) for number in range(20)]], look))
    return found


def test_of_many_files_of_one_odd_size_few_are_opened() -> None:
    assert len(opened(damaged=())) == LOOKED_AT


def test_where_one_of_them_is_damaged_all_are_opened() -> None:
    assert len(opened(damaged=("0",))) == 20
