"""Payloads that a reading found wrong, and surveys afterwards that open none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.build.released.reuse import WRONG_VALUES
from larder.core.jobs import CancelToken, run_to_end
from larder.core.payloads.pt import pt_parts
from larder.core.payloads.sealed_npz import lay_out
from larder.core.requests.checking import check_workspace
from larder.core.requests.options import CheckOptions
from larder.core.settings import cache_home
from larder.core.stores.values.payloads import read_entry
from larder.core.survey.report import Depth, SurveyReport
from larder.core.survey.training_risks import TrainingRisk, harms_in
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.store_kinds import StoreKind
from tests.support.building import BuildWorkspace, build
from tests.support.released_building import PATH, cats, let_train
from tests.support.source_building import SourceBuild, write_clip, write_text
from tests.support.surveying import drifted, run_survey, store_of, verdicts, why
from tests.support.training import read_payload

LAYOUTS = pytest.mark.parametrize("layout", ["released", "cache.json"])
SOURCE = f"{PATH}/2.png"
pytestmark = pytest.mark.usefixtures("nothing_is_too_fresh")


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = cats(tmp_path)
    for number in range(6):
        made.add_picture(f"{PATH}/{number}.png", size=(40, 48), seed=number)
    return made


def write_unnoticed(payload: Path, content: bytes) -> None:
    """Write as a failing disk does: the date stays."""
    before = payload.stat()
    payload.write_bytes(content)
    os.utime(payload, ns=(before.st_mtime_ns, before.st_mtime_ns))


def no_numbers(payload: Path) -> None:
    held: dict[str, Any] = read_payload(payload)
    write_unnoticed(payload, b"".join(pt_parts({**held, "latent_image": np.full_like(
        held["latent_image"], np.nan)})))


def flip(payload: Path) -> None:
    """One bit of the first array, which its checksum tells."""
    content = bytearray(payload.read_bytes())
    array = np.asarray(read_payload(payload)["latent_image"]).tobytes()
    content[content.index(array) + len(array) // 2] ^= 1
    write_unnoticed(payload, bytes(content))


def last_picture(workspace: BuildWorkspace) -> Path:
    (*_, payload) = sorted(workspace.store().rglob("*_1.pt")) or sorted(
        workspace.store().rglob("variation-0/2.pt"))
    return payload


def told(report: SurveyReport) -> Mapping[str, tuple[str, str, tuple[TrainingRisk, ...]]]:
    """Verdict, sentence and risks of every picture that is not as it should be."""
    rows = store_of(report, "image").rows
    return {
        source: (verdict, why(report, "image", source), harms_in(int(rows.harms[next(
            row for row in range(len(rows)) if rows.source(row) == source)])))
        for source, verdict in drifted(report, "image").items()}


@pytest.mark.parametrize("damage", [no_numbers, flip])
@LAYOUTS
def test_what_a_look_into_all_found_wrong_the_next_survey_says_and_a_build_makes_again(
        workspace: BuildWorkspace, layout: str, damage: Callable[[Path], None]) -> None:
    build(workspace, layout=layout, even_if_busy=True)
    damage(last_picture(workspace))

    read = told(run_survey(workspace.config_path, depth=Depth.PAYLOAD))
    assert len(read) == 1
    assert told(run_survey(workspace.config_path)) == read

    assert build(workspace, even_if_busy=True).encoders.encoded == 1
    assert set(verdicts(run_survey(workspace.config_path), "image").values()) == {"valid"}


@pytest.mark.parametrize(("layout", "who"), [
    ("released", "OneTrainer"), ("cache.json", "the trainer")])
def test_what_a_trainer_does_with_flipped_bits_is_said_as_its_remedy_says_it(
        workspace: BuildWorkspace, layout: str, who: str) -> None:
    build(workspace, layout=layout, even_if_busy=True)
    flip(last_picture(workspace))

    found = run_to_end(check_workspace(
        open_workspace(workspace.config_path),
        CheckOptions(workspace=str(workspace.config_path)), CancelToken()))
    (item,) = (item for item in found.items if "checksums" in item.why)
    assert "compares no checksums and trains with the changed values" in item.why
    assert item.remedy.endswith(f"Otherwise {who} trains with the changed values.")


def test_a_trainers_file_without_numbers_is_not_reused_for_what_it_contains(
        workspace: BuildWorkspace) -> None:
    let_train(workspace)
    no_numbers(last_picture(workspace))
    run_survey(workspace.config_path, depth=Depth.PAYLOAD)

    built = build(workspace, even_if_busy=True)
    assert [left.why for store in built.plan.stores for left in store.unproved] == [WRONG_VALUES]


@pytest.mark.parametrize("damage", [no_numbers, flip])
def test_what_was_found_wrong_is_not_copied_into_the_other_layout(
        workspace: BuildWorkspace, damage: Callable[[Path], None]) -> None:
    build(workspace, layout="cache.json", even_if_busy=True)
    damage(last_picture(workspace))
    run_survey(workspace.config_path, depth=Depth.PAYLOAD)

    assert build(workspace, layout="released", even_if_busy=True).encoders.encoded == 1


@LAYOUTS
def test_what_only_all_of_a_store_tell_of_one_is_known_too(
        workspace: BuildWorkspace, layout: str) -> None:
    build(workspace, layout=layout, even_if_busy=True)
    payload = last_picture(workspace)
    held = read_payload(payload)
    array = np.asarray(held["latent_image"]).swapaxes(0, 1)  # the channels are not the first
    write_unnoticed(payload, b"".join(pt_parts(
        {**held, "latent_image": np.ascontiguousarray(array)})))

    read = told(run_survey(workspace.config_path, depth=Depth.PAYLOAD))
    assert [risks for _, _, risks in read.values()] == [(TrainingRisk.UNLIKE_OTHERS,)]
    assert told(run_survey(workspace.config_path)) == read


@LAYOUTS
def test_a_payload_that_was_put_right_since_is_in_no_doubt(
        workspace: BuildWorkspace, layout: str) -> None:
    build(workspace, layout=layout, even_if_busy=True)
    payload = last_picture(workspace)
    sound = payload.read_bytes()
    no_numbers(payload)
    run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    write_unnoticed(payload, sound)

    assert told(run_survey(workspace.config_path)) == {}


def test_without_the_memory_a_survey_that_opens_nothing_knows_of_nothing(
        workspace: BuildWorkspace) -> None:
    build(workspace, layout="cache.json", even_if_busy=True)
    no_numbers(last_picture(workspace))
    run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    shutil.rmtree(cache_home())

    assert told(run_survey(workspace.config_path)) == {}


def test_a_value_that_was_found_damaged_is_known_to_be(tmp_path: Path) -> None:
    made = SourceBuild.of(tmp_path)
    for number in range(3):
        write_text(made.sources, f"{number}.txt", f"row {number}")
    made.build()
    payload = made.store.folder / next(iter(made.payloads()))
    content = bytearray(payload.read_bytes())
    content[len(content) // 2] ^= 0xff
    write_unnoticed(payload, bytes(content))

    opened = made.store.folder.parent
    read = drifted(run_survey(opened, depth=Depth.PAYLOAD), made.store.id)
    assert [*read.values()] == ["corrupt-payload"]
    assert drifted(run_survey(opened), made.store.id) == read
    assert made.build().encoded == 1
    assert made.plan().is_empty


@pytest.mark.parametrize("reads_payloads", [False, True])
def test_a_value_without_numbers_is_built_again(tmp_path: Path, *, reads_payloads: bool) -> None:
    made = SourceBuild.of(tmp_path, StoreKind.WAVEFORM)
    for number in range(3):
        write_clip(made.sources, f"{number}.wav", seed=number)
    made.build()
    payload = made.store.folder / next(iter(made.payloads()))
    values, stamp = read_entry(payload, StoreKind.WAVEFORM)
    assert stamp is not None
    broken = {name: np.full_like(array, np.nan) for name, array in values.items()}
    write_unnoticed(payload, b"".join(map(bytes, lay_out(
        broken, kind=stamp.kind, key=stamp.key, source=stamp.source))))

    assert made.plan().is_empty, "nobody has read it"
    if not reads_payloads:
        read = drifted(run_survey(made.store.folder.parent, depth=Depth.PAYLOAD), made.store.id)
        assert [*read.values()] == ["bad-values"]
    assert made.apply(made.plan(reads_payloads=reads_payloads)).encoded == 1
    assert made.plan(reads_payloads=True).is_empty
