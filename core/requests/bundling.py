"""Export, verify and import bundles, and the manifests of token caches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from larder.core.bundle.export import Export, apply_export, plan_export
from larder.core.bundle.import_bundle import Import, apply_import, plan_import
from larder.core.bundle.verify import Verification, verify_bundle
from larder.core.encoders.device import parse_spread
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.files.file_stamp import may_be_there
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.cache_keys import ENTRIES_FOLDER
from larder.core.requests.options import (
    BundleOptions,
    ExportOptions,
    ImportOptions,
    ManifestOptions,
)
from larder.core.requests.request import Request
from larder.core.requests.saving import save_files
from larder.core.stores.values.uses import (
    ManifestExport,
    ManifestImport,
    export_manifest,
    import_manifest,
    looks_like_manifest,
)
from larder.core.workspace.cache_folder import why_cache_folder_is_unusable
from larder.core.workspace.open_workspace import Workspace, open_workspace
from larder.core.workspace.store_kinds import StoreKind
from larder.core.writes.reports import FileAction, ListedFile
from larder.core.writes.undo_choice import note_no_undo


def export(workspace: Workspace, options: ExportOptions, token: CancelToken) -> Job[Export]:
    """Say what an export would write or, with `apply`, write it.

    Raises:
        UserFacingError: if `workers` says nothing that is known.
    """
    spread = parse_spread(options.workers, None)
    plan = yield from plan_export(
        workspace, Path(options.target), token, captions=options.captions)
    if options.files is not None:
        folders = {} if plan.leaving.respelling is None else plan.leaving.respelling.folders
        save_files(_list_sources(plan.leaving.sources, FileAction.EXPORT, folders),
                   Path(options.files))
    return (yield from apply_export(plan, token, spread)) if options.apply else plan.document


def _list_sources(
    sources: Mapping[str, Sequence[str]], action: FileAction, folders: Mapping[str, str]
) -> Iterator[ListedFile]:
    """Yield the pictures and captions of a bundle; `folders` are names by folder."""
    longest = sorted(filter(None, folders), key=len, reverse=True)
    for store, paths in sources.items():
        for path in paths:
            folder = next((one for one in longest if path.startswith(one)), "")
            yield ListedFile(store=store, concept=folders.get(folder, ""), source=path,
                             action=action, files=1)


def verify(options: BundleOptions, token: CancelToken) -> Job[Verification]:
    """Compare a bundle with its manifest.

    Raises:
        WorkspaceError: if nothing lies there.
    """
    return (yield from verify_bundle(_bundle(options.bundle), token))


def import_bundle(options: ImportOptions, token: CancelToken) -> Job[Import]:
    """Say what an import would write or, with `apply`, write it.

    Raises:
        WorkspaceError: if nothing lies there, or a config is named that cannot be read.
        UserFacingError: if a folder is not written as NAME=DIR.
    """
    place: Path | None = Path(options.target) if options.target else None
    workspace = None
    if place is not None and place.is_file():
        workspace = open_workspace(place)
        if workspace.config is None:
            raise WorkspaceError(f"{place} is not a config.", "Name a config or a folder.")
        unusable = why_cache_folder_is_unusable(
            workspace.config, workspace.root, workspace.maps, workspace.flavour)
        if unusable is not None:
            raise WorkspaceError(unusable.problem, unusable.hint)
        place = Path(workspace.file(workspace.config.cache_dir))
    plan = yield from plan_import(
        _bundle(options.bundle), place, token, workspace=workspace, under=options.under,
        folders=dict(map(_parse_folder, options.folders)))
    if options.files is not None:
        save_files(_list_sources(
            plan.sources, FileAction.IMPORT,
            {folder: name for name, folder in plan.document.folders.items()}),
            Path(options.files))
    if not options.apply:
        return plan.document
    done = yield from apply_import(plan, token, even_if_busy=options.even_if_busy)
    stores = () if plan.manifest is None else plan.manifest.stores
    note_no_undo([Path(done.target) / store.id for store in stores], "import",
                 has_changes=bool(plan.files))
    return done


def _bundle(path: str) -> Path:
    """Where a bundle is; one that is not there is named wrongly, and no damaged one."""
    if not may_be_there(path):
        raise WorkspaceError(f"There is nothing at {path}.", "Check the path.")
    return Path(path)


def _parse_folder(text: str) -> tuple[str, str]:
    name, _, folder = text.partition("=")
    if not (name and folder):
        raise UserFacingError(
            f'"{text}" does not say where a folder of the export is.', "Write it as NAME=DIR.")
    return name, folder


def exchange_manifest(
    options: ManifestOptions, token: CancelToken
) -> Job[ManifestImport | ManifestExport]:
    """Take over, or write, the manifest of a token cache; without `apply`, count what would be.

    Raises:
        WorkspaceError: if nothing lies there, or it is a file that is no config.
        UserFacingError: if no token cache is there or several are, there is no manifest to take
            over, or the cache may not be written.
    """
    token.check()
    yield Progress("reading the manifest", 0, 0, "")
    exchange = export_manifest if options.export else import_manifest
    folder = _find_token_cache(Path(options.folder))
    if not options.apply:
        return exchange(folder, dry_run=True)
    with lock_store(folder):
        return exchange(folder)


def _find_token_cache(named: Path) -> Path:
    """Return the token cache that was named, or the only one of the workspace that was.

    Raises:
        WorkspaceError: if nothing lies there, or it is a file that is no config.
        UserFacingError: if there is no token cache, or several.
    """
    if (named / ENTRIES_FOLDER).is_dir() or looks_like_manifest(named):
        return named
    if not may_be_there(named):
        raise WorkspaceError(f"There is nothing at {named}.", "Check the path.")
    found = [store.path for store in open_workspace(named).stores
             if store.kind is StoreKind.TOKENS]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UserFacingError(
            f"No token cache belongs to {named}.",
            "Name its folder, which holds manifest.json beside a folder named entries.")
    raise UserFacingError(
        f"{len(found)} token caches belong to {named}: {', '.join(map(str, found))}.",
        "Name one of them.")


EXPORT = Request(ExportOptions, export)
VERIFY = Request(BundleOptions, verify)
IMPORT = Request(ImportOptions, import_bundle)
MANIFEST = Request(ManifestOptions, exchange_manifest)
