"""Every verdict a survey can give, worst first, each with its word and severity.

The numbers are stable only within one process and its worker; documents and journals carry the
hyphenated names of the contract (`Verdict.name_in_contract`). What mends a row depends on more than
its verdict: see `remedies`.
"""

from __future__ import annotations

import enum

import msgspec


class Severity(enum.IntEnum):
    """How much a verdict should worry the reader."""

    ERROR = 0
    WARNING = 1
    NOTE = 2
    GOOD = 3


class Counted(enum.IntEnum):
    """What a row is in every sum: of the coverage, the summary line and the filter.

    NOTHING: nobody asks for it. COVERED, STALE, MISSING: it is asked for, and its payload is good,
    is not, or is not there. GONE: its source was deleted, so nothing is missing. OFFLINE: its
    source cannot be reached.
    """

    NOTHING = 0
    COVERED = 1
    STALE = 2
    MISSING = 3
    GONE = 4
    OFFLINE = 5

    @property
    def word(self) -> str:
        """The name used in JSON and in the filter."""
        return self.name.lower()


class Verdict(enum.IntEnum):
    """Of a sample or an entry; a smaller number is worse and wins."""

    WRONG_MODELTYPE = 0
    COLLISION = 1
    SHIFTED = 2
    CORRUPT_PAYLOAD = 3
    BAD_VALUES = 4
    SOURCE_UNREACHABLE = 5
    SOURCE_MISSING = 6
    CONTENT_CHANGED = 7
    SIDECAR_CHANGED = 8
    RECIPE_CHANGED = 9
    MISSING_ENTRY = 10
    MISSING_PAYLOAD = 11
    INCOMPLETE_SCHEMA = 12
    MISSING_VARIANT = 13
    TOUCHED = 14
    UNUSED = 15
    VALID = 16

    @property
    def name_in_contract(self) -> str:
        """The hyphenated name used in JSON and journals."""
        return self.name.lower().replace("_", "-")


class Also(enum.IntFlag):
    """Remarks that never make a verdict worse; they share one mask with `1 << Verdict`."""

    TARGET_NOT_CACHED = 1 << 20
    VARIANT_NOT_CHECKED = 1 << 21
    PROMPT_NOT_CHECKED = 1 << 22
    RE_ADOPTED = 1 << 23
    SHARED = 1 << 24
    SHARED_WRONGLY = 1 << 25

    @property
    def name_in_contract(self) -> str:
        """The hyphenated name used in JSON."""
        return str(self.name).lower().replace("_", "-")


def also_names(mask: int) -> tuple[str, ...]:
    """Contract names of the verdict bits (`1 << Verdict`) and remark bits set in `mask`."""
    verdicts = [v.name_in_contract for v in Verdict if mask & (1 << v)]
    return (*verdicts, *(flag.name_in_contract for flag in Also if mask & flag))


class PayloadVerdict(enum.IntEnum):
    """Of one file in a store's folder."""

    REFERENCED = 0
    ORPHANED = 1
    UNINDEXED = 2
    READOPTABLE = 3
    SUPERSEDED = 4
    TEMP_LEFTOVER = 5
    SENTINEL = 6
    QUARANTINED = 7
    FOREIGN = 8
    UNKNOWN = 9

    @property
    def name_in_contract(self) -> str:
        """The hyphenated name used in JSON and journals."""
        if self is PayloadVerdict.READOPTABLE:
            return "re-adoptable"
        return self.name.lower().replace("_", "-")


class VerdictRow(msgspec.Struct, frozen=True):
    """What people read about a verdict.

    Attributes:
        label: one or two words for a table cell.
        severity: how much it should worry.
        meaning: one sentence for a tooltip.
        counts_as: what a row that somebody asks for is counted as; see `coverage.count_rows`.
    """

    label: str
    severity: Severity
    meaning: str
    counts_as: Counted


VERDICTS: dict[Verdict, VerdictRow] = {
    Verdict.WRONG_MODELTYPE: VerdictRow(
        "Other model", Severity.ERROR,
        "The entry was made for another model type; the trainer stops when it meets it.",
        Counted.STALE),
    Verdict.COLLISION: VerdictRow(
        "Name collision", Severity.ERROR,
        "Two different files share one payload name; one of them trains on the other's tensor.",
        Counted.STALE),
    Verdict.SHIFTED: VerdictRow(
        "Shifted", Severity.ERROR,
        "This slot holds the payload of another file.", Counted.STALE),
    Verdict.CORRUPT_PAYLOAD: VerdictRow(
        "Damaged", Severity.ERROR,
        "The payload cannot be read; the trainer would stop with an error.", Counted.STALE),
    Verdict.BAD_VALUES: VerdictRow(
        "Bad values", Severity.ERROR,
        "The payload holds values no encoder gives: NaN, infinity, all zero or a wrong shape.",
        Counted.STALE),
    Verdict.SOURCE_UNREACHABLE: VerdictRow(
        "Offline", Severity.WARNING,
        "The folder of the source cannot be reached; the entry is kept as it is.",
        Counted.OFFLINE),
    Verdict.SOURCE_MISSING: VerdictRow(
        "Source gone", Severity.WARNING,
        "The source file is gone while its folder is there.", Counted.GONE),
    Verdict.CONTENT_CHANGED: VerdictRow(
        "Edited", Severity.WARNING,
        "The source was edited after it was cached.", Counted.STALE),
    Verdict.SIDECAR_CHANGED: VerdictRow(
        "Sidecar edited", Severity.WARNING,
        "A mask or other sidecar was edited, added or removed after caching.", Counted.STALE),
    Verdict.RECIPE_CHANGED: VerdictRow(
        "Other recipe", Severity.WARNING,
        "The payload was made with other settings than the config asks for.", Counted.STALE),
    Verdict.MISSING_ENTRY: VerdictRow(
        "Not cached", Severity.NOTE, "Nothing is cached for this sample yet.",
        Counted.MISSING),
    Verdict.MISSING_PAYLOAD: VerdictRow(
        "Payload gone", Severity.WARNING,
        "The index names a payload that is not on disk.", Counted.MISSING),
    Verdict.INCOMPLETE_SCHEMA: VerdictRow(
        "Incomplete", Severity.WARNING,
        "The payload lacks a tensor that the config needs.", Counted.STALE),
    Verdict.MISSING_VARIANT: VerdictRow(
        "Other size", Severity.WARNING,
        "The size the config asks for is not cached.", Counted.MISSING),
    Verdict.TOUCHED: VerdictRow(
        "Touched", Severity.NOTE,
        "The file's date moved, its bytes did not; the trainer will hash it once.",
        Counted.COVERED),
    Verdict.UNUSED: VerdictRow(
        "Not used here", Severity.NOTE,
        "This config does not ask for it; another may.", Counted.NOTHING),
    Verdict.VALID: VerdictRow(
        "Up to date", Severity.GOOD, "Cached and up to date.", Counted.COVERED),
}
"""One row per verdict, worst first."""


PAYLOAD_LABELS: dict[PayloadVerdict, tuple[str, str]] = {
    PayloadVerdict.REFERENCED: ("In use", "A live entry names this payload."),
    PayloadVerdict.ORPHANED: ("Orphan", "Only entries of deleted sources name this payload."),
    PayloadVerdict.UNINDEXED: ("Not in index", "No entry names this payload."),
    PayloadVerdict.READOPTABLE: (
        "Can be re-adopted", "A source with this content exists; its entry can be restored."),
    PayloadVerdict.SUPERSEDED: (
        "Superseded", "A newer payload of the same source has replaced this one."),
    PayloadVerdict.TEMP_LEFTOVER: ("Interrupted write", "A write that was never finished."),
    PayloadVerdict.SENTINEL: ("Blank stand-in", "The trainer's zero-filled stand-in."),
    PayloadVerdict.QUARANTINED: ("In quarantine", "Moved away by a clean; undo brings it back."),
    PayloadVerdict.FOREIGN: ("Not ours", "Not a name this store gives; left alone."),
    PayloadVerdict.UNKNOWN: ("Unknown", "A group that no concept of this config explains."),
}
"""Label and meaning of each payload verdict."""
