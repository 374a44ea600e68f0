"""Every format of store has a row in every table of formats, so a new one is found by its lacks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from larder.core.workspace.store_kinds import TRAITS, StoreFormat
from tests.support.fixtures import REPOSITORY

TRAINERS = frozenset(form.name for form, traits in TRAITS.items() if traits.is_a_trainers)
ALL = frozenset(form.name for form in StoreFormat)
VALUES = frozenset(form.name for form, traits in TRAITS.items() if traits.remembers_uses)
WHOLE = (ALL, TRAINERS, VALUES)
"""Formats that a table may be about: all, those of trainers, those of single values."""


def tables(path: Path) -> Iterator[frozenset[str]]:
    """The formats of each table of formats in a module."""
    text = path.read_text(encoding="utf-8")
    if f"{StoreFormat.__name__}." not in text:
        return
    for node in ast.walk(ast.parse(text)):
        keys = node.keys if isinstance(node, ast.Dict) else []
        names = [key.attr for key in keys if isinstance(key, ast.Attribute)
                 and ast.unparse(key.value) == StoreFormat.__name__]
        if names:
            yield frozenset(names)


def test_every_format_has_a_row_in_every_table() -> None:
    found = {
        path.relative_to(REPOSITORY).as_posix(): rows
        for room in ("core", "app") for path in sorted((REPOSITORY / room).rglob("*.py"))
        if (rows := [*tables(path)])}
    assert len(found) > len(ALL)
    assert {path: rows for path, rows in found.items() if not {*rows} <= {*WHOLE}} == {}


def test_formats_differ_in_their_traits() -> None:
    assert len({*TRAITS.values()}) == len(StoreFormat)
