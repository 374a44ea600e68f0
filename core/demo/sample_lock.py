"""One process at a time makes a sample workspace.

The lock is the operating system's and ends with its process. It lies with the program's own memory:
in the folder of the sample it would be a file of the sample. Where that memory cannot be written or
its drive locks nothing, the sample is made without.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from larder.core.errors import StoreLockedError
from larder.core.keys.content_hash import hash_text
from larder.core.settings import cache_home

FOLDER: Final = "samples"


@contextmanager
def lock_sample(folder: Path) -> Iterator[None]:
    """Hold the sample workspace in `folder` for the block; does not wait for it.

    Raises:
        StoreLockedError: if another process makes the sample there.
    """
    from filelock import FileLock, Timeout

    locks = cache_home() / FOLDER
    lock = FileLock(locks / f"{hash_text(str(folder.resolve()))}.lock", thread_local=False)
    try:
        locks.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as error:
        raise StoreLockedError(
            f"Another Larder process is making the sample workspace in {folder}.",
            "Wait until it is done, then try again.") from error
    except OSError:  # Only two runs at once would need it.
        yield
        return
    try:
        yield
    finally:
        lock.release()
