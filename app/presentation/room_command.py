"""The `larder` command that prunes or clears."""

from __future__ import annotations

from larder.app.dialogs.room_request import PruneRequest, RoomRequest
from larder.app.presentation.shell_text import AS_IT_RUNS, joined, workspace_words
from larder.app.presentation.shown_names import ShownNames
from larder.core.requests.options import WorkspaceOptions


def room_command(
    options: WorkspaceOptions, request: RoomRequest, *, delete: bool, even_if_busy: bool,
    names: ShownNames = AS_IT_RUNS,
) -> str:
    """Plans anew and applies what the plan preselects."""
    is_prune = isinstance(request, PruneRequest)
    words = ["larder", "prune" if is_prune else "clear", *workspace_words(options, names)]
    if isinstance(request, PruneRequest):
        for flag, value in (("--older-than", request.older_than), ("--budget", request.budget)):
            if value:
                words += [flag, value]
    for store in request.stores:
        words += ["--store", names.store(store)]
    words += [flag for flag, on in (("--delete", delete), ("--even-if-busy", even_if_busy)) if on]
    return joined([*words, "--apply"])
