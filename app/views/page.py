"""Base classes for the tabs of the main window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QTabBar, QWidget

from larder.app.cache_session import SessionState
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.widgets.widgets import ContentStack, fill_column
from larder.core.worker_protocol import Failed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    RowMask: TypeAlias = npt.NDArray[np.bool_]


class Page(QWidget):
    """A tab. It follows the session and the view state by itself.

    Signals:
        title_changed: with the tab's new text, such as "Problems (7)".
        selection_changed: `selection_text` may have changed.
    """

    title_changed = Signal(str)
    selection_changed = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    @property
    def title(self) -> str:
        """The text of the page's tab."""
        return self._title

    def set_title(self, title: str) -> None:
        """Change the tab's text."""
        if title != self._title:
            self._title = title
            self.title_changed.emit(title)

    @property
    def is_settled(self) -> bool:
        """True if the page shows everything that it is going to show."""
        return True

    def selection_text(self) -> str:
        """Return the status bar text about the page's selection, "" for none."""
        return ""

    def selected_rows(self) -> RowMask | None:
        """Which entries of the survey are selected, None on a page that lists none.

        Bool, shape (rows of the survey,).
        """
        return None

    def choose_current(self) -> None:
        """Show what is chosen on the page in the inspector; called when it comes to the front.

        Nothing is until the user has chosen it.
        """

    def show_source(self, source: str) -> None:
        """Show where a source stands, as the index spells it; nothing on a page without sources."""

    def copy_selection(self) -> None:
        """Put what is selected on the clipboard, tab-separated; nothing where nothing is."""

    def step(self, by: int) -> bool:  # noqa: ARG002 - pages with rows have their own
        """Choose the entry that is so many further on, False where there is none."""
        return False

    def take_focus(self) -> bool:
        """Give the focus to its first table; False where none is shown."""
        for view in self.findChildren(QAbstractItemView):
            if view.isVisible() and view.focusPolicy() & Qt.FocusPolicy.TabFocus:
                view.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return False


class ReadPage(Page):
    """A page that asks a worker for what it shows: after each survey, while it is in front."""

    def __init__(self, services: WindowServices, content: QWidget) -> None:
        super().__init__("")
        self._services = services
        self._is_fresh = False
        self._failure: Failed | None = None
        self._stack = ContentStack(content)
        self.empty = self._stack.empty
        self._awaits_focus = False
        self._stack.currentChanged.connect(lambda: QTimer.singleShot(0, self, self._focus_late))
        services.session.survey_changed.connect(self._on_survey_changed)

    def take_focus(self) -> bool:
        """As every page; where nothing is shown yet, as soon as there is."""
        self._awaits_focus = not super().take_focus()
        return not self._awaits_focus

    def _focus_late(self) -> None:
        """Whoever went on in the meantime, with the mouse or the keys, is left where they are."""
        if self._awaits_focus and isinstance(self.window().focusWidget(), QTabBar):
            self.take_focus()

    def hideEvent(self, event: QHideEvent) -> None:
        """Another page was gone to."""
        super().hideEvent(event)
        self._awaits_focus = False

    def showEvent(self, event: QShowEvent) -> None:
        """Read what changed while another page was in front."""
        super().showEvent(event)
        self._read_if_wanted()

    @property
    def is_settled(self) -> bool:
        """True if the latest content is shown or being read, or none is wanted."""
        return self._is_fresh or not self._is_wanted

    def _read(self) -> None:
        """Ask for what it shows."""

    def _forget(self) -> None:
        """There is no survey any more."""

    @property
    def _is_wanted(self) -> bool:
        return self.isVisible() and self._services.session.state is SessionState.OPEN

    def _on_survey_changed(self) -> None:
        self._is_fresh = False
        if self._services.session.snapshot is None:
            self._forget()
        self._read_if_wanted()

    def _read_if_wanted(self) -> None:
        if self._is_wanted and not self._is_fresh:
            self._is_fresh = True
            self._read()

    def _on_failed(self, failure: Failed) -> None:
        self._failure = failure
        self._show_failure()

    def _show_failure(self) -> None:
        """Say why there is nothing, with names as they are shown now."""
        if self._failure is not None:
            look, failure = self._services.look, self._services.look.names.failure(self._failure)
            self._stack.say(failure.problem, look.icons.icon("severity-error", Tone.ERROR),
                            hint=failure.hint)


class LazyPage(Page):
    """An empty tab that makes what it shows when it first comes to the front, if not before.

    A window that only surveys starts the sooner. `make` gives parts of the page as it makes them,
    the page itself last.
    """

    def __init__(self, title: str, make: Callable[[], Iterator[QWidget]]) -> None:
        super().__init__(title)
        self._making = self._make(make)
        self._view: Page | None = None

    @property
    def view(self) -> Page | None:
        """The page inside the tab, None before it is created."""
        return self._view

    @property
    def is_settled(self) -> bool:
        """True if the page inside the tab is settled or does not exist yet."""
        return self._view is None or self._view.is_settled

    def selected_rows(self) -> RowMask | None:
        """Of what it shows."""
        return None if self._view is None else self._view.selected_rows()

    def take_focus(self) -> bool:
        """Give the focus to what it shows."""
        return self._view is not None and self._view.take_focus()

    def choose_current(self) -> None:
        """Of what it shows."""
        if self._view is not None:
            self._view.choose_current()

    def show_source(self, source: str) -> None:
        """In what it shows."""
        if self._view is not None:
            self._view.show_source(source)

    def copy_selection(self) -> None:
        """Of what it shows."""
        if self._view is not None:
            self._view.copy_selection()

    def make_view(self) -> None:
        """Make what is still to be made of what it shows."""
        for _ in self.make_some():
            pass

    def make_some(self) -> Iterator[None]:
        """The same, a part at a time."""
        return self._making

    def _make(self, make: Callable[[], Iterator[QWidget]]) -> Iterator[None]:
        parts: list[QWidget] = []
        for part in make():
            parts.append(part)
            yield
        assert isinstance(parts[-1], Page)
        self._view = parts[-1]
        fill_column(self, self._view)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the view the first time."""
        super().showEvent(event)
        self.make_view()


class PageFactory(msgspec.Struct, frozen=True):
    """One line of the window's list of pages.

    Attributes:
        id: what `--page` and `ViewState.show_page` say.
    """

    id: str
    icon: str
    make: Callable[[WindowServices], Page]
