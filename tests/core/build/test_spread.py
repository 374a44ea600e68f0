"""Several processes encode what one writes: the same bytes, and none of them is indispensable."""

from __future__ import annotations

import logging
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event, Thread, current_thread
from types import SimpleNamespace
from typing import Any

import pytest

from larder.core.build.build import apply_build
from larder.core.build.pipeline import parallel
from larder.core.build.pipeline.encoding import ConfigEncoders
from larder.core.build.pipeline.parallel import EncodeRequest, encode_here
from larder.core.build.reports import BuildReport
from larder.core.bundle import export_workers
from larder.core.encoders.device import Parallelism, parse_spread
from larder.core.encoders.model_files import EncoderOptions
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, ItemFailed, JobCancelled, JobEvent, run_to_end
from larder.core.worker_pool import WorkerAnswer, WorkerLostError, connect_ray
from larder.core.workspace.store_kinds import StoreContent
from tests.support import inline_workers
from tests.support.building import BuildWorkspace, build, in_batches, plan_of
from tests.support.fixtures import REPOSITORY
from tests.support.spread_encoders import SpreadEncoders
from tests.support.training import SIZES, add_cats

TWO = Parallelism(processes=2, cards=0)


@pytest.fixture(autouse=True)
def tests_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [str(REPOSITORY), str(REPOSITORY / "packaging"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> BuildWorkspace:
    """Nine pictures of three sizes, two variations each, with captions; nothing cached."""
    workspace = BuildWorkspace(tmp_path_factory.mktemp("spread") / "template")
    workspace.configure(resolution="128")
    add_cats(workspace, pictures=9, image_variations=2, lines=2, text_variations=2)
    return workspace


@pytest.fixture(scope="module")
def alone(template: BuildWorkspace) -> BuildWorkspace:
    """Return a copy of the template built by one process."""
    made = copy_of(template, template.root.with_name("alone"))
    build(made, batch=2)
    return made


@pytest.fixture
def workspace(template: BuildWorkspace, tmp_path: Path) -> BuildWorkspace:
    return copy_of(template, tmp_path / "work")


def copy_of(workspace: BuildWorkspace, root: Path) -> BuildWorkspace:
    shutil.copytree(workspace.root, root)
    return BuildWorkspace(root, workspace.config, workspace.concepts)


def spread_build(
    workspace: BuildWorkspace, over: Parallelism = TWO, *, token: CancelToken | None = None,
    layout: str | None = None, limit: int | None = None, only_images: bool = False,
    **disturbed: Any,
) -> tuple[BuildReport, SpreadEncoders, list[JobEvent]]:
    """Plan and build by several processes, batches of two."""
    plan = in_batches(plan_of(workspace, layout=layout, limit=limit), 2)
    stores = tuple(one for one in plan.stores
                   if one.content is StoreContent.IMAGE or not only_images)
    plan = replace(plan, stores=stores, encoding=replace(plan.encoding, spread=over))
    encoders = SpreadEncoders.of(plan, workspace.root / "log", **disturbed)
    events: list[JobEvent] = []
    report = run_to_end(apply_build(
        plan, encoders, even_if_busy=True, token=token or CancelToken()), events.append)
    return report, encoders, events


def cached_files(workspace: BuildWorkspace) -> dict[str, bytes]:
    """Every cached file and index, whatever the layout; rows do not depend on the folder."""
    root = workspace.store().parent
    return {
        str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*"))
        if path.suffix in (".pt", ".json") and ".larder" not in path.parts}


def failed(events: list[JobEvent]) -> list[ItemFailed]:
    return [event for event in events if isinstance(event, ItemFailed)]


class InlineWorker(inline_workers.InlineWorker):
    """A worker in a thread of this process, as one test needs it."""

    work = staticmethod(encode_here)


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[InlineWorker]]:
    """Has builds use these workers, which need no processes."""
    def use(*workers: InlineWorker) -> list[InlineWorker]:
        monkeypatch.setattr(parallel, "workers_of", lambda *_: nullcontext(list(workers)))
        monkeypatch.setattr(parallel, "_opened", [])
        return list(workers)
    return use


@pytest.mark.parametrize("layout", ["cache.json", "released"])
def test_several_workers_write_the_bytes_of_one(
    template: BuildWorkspace, alone: BuildWorkspace, workspace: BuildWorkspace, tmp_path: Path,
    inline: Callable[..., list[InlineWorker]], layout: str,
) -> None:
    if layout == "released":
        alone = copy_of(template, tmp_path / "alone")
        build(alone, batch=2, layout=layout)
    workers = inline(InlineWorker(), InlineWorker(), InlineWorker())
    report, _, events = spread_build(workspace, layout=layout, sleep_s=0.002)
    assert failed(events) == []
    assert report.built + report.shared == 36
    assert cached_files(workspace) == cached_files(alone)
    assert all(worker.asked and worker.is_closed for worker in workers)


def test_a_worker_that_ends_in_the_middle_loses_nothing(
    alone: BuildWorkspace, workspace: BuildWorkspace,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    inline(InlineWorker(ends_over=(2, 5)), InlineWorker(ends_over=(1,)))
    report, _, events = spread_build(workspace)
    assert failed(events) == []
    assert report.built + report.shared == 36
    assert cached_files(workspace) == cached_files(alone)


def test_the_build_goes_on_without_a_worker_that_there_is_no_room_for(
    alone: BuildWorkspace, workspace: BuildWorkspace,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    gone, _ = inline(InlineWorker(has_room=False), InlineWorker())
    spread_build(workspace)
    assert gone.asked == 2  # once per store
    assert cached_files(workspace) == cached_files(alone)
    inline(InlineWorker(has_room=False), InlineWorker(has_room=False))
    workspace.add_picture("data/cats/new.png", caption="new", seed=99)
    with pytest.raises(UserFacingError, match="All workers have ended"):
        spread_build(workspace)


def test_workers_that_never_make_anything_end_the_build(
    workspace: BuildWorkspace, inline: Callable[..., list[InlineWorker]],
) -> None:
    inline(*(InlineWorker(ends_over=tuple(range(1000))) for _ in range(2)))
    with pytest.raises(UserFacingError, match=r"before they encoded anything.*memory"):
        spread_build(workspace)
    assert not list(workspace.store().glob("*.pt"))


def test_workers_that_encode_with_different_weights_end_the_build(
    workspace: BuildWorkspace, inline: Callable[..., list[InlineWorker]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Other(InlineWorker):
        def ask(self, request: EncodeRequest) -> WorkerAnswer:
            answer = super().ask(request)
            made_with, _ = pickle.loads(answer.made_with)
            return WorkerAnswer(pickle.dumps((made_with, "0.0.1")), answer.values)

    inline(InlineWorker(), Other())
    with pytest.raises(UserFacingError, match=r"different models or versions: larder 0\.") as told:
        spread_build(workspace, sleep_s=0.01)
    assert "0.0.1" in told.value.problem


def test_what_one_item_lacks_is_told_and_the_others_are_built(
    alone: BuildWorkspace, workspace: BuildWorkspace,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    class EndedByOne(InlineWorker):
        """As of a picture whose decoder takes the process along."""

        def ask(self, request: EncodeRequest) -> WorkerAnswer:
            if any(getattr(item, "source", Path()).name == "4.png"
                   for item in pickle.loads(request.items)):
                raise WorkerLostError("The worker process ended (signal SIGSEGV).")
            return super().ask(request)

    (workspace.root / "data/cats/2.png").write_bytes(b"no picture at all")
    inline(EndedByOne(), EndedByOne())
    _, _, events = spread_build(workspace)
    told = {event.item: event.problem for event in failed(events)}
    assert sorted(Path(item).name for item in told) == ["2.png", "4.png"]
    assert "SIGSEGV" in next(why for item, why in told.items() if item.endswith("4.png"))
    assert len(workspace.payloads()) == len(alone.payloads()) - 4


def test_masks_are_added_to_payloads_without_encoding_anything(
    workspace: BuildWorkspace, tmp_path: Path, inline: Callable[..., list[InlineWorker]],
) -> None:
    build(workspace, batch=2)
    workspace.configure(masked_training=True)
    other = copy_of(workspace, tmp_path / "other")
    for one in (workspace, other):
        for number in (1, 5):
            one.add_mask(f"data/cats/{number}.png", 99, size=SIZES[number % 3])
    build(other, batch=2, even_if_busy=True)
    inline(InlineWorker(), InlineWorker())
    report, encoders, _ = spread_build(workspace)
    assert report.built
    assert not [name for name in encoders.processes() if name.endswith(".png")]
    assert workspace.payloads() == other.payloads()


def test_a_cancelled_build_keeps_what_was_made_and_the_next_one_goes_on(
    alone: BuildWorkspace, workspace: BuildWorkspace,
    inline: Callable[..., list[InlineWorker]],
) -> None:
    token = CancelToken()

    class Cancelling(InlineWorker):
        def ask(self, request: EncodeRequest) -> WorkerAnswer:
            answer = super().ask(request)
            if self.asked == 3:
                token.cancel()
            return answer

    inline(Cancelling(), InlineWorker())
    with pytest.raises(JobCancelled) as cancelled:
        spread_build(workspace, token=token)
    assert 0 < cancelled.value.report.done < 36
    kept = cached_files(workspace)
    inline(InlineWorker(), InlineWorker())
    spread_build(workspace)
    assert cached_files(workspace) == cached_files(alone)
    assert {name for name in kept if name.endswith("_1.pt")} <= cached_files(workspace).keys()


def test_a_build_that_is_cancelled_while_models_are_loaded_ends_the_workers(
    workspace: BuildWorkspace, inline: Callable[..., list[InlineWorker]],
) -> None:
    token, killed = CancelToken(), Event()

    class Loading(InlineWorker):
        def ask(self, request: EncodeRequest) -> WorkerAnswer:
            token.cancel()
            assert killed.wait(30)
            raise WorkerLostError("It was stopped.")

        def kill(self) -> None:
            killed.set()

    inline(Loading(), Loading())
    with pytest.raises(JobCancelled):
        spread_build(workspace, token=token)


@pytest.mark.exhaustive
def test_processes_of_this_computer_write_the_same_bytes_though_one_is_killed(
    template: BuildWorkspace, tmp_path: Path,
) -> None:
    """Starts three processes that load torch: the only test here that does."""
    made = [copy_of(template, tmp_path / name) for name in ("alone", "spread")]
    alone, workspace = made
    build(alone, batch=2, limit=6)
    _, encoders, events = spread_build(
        workspace, limit=6, sleep_s=0.05, fatal="0.png", only_images=True)
    assert failed(events) == []
    assert workspace.payloads() == alone.payloads()
    used = {process for by in encoders.processes().values() for process in by}
    assert os.getpid() not in used
    assert len(used) >= 2


BUILD = """
import sys
from pathlib import Path
from larder.core.build.pipeline import writing
from tests.core.build.test_spread import BuildWorkspace, spread_build
writing.GROUP_SECONDS = 0.0
spread_build(BuildWorkspace(Path(sys.argv[1])), sleep_s=0.3, only_images=True)
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="children are listed by /proc")
def test_a_build_whose_process_is_killed_leaves_no_worker_and_the_next_one_goes_on(
    alone: BuildWorkspace, workspace: BuildWorkspace,
) -> None:
    """Starts three processes, which is what is looked at."""
    main = subprocess.Popen(
        [sys.executable, "-c", BUILD, workspace.root], cwd=REPOSITORY, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: len(workspace.payloads()) >= 4 or main.poll() is not None)
        workers = children_of(main.pid)
    finally:
        main.kill()
    _, said = main.communicate()
    assert main.returncode == -signal.SIGKILL, said.decode()
    assert len(workers) == 2
    wait_until(lambda: not any(map(is_running, workers)))
    kept = workspace.payloads()
    assert 4 <= len(kept) < 18
    built = build(workspace, batch=2, even_if_busy=True)
    assert len(built.encoders.images) <= 18 - len(kept)
    assert workspace.payloads() == alone.payloads()
    assert workspace.index() == alone.index()


def wait_until(is_so: Callable[[], object]) -> None:
    until = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def children_of(parent: int) -> list[int]:
    """The processes that a process started and that run."""
    return [
        int(of.name) for of in Path("/proc").iterdir()
        if of.name.isdigit() and is_running(int(of.name), parent)]


def is_running(process: int, parent: int | None = None) -> bool:
    """Return whether a process runs, as a child of `parent` if given. A zombie does not."""
    try:
        state, of = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return False
    return state not in "ZX" and parent in (None, int(of))


def test_one_process_pays_nothing_for_the_many(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {"larder.core.worker_pool", "larder.core.build.pipeline.parallel"}
    for name in modules:
        monkeypatch.delitem(sys.modules, name)
    build(workspace, batch=2)
    assert not modules & sys.modules.keys()


@pytest.mark.parametrize(("workers", "gpus", "found"), [
    (None, None, None),
    ("2", None, Parallelism(processes=2, cards=0)),
    (None, "all", Parallelism()),
    (None, "3", Parallelism(cards=3)),
    ("4", "2", Parallelism(processes=4, cards=2)),
    ("ray", None, Parallelism(ray="ray")),
    ("2@ray", None, Parallelism(processes=2, ray="ray")),
    ("ray://head:10001", "8", Parallelism(cards=8, ray="ray://head:10001")),
    ("4@ray://head:10001", None, Parallelism(processes=4, ray="ray://head:10001")),
])
def test_workers_and_cards_are_asked_for_by_a_word(
    workers: str | None, gpus: str | None, found: Parallelism | None
) -> None:
    assert parse_spread(workers, gpus) == found


@pytest.mark.parametrize(("workers", "gpus"), [
    ("0", None), ("", None), ("two", None), ("2@", None), ("@ray", None), ("http://head", None),
    (None, "0"), (None, "both"), ("2ray", None)])
def test_what_says_nothing_of_workers_is_refused(workers: str | None, gpus: str | None) -> None:
    with pytest.raises(UserFacingError, match="is not a number of"):
        parse_spread(workers, gpus)


def test_cards_that_are_not_there_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    cards = partial(parallel.workers_of, content=StoreContent.IMAGE)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    with pytest.raises(UserFacingError, match=r"(?i)torch"), cards(Parallelism()):
        pass
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(UserFacingError, match="here is 2, not 3"), \
            cards(Parallelism(cards=3)):
        pass
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "4,7")
    with cards(Parallelism(processes=3)) as workers:
        assert [worker.own["card"] for worker in workers] == ["4", "7", "4"]
    with cards(Parallelism()) as workers:  # one decodes while the other encodes
        assert [worker.own["card"] for worker in workers] == ["4", "7", "4", "7"]
    with parallel.workers_of(Parallelism(cards=1), StoreContent.TEXT) as workers:
        assert [worker.own["card"] for worker in workers] == ["4"]


@pytest.mark.parametrize(("said", "named", "address"), [
    ("ray", None, "local"), ("ray", "10.0.0.1:6379", "10.0.0.1:6379"),
    ("ray://head:10001", None, "ray://head:10001")])
def test_a_ray_of_ones_own_is_started_unless_one_is_named(
    monkeypatch: pytest.MonkeyPatch, said: str, named: str | None, address: str
) -> None:
    """A note of a cluster that was killed keeps nobody waiting for it."""
    begun: list[Any] = []
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(
        is_initialized=lambda: False, init=lambda **given: begun.append(given["address"]),
        cluster_resources=dict, shutdown=lambda: begun.append("shut down")))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    if named is not None:
        monkeypatch.setenv("RAY_ADDRESS", named)
    with parallel.workers_of(Parallelism(processes=2, ray=said), StoreContent.IMAGE) as workers:
        assert len(workers) == 2
    assert begun == [address, "shut down"]


@pytest.mark.parametrize("kept", ["of-this-computer\n", None])
def test_each_ray_of_ones_own_has_the_same_token(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kept: str | None
) -> None:
    """Ray remembers the first; one that found another would keep a build and its export waiting."""
    tokens: list[str] = []
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(
        is_initialized=lambda: False, init=lambda **_: tokens.append(os.environ["RAY_AUTH_TOKEN"]),
        nodes=list, cluster_resources=dict, shutdown=lambda: None))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("RAY_AUTH_TOKEN", "")
    monkeypatch.delenv("RAY_AUTH_TOKEN_PATH", raising=False)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    file = tmp_path / ".ray/auth_token"
    if kept is not None:
        file.parent.mkdir()
        file.write_text(kept)
    asked = Parallelism(processes=2, ray="ray")
    with parallel.workers_of(asked, StoreContent.IMAGE):
        file.unlink(missing_ok=True)
    with export_workers.workers_of(asked):
        pass
    first, again = tokens
    assert first == again
    assert first == "of-this-computer" if kept else len(first) == 64


@pytest.mark.parametrize(("name", "told"), [
    ("RAY_AUTH_TOKEN", "mine"), ("RAY_AUTH_TOKEN_PATH", "/run/token")])
def test_a_token_that_the_user_named_stays(
    monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    seen: list[tuple[str | None, ...]] = []
    names = ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(
        is_initialized=lambda: False, shutdown=lambda: None,
        init=lambda **_: seen.append(tuple(map(os.environ.get, names)))))
    for one in (*names, "RAY_ADDRESS"):
        monkeypatch.delenv(one, raising=False)
    monkeypatch.setenv(name, told)
    with connect_ray("ray"):
        pass
    assert seen == [tuple(told if one == name else None for one in names)]


def test_a_cluster_is_joined_with_what_the_user_gave_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(
        is_initialized=lambda: False, shutdown=lambda: None,
        init=lambda **_: seen.append(os.environ.get("RAY_AUTH_TOKEN"))))
    monkeypatch.delenv("RAY_AUTH_TOKEN", raising=False)
    with connect_ray("ray://head:10001"):
        pass
    assert seen == [None]


def test_a_ray_of_ones_own_outlives_the_thread_that_asked_for_it(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its servers end with the thread that started them; a build's reads pictures and ends."""
    started: list[Thread] = []
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(
        is_initialized=lambda: False, init=lambda **_: started.append(current_thread()),
        cluster_resources=dict, shutdown=lambda: None))
    opened = parallel.workers_of(Parallelism(processes=2, ray="ray"), StoreContent.IMAGE)
    reading = Thread(target=opened.__enter__)
    reading.start()
    reading.join()
    assert started[0].is_alive()
    opened.__exit__(None, None, None)
    assert not started[0].is_alive()


def test_a_build_of_two_stores_starts_one_ray(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It takes seconds to start; stores with nothing to encode start none."""
    said: list[str] = []
    is_there = Event()

    def start(**_: Any) -> None:
        is_there.set()
        said.append("started")

    def end() -> None:
        is_there.clear()
        said.append("ended")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(
        is_initialized=is_there.is_set, init=start, cluster_resources=dict, shutdown=end))
    monkeypatch.setattr(parallel, "RayWorker", lambda *_: InlineWorker())
    monkeypatch.setattr(parallel, "_opened", [])
    over = Parallelism(processes=2, ray="ray")
    report, _, events = spread_build(workspace, over)
    assert failed(events) == []
    assert report.built
    assert said == ["started", "ended"]
    spread_build(workspace, over)
    assert said == ["started", "ended"]


def test_models_are_found_by_processes_that_work_in_another_folder(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    """An actor of a Ray cluster works in the folder in which its computer joined."""
    plan = plan_of(workspace)
    assert plan.workspace.config is not None
    monkeypatch.chdir(tmp_path)
    encoders = pickle.loads(pickle.dumps(ConfigEncoders.of(
        plan.workspace, plan.workspace.config, EncoderOptions(models=(Path("models/vae"),)))))
    assert encoders.options.models == (tmp_path / "models" / "vae",)


def test_what_ray_says_while_it_starts_is_kept_from_users(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:
    own = logging.getLogger("ray.anywhere")
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(
        is_initialized=lambda: False, shutdown=lambda: None,
        init=lambda **_: own.warning("This is not the main thread.")))
    with connect_ray("ray"):
        own.warning("The cluster is short of memory.")
    assert caplog.messages == ["The cluster is short of memory."]


def test_ray_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserFacingError, match="Ray is not installed") as told, \
            parallel.workers_of(Parallelism(ray="ray"), StoreContent.IMAGE):
        pass
    assert "ray[client]" in told.value.hint


def test_ray_on_one_machine_writes_the_same_bytes_though_a_worker_is_killed(
    template: BuildWorkspace, tmp_path: Path,
) -> None:
    """Pictures and captions by one Ray.

    So few that all are read, and the thread that reads them is gone, before any is encoded.
    """
    pytest.importorskip("ray", reason="Ray, an optional extra, is not installed")
    made = [copy_of(template, tmp_path / name) for name in ("alone", "spread")]
    alone, workspace = made
    build(alone, batch=2, limit=2)
    _, encoders, events = spread_build(
        workspace, Parallelism(processes=2, ray="ray"), limit=2, sleep_s=0.05, fatal="0.png")
    assert failed(events) == []
    assert cached_files(workspace) == cached_files(alone)
    assert os.getpid() not in {
        process for by in encoders.processes().values() for process in by}
