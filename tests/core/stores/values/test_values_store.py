"""Guarantees of the four sharded stores beyond the contract of all stores."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

from larder.core.errors import UserFacingError
from larder.core.files.store_paths import larder_folder
from larder.core.keys.cache_keys import AudioKey, TokensKey, VisionKey, WaveformKey
from larder.core.payloads.sealed_npz import SourceNote, peek_stamp
from larder.core.stores import store_run
from larder.core.stores.cache_store import PutResult
from larder.core.stores.records import note_fingerprint, read_fingerprints
from larder.core.stores.use_log import UseLine, UseLog
from larder.core.stores.values.listing import list_values
from larder.core.stores.values.payloads import as_exact_int16
from larder.core.stores.values.store import ValuesStore
from larder.core.stores.values.uses import note_moved, read_uses
from larder.core.workspace.store_kinds import StoreKind, probe_folder
from tests.support.reading_payloads import read_stamp
from tests.support.value_caches import damage_of

BLOB, PROCESSOR = "0a" * 32, "c3" * 32
BFLOAT16 = np.dtype([("bfloat16", "<u2")])


def vision_key(number: int = 0, processor: str = PROCESSOR) -> VisionKey:
    return VisionKey(f"{number:064x}", processor, 8, 8)


def pixels(seed: int = 0) -> dict[str, np.ndarray]:
    return {"pixel_values": np.random.default_rng(seed).random((1, 3, 8, 8), np.float32)}


def vision(folder: Path, **options: object) -> ValuesStore:
    return ValuesStore(StoreKind.VISION, folder, **options)  # type: ignore[arg-type]


def test_a_collision_of_the_digits_in_a_name_is_a_miss(tmp_path: Path) -> None:
    ours, other = vision_key(), vision_key(processor=PROCESSOR[:12] + "0" * 52)
    assert ours.name() == other.name()
    with vision(tmp_path) as store:
        store.put(ours, pixels())
        assert store.get(other) is None
        assert "another key" in store.look_up(other)[1]
        assert store.get(ours) is not None
        store.put(other, pixels(1))
        assert store.get(ours) is None


def test_every_member_and_type_comes_back(tmp_path: Path) -> None:
    values = {
        "pixel_values": np.arange(24, dtype=np.float16).reshape(2, 12),
        "image_grid_thw": np.array([[1, 2, 3]]),
        "big": np.arange(3, dtype=">i2"), "mask": np.array([[True, False]]),
        "nothing": np.zeros((0, 4), np.float64), "number": np.array(7, np.uint8),
        "fortran": np.asfortranarray(np.arange(6.0).reshape(2, 3)), "text": np.array("cat"),
        "strided": np.arange(20, dtype=np.int32)[::3],
    }
    with vision(tmp_path) as store:
        store.put(vision_key(), values)
        got = store.get(vision_key())
    assert got is not None
    assert list(got) == list(values)
    for name, array in values.items():
        assert (got[name].dtype, got[name].shape) == (array.dtype, array.shape)
        assert got[name].tobytes() == array.tobytes()


def test_bfloat16_survives(tmp_path: Path) -> None:
    bits = np.arange(0x3F00, 0x3F18, dtype=np.uint16).reshape(2, 12)
    with vision(tmp_path) as store:
        store.put(vision_key(), {"pixel_values": bits.view(BFLOAT16)})
        got = store.get(vision_key())
    assert got is not None
    assert got["pixel_values"].dtype == BFLOAT16
    assert got["pixel_values"]["bfloat16"].tolist() == bits.tolist()


@pytest.mark.parametrize("values", [
    {}, {"other": np.ones((2, 2), np.float32)}, {"pixel_values": np.ones((2, 2), np.int64)},
    {"pixel_values": np.ones(4, np.float32)}, {"pixel_values": np.array([{}], object)},
    {"pixel_values": np.ones((2, 2), np.float32), "__larder__": np.ones(1)},
    {"pixel_values": np.ones((2, 2), np.float32), "a/b": np.ones(1)},
    {"pixel_values": np.ones((2, 2), np.float32), "date": np.array(["2020"], "M8[D]")},
])  # fmt: skip
def test_what_is_no_value_of_the_kind_is_not_stored(
    tmp_path: Path, values: dict[str, np.ndarray]
) -> None:
    with vision(tmp_path / "store") as store, pytest.raises(ValueError, match=r"\w"):
        store.put(vision_key(), values)
    assert not (tmp_path / "store").exists()


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    with vision(tmp_path) as store:
        key = WaveformKey(BLOB, 16_000, 16_000)
        with pytest.raises(ValueError, match="WaveformKey"):
            store.get(key)
        with pytest.raises(ValueError, match="WaveformKey"):
            store.put(key, pixels())


@pytest.mark.parametrize("samples", [
    np.ones(480_001, np.float32), np.ones((1, 5), np.float32), np.ones(5, np.float64),
])  # fmt: skip
def test_a_waveform_is_mono_float32_and_no_longer_than_its_cap(
    tmp_path: Path, samples: np.ndarray
) -> None:
    with ValuesStore(StoreKind.WAVEFORM, tmp_path) as store, pytest.raises(
        ValueError, match="waveform"
    ):
        store.put(WaveformKey(BLOB, 16_000, 480_000), {"waveform": samples})


def test_sixteen_bit_sound_takes_half_the_bytes_and_comes_back_exactly(tmp_path: Path) -> None:
    key = WaveformKey(BLOB, 16_000, 480_000)
    exact = np.arange(-32768, 32767, dtype=np.int16).astype(np.float32) / 32768
    stereo = (exact[:-1] + exact[1:]) / 2
    with ValuesStore(StoreKind.WAVEFORM, tmp_path) as store:
        plain = store.put(key, {"waveform": exact}).bytes
    with ValuesStore(StoreKind.WAVEFORM, tmp_path, exact_int16=True) as store:
        assert store.put(key, {"waveform": exact}).bytes < plain * 0.51
        assert store.get(key)["waveform"].tobytes() == exact.tobytes()
        assert damage_of(tmp_path / key.name(), StoreKind.WAVEFORM) == ""
        assert store.put(key, {"waveform": stereo}).bytes > plain * 0.99
        got = store.get(key)["waveform"]
        assert got.tobytes() == stereo.tobytes()
        assert (got.dtype, got.ndim, got.flags.c_contiguous) == (np.float32, 1, True)


@pytest.mark.parametrize("sample", [0.1, -0.0, 1.5, float("nan"), float("inf"), 1.0])
def test_what_is_no_sixteen_bit_number_is_refused(sample: float) -> None:
    with pytest.raises(ValueError, match="16"):
        as_exact_int16(np.array([0.5, sample], np.float32))


def test_another_decoders_waveform_is_a_miss_and_is_replaced(tmp_path: Path) -> None:
    old = WaveformKey(BLOB, 16_000, 480_000, True, decoder="1" * 64)
    new = WaveformKey(BLOB, 16_000, 480_000, True, decoder="2" * 64)
    with ValuesStore(StoreKind.WAVEFORM, tmp_path) as store:
        store.put(old, {"waveform": np.ones(5, np.float32)})
        assert store.get(new) is None
        store.put(new, {"waveform": np.zeros(5, np.float32)})
        assert store.get(new) is not None
        assert store.stats().entries == 1


def test_rows_of_one_section_never_hit_each_other(tmp_path: Path) -> None:
    keys = [TokensKey("5e" * 8, row, f"{row:064x}", PROCESSOR, 64, rows=3) for row in range(3)]
    with ValuesStore(StoreKind.TOKENS, tmp_path) as store:
        for row, key in enumerate(keys):
            assert store.get(key) is None
            store.put(key, {"input_ids": np.full(5, row)})
        for row, key in enumerate(keys):
            assert store.get(key)["input_ids"].tolist() == [row] * 5
        assert store.stats().entries == 3


def test_replacing_at_the_cap_evicts_nobody(tmp_path: Path) -> None:
    with vision(tmp_path) as store:
        size = store.put(vision_key(), pixels()).bytes
    with vision(tmp_path, budget_bytes=2 * size) as store:
        store.put(vision_key(1), pixels())
        for seed in range(3):
            assert store.put(vision_key(1), pixels(seed)).evicted == ()
            assert store.put(vision_key(0), pixels(seed)).evicted == ()
        assert store.total_bytes == 2 * size


def test_entries_of_this_run_go_last_and_the_cap_holds_within_one_run(tmp_path: Path) -> None:
    now = time.time_ns()
    with vision(tmp_path, clock=lambda: now) as store:
        sizes = [store.put(vision_key(number), pixels()).bytes for number in range(3)]
    now += 10**9
    with vision(tmp_path, budget_bytes=3 * sizes[0], clock=lambda: now) as store:
        assert store.get(vision_key(0)) is not None
        evicted = [store.put(vision_key(number), pixels()).evicted for number in range(3, 8)]
        assert evicted == [(vision_key(number).name(),) for number in (1, 2, 0, 3, 4)]
        assert store.stats().bytes == store.total_bytes == 3 * sizes[0]


def test_ties_go_by_name(tmp_path: Path) -> None:
    with vision(tmp_path) as store:
        for number in (3, 1, 2, 0):
            size = store.put(vision_key(number), pixels()).bytes
            os.utime(tmp_path / vision_key(number).name(), ns=(10**9, 10**9))
    with vision(tmp_path) as store:
        larder_folder(tmp_path).joinpath("uses-vision.jsonl").unlink()
        removed = store.prune(budget_bytes=2 * size)
    assert removed.names == (vision_key(0).name(), vision_key(1).name())


def test_two_stores_with_a_budget_keep_it_together(tmp_path: Path) -> None:
    with vision(tmp_path) as store:
        size = store.put(vision_key(), pixels()).bytes
    one = vision(tmp_path, budget_bytes=3 * size)
    two = vision(tmp_path, budget_bytes=3 * size)
    with one, two:
        for number in range(1, 9):
            (one if number % 2 else two).put(vision_key(number), pixels())
            assert two.stats().bytes <= 3 * size
        assert one.total_bytes == two.total_bytes == 3 * size


def test_the_total_hears_of_removals_and_returns(tmp_path: Path) -> None:
    with vision(tmp_path, budget_bytes=10**6) as store:
        size = store.put(vision_key(0), pixels()).bytes
        store.put(vision_key(1), pixels())
        path = tmp_path / vision_key(0).name()
        away = path.rename(tmp_path / "away")
        note_moved(tmp_path, [StoreKind.VISION], [vision_key(0).name()], is_back=False)
        assert store.total_bytes == size
        away.rename(path)
        back = [vision_key(0).name(), "no name of ours"]
        note_moved(tmp_path, [StoreKind.VISION], back, is_back=True)
        assert store.total_bytes == 2 * size


def test_uses_are_written_down_within_a_bounded_delay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_run, "DELAY_S", 0.05)
    store = vision(tmp_path)
    store.put(vision_key(), pixels())
    store.get(vision_key())
    for _ in range(200):
        if read_uses(tmp_path, StoreKind.VISION).hits:
            break
        time.sleep(0.02)
    uses = read_uses(tmp_path, StoreKind.VISION)
    assert (uses.hits, uses.misses) == (1, 0)
    assert uses.used[vision_key().name()] >= (tmp_path / vision_key().name()).stat().st_mtime_ns
    store.close()


def test_a_torn_last_line_is_passed_over_and_repaired(tmp_path: Path) -> None:
    with vision(tmp_path) as store:
        store.put(vision_key(), pixels())
        store.get(vision_key())
    log = larder_folder(tmp_path) / "uses-vision.jsonl"
    with log.open("ab") as file:
        file.write(b'{"run":"dead","used":{"0')
    assert read_uses(tmp_path, StoreKind.VISION).hits == 1
    with vision(tmp_path) as store:
        store.get(vision_key())
    assert read_uses(tmp_path, StoreKind.VISION).hits == 2
    assert log.read_bytes().endswith(b"\n")


def test_a_crash_between_the_steps_of_folding_counts_nothing_twice(tmp_path: Path) -> None:
    with vision(tmp_path) as store:
        store.put(vision_key(), pixels())
        store.get(vision_key())
        store.get(vision_key(5))
    path = larder_folder(tmp_path) / "uses-vision.jsonl"
    before, content = read_uses(tmp_path, StoreKind.VISION), path.read_bytes()
    log = UseLog(tmp_path, StoreKind.VISION)
    with log.held():
        log.fold()
    assert read_uses(tmp_path, StoreKind.VISION) == before
    path.write_bytes(content)
    assert read_uses(tmp_path, StoreKind.VISION) == before
    with log.held():
        log.append(UseLine(hits=1))
    assert read_uses(tmp_path, StoreKind.VISION).hits == before.hits + 1


def test_a_read_only_store_is_served_and_says_that_uses_were_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with vision(tmp_path) as store:
        store.put(vision_key(), pixels())

    def refuse(*_: object, **__: object) -> None:
        raise UserFacingError("The folder cannot be written to.")

    monkeypatch.setattr(UseLog, "append", refuse)
    store = vision(tmp_path)
    assert store.get(vision_key()) is not None
    store.close()
    assert "cannot be written" in store.save_problem


def test_links_lead_nothing_outside(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "store"
    outside.mkdir()
    folder.mkdir()
    key = vision_key()
    (outside / key.file_name()).write_bytes(b"mine")
    (folder / key.folder()).symlink_to(outside, target_is_directory=True)
    with vision(folder) as store:
        assert store.clear().names == ()
        assert store.prune(older_than_s=-100.0).names == ()
        for call in (lambda: store.put(key, pixels()), lambda: store.remove(key)):
            with pytest.raises(UserFacingError, match="link"):
                call()
        assert list_values(folder, StoreKind.VISION).foreign == (key.folder(),)
    assert (outside / key.file_name()).read_bytes() == b"mine"
    assert [path.name for path in outside.iterdir()] == [key.file_name()]


def test_a_link_at_the_place_of_a_payload_is_a_miss_and_is_replaced(tmp_path: Path) -> None:
    key, victim = vision_key(), tmp_path / "victim"
    with vision(tmp_path / "store") as store:
        store.put(key, pixels())
        path = tmp_path / "store" / key.name()
        path.rename(victim)
        path.symlink_to(victim)
        content = victim.read_bytes()
        assert store.get(key) is None
        store.put(key, pixels(1))
        assert store.get(key) is not None
    assert victim.read_bytes() == content
    assert not path.is_symlink()


def test_what_has_a_payloads_name_and_is_no_file_is_set_aside_not_deleted(tmp_path: Path) -> None:
    place = tmp_path / vision_key().name()
    place.mkdir(parents=True)
    (place / "mine").write_text("kept")
    with vision(tmp_path) as store:
        assert store.get(vision_key()) is None
        store.put(vision_key(), pixels())
        assert store.get(vision_key()) is not None
    aside, = larder_folder(tmp_path).joinpath("in-the-way").iterdir()
    assert (aside / "mine").read_text() == "kept"


def test_empty_shards_go_with_their_last_payload(tmp_path: Path) -> None:
    with vision(tmp_path) as store:
        store.put(VisionKey(BLOB, PROCESSOR, 8, 8), pixels())
        assert (tmp_path / "0a").is_dir()
        store.prune(older_than_s=-1.0)
        assert not (tmp_path / "0a").exists()
    assert probe_folder(tmp_path).kinds == (StoreKind.VISION,)


def test_a_payload_says_its_whole_key_and_source(tmp_path: Path) -> None:
    source = SourceNote(name="cats/1.png", size=7, mtime_ns=9)
    with vision(tmp_path) as store:
        store.put(vision_key(), pixels(), source=source)
    path = tmp_path / vision_key().name()
    for read in (read_stamp, peek_stamp):
        stamp = read(path)
        assert stamp is not None
        assert stamp.key == vision_key().document()
        assert stamp.source == source
        assert (stamp.kind, [array.name for array in stamp.arrays]) == ("vision", ["pixel_values"])


def test_a_check_says_what_is_wrong(tmp_path: Path) -> None:
    with vision(tmp_path) as store:
        store.put(vision_key(), pixels())
    path = tmp_path / vision_key().name()
    assert damage_of(path, StoreKind.VISION) == ""
    moved = path.with_name(path.name.replace("8x8", "9x9"))
    path.rename(moved)
    assert "another key" in damage_of(moved, StoreKind.VISION)
    moved.write_bytes(moved.read_bytes()[:-1])
    assert "zip" in damage_of(moved, StoreKind.VISION)
    np.savez(moved, arr_0=np.ones(3))
    assert "contains no pixel_values" in damage_of(moved, StoreKind.VISION)
    assert "not the name" in damage_of(tmp_path / "0a" / "x.npz", StoreKind.VISION)


def test_a_miss_is_explained_by_what_changed(tmp_path: Path) -> None:
    old, new = vision_key(), vision_key(processor="d4" * 32)
    with vision(tmp_path) as store:
        assert store.why_missed(old) == "nothing is cached for this source"
        store.put(old, pixels())
        assert store.why_missed(old) == ""
        assert store.why_missed(new) == "a different processor"
        note_fingerprint(tmp_path, old.processor, {"crop_size": {"height": 224}, "mean": [0.5]})
        note_fingerprint(tmp_path, new.processor, {"crop_size": {"height": 256}, "mean": [0.5]})
        note_fingerprint(tmp_path, new.processor, {"crop_size": {"height": 1}})
        assert store.why_missed(new) == "crop_size.height: 224 → 256"
        larger = VisionKey(old.blob, old.processor, 9, 8)
        assert store.why_missed(larger) == "height: 8 → 9"
        (tmp_path / old.name()).write_bytes(b"x")
        assert "not a zip file" in store.why_missed(old)
    assert len(read_fingerprints(tmp_path)) == 2


def test_a_full_drive_is_a_sentence_and_leaves_no_temporary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with vision(tmp_path) as store:
        store.put(vision_key(), pixels())

        def refuse(*_: object) -> int:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "writev", refuse, raising=False)
            with pytest.raises(UserFacingError, match="full"):
                store.put(vision_key(1), pixels())
        assert store.stats().temporaries == 0
        assert store.put(vision_key(1), pixels()).result is PutResult.STORED


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a fork")
def test_a_forked_child_counts_for_itself(tmp_path: Path) -> None:
    store = vision(tmp_path)
    store.put(vision_key(), pixels())
    store.get(vision_key())
    child = os.fork()
    if child == 0:
        store.get(vision_key())
        store.close()
        os._exit(0)
    os.waitpid(child, 0)
    store.close()
    assert read_uses(tmp_path, StoreKind.VISION).hits == 2


def test_many_lookups_keep_no_file_open(tmp_path: Path) -> None:
    with vision(tmp_path) as store:
        for number in range(30):
            store.put(vision_key(number), pixels())
        before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
        values = [store.get(vision_key(number)) for number in range(30)]
        after = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
        assert after <= before
        assert len(values) == 30


def test_audio_masks_are_stored_with_the_features(tmp_path: Path) -> None:
    key = AudioKey(BLOB, PROCESSOR, 16_000, 480_000)
    values = {"input_features": np.ones((1, 8, 4), np.float32), "attention_mask": np.ones((1, 4))}
    with ValuesStore(StoreKind.AUDIO, tmp_path) as store:
        store.put(key, values)
        assert set(store.get(key)) == set(values)
