"""What is said of prunes, clears and budgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from larder.app.dialogs.room_request import PruneRequest, RoomRequest
from larder.app.models.survey_document import StoreFacts
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import kind_word
from larder.app.presentation.shown_names import ShownNames
from larder.core.workspace.store_kinds import StoreFormat, StoreKind

TOTAL = "total"
"""Name in the settings of what all such caches together may take."""
BUDGET_KINDS: Sequence[str] = (
    *(kind.value for kind in StoreKind if kind.format in (StoreFormat.SHARDED, StoreFormat.TREE)),
    TOTAL)
"""What has a budget, in the order in which it is asked for."""


@dataclass(frozen=True, slots=True)
class PlanWords:
    """What the plan of a clean, a prune or a clear is called.

    Attributes:
        title: of the window.
        job: of the job that plans.
        doing: while it plans.
        nothing: where nothing would go.
        nothing_hint: why.
    """

    title: str
    job: str
    doing: str
    nothing: str = ""
    nothing_hint: str = ""


def plan_words(room: RoomRequest | None) -> PlanWords:
    """The words for a plan."""
    if room is None:
        return PlanWords(_tr("Clean"), _tr("Plan a clean"), _tr("Looking for what nobody needs…"))
    if isinstance(room, PruneRequest):
        return PlanWords(
            _tr("Prune"), _tr("Plan a prune"), _tr("Looking for what was used longest ago…"),
            _tr("Nothing has to go."), _tr("Everything is within the age and the size."))
    return PlanWords(
        _tr("Clear cache"), _tr("Plan a clear"), _tr("Listing what is in the cache…"),
        _tr("There is nothing to clear."))


def budget_word(name: str) -> str:
    """What a budget is for."""
    return _tr("All together") if name == TOTAL else kind_word(name)


def budgets_text(budgets: Mapping[str, int], figures: Figures) -> str:
    """"Pixels 10 GB · All together 50 GB", "" without any."""
    return " · ".join(f"{budget_word(name)} {figures.bytes(budgets[name])}"
                      for name in BUDGET_KINDS if name in budgets)


def store_text(store: StoreFacts, figures: Figures, names: ShownNames) -> str:
    """"vision · 3.5 MiB"."""
    return f"{names.store(store.id)} · {figures.bytes(store.payload_bytes)}"


def default_text(budgets: Mapping[str, int], figures: Figures) -> str:
    """What a prune goes by where neither age nor size is given."""
    known = budgets_text(budgets, figures)
    if not known:
        return _tr("Give an age, a size or both. No budgets are set in the preferences.")
    return _tr("Without an age and a size, the budgets of the preferences count: %1.").replace(
        "%1", known)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Room", text)
