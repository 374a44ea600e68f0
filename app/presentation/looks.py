"""The word, icon and tone of every verdict, severity and state: never a colour alone."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from larder.app.models.coverage_state import CoverageState
from larder.core.operations.verdicts import (
    PAYLOAD_LABELS,
    VERDICTS,
    Also,
    PayloadVerdict,
    Repair,
    Severity,
    Verdict,
)
from larder.core.workspace.store_kinds import StoreFormat, StoreKind


class Tone(enum.Enum):
    """What a colour means; a theme gives each one its shade."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    GOOD = "good"
    PLAIN = "text"
    MUTED = "muted"
    ACCENT = "accent"


@dataclass(frozen=True, slots=True)
class Look:
    """How something is shown.

    Attributes:
        word: what is written beside the icon.
        icon: name of an icon file without its ending.
        tone: colour of the icon.
        meaning: one sentence for a tooltip.
    """

    word: str
    icon: str
    tone: Tone
    meaning: str = ""


SEVERITY_TONES: dict[Severity, Tone] = {
    Severity.ERROR: Tone.ERROR,
    Severity.WARNING: Tone.WARNING,
    Severity.NOTE: Tone.NOTE,
    Severity.GOOD: Tone.GOOD,
}

_SEVERITY_WORDS: dict[Severity, str] = {
    Severity.ERROR: "Error",
    Severity.WARNING: "Warning",
    Severity.NOTE: "Note",
    Severity.GOOD: "Fine",
}

_STATES: dict[CoverageState, tuple[str, str, Tone, str]] = {
    CoverageState.OFFLINE: ("Offline", "state-offline", Tone.WARNING,
                            "The folder cannot be reached; everything is kept as it is."),
    CoverageState.STALE: ("Stale", "state-stale", Tone.WARNING,
                          "Some of what is cached no longer fits its source or the config."),
    CoverageState.PARTIAL: ("Partial", "state-partial", Tone.NOTE,
                            "Some samples are not cached yet."),
    CoverageState.EMPTY: ("Not cached", "state-empty", Tone.MUTED, "Nothing is cached yet."),
    CoverageState.LEGACY: ("Not ours", "lock", Tone.MUTED,
                           "A layout that is read and never rebuilt here."),
    CoverageState.UNUSED: ("Not used", "state-unused", Tone.MUTED,
                           "No enabled concept of this config asks for it."),
    CoverageState.COMPLETE: ("Complete", "state-complete", Tone.GOOD,
                             "Everything is cached and up to date."),
}

_REPAIRS: dict[Repair, str] = {
    Repair.NONE: "",
    Repair.BUILD: "Rebuild these… makes it anew; else the trainer does at its next start.",
    Repair.CLEAN: "Clean… shows what would go, and moves nothing until you agree.",
    Repair.TOUCH: "Store new dates… spares the trainer the hashing.",
    Repair.READOPT: "Re-adopt… gives the files their entries back.",
    Repair.RECONNECT: "Connect the drive, or change the location of the folder.",
    Repair.INDEX: "Repair index… saves what can be read, and keeps the damaged file.",
}

_VALUE_REPAIRS: dict[tuple[StoreFormat, Repair], str] = {
    (StoreFormat.SHARDED, Repair.BUILD): "Cache a folder… makes it anew from its file.",
    (StoreFormat.SHARDED, Repair.TOUCH): "Cache a folder… notes the new date, and makes nothing.",
    (StoreFormat.SHARDED, Repair.READOPT): "Cache a folder… notes where the file is now.",
    (StoreFormat.TREE, Repair.BUILD): "Only the program that made it can make it anew.",
}
"""Where no trainer and no config stands behind a store."""

REPAIR_COMMANDS: dict[Repair, str] = {
    Repair.BUILD: "build-problem",
    Repair.CLEAN: "clean",
    Repair.TOUCH: "touch",
    Repair.READOPT: "readopt",
    Repair.RECONNECT: "change-location",
    Repair.INDEX: "repair-index",
}
"""Id of the command that does a repair."""

_REMARKS: dict[Also, str] = {
    Also.TARGET_NOT_CACHED: "Not every resolution the config may draw is cached.",
    Also.VARIANT_NOT_CHECKED: "The resolution could not be checked.",
    Also.PROMPT_NOT_CHECKED: "The prompt could not be checked.",
}


def verdict_look(verdict: Verdict) -> Look:
    """Of an entry."""
    row = VERDICTS[verdict]
    return Look(word=_tr(row.label), icon=f"verdict-{verdict.name_in_contract}",
                tone=Tone.MUTED if verdict is Verdict.UNUSED else SEVERITY_TONES[row.severity],
                meaning=_tr(row.meaning))


def payload_look(verdict: PayloadVerdict) -> Look:
    """Of a file in a store's folder."""
    label, meaning = PAYLOAD_LABELS[verdict]
    return Look(word=_tr(label), icon=f"payload-{verdict.name_in_contract}", tone=Tone.NOTE,
                meaning=_tr(meaning))


def severity_look(severity: Severity) -> Look:
    """Of a problem."""
    return Look(word=_tr(_SEVERITY_WORDS[severity]), icon=f"severity-{severity.name.lower()}",
                tone=SEVERITY_TONES[severity])


def state_look(state: CoverageState) -> Look:
    """Of a concept in a store."""
    word, icon, tone, meaning = _STATES[state]
    return Look(word=_tr(word), icon=icon, tone=tone, meaning=_tr(meaning))


_CONTENT_ICONS: dict[str, str] = {
    "image": "kind-image",
    "text": "kind-text",
    "vision": "kind-vision",
    "audio": "kind-audio",
    "waveform": "kind-waveform",
    "tokens": "kind-tokens",
    "tree": "kind-tree",
}
"""By what a store holds; its id and its kind name it, "image-legacy" and "legacy-image"."""


def kind_icon(store: str) -> str:
    """Icon of a store by its id or kind."""
    return next((_CONTENT_ICONS[word] for word in store.split("-") if word in _CONTENT_ICONS),
                "kind-other")


def repair_text(repair: Repair, kind: StoreKind | None = None) -> str:
    """One sentence that says what to do, "" when there is nothing to do.

    Args:
        repair: what mends it.
        kind: of its store; None where it may be any.
    """
    of_values = None if kind is None else _VALUE_REPAIRS.get((kind.format, repair))
    text = of_values or _REPAIRS[repair]
    return _tr(text) if text else ""


def remark_texts(also: int) -> list[str]:
    """What an entry's `also` bits say: further verdicts by their word, remarks as sentences."""
    verdicts = [_tr(VERDICTS[verdict].label) for verdict in Verdict if also & (1 << verdict)]
    return verdicts + [_tr(text) for flag, text in _REMARKS.items() if also & flag]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Looks", text)
