"""Token ids that a tokenizer of the user's own made, with their text."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, run_to_end
from larder.core.queries.draw_payload import preview_payload
from larder.core.queries.preview import TokenTable
from larder.core.stores.records import FINGERPRINTS_NAME, read_fingerprints
from larder.core.workspace.store_kinds import StoreKind
from tests.support.source_building import SourceBuild, write_text
from tests.support.tiny_text_models import write_qwen_tokenizer

TEXT = "a cat sat"


@pytest.fixture
def tokenizer(tmp_path: Path) -> Path:
    return write_qwen_tokenizer(tmp_path / "models" / "mine")


@pytest.fixture
def built(tmp_path: Path, tokenizer: Path) -> SourceBuild:
    made = SourceBuild.of(tmp_path, model=tokenizer)
    write_text(made.sources, "one.txt", TEXT)
    made.build()
    return made


def previewed(build: SourceBuild) -> TokenTable:
    store = build.store.folder
    name = next(iter(build.payloads()))
    made = run_to_end(
        preview_payload(store / name, StoreKind.TOKENS, store, token=CancelToken()))
    assert isinstance(made.drawing, TokenTable)
    return made.drawing


def assert_ids_alone(drawing: TokenTable, why: str) -> None:
    assert len(drawing.ids) > 0
    assert set(drawing.pieces) == {""}
    assert drawing.why_no_pieces == why


def test_tokens_have_the_text_of_the_folder_they_were_built_with(
    built: SourceBuild, tokenizer: Path
) -> None:
    drawing = previewed(built)
    assert drawing.why_no_pieces == ""
    assert "".join(drawing.pieces) == TEXT
    (known,) = read_fingerprints(built.store.folder).values()
    assert known.found_in == str(tokenizer)


def test_a_tokenizer_that_is_gone_is_said_to_be(
    built: SourceBuild, tokenizer: Path
) -> None:
    tokenizer.rename(tokenizer.with_name("moved"))
    assert_ids_alone(previewed(built), f"The tokenizer mine is no longer in {tokenizer}.")


def test_a_build_with_the_moved_tokenizer_brings_the_text_back(
    built: SourceBuild, tokenizer: Path
) -> None:
    built.opener.model = tokenizer.rename(tokenizer.with_name("moved"))
    write_text(built.sources, "two.txt", TEXT, "a second row")
    built.build()
    assert "".join(previewed(built).pieces) in (TEXT, "a second row")


def test_another_tokenizer_in_the_same_folder_gives_no_text(
    built: SourceBuild, tokenizer: Path
) -> None:
    path = tokenizer / "tokenizer.json"
    described = json.loads(path.read_text(encoding="utf-8"))
    ids = described["model"]["vocab"]
    ids["a"], ids["b"] = ids["b"], ids["a"]
    path.write_text(json.dumps(described), encoding="utf-8")
    assert_ids_alone(
        previewed(built),
        f"The tokenizer in {tokenizer} is not the one that made these ids.")


@pytest.mark.parametrize("content", [b"", b"{", b"\xff"])
def test_a_tokenizer_that_cannot_be_read_gives_no_text(
    built: SourceBuild, tokenizer: Path, content: bytes
) -> None:
    (tokenizer / "tokenizer.json").write_bytes(content)
    drawing = previewed(built)
    assert_ids_alone(drawing, drawing.why_no_pieces)
    assert str(tokenizer) in drawing.why_no_pieces


def test_a_folder_without_a_vocabulary_gives_no_text(
    built: SourceBuild, tokenizer: Path
) -> None:
    shutil.rmtree(tokenizer)
    tokenizer.mkdir()
    assert previewed(built).why_no_pieces.startswith(f"{tokenizer} contains no vocabulary")


def test_a_store_built_before_folders_were_kept_says_that_it_is_not_at_hand(
    built: SourceBuild,
) -> None:
    record = larder_folder(built.store.folder) / FINGERPRINTS_NAME
    known = json.loads(record.read_bytes())
    del known["found_in"]
    record.write_text(json.dumps(known) + "\n", encoding="ascii")
    assert_ids_alone(previewed(built), "The tokenizer mine is not on this computer.")
