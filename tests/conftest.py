"""Setup common to all tests: a home of its own, no window on screen, nothing left running."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")

import contextlib
import gc
import itertools
import logging
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from _pytest.logging import catching_logs
from _pytest.pathlib import import_path

from larder.core.files import durable
from larder.core.jobs import run_to_end
from larder.core.keys import hash_memory
from larder.core.stores import busy
from tests.support.fixtures import (
    CACHES,
    CONFIG,
    RELEASED_CONFIG,
    RELEASED_SAMPLE,
    SAMPLE,
    copy_workspace,
    unpack_fixture,
)
from tests.support.homes import use_own_home
from tests.support.left_running import running_now, still_running_since
from tests.support.sweeps import Sweep, spread

if TYPE_CHECKING:
    from larder.core.demo.sample_workspace import SampleReport

hypothesis.settings.register_profile("local", deadline=None, max_examples=50)
hypothesis.settings.register_profile(
    "ci",
    deadline=None,
    max_examples=12,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile(
    "exhaustive", hypothesis.settings.get_profile("ci"), max_examples=100)
hypothesis.settings.load_profile("local")

STRANGERS = frozenset(
    {int(name) for name in os.listdir("/proc") if name.isdigit()} - {os.getpid()}
    if os.path.isdir("/proc") else ())
"""Processes that ran before the tests."""

WINDOW_FIXTURES = {"qtbot", "qapp", "qapp_cls", "qtmodeltester"}
"""Fixtures that start Qt; a test of `core` has no use for them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--exhaustive", action="store_true",
                     help="take every step, fault and workspace that is swept over, not a spread")


def pytest_configure() -> None:
    """Let tests press Ctrl+C, also where a shell started pytest in the background, deaf to it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Of two processes let one compile the tests from the first, the other from the last.

    In a fresh checkout that takes each 20 s; what one of them has compiled, the other loads.
    Nothing of what is collected is garbage: looking for it takes a third of collecting.
    """
    gc.disable()
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0":
        return
    root = session.config.rootpath
    for path in sorted((root / "tests").rglob("test_*.py"), reverse=True):
        # One that cannot be imported, or is skipped, says so when it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            import_path(path, mode="importlib", root=root, consider_namespace_packages=False)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse Qt in tests of `core`, and run those before any window stands behind them.

    What forks comes first: a process that has grown takes three times as long for it. Cases of
    sweeps that are for `--exhaustive` alone are left out without it.
    """
    if not config.getoption("exhaustive"):
        left_out = list_for_exhaustive(items)
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    crash_tests = config.rootpath / "tests" / "crash"
    core_tests = config.rootpath / "tests" / "core"
    order = {path: (not path.is_relative_to(crash_tests), not path.is_relative_to(core_tests))
             for path in {item.path for item in items}}
    for item in items:
        if not order[item.path][1]:
            started = WINDOW_FIXTURES.intersection(getattr(item, "fixturenames", ()))
            if started:
                raise pytest.UsageError(f"{item.nodeid} is headless and may not ask for {started}")
    items.sort(key=lambda item: order[item.path])


def list_for_exhaustive(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return the cases that `--exhaustive` alone runs."""
    left_out = {item for item in items if item.get_closest_marker("exhaustive")}
    swept: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item not in left_out and item.get_closest_marker("swept"):
            swept.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in swept.values():
        marker = cases[0].get_closest_marker("swept")
        assert marker is not None
        left_out |= set(cases) - {cases[at] for at in spread(len(cases), marker.args[0])}
    return left_out


def pytest_collection_finish() -> None:
    """Spare the collector what collecting imported: it stays, and looking for rings in it costs.

    What tests import comes on top, and was gone through whenever a quarter of it was new.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 100)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Collect garbage again, in the process that hands out the tests too."""
    gc.enable()


@pytest.fixture(scope="session")
def sweep(pytestconfig: pytest.Config) -> Sweep:
    """How much is taken of what a test sweeps over."""
    return Sweep(is_exhaustive=pytestconfig.getoption("exhaustive"))


@pytest.fixture(scope="session", autouse=True)
def spared_drive() -> Iterator[None]:
    """Do not wait for the drive: it takes a fifth of the time, on a busy one the most of it.

    What a process that is killed has written stays, and no test cuts the power. What is flushed
    before what is said by tests that put their own calls in place of these; workers flush.
    """
    library = durable._c_library()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        if library is not None:
            patch.setattr(library, "syncfs", lambda _: 0)
        yield


@pytest.fixture(scope="session", autouse=True)
def collector_known_as_frozen() -> Iterator[None]:
    """Each build asks; Python counts a million objects to say how many they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "get_freeze_count", lambda: 1)
        yield


@pytest.fixture(scope="session", autouse=True)
def session_homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Path]]:
    """A home for what session fixtures write, and one folder after the other for the tests'."""
    homes = tmp_path_factory.mktemp("homes")
    with pytest.MonkeyPatch.context() as patch:
        use_own_home(homes / "session", patch)
        yield (homes / str(number) for number in itertools.count())


@pytest.fixture(scope="session", autouse=True)
def logs_caught_at_the_root() -> Iterator[None]:
    """Look for loggers of their own once, not six times a test among the thousands of transformers.

    None of ours keeps its messages from the root, where pytest catches them.
    """
    def enter(caught: catching_logs[Any]) -> logging.Handler:
        root = logging.getLogger()
        if caught.level is not None:
            caught.handler.setLevel(caught.level)
            caught.orig_level = root.level
            root.setLevel(min(root.level, caught.level))
        root.addHandler(caught.handler)
        caught.attached_loggers.append(root)
        return caught.handler

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catching_logs, "__enter__", enter)
        yield


@pytest.fixture(autouse=True)
def own_home(session_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for each test: no settings, no hash memory, no index snapshot from before."""
    home = next(session_homes)
    use_own_home(home, monkeypatch)
    return home


@pytest.fixture(autouse=True)
def strangers_hold_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whom no test started has no file of one open; asking them all takes each survey 10 to 40 ms.

    Whose parent is gone may have been started by one.
    """
    look, known = busy._files_of, {**dict.fromkeys(STRANGERS, True), os.getpid(): False}

    def is_stranger(pid: int) -> bool:
        if pid not in known:
            parent = busy._stat_of(pid, busy.PARENT) or 1
            known[pid] = parent > 1 and is_stranger(parent)
        return known[pid]

    monkeypatch.setattr(busy, "_files_of", lambda pid: () if is_stranger(pid) else look(pid))


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Fail a test that leaves a thread, a pool task or a worker process running."""
    before = running_now()
    yield
    left = still_running_since(before, patience_s=5.0)
    if left:
        pytest.fail(f"left running: {', '.join(left)}", pytrace=False)


@pytest.fixture
def nothing_is_too_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file written a moment ago counts as settled, so that its hash is remembered at once."""
    monkeypatch.setattr(hash_memory, "FINE_UNSETTLED_NS", 0)
    monkeypatch.setattr(hash_memory, "COARSE_UNSETTLED_NS", 0)


@pytest.fixture(scope="session")
def unpacked_fixture(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Unpack each of the trainer's caches once per session; the result is never written to."""
    unpacked: dict[str, Path] = {}

    def unpack(name: str) -> Path:
        if name not in unpacked:
            unpacked[name] = unpack_fixture(name, tmp_path_factory.mktemp(name) / name)
        return unpacked[name]

    return unpack


@pytest.fixture(scope="session")
def known_sample(tmp_path_factory: pytest.TempPathFactory) -> SampleReport:
    """The sample workspace, which takes 2 s to make; it is never written to."""
    # Only a few tests want it, and what makes it takes a while to load.
    from larder.core.demo.sample_workspace import make_sample_workspace

    return run_to_end(make_sample_workspace(tmp_path_factory.mktemp("known") / "sample"))


@pytest.fixture(scope="session")
def known_workspace(
    unpacked_fixture: Callable[[str], Path], request: pytest.FixtureRequest
) -> Callable[[str], Path]:
    """Return a function that gives the path to open for each of `KNOWN_WORKSPACES`.

    The result is never written to.
    """

    def opened(name: str) -> Path:
        if name in (SAMPLE, RELEASED_SAMPLE):
            sample = Path(request.getfixturevalue("known_sample").folder)
            return sample / (CONFIG if name == SAMPLE else RELEASED_CONFIG)
        fixture, _, how = name.partition(" ")
        return unpacked_fixture(fixture) / (CACHES if how else CONFIG)

    return opened


@pytest.fixture
def fixture_workspace(
    unpacked_fixture: Callable[[str], Path], tmp_path: Path
) -> Callable[[str], Path]:
    """Copy one of the trainer's caches into this test's folder, by name ("sdxl_clean")."""

    def copy(name: str) -> Path:
        return copy_workspace(unpacked_fixture(name), tmp_path / name)

    return copy
