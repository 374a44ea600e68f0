"""`--even-if-damaged`: what build, readopt and touch do where an index cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.cli.conftest import Ran
from tests.support.building import BuildWorkspace
from tests.support.indexed_cache import tree_state

PICTURES = 5


@pytest.fixture
def workspace(tmp_path: Path, larder: Callable[..., Ran]) -> BuildWorkspace:
    """Built; then one picture more, and an index without its last byte."""
    made = BuildWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(PICTURES):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    assert larder("build", made.write(), "--apply").code == 0
    made.add_picture(f"{cats}/new.png", caption="new")
    return made


def cut(workspace: BuildWorkspace) -> bytes:
    index = workspace.store() / "cache.json"
    content = index.read_bytes()[:-1]
    index.write_bytes(content)
    for path in workspace.store().iterdir():
        workspace.age(path)
    return content


def test_a_damaged_index_is_neither_replaced_nor_begun_anew(
    workspace: BuildWorkspace, larder: Callable[..., Ran]
) -> None:
    cut(workspace)
    before = tree_state(workspace.root)
    ran = larder("build", workspace.config_path, "--apply", "--even-if-busy")
    assert (ran.code, ran.out) == (2, "")
    assert "is damaged: it is not JSON" in ran.err
    assert "--even-if-damaged" in ran.err
    assert len(ran.err.splitlines()) == 1
    assert tree_state(workspace.root) == before


def test_a_build_goes_on_with_what_can_be_read_and_an_undo_brings_the_damaged_file_back(
    workspace: BuildWorkspace, larder: Callable[..., Ran]
) -> None:
    content = cut(workspace)
    ran = larder("build", workspace.config_path, "--apply", "--even-if-damaged", "--even-if-busy")
    assert ran.code == 0
    assert f"has {PICTURES} entries now" in ran.err
    assert len(workspace.index()["entries"]) == PICTURES + 1
    identity = ran.err.partition("with the id ")[2].split()[0]
    kept = Path(ran.err.partition("is kept as ")[2].partition(";")[0])
    assert kept.read_bytes() == content
    assert larder("undo", workspace.config_path, "--even-if-busy").code == 0
    back = larder("undo", workspace.config_path, identity, "--even-if-busy")
    assert (back.code, "Restored the previous index" in back.out) == (0, True)
    assert (workspace.store() / "cache.json").read_bytes() == content


def test_a_repair_alone_prints_one_document_with_json(
    workspace: BuildWorkspace, larder: Callable[..., Ran]
) -> None:
    cut(workspace)
    ran = larder("readopt", workspace.config_path, "--apply", "--even-if-damaged", "--json",
                 "--even-if-busy")
    assert (ran.code, ran.document["entries"]) == (0, 0)
    assert "is kept as" in ran.err
    assert len(workspace.index()["entries"]) == PICTURES


def test_a_survey_says_that_the_index_cannot_be_read(
    workspace: BuildWorkspace, larder: Callable[..., Ran]
) -> None:
    cut(workspace)
    told = larder("survey", workspace.config_path)
    assert f"the index is damaged, {PICTURES} entries can be read" in told.out
    assert "readopt --even-if-damaged" in told.out
    store = larder("survey", workspace.config_path, "--json").document["stores"][0]
    assert store["index_problem"].startswith("The index cannot be read completely: it is not JSON")
    assert "(larder build)" not in told.out
    assert "-> larder build" not in told.out
    assert "nothing is built before it is repaired" in told.out
    plan = larder("plan", "build", workspace.config_path)
    assert "`larder build --apply --even-if-damaged` repairs the index and does it" in plan.out
    assert "`larder build --apply` does it" not in plan.out


@pytest.mark.parametrize("verb", [
    ("build", "--apply"), ("build", "--apply", "--even-if-damaged"), ("readopt", "--apply"),
    ("readopt", "--apply", "--even-if-damaged"), ("touch", "--apply"), ("plan", "build"),
    ("stats",)])
def test_an_index_that_the_system_does_not_give_refuses_with_one_sentence(
    workspace: BuildWorkspace, larder: Callable[..., Ran], verb: tuple[str, ...]
) -> None:
    index = workspace.store() / "cache.json"
    index.rename(workspace.root / "saved.json")
    index.mkdir()
    before = tree_state(workspace.root)
    words = verb[:2] if verb[0] == "plan" else verb[:1]
    ran = larder(*words, workspace.config_path, *verb[len(words):])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"The index {index} cannot be read: ")
    assert len(ran.err.splitlines()) == 1
    assert tree_state(workspace.root) == before
    told = larder("survey", workspace.config_path)
    assert (told.code, "the index cannot be read, " in told.out) == (0, True)
    assert "0 entries" not in told.out
    document = larder("clean", workspace.config_path, "--json").document
    assert {group["reason"] for group in document["groups"] if group["preselected"]} <= {
        "temp-leftover"}


def spoil_beside_a_good_copy(workspace: BuildWorkspace, *, added: bytes) -> None:
    index = workspace.store() / "cache.json"
    content = index.read_bytes()
    (workspace.store() / "cache.json.bak").write_bytes(content)
    index.write_bytes(content + added)
    for path in workspace.store().iterdir():
        workspace.age(path)


@pytest.fixture
def built(workspace: BuildWorkspace, larder: Callable[..., Ran]) -> BuildWorkspace:
    """Nothing is missing in it."""
    assert larder("build", workspace.config_path, "--apply", "--even-if-busy").code == 0
    return workspace


def test_every_verb_names_a_damaged_index_that_has_a_good_copy(
    built: BuildWorkspace, larder: Callable[..., Ran], tmp_path: Path
) -> None:
    spoil_beside_a_good_copy(built, added=b"garbage")
    damage = f"The index {built.store() / 'cache.json'} is damaged: it is not JSON"
    for words in (("build",), ("readopt",), ("readopt", "--even-if-damaged"), ("touch",)):
        shown = larder(words[0], built.config_path, *words[1:])
        assert (shown.code, damage in shown.out) == (0, True)
        assert "`larder readopt --even-if-damaged --apply` repairs it" in shown.out
        assert "Everything is cached and up to date." not in shown.out
    exported = larder("export", built.config_path, tmp_path / "out")
    assert "cache.json is damaged: it is not JSON" in exported.out + exported.err
    assert "cache.json.bak" in exported.out + exported.err


def test_a_repair_with_nothing_to_relink_does_not_say_that_nothing_was_done(
    built: BuildWorkspace, larder: Callable[..., Ran]
) -> None:
    spoil_beside_a_good_copy(built, added=b"garbage")
    ran = larder("readopt", built.config_path, "--apply", "--even-if-damaged", "--even-if-busy")
    assert (ran.code, ran.out) == (0, "")
    assert "was damaged (it is not JSON" in ran.err


def test_a_survey_says_where_a_trainer_would_stop(
    built: BuildWorkspace, larder: Callable[..., Ran]
) -> None:
    spoil_beside_a_good_copy(built, added=b"\xff")
    told = larder("survey", built.config_path)
    assert ("A trainer stops at cache.json with an error; cache.json.bak was read here instead."
            in told.out)
    assert "as the trainer would" not in told.out


@pytest.mark.parametrize("name", ["\\ud800", "\\u0000"])
def test_a_key_that_no_file_can_be_called_costs_one_entry(
    built: BuildWorkspace, larder: Callable[..., Ran], tmp_path: Path, name: str
) -> None:
    index = built.store() / "cache.json"
    index.write_bytes(index.read_bytes().replace(b"0.png", f"{name}.png".encode()))
    for words in (("survey",), ("build",), ("readopt",), ("touch",), ("stats",)):
        assert larder(words[0], built.config_path, *words[1:]).code == 0
    exported = larder("export", built.config_path, tmp_path / "out")
    assert "cannot be read" not in exported.out + exported.err


def test_an_export_names_the_number_at_which_a_trainer_stops(
    built: BuildWorkspace, larder: Callable[..., Ran], tmp_path: Path
) -> None:
    index = built.store() / "cache.json"
    index.write_bytes(index.read_bytes().rstrip()[:-1] + b', "n": ' + b"9" * 5000 + b"}")
    for copy in built.store().glob("cache.json.*"):
        copy.unlink()
    reason = "it has a number of more than 4,300 digits"
    exported = larder("export", built.config_path, tmp_path / "out")
    assert (exported.code, reason in exported.out + exported.err) == (1, True)
    assert reason in larder("survey", built.config_path).out
    assert reason in larder("build", built.config_path).out


def test_a_survey_says_where_a_trainer_would_stop_if_there_is_no_other_copy(
    built: BuildWorkspace, larder: Callable[..., Ran]
) -> None:
    spoil_beside_a_good_copy(built, added=b"\xff")
    for copy in built.store().glob("cache.json.*"):
        copy.unlink()
    told = larder("survey", built.config_path)
    assert (f"A trainer stops at cache.json with an error; {PICTURES + 1} of its rows can be read"
            in told.out)


@pytest.mark.parametrize("words", [
    ("build", "--apply"), ("build",), ("touch", "--apply"), ("touch",), ("readopt", "--apply"),
    ("clean", "--apply"), ("clean",), ("convert", "--to", "released"),
    ("convert", "--to", "released", "--apply")])
def test_w22_a_damaged_index_is_named_though_its_good_copy_leaves_nothing_to_do(
    workspace: BuildWorkspace, larder: Callable[..., Ran], words: tuple[str, ...]
) -> None:
    assert larder("build", workspace.config_path, "--apply").code == 0
    index = workspace.store() / "cache.json"
    index.with_name("cache.json.bak").write_bytes(index.read_bytes())
    cut(workspace)
    busy = ("--even-if-busy",) if "--apply" in words else ()
    ran = larder(words[0], workspace.config_path, *words[1:], *busy)
    assert ran.code == 0
    said = ran.err if words[0] == "clean" else ran.out
    assert f"The index {index} is damaged: it is not JSON" in said
    assert "`larder readopt --even-if-damaged --apply` repairs it" in said
    assert "Nothing had to be built." not in ran.out
