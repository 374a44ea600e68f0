"""T5's original folders hold a sentencepiece model and no tokenizer.json."""

from __future__ import annotations

import types
from pathlib import Path

import pytest

from larder.core.encoders.text_stages import FLUX_STAGES
from larder.core.encoders.tokenizers import (
    check_tokenizer,
    describe_tokenizer,
    load_tokenizer,
    open_folder_tokenizer,
)
from larder.core.errors import UserFacingError
from tests.support.late_packages import late_package
from tests.support.tiny_text_models import WORDS

sentencepiece = late_package("sentencepiece")
late_package("google.protobuf")
late_package("transformers")

T5_STAGE = FLUX_STAGES[1]
SENTINELS = 100
"""Tokens that T5's class adds to those of the file."""


@pytest.fixture
def spiece_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "tokenizer"
    folder.mkdir()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(WORDS * 20), model_prefix=str(folder / "spiece"), vocab_size=100,
        pad_id=0, eos_id=1, unk_id=2, bos_id=-1, hard_vocab_limit=False, minloglevel=2)
    (folder / "spiece.vocab").unlink()
    return folder


def pieces_in(folder: Path) -> int:
    model = sentencepiece.SentencePieceProcessor(model_file=str(folder / "spiece.model"))
    return int(model.vocab_size())


def test_a_t5_folder_with_only_a_sentencepiece_model_loads(spiece_folder: Path) -> None:
    tokenizer = load_tokenizer(T5_STAGE, spiece_folder)
    config = types.SimpleNamespace(vocab_size=pieces_in(spiece_folder) + SENTINELS, eos_token_id=1)
    check_tokenizer(tokenizer, T5_STAGE, config, spiece_folder)
    ids = tokenizer("a photo of a cat")["input_ids"]
    assert ids[-1] == 1
    assert len(set(ids)) > 4
    assert tokenizer.unk_token_id not in ids


def test_its_tokens_are_those_of_sentencepiece_itself(spiece_folder: Path) -> None:
    tokenizer = load_tokenizer(T5_STAGE, spiece_folder)
    model = sentencepiece.SentencePieceProcessor(model_file=str(spiece_folder / "spiece.model"))
    for text in WORDS:
        assert tokenizer(text)["input_ids"] == [*model.encode(text), 1]


def test_its_fast_form_is_described_in_full(spiece_folder: Path) -> None:
    backend = describe_tokenizer(load_tokenizer(T5_STAGE, spiece_folder))["backend"]
    assert isinstance(backend, dict)
    assert len(backend["model"]["vocab"]) >= pieces_in(spiece_folder)


def test_rows_are_tokenized_with_it_too(spiece_folder: Path) -> None:
    (spiece_folder / "tokenizer_config.json").write_text(
        '{"tokenizer_class": "T5Tokenizer"}', encoding="utf-8")
    opened = open_folder_tokenizer(spiece_folder)
    ids = opened.ids("a photo of a cat", length=64, add_special_tokens=True)
    assert list(ids) == load_tokenizer(T5_STAGE, spiece_folder)("a photo of a cat")["input_ids"]


def load_checked(folder: Path) -> None:
    config = types.SimpleNamespace(vocab_size=200, eos_token_id=1)
    check_tokenizer(load_tokenizer(T5_STAGE, folder), T5_STAGE, config, folder)


def test_an_empty_sentencepiece_model_is_caught_even_where_it_loads_without_a_word(
    spiece_folder: Path
) -> None:
    (spiece_folder / "spiece.model").write_bytes(b"")
    (spiece_folder / "tokenizer_config.json").write_text(
        '{"tokenizer_class": "T5Tokenizer"}', encoding="utf-8")
    with pytest.raises(UserFacingError, match=r"knows 103 tokens|cannot be loaded"):
        load_checked(spiece_folder)
    with pytest.raises(UserFacingError, match=r"only special tokens|cannot be loaded"):
        open_folder_tokenizer(spiece_folder)
