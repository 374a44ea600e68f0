"""Which verdicts a build mends."""

from __future__ import annotations

import enum
from typing import Final

from larder.core.survey.remedies import TO_BUILD
from larder.core.survey.verdicts import VERDICTS, Verdict


class BuildScope(enum.Enum):
    """What of the wanted samples is built.

    MISSING: what has no payload of the wanted size. STALE: what has one that is not good. NEEDED:
    both. ALL: every wanted sample, good ones too.
    """

    MISSING = "missing"
    STALE = "stale"
    NEEDED = "needed"
    ALL = "all"

    def takes(self, verdict: Verdict) -> bool:
        """Whether a sample with this verdict is built, as far as its source is there."""
        if verdict in SOURCE_IS_AWAY:
            return False
        if self is BuildScope.ALL:
            return True
        if verdict not in TO_BUILD:
            return False
        return self is BuildScope.NEEDED or VERDICTS[verdict].counts_as.word == self.value


class OtherWeights(enum.Enum):
    """What becomes of good payloads that were encoded with other weights than a build's.

    ASK: the build is refused where it would mix or replace them. REPLACE: they are encoded anew.
    KEEP: they stay.
    """

    ASK = "ask"
    REPLACE = "replace"
    KEEP = "keep"


OPTION: Final = "--other-weights"
"""How the command line says what becomes of them."""

SOURCE_IS_AWAY: Final = frozenset({Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE})
"""There is nothing to build from."""

BAD_ON_DISK: Final = frozenset({
    Verdict.WRONG_MODELTYPE, Verdict.COLLISION, Verdict.CORRUPT_PAYLOAD, Verdict.BAD_VALUES,
    Verdict.SIDECAR_CHANGED, Verdict.RECIPE_CHANGED})
"""Verdicts about the payloads themselves: what an entry names now is not to be used again."""
