"""With which settings of concepts a trainer stamped the rows of an index as it cached them."""

from __future__ import annotations

from collections.abc import Iterable

from larder.core.stores.indexed.columns import IndexColumns
from larder.core.workspace.concepts import Concept
from larder.core.workspace.store_kinds import StoreContent


def is_stamped_otherwise(
    columns: IndexColumns, concepts: Iterable[Concept], content: StoreContent
) -> bool:
    """Return whether rows may be stamped with other settings than their concepts have now.

    Cheap, and only sure of a no: where all stamps and all concepts are set alike, none is.
    """
    stamped = [columns.settings.get(identity, {}).get(content.value) for identity in columns.stamps]
    now = [concept.raw.get(content.value) for concept in concepts]
    return bool(stamped) and any(settings != stamped[0] for settings in (*stamped, *now))
