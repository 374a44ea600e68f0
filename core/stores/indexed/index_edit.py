"""Changes to apply to an index."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

WAY_OUT = "Let the trainer rebuild the index, or relink the cached files."
"""What to do about an index that cannot be edited."""


@dataclass(frozen=True, slots=True)
class IndexEdit:
    """Changes to apply to an index.

    Attributes:
        drop: keys of rows to remove; those that the index does not have are ignored.
        mtimes: key -> new `mtime` of a row that stays, seconds.
        add: key -> JSON text of a row to append; a key the index has must be in `drop` too.
        add_concepts: id -> JSON text of an interned concept; those the index has are ignored.
        prune_concepts: remove concepts that only dropped rows named, and none that is added.
        top: name -> JSON text of a field of the top level to set; none of those that contain rows,
            hashes or concepts.
    """

    drop: AbstractSet[str] = frozenset()
    mtimes: Mapping[str, float] = field(default_factory=dict)
    add: Mapping[str, bytes] = field(default_factory=dict)
    add_concepts: Mapping[str, bytes] = field(default_factory=dict)
    prune_concepts: bool = False
    top: Mapping[str, bytes] = field(default_factory=dict)
