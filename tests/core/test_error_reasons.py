"""Why something failed is said in words, whoever refused it."""

from __future__ import annotations

import errno
import io
import os
import re
from pathlib import Path

import pytest

from larder.core.encoders.audio import clip_rules, read_clip
from larder.core.encoders.picture_files import read_picture
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import ValueOptions
from larder.core.errors import error_reason, error_words
from larder.core.files.regular_file import open_regular
from tests.support.source_building import write_picture

CORE = Path(__file__).parents[2] / "core"


def test_a_systems_refusal_is_told_in_its_words() -> None:
    refused = OSError(errno.EACCES, os.strerror(errno.EACCES), "a.png")

    assert error_reason(refused) == "Permission denied"


def test_a_librarys_error_keeps_its_words_when_a_file_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.touch()

    with pytest.raises(OSError, match="early") as caught, open_regular(path):
        raise OSError("the picture ends too early")

    assert error_reason(caught.value) == "the picture ends too early"


def test_an_error_that_was_named_afterwards_keeps_its_words() -> None:
    error = OSError("the picture ends too early")
    error.filename = "a.png"

    assert error_reason(error) == "the picture ends too early"


def test_an_error_without_words_is_told_by_its_kind() -> None:
    assert error_reason(TimeoutError()) == "TimeoutError"


def test_no_object_of_the_program_is_named() -> None:
    error = RuntimeError(f"Error opening {io.BytesIO()!r}: Format not recognised.")

    assert error_words(error) == "Error opening the file: Format not recognised."


def test_a_picture_that_ends_too_early_says_so(tmp_path: Path) -> None:
    path = write_picture(tmp_path, "a.jpg")
    path.write_bytes(path.read_bytes()[:-40])

    with pytest.raises(SourceError, match="truncated") as caught:
        read_picture(path)

    assert "Errno" not in str(caught.value)


def test_a_sound_that_is_none_says_so(tmp_path: Path) -> None:
    pytest.importorskip("soundfile")
    (tmp_path / "a.wav").touch()

    with pytest.raises(SourceError, match=r"opening the file") as caught:
        read_clip(tmp_path / "a.wav", clip_rules(ValueOptions(), sample_rate=16_000))

    assert "object at" not in str(caught.value)


def test_reasons_are_told_by_the_one_function() -> None:
    told_otherwise = [
        path.name for path in CORE.rglob("*.py") if path.name != "errors.py"
        and re.search(r"\.strerror( or\b|\})", path.read_text("utf-8"))]

    assert told_otherwise == []
