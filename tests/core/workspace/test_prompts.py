from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.workspace.concepts import Concept, read_concepts
from larder.core.workspace.samples import (
    CaptionEncodingError,
    caption_lines,
    possible_prompts,
    prompt_is_deterministic,
)


def concept(**text: object) -> Concept:
    return read_concepts([{"text": text}])[0]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", ("",)),
        (b"\n \t\n\r\n", ("",)),
        (b"a cat", ("a cat",)),
        (b"  a cat \n\n a dog\n", ("a cat", "a dog")),
        (b"one\rtwo\r\nthree\n\rfour", ("one", "two", "three", "four")),
        (b"same\nsame", ("same", "same")),
        ("a\u2028b\x0bc\x85d".encode(), ("a\u2028b\x0bc\x85d",)),
        ("\u00a0a cat\u3000".encode(), ("a cat",)),
        ("\ufeffa cat".encode(), ("\ufeffa cat",)),
    ],
)
def test_lines_are_stripped_and_empty_ones_dropped(
    content: bytes, expected: tuple[str, ...]
) -> None:
    assert caption_lines(content) == expected


@given(st.text(alphabet="ab \n\r\t,\x0b\x0c\x1c\u2028é", max_size=30))
def test_lines_are_those_a_text_file_gives(tmp_path_factory, text: str) -> None:
    file = tmp_path_factory.mktemp("captions") / "a.txt"
    file.write_bytes(text.encode())
    with file.open(encoding="utf-8") as lines:
        expected = [line.strip() for line in lines]
    expected = [line for line in expected if line != ""] or [""]
    assert list(caption_lines(text.encode())) == expected


def test_a_caption_that_is_not_utf8_is_its_own_error() -> None:
    with pytest.raises(CaptionEncodingError, match="byte 3"):
        caption_lines(b"caf\xe9")


def test_prompts_come_from_caption_prompt_file_or_name() -> None:
    def prompts(source: str) -> tuple[str, ...]:
        return possible_prompts(
            concept(prompt_source=source), picture_name="IMG 1.final.png", caption=b"a\nb",
            prompt_file=b"c")

    assert prompts("sample") == ("a", "b")
    assert prompts("concept") == ("c",)
    assert prompts("filename") == ("IMG 1.final",)
    assert prompts("other") == ()


def test_a_missing_file_gives_the_empty_prompt() -> None:
    for source in ("sample", "concept"):
        assert possible_prompts(
            concept(prompt_source=source), picture_name="a.png", caption=None) == ("",)


def test_lower_casing_is_no_draw() -> None:
    lower = concept(caps_randomize_lowercase=True)
    assert prompt_is_deterministic(lower)
    assert possible_prompts(lower, picture_name="a.png", caption=b"A Cat") == ("a cat",)


@pytest.mark.parametrize(
    ("text", "deterministic"),
    [
        ({}, True),
        ({"enable_tag_shuffling": True}, False),
        ({"tag_dropout_enable": True, "tag_dropout_probability": 0.1}, False),
        ({"tag_dropout_enable": True, "tag_dropout_probability": 0}, True),
        ({"tag_dropout_enable": False, "tag_dropout_probability": 0.9}, True),
        ({"caps_randomize_enable": True, "caps_randomize_probability": 0.1}, False),
        ({"caps_randomize_enable": True}, True),
        ({"prompt_source": "other"}, False),
    ],
)
def test_draws_make_a_prompt_unpredictable(text: dict[str, object], deterministic: bool) -> None:
    assert prompt_is_deterministic(concept(**text)) is deterministic
