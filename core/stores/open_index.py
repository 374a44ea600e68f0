"""A `cache.json` with its rows found but not decoded: what edits and restores look rows up in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from larder.core.errors import WorkspaceError
from larder.core.stores.json_spans import JsonDocument, Members, open_document

CONCEPT_ID = re.compile(rb'"concept_id"\s*:\s*"([^"\\]+)"')
WAY_OUT = "Let the trainer rebuild the index, or re-adopt the payloads."


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """An index whose rows can be found.

    Attributes:
        document: its bytes.
        top: members of the top level.
        entries: its rows.
    """

    document: JsonDocument
    top: Members
    entries: Members

    @classmethod
    def of(cls, document: JsonDocument) -> OpenIndex:
        """Find the rows.

        Raises:
            WorkspaceError: if there are none to be found.
        """
        try:
            top = document.members(document.root())
            return cls(document, top, document.members(top.span("entries")))
        except KeyError as missing:
            raise WorkspaceError(
                "The index cannot be edited: it has no entries.", WAY_OUT) from missing
        except ValueError as broken:
            raise WorkspaceError(f"The index cannot be edited: {broken}.", WAY_OUT) from broken

    def row(self, key: str) -> bytes:
        """The JSON text of a row."""
        return self.document.text(self.entries.span(key))

    def concepts_named_in(self, rows: Iterable[str]) -> set[str]:
        """Ids of interned concepts that the rows with these keys name."""
        return {
            match[1].decode("ascii") for key in rows for match in CONCEPT_ID.finditer(self.row(key))
        }

    def members_of(self, name: str) -> Members:
        """Members of an object of the top level; none when the index does not have it.

        Raises:
            WorkspaceError: if it is no object.
        """
        if name not in self.top:
            return Members({}, 0)
        try:
            return self.document.members(self.top.span(name))
        except ValueError as broken:
            raise WorkspaceError(
                f"The index cannot be edited: its {name} is no object.", WAY_OUT) from broken

    def hash_lists(self) -> dict[str, list[str]]:
        """`hash_index` decoded, {} when the index has none.

        Raises:
            WorkspaceError: if it does not map hashes to lists of paths.
        """
        if "hash_index" not in self.top:
            return {}
        text = self.document.text(self.top.span("hash_index"))
        try:
            return msgspec.json.decode(text, type=dict[str, list[str]])
        except msgspec.DecodeError:
            pass  # a lone surrogate, or a shape that the next step names
        try:
            return msgspec.convert(json.loads(text), dict[str, list[str]])
        except ValueError as broken:
            raise WorkspaceError(
                f"The index cannot be edited: hash_index: {broken}.", WAY_OUT) from broken


@contextmanager
def open_index(path: Path) -> Iterator[OpenIndex]:
    """Map an index for the length of the block.

    Raises:
        WorkspaceError: if it is no index.
        OSError: if it cannot be read.
    """
    if path.stat().st_size == 0:
        raise WorkspaceError(f"The index {path} is empty.", WAY_OUT)
    with open_document(path) as document:
        yield OpenIndex.of(document)


def read_rows(path: Path, keys: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The text of rows and of the interned concepts they name, as an edit can add them again.

    Returns:
        Key -> row and id -> concept, for those that the index has.

    Raises:
        WorkspaceError: if it is no index.
        OSError: if it cannot be read.
    """
    with open_index(path) as index:
        present = [key for key in keys if key in index.entries]
        concepts = index.members_of("concepts")
        named = sorted(name for name in index.concepts_named_in(present) if name in concepts)
        return (
            {key: _decoded(index.row(key)) for key in present},
            {name: _decoded(index.document.text(concepts.span(name))) for name in named},
        )


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogatepass")
