"""Which payload is drawn for a row, and the job that looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from larder.app.cache_session import CacheSession
from larder.app.jobs.job import Job
from larder.app.models.store_columns import has_preview
from larder.core.queries.preview import PayloadPreview, read_preview
from larder.core.requests.options import Answer, PreviewOptions
from larder.core.survey.verdicts import PayloadVerdict
from larder.core.workspace.store_kinds import StoreKind

MANIFEST_SUFFIX = ".manifest"
"""What is opened of a tree, whose name in a listing is its stem."""


@dataclass(frozen=True, slots=True)
class DrawnPayload:
    """One payload that is drawn itself.

    Attributes:
        file: the payload, the manifest of a tree.
        kind: of its store, as in documents.
        store: the store's folder.
    """

    file: Path
    kind: str
    store: Path


def drawn_entry(session: CacheSession, row: int) -> DrawnPayload | None:
    """The payload of a row of the Entries table, None if its source is shown instead.

    One that is not on disk is none either.
    """
    snapshot = session.snapshot
    if snapshot is None:
        return None
    at = int(snapshot.entries.store[row])
    place = snapshot.values.place(row)
    name = "" if place is None else snapshot.values.payload[place]
    if not name:
        return None
    store = session.store_folder(at)
    return DrawnPayload(store / name, snapshot.document.stores[at].kind, store)


def drawn_loose(session: CacheSession, row: int) -> DrawnPayload | None:
    """The payload of a row of the `payloads` table, None if it is not drawn.

    What an unfinished write left is not: it is no payload yet.
    """
    snapshot = session.snapshot
    if snapshot is None:
        return None
    payloads = snapshot.payloads
    kind = snapshot.document.stores[int(payloads.store[row])].kind
    if not has_preview(kind) or payloads.verdict[row] == PayloadVerdict.TEMP_LEFTOVER:
        return None
    file = session.loose_file(row)
    if kind == StoreKind.TREE.value:
        file = file.with_name(file.name + MANIFEST_SUFFIX)
    return DrawnPayload(file, kind, session.store_folder(int(payloads.store[row])))


def preview_job(
    session: CacheSession, payload: DrawnPayload, title: str, *, thorough: bool = False,
) -> Job:
    """The job that gives a `PayloadPreview`; to be connected and submitted.

    Args:
        session: of the open workspace.
        payload: what to look at.
        title: of the job.
        thorough: read what takes long too.
    """
    tables = session.folder.fresh("preview")
    options = PreviewOptions(
        file=str(payload.file), kind=payload.kind, store=str(payload.store), tables=str(tables),
        thorough=thorough)

    def read(answer: Answer) -> PayloadPreview:
        try:
            return read_preview(answer.document, Path(answer.tables))
        finally:
            session.folder.drop(Path(answer.tables))

    return session.request("preview", options, title, quiet=True, digest=read)
