from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.errors import StalePlanError, WorkspaceError
from larder.core.files.file_stamp import IndexStamp, stamp
from larder.core.stores.indexed import index_rewrite
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.index_rewrite import rewrite_index
from larder.core.stores.indexed.open_index import OpenIndex

LAYOUTS: dict[str, dict[str, Any]] = {
    "indented": {"indent": 2},
    "wide": {"indent": 4},
    "tabs": {"indent": "\t"},
    "compact": {"separators": (",", ":")},
    "one line": {},
    "not ascii": {"indent": 2, "ensure_ascii": False},
}


def row(digest: str, mtime: float = 1700000000.25, **more: Any) -> dict[str, Any]:
    return {"filename": "x.png", "hash": digest, "mtime": mtime, "modeltype": "SDXL",
            "variants": {"64x64": {"cache_file": f"{digest[:12]}_64x64"}}, **more}


def index_of(rows: dict[str, dict[str, Any]], **more: Any) -> dict[str, Any]:
    lists: dict[str, list[str]] = {}
    for key, entry in rows.items():
        lists.setdefault(entry["hash"], []).append(key)
    return {"version": 3, "entries": rows, "hash_index": lists, **more}


A, B, C = "a" * 16, "b" * 16, "c" * 16


def write(store: Path, text: str) -> IndexStamp:
    store.mkdir(exist_ok=True)
    (store / "cache.json").write_bytes(text.encode("utf-8"))
    return stamped(store)


def stamped(store: Path) -> IndexStamp:
    found = stamp(store / "cache.json")
    assert found is not None
    return found.without_ctime()


def rewrite(store: Path, edit: IndexEdit, backup: Path | None = None) -> str:
    rewrite_index(store, edit, expected=stamped(store), backup=backup)
    return (store / "cache.json").read_text(encoding="utf-8")


def without(index: dict[str, Any], *keys: str) -> dict[str, Any]:
    """Return the index expected after the rows are dropped, computed in plain Python."""
    lists = {digest: [path for path in paths if path not in keys]
             for digest, paths in index["hash_index"].items()}
    return {**index,
            "entries": {key: entry for key, entry in index["entries"].items() if key not in keys},
            "hash_index": {digest: paths for digest, paths in lists.items() if paths}}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
@pytest.mark.parametrize("dropped", [
    ("d/a.png",), ("d/b.png",), ("d/d\u00e9.png",), ("d/a.png", "d/b.png"),
    ("d/c.png", "d/d\u00e9.png"), ("d/a.png", "d/b.png", "d/c.png", "d/d\u00e9.png"),
    ("gone.png",)])
def test_a_dropped_row_leaves_what_a_dump_without_it_would_be(
    tmp_path: Path, layout: dict[str, Any], dropped: tuple[str, ...]
) -> None:
    index = index_of(
        {"d/a.png": row(A), "d/b.png": row(B), "d/c.png": row(A), "d/d\u00e9.png": row(C)},
        schema=["latent_image"], concepts={})
    write(tmp_path, json.dumps(index, **layout))
    assert rewrite(tmp_path, IndexEdit(drop=frozenset(dropped))) == json.dumps(
        without(index, *dropped), **layout)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_an_added_row_is_laid_out_as_the_rest(tmp_path: Path, layout: dict[str, Any]) -> None:
    index = index_of({"d/a.png": row(A), "d/b.png": row(B)})
    added = row(A, variants={}, sidecar_mtimes={}, original_resolution=[64, 65], note="x, y: {z}")
    write(tmp_path, json.dumps(index, **layout))
    after = rewrite(tmp_path, IndexEdit(
        drop=frozenset({"d/b.png"}), add={"d/new.png": json.dumps(added).encode()}))
    expected = index_of({"d/a.png": row(A), "d/new.png": added})
    assert after == json.dumps(expected, **layout)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_rows_can_be_added_to_an_index_without_any(tmp_path: Path, layout: dict[str, Any]) -> None:
    write(tmp_path, json.dumps(index_of({}), **layout))
    after = rewrite(tmp_path, IndexEdit(add={"a.png": json.dumps(row(A)).encode()}))
    assert after == json.dumps(index_of({"a.png": row(A)}), **layout)


def test_a_row_replaced_moves_to_the_end_as_a_rebuild_would_put_it(tmp_path: Path) -> None:
    write(tmp_path, json.dumps(index_of({"a.png": row(A), "b.png": row(B)}), indent=2))
    after = rewrite(tmp_path, IndexEdit(
        drop=frozenset({"a.png"}), add={"a.png": json.dumps(row(C)).encode()}))
    assert after == json.dumps(index_of({"b.png": row(B), "a.png": row(C)}), indent=2)


def test_only_the_date_of_a_touched_row_changes(tmp_path: Path) -> None:
    text = json.dumps(index_of({"a.png": row(A), "b.png": row(B, mtime=1.5)}), indent=2)
    write(tmp_path, text)
    after = rewrite(tmp_path, IndexEdit(mtimes={"a.png": 1712345678.1234567}))
    assert after == text.replace("1700000000.25", "1712345678.1234567", 1)


def test_unknown_fields_number_spellings_escapes_and_versions_stay(tmp_path: Path) -> None:
    text = ('{"vendor": {"x": 1.0e3, "y": [1.50, -0.0]}, "version": 2, "entries": {'
            '"a.png": {"hash": "HASH", "mtime": 1E9, "modeltype": "M", "x": 1e400},'
            ' "b.png": {"mtime": 17e8, "hash": "HASH", "n\\u00e4me": "\\/\\u0041",'
            ' "big": 123456789012345678901234567890}}, "hash_index": {"HASH": ["a.png", "b.png"]},'
            ' "tail": null}\n').replace("HASH", A)
    write(tmp_path, text)
    after = rewrite(tmp_path, IndexEdit(drop=frozenset({"a.png"})))
    start, end = text.index('"a.png"'), text.index('"b.png"')
    expected = text[:start] + text[end:].replace('["a.png", "b.png"]', '["b.png"]')
    assert after == expected


def test_names_that_are_not_utf8_keep_their_lone_surrogates(tmp_path: Path) -> None:
    odd = os.fsdecode(b"d/\xe9t\xe9.png")
    index = index_of({"d/a.png": row(A), odd: row(A, filename=odd), "d/b.png": row(B, f=odd)})
    write(tmp_path, json.dumps(index, indent=2))
    assert rewrite(tmp_path, IndexEdit(drop=frozenset({"d/a.png"}))) == json.dumps(
        without(index, "d/a.png"), indent=2)
    assert rewrite(tmp_path, IndexEdit(
        drop=frozenset({odd}), add={odd: json.dumps(row(C)).encode()}, mtimes={"d/b.png": 2.5})
    ) == json.dumps(index_of({"d/b.png": row(B, mtime=2.5, f=odd), odd: row(C)}), indent=2)


def test_behaviour_13_a_dropped_row_leaves_every_hash_list(tmp_path: Path) -> None:
    index = index_of({"a.png": row(A), "b.png": row(A)})
    index["hash_index"][B] = ["a.png"]
    write(tmp_path, json.dumps(index, indent=2))
    after = json.loads(rewrite(tmp_path, IndexEdit(drop=frozenset({"a.png"}))))
    assert after["hash_index"] == {A: ["b.png"]}


def test_a_concept_goes_with_the_last_row_that_names_it(tmp_path: Path) -> None:
    def stamped_row(concept: str) -> dict[str, Any]:
        return row(A, sourceless_rows={"0": {"metadata": {}, "concept_id": concept}})

    index = index_of({"a": stamped_row("c1"), "b": stamped_row("c2"), "c": stamped_row("c1")},
                     concepts={"c1": {"name": "x"}, "c2": {}, "never": {}})
    write(tmp_path, json.dumps(index, indent=2))
    edit = IndexEdit(drop=frozenset({"a", "b"}), prune_concepts=True)
    assert json.loads(rewrite(tmp_path, edit))["concepts"] == {"c1": {"name": "x"}, "never": {}}
    back = IndexEdit(add_concepts={"c2": b"{}", "c1": b'{"other": 1}'})
    assert json.loads(rewrite(tmp_path, back))["concepts"] == {
        "c1": {"name": "x"}, "never": {}, "c2": {}}


def test_a_missing_index_begins_as_the_trainer_begins(tmp_path: Path) -> None:
    rewrite_index(
        tmp_path, IndexEdit(add={"a.png": json.dumps(row(A)).encode()}), expected=None, backup=None)
    assert (tmp_path / "cache.json").read_text() == json.dumps(
        index_of({"a.png": row(A)}), indent=2)


def test_hash_index_and_concepts_are_made_where_they_are_missing(tmp_path: Path) -> None:
    write(tmp_path, json.dumps({"version": 3, "entries": {}}, indent=2))
    after = rewrite(tmp_path, IndexEdit(
        add={"a.png": json.dumps(row(A)).encode()}, add_concepts={"c1": b'{"name": 1}'}))
    assert after == json.dumps({"version": 3, "entries": {"a.png": row(A)},
                                "hash_index": {A: ["a.png"]}, "concepts": {"c1": {"name": 1}}},
                               indent=2)


def test_the_old_index_is_kept_as_the_trainers_final_save_does(tmp_path: Path) -> None:
    text = json.dumps(index_of({"a.png": row(A)}), indent=2)
    write(tmp_path, text)
    rewrite(tmp_path, IndexEdit(drop=frozenset({"a.png"})), backup=tmp_path / "cache.json.bak")
    assert (tmp_path / "cache.json.bak").read_text() == text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache.json", "cache.json.bak"]


def test_a_recovered_copy_is_edited_into_place(tmp_path: Path) -> None:
    index = index_of({"a.png": row(A), "b.png": row(B)})
    expected = write(tmp_path, '{"version": 3, "entr')
    (tmp_path / "cache.json.bak").write_text(json.dumps(index, indent=2))
    rewrite_index(tmp_path, IndexEdit(drop=frozenset({"a.png"})), expected=expected, backup=None,
                  source=tmp_path / "cache.json.bak")
    assert json.loads((tmp_path / "cache.json").read_text()) == without(index, "a.png")


def test_no_index_is_begun_over_one_that_cannot_be_read(tmp_path: Path) -> None:
    expected = write(tmp_path, '{"version": 3, "entr')
    with pytest.raises(WorkspaceError):
        rewrite_index(
            tmp_path, IndexEdit(add={"a.png": json.dumps(row(A)).encode()}), expected=expected,
            backup=tmp_path / "broken")
    assert (tmp_path / "cache.json").read_text() == '{"version": 3, "entr'


def test_rows_beside_numbers_that_only_python_writes_are_edited(tmp_path: Path) -> None:
    index = index_of({"a.png": row(A, note=float("nan")), "b.png": row(B, mtime=float("inf"))},
                     last_validated=float("nan"))
    write(tmp_path, json.dumps(index, indent=2))
    after = rewrite(tmp_path, IndexEdit(
        mtimes={"a.png": 2.5}, add={"c.png": json.dumps(row(C, note=float("nan"))).encode()}))
    assert after == json.dumps({
        **index_of({"a.png": row(A, mtime=2.5, note=float("nan")),
                    "b.png": row(B, mtime=float("inf")), "c.png": row(C, note=float("nan"))}),
        "last_validated": float("nan")}, indent=2)


def test_an_index_that_moved_is_not_written_over(tmp_path: Path) -> None:
    text = json.dumps(index_of({"a.png": row(A)}), indent=2)
    expected = write(tmp_path, text)
    os.utime(tmp_path / "cache.json", ns=(1, expected.mtime_ns + 1))
    with pytest.raises(StalePlanError):
        rewrite_index(
            tmp_path, IndexEdit(drop=frozenset({"a.png"})), expected=expected, backup=None)
    assert (tmp_path / "cache.json").read_text() == text


def test_an_index_that_moves_while_it_is_written_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = write(tmp_path, json.dumps(index_of({"a.png": row(A)}), indent=2))
    check = index_rewrite.check_rewritten

    def meanwhile(*arguments: Any, **more: Any) -> None:
        check(*arguments, **more)
        (tmp_path / "cache.json").write_text("the trainer's")

    monkeypatch.setattr(index_rewrite, "check_rewritten", meanwhile)
    with pytest.raises(StalePlanError):
        rewrite_index(
            tmp_path, IndexEdit(drop=frozenset({"a.png"})), expected=expected,
            backup=tmp_path / "cache.json.bak")
    assert (tmp_path / "cache.json").read_text() == "the trainer's"
    assert [path.name for path in tmp_path.iterdir()] == ["cache.json"]


def test_behaviour_6_a_reader_meanwhile_sees_the_old_index_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = json.dumps(index_of({"a.png": row(A), "b.png": row(B)}), indent=2)
    write(tmp_path, text)
    check, seen = index_rewrite.check_rewritten, []

    def meanwhile(*arguments: Any, **more: Any) -> None:
        seen.append((tmp_path / "cache.json").read_text())
        check(*arguments, **more)

    monkeypatch.setattr(index_rewrite, "check_rewritten", meanwhile)
    rewrite(tmp_path, IndexEdit(drop=frozenset({"a.png"})))
    assert seen == [text]


@pytest.mark.parametrize("text", [
    "", "[]", "{}", '{"entries": []}', '{"entries": {}, ',
    '{"entries": {"a": {}}, "hash_index": 1}',
    '{"entries": {"a": {}, "b": {}, "a": {}}, "hash_index": {}}'])
def test_an_index_of_another_shape_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    expected = write(tmp_path, text)
    with pytest.raises(WorkspaceError):
        rewrite_index(tmp_path, IndexEdit(drop=frozenset({"a"})), expected=expected, backup=None)
    assert (tmp_path / "cache.json").read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["cache.json"]


@pytest.mark.parametrize("twice", [
    ('"b.png": {', '"a.png": {'), ('"hash_index"', '"entries"'), (f'"{B}": [', f'"{A}": [')])
def test_a_name_that_stands_twice_is_refused_in_the_trainers_own_layout(
    tmp_path: Path, twice: tuple[str, str]
) -> None:
    text = json.dumps(index_of({"a.png": row(A), "b.png": row(B)}), indent=2).replace(*twice)
    write(tmp_path, text)
    with pytest.raises(WorkspaceError):
        rewrite(tmp_path, IndexEdit(mtimes={"a.png": 2.5}))
    assert (tmp_path / "cache.json").read_text() == text


def test_an_index_laid_out_by_another_hand_keeps_its_values_as_they_are_spelled(
    tmp_path: Path,
) -> None:
    write(tmp_path, '{"version":3,\n\n "entries" : {"a": {"hash":"h", "mtime":1},\n'
          '"b":{ "mtime": 17e8,"hash" :"h"}}, "hash_index":{"h":["a", "b"]} , "x" :[1.50 ] }\n')
    after = rewrite(tmp_path, IndexEdit(drop=frozenset({"a"})))
    assert json.loads(after) == {
        "version": 3, "entries": {"b": {"mtime": 17e8, "hash": "h"}}, "hash_index": {"h": ["b"]},
        "x": [1.5]}
    assert '{ "mtime": 17e8,"hash" :"h"}' in after
    assert "[1.50 ]" in after


@pytest.mark.parametrize("indent", [None, 0, 1, 2, 4])
@pytest.mark.parametrize("before", [
    {"note": {"entries": {"a.png": {}}}}, {"note": '"entries": {'}, {"note": "\n  \"entries\": {"}])
def test_other_members_called_entries_are_not_taken_for_the_rows(
    tmp_path: Path, before: dict[str, Any], indent: int | None
) -> None:
    index = {**before, **index_of({"a.png": row(A), "b.png": row(B)})}
    write(tmp_path, json.dumps(index, indent=indent))
    after = rewrite(tmp_path, IndexEdit(drop=frozenset({"a.png"})))
    assert after == json.dumps({**before, **index_of({"b.png": row(B)})}, indent=indent)


@pytest.mark.parametrize("spoiled", [
    ('"b.png": {', '"c.png": {'), ('"mtime": 1.5', '"mtime": 1.25'), (f'"{B}": [', f'"{A}": [')])
@pytest.mark.parametrize("indent", [None, 2])
def test_an_index_that_is_not_written_as_meant_never_takes_the_old_ones_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoiled: tuple[str, str], indent: int | None
) -> None:
    rows = {"a.png": row(A), "b.png": {**row(B), "mtime": 1.5}}
    text = json.dumps(index_of(rows), indent=indent)
    write(tmp_path, text)
    check = index_rewrite.check_rewritten

    def of_a_spoiled_one(old: OpenIndex, written: Path, edit: IndexEdit) -> None:
        whole = written.read_text()
        assert spoiled[0] in whole
        written.write_text(whole.replace(*spoiled))
        check(old, written, edit)

    monkeypatch.setattr(index_rewrite, "check_rewritten", of_a_spoiled_one)
    with pytest.raises(WorkspaceError, match="was not changed"):
        rewrite(tmp_path, IndexEdit(drop=frozenset({"a.png"})))
    assert (tmp_path / "cache.json").read_text() == text


def test_an_edit_that_changes_nothing_leaves_the_file_and_its_date(tmp_path: Path) -> None:
    expected = write(tmp_path, json.dumps(index_of({"a.png": row(A)}), indent=2))
    assert rewrite_index(
        tmp_path, IndexEdit(drop=frozenset({"z.png"})), expected=expected, backup=None) == expected
    assert stamped(tmp_path) == expected


def test_the_announced_stamp_is_the_published_one(tmp_path: Path) -> None:
    expected = write(tmp_path, json.dumps(index_of({"a.png": row(A)}), indent=2))
    announced: list[IndexStamp] = []
    published = rewrite_index(
        tmp_path, IndexEdit(drop=frozenset({"a.png"})), expected=expected, backup=None,
        announce=announced.append)
    assert announced == [published] == [stamped(tmp_path)]


KEYS = st.text(st.characters(max_codepoint=0x10FFFF), min_size=1, max_size=8)
ROWS = st.dictionaries(
    KEYS, st.builds(row, st.sampled_from([A, B, C]), note=st.text(st.characters())), max_size=6)


@given(rows=ROWS, added=ROWS, chance=st.randoms(use_true_random=False),
       layout=st.sampled_from(list(LAYOUTS.values())[:-1]))
@settings(deadline=None, max_examples=50)
def test_any_edit_gives_what_a_dump_of_the_edited_dict_would(
    tmp_path_factory: pytest.TempPathFactory, rows: dict[str, dict[str, Any]],
    added: dict[str, dict[str, Any]], chance: Any, layout: dict[str, Any],
) -> None:
    store = tmp_path_factory.mktemp("store")
    index = index_of(rows)
    write(store, json.dumps(index, **layout))
    drop = {key for key in rows if key in added or chance.random() < 0.5}
    add = {key: json.dumps(entry).encode() for key, entry in added.items()}
    after = rewrite(store, IndexEdit(drop=frozenset(drop), add=add))
    expected = without(index, *drop)
    expected["entries"] |= added
    for key, entry in added.items():
        expected["hash_index"].setdefault(entry["hash"], []).append(key)
    kept_first = [digest for digest in index["hash_index"] if digest in expected["hash_index"]]
    order = kept_first + [d for d in expected["hash_index"] if d not in kept_first]
    expected["hash_index"] = {digest: expected["hash_index"][digest] for digest in order}
    assert after == json.dumps(expected, **layout)
