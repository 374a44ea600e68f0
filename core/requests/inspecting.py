"""Looking into payload files that a user points at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from core.errors import PayloadError
from core.jobs import CancelToken, Job, Progress
from core.payloads.summarize import PayloadSummary, summarize_payload
from core.requests.options import DocumentAnswer
from core.requests.payload_options import InspectOptions
from core.requests.surveying import encoded

SCHEMA = "larder.inspect/1"


def answer_inspect(options: InspectOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """Summaries of files in order; a file that cannot be read has its problem instead."""
    found: list[dict[str, Any]] = []
    for done, file in enumerate(options.files):
        token.check()
        yield Progress("reading payloads", done, len(options.files), "files")
        try:
            found.append(summary_document(summarize_payload(Path(file))))
        except PayloadError as damaged:
            found.append({"path": file, "problem": damaged.problem, "hint": damaged.hint})
    return DocumentAnswer(document=encoded({"schema": SCHEMA, "files": found}))


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
