"""Each OneTrainer version's concept blocks are filled in as that version hashes them."""

from __future__ import annotations

import pytest

from larder.core.stores.released.matching import BLOCK_FORMS, ConceptBlock, fill_blocks


def by_day(block: dict[str, object], kind: ConceptBlock) -> dict[str, dict[str, object]]:
    return {since: dict(values) for since, values in fill_blocks(block, kind=kind).items()}


def test_an_empty_image_block_takes_the_flip_default_of_its_day() -> None:
    forms = by_day({}, ConceptBlock.IMAGE)
    assert forms["2025-11-04"]["enable_random_flip"] is False
    assert forms["2024-05-21"]["enable_random_flip"] is True


def test_an_empty_text_block_takes_the_tag_dropout_mode_of_its_day() -> None:
    forms = by_day({}, ConceptBlock.TEXT)
    assert forms["2024-12-01"]["tag_dropout_mode"] == "FULL"
    assert forms["2024-11-09"]["tag_dropout_mode"] == "NONE"
    assert "tag_dropout_mode" not in forms["2024-02-06"]


@pytest.mark.parametrize(
    ("kind", "day", "fields"),
    [
        (ConceptBlock.IMAGE, "2025-11-04", 23),
        (ConceptBlock.IMAGE, "2024-05-21", 23),
        (ConceptBlock.IMAGE, "2024-02-06", 21),
        (ConceptBlock.IMAGE, "2023-12-21", 20),
        (ConceptBlock.IMAGE, "2023-12-17", 12),
        (ConceptBlock.TEXT, "2024-12-01", 16),
        (ConceptBlock.TEXT, "2024-11-09", 16),
        (ConceptBlock.TEXT, "2024-02-06", 6),
        (ConceptBlock.TEXT, "2023-12-17", 5),
    ],
)
def test_each_form_has_as_many_fields_as_its_version_wrote(
    kind: ConceptBlock, day: str, fields: int
) -> None:
    assert len(by_day({}, kind)[day]) == fields


def test_given_values_win_over_defaults_and_unknown_fields_are_dropped() -> None:
    form = by_day(
        {"enable_crop_jitter": False, "from_the_future": 1}, ConceptBlock.IMAGE
    )["2025-11-04"]
    assert form["enable_crop_jitter"] is False
    assert "from_the_future" not in form


def test_numbers_are_cast_as_the_trainer_casts_them() -> None:
    image = by_day({"random_hue_max_strength": 0, "resolution_override": 512}, ConceptBlock.IMAGE)
    text = by_day({"keep_tags_count": 2.0}, ConceptBlock.TEXT)
    hue = image["2025-11-04"]["random_hue_max_strength"]
    assert isinstance(hue, float)
    assert image["2025-11-04"]["resolution_override"] == "512"
    assert isinstance(text["2024-12-01"]["keep_tags_count"], int)


@pytest.mark.parametrize("value", [None, [], "much"])
def test_a_value_that_cannot_be_cast_keeps_the_default(value: object) -> None:
    form = by_day({"random_hue_max_strength": value}, ConceptBlock.IMAGE)["2025-11-04"]
    assert form["random_hue_max_strength"] == 0.0


def test_the_block_version_is_the_trainers_not_the_files() -> None:
    forms = by_day({"__version": 7}, ConceptBlock.TEXT)
    assert forms["2024-12-01"]["__version"] == 0
    assert "__version" not in forms["2023-12-17"]


def test_the_block_as_it_stands_comes_last() -> None:
    block: dict[str, object] = {"prompt_source": "sample", "anything": 1}
    assert list(fill_blocks(block, kind=ConceptBlock.TEXT).items())[-1] == ("", block)


def test_forms_are_listed_newest_first() -> None:
    for forms in BLOCK_FORMS.values():
        days = list(forms)
        assert days == sorted(days, reverse=True)
