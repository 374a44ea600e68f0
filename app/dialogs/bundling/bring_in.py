"""An exported cache: whether it is whole, where it goes, what is in it; then the import begins."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from PySide6.QtWidgets import QLabel, QWidget

from larder.app.cache_session import SessionState
from larder.app.dialogs.bundling.place import BundleDialog, PlaceField, run_told
from larder.app.dialogs.plan_dialog import PlanState
from larder.app.jobs.job import Job, read_document
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.looks import Tone
from larder.app.presentation.plurals import Sentences
from larder.app.services import WindowServices
from larder.core.bundle.bring_in import Import
from larder.core.bundle.export import Check
from larder.core.bundle.verify import Verification
from larder.core.requests.options import BundleOptions, ImportOptions

_tr = Sentences("ImportDialog")


class ImportDialog(BundleDialog[Import]):
    """Reads the whole bundle as soon as it opens."""

    name: ClassVar[str] = "importDialog"
    request: ClassVar[str] = "import"
    document: ClassVar[type[Import]] = Import

    def __init__(self, services: WindowServices, parent: QWidget, bundle: str) -> None:
        super().__init__(services, parent, title=_tr("Import a cache"), go=_tr("Import"),
                         checking=_tr("Check an exported cache"))
        self.from_ = PlaceField(services, _tr("The exported cache"), _tr("Import from"))
        self.from_.show_path(bundle)
        self.from_.file_filter = _tr("Exported caches (*.zip larder-bundle.json)")
        self.place = PlaceField(services, _tr("Where it goes"), _tr("Import into"))
        self.under = PlaceField(
            services, _tr("The folder that the pictures' folders lie in"), _tr("Pictures lie in"))
        self.under.line.setPlaceholderText(_tr("as the config has them"))
        self.said = QLabel()
        self.said.setWordWrap(True)
        options = services.session.options
        if options is not None and services.session.state is SessionState.OPEN:
            self.place.show_path(options.workspace)
        self._add_place(_tr("From:"), self.from_)
        self._add_place(_tr("Into:"), self.place)
        self._add_place(_tr("Pictures lie in:"), self.under)
        self._lay_out(_tr(
            "Every file is compared with the list that was made when the cache was exported. What "
            "lies in the cache folder already is never overwritten."), self.said)
        self.go.clicked.connect(self._import)
        self._plan_anew()

    def _options(self, *, apply: bool) -> ImportOptions:
        bundle = self.from_.path.removesuffix("larder-bundle.json")
        return ImportOptions(bundle=bundle, target=self.place.path,
                             under=self.under.path, apply=apply)

    def _ask(self) -> None:
        """Nothing is named yet."""
        self.footer.total.setText(_tr("Say which exported cache: a folder or a .zip file."))
        self.go.setEnabled(False)
        self.again.hide()
        self.said.hide()
        self._enter(PlanState.PLANNED)
        self.from_.setFocus()

    def _plan_anew(self) -> None:
        if self.from_.path:
            super()._plan_anew()
        else:
            self._ask()

    def _show_plan(self, plan: Import) -> None:
        figures = self._services.look.figures

        def good(check: Check) -> str:
            return {
                "whole": _tr("Every file is as it was exported."),
                "target": _tr("Nothing is overwritten where it goes.") if not plan.there else
                _tr("%Ln files are there already; the import goes on.", plan.there),
                "space": _tr("%1 are free there.").replace(
                    "%1", figures.bytes(plan.free_bytes)),
            }[check.what]

        self.again.show()
        self._show_checks(plan.checks, good)
        self.said.setText(inside_text(plan))
        self.said.setVisible(bool(plan.concepts))
        self.footer.total.setText(total_text(plan, figures.bytes(plan.bytes)))
        self.go.setEnabled(not plan.blocked and bool(plan.target))

    def _take_focus(self, plan: Import) -> None:  # noqa: ARG002 - where it can be used
        (self.go if self.go.isEnabled() else self.place).setFocus()

    def _on_session_changed(self) -> None:
        """What is imported does not depend on what is open."""

    def _import(self) -> None:
        run_import(self._services, self._options(apply=True))
        self.accept()


def inside_text(plan: Import) -> str:
    """What is in it."""
    pictures = sum(concept.pictures for concept in plan.concepts)
    captions = sum(concept.captions for concept in plan.concepts)
    counts = _tr("In it: %1, %2, %3.").replace(
        "%1", _tr("%Ln concepts", len(plan.concepts))).replace(
        "%2", _tr("%Ln pictures", pictures)).replace("%3", _tr("%Ln captions", captions))
    return f"{counts} " + (_tr("The texts of captions are in it, too.") if plan.captions else
                           _tr("The texts of captions are not in it."))


def total_text(plan: Import, size: str) -> str:
    """What would be written, or why nothing can be."""
    if plan.blocked:
        return _tr("It cannot be imported.") if plan.checks[0].passed else \
            _tr("It is damaged. Copy it again.")
    if not plan.target:
        return _tr("Say where it goes: a config or a cache folder.")
    return _tr("%Ln files to import, %1.", plan.files).replace("%1", size)


def run_import(services: WindowServices, options: ImportOptions) -> Job:
    """Begin or go on; the window's bar tells how it ended."""
    job = services.session.request(
        "import", options, _tr("Import a cache"), writes=services.session.options is not None,
        digest=partial(read_document, kind=Import))
    return run_told(
        services, job,
        lambda done: Notice(tone=Tone.GOOD, text=_tr("Imported %Ln files.", done.files)),
        stopped=_tr("The import was stopped; what was brought is kept."),
        actions=(NoticeAction(_tr("Go on"), lambda: run_import(services, options)),))


def verify_bundle(services: WindowServices, bundle: str) -> Job:
    """Compare what was exported with its list; the window's bar tells."""
    job = services.session.request(
        "verify", BundleOptions(bundle=bundle), _tr("Check an exported cache"),
        digest=partial(read_document, kind=Verification))

    def told(found: Verification) -> Notice:
        if found.whole:
            return Notice(tone=Tone.GOOD, text=_tr("Every file is as it was exported."))
        return Notice(tone=Tone.ERROR, text=_tr("The export is damaged: %1").replace(
            "%1", services.look.names.sentence(found.flaws[0].problem)))

    return run_told(services, job, told)
