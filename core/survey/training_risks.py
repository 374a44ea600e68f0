"""Harms to training and the effect of each: the one table every front end uses.

A verdict states what state a row is in; a harm states what a trainer makes of it when it draws it.
One row can have several. They are bits of a row, `1 << Harm` (see `row_harms`); most follow from
its verdicts, those that only a look into payloads finds are set by `audit`. They are fixed by the
remedy of the row; for rows that are good otherwise, and for those that no command fixes, the table
gives the remedy.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

import msgspec

from larder.core.survey.effects import Effect
from larder.core.survey.remedies import Repair
from larder.core.survey.verdicts import (
    CONFLICTS,
    REBUILD_APART,
    ConflictKind,
    ContractName,
    Severity,
    Verdict,
)
from larder.core.workspace.store_kinds import TRAITS, StoreFormat

_STOPS: Final = "Training stops when it draws this one, which may be hours after the start."


class TrainingRisk(ContractName, enum.IntEnum):
    """Problem in what training would be given, worst first."""

    UNSAFE = 0
    MIXED_UP = 1
    PAIRED_BY_CHANCE = 2
    NOT_NUMBERS = 3
    FLIPPED_BITS = 4
    OTHER_MODEL = 5
    ALL_ZERO = 6
    NO_CAPTION = 7
    UNREADABLE_PICTURE = 8
    OTHER_PROMPT = 9
    SHARED_PROMPT = 10
    SHARED_MASK = 11
    SHARED_CONDITIONING = 12
    SHARED_SETTINGS = 13
    OLD_CONTENT = 14
    OLD_MASK = 15
    OLD_SETTINGS = 16
    OTHER_SIZE = 17
    INCOMPLETE = 18
    WRONG_SHAPE = 19
    TOO_LONG = 20
    UNLIKE_OTHERS = 21
    DAMAGED = 22
    OTHER_LIST = 23
    GONE = 24
    WRONG_MODELTYPE = 25
    BLOATED = 26


class TrainingRiskRow(msgspec.Struct, frozen=True):
    """Texts that users read about a harm.

    Attributes:
        label: a few words.
        effect: what it does to training with an index, one sentence.
        released: the same in released OneTrainer's layout, "" if it is the same.
        values: the same for a store of any other program, "" if it cannot be found there.
        training: what happens in training, None for what its severity says: wrong or a notice.
        training_released: the same in released OneTrainer's layout, None if it is the same.
        verdict: of the rows that a look into payloads finds it in; None if it leaves them good.
        instead: what to do about it, where the remedy of the row's verdict is not it.
        repair: the command that does it, to the rows themselves.
    """

    label: str
    effect: str
    released: str = ""
    values: str = ""
    severity: Severity = Severity.ERROR
    verdict: Verdict | None = None
    instead: str = ""
    repair: Repair = Repair.NONE
    training: Effect | None = None
    training_released: Effect | None = None

    def training_in(self, form: StoreFormat) -> Effect:
        """Return the effect on what reads a store of this format."""
        if not TRAITS[form].is_onetrainers:
            return Effect.NOTICE if self.severity is Severity.NOTE else Effect.WRONG
        if TRAITS[form].whole_groups and self.training_released is not None:
            return self.training_released
        if self.training is not None:
            return self.training
        return Effect.NOTICE if self.severity is Severity.NOTE else Effect.WRONG

    def effect_in(self, form: StoreFormat) -> str:
        """Return the sentence on the effect on training with a store of this format."""
        traits = TRAITS[form]
        if not traits.is_onetrainers:
            return self.values
        return self.released if traits.whole_groups and self.released else self.effect


_SHARED: Final = {
    TrainingRisk.SHARED_PROMPT: ConflictKind.PROMPTS, TrainingRisk.SHARED_MASK: ConflictKind.MASKS,
    TrainingRisk.SHARED_CONDITIONING: ConflictKind.CONDITIONING,
    TrainingRisk.SHARED_SETTINGS: ConflictKind.SETTINGS}
HARM_OF_CONFLICT: Final[Mapping[ConflictKind, TrainingRisk]] = {
    kind: harm for harm, kind in _SHARED.items()}

HARMS: Final[Mapping[TrainingRisk, TrainingRiskRow]] = {
    TrainingRisk.UNSAFE: TrainingRiskRow(
        "Runs a program",
        "A trainer opens cached files without checking them, and this one would run a program on "
        "your computer.",
        values="It would run a program when it is opened.",
        verdict=Verdict.CORRUPT_PAYLOAD),
    TrainingRisk.MIXED_UP: TrainingRiskRow(
        "Made from another file",
        "Training pairs it with what was made from another picture or caption, without a warning."),
    TrainingRisk.PAIRED_BY_CHANCE: TrainingRiskRow(
        "Paired by chance",
        "The concept's balancing draws samples, and this trainer draws its pictures and its "
        "captions independently: most pictures are trained with the caption of another.",
        instead="Set the balancing of the concept to repeats, or convert the cache to the layout "
        "of released OneTrainer with `larder convert`."),
    TrainingRisk.NOT_NUMBERS: TrainingRiskRow(
        "No numbers (NaN)",
        "The loss becomes NaN in the first step that draws it, and the trained weights with it: "
        "everything after that step is lost.",
        values="Whatever is computed from it becomes NaN.", verdict=Verdict.BAD_VALUES),
    TrainingRisk.FLIPPED_BITS: TrainingRiskRow(
        "Changed on the disk",
        "Some of its bytes have changed since it was written. A trainer compares no checksums and "
        "trains with the changed values.",
        values="Some of its bytes have changed since it was written.",
        verdict=Verdict.CORRUPT_PAYLOAD),
    TrainingRisk.OTHER_MODEL: TrainingRiskRow(
        "Made for another model",
        "A trainer finds cached files by their names: this one was encoded for another model type "
        "and is useless for the model that is trained.",
        verdict=Verdict.RECIPE_CHANGED),
    TrainingRisk.ALL_ZERO: TrainingRiskRow(
        "All zeros",
        "Training takes the zeros for the encoder's output and learns an empty picture or an empty "
        "prompt.",
        values="It contains only zeros.", verdict=Verdict.BAD_VALUES),
    TrainingRisk.NO_CAPTION: TrainingRiskRow(
        "No caption file",
        "The picture is trained with zeros instead of a prompt in every epoch, also if prompts "
        "come from file names or from the concept; the trainer only warns in its console.",
        released="The picture is trained with an empty prompt.",
        severity=Severity.WARNING, training_released=Effect.NOTICE,
        instead="Write the caption file, an empty one if there is nothing to say, and build it."),
    TrainingRisk.UNREADABLE_PICTURE: TrainingRiskRow(
        "Picture cannot be opened",
        "Its caption is trained with zeros instead of a picture in every epoch; the trainer only "
        "warns in its console.",
        released="OneTrainer stops while it caches its group.", training_released=Effect.STOPS,
        instead="Repair or replace the picture, or take it out of the concept's folder."),
    TrainingRisk.OTHER_PROMPT: TrainingRiskRow(
        "Another caption",
        "The picture is trained with a text that is no longer in its caption.",
        verdict=Verdict.RECIPE_CHANGED),
    **{harm: TrainingRiskRow(
        label, CONFLICTS[_SHARED[harm]], severity=Severity.WARNING, instead=REBUILD_APART,
        repair=Repair.BUILD)
       for harm, label in (
           (TrainingRisk.SHARED_PROMPT, "One prompt for several"),
           (TrainingRisk.SHARED_MASK, "One mask for several"),
           (TrainingRisk.SHARED_CONDITIONING, "One conditioning picture for several"),
           (TrainingRisk.SHARED_SETTINGS, "One concept's settings for several"))},
    TrainingRisk.OLD_CONTENT: TrainingRiskRow(
        "Old version",
        "The file was edited and kept its date, so the trainer does not notice and trains with "
        "what was made from the old version.",
        released="The file was edited, which OneTrainer does not notice: it trains with what was "
        "made from the old version.", values="It was made from an old version of the file.",
        severity=Severity.WARNING),
    TrainingRisk.OLD_MASK: TrainingRiskRow(
        "Old mask", "Training uses the old mask, so the wrong part of the picture counts.",
        severity=Severity.WARNING, verdict=Verdict.SIDECAR_CHANGED),
    TrainingRisk.OLD_SETTINGS: TrainingRiskRow(
        "Other settings",
        "Training uses what was made with other settings or another model, without a warning.",
        severity=Severity.WARNING, verdict=Verdict.RECIPE_CHANGED),
    TrainingRisk.OTHER_SIZE: TrainingRiskRow(
        "Other size", "Training uses the cached size, not the one that you set.",
        severity=Severity.WARNING),
    TrainingRisk.INCOMPLETE: TrainingRiskRow(
        "Incomplete file",
        "The missing part is filled with zeros if the trainer does not encode it again in time.",
        released=_STOPS, severity=Severity.WARNING, verdict=Verdict.INCOMPLETE_SCHEMA,
        training_released=Effect.STOPS),
    TrainingRisk.WRONG_SHAPE: TrainingRiskRow(
        "Wrong size",
        "Its size is not that of its bucket: training stops when it shares a batch with others, "
        "and learns another crop of the picture where it is alone.",
        verdict=Verdict.BAD_VALUES, training=Effect.STOPS),
    TrainingRisk.TOO_LONG: TrainingRiskRow(
        "Too many tokens",
        "It contains more tokens of its caption than the length to which the trainer pads "
        "captions: training stops "
        "when it draws this one, which may be hours after the start.",
        verdict=Verdict.BAD_VALUES, training=Effect.STOPS),
    TrainingRisk.UNLIKE_OTHERS: TrainingRiskRow(
        "Unlike the others",
        "Its data type or channels differ from the rest, as if another model had made it: training "
        "stops when it shares a batch with others, and learns nonsense where it is alone.",
        verdict=Verdict.BAD_VALUES, training=Effect.STOPS),
    TrainingRisk.DAMAGED: TrainingRiskRow(
        "Damaged file", _STOPS, values="A program that needs it makes it again or stops.",
        verdict=Verdict.CORRUPT_PAYLOAD,
        training=Effect.STOPS),
    TrainingRisk.OTHER_LIST: TrainingRiskRow(
        "List does not match",
        "OneTrainer takes names and crops of pictures from this list by their position. It stops "
        "where the list is shorter than the cached files or where the crops of a batch differ; "
        "otherwise it trains with the names of other pictures.",
        verdict=Verdict.CORRUPT_PAYLOAD, training=Effect.STOPS),
    TrainingRisk.GONE: TrainingRiskRow(
        "Cached file missing",
        f"{_STOPS} Only a start that looks at every file makes it again.",
        released=_STOPS, values="Programs that request it do not find it.",
        severity=Severity.WARNING, training=Effect.STOPS),
    TrainingRisk.WRONG_MODELTYPE: TrainingRiskRow(
        "Other model type", "Training does not start.", training=Effect.STOPS),
    TrainingRisk.BLOATED: TrainingRiskRow(
        "Too large",
        "Training is not harmed, but the file contains a whole batch for a single item, which "
        "costs space and reading time.",
        severity=Severity.NOTE, instead="Rebuild it in the window, with “Rebuild selected "
                                        "entries…” on the Entries page.", repair=Repair.BUILD),
}
"""One row per harm, worst first."""

SERIOUS: Final = sum(
    1 << harm for harm, row in HARMS.items() if row.severity is not Severity.NOTE)
"""Bits of what does training harm."""

FOLLOWS_FROM: Final[Mapping[Verdict, TrainingRisk]] = {
    Verdict.WRONG_MODELTYPE: TrainingRisk.WRONG_MODELTYPE,
    Verdict.COLLISION: TrainingRisk.MIXED_UP,
    Verdict.SHIFTED: TrainingRisk.MIXED_UP,
    Verdict.CORRUPT_PAYLOAD: TrainingRisk.DAMAGED,
    Verdict.SIDECAR_CHANGED: TrainingRisk.OLD_MASK,
    Verdict.RECIPE_CHANGED: TrainingRisk.OLD_SETTINGS,
    Verdict.MISSING_PAYLOAD: TrainingRisk.GONE,
    Verdict.INCOMPLETE_SCHEMA: TrainingRisk.INCOMPLETE,
    Verdict.MISSING_VARIANT: TrainingRisk.OTHER_SIZE,
}
"""What a verdict alone says of training; a look into the payload may know better why it has it."""


def harms_in(bits: int) -> tuple[TrainingRisk, ...]:
    """Harms whose bits are set, worst first."""
    return tuple(harm for harm in TrainingRisk if bits & (1 << harm))
