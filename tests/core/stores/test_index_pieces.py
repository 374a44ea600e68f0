"""An index read piece by piece gives what it gives when it is read as a whole."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import WorkspaceError
from larder.core.stores.indexed import index_file, odd_index
from larder.core.stores.indexed.index_file import IndexRead, read_index
from tests.core.stores.test_index_columns import GOOD

TEXTS = st.text(
    st.sampled_from('ab/ü"{}[],:\n\\ '), min_size=1, max_size=12) | st.just("\n    },\n")
ROWS = st.fixed_dictionaries({
    "filename": TEXTS,
    "hash": st.sampled_from(["0123456789abcdef", "fedcba9876543210", "too short"]),
    "mtime": st.floats(0, 1e10) | st.just("yesterday"),
    "modeltype": TEXTS,
    "variants": st.dictionaries(
        st.sampled_from(["64x64", "128x64", "_"]),
        st.fixed_dictionaries({"cache_file": st.sampled_from(
            ["0123456789ab_64x64", "0123456789ab", "../outside"])}), max_size=2),
    "sourceless": st.recursive(
        TEXTS | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
        max_leaves=8),
}) | st.just({}) | TEXTS
DOCUMENTS = st.fixed_dictionaries({
    "version": st.sampled_from([1, 2, 3]),
    "entries": st.dictionaries(TEXTS, ROWS, max_size=12),
    "hash_index": st.dictionaries(TEXTS, st.lists(TEXTS), max_size=3),
}, optional={
    "concepts": st.dictionaries(TEXTS, st.dictionaries(TEXTS, st.integers()), max_size=3),
    "schema": st.lists(TEXTS, max_size=3),
})


def facts(read: IndexRead) -> dict[str, Any]:
    """Everything in the columns, as plain values."""
    found = {}
    for name in read.columns.__struct_fields__:
        value = getattr(read.columns, name)
        found[name] = value.tolist() if isinstance(value, np.ndarray) else value
    return found


def read_text(store: Path, text: str) -> IndexRead:
    store.mkdir(exist_ok=True)
    (store / "cache.json").write_bytes(text.encode())
    return read_index(store)


@pytest.fixture
def whole_reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Counts documents that are split into undecoded rows, which only a whole read does."""
    reads: list[Path] = []
    gather = index_file.gather_columns

    def counted(*given: Any, **named: Any) -> Any:
        reads.append(Path())
        return gather(*given, **named)

    monkeypatch.setattr(index_file, "gather_columns", counted)
    return reads


@given(document=DOCUMENTS, piece=st.integers(40, 900))
def test_pieces_give_the_rows_of_the_whole(
    tmp_path_factory: pytest.TempPathFactory, document: dict[str, Any], piece: int
) -> None:
    store = tmp_path_factory.getbasetemp() / "pieces"
    whole = read_text(store, json.dumps(document))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index_file, "PIECE_BYTES", piece)
        laid_out = read_text(store, json.dumps(document, indent=2))
    assert facts(laid_out) == facts(whole)


@pytest.mark.parametrize("name", ["sdxl_clean", "sdxl_v2_index", "sdxl_drifted"])
def test_indexes_of_the_trainer_are_read_in_pieces(
    name: str, fixture_workspace: Callable[[str], Path], whole_reads: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(index_file, "PIECE_BYTES", 3000)
    for index in fixture_workspace(name).rglob("cache.json"):
        in_pieces = read_index(index.parent)
        assert whole_reads == []
        whole = read_text(index.parent, json.dumps(json.loads(index.read_bytes())))
        assert len(whole_reads) == 1
        assert facts(in_pieces) == facts(whole)
        whole_reads.clear()


def laid_out(**rows: Any) -> str:
    return json.dumps(
        {"version": 3, "entries": rows, "hash_index": {}, "version_2": 3}, indent=2)


def test_a_malformed_row_costs_the_others_nothing(
    tmp_path: Path, whole_reads: list[Path]
) -> None:
    columns = read_text(tmp_path, laid_out(**{
        "d/a.png": GOOD, "d/b.png": {"hash": 5}, "d/c.png": GOOD})).columns
    assert (columns.names, list(columns.unreadable), whole_reads) == (
        ["a.png", "c.png"], ["d/b.png"], [])


def test_a_row_longer_than_a_piece_is_read(
    tmp_path: Path, whole_reads: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_file, "PIECE_BYTES", 100)
    rows = {f"d/{n}.png": GOOD | {"sourceless": "x" * 5000} for n in range(3)}
    assert len(read_text(tmp_path, laid_out(**rows)).columns) == 3
    assert whole_reads == []


def test_of_two_rows_with_one_key_the_last_counts_as_for_the_trainer(
    tmp_path: Path, whole_reads: list[Path]
) -> None:
    text = laid_out(**{"d/a.png": GOOD, "d/b.png": GOOD | {"mtime": 7.5}})
    columns = read_text(tmp_path, text.replace("d/b.png", "d/a.png")).columns
    assert (columns.names, columns.mtimes.tolist()) == (["a.png"], [7.5])
    assert len(whole_reads) == 1


@pytest.mark.parametrize(("found", "replacement"), [
    ("\n", "\r\n"), ("  ", "\t"), ('"entries": {', '"entries" : {'),
    ('"version": 3,', '"concepts": {},'),
])
def test_another_layout_is_read_as_a_whole(
    tmp_path: Path, whole_reads: list[Path], found: str, replacement: str
) -> None:
    text = laid_out(**{"d/a.png": GOOD}).replace(found, replacement)
    read = read_text(tmp_path, text.replace("version_2", "version"))
    assert (read.columns.names, len(whole_reads)) == (["a.png"], 1)


@pytest.mark.parametrize("cut", range(1, 400, 7))
def test_an_index_cut_short_is_rejected(tmp_path: Path, cut: int) -> None:
    text = laid_out(**{"d/a.png": GOOD})
    read = read_text(tmp_path, text[:-cut])
    whole = text.index("\n    }") + len("\n    }") <= len(text) - cut
    assert (read.copy, read.columns.names) == (("cache.json", ["a.png"]) if whole else ("", []))
    assert read.rejected.keys() == {"cache.json"}
    assert read.damage == read.rejected["cache.json"]


def test_a_second_list_of_entries_is_not_overlooked(tmp_path: Path) -> None:
    text = laid_out(**{"d/a.png": GOOD})[:-2] + ',\n  "entries": {}\n}'
    assert len(read_text(tmp_path, text).columns) == 0


def test_a_file_name_that_is_no_unicode_is_read(tmp_path: Path) -> None:
    text = laid_out(**{"d/a.png": GOOD, "d/b.png": GOOD}).replace("d/b.png", "d/\\udcff.png")
    assert read_text(tmp_path, text).columns.names == ["a.png", "\udcff.png"]


def texts_laid_out_otherwise() -> dict[str, str]:
    index = {"version": 3, "entries": {"d/a.png": GOOD}}
    return {
        "compact": json.dumps(index, separators=(",", ":")),
        "with NaN": json.dumps({**index, "x": float("nan")}),
        "with a name that is no unicode": json.dumps(
            {"version": 3, "entries": {"d/\udcff.png": GOOD}}, indent=2)}


LIMITS = {"compact": (index_file, "LARGEST_OTHERWISE"), "with NaN": (odd_index, "LARGEST_ODD"),
          "with a name that is no unicode": (odd_index, "LARGEST_ODD")}


@pytest.mark.parametrize("kind", LIMITS)
def test_an_index_too_large_to_be_read_is_said_to_be_and_no_older_copy_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """An index too large to read is reported, and no older copy replaces it.

    It may be whole, so nothing may be planned as if it did not exist.

    It may be whole, so nothing may be planned as if it did not exist.
    """
    text = texts_laid_out_otherwise()[kind]
    (tmp_path / "cache.json.bak").write_text(laid_out(**{"d/old.png": GOOD}))
    assert len(read_text(tmp_path, text).columns) == 1
    module, name = LIMITS[kind]
    monkeypatch.setattr(module, name, 100)
    read = read_text(tmp_path, text)
    assert (read.copy, read.damage, len(read.columns)) == ("", "", 0)
    assert "is not laid out as trainers write it" in read.unread
    with pytest.raises(WorkspaceError, match="is read up to 100 B"):
        read.known(tmp_path)


def test_a_large_index_that_ends_too_early_is_damaged_and_not_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odd_index, "LARGEST_ODD", 100)
    text = laid_out(**{"d/a.png": GOOD, "d/b.png": GOOD})
    read = read_text(tmp_path, text[: text.rindex("}") - 5])
    assert (read.damage, read.unread, read.columns.keys()) \
        == ("it is cut short", "", ["d/a.png"])


@pytest.mark.parametrize("text", [
    '{"entries": {}, "x": NaN', '{"x": NaN, "entries": {"a": {}} "y": 1}', '{"x": NaN} {}',
    '{"x": NaN, "entries": {"a" 1}}', '{"x": NaN, entries: {}}', '{"x": NaN, "entries": {"a": }}',
    "NaN", "[NaN]", '{"x": NaN, "entries": []}', '{"x": NaN,}', ""])
def test_an_odd_index_is_refused_where_the_trainer_refuses_it(tmp_path: Path, text: str) -> None:
    assert read_text(tmp_path, text).damage


def test_of_a_row_that_stands_there_twice_the_last_counts_in_the_place_of_the_first(
    tmp_path: Path,
) -> None:
    row, other = json.dumps(GOOD), json.dumps({**GOOD, "mtime": 77.0})
    text = f'{{"x": NaN, "entries": {{"d/a.png": {row}, "d/b.png": {row}, "d/a.png": {other}}}}}'
    columns = read_text(tmp_path, text).columns
    assert columns.keys() == ["d/a.png", "d/b.png"]
    assert columns.mtimes.tolist()[0] == 77.0


def test_memory_is_taken_for_the_index_not_for_the_longest_one(tmp_path: Path) -> None:
    text = laid_out(**{"d/a.png": GOOD})
    tracemalloc.start()
    try:
        assert read_text(tmp_path, text).columns.names == ["a.png"]
        assert tracemalloc.get_traced_memory()[1] < 5 * index_file.PIECE_BYTES
    finally:
        tracemalloc.stop()


LONG = "9" * 5000


@pytest.mark.parametrize(("change", "reason"), [
    (lambda text: text.replace(b"d/a", b"d/\xff"), "it is not UTF-8 at byte "),
    (lambda text: text.decode("ascii").encode("utf-16"), "it is not UTF-8 at byte 0"),
    (lambda text: text.replace(b'"version": 3', f'"version": 3, "n": {LONG}'.encode()),
     "it has a number of more than 4,300 digits"),
    (lambda text: text.replace(b'"mtime"', f'"n": {LONG}, "mtime"'.encode()),
     "it has a number of more than 4,300 digits"),
    (lambda text: text.rstrip()[:-1] + f', "n": {LONG}}}'.encode(),
     "it has a number of more than 4,300 digits"),
    (lambda text: text.rstrip()[:-1] + b', "n": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
     "it is nested too deeply"),
])
@pytest.mark.parametrize("indent", [2, None])
def test_a_trainer_that_would_stop_at_an_index_reads_no_older_one(
    tmp_path: Path, change: Callable[[bytes], bytes], reason: str, indent: int | None
) -> None:
    text = laid_out(**{"d/a.png": GOOD}).encode()
    (tmp_path / "cache.json.bak").write_bytes(text)
    odd = text if indent else json.dumps(json.loads(text)).encode()
    (tmp_path / "cache.json").write_bytes(change(odd))
    read = read_index(tmp_path)
    assert (read.copy, read.stops_at) == ("cache.json.bak", "cache.json")
    assert read.damage.startswith(reason)


def test_a_text_of_many_digits_is_no_number(tmp_path: Path) -> None:
    text = laid_out(**{"d/a.png": GOOD}).replace('"version": 3', f'"version": 3, "n": "{LONG}"')
    assert read_text(tmp_path, text).damage == ""


def test_an_index_that_is_no_json_has_the_trainer_read_an_older_one(tmp_path: Path) -> None:
    text = laid_out(**{"d/a.png": GOOD})
    (tmp_path / "cache.json.bak").write_text(text)
    read = read_text(tmp_path, text + "garbage")
    assert (read.copy, read.stops_at) == ("cache.json.bak", "")
