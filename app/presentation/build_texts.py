"""What the Build dialog says: its scopes, its table, its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from larder.app.models.build_document import BuildPlanFacts, MixtureFacts
from larder.app.presentation.figures import Figures
from larder.app.presentation.left_out_line import LeftOutLine
from larder.core.build.scope import BuildScope
from larder.core.workspace.store_kinds import StoreContent

_SCOPES: dict[BuildScope, str] = {
    BuildScope.NEEDED: "Missing and stale",
    BuildScope.MISSING: "Missing only",
    BuildScope.STALE: "Stale only",
    BuildScope.ALL: "Everything, good ones too",
}

TOLD_FROM_S = 2.0
"""A start that is shorter is not worth a word."""

NO_MODEL_TYPE = "LARDER_PATCH_MEANS"
"""The model type of sample workspaces, which is encoded without a model."""


@dataclass(frozen=True, slots=True)
class Room:
    """Free space around a build.

    Attributes:
        text: "12.1 GB free, 12.0 GB after".
        is_short: whether the build does not fit.
    """

    text: str
    is_short: bool


def scope_word(scope: BuildScope) -> str:
    """What is built, in the user's words."""
    return _tr(_SCOPES[scope])


def title_text(title: str) -> str:
    """A column's title."""
    return _tr(title)


def promise_text() -> str:
    """What is never touched, and what a cancel leaves."""
    return _tr("Pictures, captions and the trainer's config are never changed. What is finished "
               "stays if you cancel, and the next build goes on from there.")


def resolution_text(resolution: str) -> str:
    """"832 × 1280", height first as payload names have it."""
    return resolution.replace("x", " × ") if resolution else "–"


def bytes_text(size: int | None, figures: Figures) -> str:
    """Bytes, or that they are not known."""
    return _tr("not known yet") if size is None else figures.bytes(size)


def time_text(seconds: float | None, figures: Figures) -> str:
    """A stretch of time, or that nothing like it was built yet."""
    return _tr("not measured yet") if seconds is None else figures.duration(seconds)


def about_text(seconds: float, figures: Figures) -> str:
    """"about 3 min"; under a second that says it all."""
    text = figures.duration(seconds)
    return text if seconds < 1 else _tr("about %1").replace("%1", text)


def total_text(plan: BuildPlanFacts, figures: Figures) -> str:
    """"Build 41 payloads · 84 MB · about 3 min"."""
    parts = [_plural("Build %Ln payloads", plan.payloads)]
    if plan.bytes is not None:
        parts.append(figures.bytes(plan.bytes))
    if plan.seconds is not None:
        parts.append(about_text(plan.seconds, figures))
    return " · ".join(parts)


def measured_text(plan: BuildPlanFacts, figures: Figures) -> str:
    """What the time goes by, and how much of it passes before the first payload."""
    if plan.seconds is None:
        return _tr("Time not measured yet.")
    told = _tr("Time by what this encoder took before.") if not plan.measured else _plural(
        "Time measured on %Ln samples.", plan.measured)
    if plan.start_seconds < TOLD_FROM_S:
        return told
    start = _tr("%1 of it to get the encoder ready.")
    return f"{told} {start.replace('%1', figures.duration(plan.start_seconds))}"


def room_of(plan: BuildPlanFacts, figures: Figures) -> Room:
    """Free space before and after."""
    free = figures.bytes(plan.free_bytes)
    if plan.bytes is None:
        return Room(_tr("%1 free.").replace("%1", free), is_short=False)
    after = plan.free_bytes - plan.bytes
    if after < 0:
        text = _tr("Not enough room: %1 free, %2 needed. The build stops cleanly when the drive is "
                   "full.")
        return Room(text.replace("%1", free).replace("%2", figures.bytes(plan.bytes)), True)
    text = _tr("%1 free, %2 after.")
    return Room(text.replace("%1", free).replace("%2", figures.bytes(after)), False)


def reuse_text(plan: BuildPlanFacts) -> str:
    """What is taken instead of encoded."""
    known = (_plural("%Ln payloads of moved files get their entries back.", plan.readopted)
             if plan.readopted else "")
    rest = _tr("Equal pictures and equal prompts are encoded once; the others take the payload "
               "that is there.")
    return f"{known} {rest}".strip()


def reordered_text(plan: BuildPlanFacts) -> str:
    """Entries that have all they need, but not in the order the trainer reads."""
    count = sum(store.reordered for store in plan.stores)
    return _plural("%Ln entries only get the wanted size put first.", count) if count else ""


def left_out_lines(plan: BuildPlanFacts) -> Sequence[LeftOutLine]:
    """What is left to the trainer, then sources that cannot be read."""
    lines = [LeftOutLine(
        f"{_plural('%Ln samples are left to the trainer.', one.samples)} {one.why}",
        [(one.example, "")] if one.example else ()) for one in plan.left_out]
    if plan.broken:
        lines.append(LeftOutLine(
            _plural("%Ln sources cannot be read and are passed over.", len(plan.broken)),
            [(one.source, one.why) for one in plan.broken]))
    return lines


def mixture_text(mixtures: Sequence[MixtureFacts]) -> str:
    """What lies in the caches: one sentence per cache and model."""
    sentences = []
    for mixture in mixtures:
        text = ("%Ln captions were encoded with %1; this build uses %2."
                if mixture.store == StoreContent.TEXT.value
                else "%Ln pictures were encoded with %1; this build uses %2.")
        sentences += [
            _plural(text, other.entries).replace("%1", other.model).replace("%2", mixture.model)
            for other in mixture.others]
    return "\n".join(sentences)


def models_of_mixture(mixtures: Sequence[MixtureFacts]) -> set[str]:
    """What people call the models in it."""
    return {name for mixture in mixtures
            for name in (mixture.model, *(other.model for other in mixture.others))}


def selected_text(count: int) -> str:
    """The choice to build only what was selected."""
    return _plural("Only the %Ln selected entries", count)


def job_title(name: str) -> str:
    """What the jobs panel calls a build."""
    return _tr("Build %1").replace("%1", name) if name else _tr("Build")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Build", text)


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("Build", text, None, count)
