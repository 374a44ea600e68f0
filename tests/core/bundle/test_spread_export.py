"""Several processes convert what one writes: the same bytes, and none of them is indispensable."""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from larder.core.bundle import export_workers
from larder.core.bundle.export import ExportPlan, apply_export
from larder.core.bundle.export_workers import make_here
from larder.core.bundle.manifest import MANIFEST_NAME
from larder.core.encoders.device import Parallelism
from larder.core.errors import PayloadError, StalePlanError, UserFacingError
from larder.core.files.temp_names import TEMP_SUFFIX
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.requests.bundling import export as export_request
from larder.core.requests.options import ExportOptions
from larder.core.worker_pool import WorkerAnswer, WorkerLostError
from larder.core.workspace.open_workspace import open_workspace
from tests.support import inline_workers
from tests.support.building import BuildWorkspace
from tests.support.bundles import Soon, home, planned, verify
from tests.support.fixtures import REPOSITORY

TWO = Parallelism(processes=2, cards=0)
HERE = type(Path())


@pytest.fixture(autouse=True)
def tests_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [str(REPOSITORY), str(REPOSITORY / "packaging"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))


@pytest.fixture(autouse=True)
def small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that few files make enough of them for several workers."""
    monkeypatch.setattr(export_workers, "FILES", 3)


class InlineWorker(inline_workers.InlineWorker):
    """A worker in a thread of this process, as one test needs it."""

    work = staticmethod(make_here)


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[InlineWorker]]:
    """Has exports use these workers, which need no processes."""
    def use(*workers: InlineWorker) -> list[InlineWorker]:
        monkeypatch.setattr(export_workers, "workers_of", lambda *_: nullcontext(list(workers)))
        return list(workers)
    return use


def bytes_of(bundle: Path) -> dict[str, bytes]:
    """Every file of a bundle, whatever its form; nothing else lies beside the one file."""
    if bundle.is_file():
        return {path.name: path.read_bytes() for path in bundle.parent.iterdir()}
    return {path.relative_to(bundle).as_posix(): path.read_bytes()
            for path in bundle.rglob("*") if path.is_file()}


def spread_export(
    plan: ExportPlan | BuildWorkspace, target: Path, over: Parallelism = TWO,
    token: CancelToken | None = None,
) -> Path:
    if isinstance(plan, BuildWorkspace):
        plan = planned(plan, target)
    assert run_to_end(apply_export(plan, token or CancelToken(), over)).done
    return target


def with_place(plan: ExportPlan, number: int, place: Path) -> ExportPlan:
    """A plan whose n-th file of the first store lies elsewhere."""
    first, *others = plan.leaving.stores
    files = list(first.files)
    files[number] = replace(files[number], place=place)
    return replace(plan, leaving=replace(
        plan.leaving, stores=(replace(first, files=tuple(files)), *others)))


def test_several_workers_write_the_bytes_of_one(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    workers = inline(InlineWorker(), InlineWorker(), InlineWorker())
    target = spread_export(workspace, tmp_path / exported.name)
    assert bytes_of(target) == bytes_of(exported)
    assert verify(target).whole
    assert sum(worker.asked for worker in workers) >= 8
    assert all(worker.is_closed for worker in workers)


@pytest.mark.swept(5)
@pytest.mark.parametrize("workers", [
    (InlineWorker(ends_over=(1, 3)), InlineWorker(ends_over=(2,))),
    (InlineWorker(has_room=False), InlineWorker()),
    (InlineWorker(has_room=False), InlineWorker(has_room=False)),
    (InlineWorker(ends_over=tuple(range(1000))), InlineWorker(ends_over=tuple(range(1000)))),
], ids=["some end", "no room for one", "no room for any", "all end always"])
def test_workers_that_end_lose_nothing(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path,
    inline: Callable[..., list[InlineWorker]], workers: tuple[InlineWorker, ...],
) -> None:
    for worker in inline(*workers):
        worker.asked = 0
    assert bytes_of(spread_export(workspace, tmp_path / exported.name)) == bytes_of(exported)


def test_a_worker_that_does_not_see_the_folder_sends_what_it_made(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    class Elsewhere(InlineWorker):
        def ask(self, request: Any) -> WorkerAnswer:
            return super().ask(msgspec.structs.replace(request, sight="/nowhere/at/all"))

    inline(Elsewhere(), InlineWorker())
    assert bytes_of(spread_export(workspace, tmp_path / exported.name)) == bytes_of(exported)


def test_what_a_worker_cannot_read_this_process_reads_and_says_so(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path,
    inline: Callable[..., list[InlineWorker]], caplog: pytest.LogCaptureFixture,
) -> None:
    class Elsewhere(InlineWorker):
        """On a computer that lacks one of the caches' files."""

        def ask(self, request: Any) -> WorkerAnswer:
            items = pickle.loads(request.items)
            items[0] = replace(items[0], place=tmp_path / "not there.pt")
            return super().ask(msgspec.structs.replace(request, items=pickle.dumps(items)))

    inline(Elsewhere())
    with caplog.at_level(logging.WARNING, "larder"):
        target = spread_export(workspace, tmp_path / exported.name)
    assert bytes_of(target) == bytes_of(exported)
    (told,) = caplog.messages
    assert "No worker could export" in told
    assert "not there.pt" in told


def test_what_is_damaged_ends_an_export_with_the_sentence_of_one_process(
    workspace: BuildWorkspace, form: str, tmp_path: Path,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    plan = planned(workspace, tmp_path / form)
    damaged = tmp_path / "damaged.pt"
    damaged.write_bytes(b"no payload at all")
    plan = with_place(plan, 4, damaged)
    inline(InlineWorker(), InlineWorker())
    with pytest.raises(PayloadError, match=r"damaged\.pt"):
        spread_export(plan, tmp_path / form)
    files = plan.leaving.stores[0].files
    other = next(file for file in files if file.bytes != files[4].bytes)
    with pytest.raises(StalePlanError, match="changed during the export"):
        spread_export(with_place(plan, 4, other.place), tmp_path / form)
    assert not (tmp_path / form / MANIFEST_NAME).exists()
    assert not (tmp_path / form).is_file()


def test_a_worker_of_another_version_is_refused(
    workspace: BuildWorkspace, form: str, tmp_path: Path,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    class Older(InlineWorker):
        def ask(self, request: Any) -> WorkerAnswer:
            return WorkerAnswer(pickle.dumps("0.0.1"), super().ask(request).values)

    inline(Older())
    with pytest.raises(UserFacingError, match=r"workers have Larder 0\.0\.1, and this computer"):
        spread_export(workspace, tmp_path / form)


def test_a_cancelled_export_keeps_what_is_written_and_goes_on_with_any_number_of_workers(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    target = tmp_path / exported.name
    inline(InlineWorker(), InlineWorker())
    with pytest.raises(JobCancelled):
        spread_export(workspace, target, token=Soon(14))
    plan = planned(workspace, target)
    kept = plan.document.there
    assert 4 <= kept < plan.document.files
    if target.is_dir():
        (target / f"being written{TEMP_SUFFIX}").touch()
    (worker,) = inline(InlineWorker())
    spread_export(plan, target)
    assert bytes_of(target) == bytes_of(exported)
    assert worker.asked <= (plan.document.files - kept) // 3 + 3


def test_an_export_that_is_cancelled_while_workers_start_ends_them(
    workspace: BuildWorkspace, form: str, tmp_path: Path,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    from threading import Event

    token, killed = CancelToken(), Event()

    class Starting(InlineWorker):
        def ask(self, request: Any) -> WorkerAnswer:
            token.cancel()
            assert killed.wait(30)
            raise WorkerLostError("It was stopped.")

        def kill(self) -> None:
            killed.set()

    inline(Starting(), Starting())
    with pytest.raises(JobCancelled):
        spread_export(workspace, tmp_path / form, token=token)


class FatalPath(HERE):  # type: ignore[misc, valid-type]
    """A file whose name ends each process that it comes to, a few times."""

    kills = 1
    log = Path()

    def __reduce__(self) -> Any:
        return arrive, (str(self), str(self.log), self.kills, os.getpid())


def arrive(path: str, log: str, kills: int, sender: int) -> Path:
    if os.getpid() != sender:
        told = len(os.listdir(log))
        (Path(log) / f"{told} {os.getpid()}").touch()
        if told < kills:
            os.kill(os.getpid(), signal.SIGKILL)
    found = FatalPath(path)
    found.kills, found.log = kills, Path(log)
    return found


def lethal(plan: ExportPlan, log: Path, kills: int) -> ExportPlan:
    log.mkdir()
    place = FatalPath(plan.leaving.stores[0].files[4].place)
    place.kills, place.log = kills, log
    return with_place(plan, 4, place)


@pytest.mark.skipif(os.name == "nt", reason="ends processes by a signal")
@pytest.mark.parametrize(
    ("workspace", "form"), [("cache.json", "bundle.zip")], indirect=True)
def test_processes_of_this_computer_write_the_same_bytes_though_they_are_killed(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path
) -> None:
    plan = lethal(planned(workspace, tmp_path / exported.name), tmp_path / "log", kills=1)
    (tmp_path / "out").mkdir()
    target = tmp_path / "out" / exported.name
    plan = replace(plan, document=msgspec.structs.replace(plan.document, target=str(target)))
    spread_export(plan, target)
    assert bytes_of(target) == bytes_of(exported)
    processes = {path.name.split()[1] for path in (tmp_path / "log").iterdir()}
    assert len(processes) >= 2


EXPORT = """
import os, signal, sys
from pathlib import Path
from larder.core.bundle import export_workers, export_writing
from tests.core.bundle.test_spread_export import *

export_workers.FILES = 3
add, left = export_writing._Journal.add, [7]

def add_or_end(self, line):
    add(self, line)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)

export_writing._Journal.add = add_or_end
spread_export(planned(Path(sys.argv[1]), Path(sys.argv[2])), Path(sys.argv[2]))
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(os.name == "nt", reason="ends processes by a signal")
@pytest.mark.parametrize(("workspace", "form"), [("released", "bundle")], indirect=True)
def test_an_export_whose_process_is_killed_goes_on_where_it_stopped(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path,
) -> None:
    target = tmp_path / exported.name
    main = subprocess.run(
        [sys.executable, "-c", EXPORT, workspace.config_path, target], cwd=REPOSITORY,
        capture_output=True, timeout=300, check=False)
    assert main.returncode == -signal.SIGKILL, main.stderr.decode()
    plan = planned(workspace, target)
    # The file that was noted last has no name yet in a folder, and has its bytes in one file.
    assert plan.document.there == 7
    assert run_to_end(apply_export(plan, CancelToken())).done
    assert bytes_of(target) == bytes_of(exported)


def test_one_process_pays_nothing_for_the_many(
    workspace: BuildWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {"larder.core.worker_pool", "larder.core.bundle.export_workers"}
    for name in modules:
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert run_to_end(apply_export(planned(workspace, tmp_path / "b"), CancelToken())).done
    assert not modules & sys.modules.keys()


def test_workers_are_asked_for_by_a_word(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Parallelism] = []

    def use(spread: Parallelism) -> Any:
        asked.append(spread)
        return nullcontext([InlineWorker()])

    def run(workers: str, target: Path) -> Any:
        options = ExportOptions(
            workspace=str(workspace.config_path), target=str(target), workers=workers, apply=True)
        opened = open_workspace(workspace.config_path)
        return run_to_end(export_request(opened, options, CancelToken()))

    monkeypatch.setattr(export_workers, "workers_of", use)
    target = tmp_path / exported.name
    assert run("3@ray://head:10001", target).done
    assert asked == [Parallelism(processes=3, ray="ray://head:10001")]
    assert bytes_of(target) == bytes_of(exported)
    with pytest.raises(UserFacingError, match="is not a number of workers"):
        run("many", tmp_path / "other")


def test_workers_are_processes_or_actors_as_many_as_were_asked_for(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    from types import SimpleNamespace

    with export_workers.workers_of(Parallelism(processes=3, cards=0)) as workers:
        assert len(workers) == 3
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(
        is_initialized=lambda: True,
        nodes=lambda: [{"Alive": True}, {"Alive": True}, {"Alive": False}]))
    for asked, count in ((None, 2), (5, 5)):
        with export_workers.workers_of(Parallelism(processes=asked, ray="ray")) as workers:
            assert len(workers) == count
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserFacingError, match="Ray is not installed"), \
            export_workers.workers_of(Parallelism(ray="ray")):
        pass


def test_ray_on_one_machine_writes_the_same_bytes_though_a_worker_is_killed(
    tmp_path: Path,
) -> None:
    pytest.importorskip("ray", reason="Ray, an optional extra, is not installed")
    workspace = home(tmp_path / "home", "cache.json")
    for form in ("bundle", "bundle.zip"):
        (tmp_path / f"alone {form}").mkdir()
        (tmp_path / f"spread {form}").mkdir()
        alone, target = tmp_path / f"alone {form}" / form, tmp_path / f"spread {form}" / form
        assert run_to_end(apply_export(planned(workspace, alone), CancelToken())).done
        plan = lethal(planned(workspace, target), tmp_path / f"log {form}", 1)
        spread_export(plan, target, Parallelism(processes=2, ray="ray"))
        assert bytes_of(target) == bytes_of(alone)
