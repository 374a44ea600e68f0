"""Builds, undos, emptyings, trainers and kills in any order: whole folders, and nothing lost."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.writes.emptying import empty_quarantines
from larder.core.writes.quarantine import exchange, swap
from larder.core.writes.quarantine.manifest import QuarantineState
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.quarantine.settle import recover
from tests.support.indexed_cache import tree_state
from tests.support.swapping import (
    CAPTIONS,
    PICTURES,
    Wanted,
    build,
    origins_in,
    trainer_reads,
    undo,
    write_variation,
)

CONTENTS = st.lists(
    st.sampled_from([b"ant", b"bee", b"cat", b"dog", b"elk"]), min_size=1, max_size=4).map(tuple)
VARIATIONS = st.integers(min_value=0, max_value=1)


class KilledError(Exception):
    """Stands for `kill -9`."""


class CacheOfPicturesAndCaptions(RuleBasedStateMachine):
    """One group of each, of which builds replace one or two variations at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.cache = Path(tempfile.mkdtemp())
        self.model: dict[str, tuple[bytes, ...]] = {}
        self.done: list[tuple[str, Any]] = []
        """(what an undo takes, the caches before) of builds that can be undone, oldest first."""

    def teardown(self) -> None:
        shutil.rmtree(self.cache)

    @initialize(contents=CONTENTS)
    def train(self, contents: tuple[bytes, ...]) -> None:
        for store, group in (("image", PICTURES), ("text", CAPTIONS)):
            write_variation(self.cache / store, contents, group=group)
            self.model[f"{store}/{group}/variation-0"] = contents

    def wanted(self, contents: tuple[bytes, ...], variation: int) -> tuple[Wanted, Wanted]:
        return (Wanted("image", contents, PICTURES, variation),
                Wanted("text", contents, CAPTIONS, variation))

    @rule(contents=CONTENTS, variation=VARIATIONS)
    def build(self, contents: tuple[bytes, ...], variation: int) -> None:
        before = tree_state(self.cache)
        wanted = self.wanted(contents, variation)
        report = build(self.cache, *wanted)
        self.note(report.undo, before)
        self.take(wanted)

    @rule(contents=CONTENTS, variation=VARIATIONS, stop=st.integers(min_value=1, max_value=12))
    def build_and_be_killed(
        self, contents: tuple[bytes, ...], variation: int, stop: int
    ) -> None:
        before, wanted = tree_state(self.cache), self.wanted(contents, variation)
        known = {record.id for record in list_quarantines(self.cache / "image")}
        with killed_at(stop):
            build(self.cache, *wanted)
        recover(self.cache / ("text", "image")[stop % 2])
        if tree_state(self.cache) == before:
            return
        made = [record.id for record in list_quarantines(self.cache / "image")
                if record.id not in known]
        self.note(made[0] if made else None, before)
        self.take(wanted)

    @precondition(lambda self: self.done)
    @rule()
    def undo_the_newest(self) -> None:
        identity, before = self.done.pop()
        built = tree_state(self.cache)
        undo(self.cache)
        assert tree_state(self.cache) == before
        undo(self.cache, identity)
        assert tree_state(self.cache) == built
        undo(self.cache, identity)
        self.model = dict(trainer_reads(self.cache))

    @precondition(lambda self: len(self.done) > 1)
    @rule()
    def undo_the_oldest(self) -> None:
        identity, _ = self.done[0]
        before = tree_state(self.cache)
        try:
            undo(self.cache, identity)
        except UserFacingError:
            assert tree_state(self.cache) == before
        else:
            undo(self.cache, identity)
            assert tree_state(self.cache) == before

    @rule()
    def empty(self) -> None:
        stores = [self.cache / "image", self.cache / "text"]
        held = sum(record.bytes for store in stores for record in list_quarantines(store))
        before, files = _bytes(self.cache), tree_state(self.cache)
        report = run_to_end(empty_quarantines(stores, token=CancelToken()))
        assert report.bytes == held
        assert before - _bytes(self.cache) == held
        assert tree_state(self.cache) == files
        self.done.clear()

    def note(self, identity: str | None, before: Any) -> None:
        """A build that only adds folders is not undone, and its folders stay when others are."""
        if identity is not None:
            self.done.append((identity, before))
            return
        added = {name: held for name, held in tree_state(self.cache).items() if name not in before}
        self.done = [(known, {**state, **added}) for known, state in self.done]

    def take(self, wanted: tuple[Wanted, ...]) -> None:
        for one in wanted:
            self.model[f"{one.store}/{one.group}/variation-{one.variation}"] = tuple(one.contents)

    @invariant()
    def a_trainer_reads_whole_folders(self) -> None:
        assert trainer_reads(self.cache) == self.model

    @invariant()
    def every_build_is_settled(self) -> None:
        states = [record.state for store in ("image", "text")
                  for record in list_quarantines(self.cache / store)]
        assert set(states) <= {QuarantineState.MOVED, QuarantineState.UNDONE}

    @invariant()
    def records_tell_of_the_folder_that_is_there(self) -> None:
        for name, contents in self.model.items():
            store, group, variation = name.split("/")
            recorded = origins_in(
                self.cache / store, group=group, variation=int(variation[-1]))
            assert recorded in (None, [f"/data/{one.decode()}.png" for one in contents])


def _bytes(cache: Path) -> int:
    """Of payloads and aggregates, wherever they lie; each once."""
    files = (path.stat() for path in cache.rglob("*.pt"))
    return sum({status.st_ino: status.st_size for status in files}.values())


@contextmanager
def killed_at(stop: int) -> Iterator[None]:
    """Raise at the n-th thing a build does, and let nothing be taken back."""
    left = stop

    def before(real: Any) -> Any:
        def watched(*arguments: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                raise KilledError
            return real(*arguments, **named)

        return watched

    with pytest.MonkeyPatch.context() as patches, suppress(KilledError):
        for owner, name in [
                (swap, "link_file"), (exchange, "exchange_names"), (exchange, "mark_moved"),
                (swap, "note_progress"), (exchange, "append_journal")]:
            patches.setattr(owner, name, before(getattr(owner, name)))
        patches.setattr(swap, "_revert_swaps", lambda records: None)
        yield


def test_folders_stay_whole_and_nothing_is_lost() -> None:
    run_state_machine_as_test(CacheOfPicturesAndCaptions, settings=settings(
        max_examples=10, stateful_step_count=8, deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]))
