"""Whether training can do without pictures and captions: "ready", or each thing that is missing."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from larder.app.dialogs.checklist import BUILDABLE, CheckLine, Checklist
from larder.app.dialogs.plan_dialog import PlanDialog, PlanFooter
from larder.app.jobs.job import read_document
from larder.app.presentation.looks import Tone
from larder.app.presentation.plurals import Sentences
from larder.app.services import WindowServices
from larder.app.views.widgets import link_button, muted_label, primary_button
from larder.core.requests.options import SourcelessOptions
from larder.core.survey.document import SourcelessFacts

_tr = Sentences("SourcelessDialog")


class SourcelessDialog(PlanDialog[SourcelessFacts]):
    """Looks as soon as it opens."""

    name: ClassVar[str] = "sourcelessDialog"
    first_size: ClassVar[QSize] = QSize(680, 340)
    smallest: ClassVar[QSize] = QSize(480, 300)

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(services, parent)
        self.setWindowTitle(_tr("Train without pictures and captions"))
        again = link_button(_tr("Check again"))
        self.build = primary_button(_tr("Build…"))
        self.build.setAccessibleDescription(_tr("Builds what is missing from the cache."))
        self.footer = PlanFooter("sourcelessFooter", again, self.build)
        self.footer.close_button.setText(_tr("Close"))
        self.checklist = Checklist(services)
        view = QWidget()
        layout = QVBoxLayout(view)
        layout.setContentsMargins(20, 14, 20, 8)
        layout.setSpacing(10)
        layout.addWidget(muted_label(_tr(
            "With a cache.json cache you can train on a computer that has neither the pictures nor "
            "the captions, as long as it holds all that training needs. This check changes "
            "nothing.")))
        layout.addWidget(self.checklist, 1)
        self._fill(view, self.footer)
        again.clicked.connect(self._plan_anew)
        self.build.clicked.connect(self._build)
        self.footer.close_wanted.connect(self.reject)
        self._open_at_its_place()
        self._plan_anew()

    def _plan_anew(self) -> None:
        session = self._services.session
        title = _tr("Check training without pictures")
        self._follow_plan(session.request(
            "sourceless", session.about_this(SourcelessOptions), title,
            digest=partial(read_document, kind=SourcelessFacts)), title)

    def _show_plan(self, plan: SourcelessFacts) -> None:
        lines = [] if not plan.ready else [CheckLine(
            Tone.GOOD, _tr("Everything is in the cache."), left_out_text(plan))]
        shown = self._services.look.names
        lines += [CheckLine(
            Tone.WARNING, shown.sentence(gap.problem, [gap.first] if gap.first else ()),
            _tr("Build… makes what is missing.") if gap.what in BUILDABLE
            else shown.sentence(gap.hint)) for gap in plan.missing]
        self.checklist.show_lines(lines)
        self.footer.total.setText(ready_text(plan))
        self.build.setVisible(any(gap.what in BUILDABLE for gap in plan.missing))

    def _take_focus(self, plan: SourcelessFacts) -> None:
        (self.footer.close_button if plan.ready or not self.build.isVisible()
         else self.build).setFocus()

    def _build(self) -> None:
        self.accept()
        self._services.commands.run("build")


def ready_text(facts: SourcelessFacts) -> str:
    """"Ready to train 62 samples without pictures and captions.", or that it is not."""
    if facts.ready:
        return _tr("Ready to train %Ln samples without pictures and captions.",
                   facts.samples)
    return _tr("Not ready: %Ln things are missing.", len(facts.missing))


def left_out_text(facts: SourcelessFacts) -> str:
    """What is not trained on, "" where everything is."""
    return _tr("%Ln left out: the picture was deleted, or its concept is switched off.",
               facts.left_out) if facts.left_out else ""

