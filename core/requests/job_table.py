"""Every job a worker process knows, by the name a front end asks for it with.

Only the module of the job that is asked for is loaded: a worker that inspects a file needs nothing
of what builds.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Final

from larder.core.requests.request import Request

_REQUESTS: Final = {
    "survey": "surveying:SURVEY",
    "plan-clean": "storekeeping:PLAN_CLEAN",
    "stats": "storekeeping:STATS",
    "plan-prune": "storekeeping:PLAN_PRUNE",
    "plan-clear": "storekeeping:PLAN_CLEAR",
    "plan-build": "building:PLAN_BUILD",
    "build": "building:BUILD",
    "plan-build-sources": "building:PLAN_BUILD_SOURCES",
    "build-sources": "building:BUILD_SOURCES",
    "devices": "building:DEVICES",
    "apply": "applying:APPLY",
    "export-plan": "cleaning:EXPORT_PLAN",
    "undo": "cleaning:UNDO",
    "history": "cleaning:HISTORY",
    "empty": "cleaning:EMPTY",
    "touch": "index_writing:TOUCH",
    "readopt": "index_writing:READOPT",
    "repair-index": "index_writing:REPAIR",
    "assume": "comparing:ASSUME",
    "diff": "comparing:DIFF",
    "dups": "comparing:DUPS",
    "inspect": "inspecting:INSPECT",
    "preview": "inspecting:PREVIEW",
    "preview-entry": "inspecting:PREVIEW_ENTRY",
    "match": "inspecting:MATCH",
    "inspect-entry": "inspecting:INSPECT_ENTRY",
    "demo": "building:DEMO",
}
"""Where each lies: "module:name" below `larder.core.requests`."""


class _Requests(Mapping[str, Request]):
    """Requests by name; each is loaded when it is asked for."""

    def __getitem__(self, kind: str) -> Request:
        module, _, name = _REQUESTS[kind].partition(":")
        request: Request = getattr(
            importlib.import_module(f"larder.core.requests.{module}"), name)
        return request

    def __iter__(self) -> Iterator[str]:
        return iter(_REQUESTS)

    def __len__(self) -> int:
        return len(_REQUESTS)


JOB_KINDS: Final = _Requests()
