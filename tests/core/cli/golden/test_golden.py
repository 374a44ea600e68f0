"""Output of every verb for every fixture, compared word for word with stored files.

The files record current behaviour, right or wrong, so that any change caused by moving code shows.
`LARDER_WRITE_GOLDEN=1` writes them again: read the difference before committing it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.homes import use_own_home
from tests.support.swapping import turn_slots_around

Larder = Callable[..., Any]
Workspace = Callable[[str], Path]

FOLDER = Path(__file__).parent
CONFIG = "training_presets/config.json"
SCANDIR = os.scandir
INDEXED = ("sdxl_clean", "sdxl_drifted", "sdxl_v2_index")
FIXTURES = (*INDEXED, "sd15_legacy_diskcache")
DEPTHS = ("stat", "hash", "payload")

CHANGING = frozenset({
    "elapsed_s", "age_s", "mtime_ns", "ctime_ns", "inode", "device", "bytes_on_disk", "at", "time",
    "created", "made_ns", "made_at_ns", "made_from", "free_bytes", "seconds", "start_seconds", "id",
    "undo"})
"""Fields that differ from one run to the next: times, and names made of them."""

RUN_BY_RUN = re.compile(
    r"\b20\d{6}[-T]?\d{6}[-\w.]*|(?<= of )20\d\d-\d\d-\d\d \d\d:\d\d\b"
    r"|(?<= in )\d+\.\d+ s|[\d.,]+ \w+(?= (?:are )?free)")
"""The same inside a text: a quarantine's name, a date, a survey's time, room on the drive."""


def test_survey_at_every_depth(
    larder: Larder, fixture_workspace: Workspace, fixture: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = fixture_workspace(fixture)
    said = {}
    for depth in DEPTHS:
        # What one survey remembers for the next depends on how long ago the files were written.
        use_own_home(tmp_path / depth, monkeypatch)
        said[depth] = _document(
            larder("survey", opened / CONFIG, "--json", "--all", "--depth", depth))
    _agrees(f"{fixture}-survey-depths", said, opened)


@pytest.mark.parametrize("verb", [
    "survey", "plan clean", "plan build", "touch", "readopt", "dups", "stats"])
def test_what_a_verb_prints_and_its_document(
    larder: Larder, fixture_workspace: Workspace, fixture: str, verb: str
) -> None:
    opened = fixture_workspace(fixture)
    words = (*verb.split(), opened / CONFIG)
    printed, document = larder(*words), larder(*words, "--json")
    _agrees(f"{fixture}-{verb.replace(' ', '-')}", {
        "exit": [printed.code, document.code],
        "out": printed.out.splitlines(), "err": printed.err.splitlines(),
        "document": None if verb == "survey" else _document(document)}, opened)


class Backwards:
    """A listing of a drive that names its files in the opposite order."""

    def __init__(self, folder: Any) -> None:
        with SCANDIR(folder) as entries:
            self._entries = list(entries)[::-1]

    def __enter__(self) -> Iterator[Any]:
        return iter(self._entries)

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.swept(6)
@pytest.mark.parametrize("verb", ["survey --all", "plan clean", "plan build", "dups", "export"])
def test_the_order_in_which_a_drive_lists_its_files_changes_nothing(
    larder: Larder, fixture_workspace: Workspace, monkeypatch: pytest.MonkeyPatch, verb: str,
    fixture: str,
) -> None:
    opened, said = fixture_workspace(fixture), []
    cat = sorted(opened.rglob("*.png"))[0]
    for name in ("a new", "new", "newer"):
        shutil.copy2(cat, cat.with_stem(name))
    bundle, apply = opened / "bundle", ()
    if verb == "export":
        apply = (bundle, "--apply")
    for _ in range(2):
        said.append(_steady(_document(larder(
            *verb.split(), opened / CONFIG, *apply, "--json")), str(opened)))
        if apply and bundle.exists():
            said[-1]["bundle"] = (bundle / "larder-bundle.json").read_text(encoding="utf-8")
            shutil.rmtree(bundle)
        monkeypatch.setattr("larder.core.files.folder_scan.os.scandir", Backwards)
    assert said[0] == said[1]


def test_clean_then_undo(larder: Larder, fixture_workspace: Workspace, fixture: str) -> None:
    opened = fixture_workspace(fixture)
    before = _state(opened)
    said = {"clean": _document(larder("clean", opened / CONFIG, "--apply", "--json"))}
    said["after clean"] = _changes(before, _state(opened))
    said["undo"] = _document(larder("undo", opened / CONFIG, "--json"))
    said["after undo"] = _changes(before, _state(opened))
    _agrees(f"{fixture}-clean-undo", said, opened)


def test_what_is_left_over_of_a_released_cache_and_what_other_configs_keep(
    larder: Larder, fixture_workspace: Workspace
) -> None:
    opened = fixture_workspace("sd15_legacy_diskcache")
    images = opened / "workspace-cache/run/image"
    group = next(path for path in sorted(images.iterdir()) if len(path.name) == 64)
    first = group / "variation-0"
    shutil.copytree(group, images / ("f" * 64))
    shutil.copytree(first, group / "variation-4")
    shutil.copytree(first, group / "variation-5")
    shutil.copytree(first, images.parent / "epoch-3")
    (group / "variation-5" / "aggregate.pt").unlink()
    shutil.copy2(first / "0.pt", first / "99.pt")
    other = opened / "training_presets" / "other.json"
    shutil.copy2(opened / CONFIG, other)
    before = _state(opened)
    keep = ("--keep-for", other)
    said = {
        "plan": larder("plan", "clean", opened / CONFIG).out.splitlines(),
        "plan kept": larder("plan", "clean", opened / CONFIG, *keep).out.splitlines(),
        "document": _document(larder("plan", "clean", opened / CONFIG, *keep, "--json")),
        "clear": larder("clear", opened / CONFIG, *keep).out.splitlines(),
        "clean": _document(larder(
            "clean", opened / CONFIG, *keep, "--apply", "--json", "--even-if-busy"))}
    said["after clean"] = _changes(before, _state(opened))
    said["undo"] = _document(larder("undo", opened / CONFIG, "--json", "--even-if-busy"))
    said["after undo"] = _changes(before, _state(opened))
    _agrees("sd15_legacy_diskcache-leftovers", said, opened)


def test_what_a_build_replaced_in_a_released_cache_is_listed_undone_and_emptied(
    larder: Larder, fixture_workspace: Workspace
) -> None:
    opened = fixture_workspace("sd15_legacy_diskcache")
    before = _state(opened)
    turn_slots_around(opened / "workspace-cache/run")
    said: dict[str, Any] = {
        "after build": _changes(before, _state(opened)),
        "history": _without_times(larder("quarantine", opened / CONFIG, "list", "--json").document)}
    listed = larder("quarantine", opened / CONFIG, "list", "--json").document["quarantines"]
    for step in ("undone", "done again"):
        done = larder("undo", opened / CONFIG, listed[0]["id"], "--even-if-busy")
        said[step] = {
            "said": [done.code, done.out.splitlines(), done.err.splitlines()],
            "list": [TIME.sub("…", line) for line in larder(
                "quarantine", opened / CONFIG, "list").out.splitlines() if "---" not in line],
            "after": _changes(before, _state(opened))}
    said["undone at last"] = _document(larder("undo", opened / CONFIG, "--even-if-busy", "--json"))
    said["history at last"] = _without_times(
        larder("quarantine", opened / CONFIG, "list", "--json").document)
    nothing = larder("undo", opened / CONFIG, "--even-if-busy")
    said["nothing left"] = [nothing.code, nothing.err.splitlines()]
    said["emptied"] = larder("quarantine", opened / CONFIG, "empty").out.splitlines()
    said["after all"] = _changes(before, _state(opened))
    _agrees("sd15_legacy_diskcache-build-undo", said, opened)


TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


def _without_times(history: dict[str, Any]) -> dict[str, Any]:
    for line in (*history["quarantines"], *history["records"]):
        del line["at_ns"]
    return history


@pytest.mark.parametrize("form", ["bundle", "bundle.zip"])
@pytest.mark.parametrize("name", [*FIXTURES, f"{FIXTURES[-1]}-one-concept"])
def test_export_verify_import(
    larder: Larder, fixture_workspace: Workspace, name: str, form: str
) -> None:
    opened = fixture_workspace(name.removesuffix("-one-concept"))
    if name not in FIXTURES:
        concepts = next((opened / "training_concepts").glob("*.json"))
        only_first = json.loads(concepts.read_text("utf-8"))[:1]
        concepts.write_text(json.dumps(only_first), "utf-8")
    bundle, cache = opened / "out" / form, opened / "there"
    (opened / "out").mkdir()
    said: dict[str, Any] = {}
    for step, words in {
            "plan": ("export", opened / CONFIG, bundle),
            "export": ("export", opened / CONFIG, bundle, "--apply"),
            "verify": ("verify", bundle),
            "import plan": ("import", bundle, cache, "--under", "D:\\train"),
            "import": ("import", bundle, cache, "--under", "D:\\train", "--apply"),
            "again": ("import", bundle, cache, "--under", "D:\\train")}.items():
        ran = larder(*words)
        # A line below titles is as wide as the folder's name.
        lines = ["---" if line and set(line) <= {"-", " "} else line
                 for line in ran.out.splitlines()]
        said[step] = [ran.code, lines, ran.err.splitlines()]
    said["export document"] = _document(larder("export", opened / CONFIG, opened / "x", "--json"))
    said["verify document"] = _document(larder("verify", bundle, "--json"))
    said["import document"] = _document(larder("import", bundle, opened / "y", "--json"))
    files = _state(opened / "out")
    said["bundle"] = files if form == "bundle" else sorted(files)
    said["there"] = sorted(_state(cache))
    _agrees(f"{name}-{form}", said, opened)


@pytest.mark.parametrize("verb", ["touch", "readopt"])
def test_a_verb_that_writes_the_index(
    larder: Larder, fixture_workspace: Workspace, fixture: str, verb: str
) -> None:
    opened = fixture_workspace(fixture)
    before = _state(opened)
    said = {
        verb: _document(larder(verb, opened / CONFIG, "--apply", "--json")),
        "after": _changes(before, _state(opened)),
        "survey": _document(larder("survey", opened / CONFIG, "--json"))}
    _agrees(f"{fixture}-{verb}-apply", said, opened)


@pytest.fixture(params=FIXTURES)
def fixture(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _document(ran: Any) -> Any:
    return ran.document if ran.out else {"exit": ran.code, "err": ran.err.splitlines()}


def _state(opened: Path) -> dict[str, str]:
    """Digest of every file of the workspace, without Larder's own and the trainer's maps."""
    return {
        path.relative_to(opened).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted(opened.rglob("*")) if path.is_file() and ".larder" not in path.parts}


def _changes(before: dict[str, str], after: dict[str, str]) -> dict[str, list[str]]:
    return {
        "gone": sorted(before.keys() - after.keys()),
        "new": sorted(after.keys() - before.keys()),
        "changed": sorted(name for name in before.keys() & after.keys()
                          if before[name] != after[name])}


def _agrees(name: str, said: Any, opened: Path) -> None:
    text = json.dumps(_steady(said, str(opened)), indent=1, sort_keys=True) + "\n"
    kept = FOLDER / f"{name}.json"
    if os.environ.get("LARDER_WRITE_GOLDEN"):
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")


def _steady(value: Any, root: str) -> Any:
    """`value` without what no two runs have in common."""
    if isinstance(value, dict):
        return {_steady(key, root): "…" if key in CHANGING else _steady(held, root)
                for key, held in value.items()}
    if isinstance(value, list):
        return [_steady(held, root) for held in value]
    if isinstance(value, str):
        return RUN_BY_RUN.sub("…", value.replace(root, "ROOT"))
    return value
