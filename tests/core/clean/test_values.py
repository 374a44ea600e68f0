"""Stores of single values are cleaned by the rules of every store, and undone byte for byte."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from larder.core.clean.plan import CleanReason
from larder.core.clean.plan_document import load_plan, save_plan
from larder.core.clean.recheck import READABLE
from larder.core.errors import StoreBusyError
from larder.core.stores.records import read_sources
from larder.core.survey.report import Depth
from tests.support.cleaning import applied, planned, ticked, undone
from tests.support.surveying import payload_verdicts, run_survey, verdicts
from tests.support.value_caches import (
    contents,
    date_back,
    dlm_store,
    recorded_picture,
    tokens_entry,
    tokens_manifest,
    tree_entry,
    vision_entry,
)


@pytest.fixture
def document_store(tmp_path: Path) -> Path:
    """One of each cache, with an unfinished write and a damaged entry in two of them."""
    root = dlm_store(tmp_path / "01HX")
    vision = next((root / "vl-cache").glob("??"))
    (vision / f"{vision.name}{'0' * 62}.{'a' * 12}.4x4.npz.tmp.4711.0123abcd").write_bytes(b"half")
    tokens = next((root / "tokenized-cache" / "entries").glob("??"))
    entry = next(tokens.glob("*.npz"))
    (tokens / f"{entry.name}.tmp").write_bytes(b"half")
    (root / "vl-cache" / "notes.txt").write_text("mine")
    audio = next((root / "audio-cache").glob("??/*.npz"))
    audio.write_bytes(audio.read_bytes()[:-100])
    date_back(root)
    return root


def test_unfinished_writes_go_and_come_back(document_store: Path) -> None:
    before = contents(document_store)
    plan = planned(document_store)
    assert len(ticked(plan)) == 2
    assert all(".tmp" in name for name in ticked(plan))
    report = applied(plan)
    assert report.quarantined.files == 2
    assert not [name for name in contents(document_store) if ".tmp" in name]
    assert undone(plan).restored.files == 2
    assert contents(document_store) == before


def test_damaged_values_are_offered_at_depth_payload_and_never_ticked(
    document_store: Path,
) -> None:
    before = contents(document_store)
    plan = planned(document_store, depth=Depth.PAYLOAD)
    corrupt = plan.reason == CleanReason.CORRUPT
    assert corrupt.sum() == 1
    assert not plan.preselected[corrupt].any()
    (why,) = [plan.why[item] for item in range(len(plan)) if corrupt[item]]
    assert why.endswith("Its source will have to be encoded again.")
    assert applied(plan, selected=corrupt).quarantined.files == 1
    assert len(contents(document_store)) == len(before) - 1
    undone(plan)
    assert contents(document_store) == before


def test_a_value_that_is_whole_again_with_its_date_stays(document_store: Path) -> None:
    """As a restored backup leaves it: neither size nor date tell it from the damaged one."""
    value = next((document_store / "vl-cache").glob("??/*.npz"))
    whole, dates = value.read_bytes(), os.stat(value)
    middle = len(whole) // 2
    value.write_bytes(whole[:middle] + bytes([whole[middle] ^ 0xFF]) + whole[middle + 1:])
    os.utime(value, ns=(dates.st_atime_ns, dates.st_mtime_ns))
    plan = planned(document_store, depth=Depth.PAYLOAD)
    chosen = np.array([name.endswith(value.name) for name in plan.payloads])
    assert plan.reason[chosen].tolist() == [CleanReason.CORRUPT]
    value.write_bytes(whole)
    os.utime(value, ns=(dates.st_atime_ns, dates.st_mtime_ns))
    report = applied(plan, selected=chosen)
    assert report.quarantined.files == 0
    assert [left.why for left in report.dropped] == [READABLE]
    assert value.read_bytes() == whole


def test_foreign_files_are_never_offered(document_store: Path) -> None:
    report = run_survey(document_store)
    vision = next(store for store in report.stores if store.location.id == "vl-cache")
    assert vision.payloads.foreign == ("notes.txt",)
    plan = planned(document_store, depth=Depth.PAYLOAD)
    assert "notes.txt" not in plan.payloads


@pytest.fixture
def recorded(tmp_path: Path) -> tuple[Path, Path]:
    """A vision store with the record of three sources, and their folder."""
    root, sources = tmp_path / "pixels", tmp_path / "pictures"
    for number in range(3):
        recorded_picture(root, sources / f"{number}.png", b"picture %d" % number)
    date_back(root)
    return root, sources


def test_values_of_deleted_sources_are_orphans(recorded: tuple[Path, Path]) -> None:
    root, sources = recorded
    before = contents(root)
    (sources / "1.png").unlink()
    report = run_survey(root)
    found = verdicts(report, "vision")
    assert found[(sources / "1.png").as_posix()] == "source-missing"
    assert sorted(found.values()) == ["source-missing", "valid", "valid"]
    assert sorted(payload_verdicts(report, "vision").values()) == [
        "orphaned", "referenced", "referenced"]
    plan = planned(root)
    assert len(ticked(plan)) == 1
    assert plan.sources_of(0) == ((sources / "1.png").as_posix(),)
    assert applied(plan).quarantined.files == 1
    undone(plan)
    assert contents(root) == before


def test_a_source_that_is_back_keeps_its_value(recorded: tuple[Path, Path]) -> None:
    root, sources = recorded
    kept = (sources / "1.png").read_bytes()
    (sources / "1.png").unlink()
    plan = planned(root)
    (sources / "1.png").write_bytes(kept)
    report = applied(plan)
    assert report.quarantined.files == 0
    assert [left.why for left in report.dropped] == [
        f"Its source {(sources / '1.png').as_posix()} exists again."]


def test_an_unreachable_folder_never_makes_orphans(recorded: tuple[Path, Path]) -> None:
    root, sources = recorded
    sources.rename(sources.with_name("unplugged"))
    sources.mkdir()
    report = run_survey(root)
    assert set(verdicts(report, "vision").values()) == {"source-unreachable"}
    plan = planned(root)
    assert len(plan) == 0
    assert [held.entries for held in plan.held_back] == [3]
    gone = planned(root, gone=(sources,))
    assert len(ticked(gone)) == 3


def test_edited_and_touched_sources_are_told_apart(recorded: tuple[Path, Path]) -> None:
    root, sources = recorded
    (sources / "0.png").write_bytes(b"edited")
    os.utime(sources / "1.png", ns=(10**18, 10**18))
    found = verdicts(run_survey(root), "vision")
    assert found[(sources / "0.png").as_posix()] == "content-changed"
    assert found[(sources / "1.png").as_posix()] == "touched"
    assert len(planned(root)) == 0


def test_what_only_a_look_into_sources_offers_is_looked_at_again_before_it_goes(
    recorded: tuple[Path, Path],
) -> None:
    """A source edited under its old date and size, whose value was made anew since."""
    root, sources = recorded
    dates = os.stat(sources / "1.png")
    earlier = set(contents(root))
    recorded_picture(root, sources / "1.png", b"edition 1")
    os.utime(sources / "1.png", ns=(dates.st_atime_ns, dates.st_mtime_ns))
    date_back(root)
    assert len(planned(root)) == 0
    plan = planned(root, depth=Depth.HASH)
    assert len(plan) == 1
    report = applied(plan, selected=np.ones(1, dtype=np.bool_))
    assert (report.quarantined.files, report.dropped) == (1, ())
    assert earlier - set(contents(root)) == set(plan.payloads)


def test_the_originals_manifest_is_compared_with_the_disk(tmp_path: Path) -> None:
    root = tmp_path / "tokenized-cache"
    known, lost, new = (tokens_entry(root, number) for number in range(3))
    tokens_manifest(root, {known: 1.7e9, lost: 1.7e9 + 1})
    (root / lost).unlink()
    date_back(root)
    report = run_survey(root)
    assert verdicts(report, "tokens") == {
        known: "valid", new: "valid", lost: "missing-payload"}
    assert payload_verdicts(report, "tokens") == {known: "referenced", new: "unindexed"}
    plan = planned(root)
    assert plan.payloads == [new]
    assert ticked(plan) == []
    assert "can still be used" in plan.why[0]


def test_a_plan_that_somebody_edited_reaches_nothing_else(
    document_store: Path, tmp_path: Path
) -> None:
    plan = planned(document_store)
    file = tmp_path / "plan.json"
    save_plan(plan, file)
    text = file.read_text()
    victim = document_store / "vl-cache" / "notes.txt"
    stamp = victim.stat()
    for name in ticked(plan)[:1]:
        text = text.replace(name, "notes.txt")
    file.write_text(text)
    os.utime(victim, ns=(stamp.st_mtime_ns, stamp.st_mtime_ns))
    report = applied(load_plan(file))
    assert victim.exists()
    assert len(report.dropped) == 1


def test_a_program_at_work_is_noticed(document_store: Path) -> None:
    plan = planned(document_store)
    vision_entry(document_store / "vl-cache", 7)
    with pytest.raises(StoreBusyError, match="changed in the last 5 minutes"):
        applied(plan)
    assert applied(plan, even_if_busy=True).quarantined.files == 2


def test_what_a_build_of_ours_noted_is_no_sign_of_another_program(
    recorded: tuple[Path, Path],
) -> None:
    root, _ = recorded
    written = root / next(iter(read_sources(root)))
    os.utime(written)
    record = root / ".larder" / "sources.jsonl"
    os.utime(record)
    (busy,) = [store.busy for store in run_survey(root).stores]
    assert busy == ()
    later = record.stat().st_mtime_ns + 10**9
    os.utime(written, ns=(later, later))
    (busy,) = [store.busy for store in run_survey(root).stores]
    assert "changed in the last 5 minutes" in busy[0]


def test_deleting_at_once_frees_the_space(document_store: Path) -> None:
    plan = planned(document_store)
    report = applied(plan, delete=True)
    assert (report.deleted.files, report.undo) == (2, None)
    assert not list(document_store.rglob("*.tmp*"))


def test_a_damaged_tree_goes_and_comes_back_with_all_its_files(tmp_path: Path) -> None:
    root = tmp_path / "weights"
    tree_entry(root, "whole", {"a.b": np.arange(8.0)})
    tree_entry(root, "cut", {"a.b": np.arange(8.0), "c": np.ones(3, np.float32)})
    (root / "cut.data").write_bytes((root / "cut.data").read_bytes()[:-5])
    (root / f"old.{'0' * 16}.data").write_bytes(b"what a killed save left")
    date_back(root)
    before = contents(root)
    report = run_survey(root, depth=Depth.PAYLOAD)
    assert verdicts(report, "tree") == {"whole": "valid", "cut": "corrupt-payload"}
    plan = planned(root, depth=Depth.PAYLOAD)
    assert ticked(plan) == [f"old.{'0' * 16}.data"]
    everything = np.ones(len(plan), np.bool_)
    done = applied(plan, selected=everything)
    assert (done.quarantined.files, done.dropped, done.failed) == (3, (), ())
    assert sorted(contents(root)) == ["whole.data", "whole.manifest"]
    assert undone(plan).restored.files == 3
    assert contents(root) == before
