"""The survey's document as the window reads it; fields it does not know are passed over."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from larder.core.workspace.store_kinds import StoreFormat, StoreKind

LEGACY_KIND = "legacy"
INDEXED_KIND = "smart"


class WorkspaceFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Which workspace was surveyed; `root` is absolute, `config` None for a bare folder."""

    root: str
    config: str | None = None
    model_type: str | None = None
    depth: str = "stat"


class Reclaimable(msgspec.Struct, frozen=True, kw_only=True):
    """What the clean plan would preselect."""

    files: int = 0
    bytes: int = 0


class EncodedWithFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Entries whose payloads one model encoded; `asked` if that is the one they should be of."""

    model: str
    entries: int = 0
    asked: bool = True


class StoreFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One store: counts per verdict by contract name; `why_not_built` by whatever a build says."""

    id: str
    kind: str
    path: str
    index_version: int | None = None
    index_problem: str | None = None
    busy: Any = None
    entries: int = 0
    payload_files: int = 0
    payload_bytes: int = 0
    verdicts: dict[str, int] = {}
    payload_verdicts: dict[str, int] = {}
    reclaimable: Reclaimable = Reclaimable()
    encoded_with: tuple[EncodedWithFacts, ...] = ()
    why_not_built: str | None = None

    @property
    def is_legacy(self) -> bool:
        """Whether a layout we only read: whole groups at most can be cleaned."""
        return self.kind.startswith(LEGACY_KIND)

    @property
    def is_built(self) -> bool:
        """Whether a build makes entries here, good ones too if it is asked to."""
        return self.is_indexed and not self.why_not_built

    @property
    def is_of_files(self) -> bool:
        """Whether a build over a folder of the user's files makes its values."""
        return StoreKind(self.kind).format is StoreFormat.SHARDED

    @property
    def lacks_index(self) -> bool:
        """Whether payloads lie here that no index explains."""
        return (self.is_indexed and self.index_version is None and not self.index_problem
                and self.payload_files > 0)

    @property
    def is_indexed(self) -> bool:
        """Whether an index says what lies here, so that an entry can be given back."""
        return self.kind.startswith(INDEXED_KIND)

    @property
    def busy_signs(self) -> tuple[str, ...]:
        """Sentences that say why a trainer seems to be at work here."""
        if not self.busy:
            return ()
        if isinstance(self.busy, str):
            return (self.busy,)
        return tuple(str(sign) for sign in self.busy)


class CoverageFacts(msgspec.Struct, frozen=True, kw_only=True):
    """How far one concept is cached in one store."""

    wanted: int = 0
    covered: int = 0
    stale: int = 0
    missing: int = 0
    gone: int = 0
    offline: int = 0
    bytes: int = 0


class OtherFacts(CoverageFacts, frozen=True, kw_only=True):
    """What a store holds beside the concepts; all of it where none asks for the store."""

    store: str
    is_whole: bool = False
    entries: int = 0


class TotalFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of all stores, as every front end shows them."""

    entries: int = 0
    covered: int = 0
    stale: int = 0
    missing: int = 0
    gone: int = 0
    offline: int = 0
    problems: int = 0


class ConceptFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One concept and its coverage per store id."""

    name: str
    path: str = ""
    enabled: bool = True
    samples: int = 0
    stores: dict[str, CoverageFacts] = {}


class FindingFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong with the workspace rather than with an entry."""

    problem: str = ""
    hint: str = ""
    where: str = ""
    repair: str = ""


class RootFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A folder of sources; `unreachable` says why its entries are held back."""

    path: str
    unreachable: str | None = None
    indexed: int = 0
    gone: int = 0


class SurveyDocument(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.survey/1` without its items."""

    schema: str
    workspace: WorkspaceFacts
    stores: tuple[StoreFacts, ...] = ()
    concepts: tuple[ConceptFacts, ...] = ()
    others: tuple[OtherFacts, ...] = ()
    totals: TotalFacts = TotalFacts()
    roots: tuple[RootFacts, ...] = ()
    problems: tuple[FindingFacts, ...] = ()
    elapsed_s: float = 0.0


def read_document(document: bytes) -> SurveyDocument:
    """Decode a survey's document.

    The standard library decodes it, because names that are not UTF-8 hold lone surrogates, which
    msgspec refuses.

    Raises:
        ValueError: if it is no such document; that is a bug, not something a user can mend.
    """
    return msgspec.convert(json.loads(document), type=SurveyDocument)
