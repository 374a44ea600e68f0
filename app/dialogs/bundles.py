"""Caches that travel: the dialogs that look before one is exported or imported, and the jobs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QButtonGroup, QFormLayout, QRadioButton, QWidget

from larder.app.dialogs.checklists import BUILDABLE, ChecklistDialog, check_line
from larder.app.dialogs.plan_dialog import PlanState
from larder.app.dialogs.plan_panels import Line
from larder.app.jobs.job import Job
from larder.app.notices import Notice, NoticeAction, NoticeItem
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences, one_after_another, with_values
from larder.app.presentation.shown_names import ShownNames
from larder.app.services import WindowServices, if_busy, run_with_notice
from larder.app.views.places import PlaceField
from larder.app.widgets.controls import TickBox
from larder.app.widgets.plain_labels import PlainLabel
from larder.core.bundle.checks import Check
from larder.core.bundle.export import Export
from larder.core.bundle.import_bundle import Import
from larder.core.bundle.manifest import BundledConcept
from larder.core.bundle.verify import Verification
from larder.core.requests.options import BundleOptions, ExportOptions, ImportOptions
from larder.core.workspace.cache_layout import CacheLayout

_tr = Sentences("Bundles")

ENDING = ".zip"

COMPLETE, CURRENT = "complete", "current"
"""Checks, by `Check.what`: that there is a file for everything, that each is of its source."""


def check_lines(
    checks: Sequence[Check], good: Callable[[Check], str], names: ShownNames, *,
    build: Callable[[], object], browse: Callable[[], object], again: Callable[[], object],
    read: Callable[[], object] = lambda: None, show: Callable[[], object] | None = None,
) -> list[Line]:
    """A line for each check: what is well, or what is not and the button that mends it.

    `show` goes to the pictures and captions that would be trained wrong.
    """
    lines = []
    wrong = sum(check.count or 0 for check in checks if check.what == CURRENT and check.blocks)
    for check in checks:
        if check.passed and check.what == COMPLETE and wrong:
            lines.append(check_line(
                Tone.WARNING, _tr("All files are there, but %Ln were made from other pictures or "
                                  "captions.", wrong)))
            continue
        if check.passed:
            lines.append(check_line(Tone.GOOD, good(check)))
            continue
        is_built = check.what in BUILDABLE
        lines.append(check_line(
            Tone.ERROR if check.blocks else Tone.WARNING,
            names.sentence(check.problem, [check.first] if check.first else ()),
            _build_hint(check) if check.blocks and is_built
            else names.sentence(check.hint),
            (_tr("Build…"), build) if is_built
            else (_tr("Find all"), read) if check.what in {"readable", "more"}
            else (_tr("Choose another place…"), browse) if check.what in {"target", "space"}
            else (_tr("Check again"), again),
            link=(_tr("Show"), show)
            if show is not None and check.what == CURRENT and check.blocks else None))
    return lines


def _build_hint(check: Check) -> str:
    """Return what a build does about a failed check that it mends."""
    return (_tr("Build… moves these files to their right positions and encodes what is missing.")
            if check.what == CURRENT else _tr("Build… creates the missing files."))


def concepts_text(text: str, concepts: Sequence[BundledConcept]) -> str:
    """A text with how many concepts, pictures and captions in place of %1, %2 and %3."""
    pictures = sum(concept.pictures for concept in concepts)
    captions = sum(concept.captions for concept in concepts)
    return with_values(text, _tr("%Ln concepts", len(concepts)), _tr("%Ln pictures", pictures),
                       _tr("%Ln captions", captions))


class ExportDialog(ChecklistDialog[Export]):
    """Looks as soon as it opens, and again whenever something is chosen."""

    name = "exportDialog"
    first_size, smallest = QSize(760, 560), QSize(560, 440)

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(services, parent, _tr("Export the cache"), _tr("Export"))
        self.place = PlaceField(services, _tr("Destination of the export"), _tr("Export to"))
        self.folder = QRadioButton(_tr("A folder that OneTrainer can use as its cache folder"))
        self.one_file = QRadioButton(
            _tr("One file (.zip) that training in Python reads without unpacking"))
        self.captions = TickBox(
            _tr("Include captions"), lambda: services.look.theme)
        self._form_group = QButtonGroup(self)
        for button in (self.folder, self.one_file):
            self._form_group.addButton(button)
        self.folder.setChecked(True)
        self.place.show_path(str(_first_place(services)))
        self.place.chosen.connect(self._on_place)
        self._form_group.buttonClicked.connect(lambda _: self._on_form())
        self.captions.clicked.connect(self._plan_anew)
        self.go.clicked.connect(self._export)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(_tr("Destination:"), self.place)
        form.addRow(_tr("Format:"), self.folder)
        form.addRow("", self.one_file)
        form.addRow("", self.captions)
        self._lay_out(_tr(
            "Copies what training needs, for use on another computer: cached files with relative "
            "paths, and a list of checksums. Your cache, pictures and captions are not "
            "changed."), form)
        self._plan_anew()

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
        title, files = _tr("Check the cache before exporting it"), self._new_files()
        job = self._services.session.request(
            "export", msgspec.structs.replace(self._options(apply=False), files=str(files)), title,
            digest=Export)
        files.keep_until_over(job)
        self._follow_plan(job, title)

    def _lines(self, plan: Export) -> Sequence[Line]:
        names, figures = self._services.look.names, self._services.look.figures

        def good(check: Check) -> str:
            return {
                "complete": one_after_another((
                    _tr("Everything that training needs is cached."),
                    left_out_text(plan) if plan.left_out else "")),
                "current": _tr("No file has changed since it was cached."),
                "readable": _tr("Every cached file can be read.") if not plan.unread else
                _tr("%Ln cached files are checked during the export, because there are too many to "
                    "read them in advance.", plan.unread),
                "target": _tr("The destination is free.") if not plan.there else
                _tr("%Ln files of an interrupted export exist already; the export continues.",
                    plan.there),
                "space": with_values(_tr(
                    "%1 free at the destination."), figures.bytes(plan.free_bytes)),
                "paths": one_after_another((
                    _tr("No paths of this computer are included."),
                    _tr("Captions are included.") if plan.captions else
                    _tr("Captions are not included, only the text encoder's output."))),
            }[check.what]

        return check_lines(plan.checks, good, names, build=self._build,
                           browse=self.place.look_for, again=self._plan_anew, read=self._find_all,
                           show=self._show_wrong)

    def _show_wrong(self) -> None:
        """Leave, and list what training would get wrong."""
        self.accept()
        self._services.commands.run("training")

    def _find_all(self) -> None:
        """Leave, and read every cached file, so that a build knows which are damaged."""
        self.accept()
        self._services.commands.run("read-cached-files")

    def _show_plan(self, plan: Export) -> None:
        super()._show_plan(plan)
        if plan.layout == CacheLayout.RELEASED.value:
            # The trainer names their groups by the paths of concepts.
            self.folder.setText(_tr(
                "A folder, for OneTrainer on a computer where the concepts have the same paths"))
            self.one_file.setText(_tr("One file (.zip), to import on the training computer"))
        self.show_files.setVisible(plan.files > 0)
        self.footer.total.setText(
            export_text(plan, self._services.look.figures.bytes(plan.bytes)))
        self.go.setEnabled(not plan.obstacles)

    def _take_focus(self, plan: Export) -> None:
        (self.footer.close_button if plan.obstacles else self.go).setFocus()

    def _export(self) -> None:
        run_export(self._services, self._options(apply=True))
        self.accept()


def export_text(plan: Export, size: str) -> str:
    """"62 files (1.2 MiB): 20 pictures and 20 captions.", or how much stands in the way."""
    if plan.obstacles:
        return _tr("%Ln problems block the export; the list says what to do.", len(plan.obstacles))
    return concepts_text(_tr("%1: %2, %3, %4."), plan.concepts).replace("%4", size)


def left_out_text(plan: Export) -> str:
    """Return a text about the entries that an export leaves out."""
    return _tr(
        "%Ln entries are left out, because their picture was deleted or their concept is disabled.",
               plan.left_out)


def run_export(services: WindowServices, options: ExportOptions) -> Job:
    """Begin or go on; the window's bar tells how it ended."""
    job = services.session.request(
        "export", options, _tr("Export the cache"), digest=Export)

    return run_with_notice(
        services, job,
        lambda done: Notice(
            tone=Tone.GOOD, text=with_values(
                _tr("Exported %Ln files to %1.", done.files),
                services.look.names.path(options.target)),
            hint=_tr("Check the export before you upload it, and again on the other computer."),
            actions=(NoticeAction(
                _tr("Check export"), lambda: verify_bundle(services, options.target)),)),
        stopped=_tr("The export was stopped; the files written so far are kept."),
        actions=(NoticeAction(_tr("Continue"), lambda: run_export(services, options)),))


def _first_place(services: WindowServices) -> Path:
    """Beside the workspace, with its name."""
    options = services.session.options
    opened = Path(options.workspace) if options is not None else Path.home()
    beside = opened.parent.parent if opened.suffix else opened.parent
    return beside / f"{beside.name or 'larder'}-cache"


class ImportDialog(ChecklistDialog[Import]):
    """Reads the whole bundle as soon as it opens."""

    name = "importDialog"
    first_size, smallest = QSize(760, 520), QSize(560, 400)

    def __init__(self, services: WindowServices, parent: QWidget, bundle: str) -> None:
        super().__init__(services, parent, _tr("Import a cache"), _tr("Import"))
        self.from_ = PlaceField(
            services, _tr("The exported cache"), _tr("Import from"),
            files=(_tr("Exported caches (*.zip larder-bundle.json)"),))
        self.from_.show_path(bundle)
        self.place = PlaceField(services, _tr("Destination of the import"), _tr("Import into"))
        self.under = PlaceField(
            services, _tr("The folder that contains the pictures' folders"), _tr("Pictures are in"))
        self.under.line.setPlaceholderText(_tr("where the config says"))
        self.said = PlainLabel()
        self.said.setWordWrap(True)
        options = services.session.options
        if options is not None and services.session.is_open:
            self.place.show_path(options.workspace)
        for field in (self.from_, self.place, self.under):
            field.chosen.connect(self._plan_anew)
        self.go.clicked.connect(self._import)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(_tr("From:"), self.from_)
        form.addRow(_tr("Into:"), self.place)
        form.addRow(_tr("Pictures are in:"), self.under)
        self._lay_out(_tr(
            "Every file is compared with the checksums made during the export. Existing files in "
            "the cache folder are never overwritten."), form, self.said)
        if bundle:
            self._plan_anew()
        else:
            self._ask()

    def _options(self, *, apply: bool) -> ImportOptions:
        bundle = self.from_.path.removesuffix("larder-bundle.json")
        return ImportOptions(bundle=bundle, target=self.place.path,
                             under=self.under.path, apply=apply)

    def _ask(self) -> None:
        """Nothing is named yet."""
        self.footer.total.setText(_tr("Choose an exported cache: a folder or a .zip file."))
        self.go.setEnabled(False)
        self._again.hide()
        self.said.hide()
        self._enter(PlanState.PLANNED)
        self.from_.setFocus()

    def _plan_anew(self) -> None:
        if not self.from_.path:
            self._ask()
            return
        self._again.show()
        title, files = _tr("Check an exported cache"), self._new_files()
        job = self._services.session.request(
            "import", msgspec.structs.replace(self._options(apply=False), files=str(files)), title,
            digest=Import)
        files.keep_until_over(job)
        self._follow_plan(job, title)

    def _lines(self, plan: Import) -> Sequence[Line]:
        figures = self._services.look.figures

        def good(check: Check) -> str:
            return {
                "whole": _tr("No file has changed since the export."),
                "target": _tr("No existing file is overwritten.") if not plan.there else
                _tr("%Ln files exist already; the import continues.", plan.there),
                "space": with_values(_tr(
                    "%1 free at the destination."), figures.bytes(plan.free_bytes)),
            }[check.what]

        return [*check_lines(
            plan.checks, good, self._services.look.names, build=lambda: None,
            browse=self.place.look_for, again=self._plan_anew, read=self._find_all),
            *concept_lines(plan, self._services.look.names)]

    def _find_all(self) -> None:
        """Leave, and have the window's bar list everything that is wrong."""
        self.accept()
        verify_bundle(self._services, self._options(apply=False).bundle)

    def _show_plan(self, plan: Import) -> None:
        super()._show_plan(plan)
        self.said.setText(inside_text(plan))
        self.said.setVisible(bool(plan.concepts))
        self.show_files.setVisible(bool(plan.folders))
        self.footer.total.setText(
            import_text(plan, self._services.look.figures.bytes(plan.bytes)))
        self.go.setEnabled(not plan.obstacles and bool(plan.target))

    def _take_focus(self, plan: Import) -> None:  # noqa: ARG002 - where it can be used
        (self.go if self.go.isEnabled() else self.place).setFocus()

    def _on_session_changed(self) -> None:
        """Do nothing: an import does not depend on the open workspace."""

    def _import(self) -> None:
        run_import(self._services, self._options(apply=True))
        self.accept()


def concept_lines(plan: Import, names: ShownNames) -> list[Line]:
    """Return a line for each concept that fits: how much comes, and for which folder."""
    unfit = {check.first for check in plan.checks if not check.passed}
    if not plan.target or plan.obstacles:
        return []
    return [check_line(Tone.GOOD, with_values(
        _tr("%1 fits the folder %2: %3, %4."), names.concept(one.name),
        names.path(plan.folders[one.name]), _tr("%Ln pictures", one.pictures),
        _tr("%Ln captions", one.captions)))
        for one in plan.concepts if one.name in plan.folders and one.name not in unfit]


def inside_text(plan: Import) -> str:
    """Return a text about the contents of an exported cache."""
    return one_after_another((
        concepts_text(_tr("Contents: %1, %2, %3."), plan.concepts),
        _tr("Captions are included.") if plan.captions else
        _tr("Captions are not included.")))


def import_text(plan: Import, size: str) -> str:
    """Return a text about what would be imported, or why nothing can be."""
    if plan.obstacles:
        return _tr("%Ln problems block the import; the list says what to do.", len(
            plan.obstacles)) if plan.checks[0].passed else \
            _tr("The exported cache is damaged. Copy it again.")
    if not plan.target:
        return _tr("Choose a destination: a config or a cache folder.")
    return with_values(_tr("%Ln files to import, %1.", plan.files), size)


def run_import(services: WindowServices, options: ImportOptions) -> Job:
    """Begin or go on; the window's bar tells how it ended."""
    job = services.session.request(
        "import", options, _tr("Import a cache"), writes=services.session.options is not None,
        digest=Import)
    return run_with_notice(
        services, job,
        lambda done: Notice(tone=Tone.GOOD, text=_tr("Imported %Ln files.", done.files)),
        stopped=_tr("The import was stopped; the files imported so far are kept."),
        actions=(NoticeAction(_tr("Continue"), lambda: run_import(services, options)),),
        ways_on=lambda failure: if_busy(failure, _tr("Import anyway"), lambda: run_import(
            services, msgspec.structs.replace(options, even_if_busy=True))))


def verify_bundle(services: WindowServices, bundle: str) -> Job:
    """Compare what was exported with its list; the window's bar tells."""
    job = services.session.request(
        "verify", BundleOptions(bundle=bundle), _tr("Check an exported cache"),
        digest=Verification)

    def told(found: Verification) -> Notice:
        if found.whole and found.warnings:
            return Notice(
                tone=Tone.WARNING, text=_tr("%Ln files contain values that are not numbers.",
                                            len(found.warnings)),
                hint=_tr("Build these files again, then export them again."),
                left=tuple(NoticeItem(flaw.path, flaw.problem) for flaw in found.warnings))
        if found.whole:
            return Notice(tone=Tone.GOOD, text=_tr("No file has changed since the export."))
        return Notice(
            tone=Tone.ERROR, text=_tr("The exported cache has %Ln problems.",
                                      len(found.flaws)),
            hint=_tr("Copy it again."),
            left=tuple(NoticeItem(flaw.path, flaw.problem) for flaw in found.flaws))

    return run_with_notice(services, job, told)
