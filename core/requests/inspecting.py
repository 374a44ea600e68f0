"""Looking into payloads: files that a user points at, those of one entry, and what one looks like.

A front end knows an entry by store and source only; which files hold its tensors stands in the
index, which a window never decodes.
"""

from __future__ import annotations

import os
from pathlib import Path

from larder.core.errors import PayloadError, UserFacingError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import parse_smart_name
from larder.core.payloads.arrays import InspectedFile, Inspection
from larder.core.payloads.open_payload import parted_stamp, summarize_payload, summary_document
from larder.core.queries.draw_payload import PREVIEWED_KINDS, preview_payload
from larder.core.queries.preview import PayloadPreview, save_preview
from larder.core.requests.options import InspectEntryOptions, InspectOptions, PreviewOptions
from larder.core.requests.request import Request
from larder.core.settings import cache_home
from larder.core.stores.records import read_sources
from larder.core.stores.smart.columns import IndexColumns
from larder.core.stores.store_memory import present_index
from larder.core.survey.value_stores import files_of, list_values
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import split_key
from larder.core.workspace.store_kinds import VALUE_FORMATS, StoreFormat, StoreKind


def inspect(options: InspectOptions, token: CancelToken) -> Job[Inspection]:
    """Summaries of files in order; a file that cannot be read has its problem instead.

    What a payload of ours says of itself is not among its arrays.
    """
    found: list[InspectedFile] = []
    for done, file in enumerate(options.files):
        token.check()
        yield Progress("reading payloads", done, len(options.files), "files")
        try:
            summary, _ = parted_stamp(summarize_payload(Path(file)))
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
    location = workspace.store(options.store)
    if location is None:
        raise UserFacingError(f"There is no store {options.store!r}.", "Survey again.")
    files: tuple[Path, ...] = ()
    if location.kind.format is StoreFormat.SMART:
        files = entry_files(location.path, options.source)
    elif location.kind.format in VALUE_FORMATS:
        files = value_files(location.path, location.kind, options.source)
    return (yield from inspect(
        InspectOptions(files=tuple(str(file) for file in files)), token))


def entry_files(store: Path, source: str) -> tuple[Path, ...]:
    """Payload files on disk that the entry of `source` names, any variation, in name order.

    Raises:
        WorkspaceError: if the index cannot be read.
        OSError: if the store cannot be listed.
    """
    index = present_index(cache_home(), store)
    stems = tuple(_stems(index.columns, source))
    # A prefix is quickly compared; parsing a million names to find two of them is not.
    names = (name for name in os.listdir(store) if name.startswith(stems)) if stems else ()
    parsed = ((name, parse_smart_name(name)) for name in names)
    return tuple(store / name for name in sorted(
        name for name, parts in parsed if parts is not None and parts.stem in stems))


def value_files(store: Path, kind: StoreKind, source: str) -> tuple[Path, ...]:
    """Payload files of the values made from `source`, or of the value of that name.

    Of a tree its manifest, which stands for all of its files.

    Raises:
        WorkspaceError: if the store cannot be listed.
    """
    record = read_sources(store)
    files = files_of(store, kind)
    names = [
        name for name in list_values(store, kind).names
        if name == source or (name in record and record[name].source == source)]
    return tuple(store / files.get(name, (name,))[0] for name in names)


def _stems(columns: IndexColumns, source: str) -> list[str]:
    folder, name = split_key(source, columns.separator)
    for row, known in enumerate(columns.names):
        if known == name and columns.folders[columns.folder[row]] == folder:
            variants = (columns.variant_row == row).nonzero()[0]
            return [columns.stems[variant] for variant in variants]
    return []


def preview(options: PreviewOptions, token: CancelToken) -> Job[PayloadPreview]:
    """Look at one payload; a damaged one gives its problem.

    Raises:
        UserFacingError: if payloads of such a store are not drawn.
        JobCancelled: if the token was cancelled.
    """
    kinds = {kind.value: kind for kind in PREVIEWED_KINDS}
    if options.kind not in kinds:
        raise UserFacingError(f"Payloads of a {options.kind} store are not drawn.")
    return (yield from preview_payload(
        Path(options.file), StoreKind(options.kind), Path(options.store),
        thorough=options.thorough, token=token))


INSPECT = Request(InspectOptions, inspect)
INSPECT_ENTRY = Request(InspectEntryOptions, inspect_entry)
PREVIEW = Request(
    PreviewOptions, preview,
    lambda options, preview: save_preview(Path(options.tables), preview))
