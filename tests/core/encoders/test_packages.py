"""Messages about a missing package: an install command for the Python that is running."""

from __future__ import annotations

import importlib.metadata
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from larder.core.encoders.packages import REQUIREMENTS, explain_import_failure, install_hint
from tests.support.fixtures import REPOSITORY


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    """Let these packages not be installed."""
    usual = importlib.metadata.distribution

    def distribution(name: str) -> importlib.metadata.Distribution:
        if name in missing:
            raise importlib.metadata.PackageNotFoundError(name)
        return usual(name)

    monkeypatch.setattr(importlib.metadata, "distribution", distribution)


def command_in(hint: str) -> list[str]:
    return shlex.split(hint.partition("run: ")[2])


def test_the_versions_are_those_of_the_project_file() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    torch = [line for line in project["dependencies"] if line.startswith("torch>")]
    encoders = project["optional-dependencies"]["encoders"]
    assert [f"{name}{versions}" for name, versions in REQUIREMENTS.items()] == [*torch, *encoders]


def test_the_command_runs_pip_of_this_python_and_names_all_that_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without(monkeypatch, "soundfile", "diffusers")
    command = command_in(install_hint("soundfile"))
    assert command == [sys.executable, "-m", "pip", "install", "--upgrade",
                       "diffusers>=0.33", "soundfile>=0.12"]


def test_the_command_is_one_that_a_shell_takes_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "soxr")
    line = install_hint("soxr").partition("run: ")[2]
    asked = subprocess.run(
        f"{line} --help", shell=True, capture_output=True, text=True, check=False, cwd="/")
    assert asked.returncode == 0, asked.stderr
    assert "--upgrade" in asked.stdout


def test_a_folder_with_a_blank_is_quoted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = str(tmp_path / "my venv" / "python")
    monkeypatch.setattr(sys, "executable", python)
    assert command_in(install_hint("soxr"))[0] == python


def test_a_package_that_is_there_and_too_old_is_renewed() -> None:
    assert command_in(install_hint("transformers"))[-2:] == ["--upgrade", "transformers>=4.51"]


def test_without_pip_what_to_add_and_where_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pip", "soxr")
    assert install_hint("soxr") == f'Install into the Python in {sys.prefix}: "soxr>=0.3.7"'


def test_a_torchvision_that_does_not_fit_is_what_is_to_be_mended() -> None:
    error = RuntimeError("operator torchvision::nms does not exist")
    assert explain_import_failure("diffusers", error).startswith(
        "torchvision does not match this PyTorch")


def test_no_text_tells_anyone_to_install_a_package_called_larder() -> None:
    """The name belongs to others in the package index."""
    named = re.compile(r"pip3? install[^\n]*[\s\"'`]larder\b", re.IGNORECASE)
    places = ("README.md", ".github", "core", "app", "packaging", "resources")
    files = [path for place in places for path in
             ([REPOSITORY / place] if (REPOSITORY / place).is_file()
              else (REPOSITORY / place).rglob("*"))
             if path.suffix in {".py", ".md", ".toml", ".txt", ".json", ".svg"}]
    assert len(files) > 400
    guilty = [path for path in files if named.search(path.read_text(encoding="utf-8"))]
    assert guilty == []
