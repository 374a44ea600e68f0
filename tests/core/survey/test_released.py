"""Released OneTrainer's caches: who is read from which slot, and which slots cannot be trusted."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.survey.document import RootFacts, StoreCoverage
from larder.core.survey.report import Depth, StoreSurvey
from larder.core.survey.survey import survey as survey_workspace
from larder.core.survey.training_risks import TrainingRisk
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.survey.why import details_of, reason_of
from larder.core.workspace.open_workspace import open_workspace
from tests.support.released_cache import (
    CACHE,
    ReleasedConcept,
    build_concept,
    write_image_group,
    write_pictures,
    write_text_group,
    write_workspace,
)
from tests.support.surveying import run_survey, store_of

NAMES = ["a.png", "b.png", "c.png", "d.png"]


def survey_store(
    config: Path, store: str = "image", *, depth: Depth = Depth.STAT, gone: tuple[str, ...] = ()
) -> StoreSurvey:
    return store_of(run_survey(config, depth=depth, gone=gone), store)


def verdicts(survey: StoreSurvey) -> dict[str, str]:
    rows = survey.rows
    return {
        rows.source(row): Verdict(rows.verdicts[row]).name_in_contract for row in range(len(rows))}


def whys(survey: StoreSurvey) -> dict[str, str]:
    """Return by source the reason that every reader sees. See `details` for the rest."""
    return {survey.rows.source(row): reason_of(why) for row, why in survey.rows.why.items()}


def details(survey: StoreSurvey) -> dict[str, str]:
    return {survey.rows.source(row): details_of(why) for row, why in survey.rows.why.items()}


def groups(survey: StoreSurvey) -> dict[str, PayloadVerdict]:
    files = survey.payloads
    return {
        name: PayloadVerdict(verdict)
        for name, verdict in zip(files.names, files.verdicts, strict=True)}


def coverage(config: Path, survey: StoreSurvey) -> list[StoreCoverage]:
    return [concept.stores[survey.location.id] for concept in run_survey(config).concepts]


@pytest.fixture
def cats(tmp_path: Path) -> ReleasedConcept:
    """A cached concept of four pictures in `tmp_path`."""
    concept = ReleasedConcept("data/cats")
    write_pictures(tmp_path, concept.path, NAMES)
    build_concept(tmp_path, concept)
    return concept


# --- the caches of the real trainer -------------------------------------------------------------


def test_the_trainers_cache_has_one_whole_concept_and_one_shifted_throughout(
    unpacked_fixture: Callable[[str], Path],
) -> None:
    root = unpacked_fixture("sd15_legacy_diskcache")
    survey = survey_store(root)
    assert {s for s, v in verdicts(survey).items() if v == "valid"} == {
        f"data/a/{name}" for name in (
            "img_000.jpg", "img_003.jpg", "photo_001.png", "photo_004.png", "shot_002.webp",
            "shot_005.webp")}
    assert whys(survey) == {
        "data/b/img_009.jpg": "Made from data/b/img_006.jpg",
        "data/b/img_012.jpg": "Made from data/b/img_009.jpg",
        "data/b/photo_007.png": "Made from data/b/img_012.jpg",
        "data/b/photo_010.png": "Made from data/b/photo_007.png",
        "data/b/shot_008.webp": "Made from data/b/photo_010.png",
        "data/b/shot_011.webp": "Made from data/b/shot_008.webp",
        "data/b/img_006.jpg": "The file no longer exists; its folder data/b does",
    }
    assert details(survey)["data/b/shot_011.webp"] == "Cached file 5 of variation 0"
    assert details(survey)["data/b/img_006.jpg"] == "Cached file 0"
    assert verdicts(survey)["data/b/img_006.jpg"] == "source-missing"
    covered, shifted = coverage(root, survey)
    assert (covered.wanted, covered.covered) == (6, 6)
    assert (shifted.wanted, shifted.stale, shifted.missing) == (6, 6, 0)


def test_the_trainers_text_cache_is_judged_by_the_lists_of_its_image_cache(
    unpacked_fixture: Callable[[str], Path],
) -> None:
    root = unpacked_fixture("sd15_legacy_diskcache")
    survey = survey_store(root, "text")
    found = verdicts(survey)
    assert [found[f"data/b/{name}.txt"] for name in ("img_009", "shot_011")] == ["shifted"] * 2
    assert found["data/b/img_006.txt"] == "unused"
    assert whys(survey)["data/b/img_009.txt"] == (
        "Made from the caption of data/b/img_006.jpg")
    assert [c.covered for c in coverage(root, survey)] == [6, 0]


@pytest.mark.parametrize("store", ["image", "text"])
def test_the_trainers_groups_are_all_in_use_and_their_bytes_are_those_on_disk(
    unpacked_fixture: Callable[[str], Path], store: str
) -> None:
    root = unpacked_fixture("sd15_legacy_diskcache")
    survey = survey_store(root, store, depth=Depth.PAYLOAD)
    assert set(groups(survey).values()) == {PayloadVerdict.REFERENCED}
    folder = root / CACHE / store
    for name, size in zip(survey.payloads.names, survey.payloads.sizes, strict=True):
        assert size == sum(
            path.stat().st_size for path in (folder / name).rglob("*") if path.is_file())


def test_surveying_leaves_the_trainers_cache_as_it_was(
    fixture_workspace: Callable[[str], Path],
) -> None:
    root = fixture_workspace("sd15_legacy_diskcache")
    before = {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in root.rglob("*")}
    for store in ("image", "text"):
        survey_store(root, store, depth=Depth.PAYLOAD)
    assert {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in root.rglob("*")} == before


def test_with_the_pictures_moved_away_everything_is_held_back(
    fixture_workspace: Callable[[str], Path],
) -> None:
    root = fixture_workspace("sd15_legacy_diskcache")
    (root / "data").rename(root.parent / "elsewhere")
    for store, count in (("image", 13), ("text", 13)):
        survey = survey_store(root, store)
        assert list(verdicts(survey).values()) == ["source-unreachable"] * count
        assert set(groups(survey).values()) == {PayloadVerdict.REFERENCED}


def test_other_settings_find_the_trainers_groups_by_pictures_and_by_order(
    fixture_workspace: Callable[[str], Path],
) -> None:
    root = fixture_workspace("sd15_legacy_diskcache")
    concepts = root / "training_concepts" / "concepts.json"
    concepts.write_text(concepts.read_text().replace('"seed": 1', '"seed": 2'))
    for store in ("image", "text"):
        survey = survey_store(root, store)
        assert set(groups(survey).values()) == {PayloadVerdict.REFERENCED}
        assert sum("Made with other settings" in why for why in whys(survey).values()) == 6
        by_verdict = list(verdicts(survey).values())
        assert by_verdict.count("recipe-changed") == 6
        assert by_verdict.count("shifted") == 6


# --- shifts -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mapping[int, Path]:
    """Caches of 1 to 6 pictures, built once; the tests delete pictures beside them."""
    folders = {}
    for count in range(1, 7):
        root = tmp_path_factory.mktemp(f"built{count}")
        write_pictures(root, "data/cats", [f"{number}.png" for number in range(count)])
        write_workspace(root, [ReleasedConcept("data/cats")])
        build_concept(root, ReleasedConcept("data/cats"))
        folders[count] = root
    return folders


@given(data=st.data())
def test_deleting_pictures_shifts_exactly_the_slots_behind_the_first(
    built: Mapping[int, Path], data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, 6))
    deleted = data.draw(st.sets(st.integers(0, count - 1), max_size=count - 1))
    root, pictures = built[count], built[count] / "data" / "cats"
    for number in deleted:
        (pictures / f"{number}.png").rename(pictures / f"{number}.gone")
    try:
        for store, ending in (("image", ".png"), ("text", ".txt")):
            found = verdicts(survey_store(root, store))
            left = [number for number in range(count) if number not in deleted]
            for position, number in enumerate(left):
                expected = "valid" if position == number else "shifted"
                assert found.pop(f"data/cats/{number}{ending}") == expected
            gone = "source-missing" if store == "image" else "unused"
            assert found == {f"data/cats/{number}{ending}": gone for number in deleted}
    finally:
        for number in deleted:
            (pictures / f"{number}.gone").rename(pictures / f"{number}.png")


def test_a_picture_added_in_between_shifts_the_rest_and_leaves_the_last_without_a_slot(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    config = write_workspace(tmp_path, [cats])
    write_pictures(tmp_path, cats.path, ["bb.png"])
    survey = survey_store(config)
    assert verdicts(survey) == {
        "data/cats/a.png": "valid", "data/cats/b.png": "valid", "data/cats/bb.png": "shifted",
        "data/cats/c.png": "shifted", "data/cats/d.png": "missing-entry"}
    assert whys(survey)["data/cats/bb.png"] == "Made from data/cats/c.png"
    assert "4 of 5" in whys(survey)["data/cats/d.png"]
    assert survey.rows.harms[-1] == 1 << TrainingRisk.GONE  # the trainer stops there
    assert not survey.rows.also.any(), "that it is new says nothing of what was cached of another"
    assert coverage(config, survey)[0] == structs.replace(
        coverage(config, survey)[0], wanted=5, covered=2, stale=2, missing=1)


def test_a_renamed_picture_that_keeps_its_position_still_names_the_old_file(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    folder = tmp_path / cats.path
    (folder / "b.png").rename(folder / "bb.png")
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert verdicts(survey)["data/cats/bb.png"] == "shifted"
    assert verdicts(survey)["data/cats/b.png"] == "source-missing"
    assert verdicts(survey)["data/cats/c.png"] == "valid"


def test_the_row_of_a_deleted_picture_names_its_slot_and_counts_no_bytes_twice(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    (tmp_path / cats.path / "c.png").unlink()
    survey = survey_store(write_workspace(tmp_path, [cats]))
    rows = survey.rows
    (gone,) = rows.rows_with(Verdict.SOURCE_MISSING).tolist()
    key = cats.key(cats.image)
    assert rows.payloads[gone] == (f"{key}/variation-0/2.pt",)
    assert rows.bytes[gone] == 0
    assert rows.has_entry[gone]
    slots = [tmp_path / CACHE / "image" / key / f"variation-0/{slot}.pt" for slot in range(3)]
    assert rows.bytes.sum() == sum(slot.stat().st_size for slot in slots)


def test_a_deleted_picture_whose_caption_serves_another_leaves_that_caption_alone(
    tmp_path: Path,
) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, ["a.png", "b.png"])
    (tmp_path / cats.path / "a.jpg").write_bytes(b"same stem")
    write_image_group(
        tmp_path, cats.key(cats.image), [f"data/cats/{n}" for n in ("a.jpg", "a.png", "b.png")])
    write_text_group(tmp_path, cats.key(cats.text), 3)
    config = write_workspace(tmp_path, [cats])
    (tmp_path / cats.path / "a.jpg").unlink()
    survey = survey_store(config, "text")
    assert verdicts(survey) == {"data/cats/a.txt": "shifted", "data/cats/b.txt": "shifted"}


def test_a_text_group_built_after_the_deletion_is_in_order(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    (tmp_path / cats.path / "a.png").unlink()
    shutil.rmtree(tmp_path / CACHE / "text")
    write_text_group(tmp_path, cats.key(cats.text), 3)
    survey = survey_store(write_workspace(tmp_path, [cats]), "text")
    assert set(verdicts(survey).values()) == {"valid"}


def test_captions_cached_with_a_later_list_are_judged_by_that_one(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    """Though there are as many samples as it lists, they are not those."""
    write_image_group(
        tmp_path, cats.key(cats.image), [f"data/cats/{name}" for name in NAMES[:3]], variation=1)
    shutil.rmtree(tmp_path / CACHE / "text")
    write_text_group(tmp_path, cats.key(cats.text), 3)
    (tmp_path / cats.path / "a.png").unlink()
    survey = survey_store(write_workspace(tmp_path, [replace(cats, image_variations=2)]), "text")
    assert [verdicts(survey)[f"data/cats/{name}.txt"] for name in "bcd"] == ["shifted"] * 3


def test_a_text_group_of_unknown_order_may_be_shifted(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    (tmp_path / cats.path / "d.png").unlink()
    shutil.rmtree(tmp_path / CACHE / "image")
    survey = survey_store(write_workspace(tmp_path, [cats]), "text")
    assert set(verdicts(survey).values()) == {"shifted"}
    assert all("may be of another" in why for why in whys(survey).values())


def test_a_text_group_alone_with_as_many_slots_as_samples_is_valid(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    shutil.rmtree(tmp_path / CACHE / "image")
    survey = survey_store(write_workspace(tmp_path, [cats]), "text")
    assert set(verdicts(survey).values()) == {"valid"}


# --- variations, unfinished and damaged groups ----------------------------------------------------


def test_a_variation_that_was_not_needed_yet_is_missing_payload(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats", image_variations=2)
    write_pictures(tmp_path, cats.path, NAMES)
    build_concept(tmp_path, replace(cats, image_variations=1))
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert set(verdicts(survey).values()) == {"missing-payload"}
    assert not survey.rows.harms.any()  # the trainer caches it when it gets there
    assert set(whys(survey).values()) == {"Variation 1 is not cached yet"}


def test_no_variations_are_read_as_one(tmp_path: Path, cats: ReleasedConcept) -> None:
    config = write_workspace(tmp_path, [replace(cats, image_variations=0)])
    assert survey_store(config).rows.has_entry.all()


def test_a_later_variation_is_judged_by_its_own_list(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats", image_variations=2)
    write_pictures(tmp_path, cats.path, NAMES)
    build_concept(tmp_path, cats)
    (tmp_path / cats.path / "a.png").unlink()
    key = cats.key(cats.image)
    shutil.rmtree(tmp_path / CACHE / "image" / key / "variation-1")
    write_image_group(
        tmp_path, key, [f"data/cats/{name}" for name in NAMES[1:]], variation=1)
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert whys(survey)["data/cats/b.png"] == "Made from data/cats/a.png"
    assert verdicts(survey)["data/cats/d.png"] == "shifted"


def test_a_variation_that_no_epoch_reads_any_more_is_not_judged(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats", image_variations=2)
    write_pictures(tmp_path, cats.path, NAMES)
    build_concept(tmp_path, cats)
    aggregate = tmp_path / CACHE / "image" / cats.key(cats.image) / "variation-1" / "aggregate.pt"
    aggregate.write_bytes(b"damaged")
    survey = survey_store(write_workspace(tmp_path, [replace(cats, image_variations=1)]))
    assert set(verdicts(survey).values()) == {"valid"}


def test_a_group_without_its_aggregate_is_as_good_as_none(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, NAMES)
    write_image_group(tmp_path, cats.key(cats.image), ["data/cats/a.png"], complete=False)
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert set(verdicts(survey).values()) == {"missing-entry"}
    assert "was interrupted" in whys(survey)["data/cats/a.png"]
    assert set(groups(survey).values()) == {PayloadVerdict.REFERENCED}


def test_a_damaged_aggregate_damages_every_sample(tmp_path: Path, cats: ReleasedConcept) -> None:
    aggregate = tmp_path / CACHE / "image" / cats.key(cats.image) / "variation-0" / "aggregate.pt"
    aggregate.write_bytes(aggregate.read_bytes()[:200])
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert set(verdicts(survey).values()) == {"corrupt-payload"}
    assert survey.rows.harms.tolist() == [1 << TrainingRisk.DAMAGED] * len(NAMES)
    assert "aggregate.pt" in survey.payloads.damaged[0]


def test_a_slot_that_is_gone_is_missing_payload(tmp_path: Path, cats: ReleasedConcept) -> None:
    slot = f"{cats.key(cats.image)}/variation-0/2.pt"
    (tmp_path / CACHE / "image" / slot).unlink()
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert verdicts(survey)["data/cats/c.png"] == "missing-payload"
    assert survey.rows.harms.tolist() == [0, 0, 1 << TrainingRisk.GONE, 0]
    assert slot in details(survey)["data/cats/c.png"]
    assert verdicts(survey)["data/cats/d.png"] == "valid"


def test_depth_payload_finds_damage_odd_values_and_odd_shapes(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    import torch

    folder = tmp_path / CACHE / "image" / cats.key(cats.image) / "variation-0"
    (folder / "0.pt").write_bytes((folder / "0.pt").read_bytes()[:-50])
    nan = torch.load(folder / "1.pt", weights_only=True)
    nan["latent_image"][0, 0, 0] = float("nan")
    torch.save(nan, folder / "1.pt")
    torch.save({**nan, "latent_image": torch.ones(4, 8, 9)}, folder / "2.pt")
    config = write_workspace(tmp_path, [cats])
    # The one that was cut short has another size than the others, which is seen without opening.
    assert {source for source, verdict in verdicts(survey_store(config)).items()
            if verdict == "corrupt-payload"} == {"data/cats/a.png"}
    survey = survey_store(config, depth=Depth.PAYLOAD)
    assert verdicts(survey) == {
        "data/cats/a.png": "corrupt-payload", "data/cats/b.png": "bad-values",
        "data/cats/c.png": "bad-values", "data/cats/d.png": "valid"}
    assert "NaN" in whys(survey)["data/cats/b.png"]
    assert "8x9" in whys(survey)["data/cats/c.png"]


def test_depth_payload_finds_a_name_that_the_config_needs_now(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    config = write_workspace(tmp_path, [cats])
    config.write_text(
        config.read_text().replace('"resolution"', '"masked_training": true, "resolution"'))
    survey = survey_store(config, depth=Depth.PAYLOAD)
    assert set(verdicts(survey).values()) == {"incomplete-schema"}
    assert "lacks 1 part" in whys(survey)["data/cats/a.png"]
    assert details(survey)["data/cats/a.png"].startswith("latent_mask\n")


def test_vae_fine_tuning_keeps_its_groups_in_the_cache_folder_itself(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    build_concept(tmp_path, cats, more=("image", "latent_image_distribution"))
    group = tmp_path / CACHE / "image" / cats.key(cats.image)
    group.rename(tmp_path / CACHE / group.name)
    shutil.rmtree(tmp_path / CACHE / "image")
    config = write_workspace(tmp_path, [cats])
    config.write_text(config.read_text().replace(
        '"resolution"', '"training_method": "FINE_TUNE_VAE", "resolution"'))
    survey = survey_store(config)
    assert set(verdicts(survey).values()) == {"valid"}
    assert survey.payloads.foreign == ()


# --- which group belongs to whom -----------------------------------------------------------------


def test_a_concept_without_a_group_is_missing_entry(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, NAMES)
    dogs = ReleasedConcept("data/dogs")
    write_pictures(tmp_path, dogs.path, ["x.png"])
    build_concept(tmp_path, dogs)
    survey = survey_store(write_workspace(tmp_path, [cats, dogs]))
    assert whys(survey)["data/cats/a.png"] == "Nothing is cached for the concept cats yet"
    assert [c.covered for c in coverage(tmp_path, survey)] == [0, 1]
    (tmp_path / cats.path / "a.txt").unlink()
    captions = survey_store(tmp_path, "text", depth=Depth.PAYLOAD).rows
    assert captions.harms.tolist() == [1 << TrainingRisk.NO_CAPTION, 0, 0, 0, 0]


def test_concepts_with_equal_settings_share_one_group_in_file_order(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, ["a.png", "b.png"])
    twice = ["data/cats/a.png", "data/cats/b.png"] * 2
    write_image_group(tmp_path, cats.key(cats.image), twice)
    write_text_group(tmp_path, cats.key(cats.text), 4)
    config = write_workspace(tmp_path, [cats, replace(cats, name="again")])
    for store in ("image", "text"):
        survey = survey_store(config, store)
        assert survey.rows.verdicts.tolist() == [Verdict.VALID] * 4
        assert survey.rows.concept.tolist() == [0, 0, 1, 1]
    (tmp_path / cats.path / "b.png").unlink()
    assert survey_store(config, "text").rows.verdicts.tolist() == [
        Verdict.VALID, Verdict.SHIFTED, Verdict.UNUSED]


def test_concepts_that_share_only_their_text_group_are_judged_by_both_image_lists(
    tmp_path: Path,
) -> None:
    small = ReleasedConcept("data/cats")
    large = replace(small, name="large", image={"resolution_override": "768"})
    write_pictures(tmp_path, small.path, ["a.png", "b.png"])
    for concept in (small, large):
        write_image_group(
            tmp_path, concept.key(concept.image), ["data/cats/a.png", "data/cats/b.png"])
    write_text_group(tmp_path, small.key(small.text), 4)
    config = write_workspace(tmp_path, [small, large])
    assert survey_store(config, "text").rows.verdicts.tolist() == [Verdict.VALID] * 4
    (tmp_path / small.path / "a.png").unlink()
    rows = survey_store(config, "text").rows
    assert rows.verdicts.tolist() == [Verdict.SHIFTED, Verdict.VALID, Verdict.UNUSED]
    assert rows.concept.tolist() == [0, 1, 0]


def test_a_folder_that_holds_none_of_its_pictures_is_away_though_others_of_its_group_are_there(
    tmp_path: Path,
) -> None:
    """The group is of a concept of both folders; today's is of one, which may be unplugged."""
    write_pictures(tmp_path, "data/dogs", ["x.png"])
    (tmp_path / "data/cats").mkdir()
    write_image_group(tmp_path, ReleasedConcept("data", include_subdirectories=True).key({}), [
        "data/cats/a.png", "data/cats/b.png", "data/dogs/x.png"])
    survey = survey_store(write_workspace(tmp_path, [ReleasedConcept("data/cats")]))
    found = verdicts(survey)
    assert found["data/cats/a.png"] == found["data/cats/b.png"] == "source-unreachable"


def test_a_group_made_with_other_settings_is_not_what_the_trainer_will_read(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    changed = replace(cats, image={"resolution_override": "768"})
    survey = survey_store(write_workspace(tmp_path, [changed]))
    assert set(verdicts(survey).values()) == {"recipe-changed"}
    assert groups(survey) == {cats.key(cats.image): PayloadVerdict.REFERENCED}
    assert "the pictures it lists" in survey.payloads.why[0]


def test_captions_of_other_settings_are_not_given_to_a_concept_that_has_its_own(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    """Nor are its own taken for those of another concept, though all have as many."""
    dogs = ReleasedConcept("data/dogs")
    write_pictures(tmp_path, dogs.path, NAMES)
    build_concept(tmp_path, dogs)
    changed = replace(dogs, text={"prompt_source": "sample", "prompt_path": "other"})
    survey = survey_store(write_workspace(tmp_path, [cats, changed]), "text")
    assert verdicts(survey) == {
        f"data/{concept}/{name[0]}.txt": verdict
        for concept, verdict in (("cats", "valid"), ("dogs", "recipe-changed"))
        for name in NAMES}


def test_a_concept_without_a_seed_is_read_from_the_group_that_lists_its_pictures(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    import json

    config = write_workspace(tmp_path, [cats])
    concepts = tmp_path / "training_concepts" / "concepts.json"
    raw = json.loads(concepts.read_text())
    del raw[0]["seed"]
    concepts.write_text(json.dumps(raw))
    assert set(verdicts(survey_store(config)).values()) == {"valid"}


def test_other_settings_beside_the_right_ones_are_unknown(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    large = replace(cats, image={"resolution_override": "768"})
    build_concept(tmp_path, large)
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert set(verdicts(survey).values()) == {"valid"}
    assert groups(survey)[large.key(large.image)] is PayloadVerdict.UNKNOWN
    (why,) = survey.payloads.why.values()
    assert "other settings of the concept cats" in why


def test_a_group_named_with_the_resolution_is_read_and_says_whose_name_that_is(
    tmp_path: Path,
) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, NAMES)
    key = cats.key(cats.image, "64")
    write_image_group(tmp_path, key, [f"data/cats/{name}" for name in NAMES])
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert set(verdicts(survey).values()) == {"valid"}
    assert groups(survey) == {key: PayloadVerdict.REFERENCED}
    assert survey.payloads.why == {
        0: "It is named with the resolution, as OneTrainer's pull request 1134 names it."}


def test_of_a_released_group_and_one_with_the_resolution_the_released_one_is_read(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    other = cats.key(cats.image, "64")
    write_image_group(tmp_path, other, [f"data/cats/{name}" for name in NAMES])
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert groups(survey)[other] is PayloadVerdict.UNKNOWN
    assert survey.payloads.why[survey.payloads.names.index(other)] == (
        "It is named with the resolution, as OneTrainer's pull request 1134 names it; the concept "
        "cats is read from another group that is here.")


@pytest.mark.parametrize(("trains_pairs", "form"), [(True, "pairs"), (False, "released")])
def test_a_config_that_trains_pairs_reads_the_groups_named_for_them(
    tmp_path: Path, cats: ReleasedConcept, trains_pairs: bool, form: str
) -> None:
    pictures = [f"data/cats/{name}" for name in NAMES]
    keys = {"released": cats.key(cats.image), "pairs": cats.key(cats.image, "", "")}
    write_image_group(tmp_path, keys["pairs"], pictures)
    survey = survey_store(write_workspace(tmp_path, [cats], rlhf_enabled=trains_pairs))
    assert set(verdicts(survey).values()) == {"valid"}
    read = [key for key, verdict in groups(survey).items() if verdict is PayloadVerdict.REFERENCED]
    assert read == [keys[form]]


def test_a_group_of_a_folder_that_no_concept_names_is_unknown(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    dogs = ReleasedConcept("data/dogs")
    write_pictures(tmp_path, dogs.path, ["x.png"])
    build_concept(tmp_path, dogs)
    config = write_workspace(tmp_path, [cats])
    for store in ("image", "text"):
        survey = survey_store(config, store)
        block = dogs.image if store == "image" else dogs.text
        assert groups(survey)[dogs.key(block)] is PayloadVerdict.UNKNOWN
        assert not any("dogs" in source for source in verdicts(survey))


def test_a_group_all_of_whose_pictures_were_deleted_is_orphaned_and_names_them(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    dogs = ReleasedConcept("data/dogs")
    write_pictures(tmp_path, dogs.path, ["x.png", "y.png"])
    build_concept(tmp_path, dogs)
    shutil.rmtree(tmp_path / dogs.path)
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert groups(survey)[dogs.key(dogs.image)] is PayloadVerdict.ORPHANED
    at = survey.payloads.names.index(dogs.key(dogs.image))
    assert [survey.rows.source(row) for row in survey.payloads.named_by[at]] == [
        "data/dogs/x.png", "data/dogs/y.png"]
    assert verdicts(survey)["data/dogs/x.png"] == "source-missing"


def test_a_group_whose_folder_holds_none_of_its_pictures_is_held_back(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    dogs = ReleasedConcept("data/dogs")
    write_pictures(tmp_path, dogs.path, ["x.png"])
    build_concept(tmp_path, dogs)
    shutil.rmtree(tmp_path / dogs.path)
    (tmp_path / dogs.path).mkdir()
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert groups(survey)[dogs.key(dogs.image)] is PayloadVerdict.REFERENCED
    assert verdicts(survey)["data/dogs/x.png"] == "source-unreachable"


def test_samples_show_that_a_group_of_deleted_pictures_beside_them_is_an_orphan(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    earlier = replace(cats, seed=2).key(cats.image)
    write_image_group(tmp_path, earlier, ["data/cats/e.png"])
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert groups(survey)[earlier] is PayloadVerdict.ORPHANED
    assert verdicts(survey)["data/cats/e.png"] == "source-missing"


def test_a_folder_declared_gone_makes_orphans_of_what_was_held_back(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    dogs = ReleasedConcept("data/dogs")
    write_pictures(tmp_path, dogs.path, ["x.png"])
    build_concept(tmp_path, dogs)
    shutil.rmtree(tmp_path / "data")
    config = write_workspace(tmp_path, [cats])
    survey = survey_store(config, gone=(str(tmp_path / "data"),))
    assert groups(survey)[dogs.key(dogs.image)] is PayloadVerdict.ORPHANED
    assert groups(survey)[cats.key(cats.image)] is PayloadVerdict.REFERENCED
    assert set(verdicts(survey).values()) == {"source-missing"}


def test_roots_follow_those_of_other_stores_and_count_what_is_gone(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    (tmp_path / cats.path / "d.png").unlink()
    report = run_survey(write_workspace(tmp_path, [cats]))
    gone = RootFacts(spelled="data/cats", unreachable=None, indexed=4, gone=1)
    # The caption is still there.
    assert report.roots == (gone, structs.replace(gone, gone=0))
    assert [store.rows.root.tolist() for store in report.stores] == [[0] * 4, [1] * 4]


def test_an_unreachable_root_says_why(tmp_path: Path, cats: ReleasedConcept) -> None:
    shutil.rmtree(tmp_path / cats.path)
    report = run_survey(write_workspace(tmp_path, [cats]))
    assert [(root.unreachable, root.indexed, root.gone) for root in report.roots] == [
        ("is missing", 4, 4), ("is missing", 4, 4)]
    for store in report.stores:
        assert set(whys(store).values()) == {"The folder data/cats is missing"}


def test_a_disabled_concept_keeps_its_group_and_its_pictures_are_unused(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    (tmp_path / cats.path / "d.png").unlink()
    config = write_workspace(tmp_path, [replace(cats, enabled=False)])
    survey = survey_store(config)
    assert groups(survey) == {cats.key(cats.image): PayloadVerdict.REFERENCED}
    assert verdicts(survey) == {
        "data/cats/a.png": "unused", "data/cats/b.png": "unused", "data/cats/c.png": "unused",
        "data/cats/d.png": "source-missing"}
    assert coverage(config, survey)[0].wanted == 0


def test_a_group_with_a_file_of_somebody_else_is_left_alone(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    dogs = ReleasedConcept("data/dogs")
    write_pictures(tmp_path, dogs.path, ["x.png"])
    build_concept(tmp_path, dogs)
    (tmp_path / CACHE / "image" / dogs.key(dogs.image) / "notes.txt").write_text("mine")
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert groups(survey)[dogs.key(dogs.image)] is PayloadVerdict.FOREIGN


def test_without_a_concept_list_groups_with_pictures_count_as_in_use(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    (tmp_path / cats.path / "d.png").unlink()
    survey = run_survey(tmp_path / CACHE, root=tmp_path).stores[0]
    assert groups(survey) == {cats.key(cats.image): PayloadVerdict.REFERENCED}
    assert sorted(verdicts(survey).values()) == ["source-missing", "valid", "valid", "valid"]


def test_historical_folders_and_smart_payloads_beside_groups_are_not_ours(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    (tmp_path / CACHE / "image" / "epoch-3").mkdir()
    (tmp_path / CACHE / "image" / "0123456789ab_64x64_1.pt").write_bytes(b"indexed")
    config = write_workspace(tmp_path, [cats])
    survey = next(s for s in run_survey(config).stores if s.location.kind.value == "legacy-image")
    assert survey.payloads.names == [cats.key(cats.image)]
    assert survey.payloads.foreign == ("epoch-3",)


# --- the rest -----------------------------------------------------------------------------------


def test_pictures_recorded_on_windows_are_found_here(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, NAMES[1:])
    write_image_group(
        tmp_path, cats.key(cats.image), [f"data/cats\\{name}" for name in NAMES])
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert whys(survey)["data/cats\\b.png"] == "Made from data/cats\\a.png"
    assert verdicts(survey)["data/cats\\a.png"] == "source-missing"


def test_one_finding_says_that_edits_cannot_be_seen(tmp_path: Path, cats: ReleasedConcept) -> None:
    findings = run_survey(write_workspace(tmp_path, [cats])).problems
    assert [finding.where for finding in findings] == [f"{CACHE}/image", f"{CACHE}/text"]
    assert "captions" in findings[1].problem


def test_a_store_that_was_just_written_shows_a_trainer_at_work(
    tmp_path: Path, cats: ReleasedConcept
) -> None:
    survey = survey_store(write_workspace(tmp_path, [cats]))
    assert "aggregate.pt" in survey.busy[0]


def test_a_cancelled_survey_stops(tmp_path: Path, cats: ReleasedConcept) -> None:
    workspace = open_workspace(write_workspace(tmp_path, [cats]))
    token = CancelToken()
    token.cancel()
    with pytest.raises(JobCancelled):
        run_to_end(survey_workspace(workspace, token=token))


def test_a_store_that_is_not_there_yet_leaves_every_sample_missing(tmp_path: Path) -> None:
    cats = ReleasedConcept("data/cats")
    write_pictures(tmp_path, cats.path, NAMES)
    config = write_workspace(tmp_path, [cats])
    build_concept(tmp_path, cats)
    shutil.rmtree(tmp_path / CACHE / "text")
    survey = survey_store(config, "text")
    assert set(verdicts(survey).values()) == {"missing-entry"}
    assert survey.payloads.names == []
