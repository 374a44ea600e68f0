"""The kinds of things that stop or spoil training before anything is cached: one row each.

What a trainer does depends on its release: released OneTrainer stops where the one with an index
(cache.json) puts zeros in place of what it cannot read.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from larder.core.files.regular_file import OTHER_KINDS
from larder.core.survey.checks.document import CheckItem
from larder.core.survey.effects import Effect
from larder.core.survey.verdicts import ContractName

_STOPS_CACHING: Final = "OneTrainer stops while it caches the pictures of its concept."
_ZEROS: Final = (
    "Its caption is trained with zeros instead of a picture in every epoch; the trainer only warns "
    "in its console.")

IS_FOLDER: Final = "It is a folder."


class Risk(ContractName, enum.IntEnum):
    """One kind; its name in documents is the hyphenated one."""

    UNREADABLE_FOLDER = 0
    UNUSABLE_CACHE_FOLDER = 1
    IMPOSSIBLE_SIZE = 2
    UNREADABLE_PICTURE = 3
    LARGE_PICTURE = 4
    UNREADABLE_MASK = 5
    UNREADABLE_CONDITIONING = 6
    UNREADABLE_CAPTION = 7
    CAPTION_ENCODING = 8
    VALIDATION_LEAK = 9
    BLACK_MASK = 10
    MASK_OF_OTHER_SHAPE = 11
    DEEP_PICTURE = 12
    BYTE_ORDER_MARK = 13
    CONTROL_CHARACTERS = 14
    NO_PROMPTS = 15
    CAPTION_OF_OTHER_NAME = 16
    IGNORED_MASK = 17
    SKIPPED_FILE = 18
    SKIPPED_LINK = 19
    DROPPED_FROM_BATCHES = 20
    NO_CAPTION = 21
    DANGLING_LINK = 22
    TWINS = 23
    UNUSED_MASKS = 24
    MASK_OF_NO_PICTURE = 25
    CAPTION_TOO_LONG = 26
    FROZEN_DRAW = 27
    ONE_ENTRY_FOR_TWO = 28


class RiskRow(msgspec.Struct, frozen=True):
    """Texts that users read about a kind of risk.

    Attributes:
        label: a few words.
        effect: what released OneTrainer does.
        does: the same in a sentence.
        remedy: what to do about it, one sentence.
        indexed: what the trainer with an index does, None if the same.
        indexed_does: the same in a sentence, "" if it is `does`.
    """

    label: str
    effect: Effect
    does: str
    remedy: str
    indexed: Effect | None = None
    indexed_does: str = ""

    def effect_in(self, *, has_index: bool) -> Effect:
        """Return the effect on training."""
        return self.indexed if has_index and self.indexed is not None else self.effect

    def does_in(self, *, has_index: bool) -> str:
        """Return one sentence on what the trainer does."""
        return self.indexed_does if has_index and self.indexed_does else self.does


RISKS: Final[Mapping[Risk, RiskRow]] = {
    Risk.UNREADABLE_FOLDER: RiskRow(
        "Folder cannot be read", Effect.STOPS, "OneTrainer stops before it caches anything.",
        "Connect its drive, set its path, or switch the concept off."),
    Risk.UNUSABLE_CACHE_FOLDER: RiskRow(
        "Cache folder cannot be used", Effect.STOPS,
        "OneTrainer stops at its start: it cannot make the folder.",
        "Connect the drive it leads to, or name another cache_dir."),
    Risk.IMPOSSIBLE_SIZE: RiskRow(
        "Resolution is too small", Effect.STOPS,
        "OneTrainer stops while it prepares the pictures of the concept.",
        "Set the concept's own resolution higher, or switch it off."),
    Risk.UNREADABLE_PICTURE: RiskRow(
        "Picture cannot be opened", Effect.STOPS, _STOPS_CACHING,
        "Repair or replace the picture, or take it out of the concept's folder.",
        Effect.WRONG, _ZEROS),
    Risk.LARGE_PICTURE: RiskRow(
        "Picture is too large", Effect.STOPS,
        "OneTrainer may run out of memory while it opens it, and Larder does not open it.",
        "Scale the picture down."),
    Risk.UNREADABLE_MASK: RiskRow(
        "Mask cannot be opened", Effect.STOPS, _STOPS_CACHING,
        "Save the mask again as a PNG, or delete it.", Effect.WRONG, _ZEROS),
    Risk.UNREADABLE_CONDITIONING: RiskRow(
        "Conditioning picture cannot be opened", Effect.STOPS, _STOPS_CACHING,
        "Save the conditioning picture again as a PNG, or delete it.", Effect.WRONG, _ZEROS),
    Risk.UNREADABLE_CAPTION: RiskRow(
        "Caption cannot be read", Effect.STOPS,
        "OneTrainer stops while it caches the captions of its concept.",
        "Make sure that the file may be read, or replace it."),
    Risk.CAPTION_ENCODING: RiskRow(
        "Caption is not UTF-8", Effect.STOPS,
        "OneTrainer stops while it caches the captions of its concept.",
        "Save the file as UTF-8, without a byte order mark."),
    Risk.VALIDATION_LEAK: RiskRow(
        "Validation picture is also trained", Effect.WRONG,
        "The validation loss falls although the model only remembers this picture.",
        "Take it out of one of the two concepts."),
    Risk.BLACK_MASK: RiskRow(
        "Mask is all black", Effect.WRONG, "Nothing of the picture is trained.",
        "Paint white what is to be trained, or take the picture out of the concept's folder."),
    Risk.MASK_OF_OTHER_SHAPE: RiskRow(
        "Mask of another shape", Effect.WRONG,
        "It is stretched over the picture, so that it covers other parts than were painted.",
        "Make the mask again in the proportions of the picture."),
    Risk.DEEP_PICTURE: RiskRow(
        "16 bits per channel", Effect.WRONG, "OneTrainer reads its colours wrong.",
        "Save the picture with 8 bits per channel."),
    Risk.BYTE_ORDER_MARK: RiskRow(
        "Caption begins with a byte order mark", Effect.WRONG,
        "OneTrainer keeps it: an invisible character comes before the first word of the prompt.",
        "Save the file as UTF-8 without a byte order mark (BOM)."),
    Risk.CONTROL_CHARACTERS: RiskRow(
        "Caption holds NUL characters", Effect.WRONG,
        "It may be UTF-16 without a byte order mark; the NUL characters become part of the prompt.",
        "Save the file as UTF-8."),
    Risk.NO_PROMPTS: RiskRow(
        "Prompt file is missing", Effect.WRONG,
        "Its pictures are trained with empty prompts.",
        "Connect the drive, or name another file in the concept."),
    Risk.CAPTION_OF_OTHER_NAME: RiskRow(
        "Caption under another name", Effect.SKIPPED,
        "OneTrainer does not read it and trains the picture with an empty prompt.",
        "Rename it to the picture's name with .txt in place of its extension."),
    Risk.IGNORED_MASK: RiskRow(
        "Mask with another extension", Effect.SKIPPED,
        "OneTrainer does not read it and trains the whole picture.",
        "Save it as a PNG whose name ends in -masklabel.png."),
    Risk.SKIPPED_FILE: RiskRow(
        "File type is not trained", Effect.SKIPPED, "OneTrainer does not look at this file.",
        "Save it as PNG, JPEG or WebP."),
    Risk.SKIPPED_LINK: RiskRow(
        "Link is not followed", Effect.SKIPPED,
        "This trainer takes no file that is a symbolic link.",
        "Put the file itself there."),
    Risk.DROPPED_FROM_BATCHES: RiskRow(
        "Bucket smaller than a batch", Effect.SKIPPED,
        "A batch contains pictures of one size only, and pictures that do not fill one are left "
        "out of every epoch.",
        "Add pictures of this shape, crop these to a shape that others have, or lower the batch "
        "size."),
    Risk.NO_CAPTION: RiskRow(
        "No caption file", Effect.NOTICE, "The picture is trained with an empty prompt.",
        "Write the caption file, an empty one if there is nothing to say.", Effect.WRONG,
        "The picture is trained with zeros instead of a prompt in every epoch."),
    Risk.DANGLING_LINK: RiskRow(
        "Broken link", Effect.NOTICE, "OneTrainer treats it as a missing file.",
        "Delete the link, or connect the drive that it points to."),
    Risk.TWINS: RiskRow(
        "Several pictures with one name", Effect.NOTICE,
        "They share one caption and one mask, and each of them is trained.",
        "Keep one of them, or give them names of their own."),
    Risk.UNUSED_MASKS: RiskRow(
        "Masks are not used", Effect.NOTICE,
        "Masked training is off in this config, so whole pictures are trained.",
        "Switch masked training on if the masks are to count."),
    Risk.MASK_OF_NO_PICTURE: RiskRow(
        "Mask without a picture", Effect.NOTICE, "OneTrainer does not use it for any picture.",
        "Give it the name of its picture, followed by -masklabel.png."),
    Risk.CAPTION_TOO_LONG: RiskRow(
        "Caption is too long", Effect.NOTICE,
        "They are never trained.",
        "Shorten the caption, or put first what matters most."),
    Risk.FROZEN_DRAW: RiskRow(
        "Random setting is drawn only once", Effect.NOTICE,
        "With one variation it is drawn once while caching, and every epoch repeats it.",
        "Raise the number of variations of the concept, or switch it off."),
    Risk.ONE_ENTRY_FOR_TWO: RiskRow(
        "One entry for two concepts", Effect.WRONG,
        "An index has one entry for each file, so both concepts are trained with what the settings "
        "of one of them made.",
        "Give both concepts the same settings, or convert the cache to the layout of released "
        "OneTrainer with `larder convert`."),
}
"""One row per kind, worst first."""

OF_NO_FILE: Final = frozenset(risk.name_in_contract for risk in (
    Risk.UNREADABLE_FOLDER, Risk.UNUSABLE_CACHE_FOLDER, Risk.IMPOSSIBLE_SIZE, Risk.NO_PROMPTS,
    Risk.FROZEN_DRAW))
"""Kinds of folders and settings; all others are of single sources."""


def are_of_files(items: Iterable[CheckItem]) -> bool:
    """Return whether all findings are about source files."""
    return not any(
        item.kind in OF_NO_FILE or item.why.startswith(IS_FOLDER)
        or any(words in item.why for _, words in OTHER_KINDS) for item in items)
