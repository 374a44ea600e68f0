"""A plan says what the trainer's next run encodes again because of it, before it is applied."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from larder.core.build.rates import BuildRate, EncoderRates, note_rates
from larder.core.clean.plan import CleanReason, EncodedAgain
from larder.core.clean.plan_document import load_plan, plan_document, save_plan
from larder.core.clean.plan_prune import clear_plan
from larder.core.cli.__main__ import build_command
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.encoding_time import with_encoding_time
from larder.core.settings import cache_home
from larder.core.survey.report import Depth
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace
from tests.support.cleaning import applied, planned
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.released_building import PATH, add_concept, build_released

NOW = 2 * 10**18


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """Four pictures with captions, of which one is gone and another has a damaged payload."""
    made = IndexedWorkspace.of_cats(tmp_path / "work", 4)
    (made.root / "data/cats/0.png").unlink()
    return made


def said(*arguments: object) -> str:
    words = [str(argument) for argument in arguments]
    return CliRunner().invoke(build_command(words), words).stdout


def test_a_clean_of_what_nobody_needs_has_nothing_encoded_again(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    assert plan.preselected.any()
    assert plan.find_encoded_again(plan.preselected) == EncodedAgain()
    assert "The trainer does not have to encode any file again." in said(
        "plan", "clean", workspace.config_path)


def test_damaged_files_that_are_ticked_are_encoded_again(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root, depth=Depth.PAYLOAD)
    corrupt = plan.reason == CleanReason.CORRUPT  # no payload of this workspace can be read
    pictures, captions = (
        int((corrupt & (plan.store == at)).sum()) for at in range(len(plan.stores)))
    assert pictures
    assert captions
    assert plan.find_encoded_again(corrupt) == EncodedAgain(
        pictures=pictures, captions=captions, seconds=None)
    assert plan.find_encoded_again(plan.preselected) == EncodedAgain()


def test_a_clear_has_all_encoded_again_that_a_row_names_with_the_time_it_takes(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    for pixels, seconds in ((16_384, 3.0), (0, 0.5)):
        note_rates(cache_home(), EncoderRates(
            encoder=str(pixels), device="cpu", name="x",
            rates=(BuildRate(pixels=pixels, payloads=10, seconds=10 * seconds),)), asked=None)
    workspace.add_payload("image", "0123456789ab_128x128_1.pt")
    plan = with_encoding_time(run_to_end(clear_plan(
        open_workspace(workspace.config_path), now_ns=NOW, token=CancelToken())))
    again = plan.find_encoded_again(np.ones(len(plan), dtype=np.bool_))
    assert again == EncodedAgain(pictures=4, captions=4, seconds=4 * 3.0 + 4 * 0.5)
    document = plan_document(plan)
    assert document["encoded_again"] == {
        "pictures": 4, "captions": 4, "others": 0, "seconds": 14.0}
    save_plan(plan, tmp_path / "plan.json")
    assert load_plan(tmp_path / "plan.json").find_encoded_again(plan.preselected) == again


def test_a_clear_of_a_released_cache_counts_every_slot(tmp_path: Path) -> None:
    workspace = BuildWorkspace(tmp_path / "work")
    add_concept(workspace)
    for number in range(3):
        workspace.add_picture(f"{PATH}/{number}.png", caption=f"cat {number}", size=(16, 16))
    build_released(workspace)
    plan = run_to_end(clear_plan(
        open_workspace(workspace.config_path), now_ns=NOW, token=CancelToken()))
    again = plan.find_encoded_again(plan.preselected)
    assert (again.pictures, again.captions) == (3, 3)
    assert "will encode at most 3 pictures and 3 captions again" in said(
        "clear", workspace.config_path)


def test_a_plan_says_about_what_its_record_takes(tmp_path: Path) -> None:
    workspace = IndexedWorkspace.of_cats(tmp_path / "work", 40)
    for number in range(4):
        (workspace.root / f"data/cats/{number}.png").unlink()
    plan = planned(workspace.root)
    told = plan.record_bytes(plan.preselected)
    applied(plan)
    took = sum(
        path.stat().st_size for path in workspace.store().glob(".larder/quarantine/*/*")
        if path.is_file())
    took += sum(path.stat().st_size
                for path in workspace.store().glob(".larder/quarantine/*/index/*"))
    took += (workspace.store() / "cache.json.bak").stat().st_size
    assert took / 2 < told < took * 2
