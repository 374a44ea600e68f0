from __future__ import annotations

import json
from pathlib import Path

import pytest

from larder.core.errors import WorkspaceError
from larder.core.workspace.concepts import (
    BalancingStrategy,
    Concept,
    ConceptType,
    ImageSettings,
    PromptSource,
    TextSettings,
    read_concept_file,
    read_concepts,
    select_concepts,
)


def concept(**raw: object) -> Concept:
    return read_concepts([raw])[0]


def test_an_empty_concept_takes_onetrainers_defaults() -> None:
    read = concept()
    assert (read.index, read.name, read.path, read.enabled) == (0, "", "", True)
    assert read.type is ConceptType.STANDARD
    assert not read.include_subdirectories
    assert read.seed is None
    assert (read.image_variations, read.text_variations) == (1, 1)
    assert (read.balancing, read.balancing_strategy) == (1.0, BalancingStrategy.REPEATS)
    assert read.loss_weight == 1.0
    assert read.image == ImageSettings()
    assert read.text == TextSettings()
    assert read.image.enable_crop_jitter
    assert not read.image.enable_random_flip
    assert read.image.resolution_override == "512"
    assert read.text.prompt_source is PromptSource.SAMPLE
    assert (read.text.tag_delimiter, read.text.keep_tags_count) == (",", 1)
    assert read.text.tag_dropout_mode == "FULL"


def test_version_0_named_balancing_repeats() -> None:
    assert concept(repeats=2.5).balancing == 2.5
    assert concept(repeats=2.5, __version=1).balancing == 1.0


def test_version_1_had_a_flag_for_validation_concepts() -> None:
    assert concept(validation_concept=True).type is ConceptType.VALIDATION
    assert concept(validation_concept=True, __version=1).type is ConceptType.VALIDATION
    assert concept(validation_concept=False, __version=1).type is ConceptType.STANDARD
    assert concept(validation_concept=True, __version=2).type is ConceptType.STANDARD


def test_a_file_without_version_may_use_todays_keys() -> None:
    read = concept(type="PRIOR_PREDICTION", balancing=3, balancing_strategy="SAMPLES")
    assert read.type is ConceptType.PRIOR_PREDICTION
    assert (read.balancing, read.balancing_strategy) == (3.0, BalancingStrategy.SAMPLES)


def test_every_image_and_text_field_is_read() -> None:
    default = ImageSettings()
    changed: dict[str, object] = {}
    for name in ImageSettings.__struct_fields__:
        value = getattr(default, name)
        changed[name] = (not value) if isinstance(value, bool) else (
            "768" if isinstance(value, str) else 0.25)
    image = concept(image=changed).image
    assert {name: getattr(image, name) for name in changed} == changed
    text = concept(text={
        "prompt_source": "concept", "prompt_path": "p.txt", "enable_tag_shuffling": True,
        "tag_delimiter": ";", "keep_tags_count": 3, "tag_dropout_enable": True,
        "tag_dropout_mode": "RANDOM", "tag_dropout_probability": 0.5,
        "tag_dropout_special_tags_mode": "WHITELIST", "tag_dropout_special_tags": "a,b",
        "tag_dropout_special_tags_regex": True, "caps_randomize_enable": True,
        "caps_randomize_mode": "title", "caps_randomize_probability": 0.1,
        "caps_randomize_lowercase": True,
    }).text
    assert text == TextSettings(
        prompt_source=PromptSource.CONCEPT, prompt_path="p.txt", enable_tag_shuffling=True,
        tag_delimiter=";", keep_tags_count=3, tag_dropout_enable=True, tag_dropout_mode="RANDOM",
        tag_dropout_probability=0.5, tag_dropout_special_tags_mode="WHITELIST",
        tag_dropout_special_tags="a,b", tag_dropout_special_tags_regex=True,
        caps_randomize_enable=True, caps_randomize_mode="title", caps_randomize_probability=0.1,
        caps_randomize_lowercase=True,
    )


def test_names_of_enums_that_are_not_known_take_the_default() -> None:
    read = concept(type="REGULARISATION", text={"prompt_source": "json"})
    assert read.type is ConceptType.STANDARD
    assert read.text.prompt_source is PromptSource.UNKNOWN


def test_unknown_keys_are_kept_in_raw_only() -> None:
    raw = {"path": "data/cats", "colour": "red", "image": {"__version": 0, "new": 1}}
    read = read_concepts([raw])[0]
    assert read.raw == raw
    assert read.image == ImageSettings()


def test_a_concept_of_the_trainers_own_cache_is_read(unpacked_fixture) -> None:
    folder = unpacked_fixture("sdxl_clean")
    portraits, objects = read_concept_file(folder / "training_concepts" / "concepts.json")
    assert (portraits.index, portraits.name, portraits.path) == (0, "portraits", "data/portraits")
    assert portraits.seed == 1
    assert portraits.include_subdirectories
    assert not portraits.image.enable_crop_jitter
    assert (objects.index, objects.image_variations, objects.text_variations) == (1, 2, 2)


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ({"path": ["a"]}, "path"), ({"enabled": "yes"}, "enabled"),
        ({"image_variations": 1.5}, "image_variations"), ({"image": 3}, "image"),
        ({"text": {"keep_tags_count": "few"}}, "keep_tags_count"),
        ({"repeats": "often"}, "balancing"),
    ],
)
def test_a_wrong_type_names_key_and_concept(raw: dict[str, object], named: str) -> None:
    with pytest.raises(WorkspaceError) as raised:
        read_concepts([{}, raw], where="concepts.json")
    assert named in raised.value.problem
    assert "concept 2 of concepts.json" in raised.value.problem


@pytest.mark.parametrize("fewer", [-1, -10**30, "-" + "9" * 23, -1e300])
def test_fewer_than_no_variations_are_none(fewer: object) -> None:
    (concept,) = read_concepts([{"path": "a", "image_variations": fewer}])
    assert concept.image_variations == 0


def test_more_variations_than_could_be_kept_are_refused_by_concept() -> None:
    with pytest.raises(WorkspaceError, match=r'"text_variations" in concept 1 .* 1,000,000,000;'):
        read_concepts([{"path": "a", "text_variations": 10**9}])


def test_an_element_that_is_no_object_is_one_sentence() -> None:
    with pytest.raises(WorkspaceError, match="Concept 2"):
        read_concepts([{}, "data/cats"])


def test_a_concept_file_must_be_a_list(tmp_path: Path) -> None:
    file = tmp_path / "concepts.json"
    file.write_text(json.dumps({"concepts": []}), encoding="utf-8")
    with pytest.raises(WorkspaceError, match="is not a list of concepts"):
        read_concept_file(file)


def test_the_validation_loader_takes_validation_concepts_only() -> None:
    concepts = read_concepts([
        {"name": "a"}, {"name": "b", "type": "VALIDATION"}, {"name": "c", "enabled": False},
        {"name": "d", "type": "PRIOR_PREDICTION"},
        {"name": "e", "type": "VALIDATION", "enabled": False},
    ])
    assert [c.name for c in select_concepts(concepts)] == ["a", "d"]
    assert [c.name for c in select_concepts(concepts, validation=True)] == ["b"]
