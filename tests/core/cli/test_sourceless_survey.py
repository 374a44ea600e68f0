"""`larder survey --sourceless`: ready, or exactly what is missing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.training import cached


def test_a_cache_is_ready_without_its_sources_or_says_what_is_missing(
    tmp_path: Path, larder: Callable[..., Any]
) -> None:
    workspace = cached(tmp_path)
    plain = larder("survey", workspace.config_path, "--json")
    assert "sourceless" not in plain.document
    ran = larder("survey", workspace.config_path, "--sourceless", "--json")
    assert (ran.code, ran.document["sourceless"]) == (
        0, {"ready": True, "missing": [], "samples": 6, "left_out": 0})
    shutil.rmtree(tmp_path / "data")
    ran = larder("survey", workspace.config_path, "--sourceless")
    assert ran.code == 0
    assert "Ready to train without pictures and captions: 6 pictures." in ran.out
    next(workspace.store("text").glob("*_1.pt")).unlink()
    ran = larder("survey", workspace.config_path, "--sourceless", "--json")
    assert ran.code == 1
    (gap,) = ran.document["sourceless"]["missing"]
    assert (gap["what"], gap["store"], gap["count"]) == ("missing-payload", "text", 1)
    ran = larder("survey", workspace.config_path, "--sourceless")
    assert ran.code == 1
    assert "Not ready to train without pictures and captions:" in ran.out
    assert f"text: {gap['problem']} {gap['hint']}" in ran.out
