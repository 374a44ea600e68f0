"""Sentences that verbs print: an explicit "nothing to do", and one count per thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.writes.quarantine import removal
from tests.support.building import BuildWorkspace
from tests.support.released_building import cats, let_train
from tests.support.source_building import write_text
from tests.support.value_caches import date_back, tree_entry, vision_entry

Larder = Callable[..., Any]
CONFIG = "training_presets/config.json"
VERBS_ON_NOTHING: Mapping[str, tuple[tuple[str, ...], str]] = {
    "plan clean": (("plan", "clean"), "Nothing to clean."),
    "clean": (("clean",), "Nothing to clean."),
    "clean --apply": (("clean", "--apply"), "Nothing was moved."),
    "clear": (("clear", "--store", "image"), "Nothing to clear."),
    "clear --apply": (("clear", "--store", "image", "--apply"), "Nothing was moved."),
    "quarantine list": (("quarantine", "list"), "The quarantine is empty."),
    "quarantine empty": (("quarantine", "empty"), "The quarantine is empty."),
    "touch": (("touch",), "No index has a date to renew."),
    "touch --apply": (("touch", "--apply"), "No index has a date to renew."),
    "readopt": (("readopt",),
                "Nothing to relink: no renamed file was found."),
    "readopt --apply": (("readopt", "--apply"),
                "Nothing to relink: no renamed file was found."),
    "plan build": (("plan", "build"), "Everything is cached and up to date."),
}


def sentences(ran: Any) -> str:
    assert ran.code == 0, ran.err
    return ran.out.strip()


def said(larder: Larder, words: tuple[str, ...], workspace: Path) -> str:
    """Return the sentences that a verb prints; the workspace is inserted after the verb."""
    verb = 2 if words[0] == "plan" else 1
    return sentences(larder(*words[:verb], workspace, *words[verb:]))


@pytest.fixture
def complete(fixture_workspace: Callable[[str], Path]) -> Path:
    """Everything that is wanted is cached and nothing is left over."""
    return fixture_workspace("sdxl_clean") / CONFIG


def test_files_that_nothing_proves_are_not_called_up_to_date(
    larder: Larder, tmp_path: Path,
) -> None:
    (tmp_path / "models/base").mkdir(parents=True)
    made = cats(tmp_path)
    made.configure(base_model_name="models/base")
    let_train(made)
    assert larder("survey", made.config_path).code == 0
    assert larder("build", made.config_path, "--apply", "--even-if-busy").code == 0
    made.configure(vae={"model_name": "models/other_vae"})
    for words in (("plan", "build"), ("build",)):
        first, last = said(larder, words, made.config_path).splitlines()
        assert first.startswith("It is not recorded how a trainer made 6 cached files")
        assert last == "Nothing is missing."


@pytest.mark.parametrize("verb", [verb for verb in VERBS_ON_NOTHING if "clear" not in verb])
def test_nothing_to_do_is_said_in_so_many_words(
    larder: Larder, complete: Path, verb: str
) -> None:
    words, sentence = VERBS_ON_NOTHING[verb]
    assert said(larder, words, complete) == sentence


@pytest.mark.parametrize("verb", [verb for verb in VERBS_ON_NOTHING if "clear" in verb])
def test_a_cache_that_was_cleared_has_nothing_to_clear(
    larder: Larder, complete: Path, verb: str
) -> None:
    said(larder, ("clear", "--apply"), complete)
    words, sentence = VERBS_ON_NOTHING[verb]
    assert said(larder, words, complete) == sentence


@pytest.mark.parametrize(("only", "sentence"), [
    ("missing", "Nothing is missing."), ("stale", "Nothing needs rebuilding."),
])
def test_a_build_of_one_sort_only_says_that_there_is_none_of_it(
    larder: Larder, complete: Path, only: str, sentence: str
) -> None:
    assert said(larder, ("plan", "build", "--only", only), complete) == sentence


def test_what_only_the_trainer_can_build_is_not_called_cached(
    larder: Larder, complete: Path
) -> None:
    (complete.parents[1] / "data" / "portraits" / "img_000.txt").unlink()
    told = said(larder, ("plan", "build"), complete).splitlines()
    assert "left to the trainer" in told[-2]
    assert told[-1] == "Nothing that Larder can build is missing."


def test_a_survey_of_a_clean_cache_says_nothing_can_be_cleaned(
    larder: Larder, complete: Path
) -> None:
    told = said(larder, ("survey",), complete)
    assert told.count("nothing to clean") == 2
    assert "0 files" not in told


def test_no_two_sources_with_equal_bytes_is_said_in_so_many_words(
    larder: Larder, tmp_path: Path
) -> None:
    workspace = BuildWorkspace(tmp_path)
    workspace.add_picture(f"{workspace.add_concept()}/a.png", caption="a cat")
    assert larder("build", workspace.config_path, "--apply").code == 0
    told = said(larder, ("dups",), workspace.config_path)
    assert "no two sources have equal bytes" in told
    assert "0 groups" not in told


def test_a_copy_of_a_cached_picture_needs_an_entry_and_no_payload(
    larder: Larder, tmp_path: Path
) -> None:
    workspace = BuildWorkspace(tmp_path)
    concept = workspace.add_concept()
    picture = workspace.add_picture(f"{concept}/a.png", caption="a cat")
    assert larder("build", workspace.config_path, "--apply").code == 0
    for ending in (".png", ".txt"):
        copied = picture.with_suffix(ending)
        copied.with_stem("b").write_bytes(copied.read_bytes())
    planned = said(larder, ("plan", "build"), workspace.config_path).splitlines()
    assert planned[-1] == (
        "Nothing has to be encoded; only the index is written (`larder build --apply` does it).")


def test_a_build_of_released_folders_says_what_it_did(larder: Larder, tmp_path: Path) -> None:
    """A variation more is written for each picture, and a list is mended though none is made."""
    workspace = BuildWorkspace(tmp_path)
    concept = workspace.add_concept(image={"enable_random_flip": True})
    for name in "ab":
        workspace.add_picture(f"{concept}/{name}.png", caption=f"a cat {name}")
    build = ("build", "--layout", "released", "--apply")
    assert said(larder, build, workspace.config_path).startswith("Encoded 4 files; 4 entries")
    workspace.concepts[0]["image_variations"] = 2
    workspace.write()
    assert said(larder, build, workspace.config_path).startswith("Encoded 2 files; 2 entries")
    for aggregate in workspace.store().glob("*/variation-0/aggregate.pt"):
        aggregate.write_bytes(b"")
        workspace.age(aggregate)
    told = said(larder, build, workspace.config_path)
    assert told.startswith("Nothing had to be encoded; folders of cached files were put together")
    assert said(larder, build, workspace.config_path) == "Nothing had to be built."


def test_a_build_says_what_it_did_and_then_that_nothing_is_left(
    larder: Larder, tmp_path: Path
) -> None:
    workspace = BuildWorkspace(tmp_path)
    concept = workspace.add_concept()
    workspace.add_picture(f"{concept}/a.png", caption="a cat")
    planned = next(
        line for line in said(larder, ("plan", "build"), workspace.config_path).splitlines()
        if "pictures and captions" in line)
    assert planned.startswith("2 pictures and captions: encode 2 files, of unknown size;")
    assert planned.endswith("encoded once (`larder build --apply` does it).")
    told = said(larder, ("build", "--apply"), workspace.config_path)
    assert re.fullmatch(r"Encoded 2 files; 2 entries written, [\d.]+ KiB\.", told)
    assert said(larder, ("build", "--apply"), workspace.config_path) == "Nothing had to be built."
    assert said(larder, ("build",), workspace.config_path) == "Everything is cached and up to date."
    (tmp_path / concept).rename(tmp_path / "renamed")
    workspace.concepts[0]["path"] = "renamed"
    workspace.write()
    planned = said(larder, ("plan", "build"), workspace.config_path)
    assert ("2 pictures and captions: copy 2 files, at most "
            in planned)
    assert "It takes" not in planned
    told = said(larder, ("build", "--apply"), workspace.config_path)
    assert told.startswith("Encoded 0 files, reused 2; 2 entries written")


def test_a_folder_that_is_cached_is_said_to_be(larder: Larder, tmp_path: Path) -> None:
    texts = write_text(tmp_path / "texts", "a.txt", "a row", "a cat").parent
    words = ("build", "--sources", str(texts), "--store", "tokens")
    said(larder, (*words, "--apply"), tmp_path / "caches")
    folder = tmp_path / "caches" / "tokens"
    assert said(larder, words, tmp_path / "caches") == (
        f"Everything is cached: 2 cached files of 1 file in {folder}.")
    assert said(larder, (*words, "--apply"), tmp_path / "caches") == (
        f"Nothing had to be built in {folder}.")


def test_a_folder_without_a_file_of_the_kind_is_not_called_cached(
    larder: Larder, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    words = ("build", "--sources", str(tmp_path / "empty"), "--store", "tokens")
    assert said(larder, words, tmp_path / "caches") == "No file there can be cached as tokens."


class TestCounts:
    """The same files, in the same unit, from the plan to the emptied quarantine."""

    @pytest.fixture
    def trees(self, tmp_path: Path) -> Path:
        """Three values in five files: two trees of parameters and one picture."""
        root = tmp_path / "caches"
        for stem in ("aa" * 20, "bb" * 20):
            tree_entry(root / "parameters", stem, {"w": np.zeros(4, np.float32)})
        vision_entry(root / "vl-cache", 1)
        date_back(root)
        return root

    def test_a_clear_and_its_undo_count_every_file(self, larder: Larder, trees: Path) -> None:
        files = sum(path.is_file() for path in trees.rglob("*"))
        assert files == 5
        planned = said(larder, ("clear",), trees)
        assert re.search(r"whole cache: 5 files \(", planned)
        assert re.search(r"parameters/a+  \S+ \S+ in 2 files", planned)
        amount = re.search(r"^(5 files .*) would go into quarantine", planned, re.MULTILINE)
        assert amount is not None
        assert said(larder, ("clear", "--apply"), trees).startswith(f"Moved {amount[1]} into ")
        listed = larder("quarantine", trees, "list", "--json").document["quarantines"]
        assert sum(one["files"] for one in listed) == files
        assert said(larder, ("undo",), trees).endswith(f": restored {amount[1]}.")
        said(larder, ("clear", "--apply"), trees)
        assert said(larder, ("quarantine", "empty"), trees) == f"Deleted {amount[1]} for good."

    def test_the_journal_counts_them_too(self, larder: Larder, trees: Path) -> None:
        said(larder, ("clear", "--apply"), trees)
        said(larder, ("undo",), trees)
        said(larder, ("clear", "--apply"), trees)
        said(larder, ("quarantine", "empty"), trees)
        records = larder("quarantine", trees, "list", "--json").document["records"]
        counts: dict[str, int] = {}
        for record in records:
            counts[record["action"]] = counts.get(record["action"], 0) + record["items"]
        assert counts == {"quarantined": 10, "restored": 5, "emptied": 5}

    def test_a_group_of_the_released_layout_is_all_its_files(
        self, larder: Larder, fixture_workspace: Callable[[str], Path]
    ) -> None:
        config = fixture_workspace("sd15_legacy_diskcache") / CONFIG
        store = config.parents[1] / "workspace-cache" / "run"
        files = sum(path.is_file() for path in store.rglob("*"))
        planned = larder("clear", config, "--json").document
        assert planned["files"] == files
        moved = larder("clear", config, "--apply", "--json").document
        assert moved["quarantined"]["files"] == files
        assert larder("undo", config, "--json").document["restored"]["files"] == files

    def test_rows_are_counted_alike_before_after_and_when_undone(
        self, larder: Larder, fixture_workspace: Callable[[str], Path]
    ) -> None:
        config = fixture_workspace("sdxl_drifted") / CONFIG
        planned = said(larder, ("clean",), config).splitlines()[-1]
        amount = planned.partition(" would ")[0]
        assert re.fullmatch(r"\d+ files \([\d.]+ KiB\) and \d+ index rows", amount)
        assert said(larder, ("clean", "--apply"), config).startswith(f"Moved {amount} into ")
        assert said(larder, ("undo",), config).endswith(f": restored {amount}.")

    def test_rows_without_files_are_not_called_nothing(
        self, larder: Larder, complete: Path
    ) -> None:
        root = complete.parents[1]
        picture = root / "data" / "portraits" / "img_000.jpg"
        row = larder("survey", complete, "--all", "--json").document["items"]
        (item,) = [one for one in row if one["source"] == "data/portraits/img_000.jpg"]
        for payload in item["payloads"]:
            (root / "workspace-cache" / "run" / "image" / payload).unlink()
        picture.unlink()
        assert "1 index row would go into quarantine" in said(larder, ("clean",), complete)
        assert "Moved 1 index row into quarantine" in said(larder, ("clean", "--apply"), complete)
        assert said(larder, ("undo",), complete).endswith(": restored 1 index row.")

    def test_rows_of_a_cleared_store_are_not_said_to_be_of_vanished_sources(
        self, larder: Larder, complete: Path
    ) -> None:
        told = said(larder, ("clear", "--apply"), complete)
        assert re.search(r"and \d+ index rows into quarantine", told)
        assert "vanished" not in told


def test_what_is_offered_and_does_not_go_by_itself_is_not_called_nothing(
    larder: Larder, fixture_workspace: Callable[[str], Path]
) -> None:
    config = fixture_workspace("sd15_legacy_diskcache") / CONFIG
    (config.parents[1] / "data" / "a" / "aaa.jpg").write_bytes(
        next((config.parents[1] / "data" / "a").rglob("*.jpg")).read_bytes())
    told = said(larder, ("clean",), config)
    assert "  [ ] image/" in told
    assert told.endswith("Nothing would be removed; the reason is beside each file.")


def test_a_plan_to_delete_says_so(
    larder: Larder, fixture_workspace: Callable[[str], Path]
) -> None:
    told = said(larder, ("clean", "--delete"), fixture_workspace("sdxl_drifted") / CONFIG)
    assert "would be deleted for good (--apply does it)" in told


def test_a_quarantine_that_cannot_be_emptied_is_a_failure(
    larder: Larder, fixture_workspace: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = fixture_workspace("sdxl_drifted") / CONFIG
    said(larder, ("clean", "--apply"), config)

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(f"{removal.__name__}.delete_path", refuse)
    refused = larder("quarantine", config, "empty")
    assert (refused.code, refused.out.strip()) == (1, "Nothing was deleted.")


def test_prune_with_nothing_to_remove_says_why(larder: Larder, tmp_path: Path) -> None:
    vision_entry(tmp_path / "vl-cache", 1)
    assert said(larder, ("prune", "--older-than", "90d"), tmp_path) == (
        "Nothing to remove: all files are within the age and size limits.")


def test_prune_of_a_trainers_cache_alone_says_that_it_cannot(
    larder: Larder, complete: Path
) -> None:
    told = said(larder, ("prune", "--older-than", "90d"), complete).splitlines()
    assert ["does not record when" in line for line in told] == [True, True, False]
    assert told[-1].startswith("No cache here can be pruned; ")
