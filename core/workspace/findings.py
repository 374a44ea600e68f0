"""What is wrong with a workspace without keeping anyone from surveying the rest of it."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class Finding(msgspec.Struct, frozen=True):
    """One thing to know that belongs to no entry.

    Attributes:
        where: the file, folder or concept it is about, as the user spells it.
        problem: what is wrong, one sentence.
        hint: what to do next, one sentence, or "".
        repair: the request that mends it, left out when none does.
    """

    where: str
    problem: str
    hint: str = ""
    repair: str | UnsetType = UNSET
