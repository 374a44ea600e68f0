"""Help topics on pages, dialogs, states, remedies and terms, in the user's language.

States and remedies come from core's tables, so that every finding of Larder has a topic.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from larder.app.presentation.glossary import TERMS
from larder.app.presentation.looks import (
    REPAIR_NAMES,
    Tone,
    harm_look,
    payload_look,
    remedy_look,
    repair_text,
    verdict_look,
)
from larder.app.presentation.sentences import Sentences, core_text
from larder.core.survey.remedies import REMEDIES, Repair
from larder.core.survey.training_risks import FOLLOWS_FROM, HARMS, TrainingRisk
from larder.core.survey.verdicts import VERDICTS, PayloadVerdict, Severity, Verdict
from larder.core.workspace.store_kinds import StoreFormat

_tr = Sentences("Help")

PLACES: Final[Mapping[str, tuple[str, str, Sequence[str]]]] = {
    "start": ("Start", "command-open-folder", (
        "Open a OneTrainer config or a folder with caches, or drop one on the window.",
        "Try everything in the small sample workspace first. Opening a workspace changes nothing; "
        "Larder asks before it writes anything.")),
    "coverage": ("Coverage", "page-coverage", (
        "The cards at the top show what to do next, the most useful first; each has a button that "
        "does it. The numbers are the same as on the other pages and in the dialogs.",
        "The table has one line for each concept and cache: how much of it is cached, needs "
        "rebuilding, or is not cached yet. Double-click a line to see its pictures or captions.")),
    "entries": ("Entries", "page-entries", (
        "Every picture and caption with its state and the reason for it. Select one to see it in "
        "the inspector; press Space to see it large.",
        "The filter above the table finds names and states: “state:edited”, “kind:text”, "
        "“size:>10MB”. Right-click selected rows to see what you can do with them.")),
    "problems": ("Problems", "page-problems", (
        "Everything that needs attention. Each line is one remedy with the number of files, their "
        "size and the time it takes. Expand a line to see its files.",
        "The button below the table does what the selected lines need. You see a preview first.")),
    "training": ("What training would get wrong", "page-problems", (
        "The problems by their effect on training: what stops it, and what it would learn wrong "
        "without a warning. Dates and settings reveal some of them. NaN, zeros, damage, other "
        "models and other captions are found only when every cached file is read.",
        "Reading changes nothing, can be stopped at any time, and continues where it stopped: "
        "files that have not changed are not read again.")),
    "journal": ("Journal", "page-journal", (
        "What Larder did to these caches, the latest first: one line for each build, clean, import "
        "and undo. A build that was stopped and resumed is one line, too; select it to see its "
        "parts.",
        "The last column says whether an action can be undone, or what undid it and when. Undo "
        "restores what a clean, a build or a repair removed, until the quarantine is emptied.")),
    "duplicates": ("Duplicates", "kind-image", (
        "Pictures and captions with the same content share their cached files, which saves time "
        "and space. Training pictures that validation also uses come first, then groups that "
        "should not share, for example because their masks differ.",
        "“Find similar pictures” also finds copies that were resized, compressed again, mirrored "
        "or rotated, and remembers what it found. For each group, the page says which copy is "
        "better and why. The loupe shows the same spot of two copies pixel by pixel.",
        "This page only lists. It never deletes a picture or a caption.")),
    "charts": ("Charts", "page-coverage", (
        "Where the space goes, how the sizes of pictures are spread, and how old cached files are. "
        "Each chart can be saved as a picture and as a table.",)),
    "map": ("Map", "page-map", (
        "Every picture is a point, near those that look alike. Positions are calculated from what "
        "is cached already; nothing is encoded, and nothing is written into the cache.",
        "Rings mark pictures that are nearly the same as another, or unlike all others. Click a "
        "point to see its row and its neighbours. Where at most 200 points are in sight, they are "
        "small pictures: turn the mouse wheel to come near.")),
    "inspector": ("Inspector", "kind-image", (
        "Details of the selected row: the source file beside its cached file, the reason for its "
        "state, the settings it was made with, and the values in the cached file. Details such as "
        "content hashes are at the end of the list.",)),
    "build": ("Build", "command-build", (
        "Builds what is not cached yet or needs rebuilding, so that the trainer starts at once. "
        "The preview shows the number of files, their size and about how long the build takes.",
        "You can pause or stop at any time: finished files are kept, and the next build continues "
        "from there.")),
    "clean": ("Clean", "command-clean", (
        "Removes cached files that are no longer needed. You see each of them first; untick what "
        "you want to keep. Your pictures and captions are never changed.",
        "Files go into a quarantine inside the cache, and Undo restores them. Only “Delete now” "
        "frees the space at once.")),
    "prune": ("Prune", "command-prune", (
        "Frees space in caches that record when a file was used: removes files that were not used "
        "for a long time, or the least recently used above a size limit. OneTrainer's own caches "
        "do not "
        "record use, so they are not pruned.",)),
    "clear": ("Clear cache", "action-delete", (
        "Empties a whole cache. Its files go into quarantine first, and Undo restores them.",)),
    "what-if": ("What if", "command-what-if", (
        "Shows what other settings would invalidate, before you change them: how many pictures and "
        "captions would have to be encoded again, how large they are and how long that takes. "
        "Neither the config nor a cache is changed.",)),
    "match": ("Compare pictures", "kind-image", (
        "Compares each cached file with its picture and lists the least similar pairs first. Files "
        "that were mixed up are at the top. The list is only a ranking; look at the pictures "
        "before you rebuild.",)),
    "sourceless": ("Train without pictures", "kind-tree", (
        "Checks whether you can train from the cache alone, on another computer or after pictures "
        "and captions were deleted. If not, it lists what is missing.",)),
    "export-cache": ("Export cache", "command-export", (
        "Copies what training needs into a folder that OneTrainer can use as its cache folder, or "
        "into one file. Paths become relative, and captions are left out unless you include them. "
        "Everything is checked first, and each problem has a button that fixes it. A stopped "
        "export continues where it stopped.",)),
    "import-cache": ("Import cache", "command-open-folder", (
        "Checks every file of an exported cache and copies it into the cache folder of a config on "
        "this computer. Existing files are never overwritten. Drop an exported cache on the window "
        "to begin.",)),
    "cache-folder": ("Cache a folder", "command-build", (
        "Makes a cache from your own files: pixels for image processors, sound features, "
        "waveforms, or text tokens.",)),
    "check": ("Read everything", "command-check", (
        "Checks more closely than the survey at opening. Like a trainer, it opens every picture, "
        "caption, mask and cached file, and finds what would stop or spoil training: damage, "
        "captions that are not UTF-8, empty masks. Files that have not changed are not opened "
        "again. Caches and sources are not changed.",)),
    "change-location": ("Find moved folder", "command-location", (
        "For a folder that was moved or renamed, or whose drive has another letter. Larder "
        "searches nearby folders and compares up to 50 files with the cache, by size and content.",
        "“Update paths” gives all entries the new path in one step, which Undo reverses; nothing "
        "has to be cached again. The config has to name the new folder, too: change it in "
        "OneTrainer.",
        "“Only remember the new folder” does not change the caches; Larder remembers where to "
        "look.",
        "The numbered folders of a released OneTrainer store no picture paths, only the concept's "
        "folder. Once the concept names the new folder, Build moves the cached files without "
        "encoding them again.")),
    "palette": ("Find a command", "command-find", (
        "Type a few letters of a command, a page, a workspace you opened before, or a word, and "
        "press Enter. Each command shows its keys, or why it cannot be used at the moment.",)),
    "help": ("Help", "command-about", (
        "F1 explains the current state, page or dialog. Search covers the whole help. Nothing is "
        "downloaded.",)),
    "preferences": ("Preferences", "command-about", (
        "Appearance: language, colours and units. Cleaning: how old a file must be before Clean "
        "ticks it. Space: how much caches of your own files may take. Privacy: hidden names and "
        "the list of recent workspaces. Moved folders: where they are now.",
        "Each setting says what it changes. Nothing changes until you click OK.")),
}
"""Pages by their ids, dialogs by those of `--page`: title, icon, paragraphs."""

DIALOGS: Final[Mapping[str, str]] = {
    "BuildDialog": "build", "CleanDialog": "clean", "PruneForm": "prune", "ClearForm": "clear",
    "WhatIfDialog": "what-if", "MatchDialog": "match", "SourcelessDialog": "sourceless",
    "ExportDialog": "export-cache", "ImportDialog": "import-cache",
    "SourceBuildDialog": "cache-folder",
    "CheckDialog": "check", "LocationDialog": "change-location",
    "PreferencesDialog": "preferences", "QuickLook": "inspector",
}
"""Class of a dialog -> its place; F1 in one that is not listed stays with the page behind it."""


class HelpSection(enum.Enum):
    """Parts of the help, in their order; the value starts the ids of its topics."""

    PLACE = "place"
    STATE = "state"
    FILE = "file"
    TRAINING = "training"
    REMEDY = "remedy"
    WORD = "word"


_SECTION_TITLES: Final[Mapping[HelpSection, str]] = {
    HelpSection.PLACE: "Pages and dialogs",
    HelpSection.STATE: "States of pictures and captions",
    HelpSection.FILE: "States of cached files",
    HelpSection.TRAINING: "What training would get wrong",
    HelpSection.REMEDY: "What you can do",
    HelpSection.WORD: "Glossary",
}


@dataclass(frozen=True, slots=True)
class Topic:
    """One page of the help.

    Attributes:
        id: "word:caption"; what F1 and links say.
        paragraphs: what there is to read, plain text.
        points: a list below it, plain text.
        icon: name of an icon file without its ending, "" for none.
        see_also: ids of other topics.
    """

    id: str
    section: HelpSection
    title: str
    paragraphs: Sequence[str]
    points: Sequence[str] = ()
    icon: str = ""
    tone: Tone = Tone.MUTED
    see_also: Sequence[str] = ()

    def found_by(self, words: str) -> bool:
        """Return whether the topic contains all of the given words, in any order."""
        text = " ".join((self.title, *self.paragraphs, *self.points)).casefold()
        return all(word in text for word in words.casefold().split())


def section_title(section: HelpSection) -> str:
    """As the list of topics says it."""
    return _tr(_SECTION_TITLES[section])


def state_topic(verdict: Verdict | PayloadVerdict) -> str:
    """Id of the topic about a state."""
    section = HelpSection.STATE if isinstance(verdict, Verdict) else HelpSection.FILE
    return f"{section.value}:{verdict.name_in_contract}"


def remedy_topic(repair: Repair) -> str:
    """Id of the topic about what a command mends."""
    return f"{HelpSection.REMEDY.value}:{repair.value or 'none'}"


def harm_topic(harm: TrainingRisk) -> str:
    """Id of the topic about what training would get wrong."""
    return f"{HelpSection.TRAINING.value}:{harm.name_in_contract}"


def place_topic(place: str) -> str:
    """Id of the topic about a page or dialog, by its name in `PLACES`."""
    return f"{HelpSection.PLACE.value}:{place}"


def help_topics() -> tuple[Topic, ...]:
    """Every topic, in the order of the list."""
    return (*_places(), *_states(), *_harms(), *_remedies(), *_words())


def _places() -> Iterator[Topic]:
    for place, (title, icon, paragraphs) in PLACES.items():
        yield Topic(place_topic(place), HelpSection.PLACE, _tr(title),
                    [_tr(text) for text in paragraphs], icon=icon)


def _states() -> Iterator[Topic]:
    verdicts: tuple[Verdict | PayloadVerdict, ...] = (*Verdict, *PayloadVerdict)
    for verdict in verdicts:
        look = verdict_look(verdict) if isinstance(verdict, Verdict) else payload_look(verdict)
        lines = [line for line, remedy in enumerate(REMEDIES) if verdict in remedy.verdicts]
        points = tuple(dict.fromkeys(repair_text(line) for line in lines))
        repairs = dict.fromkeys(
            REMEDIES[line].repair for line in lines if REMEDIES[line].repair is not Repair.NONE)
        paragraphs = [look.meaning, _what_to_do(verdict, has_points=bool(points))]
        yield Topic(
            state_topic(verdict),
            HelpSection.STATE if isinstance(verdict, Verdict) else HelpSection.FILE,
            look.word, paragraphs, points=points, icon=look.icon, tone=look.tone,
            see_also=tuple(remedy_topic(repair) for repair in repairs))


def _harms() -> Iterator[Topic]:
    for harm, row in HARMS.items():
        look = harm_look(harm, StoreFormat.INDEXED)
        effects = [_tr("With cache.json: %1").replace("%1", look.meaning),
                   _tr("With the cache of released OneTrainer: %1").replace(
                       "%1", core_text(row.released))] if row.released else [look.meaning]
        repairs = (row.repair,) if row.instead else tuple(dict.fromkeys(
            remedy.repair for remedy in REMEDIES for verdict in remedy.verdicts
            if verdict is row.verdict or (
                isinstance(verdict, Verdict) and FOLLOWS_FROM.get(verdict) is harm)))
        yield Topic(
            harm_topic(harm), HelpSection.TRAINING, look.word, effects,
            points=(core_text(row.instead),) if row.instead else (), icon=look.icon, tone=look.tone,
            see_also=tuple(remedy_topic(repair) for repair in repairs
                           if repair is not Repair.NONE))


def _what_to_do(verdict: Verdict | PayloadVerdict, *, has_points: bool) -> str:
    if has_points:
        return _tr("What to do depends on the cache; the row itself says which of these applies:")
    is_good = isinstance(verdict, PayloadVerdict) or VERDICTS[verdict].severity is Severity.GOOD
    return (_tr("There is nothing to do.") if is_good
            else _tr("There is nothing to do with this config."))


def _remedies() -> Iterator[Topic]:
    for repair in (*REPAIR_NAMES, Repair.QUARANTINE, Repair.NONE):
        look = remedy_look(repair)
        mended = dict.fromkeys(
            verdict for remedy in REMEDIES if remedy.repair is repair
            for verdict in _in_order(remedy.verdicts))
        yield Topic(
            remedy_topic(repair), HelpSection.REMEDY, look.word,
            [look.meaning, *_safety(repair)], icon=look.icon, tone=look.tone,
            see_also=tuple(state_topic(verdict) for verdict in mended))


def _safety(repair: Repair) -> Iterator[str]:
    if repair is not Repair.NONE:
        yield _tr("You see a preview before anything is changed. Pictures and captions are never "
                  "changed, moved or deleted.")


def _in_order(
    verdicts: Iterable[Verdict | PayloadVerdict],
) -> list[Verdict | PayloadVerdict]:
    return sorted(verdicts, key=lambda verdict: (isinstance(verdict, PayloadVerdict), int(verdict)))


def _words() -> Iterator[Topic]:
    for term in TERMS:
        said = term.said()
        yield Topic(f"{HelpSection.WORD.value}:{said.id}", HelpSection.WORD, said.word,
                    (said.meaning,))
