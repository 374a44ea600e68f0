"""The cause of what is due, in a few sentences: what was done, its effect, the work of a build.

A page of findings says what is wrong; this says why, as the user did it: "You added a.jpg. You
edited 2 captions." The window opens with it and the command line begins with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import UNSET, UnsetType

from larder.core.quantities import pluralize, size_text
from larder.core.queries.changes import Change, list_changes
from larder.core.queries.finding_remedies import StoreRemedies, has_repair
from larder.core.queries.next_steps import step_for_effect
from larder.core.survey.causes import NAMED
from larder.core.survey.document import BuildEstimate, Headline, ListedChange, WrongPair
from larder.core.survey.effects import Effect
from larder.core.survey.remedies import MADE_AT_START, Repair
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.row_notes import bit
from larder.core.survey.training_risks import HARMS, SERIOUS, TrainingRisk, harms_in
from larder.core.survey.verdicts import Verdict
from larder.core.survey.why import samples_text
from larder.core.workspace.samples import caption_of, sample_stem
from larder.core.workspace.store_kinds import StoreContent

WOULD_BE_TRAINED: Final[Mapping[TrainingRisk, Callable[[str], str]]] = {
    TrainingRisk.UNSAFE: lambda what: f"{what} would be trained from a file that runs a program.",
    TrainingRisk.MIXED_UP:
        lambda what: f"{what} would be trained with what was made from another file.",
    TrainingRisk.PAIRED_BY_CHANCE:
        lambda what: f"{what} would be trained with the caption of another picture.",
    TrainingRisk.NOT_NUMBERS:
        lambda what: f"{what} would be trained with values that are not numbers.",
    TrainingRisk.FLIPPED_BITS:
        lambda what: f"{what} would be trained with values that changed on the disk.",
    TrainingRisk.OTHER_MODEL: lambda what: f"{what} would be trained with files from another "
                                           "model.",
    TrainingRisk.ALL_ZERO: lambda what: f"{what} would be trained with zeros.",
    TrainingRisk.NO_CAPTION: lambda what: f"{what} would be trained without a caption.",
    TrainingRisk.UNREADABLE_PICTURE: lambda what: f"{what} would be trained without a picture.",
    TrainingRisk.OTHER_PROMPT: lambda what: f"{what} would be trained with another caption.",
    TrainingRisk.SHARED_PROMPT:
        lambda what: f"{what} would be trained with the caption of another concept.",
    TrainingRisk.SHARED_MASK:
        lambda what: f"{what} would be trained with the mask of another concept.",
    TrainingRisk.SHARED_CONDITIONING:
        lambda what: f"{what} would be trained with the conditioning picture of another concept.",
    TrainingRisk.SHARED_SETTINGS:
        lambda what: f"{what} would be trained with the settings of another concept.",
    TrainingRisk.OLD_CONTENT:
        lambda what: f"{what} would be trained with the old content.",
    TrainingRisk.OLD_MASK: lambda what: f"{what} would be trained with the old mask.",
    TrainingRisk.OLD_SETTINGS:
        lambda what: f"{what} would be trained with what other settings or another model gave.",
    TrainingRisk.OTHER_SIZE: lambda what: f"{what} would be trained at another size than you set.",
    TrainingRisk.INCOMPLETE: lambda what: f"{what} would be trained with a part filled with zeros.",
    TrainingRisk.WRONG_SHAPE: lambda what: f"{what} would be trained at the wrong size.",
    TrainingRisk.TOO_LONG: lambda what: f"{what} would be trained with too many tokens.",
    TrainingRisk.UNLIKE_OTHERS:
        lambda what: f"{what} would be trained with values unlike the others.",
    TrainingRisk.DAMAGED: lambda what: f"{what} would be trained from damaged files.",
    TrainingRisk.OTHER_LIST:
        lambda what: f"{what} would be trained with the names of other pictures.",
    TrainingRisk.GONE: lambda what: f"{what} would be trained from missing files.",
    TrainingRisk.WRONG_MODELTYPE:
        lambda what: f"{what} would be trained with files from another model.",
    TrainingRisk.BLOATED: lambda what: f"{what} would be trained from files that are too large.",
}
"""What training makes of rows with each harm, where it does not stop at them."""

_WORK: Final[Mapping[tuple[bool, bool, bool], Callable[[BuildEstimate], str]]] = {
    (True, True, True): lambda build: (
        f"Larder encodes {pluralize(build.encodes, 'file')}, copies {build.copies:,} and moves "
        f"{build.moves:,}."),
    (True, True, False): lambda build: (
        f"Larder encodes {pluralize(build.encodes, 'file')} and copies {build.copies:,}."),
    (True, False, True): lambda build: (
        f"Larder encodes {pluralize(build.encodes, 'file')} and moves {build.moves:,}."),
    (True, False, False): lambda build: f"Larder encodes {pluralize(build.encodes, 'file')}.",
    (False, True, True): lambda build: (
        f"Larder encodes nothing, copies {pluralize(build.copies, 'file')} and moves "
        f"{build.moves:,}."),
    (False, True, False): lambda build: (
        f"Larder encodes nothing and copies {pluralize(build.copies, 'file')}."),
    (False, False, True): lambda build: (
        f"Larder encodes nothing and moves {pluralize(build.moves, 'file')}."),
}
"""The work of a build by whether it encodes, copies and moves anything."""

_EXPLAINED: Final = (Repair.BUILD, Repair.READOPT, Repair.CLEAN)
"""The steps that a headline says the cause of: the first that is due."""


def make_headline(
    report: SurveyReport, remedies: Sequence[StoreRemedies], build: BuildEstimate | None
) -> Headline | UnsetType:
    """Return the headline of a survey; unset if nothing is due.

    Of another step than a build it is unset, too, where the cause is not known.
    """
    repair = next((one for one in _EXPLAINED if any(
        found.count(one) for found in remedies)), None)
    if repair is None:
        return UNSET
    due = [(survey, has_repair(found.rows, repair))
           for survey, found in zip(report.stores, remedies, strict=True)
           if survey.location.kind.traits.is_onetrainers]
    stores = [survey for survey, _ in due]
    pictures = [one for one in stores if one.location.kind.content is StoreContent.IMAGE]
    captions = [one for one in stores if one.location.kind.content is StoreContent.TEXT]
    changes = list(list_changes(report, pictures, captions))
    if not changes and repair is not Repair.BUILD:
        return UNSET
    return Headline(
        remedy=repair.value, happened=" ".join(text for text, _ in changes),
        changes=_list_all(changes),
        effect=" ".join(_list_effects(report, due, build, repair)),
        work=_describe_work(build), pair=_find_wrong_pair(pictures, captions))


def _list_all(changes: Sequence[Change]) -> tuple[ListedChange, ...] | UnsetType:
    """Return everything that changed; unset if the sentences name it all."""
    every = [one for _, listed in changes for one in listed]
    is_told = all(len(listed) <= NAMED for _, listed in changes) and sum(
        one.what == "setting" for one in every) <= NAMED
    return UNSET if is_told else tuple(every)


def _list_effects(
    report: SurveyReport, due: Sequence[tuple[StoreSurvey, npt.NDArray[np.bool_]]],
    build: BuildEstimate | None, repair: Repair,
) -> Iterator[str]:
    """Yield what training makes of each kind of rows, what stops it first.

    `due` has with each store whether each of its n rows is one that `repair` is due for, shape
    (n,). Only a build is about what training gets wrong; beside another repair all rows are told.
    """
    stopping = step_for_effect(report, Effect.STOPS)
    if stopping is not None:
        yield stopping.text + "."  # translated as the step is
    found = Counter[tuple[TrainingRisk, Effect, StoreContent]]()
    made_at_start = 0
    of_groups = Counter[StoreContent]()
    for survey, has_build in due:
        rows, kind = survey.rows, survey.location.kind
        meant = rows.harms[has_build] if repair is Repair.BUILD else rows.harms
        serious = meant & np.uint32(SERIOUS)
        for harm in harms_in(int(np.bitwise_or.reduce(serious))):
            found[harm, HARMS[harm].training_in(kind.format), kind.content] = int(
                np.count_nonzero(serious & bit(harm)))
        is_made = has_build & np.isin(rows.verdicts, [*MADE_AT_START[kind.format]])
        if kind.traits.whole_groups:
            # A group of other settings is not read: it harms nothing, and all of it is made anew.
            is_made |= has_build & (rows.verdicts == Verdict.RECIPE_CHANGED)
            of_groups[kind.content] += int((is_made & (rows.harms == 0)).sum())
        else:
            made_at_start += int(is_made.sum())
    stops = {key: count for key, count in found.items() if key[1] is Effect.STOPS}
    if stops:
        what = _describe_rows(stops)
        yield f"Training would stop at {what}."
    for harm in sorted({harm for harm, effect, _ in found if effect is not Effect.STOPS}):
        yield WOULD_BE_TRAINED[harm](_describe_rows({
            key: count for key, count in found.items()
            if key[0] is harm and key[1] is not Effect.STOPS}))
    if of_groups.total():
        what = samples_text({*+of_groups}, of_groups.total())
        yield f"The trainer would encode {what} itself as it starts."
        return
    if found or stopping is not None or not made_at_start:
        return
    # What holds the same as another is not encoded again, by a build or by the trainer.
    encodes = build.encodes if build is not None else (
        made_at_start if repair is Repair.READOPT else 0)
    if encodes:
        yield f"The trainer would encode {pluralize(encodes, 'file')} itself as it starts."


def _describe_rows(counts: Mapping[tuple[TrainingRisk, Effect, StoreContent], int]) -> str:
    # It is the picture that is trained without a caption.
    contents = {StoreContent.IMAGE if harm is TrainingRisk.NO_CAPTION else content
                for harm, _, content in counts}
    return samples_text(contents, sum(counts.values()))


def _describe_work(build: BuildEstimate | None) -> str:
    if build is None or not (build.encodes or build.copies or build.moves):
        return "" if build is None else build.waits
    work = _WORK[bool(build.encodes), bool(build.copies), bool(build.moves)](build)
    size, free = build.bytes or 0, build.free_bytes
    space = "" if size <= free else (
        f"The build needs {size_text(size)} on the drive, and {size_text(free)} are free.")
    return " ".join(filter(None, (work, build.waits, space)))


def _find_wrong_pair(
    pictures: Sequence[StoreSurvey], captions: Sequence[StoreSurvey]
) -> WrongPair | UnsetType:
    """Return the first picture that would be trained as another, or with another's caption."""
    for survey in pictures:
        for row in survey.rows.made_from:
            picture = survey.rows.source(row)
            caption = caption_of(picture) if captions else ""
            return WrongPair(
                store=survey.location.id, picture=picture, caption=caption,
                trained_picture=survey.rows.made_from[row],
                trained_caption=_find_trained_caption(captions, caption))
    for survey in captions:
        for row in survey.rows.made_from:
            caption = survey.rows.source(row)
            picture = _find_picture(pictures, caption)
            return WrongPair(
                picture=picture, trained_picture=picture, caption=caption,
                trained_caption=caption_of(survey.rows.made_from[row]))
    return UNSET


def _find_trained_caption(captions: Sequence[StoreSurvey], caption: str) -> str:
    """Return the caption file whose text is trained in place of one, or that one."""
    for survey in captions:
        for row in survey.rows.made_from:
            if survey.rows.source(row) == caption:
                return caption_of(survey.rows.made_from[row])
    return caption


def _find_picture(pictures: Sequence[StoreSurvey], caption: str) -> str:
    """Return the picture of a caption file, "" if no store lists it."""
    stem = sample_stem(caption)
    for survey in pictures:
        for row in range(len(survey.rows)):
            if sample_stem(survey.rows.source(row)) == stem:
                return survey.rows.source(row)
    return ""
