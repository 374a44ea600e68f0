"""What is looked at before a cache is exported, and what goes along; then the export begins."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QButtonGroup, QFormLayout, QRadioButton, QVBoxLayout, QWidget

from larder.app.dialogs.bundling.place import PlaceField, check_lines, run_told
from larder.app.dialogs.checklist import Checklist
from larder.app.dialogs.plan_dialog import PlanDialog, PlanFooter
from larder.app.jobs.job import Job, read_document
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.looks import Tone
from larder.app.presentation.plurals import Sentences
from larder.app.services import WindowServices
from larder.app.views.widgets import TickBox, link_button, muted_label, primary_button
from larder.core.bundle.export import Check, Export
from larder.core.requests.options import ExportOptions

_tr = Sentences("ExportDialog")

ENDING = ".zip"


class ExportDialog(PlanDialog[Export]):
    """Looks as soon as it opens, and again whenever something is chosen."""

    name: ClassVar[str] = "exportDialog"
    first_size: ClassVar[QSize] = QSize(760, 560)
    smallest: ClassVar[QSize] = QSize(560, 440)

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(services, parent)
        self.setWindowTitle(_tr("Export the cache"))
        self.place = PlaceField(services, _tr("Where the export goes"), _tr("Export to"))
        self.folder = QRadioButton(_tr("A folder, which OneTrainer opens as its cache folder"))
        self.one_file = QRadioButton(
            _tr("One file (.zip), which training in Python reads without unpacking it"))
        self.captions = TickBox(
            _tr("Let the texts of captions go along"), lambda: services.look.theme)
        self.checklist = Checklist(services)
        self.checklist.setAccessibleName(_tr("What was checked"))
        again = link_button(_tr("Check again"))
        self.export = primary_button(_tr("Export"))
        self.footer = PlanFooter("exportFooter", again, self.export)
        self._form_group = QButtonGroup(self)
        for button in (self.folder, self.one_file):
            self._form_group.addButton(button)
        self.folder.setChecked(True)
        self.place.show_path(str(_first_place(services)))
        self._fill(self._laid_out(), self.footer)
        self.place.chosen.connect(self._on_place)
        self._form_group.buttonClicked.connect(lambda _: self._on_form())
        self.captions.clicked.connect(self._plan_anew)
        again.clicked.connect(self._plan_anew)
        self.export.clicked.connect(self._export)
        self.footer.close_wanted.connect(self.reject)
        services.look.changed.connect(self._show_again)
        self._open_at_its_place()
        self._plan_anew()

    def _laid_out(self) -> QWidget:
        view = QWidget()
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(_tr("Where to:"), self.place)
        form.addRow(_tr("As:"), self.folder)
        form.addRow("", self.one_file)
        form.addRow("", self.captions)
        whole = QVBoxLayout(view)
        whole.setContentsMargins(20, 14, 20, 8)
        whole.setSpacing(10)
        whole.addWidget(muted_label(_tr(
            "Copies what training needs to another place, for another computer: cached files with "
            "relative paths, and a list that tells damage. Your cache, pictures and captions are "
            "not changed.")))
        whole.addLayout(form)
        whole.addWidget(self.checklist, 1)
        return view

    def _on_place(self) -> None:
        """A name that ends in .zip is that of one file."""
        is_file = self.place.path.lower().endswith(ENDING)
        (self.one_file if is_file else self.folder).setChecked(True)
        self._plan_anew()

    def _on_form(self) -> None:
        path = self.place.path
        bare = path[:-len(ENDING)] if path.lower().endswith(ENDING) else path
        self.place.show_path(bare + ENDING if self.one_file.isChecked() else bare)
        self._plan_anew()

    def _options(self, *, apply: bool) -> ExportOptions:
        return self._services.session.about_this(
            ExportOptions, target=self.place.path, captions=self.captions.isChecked(), apply=apply)

    def _plan_anew(self) -> None:
        title = _tr("Check the cache before exporting it")
        self._follow_plan(self._services.session.request(
            "export", self._options(apply=False), title,
            digest=partial(read_document, kind=Export)), title)

    def _show_plan(self, plan: Export) -> None:
        names, figures = self._services.look.names, self._services.look.figures

        def good(check: Check) -> str:
            return {
                "complete": _tr("Everything that training needs is cached.") + (
                    f" {left_out_text(plan)}" if plan.left_out else ""),
                "current": _tr("Nothing changed since it was cached."),
                "target": _tr("Nothing else lies where it goes.") if not plan.there else
                _tr("%Ln files of an interrupted export are there already; it goes on.",
                    plan.there),
                "space": _tr("%1 are free there.").replace(
                    "%1", figures.bytes(plan.free_bytes)),
                "paths": _tr("No path of this computer goes along.") + " " + inside_text(plan),
            }[check.what]

        self.checklist.show_lines(check_lines(
            plan.checks, good, names, build=self._build, browse=self.place.look_for,
            again=self._plan_anew))
        self.footer.total.setText(total_text(plan, figures.bytes(plan.bytes)))
        self.export.setEnabled(not plan.blocked)

    def _show_again(self) -> None:
        if self._plan is not None:
            self._show_plan(self._plan)

    def _take_focus(self, plan: Export) -> None:
        (self.footer.close_button if plan.blocked else self.export).setFocus()

    def _build(self) -> None:
        self.accept()
        self._services.commands.run("build")

    def _export(self) -> None:
        run_export(self._services, self._options(apply=True))
        self.accept()


def total_text(plan: Export, size: str) -> str:
    """"62 files (1.2 MiB): 20 pictures and 20 captions.", or that it cannot be exported yet."""
    if plan.blocked:
        return _tr("It cannot be exported yet.")
    pictures = sum(concept.pictures for concept in plan.concepts)
    captions = sum(concept.captions for concept in plan.concepts)
    return _tr("%1: %2, %3, %4.").replace("%1", _tr("%Ln concepts", len(plan.concepts))).replace(
        "%2", _tr("%Ln pictures", pictures)).replace(
        "%3", _tr("%Ln captions", captions)).replace("%4", size)


def inside_text(plan: Export) -> str:
    """What of captions goes along."""
    return _tr("The texts of captions do.") if plan.captions else _tr(
        "Neither do the texts of captions, only what the text encoder made of them.")


def left_out_text(plan: Export) -> str:
    """What stays."""
    return _tr("%Ln entries stay here, of deleted pictures or of concepts that are switched off.",
               plan.left_out)


def run_export(services: WindowServices, options: ExportOptions) -> Job:
    """Begin or go on; the window's bar tells how it ended."""
    job = services.session.request(
        "export", options, _tr("Export the cache"), digest=partial(read_document, kind=Export))

    def verify() -> None:
        from larder.app.dialogs.bundling.bring_in import verify_bundle

        verify_bundle(services, options.target)

    return run_told(
        services, job,
        lambda done: Notice(
            tone=Tone.GOOD, text=_tr("Exported %Ln files to %1.", done.files).replace(
                "%1", services.look.names.path(options.target)),
            hint=_tr("Check it before uploading, and again where it arrives."),
            actions=(NoticeAction(_tr("Check it"), verify),)),
        stopped=_tr("The export was stopped; what is written is kept."),
        actions=(NoticeAction(_tr("Go on"), lambda: run_export(services, options)),))


def _first_place(services: WindowServices) -> Path:
    """Beside the workspace, with its name."""
    options = services.session.options
    opened = Path(options.workspace) if options is not None else Path.home()
    beside = opened.parent.parent if opened.suffix else opened.parent
    return beside / f"{beside.name or 'larder'}-cache"
