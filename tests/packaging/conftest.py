from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.support.fixtures import REPOSITORY
from tests.support.stub_computer import StubComputer

collect_ignore_glob = ["test_*.py"] if sys.platform == "win32" else []
"""The stubs are shell scripts."""


@pytest.fixture
def computer(tmp_path: Path) -> StubComputer:
    return StubComputer(tmp_path / "computer")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a fresh clone as the set-up reads."""
    root = tmp_path / "clone"
    (root / "packaging").mkdir(parents=True)
    shutil.copy(REPOSITORY / "pyproject.toml", root)
    shutil.copy(REPOSITORY / "packaging" / "constraints.txt", root / "packaging")
    return root
