from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import fixtures


def test_a_copied_workspace_keeps_every_mtime_to_the_nanosecond(
    fixture_workspace: Callable[[str], Path], unpacked_fixture: Callable[[str], Path]
) -> None:
    unpacked = unpacked_fixture("sdxl_drifted")
    copied = fixture_workspace("sdxl_drifted")
    names = [path.relative_to(unpacked) for path in unpacked.rglob("*")]
    assert len(names) > 100
    for name in names:
        assert (copied / name).stat().st_mtime_ns == (unpacked / name).stat().st_mtime_ns, name


def test_unpacked_mtimes_are_the_ones_the_index_recorded(
    unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    index = json.loads((workspace / "workspace-cache/run/image/cache.json").read_bytes())
    recorded = {name: row["mtime"] for name, row in index["entries"].items()}
    assert recorded == {name: (workspace / name).stat().st_mtime for name in recorded}


def test_missing_fixtures_are_an_error_that_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(fixtures, "REPOSITORY", tmp_path / "repository")
    monkeypatch.delenv("LARDER_FIXTURES", raising=False)
    with pytest.raises(fixtures.FixturesMissingError, match="set LARDER_FIXTURES"):
        fixtures.fixtures_folder()


def test_fixtures_are_found_where_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LARDER_FIXTURES", str(tmp_path))
    assert fixtures.fixtures_folder() == tmp_path
