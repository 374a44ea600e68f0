"""Cost of a survey, counted in modules, folder listings and opened files; never timed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from larder.core.jobs import CancelToken, run_to_end
from larder.core.settings import cache_home
from larder.core.survey import variants as survey_variants
from larder.core.survey.indexed import store as survey_module
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.samples import caption_of
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.surveying import drifted, run_survey

REPOSITORY = Path(__file__).parents[3]

NOT_NEEDED = {
    "torch", "torchvision", "transformers", "diffusers", "safetensors", "PySide6", "shiboken6",
    "pyqtgraph", "PIL", "rich", "filelock", "asyncio", "http",
}
"""Packages that a survey of unchanged sources has no use for."""

ROOMS_NOT_NEEDED = (
    "larder.app", "larder.core.demo", "larder.core.encoders",
    "larder.core.worker", "larder.core.survey.audit",
    "larder.core.recipes.")

NOTE_OPENED = """
import sys
def note(event, arguments):
    if event == "open":
        sys.stderr.write(f"opened {arguments[0]}\\n")
sys.addaudithook(note)
from larder.core.cli.__main__ import main
main()
"""


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """Two concepts, one in a subfolder of the other's data, with captions, all cached."""
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept("cats")
    made.add_concept("dogs")
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
        made.add_picture(f"data/cats/kittens/{number}.png", caption=f"kitten {number}")
        made.add_picture(f"data/dogs/{number}.png", caption=f"dog {number}")
    made.write()
    return made


def survey_in_a_fresh_interpreter(
    workspace: IndexedWorkspace, *interpreter: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *interpreter, "survey", str(workspace.config_path)],
        cwd=REPOSITORY, capture_output=True, text=True, check=True)


def modules_loaded(workspace: IndexedWorkspace) -> set[str]:
    """Every module that `larder survey` imports, as the interpreter itself reports them."""
    ran = survey_in_a_fresh_interpreter(workspace, "-X", "importtime", "-m", "larder.core.cli")
    return {
        line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()
        if line.startswith("import time:")}


def test_a_survey_loads_neither_torch_nor_qt_nor_pillow_nor_what_other_verbs_need(
    workspace: IndexedWorkspace,
) -> None:
    loaded = modules_loaded(workspace)
    assert "larder.core.survey.indexed.verdicts" in loaded
    assert {name.partition(".")[0] for name in loaded} & NOT_NEEDED == set()
    assert [name for name in loaded if name.startswith(ROOMS_NOT_NEEDED)] == []


def test_a_survey_without_released_store_loads_nothing_that_reads_one(
    workspace: IndexedWorkspace,
) -> None:
    loaded = modules_loaded(workspace)
    assert [name for name in loaded if name.startswith("larder.core.survey.released.store")] == []


@pytest.mark.skipif(os.name == "nt", reason="folders are not listed by descriptor there")
def test_each_folder_is_listed_once_for_both_stores_and_all_concepts(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.add_concept("cats again", path="data/cats")
    workspace.write()
    opened = open_workspace(workspace.config_path)
    listed: Counter[tuple[int, int]] = Counter()
    real = os.scandir

    def counted(target: str | int) -> object:
        status = os.stat(target)
        listed[status.st_dev, status.st_ino] += 1
        return real(target)

    monkeypatch.setattr(os, "scandir", counted)
    run_to_end(survey(opened, token=CancelToken()))
    folders = [
        workspace.root / "data/cats", workspace.root / "data/cats/kittens",
        workspace.root / "data/dogs", workspace.store("image"), workspace.store("text")]
    memory = cache_home()  # where left-over temporary files are looked for at each writing
    for own in (memory, memory / "index"):
        listed.pop((own.stat().st_dev, own.stat().st_ino), None)
    assert listed == {(path.stat().st_dev, path.stat().st_ino): 1 for path in folders}


def test_pictures_of_concepts_that_share_a_folder_are_looked_at_once(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        workspace.add_concept(f"cats {number}", path="data/cats")
    workspace.add_concept("cats alone", path="data/cats", include_subdirectories=False)
    workspace.write()
    looked_at: list[str] = []
    monkeypatch.setattr(survey_module, "caption_of", lambda name: (
        looked_at.append(name), caption_of(name))[1])
    report = run_survey(workspace.config_path)
    assert sorted(looked_at) == sorted(["0.png", "1.png", "2.png"] * 4)
    wanted = {
        (at, of.stores[store].wanted)
        for at, of in enumerate(report.concepts) for store in of.stores}
    assert wanted == {(0, 6), (1, 3), *((at, 6) for at in range(2, 22)), (22, 3)}


def test_a_second_survey_opens_no_source_no_payload_and_no_other_index_than_its_snapshot(
    workspace: IndexedWorkspace,
) -> None:
    survey_in_a_fresh_interpreter(workspace, "-m", "larder.core.cli")
    ran = survey_in_a_fresh_interpreter(workspace, "-c", NOTE_OPENED)
    opened = [
        Path(line.removeprefix("opened ")) for line in ran.stderr.splitlines()
        if line.startswith("opened ")]
    files = {path for path in opened if path.is_relative_to(workspace.root) and path.is_file()}
    assert workspace.config_path in files
    assert {path for path in files if path.suffix in {".png", ".txt", ".pt"}} == set()
    snapshots = [path for path in opened if path.suffix == ".msgpack"
                 and path.parent.name not in {"openings", "faults"}]
    assert len(snapshots) == len(set(snapshots)) == 2


def test_buckets_chosen_for_a_few_rows_at_a_time_are_those_of_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for number, width in enumerate((100, 200, 300, 400, 500)):
        made.add_picture(f"data/cats/{number}.png", size=(200, width))
    config = made.write(stores=("image",))
    monkeypatch.setattr(survey_variants, "ROWS_AT_ONCE", 2)
    few = drifted(run_survey(config), "image")
    monkeypatch.setattr(survey_variants, "ROWS_AT_ONCE", 100)
    assert drifted(run_survey(config), "image") == few
    assert set(few.values()) == {"missing-variant"}
