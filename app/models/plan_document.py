"""The clean plan's summary as the window reads it; fields it does not know are passed over."""

from __future__ import annotations

import msgspec

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json


class PlannedStoreFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One store that was looked at; `busy` are signs of a trainer in it, one sentence each."""

    id: str
    kind: str
    path: str
    busy: tuple[str, ...] = ()


class HeldBackFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Entries of one folder in one store that the plan does not treat as gone."""

    reason: str
    store: str
    root: str
    entries: int
    why: str


class ReadoptFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What was matched again by content and is therefore not offered."""

    entries: int = 0
    payloads: int = 0


class PlanDocument(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.clean-plan/1` without its items.

    Attributes:
        made_at_ns: when the plan was made.
        root: folder that relative paths refer to.
        store_facts: the stores, in the order the items number them.
        index_rows: how many index rows go with what is preselected, by store id.
        held_back: what is not treated as gone.
        readopt: what is left to re-adoption.
        notes: one sentence for each store that a prune leaves out.
    """

    made_at_ns: int
    root: str
    store_facts: tuple[PlannedStoreFacts, ...] = ()
    index_rows: dict[str, int] = {}
    held_back: tuple[HeldBackFacts, ...] = ()
    readopt: ReadoptFacts = ReadoptFacts()
    notes: tuple[str, ...] = ()

    @property
    def busy_signs(self) -> tuple[str, ...]:
        """Why a trainer seems to be at work, each sentence once."""
        return tuple(dict.fromkeys(sign for store in self.store_facts for sign in store.busy))


def read_plan_document(document: bytes) -> PlanDocument:
    """Decode a plan's summary.

    Raises:
        ValueError: if it is no such document; that is a bug, not something a user can mend.
    """
    try:
        return decode_ascii_json(document, PlanDocument)
    except UnreadableJsonError as error:
        raise ValueError(f"the worker's plan cannot be read: {error}") from error
