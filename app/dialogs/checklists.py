"""Dialogs that look before something begins: a line for each thing, and the button that mends it.

Whether training can do without pictures and captions is one; exporting and importing a cache
(`bundles.py`) are two more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLayout, QPushButton, QWidget

from larder.app.cache_session import SavedFile
from larder.app.dialogs.plan_dialog import BODY_MARGINS, LEAST_TABLE, Plan, PlanDialog, PlanFooter
from larder.app.dialogs.plan_panels import Line, LinesPanel
from larder.app.models.listed_files import read_files
from larder.app.presentation.looks import MESSAGE_ICONS, Tone
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.views.file_list import FileListDialog
from larder.app.widgets.widgets import (
    Remainder,
    fill_column,
    fill_layout,
    link_button,
    make_muted_label,
    primary_button,
)
from larder.core.requests.options import WorkspaceOptions
from larder.core.survey.document import SourcelessFacts

_tr = Sentences("Checklists")

BUILDABLE = frozenset({
    "no-index", "empty", "no-caption", "no-variant", "incomplete", "missing-payload", "damaged",
    "current", "concept-not-cached"})
"""What a build makes, by `what` of a gap or of a check."""

RELEASED = "released-layout"
"""That only a conversion mends."""



def check_line(
    tone: Tone, text: str, hint: str = "", button: tuple[str, Callable[[], object]] | None = None,
    link: tuple[str, Callable[[], object]] | None = None,
) -> Line:
    """Return a line with a finding, a hint and an optional button.

    `button` is its label and the function that it calls, `link` a quieter one before it.
    """
    word, run = button or ("", lambda: None)
    return Line(text, MESSAGE_ICONS[tone], tone, hint=hint, button=word, about=text, run=run,
                link=link)


class ChecklistDialog(PlanDialog[Plan], Generic[Plan]):
    """Dialog with a promise, a question and a list of findings below each other.

    A subclass implements `_lines`, which lists the findings of a plan.
    """

    def __init__(self, services: WindowServices, parent: QWidget, title: str, go_on: str) -> None:
        """Begin; `go_on` is what its button says."""
        super().__init__(services, parent)
        self.setWindowTitle(title)
        self.checklist = LinesPanel(services.look, _tr("What was checked"))
        self.go = primary_button(go_on)
        self._again = link_button(_tr("Check again"))
        self.show_files = link_button(_tr("Show files"))
        self.show_files.setToolTip(_tr("Lists the pictures and captions, with pictures."))
        self.show_files.hide()
        self._files: SavedFile | None = None
        self.footer = PlanFooter(f"{self.name}Footer", self._again, self.go)
        self._again.clicked.connect(self._plan_anew)
        self.show_files.clicked.connect(self._list_files)

    def _lay_out(self, promise: str, *above: QWidget | QLayout) -> None:
        """Lay out, with widgets and layouts between the promise and the list."""
        view = QWidget()
        for part in above:
            if isinstance(part, QFormLayout):
                centre_labels(part)
        fill_column(view, make_muted_label(promise), *above,
            fill_layout(QHBoxLayout(), self.show_files, None),
                    (Remainder(self.checklist, LEAST_TABLE), 1), margins=BODY_MARGINS, spacing=10)
        self._open(lambda: view, lambda: self.footer)

    def _show_plan(self, plan: Plan) -> None:
        self.checklist.show_made(lambda: self._lines(plan))

    def _new_files(self) -> SavedFile:
        """Return the file that the next plan is to list its pictures and captions in."""
        self._files = self._services.session.folder.new_file("listed-files")
        return self._files

    def _list_files(self) -> None:
        """List the pictures and captions of the plan that is shown."""
        files = self._files
        if files is not None:
            FileListDialog(
                self._services, self.windowTitle(), lambda: read_files(files.path), self,
                can_show=False).open()

    def _lines(self, plan: Plan) -> Sequence[Line]:
        """Return the findings of a plan as lines, in the current wording."""
        raise NotImplementedError

    def _build(self, command: str = "build") -> None:
        """Leave, and plan a build of what is missing."""
        self.accept()
        self._services.commands.run(command)


def centre_labels(form: QFormLayout) -> None:
    """Put each label beside the middle of its field; Qt puts it beside the top of a high one."""
    for row in range(form.rowCount()):
        label, field = (
            None if item is None else item.widget() for item in (
                form.itemAt(row, role) for role in (
                    QFormLayout.ItemRole.LabelRole, QFormLayout.ItemRole.FieldRole)))
        if label is not None and field is not None:
            label.setMinimumHeight(field.sizeHint().height())


class SourcelessDialog(ChecklistDialog[SourcelessFacts]):
    """Check of whether training can run without pictures and captions.

    It starts when the dialog opens.
    """

    name = "sourcelessDialog"
    first_size, smallest = QSize(680, 340), QSize(480, 300)

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(
            services, parent, _tr("Train without pictures and captions"), _tr("Build…"))
        self.go.setAccessibleDescription(_tr("Builds what the cache lacks."))
        self.go.clicked.connect(lambda: self._build("convert" if self._is_released else "build"))
        self.footer.close_button.setText(_tr("Close"))
        self._lay_out(_tr(
            "With a cache.json cache you can train on a computer that has neither the pictures nor "
            "the captions, if the cache contains everything that training needs. This check "
            "changes nothing."))
        self._plan_anew()

    def _plan_anew(self) -> None:
        session = self._services.session
        title = _tr("Check training without pictures")
        self._follow_plan(session.request(
            "sourceless", session.about_this(WorkspaceOptions), title,
            digest=SourcelessFacts), title)

    def _show_plan(self, plan: SourcelessFacts) -> None:
        super()._show_plan(plan)
        self.footer.total.setText(ready_text(plan))
        self.go.setVisible(self._is_released or any(
            gap.what in BUILDABLE for gap in plan.missing))
        self.go.setText(_tr("Convert…") if self._is_released else _tr("Build…"))

    @property
    def _is_released(self) -> bool:
        return self._plan is not None and any(
            gap.what == RELEASED for gap in self._plan.missing)

    def _lines(self, plan: SourcelessFacts) -> Sequence[Line]:
        shown = self._services.look.names
        lines = [] if not plan.ready else [check_line(
            Tone.GOOD, _tr(
                "The cache contains everything that training needs."), left_out_text(plan))]
        return [*lines, *(check_line(
            Tone.WARNING, shown.sentence(gap.problem, [gap.first] if gap.first else ()),
            _tr("Build… creates the missing files.") if gap.what in BUILDABLE
            else _tr("Convert… creates a cache.json cache without encoding anything.")
            if gap.what == RELEASED
            else shown.sentence(gap.hint)) for gap in plan.missing)]

    def _take_focus(self, plan: SourcelessFacts) -> None:
        first: QPushButton = (self.footer.close_button if plan.ready or not self.go.isVisible()
                              else self.go)
        first.setFocus()


def ready_text(facts: SourcelessFacts) -> str:
    """"Ready to train 62 samples without pictures and captions.", or that it is not."""
    if facts.ready:
        return _tr("Ready to train %Ln samples without pictures and captions.",
                   facts.samples)
    return _tr("Not ready: %Ln things are missing.", len(facts.missing))


def left_out_text(facts: SourcelessFacts) -> str:
    """Return a text about entries that are not trained on, "" if there are none."""
    return _tr("%Ln left out: the picture was deleted or its concept is disabled.",
               facts.left_out) if facts.left_out else ""
