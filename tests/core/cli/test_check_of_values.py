"""A cache that no trainer opens stops no training: it is listed apart, with what its fault does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace
from tests.support.value_caches import (
    audio_entry,
    date_back,
    tokens_entry,
    vision_entry,
    waveform_entry,
)

Larder = Callable[..., Any]

OTHERS = "Wrong in caches that other programs read and OneTrainer does not:"


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])
    date_back(path)


@pytest.mark.parametrize("make", [vision_entry, audio_entry, waveform_entry, tokens_entry])
def test_a_damaged_value_is_not_said_to_stop_training(
    larder: Larder, tmp_path: Path, make: Callable[[Path, int], str],
) -> None:
    store = tmp_path / "cache"
    names = [make(store, number) for number in range(3)]
    truncate(store / names[0])
    told = larder("check", store)
    assert told.code == 1
    assert told.out.startswith(f"{OTHERS}\n  Damaged file (damaged): 1\n"), told.out
    assert "A program that needs it makes it again or stops." in told.out
    assert "training" not in told.out.partition("Nothing was found that would stop or spoil ")[0]
    assert "1 is wrong in caches that OneTrainer does not read." in told.out
    (item,) = larder("check", store, "--json").document["items"]
    assert (item["effect"], item["reader"]) == ("wrong", "programs")


def test_values_beside_a_trainers_cache_are_counted_apart_from_what_is_trained(
    larder: Larder, tmp_path: Path
) -> None:
    work = BuildWorkspace(tmp_path / "work")
    cats = work.add_concept()
    for number in range(4):
        work.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    config = work.write()
    assert larder("build", config, "--apply").code == 0
    values = work.root / "workspace-cache" / "run" / "vision"
    damaged, *_ = [vision_entry(values, number) for number in range(3)]
    truncate(values / damaged)
    audit = larder("survey", config, "--depth", "payload").out
    assert "would be trained wrong" not in audit
    assert "What training would get wrong:" not in audit
    assert OTHERS in audit
    told = larder("check", config)
    assert told.code == 1
    assert "Stops training" not in told.out
    assert "Nothing was found that would stop or spoil training." in told.out
    assert larder("survey", config, "--depth", "payload", "--json").document[
        "training"]["rows"] == 0
