"""Folders as the original programs write them open as they are: served, listed, cleaned."""

from __future__ import annotations

import hashlib
import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import larder
from larder.core.keys.cache_keys import AudioKey, TokensKey, VisionKey, WaveformKey
from larder.core.stores.cache_store import StoreListing
from larder.core.stores.values.listing import list_values
from larder.core.stores.values.store import ValuesStore
from larder.core.stores.values.uses import (
    export_manifest,
    import_manifest,
    parse_manifest,
    read_manifest,
    read_uses,
)
from larder.core.workspace.store_kinds import StoreKind, probe_folder
from tests.support.value_caches import damage_of

BLOB, PROCESSOR, TOKENIZER = "0a" * 32, "c3" * 32, "77" * 32


def save(path: Path, *, compressed: bool = False, **arrays: np.ndarray) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    (np.savez_compressed if compressed else np.savez)(path, **arrays)
    return path


def original_tokens(folder: Path, sections: int, *, now_s: float | None = None) -> list[TokensKey]:
    """A token cache with its manifest, last uses one second apart."""
    now_s = time.time() if now_s is None else now_s
    keys, entries = [], {}
    for number in range(sections):
        key = TokensKey(f"{number:02x}" * 8, 0, "e" * 64, TOKENIZER, 64, rows=1)
        path = save(
            folder / key.name(), compressed=True, input_ids=np.arange(10) + number,
            attention_mask=np.ones(10, np.int64))
        entries[f"{key.section}|{TOKENIZER}|64"] = {
            "size": path.stat().st_size, "last_access_ts": now_s - sections + number,
            "shard": key.section[:2], "filename": path.name, "tokenizer_sha": TOKENIZER}
        keys.append(key)
    write_manifest(folder, entries)
    return keys


def write_manifest(folder: Path, entries: object, version: int = 1) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    document = {"version": version, "tokenizer_sha256": TOKENIZER, "total_bytes": 0,
                "entries": entries}
    (folder / "manifest.json").write_text(json.dumps(document, sort_keys=True, indent=2) + "\n")


def test_entries_of_the_originals_are_served_checked_and_recognised(tmp_path: Path) -> None:
    pixels = np.random.default_rng(0).normal(size=(1, 3, 16, 24)).astype(np.float32)
    sounds = np.ones((1, 80, 30), np.float32)
    cases = [
        (StoreKind.VISION, VisionKey(BLOB, PROCESSOR, 16, 24), {"pixel_values": pixels}),
        (StoreKind.VISION, VisionKey(BLOB, PROCESSOR, 32, 32),
         {"pixel_values": np.ones((40, 1176), np.float32)}),
        (StoreKind.AUDIO, AudioKey(BLOB, PROCESSOR, 16_000, 480_000), {"input_features": sounds}),
        (StoreKind.WAVEFORM, WaveformKey(BLOB, 16_000, 480_000, True),
         {"waveform": np.ones(900, np.float32)}),
    ]
    for kind, key, arrays in cases:
        folder = tmp_path / kind.value
        path = save(folder / key.name(), **arrays)
        assert probe_folder(folder).kinds == (kind,)
        assert damage_of(path, kind) == ""
        with ValuesStore(kind, folder) as store:
            got = store.get(key)
            assert got is not None
            for name, array in arrays.items():
                np.testing.assert_array_equal(got[name], array)


def test_a_loop_is_served_what_the_original_cached_and_makes_nothing(tmp_path: Path) -> None:
    """Names as the original spells them: its own digests, caps as fractions of a second."""
    settings = {"class": "CLIPImageProcessor", "image_size": None, "size": {"shortest_edge": 8}}
    processor = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()
    tokenizer = hashlib.sha256(b'{"version": "1.0"}').hexdigest()
    section = hashlib.sha256(b"prose\nA pear tree.").hexdigest()[:16]
    text = hashlib.sha256(b"A pear tree.").hexdigest()
    stores, short = larder.stores, f"{BLOB[:2]}/{BLOB}.{processor[:12]}"
    sound = np.ones((1, 80, 3), np.float32)
    ids = {"input_ids": np.arange(9), "attention_mask": np.ones(9, np.int64)}
    cases: list[tuple[Any, str, Any, dict[str, Any]]] = [
        (stores.VisionStore, f"{short}.8x8.npz", stores.VisionKey(BLOB, processor, 8, 8),
         {"pixel_values": np.ones((1, 3, 8, 8), np.float32)}),
        (stores.TokenStore, f"entries/{section[:2]}/{section}.{tokenizer[:12]}.seq64.npz",
         stores.TokensKey(section, 0, text, tokenizer, 64, rows=1), ids)]
    for seconds, rate, resampled in ((30.0, 16_000, ""), (2.5, 16_000, ""), (1.25, 44_100, ".rs")):
        samples = round(seconds * rate)
        cap = f"{rate}.{round(seconds * 1000)}{resampled}"
        cases += [
            (stores.AudioStore, f"{short}.{cap}.npz",
             stores.AudioKey(BLOB, processor, rate, samples, bool(resampled)),
             {"input_features": sound}),
            (stores.WaveformStore, f"{BLOB[:2]}/{BLOB}.{cap}.wav.npz",
             stores.WaveformKey(BLOB, rate, samples, bool(resampled)),
             {"waveform": np.ones(samples, np.float32)})]
    for kind, name, key, arrays in cases:
        folder = tmp_path / kind.__name__
        save(folder / name, compressed=kind is stores.TokenStore, **arrays)
        with kind(folder) as store:
            given = store.get_or_make(key, pytest.fail, tensors=False)
            assert store.stats().misses == 0
        assert given.keys() == arrays.keys()
        assert all(np.array_equal(given[member], arrays[member]) for member in arrays)


def test_the_original_opens_what_is_put_here(tmp_path: Path) -> None:
    pixels = np.random.default_rng(1).normal(size=(1, 3, 8, 8)).astype(np.float32)
    key = VisionKey(BLOB, PROCESSOR, 8, 8)
    with ValuesStore(StoreKind.VISION, tmp_path) as store:
        store.put(key, {"pixel_values": pixels})
    with np.load(tmp_path / key.name(), allow_pickle=False) as archive:
        np.testing.assert_array_equal(archive["pixel_values"], pixels)


def test_a_row_of_several_is_never_served_what_the_original_kept_for_the_section(
    tmp_path: Path,
) -> None:
    key = original_tokens(tmp_path, 1)[0]
    with ValuesStore(StoreKind.TOKENS, tmp_path) as store:
        assert store.get(key) is not None
        for row in range(2):
            of_several = TokensKey(key.section, row, "e" * 64, TOKENIZER, 64, rows=2)
            assert store.get(of_several) is None


def test_a_cap_between_milliseconds_is_never_served_a_rounded_one(tmp_path: Path) -> None:
    rounded = WaveformKey(BLOB, 16_000, 480_000)
    save(tmp_path / rounded.name(), waveform=np.ones(480_000, np.float32))
    with ValuesStore(StoreKind.WAVEFORM, tmp_path) as store:
        assert store.get(rounded) is not None
        assert store.get(WaveformKey(BLOB, 16_000, 479_994)) is None
        assert store.get(WaveformKey(BLOB, 16_000, 480_006)) is None


def test_ids_longer_than_the_sequence_are_not_served(tmp_path: Path) -> None:
    key = TokensKey("ab" * 8, 0, "e" * 64, TOKENIZER, 64, rows=1)
    path = save(tmp_path / key.name(), input_ids=np.arange(503), attention_mask=np.ones(503, int))
    with ValuesStore(StoreKind.TOKENS, tmp_path) as store:
        assert store.get(key) is None
    assert "503" in damage_of(path, StoreKind.TOKENS)


def test_pixels_of_another_size_than_the_name_says_are_not_served(tmp_path: Path) -> None:
    key = VisionKey(BLOB, PROCESSOR, 672, 672)
    save(tmp_path / key.name(), pixel_values=np.ones((1, 3, 16, 16), np.float32))
    with ValuesStore(StoreKind.VISION, tmp_path) as store:
        assert store.get(key) is None


def test_uses_in_the_manifest_count(tmp_path: Path) -> None:
    keys = original_tokens(tmp_path, 4, now_s=1_700_000_000.0)
    uses = read_uses(tmp_path, StoreKind.TOKENS)
    assert uses.used[keys[0].name()] == 1_699_999_996 * 10**9
    with ValuesStore(StoreKind.TOKENS, tmp_path) as store:
        assert store.get(keys[0]) is not None
        size = (tmp_path / keys[0].name()).stat().st_size
        removed = store.prune(budget_bytes=2 * size + size // 2)
        assert removed.names == (keys[1].name(), keys[2].name())


def test_what_no_manifest_knows_is_known_all_the_same(tmp_path: Path) -> None:
    keys = original_tokens(tmp_path, 3)
    (tmp_path / "manifest.json").unlink()
    with ValuesStore(StoreKind.TOKENS, tmp_path) as store:
        assert store.stats().entries == 3
        assert store.get(keys[2]) is not None
        assert len(store.clear().names) == 3


@pytest.mark.parametrize("content", [
    b"", b"{", b"[]", b"null", b'{"version": 2, "entries": {}}', b'{"version": 1, "entries": []}',
    b'{"version": 1}', b"\xff\xfe", b'{"version": 1, "entries": ' + b"[" * 5_000,
])  # fmt: skip
def test_a_manifest_that_is_none_is_as_no_manifest(tmp_path: Path, content: bytes) -> None:
    keys = original_tokens(tmp_path, 2)
    (tmp_path / "manifest.json").write_bytes(content)
    assert read_manifest(tmp_path).rows == {}
    with ValuesStore(StoreKind.TOKENS, tmp_path) as store:
        assert store.get(keys[0]) is not None


@pytest.mark.parametrize(("field", "value"), [
    ("shard", "../.."), ("filename", "../../x.npz"), ("filename", "other.npz"), ("shard", ".."),
    ("size", -1), ("size", True), ("size", 1.5), ("size", "7"), ("last_access_ts", float("nan")),
    ("last_access_ts", float("inf")), ("last_access_ts", -5.0), ("last_access_ts", None),
])  # fmt: skip
def test_a_row_that_cannot_be_believed_is_refused(
    tmp_path: Path, field: str, value: object
) -> None:
    key = original_tokens(tmp_path, 2)[0]
    document = json.loads((tmp_path / "manifest.json").read_text())
    document["entries"][f"{key.section}|{TOKENIZER}|64"][field] = value
    (tmp_path / "manifest.json").write_text(json.dumps(document))
    manifest = read_manifest(tmp_path)
    assert manifest.refused == 1
    assert key.name() not in manifest.rows
    assert len(manifest.rows) == 1


def test_no_manifest_makes_prune_or_clear_leave_the_folder(tmp_path: Path) -> None:
    store_folder = tmp_path / "a" / "b"
    keys = original_tokens(store_folder, 1)
    victim = tmp_path / keys[0].file_name()
    victim.write_bytes(b"mine")
    entries = {f"{keys[0].section}|{TOKENIZER}|64": {
        "size": 1, "last_access_ts": 1.0, "shard": "../../..", "filename": victim.name,
        "tokenizer_sha": TOKENIZER}}
    write_manifest(store_folder, entries)
    with ValuesStore(StoreKind.TOKENS, store_folder) as store:
        store.prune(older_than_s=-10.0)
        store.clear()
    assert victim.read_bytes() == b"mine"


def test_an_imported_manifest_is_needed_no_more(tmp_path: Path) -> None:
    keys = original_tokens(tmp_path, 3, now_s=1_700_000_000.0)
    (tmp_path / keys[2].name()).unlink()
    save(tmp_path / TokensKey("ee" * 8, 0, "e" * 64, TOKENIZER, 64, rows=1).name(),
         input_ids=np.arange(3), attention_mask=np.ones(3, np.int64))
    taken = import_manifest(tmp_path)
    assert (taken.taken, taken.missing, taken.unlisted, taken.refused) == (2, 1, 1, 0)
    before = read_uses(tmp_path, StoreKind.TOKENS).used
    (tmp_path / "manifest.json").unlink()
    assert read_uses(tmp_path, StoreKind.TOKENS).used == {
        name: used for name, used in before.items() if name != keys[2].name()}


def test_an_exported_manifest_is_the_originals_and_comes_back(tmp_path: Path) -> None:
    keys = [TokensKey(f"{n:02x}" * 8, 0, f"{n:064x}", TOKENIZER, 64, rows=1) for n in range(3)]
    several = TokensKey("ff" * 8, 1, "f" * 64, TOKENIZER, 64, rows=2)
    ids = {"input_ids": np.arange(5), "attention_mask": np.ones(5, np.int64)}
    with ValuesStore(StoreKind.TOKENS, tmp_path, clock=lambda: 1_700_000_000 * 10**9) as store:
        for key in (*keys, several):
            store.put(key, ids)
    exported = export_manifest(tmp_path)
    assert exported.rows == 3
    assert exported.left_out == (several.name(),)
    document = json.loads((tmp_path / "manifest.json").read_text())
    assert document["version"] == 1
    assert document["tokenizer_sha256"] == TOKENIZER
    assert document["total_bytes"] == sum(row["size"] for row in document["entries"].values())
    row = document["entries"][f"{keys[1].section}|{TOKENIZER}|64"]
    path = tmp_path / "entries" / row["shard"] / row["filename"]
    assert row["size"] == path.stat().st_size
    with np.load(path) as archive:
        assert archive["input_ids"].tolist() == list(range(5))
    parsed = parse_manifest((tmp_path / "manifest.json").read_bytes())
    assert set(parsed.rows) == {key.name() for key in keys}
    assert parsed.refused == 0


def test_features_and_waveforms_share_a_folder_without_a_clash(tmp_path: Path) -> None:
    audio = AudioKey(BLOB, PROCESSOR, 16_000, 480_000)
    sound = WaveformKey(BLOB, 16_000, 480_000)
    with ValuesStore(StoreKind.AUDIO, tmp_path) as features, \
            ValuesStore(StoreKind.WAVEFORM, tmp_path) as waveforms:
        features.put(audio, {"input_features": np.ones((1, 8, 4), np.float32)})
        waveforms.put(sound, {"waveform": np.ones(5, np.float32)})
        assert features.stats().entries == waveforms.stats().entries == 1
        assert probe_folder(tmp_path).kinds == (StoreKind.AUDIO, StoreKind.WAVEFORM)
        features.clear()
        assert waveforms.get(sound) is not None
        assert list_values(tmp_path, StoreKind.AUDIO).foreign == (sound.name(),)


def test_temporaries_of_the_originals_are_swept_once_they_are_idle(tmp_path: Path) -> None:
    key = original_tokens(tmp_path, 1)[0]
    dead = 2**22 + 9
    names = [f"{key.name()}.tmp", f"{key.name()}.tmp.{dead}.0123abcd", f"{key.name()}.tmp.{dead}",
             "manifest.json.tmp", f"{key.name()}.tmp.{os.getpid()}.0123abcd"]
    for name in names:
        (tmp_path / name).write_bytes(b"half")
    with ValuesStore(StoreKind.TOKENS, tmp_path) as store:
        assert store.stats().temporaries == 5
        assert store.sweep().names == ()
        for name in names:
            os.utime(tmp_path / name, (time.time() - 3600,) * 2)
        assert set(store.sweep().names) == set(names[:4])


def test_a_row_stays_in_the_manifest_whose_file_could_not_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = TokensKey("00" * 8, 0, "0" * 64, TOKENIZER, 64, rows=1)
    with ValuesStore(StoreKind.TOKENS, tmp_path) as store:
        store.put(key, {"input_ids": np.arange(5), "attention_mask": np.ones(5, np.int64)})
    export_manifest(tmp_path)
    before = (tmp_path / "manifest.json").read_bytes()

    def blind(folder: Path, kind: StoreKind) -> StoreListing:
        listing = list_values(folder / "elsewhere", kind)
        assert not listing.names
        return listing

    monkeypatch.setattr("larder.core.stores.values.uses.list_values", blind)
    export_manifest(tmp_path)
    assert read_manifest(tmp_path).rows.keys() == {key.name()}
    assert (tmp_path / "manifest.json").read_bytes() == before
    (tmp_path / key.name()).unlink()
    export_manifest(tmp_path)
    assert read_manifest(tmp_path).rows == {}


def test_a_manifest_too_large_to_be_read_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it every value would count as never used, and a prune would take it."""
    (tmp_path / "manifest.json").write_text('{"version": 1, "entries": {}}')
    assert read_manifest(tmp_path).rows == {}
    monkeypatch.setattr("larder.core.stores.values.uses.LARGEST_MANIFEST", 8)
    with pytest.raises(OSError, match="more than 8 bytes"):
        read_manifest(tmp_path)
