"""The `larder` command that does what the Build dialog would do."""

from __future__ import annotations

from larder.app.dialogs.building.request import BuildRequest
from larder.app.presentation.shell_text import AS_IT_RUNS, joined, workspace_words
from larder.app.presentation.shown_names import ShownNames
from larder.core.build.scope import OPTION, BuildScope, OtherWeights

_ONLY: dict[BuildScope, tuple[str, ...]] = {
    BuildScope.NEEDED: (),
    BuildScope.MISSING: ("--only", "missing"),
    BuildScope.STALE: ("--only", "stale"),
    BuildScope.ALL: ("--only", "all"),
}


def build_command(
    request: BuildRequest, *, even_if_busy: bool, names: ShownNames = AS_IT_RUNS,
) -> str:
    """Plans anew and builds it; a selection cannot be named on a command line."""
    words = ["larder", "build", *workspace_words(request.about, names)]
    if request.depth != "stat":
        words += ["--depth", request.depth]
    for model in request.encoder.models:
        words += ["--model", names.path(model)]
    encoder = request.encoder
    for flag, value in (("--device", encoder.device), ("--dtype", encoder.dtype),
                        ("--batch", encoder.batch)):
        if value is not None:
            words += [flag, str(value)]
    scope = BuildScope.NEEDED if request.chosen is not None else request.scope
    words += _ONLY[scope]
    if request.other_weights is not OtherWeights.ASK:
        words += [OPTION, request.other_weights.value]
    if even_if_busy:
        words.append("--even-if-busy")
    return joined([*words, "--apply"])
