"""What is looked at before a cache is exported, and what goes along; then the export begins."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import ClassVar

from PySide6.QtWidgets import QRadioButton, QWidget

from larder.app.dialogs.bundling.place import BundleDialog, PlaceField, run_told
from larder.app.jobs.job import Job, read_document
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.looks import Tone
from larder.app.presentation.plurals import Sentences
from larder.app.services import WindowServices
from larder.app.views.widgets import TickBox
from larder.core.bundle.export import Check, Export
from larder.core.requests.options import ExportOptions

_tr = Sentences("ExportDialog")

ENDING = ".zip"


class ExportDialog(BundleDialog[Export]):
    """Looks as soon as it opens, and again whenever something is chosen."""

    name: ClassVar[str] = "exportDialog"
    request: ClassVar[str] = "export"
    document: ClassVar[type[Export]] = Export

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(services, parent, title=_tr("Export the cache"), go=_tr("Export"),
                         checking=_tr("Check the cache before exporting it"))
        self.place = PlaceField(services, _tr("Where the export goes"), _tr("Export to"))
        self.folder = QRadioButton(_tr("A folder, which OneTrainer opens as its cache folder"))
        self.one_file = QRadioButton(
            _tr("One file (.zip), which training in Python reads without unpacking it"))
        self.captions = TickBox(
            _tr("Let the texts of captions go along"), lambda: services.look.theme)
        for button in (self.folder, self.one_file):
            button.clicked.connect(self._on_form)
        self.folder.setChecked(True)
        self.place.show_path(str(_first_place(services)))
        self._add_place(_tr("Where to:"), self.place)
        self._form.addRow(_tr("As:"), self.folder)
        self._form.addRow("", self.one_file)
        self._form.addRow("", self.captions)
        self._lay_out(_tr(
            "Copies what training needs to another place, for another computer: cached files with "
            "relative paths, and a list that tells damage. Your cache, pictures and captions are "
            "not changed."))
        self.captions.clicked.connect(self._plan_anew)
        self.go.clicked.connect(self._export)
        self._plan_anew()

    def _plan_anew(self) -> None:
        """A name that ends in .zip is that of one file."""
        is_file = self.place.path.lower().endswith(ENDING)
        (self.one_file if is_file else self.folder).setChecked(True)
        super()._plan_anew()

    def _on_form(self) -> None:
        path = self.place.path
        bare = path[:-len(ENDING)] if path.lower().endswith(ENDING) else path
        self.place.show_path(bare + ENDING if self.one_file.isChecked() else bare)
        self._plan_anew()

    def _options(self, *, apply: bool) -> ExportOptions:
        return self._services.session.about_this(
            ExportOptions, target=self.place.path, captions=self.captions.isChecked(), apply=apply)

    def _show_plan(self, plan: Export) -> None:
        figures = self._services.look.figures

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

        self._show_checks(plan.checks, good)
        self.footer.total.setText(total_text(plan, figures.bytes(plan.bytes)))
        self.go.setEnabled(not plan.blocked)

    def _take_focus(self, plan: Export) -> None:
        (self.footer.close_button if plan.blocked else self.go).setFocus()

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
