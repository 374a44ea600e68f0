"""Requests of a window about a clean, run in process on the trainer's own caches."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np
import pytest

from larder.core.clean.plan import OF_A_CLEAN
from larder.core.clean.plan_document import load_plan
from larder.core.columns import load_columns
from larder.core.errors import WorkspaceError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.cleaning import EXPORT_PLAN
from larder.core.requests.options import CleanOptions, ExportPlanOptions
from larder.core.requests.storekeeping import PLAN_CLEAN

CONFIG = "training_presets/config.json"


def planned(workspace: Path, into: Path) -> dict[str, Any]:
    answer = run_to_end(PLAN_CLEAN.start(
        CleanOptions(workspace=str(workspace / CONFIG), plan=str(into / "plan.json"),
                     tables=str(into)), CancelToken()))
    document: dict[str, Any] = json.loads(answer.document)
    return document


def exported(into: Path, mask: list[bool] | None) -> Path:
    selected = None
    if mask is not None:
        selected = str(into / "ticks.npy")
        np.save(selected, np.array(mask, dtype=np.bool_))
    options = ExportPlanOptions(
        plan=str(into / "plan.json"), selected=selected, to=str(into / "exported.json"))
    run_to_end(EXPORT_PLAN.start(options, CancelToken()))
    return into / "exported.json"


def test_the_summary_of_a_plan_counts_rows_and_adoptions_and_lists_nothing(
    fixture_workspace: Callable[[str], Path], tmp_path: Path
) -> None:
    document = planned(fixture_workspace("sdxl_drifted"), tmp_path)
    assert document["index_rows"] == {"image": 1, "text": 1}
    assert document["readopt"] == {"entries": 2, "payloads": 4}
    assert "index_rows_dropped" not in document
    assert not any("items" in group for group in document["groups"])


def test_an_exported_plan_does_what_the_ticks_say(
    fixture_workspace: Callable[[str], Path], tmp_path: Path
) -> None:
    planned(fixture_workspace("sdxl_drifted"), tmp_path)
    count = len(load_columns(tmp_path / "plan")["bytes"])
    mask = [at == 1 for at in range(count)]
    assert load_plan(exported(tmp_path, mask)).preselected.tolist() == mask


def test_an_export_without_ticks_is_the_plan_itself(
    fixture_workspace: Callable[[str], Path], tmp_path: Path
) -> None:
    planned(fixture_workspace("sdxl_drifted"), tmp_path)
    assert exported(tmp_path, None).read_bytes() == (tmp_path / "plan.json").read_bytes()


def test_ticks_of_another_plan_are_refused(
    fixture_workspace: Callable[[str], Path], tmp_path: Path
) -> None:
    planned(fixture_workspace("sdxl_drifted"), tmp_path)
    with pytest.raises(WorkspaceError, match="The selection has 2 items, the plan 5"):
        exported(tmp_path, [True, False])


def test_items_are_ranked_by_source_and_then_by_payload(
    fixture_workspace: Callable[[str], Path], tmp_path: Path
) -> None:
    planned(fixture_workspace("sdxl_drifted"), tmp_path)
    columns = load_columns(tmp_path / "plan")
    names = list(zip(columns["source"], columns["payload"], strict=True))
    ranked = [names[item] for item in np.argsort(np.asarray(columns["source_rank"])).tolist()]
    assert ranked == sorted(names)


def test_the_help_of_a_clean_names_every_reason_that_a_survey_can_give() -> None:
    hint = get_type_hints(CleanOptions, include_extras=True)["reasons"]
    named = hint.__metadata__[0].help.partition(": ")[2].split(", ")
    assert named == [reason.name_in_contract for reason in OF_A_CLEAN]
