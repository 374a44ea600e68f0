from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from larder.core.errors import WorkspaceError
from larder.core.files.file_stamp import stamp
from larder.core.stores.indexed import hash_lists, index_file, open_index
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.index_rewrite import rewrite_index
from larder.core.stores.indexed.open_index import OpenIndex


def _index(count: int, **more: Any) -> dict[str, Any]:
    entries = {
        f"data/{n}.png": {"hash": f"{n:016x}", "mtime": n + 0.5, "concept_id": "of all",
                          "note": "x" * (n % 7) * 40} for n in range(count)}
    return {"version": 3, "entries": entries,
            "hash_index": {entry["hash"]: [key] for key, entry in entries.items()},
            "concepts": {"of all": {"name": "all"}, "other": {}}, **more}


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Indexes of a few rows are read in many pieces."""
    monkeypatch.setattr(index_file, "PIECE_BYTES", 4200)
    monkeypatch.setattr(hash_lists, "PIECE_BYTES", 300)
    monkeypatch.setattr(open_index, "WINDOW_BYTES", 500)


@pytest.mark.usefixtures("small_pieces")
def test_rows_that_stay_in_the_file_are_those_of_the_whole_index(tmp_path: Path) -> None:
    path = tmp_path / "cache.json"
    text = json.dumps(_index(120), indent=2)
    path.write_text(text)
    whole = OpenIndex.read(path)
    with OpenIndex.open(path) as index:
        assert index.in_file is not None
        assert len(index.content) < len(text) - 120 * 60
        assert [*index.entries] == [*whole.entries]
        for keys in ([*whole.entries], [*whole.entries][::-7]):
            assert [index.entries[key] for key in keys] == [bytes(whole.entries[k]) for k in keys]
        assert {name: index.top[name] for name in whole.top if name != "entries"} == {
            name: text for name, text in whole.top.items() if name != "entries"}
        assert b"".join(index.parts()).decode() == text


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("edit", [
    IndexEdit(drop=frozenset({"data/0.png", "data/64.png", "data/119.png"})),
    IndexEdit(mtimes={"data/3.png": 9.25, "data/100.png": 1.5}),
    IndexEdit(drop=frozenset(f"data/{n}.png" for n in range(120)), prune_concepts=True),
    IndexEdit(top={"schema": b'["a"]'}),
    IndexEdit(drop=frozenset({"data/5.png"}), add={
        "data/5.png": b'{"hash": "0000000000000006"}', "new.png": b'{"hash": "%016x"}' % 900,
        "twin.png": b'{"hash": "%016x"}' % 900}, add_concepts={"third": b"{}"})])
def test_an_edit_of_an_index_in_pieces_gives_what_one_of_the_whole_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edit: IndexEdit
) -> None:
    text, after = json.dumps(_index(120), indent=2), list[str]()
    for is_whole in (False, True):
        store = tmp_path / str(is_whole)
        store.mkdir()
        (store / "cache.json").write_text(text)
        if is_whole:
            monkeypatch.setattr(OpenIndex, "from_file", classmethod(lambda *_: None))
        found = stamp(store / "cache.json")
        assert found is not None
        rewrite_index(store, edit, expected=found.without_ctime(), backup=store / "old")
        after.append((store / "cache.json").read_text())
        assert (store / "old").read_text() == text
    assert after[0] == after[1]
    assert after[0] != text


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("spoil", [
    ('"data/100.png": {', '"data/0.png": {'), ('"concepts"', '"version"'),
    (f'"{100:016x}": [', f'"{0:016x}": ['), ('"other": {}', '"of all": {}'),
    ('"other": {}', '"other":  {}'), ('"name": "all"', '"name": "\u00e9"')])
def test_an_index_that_is_out_of_the_ordinary_is_held_whole(
    tmp_path: Path, spoil: tuple[str, str]
) -> None:
    text = json.dumps(_index(120), indent=2)
    (tmp_path / "cache.json").write_text(text.replace(*spoil), "utf-8")
    with OpenIndex.open(tmp_path / "cache.json") as index:
        assert index.in_file is None


def test_a_row_that_can_no_longer_be_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "cache.json"
    path.write_text(json.dumps(_index(3), indent=2))
    with OpenIndex.open(path) as index:
        path.write_bytes(b"")
        with pytest.raises(WorkspaceError, match="shorter"):
            index.entries["data/2.png"]


def test_an_edit_of_a_large_index_holds_little_of_each_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_file, "PIECE_BYTES", 1 << 16)
    peaks, note = list[int](), "settings of a concept " * 100
    for count in (400, 1_400):
        index = _index(count)
        for entry in index["entries"].values():
            entry["note"] = note
        (tmp_path / "cache.json").write_text(json.dumps(index, indent=2))
        found = stamp(tmp_path / "cache.json")
        assert found is not None
        del index
        tracemalloc.start()
        try:
            rewrite_index(
                tmp_path, IndexEdit(drop=frozenset({"data/7.png"}), prune_concepts=True),
                expected=found.without_ctime(), backup=tmp_path / "old")
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] - peaks[0] < 1_000 * len(note) / 2
