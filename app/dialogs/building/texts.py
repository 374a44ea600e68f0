"""Texts of the Build dialog, the equivalent command, and the notices about finished builds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from larder.app.build_records import BuildRecord
from larder.app.dialogs.building.request import BuildRequest
from larder.app.dialogs.plan_panels import Line, left_out
from larder.app.notices import Notice, NoticeAction, NoticeItem
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences, one_after_another, with_values
from larder.app.presentation.shell_text import (
    AS_IT_RUNS,
    format_command_line,
    format_flags,
    workspace_words,
)
from larder.app.presentation.shown_names import ShownNames
from larder.core.build.reports import (
    BuildPlanDocument,
    BuildReport,
    LeftOut,
    ListedMixture,
    SourceBuildPlanDocument,
    explain_broken,
)
from larder.core.build.scope import OPTION, BuildScope, OtherWeights
from larder.core.build.totals import PayloadTotals
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.store_kinds import StoreContent

_tr = Sentences("Build")

_SCOPES: dict[BuildScope, str] = {
    BuildScope.NEEDED: "What is not cached yet or needs rebuilding",
    BuildScope.MISSING: "Only what is not cached yet",
    BuildScope.STALE: "Only what needs rebuilding",
    BuildScope.ALL: "Everything, including what is up to date",
}

_TIMES = {StoreContent.IMAGE.value: "Pictures %1.", StoreContent.TEXT.value: "Captions %1."}

TOLD_FROM_S = 2.0
"""A start that is shorter is not worth a word."""

NO_MODEL_TYPE = "LARDER_PATCH_MEANS"
"""The model type of sample workspaces, which is encoded without a model."""

_READERS: dict[CacheLayout, str] = {
    CacheLayout.RELEASED: "every released OneTrainer",
    CacheLayout.INDEXED: "pull request 1411 only (cache.json)",
}


def scope_word(scope: BuildScope) -> str:
    """Return the translated name of a build scope."""
    return _tr(_SCOPES[scope])


def reader_text(layout: CacheLayout) -> str:
    """Which OneTrainer reads a cache in a layout."""
    return _tr(_READERS[layout])


def format_used_layout(layout: CacheLayout) -> str:
    """That a layout is the used one from now on."""
    return with_values(_tr("After that, this workspace is cached for %1."), reader_text(layout))


def switch_text(plan: BuildPlanDocument) -> str:
    """Return a text about the layout that was used so far, "" if the build does not switch."""
    if not plan.switches_from:
        return ""
    taken = with_values(
        _tr("%Ln cached files are reused from the cache for %1, which is not changed.",
            plan.linked or 0), reader_text(plan.switches_from))
    return one_after_another((taken, format_used_layout(plan.switches_from.other)))


def promise_text() -> str:
    """Return the text about what a build never changes and what a cancelled build leaves."""
    return _tr("Your pictures, captions and the trainer's config are never changed. If you cancel, "
               "finished files are kept, and the next build continues from there.")


def bytes_text(size: int | None, figures: Figures) -> str:
    """Bytes, or that they are not known."""
    return _tr("not known yet") if size is None else figures.bytes(size)


def time_text(seconds: float | None, figures: Figures) -> str:
    """A stretch of time, or that nothing like it was built yet."""
    return _tr("not measured yet") if seconds is None else figures.duration(seconds)


def total_text(plan: BuildPlanDocument, figures: Figures) -> str:
    """"Encode 41 files · copy 2 · move 8 · 84 MB · about 3 min", the files as on Coverage."""
    folders, linked = plan.folders, plan.linked or 0
    if plan.switches_from and not plan.stores:
        return _tr("Reuse all cached files")
    parts = list_work(plan.work)
    if not parts:
        parts.append(_tr("Record the contents of %Ln files", sum(
            folder.stays for folder in folders)) if folders else
            _tr("Put %Ln entries in order", sum(store.reordered for store in plan.stores)))
    if plan.needed_bytes is not None and (plan.payloads or plan.copied_bytes):
        parts.append(figures.bytes(plan.needed_bytes))
    if not plan.payloads and (folders or linked):
        return " · ".join(parts)
    if plan.seconds is not None:
        parts.append(figures.about(plan.seconds))
    return " · ".join(parts)


def mended_text(plan: BuildPlanDocument) -> str:
    """Return how many pictures and captions it is for, as Coverage and Problems count them."""
    return _tr("%Ln pictures and captions are up to date afterwards.",
               plan.mended) if plan.mended else ""


def list_work(work: PayloadTotals) -> list[str]:
    """Return what is done with how many files, the first with the word for them.

    Build and What if say it so.
    """
    done = [(first, more, count) for first, more, count in (
        ("Encode %Ln files", "encode %Ln", work.encodes),
        ("Copy %Ln files", "copy %Ln", work.copies),
        ("Move %Ln files", "move %Ln", work.moves)) if count]
    return [_tr(more if place else first, count)
            for place, (first, more, count) in enumerate(done)]


def format_time_basis(plan: BuildPlanDocument, figures: Figures) -> str:
    """Return a text about the basis of the time estimate.

    It includes the time to get the encoder ready, if that is long.
    """
    if (plan.folders or plan.linked or plan.switches_from) and not plan.payloads:
        return ""
    by_store = [(store.id, store.seconds) for store in plan.stores
                if store.seconds is not msgspec.UNSET]
    known = [with_values(_tr(_TIMES.get(store, "%1")), figures.about(seconds))
             for store, seconds in by_store if seconds is not None and len(by_store) > 1]
    if plan.seconds is None:
        return one_after_another((_tr(
            "The time is not known yet, because this encoder has not been used on this computer. "
            "It will be known after the first minute."), *known))
    told = _tr("Time based on earlier builds with this encoder.") if not plan.measured else _tr(
        "Time measured with %Ln files.", plan.measured)
    parts = [told, *known]
    if plan.start_seconds >= TOLD_FROM_S:
        parts.append(with_values(
            _tr("This includes %1 to load the encoder."), figures.duration(plan.start_seconds)))
    if plan.told_before:
        parts.append(with_values(
            _tr("The last similar build was estimated at %1 and took %2."),
            *map(figures.duration, (plan.told_before.estimated_s, plan.told_before.elapsed_s))))
    return one_after_another(parts)


def free_text(plan: BuildPlanDocument, figures: Figures) -> str:
    """Free space before and after, "12.1 GB free, 12.0 GB after"; or that it is not enough."""
    free = figures.bytes(plan.free_bytes)
    if plan.needed_bytes is None:
        return with_values(_tr("%1 free."), free)
    if is_short(plan):
        return with_values(
            _tr("Not enough space: %1 free, %2 needed. The build stops cleanly when the drive is "
                "full."), free, figures.bytes(plan.needed_bytes))
    return with_values(
        _tr("%1 free, %2 after."), free, figures.bytes(plan.free_bytes - plan.needed_bytes))


def is_short(plan: BuildPlanDocument) -> bool:
    """Return whether the build is known not to fit on the disk."""
    return plan.needed_bytes is not None and plan.needed_bytes > plan.free_bytes


def reuse_text(plan: BuildPlanDocument) -> str:
    """Return a text about the payloads that are reused instead of encoded."""
    if plan.folders:
        return _tr("Files that are kept or moved are not encoded again. Replaced folders go into "
                   "quarantine, and Undo restores them.")
    known = (_tr("%Ln of the moved files belong to renamed pictures or captions and are relinked.",
                 plan.readopted) if plan.readopted else "")
    rest = _tr("Identical pictures and captions are encoded once and share the cached file.")
    return one_after_another((known, rest))


def along_text(plan: BuildPlanDocument) -> str:
    """Whatever else lies in the groups of a selection and is out of date."""
    return _tr(
        "%Ln other entries of the same groups are rebuilt too, because a group is written as a "
        "whole.",
               plan.along) if plan.along else ""


def format_reordered(plan: BuildPlanDocument) -> str:
    """Entries that have all they need, but not in the order the trainer reads."""
    count = sum(store.reordered for store in plan.stores)
    return _tr("%Ln entries are cached already; only the index "
               "changes.", count) if count else ""


def left_out_lines(
    plan: BuildPlanDocument, names: ShownNames, show: Callable[[str], object],
) -> Sequence[Line]:
    """Return lines for what is out of reach, unproven, unreadable or left to the trainer.

    `show` goes to a source that stands in the way of its concept.
    """
    lines = [left_out(f"{one.problem} {one.hint}".strip(), (), names)
             for one in (*(plan.out_of_reach or ()), *(plan.large_pictures or ()))]
    if plan.unproven:
        lines.append(left_out(
            _tr("It is not recorded how a trainer made %Ln cached files, and the config has used "
                "other models or settings before. Cache > Check a few files with the model "
                "compares some of them.", plan.unproven), (), names))
    lines += [left_out(
        f"{_left_out_text(one)} {one.why}", [(one.example, "")] if one.example else (), names)
        for one in plan.left_out]
    lines += [left_out(
        f"{_tr('%Ln cached files cannot be recognised and are encoded again.', one.samples)} "
        f"{one.why}",
        [(one.example, "")] if one.example else (), names)
        for store in plan.stores
        if not store.folders or any(folder.unproved for folder in store.folders)
        for one in store.unproved or ()]
    if plan.broken and plan.layout is CacheLayout.RELEASED:
        lines.insert(0, _blocking_line(plan, names, show))
    elif plan.broken:
        lines.append(broken_line(plan, names))
    return lines


def _blocking_line(
    plan: BuildPlanDocument, names: ShownNames, show: Callable[[str], object],
) -> Line:
    """Sources that cannot be read, and why the rest of their groups cannot be built alone."""
    found = explain_broken(plan.broken)
    assert found is not None
    line = left_out("", [(one.source, one.why) for one in plan.broken], names)
    what = names.sentence(found.problem, [one.source for one in plan.broken])
    return replace(
        line, text=one_after_another((what, names.sentence(found.hint))),
        icon="severity-warning", tone=Tone.WARNING, button=_tr("Show"), about=what,
        run=lambda: show(found.where))


def broken_line(plan: BuildPlanDocument | SourceBuildPlanDocument, names: ShownNames) -> Line:
    """Sources that cannot be read, each with the reason."""
    return left_out(_tr("%Ln files cannot be read and are skipped.", len(plan.broken)),
                    [(one.source, one.why) for one in plan.broken], names)


def _left_out_text(left: LeftOut) -> str:
    if left.stays:
        return _tr("%Ln pictures or captions are not rebuilt.", left.samples)
    return _tr("%Ln pictures or captions are left to the trainer.", left.samples)


def mixture_text(mixtures: Sequence[ListedMixture]) -> str:
    """Return one sentence per cache and model about payloads that other models encoded."""
    sentences = []
    for mixture in mixtures:
        text = ("%Ln captions were encoded with %1; this build uses %2."
                if mixture.store == StoreContent.TEXT.value
                else "%Ln pictures were encoded with %1; this build uses %2.")
        sentences += [with_values(_tr(text, other.entries), other.model, mixture.model)
                      for other in mixture.others]
    return "\n".join(sentences)


def models_of_mixture(mixtures: Sequence[ListedMixture]) -> set[str]:
    """Return the display names of the models in the mixtures."""
    return {name for mixture in mixtures
            for name in (mixture.model, *(other.model for other in mixture.others))}


def format_selected(count: int) -> str:
    """The choice to build only what was selected."""
    return _tr("Only the %Ln selected entries", count)


def job_title(name: str) -> str:
    """Return the title of a build in the jobs panel."""
    return with_values(_tr("Build %1"), name) if name else _tr("Build")


def build_command(
    request: BuildRequest, *, even_if_busy: bool, names: ShownNames = AS_IT_RUNS,
) -> str:
    """Plans anew and builds it; a selection cannot be named on a command line."""
    options = request.options
    if options.encodes is False:
        words = ["larder", "convert", *workspace_words(options, names), "--to", str(options.layout)]
        return format_command_line([*words, *(["--even-if-busy"] if even_if_busy else []),
                                    "--apply"])
    words = ["larder", "build", *workspace_words(options, names)]
    if options.depth != "stat":
        words += ["--depth", options.depth]
    words += format_flags("--model", *map(names.path, options.models))
    words += format_flags("--device", options.device) + format_flags("--gpus", options.gpus)
    words += format_flags("--dtype", options.dtype) + format_flags("--batch", options.batch)
    if options.selection is None and request.scope is not BuildScope.NEEDED:
        words += ["--only", options.only]
    words += format_flags("--layout", options.layout)
    if request.other_weights is not OtherWeights.ASK:
        words += [OPTION, options.other_weights]
    if even_if_busy:
        words.append("--even-if-busy")
    return format_command_line([*words, "--apply"])


def build_notice(
    facts: BuildReport, figures: Figures, actions: tuple[NoticeAction, ...] = (), *,
    changed: str = "",
) -> Notice:
    """The result bar of a build; "Retry these" is among its actions where something failed.

    `changed` are the settings it was built for where those are not the config's.
    """
    left = (*facts.failed, *facts.changed)
    listed = tuple(NoticeItem(name=one.source, why=one.why, store=one.store) for one in left)
    hints = []
    if changed:
        hints.append(with_values(_tr(
            "The build used other settings than your config: %1. Change them in OneTrainer; until "
            "then this window shows the states for your config as it is."), changed))
    if facts.reuse_count:
        hints.append(_tr("%Ln were reused, not encoded.", facts.reuse_count))
    if facts.changed:
        hints.append(_tr("%Ln files changed in the meantime and were skipped.",
                             len(facts.changed)))
    if facts.failed:
        hints.append(_tr("%Ln files could not be built.", len(facts.failed)))
    if facts.disk_full:
        tone, text = Tone.ERROR, _full_text(facts, figures)
    elif facts.cancelled:
        tone, text = Tone.NOTE, format_stopped_report(facts, figures)
        hints.append(_tr("The next build continues from there."))
    else:
        tone = Tone.WARNING if left else Tone.GOOD
        text = (with_values(_tr("Built %Ln files, %1.", facts.built), figures.bytes(facts.bytes))
                if facts.built else _format_unbuilt(facts, is_done=not left))
        if facts.estimated_s:
            hints.insert(0, with_values(_tr("Estimated %1, took %2."), *map(
                figures.duration, (facts.estimated_s, facts.elapsed_s))))
    return Notice(tone=tone, text=text, hint=one_after_another(hints), left=listed,
                  actions=actions)


def _format_unbuilt(facts: BuildReport, *, is_done: bool) -> str:
    """Return the result of a build that wrote no payload."""
    if not is_done:
        return _tr("Nothing was built.")
    if facts.undo or facts.reordered or facts.entries or facts.readopted:
        return _tr("Cached files were put in their right places; nothing was encoded.")
    return _tr("Nothing had to be built.")


def format_stopped_report(facts: BuildReport, figures: Figures) -> str:
    """"Stopped: 812 of 900 kept."."""
    return with_values(_tr("Stopped: %1 of %2 kept."), *_format_kept(facts, figures))


def _format_kept(facts: BuildReport, figures: Figures) -> tuple[str, str]:
    return figures.count(facts.done), figures.count(max(facts.planned, facts.done))


def _full_text(facts: BuildReport, figures: Figures) -> str:
    if not (facts.done or facts.built):
        return (with_values(_tr("The drive of the %1 cache is full. Nothing was changed."),
                            facts.stopped_store) if facts.stopped_store
                else _tr("The drive is full. Nothing was changed."))
    begin = (_tr("The drive of the %3 cache is full: %1 of %2 kept.") if facts.stopped_store
             else _tr("The drive is full: %1 of %2 kept."))
    text = with_values(begin, *_format_kept(facts, figures), facts.stopped_store)
    if facts.free_bytes is None or not facts.needed_bytes:
        return text
    return one_after_another((text, with_values(
        _tr("%1 free, %2 needed for the rest."),
        *map(figures.bytes, (facts.free_bytes, facts.needed_bytes)))))


def format_stopped(record: BuildRecord, figures: Figures) -> str:
    """Of a build that left no report: "Stopped: 812 of 900 kept."."""
    if not record.done:
        return _tr("Stopped before anything was built.")
    return format_stopped_report(BuildReport(done=record.done, planned=record.total), figures)


def resume_notice(record: BuildRecord, figures: Figures, actions: tuple[NoticeAction, ...],
                  ) -> Notice:
    """The bar that offers to go on with a build that did not come to its end."""
    text = _tr("The build of %1 stopped at %2 of %3.") if record.total else _tr(
        "The build of %1 stopped before its first file.")
    hints = [_tr("What was finished is kept. Resume?")]
    if record.build is not None and record.build.only == BuildScope.ALL.value:
        hints = [_tr(
            "It rebuilds everything, including what is up to date, so it starts from the "
            "beginning. Resume?")]
    if record.changed_config:
        hints.insert(0, _tr("It uses changed settings, not those of the config."))
    return Notice(
        tone=Tone.NOTE, hint=one_after_another(hints),
        text=with_values(
            text, record.name, figures.count(record.done), figures.count(record.total)),
        actions=actions)
