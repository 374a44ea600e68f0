"""What is said when a build is over, and when one was found that never ended."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from larder.app.models.build_document import BuildReportFacts
from larder.app.models.build_record import BuildRecord
from larder.app.notices import Notice, NoticeAction, NoticeItem
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone
from larder.core.build.scope import BuildScope


def build_notice(
    facts: BuildReportFacts, figures: Figures, actions: tuple[NoticeAction, ...] = (),
) -> Notice:
    """The result bar of a build.

    Args:
        facts: the report.
        figures: formats numbers.
        actions: "Retry these" where something failed.
    """
    left = (*facts.failed, *facts.changed)
    listed = tuple(NoticeItem(name=one.source, why=one.why, store=one.store) for one in left)
    hints = []
    if facts.reused:
        hints.append(_plural("%Ln were taken from what was there, not encoded.", facts.reused))
    if facts.changed:
        hints.append(_plural("%Ln sources changed meanwhile and were passed over.",
                             len(facts.changed)))
    if facts.failed:
        hints.append(_plural("%Ln sources could not be built.", len(facts.failed)))
    if facts.disk_full:
        return Notice(tone=Tone.ERROR, text=_full_text(facts, figures), hint=" ".join(hints),
                      left=listed, actions=actions)
    if facts.cancelled:
        hints.append(_tr("The next build goes on from there."))
        return Notice(tone=Tone.NOTE, text=kept_text(facts, figures), hint=" ".join(hints),
                      left=listed, actions=actions)
    text = (_plural("Built %Ln payloads, %1.", facts.built).replace(
        "%1", figures.bytes(facts.bytes)) if facts.built else _tr("No payload had to be written."))
    return Notice(tone=Tone.WARNING if left else Tone.GOOD, text=text, hint=" ".join(hints),
                  left=listed, actions=actions)


def kept_text(facts: BuildReportFacts, figures: Figures) -> str:
    """"Stopped: 812 of 900 kept."."""
    return (_tr("Stopped: %1 of %2 kept.").replace("%1", figures.count(facts.done))
            .replace("%2", figures.count(max(facts.planned, facts.done))))


def _full_text(facts: BuildReportFacts, figures: Figures) -> str:
    begin = (_tr("The drive of the %3 cache is full: %1 of %2 kept.") if facts.stopped_store
             else _tr("The drive is full: %1 of %2 kept."))
    text = (begin.replace("%3", facts.stopped_store).replace("%1", figures.count(facts.done))
            .replace("%2", figures.count(max(facts.planned, facts.done))))
    if facts.free_bytes is None or facts.needed_bytes is None:
        return text
    room = _tr("%1 free, %2 needed for the rest.")
    return f"{text} " + (room.replace("%1", figures.bytes(facts.free_bytes))
                         .replace("%2", figures.bytes(facts.needed_bytes)))


def stopped_text(record: BuildRecord, figures: Figures) -> str:
    """Of a build that left no report: "Stopped: 812 of 900 kept."."""
    if not record.done:
        return _tr("Stopped before anything was built.")
    return kept_text(BuildReportFacts(done=record.done, planned=record.total), figures)


def resume_notice(record: BuildRecord, figures: Figures, actions: tuple[NoticeAction, ...],
                  ) -> Notice:
    """The bar that offers to go on with a build that did not come to its end."""
    text = _tr("Build of %1 stopped at %2 of %3.") if record.total else _tr(
        "Build of %1 stopped before its first payload.")
    hints = [_tr("What was finished is kept. Resume?")]
    if record.scope == BuildScope.ALL.value:
        hints = [_tr("It builds good entries too, so all of it is built again. Resume?")]
    if record.changed_config:
        hints.insert(0, _tr("It is for changed settings, not for the config as it is."))
    return Notice(
        tone=Tone.NOTE, hint=" ".join(hints),
        text=(text.replace("%1", record.name).replace("%2", figures.count(record.done))
              .replace("%3", figures.count(record.total))),
        actions=actions)


def _tr(text: str) -> str:
    return QCoreApplication.translate("BuildResults", text)


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("BuildResults", text, None, count)
