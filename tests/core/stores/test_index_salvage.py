"""Damaged indexes: what a trainer takes, what it does not, and which rows are left of one."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.errors import WorkspaceError
from larder.core.stores.indexed import index_file
from larder.core.stores.indexed import salvage as salvage_module
from larder.core.stores.indexed.index_file import IndexRead, read_index
from larder.core.stores.indexed.salvage import salvage
from larder.core.stores.store_memory import load_snapshot, present_index, save_snapshot

LAYOUTS: dict[str, dict[str, Any]] = {
    "indented": {"indent": 2}, "one line": {}, "compact": {"separators": (",", ":")}}


def row(number: int, **more: Any) -> dict[str, Any]:
    digest = f"{number}{number:015x}"
    return {
        "filename": f"b\u00e4r {number}.png", "hash": digest, "mtime": 1.5 + number,
        "modeltype": "M",
        "variants": {"64x64": {"cache_file": f"{digest[:12]}_64x64", "crop_resolution": [64, 64]}},
        "cache_version": 3, "sourceless_rows": {"0": {"concept_id": "c0", "prompt": 'a "{": {'}},
        **more}


ROWS = {f"data/b\u00e4r {number}.png": row(number) for number in range(4)}
INDEX = {
    "version": 3, "entries": ROWS, "hash_index": {of["hash"]: [key] for key, of in ROWS.items()},
    "concepts": {"c0": {"name": "cats", "path": "data"}}, "schema": ["latent_image"],
    "schema_method": "shape_v1", "vendor": {"x": [1, 2]}, "last_validated": 7.5}
TEXT = json.dumps(INDEX, indent=2)


def salvaged_index(content: bytes) -> bytes:
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        with salvage(Path(file.name)) as found:
            return b"".join(found.index())


def read_bytes(store: Path, content: bytes) -> IndexRead:
    store.mkdir(exist_ok=True)
    (store / "cache.json").write_bytes(content)
    return read_index(store)


@pytest.mark.parametrize(("found", "put"), [
    ('"version": 3', '"last": NaN, "version": 3'),
    ('"mtime": 1.5', '"mtime": Infinity'),
    ('"cache_version": 3', '"cache_version": -Infinity'),
    ('"version": 3', '"version": 3.0'),
    ('"version": 3', '"version": 1e999'),
    ('"version": 3', '"version": 123456789012345678901234567890'),
    ('"version": 3', '"version": 2, "version": 3'),
    ('"schema": [', '"schema": "odd", "s": ['),
    ('"filename": "b', '"filename": "\\ud800b'),
])
def test_what_the_trainers_parser_takes_is_an_index(tmp_path: Path, found: str, put: str) -> None:
    assert found in TEXT
    read = read_bytes(tmp_path, TEXT.replace(found, put, 1).encode())
    assert (read.copy, read.damage, read.rejected) == ("cache.json", "", {})
    assert read.columns.keys() == list(ROWS)
    assert read.columns.version >= 3
    assert not read.columns.unreadable
    save_snapshot(tmp_path / "memory", tmp_path, read)


@pytest.mark.parametrize("version", ["NaN", "2.9", "-1", "true"])
def test_a_version_below_three_is_one_of_the_trainers_older_ones(
    tmp_path: Path, version: str
) -> None:
    read = read_bytes(tmp_path, TEXT.replace('"version": 3', f'"version": {version}').encode())
    assert (read.damage, read.columns.version < 3) == ("", True)
    assert read.columns.keys() == list(ROWS)


DAMAGED: dict[str, bytes] = {
    "byte order mark": b"\xef\xbb\xbf" + TEXT.encode(),
    "utf-16": TEXT.encode("utf-16"),
    "last byte": TEXT.encode()[:-1],
    "text version": TEXT.replace('"version": 3', '"version": "3"').encode(),
    "null version": TEXT.replace('"version": 3', '"version": null').encode(),
    "zeros behind": TEXT.encode() + bytes(4096),
    "form feed": b"\x0c" + TEXT.encode(),
    "deep": TEXT.encode()[:-1] + b', "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "tail cut in hashes": TEXT[:TEXT.index('"hash_index"') + 40].encode(),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED.keys())
def test_every_row_of_an_index_that_is_damaged_elsewhere_is_read(
    tmp_path: Path, content: bytes
) -> None:
    read = read_bytes(tmp_path, content)
    assert read.copy == "cache.json"
    assert read.damage
    assert read.damage == read.rejected["cache.json"]
    assert read.columns.keys() == list(ROWS)
    assert not save_snapshot(tmp_path / "memory", tmp_path, read)
    saved = json.loads(salvaged_index(content))
    assert saved["entries"] == ROWS
    assert saved["hash_index"] == INDEX["hash_index"]
    assert saved["version"] == 3
    assert "last_validated" not in saved


def test_the_other_fields_come_along_but_for_the_trainers_last_look() -> None:
    saved = json.loads(salvaged_index(TEXT.encode()[:-1]))
    assert saved == {name: value for name, value in INDEX.items() if name != "last_validated"}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_row_is_found_wherever_a_window_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: dict[str, Any]
) -> None:
    content = json.dumps(INDEX, **layout).encode()[:-1]
    monkeypatch.setattr(salvage_module, "LONGEST_ROW", 800)
    monkeypatch.setattr(salvage_module, "LONGEST_NAME", 40)
    for window in range(900, 1900, 7):
        monkeypatch.setattr(salvage_module, "WINDOW_BYTES", window)
        assert json.loads(salvaged_index(content))["entries"] == ROWS, window


def test_prepared_objects_within_objects_are_given_up_before_they_take_hours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b'{"entries": {' + b'"a": {' * 3000 + TEXT.encode()
    assert read_bytes(tmp_path, content).columns.keys() == list(ROWS)
    monkeypatch.setattr(salvage_module, "MOST_IN_VAIN", 10 << 20)
    assert not read_bytes(tmp_path, content).columns.keys()


def test_a_damaged_row_costs_neither_the_others_nor_the_fields_behind_them() -> None:
    damaged = TEXT.replace('"hash": "1000000000000001"', '"hash": 1a00000000000001', 1)
    saved = json.loads(salvaged_index(damaged.encode()))
    assert saved["entries"] == {key: of for key, of in ROWS.items() if of["hash"][-1] != "1"}
    assert (saved["concepts"], saved["schema"]) == (INDEX["concepts"], INDEX["schema"])
    assert saved["vendor"] == INDEX["vendor"]


def test_a_row_without_its_last_brace_does_not_swallow_the_next() -> None:
    at = TEXT.index("\n    },\n") + 5
    saved = json.loads(salvaged_index((TEXT[:at] + TEXT[at + 1:]).encode()))
    assert saved["entries"] == dict(list(ROWS.items())[1:])


def test_rows_of_the_second_version_stay_rows_of_the_second_version(tmp_path: Path) -> None:
    old = {key: {**of, "cache_file": of["hash"][:12] + "_64x64", "resolution": "64x64"}
           for key, of in ROWS.items()}
    for of in old.values():
        del of["variants"]
    text = json.dumps({"version": 2, "entries": old, "hash_index": {}}, indent=2)
    for content in (text[:-1], text.replace('"version": 2,', "")[:-1]):
        read = read_bytes(tmp_path, content.encode())
        assert (read.columns.keys(), dict(read.columns.unreadable)) == (list(ROWS), {})
        assert json.loads(salvaged_index(content.encode()))["version"] == 2


@pytest.mark.parametrize("content", [
    b"", b"[]", b"\0" * 300, b'{"version": 3, "entr', b'{"version": 3}', b"{'a': 1}",
    b'{"version": 3, "entries": [], "hash_index": {}}'])
def test_where_no_row_can_be_read_nothing_is_said_to_be_known(
    tmp_path: Path, content: bytes
) -> None:
    read = read_bytes(tmp_path, content)
    assert (read.copy, len(read.columns)) == ("", 0)
    assert read.damage
    assert json.loads(salvaged_index(content))["entries"] == {}


def test_a_whole_copy_goes_before_what_is_left_of_a_damaged_index(tmp_path: Path) -> None:
    (tmp_path / "cache.json.bak").write_text(TEXT.replace("4.5", "9.5"))
    read = read_bytes(tmp_path, TEXT.encode()[:-1])
    assert (read.copy, read.columns.mtimes.tolist()[-1]) == ("cache.json.bak", 9.5)
    assert read.damage


@pytest.mark.parametrize("copies", [("cache.json",), ("cache.json.bak",), ("cache.json.tmp",)])
def test_an_index_that_the_system_does_not_give_is_neither_empty_nor_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copies: tuple[str, ...]
) -> None:
    for copy in copies:
        (tmp_path / copy).write_text(TEXT)

    def fail(path: Path) -> Any:
        if path.exists():
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        raise FileNotFoundError(path)

    with monkeypatch.context() as failing:
        failing.setattr(index_file, "_read_copy", fail)
        read = read_index(tmp_path)
        assert (read.copy, read.damage, read.unread) == ("", "", os.strerror(errno.EIO))
        with pytest.raises(WorkspaceError, match=r"cannot be read: .*error"):
            present_index(tmp_path / "memory", tmp_path)
    assert read_index(tmp_path).columns.keys() == list(ROWS)


def test_a_folder_in_the_place_of_an_index_is_told(tmp_path: Path) -> None:
    (tmp_path / "cache.json").mkdir()
    assert read_index(tmp_path).unread
    assert load_snapshot(tmp_path / "memory", tmp_path) is None


@given(layout=st.sampled_from(list(LAYOUTS.values())),
       start=st.floats(0, 1), length=st.floats(0, 1),
       filler=st.sampled_from([b"", b"\0", b"x", b'"', b"{", b"}", b"\xff"]))
@settings(deadline=None, max_examples=300)
def test_a_hole_anywhere_costs_no_row_but_those_it_is_in(
    layout: dict[str, Any], start: float, length: float, filler: bytes
) -> None:
    whole = json.dumps(INDEX, **layout).encode()
    at = int(start * len(whole))
    end = min(len(whole), at + int(length * 600))
    damaged = whole[:at] + filler * (end - at) + whole[end:]
    saved = json.loads(salvaged_index(damaged))
    assert saved["hash_index"].keys() == {of["hash"] for of in saved["entries"].values()}
    texts = [json.dumps({key: of}, **layout)[1:-1].strip().encode() for key, of in ROWS.items()]
    if layout.get("indent"):
        texts = [text.replace(b"\n", b"\n  ") for text in texts]
    for (key, of), text in zip(ROWS.items(), texts, strict=True):
        begin = whole.index(text)
        if end <= begin or begin + len(text) <= at:
            assert saved["entries"].get(key) == of, f"the row of {key} is lost"
