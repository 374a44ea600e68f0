"""An import says where what it brings would be trained from, and is taken for no trainer's work."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from larder.core.bundle.alike import ignores_case
from larder.core.bundle.bundle_files import BundleFolder, OneFile
from larder.core.bundle.import_bundle import Import, apply_import, plan_import
from larder.core.errors import StoreBusyError, UserFacingError
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.requests.bundling import import_bundle as run_import
from larder.core.requests.options import ImportOptions
from tests.support.building import BuildWorkspace, build
from tests.support.bundles import Soon, export, first_payload, import_bundle
from tests.support.surveying import run_survey
from tests.support.training import LAYOUTS, cached


def busy(cache: Path) -> list[str]:
    return [sign for store in run_survey(cache).stores for sign in store.busy]


def test_what_larder_brought_in_is_no_sign_of_a_trainer(exported: Path, tmp_path: Path) -> None:
    import_bundle(exported, tmp_path / "cache")
    assert not busy(tmp_path / "cache")


def test_what_an_import_brought_until_it_was_cancelled_is_none_either(
    exported: Path, tmp_path: Path
) -> None:
    plan = run_to_end(plan_import(exported, tmp_path / "cache", CancelToken()))
    with pytest.raises(JobCancelled):
        run_to_end(apply_import(plan, Soon(5)))
    assert not busy(tmp_path / "cache")


def test_what_an_import_brought_until_it_was_killed_is_none_either(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = run_to_end(plan_import(exported, tmp_path / "cache", CancelToken()))
    monkeypatch.setattr("larder.core.bundle.import_bundle._note_imported", lambda *_: None)
    with pytest.raises(JobCancelled):
        run_to_end(apply_import(plan, Soon(5)))
    assert any((tmp_path / "cache").rglob("*.pt"))
    assert not busy(tmp_path / "cache")


def test_an_import_reads_no_index_whole(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, form = list[str](), BundleFolder if exported.is_dir() else OneFile
    read = form.content

    def content(files: Any, path: str, at_most: int | None = None) -> bytes:
        whole.append(path)
        return read(files, path, at_most)

    monkeypatch.setattr(form, "content", content)
    import_bundle(exported, tmp_path / "cache")
    assert whole
    assert not [path for path in whole if path.endswith("/cache.json")]


def test_a_trainer_that_writes_after_an_import_is_noticed(exported: Path, tmp_path: Path) -> None:
    import_bundle(exported, tmp_path / "cache")
    payload = first_payload(tmp_path / "cache")
    if payload.with_name("aggregate.pt").exists():
        payload = payload.with_name("aggregate.pt")  # which a trainer writes last
    newest = max(path.stat().st_mtime_ns for path in payload.parent.iterdir())
    os.utime(payload, ns=(newest + 10**9, newest + 10**9))
    assert busy(tmp_path / "cache")
    again = run_to_end(plan_import(exported, tmp_path / "cache", CancelToken()))
    with pytest.raises(StoreBusyError):
        run_to_end(apply_import(again, CancelToken()))
    assert run_to_end(apply_import(again, CancelToken(), even_if_busy=True)).done


def elsewhere(workspace: BuildWorkspace, root: Path, **paths: str) -> Path:
    """The same config with concepts in other folders."""
    concepts = [concept | {"path": paths[concept["path"].rpartition("/")[2]]}
                for concept in workspace.concepts]
    made = BuildWorkspace(root, {**workspace.config, "cache_dir": "cache"}, concepts)
    made.write()
    return made.config_path


def plan(bundle: Path, config: Path, **options: object) -> Import:
    return run_to_end(run_import(
        ImportOptions(bundle=str(bundle), target=str(config), **options),  # type: ignore[arg-type]
        CancelToken()))


def test_an_import_says_which_folders_are_no_concepts(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path
) -> None:
    config = elsewhere(workspace, tmp_path, cats="pics/cats", dogs="pics/hounds")
    found = [check for check in plan(exported, config).checks if check.what == "concept"]
    assert [(check.first, check.passed, check.blocks) for check in found] \
        == [("dogs", False, False)]
    assert "pics/cats, pics/hounds" in found[0].problem
    assert "--map dogs=DIR" in found[0].hint
    assert "--under DIR" in found[0].hint


@pytest.mark.parametrize("how", [
    {"folders": ("dogs=pics/hounds",)},
    {"folders": ("dogs=pics/hounds", "cats=pics/cats")},
    {"folders": ("dogs=pics/../pics/hounds/",)}])
def test_a_folder_is_the_concept_that_the_map_says(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path, how: dict[str, tuple[str, ...]]
) -> None:
    config = elsewhere(workspace, tmp_path, cats="pics/cats", dogs="pics/hounds")
    found = plan(exported, config, apply=True, **how)
    assert found.folders == {"cats": "pics/cats", "dogs": "pics/hounds"}
    assert all(check.passed for check in found.checks if check.what == "concept")
    assert all(check.passed for check in found.checks if check.what == "settings")
    index = tmp_path / "cache" / "image" / "cache.json"
    if index.exists():
        keys = json.loads(index.read_text("ascii"))["entries"]
        assert {key.rpartition("/")[0] for key in keys} == {"pics/cats", "pics/hounds"}


def test_a_map_that_names_no_folder_is_told(exported: Path, tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match="NAME=DIR"):
        plan(exported, tmp_path / "cache", folders=("dogs",))


def test_all_folders_below_one_that_holds_no_concepts_are_told(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path
) -> None:
    config = elsewhere(workspace, tmp_path, cats="pics/cats", dogs="pics/dogs")
    assert not [c for c in plan(exported, config, under="pics").checks if c.what == "concept"]
    found = [c.first for c in plan(exported, config, under="pix").checks if c.what == "concept"]
    assert found == ["cats", "dogs"]


# --- where upper and lower case are the same ----------------------------------------------------


@pytest.fixture(scope="module", params=LAYOUTS)
def alike(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of either layout with two pictures that are one name on Windows."""
    made = cached(tmp_path_factory.mktemp("alike"), layout=request.param, pictures=1)
    folder = made.concepts[0]["path"]
    for name in ("A.png", "a.png", "b.png"):
        made.add_picture(f"{folder}/{name}", caption=f"of {name}")
    build(made, layout=request.param, even_if_busy=True)
    return export(made.config_path, made.root / "bundle")


@pytest.mark.parametrize(("under", "ignores", "found"), [
    ("D:\\pics", False, ["D:\\pics\\cats\\a.png"]), ("/pics", True, ["/pics/cats/a.png"]),
    ("/pics", False, [])])
def test_pictures_that_are_one_where_case_does_not_count_are_refused(
    alike: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, under: str, ignores: bool,
    found: list[str],
) -> None:
    monkeypatch.setattr("larder.core.bundle.alike.ignores_case", lambda _: ignores)
    checks = [one for one in plan(alike, tmp_path / "cache", under=under).checks
              if one.what == "case"]
    assert [one.first for one in checks] == found
    assert all(one.blocks and not one.passed for one in checks)
    assert all(one.first.replace("a.png", "A.png") in one.problem for one in checks)


def test_case_counts_where_two_folders_of_such_names_are_two(tmp_path: Path) -> None:
    (tmp_path / "Here").mkdir()
    assert ignores_case(tmp_path / "Here" / "not" / "yet") is (tmp_path / "hERE").exists()
