"""Public API of `import larder`: its docstring's example, and each call's contract."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import larder
from larder.core.clean.plan_document import save_plan
from larder.core.errors import PayloadError, UserFacingError
from larder.core.jobs import CancelToken, JobCancelled, Progress
from larder.core.training import loading
from larder.core.training.report import TrainingWarning
from tests.support.building import BuildWorkspace
from tests.support.fixtures import CONFIG, FIXTURES, SAMPLE, copy_workspace
from tests.support.pages import blocks
from tests.support.tiny_vaes import write_vae

DAMAGED = {"sdxl_drifted": 1, SAMPLE: 2}
"""Payloads in which a byte is not what was written."""

class _AnyNumbers(doctest.OutputChecker):
    """The sample has as many files as it has; everything else is as the example says."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return re.sub(r"\d+", "1", want) == re.sub(r"\d+", "1", got)


@pytest.mark.filterwarnings("ignore::larder.core.training.report.TrainingWarning")
@pytest.mark.parametrize(
    "of", [larder, larder.CachedDataset, loading], ids=lambda one: one.__name__)
def test_the_examples_in_docstrings_work(
    known_workspace: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    of: ModuleType | type,
) -> None:
    copy_workspace(known_workspace(SAMPLE).parents[1], tmp_path / "sample")
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(_AnyNumbers())
    (example,) = doctest.DocTestFinder(recurse=False).find(of)
    tried = runner.run(example)
    assert tried.attempted > 5
    assert tried.failed == 0


SPAWNED = """
import multiprocessing, runpy, sys
multiprocessing.set_start_method("spawn")
for script in sys.argv[1:]:
    runpy.run_path(script, run_name="__main__")
"""
"""Runs scripts as Windows and macOS do: each process that they start imports the script again."""


def test_the_scripts_on_the_pages_clean_and_train_as_printed_under_spawn(
    known_workspace: Callable[[str], Path], tmp_path: Path,
) -> None:
    clean, train = blocks("python")
    assert len(train.splitlines()) <= 16
    for name, script in (("clean.py", clean), ("train.py", train)):
        (tmp_path / name).write_text(script, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", SPAWNED, tmp_path / "clean.py", tmp_path / "train.py"],
        cwd=copy_workspace(known_workspace(SAMPLE).parents[1], tmp_path / "sample"),
        capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    can_go, image, text, *more = ran.stdout.splitlines()
    assert re.fullmatch(r"[1-9]\d* files can go, [1-9]\d* bytes", can_go)
    assert re.fullmatch(r"image [1-9]\d* cached files", image)
    assert re.fullmatch(r"text [1-9]\d* cached files", text)
    steps = [line for line in more if not re.fullmatch(r"\w+ [1-9]\d* cached files", line)]
    assert len(steps) > 20
    assert all(re.fullmatch(r"\d+\.\d{3} \[.+\]", line) for line in steps)  # no nan
    assert TrainingWarning.__name__ in ran.stderr


def test_importing_larder_loads_almost_nothing() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "import sys, larder; print(*sys.modules)"], check=True,
        capture_output=True, text=True)
    loaded = set(ran.stdout.split())
    assert loaded.isdisjoint({"numpy", "msgspec", "larder.core", "typer"})


def test_everything_that_is_offered_is_there_and_listed() -> None:
    for name in larder.__all__:
        assert callable(getattr(larder, name))
        assert name in dir(larder)
    with pytest.raises(AttributeError, match="no attribute 'pickle'"):
        _ = larder.pickle  # type: ignore[attr-defined]


def test_progress_is_told_and_another_thread_can_cancel(
    unpacked_fixture: Callable[[str], Path]
) -> None:
    workspace = larder.open(unpacked_fixture("sdxl_clean") / CONFIG)
    told: list[str] = []
    larder.survey(workspace, depth="hash", on_progress=lambda event: told.append(
        event.phase if isinstance(event, Progress) else event.item))
    assert told
    token = CancelToken()
    stopping = threading.Thread(target=token.cancel)
    stopping.start()
    stopping.join()
    with pytest.raises(JobCancelled):
        larder.survey(workspace, token=token)


def test_a_saved_plan_is_applied_and_undone(
    fixture_workspace: Callable[[str], Path], tmp_path: Path
) -> None:
    workspace = larder.open(fixture_workspace("sdxl_drifted") / CONFIG)
    plan = larder.plan_clean(larder.survey(workspace))
    save_plan(plan, tmp_path / "plan.json")
    done = larder.apply(tmp_path / "plan.json", even_if_busy=True)
    back = larder.undo(workspace, done.undo, even_if_busy=True)
    assert back.restored.files == plan.files[plan.preselected].sum() > 0


def test_a_build_is_planned_and_applied_with_the_models_it_was_planned_with(
    tmp_path: Path
) -> None:
    made = BuildWorkspace(tmp_path / "work", {"resolution": "128"})
    made.add_concept()
    made.add_picture("data/cats/0.png", size=(128, 128))
    write_vae(tmp_path / "vae")
    plan = larder.plan_build(
        larder.open(made.config_path), models=[tmp_path / "vae"], device="cpu")
    report = larder.apply(plan, even_if_busy=True)
    assert (report.encoded, report.failed) == (plan.payloads, ())
    assert plan.payloads > 0


@pytest.mark.parametrize("name", [*FIXTURES, SAMPLE])
def test_every_payload_of_every_store_is_listed_and_can_be_read(
    known_workspace: Callable[[str], Path], name: str
) -> None:
    folder = known_workspace(name).parents[1]
    surveyed = larder.survey(larder.open(folder / CONFIG))
    stores = larder.stores(folder / "workspace-cache" / "run")
    assert {store.location.path for store in stores} == {
        store.location.path for store in surveyed.stores if store.location.exists}
    damaged: list[str] = []
    for store in stores:
        arrays: list[np.ndarray] = []
        for payload in store.payloads():
            try:
                arrays += store.read(payload).values()
            except PayloadError:
                damaged.append(payload)
        assert all(isinstance(array, np.ndarray) for array in arrays)
    assert len(damaged) == DAMAGED.get(name, 0)


def test_a_folder_without_caches_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match="looks like a cache"):
        larder.stores(tmp_path)


def test_reports_and_plans_are_one_line_where_a_shell_shows_them(
    fixture_workspace: Callable[[str], Path]
) -> None:
    workspace = larder.open(fixture_workspace("sdxl_drifted") / CONFIG)
    report = larder.survey(workspace)
    clean = larder.plan_clean(report)
    assert repr(workspace) == f"<Workspace {workspace.opened}: 2 concepts, 2 caches>"
    assert f"{report.totals.rows} entries, {report.totals.covered} up to date" in repr(report)
    files = int(clean.files[clean.preselected].sum())
    assert f"{len(clean)} items, preselected {files} files" in repr(clean)
    assert f"{larder.plan_build(workspace).payloads} files" in repr(larder.plan_build(workspace))
