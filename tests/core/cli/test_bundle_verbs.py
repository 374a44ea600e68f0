"""`larder export`, `larder verify` and `larder import`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.training import cached


def test_they_show_what_they_would_do_and_do_it_with_apply(larder: Any, tmp_path: Path) -> None:
    workspace = cached(tmp_path / "home", pictures=3)
    target, cache = tmp_path / "bundle", tmp_path / "cache"
    shown = larder("export", workspace.config_path, target)
    assert "--apply does it" in shown.out
    assert not target.exists()
    assert larder("export", workspace.config_path, target, "--apply", "--json").document["done"]
    assert larder("verify", target).out.rstrip().splitlines()[-1].startswith("Complete: ")
    shown = larder("import", target, cache, "--under", "D:\\train")
    assert "D:\\train\\cats" in shown.out
    assert not cache.exists()
    assert larder("import", target, cache, "--apply", "--json").document["done"]
    assert "3 pictures" in larder("survey", cache, "--sourceless").out


@pytest.mark.parametrize(("layout", "words"), [
    ("cache.json", "trains from it directly"), ("released", "import it first")])
def test_of_one_file_is_said_what_trains_from_it(
    larder: Any, tmp_path: Path, layout: str, words: str
) -> None:
    workspace = cached(tmp_path / "home", layout=layout, pictures=2)
    for options in ((), ("--apply",)):
        shown = larder("export", workspace.config_path, tmp_path / "bundle.zip", *options)
        assert words in shown.out.splitlines()[-1]
    assert words not in larder("export", workspace.config_path, tmp_path / "bundle").out


def test_of_a_folder_of_the_released_layout_is_said_whose_paths_it_fits(
    larder: Any, tmp_path: Path
) -> None:
    """Its trainer names groups by the paths of concepts, and encodes all of others silently."""
    workspace = cached(tmp_path / "home", layout="released", pictures=2)
    for options in ((), ("--apply",)):
        shown = larder("export", workspace.config_path, tmp_path / "bundle", *options)
        assert "only where its concepts' paths are cats; otherwise: larder import" in shown.out
    other = cached(tmp_path / "other", pictures=2)
    assert "concepts' paths" not in larder("export", other.config_path, tmp_path / "new").out


def test_a_damaged_bundle_leaves_with_1(larder: Any, tmp_path: Path) -> None:
    workspace = cached(tmp_path / "home", pictures=2)
    larder("export", workspace.config_path, tmp_path / "bundle", "--apply")
    next((tmp_path / "bundle" / "text").glob("*.pt")).write_bytes(b"short")
    found = larder("verify", tmp_path / "bundle", "--csv")
    assert found.code == 1
    assert found.out.splitlines()[0] == "what,file,problem"
    assert "5 bytes instead of" in found.out
    refused = larder("import", tmp_path / "bundle", tmp_path / "cache", "--apply")
    assert (refused.code, refused.out) == (1, "")
    assert "is damaged" in refused.err


@pytest.mark.parametrize("options", [(), ("--json",), ("--apply",), ("--apply", "--json")])
@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_a_place_that_is_taken_is_wrong_usage_for_plan_and_apply_alike(
    larder: Any, tmp_path: Path, layout: str, options: tuple[str, ...]
) -> None:
    workspace = cached(tmp_path / "home", layout=layout, pictures=2)
    for taken in (tmp_path / "file", tmp_path / "file.zip"):
        taken.write_bytes(b"mine")
        ran = larder("export", workspace.config_path, taken, *options)
        assert ran.code == 2
        told = ran.err if options else ran.out
        assert str(taken) in told
        assert "Choose a new" in told
        assert taken.read_bytes() == b"mine"


@pytest.mark.parametrize("options", [(), ("--json",), ("--apply",)])
def test_another_file_where_an_import_goes_is_wrong_usage(
    larder: Any, tmp_path: Path, options: tuple[str, ...]
) -> None:
    workspace = cached(tmp_path / "home", pictures=2)
    larder("export", workspace.config_path, tmp_path / "bundle", "--apply")
    foreign = tmp_path / "cache" / "text" / "cache.json"
    foreign.parent.mkdir(parents=True)
    foreign.write_bytes(b"{}")
    ran = larder("import", tmp_path / "bundle", tmp_path / "cache", *options)
    assert ran.code == 2
    assert f"{foreign} exists already and is a different file." in (ran.err if options else ran.out)
    assert options or "Nothing is imported, because:\n  " in ran.out
    assert foreign.read_bytes() == b"{}"


def test_what_keeps_an_export_from_being_made_is_listed(larder: Any, tmp_path: Path) -> None:
    workspace = cached(tmp_path / "home", pictures=2)
    next(workspace.store("text").glob("*_1.pt")).unlink()
    shown = larder("export", workspace.config_path, tmp_path / "bundle")
    assert shown.code == 1
    why = shown.out.partition("Nothing is exported, because:\n  ")[2]
    assert why.endswith(" Build them again: `larder build --apply`.\n"), shown.out
    checks = larder("export", workspace.config_path, tmp_path / "bundle", "--json").document
    assert "readable" not in {check["what"] for check in checks["checks"]}  # nothing was read
