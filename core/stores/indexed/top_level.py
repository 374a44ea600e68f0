"""The top level of a `cache.json` as every reader takes it: version, concepts, the end of a row."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from larder.core.stores.indexed.columns import ConceptIdentity

MOST_VERSION: Final = (1 << 31) - 1
"""What a version beyond it counts as."""

ROW_END: Final = b"\n    }"


class TrainerStopsError(ValueError):
    """An index at which a trainer stops with an error, in place of trying the next copy.

    It tries another copy only where this one is no JSON, or the system does not give it.
    """


def read_interned(
    concepts: msgspec.Raw,
) -> tuple[tuple[ConceptIdentity, ...] | None, Mapping[str, Mapping[str, Any]]]:
    """The concepts that the top level of an index holds, which only newer trainers write.

    Returns:
        Path and seed of each, None where there is no such list; and the whole of each as it was
        when a sample was stamped with it, by its id. Nothing of any where one is odd.
    """
    if not bytes(concepts):
        return None, {}
    try:
        found = msgspec.json.decode(concepts, type=dict[str, ConceptIdentity])
        settings = msgspec.json.decode(concepts, type=dict[str, dict[str, Any]])
    except msgspec.DecodeError:
        return (), {}
    return tuple(dict.fromkeys(found.values())), settings


def whole_version(version: Any) -> int:
    """A version as a number of ours; what matters to a trainer is whether it is 3 or more.

    Raises:
        TrainerStopsError: if it is no number.
    """
    if not isinstance(version, int | float):
        raise TrainerStopsError(f"its version is {json.dumps(version)}, not a number")
    if math.isnan(version):
        return 0
    return math.floor(max(min(version, MOST_VERSION), 0))
