"""Paths as text: no two read the same, and each reads back."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.payloads.tree.paths import (
    LiteralReader,
    UnreadableLiteralError,
    literal_text,
    parse_path,
    path_text,
)
from tests.support.trees import keys


@pytest.mark.parametrize(("path", "text"), [
    ((), "."), (("a", "b"), "a/b"), (("a/b",), "'a/b'"), (("layer 1.weight",), "layer 1.weight"),
    (("a", 3, "3"), "a/3/'3'"), ((".",), "'.'"), (("",), "''"), ((" a",), "' a'"),
    (("a ",), "'a '"),
    (((1, "x"),), "(1, 'x')"), ((None, True), "None/True"), (("None",), "'None'"),
    ((b"a/b",), "b'a/b'"), (("nan",), "'nan'"), ((-2.5,), "-2.5"), (("é",), "é"),
    ((frozenset({2, 1}),), "frozenset({1, 2})"), (("it's",), '"it\'s"'),
    (("", ""), "''/''"), (("a/", b"", 1, "."), "'a/'/b''/1/'.'"),
])  # fmt: skip
def test_a_path_reads_like_one_where_it_can(path: tuple[Any, ...], text: str) -> None:
    assert path_text(path) == text
    assert parse_path(text) == path


@given(st.lists(keys, max_size=4).map(tuple))
def test_every_path_reads_back_with_the_same_types(path: tuple[Any, ...]) -> None:
    found = parse_path(path_text(path))
    assert found == path
    assert literal_text(found) == literal_text(path)


@given(st.lists(keys, max_size=3).map(tuple), st.lists(keys, max_size=3).map(tuple))
def test_two_paths_have_one_text_only_if_they_are_one(
    left: tuple[Any, ...], right: tuple[Any, ...]
) -> None:
    same = literal_text(left) == literal_text(right)
    assert (path_text(left) == path_text(right)) == same


@pytest.mark.parametrize("text", [
    "", "/", "a/", "/a", "a//b", "'a", "'a'b", "a 'b'", "3.", "03", "0x3", "[1]", "{1: 2}", "{1}",
    "(1)", '"a"', "'b'", "a ", "a/'b'", "frozenset({2, 1})", "np.int64(3)", "len(3)", "a\\b",
])  # fmt: skip
def test_what_is_no_path_as_it_is_spelled_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no path"):
        parse_path(text)


literals = st.recursive(
    st.text() | st.binary() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans() | st.none(),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple)
    | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=12,
)  # fmt: skip


@given(literals)
def test_literals_are_read_as_python_reads_them(value: Any) -> None:
    reader = LiteralReader(repr(value))
    found = reader.value()
    assert reader.position == len(repr(value))
    assert found == ast.literal_eval(repr(value)) == value
    assert repr(found) == repr(value)


@given(st.text("()[]{}',\"\\ab1:. np_\n", max_size=12))
def test_no_text_makes_the_reader_do_anything_but_read_or_refuse(text: str) -> None:
    try:
        found = LiteralReader(text).value()
    except UnreadableLiteralError:
        return
    assert isinstance(found, str | bytes | int | float | tuple | list | dict | set | None)


@pytest.mark.parametrize("depth", [65, 100_000])
def test_brackets_within_brackets_end_before_the_stack(depth: int) -> None:
    with pytest.raises(UnreadableLiteralError, match="nested brackets"):
        LiteralReader("(" * depth + ")" * depth).value()
