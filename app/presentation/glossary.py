"""The words that Larder uses, one sentence each, and what they are used instead of.

Every text that people read is written with these words, in the window, on the command line and in
the README. Help shows them; a test keeps the words that only we use out of texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from larder.app.presentation.sentences import Sentences

_tr = Sentences("Glossary")

INSTEAD_OF: Final[Mapping[str, str]] = {
    "payload": "cached file",
    "tensor": "cached file",
    "sidecar": "mask, or conditioning image",
    "orphan": "no longer needed",
    "superseded": "replaced by a newer one",
    "unindexed": "not in the index",
    "stale": "needs rebuilding",
    "touched": "date changed only",
    "verdict": "state",
    "recipe": "settings",
    "fingerprint": "model",
    "re-adopt": "relink",
    "readopt": "relink",
    "slot": "cached file",
    "bundle": "exported cache",
    "stamp": "date and size, or caption, by which something is recognised",
    "sentinel": "blank stand-in",
    "unreachable": "out of reach",
    "stem": "name",
    "anew": "again",
}
"""A word that only we use -> what people read in its place (verbs and codes of `larder` stay)."""


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """One word and what it means.

    Attributes:
        id: what help and the palette call it.
        word: as it stands in texts, with a capital because it is a title here.
    """

    id: str
    word: str
    meaning: str

    def said(self) -> GlossaryTerm:
        """The same in the user's language."""
        return GlossaryTerm(self.id, _tr(self.word), _tr(self.meaning))


TERMS: Final[Sequence[GlossaryTerm]] = (
    GlossaryTerm("workspace", "Workspace",
         "What you open in Larder: a OneTrainer config with everything it names, or a folder that "
         "holds caches."),
    GlossaryTerm("concept", "Concept",
         "A folder of pictures with its settings, as on OneTrainer's Concepts tab."),
    GlossaryTerm("source", "Source file",
         "One of your own files (a picture, a caption, a sound), which Larder reads and never "
         "changes, moves or deletes."),
    GlossaryTerm("caption", "Caption",
         "The text that goes with a picture: in a text file beside it, in a prompt file of the "
         "concept, or its file name."),
    GlossaryTerm("mask", "Mask",
         "A black-and-white picture beside a picture that says which parts of it are trained."),
    GlossaryTerm("cache", "Cache",
         "A folder of cached files of one kind: one for pictures, one for captions, and so on."),
    GlossaryTerm("cached-file", "Cached file",
         "What the model's encoder made from a picture or a caption, saved so that training does "
         "not have to make it again."),
    GlossaryTerm("variation", "Variation",
         "One of several cached files of the same picture or caption, for example another crop or "
         "another line of the caption; training takes turns between them."),
    GlossaryTerm("entry", "Entry",
         "One picture or caption in a cache, together with all cached files made from it."),
    GlossaryTerm("index", "Index",
         "The list inside a cache (cache.json) that says which cached files were made from which "
         "of your files."),
    GlossaryTerm("survey", "Survey",
         "A check of all your files and caches that finds the state of each and changes nothing."),
    GlossaryTerm("up-to-date", "Up to date",
         "Made from the file as it is now, with the settings of this config."),
    GlossaryTerm("not-cached", "Not cached yet",
         "This config needs a cached file of it, and there is none yet."),
    GlossaryTerm("needs-rebuilding", "Needs rebuilding",
         "There is a cached file, but it no longer fits the file it was made from or the settings "
         "of this config."),
    GlossaryTerm("edited", "Edited", "The content of the file changed after it was cached."),
    GlossaryTerm("mask-changed", "Mask changed",
         "The mask or conditioning image of a picture was edited, added or removed after the "
         "picture was cached."),
    GlossaryTerm("settings-changed", "Settings changed",
         "The cached file was made with other settings, or with another model, than this config "
         "asks for."),
    GlossaryTerm("date-changed", "Date changed only",
         "The file has a new date and the same content, so its cached files are still good."),
    GlossaryTerm("renamed", "Renamed",
         "The file has a new name or folder and the same content, so its cached files can be "
         "relinked instead of being made again."),
    GlossaryTerm("deleted", "Deleted",
         "The file no longer exists, but its folder does."),
    GlossaryTerm("out-of-reach", "Out of reach",
         "The folder or drive of a file cannot be found at the moment; everything made from the "
         "file is kept."),
    GlossaryTerm("damaged", "Damaged", "The cached file cannot be read."),
    GlossaryTerm("nobody-needs", "No longer needed",
         "Neither your files nor the settings of this config use it any more; it only takes up "
         "space."),
    GlossaryTerm("quarantine", "Quarantine",
         "The folder inside a cache where Clean puts what it removes, until you undo that or empty "
         "the quarantine."),
    GlossaryTerm("space-used", "Space used",
         "How much of the disk files take up, which can be more or less than the sum of their "
         "sizes."),
)
"""At most 25, in the order in which one meets them."""
