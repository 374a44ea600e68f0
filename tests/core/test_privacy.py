"""Caption texts stay in captions, payloads and indexes: no log, record or report has them."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from typer.testing import CliRunner

from larder.core.bundle.manifest import MANIFEST_NAME
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
    plan = workspace.root / "plan.json"
    said = []
    with caplog.at_level(logging.DEBUG):
        for words in (
            ("survey", config, "--depth", "payload", "--all"), ("survey", config, "--json"),
            ("diff", config, "--with", config), ("plan", "build", config, "--json"),
            ("clean", config, "--apply", "--even-if-busy"),
            ("undo", config, "--json", "--even-if-busy"), ("quarantine", config, "list"),
            ("stats", config, "--json"), ("dups", config, "--json"),
            ("plan", "clean", config, "--out", str(plan)), ("apply", str(plan)),
            ("undo", config), ("build", config, "--apply"),
        ):
            ran = CliRunner().invoke(build_command(list(words)), list(words))
            said.append(ran.output + repr(ran.exception))
    assert all("zanzibar" not in text for text in said)
    assert "zanzibar" not in caplog.text
    assert plan.exists(), said[-4]
    assert b"zanzibar" not in plan.read_bytes()
    kept = [path for folder in (*workspace.root.rglob(".larder"), cache_home())
            for path in folder.rglob("*") if path.is_file()]
    assert any(path.name == "journal.jsonl" for path in kept)
    assert [path.name for path in kept if b"zanzibar" in path.read_bytes()] == []


@pytest.mark.parametrize("asked", [(), ("--captions",)])
def test_a_bundle_holds_texts_of_captions_only_if_asked_and_says_so(
    tmp_path: Path, asked: tuple[str, ...]
) -> None:
    made = BuildWorkspace(tmp_path)
    cats = made.add_concept()
    for number in range(3):
        made.add_picture(f"{cats}/{number}.png", caption=f"{SECRET} {number}")
    build(made)
    bundle = tmp_path / "bundle"
    ran = CliRunner().invoke(build_command(["export"]), [
        "export", str(made.config_path), str(bundle), "--apply", *asked])
    assert ran.exit_code == 0, ran.output
    assert "zanzibar" not in ran.output
    assert ("without captions" in ran.output) == (not asked)
    manifest = (bundle / MANIFEST_NAME).read_bytes()
    assert json.loads(manifest)["captions"] == bool(asked)
    assert b"zanzibar" not in manifest
    holding = {path.suffix for path in bundle.rglob("*")
               if path.is_file() and b"zanzibar" in path.read_bytes()}
    assert bool(holding) == bool(asked)
