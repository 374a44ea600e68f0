"""The folders that a store was built of, as its journal has them."""

from __future__ import annotations

from pathlib import Path

from larder.core.files.journal import JournalAction, read_journal


def built_folders(store: Path) -> tuple[str, ...]:
    """Folders of the user's files that builds went over, each once, the latest first.

    Returns:
        Absolute paths as the system that built spelled them; none where no build is recorded.

    Raises:
        OSError: if the journal is there but cannot be read.
    """
    told = (
        record.detail.get("sources") for record in reversed(read_journal(store))
        if record.action == JournalAction.BUILT)
    return tuple(dict.fromkeys(
        folder for folder in told if isinstance(folder, str) and folder))
