"""Where the command's answer goes may be closed, full, or read by somebody who has seen enough."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.fixtures import CONFIG, unpack_fixture

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="says it in words of its shell")


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack_fixture("sdxl_drifted", tmp_path_factory.mktemp("streams") / "ws") / CONFIG


def run(line: str) -> subprocess.CompletedProcess[str]:
    larder = f"{sys.executable} -m larder.core.cli"
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line.replace('larder', larder, 1)}"],
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.swept(2)
@pytest.mark.parametrize("verb", ["stats", "plan clean", "survey --json --all", "survey --help"])
def test_a_full_disk_below_the_answer_is_a_sentence(config: Path, verb: str) -> None:
    ran = run(f"larder {verb} {config} >/dev/full")
    assert ran.returncode == 2
    assert len(ran.stderr.strip().splitlines()) == 1, ran.stderr
    assert "the disk is full" in ran.stderr


@pytest.mark.swept(2)
@pytest.mark.parametrize("reader", ["true", "head -1"])
@pytest.mark.parametrize("verb", ["stats", "clean --json", "survey --json --all"])
def test_a_reader_who_has_seen_enough_is_no_failure_to_tell_of(
    config: Path, verb: str, reader: str
) -> None:
    ran = run(f"larder {verb} {config} | {reader}")
    assert (ran.returncode in (0, 1), ran.stderr) == (True, "")


@pytest.mark.swept(2)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_cost_nothing_but_what_would_be_said(config: Path, closed: str) -> None:
    assert run(f"larder stats {config} {closed}").returncode == 0
    assert run(f"larder survey {config}.none {closed}").returncode == 2


def test_no_file_is_given_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    script = tmp_path / "opens.py"
    script.write_text(
        "import os, sys\n"
        "from larder.core.cli import __main__ as command\n"
        "command._open_streams()\n"
        f"opened = os.open({str(tmp_path / 'payload')!r}, os.O_CREAT | os.O_WRONLY)\n"
        "os.write(2, b'what a library prints')\n"
        "sys.exit(opened)\n")
    ran = subprocess.run(
        ["bash", "-c", f"{sys.executable} {script} >&- 2>&-"], check=False, timeout=60)
    assert ran.returncode > 2
    assert (tmp_path / "payload").read_bytes() == b""


def test_what_nobody_can_be_told_stops_no_work(tmp_path: Path) -> None:
    config = unpack_fixture("sdxl_drifted", tmp_path / "ws") / CONFIG
    asked = run(f"larder survey {config}.none 2>/dev/full")
    assert asked.returncode == 2
    ran = run(f"larder clean {config} --apply --json 2>/dev/full")
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["quarantined"]["files"] > 0


def test_too_little_memory_is_a_sentence(config: Path) -> None:
    script = (
        "from larder.core.survey.indexed import join\n"
        "import larder.core.survey.indexed.store as module\n"
        "def join_store(*args, **options):\n"
        "    raise MemoryError\n"
        "module.join_store = join_store\n"
        "from larder.core.cli.__main__ import main\n"
        "main()\n")
    ran = subprocess.run(
        [sys.executable, "-c", script, "survey", str(config)],
        capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 2
    assert "not enough memory" in ran.stderr
    assert "Traceback" not in ran.stderr
