"""Commands that clean and undo. What they need is imported when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from larder.app.command_table import Command, Context, Menu
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.views.main_window import MainWindow
from larder.app.widgets.widgets import ask_first
from larder.core.requests.options import ClearOptions
from larder.core.survey.remedies import Repair

if TYPE_CHECKING:
    from larder.app.cleaning.request import Freeing, SelectedEntries
    from larder.app.cleaning.work import CleanWork
    from larder.app.dialogs.cleaning.dialog import CleanDialog
    from larder.app.dialogs.cleaning.prune_forms import ClearForm, PruneForm
    from larder.core.requests.options import WorkspaceOptions
    from larder.core.survey.document import StoreFacts
    from larder.core.writes.reports import UndoPreview

_tr = Sentences("Commands")


def clean_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the Cache menu's commands for cleaning."""
    actions = _CleanActions(services, window)
    session = services.session

    return (
        Command(id="clean", text=_tr("C&lean…"), menu=Menu.CACHE, run=actions.clean,
                icon="command-clean", shortcut="Ctrl+G", toolbar=True, starts_group=True,
                enabled_when=lambda: session.is_at_rest,
                contexts=frozenset({Context.TREE, Context.COVERAGE}),
                tip=_tr("Shows what would be removed; nothing moves until you agree.")),
        Command(id="clean-problem", text=_tr("Clea&n these…"), menu=Menu.CACHE,
                run=actions.clean_problem, icon="command-clean",
                enabled_when=lambda: session.is_at_rest,
                contexts=frozenset({Context.PROBLEM}),
                tip=_tr(
                    "Shows what would be removed for the problems selected on the Problems page.")),
        Command(id="clean-selected", text=_tr("Clean &selected entries…"), menu=Menu.CACHE,
                run=actions.clean_selected, icon="command-clean", shortcut="Del",
                enabled_when=lambda: session.is_at_rest, contexts=frozenset({Context.ENTRY}),
                tip=_tr("Shows what would be removed for the selected entries.")),
        Command(id="prune", text=_tr("&Prune…"), menu=Menu.CACHE, run=actions.prune,
                icon="command-prune", lacks=_tr(
                    "No cache in this workspace records when its files were used."),
                enabled_when=lambda: session.is_at_rest and actions.can_prune(),
                contexts=frozenset({Context.TREE, Context.COVERAGE}),
                tip=_tr("Frees space: removes cached files that have not been used for a long "
                        "time, or the oldest ones above a size limit.")),
        Command(id="clear", text=_tr("Clear cac&he…"), menu=Menu.CACHE, run=actions.clear,
                icon="action-delete", lacks=_tr("There is no cache in this workspace."),
                enabled_when=lambda: session.is_at_rest and actions.can_clear(),
                contexts=frozenset({Context.TREE, Context.COVERAGE}),
                tip=_tr("Empties a whole cache, after showing what would be removed.")),
        Command(id="undo", text=_tr("&Undo the last operation…"), menu=Menu.CACHE,
                run=actions.undo, icon="command-undo", shortcut="Ctrl+Z",
                lacks=_tr("There is nothing to undo."),
                enabled_when=lambda: session.is_at_rest and actions.can_undo(),
                tip=_tr("Restores what the last clean removed, or the last build or move "
                        "replaced. Shows first what that is.")),
    )


class _CleanActions(QObject):
    """Actions of the clean commands; owns the one dialog that can be open."""

    def __init__(self, services: WindowServices, window: MainWindow) -> None:
        super().__init__(window)
        self._services = services
        self._window = window
        self._known_work: CleanWork | None = None
        self._dialog: CleanDialog | None = None
        # What can be pruned depends on the store that is looked at.
        services.view.scope_changed.connect(services.commands.refresh)

    def clean(self) -> None:
        """Show the plan for everything."""
        self._show()

    def clean_selected(self) -> None:
        """Show the plan for the entries that are selected in the table in front."""
        import numpy as np

        from larder.app.cleaning.request import SelectedEntries

        page = self._window.pages.get(self._window.current_page())
        snapshot = self._services.session.snapshot
        rows = None if page is None else page.selected_rows()
        if rows is None or snapshot is None:
            return
        selected = SelectedEntries(snapshot, np.flatnonzero(rows).astype(np.int32))
        if len(selected):
            self._show(selected)

    def clean_problem(self) -> None:
        """Show the plan for what is chosen on the Problems page; for everything elsewhere.

        A group of a released cache goes as a whole, whichever of its slots was chosen.
        """
        from larder.app.cleaning.request import SelectedEntries
        from larder.app.views.problems_page import ProblemsPage

        page = self._window.pages.get(self._window.current_page())
        snapshot = self._services.session.snapshot
        if not isinstance(page, ProblemsPage) or snapshot is None:
            self.clean()
            return
        rows, files = page.entries(Repair.CLEAN), page.files(Repair.CLEAN)
        selected = SelectedEntries(snapshot, rows, files)
        is_whole = selected.is_of_groups or len(selected) == snapshot.count_listed(Repair.CLEAN)
        self._show(None if is_whole or not len(selected) else selected)

    def can_prune(self) -> bool:
        """Return whether the viewed store, or any store if none is viewed, records its uses."""
        from larder.app.cleaning.request import can_prune, prunable_stores

        store = self._find_store_in_view()
        return (bool(prunable_stores(self._services.session)) if store is None
                else can_prune(store.kind))

    def can_undo(self) -> bool:
        """Return whether the survey found something that a clean moved away."""
        snapshot = self._services.session.snapshot
        return snapshot is not None and snapshot.document.may_undo is True

    def can_clear(self) -> bool:
        """Return whether the viewed store, or any store if none is viewed, may be written."""
        from larder.app.cleaning.request import clearable_stores

        store = self._find_store_in_view()
        return (bool(clearable_stores(self._services.session)) if store is None
                else store.traits.may_write)

    def prune(self) -> None:
        """Ask what to go by, then show the plan."""
        from larder.app.dialogs.cleaning.prune_forms import PruneForm

        self._ask(PruneForm(self._services, self._window))

    def clear(self) -> None:
        """Show the plan for the store that is looked at; ask which where none is."""
        from larder.app.dialogs.cleaning.prune_forms import ClearForm

        store = self._find_store_in_view()
        if store is None:
            self._ask(ClearForm(self._services, self._window))
        else:
            self._show(freeing=self._services.session.about_this(
                ClearOptions, stores=(store.id,)))

    def undo(self) -> None:
        """Show what an undo takes back and when that was done; do it after consent."""
        about = self._services.session.options
        self._work.preview_undo(lambda found: self._ask_to_undo(found, about))

    def _ask_to_undo(self, found: UndoPreview, about: WorkspaceOptions | None) -> None:
        from larder.app.cleaning.texts import undo_promise, undo_question

        figures = self._services.look.figures
        ask_first(
            self._window, self._services.look.icons, title=_tr("Undo"), agree=_tr("Undo"),
            question=undo_question(found, figures), promise=undo_promise(found, figures),
            on_agreed=lambda: self._work.undo(found.id or None, about=about))

    def _ask(self, form: PruneForm | ClearForm) -> None:
        store = self._find_store_in_view()
        if store is not None:
            form.choose(store.id)
        form.agreed.connect(lambda freeing: self._show(freeing=freeing))
        form.open()

    def _find_store_in_view(self) -> StoreFacts | None:
        """The store that tree and tables are limited to, None for several."""
        snapshot, at = self._services.session.snapshot, self._services.view.scope.store
        return None if snapshot is None or at is None else snapshot.document.stores[at]

    @property
    def _work(self) -> CleanWork:
        if self._known_work is None:
            from larder.app.cleaning.work import CleanWork

            self._known_work = CleanWork(self._services, self)
        return self._known_work

    def _show(
        self, selected: SelectedEntries | None = None, *, freeing: Freeing | None = None,
    ) -> None:
        """Show a plan, of a look as close as the survey's: what that found damaged is offered."""
        from larder.app.cleaning.request import PlanRequest

        is_close = self._services.session.depth == "payload"
        request = PlanRequest(
            selected=selected, depth="payload" if is_close else "stat", freeing=freeing)
        if self._dialog is not None:
            self._dialog.ask_for(request)
            return
        from larder.app.dialogs.cleaning.dialog import CleanDialog

        self._dialog = CleanDialog(self._services, self._work, request, self._window)
        self._dialog.finished.connect(self._on_closed)
        self._dialog.show()

    def _on_closed(self) -> None:
        self._dialog = None
