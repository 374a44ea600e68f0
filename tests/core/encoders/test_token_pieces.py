from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.encoders.byte_tokenizer import ByteTokenizer
from core.encoders.folder_tokenizer import open_folder_tokenizer
from core.encoders.token_pieces import byte_pieces, folder_pieces, is_byte_tokenizer, pieces_from
from core.errors import UserFacingError
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


def test_pieces_come_from_the_very_tokenizer_and_from_no_other(tmp_path: Path) -> None:
    folder = write_qwen_tokenizer(tmp_path / "tokenizer")
    tokenizer = open_folder_tokenizer(folder)
    fingerprint = tokenizer.fingerprint(add_special_tokens=True)
    ids = tokenizer.ids("a cat sat", length=64, add_special_tokens=True)
    pieces = pieces_from(folder, name=fingerprint.name, facts=fingerprint.facts,
                         digest=fingerprint.digest, ids=ids)
    assert "".join(pieces).startswith("a cat sat")
    with pytest.raises(UserFacingError, match="is another one"):
        pieces_from(folder, name="x", facts=fingerprint.facts, digest="0" * 64, ids=ids)


def test_a_tokenizer_that_is_not_at_hand_is_named() -> None:
    for name in ("somebody/nothing-of-the-kind@0123", "a folder of mine"):
        with pytest.raises(UserFacingError, match="is not on this computer"):
            folder_pieces(name, {}, "0" * 64, [1])
