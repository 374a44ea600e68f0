"""A group finds its concept by key, by the pictures it lists or by order, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from larder.core.stores.released.matching import (
    BLOCK_FORMS,
    ConceptBlock,
    ConceptKey,
    GroupMatch,
    KeyForm,
    MatchedBy,
    PictureVotes,
    concept_group_keys,
    fill_blocks,
    match_by_key,
    match_by_order,
    match_by_pictures,
    workspace_group_keys,
)
from larder.core.workspace.concepts import Concept, read_concepts
from larder.core.workspace.open_workspace import open_workspace
from tests.support.released_cache import ReleasedConcept, write_pictures, write_workspace


def concept(**changes: object) -> Concept:
    raw = ReleasedConcept("data/cats", seed=7).as_json() | changes
    return read_concepts([raw])[0]


def votes(group: str, listed: int, under: dict[int, int], newest_ns: int = 0) -> PictureVotes:
    return PictureVotes(group=group, listed=listed, under=under, newest_ns=newest_ns)


def test_the_block_as_written_gives_the_key_that_a_bare_pipeline_hashes() -> None:
    keys = concept_group_keys(
        concept(image={"b": 1, "a": True}), block=ConceptBlock.IMAGE, path="data/cats")
    known = ReleasedConcept("data/cats", seed=7).key({"b": 1, "a": True})
    assert known.startswith("228d4696")
    assert keys[known] == ConceptKey()


@pytest.mark.parametrize("block", ConceptBlock)
def test_each_trainer_version_gives_its_own_key_and_the_newest_comes_first(
    block: ConceptBlock,
) -> None:
    keys = concept_group_keys(concept(image={}, text={}), block=block, path="data/cats")
    assert list(keys.values()) == [
        *(ConceptKey(since) for since in BLOCK_FORMS[block]), ConceptKey()]


@pytest.mark.parametrize("block", ConceptBlock)
def test_a_block_saved_by_a_trainer_has_that_trainers_key(block: ConceptBlock) -> None:
    for values in fill_blocks({}, kind=block).values():
        saved = concept(**{block.value: dict(values)})
        expected = ReleasedConcept("data/cats", seed=7).key(values)
        assert expected in concept_group_keys(saved, block=block, path="data/cats")


@pytest.mark.parametrize(
    ("block", "resolution", "trains_pairs", "more", "form"), [
        (ConceptBlock.IMAGE, "768", False, ["768"], KeyForm.RESOLUTION),
        (ConceptBlock.IMAGE, "768", True, ["", ""], KeyForm.PAIRS),
        (ConceptBlock.TEXT, "768", True, ["", ""], KeyForm.PAIRS)])
def test_keys_of_open_pull_requests_hash_more_and_say_so(
    block: ConceptBlock, resolution: str, trains_pairs: bool, more: list[str], form: KeyForm
) -> None:
    for values in fill_blocks({}, kind=block).values():
        keys = concept_group_keys(
            concept(image={}, text={}), block=block, path="data/cats", resolution=resolution,
            trains_pairs=trains_pairs)
        assert keys[ReleasedConcept("data/cats", seed=7).key(values, *more)].form is form


def test_a_config_that_trains_pairs_looks_for_their_keys_first() -> None:
    pairs = concept(
        image={}, dpo_chosen_pattern="chosen/{}", dpo_rejected_pattern="rejected/{}")
    for trains_pairs, first in ((True, KeyForm.PAIRS), (False, KeyForm.RELEASED)):
        keys = concept_group_keys(
            pairs, block=ConceptBlock.IMAGE, path="data/cats", trains_pairs=trains_pairs)
        assert next(iter(keys.values())).form is first
        assert {key.form for key in keys.values()} == {KeyForm.RELEASED, KeyForm.PAIRS}


def test_without_a_seed_no_key_is_known() -> None:
    unseeded = replace(concept(), seed=None)
    assert concept_group_keys(unseeded, block=ConceptBlock.IMAGE, path="data/cats") == {}


def test_a_dataset_is_looked_for_under_its_snapshot_in_the_configs_hub_cache(
    tmp_path: Path,
) -> None:
    repository = tmp_path / "hub" / "datasets--owner--cats"
    snapshot = repository / "snapshots" / "aaa"
    write_pictures(snapshot, ".", ["1.png"])
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("aaa", encoding="utf-8")
    dataset = ReleasedConcept("owner/cats", seed=7)
    config = write_workspace(tmp_path, [dataset], huggingface_cache_dir="hub")
    (keys,) = workspace_group_keys(open_workspace(config), ConceptBlock.IMAGE).values()
    newest = next(iter(fill_blocks(dataset.image, kind=ConceptBlock.IMAGE).values()))
    assert ReleasedConcept(str(snapshot), seed=7).key(newest) in keys
    assert dataset.key(newest) not in keys


def test_the_newest_of_a_concepts_keys_is_read_and_the_older_one_is_outdated() -> None:
    new, old = ConceptKey("2025-11-04"), ConceptKey("2024-05-21")
    found = match_by_key(
        ["old", "new", "other"], {0: {"new": new, "old": old}, 1: {"x": ConceptKey()}})
    assert found.reads == {0: GroupMatch("new", MatchedBy.KEY, new)}
    assert found.outdated == {"old": (0, old)}


def test_a_group_that_one_concept_reads_is_not_outdated_for_another() -> None:
    found = match_by_key(
        ["one", "two"],
        {0: {"two": ConceptKey("b"), "one": ConceptKey("a")}, 1: {"one": ConceptKey("b")}})
    assert found.reads[1].group == "one"
    assert found.outdated == {}


def test_two_concepts_with_equal_settings_share_a_group() -> None:
    found = match_by_key(["one"], {0: {"one": ConceptKey()}, 1: {"one": ConceptKey()}})
    assert {match.group for match in found.reads.values()} == {"one"}
    assert list(found.reads) == [0, 1]


def test_half_of_the_pictures_are_no_majority() -> None:
    found = match_by_pictures([votes("g", 4, {0: 2})], concepts=[0], without_group=[0])
    assert found.reads == {}
    assert found.elsewhere == {}


def test_of_several_groups_the_one_with_most_pictures_is_read() -> None:
    found = match_by_pictures(
        [votes("few", 3, {0: 3}, newest_ns=9), votes("many", 5, {0: 5})],
        concepts=[0], without_group=[0])
    assert found.reads == {0: GroupMatch("many", MatchedBy.PICTURES)}
    assert found.elsewhere == {"few": 0}


def test_of_equal_groups_the_youngest_is_read() -> None:
    found = match_by_pictures(
        [votes("old", 3, {0: 3}, newest_ns=1), votes("young", 3, {0: 3}, newest_ns=2)],
        concepts=[0], without_group=[0])
    assert found.reads[0].group == "young"


def test_a_concept_with_a_group_of_its_key_takes_no_other() -> None:
    found = match_by_pictures([votes("g", 3, {0: 3})], concepts=[0], without_group=[])
    assert found.reads == {}
    assert found.elsewhere == {"g": 0}


def test_two_concepts_on_one_folder_get_two_groups() -> None:
    found = match_by_pictures(
        [votes("a", 3, {0: 3, 1: 3}), votes("b", 3, {0: 3, 1: 3})],
        concepts=[0, 1], without_group=[0, 1])
    assert sorted(match.group for match in found.reads.values()) == ["a", "b"]


def test_a_text_group_is_found_by_its_number_of_slots() -> None:
    found = match_by_order({"g": 5, "h": 6}, {"g": 1, "h": 1}, {0: 6, 1: 5})
    assert found == {
        0: GroupMatch("h", MatchedBy.ORDER), 1: GroupMatch("g", MatchedBy.ORDER)}


def test_text_groups_of_one_length_go_to_the_concepts_in_the_order_they_were_built() -> None:
    found = match_by_order({"g": 5, "h": 5}, {"g": 20, "h": 10}, {3: 5, 4: 5})
    assert {concept: match.group for concept, match in found.items()} == {3: "h", 4: "g"}


def test_text_groups_built_at_one_moment_cannot_be_told_apart() -> None:
    assert match_by_order({"g": 5, "h": 5}, {"g": 10, "h": 10}, {3: 5, 4: 5}) == {}


def test_more_text_groups_than_concepts_of_one_length_match_nobody() -> None:
    assert match_by_order({"g": 5, "h": 5}, {"g": 10, "h": 20}, {3: 5}) == {}


@given(
    listed=st.dictionaries(
        st.sampled_from("abcd"), st.dictionaries(st.integers(0, 3), st.integers(0, 9), max_size=4)),
    without=st.sets(st.integers(0, 3)),
)
def test_no_group_is_read_twice_or_by_a_concept_that_has_one(
    listed: dict[str, dict[int, int]], without: set[int]
) -> None:
    all_votes = [votes(group, sum(under.values()), under) for group, under in listed.items()]
    found = match_by_pictures(all_votes, concepts=range(4), without_group=without)
    groups = [match.group for match in found.reads.values()]
    assert len(groups) == len(set(groups))
    assert set(found.reads) <= without
    assert not set(groups) & set(found.elsewhere)
