"""The defects found in the original program, each shown not to happen here."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.errors import PayloadError
from larder.core.payloads.open_payload import summarize_payload
from larder.core.payloads.tree.load import LoadOptions, data_beside, load_tree
from larder.core.payloads.tree.nodes import flatten, rebuild, tree_of_pairs
from larder.core.payloads.tree.paths import DamagedLeafError, InvalidTreeError
from larder.core.payloads.tree.save import SaveOptions, export_tree, save_tree
from tests.support.trees import assert_same_tree, of_bits, some_array

QUICK = SaveOptions(fsync=False)


def saved(folder: Path, tree: object, options: SaveOptions = QUICK) -> Path:
    path = folder / "tree.manifest"
    save_tree(path, tree, options=options)
    return path


def test_1_a_manifest_written_under_any_numpy_is_read(tmp_path: Path) -> None:
    tree = {"a": np.arange(6), "b": {"c": np.zeros((2, 3), "f4")}}
    path = saved(tmp_path, tree)
    assert "np." not in path.read_text()
    assert_same_tree(load_tree(path), tree)
    export_tree(tmp_path / "pair", tree)
    assert "np." not in (tmp_path / "pair.manifest").read_text()
    assert_same_tree(load_tree(tmp_path / "pair.manifest"), tree)


@pytest.mark.parametrize("node", [[np.arange(2)], 3, "text", (np.arange(2),)])
def test_2_a_list_or_scalar_node_gives_an_error_that_exists_and_names_it(node: object) -> None:
    with pytest.raises(InvalidTreeError, match=r"^a/b: a \w+ is neither") as caught:
        flatten({"a": {"b": node}})
    assert caught.value.path == ("a", "b")


def test_3_a_tree_taken_apart_is_put_together_again() -> None:
    tree = {"a": {"b": np.arange(2), "c": {}}, "d": np.arange(3)}
    nodes = flatten(tree)
    assert_same_tree(rebuild(nodes, lambda place: nodes[place].leaf), tree)


def test_4_other_suffixes_are_written_and_read(tmp_path: Path) -> None:
    tree = {"a": np.arange(3)}
    pair = export_tree(tmp_path / "x", tree, data_suffix=".w", manifest_suffix=".m")
    assert {path.name for path in tmp_path.iterdir()} == {"x.w", "x.m"}
    assert pair.manifest is not None
    assert_same_tree(load_tree(pair.manifest), tree)
    save_tree(tmp_path / "own.index", tree, options=QUICK)
    assert_same_tree(load_tree(tmp_path / "own.index"), tree)


def test_5_a_failing_save_leaves_old_data_under_the_old_manifest(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.arange(100)})

    def fail(array: np.ndarray) -> np.ndarray:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        saved(tmp_path, {"a": np.zeros(7), "b": np.zeros(1)},
              SaveOptions(transforms={("b",): fail}))
    assert_same_tree(load_tree(path), {"a": np.arange(100)})


def test_6_an_edit_of_a_loaded_leaf_raises_and_the_file_may_be_read_only(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.arange(100)})
    data = data_beside(path)
    assert data is not None
    data.chmod(0o444)
    before = data.read_bytes()
    leaf = load_tree(path)["a"]
    with pytest.raises(ValueError, match="read-only"):
        leaf += 1
    assert data.read_bytes() == before


def test_7_a_flipped_bit_and_a_short_file_name_the_leaf(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.zeros(8), "b": np.zeros(8)})
    data = data_beside(path)
    assert data is not None
    good = bytearray(data.read_bytes())
    for spoilt in (good[:70] + b"\x7f" + good[71:], good[:-1]):
        data.write_bytes(spoilt)
        with pytest.raises(DamagedLeafError) as caught:
            load_tree(path)
        assert caught.value.leaf == "b"


def test_8_a_transform_whose_size_differs_between_calls_is_called_once(tmp_path: Path) -> None:
    sizes = iter([3, 5])
    transforms = {("a",): lambda _: np.arange(next(sizes))}
    path = saved(tmp_path, {"a": np.zeros(1)}, SaveOptions(transforms=transforms, fsync=False))
    assert_same_tree(load_tree(path), {"a": np.arange(3)})
    assert next(sizes) == 5


def test_9_no_pointer_of_an_object_array_is_ever_written(tmp_path: Path) -> None:
    with pytest.raises(InvalidTreeError, match="Python objects"):
        saved(tmp_path, {"a": np.array([{}, []], object)})
    assert list(tmp_path.iterdir()) == []


def test_10_a_structured_array_is_refused_instead_of_losing_fields(tmp_path: Path) -> None:
    with pytest.raises(InvalidTreeError, match="records"):
        saved(tmp_path, {"a": np.zeros(3, [("x", "<f4"), ("y", "<f8")])})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("code", ["<f4", ">f4", "<i8", ">u2", ">c8"])
def test_11_the_byte_order_is_kept(tmp_path: Path, code: str) -> None:
    assert_same_tree(load_tree(saved(tmp_path, some_array(code, 5))), some_array(code, 5))


@pytest.mark.parametrize(
    "code", ["<M8[us]", "<m8[D]", "float8_e4m3fn", "float8_e5m2", "bfloat16", "<U7", "|b1", "<c16"])
@pytest.mark.parametrize("shape", [(3,), ()])
def test_12_dates_8_bit_floats_and_the_rest_are_kept(
    tmp_path: Path, code: str, shape: tuple[int, ...]
) -> None:
    assert_same_tree(load_tree(saved(tmp_path, some_array(code, *shape))), some_array(code, *shape))


@pytest.mark.parametrize("name", ["int4", "uint4", "float8_e3m4", "float4_e2m1fn"])
def test_12_types_that_are_not_supported_are_refused_by_their_path(
    tmp_path: Path, name: str
) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    if not hasattr(ml_dtypes, name):
        pytest.skip("this ml_dtypes lacks it")
    with pytest.raises(InvalidTreeError, match=name) as caught:
        saved(tmp_path, {"a": {"b": np.zeros(3, getattr(ml_dtypes, name))}})
    assert caught.value.path == ("a", "b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("tree", [{}, {"a": np.zeros(0), "b": {"c": np.zeros((0, 3), "i2")}}])
@pytest.mark.parametrize("mapped", [True, False])
def test_13_a_tree_without_any_byte_is_loaded(tmp_path: Path, tree: Any, mapped: bool) -> None:
    path = saved(tmp_path, tree)
    assert_same_tree(load_tree(path, options=LoadOptions(mapped=mapped)), tree)
    export_tree(tmp_path / "pair", tree)
    assert_same_tree(
        load_tree(tmp_path / "pair.manifest", options=LoadOptions(mapped=mapped)), tree)


def test_14_empty_mappings_stay_and_contradictions_are_typed(tmp_path: Path) -> None:
    tree = {"a": {}, "b": {"c": {}}}
    assert_same_tree(load_tree(saved(tmp_path, tree)), tree)
    for pairs in ([(("a",), np.zeros(1))] * 2, [(("a",), np.zeros(1)), (("a", "b"), np.zeros(1))]):
        with pytest.raises(InvalidTreeError):
            tree_of_pairs(pairs)


def test_15_every_type_is_aligned_and_zero_is_no_alignment(tmp_path: Path) -> None:
    path = saved(tmp_path, {"a": np.zeros(1, "u1"), "b": np.zeros(3, "c16"), "c": np.zeros(1)})
    for leaf in load_tree(path).values():
        assert leaf.__array_interface__["data"][0] % 64 == 0
    with pytest.raises(ValueError, match="power of two"):
        SaveOptions(align=0)


def test_16_what_can_be_saved_can_be_loaded_also_with_a_frozenset_as_key(tmp_path: Path) -> None:
    tree = {frozenset({"a", (1, b"x")}): {frozenset(): np.arange(3)}}
    assert_same_tree(load_tree(saved(tmp_path, tree)), tree)
    with pytest.raises(InvalidTreeError, match="cannot be written"):
        saved(tmp_path, {Path("a"): np.arange(3)})


def test_17_any_leaf_has_a_summary(tmp_path: Path) -> None:
    path = saved(tmp_path, {
        "strided": np.arange(24.0).reshape(4, 6)[::2, ::3], "bits": of_bits("bfloat16", 300)})
    strided, bits = summarize_payload(path).arrays
    assert strided.shape == (2, 2)
    assert (strided.minimum, strided.maximum, strided.mean) == (0.0, 15.0, 7.5)
    assert strided.first_five == (0.0, 3.0, 12.0, 15.0)
    assert bits.dtype == "bfloat16"
    assert len(bits.first_five) == 5


def test_18_the_manifest_has_a_line_per_node_and_no_path_twice(tmp_path: Path) -> None:
    """Its length does not grow with the depth of the tree, as that of full paths does."""
    tree: Any = {"leaf": np.arange(1)}
    for _ in range(2000):
        tree = {"key": tree, "leaf": np.arange(1)}
    path = saved(tmp_path, tree)
    lines = path.read_bytes().splitlines()
    assert len(lines) == 2 * 2001 + 2
    assert max(map(len, lines)) < 150
    assert len(json.loads(path.read_bytes())["nodes"]) == 2 * 2001


def test_19_a_mapped_load_without_checking_reads_no_data(tmp_path: Path) -> None:
    """What it costs is measured by the benchmark of trees."""
    path = saved(tmp_path, {"a": np.zeros(1 << 20)})
    data = data_beside(path)
    assert data is not None
    size = data.stat().st_size
    data.unlink()
    with data.open("wb") as file:
        os.truncate(file.fileno(), size)  # a hole: reading it would give zeros as well
        file.seek(size - 8)
        file.write(b"\1" * 8)
    assert load_tree(path, options=LoadOptions(check=False))["a"].shape == (1 << 20,)
    with pytest.raises(PayloadError):
        load_tree(path)
