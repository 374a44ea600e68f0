"""Export, verify and import bundles."""

from __future__ import annotations

from pathlib import Path

from larder.core.bundle.bring_in import Import, apply_import, plan_import
from larder.core.bundle.export import Export, apply_export, plan_export
from larder.core.bundle.verify import Verification, verify_bundle
from larder.core.errors import WorkspaceError
from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import BundleOptions, ExportOptions, ImportOptions
from larder.core.requests.request import Request
from larder.core.workspace.open_workspace import Workspace, open_workspace


def export(workspace: Workspace, options: ExportOptions, token: CancelToken) -> Job[Export]:
    """Say what an export would write or, with `apply`, write it."""
    plan = yield from plan_export(
        workspace, Path(options.target), token, captions=options.captions)
    return (yield from apply_export(plan, token)) if options.apply else plan.document


def verify(options: BundleOptions, token: CancelToken) -> Job[Verification]:
    """Compare a bundle with its manifest."""
    return (yield from verify_bundle(Path(options.bundle), token))


def bring_in(options: ImportOptions, token: CancelToken) -> Job[Import]:
    """Say what an import would write or, with `apply`, write it.

    Raises:
        WorkspaceError: if a config is named that cannot be read.
    """
    place: Path | None = Path(options.target) if options.target else None
    workspace = None
    if place is not None and place.is_file():
        workspace = open_workspace(place)
        if workspace.config is None:
            raise WorkspaceError(f"{place} is no config.", "Name a config or a folder.")
        place = Path(workspace.file(workspace.config.cache_dir))
    plan = yield from plan_import(
        Path(options.bundle), place, token, workspace=workspace, under=options.under)
    return (yield from apply_import(plan, token)) if options.apply else plan.document


EXPORT = Request(ExportOptions, export)
VERIFY = Request(BundleOptions, verify)
IMPORT = Request(ImportOptions, bring_in)
