"""The survey of a store of parameter trees: one row per tree, whatever number of files it has."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from larder.core.errors import WorkspaceError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.survey.report import RootFacts, StoreSurvey
from larder.core.survey.values.listed import ListedValues, ValueChecks, survey_values
from larder.core.survey.values.sources import SourcePlaces
from larder.core.workspace.open_workspace import StoreLocation


def survey_tree_store(
    location: StoreLocation,
    places: SourcePlaces,
    *,
    token: CancelToken,
    now_ns: int,
    roots: list[RootFacts],
) -> Job[StoreSurvey]:
    """Judge every tree of one store; see `values`.

    Raises:
        JobCancelled: if the token was cancelled.
        WorkspaceError: if the store cannot be listed.
    """
    token.check()
    yield Progress("listing payloads", 0, 0, "payloads")
    return (yield from survey_values(
        location, listed_trees(location.path), ValueChecks(damage_of_tree, _bad_values), places,
        token=token, now_ns=now_ns, roots=roots))


def listed_trees(store: Path) -> ListedValues:
    """What lies in a store; a tree's size is that of all its files.

    Raises:
        WorkspaceError: if the store cannot be listed.
    """
    from larder.core.stores.tree.listing import list_trees

    try:
        found = list_trees(store)
    except OSError as error:
        raise WorkspaceError(
            f"The cache folder {store} cannot be listed: {error.strerror or error}.",
            "Check that you may read it.") from error
    return ListedValues(
        names=found.names, sizes=found.sizes, mtimes_ns=found.mtimes_ns,
        temporaries=found.temporaries.names, temporary_sizes=found.temporaries.sizes,
        temporary_mtimes_ns=found.temporaries.mtimes_ns, foreign=found.foreign)


def tree_files(store: Path) -> Mapping[str, tuple[str, ...]]:
    """The files of each tree, by its stem, relative to the store."""
    from larder.core.stores.tree.listing import list_trees

    return list_trees(store).files


def damage_of_tree(stem: Path) -> str:
    """What is wrong with a tree's files, "" when they can be read whole."""
    from larder.core.stores.tree.listing import check_tree

    return check_tree(stem)


def _bad_values(stem: Path) -> str:
    """One clause about a leaf that holds NaN or infinity, "" if none does."""
    from larder.core.survey.sharded import bad_values_in

    return bad_values_in(stem.with_name(f"{stem.name}.manifest"))
