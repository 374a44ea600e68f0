"""Cached files of doubtful size in which an earlier look found nothing; see `doubtful_sizes`.

Most files in doubt are sound, and stay in doubt. So what they were held against when a look found
them sound is remembered by their stamps, and a survey of unchanged files opens none of them, nor
does it load what could. What something was found in is looked into each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import xxhash

from larder.core.files.ascii_json import encode_ascii_json
from larder.core.files.file_stamp import readable_stamp
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.survey.doubtful_sizes import LOOKED_AT
from larder.core.survey.row_notes import Faults
from larder.core.workspace.onetrainer_config import TrainerConfig

MEMORY_NAME: Final = "sound.sqlite"
"""File of the memory in the cache folder."""

LOOK: Final = 2
"""Counted up when a look begins to find more."""


class EarlierLook:
    """Memory of earlier looks into the first doubtful files of one store.

    Args:
        store: their folder.
        groups: names of files in doubt, those of equal shape and size together.
        needed: the names that each must hold, None where they are not known.
        config: of the workspace.
        made_for: model type that an index says of files.
    """

    def __init__(
        self, store: Path, groups: Sequence[Sequence[str]], needed: frozenset[str] | None,
        config: TrainerConfig | None, made_for: Mapping[str, str] | None = None,
    ) -> None:
        self._folder = str(store)
        self._names = [name for group in groups for name in group[:LOOKED_AT]]
        self._stamps = [readable_stamp(f"{store}/{name}") for name in self._names]
        held_against = encode_ascii_json((
            LOOK, None if needed is None else sorted(needed),
            None if config is None else config.raw), sort_names=True)
        of_model = {
            model: xxhash.xxh64_hexdigest(held_against + model.encode("utf-8", "replace"))
            for model in {"", *(made_for or {}).values()}}
        self._asked = [of_model[(made_for or {}).get(name, "")] for name in self._names]

    def found_nothing(self) -> bool:
        """Return whether all were found sound as they are now, under the same requirements."""
        with self._memory() as memory:
            return memory.known(self._folder, self._names, self._stamps) == self._asked

    def note(self, faults: Faults) -> None:
        """Remember those that a look has just found nothing in."""
        odd = {name for found in faults.values() for name in found}
        with self._memory() as memory:
            memory.remember(self._folder, [
                (name, stamp, asked) for name, stamp, asked in zip(
                    self._names, self._stamps, self._asked, strict=True)
                if stamp is not None and name not in odd])

    def _memory(self) -> HashMemory:
        return HashMemory(cache_home() / MEMORY_NAME)
