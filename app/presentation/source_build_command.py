"""The `larder` command that does what the dialog for a folder would do."""

from __future__ import annotations

from larder.app.presentation.shell_text import AS_IT_RUNS, joined
from larder.app.presentation.shown_names import ShownNames
from larder.core.build.former_settings import known_encoders
from larder.core.requests.options import SourceBuildOptions
from larder.core.workspace.store_kinds import StoreKind


def source_build_command(options: SourceBuildOptions, names: ShownNames = AS_IT_RUNS) -> str:
    """Plans anew and builds it."""
    words = ["larder", "build", names.path(options.workspace), "--sources",
             names.path(options.sources), "--store", options.store]
    if options.model is not None:
        is_name = options.model in known_encoders(StoreKind(options.store))
        words += ["--encoder", options.model] if is_name else [
            "--model", names.path(options.model)]
    size = None if options.size is None else f"{options.size[0]}x{options.size[1]}"
    seconds = None if options.max_seconds is None else f"{options.max_seconds:g}"
    for flag, value in (("--size", size), ("--sample-rate", options.sample_rate),
                        ("--max-seconds", seconds),
                        ("--sequence-length", options.sequence_length),
                        ("--limit", options.limit),
                        ("--depth", None if options.depth == "stat" else options.depth)):
        if value is not None:
            words += [flag, str(value)]
    if options.resample:
        words.append("--resample")
    return joined([*words, "--apply"])
