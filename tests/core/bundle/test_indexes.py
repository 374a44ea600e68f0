from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest

from larder.core.bundle.indexes import open_index, respell_index
from larder.core.bundle.relative import Respelling
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
        held, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (held < parts.size / 4, peak < parts.size) == (True, True)
