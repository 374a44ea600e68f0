"""Rows of texts as token ids, under keys that change whenever the ids would."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.encoders.open_value_encoder import open_value_encoder
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.section_tokens import ByteTokenizer
from larder.core.encoders.text_sections import read_section, row_digest, section_of
from larder.core.encoders.tokenizers import check_folder_tokenizer, tokenizer_fingerprint
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueEncoder, ValueOptions
from larder.core.errors import UserFacingError
from larder.core.keys.cache_keys import TokensKey
from larder.core.keys.strict_fingerprint import difference
from larder.core.workspace.store_kinds import StoreKind
from tests.support.late_packages import late_package
from tests.support.tiny_text_models import (
    WORDS,
    write_clip_tokenizer,
    write_qwen_tokenizer,
    write_t5_tokenizer,
)

transformers = late_package("transformers")

TEXT = "a photo of a cat\n\nthe quick brown fox\njumps\n\n\n  over the lazy dog\n"


@pytest.fixture(scope="module", autouse=True)
def library_without_remarks() -> None:
    transformers.utils.logging.set_verbosity_error()


def open_tokens(model: Path | str | None = None, **options: object) -> ValueEncoder:
    chosen = ValueOptions(**options)  # type: ignore[arg-type]
    return open_value_encoder(StoreKind.TOKENS, model=model, options=chosen)


def load(folder: Path) -> Any:
    return transformers.AutoTokenizer.from_pretrained(str(folder), local_files_only=True)


def digest(tokenizer: Any, **options: Any) -> str:
    return tokenizer_fingerprint(tokenizer, name="t", **options).digest


def written(folder: Path, content: str | bytes = TEXT) -> Path:
    path = folder / "text.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def ids_of(encoder: ValueEncoder, path: Path) -> list[list[int]]:
    return [values["input_ids"].tolist() for values in
            encoder.encode(encoder.pieces(SourceFile(path)))]  # type: ignore[union-attr]


def keys_of(encoder: ValueEncoder, path: Path) -> list[TokensKey]:
    keys = [piece.key for piece in encoder.pieces(SourceFile(path))]
    return [key for key in keys if isinstance(key, TokensKey)]


@pytest.fixture(scope="module")
def qwen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_qwen_tokenizer(tmp_path_factory.mktemp("tokenizers") / "qwen")


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_clip_tokenizer(tmp_path_factory.mktemp("tokenizers") / "clip")


def test_rows_are_the_paragraphs_of_a_text() -> None:
    assert section_of(TEXT)[1] == (
        "a photo of a cat", "the quick brown fox\njumps", "  over the lazy dog")
    assert section_of(" \n\n\t\n")[1] == ()
    assert section_of("")[1] == ()
    assert section_of("one\n \t \ntwo")[1] == ("one", "two")


def test_a_section_is_named_by_type_and_plain_text(tmp_path: Path) -> None:
    assert section_of("Hello")[0] == hashlib.sha256(b"prose\nHello").hexdigest()[:16]
    assert section_of("Hello")[0] == "690fafd95793781f"
    plain = read_section(written(tmp_path, "a\n\nb\n"))
    for spelled in (b"\xef\xbb\xbfa\n\nb\n", b"a\r\n\r\nb\r\n", b"a\r\rb\r"):
        assert read_section(written(tmp_path, spelled)) == plain


def test_every_row_of_a_section_has_a_key_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path, "same\n\nsame\n\nother")
    keys = keys_of(open_tokens(), path)
    assert len({key.name() for key in keys}) == 3
    assert {key.section for key in keys} == {read_section(path)[0]}
    assert [key.row for key in keys] == [0, 1, 2]
    assert keys[2].text == row_digest("other")


def test_an_edited_row_has_another_key(tmp_path: Path) -> None:
    before = keys_of(open_tokens(), written(tmp_path, "one\n\ntwo"))
    after = keys_of(open_tokens(), written(tmp_path, "one\n\ntwo!"))
    assert {key.name() for key in before}.isdisjoint(key.name() for key in after)


def test_the_only_row_of_a_section_is_named_by_its_section(tmp_path: Path) -> None:
    path = written(tmp_path, "just one row\n")
    (key,) = keys_of(open_tokens(), path)
    assert key.file_name().startswith(read_section(path)[0])


def test_a_text_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    for path, problem in ((written(tmp_path, b"a\xffb"), "not UTF-8: byte 1"),
                          (tmp_path / "gone.txt", "gone.txt cannot be read")):
        with pytest.raises(SourceError, match=problem):
            open_tokens().pieces(SourceFile(path))


def test_bytes_need_no_vocabulary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    encoder = open_tokens("bytes")
    assert encoder.fingerprint == open_tokens().fingerprint
    assert ids_of(encoder, written(tmp_path, "aé")) == [[257, 97, 0xC3, 0xA9, 258]]
    bare = open_tokens(add_special_tokens=False)
    assert ids_of(bare, written(tmp_path, "aé")) == [[97, 0xC3, 0xA9]]
    assert bare.fingerprint != encoder.fingerprint


@settings(max_examples=50, deadline=None)
@given(st.text(), st.integers(3, 40), st.booleans())
def test_bytes_are_cut_with_their_ends_in_place(text: str, length: int, adds: bool) -> None:
    text = text.encode("utf-8", "ignore").decode()
    ids = list(ByteTokenizer().ids(text, length=length, add_special_tokens=adds))
    assert len(ids) <= length
    inner = ids[1:-1] if adds else ids
    assert text.encode().startswith(bytes(inner))
    assert not adds or (ids[0], ids[-1]) == (257, 258)
    if len(text.encode()) + 2 <= length:
        assert bytes(inner).decode() == text


def test_ids_and_mask_are_int32_of_one_axis(qwen: Path, tmp_path: Path) -> None:
    encoder = open_tokens(qwen)
    for values in encoder.encode(encoder.pieces(SourceFile(written(tmp_path)))):
        assert isinstance(values, dict)
        assert set(values) == {"input_ids", "attention_mask"}
        for array in values.values():
            assert array.dtype == np.int32
            assert array.ndim == 1
        assert values["attention_mask"].all()


@pytest.mark.parametrize("adds", [True, False])
def test_ids_are_those_of_the_tokenizer_itself(clip: Path, adds: bool, tmp_path: Path) -> None:
    path, tokenizer = written(tmp_path), load(clip)
    assert ids_of(open_tokens(clip, add_special_tokens=adds), path) == [
        tokenizer(row, add_special_tokens=adds)["input_ids"] for row in section_of(TEXT)[1]]


def test_ids_are_cut_to_the_length_in_the_key(clip: Path, tmp_path: Path) -> None:
    path = written(tmp_path, "the cat " * 500)
    encoder = open_tokens(clip, sequence_length=64)
    (key,), (ids,) = keys_of(encoder, path), ids_of(encoder, path)
    assert key.sequence_length == len(ids) == 64
    assert ids[-1] == load(clip).eos_token_id
    (own,) = keys_of(open_tokens(clip), path)
    assert own.sequence_length == 77
    assert own.name() != key.name()


def test_a_length_without_room_for_text_is_refused(clip: Path) -> None:
    for model, length in ((clip, 2), ("bytes", 2), ("bytes", -5)):
        with pytest.raises(UserFacingError, match="no space for text"):
            open_tokens(model, sequence_length=length)
    assert open_tokens("bytes", sequence_length=1, add_special_tokens=False)


def test_two_runs_give_the_same_ids_whatever_was_asked_before(qwen: Path, tmp_path: Path) -> None:
    path = written(tmp_path)
    encoder = open_tokens(qwen)
    pieces = encoder.pieces(SourceFile(path))
    forward = ids_of(encoder, path)
    backward = [values["input_ids"].tolist() for values in reversed(  # type: ignore[union-attr]
        encoder.encode(list(reversed(pieces))))]
    assert forward == backward == ids_of(open_tokens(qwen), path)


def test_several_threads_may_use_one_encoder(qwen: Path, tmp_path: Path) -> None:
    encoder, path = open_tokens(qwen, sequence_length=12), written(tmp_path, "\n\n".join(WORDS))
    pieces = list(encoder.pieces(SourceFile(path)))
    expected, found = ids_of(encoder, path), []

    def work(piece: Piece, number: int) -> None:
        for _ in range(20):
            (values,) = encoder.encode([piece])
            found.append((number, values["input_ids"].tolist()))  # type: ignore[union-attr]

    threads = [threading.Thread(target=work, args=(piece, number))
               for number, piece in enumerate(pieces)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 20 * len(pieces)
    assert all(expected[number] == ids for number, ids in found)


def _other_template(tokenizer: Any) -> None:
    tokenizer.chat_template = "{{ messages[0].content }}"


def _other_end(tokenizer: Any) -> None:
    tokenizer.eos_token = "<|endoftext|>"


def _other_beginning(tokenizer: Any) -> None:
    tokenizer.bos_token = "<|im_start|>"


def _other_padding_token(tokenizer: Any) -> None:
    tokenizer.pad_token = "<|im_end|>"


def _another_word(tokenizer: Any) -> None:
    tokenizer.add_tokens(["brandnewword"])


def _cut_on_the_left(tokenizer: Any) -> None:
    tokenizer.truncation_side = "left"


def _ends_texts(tokenizer: Any) -> None:
    from tokenizers.processors import TemplateProcessing

    tokenizer.backend_tokenizer.post_processor = TemplateProcessing(
        single="$A <|im_end|>", special_tokens=[("<|im_end|>", 2)])


@pytest.mark.parametrize("change", [
    _other_template, _other_end, _other_beginning, _other_padding_token, _another_word,
    _cut_on_the_left, _ends_texts,
])
def test_every_setting_that_changes_the_ids_changes_the_key(
    change: Callable[[Any], None], qwen: Path
) -> None:
    tokenizer = load(qwen)
    before = tokenizer_fingerprint(tokenizer, name="t")
    change(tokenizer)
    after = tokenizer_fingerprint(tokenizer, name="t")
    assert before.digest != after.digest
    assert difference(before.facts, after.facts)


def test_adding_special_tokens_or_not_and_the_length_change_the_key(
    qwen: Path, tmp_path: Path
) -> None:
    path = written(tmp_path)
    keys = [keys_of(open_tokens(qwen, **options), path)[0] for options in (
        {}, {"add_special_tokens": False}, {"sequence_length": 64})]
    assert len({key.name() for key in keys}) == 3


def test_a_vocabulary_of_the_same_size_with_other_words_changes_the_key(
    clip: Path, tmp_path: Path
) -> None:
    other = write_clip_tokenizer(tmp_path / "other")
    path = other / "vocab.json"
    vocabulary = json.loads(path.read_text(encoding="utf-8"))
    vocabulary["!"], vocabulary['"'] = vocabulary['"'], vocabulary["!"]
    path.write_text(json.dumps(vocabulary), encoding="utf-8")
    one, changed = (tokenizer_fingerprint(load(folder), name="t") for folder in (clip, other))
    assert one.digest != changed.digest
    assert " ".join(difference(one.facts, changed.facts)) == "backend.model.vocab changed"


def test_padding_and_length_of_an_earlier_call_change_nothing(qwen: Path) -> None:
    tokenizer = load(qwen)
    before = digest(tokenizer)
    tokenizer(["a", "longer text"], padding=True, truncation=True, max_length=7)
    assert tokenizer.backend_tokenizer.padding is not None
    assert digest(tokenizer) == before
    tokenizer.padding_side = "left"
    assert digest(tokenizer) == before


def test_nothing_is_written_onto_a_tokenizer(qwen: Path) -> None:
    tokenizer = load(qwen)
    before = set(vars(tokenizer))
    digest(tokenizer)
    assert set(vars(tokenizer)) == before


@pytest.mark.parametrize("write", [write_qwen_tokenizer, write_clip_tokenizer, write_t5_tokenizer])
def test_saved_and_loaded_again_it_has_the_same_key(
    write: Callable[[Path], Path], tmp_path: Path
) -> None:
    tokenizer = load(write(tmp_path / "first"))
    tokenizer(["a", "longer text"], padding=True)
    tokenizer._dlm_tokenizer_sha256 = "ab" * 32
    tokenizer.save_pretrained(tmp_path / "again")
    one, again = (tokenizer_fingerprint(which, name="t") for which in (
        tokenizer, load(tmp_path / "again")))
    assert difference(one.facts, again.facts) == ()
    assert one == again


def test_facts_of_a_large_vocabulary_stay_short(qwen: Path) -> None:
    facts = open_tokens(qwen).fingerprint.facts
    assert len(json.dumps(dict(facts))) < 10_000


def test_a_folder_without_a_vocabulary_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match="contains no vocabulary"):
        open_tokens(tmp_path)
    with pytest.raises(UserFacingError, match="no tokenizer") as caught:
        open_tokens(tmp_path / "gone")
    assert "bytes" in caught.value.hint


def test_a_tokenizer_that_knows_next_to_no_tokens_is_refused(tmp_path: Path) -> None:
    from tokenizers import Tokenizer, models

    words = models.WordLevel({"<pad>": 0, "</s>": 1, "<unk>": 2}, unk_token="<unk>")
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer(words), pad_token="<pad>", eos_token="</s>", unk_token="<unk>")
    tokenizer.save_pretrained(tmp_path)
    with pytest.raises(UserFacingError, match="only special tokens"):
        open_tokens(tmp_path)


def test_a_tokenizer_smaller_than_its_model_is_refused(tmp_path: Path) -> None:
    folder = write_clip_tokenizer(tmp_path / "clip")
    (folder / "config.json").write_text('{"vocab_size": 49408}', encoding="utf-8")
    with pytest.raises(UserFacingError, match=r"knows 522 tokens, but its files mention 37,056"):
        open_tokens(folder)


def test_a_tokenizer_without_merges_is_refused(tmp_path: Path) -> None:
    folder = write_clip_tokenizer(tmp_path / "clip")
    (folder / "merges.txt").write_text("#version: 0.2\n", encoding="utf-8")
    with pytest.raises(UserFacingError, match="no merges"):
        open_tokens(folder)


def test_an_end_token_that_is_not_known_is_refused(qwen: Path) -> None:
    tokenizer = load(qwen)
    tokenizer.eos_token = None
    with pytest.raises(UserFacingError, match=r'end token "<\|im_end\|>"'):
        check_folder_tokenizer(tokenizer, qwen)


def test_a_damaged_tokenizer_is_one_sentence(qwen: Path, tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text('{"model": {}}', encoding="utf-8")
    with pytest.raises(UserFacingError, match="cannot be loaded") as caught:
        open_tokens(tmp_path)
    assert "\n" not in caught.value.problem


def test_code_in_a_folder_is_never_run(tmp_path: Path) -> None:
    folder = write_qwen_tokenizer(tmp_path / "own")
    (folder / "own_code.py").write_text("raise SystemExit('was run')\n", encoding="utf-8")
    config = folder / "tokenizer_config.json"
    stated = json.loads(config.read_text(encoding="utf-8"))
    stated["auto_map"] = {"AutoTokenizer": [None, "own_code.OwnTokenizer"]}
    config.write_text(json.dumps(stated), encoding="utf-8")
    assert str(open_tokens(folder).fingerprint.facts["class"]).startswith("transformers.")
    config.write_text(json.dumps({**stated, "tokenizer_class": "OwnTokenizer"}), encoding="utf-8")
    with pytest.raises(UserFacingError, match="cannot be loaded"):
        open_tokens(folder)
