from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import WorkspaceError
from larder.core.workspace.json_fields import CONFIG, Fields, read_json

WHERE = "the test object"


def fields(**values: object) -> Fields:
    return Fields(values, WHERE)


def test_bad_json_names_file_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    file.write_text('{\n "a": 1,\n}', encoding="utf-8")
    with pytest.raises(WorkspaceError) as raised:
        read_json(file)
    assert str(file) in raised.value.problem
    assert "line 3, column 1" in raised.value.problem
    assert raised.value.hint


@pytest.mark.parametrize("content", [b"", b"\xff\xfe{}", b"[" * 100_000, b"nope"])
def test_what_is_no_json_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "config.json"
    file.write_bytes(content)
    with pytest.raises(WorkspaceError):
        read_json(file)


@pytest.mark.parametrize(("name", "content", "kind"), [
    ("a.jpg", b"\xff\xd8\xff\xe0 a jpeg", "a picture"),
    ("a.png", b"\x89PNG\r\n\x1a\n", "a picture"),
    ("a.webp", b"RIFF\x24\0\0\0WEBPVP8 ", "a picture"),
    ("a.avif", b"\0\0\0\x1cftypavif", "a picture"),
    ("a.wav", b"RIFF\x24\0\0\0WAVEfmt ", "a sound file"),
    ("a.mp4", b"\0\0\0\x20ftypisom", "a video"),
    ("a.pt", b"PK\3\4 an archive", "an archive or a file of weights"),
    ("a.safetensors", b"\x40\0\0\0\0\0\0\0{\"a\":1}", "a file of weights"),
    ("a.bin", b"\1\2\0\3", "a binary file"),
    ("a.txt", b"a barn at dusk", "a text file"),
    ("misnamed.json", b"\xff\xd8\xff\xe0 a jpeg", "a picture"),
])
def test_a_file_that_is_something_else_is_called_what_it_is(
    tmp_path: Path, name: str, content: bytes, kind: str,
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(WorkspaceError) as raised:
        read_json(file, expected=CONFIG)
    assert raised.value.problem == f"{file} is {kind}, not a config."
    assert raised.value.hint.startswith("Open a OneTrainer config")
    assert "UTF-8" not in str(raised.value)


def test_a_text_in_another_encoding_is_still_a_text(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    for content in ('{"a": 1}'.encode("utf-16"), '{"a": "größer"}'.encode("latin-1")):
        file.write_bytes(content)
        with pytest.raises(WorkspaceError, match="is not UTF-8"):
            read_json(file)


def test_a_huge_file_that_is_no_text_is_not_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "model.ckpt"
    with file.open("wb") as made:
        made.truncate(1 << 40)
    with pytest.raises(WorkspaceError, match="is a binary file, not a config"):
        read_json(file, expected=CONFIG)


def test_a_missing_file_and_a_folder_are_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "gone.json", tmp_path):
        with pytest.raises(WorkspaceError, match="cannot be read"):
            read_json(path)


def test_a_byte_order_mark_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    file.write_bytes(b"\xef\xbb\xbf[1]")
    assert read_json(file) == [1]


def test_absent_and_null_give_the_default() -> None:
    for reading in (fields(), fields(a=None)):
        assert reading.text("a", "x") == "x"
        assert reading.flag("a", True) is True
        assert reading.whole("a", 7) == 7
        assert reading.number("a", 0.5) == 0.5
        assert reading.read_flag("a") is None
        assert reading.elements("a") is None
        assert reading.inner("a").values == {}
        assert list(reading.objects("a")) == []
        assert "a" not in reading


def test_values_are_converted_as_the_trainer_converts_them() -> None:
    assert fields(a=512).text("a", "") == "512"
    assert fields(a="3").whole("a", 0) == 3
    assert fields(a=2.0).whole("a", 0) == 2
    assert fields(a="inf").number("a", 0) == float("inf")
    assert fields(a=False).read_flag("a") is False


@pytest.mark.parametrize(
    ("method", "value", "default"),
    [
        ("text", [], ""), ("text", {}, ""), ("text", True, ""),
        ("flag", 1, False), ("flag", "true", False),
        ("whole", 1.5, 0), ("whole", "many", 0), ("whole", [1], 0), ("whole", True, 0),
        ("whole", "inf", 0), ("whole", "nan", 0),
        ("number", "fast", 0.0), ("number", {}, 0.0), ("number", 10**400, 0.0),
    ],
)
def test_a_wrong_type_names_the_key_the_place_and_the_value(
    method: str, value: object, default: object
) -> None:
    with pytest.raises(WorkspaceError) as raised:
        getattr(fields(speed=value), method)("speed", default)
    assert '"speed"' in raised.value.problem
    assert WHERE in raised.value.problem


def test_wrong_containers_name_the_key() -> None:
    with pytest.raises(WorkspaceError, match='"part"'):
        fields(part=[]).inner("part")
    with pytest.raises(WorkspaceError, match='"parts"'):
        fields(parts={}).elements("parts")
    with pytest.raises(WorkspaceError, match=r"parts\[1\]"):
        list(fields(parts=[{}, 3]).objects("parts"))


def test_a_long_value_is_cut_in_the_sentence() -> None:
    with pytest.raises(WorkspaceError) as raised:
        fields(a=["x" * 500]).text("a", "")
    assert len(raised.value.problem) < 200


@given(st.integers())
def test_whole_numbers_of_any_size_come_back_exactly(number: int) -> None:
    if abs(number) < 10**300:
        assert fields(a=number).whole("a", 0) == number
