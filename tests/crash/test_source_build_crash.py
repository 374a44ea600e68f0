"""kill -9 at random moments of a build over a folder: it ends like an undisturbed one."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import numpy as np
import pytest

from larder.core.build.values import build as source_build
from larder.core.files.folder_scan import scan_folder
from larder.core.stores.records import read_sources
from larder.core.stores.values.listing import list_values
from larder.core.survey.report import Depth
from larder.core.workspace.store_kinds import StoreKind
from tests.support.killed import killed_at
from tests.support.source_building import SourceBuild, write_text
from tests.support.surveying import drifted, run_survey
from tests.support.sweeps import Sweep

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the kill needs a fork")

KILLS, MANY_KILLS = 6, 60
STEPS = 130
"""About how many steps towards the disk the build of the template takes."""


@pytest.fixture(autouse=True)
def many_small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records are written often, so that every state is passed through."""
    monkeypatch.setattr(source_build, "NOTED_AT_ONCE", 2)


def fresh(place: Path) -> SourceBuild:
    made = SourceBuild.of(place)
    for number in range(8):
        path = write_text(made.sources, f"{number}.txt", f"row of {number}", "a cat")
        os.utime(path, (1_700_000_000 + number, 1_700_000_000 + number))
    shutil.copy2(made.sources / "1.txt", made.sources / "copy.txt")
    return made


def outcome(build: SourceBuild) -> tuple[dict[str, list[int]], dict[str, tuple[object, ...]]]:
    """Values by payload, and what is recorded of their sources, without where these lie."""
    folder = build.store.folder
    ids = {}
    for name in build.payloads():
        with np.load(folder / name) as payload:
            ids[name] = payload["input_ids"].tolist()
    return ids, {
        name: (Path(one.source).name, one.size, one.mtime_ns, one.digest)
        for name, one in read_sources(folder).items()}


def test_a_build_killed_again_and_again_ends_like_an_undisturbed_one(
    tmp_path: Path, sweep: Sweep,
) -> None:
    undisturbed = fresh(tmp_path / "undisturbed")
    undisturbed.build()
    expected, record = outcome(undisturbed)
    assert len(expected) == len(record) == 16
    dice = random.Random(11)
    kills = rounds = 0
    while kills < sweep.times(KILLS, MANY_KILLS):
        made = fresh(tmp_path / f"work{rounds}")
        for _ in range(2):
            kills += killed_at(dice.randrange(STEPS), made.build)
        done = len(list_values(made.store.folder, StoreKind.TOKENS).names)
        report = made.build()
        assert report.failed == ()
        assert report.encoded == 16 - done
        assert outcome(made) == (expected, record)
        surveyed = run_survey(made.store.folder.parent, depth=Depth.PAYLOAD)
        assert drifted(surveyed, "tokens") == {}
        assert made.plan().is_empty
        rounds += 1


def test_no_temporary_file_of_a_killed_build_is_taken_for_a_payload(tmp_path: Path) -> None:
    made = fresh(tmp_path / "work")
    assert killed_at(30, made.build)
    made.build()
    listing = list_values(made.store.folder, StoreKind.TOKENS)
    assert len(listing.names) == 16
    assert all(name.startswith("entries/") for name in listing.temporaries.names)
    assert scan_folder(made.store.folder).names == []
