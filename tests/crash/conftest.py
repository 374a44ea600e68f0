"""Workspaces that the crash and fault tests of several operations share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.indexed_cache import IndexedWorkspace


@pytest.fixture
def trainers(tmp_path: Path) -> Path:
    """Pictures with captions, one of each gone, a content index, an old last-good copy."""
    made = IndexedWorkspace.of_cats(tmp_path / "template", 3)
    made.add_payload("image", "0123456789ab_128x128_1.pt.1.2.tmp")
    made.add_payload("image", "cache.json.bak", b"{}")
    gone = made.rows["text"]["data/cats/1.txt"]["hash"]
    made.add_payload("text", "content_index.json", json.dumps(
        {"version": 1, "entries": {"0" * 16: f"{gone[:12]}_1.pt", "1" * 16: "x"}}).encode())
    (made.root / "data/cats" / "0.png").unlink()
    (made.root / "data/cats" / "1.txt").unlink()
    return made.root
