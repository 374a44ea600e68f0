"""Cached files that a trainer would run: told of every one in a store, also of those nobody needs.

A trainer opens a stand-in, a list of slots or a group of another config as trustingly as the cached
file of a sample. The rows of a survey are samples and entries, so such files are read and told
apart. Only what runs something is reported here; that a file is damaged its rows say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from larder.core.errors import Finding, PayloadError, UnsafePayloadError
from larder.core.files.file_stamp import readable_stamp
from larder.core.jobs import CancelToken, Job
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.payloads.pickle_imports import UNSAFE_HINT
from larder.core.payloads.pt_rows import read_pt_rows
from larder.core.stores.released.groups import slot_name
from larder.core.survey.payload_facts import PayloadFacts, read_payloads, read_pt
from larder.core.survey.released.groups import Records
from larder.core.workspace.open_workspace import StoreLocation

NAMED: Final = 5
"""Files that have a finding of their own; the rest are counted."""


def find_programs(
    location: StoreLocation, names: Sequence[str], token: CancelToken
) -> Job[tuple[Finding, ...]]:
    """Read cached files from end to end and report those that a trainer would run.

    Args:
        location: their store.
        names: of those that are not read for a row; one that is gone is left out.
        token: checked per file.
    """
    stamps = {name: readable_stamp(f"{location.path}/{name}")
              for name in names if not name.endswith(AGGREGATE_NAME)}
    read, _ = yield from read_payloads(
        location.path, {name: stamp for name, stamp in stamps.items() if stamp is not None},
        PayloadFacts, lambda name: read_pt(location.path / name), token)
    unsafe = {name: error.problem for name, error in read.errors.items()
              if isinstance(error, UnsafePayloadError)}
    for name in names:
        if name.endswith(AGGREGATE_NAME):
            token.check()
            problem = _program_in_list(location.path / name)
            unsafe.update({name: problem} if problem else {})
    return tuple(_findings(location, unsafe))


def _program_in_list(path: Path) -> str:
    """Return why a trainer would run something of a list of slots, "" if it would not."""
    try:
        for _ in read_pt_rows(path):
            pass
    except UnsafePayloadError as error:
        return error.problem
    except PayloadError:
        return ""  # the group says that it is damaged
    return ""


def files_of_groups(records: Records) -> Iterator[str]:
    """Return slots and lists of slots of released groups by their names in the store.

    Of the lists only those of which something is wrong: `records` come of reading each to its end.
    """
    for key, record in records.items():
        for variation in record.group.variations:
            if variation.complete and record.variations[variation.number].damage:
                yield f"{key}/variation-{variation.number}/{AGGREGATE_NAME}"
            for slot in variation.slots.tolist():
                yield slot_name(key, variation=variation.number, slot=slot)


def _findings(location: StoreLocation, unsafe: Mapping[str, str]) -> Iterator[Finding]:
    for name, problem in list(unsafe.items())[:NAMED]:
        yield Finding(f"{location.spelled}/{name}", problem, UNSAFE_HINT)
    if len(unsafe) > NAMED:
        yield Finding(
            location.spelled,
            f"A trainer would run code from {len(unsafe) - NAMED:,} more files of this cache.",
            UNSAFE_HINT)
