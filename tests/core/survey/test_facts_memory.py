"""Facts of payloads are remembered by their stamps, and what most of them share is kept once."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import numpy as np
import pytest

from larder.core.errors import PayloadError
from larder.core.files.file_stamp import readable_stamp
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.keys.token_digest import TokenDigest
from larder.core.settings import cache_home
from larder.core.stores.store_memory import load_file, save_file
from larder.core.survey import facts_memory
from larder.core.survey.document import ReadTotals
from larder.core.survey.facts_memory import FORMER_NAME
from larder.core.survey.payload_facts import PayloadFacts, PayloadsRead, read_payloads
from larder.core.survey.values.facts import ValueFacts

pytestmark = pytest.mark.usefixtures("nothing_is_too_fresh")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.pt").write_bytes(b"x" * (number + 1))
    return folder


def facts_of(name: str) -> PayloadFacts | PayloadError:
    number = int(name[0])
    if number == 5:
        return PayloadError("It is damaged.")
    return PayloadFacts(
        arrays=(), names=frozenset({"tokens", "hidden", "pooled"}), bad_values="", is_blank=False,
        modeltype="SDXL" if number % 2 else "FLUX", bytes=8, spare_bytes=0,
        tokens=(TokenDigest("tokens", f"{number:016x}", f"{number:016x}"),),
        source=f"{number:016x}", prompt_stamp=f"stamp of {number}")


def look(store: Path, names: list[str], read: list[str]) -> PayloadsRead[PayloadFacts]:
    return look_and_count(store, names, read)[0]


def look_and_count(
    store: Path, names: list[str], read: list[str]
) -> tuple[PayloadsRead[PayloadFacts], ReadTotals]:
    def read_one(name: str) -> PayloadFacts | PayloadError:
        read.append(name)
        return facts_of(name)

    return run_to_end(read_payloads(
        store, {name: readable_stamp(store / name) for name in names}, PayloadFacts, read_one,
        CancelToken()))


NAMES = [f"{number}.pt" for number in range(6)]


def test_a_second_look_reads_only_what_changed_and_what_is_damaged(store: Path) -> None:
    first, second = list[str](), list[str]()
    found = look(store, NAMES, first)
    (store / "2.pt").write_bytes(b"something else")
    again, totals = look_and_count(store, NAMES, second)
    assert sorted(first) == NAMES
    assert sorted(second) == ["2.pt", "5.pt"]
    assert (totals.files, totals.read) == (6, 2)
    for one in (found, again):
        assert list(one.facts) == NAMES
        assert {name: one.facts[name] for name in NAMES[:5]} == {
            name: facts_of(name) for name in NAMES[:5]}
        assert isinstance(one.facts["5.pt"], PayloadError)


def test_what_payloads_share_is_kept_once(store: Path) -> None:
    look(store, NAMES, [])
    found = look(store, NAMES, [])
    assert {facts.modeltype: places.tolist() for facts, places in found.those_alike()} == {
        "FLUX": [0, 2, 4], "SDXL": [1, 3]}
    assert all((facts.tokens, facts.source) == ((), "") for facts in found.alike)
    assert found.own_fields("source") == {
        name: f"{number:016x}" for number, name in enumerate(NAMES[:5])}


def test_others_of_the_store_stay_remembered(store: Path) -> None:
    look(store, NAMES[:3], [])
    look(store, NAMES[3:], [])
    read = list[str]()
    look(store, [*reversed(NAMES)], read)
    assert read == ["5.pt"]


def test_facts_of_another_type_are_looked_for_again(store: Path) -> None:
    look(store, NAMES[:3], [])
    other = ValueFacts(bad_values="", is_blank=False)
    found, totals = run_to_end(read_payloads(
        store, {"0.pt": readable_stamp(store / "0.pt")}, ValueFacts, lambda _: other,
        CancelToken()))
    assert found.facts == {"0.pt": other}
    assert totals.read == 1


def test_what_was_read_until_a_look_was_cancelled_is_remembered(store: Path) -> None:
    token = CancelToken()
    looking = read_payloads(
        store, {name: readable_stamp(store / name) for name in NAMES}, PayloadFacts, facts_of,
        token)
    while not (isinstance(event := next(looking), Progress) and event.done == 2):
        pass
    token.cancel()
    with pytest.raises(JobCancelled):
        run_to_end(looking)
    read = list[str]()
    look(store, NAMES, read)
    assert sorted(read) == NAMES[3:]


@pytest.mark.skipif(os.name == "nt", reason="every name is a text there")
def test_a_name_that_is_no_text_costs_the_others_nothing(store: Path) -> None:
    odd = os.fsdecode(b"4\xe9.pt")
    (store / "4.pt").rename(store / odd)
    names, read = ["0.pt", odd], list[str]()
    look(store, names, [])
    assert list(look(store, names, read).facts) == names
    assert read == [odd]


def test_a_damaged_memory_is_as_none(store: Path) -> None:
    look(store, NAMES[:3], [])
    kept = load_file(cache_home(), store, facts_memory._FactsFile)
    assert kept is not None
    for damaged in (
            msgspec.structs.replace(kept, own=[]),
            msgspec.structs.replace(kept, stamps=np.zeros(2, np.int64)),
            msgspec.structs.replace(kept, code=np.full(3, 7, np.int32))):
        save_file(cache_home(), store, damaged)
        read = list[str]()
        assert len(look(store, NAMES[:3], read).facts) == 3
        assert sorted(read) == NAMES[:3]


def test_the_memory_of_earlier_versions_goes(store: Path) -> None:
    former = cache_home() / FORMER_NAME
    former.parent.mkdir(parents=True, exist_ok=True)
    former.write_bytes(b"SQLite format 3")
    look(store, NAMES[:1], [])
    assert not former.exists()
