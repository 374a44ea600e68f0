"""kill -9 and failing drives at every step of a build that replaces folders, its undo and recovery.

A trainer reads the old folder or the new one at any time, and after the next start of Larder every
folder of a build is old or every one is new.
"""

from __future__ import annotations

import errno
import itertools
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from larder.core.files import atomic_write
from larder.core.jobs import CancelToken, run_to_end
from larder.core.stores.released.groups import read_group
from larder.core.writes.emptying import empty_quarantines
from larder.core.writes.quarantine import exchange
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.quarantine.settle import recover
from tests.support.faults import Fault, Outcome, failed_at
from tests.support.indexed_cache import tree_state
from tests.support.killed import killed_at
from tests.support.swapping import (
    CAPTIONS,
    PICTURES,
    STOPS,
    Wanted,
    origins_in,
    planned_build,
    swapped,
    trainer_reads,
    undo,
    write_variation,
)
from tests.support.sweeps import Sweep

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the kill needs a fork")

STEPS_AT_MOST = 400
STRIDE = 11
"""Steps between two kills, unless a sweep takes each."""

FAULT_STRIDE = 149
"""Steps between two faults."""

OLD = (b"ant", b"bee", b"cat")
NEW = (b"ant", b"asp", b"bee")
ADDED = f"image/{PICTURES}/variation-1"
BEFORE = {f"image/{PICTURES}/variation-0": OLD, f"text/{CAPTIONS}/variation-0": OLD}
AFTER = {f"image/{PICTURES}/variation-0": NEW, ADDED: NEW, f"text/{CAPTIONS}/variation-0": NEW}


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """Pictures and captions that a trainer cached, and the payloads that a build has staged."""
    cache = tmp_path / "template"
    write_variation(cache / "image", OLD)
    write_variation(cache / "image", OLD, group="c" * 64)
    write_variation(cache / "text", OLD, group=CAPTIONS)
    plan(cache)
    return cache


def plan(cache: Path) -> Any:
    """One picture and its caption come, one of each goes, a variation comes, a group goes."""
    return planned_build(cache, [
        Wanted("image", NEW), Wanted("image", NEW, variation=1), Wanted("text", NEW, CAPTIONS)],
        gone={"image": ["c" * 64]})


def refuse_links() -> None:
    def refuse(source: Any, target: Any) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM), source, None, target)

    os.link = refuse  # type: ignore[assignment]


def refuse_exchanges() -> None:
    atomic_write._renameat2 = lambda: None  # type: ignore[assignment]


def have_no_space() -> None:
    refuse_links()
    full = shutil.disk_usage("/")._replace(free=0)
    shutil.disk_usage = lambda _: full  # type: ignore[assignment]


DRIVES: dict[str, Callable[[], object]] = {
    "exchanges": lambda: None, "renames twice": refuse_exchanges, "copies": refuse_links,
    "lends": have_no_space}


@pytest.fixture(params=DRIVES)
def drive(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Set the abilities of the file system, here and so in every forked process."""
    with monkeypatch.context() as patches:
        for owner, name in [
                (os, "link"), (shutil, "disk_usage"), (atomic_write, "_renameat2")]:
            patches.setattr(owner, name, getattr(owner, name))
        DRIVES[request.param]()
        yield request.param


def copies(template: Path, stride: int) -> Iterator[tuple[int, Path]]:
    for step in range(0, STEPS_AT_MOST, stride):
        cache = template.with_name("copy")
        if cache.exists():
            shutil.rmtree(cache)
        shutil.copytree(template, cache)
        yield step, cache
    raise AssertionError("it never came to its end")


def stride_on(drive: str, sweep: Sweep) -> int:
    """Return an odd number of steps, so that either store comes first; most steps are those of the
    first drive, where each 11th meets a trainer between the two stores.
    """
    return sweep.stride(STRIDE + 6 * list(DRIVES).index(drive))


def require_old_or_new(cache: Path, *, drive: str) -> None:
    """Folder by folder; between two renames there may be none, which a trainer would build."""
    reads = trainer_reads(cache)
    for name, contents in reads.items():
        if not name.startswith("image/" + "c" * 64):
            assert contents in (BEFORE.get(name), AFTER.get(name), STOPS), name
    missing = set(BEFORE) - set(reads)
    assert not missing or drive in ("renames twice", "lends"), missing


def require_right_pairs(cache: Path, *, drive: str) -> None:
    """A trainer gets old captions with old pictures, new ones with new ones, or stops."""
    reads = trainer_reads(cache)
    if STOPS not in reads.values() and drive != "renames twice":
        assert len({reads[name] == BEFORE[name] for name in BEFORE}) == 1


def settle(cache: Path, *, first: str = "image") -> bool:
    """The next start of Larder, whichever store it looks at first; whether the new ones are in."""
    recover(cache / first)
    reads = trainer_reads(cache)
    has_new = reads == AFTER
    assert has_new or reads == {**BEFORE, f"image/{'c' * 64}/variation-0": OLD}
    recover(cache / "image")
    recover(cache / "text")
    assert trainer_reads(cache) == reads
    if not has_new:
        assert (cache / "image/.larder/building/asp.pt").read_bytes() == b"asp"
        assert (cache / "text/.larder/building/asp.pt").read_bytes() == b"asp"
    recorded = origins_in(cache / "image")
    assert (recorded is not None) is has_new
    return has_new


def require_undone(cache: Path, before: Any) -> None:
    undo(cache)
    assert tree_state(cache) == before


def test_a_build_killed_anywhere_leaves_every_folder_old_or_new(
    template: Path, drive: str, sweep: Sweep
) -> None:
    before, outcomes = tree_state(template), set()
    for step, cache in copies(template, stride_on(drive, sweep)):
        stores = plan(cache)
        was_killed = killed_at(step, lambda stores=stores: swapped(stores))
        require_old_or_new(cache, drive=drive)
        require_right_pairs(cache, drive=drive)
        has_new = settle(cache, first=("image", "text")[step % 2])
        outcomes.add(has_new)
        if has_new:
            require_undone(cache, before)
        assert tree_state(cache) == before, f"killed at step {step}"
        if not was_killed:
            break
    assert outcomes == {False, True}


def test_an_undo_killed_anywhere_leaves_every_folder_old_or_new(
    template: Path, drive: str, sweep: Sweep
) -> None:
    before, outcomes = tree_state(template), set()
    for step, cache in copies(template, stride_on(drive, sweep)):
        swapped(plan(cache))
        was_killed = killed_at(step, lambda cache=cache: undo(cache))
        require_old_or_new(cache, drive=drive)
        require_right_pairs(cache, drive=drive)
        recover(cache / ("image", "text")[step % 2])
        has_new = trainer_reads(cache) == AFTER
        outcomes.add(has_new)
        if has_new:
            undo(cache)
        assert tree_state(cache) == before, f"killed at step {step}"
        if not was_killed:
            break
    assert outcomes == {False, True}


@pytest.mark.parametrize("first_kill", ["while putting together", "between two exchanges"])
def test_a_recovery_killed_anywhere_is_recovered_from(
    template: Path, first_kill: str, monkeypatch: pytest.MonkeyPatch, sweep: Sweep
) -> None:
    before = tree_state(template)
    cache = template.with_name("half")
    shutil.copytree(template, cache)
    if first_kill == "between two exchanges":
        stop_after_one_exchange(monkeypatch, plan(cache))
    else:
        assert killed_at(20, lambda: swapped(plan(cache)))
    outcomes = set()
    for step, half in copies(cache, sweep.stride(STRIDE)):
        was_killed = killed_at(step, lambda half=half: recover(half / "image"))
        require_old_or_new(half, drive="exchanges")
        require_right_pairs(half, drive="exchanges")
        has_new = settle(half, first="text")
        outcomes.add(has_new)
        if has_new:
            require_undone(half, before)
        assert tree_state(half) == before, f"killed at step {step}"
        if not was_killed:
            break
    assert outcomes == {first_kill == "between two exchanges"}


def stop_after_one_exchange(monkeypatch: pytest.MonkeyPatch, stores: Any) -> None:
    """A kill after the captions were barred and before the pictures' folders took their places."""
    real, seen = exchange.exchange_names, []

    def once(*names: Any) -> bool:
        if seen:
            os._exit(0)
        seen.append(names)
        return real(*names)

    with monkeypatch.context() as patches:
        patches.setattr(exchange, "exchange_names", once)
        child = os.fork()
        if child == 0:
            swapped(stores)
            os._exit(1)
        assert os.waitpid(child, 0)[1] == 0


def test_between_two_stores_a_trainer_stops_and_says_why(
    template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    stop_after_one_exchange(monkeypatch, plan(template))

    assert trainer_reads(template)[f"image/{PICTURES}/variation-0"] == OLD
    (variation,) = read_group(template / "text", CAPTIONS).variations.values()
    assert variation.damage.startswith("Larder was stopped while it exchanged the folders")
    with pytest.raises(ValueError, match="Larder was stopped while it exchanged the folders"):
        torch.load(
            template / f"text/{CAPTIONS}/variation-0/aggregate.pt", weights_only=False)


@pytest.mark.parametrize("cached_anew", [False, True])
def test_a_folder_that_somebody_deleted_between_two_stores_stops_no_recovery(
    template: Path, monkeypatch: pytest.MonkeyPatch, cached_anew: bool
) -> None:
    stop_after_one_exchange(monkeypatch, plan(template))
    shutil.rmtree(template / f"text/{CAPTIONS}/variation-0")
    if cached_anew:
        write_variation(template / "text", (b"yak",), group=CAPTIONS)

    recover(template / "image")

    captions = {f"text/{CAPTIONS}/variation-0": (b"yak",)} if cached_anew else {}
    assert trainer_reads(template) == {**AFTER, **captions}
    assert recover(template / "image") == recover(template / "text") == {}


def test_emptying_killed_anywhere_leaves_the_new_folders(template: Path, sweep: Sweep) -> None:
    def empty(cache: Path) -> None:
        run_to_end(empty_quarantines([cache / "image", cache / "text"], token=CancelToken()))

    for step, cache in copies(template, sweep.stride(STRIDE)):
        swapped(plan(cache))
        was_killed = killed_at(step, lambda cache=cache: empty(cache))
        assert trainer_reads(cache) == AFTER
        recover(cache / "image")
        empty(cache)
        assert trainer_reads(cache) == AFTER
        assert [list_quarantines(cache / store) for store in ("image", "text")] == [(), ()]
        if not was_killed:
            break


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="asks /proc what a descriptor is open on")
@pytest.mark.parametrize(("fault", "lasting"), [
    (Fault.FULL, False), (Fault.FULL, True), (Fault.BROKEN, False), (Fault.BROKEN, True),
    (Fault.CTRL_C, False)])
def test_a_build_that_fails_anywhere_is_a_sentence_and_leaves_every_folder_old_or_new(
    template: Path, fault: Fault, lasting: bool, sweep: Sweep
) -> None:
    before, outcomes = tree_state(template), set()
    for step in itertools.count(0, sweep.stride(FAULT_STRIDE)):
        assert step < 3000, "it never came to its end"
        cache = template.with_name("copy")
        shutil.copytree(template, cache)
        stores = plan(cache)
        outcome = failed_at(step, cache, fault, lambda stores=stores: swapped(stores),
                            lasting=lasting)
        outcomes.add(outcome)
        require_old_or_new(cache, drive="exchanges")
        if settle(cache):
            require_undone(cache, before)
        assert tree_state(cache) == before, f"{fault.name} at step {step}"
        shutil.rmtree(cache)
        if outcome is Outcome.UNREACHED:
            break
    assert Outcome.TRACEBACK not in outcomes
    assert {Outcome.SENTENCE, Outcome.INTERRUPTED} & outcomes


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="asks /proc what a descriptor is open on")
@pytest.mark.parametrize("fault", [Fault.FULL, Fault.BROKEN])
def test_a_build_that_fails_once_before_it_is_in_leaves_the_old_folders(
    template: Path, fault: Fault, sweep: Sweep
) -> None:
    for step in itertools.count(0, sweep.stride(FAULT_STRIDE)):
        cache = template.with_name("copy")
        shutil.copytree(template, cache)
        stores = plan(cache)
        outcome = failed_at(step, cache, fault, lambda stores=stores: swapped(stores))
        reads = trainer_reads(cache)
        shutil.rmtree(cache)
        if reads == AFTER and outcome is not Outcome.DONE:
            break
        if outcome is not Outcome.DONE:  # one that nothing depends on
            assert outcome is Outcome.SENTENCE, step
            assert reads == {**BEFORE, f"image/{'c' * 64}/variation-0": OLD}, step
    assert step > 10
