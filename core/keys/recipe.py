"""A recipe: every setting and encoder identity that decides what a payload holds.

Two recipes mean the same exactly when their canonical forms are equal: one ASCII JSON object, names
sorted, no spaces, whole numbers without a fraction. The id is the beginning of its SHA-256, so it
is the same in every process and on every machine.

A payload of ours carries its recipe's id and a checksum of its arrays under names that begin with
`__`, which trainers neither need nor touch.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

RecipeValue = str | int | float | bool | None
"""What a field can be; anything with parts is spelled out as text."""

RECIPE_VERSION: Final = 1
"""Raised whenever our own pipeline begins to make other values from the same settings."""

VERSION_FIELD: Final = "recipe_version"
"""Field with `RECIPE_VERSION`; a recipe of payloads that a trainer made has none."""

FINGERPRINT_SUFFIX: Final = ".fingerprint"
"""End of the fields that hold an encoder's whole digest, "vae.fingerprint"."""

WEIGHTS_SUFFIX: Final = ".weights"
"""End of the fields that hold the digest of an encoder's weights alone, "vae.weights"."""

SAMPLE_SUFFIX: Final = ".weights_sample"
"""End of the fields that hold the digest of samples of them, which is had at a glance."""

RECIPE_KEY: Final = "__larder_recipe"
"""Name under which a payload of ours carries the id of its recipe."""

CHECKSUM_KEY: Final = "__larder_checksum"
"""Name under which a payload of ours carries the checksum of its arrays."""

ID_DIGITS: Final = 16


@dataclass(frozen=True, slots=True)
class Weights:
    """What is known of an encoder's weights.

    Attributes:
        whole: digest of all of their bytes, "" where nobody has read them.
        sample: digest of samples of them, "" in recipes of an older Larder.
    """

    whole: str = ""
    sample: str = ""

    def same_as(self, other: Weights) -> bool | None:
        """Whether both are of the same weights, None where that cannot be told."""
        if self.whole and other.whole:
            return self.whole == other.whole
        return self.sample == other.sample if self.sample and other.sample else None

    def beside(self, other: Weights) -> tuple[str, str]:
        """The digests that tell both apart."""
        if self.whole and other.whole:
            return self.whole, other.whole
        return self.sample, other.sample


@dataclass(frozen=True, slots=True)
class Recipe:
    """Settings and identities, in the order in which people are told of them.

    Attributes:
        fields: by name; `RecipeValue`s in their canonical form.
        id: 16 hex digits of the canonical form's SHA-256.
    """

    fields: Mapping[str, RecipeValue]
    id: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)


def make_recipe(fields: Mapping[str, RecipeValue]) -> Recipe:
    """The recipe of some fields; their order is kept, and is not part of its meaning."""
    canonical = {name: _canonical(value) for name, value in fields.items()}
    return Recipe(MappingProxyType(canonical), recipe_id(canonical))


def weights_of(recipe: Recipe) -> dict[str, Weights]:
    """What a recipe knows of weights, by the config's object for an encoder ("vae")."""
    ends = {WEIGHTS_SUFFIX: "whole", SAMPLE_SUFFIX: "sample"}
    found: dict[str, dict[str, str]] = {}
    for name, value in recipe.fields.items():
        part, dot, end = name.rpartition(".")
        if dot + end in ends:
            found.setdefault(part, {})[ends[dot + end]] = str(value)
    return {part: Weights(**known) for part, known in found.items()}


def weights_fields(weights: Mapping[str, Weights]) -> dict[str, RecipeValue]:
    """The fields of a recipe that hold what is known of weights."""
    return {
        part + suffix: digest
        for part, known in weights.items()
        for suffix, digest in ((WEIGHTS_SUFFIX, known.whole), (SAMPLE_SUFFIX, known.sample))
        if digest}


def without_weights(fields: Mapping[str, RecipeValue]) -> dict[str, RecipeValue]:
    """Fields of a recipe less those that hold what is known of weights."""
    return {name: value for name, value in fields.items()
            if not name.endswith((WEIGHTS_SUFFIX, SAMPLE_SUFFIX))}


def canonical_json(fields: Mapping[str, RecipeValue]) -> str:
    """The one text that all equal recipes share."""
    canonical = {name: _canonical(value) for name, value in fields.items()}
    return json.dumps(
        canonical, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def recipe_id(fields: Mapping[str, RecipeValue]) -> str:
    """16 hex digits that tell recipes apart.

    Vector: `{"resolution": "512", "train_dtype": "FLOAT_16"}` gives 7d2a74130778f667.
    """
    return hashlib.sha256(canonical_json(fields).encode("ascii")).hexdigest()[:ID_DIGITS]


def _canonical(value: RecipeValue) -> RecipeValue:
    """`value` with one spelling per meaning: 1.0 is 1, -0.0 is 0, and JSON has no infinity."""
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        return str(value)
    return int(value) if value.is_integer() else value
