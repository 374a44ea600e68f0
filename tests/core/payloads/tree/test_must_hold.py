"""Requirements on a store of parameter trees, sentence by sentence."""

from __future__ import annotations

import json
import os
import sys
import tracemalloc
from collections import UserDict
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from larder.core.errors import PayloadError, UserFacingError
from larder.core.payloads.dtypes import BIT_TYPES
from larder.core.payloads.tree.load import find_data, load_flat, load_tree
from larder.core.payloads.tree.nodes import tree_of_pairs
from larder.core.payloads.tree.paths import DamagedLeafError, InvalidTreeError
from larder.core.payloads.tree.save import SaveOptions, export_tree, save_tree
from tests.support.trees import NUMPY_TYPES, assert_same_tree, of_bits, some_array

QUICK = SaveOptions(fsync=False)


def saved(folder: Path, tree: object, options: SaveOptions = QUICK) -> Path:
    path = folder / "tree.manifest"
    save_tree(path, tree, options=options)
    return path


def data_of(path: Path) -> Path:
    data = find_data(path)
    assert data is not None
    return data


def files(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


# 1: what was saved is loaded


@pytest.mark.parametrize("code", [*NUMPY_TYPES, *sorted(BIT_TYPES)])
@pytest.mark.parametrize("mapped", [True, False])
def test_every_type_is_loaded_as_it_was_saved(tmp_path: Path, code: str, mapped: bool) -> None:
    tree = {
        "matrix": some_array(code, 3, 5),
        "one": some_array(code),
        "none": some_array(code, 2, 0, 3),
        "fortran": np.asfortranarray(some_array(code, 4, 3, 2)),
        "strided": some_array(code, 6, 8)[::-2, 1::3],
    }
    found = load_tree(saved(tmp_path, tree), mapped=mapped)
    assert_same_tree(found, tree)


@pytest.mark.parametrize("name", sorted(BIT_TYPES))
def test_a_type_numpy_lacks_is_given_as_ml_dtypes_gives_it_or_by_its_name(
    tmp_path: Path, name: str
) -> None:
    leaf = load_tree(saved(tmp_path, of_bits(name, 7)))
    try:
        import ml_dtypes
    except ImportError:
        assert leaf.dtype.names == (name,)
    else:
        assert leaf.dtype == getattr(ml_dtypes, name)


@pytest.mark.parametrize("tree", [
    {}, {"a": {}}, {"a": {"b": {}, "c": np.arange(3)}, "d": {}}, np.arange(6.0), np.array(3),
    {"only zero-size": np.zeros((0, 4), "f4")}, np.zeros((0,), "u1"),
], ids=["empty", "empty sub-dict", "empty sub-dicts beside leaves", "root leaf", "0-d root leaf",
        "only zero-size leaves", "zero-size root leaf"])  # fmt: skip
@pytest.mark.parametrize("mapped", [True, False])
def test_trees_without_leaves_without_bytes_or_without_mappings_are_kept(
    tmp_path: Path, tree: Any, mapped: bool
) -> None:
    assert_same_tree(load_tree(saved(tmp_path, tree), mapped=mapped), tree)


def test_any_mapping_is_a_branch_and_comes_back_as_a_dict(tmp_path: Path) -> None:
    tree = UserDict({"a": MappingProxyType({"b": np.arange(2)})})
    assert_same_tree(load_tree(saved(tmp_path, tree)), {"a": {"b": np.arange(2)}})


# 2: numpy 1 and 2, plain JSON with integers


def test_the_manifest_is_json_of_integers_and_texts(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": {3: np.arange(6, dtype="f4").reshape(2, 3)}})
    document = json.loads(path.read_text("ascii"), parse_float=lambda text: pytest.fail(text))
    assert document["nodes"][:2] == [[-1, None], [0, "a"]]
    assert document["nodes"][2][:6] == [1, 3, "<f4", [2, 3], 0, 24]
    assert "np." not in path.read_text("ascii")


def test_shapes_of_numpy_integers_are_written_as_integers(tmp_path: Path) -> None:
    tree = {"a": np.zeros(tuple(np.array([2, 3])), "f4")}
    path = saved(tmp_path, tree, SaveOptions(align=int(np.int64(128)), fsync=False))
    assert_same_tree(load_tree(path), tree)


# 3: keys


def test_keys_with_separators_dots_blanks_unicode_and_numbers_stay_apart(tmp_path: Path) -> None:
    tree = {
        "a/b": np.array(1), "a": {"b": np.array(2), "b.c": np.array(3), "": np.array(4)},
        "a b": np.array(5), " ": np.array(6), "é/日本": np.array(7), 3: np.array(8),
        "3": np.array(9), (1, "x"): np.array(10), "(1, 'x')": np.array(11), None: np.array(12),
        "None": np.array(13), b"x": np.array(14), "b'x'": np.array(15), 2.5: np.array(16),
        -(1 << 80): np.array(17), frozenset({1, "a"}): np.array(18), "\ud800": np.array(19),
        ".": np.array(20), "..": np.array(21), float("inf"): np.array(22), "inf": np.array(23),
    }  # fmt: skip
    path = saved(tmp_path, tree)
    assert_same_tree(load_tree(path), tree)
    flat = load_flat(path)
    assert len(flat) == 23
    assert int(flat["'a/b'"]) == 1
    assert int(flat["a/b"]) == 2
    assert int(flat["3"]) == 8
    assert int(flat["'3'"]) == 9


@pytest.mark.parametrize("key", [True, 1, 1.0, False, -0.0])
def test_equal_keys_keep_their_type(tmp_path: Path, key: Any) -> None:
    (found,) = load_tree(saved(tmp_path, {key: np.arange(2)}))
    assert type(found) is type(key)
    assert repr(found) == repr(key)


# 4: the old tree stays whole


class Boom(Exception):
    pass


def test_a_save_that_fails_in_the_middle_leaves_the_old_files_as_they_are(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.arange(3), "b": np.arange(4)})
    before = files(tmp_path)

    def fail(_: np.ndarray) -> np.ndarray:
        raise Boom

    with pytest.raises(Boom):
        save_tree(path, {"a": np.zeros(9), "b": np.zeros(9)},
                  options=SaveOptions(transforms={("b",): fail}))
    assert files(tmp_path) == before


def test_a_replaced_tree_leaves_no_old_data(tmp_path: Path) -> None:
    for number in range(3):
        path = saved(tmp_path, {"a": np.full(5, number)})
        assert_same_tree(load_tree(path), {"a": np.full(5, number)})
        assert len(files(tmp_path)) == 2


def test_what_was_loaded_stays_what_it_was_when_the_tree_is_replaced(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.arange(5)})
    old = load_tree(path)
    saved(tmp_path, {"a": np.zeros(7)})
    assert_same_tree(old, {"a": np.arange(5)})


# 5: damage


def test_any_bit_flip_in_the_data_is_detected_and_names_the_leaf(tmp_path: Path) -> None:
    tree = {"first": np.arange(5, dtype="i2"), "inner": {"second": np.arange(3, dtype="f4")}}
    path = saved(tmp_path, tree)
    data = data_of(path)
    good = data.read_bytes()
    for at in range(len(good)):
        for bit in range(8):
            spoilt = bytearray(good)
            spoilt[at] ^= 1 << bit
            data.write_bytes(spoilt)
            with pytest.raises(DamagedLeafError) as caught:
                load_tree(path)
            # What lies between two leaves counts as the latter's.
            assert caught.value.leaf == ("first" if at < 10 else "inner/second")
            assert caught.value.leaf in caught.value.problem


def test_any_truncation_of_the_data_is_detected_and_names_the_leaf(tmp_path: Path) -> None:
    path = saved(tmp_path, {"first": np.arange(5, dtype="i2"), "second": np.arange(3, dtype="f4")})
    data = data_of(path)
    good = data.read_bytes()
    for length in range(len(good)):
        data.write_bytes(good[:length])
        for check in (True, False):
            with pytest.raises(DamagedLeafError) as caught:
                load_tree(path, check=check)
            assert caught.value.leaf == ("first" if length < 10 else "second")


def test_data_with_bytes_behind_its_end_is_detected(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.arange(5)})
    with data_of(path).open("ab") as file:
        file.write(b"\0")
    with pytest.raises(PayloadError, match="41 bytes instead of 40"):
        load_tree(path)


def test_any_bit_flip_or_truncation_of_the_manifest_is_detected(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.arange(5, dtype="i2"), "b": {}})
    good = path.read_bytes()
    spoilt = [good[:length] for length in range(len(good))]
    for at in range(len(good)):
        for bit in range(8):
            changed = bytearray(good)
            changed[at] ^= 1 << bit
            spoilt.append(bytes(changed))
    for content in spoilt:
        path.write_bytes(content)
        with pytest.raises(PayloadError):
            load_tree(path)


def test_missing_data_is_said(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.arange(5)})
    data_of(path).unlink()
    with pytest.raises(PayloadError, match="missing"):
        load_tree(path)


# 6: read-only maps


@pytest.mark.parametrize("mapped", [True, False])
def test_leaves_of_a_tree_without_a_byte_are_as_writable_as_others(
    tmp_path: Path, mapped: bool
) -> None:
    save_tree(tmp_path / "t.manifest", np.zeros(0, bool))
    found = load_tree(tmp_path / "t.manifest", mapped=mapped)
    assert found.flags.writeable is not mapped


def test_mapped_leaves_are_read_only_and_need_no_write_permission(tmp_path: Path) -> None:
    tree = {"a": np.arange(5), "bits": of_bits("bfloat16", 4), "none": np.zeros((0, 2)),
            "one": np.array(True)}
    path = saved(tmp_path, tree)
    before = files(tmp_path)
    data_of(path).chmod(0o444)
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        found = load_tree(path)
    finally:
        tmp_path.chmod(0o755)
    for name, leaf in found.items():
        with pytest.raises(ValueError, match="read-only"):
            leaf[...] = leaf
        if name != "none":
            with pytest.raises(ValueError, match=r"WRITEABLE|writeable"):
                leaf.flags.writeable = True
    assert files(tmp_path) == before


def test_leaves_that_are_not_mapped_are_the_callers_own(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.arange(5), "none": np.zeros((0, 2))})
    found = load_tree(path, mapped=False)
    found["a"][0] = 99
    assert found["none"].flags.writeable
    assert load_tree(path)["a"][0] == 0


def test_a_mapped_leaf_costs_no_memory(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.zeros(4 << 20, "u1"), "b": np.zeros(4 << 20, "u1")})
    tracemalloc.start()
    try:
        found = load_tree(path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert found["a"].nbytes == 4 << 20


# 7: transforms, memory


def test_each_transform_and_each_order_runs_exactly_once(tmp_path: Path) -> None:
    calls: list[Any] = []

    def double(array: np.ndarray) -> np.ndarray:
        calls.append("double")
        return np.concatenate([array] * (1 + calls.count("double")))  # another size each time

    def order(path: tuple[Any, ...]) -> Any:
        calls.append(path)
        return path

    tree = {"b": np.arange(3), "a": {"c": np.arange(4)}}
    path = saved(
        tmp_path, tree, SaveOptions(order=order, transforms={("a", "c"): double}, fsync=False))
    assert sorted(map(str, calls)) == ["('a', 'c')", "('b',)", "double"]
    assert_same_tree(load_tree(path), {"b": np.arange(3), "a": {"c": np.tile(np.arange(4), 2)}})


def test_saving_needs_memory_for_one_transformed_leaf_at_most(tmp_path: Path) -> None:
    size = 8 << 20
    tree = {str(number): np.ones(size, "u1") for number in range(6)}
    transforms = {(name,): lambda array: array + 1 for name in tree}
    tracemalloc.start()
    try:
        saved(tmp_path, tree, SaveOptions(transforms=transforms, fsync=False))
        assert tracemalloc.get_traced_memory()[1] < size + (4 << 20)
        tracemalloc.reset_peak()
        saved(tmp_path, {"t": np.ones((2048, 4096), "u1").T, "s": np.ones(size, "u1")[::2]})
        assert tracemalloc.get_traced_memory()[1] < 2 * size + (4 << 20)  # the leaves themselves
        tracemalloc.reset_peak()
        kept = np.ones((4096, 2048), "u1")
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        saved(tmp_path, {"t": kept.T})
        assert tracemalloc.get_traced_memory()[1] - before < 4 << 20
    finally:
        tracemalloc.stop()


def test_the_order_is_that_of_the_bytes_and_none_drops_a_leaf(tmp_path: Path) -> None:
    tree = {"a": np.arange(3), "b": {"x": np.arange(4)}, "c": np.arange(5), "d": {}}
    ranks = {("a",): 2, ("b", "x"): None, ("c",): 1}
    path = saved(tmp_path, tree, SaveOptions(order=ranks.__getitem__, fsync=False))
    assert_same_tree(load_tree(path), {"a": np.arange(3), "c": np.arange(5), "d": {}})
    nodes = {node[1]: node for node in json.loads(path.read_bytes())["nodes"]}
    assert nodes["c"][4] < nodes["a"][4]


def test_a_tree_whose_leaves_are_all_dropped_is_empty(tmp_path: Path) -> None:
    nothing = SaveOptions(order=lambda path: None, fsync=False)
    assert load_tree(saved(tmp_path, {"a": {"b": np.arange(3)}}, nothing)) == {}
    assert load_tree(saved(tmp_path, np.arange(3), nothing)) == {}


def test_a_transform_for_no_leaf_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidTreeError, match="typo: a transform is given for something"):
        saved(tmp_path, {"a": np.arange(3)}, SaveOptions(transforms={("typo",): np.copy}))
    assert files(tmp_path) == {}


# 8: refusals before any file is touched


def circular() -> dict[str, Any]:
    tree: dict[str, Any] = {"a": {}}
    tree["a"]["again"] = tree
    return tree


@pytest.mark.parametrize(("tree", "path", "problem"), [
    ({"a": {"b": [1, 2]}}, ("a", "b"), "list is neither a mapping nor an array"),
    ({"a": {"b": 1.5}}, ("a", "b"), "float is neither"),
    ({"a": np.float32(1)}, ("a",), "float32 is neither"),
    (None, (), "NoneType is neither"),
    ({"a": np.ma.masked_array([1, 2], [True, False])}, ("a",), "MaskedArray is neither"),
    ({"a/b": np.array([{}], object)}, ("a/b",), "Python objects"),
    ({"a": np.zeros(2, [("x", "f4"), ("y", "i4")])}, ("a",), "records"),
    ({"a": np.zeros(2, [("x", "O")])}, ("a",), "Python objects"),
    ({"a": np.zeros(2, [("x", "f4")])}, ("a",), "records"),
    ({"a": {object: np.zeros(2)}}, ("a",), "a key of type builtins.type"),
    ({"a": {np.int64(3): np.zeros(2)}}, ("a",), "a key of type numpy.int64"),
    ({"a": {float("nan"): np.zeros(2)}}, ("a",), "NaN"),
    ({"a": {(1, (object(),)): np.zeros(2)}}, ("a",), "a key of type builtins.object"),
    (circular(), ("a", "again"), "contains itself"),
])  # fmt: skip
def test_what_cannot_be_written_is_refused_by_its_path_before_any_file_is_touched(
    tmp_path: Path, tree: object, path: tuple[Any, ...], problem: str
) -> None:
    manifest = saved(tmp_path, {"old": np.arange(3)})
    before = files(tmp_path)
    seen = os.stat(manifest)
    for write in (lambda: save_tree(manifest, tree), lambda: export_tree(tmp_path / "out", tree)):
        with pytest.raises(InvalidTreeError, match=problem) as caught:
            write()
        assert caught.value.path == path
    assert isinstance(caught.value, ValueError)
    assert files(tmp_path) == before
    assert os.stat(manifest).st_mtime_ns == seen.st_mtime_ns


def test_the_same_mapping_or_array_at_two_places_is_no_circle(tmp_path: Path) -> None:
    shared = {"x": np.arange(3)}
    tree = {"a": shared, "b": {"c": shared}}
    assert_same_tree(load_tree(saved(tmp_path, tree)), tree)


@pytest.mark.parametrize("made", [[1, 2], None, np.array([{}], object), np.zeros(1, "f4,i4")])
def test_what_a_transform_may_not_give_is_refused_by_its_path(tmp_path: Path, made: Any) -> None:
    path = saved(tmp_path, {"old": np.arange(3)})
    before = files(tmp_path)
    with pytest.raises(InvalidTreeError, match="its transform returned") as caught:
        saved(tmp_path, {"a": {"b": np.arange(2)}},
              SaveOptions(transforms={("a", "b"): lambda _: made}))
    assert caught.value.path == ("a", "b")
    assert files(tmp_path) == before
    assert_same_tree(load_tree(path), {"old": np.arange(3)})


@pytest.mark.parametrize(("pairs", "path"), [
    ([(("a",), 1), (("a",), 2)], ("a",)),
    ([(("a",), 1), (("a", "b"), 2)], ("a", "b")),
    ([(("a", "b"), 1), (("a",), 2)], ("a",)),
    ([((), 1), (("a",), 2)], ("a",)),
    ([(("a",), 1), ((), 2)], ()),
    ([((), 1), ((), 2)], ()),
])  # fmt: skip
def test_duplicate_paths_and_leaves_below_leaves_are_refused(
    pairs: list[tuple[Any, int]], path: tuple[Any, ...]
) -> None:
    with pytest.raises(InvalidTreeError) as caught:
        tree_of_pairs([(place, np.array(value)) for place, value in pairs])
    assert caught.value.path == path


def test_pairs_become_a_tree() -> None:
    pairs = [(("a", "b"), np.array(1)), (("c",), np.array(2)), (("a", 3), np.array(3))]
    assert_same_tree(
        tree_of_pairs(pairs), {"a": {"b": np.array(1), 3: np.array(3)}, "c": np.array(2)})
    assert tree_of_pairs([]) == {}
    assert_same_tree(tree_of_pairs([((), np.array(1))]), np.array(1))


# 11: alignment


@pytest.mark.parametrize("align", [0, -1, 3, 12, 100])
def test_an_alignment_that_is_no_power_of_two_is_refused(align: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        SaveOptions(align=align)


@pytest.mark.parametrize("align", [1, 8, 64, 4096])
def test_leaves_begin_at_multiples_of_the_alignment(tmp_path: Path, align: int) -> None:
    tree = {str(n): np.arange(n, dtype="u1") for n in range(1, 9)}
    path = saved(tmp_path, tree, SaveOptions(align=align, fsync=False))
    offsets = [node[4] for node in json.loads(path.read_bytes())["nodes"][1:]]
    assert all(offset % align == 0 for offset in offsets)
    assert_same_tree(load_tree(path), tree)


def test_by_default_every_leaf_of_any_type_lies_aligned_to_64_bytes(tmp_path: Path) -> None:
    tree = {code: some_array(code, 3) for code in (*NUMPY_TYPES, *sorted(BIT_TYPES))}
    for leaf in load_tree(saved(tmp_path, tree)).values():
        assert leaf.flags.aligned
        assert leaf.__array_interface__["data"][0] % 64 == 0


# 12: depth


def test_a_tree_100000_levels_deep_is_saved_and_loaded(tmp_path: Path) -> None:
    depth = 100_000
    tree: dict[str, Any] = {"leaf": np.arange(3)}
    for level in range(depth):
        tree = {"k": tree, **({"beside": np.array(level)} if level % 1000 == 0 else {})}
    path = saved(tmp_path, tree)
    found = load_tree(path)
    levels = 0
    while "k" in found:
        if "beside" in found:
            assert int(found["beside"]) == depth - 1 - levels
        found, levels = found["k"], levels + 1
    assert levels == depth
    assert found["leaf"].tolist() == [0, 1, 2]
    assert sys.getrecursionlimit() < depth


def test_what_is_wrong_100000_levels_deep_is_named_by_its_path(tmp_path: Path) -> None:
    tree: Any = "no array"
    for _ in range(100_000):
        tree = {"k": tree}
    with pytest.raises(InvalidTreeError) as caught:
        saved(tmp_path, tree)
    assert caught.value.path == ("k",) * 100_000


def test_pairs_100000_levels_deep_become_a_tree_and_are_exported(tmp_path: Path) -> None:
    path = tuple(f"level {number}" for number in range(100_000))
    export_tree(tmp_path / "deep", tree_of_pairs([(path, np.arange(3))]))
    found = load_tree(tmp_path / "deep.manifest")
    for key in path:
        found = found[key]
    assert found.tolist() == [0, 1, 2]


# 4, again: the drive is full


def test_a_full_drive_is_a_sentence_and_leaves_the_old_files(tmp_path: Path) -> None:
    saved(tmp_path, {"a": np.arange(3)})
    before = files(tmp_path)

    def full(_: np.ndarray) -> np.ndarray:
        raise OSError(28, "No space left on device")

    with pytest.raises(UserFacingError, match="full"):
        saved(tmp_path, {"a": np.zeros(3)}, SaveOptions(transforms={("a",): full}))
    assert files(tmp_path) == before


@pytest.mark.parametrize("align", [1, 64])
def test_leaves_without_bytes_may_lie_anywhere(tmp_path: Path, align: int) -> None:
    tree = {"a": np.arange(3, dtype="u1"), "none": np.zeros(0), "b": np.arange(5, dtype="u1"),
            "nothing": np.zeros((0, 3), "u1")}
    ranks = {("nothing",): 0, ("b",): 1, ("none",): 2, ("a",): 3}
    path = saved(tmp_path, tree, SaveOptions(align=align, order=ranks.__getitem__, fsync=False))
    assert_same_tree(load_tree(path), tree)
