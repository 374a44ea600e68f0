"""Trees for tests: building, comparing without recursion, and hypothesis strategies of any tree."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from larder.core.payloads.dtypes import ARRAY_TYPES, BIT_TYPES, bits_of, with_type

NUMPY_TYPES = (
    "|b1", "|i1", "|u1", "<i2", ">i2", "<u4", ">u4", "<i8", ">u8", "<f2", ">f2", "<f4", ">f4",
    "<f8", ">f8", "<c8", ">c8", "<c16", ">c16", "<U3", ">U3", "|S4", "<M8[ns]", ">M8[D]", "<m8[s]",
    "|V3",
)  # fmt: skip


def of_bits(name: str, *shape: int, seed: int = 0) -> np.ndarray:
    """An array of a type numpy lacks."""
    stored = np.dtype(ARRAY_TYPES[name].stored)
    codes = np.random.default_rng(seed).integers(0, 1 << (8 * stored.itemsize), shape)
    return with_type(codes.astype(stored), name)


def some_array(code: str, *shape: int, seed: int = 0) -> np.ndarray:
    """Any bytes that are values of a type."""
    if code in BIT_TYPES:
        return of_bits(code, *shape, seed=seed)
    dtype = np.dtype(code)
    dice = np.random.default_rng(seed)
    if dtype.kind in "bSU":
        return dice.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "mM":
        return dice.integers(0, 9999, shape).astype(dtype)
    count = int(np.prod(shape, dtype=int)) * dtype.itemsize
    return np.frombuffer(dice.integers(0, 256, count, np.uint8).tobytes(), dtype).reshape(shape)


def same_array(found: Any, expected: np.ndarray) -> bool:
    """Type with byte order, shape, every bit."""
    return (
        isinstance(found, np.ndarray) and found.dtype == expected.dtype
        and found.dtype.str == expected.dtype.str and found.shape == expected.shape
        and found.tobytes() == expected.tobytes())


def assert_same_tree(found: Any, expected: Any) -> None:
    """Mappings with equal keys of equal types in equal order, leaves as `same_array`."""
    pairs = [((), found, expected)]
    while pairs:
        path, left, right = pairs.pop()
        if not isinstance(right, dict):
            assert same_array(left, right), path
            continue
        assert type(left) is dict, path
        assert list(left) == list(right), path
        assert [type(key) for key in left] == [type(key) for key in right], path
        pairs += [((*path, key), left[key], right[key]) for key in right]


def leaves_of(tree: Any) -> Iterator[np.ndarray]:
    """Every leaf, in no particular order."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            pending += node.values()
        else:
            yield node


def bits_equal(left: np.ndarray, right: np.ndarray) -> bool:
    """The same bits and the same name of a type numpy lacks."""
    (a, name), (b, other) = bits_of(left), bits_of(right)
    return name == other and a.tobytes() == b.tobytes()


plain_keys = (
    st.text(max_size=6) | st.text("ab/.' \\\"0", max_size=4) | st.integers() | st.booleans()
    | st.none() | st.floats(allow_nan=False) | st.binary(max_size=4)
    | st.sampled_from(
        ["nan", "inf", "True", "None", ".", "..", "a b", "1", "\ud800", "é", "np.int64(0)"])
)  # fmt: skip
keys = st.recursive(
    plain_keys,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=4)
"""Any key a tree may have."""

names = st.text(string.ascii_letters + "/. _", min_size=1, max_size=5)


@st.composite
def arrays(draw: st.DrawFn) -> np.ndarray:
    """Leaves of every type, some strided, reversed, transposed, zero-size or 0-d."""
    code = draw(st.sampled_from((*NUMPY_TYPES, *sorted(BIT_TYPES))))
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
    array = some_array(code, *shape, seed=draw(st.integers(0, 99)))
    layout = draw(st.sampled_from(["C", "T", "reversed", "strided"]))
    if layout == "T":
        return array.T
    if layout == "reversed" and array.ndim:
        return array[::-1]
    if layout == "strided" and array.ndim:
        return array[..., ::2]
    return array


def trees(of_keys: st.SearchStrategy[Any] = keys) -> st.SearchStrategy[Any]:
    """Any tree; one that is a leaf or empty too."""
    return st.recursive(
        arrays(), lambda inner: st.dictionaries(of_keys, inner, max_size=4), max_leaves=12
    ) | st.just({})
