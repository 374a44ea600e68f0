"""Looking into payload files that a user points at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from larder.core.errors import PayloadError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.payloads.open_payload import PayloadSummary, summarize_payload
from larder.core.payloads.sealed_npz import STAMP_NAME, EntryStamp, peek_stamp
from larder.core.requests.options import InspectOptions
from larder.core.requests.request import Request

SCHEMA = "larder.inspect/1"


def inspect(options: InspectOptions, token: CancelToken) -> Job[dict[str, Any]]:
    """Summaries of files in order; a file that cannot be read has its problem instead.

    What a payload of ours says of itself is not among its arrays.
    """
    found: list[dict[str, Any]] = []
    for done, file in enumerate(options.files):
        token.check()
        yield Progress("reading payloads", done, len(options.files), "files")
        try:
            summary, _ = parted_stamp(summarize_payload(Path(file)))
            found.append(summary_document(summary))
        except PayloadError as damaged:
            found.append({"path": file, "problem": damaged.problem, "hint": damaged.hint})
    return {"schema": SCHEMA, "files": found}


def parted_stamp(summary: PayloadSummary) -> tuple[PayloadSummary, EntryStamp | None]:
    """The summary without the stamp among its arrays, and the stamp; None where there is none.

    An array of the stamp's name that is no stamp is another program's, and stays listed.

    Raises:
        PayloadError: if the file can no longer be read.
    """
    if all(array.name != STAMP_NAME for array in summary.arrays):
        return summary, None
    try:
        stamp = peek_stamp(summary.path)
    except OSError as error:
        raise PayloadError(
            f"{Path(summary.path).name} cannot be read: {error.strerror or error}.",
            "Check that its drive is connected, and that you may read it.") from error
    if stamp is None:
        return summary, None
    own = tuple(array for array in summary.arrays if array.name != STAMP_NAME)
    return msgspec.structs.replace(summary, arrays=own), stamp


def summary_document(summary: PayloadSummary) -> dict[str, Any]:
    """One summary as plain values; members that are no arrays are shown as text."""
    document: dict[str, Any] = msgspec.to_builtins(
        msgspec.structs.replace(summary, values={}), builtin_types=())
    document["values"] = {name: _shown(value) for name, value in summary.values.items()}
    return document


def _shown(value: object) -> object:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [_shown(member) for member in value]
    if isinstance(value, dict):
        return {str(key): _shown(member) for key, member in value.items()}
    return str(value)


INSPECT = Request(InspectOptions, inspect)
