"""The survey of a store of pixels, features, samples or tokens in shard folders."""

from __future__ import annotations

from pathlib import Path

from larder.core.errors import PayloadError, WorkspaceError
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.stores.records import RecordedSource
from larder.core.stores.sharded.listing import list_sharded
from larder.core.stores.sharded.payloads import MANIFEST_NAME
from larder.core.stores.sharded.uses import read_manifest
from larder.core.stores.use_log import uses_name
from larder.core.survey.report import RootFacts, StoreSurvey
from larder.core.survey.values.listed import ListedValues, ValueChecks, survey_values
from larder.core.survey.values.sources import SourcePlaces
from larder.core.workspace.open_workspace import StoreKind, StoreLocation


def survey_sharded_store(
    location: StoreLocation,
    places: SourcePlaces,
    *,
    token: CancelToken,
    now_ns: int,
    roots: list[RootFacts],
) -> Job[StoreSurvey]:
    """Judge every value of one store; see `values`.

    Raises:
        JobCancelled: if the token was cancelled.
        WorkspaceError: if a folder of the store cannot be listed.
    """
    token.check()
    yield Progress("listing payloads", 0, 0, "payloads")
    listed = listed_values(location.path, location.kind)
    return (yield from survey_values(
        location, listed, checks_of(location.kind), places,
        token=token, now_ns=now_ns, roots=roots))


def listed_values(store: Path, kind: StoreKind) -> ListedValues:
    """What lies in a store, one listing per folder, with what its own records name.

    Raises:
        WorkspaceError: if a folder of the store cannot be listed.
    """
    try:
        found = list_sharded(store, kind)
    except OSError as error:
        raise WorkspaceError(
            f"The cache folder {store} cannot be listed: {error.strerror or error}.",
            "Check that you may read it.") from error
    absent, unlisted = _against_manifest(store, kind, found.names)
    return ListedValues(
        names=found.names, sizes=found.sizes, mtimes_ns=found.mtimes_ns,
        temporaries=found.temporaries.names, temporary_sizes=found.temporaries.sizes,
        temporary_mtimes_ns=found.temporaries.mtimes_ns, foreign=found.foreign,
        absent=absent, unlisted=unlisted)


def checks_of(kind: StoreKind) -> ValueChecks:
    """How payloads of a kind are looked into."""
    # What reads payloads takes 10 ms to load, which only one depth shall pay.
    def damage(path: Path) -> str:
        from larder.core.stores.sharded.payloads import check_entry

        return check_entry(path, kind)

    return ValueChecks(damage=damage, bad_values=bad_values_in, source=stamped_source)


def bad_values_in(path: Path) -> str:
    """One clause about values that no encoder gives, "" if there are none or it is damaged."""
    from larder.core.payloads.open_payload import open_payload
    from larder.core.payloads.value_checks import bad_values

    try:
        with open_payload(path) as payload:
            for info in payload.contents().arrays:
                wrong = bad_values(
                    info.name, payload.stored_array(info.name), dtype_name=info.dtype)
                if wrong:
                    return wrong
    except PayloadError:
        return ""
    return ""


def stamped_source(path: Path, name: str) -> RecordedSource | None:
    """What a payload of ours says it was made from; its digest is the name's, where it has one."""
    from larder.core.payloads.sealed_npz import peek_stamp

    stamp = peek_stamp(path)
    if stamp is None or stamp.source is None:
        return None
    return RecordedSource(
        name=name, source=stamp.source.name, size=stamp.source.size,
        mtime_ns=stamp.source.mtime_ns, digest=str(stamp.key.get("blob", "")))


def _against_manifest(
    store: Path, kind: StoreKind, names: list[str]
) -> tuple[tuple[str, ...], frozenset[str]]:
    """What the original's manifest names and the disk lacks, and the other way round.

    The original writes its manifest at the end of each run; once Larder has noted a use or a
    removal later than that, the manifest is history and says nothing of what is there.
    """
    if kind is not StoreKind.TOKENS or _noted_since(store, kind):
        return (), frozenset()
    rows = read_manifest(store).rows
    if not rows:
        return (), frozenset()
    there = frozenset(names)
    return tuple(sorted(rows.keys() - there)), there - rows.keys()


def _noted_since(store: Path, kind: StoreKind) -> bool:
    """Whether Larder's record of uses is younger than the original's manifest."""
    record = larder_folder(store) / uses_name(kind)
    times = [_mtime_ns(path) for path in (record, record.with_suffix(".json"))]
    return max(times) > _mtime_ns(store / MANIFEST_NAME)


def _mtime_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
