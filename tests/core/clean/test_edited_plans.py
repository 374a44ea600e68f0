"""A plan is a file that anybody may have edited: it does no more than a plan of today would do."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from larder.core.clean import recheck
from larder.core.clean.plan import CleanPlan, CleanReason
from larder.core.clean.plan_document import load_plan, plan_document, save_plan
from larder.core.clean.plan_prune import PruneRules, clear_plan, prune_plan
from larder.core.clean.recheck import GONE, ODD_NAME, ODD_REASON
from larder.core.cli.__main__ import build_command
from larder.core.errors import StalePlanError, UserFacingError, WorkspaceError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.payloads.pt import write_pt
from larder.core.stores.use_log import UseLine, UseLog
from larder.core.survey.report import Depth
from larder.core.workspace.open_workspace import StoreKind, open_workspace
from tests.support.cleaning import CONFIG, applied, planned, undone
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state
from tests.support.released_cache import (
    ReleasedConcept,
    build_concept,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import run_survey, store_of
from tests.support.value_caches import date_back, vision_entry

LOOSE = "0123456789ab_128x128_1.pt"
Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """Four pictures with captions of which one of each is gone, and an unfinished write."""
    made = IndexedWorkspace.of_cats(tmp_path / "work", 4)
    made.add_payload("image", f"{LOOSE}.4242.99.tmp")
    (made.root / "data/cats" / "0.png").unlink()
    (made.root / "data/cats" / "1.txt").unlink()
    return made


def edited(plan: CleanPlan, change: Change) -> CleanPlan:
    """The plan as it is read from a file that was changed."""
    file = Path(os.environ["PYTEST_TMP_PLAN"])
    save_plan(plan, file)
    document = json.loads(file.read_text())
    change(document)
    file.write_text(json.dumps(document))
    return load_plan(file)


@pytest.fixture(autouse=True)
def plan_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTEST_TMP_PLAN", str(tmp_path / "plan.json"))
    return tmp_path / "plan.json"


def clear_of(workspace: Path) -> CleanPlan:
    return run_to_end(clear_plan(
        open_workspace(workspace), now_ns=time.time_ns(), token=CancelToken()))


def image_facts(document: dict[str, Any]) -> dict[str, Any]:
    return next(store for store in document["store_facts"] if store["id"] == "image")


def items_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [item for group in document["groups"] for item in group["items"]]


def test_a_store_path_that_leads_to_another_folder_is_refused(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    """A store path edited to another folder is refused.

    That folder has the files that a clean would take, with equal name, size and date.

    That folder has the files that a clean would take, with equal name, size and date.
    """
    home = tmp_path / "home"
    home.mkdir()
    plan = planned(workspace.root)
    for name in plan.payloads:
        here = next(workspace.root.rglob(name))
        shutil.copy2(here, home / name)
    before, elsewhere = tree_state(workspace.root), tree_state(home, leave_out="-")
    changed = edited(plan, lambda document: image_facts(document).update(path=str(home)))
    with pytest.raises(StalePlanError, match="which this workspace does not have"):
        applied(changed)
    assert tree_state(home, leave_out="-") == elsewhere
    assert sorted(path.name for path in home.iterdir()) == sorted(set(plan.payloads))
    assert tree_state(workspace.root) == before


def test_a_store_of_another_workspace_is_refused(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(workspace.root, other, symlinks=True)
    before = tree_state(other, leave_out="-")
    there = str(other / "workspace-cache/run/image")
    with pytest.raises(StalePlanError):
        applied(edited(
            planned(workspace.root),
            lambda document: image_facts(document).update(path=there)))
    assert tree_state(other, leave_out="-") == before


def test_a_folder_that_shows_no_store_is_refused_though_the_config_names_it(
    workspace: IndexedWorkspace
) -> None:
    plan = planned(workspace.root)
    image = workspace.store()
    shutil.rmtree(image)
    image.mkdir()
    (image / "holiday.jpg").write_bytes(b"mine")
    changed = edited(plan, lambda document: document["stamps"].update(image=None))
    with pytest.raises(StalePlanError, match="does not look like a smart-image cache"):
        applied(changed)
    assert [path.name for path in image.iterdir()] == ["holiday.jpg"]


def test_another_workspace_in_the_plan_takes_only_what_it_would_offer_itself(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    """All of that workspace's sources are there, so nothing of it is waste."""
    other = IndexedWorkspace.of_cats(tmp_path / "other", 4)
    before = tree_state(other.root)

    def lead_there(document: dict[str, Any]) -> None:
        text = json.dumps(document).replace(str(workspace.root), str(other.root))
        document.update(json.loads(text))
        for name in ("image", "text"):
            status = (other.store(name) / "cache.json").stat()
            document["stamps"][name] = {
                "size": status.st_size, "mtime_ns": status.st_mtime_ns, "inode": status.st_ino}

    report = applied(edited(planned(workspace.root), lead_there))
    assert report.quarantined.files == 0
    assert report.index_rows_dropped == {}
    assert tree_state(other.root) == before


@pytest.mark.parametrize("opened", ["training_presets/config.json", "workspace-cache/run"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_false_root_drops_no_row(
    workspace: IndexedWorkspace, tmp_path: Path, opened: str, is_there: bool
) -> None:
    """Seen from there every picture seems to be gone."""
    root = tmp_path / "elsewhere"
    if is_there:
        root.mkdir()
    before, rows = tree_state(workspace.root), list(workspace.index()["entries"])

    def lead_there(document: dict[str, Any]) -> None:
        document["root"] = str(root)
        image_facts(document)["dead_rows"] = rows

    plan = edited(planned(workspace.root / opened), lead_there)
    if is_there and opened.endswith("run"):
        # A bare folder's stores are where they are, whatever its root.
        report = applied(plan)
        assert report.index_rows_dropped == {}
        assert report.quarantined.files == 1, "the unfinished write"
        undone(plan)
    else:
        with pytest.raises(UserFacingError):
            applied(plan)
    assert tree_state(workspace.root) == before


def test_a_false_by_choice_drops_no_row(workspace: IndexedWorkspace) -> None:
    before, rows = tree_state(workspace.root), list(workspace.index()["entries"])

    def by_choice(document: dict[str, Any]) -> None:
        for store in document["store_facts"]:
            store["by_choice"] = True
        image_facts(document)["dead_rows"] = rows

    report = applied(edited(planned(workspace.root), by_choice))
    assert report.index_rows_dropped == {}
    assert report.quarantined.files == 1, "the unfinished write, which a clear takes too"
    assert list(workspace.index()["entries"]) == rows
    assert len(before) - len(tree_state(workspace.root)) == 1


def test_rows_of_present_sources_cannot_be_listed_as_dead(workspace: IndexedWorkspace) -> None:
    rows = list(workspace.index()["entries"])
    report = applied(edited(
        planned(workspace.root),
        lambda document: image_facts(document).update(dead_rows=rows)))
    assert report.index_rows_dropped["image"] == 1
    assert list(workspace.index()["entries"]) == rows[1:]


@pytest.mark.parametrize("reason", [
    "orphaned", "superseded", "unindexed", "corrupt", "cleared", "aged", "legacy-group"])
def test_no_reason_takes_a_payload_that_is_needed(
    workspace: IndexedWorkspace, reason: str
) -> None:
    live = workspace.store() / workspace.payload_of("data/cats/3.png")
    write_pt(live, {"latent_image": np.ones((4, 2, 2), np.float32)})
    back_date(live)
    status = live.stat()

    def name_it(document: dict[str, Any]) -> None:
        group = document["groups"][0]
        group["reason"] = reason
        group["items"][0] |= {
            "payload": live.name, "bytes": status.st_size, "mtime_ns": status.st_mtime_ns,
            "store": "image", "why": "I know what I do."}

    report = applied(edited(planned(workspace.root), name_it))
    why = {left.payload: left.why for left in report.dropped}[live.name]
    assert why == ("It can be read completely." if reason == "corrupt" else "An entry uses it.")
    assert live.exists()


def test_no_group_that_is_needed_goes_as_damaged(tmp_path: Path) -> None:
    """A group is a folder, which no reader of cached files can read."""
    concepts = ReleasedConcept("data/cats"), ReleasedConcept("data/dogs")
    for concept in concepts:
        write_pictures(tmp_path, concept.path, ["a.png", "b.png"])
        build_concept(tmp_path, concept)
    write_workspace(tmp_path, concepts[:1])
    needed = concepts[0].key(concepts[0].image)
    files = store_of(run_survey(tmp_path / CONFIG), "image").payloads
    at = files.names.index(needed)

    def name_it(document: dict[str, Any]) -> None:
        group = document["groups"][0]
        group["reason"] = "corrupt"
        group["items"][0] |= {
            "payload": needed, "bytes": int(files.sizes[at]), "store": "image",
            "mtime_ns": int(files.mtimes_ns[at]), "why": "I know what I do."}

    plan = edited(planned(tmp_path), name_it)
    report = applied(plan, selected=np.array([
        name == needed for name in plan.payloads]), even_if_busy=True)
    assert [left.payload for left in report.dropped] == [needed]
    assert report.quarantined.files == 0


@pytest.mark.parametrize("name", [
    "cache.json", "../../../data/cats/3.png", "notes.txt", "blank_sentinel.pt", ".larder"])
def test_a_plan_cannot_name_what_a_clean_may_not_take(
    workspace: IndexedWorkspace, name: str
) -> None:
    workspace.add_payload("image", "notes.txt")
    workspace.add_payload("image", "blank_sentinel.pt")
    status = (workspace.store() / name).stat() if name != ".larder" else None

    def name_it(document: dict[str, Any]) -> None:
        document["groups"][0]["items"][0] |= {
            "payload": name, "bytes": status.st_size if status else 0,
            "mtime_ns": status.st_mtime_ns if status else 0}

    data = tree_state(workspace.root / "data")
    report = applied(edited(planned(workspace.root), name_it))
    assert [(left.payload, left.why) for left in report.dropped] == [(name, ODD_NAME)]
    assert tree_state(workspace.root / "data") == data
    assert {"cache.json", "notes.txt", "blank_sentinel.pt"} <= {
        path.name for path in workspace.store().iterdir()}


def test_an_item_listed_unticked_can_be_ticked_and_one_that_is_no_longer_ticked_stays(
    workspace: IndexedWorkspace,
) -> None:
    loose = workspace.add_payload("image", LOOSE)
    os.utime(loose)
    plan = planned(workspace.root)
    at = plan.payloads.index(LOOSE)
    assert not plan.preselected[at]
    selected = np.zeros(len(plan), dtype=np.bool_)
    selected[at] = True
    hidden = edited(plan, lambda document: [
        item.update(why=None, preselected=True) for item in items_of(document)])
    assert applied(plan, selected=selected, even_if_busy=True).quarantined.files == 1
    undone(plan, even_if_busy=True)
    (workspace.root / "data/cats").rename(workspace.root / "data/away")
    report = applied(hidden, selected=selected, even_if_busy=True)
    assert [left.payload for left in report.dropped] == [LOOSE]
    assert loose.exists()


@pytest.mark.parametrize("part", [".larder", "cache.json", "cache.json.bak"])
def test_nothing_is_written_through_a_part_of_the_store_that_is_a_link(
    workspace: IndexedWorkspace, tmp_path: Path, part: str
) -> None:
    plan = planned(workspace.root)
    outside = tmp_path / "outside"
    path = workspace.store() / part
    if part == ".larder":
        outside.mkdir()
    elif path.exists():
        path.rename(outside)
    else:
        outside.write_bytes(b"mine")
    path.symlink_to(outside)
    before = tree_state(tmp_path, leave_out="-")
    with pytest.raises(UserFacingError, match="is a link"):
        applied(plan)
    assert {**before} == {**tree_state(tmp_path, leave_out="-")}


def test_a_payload_that_became_a_link_stays(workspace: IndexedWorkspace, tmp_path: Path) -> None:
    plan = planned(workspace.root)
    name = plan.payloads[0]
    path = workspace.store() / name
    shutil.copy2(path, tmp_path / "mine.pt")
    path.unlink()
    path.symlink_to(tmp_path / "mine.pt")
    report = applied(plan)
    assert name in {left.payload for left in report.dropped}
    assert path.is_symlink()
    assert (tmp_path / "mine.pt").exists()


def test_a_shard_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    store = tmp_path / "vl-cache"
    for number in range(3):
        vision_entry(store, number)
    date_back(store)
    plan = clear_of(store)
    shard = next(store.glob("??"))
    shard.rename(tmp_path / "mine")
    shard.symlink_to(tmp_path / "mine")
    before = tree_state(tmp_path / "mine")
    report = applied(plan)
    assert len(report.dropped) + len(report.failed) == len(before)
    assert tree_state(tmp_path / "mine") == before


def test_a_clear_is_applied_from_its_file(workspace: IndexedWorkspace) -> None:
    plan = edited(clear_of(workspace.config_path), lambda document: None)
    before = tree_state(workspace.root)
    report = applied(plan)
    assert report.dropped == ()
    assert report.index_rows_dropped == {"image": 4, "text": 4}
    undone(plan)
    assert tree_state(workspace.root) == before


def test_rows_without_a_payload_stay_while_part_of_a_cleared_store_does(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.store() / workspace.payload_of("data/cats/3.png")).unlink()
    plan = clear_of(workspace.config_path)
    selected = plan.preselected.copy()
    selected[plan.sources.index("data/cats/2.png")] = False
    report = applied(plan, selected=selected)
    assert set(workspace.index()["entries"]) == {"data/cats/2.png", "data/cats/3.png"}
    assert report.index_rows_dropped["image"] == 2


def test_a_value_used_after_its_prune_was_planned_stays(tmp_path: Path) -> None:
    store = tmp_path / "vl-cache"
    names = [vision_entry(store, number) for number in range(3)]
    date_back(store)
    plan = run_to_end(prune_plan(
        open_workspace(store), PruneRules(older_than_s=60.0), now_ns=time.time_ns(),
        token=CancelToken()))
    assert len(plan) == 3
    log = UseLog(store, StoreKind.VISION)
    with log.held():
        log.append(UseLine(used={names[1]: plan.made_at_ns + 1}, hits=1))
    report = applied(plan, even_if_busy=True)
    assert [(left.payload, left.why) for left in report.dropped] == [
        (names[1], "It was used after the plan was made.")]
    assert report.quarantined.files == 2


def test_a_value_used_after_its_clear_was_planned_goes(tmp_path: Path) -> None:
    store = tmp_path / "vl-cache"
    name = vision_entry(store, 1)
    date_back(store)
    plan = clear_of(store)
    log = UseLog(store, StoreKind.VISION)
    with log.held():
        log.append(UseLine(used={name: plan.made_at_ns + 1}, hits=1))
    report = applied(plan, even_if_busy=True)
    assert (report.quarantined.files, report.dropped) == (1, ())


def test_a_damaged_payload_goes_when_it_was_ticked_and_its_row_stays(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root, depth=Depth.PAYLOAD)
    corrupt = plan.reason == CleanReason.CORRUPT
    assert corrupt.any()
    before = tree_state(workspace.root)
    assert applied(plan, selected=corrupt).quarantined.files == int(corrupt.sum())
    undone(plan)
    assert tree_state(workspace.root) == before


ODD_VALUES: tuple[Any, ...] = (
    None, True, -1, 1 << 70, 0.5, "", "no such word", "a\0b", "\ud800", "/nowhere", "C:\\x", [], {},
    [["x"]], {"x": {}})


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document: a list's first element stands for all of them."""
    if path:
        yield path
    if isinstance(value, Mapping):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*path, 0))


def put(document: Any, path: tuple[Any, ...], value: Any) -> None:
    for step in path[:-1]:
        document = document[step]
    document[path[-1]] = value


def test_odd_json_is_one_sentence_and_moves_nothing_outside(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    """At every place of a plan every odd value; what can be read is applied."""
    plan = planned(workspace.root)
    original = json.dumps(plan_document(plan))
    outside = tree_state(tmp_path, leave_out="workspace-cache")
    refused = read = 0
    for path in places(json.loads(original)):
        for value in ODD_VALUES:
            document = json.loads(original)
            put(document, path, value)
            file = tmp_path / "odd" / "plan.json"
            file.parent.mkdir(exist_ok=True)
            file.write_text(json.dumps(document))
            try:
                loaded = load_plan(file)
            except WorkspaceError as error:
                refused += "plan.json" in error.problem
                continue
            read += 1
            if path[0] not in ("groups", "workspace", "root", "gone", "store_facts", "maps"):
                continue
            try:
                report = applied(loaded)
            except UserFacingError:
                continue
            if report.undo:
                undone(plan)
    assert refused > 300
    assert read > 100
    shutil.rmtree(tmp_path / "odd")
    assert tree_state(tmp_path, leave_out="workspace-cache") == outside
    assert not [path for path in tmp_path.rglob(".larder") if "workspace-cache" not in path.parts]


@pytest.mark.parametrize("text", [
    "[" * 100_000, '{"schema": ' * 50_000, "\xff\xfe", '{"schema": NaN}', '"larder.clean-plan/1"'])
def test_a_file_that_no_reader_can_take_is_one_sentence(plan_file: Path, text: str) -> None:
    plan_file.write_bytes(text.encode("latin-1"))
    with pytest.raises(WorkspaceError, match=r"plan\.json"):
        load_plan(plan_file)


@pytest.mark.parametrize(("field", "word"), [
    ("kind", "smart-audio"), ("index_copy", "cache.json.old")])
def test_an_unknown_word_in_a_plan_makes_the_command_leave_with_2(
    workspace: IndexedWorkspace, plan_file: Path, field: str, word: str
) -> None:
    save_plan(planned(workspace.root), plan_file)
    document = json.loads(plan_file.read_text())
    image_facts(document)[field] = word
    plan_file.write_text(json.dumps(document))
    ran = CliRunner().invoke(build_command(["apply"]), ["apply", str(plan_file)])
    assert isinstance(ran.exception, WorkspaceError)
    assert ran.exception.exit_code == 2


def test_a_row_without_a_payload_goes_with_a_clean_although_not_every_item_is_ticked(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.store() / workspace.payload_of("data/cats/3.png")).unlink()
    for name in ("2.png", "3.png"):
        (workspace.root / "data/cats" / name).unlink()
    plan = planned(workspace.root)
    selected = plan.preselected.copy()
    selected[plan.sources.index("data/cats/2.png")] = False
    applied(plan, selected=selected)
    assert "data/cats/2.png" in workspace.index()["entries"]
    assert "data/cats/3.png" not in workspace.index()["entries"]


def test_no_reason_of_a_prune_takes_what_a_trainer_cached(workspace: IndexedWorkspace) -> None:
    def aged(document: dict[str, Any]) -> None:
        for group in document["groups"]:
            group["reason"] = "aged"

    before = tree_state(workspace.root)
    report = applied(edited(clear_of(workspace.config_path), aged))
    assert {left.why for left in report.dropped} == {ODD_REASON}
    assert report.quarantined.files == 0
    assert tree_state(workspace.root) == before


def test_a_name_that_leads_outside_is_odd_whether_a_file_is_there_or_not(
    workspace: IndexedWorkspace,
) -> None:
    def name_it(document: dict[str, Any]) -> None:
        document["groups"][0]["items"][0]["payload"] = "../../../nothing/there.pt"

    report = applied(edited(planned(workspace.root), name_it))
    assert [left.why for left in report.dropped] == [ODD_NAME]


def test_a_row_without_a_payload_goes_when_its_whole_store_is_cleared(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.store() / workspace.payload_of("data/cats/3.png")).unlink()
    applied(clear_of(workspace.config_path))
    assert workspace.index()["entries"] == {}


def narrowed_reasons(plan: CleanPlan) -> list[CleanReason]:
    """Reasons of what goes, as a quarantine notes them."""
    chosen = np.ones(len(plan), dtype=np.bool_)
    narrowed = run_to_end(recheck.revalidate(
        plan, chosen, open_workspace(plan.workspace.path), now_ns=time.time_ns(),
        token=CancelToken()))
    return [CleanReason(one) for one in narrowed.plan.reason[narrowed.chosen].tolist()]


def test_a_reason_is_that_of_today_and_of_a_prune_that_of_its_plan(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    plan = edited(planned(workspace.root), lambda document: [
        group.update(reason="superseded") for group in document["groups"]])
    assert set(narrowed_reasons(plan)) == {CleanReason.ORPHANED, CleanReason.TEMP_LEFTOVER}
    store = tmp_path / "vl-cache"
    vision_entry(store, 1)
    date_back(store)
    assert narrowed_reasons(run_to_end(prune_plan(
        open_workspace(store), PruneRules(older_than_s=60.0), now_ns=time.time_ns(),
        token=CancelToken()))) == [CleanReason.AGED]


def test_a_file_that_is_gone_since_the_plan_is_said_to_be_gone(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    name = f"{LOOSE}.4242.99.tmp"
    (workspace.store() / name).unlink()
    assert [left.why for left in applied(plan).dropped if left.payload == name] == [GONE]


def test_an_index_that_is_saved_while_it_is_looked_at_again_is_not_written(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, real = planned(workspace.root), recheck.survey
    saved = json.dumps({**workspace.index(), "last_validated": 7.5}, indent=2)

    def saved_meanwhile(*arguments: Any, **options: Any) -> Any:
        (workspace.store() / "cache.json").write_text(saved)
        back_date(workspace.store() / "cache.json")
        return (yield from real(*arguments, **options))

    monkeypatch.setattr(recheck, "survey", saved_meanwhile)
    with pytest.raises(StalePlanError):
        applied(plan)
    assert (workspace.store() / "cache.json").read_text() == saved
