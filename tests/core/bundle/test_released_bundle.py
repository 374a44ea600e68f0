"""Bundles of released OneTrainer's folders, which go as they are: its groups, its slots."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path
from typing import Any

import pytest

from larder.core.bundle.export import apply_export
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.payloads.pt_file import read_pt_value
from larder.core.survey.report import Depth
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.bundles import export, files_below, import_bundle, manifest_of, planned, verify
from tests.support.disk_cache import DiskCache, group_key, whole_concept
from tests.support.training import all_same


@pytest.fixture
def workspace(homes: dict[str, BuildWorkspace]) -> BuildWorkspace:
    return homes["released"]


@pytest.fixture
def exported(bundle_of: Any, workspace: BuildWorkspace, form: str) -> Path:
    bundle: Path = bundle_of(workspace.config_path, form)
    return bundle


def elsewhere(workspace: BuildWorkspace, root: Path, **changes: Any) -> BuildWorkspace:
    """The same pictures on another computer, in a folder of another name, with nothing cached."""
    for concept in workspace.concepts:
        shutil.copytree(workspace.root / concept["path"], root / "pictures" / concept["name"])
    made = BuildWorkspace(root, dict(workspace.config), [
        copy.deepcopy(concept) | {"path": f"pictures/{concept['name']}", **changes}
        for concept in workspace.concepts])
    made.write()
    return made


def imported(bundle: Path, there: BuildWorkspace) -> Any:
    return import_bundle(bundle, there.store().parent, workspace=open_workspace(there.config_path))


def test_the_trainer_elsewhere_encodes_nothing_and_serves_what_it_serves_here(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path
) -> None:
    there = elsewhere(workspace, tmp_path / "there", seed=4711)
    assert all(check.passed for check in imported(exported, there).checks)
    trainer, trainer_here = DiskCache(there), DiskCache(workspace)
    for epoch in range(2):
        theirs, ours = trainer.start(epoch), trainer_here.start(epoch)
        assert len(theirs) == 14
        for (content, picture), values in ours.items():
            served = theirs[content, picture.replace("data/", "pictures/")]
            assert all_same([tensors(values)], [tensors(served)])
    assert not trainer.cached


def tensors(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items()
            if not name.startswith("__") and name != "image_path"}


def test_a_survey_elsewhere_finds_everything_good(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path
) -> None:
    """A survey elsewhere finds everything good.

    The origin of each slot is exported too, so that an edit is detected there.

    The origin of each slot is exported too, so that an edit is detected there.
    """
    there = elsewhere(workspace, tmp_path / "there")
    imported(exported, there)
    report = run_to_end(survey(open_workspace(there.config_path), depth=Depth.HASH,
                               token=CancelToken()))
    for found in report.stores:
        assert {Verdict(int(verdict)) for verdict in found.rows.verdicts} \
            <= {Verdict.VALID, Verdict.TOUCHED}
    edited = there.add_picture("pictures/dogs/1.png", size=(40, 64), seed=5)
    there.age(edited, by_ns=10**9)
    report = run_to_end(survey(open_workspace(there.config_path), depth=Depth.HASH,
                               token=CancelToken()))
    assert Verdict.CONTENT_CHANGED in report.stores[0].rows.verdicts


def test_groups_are_named_as_the_folders_in_the_bundle(
    workspace: BuildWorkspace, exported: Path
) -> None:
    """So that a trainer beside those folders opens the bundle itself."""
    relative = [concept | {"path": concept["name"]} for concept in workspace.concepts]
    for store in manifest_of(exported).stores:
        assert {group.key for group in store.groups} \
            == {group_key(concept, store.id) for concept in relative}


def test_a_concept_with_other_settings_there_is_named_and_left_to_be_built(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path
) -> None:
    there = elsewhere(workspace, tmp_path / "there")
    there.concepts[0]["image"]["enable_random_flip"] = True
    there.write()
    failing = [check for check in imported(exported, there).checks if not check.passed]
    assert [(check.what, check.first, check.blocks) for check in failing] \
        == [("settings", "cats", False)]
    trainer = DiskCache(there)
    trainer.start(0)
    assert {content for content, _, _ in trainer.cached} == {"image"}


def test_samples_change_places_where_the_separator_sorts_otherwise(tmp_path: Path) -> None:
    """"a0.png" comes behind "a/b.png", and before "a\\b.png"."""
    made = BuildWorkspace(tmp_path / "home")
    made.configure(resolution="128")
    path = made.add_concept("cats")
    made.concepts[-1] = whole_concept(made.concepts[-1])
    made.write()
    for seed, name in enumerate(("a0.png", "a/b.png", "z.png")):
        made.add_picture(f"{path}/{name}", seed=seed, caption=f"the {name}")
    build(made, layout="released", even_if_busy=True)
    bundle = export(made, tmp_path / "bundle")
    import_bundle(bundle, tmp_path / "cache", under="D:\\train")

    def slots(folder: Path) -> dict[str, bytes]:
        aggregate = next((folder / "image").rglob("aggregate.pt"))
        listed = read_pt_value(aggregate)
        assert isinstance(listed, list)
        return {one["image_path"]: (aggregate.parent / f"{slot}.pt").read_bytes()
                for slot, one in enumerate(listed)}

    def captions(folder: Path) -> list[bytes]:
        group = next((folder / "text").rglob("aggregate.pt")).parent
        return [(group / f"{slot}.pt").read_bytes() for slot in range(3)]

    here, there = slots(bundle), slots(tmp_path / "cache")
    assert list(here) == ["cats/a/b.png", "cats/a0.png", "cats/z.png"]
    assert list(there) == [
        "D:\\train\\cats\\a0.png", "D:\\train\\cats\\a\\b.png", "D:\\train\\cats\\z.png"]
    assert sorted(here.values()) == sorted(there.values())
    assert there["D:\\train\\cats\\a\\b.png"] == here["cats/a/b.png"]
    first, second, third = captions(bundle)
    assert captions(tmp_path / "cache") == [second, first, third]


@pytest.mark.parametrize(("spoil", "what"), [
    (lambda group: (group / "variation-0" / "1.pt").unlink(), "missing-payload"),
    (lambda group: (group / "variation-1" / "aggregate.pt").unlink(), "no-variant"),
    (lambda group: (group / "variation-0" / "aggregate.pt").write_bytes(b"x"), "damaged"),
    (shutil.rmtree, "no-variant"),
])
def test_what_the_trainer_would_build_again_is_not_exported(
    workspace: BuildWorkspace, tmp_path: Path, spoil: Any, what: str
) -> None:
    made = BuildWorkspace(
        Path(shutil.copytree(workspace.root, tmp_path / "home")), workspace.config,
        workspace.concepts)
    group = next(path.parents[1] for path in sorted(made.store().rglob("aggregate.pt"))
                 if path.parent.name == "variation-1")
    spoil(group)
    plan = planned(made, tmp_path / "bundle")
    assert what in {check.what for check in plan.document.obstacles}
    with pytest.raises(UserFacingError):
        run_to_end(apply_export(plan, CancelToken()))
    assert not (tmp_path / "bundle").exists()


def test_without_a_config_nobody_knows_what_a_group_is_of(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    plan = planned(workspace.store().parent, tmp_path / "bundle")
    assert [check.what for check in plan.document.obstacles] == ["no-config"]


def test_leftovers_of_the_trainer_stay_at_home(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    made = BuildWorkspace(
        Path(shutil.copytree(workspace.root, tmp_path / "home")), workspace.config,
        workspace.concepts)
    group = next(path.parent for path in made.store().rglob("variation-0"))
    shutil.copytree(group, made.store() / ("f" * 64))
    shutil.copytree(group / "variation-0", group / "variation-7")
    shutil.copy(group / "variation-0" / "0.pt", group / "variation-0" / "99.pt")
    left = files_below(export(made, tmp_path / "bundle"))
    assert not [name for name in left if "f" * 64 in name or "variation-7" in name or "/99" in name]
    assert verify(tmp_path / "bundle").whole


def test_what_is_in_the_wrong_place_is_not_exported_before_a_build(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    copied = Path(shutil.copytree(workspace.root, tmp_path / "home"))
    made = BuildWorkspace(copied, workspace.config, copy.deepcopy(workspace.concepts))
    made.write()
    path = made.concepts[0]["path"]
    made.add_picture(f"{path}/000.png", caption="new", size=(40, 40))
    plan = planned(made, tmp_path / "bundle").document
    current = next(check for check in plan.checks if check.what == "current")
    assert plan.obstacles
    assert (current.passed, current.blocks) == (False, True)
    assert current.count > 0
    assert f"{current.count} pictures and captions" in current.problem
    new = next(check for check in plan.checks if check.what == "incomplete")
    assert new.blocks
