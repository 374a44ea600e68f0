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
        "The sample workspace is small and made up: try everything there first. Opening a "
        "workspace only looks; nothing in it changes until you agree to something.")),
    "coverage": ("Coverage", "page-coverage", (
        "The cards on top say what to do next, the most useful first; each has a button that does "
        "it. The numbers are the same as on the other pages and in the dialogs.",
        "The table has one line for each concept and cache: how much of it is cached, needs "
        "rebuilding, or is not cached yet. Double-click a line to see its pictures or captions.")),
    "entries": ("Entries", "page-entries", (
        "Every picture and caption with its state and the reason for it. Select one to see it in "
        "the inspector; press Space to see it large.",
        "The filter above the table finds names and states: “state:edited”, “kind:text”, "
        "“size:>10MB”. Right-click selected rows for what can be done with them.")),
    "problems": ("Problems", "page-problems", (
        "Everything that needs attention, one line for each remedy with its number of files, "
        "their size and the time it takes. Open a line to see what it is made of, down to the "
        "single file.",
        "The button below the table does what the selected lines need. You see a preview first.")),
    "training": ("What training would get wrong", "page-problems", (
        "The problems by what they do to training: what stops it, and what it would learn wrongly "
        "without a word. Some of it dates and settings tell. NaN, zeros, damage, other models and "
        "other captions show only when every cached file is read.",
        "Reading changes nothing, can be stopped at any time, and goes on where it was stopped: "
        "what did not change since is not read again.")),
    "journal": ("Journal", "page-journal", (
        "What Larder changed in these caches, the latest first. Undo brings back what a clean or a "
        "repair took away, until the quarantine is emptied.",)),
    "duplicates": ("Duplicates", "kind-image", (
        "Pictures and captions with the same content share their cached files, which saves time "
        "and space. Groups that should not share, for example because their masks differ, come "
        "first.", "This page only lists. It never deletes a picture or a caption.")),
    "charts": ("Charts", "page-coverage", (
        "Where the space goes, how the sizes of pictures are spread, and how old cached files are. "
        "Each chart can be saved as a picture and as a table.",)),
    "inspector": ("Inspector", "kind-image", (
        "What is known of the selected row: the source file beside what was made from it, the "
        "reason for its state, the settings it was made with, and the numbers inside the cached "
        "file. Details such as content hashes are at the end of the list.",)),
    "build": ("Build", "command-build", (
        "Makes what is not cached yet and makes again what needs rebuilding, so that the trainer "
        "starts at once. The preview says how many files that are, how much space they take and "
        "about how long it takes.",
        "You can pause or stop at any time: what is finished is kept, and the next build "
        "continues from there.")),
    "clean": ("Clean", "command-clean", (
        "Sets aside cached files that nobody needs. You see each of them before; untick what you "
        "want to keep. Your pictures and captions are never changed.",
        "Files go into a quarantine inside the cache, and Undo brings them back. Only “Delete now” "
        "frees the space at once.")),
    "prune": ("Prune", "command-prune", (
        "Makes room in caches that record when a value was used: removes what was not used for a "
        "long time, or the oldest above a size. OneTrainer's own caches record no use, so they are "
        "left alone.",)),
    "clear": ("Clear cache", "action-delete", (
        "Empties a whole cache. Its files go into quarantine first, and Undo brings them back.",)),
    "what-if": ("What if", "command-what-if", (
        "Shows what other settings would make useless, before you change them: how many pictures "
        "and captions would have to be encoded again, how large they are and how long that takes. "
        "Nothing is changed, neither the config nor a cache.",)),
    "match": ("Compare pictures", "kind-image", (
        "Compares what each cached file looks like with its picture and lists the pairs that look "
        "least alike. Two files that were mixed up come out on top. It only ranks; look at the "
        "pictures before you rebuild.",)),
    "sourceless": ("Train without pictures", "kind-tree", (
        "Says whether you can train from the cache alone, on another computer or after pictures "
        "and captions were deleted. If not, it lists each thing that is missing.",)),
    "export-cache": ("Export cache", "command-export", (
        "Copies what training needs to a folder that OneTrainer opens as its cache folder, or into "
        "one file. Paths become relative, and the texts of captions stay here unless you let them "
        "go along. Everything is checked first, and each thing that is missing has a button that "
        "mends it. An export that was stopped goes on where it stopped.",)),
    "import-cache": ("Import cache", "command-open-folder", (
        "Checks every file of an exported cache, and brings it into the cache folder of a config "
        "here. What lies there already is never overwritten. Drop an exported cache on the window "
        "to begin.",)),
    "cache-folder": ("Cache a folder", "command-build", (
        "Makes a cache of your own files: pixels for image processors, features of sounds, "
        "waveforms, or tokens of texts.",)),
    "check": ("Read everything", "command-check", (
        "Looks closer than the survey that opening a workspace makes: opens every picture, "
        "caption, mask and cached file, as a trainer would, and so finds what would stop or spoil "
        "training: damage, captions that are not UTF-8, empty masks. What did not change since it "
        "was opened is not opened again. It writes nothing.",)),
    "change-location": ("The folder was moved", "command-location", (
        "For a folder that was moved or renamed, or whose drive has another letter. Larder looks "
        "for it nearby, and compares up to 50 files with what was cached, by size and content.",
        "Write the new folder gives all entries the new path in one step, which Undo takes back; "
        "nothing has to be cached again. The config has to name the new folder, too: change it in "
        "OneTrainer.",
        "Only read there leaves the caches as they are, and Larder remembers where to look.",
        "The numbered folders of a released OneTrainer know no picture's path, only the concept's "
        "folder. Once the concept names the new one, Build moves what is cached there without "
        "encoding it.")),
    "palette": ("Find a command", "command-find", (
        "Type a few letters of a command, a page, a workspace you opened before, or a word, and "
        "press Enter. Each command shows its keys, or why it cannot be used at the moment.",)),
    "help": ("Help", "command-about", (
        "F1 explains what is selected: the state of a picture, a page, a dialog. Search finds "
        "every word of the help. Nothing is fetched from the internet.",)),
    "preferences": ("Preferences", "command-about", (
        "Colours, language, units, hidden names, how old a file must be before Clean offers it, "
        "and the folders that you said were moved.",)),
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
        return _tr("What to do depends on the cache; the row itself says which of these holds:")
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
        yield _tr("You see what will happen before it does. Pictures and captions are never "
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
