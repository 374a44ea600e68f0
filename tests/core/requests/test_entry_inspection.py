from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.queries.cached_pictures import entry_files
from larder.core.requests.inspecting import INSPECT_ENTRY
from larder.core.requests.options import InspectEntryOptions, SurveyOptions
from larder.core.requests.survey_summary import SURVEY

STORE = "workspace-cache/run/image"


def inspected(workspace: Path, store: str, source: str) -> list[dict]:
    answer = run_to_end(INSPECT_ENTRY.start(
        InspectEntryOptions(workspace=str(workspace), store=store, source=source), CancelToken()))
    return json.loads(answer.document)["files"]


def recorded(workspace: Path) -> dict[str, dict]:
    return json.loads((workspace / STORE / "cache.json").read_bytes())["entries"]


@pytest.mark.parametrize("surveyed_before", [False, True])
def test_every_payload_that_an_entry_names_is_summarised(
    unpacked_fixture: Callable[[str], Path], surveyed_before: bool,
) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    if surveyed_before:
        run_to_end(SURVEY.start(SurveyOptions(workspace=str(workspace)), CancelToken()))
    source, row = next(iter(recorded(workspace).items()))
    stems = {variant["cache_file"] for variant in row["variants"].values()}
    files = inspected(workspace, "image", source)
    assert files
    for file in files:
        assert Path(file["path"]).name.rpartition("_")[0] in stems
        assert {array["name"] for array in file["arrays"]} >= {"latent_image"}


def test_an_entry_of_an_older_index_is_found_too(
    unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_v2_index")
    source = next(iter(recorded(workspace)))
    assert inspected(workspace, "image", source)


def test_a_source_without_an_entry_has_no_files(unpacked_fixture: Callable[[str], Path]) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    assert entry_files(workspace / STORE, "data/portraits/nobody.jpg") == ()
    assert inspected(workspace, "image", "data/portraits/nobody.jpg") == []


def test_the_older_layout_lists_the_slots_of_a_picture(
    unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sd15_legacy_diskcache")
    answer = run_to_end(SURVEY.start(SurveyOptions(workspace=str(workspace)), CancelToken()))
    store = json.loads(answer.document)["stores"][0]["id"]
    files = inspected(workspace, store, "data/b/img_006.jpg")
    assert files
    for file in files:
        assert {array["name"] for array in file["arrays"]} >= {"latent_image"}
    assert inspected(workspace, store, "data/portraits/nobody.jpg") == []


def test_an_unknown_store_is_told_in_a_sentence(unpacked_fixture: Callable[[str], Path]) -> None:
    with pytest.raises(UserFacingError, match="no cache"):
        inspected(unpacked_fixture("sdxl_clean"), "vision", "data/portraits/img_000.jpg")
