"""Next steps above the Coverage table: the cause with its fix as a card, then the others.

The sentences are those that `larder survey` begins with.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from larder.app.command_table import without_key
from larder.app.models.listed_files import rows_of_changes
from larder.app.presentation.looks import Tone, remedy_look
from larder.app.presentation.sentences import core_text
from larder.app.services import WindowServices
from larder.app.view_state import Scope
from larder.app.views.file_list import FileListDialog
from larder.app.views.wrong_pair import WrongPairView
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import (
    WrappedLabel,
    clear_layout,
    fill_layout,
    link_button,
    make_muted_label,
    primary_button,
)
from larder.core.survey.document import PROOF, Headline, NextStep, SurveyDocument
from larder.core.survey.remedies import Repair

_tr = partial(QCoreApplication.translate, "NextSteps")

CARD_WIDTH = 300
"""As narrow as a card gets before there is one less beside it."""

LEAST_FOR_PAIR = 600
"""Pixels of a card below which its two pictures are left out."""

LINES = 4
"""Of cards before the table has too little room; the others wait behind a link."""

ICON = 18
MARGIN = 10


@dataclass(frozen=True, slots=True)
class _Way:
    """How a card leads on: icon, colour, and the command whose button it has, "" for a page's."""

    icon: str
    tone: Tone
    command: str = ""
    page: str = "problems"


WAYS: dict[str | None, _Way] = {
    Repair.BUILD.value: _Way("command-build", Tone.WARNING, "build"),
    Repair.RECONNECT.value: _Way("command-location", Tone.WARNING, "change-location"),
    Repair.INDEX.value: _Way("severity-error", Tone.ERROR, "repair-index"),
    Repair.READOPT.value: _Way("command-readopt", Tone.NOTE, "readopt"),
    Repair.TOUCH.value: _Way("command-touch", Tone.NOTE, "touch"),
    Repair.CLEAN.value: _Way("command-clean", Tone.NOTE, "clean"),
    Repair.CACHE_FOLDER.value: _Way("action-build", Tone.NOTE),
    Repair.QUARANTINE.value: _Way("page-journal", Tone.NOTE, page="journal"),
    None: _Way("severity-note", Tone.NOTE),
}
WAYS_TO_PAGES = {
    "training": _Way("severity-error", Tone.ERROR, "training"),
    PROOF: _Way("command-check", Tone.NOTE, PROOF),
}
"""Of steps that a page shows, or that only tell more."""
_NOTHING = _Way("severity-good", Tone.GOOD)
_UNCERTAIN = _Way("severity-note", Tone.NOTE)
"""Of a sentence that all is well as far as anybody looked."""


def shown_steps(document: SurveyDocument) -> Sequence[NextStep]:
    """The steps worth a card: where all is well, or nothing is cached yet, a notice says so."""
    # What was never opened a line below the cards says, and the notice where all else is well.
    steps = tuple(step for step in document.next_steps if step.shows != "check")
    if not document.totals.entries:
        return tuple(step for step in steps if step.shows)
    others = [step for step in steps if not _is_good(step)]
    is_said = not document.problems and all(step.shows for step in others)
    return others if is_said else steps


def _is_good(step: NextStep) -> bool:
    """Return whether a step reports that nothing has to be encoded."""
    return not step.count


def _find_told(steps: Sequence[NextStep]) -> NextStep | None:
    """Return the step that counts what training would get wrong, if a build fixes all of it.

    The card of the build says that in its headline.
    """
    built = [step.count for step in steps if step.remedy == Repair.BUILD.value]
    return next((step for step in steps if step.shows == "training" and [step.count] == built),
                None)


class NextSteps(QWidget):
    """Cards side by side, as many as there is room for; nothing where there is nothing to do."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._steps: Sequence[NextStep] = ()
        self._headline: Headline | None = None
        self._shows_all = False
        self._lines = LINES
        self._names = True
        self.cards: list[NextStepCard] = []
        self._columns = 0
        self._grid = QGridLayout()
        self._grid.setSpacing(8)
        self.more = link_button("")
        self.more.clicked.connect(self._show_all)
        self.others = WrappedLabel()
        self.others.setTextFormat(Qt.TextFormat.RichText)
        self.others.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse
                                            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard)
        self.others.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.others.setAccessibleName(_tr("More to do"))
        self.others.linkActivated.connect(self._follow)
        rest = fill_layout(QHBoxLayout(), self.others, (self.more, Qt.AlignmentFlag.AlignTop),
                           stretched=self.others, spacing=6)
        self._column = fill_layout(QVBoxLayout(self), self._grid, rest,
                                   margins=(MARGIN,) * 4, spacing=4)
        self.setObjectName("nextSteps")
        self.setAccessibleName(_tr("What to do next"))
        services.commands.refreshed.connect(self._allow)
        services.look.changed.connect(self._show_again)
        self.hide()

    @property
    def controls(self) -> Sequence[QWidget]:
        """The focusable widgets, in reading order."""
        return [*(control for card in self.cards
                  for control in (card.changes, card.details, card.button)
                  if control is not None), self.others, self.more]

    @property
    def is_settled(self) -> bool:
        """True if all pictures are shown."""
        return all(card.pair is None or card.pair.is_settled for card in self.cards)

    def show_steps(self, steps: Sequence[NextStep], headline: Headline | None = None) -> None:
        """Show these, in their order; `headline` says why one of them is."""
        self._steps, self._headline = steps, headline
        self._shows_all = False
        clear_layout(self._grid)
        self.cards = []
        told = _find_told(steps) if headline is not None else None
        for step in steps:
            if step is told:
                continue
            is_first = not any(card.button is not None for card in self.cards)
            is_caused = headline is not None and step.remedy == headline.remedy
            self.cards.append(NextStepCard(
                step, self._services, is_primary=is_first,
                headline=headline if is_caused else None, told=told if is_caused else None))
        self._columns = 0
        self._arrange()
        self._allow()
        self.setVisible(bool(steps))

    def let_take(self, lines: int, *, names: bool = True) -> None:
        """Have so many lines of cards, at least one, and `names` of those that wait."""
        lines = min(max(lines, 1), LINES)
        if (lines, names) != (self._lines, self._names):
            self._lines, self._names, self._columns = lines, names, 0
            above = MARGIN if names else MARGIN // 3
            self._column.setContentsMargins(MARGIN, above, MARGIN, above)
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may have room for one more or one less."""
        super().resizeEvent(event)
        self._arrange()

    def _show_again(self) -> None:
        self.show_steps(self._steps, self._headline)

    def _arrange(self) -> None:
        columns = max(1, self.width() // CARD_WIDTH)
        if columns == self._columns:
            return
        for column in range(max(columns, self._columns)):
            self._grid.setColumnStretch(column, int(column < columns))
        self._columns = columns
        wide = [card for card in self.cards if card.is_wide]
        left = 0 if self._shows_all else max(
            len(self.cards) - len(wide) - max(self._lines - len(wide), 0) * columns, 0)
        place = 0
        for at, card in enumerate(self.cards):
            place = -(-place // columns) * columns if card.is_wide else place
            self._grid.addWidget(
                card, place // columns, place % columns, 1, columns if card.is_wide else 1)
            place += columns if card.is_wide else 1
            card.setVisible(at < len(self.cards) - left)
        self.more.setText(_tr("Show %1 more").replace("%1", str(left)))
        self.more.setVisible(left > 0)
        first = len(self.cards) - left
        self.others.setText(" · ".join(
            f'<a href="{at}">{html.escape(card.short_text).replace(" ", "&nbsp;")}</a>'
            for at, card in enumerate(self.cards[first:], start=first)))
        self.others.setVisible(left > 0 and self._names)

    def _show_all(self) -> None:
        self._shows_all, self._columns = True, 0
        self._arrange()

    def _follow(self, at: str) -> None:
        """Do what the button of a card does that there is no room for."""
        button = self.cards[int(at)].button
        if button is not None:
            button.click()

    def _allow(self) -> None:
        for card in self.cards:
            card.allow()


class NextStepCard(QFrame):
    """One step.

    Attributes:
        button: what does it, or leads to what it is about; None where all is well.
        details: leads to what training would get wrong, None where another card does.
        cause: what happened, or None where no headline says it.
        changes: lists everything that happened; None where the cause names it all.
        pair: a picture beside what would be trained in its place, or None where none is known.
        is_wide: whether it takes a line of its own.
    """

    def __init__(
        self, step: NextStep, services: WindowServices, *, is_primary: bool,
        headline: Headline | None = None, told: NextStep | None = None,
    ) -> None:
        super().__init__()
        self.is_wide = headline is not None
        self.cause: QLabel | None = None
        self.pair: WrongPairView | None = None
        self._services = services
        way = _way_of(step)
        self._action = services.commands.action(way.command)
        self._step = step
        icon = PlainLabel()
        icon.setPixmap(services.look.icons.icon(way.icon, way.tone).pixmap(ICON, ICON))
        size = f" · {services.look.figures.bytes(step.bytes)}" if step.bytes else ""
        time = f" · {services.look.figures.about(step.seconds)}" if step.seconds else ""
        self.text = WrappedLabel(f"{core_text(step.text)}{size}{time}")
        words = QVBoxLayout()
        words.setSpacing(2)
        if headline is not None:
            if headline.happened:
                self.cause = _cause_label(headline, services)
                words.addWidget(self.cause)
            if headline.effect:
                words.addWidget(WrappedLabel(core_text(headline.effect)))
        words.addWidget(self.text)
        if headline is not None and headline.work:
            words.addWidget(make_muted_label(core_text(headline.work)))
        if step.hint:
            words.addWidget(make_muted_label(core_text(step.hint)))
        self.changes = _changes_link(headline, services, self) if headline is not None else None
        if self.changes is not None:
            words.addLayout(fill_layout(QHBoxLayout(), self.changes, None))
        if headline is not None:
            words.addStretch(1)
        self.setProperty("card", is_primary)
        line = fill_layout(
            QHBoxLayout(self), icon, words, stretched=words,
            margins=(10, 8, 8, 8) if is_primary else (11, 0, 9, 0), spacing=8)
        self.button = self._button(step, is_primary=is_primary)
        if self.button is not None:
            self.button.setAccessibleName(f"{self.button.text()} {self.text.text()}")
            self.button.setAccessibleDescription(core_text(step.hint))
            line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.details = None if told is None else self._button(told, is_primary=False)
        if told is not None and self.details is not None:
            self.details.setAccessibleName(f"{self.details.text()} {core_text(told.text)}")
            line.insertWidget(2, self.details, 0, Qt.AlignmentFlag.AlignVCenter)
        if headline is not None and headline.pair:
            self.pair = WrongPairView(headline.pair, services)
            line.insertWidget(2, self.pair, 0, Qt.AlignmentFlag.AlignVCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave a narrow card to its sentences."""
        super().resizeEvent(event)
        if self.pair is not None:
            self.pair.setVisible(self.width() >= LEAST_FOR_PAIR)

    @property
    def short_text(self) -> str:
        """Such as "Clean 12": the word of its row on the Problems page, and its count."""
        step = self._step
        if step.remedy in (None, Repair.QUARANTINE.value):
            return core_text(step.text)
        word = remedy_look(Repair(step.remedy), is_choice=step.is_choice).word
        return f"{word} {self._services.look.figures.count(step.count)}"

    def allow(self) -> None:
        """Let the button be pressed while its command can be used."""
        if self.button is not None and self._action is not None:
            self.button.setEnabled(self._action.isEnabled())

    def _button(self, step: NextStep, *, is_primary: bool) -> QPushButton | None:
        if _is_good(step):
            return None
        way = _way_of(step)
        action = self._services.commands.action(way.command)
        if step.shows == PROOF:
            text = _tr("Compare…")  # the command's text would leave the sentence no room
        else:
            text = _tr("Show") if action is None or step.shows else without_key(action.text())
        button = primary_button(text) if is_primary else link_button(text)
        if action is None:
            button.clicked.connect(lambda: self._services.view.show_page(way.page))
        else:
            button.setToolTip(action.toolTip())
            button.clicked.connect(action.trigger)
        return button


def _way_of(step: NextStep) -> _Way:
    if _is_good(step):
        return _NOTHING if step.is_certain else _UNCERTAIN
    return WAYS_TO_PAGES[step.shows] if step.shows else WAYS[step.remedy]


def _changes_link(
    headline: Headline, services: WindowServices, card: QWidget
) -> QPushButton | None:
    """Return the button that lists everything that happened, None where the title names it all."""
    changes = headline.changes
    if not changes:
        return None

    def show_list() -> None:
        dialog = FileListDialog(
            services, _tr("What you changed"), partial(rows_of_changes, changes), card.window())
        dialog.source_wanted.connect(partial(_show_source, services))
        dialog.open()

    link = link_button(_tr("Show all changes"))
    link.clicked.connect(show_list)
    return link


def _show_source(services: WindowServices, source: str) -> None:
    view = services.view
    view.look_at(Scope())
    view.pick(None)
    view.filter_by(f'"{source}"')
    view.show_page("entries")


def _cause_label(headline: Headline, services: WindowServices) -> QLabel:
    """Return what happened, as the title of its card."""
    label = WrappedLabel(services.look.names.sentence(core_text(headline.happened)))
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label
