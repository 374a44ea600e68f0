"""What every operation that writes into a store asks first: is a trainer at work in it?"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from larder.core.errors import StoreBusyError
from larder.core.files.folder_scan import scan_folder
from larder.core.stores.busy import busy_signs
from larder.core.survey.value_stores import list_values, value_busy_signs
from larder.core.workspace.store_kinds import VALUE_FORMATS, StoreKind


def require_idle(store: Path, kinds: Iterable[StoreKind] = ()) -> None:
    """Make sure that nothing suggests a trainer at work in a store.

    Args:
        store: the store's folder.
        kinds: what lies in it, as far as that is known; stores of single values are looked into.

    Raises:
        StoreBusyError: if something does.
        OSError: if the store cannot be listed.
    """
    now_ns = time.time_ns()
    signs = list(busy_signs(store, listing=scan_folder(store), now_ns=now_ns))
    for kind in kinds:
        if kind.format in VALUE_FORMATS:
            signs += value_busy_signs(store, list_values(store, kind), now_ns=now_ns)
    signs = list(dict.fromkeys(signs))
    if signs:
        raise StoreBusyError(
            f"A trainer seems to be at work in {store}: {' '.join(signs)}",
            "Stop it, or go on all the same with --even-if-busy.")
