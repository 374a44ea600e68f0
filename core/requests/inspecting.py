"""Looking into payloads: files that a user points at, those of one entry, and what one looks like.

A front end knows an entry by store and source only; which files hold its tensors stands in the
index, which a window never decodes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from larder.core.columns import Array, TextColumn, save_columns
from larder.core.encoders.protocol import OutOfMemoryError
from larder.core.errors import PayloadError, UserFacingError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.payloads.arrays import InspectedFile, Inspection
from larder.core.payloads.open_payload import split_stamp, summarize_payload, summary_document
from larder.core.queries.draw_captions import preview_caption
from larder.core.queries.draw_latent import preview_cached_picture
from larder.core.queries.draw_payload import PREVIEWED_KINDS, preview_payload
from larder.core.queries.likeness_document import LikenessFigures
from larder.core.queries.picture_likeness import measure_likeness, rank_pictures
from larder.core.queries.preview import PayloadPreview, PictureRanking, save_preview
from larder.core.queries.store_files import FILES_OF
from larder.core.requests.options import (
    InspectEntryOptions,
    InspectOptions,
    MatchOptions,
    PreviewEntryOptions,
    PreviewOptions,
    ReadingOptions,
)
from larder.core.requests.request import Request
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import StoreContent, StoreKind


def inspect(options: InspectOptions, token: CancelToken) -> Job[Inspection]:
    """Summaries of files in order; a file that cannot be read has its problem instead.

    What a payload of ours says of itself is not among its arrays.
    """
    found: list[InspectedFile] = []
    for done, file in enumerate(options.files):
        token.check()
        yield Progress("reading cached files", done, len(options.files), "files")
        try:
            summary, _ = split_stamp(summarize_payload(Path(file)))
            found.append(summary_document(summary))
        except PayloadError as damaged:
            found.append(InspectedFile(path=file, problem=damaged.problem, hint=damaged.hint))
    return Inspection(files=tuple(found))


def inspect_entry(
    workspace: Workspace, options: InspectEntryOptions, token: CancelToken,
) -> Job[Inspection]:
    """As `inspect`, for the files of an entry; none where it has none on disk.

    Raises:
        UserFacingError: if the workspace has no such store.
        WorkspaceError: if its index cannot be read.
    """
    location = _store(workspace, options.store)
    files = FILES_OF[location.kind.format].find_files(workspace, location, options.source)
    return (yield from inspect(
        InspectOptions(files=tuple(str(file) for file in files)), token))


def _store(workspace: Workspace, identity: str) -> StoreLocation:
    location = workspace.store(identity)
    if location is None:
        raise UserFacingError(f"There is no cache {identity!r}.", "Survey again.")
    return location


def preview(options: PreviewOptions, token: CancelToken) -> Job[PayloadPreview]:
    """Look at one payload; a damaged one gives its problem.

    Raises:
        UserFacingError: if payloads of such a store are not drawn.
    """
    kinds = {kind.value: kind for kind in PREVIEWED_KINDS}
    if options.kind not in kinds:
        raise UserFacingError(f"Cached files of this kind ({options.kind}) are not drawn.")
    return (yield from preview_payload(
        Path(options.file), StoreKind(options.kind), Path(options.store),
        thorough=options.thorough, token=token))


def preview_entry(
    workspace: Workspace, options: PreviewEntryOptions, token: CancelToken
) -> Job[PayloadPreview]:
    """Look at one cached picture beside its source, or at the lines of a caption.

    A damaged payload gives its problem.

    Raises:
        UserFacingError: if the workspace has no such store, or it caches neither.
        WorkspaceError: if its index cannot be read.
    """
    location = _store(workspace, options.store)
    if location.kind.content is StoreContent.TEXT:
        return preview_caption(workspace, location, options.source)
    return (yield from _drawn(workspace, location, options, token))


def decode_entry(
    workspace: Workspace, options: PreviewEntryOptions, token: CancelToken
) -> Job[PayloadPreview]:
    """As `preview_entry`, drawn by the config's VAE.

    Raises:
        UserFacingError: as `preview_entry`, or if there is no VAE, or no room for it.
        JobCancelled: if the token was cancelled.
    """
    try:
        return (yield from _drawn(
            workspace, _store(workspace, options.store), options, token, decodes=True))
    except OutOfMemoryError as error:
        raise UserFacingError(
            f"There is not enough memory to decode it: {error}.",
            "Close other programs that use the device.") from error


def _drawn(
    workspace: Workspace, location: StoreLocation, options: PreviewEntryOptions,
    token: CancelToken, *, decodes: bool = False,
) -> Job[PayloadPreview]:
    return (yield from preview_cached_picture(
        workspace, location, options.source, shown=options.shown,
        renamed_to=Path(options.renamed_to) if options.renamed_to else None,
        learns=options.learns, decodes=decodes, compares=options.compares, token=token))


def match(
    workspace: Workspace, options: MatchOptions, token: CancelToken
) -> Job[PictureRanking]:
    """Rank cached pictures by how little they look like their sources.

    Raises:
        UserFacingError: if a named store is none of the workspace's.
        WorkspaceError: if an index cannot be read.
        JobCancelled: if the token was cancelled; its report is what was compared by then.
    """
    stores = [_store(workspace, name) for name in options.stores] or workspace.stores
    return (yield from rank_pictures(workspace, stores, most=options.most, token=token))


def read_likeness(
    workspace: Workspace, options: ReadingOptions, token: CancelToken
) -> Job[tuple[LikenessFigures, dict[str, Array | TextColumn]]]:
    """Compare every cached picture with its source.

    Raises:
        WorkspaceError: if an index cannot be read.
        JobCancelled: if the token was cancelled; its report is what was compared by then.
    """
    return (yield from measure_likeness(workspace, most_bytes=options.most_bytes, token=token))


def _save_likeness(
    options: ReadingOptions, found: tuple[LikenessFigures, dict[str, Array | TextColumn]]
) -> LikenessFigures:
    """The document; each picture's figures go into the table."""
    figures, columns = found
    if options.tables is not None:
        save_columns(Path(options.tables) / "likeness", columns)
    return figures


def _save_preview(options: PreviewOptions | PreviewEntryOptions, preview: PayloadPreview) -> Any:
    return save_preview(Path(options.tables), preview)


INSPECT = Request(InspectOptions, inspect)
INSPECT_ENTRY = Request(InspectEntryOptions, inspect_entry)
PREVIEW = Request(PreviewOptions, preview, _save_preview)
PREVIEW_ENTRY = Request(PreviewEntryOptions, preview_entry, _save_preview)
DECODE_ENTRY = Request(PreviewEntryOptions, decode_entry, _save_preview)
MATCH = Request(MatchOptions, match)
LIKENESS = Request(ReadingOptions, read_likeness, _save_likeness)
