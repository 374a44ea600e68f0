"""A manifest whose checksum is right is still not believed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from larder.core.payloads.tree.manifest import (
    MalformedManifestError,
    decode_manifest,
    digest_of,
    encode_manifest,
)

DIGEST = "0" * 32
ROOT = [-1, None]
LEAF = [0, "a", "<f4", [2], 0, 8, DIGEST]


def crafted(nodes: list[Any], **changes: Any) -> bytes:
    """A manifest with a checksum of its own."""
    document = {"format": "larder.tree/1", "data": "x.0123456789abcdef.data", "bytes": 64,
                "align": 64} | changes
    body = json.dumps(document, separators=(",", ":"))[:-1] + ',"nodes":[\n'
    body += ",\n".join(json.dumps(node) for node in nodes) + "\n]"
    content = body.encode()
    return content + b',"check":"' + digest_of(content).encode() + b'"}\n'


def test_a_crafted_manifest_that_is_right_is_read_and_written_alike() -> None:
    content = crafted([ROOT, LEAF, [0, "b"], [2, {"tuple": [1, {"set": ["x"]}]}]])
    manifest = decode_manifest(content)
    assert [node.key for node in manifest.nodes] == [None, "a", "b", (1, frozenset({"x"}))]
    assert decode_manifest(encode_manifest(manifest)) == manifest


@pytest.mark.parametrize(("nodes", "problem"), [
    ([], "no root"),
    ([[0, None]], "parent"),
    ([[0, "a"], ROOT], "parent"),
    ([ROOT, [1, "a"]], "parent"),
    ([ROOT, [5, "a"]], "parent"),
    ([ROOT, [-1, "a"]], "parent"),
    ([ROOT, LEAF, LEAF], "a is there twice"),
    ([ROOT, LEAF, [0, "a"]], "a is there twice"),
    ([ROOT, [0, 1], [0, True]], "True is there twice"),
    ([ROOT, LEAF, [1, "b"]], "a/b lies below a leaf"),
    ([ROOT, [0, "a", "<f4", [2], -8, 8, DIGEST]], "a has a negative"),
    ([ROOT, [0, "a", "<f4", [-2], 0, -8, DIGEST]], "a has a negative"),
    ([ROOT, [0, "a", "<f4", [2], 60, 8, DIGEST]], "a lies beyond"),
    ([ROOT, [0, "a", "<f4", [2], 1 << 70, 8, DIGEST]], "a lies beyond"),
    ([ROOT, [0, "a", "<f4", [3], 0, 8, DIGEST]], "shape and type need 12"),
    ([ROOT, [0, "a", "<f4", [1 << 62, 8], 0, 0, DIGEST]], "shape and type need"),
    ([ROOT, LEAF, [0, "b", "<f4", [2], 4, 8, DIGEST]], "b shares bytes"),
    ([ROOT, [0, "a", "<f4", [1] * 65, 0, 4, DIGEST]], "65 axes"),
    ([ROOT, [0, "a", "|O", [2], 0, 16, DIGEST]], "type"),
    ([ROOT, [0, "a", "O", [2], 0, 16, DIGEST]], "type"),
    ([ROOT, [0, "a", "f4,f4", [1], 0, 8, DIGEST]], "type"),
    ([ROOT, [0, "a", "<f4", [2], 0, 8]], "no digest"),
    ([ROOT, [0, "a", "<f4", [2.0], 0, 8, DIGEST]], "no manifest"),
    ([ROOT, [0, "a", "<f4", [2], 0, 8, DIGEST, 1]], "no manifest"),
    ([ROOT, [0, ["a"]]], "no key"),
    ([ROOT, [0, {"tuple": "a"}]], "no key"),
    ([ROOT, [0, {"float": "nan"}]], "NaN"),
    ([ROOT, [0, {"bytes": "xy"}]], "no key"),
    ([ROOT, [0, {"int": "9"}]], "no key"),
    ([ROOT, [0, {"a": 1, "b": 2}]], "no key"),
])  # fmt: skip
def test_what_contradicts_itself_is_refused(nodes: list[Any], problem: str) -> None:
    with pytest.raises(MalformedManifestError, match=problem):
        decode_manifest(crafted(nodes))


@pytest.mark.parametrize(("changes", "problem"), [
    ({"format": "larder.tree/2"}, "unknown format"),
    ({"data": "../x.data"}, "outside its folder"),
    ({"data": 3}, "no manifest"),
    ({"bytes": None}, "no manifest"),
])  # fmt: skip
def test_a_head_that_is_wrong_is_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(MalformedManifestError, match=problem):
        decode_manifest(crafted([ROOT, LEAF], **changes))


def test_keys_nested_too_deeply_are_refused() -> None:
    key: Any = "a"
    for _ in range(400):
        key = {"tuple": [key]}
    with pytest.raises(MalformedManifestError):
        decode_manifest(crafted([ROOT, [0, key]]))
