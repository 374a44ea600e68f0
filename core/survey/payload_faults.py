"""Payloads that a reading found something wrong with, remembered in the user's cache folder.

A survey that opens no payload looks at these again, so that it gives the verdict of the survey that
read all of them. Most are not opened for it: what they hold is known, see `facts_memory`. One that
changed since is forgotten, and one in which nothing is wrong under another config stays, because
the next config may ask for what it lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.settings import cache_home
from larder.core.stores.store_memory import StoreFile, load_file, save_file
from larder.core.survey.row_notes import Faults
from larder.core.survey.training_risks import HARMS, TrainingRisk

TOLD_BY_ALL: Final = (TrainingRisk.UNLIKE_OTHERS, TrainingRisk.WRONG_SHAPE)
"""What only a look into all payloads of a store tells, unless one says it of itself: a few of them
have no majority."""

Stamps = Mapping[str, FileStamp | None]


class _FaultsFile(StoreFile, array_like=True, gc=False):
    """A file of `faults/`.

    Attributes:
        stamps: of payloads in which something is wrong, by name.
        told_by_all: sentences on them that a look at a few does not find, by name and by harm.
    """

    subject: ClassVar[tuple[str, int]] = ("faults", 1)

    stamps: dict[str, FileStamp]
    told_by_all: dict[str, dict[int, str]]


def find_known_faults(
    store: Path, stamps_of: Callable[[Sequence[str]], Stamps] | None = None
) -> dict[str, dict[TrainingRisk, str]]:
    """Return the payloads that were found wrong and did not change since.

    Args:
        store: their folder.
        stamps_of: gives the stamps that payloads have now, None for payloads of one file each.

    Returns:
        What only a look into all payloads of the store found of each, by name; often nothing.
    """
    kept = load_file(cache_home(), store, _FaultsFile)
    if kept is None or not kept.stamps:
        return {}
    names = [*kept.stamps]
    now = stamps_of(names) if stamps_of is not None else {
        name: readable_stamp(f"{store}/{name}") for name in names}
    known = {harm.value: harm for harm in TOLD_BY_ALL}
    return {
        name: {known[harm]: said for harm, said in kept.told_by_all.get(name, {}).items()
               if harm in known}
        for name in names if now.get(name) == kept.stamps[name]}


def note_faults(store: Path, stamps: Stamps, faults: Faults) -> None:
    """Remember what a look into all payloads of these stamps found wrong.

    `stamps` were taken before they were read.
    """
    found = {name for harm, names in faults.items() if HARMS[harm].verdict is not None
             for name in names if _is_text(name)}
    fresh = {name: stamp for name in sorted(found) if (stamp := stamps.get(name)) is not None}
    kept = load_file(cache_home(), store, _FaultsFile)
    before = {} if kept is None else kept.stamps
    stays = {name: stamp for name, stamp in before.items()
             if name not in stamps or stamps[name] == stamp}
    told = {} if kept is None else kept.told_by_all
    told = {name: said for name, said in told.items() if name in stays and name not in stamps}
    for harm in TOLD_BY_ALL:
        for name, said in faults.get(harm, {}).items():
            if name in fresh:
                told.setdefault(name, {})[harm.value] = said
    now = _FaultsFile(_FaultsFile.subject[1], str(store), {**stays, **fresh}, told)
    if kept != now and (kept is not None or fresh):
        save_file(cache_home(), store, now)


def _is_text(name: str) -> bool:
    """Return whether msgpack takes a name; those that are not UTF-8 it does not."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)
