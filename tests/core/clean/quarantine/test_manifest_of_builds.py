"""The manifest of a build's quarantine: its staged payloads, many at a time."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from larder.core.files.ascii_json import encode_ascii_json
from larder.core.writes.quarantine import manifest as manifest_module
from larder.core.writes.quarantine.manifest import (
    MANIFEST_NAME,
    PlannedMove,
    QuarantineManifest,
    StagedSlots,
    SwappedFolder,
    read_manifest,
    write_manifest,
)

BYTES_A_SLOT = 100
"""That reading holds on to, with the room of its columns; a pair of objects takes 170."""


def swap(staged: list[tuple[int, str]], shared: list[tuple[int, str]]) -> SwappedFolder:
    return SwappedFolder(
        move=PlannedMove(f"{'a' * 64}/variation-{len(staged)}", 0, 1, is_folder=True),
        old=None, new=(1, 2), was_there=False, staged=staged, shared=shared)


def manifest_of(folder: Path, *swaps: SwappedFolder) -> QuarantineManifest:
    return QuarantineManifest(
        id=folder.name, created_ns=1, reasons={}, moves=(), dropped_rows={}, index_before=None,
        kept=(), detail={"swaps": [], "staged": []}, swaps=swaps, stores=("image", "text"))


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_a_manifest_of_many_staged_payloads_is_one_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(manifest_module, "SLOTS_TOGETHER", 2)
    pairs = [(slot, f"building/é\ud800{slot}.pt") for slot in range(count)]
    for swaps in ((), (swap(pairs, []),), (swap([], pairs), swap(pairs, pairs))):
        plain = manifest_of(tmp_path, *swaps)
        write_manifest(tmp_path, manifest_of(tmp_path, *(
            swap(StagedSlots.of(one.staged), StagedSlots.of(one.shared)) for one in swaps)))
        assert (tmp_path / MANIFEST_NAME).read_bytes() == encode_ascii_json(plain)
        assert read_manifest(tmp_path) == plain


def test_staged_payloads_of_a_manifest_lie_in_columns(tmp_path: Path) -> None:
    count = 5_000
    write_manifest(tmp_path, manifest_of(tmp_path, swap(
        [(slot, f"building/{slot:016x}_1.pt") for slot in range(count)], [])))
    tracemalloc.start()
    try:
        found = read_manifest(tmp_path)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found.swaps[0].staged) == count
    assert held < count * BYTES_A_SLOT
