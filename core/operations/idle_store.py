"""What every operation that writes into a store asks first: is a trainer at work in it?"""

from __future__ import annotations

import time
from pathlib import Path

from core.errors import StoreBusyError
from core.files.folder_scan import scan_folder
from core.stores.busy import busy_signs


def require_idle(store: Path) -> None:
    """Make sure that nothing suggests a trainer at work in a store.

    Raises:
        StoreBusyError: if something does.
        OSError: if the store cannot be listed.
    """
    signs = busy_signs(store, listing=scan_folder(store), now_ns=time.time_ns())
    if signs:
        raise StoreBusyError(
            f"A trainer seems to be at work in {store}: {' '.join(signs)}",
            "Stop it, or go on all the same with --even-if-busy.")
