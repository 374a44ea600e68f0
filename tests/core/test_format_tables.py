"""Every format of store has a row in every table of formats, so a new one is found by its lacks."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
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
    "CleanedFormats": lambda traits: traits.may_clean,
    "OneTrainersFormats": lambda traits: traits.is_onetrainers,
    "RememberingFormats": lambda traits: traits.remembers_uses,
}
"""By the type that a table is declared with, the formats that it must have, and no others."""


KINDS = (
    frozenset(kind.name for kind in StoreKind),
    *(frozenset(kind.name for kind in StoreKind if kind.format is form) for form in StoreFormat),
)
"""Kinds of store that a table may be about: all, those of one format."""

SOME_KINDS: Mapping[str, Sequence[frozenset[str]]] = {
    "core/build/rebuild_settings.py": (
        frozenset({"VISION", "AUDIO", "TOKENS"}), frozenset({"VISION", "AUDIO"})),
    "core/build/values/sources.py": (frozenset({"VISION", "AUDIO", "TOKENS"}),),
}
"""Modules with tables of fewer: waveforms take the files of sounds and no encoder, and of
tokenizers none is offered first."""

CONTENTS = (
    frozenset(content.name for content in StoreContent),
    *(frozenset(kind.content.name for kind in StoreKind if kind.format is form)
      for form in StoreFormat),
)
"""Contents that a table may be about: all, those of one format."""

SOME_CONTENTS: Mapping[str, Sequence[frozenset[str]]] = {
    "core/bundle/export_set.py": (frozenset({"IMAGE"}),),
}
"""Modules with tables of fewer: captions join an export's pictures where they are cached."""


def keys_of(table: ast.Dict, of: type[Enum]) -> frozenset[str]:
    """Return the members of an enum that are keys of a dict by themselves."""
    return frozenset(
        key.attr for key in table.keys if isinstance(key, ast.Attribute)
        and ast.unparse(key.value) == of.__name__)


def tables(path: Path, of: type[Enum] = StoreFormat) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the declared type of each table by an enum in a module, "" without, and its keys."""
    text = path.read_text(encoding="utf-8")
    if f"{of.__name__}." not in text:
        return
    nodes = [*ast.walk(ast.parse(text))]
    declared = {
        id(node.value): node.annotation for node in nodes if isinstance(node, ast.AnnAssign)}
    for node in nodes:
        if isinstance(node, ast.Dict) and (keys := keys_of(node, of)):
            said = declared.get(id(node))
            inner = said.slice if isinstance(said, ast.Subscript) else said
            yield ast.unparse(inner.value) if isinstance(inner, ast.Subscript) else "", keys


def needed_by(table_type: str) -> frozenset[str]:
    """Return the formats that a table of this type must have; none for an unknown type."""
    is_needed = NEEDED.get(table_type, lambda traits: False)
    return frozenset(form.name for form, traits in TRAITS.items() if is_needed(traits))


def all_tables(of: type[Enum]) -> list[tuple[str, str, frozenset[str]]]:
    """Return (module, declared type, keys) of every table by an enum."""
    return [
        (path.relative_to(REPOSITORY).as_posix(), said, keys)
        for room in ("core", "app") for path in sorted((REPOSITORY / room).rglob("*.py"))
        for said, keys in tables(path, of)]


def test_every_table_has_the_formats_that_its_type_demands() -> None:
    found = all_tables(StoreFormat)
    assert {said for _, said, _ in found} == {*NEEDED}
    assert [one for one in found if one[2] != needed_by(one[1])] == []


def test_every_table_of_kinds_has_all_that_it_is_about() -> None:
    found = all_tables(StoreKind)
    assert len(found) > len(KINDS)
    assert [one for one in found if one[2] not in (*KINDS, *SOME_KINDS.get(one[0], ()))] == []


def test_every_table_of_contents_has_all_that_it_is_about() -> None:
    found = all_tables(StoreContent)
    assert len(found) > len(CONTENTS)
    assert [one for one in found
            if one[2] not in (*CONTENTS, *SOME_CONTENTS.get(one[0], ()))] == []


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
