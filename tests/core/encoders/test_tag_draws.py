"""Expected prompts were made by the trainer's own modules at positions 21, 22 and 23."""

import random

import pytest

from larder.core.encoders.draws import (
    SampleDraws,
    drop_tags,
    onetrainer_positions,
    read_special_tags,
    shuffle_tags,
)
from larder.core.errors import WorkspaceError
from larder.core.workspace.concepts import TextSettings
from larder.core.workspace.onetrainer_config import config_from

PLAIN = onetrainer_positions(config_from({"model_type": "STABLE_DIFFUSION_15"}, where="test"))
LINE = "one girl, red hair, Blue Eyes, (smile), park, x+y"
HALF = {"tag_dropout_enable": True, "tag_dropout_probability": 0.5}


def drawn(variation, position, special=(), line=LINE, **settings):
    draws = SampleDraws(PLAIN, variation, position)
    return draws.prompt([line], TextSettings(**settings), special)


class TestDropping:
    @pytest.mark.parametrize(("mode", "first", "second"), [
        ("FULL", LINE, "one girl"),
        ("RANDOM", "one girl, red hair, (smile), x+y", "one girl, x+y"),
        ("RANDOM WEIGHTED", "one girl, red hair, Blue Eyes, (smile), x+y",
         "one girl, red hair, Blue Eyes, x+y"),
        ("a mode of tomorrow", LINE, LINE),
    ])
    def test_modes(self, mode, first, second):
        assert drawn(0, 0, **HALF, tag_dropout_mode=mode) == first
        assert drawn(1, 7, **HALF, tag_dropout_mode=mode) == second

    def test_a_whitelist_stays_when_everything_goes(self):
        special = ("park", "red hair")

        assert drawn(1, 7, special, **HALF, tag_dropout_mode="FULL",
                     tag_dropout_special_tags_mode="WHITELIST") == "one girl, red hair, park"

    def test_only_a_blacklist_goes(self):
        settings = {"tag_dropout_mode": "RANDOM", "tag_dropout_special_tags_mode": "BLACKLIST"}
        special = ("park", "red hair")

        assert drawn(0, 0, special, **HALF, **settings) == (
            "one girl, red hair, Blue Eyes, (smile), x+y")
        assert drawn(1, 7, special, **HALF, **settings) == (
            "one girl, Blue Eyes, (smile), x+y")

    def test_expressions_match_tags_with_and_without_brackets(self):
        assert drawn(
            0, 0, (".* hair", "smile"), tag_dropout_enable=True, tag_dropout_probability=1.0,
            tag_dropout_mode="RANDOM", tag_dropout_special_tags_mode="WHITELIST",
            tag_dropout_special_tags_regex=True,
        ) == "one girl, red hair, (smile)"

    def test_a_broken_expression_is_a_plain_tag(self):
        settings = TextSettings(
            tag_dropout_enable=True, tag_dropout_probability=1.0, tag_dropout_mode="FULL",
            tag_dropout_special_tags_mode="WHITELIST", tag_dropout_special_tags_regex=True,
            keep_tags_count=0)

        assert drop_tags("a, x(, b", settings, ("x(",), random.Random(0)) == "x("

    def test_a_probability_of_zero_leaves_the_prompt_as_it_is(self):
        assert drawn(0, 0, line="a ,b", tag_dropout_enable=True) == "a ,b"


class TestCapitals:
    def test_modes_are_drawn_per_tag(self):
        settings = {"caps_randomize_enable": True, "caps_randomize_probability": 0.7}

        assert drawn(0, 0, **settings) == "One Girl,Red Hair,Blue Eyes,(smile),park,x+y"
        assert drawn(1, 7, **settings) == "one girl,RED HAIR,Blue Eyes,(smile),PARK,X+Y"

    def test_random_capitals_after_lower_case(self):
        settings = {
            "caps_randomize_enable": True, "caps_randomize_probability": 0.7,
            "caps_randomize_lowercase": True, "caps_randomize_mode": "random"}

        assert drawn(0, 0, **settings) == "oNe GiRL,red hair,BLUe eyES,(smile),parK,x+y"
        assert drawn(1, 7, **settings) == "one girl,reD HAIr,bLue EYEs,(smiLe),park,x+y"

    def test_lower_case_needs_no_random_capitals(self):
        assert drawn(0, 0, line="A, b", caps_randomize_lowercase=True) == "a, b"

    def test_an_unknown_mode_changes_nothing(self):
        assert drawn(0, 0, line="A,b", caps_randomize_enable=True, caps_randomize_probability=1.0,
                     caps_randomize_mode="upside down") == "A,b"


class TestShuffling:
    def test_the_first_tags_stay_in_front(self):
        settings = {"enable_tag_shuffling": True, "keep_tags_count": 2}

        assert drawn(0, 0, **settings) == "one girl, red hair, Blue Eyes, x+y, (smile), park"
        assert drawn(1, 7, **settings) == "one girl, red hair, park, Blue Eyes, x+y, (smile)"

    def test_another_delimiter_is_kept(self):
        settings = TextSettings(
            enable_tag_shuffling=True, tag_delimiter=";", keep_tags_count=5)

        assert shuffle_tags(" a;b; ;c,d", settings, random.Random(0)) == "a; b; c,d"

    def test_an_empty_delimiter_is_one_sentence(self):
        settings = TextSettings(enable_tag_shuffling=True, tag_delimiter="")

        with pytest.raises(WorkspaceError, match="has no tag delimiter"):
            shuffle_tags("a", settings, random.Random(0))


class TestSpecialTags:
    def test_a_list_in_the_settings(self, tmp_path):
        assert read_special_tags(
            TextSettings(tag_dropout_special_tags="a, b"), base=tmp_path) == ("a", "b")

    def test_a_text_file_has_one_per_line(self, tmp_path):
        (tmp_path / "keep.txt").write_bytes("täg\r\n b \n".encode())

        assert read_special_tags(
            TextSettings(tag_dropout_special_tags="keep.txt"), base=tmp_path) == ("täg", " b ")

    def test_a_table_has_them_in_its_first_column(self, tmp_path):
        (tmp_path / "keep.csv").write_text('a,12\n"b,c",3\n\n')

        assert read_special_tags(
            TextSettings(tag_dropout_special_tags="keep.csv"), base=tmp_path) == ("a", "b,c")

    def test_a_file_that_is_not_there_is_a_tag(self, tmp_path):
        assert read_special_tags(
            TextSettings(tag_dropout_special_tags="none.txt"), base=tmp_path) == ("none.txt",)

    def test_a_file_that_is_not_utf8_is_one_sentence(self, tmp_path):
        (tmp_path / "keep.txt").write_bytes(b"\xff\xfe")

        with pytest.raises(WorkspaceError, match=r"keep\.txt cannot be read"):
            read_special_tags(TextSettings(tag_dropout_special_tags="keep.txt"), base=tmp_path)
