"""What the jobs panel says of a job."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from larder.app.jobs.job import Job, JobState
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.shown_names import ShownNames
from larder.core.jobs import Progress

ESTIMATE_AFTER_S = 5.0
ESTIMATE_AFTER_SHARE = 0.02

SAVED_UNIT = "payloads"
"""What a job counts that saves before it waits; what others count is read, not made."""

_STATES: dict[JobState, tuple[str, str, Tone]] = {
    JobState.QUEUED: ("Waiting", "job-queued", Tone.MUTED),
    JobState.RUNNING: ("Running", "job-running", Tone.ACCENT),
    JobState.PAUSING: ("Pausing after this item…", "job-paused", Tone.WARNING),
    JobState.PAUSED: ("Paused", "job-paused", Tone.WARNING),
    JobState.STOPPING: ("Stopping after this item…", "job-running", Tone.WARNING),
    JobState.SUCCEEDED: ("Done", "severity-good", Tone.GOOD),
    JobState.CANCELLED: ("Stopped", "job-cancelled", Tone.MUTED),
    JobState.FAILED: ("Failed", "severity-error", Tone.ERROR),
}


def state_look(state: JobState) -> Look:
    """Icon and word of a job's state."""
    word, icon, tone = _STATES[state]
    return Look(word=_tr(word), icon=icon, tone=tone)


def progress_share(progress: Progress | None) -> float | None:
    """Done part of the phase, 0 to 1; None where it is not known."""
    if progress is None or progress.total <= 0:
        return None
    return min(progress.done / progress.total, 1.0)


def job_text(job: Job, figures: Figures, names: ShownNames) -> str:
    """One line: the state, and what goes with it."""
    word = state_look(job.state).word
    match job.state:
        case JobState.RUNNING:
            return _progress_text(job, figures) or word
        case JobState.PAUSED:
            return _paused_text(job, figures)
        case JobState.SUCCEEDED | JobState.CANCELLED:
            parts = [word, figures.duration(job.elapsed_s), figures.clock(job.ended_ns)]
            if job.problems:
                parts.append(problems_text(job))
            return " · ".join(parts)
        case JobState.FAILED:
            problem = "" if job.failure is None else names.sentence(job.failure.problem)
            return f"{word} · {problem}"
        case _:
            return word


def problems_text(job: Job) -> str:
    """How many items could not be done."""
    return QCoreApplication.translate("Jobs", "%Ln items failed", None, len(job.problems))


def _paused_text(job: Job, figures: Figures) -> str:
    """"Paused, 120 of 400 done; what is done is saved"."""
    progress = job.progress
    if progress is None or not progress.total:
        return _tr("Paused")
    text = (_tr("Paused, %1 of %2 done; what is done is saved") if progress.unit == SAVED_UNIT
            else _tr("Paused, %1 of %2 done"))
    return (text.replace("%1", _amount(progress.done, progress.unit, figures))
            .replace("%2", _amount(progress.total, progress.unit, figures)))


def _progress_text(job: Job, figures: Figures) -> str:
    """"Hashing sources · 812 of 900 · 90 % · about 14 s left"."""
    progress = job.progress
    if progress is None:
        return ""
    phase = _tr(progress.phase)
    parts = [phase[:1].upper() + phase[1:]]
    share = progress_share(progress)
    if share is not None:
        text = _tr("%1 of %2")
        parts.append(text.replace("%1", _amount(progress.done, progress.unit, figures))
                     .replace("%2", _amount(progress.total, progress.unit, figures)))
        parts.append(figures.percent(share))
        left = _left_s(job, share)
        if left is not None:
            parts.append(_tr("about %1 left").replace("%1", figures.duration(left)))
    elif progress.done:
        parts.append(_amount(progress.done, progress.unit, figures))
    return " · ".join(parts)


def _amount(number: int, unit: str, figures: Figures) -> str:
    return figures.bytes(number) if unit == "bytes" else figures.count(number)


def _left_s(job: Job, share: float) -> float | None:
    """Seconds this phase may still take; nothing is said while it would be a guess."""
    elapsed = job.clock.now_s() - job.phase_began_s
    if elapsed < ESTIMATE_AFTER_S or share < ESTIMATE_AFTER_SHARE or share >= 1:
        return None
    return elapsed / share * (1 - share)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Jobs", text)
