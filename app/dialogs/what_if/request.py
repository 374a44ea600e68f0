"""What a comparison is asked for, and the worker's job that answers it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from larder.app.cache_session import CacheSession
from larder.app.jobs.job import Job
from larder.app.models.change_document import read_changes
from larder.core.requests.options import DiffOptions, WorkspaceOptions

DIFF_KIND = "diff"


def compare_job(
    session: CacheSession, other: Path, title: str, models: tuple[str, ...] = (),
) -> Job:
    """Prepare the job; its result is a `ChangeDocument`.

    Args:
        session: the open workspace.
        other: the config to compare with, its concepts packed into it or found beside it.
        title: what the job is called.
        models: those a build would take, whose pace tells how long it takes.
    """
    options = session.about_this(DiffOptions, other=str(other), models=models)
    return session.request(DIFF_KIND, options, title, quiet=True, digest=read_changes)


def about_copy(session: CacheSession, copy: Path) -> WorkspaceOptions:
    """The workspace as if its config were the copy, relative paths where they were."""
    assert session.options is not None
    assert session.snapshot is not None
    root = session.snapshot.document.workspace.root
    if _is_config(session.options):
        return msgspec.structs.replace(
            session.options, workspace=str(copy), root=root, config=None, concepts=None)
    return msgspec.structs.replace(session.options, root=root, config=str(copy), concepts=None)


def _is_config(options: WorkspaceOptions) -> bool:
    return options.config is None and options.workspace.lower().endswith(".json")
