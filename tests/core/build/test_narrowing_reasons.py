"""Why an item of a saved plan is left out: what cannot be looked at is not gone."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from larder.core.build.restrict_plan import CHANGED, GONE, NOT_NEEDED, why_away


def test_what_cannot_be_looked_at_is_not_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = tmp_path / "a.png"
    assert why_away(picture, there=NOT_NEEDED) == GONE
    picture.write_bytes(b"")
    assert why_away(picture, there=NOT_NEEDED) == NOT_NEEDED
    assert why_away(picture) == CHANGED

    def refused(path: object) -> None:
        raise OSError(errno.EIO, "Input/output error", str(path))

    monkeypatch.setattr(os, "stat", refused)
    assert why_away(picture) == "It cannot be read: Input/output error."
