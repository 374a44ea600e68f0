"""The journal keeps every whole record, whatever happened to the last one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.errors import UserFacingError
from larder.core.files import journal
from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    list_readopted_payloads,
    naming_action,
    naming_index,
    payload_history,
    payload_sources,
    payloads_detail,
    read_journal,
    read_newest,
    search_journal,
)
from tests.support.killed import killed_at_each_step, needs_fork
from tests.support.sweeps import Sweep

NOT_UTF8 = os.fsdecode(b"data/caf\xe9.png")
TEXT = st.text(st.characters(exclude_categories=[]), max_size=30)
NUMBERS = st.integers(min_value=0, max_value=2**62)
RECORDS = st.builds(
    JournalRecord,
    at_ns=NUMBERS,
    action=st.sampled_from([*JournalAction, "thawed"]),
    items=NUMBERS,
    bytes=NUMBERS,
    id=TEXT,
    index_stamp=st.none() | st.builds(IndexStamp, NUMBERS, NUMBERS, NUMBERS),
    detail=st.dictionaries(TEXT, st.lists(TEXT | st.booleans() | st.none(), max_size=3)),
)


def journal_path(store: Path) -> Path:
    return store / ".larder" / "journal.jsonl"


def record_of(items: int) -> JournalRecord:
    return JournalRecord(at_ns=items, action=JournalAction.TOUCHED, items=items)


@given(RECORDS)
def test_records_survive_being_written_down(record: JournalRecord) -> None:
    line = encode_ascii_json(record)
    assert line.isascii()
    assert b"\n" not in line
    assert decode_ascii_json(line, JournalRecord) == record


def test_records_come_back_in_the_order_they_were_added(tmp_path: Path) -> None:
    records = [
        JournalRecord(
            at_ns=5,
            action=JournalAction.QUARANTINED,
            items=5,
            bytes=30_971,
            id="20260102T030405678Z-01234567",
            index_stamp=IndexStamp(1, 2, 3),
            detail={"reasons": {"orphaned": 4, "temp-leftover": 1}},
        ),
        JournalRecord(at_ns=7, action=JournalAction.RESTORED, detail={"sources": [NOT_UTF8]}),
    ]
    for record in records:
        append_journal(tmp_path, record)
    assert read_journal(tmp_path) == tuple(records)


def test_a_store_without_a_journal_has_no_records_and_gets_no_folder(tmp_path: Path) -> None:
    assert read_journal(tmp_path) == ()
    assert os.listdir(tmp_path) == []


def test_a_torn_last_line_is_reported_and_the_next_record_is_whole(tmp_path: Path) -> None:
    append_journal(tmp_path, record_of(1))
    with journal_path(tmp_path).open("ab") as file:
        file.write(b'{"at_ns":2,"acti')
    torn = read_journal(tmp_path)
    assert [record.action for record in torn] == ["touched", "unreadable"]
    assert torn[1].at_ns == 1
    assert torn[1].detail == {"line": 2, "text": '{"at_ns":2,"acti'}
    append_journal(tmp_path, record_of(3))
    assert [record.items for record in read_journal(tmp_path)] == [1, 0, 3]


def test_a_record_of_a_newer_version_keeps_its_place(tmp_path: Path) -> None:
    append_journal(tmp_path, record_of(1))
    newer = {"at_ns": 2, "action": "thawed", "version": 2, "degrees": 5, "items": 9}
    with journal_path(tmp_path).open("ab") as file:
        file.write(json.dumps(newer).encode() + b"\n")
    read = read_journal(tmp_path)[1]
    assert (read.action, read.items, read.version) == ("thawed", 9, 2)


def test_bytes_that_are_no_text_are_reported(tmp_path: Path) -> None:
    append_journal(tmp_path, record_of(1))
    with journal_path(tmp_path).open("ab") as file:
        file.write(b"\x00\xff\xfe\n[]\n")
    assert [record.action for record in read_journal(tmp_path)[1:]] == ["unreadable"] * 2


def test_known_actions_are_read_as_such(tmp_path: Path) -> None:
    for action in JournalAction:
        append_journal(tmp_path, JournalRecord(at_ns=0, action=action))
    assert [record.action for record in read_journal(tmp_path)] == list(JournalAction)


def test_a_link_in_place_of_the_journal_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"")
    store = tmp_path / "store"
    (store / ".larder").mkdir(parents=True)
    journal_path(store).symlink_to(elsewhere)
    with pytest.raises(UserFacingError, match="is a link"):
        append_journal(store, record_of(1))
    assert elsewhere.read_bytes() == b""


def test_a_larder_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    store = tmp_path / "store"
    store.mkdir()
    (store / ".larder").symlink_to(elsewhere)
    with pytest.raises(UserFacingError, match="is a link"):
        append_journal(store, record_of(1))
    assert os.listdir(elsewhere) == []


def test_payload_sources_are_those_of_the_latest_record() -> None:
    first = PayloadSource("data/a.png", "0a" * 8)
    moved = PayloadSource(NOT_UTF8, "0a" * 8)
    other = PayloadSource("data/b.png", "0b" * 8)
    journal = [
        JournalRecord(
            at_ns=1,
            action=JournalAction.BUILT,
            detail=payloads_detail({"a_1.pt": first, "b_1.pt": other}),
        ),
        JournalRecord(
            at_ns=2, action=JournalAction.TOUCHED, detail=payloads_detail({"a_1.pt": other})
        ),
        JournalRecord(
            at_ns=3, action=JournalAction.READOPTED, detail=payloads_detail({"a_1.pt": moved})
        ),
    ]
    assert payload_sources(journal) == {"a_1.pt": moved, "b_1.pt": other}


@pytest.mark.parametrize(
    "payloads", [None, [], 5, {"a_1.pt": "x"}, {"a_1.pt": ["x"]}, {"a_1.pt": [1, 2]}]
)
def test_payload_sources_leave_out_what_they_do_not_understand(payloads: object) -> None:
    record = JournalRecord(at_ns=1, action=JournalAction.BUILT, detail={"payloads": payloads})
    assert payload_sources([record]) == {}


@needs_fork
def test_killed_at_any_step_earlier_records_stay(tmp_path: Path, sweep: Sweep) -> None:
    template = tmp_path / "template"
    template.mkdir()
    append_journal(template, record_of(1))
    runs = killed_at_each_step(
        lambda folder: append_journal(folder, record_of(2)), template=template,
        into=tmp_path / "runs", sweep=sweep)
    assert {tuple(r.items for r in read_journal(run)) for run in runs} == {(1,), (1, 2)}


def test_processes_appending_at_once_lose_no_record(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from larder.core.files.journal import JournalRecord, append_journal\n"
        "for item in range(20):\n"
        "    append_journal(Path(sys.argv[1]), JournalRecord(at_ns=item, action=sys.argv[2],\n"
        "                   detail={'padding': 'x' * 5000}))\n"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path), name]) for name in "abc"
    ]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    records = read_journal(tmp_path)
    for name in "abc":
        assert [record.at_ns for record in records if record.action == name] == list(range(20))
    assert len(records) == 60


def test_payloads_given_back_are_known_until_they_are_built_anew(tmp_path: Path) -> None:
    assert list_readopted_payloads(tmp_path) == {}

    def note(at_ns: int, action: JournalAction, *names: str) -> None:
        append_journal(tmp_path, JournalRecord(
            at_ns=at_ns, action=action, detail=payloads_detail({
                name: PayloadSource(f"data/{at_ns}.png", "0" * 16) for name in names})))

    note(1, JournalAction.BUILT, "a_1.pt", "b_1.pt")
    assert list_readopted_payloads(tmp_path) == {}
    note(2, JournalAction.READOPTED, "a_1.pt", "b_1.pt")
    append_journal(tmp_path, JournalRecord(at_ns=3, action=JournalAction.TOUCHED, items=1))
    note(4, JournalAction.READOPTED, "b_1.pt")
    note(5, JournalAction.BUILT, "a_1.pt")
    assert list_readopted_payloads(tmp_path) == {"b_1.pt": "data/4.png"}


def test_the_history_of_a_source_names_what_was_done_to_its_payloads(tmp_path: Path) -> None:
    awkward = 'data/a[1] "x", caf\xe9.png'
    records = [
        (10, JournalAction.BUILT,
         {"aa_1.pt": awkward, "aa_2.pt": awkward, "bb_1.pt": "data/b.png"}),
        (20, JournalAction.QUARANTINED, {}),
        (30, JournalAction.READOPTED, {"aa_1.pt": "data/renamed.png"}),
        (40, JournalAction.BUILT, {"bb_1.pt": "data/b.png"})]
    for at, action, made in records:
        append_journal(tmp_path, JournalRecord(at_ns=at, action=action, detail=payloads_detail(
            {name: PayloadSource(source, "0" * 16) for name, source in made.items()})
            if made else {}))
    past = payload_history(tmp_path, "data/renamed.png", ["aa_1.pt", "aa_2.pt"])
    assert [(one.at_ns, one.action, one.payloads, one.source) for one in past] == [
        (30, "readopted", 1, "data/renamed.png"), (10, "built", 2, awkward)]
    assert [one.at_ns for one in payload_history(tmp_path, awkward, [])] == [10]
    assert payload_history(tmp_path, "", []) == ()
    assert payload_history(tmp_path, "data/none.png", ["cc_1.pt"]) == ()
    assert len(payload_history(tmp_path, "data/b.png", ["bb_1.pt"], most=1)) == 1


@given(st.lists(st.tuples(TEXT, TEXT), max_size=6))
def test_the_history_agrees_with_the_records(
    tmp_path_factory: pytest.TempPathFactory, made: list[tuple[str, str]],
) -> None:
    store = tmp_path_factory.mktemp("store")
    for at, (name, source) in enumerate(made):
        append_journal(store, JournalRecord(
            at_ns=at, action=JournalAction.BUILT,
            detail=payloads_detail({name: PayloadSource(source, "0" * 16)})))
    for name, source in made:
        past = payload_history(store, source, [name])
        found = {one.at_ns for one in past}
        assert {at for at, known in enumerate(made)
                if known[0] == name or (source and known[1] == source)} <= found


def test_a_torn_line_is_left_out_of_a_history(tmp_path: Path) -> None:
    append_journal(tmp_path, JournalRecord(at_ns=1, action=JournalAction.BUILT, detail=(
        payloads_detail({"aa_1.pt": PayloadSource("data/a.png", "0" * 16)}))))
    journal = tmp_path / ".larder" / "journal.jsonl"
    journal.write_bytes(journal.read_bytes() + journal.read_bytes()[:60])
    assert [one.at_ns for one in payload_history(tmp_path, "data/a.png", ["aa_1.pt"])] == [1]


@settings(max_examples=25)
@given(st.lists(RECORDS.filter(lambda record: record.action != "unreadable"), max_size=6))
def test_a_search_finds_the_records_that_reading_all_finds(
    tmp_path_factory: pytest.TempPathFactory, records: list[JournalRecord]
) -> None:
    store = tmp_path_factory.mktemp("store")
    (store / ".larder").mkdir()
    journal_path(store).write_bytes(
        b"".join(encode_ascii_json(record) + b"\n" for record in records))
    read = read_journal(store)
    for action in JournalAction:
        found = search_journal(store, naming_action(action))
        assert [one for one in found if one.action == action] == [
            one for one in read if one.action == action]
    for stamp in {one.index_stamp for one in read} - {None}:
        assert stamp in {one.index_stamp for one in search_journal(store, naming_index(stamp))}


def test_of_a_long_journal_only_what_is_searched_is_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append_journal(tmp_path, record_of(1))
    line = journal_path(tmp_path).read_bytes()
    built = encode_ascii_json(JournalRecord(at_ns=1, action=JournalAction.BUILT, id="here"))
    journal_path(tmp_path).write_bytes(line * 20_000 + built + b"\n" + line * 20_000)
    decoded = []
    monkeypatch.setattr(
        journal, "decode_ascii_json",
        lambda line, kind: decoded.append(line) or decode_ascii_json(line, kind))
    (found,) = search_journal(tmp_path, "here", naming_action(JournalAction.BUILT))
    assert (found.id, len(decoded)) == ("here", 1)


@settings(max_examples=25)
@given(st.lists(RECORDS, max_size=6), st.integers(1, 7), st.booleans())
def test_the_newest_records_are_the_last_of_all(
    tmp_path_factory: pytest.TempPathFactory, records: list[JournalRecord], most: int, torn: bool,
) -> None:
    store = tmp_path_factory.mktemp("store")
    (store / ".larder").mkdir()
    content = b"".join(encode_ascii_json(record) + b"\n" for record in records)
    journal_path(store).write_bytes(content[:-1] if torn else content)
    newest, older = read_newest(store, most)
    read = read_journal(store)
    assert newest == read[older:]
    assert older == max(0, len(read) - most - (torn and len(read) > most))


def test_of_a_long_journal_the_newest_lines_are_decoded_and_numbered_in_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append_journal(tmp_path, record_of(1))
    line = journal_path(tmp_path).read_bytes()
    journal_path(tmp_path).write_bytes(line * 20_000 + b"{ cut\n" + line * 9)
    decoded = []
    monkeypatch.setattr(
        journal, "decode_ascii_json",
        lambda line, kind: decoded.append(line) or decode_ascii_json(line, kind))
    records, older = read_newest(tmp_path, 10)
    assert (len(records), len(decoded), older) == (10, 10, 20_000)
    assert (records[0].action, records[0].detail["line"]) == (JournalAction.UNREADABLE, 20_001)


def test_of_a_long_journal_only_the_lines_of_a_source_are_looked_through(tmp_path: Path) -> None:
    def made(name: str, source: str) -> bytes:
        return encode_ascii_json(JournalRecord(at_ns=1, action=JournalAction.BUILT, detail=(
            payloads_detail({name: PayloadSource(source, "0" * 16)})))) + b"\n"

    (tmp_path / ".larder").mkdir()
    journal_path(tmp_path).write_bytes(
        made("0123456789ab_1.pt", "a.png") + made("0123456789ab_1.pt.tmp", "b.png"))
    names = ["0123456789ab_1.pt", "0123456789ab_2.pt"]
    assert [one.source for one in payload_history(tmp_path, "", names)] == ["a.png"]


def test_a_line_that_cannot_be_read_is_not_found(tmp_path: Path) -> None:
    append_journal(tmp_path, record_of(1))
    with journal_path(tmp_path).open("ab") as file:
        file.write(b'{"action":"touched", cut')
    assert len(search_journal(tmp_path, "touched")) == 1
