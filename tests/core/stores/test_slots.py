"""Records about the slots of a variation of a released OneTrainer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json
from larder.core.stores.released import slot_origins
from larder.core.stores.released import slots as slots_module
from larder.core.stores.released.group_files import NO_SLOT, slot_number, slot_numbers
from larder.core.stores.released.groups import ReleasedVariation, scan_released_group
from larder.core.stores.released.slot_origins import SlotOrigins, read_origins
from larder.core.stores.released.slots import (
    Origin,
    OriginKind,
    SlotRecord,
    forget_slots,
    read_slots,
    write_slots,
)

GROUP = "ab" * 32
SPELLED = Origin(
    picture="/data/cats/\udcff.png", content="0123456789abcdef", bytes=7, mtime_ns=8,
    size=(512, 768), sidecars=(("-masklabel.png", "fedcba9876543210", 9),), recipe="r1",
    prompt="p1", drawn_at=(2, 5), how=OriginKind.PROVED)


def write_folder(store: Path, *, variation: int = 0, mtime_ns: int = 10**18) -> None:
    folder = store / GROUP / f"variation-{variation}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "0.pt").write_bytes(b"slot")
    (folder / "aggregate.pt").write_bytes(b"aggregate")
    os.utime(folder / "aggregate.pt", ns=(mtime_ns, mtime_ns))


def present(store: Path, variation: int = 0) -> ReleasedVariation:
    found = scan_released_group(store, GROUP).variation(variation)
    assert found is not None
    return found


def record(store: Path, *origins: Origin | None, variation: int = 0) -> SlotRecord:
    now = present(store, variation)
    assert now.aggregate_bytes is not None
    return SlotRecord(
        group=GROUP, variation=variation, aggregate_bytes=now.aggregate_bytes,
        aggregate_ns=now.aggregate_ns, slots=origins)


@given(st.lists(st.one_of(
    st.integers(0, 10**11).map("{}.pt".format),
    st.from_regex(r"[01]{0,3}[0-9]{0,10}(\.pt|\.PT|\.ptx|t|)", fullmatch=True),
    st.sampled_from(("aggregate.pt", "\udcff1.pt", "é0.pt", "٣.pt", "1.pt.pt", "-1.pt")))))
def test_numbers_of_many_files_are_those_of_each(names: list[str]) -> None:
    found = [None if slot == NO_SLOT else slot for slot in slot_numbers(names).tolist()]
    assert found == list(map(slot_number, names))


def columns_of(origins: SlotOrigins | None) -> dict[str, object]:
    """Return the columns of slot origins as values that can be compared."""
    assert origins is not None
    return {"slots": list(origins.slots), "crops": list(origins.crops)} | {
        name: value.tolist() if hasattr(value, "tolist") else value
        for name, value in structs.asdict(origins).items() if name != "packed"}


def test_columns_of_a_long_record_are_remembered_until_it_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slot_origins, "REMEMBERED_FROM", 1)
    store, home = tmp_path / "store", tmp_path / "home"
    write_folder(store)
    named = replace(SPELLED, picture="/data/cats/1.png")
    write_slots(store, replace(
        record(store, named, None, replace(named, size=None)), payload_bytes=(4, 5, 6)))
    here = present(store)
    read = columns_of(read_origins(home, store, GROUP, here))
    with monkeypatch.context() as without_reading:
        without_reading.setattr(slot_origins, "read_slots", None)
        assert columns_of(read_origins(home, store, GROUP, here)) == read
    assert read["slots"] == [named, None, replace(named, size=None)]
    write_slots(store, record(store, None, named))
    assert columns_of(read_origins(home, store, GROUP, here))["slots"] == [None, named]
    write_slots(store, record(store, SPELLED))
    for _ in range(2):  # of names that are not UTF-8 nothing is kept
        assert columns_of(read_origins(home, store, GROUP, here))["slots"] == [SPELLED]
    assert len(list(home.rglob("*.msgpack"))) == 1


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_folder(tmp_path)
    written = record(tmp_path, SPELLED, None)
    write_slots(tmp_path, written)
    assert read_slots(tmp_path, GROUP, present(tmp_path)) == written


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_a_record_of_many_slots_is_one_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(slots_module, "SLOTS_TOGETHER", 2)
    write_folder(tmp_path)
    written = replace(record(tmp_path, *[SPELLED, None, SPELLED, SPELLED, None][:count]),
                      payload_bytes=tuple(range(count)))
    write_slots(tmp_path, written)
    (path,) = (tmp_path / ".larder").rglob("variation-*.json")
    assert path.read_bytes() == encode_ascii_json(written)


@given(st.builds(Origin, picture=st.text(st.characters())))
def test_every_origin_survives_its_document(origin: Origin) -> None:
    assert decode_ascii_json(encode_ascii_json(origin), Origin) == origin


def test_an_origin_of_an_earlier_version_lacks_the_last_fields() -> None:
    assert decode_ascii_json(b'["a.png","00",1,2]', Origin) == Origin("a.png", "00", 1, 2)


def test_nothing_is_recorded_of_a_folder_that_a_trainer_wrote_since(tmp_path: Path) -> None:
    write_folder(tmp_path)
    write_slots(tmp_path, record(tmp_path, SPELLED))
    write_folder(tmp_path, mtime_ns=10**18 + 1)
    assert read_slots(tmp_path, GROUP, present(tmp_path)) is None


def test_nothing_is_recorded_of_a_folder_without_an_aggregate(tmp_path: Path) -> None:
    write_folder(tmp_path)
    write_slots(tmp_path, record(tmp_path, SPELLED))
    (tmp_path / GROUP / "variation-0" / "aggregate.pt").unlink()
    assert read_slots(tmp_path, GROUP, present(tmp_path)) is None


def test_a_record_follows_its_folder_through_a_rename(tmp_path: Path) -> None:
    write_folder(tmp_path)
    write_slots(tmp_path, record(tmp_path, SPELLED))
    live = tmp_path / GROUP / "variation-0"
    live.rename(tmp_path / "away")
    write_folder(tmp_path, mtime_ns=10**18 + 1)
    write_slots(tmp_path, record(tmp_path, None))
    live.rename(tmp_path / "newer")
    (tmp_path / "away").rename(live)
    found = read_slots(tmp_path, GROUP, present(tmp_path))
    assert found is not None
    assert found.slots == (SPELLED,)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"version":1}'])
def test_a_damaged_record_is_none(tmp_path: Path, content: bytes) -> None:
    write_folder(tmp_path)
    write_slots(tmp_path, record(tmp_path, SPELLED))
    (path,) = (tmp_path / ".larder/slots" / GROUP).iterdir()
    path.write_bytes(content)
    assert read_slots(tmp_path, GROUP, present(tmp_path)) is None


def test_a_record_of_another_group_or_a_newer_version_is_none(tmp_path: Path) -> None:
    write_folder(tmp_path)
    written = record(tmp_path, SPELLED)
    write_slots(tmp_path, written)
    (path,) = (tmp_path / ".larder/slots" / GROUP).iterdir()
    good = path.read_bytes()
    path.write_bytes(good.replace(b'"version":1', b'"version":2'))
    assert read_slots(tmp_path, GROUP, present(tmp_path)) is None
    path.write_bytes(good.replace(GROUP.encode(), b"cd" * 32))
    assert read_slots(tmp_path, GROUP, present(tmp_path)) is None


def test_only_records_of_folders_that_are_nowhere_are_forgotten(tmp_path: Path) -> None:
    for variation, mtime_ns in [(0, 1), (0, 2), (0, 3), (1, 1), (10, 1)]:
        write_folder(tmp_path, variation=variation, mtime_ns=mtime_ns)
        write_slots(tmp_path, record(tmp_path, SPELLED, variation=variation))
    forget_slots(tmp_path, GROUP, kept=[(0, 9, 2), (0, 9, 3), (1, 9, 1), (10, 9, 1)])
    assert sorted(path.name for path in (tmp_path / ".larder/slots" / GROUP).iterdir()) == [
        "variation-0-9-2.json", "variation-0-9-3.json", "variation-1-9-1.json",
        "variation-10-9-1.json"]


def test_a_linked_folder_of_records_is_refused(tmp_path: Path) -> None:
    store, elsewhere = tmp_path / "store", tmp_path / "elsewhere"
    elsewhere.mkdir()
    write_folder(store)
    (store / ".larder").mkdir()
    (store / ".larder/slots").symlink_to(elsewhere)
    with pytest.raises(UserFacingError):
        write_slots(store, record(store, SPELLED))
    assert list(elsewhere.iterdir()) == []


def test_nothing_is_left_of_a_group_without_any_record(tmp_path: Path) -> None:
    write_folder(tmp_path)
    write_slots(tmp_path, record(tmp_path, SPELLED))
    forget_slots(tmp_path, GROUP, kept=())
    forget_slots(tmp_path, GROUP, kept=())
    assert list((tmp_path / ".larder/slots").iterdir()) == []
