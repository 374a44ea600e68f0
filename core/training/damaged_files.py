"""Cached files that a run without its sources would stop at; their sizes give them away.

No survey was made before such a run, so this looks at the listing alone. A file of 0 bytes, and a
picture's that is smaller than most of its shape, is opened; the others are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from larder.core.errors import PayloadError
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.pt_file import read_pt_value

NAMES_AND_STAMPS: Final = 1024
"""Bytes by which names of pictures and further stamps change the size of a sound file."""


@dataclass
class FilesInUse:
    """The files of one store that a run reads.

    Attributes:
        keys: the entry of each file.
        shapes: files of one size in pixels with the same values together.
    """

    keys: dict[str, str] = field(default_factory=dict)
    shapes: dict[object, list[str]] = field(default_factory=dict)

    def add(self, key: str, names: Sequence[str], shape: object = None) -> None:
        """Add files of an entry; `shape` None for those that are compared with no others."""
        self.keys.update(dict.fromkeys(names, key))
        if shape is not None:
            self.shapes.setdefault(shape, []).extend(names)

    def find_damaged(
        self, sizes: Mapping[str, int], read: Callable[[str], FileBytes]
    ) -> dict[str, PayloadError]:
        """Return what is wrong with those that cannot be read; `sizes` are in bytes."""
        doubtful = {name: None for name in self.keys if not sizes[name]}
        for names in self.shapes.values():
            usual = float(np.median([sizes[name] for name in names]))
            doubtful |= {name: None for name in names if sizes[name] < usual - NAMES_AND_STAMPS}
        found: dict[str, PayloadError] = {}
        for name in doubtful:
            try:
                read_pt_value(read(name))
            except PayloadError as error:
                found[name] = error
        return found
