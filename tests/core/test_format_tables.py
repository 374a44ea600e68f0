"""Every format of store has a row in every table of formats, so a new one is found by its lacks."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from larder.core.workspace.store_kinds import (
    ENTRY_NOUNS,
    TRAINER_CONTENTS,
    TRAITS,
    FormatTraits,
    StoreContent,
    StoreFormat,
    StoreKind,
)
from tests.support.fixtures import REPOSITORY

NEEDED: Mapping[str, Callable[[FormatTraits], bool]] = {
    "AllFormats": lambda traits: True,
    "WrittenFormats": lambda traits: traits.may_write,
    "OneTrainersFormats": lambda traits: traits.is_onetrainers,
    "RememberingFormats": lambda traits: traits.remembers_uses,
}
"""By the type that a table is declared with, the formats that it must have, and no others."""


def formats_in(table: ast.expr | None) -> frozenset[str]:
    """Return the formats that are keys of a dict by themselves."""
    keys = table.keys if isinstance(table, ast.Dict) else []
    return frozenset(
        key.attr for key in keys if isinstance(key, ast.Attribute)
        and ast.unparse(key.value) == StoreFormat.__name__)


def tables(path: Path) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the declared type of each table of formats in a module, "" without, and its formats."""
    text = path.read_text(encoding="utf-8")
    if f"{StoreFormat.__name__}." not in text:
        return
    nodes = [*ast.walk(ast.parse(text))]
    declared = {
        id(node.value): node.annotation for node in nodes if isinstance(node, ast.AnnAssign)}
    for node in nodes:
        if isinstance(node, ast.Dict) and (formats := formats_in(node)):
            said = declared.get(id(node))
            inner = said.slice if isinstance(said, ast.Subscript) else said
            yield ast.unparse(inner.value) if isinstance(inner, ast.Subscript) else "", formats


def needed_by(table_type: str) -> frozenset[str]:
    """Return the formats that a table of this type must have; none for an unknown type."""
    is_needed = NEEDED.get(table_type, lambda traits: False)
    return frozenset(form.name for form, traits in TRAITS.items() if is_needed(traits))


def test_every_table_has_the_formats_that_its_type_demands() -> None:
    found = [
        (path.relative_to(REPOSITORY).as_posix(), said, formats)
        for room in ("core", "app") for path in sorted((REPOSITORY / room).rglob("*.py"))
        for said, formats in tables(path)]
    assert {said for _, said, _ in found} == {*NEEDED}
    assert [one for one in found if one[2] != needed_by(one[1])] == []


def test_pictures_and_captions_of_a_cache_folder_are_onetrainers_alone() -> None:
    """So whoever asks for these contents asks for its stores; other formats have their own."""
    for kind in StoreKind:
        assert kind.traits.is_onetrainers is (kind.content in TRAINER_CONTENTS)


def test_entries_of_every_content_have_a_noun() -> None:
    assert set(ENTRY_NOUNS) == set(StoreContent)


def test_formats_differ_in_their_traits() -> None:
    assert len({*TRAITS.values()}) == len(StoreFormat)


@pytest.mark.parametrize("table", [
    "T: Final[AllFormats[int]] = {StoreFormat.INDEXED: 1, StoreFormat.TREES: 2}",
    "T: Final[Mapping[StoreFormat, int]] = {StoreFormat.INDEXED: 1}",
    "T = {StoreFormat.INDEXED: 1}",
    "f({StoreFormat.INDEXED: 1})",
])
def test_a_table_that_lacks_a_format_or_says_not_which_it_needs_is_found(
    tmp_path: Path, table: str
) -> None:
    module = tmp_path / "module.py"
    module.write_text(table, encoding="utf-8")
    (said, formats), = tables(module)
    assert formats != needed_by(said)
