"""New variation folders take the place of live ones, whole, and can be undone byte for byte."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files import atomic_write
from larder.core.files.journal import read_journal
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.stores.released.groups import scan_released_group
from larder.core.writes.emptying import empty_quarantines
from larder.core.writes.history import read_history
from larder.core.writes.quarantine import new_folders, restore, swap
from larder.core.writes.quarantine.manifest import QuarantineState
from larder.core.writes.quarantine.new_folders import Kept
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.quarantine.settle import Recovery, recover
from larder.core.writes.undo import undo_clean
from tests.support.indexed_cache import tree_state
from tests.support.swapping import (
    CAPTIONS,
    PICTURES,
    Wanted,
    build,
    origins_in,
    planned_build,
    stage,
    swapped,
    trainer_reads,
    undo,
    write_variation,
)

OLD = (b"ant", b"bee", b"cat")
NEW = (b"ant", b"asp", b"bee")
FOLDER = f"image/{PICTURES}/variation-0"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A trainer's picture and caption of each of three samples."""
    write_variation(tmp_path / "image", OLD)
    write_variation(tmp_path / "text", OLD, group=CAPTIONS)
    return tmp_path


@pytest.fixture
def both() -> tuple[Wanted, Wanted]:
    """One picture and its caption come, one go."""
    return Wanted("image", NEW), Wanted("text", NEW, CAPTIONS)


@pytest.fixture(params=["exchange", "two renames"])
def exchanging(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "two renames":
        monkeypatch.setattr(atomic_write, "_renameat2", lambda: None)


@pytest.fixture
def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse hard links, as exFAT does."""
    def refuse(source: Any, target: Any) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM), source, None, target)

    monkeypatch.setattr(os, "link", refuse)


@pytest.fixture
def without_space(monkeypatch: pytest.MonkeyPatch) -> None:
    full = shutil.disk_usage("/")._replace(free=len(b"bee"))  # less than what copies leave
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)


def caches_alone(cache: Path) -> Any:
    """All but Larder's own folders."""
    return tree_state(cache)


def linked_bytes(cache: Path) -> int:
    return sum(record.bytes for store in ("image", "text")
               for record in list_quarantines(cache / store))


@pytest.mark.usefixtures("exchanging")
def test_new_folders_take_the_place_of_live_ones_and_an_undo_brings_those_back(
    cache: Path, both: tuple[Wanted, Wanted]
) -> None:
    before = caches_alone(cache)
    report = build(cache, *both)
    assert trainer_reads(cache) == {
        FOLDER: NEW, f"text/{CAPTIONS}/variation-0": NEW}
    assert (report.folders, report.made, report.linked, report.copied) == (2, 2, 4, 0)
    assert report.undo is not None
    undone = undo(cache)
    assert undone.not_restored == undone.problems == ()
    assert undone.restored.files == 8
    assert not undone.redone
    assert caches_alone(cache) == before


def test_an_undo_of_a_build_shows_how_far_it_is_folder_by_folder(
    cache: Path, both: tuple[Wanted, Wanted], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(cache, *both)
    monkeypatch.setattr(restore, "TURNS_TOGETHER", 1)
    job = undo_clean([cache / "image", cache / "text"], even_if_busy=True, token=CancelToken())
    seen = [(one.done, one.total) for one in job if isinstance(one, Progress)]
    assert seen == [(0, 0), (0, 8), (4, 8), (8, 8), (8, 8)]


def test_a_kept_slot_is_the_very_file_that_was_there(cache: Path) -> None:
    kept = cache / FOLDER / "1.pt"
    before = kept.stat()
    build(cache, Wanted("image", NEW))
    after = (cache / FOLDER / "2.pt").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_staged_payloads_are_gone_from_where_they_were_staged(cache: Path) -> None:
    build(cache, Wanted("image", NEW))
    assert list((cache / "image/.larder/building").iterdir()) == []


def test_slots_may_come_from_other_groups_and_be_shared(cache: Path) -> None:
    shared = (b"cat", b"cat", b"dog", b"dog")
    report = build(cache, Wanted("image", shared, variation=1))
    assert trainer_reads(cache, ["image"]) == {
        FOLDER: OLD, f"image/{PICTURES}/variation-1": shared}
    assert (report.linked, report.copied, report.made) == (0, 2, 2)
    of_both = {path.stat().st_ino for path in cache.glob(f"image/{PICTURES}/*/[0-9].pt")}
    assert len(of_both) == 7, "trainers write in place: no two live files are one"


def test_copies_that_have_no_space_are_refused_before_anything_is_written(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = caches_alone(cache)
    monkeypatch.setattr(new_folders, "free_bytes", lambda _: 5)
    monkeypatch.setattr(new_folders, "can_clone", lambda *_: False)
    with pytest.raises(UserFacingError, match="Copies of cached files need 9 B"):
        build(cache, Wanted("image", (b"cat", b"cat", b"ant"), variation=1))
    assert caches_alone(cache) == before
    monkeypatch.setattr(new_folders, "can_clone", lambda *_: True)
    assert build(cache, Wanted("image", (b"cat", b"bee"), variation=1)).copied == 2


def test_a_build_that_replaces_nothing_leaves_no_quarantine(cache: Path) -> None:
    report = build(cache, Wanted("image", NEW, group="c" * 64))
    assert report.undo is None
    assert list_quarantines(cache / "image") == ()
    assert [line.action for line in read_journal(cache / "image")] == ["built"]
    with pytest.raises(UserFacingError, match="no clean to undo"):
        undo(cache)


def test_what_nobody_wants_any_more_goes_and_comes_back_with_the_build(cache: Path) -> None:
    write_variation(cache / "image", OLD, variation=1)
    write_variation(cache / "image", OLD, group="c" * 64)
    before = caches_alone(cache)
    build(cache, Wanted("image", NEW),
          gone={"image": [f"{PICTURES}/variation-1", "c" * 64]})
    assert trainer_reads(cache, ["image"]) == {FOLDER: NEW}
    undo(cache)
    assert caches_alone(cache) == before


def test_a_folder_without_an_aggregate_is_replaced_and_comes_back(tmp_path: Path) -> None:
    write_variation(tmp_path / "image", OLD, complete=False)
    before = caches_alone(tmp_path)
    build(tmp_path, Wanted("image", NEW))
    assert trainer_reads(tmp_path, ["image"]) == {FOLDER: NEW}
    undo(tmp_path)
    assert caches_alone(tmp_path) == before


def test_the_record_of_slots_goes_and_comes_with_its_folder(cache: Path) -> None:
    build(cache, Wanted("image", OLD))
    build(cache, Wanted("image", NEW))
    store = cache / "image"
    assert origins_in(store) == ["/data/ant.png", "/data/asp.png", "/data/bee.png"]
    undo(cache)
    assert origins_in(store) == ["/data/ant.png", "/data/bee.png", "/data/cat.png"]
    undo(cache)
    assert origins_in(store) is None


def test_an_undone_build_can_be_done_again(cache: Path, both: tuple[Wanted, Wanted]) -> None:
    identity = build(cache, *both).undo
    built = caches_alone(cache)
    undo(cache)
    assert {record.state for record in list_quarantines(cache / "text")} == {
        QuarantineState.UNDONE}
    with pytest.raises(UserFacingError, match="The build has already been undone"):
        undo(cache)
    listed = [record for store in ("image", "text") for record in list_quarantines(cache / store)]
    again = undo(cache, identity)
    assert (again.redone, again.not_restored) == (True, ())
    assert (again.restored.files, again.restored.bytes) == (
        sum(record.files for record in listed), sum(record.size for record in listed))
    assert caches_alone(cache) == built
    assert [line.action for line in read_journal(cache / "text")] == [
        "built", "restored", "built"]


def test_lists_undos_and_journals_tell_the_same_size_of_a_build(
    cache: Path, both: tuple[Wanted, Wanted]
) -> None:
    build(cache, *both)
    listed = sum(record.size for store in ("image", "text")
                 for record in list_quarantines(cache / store))
    undone = undo(cache)
    assert undone.restored.bytes == listed
    assert sum(read_journal(cache / store)[-1].bytes for store in ("image", "text")) == listed


def test_undone_builds_are_brought_back_one_after_the_other(cache: Path) -> None:
    states = [caches_alone(cache)]
    for contents in (NEW, (b"dog",), OLD):
        build(cache, Wanted("image", contents), Wanted("text", contents, CAPTIONS))
        states.append(caches_alone(cache))
    for state in reversed(states[:-1]):
        undo(cache)
        assert caches_alone(cache) == state


def test_an_older_build_is_not_undone_below_a_newer_one(cache: Path) -> None:
    older = build(cache, Wanted("image", NEW)).undo
    build(cache, Wanted("image", (b"dog",)))
    before = caches_alone(cache)
    with pytest.raises(UserFacingError, match="Another program has written") as refused:
        undo(cache, older)
    assert "newer build" in refused.value.hint
    assert caches_alone(cache) == before


def test_pictures_do_not_come_back_without_their_captions(
    cache: Path, both: tuple[Wanted, Wanted]
) -> None:
    build(cache, *both)
    shutil.rmtree(cache / f"text/{CAPTIONS}")
    write_variation(cache / "text", (b"own",), group=CAPTIONS)
    with pytest.raises(UserFacingError, match="which is kept"):
        undo(cache)
    assert trainer_reads(cache, ["image"]) == {FOLDER: NEW}


def test_a_build_of_which_a_part_was_emptied_is_not_undone(
    cache: Path, both: tuple[Wanted, Wanted]
) -> None:
    identity = build(cache, *both).undo
    run_to_end(empty_quarantines([cache / "text"], token=CancelToken()))
    with pytest.raises(UserFacingError, match="was deleted when a quarantine was emptied"):
        undo(cache, identity)
    assert trainer_reads(cache, ["image"]) == {FOLDER: NEW}


def test_an_undo_where_the_live_folder_was_deleted_brings_the_old_one_back(cache: Path) -> None:
    build(cache, Wanted("image", NEW))
    shutil.rmtree(cache / FOLDER)
    assert undo(cache).not_restored == ()
    assert trainer_reads(cache, ["image"]) == {FOLDER: OLD}
    assert list_quarantines(cache / "image") == ()


def test_undoing_takes_a_whole_build_also_by_the_id_of_its_second_store(
    cache: Path, both: tuple[Wanted, Wanted]
) -> None:
    build(cache, *both)
    (record,) = list_quarantines(cache / "text")
    undo(cache, record.id)
    assert trainer_reads(cache, ["image"]) == {FOLDER: OLD}


class TestRecheck:
    def changed_slot(self, cache: Path) -> None:
        os.utime(cache / FOLDER / "0.pt")

    def missing_slot(self, cache: Path) -> None:
        (cache / FOLDER / "1.pt").unlink()

    def changed_aggregate(self, cache: Path) -> None:
        os.utime(cache / FOLDER / "aggregate.pt")

    def missing_folder(self, cache: Path) -> None:
        shutil.rmtree(cache / FOLDER)

    @pytest.mark.parametrize(
        "change", [changed_slot, missing_slot, changed_aggregate, missing_folder])
    def test_nothing_is_written_when_a_folder_or_slot_is_not_the_planned_one(
        self, cache: Path, both: tuple[Wanted, Wanted], change: Callable[..., None]
    ) -> None:
        plan = planned_build(cache, both)
        change(self, cache)
        before = caches_alone(cache)
        with pytest.raises(StalePlanError):
            swapped(plan)
        assert caches_alone(cache) == before
        assert list_quarantines(cache / "image") == ()
        assert all(Path(slot).exists() for store in plan for new in store.variations
                   for slot in new.slots if isinstance(slot, str))

    def test_nothing_is_written_where_a_trainer_began_a_folder(self, cache: Path) -> None:
        plan = planned_build(cache, [Wanted("image", NEW, variation=1)])
        write_variation(cache / "image", OLD, variation=1)
        with pytest.raises(StalePlanError):
            swapped(plan)

    def test_a_folder_that_a_trainer_completes_meanwhile_stays(
        self, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plan = planned_build(cache, [Wanted("image", NEW), Wanted("text", NEW, CAPTIONS)])
        finish = swap.Assembly.finish

        def meanwhile(assembly: swap.Assembly) -> Any:
            os.utime(cache / f"text/{CAPTIONS}/variation-0/aggregate.pt")
            return finish(assembly)

        monkeypatch.setattr(swap.Assembly, "finish", meanwhile)
        with pytest.raises(StalePlanError):
            swapped(plan)
        assert trainer_reads(cache) == {FOLDER: OLD, f"text/{CAPTIONS}/variation-0": OLD}
        assert list_quarantines(cache / "image") == list_quarantines(cache / "text") == ()


def test_a_cancelled_build_leaves_everything_as_it_was(
    cache: Path, both: tuple[Wanted, Wanted]
) -> None:
    plan, token = planned_build(cache, both), CancelToken()
    before = caches_alone(cache)
    token.cancel()
    with pytest.raises(JobCancelled):
        swapped(plan, token=token)
    assert caches_alone(cache) == before
    assert (cache / "image/.larder/building/asp.pt").read_bytes() == b"asp"


@pytest.mark.usefixtures("without_links", "exchanging")
def test_without_hard_links_payloads_are_copied(cache: Path, both: tuple[Wanted, Wanted]) -> None:
    before = caches_alone(cache)
    report = build(cache, *both)
    assert (report.copied, report.linked, report.lent) == (4, 0, 0)
    assert report.copied_in.keys() == {cache / "image", cache / "text"}, "each store its own"
    assert trainer_reads(cache)[FOLDER] == NEW
    undo(cache)
    assert caches_alone(cache) == before


@pytest.mark.usefixtures("without_links", "without_space")
def test_without_hard_links_and_space_payloads_are_lent(
    cache: Path, both: tuple[Wanted, Wanted]
) -> None:
    before = caches_alone(cache)
    identity = build(cache, *both).undo
    built = caches_alone(cache)
    assert trainer_reads(cache)[FOLDER] == NEW
    undo(cache)
    assert caches_alone(cache) == before
    undo(cache, identity)
    assert caches_alone(cache) == built


@pytest.mark.usefixtures("without_links", "without_space")
def test_a_lent_payload_that_two_slots_have_is_copied_once(cache: Path) -> None:
    before = caches_alone(cache)
    report = build(cache, Wanted("image", (b"bee", b"bee", b"dog", b"dog")))
    assert (report.lent, report.copied, report.made) == (1, 1, 2)
    assert trainer_reads(cache, ["image"])[FOLDER] == (b"bee", b"bee", b"dog", b"dog")
    undo(cache)
    assert caches_alone(cache) == before


@pytest.mark.usefixtures("without_links", "without_space")
def test_a_folder_whose_payloads_were_lent_to_one_that_is_gone_does_not_come_back(
    cache: Path,
) -> None:
    build(cache, Wanted("image", NEW))
    shutil.rmtree(cache / FOLDER)
    with pytest.raises(UserFacingError, match="is missing"):
        undo(cache)
    assert not (cache / FOLDER).exists()


class TestBytes:
    def test_a_quarantine_holds_only_what_has_no_other_name(self, cache: Path) -> None:
        build(cache, Wanted("image", NEW))
        aggregate, gone = len(b"ant\nbee\ncat"), len(b"cat")
        assert linked_bytes(cache) == aggregate + gone
        (quarantine,) = read_history([cache / "image"]).quarantines
        assert (quarantine.files, quarantine.bytes) == (4, aggregate + gone)

    def test_emptying_frees_what_it_says(self, cache: Path) -> None:
        build(cache, Wanted("image", NEW))
        report = run_to_end(empty_quarantines([cache / "image"], token=CancelToken()))
        assert report.bytes == len(b"ant\nbee\ncat") + len(b"cat")
        assert trainer_reads(cache, ["image"]) == {FOLDER: NEW}

    def test_what_only_two_quarantines_have_counts_once(self, cache: Path) -> None:
        build(cache, Wanted("image", NEW))
        build(cache, Wanted("image", (b"dog",)))
        aggregates = len(b"ant\nbee\ncat") + len(b"ant\nasp\nbee")
        held = linked_bytes(cache)
        assert held == aggregates + len(b"ant") + len(b"bee") + len(b"cat") + len(b"asp")
        report = run_to_end(empty_quarantines([cache / "image"], token=CancelToken()))
        assert report.bytes == held


def test_emptying_forgets_the_slots_of_what_is_gone(cache: Path) -> None:
    build(cache, Wanted("image", NEW))
    build(cache, Wanted("image", (b"dog",)))
    records = cache / "image/.larder/slots" / PICTURES
    assert len(list(records.iterdir())) == 2
    run_to_end(empty_quarantines([cache / "image"], token=CancelToken()))
    assert len(list(records.iterdir())) == 1
    assert origins_in(cache / "image") == ["/data/dog.png"]


def test_a_history_tells_of_the_build_its_undo_and_what_lies_where(cache: Path) -> None:
    build(cache, Wanted("image", NEW))
    history = read_history([cache / "image"])
    (quarantine,) = history.quarantines
    assert (quarantine.state, quarantine.reasons, quarantine.can_undo) == (
        QuarantineState.MOVED, {"replaced": 4}, True)
    assert [(line.action, line.items, line.bytes, line.where) for line in history.records] == [
        ("built", 1, 3, "quarantine")]
    undo(cache)
    history = read_history([cache / "image"])
    (quarantine,) = history.quarantines
    assert (quarantine.state, quarantine.can_undo) == (QuarantineState.UNDONE, True)
    assert [(line.action, line.items, line.where) for line in history.records] == [
        ("restored", 4, "restored"), ("built", 1, "restored")]


def test_a_linked_folder_is_refused(cache: Path, tmp_path: Path) -> None:
    (cache / FOLDER).rename(tmp_path / "elsewhere")
    (cache / FOLDER).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UserFacingError, match="is a link"):
        build(cache, Wanted("image", NEW))


def test_a_recovery_with_nothing_to_settle_writes_nothing(
    cache: Path, both: tuple[Wanted, Wanted]
) -> None:
    build(cache, *both)
    assert recover(cache / "image") == recover(cache / "text") == {}


def test_a_staged_payload_in_another_folder_is_refused(cache: Path, tmp_path: Path) -> None:
    plan = planned_build(cache, [Wanted("image", NEW)])
    odd = stage(tmp_path, b"odd")
    (new,) = plan[0].variations
    object.__setattr__(new, "slots", [odd, odd, odd])
    with pytest.raises(ValueError, match="odd"):
        swapped(plan)


def test_a_payload_that_several_slots_share_counts_once_in_the_size_of_its_group(
    tmp_path: Path,
) -> None:
    build(tmp_path, Wanted("image", (b"dog", b"dog"), variation=0))
    build(tmp_path, Wanted("image", (b"dog", b"ant"), variation=1))
    dog = tmp_path / "image" / PICTURES / "variation-0/0.pt"
    for other in (dog.with_name("1.pt"), dog.parents[1] / "variation-1/0.pt"):
        other.unlink()
        os.link(dog, other)
    group = scan_released_group(tmp_path / "image", PICTURES)
    aggregates = len(b"dog\ndog") + len(b"dog\nant")
    assert group.bytes == aggregates + len(b"dog") + len(b"ant")


def test_an_undo_says_which_files_were_written_since_and_loses_nothing(cache: Path) -> None:
    """A trainer that fills the new folder in place writes into what is kept of the old one too."""
    identity = build(cache, Wanted("image", NEW)).undo
    assert read_history([cache / "image"]).quarantines[0].written is UNSET
    (cache / FOLDER / "2.pt").write_bytes(b"bee, of another model")
    (listed,) = read_history([cache / "image"]).quarantines
    undone = undo(cache)
    assert listed.written == undone.problems
    assert (cache / FOLDER / "1.pt").read_bytes() == b"bee, of another model"
    assert undone.restored.files == 3
    assert undone.problems == (
        f"{FOLDER} was changed since it was replaced: 1 of its 4 files were written since then, "
        "most likely by a trainer (1.pt).",)
    assert undone.not_restored == ()

    (cache / FOLDER / "0.pt").write_bytes(b"ant, of another model")
    redone = undo(cache, identity)
    assert redone.redone
    assert "1 of its 4 files" in redone.problems[0]
    assert "(0.pt)" in redone.problems[0]


@pytest.mark.parametrize("turned", [0, 1])
def test_what_goes_on_with_a_killed_undo_says_which_files_were_written_since(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, turned: int
) -> None:
    build(cache, Wanted("image", NEW))
    (cache / FOLDER / "2.pt").write_bytes(b"bee, of another model")
    with monkeypatch.context() as killed:
        killed.setattr(restore, "_journal_restored" if turned else "turn_all", _die)
        with pytest.raises(_Killed):
            undo(cache)
    assert [*recover(cache / "image").values()] == [Recovery.FINISHED]
    assert (cache / FOLDER / "1.pt").read_bytes() == b"bee, of another model"
    assert ("1 of its 4 files were written since then, most likely by a trainer (1.pt)."
            in caplog.text)


class _Killed(BaseException):
    """Stands for a kill."""


def _die(*_: object) -> None:
    raise _Killed


@pytest.mark.parametrize("damage", [b"", b"no record", None])
def test_a_damaged_record_of_dates_tells_nothing(cache: Path, damage: bytes | None) -> None:
    build(cache, Wanted("image", NEW))
    (record,) = list_quarantines(cache / "image")
    (dates,) = (record.folder / "dates").iterdir()
    dates.unlink() if damage is None else dates.write_bytes(damage)
    assert undo(cache).problems == ()


def test_live_names_that_an_earlier_version_gave_one_file_are_parted(cache: Path) -> None:
    """Two slots of a folder, and a slot and a payload of an index beside it."""
    folder = cache / FOLDER
    (folder / "2.pt").unlink()
    os.link(folder / "1.pt", folder / "2.pt")
    os.link(folder / "0.pt", cache / "image/0123456789ab_1.pt")
    (cache / "image/cache.json").write_text("{}")
    plan = planned_build(cache, [Wanted("image", (b"asp", b"bee", b"bee", b"ant"))])
    ((*_, variation),) = [store.variations for store in plan]
    slots = list(variation.slots)
    slots[1] = Kept(folder / "1.pt", slots[1].bytes, slots[1].mtime_ns)
    report = swapped([replace(plan[0], variations=[replace(variation, slots=slots)])])
    assert (report.linked, report.copied) == (1, 2)
    live = [path.stat().st_ino for path in (*folder.glob("[0-9].pt"), *cache.glob("image/*_1.pt"))]
    assert len(set(live)) == len(live) == 5
