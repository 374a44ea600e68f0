"""The cause of what a build is due for, in a few sentences: what was done, its effect, the work.

A page of findings says what is wrong; this says why, as the user did it: "You added a.jpg. You
edited 2 captions." The window opens with it and the command line begins with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import UNSET, UnsetType

from larder.core.columns import distinct
from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.quantities import pluralize, size_text
from larder.core.queries.finding_remedies import StoreRemedies, has_repair
from larder.core.queries.next_steps import step_for_effect
from larder.core.survey.causes import NAMED, names_text
from larder.core.survey.document import BuildEstimate, Headline, WrongPair
from larder.core.survey.effects import Effect
from larder.core.survey.remedies import MADE_AT_START, Repair
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.row_notes import bit
from larder.core.survey.training_risks import HARMS, SERIOUS, TrainingRisk, harms_in
from larder.core.survey.verdicts import Verdict
from larder.core.survey.why import samples_text
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import PathFlavour
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
    TrainingRisk.OTHER_MODEL: lambda what: f"{what} would be trained with what another model made.",
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
    TrainingRisk.OLD_CONTENT: lambda what: f"{what} would be trained as before the edit.",
    TrainingRisk.OLD_MASK: lambda what: f"{what} would be trained with the old mask.",
    TrainingRisk.OLD_SETTINGS:
        lambda what: f"{what} would be trained with what other settings or another model gave.",
    TrainingRisk.OTHER_SIZE: lambda what: f"{what} would be trained in another size than you set.",
    TrainingRisk.INCOMPLETE: lambda what: f"{what} would be trained with a part filled with zeros.",
    TrainingRisk.WRONG_SHAPE: lambda what: f"{what} would be trained in the wrong size.",
    TrainingRisk.TOO_LONG: lambda what: f"{what} would be trained with too many tokens.",
    TrainingRisk.UNLIKE_OTHERS:
        lambda what: f"{what} would be trained with values unlike the others.",
    TrainingRisk.DAMAGED: lambda what: f"{what} would be trained from damaged files.",
    TrainingRisk.OTHER_LIST:
        lambda what: f"{what} would be trained with the names of other pictures.",
    TrainingRisk.GONE: lambda what: f"{what} would be trained from missing files.",
    TrainingRisk.WRONG_MODELTYPE:
        lambda what: f"{what} would be trained with what another model made.",
    TrainingRisk.BLOATED: lambda what: f"{what} would be trained from files that are too large.",
}
"""What training makes of rows with each harm, where it does not stop at them."""

DAMAGED: Final = (
    Verdict.CORRUPT_PAYLOAD, Verdict.BAD_VALUES, Verdict.MISSING_PAYLOAD,
    Verdict.INCOMPLETE_SCHEMA)

MOST_DATED: Final = 1_000
"""Pictures whose dates are looked at; where more are not cached yet, the first stand for them."""

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

Names = tuple[Sequence[str], int]
"""The first names of a list, and how many it has."""

NO_NAMES: Final[Names] = ((), 0)


def make_headline(
    report: SurveyReport, remedies: Sequence[StoreRemedies], build: BuildEstimate | None
) -> Headline | UnsetType:
    """Return the headline of a survey; unset if no build is due."""
    if not any(found.count(Repair.BUILD) for found in remedies):
        return UNSET
    due = [(survey, has_repair(found.rows, Repair.BUILD))
           for survey, found in zip(report.stores, remedies, strict=True)
           if survey.location.kind.traits.is_onetrainers]
    stores = [survey for survey, _ in due]
    pictures = [one for one in stores if one.location.kind.content is StoreContent.IMAGE]
    captions = [one for one in stores if one.location.kind.content is StoreContent.TEXT]
    return Headline(
        happened=" ".join(_list_changes(report.workspace, pictures, captions)),
        effect=" ".join(_list_effects(report, due, build)),
        work=_describe_work(build), pair=_find_wrong_pair(pictures, captions))


def _list_changes(
    workspace: Workspace, pictures: Sequence[StoreSurvey], captions: Sequence[StoreSurvey]
) -> Iterator[str]:
    """Yield a sentence for each kind of change; a picture in two stores counts once."""
    stores, either = (*pictures, *captions), pictures or captions
    added = _find_most(_list_added(workspace, one) for one in either)
    removed = _find_most(map(_list_removed, either))
    renamed = max(map(_list_renamed, either), key=len, default=())
    edited, masks = (
        _find_most(_list_rows(one, one.rows.verdicts == verdict) for one in pictures)
        for verdict in (Verdict.CONTENT_CHANGED, Verdict.SIDECAR_CHANGED))
    said, taken = (map(_find_most, zip(*(
        _split_changed(workspace, one) for one in captions), strict=True)) if captions
        else (NO_NAMES, NO_NAMES))
    if added[1]:
        yield f"You added {names_text(*added)}."
    if removed[1]:
        yield f"You removed {names_text(*removed)}."
    if taken[1]:
        yield f"You removed {names_text(*taken)}."
    if len(renamed) == 1:
        yield (f"You renamed {names_text([renamed[0][0]])} to "
               f"{names_text([renamed[0][1]])}.")
    elif renamed:
        yield f"You renamed {names_text([old for old, _ in renamed])}."
    if edited[1]:
        yield f"You edited {names_text(*edited)}."
    if said[1]:
        yield f"You edited {names_text(*said)}."
    if masks[1]:
        yield f"You changed the mask of {names_text(*masks)}."
    if _count(stores, Verdict.RECIPE_CHANGED, Verdict.WRONG_MODELTYPE):
        yield "You changed settings or the model."
    if _count(stores, Verdict.MISSING_VARIANT):
        yield "You changed the resolution."
    damaged = _count(stores, *DAMAGED)
    if damaged:
        yield f"{pluralize(damaged, 'cached file')} are missing or cannot be used." \
            if damaged > 1 else "1 cached file is missing or cannot be used."


def _find_most(found: Iterable[Names]) -> Names:
    return max(found, key=lambda names: names[1], default=NO_NAMES)


def _list_rows(survey: StoreSurvey, has: npt.NDArray[np.bool_]) -> Names:
    rows = np.flatnonzero(has)
    return [survey.rows.source(row) for row in rows[:NAMED].tolist()], len(rows)


def _split_changed(workspace: Workspace, survey: StoreSurvey) -> tuple[Names, Names]:
    """Return changed captions whose file is there, and those whose file is gone."""
    is_changed = survey.rows.verdicts == Verdict.CONTENT_CHANGED
    changed = np.flatnonzero(is_changed)[:MOST_DATED]
    is_gone = np.zeros(len(survey.rows), dtype=np.bool_)
    is_gone[changed] = [stamp is None for stamp in _stamps(workspace, survey, changed.tolist())]
    return _list_rows(survey, is_changed & ~is_gone), _list_rows(survey, is_gone)


def _stamps(
    workspace: Workspace, survey: StoreSurvey, rows: Sequence[int]
) -> list[FileStamp | None]:
    """Return the stamps of rows' sources, None of one that cannot be found."""
    real = workspace.paths(PathFlavour(survey.rows.separator)).real
    return [readable_stamp(real(survey.rows.source(row))) for row in rows]


def _list_added(workspace: Workspace, survey: StoreSurvey) -> Names:
    """Return what came to concepts since they were cached.

    Of those whose slots moved, the samples without a slot are not those that came. A picture that
    was there before the last file was cached is what a build left undone.
    """
    rows = survey.rows
    begun = distinct(rows.concept[rows.has_entry])
    moved = distinct(rows.concept[rows.verdicts == Verdict.SHIFTED])
    is_new = (rows.verdicts == Verdict.MISSING_ENTRY) & ~rows.has_entry & np.isin(
        rows.concept, begun) & ~np.isin(rows.concept, moved)
    is_new[[option.row for option in survey.readoptions]] = False
    named = [name for cause in survey.mixed_up_by for name in cause.added]
    cached_ns = int(survey.payloads.mtimes_ns.max(initial=0))
    new = np.flatnonzero(is_new)[:MOST_DATED].tolist()
    stamps = _stamps(workspace, survey, new)
    late = [row for row, stamp in zip(new, stamps, strict=True) if stamp is not None
            and max(stamp.mtime_ns, stamp.ctime_ns) > cached_ns]
    if len(late) == len(new):
        first, count = _list_rows(survey, is_new)
    else:
        first, count = [rows.source(row) for row in late[:NAMED]], len(late)
    return [*named, *first], len(named) + count


def _list_removed(survey: StoreSurvey) -> Names:
    is_gone = survey.rows.verdicts == Verdict.SOURCE_MISSING
    is_gone[[option.dead_row for option in survey.readoptions if option.dead_row is not None]] = (
        False)
    named = [name for cause in survey.mixed_up_by for name in cause.removed]
    if survey.mixed_up_by:  # of which those that are recorded have rows, too
        known = {*named, *(old for cause in survey.mixed_up_by for old, _ in cause.renamed)}
        gone = np.flatnonzero(is_gone).tolist()
        is_gone[[row for row in gone if survey.rows.source(row) in known]] = False
    first, count = _list_rows(survey, is_gone)
    return [*named, *first], len(named) + count


def _list_renamed(survey: StoreSurvey) -> Sequence[tuple[str, str]]:
    """Return old and new paths."""
    return [pair for cause in survey.mixed_up_by for pair in cause.renamed] or [
        (survey.rows.source(option.dead_row), survey.rows.source(option.row))
        for option in survey.readoptions if option.dead_row is not None]


def _count(stores: Sequence[StoreSurvey], *verdicts: Verdict) -> int:
    return sum(int(np.isin(one.rows.verdicts, verdicts).sum()) for one in stores)


def _list_effects(
    report: SurveyReport, due: Sequence[tuple[StoreSurvey, npt.NDArray[np.bool_]]],
    build: BuildEstimate | None,
) -> Iterator[str]:
    """Yield what training makes of each kind of rows, what stops it first.

    `due` has with each store whether each of its n rows is one that a build is due for, shape (n,).
    """
    stopping = step_for_effect(report, Effect.STOPS)
    if stopping is not None:
        yield stopping.text + "."  # translated as the step is
    found = Counter[tuple[TrainingRisk, Effect, StoreContent]]()
    is_made_at_start = False
    for survey, has_build in due:
        rows, kind = survey.rows, survey.location.kind
        serious = rows.harms[has_build] & np.uint32(SERIOUS)
        for harm in harms_in(int(np.bitwise_or.reduce(serious))):
            found[harm, HARMS[harm].training_in(kind.format), kind.content] = int(
                np.count_nonzero(serious & bit(harm)))
        is_made_at_start |= bool((
            has_build & np.isin(rows.verdicts, [*MADE_AT_START[kind.format]])).any())
    stops = {key: count for key, count in found.items() if key[1] is Effect.STOPS}
    if stops:
        what = _describe_rows(stops)
        yield f"Training would stop at {what}."
    for harm in sorted({harm for harm, effect, _ in found if effect is not Effect.STOPS}):
        yield WOULD_BE_TRAINED[harm](_describe_rows({
            key: count for key, count in found.items()
            if key[0] is harm and key[1] is not Effect.STOPS}))
    if found or stopping is not None or build is None:
        return
    if is_made_at_start and build.encodes:
        # What holds the same as another is not encoded again, by a build or by the trainer.
        yield f"The trainer would encode {pluralize(build.encodes, 'file')} itself as it starts."


def _describe_rows(counts: Mapping[tuple[TrainingRisk, Effect, StoreContent], int]) -> str:
    # It is the picture that is trained without a caption.
    contents = {StoreContent.IMAGE if harm is TrainingRisk.NO_CAPTION else content
                for harm, _, content in counts}
    return samples_text(contents, sum(counts.values()))


def _describe_work(build: BuildEstimate | None) -> str:
    if build is None or not (build.encodes or build.copies or build.moves):
        return ""
    work = _WORK[bool(build.encodes), bool(build.copies), bool(build.moves)](build)
    size, free = build.bytes or 0, build.free_bytes
    space = "" if size <= free else (
        f"The build needs {size_text(size)} on the drive, and {size_text(free)} are free.")
    return " ".join(filter(None, (work, space)))


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
