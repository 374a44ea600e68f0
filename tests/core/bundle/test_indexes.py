from __future__ import annotations

import gc
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from larder.core.bundle import indexes
from larder.core.bundle.bundle_files import BundleFiles, open_files
from larder.core.bundle.indexes import longest_read, open_index, opened_index, respell_index
from larder.core.bundle.relative import Respelling
from larder.core.files.ascii_json import UnreadableJsonError
from larder.core.payloads.packed import directory_of, member_parts
from larder.core.stores.indexed import packed_rows
from larder.core.stores.indexed.packed_rows import PackedText
from larder.core.stores.indexed.stamps import concept_id
from larder.core.workspace.roots import PathFlavour


def _respelling() -> Respelling:
    return Respelling({"/a/cats": "cats"}, PathFlavour.POSIX, into=PathFlavour.POSIX)


def _index(count: int, folder: str, note: str = "") -> dict[str, Any]:
    concept = {"path": folder, "name": "all", "text": {}}
    entries = {f"{folder}/{n}.png": {
        "hash": f"{n // 2:016x}", "variants": {}, "note": note,
        "sourceless_rows": {str(n): {"concept_id": concept_id(concept), "of": [folder]}},
    } for n in range(count)}
    lists: dict[str, list[str]] = {}
    for key, entry in entries.items():
        lists.setdefault(entry["hash"], []).append(key)
    return {"version": 3, "entries": entries, "hash_index": lists,
            "concepts": {concept_id(concept): concept}, "schema": ["a"]}


@pytest.mark.parametrize("some", [None, 3, 0])
def test_an_index_respelled_entry_by_entry_is_a_dump_of_the_whole(some: int | None) -> None:
    whole = _index(9, "/a/cats")
    document, rows = open_index(json.dumps({**whole, "last_validated": 1}).encode())
    kept = [*rows][:some]
    respelling = _respelling()
    parts = PackedText(respell_index(
        respelling, document, rows, {respelling.path(key): key for key in kept},
        are_all=some is None))
    wanted = json.dumps(_index(len(kept), "cats"), indent=2).encode()
    assert b"".join(parts) == wanted
    assert parts.size == len(wanted)


def test_a_respelled_index_is_never_held_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_rows, "PART_BYTES", 1 << 14)
    note = "settings of a concept " * 100
    document, rows = open_index(json.dumps(_index(1_000, "/a/cats", note)).encode())
    respelling = _respelling()
    keys = {respelling.path(key): key for key in rows}
    tracemalloc.start()
    try:
        parts = PackedText(respell_index(respelling, document, rows, keys, are_all=False))
        _, peak = tracemalloc.get_traced_memory()
        gc.collect()  # after other tests what is due for it is collected later
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (held < parts.size / 4, peak < parts.size) == (True, True)


IN_BUNDLE = "image/cache.json"


def _bundle(place: Path, content: bytes, form: str) -> BundleFiles:
    """A bundle of one file, in either form; nothing but its index is in it."""
    if form == "folder":
        (place / "image").mkdir(parents=True)
        (place / IN_BUNDLE).write_bytes(content)
        return open_files(place)
    where, parts = member_parts(IN_BUNDLE, 0, [content])
    packed = place.with_suffix(".zip")
    packed.write_bytes(b"".join(map(bytes, (*parts, directory_of([where])))))
    return open_files(packed)


@pytest.mark.parametrize("form", ["folder", "file"])
@pytest.mark.parametrize("indent", [2, None])
def test_an_index_that_stays_in_its_bundle_is_the_same_as_one_that_is_read(
    tmp_path: Path, form: str, indent: int | None
) -> None:
    content = json.dumps(_index(40, "/a/cats"), indent=indent).encode()
    document, rows = open_index(content)
    with opened_index(_bundle(tmp_path / "out", content, form), IN_BUNDLE) as (top, entries):
        assert top == document
        assert {key: json.loads(bytes(row)) for key, row in entries.items()} == {
            key: json.loads(bytes(row)) for key, row in rows.items()}


@pytest.mark.parametrize("form", ["folder", "file"])
def test_an_index_of_a_bundle_is_not_held_while_it_is_read(tmp_path: Path, form: str) -> None:
    note = "settings of a concept " * 700
    content = json.dumps(_index(1_000, "/a/cats", note), indent=2).encode()
    files = _bundle(tmp_path / "out", content, form)
    tracemalloc.start()
    try:
        with opened_index(files, IN_BUNDLE) as (_, rows):
            assert sum(len(row) for row in rows.values()) > len(content) * 0.9
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < len(content) / 2


def test_an_index_laid_out_otherwise_is_read_up_to_a_limit_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexes, "LARGEST_OTHERWISE", 1000)
    laid_out = json.dumps(_index(40, "/a/cats"), indent=2).encode()
    with opened_index(_bundle(tmp_path / "a", laid_out, "folder"), IN_BUNDLE) as (_, rows):
        assert len(rows) == 40
    files = _bundle(tmp_path / "b", json.dumps(_index(40, "/a/cats")).encode(), "folder")
    with pytest.raises(UnreadableJsonError, match=r"not laid out as Larder exports it.* 1000 B"), \
            opened_index(files, IN_BUNDLE):
        pass


@pytest.mark.parametrize(("name", "is_plain"), [
    ("cat", True), ("кошка", True), ("\U0001f408", True), ("caf\udce9", False)])
def test_an_export_knows_which_index_an_import_has_to_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, is_plain: bool
) -> None:
    monkeypatch.setattr(indexes, "LARGEST_OTHERWISE", 1000)
    content = json.dumps(_index(9, f"/a/{name}"), indent=2).encode()
    assert longest_read(PackedText([content])) == (indexes.LARGEST_INDEX if is_plain else 1000)
    assert longest_read(PackedText([content[:900]])) == indexes.LARGEST_INDEX, "small enough"
    try:
        with opened_index(_bundle(tmp_path / "a", content, "folder"), IN_BUNDLE):
            assert is_plain
    except UnreadableJsonError:
        assert not is_plain
