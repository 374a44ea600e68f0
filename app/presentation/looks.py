"""The word, icon and tone of every verdict, severity and state: never a colour alone."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Sequence

import msgspec
from msgspec.structs import replace

from larder.app.presentation.sentences import Sentences, core_text
from larder.core.survey.remedies import REMEDIES, Repair, describe_row, remedy_text
from larder.core.survey.training_risks import HARMS, TrainingRisk
from larder.core.survey.verdicts import (
    PAYLOAD_LABELS,
    RENAMED,
    VERDICTS,
    PayloadVerdict,
    Remark,
    Severity,
    Verdict,
)
from larder.core.workspace.cache_layout import LAYOUT_TEXT, CacheLayout
from larder.core.workspace.store_kinds import StoreContent, StoreFormat, StoreKind

_tr = Sentences("Looks")

_SEVERITY_WORDS: dict[Severity, str] = {
    Severity.ERROR: "Error",
    Severity.WARNING: "Warning",
    Severity.NOTE: "Note",
    Severity.GOOD: "Fine",
}

REPAIR_COMMANDS: dict[Repair, str] = {
    Repair.BUILD: "build-problem",
    Repair.CACHE_FOLDER: "build-problem",
    Repair.CLEAN: "clean-problem",
    Repair.TOUCH: "touch",
    Repair.READOPT: "readopt",
    Repair.RECONNECT: "change-location",
    Repair.INDEX: "repair-index",
}
"""Id of the command that does a repair."""

_ABOUT_ENTRIES: dict[Repair, str] = {
    Repair.BUILD: "build-selected",
    Repair.CACHE_FOLDER: "build-selected",
    Repair.CLEAN: "clean-selected",
}
"""Where those of selected entries are others."""

REPAIR_NAMES: dict[Repair, str] = {
    Repair.BUILD: "Rebuild these…",
    Repair.CACHE_FOLDER: "Rebuild these…",
    Repair.CLEAN: "Clean…",
    Repair.TOUCH: "Store new dates…",
    Repair.READOPT: "Relink cached files…",
    Repair.RECONNECT: "Find moved folder…",
    Repair.INDEX: "Repair index…",
}
"""What its command is called."""

_REMEDIES: dict[Repair, tuple[str, str, str]] = {
    Repair.BUILD: ("Rebuild", "command-build",
                   "Builds what is missing and rebuilds what no longer fits."),
    Repair.CACHE_FOLDER: ("Cache again", "action-build",
                          "Caches the folders of these files again."),
    Repair.CLEAN: ("Clean", "command-clean", "Moves files that are no longer needed into "
                                             "quarantine; Undo restores them."),
    Repair.TOUCH: ("Store new dates", "command-touch",
                   "Stores the new dates, so that these files are not read again."),
    Repair.READOPT: ("Relink", "command-readopt",
                     "Links existing cached files to the renamed files with the same content; "
                     "nothing is encoded."),
    Repair.QUARANTINE: ("Undo or empty", "page-journal",
                        "The Journal lists what is in quarantine: Undo restores it, Empty frees "
                        "its space."),
    Repair.RECONNECT: ("Find the moved folder", "command-location",
                       "Finds the new place of their folder and updates the paths."),
    Repair.INDEX: ("Repair index", "command-readopt",
                   "Copies the readable entries into a new index and keeps the damaged file."),
    Repair.NONE: ("Needs your attention", "severity-note", "Each row says what you can do."),
}

MEND_TEXTS: dict[Repair, str] = {
    Repair.BUILD: "Rebuild %Ln…",
    Repair.CACHE_FOLDER: "Cache %Ln again…",
    Repair.CLEAN: "Clean %Ln…",
    Repair.TOUCH: "Store %Ln new dates…",
    Repair.READOPT: "Relink %Ln…",
}
"""Of commands that mend what is chosen and nothing else."""

OF_EVERYTHING = frozenset({Repair.RECONNECT, Repair.INDEX})
"""Commands that mend all there is, whatever is chosen."""

_REMARKS: dict[Remark, str] = {
    Remark.TARGET_NOT_CACHED: "Not every resolution that the config may use is cached.",
    Remark.VARIANT_NOT_CHECKED: "The resolution could not be checked.",
    Remark.PROMPT_NOT_CHECKED: "Whether the caption still matches could not be checked.",
    Remark.RE_ADOPTED: "Its cached file was relinked after the file was renamed.",
    Remark.SHARED: "It shares its cached file with others that have the same content.",
    Remark.SHARED_WRONGLY: "It shares a cached file, but needs one of its own.",
}

_MOVED = ("Move or rebuild", "Moves cached files that are in the wrong position, and builds what "
                             "is missing or no longer fits.", "Move or rebuild %Ln…")
"""Word, meaning and button of a build that finds some of what it needs in another place."""

_CHOICE = ("For you to decide", "Clean lists these unticked; they are kept unless you tick "
                                "them.", "Review %Ln…")
"""The same of what a clean only takes if the user says so."""

CONTENT_LOOKS: dict[StoreContent, tuple[str, str]] = {
    StoreContent.IMAGE: ("kind-image", "Pictures"),
    StoreContent.TEXT: ("kind-text", "Captions"),
    StoreContent.VISION: ("kind-vision", "Pixels"),
    StoreContent.AUDIO: ("kind-audio", "Sound features"),
    StoreContent.WAVEFORM: ("kind-waveform", "Waveforms"),
    StoreContent.TOKENS: ("kind-tokens", "Tokens"),
    StoreContent.TREE: ("kind-tree", "Parameter trees"),
    StoreContent.DATASET: ("kind-image", "Pictures and captions"),
}
"""Icon and word of what a store holds."""

_KIND_LOOKS = {kind.value: CONTENT_LOOKS[kind.content] for kind in StoreKind}
_ID_ICONS = {content.value: icon for content, (icon, _) in CONTENT_LOOKS.items()}
"""Of an id such as "image-legacy", which names what the store holds."""


class CoverageState(enum.IntEnum):
    """States of coverage, the most urgent first."""

    OFFLINE = 0
    STALE = 1
    PARTIAL = 2
    EMPTY = 3
    LEFT_BEHIND = 4
    UNUSED = 5
    COMPLETE = 6


class Tone(enum.Enum):
    """Meanings of colours; a theme gives each one its shade."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    GOOD = "good"
    PLAIN = "text"
    MUTED = "muted"
    ACCENT = "accent"


MESSAGE_ICONS: dict[Tone, str] = {
    Tone.ERROR: "severity-error", Tone.WARNING: "severity-warning", Tone.NOTE: "severity-note",
    Tone.GOOD: "severity-good", Tone.PLAIN: "severity-note", Tone.MUTED: "severity-note",
    Tone.ACCENT: "severity-note",
}
"""The icon of a message, in bars, lists and boxes alike."""


class Look(msgspec.Struct, frozen=True):
    """How something is shown.

    Attributes:
        icon: name of an icon file without its ending.
    """

    word: str
    icon: str
    tone: Tone
    meaning: str = ""

    def said(self, translate: Callable[[str], str]) -> Look:
        """The same in the user's language."""
        return replace(self, word=translate(self.word), meaning=translate(self.meaning))


SEVERITY_TONES: dict[Severity, Tone] = {
    Severity.ERROR: Tone.ERROR,
    Severity.WARNING: Tone.WARNING,
    Severity.NOTE: Tone.NOTE,
    Severity.GOOD: Tone.GOOD,
}


_STATES: dict[CoverageState, tuple[str, str, Tone, str]] = {
    CoverageState.OFFLINE: ("Out of reach", "state-offline", Tone.WARNING,
                            "The folder cannot be reached at the moment; everything is kept."),
    CoverageState.STALE: ("Needs rebuilding", "state-stale", Tone.WARNING,
                          "Some cached files no longer fit their source or the settings."),
    CoverageState.PARTIAL: ("Incomplete", "state-partial", Tone.NOTE,
                            "Some cached files are missing."),
    CoverageState.EMPTY: ("Not cached yet", "state-empty", Tone.MUTED, "Nothing is cached yet."),
    CoverageState.LEFT_BEHIND: ("Other layout", "lock", Tone.MUTED,
                           "This cache is in the layout of another OneTrainer version; this "
                           "workspace uses the cache beside it. “Clear cache…” removes it."),
    CoverageState.UNUSED: ("Not used here", "state-unused", Tone.MUTED,
                           "This config needs none of these files; another config may."),
    CoverageState.COMPLETE: ("Complete", "state-complete", Tone.GOOD,
                             "Everything is cached and up to date."),
}


def verdict_look(verdict: Verdict) -> Look:
    """Return the look of an entry's verdict."""
    row = VERDICTS[verdict]
    return Look(word=_tr(row.label), icon=f"verdict-{verdict.name_in_contract}",
                tone=Tone.MUTED if verdict is Verdict.UNUSED else SEVERITY_TONES[row.severity],
                meaning=_tr(row.meaning))


def entry_look(verdict: Verdict, remedy: int) -> Look:
    """Of an entry by its line of `REMEDIES`; a file that is gone only by name was renamed."""
    row = describe_row(verdict, remedy)
    if row is RENAMED:
        return payload_look(PayloadVerdict.READOPTABLE)
    return replace(verdict_look(verdict), word=_tr(row.label), meaning=_tr(row.meaning))


def shared_look() -> Look:
    """Of an entry that has the cached file of another, and needs one of its own."""
    return Look(word="Should not share", icon="verdict-collision", tone=Tone.WARNING,
                meaning=_REMARKS[Remark.SHARED_WRONGLY]).said(_tr)


def payload_look(verdict: PayloadVerdict) -> Look:
    """Of a file in a store's folder."""
    label, meaning = PAYLOAD_LABELS[verdict]
    return Look(word=_tr(label), icon=f"payload-{verdict.name_in_contract}", tone=Tone.NOTE,
                meaning=_tr(meaning))


def harm_look(harm: TrainingRisk, form: StoreFormat) -> Look:
    """Of what training would get wrong with a store of a format."""
    row = HARMS[harm]
    return Look(word=core_text(row.label), icon=f"severity-{row.severity.name.lower()}",
                tone=SEVERITY_TONES[row.severity], meaning=core_text(row.effect_in(form)))


def severity_look(severity: Severity) -> Look:
    """Return the look of a problem's severity."""
    return Look(word=_tr(_SEVERITY_WORDS[severity]), icon=f"severity-{severity.name.lower()}",
                tone=SEVERITY_TONES[severity])


def remedy_look(repair: Repair, *, moves: bool = False, is_choice: bool = False) -> Look:
    """Of everything that one command mends; whether it `moves` some of it, or needs a tick."""
    word, icon, meaning = _REMEDIES[repair]
    if moves and repair is Repair.BUILD:
        word, meaning, _ = _MOVED
    if is_choice:
        word, meaning, _ = _CHOICE
    return Look(word, icon, Tone.PLAIN, meaning).said(_tr)


def format_fix(
    repair: Repair, count: int, *, moves: bool = False, is_choice: bool = False,
) -> str:
    """Return the button text for repairing `count` items.

    The other arguments are those of `remedy_look`.
    """
    if is_choice:
        return _tr(_CHOICE[2], count)
    if repair in OF_EVERYTHING:
        return _tr(REPAIR_NAMES[repair])
    return _tr(_MOVED[2] if moves and repair is Repair.BUILD else MEND_TEXTS[repair], count)


def state_look(state: CoverageState) -> Look:
    """Of a concept in a store."""
    return Look(*_STATES[state]).said(_tr)


def kind_icon(store: str) -> str:
    """Icon of a store by its kind, else by its id; an id may be any folder's name."""
    if store in _KIND_LOOKS:
        return _KIND_LOOKS[store][0]
    return next((_ID_ICONS[word] for word in store.split("-") if word in _ID_ICONS), "kind-other")


def kind_word(kind: str) -> str:
    """Return the translated word for what a kind of store holds, a kind not known as it is."""
    return _tr(_KIND_LOOKS[kind][1]) if kind in _KIND_LOOKS else kind


def fixing_command(repair: Repair, *, of_entries: bool) -> str:
    """Return the id of the command that does a repair of what is selected, "" for none.

    `of_entries`: on the Entries page, whose commands are of single rows.
    """
    commands = REPAIR_COMMANDS | (_ABOUT_ENTRIES if of_entries else {})
    return commands.get(repair, "")


def useless_commands(repairs: Collection[Repair], *, of_entries: bool) -> set[str]:
    """Ids of the commands that mend other things than these repairs do."""
    commands = REPAIR_COMMANDS | (_ABOUT_ENTRIES if of_entries else {})
    return {*commands.values()} - {commands[repair] for repair in repairs if repair in commands}


def layout_texts(layouts: Sequence[CacheLayout]) -> list[str]:
    """How a workspace's caches lie, in words that its owner knows; the used layout first."""
    words = (_tr("Layout: %1"), _tr("Also present: %1"))
    return [words[at > 0].replace("%1", _tr(LAYOUT_TEXT[layout]))
            for at, layout in enumerate(layouts)]


def repair_text(line: int, why_not_built: str | None = None) -> str:
    """Return advice on a row by its line of `REMEDIES`, "" when there is nothing to do."""
    remedy = REMEDIES[line]
    name = "" if remedy.repair is Repair.NONE else _REMEDIES[remedy.repair][0]
    return remedy_text(remedy, _tr(name) if name else "", translate=_tr,
                       why_not_built=core_text(why_not_built) if why_not_built else "")


def remark_texts(also: int) -> list[str]:
    """Return texts for an entry's `also` bits: verdicts as words, remarks as sentences."""
    verdicts = [_tr(VERDICTS[verdict].label) for verdict in Verdict if also & (1 << verdict)]
    return verdicts + [_tr(text) for flag, text in _REMARKS.items() if also & flag]
