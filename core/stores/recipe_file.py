"""`.larder/recipes.jsonl` in a store: which recipes its payloads were made with.

One line of ASCII JSON per record, only ever appended to. Two kinds of record:

- "recipe": what an id that payloads of ours carry stands for.
- "assumed": the user's word that the payloads a trainer had made by then were made with a config;
  it names the recipe of each concept and the state of the store it speaks for. The latest one
  holds. A payload written after it is not meant.

A torn last line (a crash) and records of a newer Larder are passed over.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from larder.core.files.append_line import append_line
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.larder_folder import larder_folder, make_larder_folder
from larder.core.keys.recipe import Recipe, RecipeValue, make_recipe

RECIPES_NAME = "recipes.jsonl"
FORMAT_VERSION = 1


class RecipeRecordKind(enum.StrEnum):
    """What a line tells."""

    RECIPE = "recipe"
    ASSUMED = "assumed"


class AssumedConcept(msgspec.Struct, frozen=True):
    """The recipe of one concept's payloads.

    Attributes:
        path: the concept's folder as its config spells it.
        recipe: id of the recipe.
    """

    path: str
    recipe: str


class Assumption(msgspec.Struct, frozen=True, kw_only=True):
    """What the user said of the payloads of a store.

    Attributes:
        at_ns: when it was said, nanoseconds since 1970.
        until_ns: modification time of the newest payload that is meant.
        payloads: how many there were.
        names: digest of their names, 16 hex digits.
        index: the index then, None if there was none.
        concepts: in the order of the config.
        recipes: fields of each recipe by its id.
    """

    at_ns: int
    until_ns: int
    payloads: int
    names: str
    index: IndexStamp | None
    concepts: tuple[AssumedConcept, ...]
    recipes: dict[str, dict[str, RecipeValue]]


class _Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    kind: str
    version: int = FORMAT_VERSION
    id: str = ""
    fields: dict[str, RecipeValue] = {}
    assumed: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class StoreRecipes:
    """What a store's file says.

    Attributes:
        recipes: of payloads of ours, by id.
        assumption: the latest one, None if there is none.
        unreadable: numbers (from 1) of lines that could not be read.
    """

    recipes: Mapping[str, Recipe] = field(default_factory=dict)
    assumption: Assumption | None = None
    unreadable: tuple[int, ...] = ()

    def assumed_recipes(self) -> dict[str, Recipe]:
        """The recipes of the assumption by id."""
        if self.assumption is None:
            return {}
        return {known: make_recipe(of) for known, of in self.assumption.recipes.items()}

    def assumed_of(self, concept_path: str) -> Recipe | None:
        """What the user said of a concept's payloads, None if nothing.

        Of a concept that was not named then, only if all payloads were made alike.

        Args:
            concept_path: the concept's folder as its config spells it.
        """
        if self.assumption is None:
            return None
        said = self.assumption.concepts
        same_path = [named.recipe for named in said if named.path == concept_path]
        ids = set(same_path or (named.recipe for named in said))
        return self.assumed_recipes().get(ids.pop()) if len(ids) == 1 else None


def read_recipes(store: Path) -> StoreRecipes | None:
    """The recipes of a store, None when it has no file of them.

    Raises:
        OSError: if the file is there but cannot be read.
    """
    try:
        content = (larder_folder(store) / RECIPES_NAME).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    recipes: dict[str, Recipe] = {}
    assumption: Assumption | None = None
    unreadable: list[int] = []
    for number, text in enumerate(content.split(b"\n"), start=1):
        if not text.strip():
            continue
        try:
            line = decode_ascii_json(text, _Line)
            if line.kind == RecipeRecordKind.ASSUMED:
                assumption = msgspec.convert(line.assumed, Assumption)
        except (UnreadableJsonError, msgspec.ValidationError):
            unreadable.append(number)
            continue
        if line.kind == RecipeRecordKind.RECIPE:
            recipes[line.id] = make_recipe(line.fields)
    return StoreRecipes(recipes, assumption, tuple(unreadable))


def append_recipe(store: Path, recipe: Recipe) -> bool:
    """Say what an id stands for, unless the store knows it already.

    Returns:
        Whether a line was written.

    Raises:
        UserFacingError: if the store may not be written.
    """
    known = read_recipes(store)
    if known is not None and recipe.id in known.recipes:
        return False
    _append(store, _Line(
        kind=RecipeRecordKind.RECIPE, id=recipe.id, fields=dict(recipe.fields)))
    return True


def append_assumption(store: Path, assumption: Assumption) -> None:
    """Write down what the user said.

    Raises:
        UserFacingError: if the store may not be written.
    """
    _append(store, _Line(
        kind=RecipeRecordKind.ASSUMED, assumed=msgspec.to_builtins(assumption)))


def _append(store: Path, line: _Line) -> None:
    append_line(make_larder_folder(store) / RECIPES_NAME, encode_ascii_json(line))
