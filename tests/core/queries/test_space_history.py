"""Space over time: reckoned back from now, and nothing guessed where a journal does not say."""

from __future__ import annotations

from pathlib import Path

from larder.core.demo.sample_workspace import SampleReport
from larder.core.files.journal import JournalAction
from larder.core.jobs import CancelToken, run_to_end
from larder.core.queries.space_history import reckon_back
from larder.core.queries.space_history_document import CacheSpace, SpaceHistory
from larder.core.requests.options import UsageOptions, WorkspaceOptions
from larder.core.requests.request import JOB_KINDS, open_for
from larder.core.writes.reports import History, PastAction
from tests.support.building import BuildWorkspace, build


def told(*deeds: tuple[JournalAction | str, int, str], size: int) -> SpaceHistory:
    """Reckon the deeds of one cache, oldest first: action, bytes, id."""
    records = tuple(
        PastAction(store="/c", at_ns=at, action=str(action), items=1, bytes=of, id=identity)
        for at, (action, of, identity) in enumerate(deeds, start=1))[::-1]
    return reckon_back(History(quarantines=(), records=records), {"/c": size}, {"/c": "image"},
                       now_ns=99)


def test_builds_add_cleans_take_and_undo_gives_back() -> None:
    history = told(
        (JournalAction.BUILT, 100, ""), (JournalAction.QUARANTINED, 30, "q1"),
        (JournalAction.RESTORED, 30, "q1"), (JournalAction.QUARANTINED, 20, "q2"),
        (JournalAction.EMPTIED, 20, "q2"), (JournalAction.IMPORTED, 5, ""), size=95)
    assert [(step.change, step.bytes) for step in history.steps] == [
        (100, 110), (-30, 80), (30, 110), (-20, 90), (5, 95)]
    assert history.caches == (CacheSpace("image", 10, 95, 0),)
    assert history.unknown == 0


def test_a_build_takes_what_it_replaced_and_its_undo_gives_that_back() -> None:
    history = told(
        (JournalAction.BUILT, 100, ""), (JournalAction.BUILT, 60, "b"),
        (JournalAction.RESTORED, 40, "b"), size=100)
    assert [(step.change, step.bytes) for step in history.steps] == [
        (100, 100), (20, 120), (-20, 100)]


def test_deeds_without_bytes_are_counted_and_move_nothing() -> None:
    history = told(
        (JournalAction.BUILT, 50, ""), (JournalAction.BUILT, 0, "b"),
        (JournalAction.DELETED, 0, ""), ("of a newer Larder", 7, ""),
        (JournalAction.TOUCHED, 0, ""), size=70)
    assert [(step.change, step.bytes) for step in history.steps] == [
        (50, 70), (None, 70), (None, 70), (None, 70)]
    assert history.unknown == 3


def test_what_went_untold_never_makes_a_cache_smaller_than_nothing() -> None:
    history = told((JournalAction.BUILT, 100, ""), size=40)
    assert history.caches == (CacheSpace("image", 0, 40, 60),)


def test_a_build_of_this_program_is_traced_to_what_it_wrote(tmp_path: Path) -> None:
    made = BuildWorkspace(tmp_path)
    made.add_concept("cats")
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat {number}", seed=number + 1)
    made.write()
    build(made, layout="cache.json", even_if_busy=True)
    options = UsageOptions(workspace=str(made.config_path))
    history: SpaceHistory = run_to_end(
        JOB_KINDS["space-history"].run(open_for(options), options, CancelToken()))
    assert history.steps
    assert history.unknown == 0
    assert [(one.before, one.untold) for one in history.caches] == [(0, 0)] * len(history.caches)
    assert all(one.now > 0 for one in history.caches)


def test_the_sample_ends_at_what_its_caches_take_now(known_sample: SampleReport) -> None:
    options = UsageOptions(workspace=known_sample.config)
    history: SpaceHistory = run_to_end(
        JOB_KINDS["space-history"].run(open_for(options), options, CancelToken()))
    usage = run_to_end(JOB_KINDS["usage"].run(
        open_for(WorkspaceOptions(workspace=known_sample.config)), options, CancelToken()))[1]
    assert {one.store: one.now for one in history.caches} == {
        part.name: part.bytes for part in usage.caches}
