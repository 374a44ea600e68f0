"""Options and answers of the requests that look into payloads."""

from __future__ import annotations

import msgspec

from larder.core.requests.options import WorkspaceOptions


class InspectOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Summarise the arrays of payload files; damaged ones are reported, not raised."""

    files: tuple[str, ...]


class InspectEntryOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Summarise the arrays of one entry's payloads.

    Attributes:
        store: id of the store.
        source: the source as the index spells it.
    """

    store: str
    source: str


class PreviewOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Say what one payload looks like; a damaged one is reported, not raised.

    Attributes:
        file: the payload, the manifest of a tree.
        kind: of its store, as in documents.
        store: the store's folder.
        tables: folder to write the columns into.
        thorough: work out the figures of every leaf of a tree, however large.
    """

    file: str
    kind: str
    store: str
    tables: str
    thorough: bool = False


class PreviewAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The `larder.preview/1` document as JSON, and the folder of its columns."""

    document: bytes
    tables: str
