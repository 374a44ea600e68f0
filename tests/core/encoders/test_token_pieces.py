from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.encoders.section_tokens import (
    ByteTokenizer,
    byte_pieces,
    folder_pieces,
    is_byte_tokenizer,
    pieces_from,
)
from larder.core.encoders.tokenizers import open_folder_tokenizer
from larder.core.errors import UserFacingError
from larder.core.keys.strict_fingerprint import StrictFingerprint
from tests.support.tiny_text_models import write_qwen_tokenizer


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=20))
def test_pieces_of_bytes_join_to_the_text(text: str) -> None:
    ids = ByteTokenizer().ids(text, length=200, add_special_tokens=True)
    pieces = byte_pieces(ids)
    assert "".join(pieces) == f"<begin>{text}<end>"
    assert len(pieces) == len(ids)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(-5, 1000), max_size=12))
def test_ids_that_are_no_text_have_a_piece_each(ids: list[int]) -> None:
    assert len(byte_pieces(ids)) == len(ids)


def test_the_byte_tokenizer_is_known_by_its_facts() -> None:
    facts = ByteTokenizer().fingerprint(add_special_tokens=True).facts
    assert is_byte_tokenizer(facts)
    assert not is_byte_tokenizer({"class": "transformers.Other"})


def known(fingerprint: StrictFingerprint, **other: str) -> StrictFingerprint:
    return msgspec.structs.replace(fingerprint, **{"found_in": "", **other})


def test_pieces_come_from_the_very_tokenizer_and_from_no_other(tmp_path: Path) -> None:
    folder = write_qwen_tokenizer(tmp_path / "tokenizer")
    tokenizer = open_folder_tokenizer(folder)
    fingerprint = tokenizer.fingerprint(add_special_tokens=True)
    ids = tokenizer.ids("a cat sat", length=64, add_special_tokens=True)
    pieces = pieces_from(folder, known(fingerprint), ids)
    assert "".join(pieces).startswith("a cat sat")
    with pytest.raises(UserFacingError, match="is not the one"):
        pieces_from(folder, known(fingerprint, digest="0" * 64), ids)


def test_an_id_that_a_tokenizer_cannot_know_has_no_text(tmp_path: Path) -> None:
    tokenizer = open_folder_tokenizer(write_qwen_tokenizer(tmp_path / "tokenizer"))
    assert [tokenizer.piece(token) for token in (-1, 10**6, 1 << 32, 1 << 40)] == [""] * 4


def test_where_a_tokenizer_was_found_is_no_part_of_its_identity(tmp_path: Path) -> None:
    here, there = (
        open_folder_tokenizer(write_qwen_tokenizer(tmp_path / name)).fingerprint(
            add_special_tokens=True)
        for name in ("here", "there"))
    assert (here.found_in, there.found_in) == (str(tmp_path / "here"), str(tmp_path / "there"))
    assert (here, here.digest, here.facts) == (there, there.digest, there.facts)


def test_a_tokenizer_is_looked_for_where_it_was_then_in_the_hub_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_qwen_tokenizer(tmp_path / "tokenizer")
    tokenizer = open_folder_tokenizer(folder)
    ids = tokenizer.ids("a cat", length=64, add_special_tokens=True)
    monkeypatch.setattr("larder.core.encoders.section_tokens.find_hub_model", lambda _: folder)
    made_by = known(
        tokenizer.fingerprint(add_special_tokens=True), name="owner/name@0123",
        found_in=str(tmp_path / "gone"))
    assert "".join(folder_pieces(made_by, ids)).startswith("a cat")
    with pytest.raises(UserFacingError, match=r"is no longer in .*gone"):
        folder_pieces(msgspec.structs.replace(made_by, digest="0" * 64), ids)


@pytest.mark.parametrize("found_in", ["", "elsewhere/tokenizer"])
def test_a_tokenizer_that_is_not_at_hand_is_named(found_in: str) -> None:
    for name in ("somebody/nothing-of-the-kind@0123", "a folder of mine"):
        with pytest.raises(UserFacingError, match=f"{name} is not on this computer"):
            folder_pieces(StrictFingerprint("0" * 64, name, found_in=found_in), [1])
