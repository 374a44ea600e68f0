"""What is said when a build over a folder is over."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from larder.app.models.source_build_document import SourceBuildReportFacts
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.build_results import build_notice, kept_text
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone


def source_build_notice(
    facts: SourceBuildReportFacts, figures: Figures, actions: tuple[NoticeAction, ...] = (),
) -> Notice:
    """The result bar.

    Args:
        facts: the report.
        figures: formats numbers.
        actions: "Try these again" where something failed.
    """
    notice = build_notice(facts, figures, actions)
    hints = [notice.hint]
    if facts.over_budget:
        notice = replace(notice, tone=Tone.WARNING, text=kept_text(facts, figures))
        hints.append(facts.stopped)
    if facts.evicted:
        hints.append(_plural("%Ln payloads used longest ago made room for them.", facts.evicted))
    return replace(notice, hint=" ".join(hint for hint in hints if hint),
                   left=tuple(replace(item, store="") for item in notice.left))


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("SourceBuild", text, None, count)
