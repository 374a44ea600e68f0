"""What one glance should say of a concept in a store."""

from __future__ import annotations

import enum


class CoverageState(enum.IntEnum):
    """Most urgent first."""

    OFFLINE = 0
    STALE = 1
    PARTIAL = 2
    EMPTY = 3
    LEGACY = 4
    UNUSED = 5
    COMPLETE = 6
