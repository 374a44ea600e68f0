"""Next steps for a workspace, the most useful first, one sentence each.

Every number is one that another place shows too (`finding_remedies` says what is counted): that of
a step is the count of its row on the Problems page and of the plan that its button shows. Rows,
except those whose date or folder changed, are together all that is stale or missing; files and
bytes are those that a clean would preselect. The window shows the same sentences as the command
line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import UNSET

from larder.core.clean.plan import CleanPlan
from larder.core.quantities import pluralize
from larder.core.queries.finding_remedies import StoreRemedies, has_repair
from larder.core.queries.first_visits import list_first_visits, unproven_files
from larder.core.survey.checks.document import CheckItem
from larder.core.survey.checks.risks import Risk, are_of_files
from larder.core.survey.document import PROOF, BuildEstimate, NextStep
from larder.core.survey.effects import Effect
from larder.core.survey.remedies import BROKEN_LINES, Repair
from larder.core.survey.report import SurveyReport
from larder.core.survey.training_risks import HARMS, SERIOUS
from larder.core.survey.verdicts import Counted, Severity, Verdict
from larder.core.survey.why import samples_text
from larder.core.workspace.hub_cache import find_hub_model
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import ENTRY_NOUNS, TRAINER_CONTENTS, StoreContent
from larder.core.workspace.trainer_layout import clearing_finding

DUE = (Counted.STALE, Counted.MISSING)
"""What a trainer, or a build before it, has to make."""

_OPEN = (Repair.BUILD.value, Repair.RECONNECT.value, Repair.INDEX.value)
"""While one of these is to be done, the trainer has something to make, or nobody knows."""

_UNDONE = (None, Repair.READOPT.value, Repair.CLEAN.value)
"""While something is stale or missing that one of these is about, the trainer has, too."""

SPOILING = (Effect.STOPS, Effect.WRONG, Effect.SKIPPED)
"""All that is worse than a notice."""

_SPOILED: Final[Mapping[Effect, Callable[[str], str]]] = {
    Effect.STOPS: lambda what: f"{what} would stop training",
    Effect.WRONG: lambda what: f"{what} would be trained wrong",
    Effect.SKIPPED: lambda what: f"{what} would not be trained",
}


def next_steps(
    report: SurveyReport, plan: CleanPlan, remedies: Sequence[StoreRemedies],
    build: BuildEstimate | None = None,
) -> tuple[NextStep, ...]:
    """Return the next steps; empty for a workspace that has nothing cached and nothing to cache.

    `build` is the plan's estimate of the build that is due, None if unknown.
    """
    due, effects = _Due(report, remedies), _effects(report)
    steps = [
        step for step in (
            *_step_for_count(due, Repair.RECONNECT), _repair(report),
            step_for_effect(report, Effect.STOPS),
            _build(report, due, build), _training(report), step_for_effect(report, Effect.WRONG),
            step_for_effect(report, Effect.SKIPPED), *_step_for_count(due, Repair.READOPT),
            _clean(plan, due),
            *_step_for_count(due, Repair.TOUCH), *_step_for_count(due, Repair.CACHE_FOLDER),
            *_steps_for_the_rest(report, due), _choose(due), _prove(report))
        if step is not None]
    is_asked = any(survey.request_mask.any() for survey in report.stores)
    blocks = bool(effects[Effect.STOPS]) or any(
        step.remedy in _OPEN or (step.rows and step.remedy in _UNDONE) for step in steps)
    opening = _opening(report)
    if is_asked and not blocks and clearing_finding(report.workspace) is None:
        alone = not (steps or opening)
        steps.insert(0, NextStep(
            text="Nothing to do: the trainer starts without encoding" if alone
            else "Nothing to encode: the trainer starts at once",
            is_certain=not opening and not any(effects[effect] for effect in SPOILING)))
    return (*steps, *opening, *_step_for_quarantine(report))


class _Due:
    """Rows by what mends them."""

    def __init__(self, report: SurveyReport, remedies: Sequence[StoreRemedies]) -> None:
        self._report = report
        self._remedies = remedies

    def count(self, repair: Repair, *, unticked: bool = False) -> int:
        """Return the count a command acts on, or that it leaves unless ticked."""
        return sum(found.count(repair, unticked=unticked) for found in self._remedies)

    def rows(self, repair: Repair) -> Iterator[tuple[StoreContent, npt.NDArray[np.uint8]]]:
        """(content of the store, verdicts of its rows that a command acts on)."""
        for survey, found in zip(self._report.stores, self._remedies, strict=True):
            mended = has_repair(found.rows, repair) & (found.row_counts != 0)
            if mended.any():
                yield survey.location.kind.content, survey.rows.verdicts[mended]

    def due(
        self, repair: Repair, *, unticked: bool = False, is_broken: bool | None = None
    ) -> Iterator[tuple[StoreContent, npt.NDArray[np.uint8]]]:
        """(content of a store, verdicts of its rows that are stale or missing and mended so).

        `is_broken`: only those whose own files cannot be opened, or only the others.
        """
        for survey, found, counts in zip(
                self._report.stores, self._remedies, self._report.counted, strict=True):
            mended = has_repair(found.rows, repair) & np.isin(counts, DUE) & (
                (found.row_counts < 0) == unticked)
            if is_broken is not None:
                mended &= np.isin(found.rows, BROKEN_LINES) == is_broken
            if mended.any():
                yield survey.location.kind.content, survey.rows.verdicts[mended]

    def due_count(self, repair: Repair, *, unticked: bool = False) -> int:
        """Their number in all stores together."""
        return sum(len(verdicts) for _, verdicts in self.due(repair, unticked=unticked))


def is_build_due(report: SurveyReport, remedies: Sequence[StoreRemedies]) -> bool:
    """Return whether a build is among the next steps."""
    return _Due(report, remedies).count(Repair.BUILD) > 0


def _build(report: SurveyReport, due: _Due, build: BuildEstimate | None) -> NextStep | None:
    found = list(due.rows(Repair.BUILD))
    rows = due.count(Repair.BUILD)
    if not rows:
        return None
    what = samples_text({content for content, _ in found}, rows)
    return NextStep(
        text=f"{what} to rebuild" if report.totals.entries else f"{what} to cache",
        remedy=Repair.BUILD.value, count=rows, rows=due.due_count(Repair.BUILD),
        seconds=UNSET if build is None or build.seconds is None else build.seconds)


def _effects(report: SurveyReport) -> Counter[Effect]:
    """How many things of sources and settings have each effect.

    A row says of itself that its caption is missing, and is counted as a row.
    """
    words = Counter(item.effect for item in _items(report))
    return Counter({Effect(word): count for word, count in words.items()})


def _items(report: SurveyReport) -> Iterator[CheckItem]:
    of_row = Risk.NO_CAPTION.name_in_contract
    return (item for item in (() if report.sources is None else report.sources.items)
            if item.kind != of_row)


def step_for_effect(report: SurveyReport, effect: Effect) -> NextStep | None:
    """Return the step for faults of sources, folders and settings that have one effect."""
    items = [item for item in _items(report) if item.effect == effect.value]
    noun = "source file" if are_of_files(items) else "problem"
    return None if not items else NextStep(
        text=_SPOILED[effect](pluralize(len(items), noun)), count=len(items),
        shows="training")


def _opening(report: SurveyReport) -> tuple[NextStep, ...]:
    """That sources were never opened, so that nobody knows whether a trainer can."""
    checks = report.sources
    if checks is None or not checks.never_opened:
        return ()
    return (NextStep(
        text=f"{checks.never_opened:,} of {pluralize(checks.files, 'source file')} "
             f"{'was' if checks.never_opened == 1 else 'were'} never opened",
        hint="A trainer may stop at one that is damaged.", count=checks.never_opened,
        shows="check"),)


def _training(report: SurveyReport) -> NextStep | None:
    """Return the step for rows trained wrong, if any is grave; other steps cover the rest."""
    grave = np.uint32(sum(
        1 << harm for harm, row in HARMS.items() if row.severity is Severity.ERROR))
    trained = [survey for survey in report.stores if survey.location.kind.traits.is_onetrainers]
    if not any(((survey.rows.harms & grave) != 0).any() for survey in trained):
        return None
    found = _count_by_content(
        (survey.location.kind.content,
         int(np.count_nonzero(survey.rows.harms & np.uint32(SERIOUS)))) for survey in trained)
    rows = found.total()
    what = samples_text({*found}, rows)
    return NextStep(text=f"{what} would be trained wrong", count=rows, shows="training")


def _steps_for_the_rest(report: SurveyReport, due: _Due) -> Iterator[NextStep]:
    """Yield the steps for rows that no command of ours fixes."""
    left = list(due.due(Repair.NONE, is_broken=False))
    broken = _count_by_content(
        (content, len(verdicts)) for content, verdicts in due.due(Repair.NONE, is_broken=True))
    captions = sum(int((verdicts == Verdict.SOURCE_MISSING).sum()) for _, verdicts in left)
    trainers = _count_by_content(
        (content, int((verdicts != Verdict.SOURCE_MISSING).sum()))
        for content, verdicts in left if content in TRAINER_CONTENTS)
    others = Counter[str]()
    for content, verdicts in left:
        if content not in TRAINER_CONTENTS:
            others[ENTRY_NOUNS[content]] += len(verdicts)
    rows = trainers.total()
    if rows:
        what = samples_text({*trainers}, rows)
        yield NextStep(text=f"{what} left to the trainer, which encodes them when it starts",
                       count=rows, rows=rows)
    unmade = broken.total()
    if unmade:
        yield NextStep(
            text=f"{samples_text({*broken}, unmade)} whose file or mask cannot be used",
            count=unmade, rows=unmade)
    if captions:
        yield NextStep(
            text=f"{pluralize(captions, 'picture')} trained without a caption: there is no "
                 "caption file",
            count=captions, rows=captions)
    for noun, count in others.items():
        yield NextStep(text=f"{pluralize(count, noun)} left to the program that made the cache",
                       count=count, rows=count)
    sharing = _count_by_content(
        (content, int((verdicts == Verdict.VALID).sum()))
        for content, verdicts in due.rows(Repair.NONE))
    shared = sharing.total()
    if shared:
        what = samples_text({*sharing}, shared)
        yield NextStep(text=f"{what} that should not share a cached file", count=shared)
    findings = sum(not finding.repair for finding in report.problems)
    rest = due.count(Repair.NONE) + findings - rows - unmade - captions - others.total() - shared
    if rest:
        yield NextStep(text=f"{pluralize(rest, 'problem')} for you to review", count=rest)


def _count_by_content(counts: Iterable[tuple[StoreContent, int]]) -> Counter[StoreContent]:
    """Add up counts of stores by what they hold, without those that are 0."""
    found = Counter[StoreContent]()
    for content, count in counts:
        found[content] += count
    return +found


def _step_for_count(due: _Due, repair: Repair) -> Iterator[NextStep]:
    """A step of which nothing but the number is to be said."""
    count = due.count(repair)
    if count:
        yield NextStep(
            text={
                Repair.CACHE_FOLDER: f"{pluralize(count, 'value')} of your own files to cache "
                                     "again",
                Repair.READOPT: f"{pluralize(count, 'file')} of renamed or unlisted pictures and "
                                "captions to relink",
                Repair.TOUCH: f"{pluralize(count, 'new date')} to store; the content is the same",
                Repair.RECONNECT: f"{pluralize(count, 'entry')} kept: their folder is out of reach",
            }[repair],
            remedy=repair.value, count=count, files=count if repair is Repair.READOPT else 0,
            # A date or a folder is no reason to encode anything again.
            rows=count if repair in (Repair.TOUCH, Repair.RECONNECT) else due.due_count(repair))


def _clean(plan: CleanPlan, due: _Due) -> NextStep | None:
    taken = plan.preselected
    files, size = int(plan.files[taken].sum()), int(plan.bytes[taken].sum())
    count = due.count(Repair.CLEAN)
    entries = count - files
    if entries <= 0:
        text = f"{pluralize(files, 'file')} no longer needed"
    elif files:
        text = f"{pluralize(files, 'file')} and {pluralize(entries, 'entry')} no longer needed"
    else:
        text = f"{pluralize(entries, 'entry')} no longer needed"
    return None if not count else NextStep(
        text=text, remedy=Repair.CLEAN.value, count=count, files=files, bytes=size,
        rows=due.due_count(Repair.CLEAN))


def _prove(report: SurveyReport) -> NextStep | None:
    """The offer to compare with the model what a trainer made, where the model is here.

    It is made at the first visit, and while other models or settings are asked for than then. That
    a build took the files over, and noted what they are of, proves nothing of their making.
    """
    config = report.workspace.config
    unproven = unproven_files(report)
    if config is None or not unproven or not _is_here(config.base_model_name, report.workspace):
        return None
    # What knows recipes takes some milliseconds to load, and most caches are Larder's own.
    from larder.core.recipes.asked import compute_request_digest

    found = list_first_visits({
        survey.location.path: compute_request_digest(report.workspace, survey.location.kind.content)
        for survey in report.stores if survey.location.path in unproven}, report.surveyed_at_ns)
    return None if not found else NextStep(
        text="It is not recorded how these files were made",
        hint="A few of them can be encoded again and compared.",
        count=sum(unproven[path] for path in found), shows=PROOF)


def _is_here(model: str, workspace: Workspace) -> bool:
    """Return whether a model that the config names is on this computer."""
    named = "" if workspace.config is None else workspace.config.huggingface_cache_dir
    try:
        return bool(model) and (workspace.file(model).exists() or find_hub_model(
            model, workspace.root / named if named else None) is not None)
    except (OSError, ValueError):
        return False


def _step_for_quarantine(report: SurveyReport) -> Iterator[NextStep]:
    found = report.quarantined
    if found.files or found.bytes:
        # Where nothing is in quarantine, a survey needs nothing of what writes.
        from larder.core.writes.quarantine.record import may_undo

        yield NextStep(
            text=f"{pluralize(found.files, 'file')} in quarantine" if found.files
            else "Earlier indexes in quarantine",
            hint="Undo restores what a clean or a build removed; emptying deletes it for good and "
                 "frees that much."
            if any(may_undo(survey.location.path) for survey in report.stores)
            else "Only an undo that names its id restores this; emptying deletes it for good and "
                 "frees that much.",
            remedy=Repair.QUARANTINE.value, count=found.files, files=found.files,
            bytes=found.bytes)


def _choose(due: _Due) -> NextStep | None:
    count = due.count(Repair.CLEAN, unticked=True)
    return None if not count else NextStep(
        text=f"{count:,} more for you to decide on", remedy=Repair.CLEAN.value,
        hint="Clean lists them unticked.", count=count,
        rows=due.due_count(Repair.CLEAN, unticked=True), is_choice=True)


def _repair(report: SurveyReport) -> NextStep | None:
    found = sum(finding.repair == Repair.INDEX.value for finding in report.problems)
    return None if not found else NextStep(
        text=f"{pluralize(found, 'damaged index').replace('indexs', 'indexes')} to repair",
        remedy=Repair.INDEX.value, count=found, files=found)
