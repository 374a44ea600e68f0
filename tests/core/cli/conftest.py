"""Running the `larder` command inside a test."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from larder.core.cli.__main__ import main


@dataclass(frozen=True)
class Ran:
    """Exit code and output of a command that ran."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        return json.loads(self.out)


@pytest.fixture
def larder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Run `larder` with arguments; returns exit code, stdout and stderr."""

    def run(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["larder", *map(str, arguments)])
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run
