"""Notes that a build takes about its slots, and the little memory they need."""

from __future__ import annotations

import tracemalloc

from larder.core.build.released.columns import HeldPayload, SlotAction, SlotColumns, SourceState
from larder.core.build.released.notes import MadePayload, SlotNotes
from larder.core.build.released.pool import PlannedFolder
from larder.core.build.sample_positions import SamplePosition
from larder.core.columns import DigestColumn
from larder.core.stores.released.slots import Origin

STATE = SourceState("", 0, 0)
BYTES_A_SLOT = 80
"""With room for what grows; as objects 400."""


def folder(count: int, *, concept: int = 0, number: int = 0) -> PlannedFolder:
    samples = [SamplePosition(concept, 10 + at, f"{at}.png", at=at) for at in range(count)]
    return PlannedFolder(
        "a" * 64, number, SlotColumns(
            samples, lambda _: STATE, lambda sample: sample.picture, [()] * count).slots(),
        concepts=frozenset({concept}))


def test_what_is_noted_of_slots_is_told_again() -> None:
    folders = [folder(3), folder(3, number=1)]
    notes = SlotNotes(folders)
    first, second, third = folders[0].slots
    read = SourceState("00ff" * 4, 5, 6, (("-masklabel.png", "1" * 16, 7),))
    notes.note_state(first.sample, read)
    assert notes.state(first) == read
    assert notes.state(second) is None
    names = ["0" * 15 + "1_1.pt", "f" * 16 + "_2.pt"]
    for variation, name in enumerate(names):
        notes.note_name(first.sample, variation, name)
        notes.note_made(first.sample, variation, MadePayload(f"r{variation}", "", 10, 0))
        assert notes.name(first.sample, variation) == name
        assert notes.made(first.sample, variation) == MadePayload(f"r{variation}", "", 10, 0)
    assert notes.name(second.sample, 0) == ""
    assert notes.made(third.sample, 0) is None
    assert SlotNotes(folders, notes).before == {
        name: MadePayload(f"r{variation}", "", 10, 0) for variation, name in enumerate(names)}


def test_slots_that_get_one_payload_are_told_what_it_was_made_of() -> None:
    """Equal digits under another number are another payload."""
    folders = [folder(3), folder(3, number=1)]
    notes = SlotNotes(folders)
    first, second, third = (slot.sample for slot in folders[0].slots)
    name, other, unmade = "ab" * 8 + "_1.pt", "ab" * 8 + "_2.pt", "cd" * 8 + "_1.pt"
    for sample, variation, of in (
            (first, 0, name), (second, 0, name), (first, 1, other), (third, 0, unmade),
            (third, 1, unmade)):
        notes.note_name(sample, variation, of)
    made = MadePayload("r", "12" * 8, 11, 0)
    notes.note_made(second, 0, made)
    assert notes.payloads_of_several.keys() == {name, unmade}
    assert notes.made(first, 0) == notes.made(second, 0) == made
    assert notes.made(third, 0) is None


def test_notes_of_slots_lie_in_columns() -> None:
    count = 3_000
    planned = folder(count)
    tracemalloc.start()
    try:
        notes = SlotNotes([planned])
        for at, slot in enumerate(planned.slots):
            notes.note_state(slot.sample, SourceState(f"{at:016x}", at, 10**18 + at))
            notes.note_name(slot.sample, 0, f"{at:016x}_1.pt")
            notes.note_made(slot.sample, 0, MadePayload("r", f"{at:016x}", 10 + at, 0))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert notes.made(planned.slots[-1].sample, 0) is not None
    assert held < count * BYTES_A_SLOT


def test_a_column_of_digests_holds_any_text() -> None:
    """A digest column accepts any text, since a record may contain anything."""
    column = DigestColumn(2)
    for text in ("0" * 15 + "a", "a" * 15, "A" * 16, "-" + "1" * 15, "\ud800", "f" * 16, ""):
        column[1] = text
        assert [column[0], column[1]] == ["", text]


def test_a_payload_that_is_as_noted_is_kept_as_it_is_noted() -> None:
    """A copy of each record is what a repair of many slots would spend its time with."""
    columns = folder(3).slots.columns
    samples = columns.samples
    noted = Origin(picture="0.png", content="0" * 16, bytes=0, mtime_ns=0)
    held = HeldPayload("7.pt", 5, 6, noted, ("a" * 64, 0, 7))
    for at, action in enumerate((SlotAction.MOVES, SlotAction.STAYS, SlotAction.LEFT)):
        columns.give(at, held, action, samples[at], STATE)
    assert columns.held[0] is held
    assert [slot.origin.picture for slot in columns.slots() if slot.origin is not None] == [
        "0.png", "1.png", "2.png"]
    assert [slot.action for slot in columns.slots()] == [
        SlotAction.MOVES, SlotAction.STAYS, SlotAction.LEFT]
    assert list(columns.list_empty()) == []
