"""Any tree, in any order and alignment, is loaded as it was saved; any damage is found."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from larder.core.errors import PayloadError
from larder.core.payloads.tree.load import find_data, load_flat, load_tree
from larder.core.payloads.tree.nodes import tree_of_pairs
from larder.core.payloads.tree.paths import InvalidTreeError, parse_path
from larder.core.payloads.tree.save import SaveOptions, export_tree, save_tree
from tests.support.trees import assert_same_tree, leaves_of, same_array, trees

alignments = st.sampled_from([1, 2, 8, 64, 512])


@given(trees(), alignments, st.booleans(), st.booleans())
def test_any_tree_is_loaded_as_it_was_saved(
    tree: Any, align: int, mapped: bool, backwards: bool
) -> None:
    order = (lambda path: -len(repr(path))) if backwards else None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a tree.manifest"
        saved = save_tree(path, tree, options=SaveOptions(align=align, order=order, fsync=False))
        assert saved == sum(file.stat().st_size for file in Path(folder).iterdir())
        found = load_tree(path, mapped=mapped)
        assert_same_tree(found, tree)
        assert all(leaf.flags.writeable is not mapped for leaf in leaves_of(found))
        del found  # Windows does not remove what is mapped


@given(trees())
def test_the_leaves_by_text_make_the_tree_again_but_for_empty_mappings(tree: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.manifest"
        save_tree(path, tree, options=SaveOptions(fsync=False))
        flat = load_flat(path, mapped=False)
        again = tree_of_pairs([(parse_path(name), leaf) for name, leaf in flat.items()])
        save_tree(path, again, options=SaveOptions(fsync=False))
        twice = load_flat(path, mapped=False)
        assert list(twice) == list(flat)
        assert all(same_array(twice[name], flat[name]) for name in flat)
        assert len(flat) == sum(1 for _ in leaves_of(tree))


@given(trees(st.text(max_size=4) | st.integers() | st.booleans() | st.binary(max_size=3)))
def test_any_tree_of_plain_keys_and_types_survives_the_originals_layout(tree: Any) -> None:
    assume(all(leaf.dtype.kind in "biufcSUmM" for leaf in leaves_of(tree)))
    with tempfile.TemporaryDirectory() as folder:
        pair = export_tree(Path(folder) / "t", tree, options=SaveOptions(align=8, fsync=False))
        assume(not pair.left_out and not pair.widened)
        assert pair.manifest is not None
        found = load_tree(pair.manifest, mapped=False)
        _assert_same_leaves(found, tree)


def _assert_same_leaves(found: Any, expected: Any) -> None:
    if not isinstance(expected, dict):
        assert same_array(found, expected)
        return
    assert {repr(key) for key in found} == {repr(key) for key in expected}
    for key, value in expected.items():
        _assert_same_leaves(found[key], value)


@given(trees(), st.data())
def test_any_flipped_bit_or_cut_of_either_file_is_found(tree: Any, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.manifest"
        save_tree(path, tree, options=SaveOptions(fsync=False))
        leaves = find_data(path)
        spoilt = data.draw(st.sampled_from([path] if leaves is None else [path, leaves]))
        content = bytearray(spoilt.read_bytes())
        at = data.draw(st.integers(0, len(content) - 1))
        if data.draw(st.booleans()):
            content[at] ^= 1 << data.draw(st.integers(0, 7))
        else:
            del content[at:]
        spoilt.write_bytes(content)
        with pytest.raises(PayloadError):
            load_tree(path)


paths = st.lists(st.sampled_from(["a", "b", 1]), max_size=3).map(tuple)


@given(st.lists(paths, max_size=6))
def test_pairs_make_a_tree_exactly_when_no_path_begins_another(pairs: list[Any]) -> None:
    contradicts = any(
        left == right[: len(left)]
        for index, left in enumerate(pairs) for other, right in enumerate(pairs) if index != other)
    leaves = [(path, np.array(number)) for number, path in enumerate(pairs)]
    if contradicts:
        with pytest.raises(InvalidTreeError):
            tree_of_pairs(leaves)
        return
    tree = tree_of_pairs(leaves)
    for path, leaf in leaves:
        found = tree
        for key in path:
            found = found[key]
        assert found is leaf
