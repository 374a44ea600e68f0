"""What captions say stays in captions, payloads and indexes: no log, record or report holds it."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from typer.testing import CliRunner

from larder.core.cli.__main__ import build_command
from larder.core.settings import cache_home
from tests.support.building import BuildWorkspace, build

SECRET = "zanzibar quokka"


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    """Built; then one caption was edited, one deleted, and one is not UTF-8."""
    made = BuildWorkspace(tmp_path)
    cats = made.add_concept()
    for number in range(5):
        made.add_picture(f"{cats}/{number}.png", caption=f"{SECRET} {number}")
    build(made)
    made.write_caption(f"{cats}/0.txt", f"{SECRET}, edited")
    (tmp_path / cats / "1.txt").unlink()
    (tmp_path / cats / "2.png").unlink()
    (tmp_path / cats / "3.txt").write_bytes(f"{SECRET} \xff".encode("latin-1"))
    return made


def test_no_log_record_or_report_holds_what_a_caption_says(
    workspace: BuildWorkspace, caplog: pytest.LogCaptureFixture
) -> None:
    config = str(workspace.config_path)
    said = []
    with caplog.at_level(logging.DEBUG):
        for words in (
            ("survey", config, "--depth", "payload", "--all"), ("survey", config, "--json"),
            ("diff", config, "--with", config), ("plan", "build", config, "--json"),
            ("clean", config, "--apply", "--even-if-busy"),
            ("undo", config, "--json", "--even-if-busy"), ("quarantine", config, "list"),
            ("stats", config, "--json"),
        ):
            ran = CliRunner().invoke(build_command([words[0]]), list(words))
            said.append(ran.output + repr(ran.exception))
    assert all("zanzibar" not in text for text in said)
    assert "zanzibar" not in caplog.text
    kept = [path for folder in (*workspace.root.rglob(".larder"), cache_home())
            for path in folder.rglob("*") if path.is_file()]
    assert any(path.name == "journal.jsonl" for path in kept)
    assert [path.name for path in kept if b"zanzibar" in path.read_bytes()] == []
