"""What the window says of a whole workspace: its summary line and its standing notices."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone
from larder.core.survey.verdicts import PayloadVerdict, Verdict


@dataclass(frozen=True, slots=True)
class StandingText:
    """A sentence that holds until the next survey, with at most one thing to do.

    Attributes:
        tone: how much it should worry.
        text: one sentence.
        hint: what to do, or what is unharmed; or "".
        command: id of the command that helps, or "".
    """

    tone: Tone
    text: str
    hint: str = ""
    command: str = ""


NEEDLESS = (PayloadVerdict.ORPHANED, PayloadVerdict.SUPERSEDED, PayloadVerdict.UNINDEXED,
            PayloadVerdict.TEMP_LEFTOVER)
"""Files that no entry needs."""


def summary_line(snapshot: SurveySnapshot, figures: Figures) -> str:
    """Such as "12,480 entries · 41 stale · 6 files no entry needs, 84 MB", without zero parts."""
    totals = snapshot.document.totals
    parts = [_plural("%Ln entries", totals.entries)]
    for text, count in (("%Ln stale", totals.stale), ("%Ln missing", totals.missing),
                        ("%Ln of deleted sources", totals.gone),
                        ("%Ln unreachable", totals.offline)):
        if count:
            parts.append(_plural(text, count))
    needless, size = needless_files(snapshot)
    if needless:
        parts.append(f"{_plural('%Ln files no entry needs', needless)}, {figures.bytes(size)}")
    return " · ".join(parts)


_DEPTHS = {"stat": "names and dates", "hash": "every source hashed",
           "payload": "every payload read"}


def survey_note(snapshot: SurveySnapshot, figures: Figures) -> str:
    """When and how closely was looked: "Surveyed 14:02 (names and dates)"."""
    depth = _DEPTHS.get(snapshot.document.workspace.depth, snapshot.document.workspace.depth)
    return (_tr("Surveyed %1 (%2)").replace("%1", figures.clock(snapshot.read_at_ns))
            .replace("%2", _tr(depth)))


def needless_files(snapshot: SurveySnapshot) -> tuple[int, int]:
    """Files that no entry needs, and their bytes."""
    return snapshot.loose(*NEEDLESS)


def standing_text(snapshot: SurveySnapshot, figures: Figures) -> StandingText | None:
    """The most important thing to know about the whole workspace, None when the tables say it."""
    for find in (_index_damaged, _unreachable, _index_missing, _busy, _nothing_cached,
                 _all_complete):
        text = find(snapshot, figures)
        if text is not None:
            return text
    return None


def _unreachable(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    count = snapshot.count(Verdict.SOURCE_UNREACHABLE)
    if not count:
        return None
    places = [concept.path or concept.name for at, concept in enumerate(snapshot.document.concepts)
              if snapshot.counts[:, at, Verdict.SOURCE_UNREACHABLE].any()]
    text = (_tr("%1 cannot be reached.").replace("%1", places[0]) if len(places) == 1
            else _tr("Some folders with sources cannot be reached."))
    return StandingText(tone=Tone.WARNING, text=text,
                        hint=_plural("%Ln entries are kept as they are.", count),
                        command="change-location")


def _index_damaged(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    store = next((store for store in snapshot.document.stores if store.index_problem), None)
    if store is None:
        return None
    if not snapshot.damaged_indexes:
        return StandingText(
            tone=Tone.ERROR, text=f"{store.id}: {store.index_problem}",
            hint=_tr("Nothing is written or cleaned there until it can be."))
    return StandingText(
        tone=Tone.ERROR, text=f"{store.id}: {store.index_problem}",
        hint=_tr("A repair saves what can be read, and keeps the damaged file."),
        command="repair-index")


def _index_missing(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    count = snapshot.lacking_index
    if not count:
        return None
    text = _plural("Found %Ln payloads without an index.", count)
    return StandingText(tone=Tone.WARNING, text=text,
                        hint=_tr("Those whose sources are here can be matched again."),
                        command="readopt")


def _busy(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    signs = [sign for store in snapshot.document.stores for sign in store.busy_signs]
    if not signs:
        return None
    return StandingText(tone=Tone.NOTE, text=_tr("A trainer seems to be at work here."),
                        hint=signs[0])


def _nothing_cached(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    rows = len(snapshot.entries)
    if rows and snapshot.document.totals.entries:
        return None
    if not rows:
        samples = sum(concept.samples for concept in snapshot.document.concepts)
        if not samples:
            return StandingText(tone=Tone.NOTE, text=_tr("No pictures and no cache were found."),
                                hint=_tr("Check the concepts' folders in the config."))
    samples = sum(concept.samples for concept in snapshot.document.concepts) or rows
    text = _plural("%Ln pictures, nothing cached yet.", samples)
    if not any(store.is_built for store in snapshot.document.stores):
        return StandingText(
            tone=Tone.NOTE, text=text, hint=_tr("The trainer caches them when it starts."))
    return StandingText(
        tone=Tone.NOTE, text=text,
        hint=_tr("The trainer caches them when it starts, or Larder does now."), command="build")


def _all_complete(snapshot: SurveySnapshot, figures: Figures) -> StandingText | None:
    settled = snapshot.count(Verdict.VALID, Verdict.UNUSED)
    if settled < len(snapshot.entries) or needless_files(snapshot)[0]:
        return None
    if snapshot.document.problems:
        return None
    text = _tr("Everything is cached and up to date (checked %1).")
    return StandingText(tone=Tone.GOOD, text=text.replace("%1", figures.clock(snapshot.read_at_ns)))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Notices", text)


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("Notices", text, None, count)
