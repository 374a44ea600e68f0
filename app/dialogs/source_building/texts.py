"""Texts of the dialog for a folder of files, the equivalent command and the final notices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from msgspec.structs import replace

from larder.app.dialogs.building.texts import broken_line, build_notice, format_stopped_report
from larder.app.dialogs.plan_panels import Line, left_out
from larder.app.dialogs.source_building.request import SOURCE_KINDS, RebuildObstacle, SourceField
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.figures import Figures, resolution_text
from larder.app.presentation.looks import Tone, kind_word
from larder.app.presentation.sentences import Sentences, one_after_another, with_values
from larder.app.presentation.shell_text import AS_IT_RUNS, format_command_line, format_flags
from larder.app.presentation.shown_names import ShownNames
from larder.core.build.rebuild_settings import list_encoders
from larder.core.build.reports import BuildReport, SourceBuildPlanDocument
from larder.core.requests.options import SourceBuildOptions
from larder.core.workspace.store_kinds import StoreKind

_tr = Sentences("SourceBuild")

_FILES: dict[StoreKind, str] = {
    StoreKind.VISION: "Pictures, as pixels from an image processor.",
    StoreKind.AUDIO: "Sound files, as the input features of a sound model.",
    StoreKind.WAVEFORM: "Sound files, decoded: one channel, one sample rate.",
    StoreKind.TOKENS: "Texts, line by line, as token ids from a tokenizer.",
}

_LACKS: dict[RebuildObstacle, str] = {
    RebuildObstacle.UNRECORDED:
        "It is not recorded which files these values were made from; choose the folder.",
    RebuildObstacle.OTHER_SYSTEM:
        "These values were made from files on another computer; choose the folder.",
    RebuildObstacle.APART:
        "These values were made from files that have no folder in common; choose one.",
}


class FieldWords(NamedTuple):
    """Words for a field: its label, the default when empty, a tooltip and the unit."""

    label: str
    default: str
    tip: str
    unit: str = ""


_FIELDS: dict[SourceField, FieldWords] = {
    SourceField.SIZE: FieldWords("Size", "processor default", "Height first: 384x512."),
    SourceField.SAMPLE_RATE: FieldWords(
        "Sample rate", "default", "In Hz. Empty: the extractor's default; 16,000 for waveforms.",
        "Hz"),
    SourceField.SECONDS: FieldWords(
        "Cut after", "default", "In seconds. Empty: the extractor's default, or 30 s.", "s"),
    SourceField.LENGTH: FieldWords(
        "Longest line", "tokenizer default", "In token ids; longer lines are cut.", "ids"),
    SourceField.LIMIT: FieldWords(
        "At most", "all", "Limits the number of files, to try it out.", "files"),
}


def files_text(kind: StoreKind) -> str:
    """Which files are taken, and what is made of them."""
    return _tr(_FILES[kind])


def lack_text(lack: RebuildObstacle) -> str:
    """Why the folder of values that are to be built again is not filled in."""
    return _tr(_LACKS[lack])


def field_words(field: SourceField) -> FieldWords:
    """Of a field of the form."""
    return FieldWords(*(_tr(text) if text else "" for text in _FIELDS[field]))


def promise_text() -> str:
    """Return the text about what a build never changes and what a cancelled build leaves."""
    return _tr("Your files are only read. If you cancel, finished files are kept, and the next "
               "build continues from there.")


def job_title(options: SourceBuildOptions) -> str:
    """Return the title of a build in the jobs panel."""
    return with_values(_tr("%1 of %2"), kind_word(options.store),
                  PurePath(options.sources).name or options.sources)


def plan_lines(
    plan: SourceBuildPlanDocument, figures: Figures, names: ShownNames,
) -> Sequence[tuple[str, str]]:
    """(label, text) of what the plan says in figures."""
    lines = [(_tr("Files"), _files_line(plan, figures)),
             (_tr("Cache"), _cache_line(plan, figures, names))]
    if plan.encoder is not None and SOURCE_KINDS[StoreKind(plan.target.kind)].takes_encoder:
        sizes = [resolution_text(group.resolution) for group in plan.groups if group.resolution]
        lines.append((_tr("Encoder"), " · ".join((plan.encoder.name, *sizes))))
    lines.append((_tr("Already cached"), _present_line(plan, figures)))
    lines.append((_tr("To build"), figures.count(plan.payloads)))
    return lines


def warning_lines(
    plan: SourceBuildPlanDocument, figures: Figures, names: ShownNames,
) -> Sequence[Line]:
    """Return lines about left-out files, with the reasons, and about files that do not fit."""
    lines: list[Line] = []
    if plan.over_budget_bytes and plan.budget_bytes is not None:
        text = _tr("The cache may take %1, which is %2 less than all of these files need. Files "
                   "that do not fit are left out.")
        lines.append(left_out(
            with_values(text, *map(figures.bytes, (plan.budget_bytes, plan.over_budget_bytes))),
            [("", _tr("Budgets are in the preferences."))], names))
    if plan.broken:
        lines.append(broken_line(plan, names))
    lines += [left_out(f"{_tr('%Ln files are skipped.', one.samples)} {one.why}",
                       [(one.example, "")] if one.example else (), names)
              for one in plan.left_out]
    return lines


def _files_line(plan: SourceBuildPlanDocument, figures: Figures) -> str:
    sources = plan.sources
    parts = [_tr("%Ln files", sources.files), figures.bytes(sources.bytes)]
    if sources.changed:
        parts.append(_tr("%Ln changed since they were built", sources.changed))
    return " · ".join(parts)


def _cache_line(plan: SourceBuildPlanDocument, figures: Figures, names: ShownNames) -> str:
    target = plan.target
    if not target.exists:
        return with_values(_tr("%1 (will be created)"), names.folder(target.path))
    return f"{names.folder(target.path)} · {figures.bytes(plan.store_bytes)}"


def _present_line(plan: SourceBuildPlanDocument, figures: Figures) -> str:
    if not plan.present:
        return _tr("none of these files")
    text = with_values(
        _tr("%1 of %2"), figures.count(plan.present), figures.count(plan.present + plan.missing))
    parts = [text, figures.bytes(plan.held_bytes)]
    if plan.unrecorded:
        parts.append(_tr("%Ln of them only have to be recorded in the cache", plan.unrecorded))
    return " · ".join(parts)


def source_build_command(options: SourceBuildOptions, names: ShownNames = AS_IT_RUNS) -> str:
    """Plans anew and builds it."""
    words = ["larder", "build", names.path(options.workspace), "--sources",
             names.path(options.sources), "--store", options.store]
    if options.model is not None:
        is_name = options.model in list_encoders(StoreKind(options.store))
        words += ["--encoder", options.model] if is_name else [
            "--model", names.path(options.model)]
    size = None if options.size is None else f"{options.size[0]}x{options.size[1]}"
    seconds = None if options.max_seconds is None else f"{options.max_seconds:g}"
    words += format_flags("--size", size) + format_flags("--sample-rate", options.sample_rate)
    words += format_flags("--max-seconds", seconds)
    words += format_flags("--sequence-length", options.sequence_length)
    words += format_flags("--limit", options.limit)
    words += format_flags("--depth", None if options.depth == "stat" else options.depth)
    if options.resample:
        words.append("--resample")
    return format_command_line([*words, "--apply"])


def source_build_notice(
    facts: BuildReport, figures: Figures, actions: tuple[NoticeAction, ...] = (),
) -> Notice:
    """The result bar; "Try these again" is among its actions where something failed."""
    notice = build_notice(facts, figures, actions)
    hints = [notice.hint]
    if facts.over_budget:
        notice = replace(notice, tone=Tone.WARNING, text=format_stopped_report(facts, figures))
        hints.append(facts.stopped)
    if facts.evicted:
        hints.append(_tr(
            "Removed %Ln least recently used cached files to make room.", facts.evicted))
    return replace(notice, hint=one_after_another(hints),
                   left=tuple(replace(item, store="") for item in notice.left))
