"""Which part of the workspace is looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of the workspace that is looked at; None means all of it.

    Attributes:
        store: index into the document's stores.
        concept: index into the document's concepts, -1 for rows under no concept.
    """

    store: int | None = None
    concept: int | None = None
