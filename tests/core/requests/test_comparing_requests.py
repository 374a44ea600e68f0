"""Requests of a window about another config, shared payloads and assumptions on a store."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from larder.core.jobs import CancelToken, Progress, run_to_end
from larder.core.requests.options import AssumeOptions, DiffOptions, DupsOptions
from larder.core.requests.request import JOB_KINDS

CONFIG = "training_presets/config.json"


def answered(kind: str, options: msgspec.Struct) -> dict[str, Any]:
    """Run a job as a worker does: options through a pipe, a document back."""
    sent = msgspec.msgpack.decode(
        msgspec.msgpack.encode(options), type=JOB_KINDS[kind].options_type)
    report = run_to_end(JOB_KINDS[kind].start(sent, CancelToken()))
    document: dict[str, Any] = json.loads(report.document)
    return document


def test_a_diff_is_answered_with_its_document(
    fixture_workspace: Callable[[str], Path],
) -> None:
    folder = fixture_workspace("sdxl_clean")
    other = folder / "other.json"
    other.write_text(json.dumps(json.loads((folder / CONFIG).read_text()) | {"resolution": "192"}))
    document = answered("diff", DiffOptions(workspace=str(folder / CONFIG), other=str(other)))
    assert document["schema"] == "larder.diff/1"
    assert [row["items"] for row in document["rows"]] == [21]


def test_dups_are_answered_with_their_document(
    fixture_workspace: Callable[[str], Path],
) -> None:
    folder = fixture_workspace("sdxl_clean")
    document = answered("dups", DupsOptions(workspace=str(folder / CONFIG)))
    assert document["schema"] == "larder.dups/1"
    assert len(document["stores"][0]["groups"]) == 1


@pytest.mark.parametrize("apply", [False, True])
def test_a_word_on_a_store_is_answered_with_its_document(
    fixture_workspace: Callable[[str], Path], apply: bool
) -> None:
    folder = fixture_workspace("sdxl_clean")
    document = answered("assume", AssumeOptions(
        workspace=str(folder / CONFIG), store="text", apply=apply))
    assert (document["schema"], document["applied"]) == ("larder.assume/1", apply)
    written = folder / "workspace-cache/run/text/.larder/recipes.jsonl"
    assert written.exists() == apply


def test_a_diff_tells_how_far_it_is(fixture_workspace: Callable[[str], Path]) -> None:
    folder = fixture_workspace("sdxl_clean")
    seen: list[str] = []
    options = DiffOptions(workspace=str(folder / CONFIG), other=str(folder / CONFIG))
    run_to_end(
        JOB_KINDS["diff"].start(options, CancelToken()),
        lambda event: seen.append(event.phase) if isinstance(event, Progress) else None)
    assert "listing pictures" in seen
