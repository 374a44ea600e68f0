"""One payload looked at whole: its names, every checksum, and values no encoder gives.

One opening and one reading of the file, because an audit does it for every payload of a store.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import PtFile
from larder.core.payloads.value_checks import bad_values


@dataclass(frozen=True, slots=True)
class Examined:
    """What a payload holds and what is wrong with its values, "" when nothing is."""

    contents: PayloadContents
    bad_values: str


def examine_pt(path: str | os.PathLike[str]) -> Examined:
    """Read a torch payload from end to end without torch.

    Raises:
        PayloadError: if any part of it is damaged, missing or refused.
    """
    with PtFile(path) as payload:
        contents = payload.contents()
        wrong = (
            bad_values(info.name, payload.stored_array(info.name), dtype_name=info.dtype)
            for info in contents.arrays
        )
        found = [sentence for sentence in wrong if sentence]
        payload.verify()
        return Examined(contents, found[0] if found else "")
