from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.jobs import CancelToken, run_to_end
from larder.core.keys.cache_keys import AudioKey, TokensKey, TreeKey, VisionKey, WaveformKey
from larder.core.payloads.sealed_npz import SourceNote
from larder.core.queries.draw_payload import preview_payload
from larder.core.queries.draw_pixels import frames_of_grid, run_means, run_starts, strip
from larder.core.queries.preview import (
    LeafTable,
    PayloadPreview,
    PixelDrawing,
    SoundDrawing,
    TokenTable,
    WaveformDrawing,
    read_preview,
    save_preview,
)
from larder.core.stores.records import note_fingerprint
from larder.core.stores.values.store import ValuesStore
from larder.core.stores.values.trees.store import TreesStore
from larder.core.workspace.store_kinds import StoreKind
from tests.support.value_caches import vision_entry

BLOB, DIGEST = "ab" * 32, "cd" * 32
NORMALIZED = {
    "do_normalize": True, "do_rescale": True,
    "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5]}


def stored(
    store: Path, key: object, values: dict[str, np.ndarray], kind: StoreKind,
    facts: dict[str, object] | None = None, source: SourceNote | None = None,
) -> Path:
    with ValuesStore(kind, store) as opened:
        opened.put(key, values, source=source)  # type: ignore[arg-type]
    if facts is not None:
        note_fingerprint(store, DIGEST, facts, name="maker")
    return store / key.name()  # type: ignore[attr-defined]


def previewed(path: Path, kind: StoreKind, store: Path, **more: bool) -> PayloadPreview:
    """Through its columns and document, as a window gets it."""
    made = run_to_end(preview_payload(path, kind, store, token=CancelToken(), **more))
    tables = store / "tables"
    return read_preview(json.dumps(save_preview(tables, made)).encode(), tables)


def vision(store: Path, pixels: np.ndarray, facts: dict[str, object] | None, **more: np.ndarray
           ) -> PixelDrawing:
    key = VisionKey(BLOB, DIGEST, 8, 8)
    path = stored(store, key, {"pixel_values": pixels, **more}, StoreKind.VISION, facts)
    drawing = previewed(path, StoreKind.VISION, store).drawing
    assert isinstance(drawing, PixelDrawing)
    return drawing


def test_pixels_have_the_colours_they_had_before_the_processor(tmp_path: Path) -> None:
    colours = np.random.default_rng(0).integers(0, 256, (3, 8, 8)).astype(np.uint8)
    pixels = ((colours / 255.0 - 0.5) / 0.5).astype(np.float32)[None]
    drawing = vision(tmp_path, pixels, {"attributes": NORMALIZED})
    assert (np.asarray(drawing.colours) == colours.transpose(1, 2, 0)).all()
    assert not drawing.is_stretched
    assert (drawing.height, drawing.width, drawing.tiles) == (8, 8, 1)


def test_pixels_of_an_unknown_processor_are_stretched_and_said_to_be(tmp_path: Path) -> None:
    pixels = np.linspace(-2, 3, 192, dtype=np.float32).reshape(1, 3, 8, 8)
    drawing = vision(tmp_path, pixels, None)
    assert drawing.is_stretched
    assert (int(drawing.colours.min()), int(drawing.colours.max())) == (0, 255)


def test_pixels_of_another_program_are_drawn_by_the_digits_in_their_name(tmp_path: Path) -> None:
    name = vision_entry(tmp_path, 0, size=4)
    digits = Path(name).name.split(".")[1]
    note_fingerprint(tmp_path, digits + "0" * 52, {"attributes": NORMALIZED}, name="known")
    found = previewed(tmp_path / name, StoreKind.VISION, tmp_path)
    assert found.made_by == "known"
    assert isinstance(found.drawing, PixelDrawing)
    assert set(found.drawing.colours.reshape(-1).tolist()) == {191}  # 0.5 * 0.5 + 0.5


def test_large_pictures_are_made_small_in_proportion(tmp_path: Path) -> None:
    drawing = vision(tmp_path, np.zeros((1, 3, 1540, 770), np.float32), None)
    assert drawing.colours.shape == (512, 256, 3)
    assert (drawing.height, drawing.width) == (1540, 770)


def test_tiles_are_laid_beside_each_other(tmp_path: Path) -> None:
    tiles = np.ones((1, 3, 3, 10, 20), np.float32) * np.arange(3).reshape(1, 3, 1, 1, 1)
    drawing = vision(tmp_path, tiles, None)
    assert drawing.tiles == 3
    assert drawing.colours.shape == (24, 44, 3)


@pytest.mark.parametrize("shape", [(1, 1, 9, 7), (1, 3, 9, 7), (3, 9, 7), (1, 1, 3, 9, 7)])
def test_pictures_of_any_layout_are_no_patches(tmp_path: Path, shape: tuple[int, ...]) -> None:
    drawing = vision(tmp_path, np.random.default_rng(0).random(shape).astype(np.float32), None)
    assert (drawing.height, drawing.width, drawing.tiles, drawing.is_strip) == (9, 7, 1, False)


def merged_patches(picture: np.ndarray, *, patch: int, merge: int) -> np.ndarray:
    """Cut as the processor of Qwen2-VL cuts a still picture, shape (3, h, w)."""
    down, across = picture.shape[1] // patch, picture.shape[2] // patch
    rows = []
    for top in range(0, down, merge):
        for left in range(0, across, merge):
            for y in range(top, top + merge):
                for x in range(left, left + merge):
                    part = picture[:, y * patch:(y + 1) * patch, x * patch:(x + 1) * patch]
                    rows.append(np.stack([part, part], axis=1).reshape(-1))
    return np.stack(rows)


def test_merged_patches_are_put_where_they_came_from(tmp_path: Path) -> None:
    picture = np.random.default_rng(1).random((3, 8, 12)).astype(np.float32)
    patches = merged_patches(picture, patch=2, merge=2)
    frames = frames_of_grid(patches, np.array([[1, 4, 6]]), {"merge_size": 2})
    assert frames is not None
    assert (frames[0] == picture).all()


def test_patches_whose_grid_does_not_fit_are_a_strip(tmp_path: Path) -> None:
    patches = np.random.default_rng(1).random((7, 24)).astype(np.float32)
    drawing = vision(tmp_path, patches, None, image_grid_thw=np.array([[1, 3, 3]]))
    assert drawing.is_strip
    assert strip(patches).shape == (1, 3, 6, 6)


def test_patches_with_colours_last_are_a_picture(tmp_path: Path) -> None:
    rows = np.zeros((1, 9, 12), np.float32)
    rows[0, 1] = 1.0
    drawing = vision(tmp_path, rows, None, spatial_shapes=np.array([[2, 3]]))
    assert (drawing.height, drawing.width, drawing.is_strip) == (4, 6, False)
    assert (np.asarray(drawing.colours)[:2, 2:4] == 255).all()


def test_features_are_drawn_with_the_highest_band_on_top(tmp_path: Path) -> None:
    features = np.zeros((1, 80, 3000), np.float32)
    features[0, 79] = 2.0
    path = stored(tmp_path, AudioKey(BLOB, DIGEST, 16000, 480000), {"input_features": features},
                  StoreKind.AUDIO, {"attributes": {
                      "feature_size": 80, "hop_length": 160, "sampling_rate": 16000}})
    drawing = previewed(path, StoreKind.AUDIO, tmp_path).drawing
    assert isinstance(drawing, SoundDrawing)
    assert drawing.shades.shape == (80, 1000)
    assert (np.asarray(drawing.shades[0]) == 255).all()
    assert not drawing.shades[1:].any()
    assert (drawing.bands, drawing.frames, drawing.frame_s) == (80, 3000, 0.01)
    assert (drawing.low, drawing.high) == (0.0, 2.0)


@pytest.mark.parametrize(("shape", "facts", "bands"), [
    ((1, 1024, 128), {"num_mel_bins": 128}, 128),
    ((1, 1, 1001, 64), {"feature_size": 64}, 64),
    ((1, 50, 160), {"feature_size": 160}, 160),
    ((1, 300, 100), {}, 100),
])
def test_bands_are_told_from_frames(
    tmp_path: Path, shape: tuple[int, ...], facts: dict[str, object], bands: int
) -> None:
    path = stored(tmp_path, AudioKey(BLOB, DIGEST, 16000, 480000),
                  {"input_features": np.zeros(shape, np.float32)}, StoreKind.AUDIO,
                  {"attributes": facts})
    drawing = previewed(path, StoreKind.AUDIO, tmp_path).drawing
    assert isinstance(drawing, SoundDrawing)
    assert drawing.bands == bands


def test_an_extractor_that_leaves_samples_gives_a_waveform(tmp_path: Path) -> None:
    path = stored(tmp_path, AudioKey(BLOB, DIGEST, 16000, 480000),
                  {"input_values": np.zeros((1, 700), np.float32)}, StoreKind.AUDIO)
    assert isinstance(previewed(path, StoreKind.AUDIO, tmp_path).drawing, WaveformDrawing)


def test_waveforms_keep_every_extreme(tmp_path: Path) -> None:
    samples = np.zeros(480_000, np.float32)
    samples[123_456], samples[7] = 0.75, -0.5
    path = stored(tmp_path, WaveformKey(BLOB, 16000, 480000), {"waveform": samples},
                  StoreKind.WAVEFORM)
    drawing = previewed(path, StoreKind.WAVEFORM, tmp_path).drawing
    assert isinstance(drawing, WaveformDrawing)
    assert drawing.minima.shape == drawing.maxima.shape == (2000,)
    assert (float(drawing.minima[0]), float(drawing.maxima.max())) == (-0.5, 0.75)
    assert (drawing.samples, drawing.sample_rate) == (480_000, 16000)


def test_tokens_of_bytes_are_shown_as_text(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text("first\n\nÜ🦊", encoding="utf-8")
    from larder.core.encoders.text_sections import row_digest

    ids = np.array([257, *"Ü🦊".encode(), 0x80, 258, 300], np.int32)
    path = stored(
        tmp_path, TokensKey("0" * 16, 1, row_digest("Ü🦊"), DIGEST, 64), {
            "input_ids": ids, "attention_mask": np.ones_like(ids)}, StoreKind.TOKENS,
        {"class": "bytes"}, SourceNote(name=str(source), size=1, mtime_ns=1))
    found = previewed(path, StoreKind.TOKENS, tmp_path)
    assert isinstance(found.drawing, TokenTable)
    assert list(found.drawing.pieces) == [
        "<begin>", "Ü", "", "🦊", "", "", "", "<0x80>", "<end>", ""]
    assert (found.drawing.text, found.drawing.why_no_pieces) == ("Ü🦊", "")
    assert found.source == str(source)


def test_tokens_of_a_tokenizer_that_is_not_at_hand_are_ids_and_a_sentence(tmp_path: Path) -> None:
    ids = np.arange(5, dtype=np.int64)
    path = stored(tmp_path, TokensKey("0" * 16, 0, BLOB, DIGEST, 64, 1), {
        "input_ids": ids, "attention_mask": np.array([1, 1, 1, 0, 0])}, StoreKind.TOKENS,
        {"class": "transformers.Any"})
    drawing = previewed(path, StoreKind.TOKENS, tmp_path).drawing
    assert isinstance(drawing, TokenTable)
    assert drawing.why_no_pieces == "The tokenizer maker is not on this computer."
    assert drawing.ids.tolist() == [0, 1, 2, 3, 4]
    assert drawing.mask.tolist() == [1, 1, 1, 0, 0]


def test_leaves_have_their_figures(tmp_path: Path) -> None:
    with TreesStore(tmp_path) as store:
        store.put_tree(TreeKey("a"), {"x": {"y": np.array([[1.0, 3.0]], np.float32)}, "z": {}})
    drawing = previewed(tmp_path / "a.manifest", StoreKind.TREE, tmp_path).drawing
    assert isinstance(drawing, LeafTable)
    assert list(drawing.shape) == ["1,2"]
    assert (drawing.mean.tolist(), drawing.maximum.tolist()) == ([2.0], [3.0])
    assert (list(drawing.first), len(drawing.sha256[0])) == (["1, 3"], 64)


def test_leaves_of_large_trees_are_read_when_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("larder.core.queries.draw_payload.READ_UNASKED", 8)
    with TreesStore(tmp_path) as store:
        store.put_tree(TreeKey("a"), {"x": np.zeros(2, np.float32), "y": np.ones(2, np.float32)})
    manifest = tmp_path / "a.manifest"
    drawing = previewed(manifest, StoreKind.TREE, tmp_path).drawing
    assert isinstance(drawing, LeafTable)
    assert drawing.unread == 1
    assert np.isnan(drawing.mean).tolist() == [False, True]
    thorough = previewed(manifest, StoreKind.TREE, tmp_path, thorough=True).drawing
    assert isinstance(thorough, LeafTable)
    assert (thorough.unread, thorough.mean.tolist()) == (0, [0.0, 1.0])


def test_a_damaged_leaf_is_a_row_with_its_fault(tmp_path: Path) -> None:
    with TreesStore(tmp_path) as store:
        store.put_tree(TreeKey("a"), {"x": np.zeros(64, np.float32), "y": np.ones(2, np.float32)})
    (data,) = tmp_path.glob("*.data")
    content = bytearray(data.read_bytes())
    content[3] ^= 1
    data.write_bytes(content)
    drawing = previewed(tmp_path / "a.manifest", StoreKind.TREE, tmp_path).drawing
    assert isinstance(drawing, LeafTable)
    assert [bool(fault) for fault in drawing.fault] == [True, False]


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "gone"])
def test_a_damaged_payload_is_one_sentence(tmp_path: Path, damage: str) -> None:
    path = stored(tmp_path, WaveformKey(BLOB, 16000, 480000),
                  {"waveform": np.ones(500, np.float32)}, StoreKind.WAVEFORM)
    content = bytearray(path.read_bytes())
    if damage == "gone":
        path.unlink()
    else:
        content[-700] ^= 1
        path.write_bytes({"empty": b"", "cut": content[:900], "flipped": content}[damage])
    found = previewed(path, StoreKind.WAVEFORM, tmp_path)
    assert found.drawing is None
    assert found.problem.endswith(".")
    assert "\n" not in found.problem


def test_a_drive_that_fails_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    path = stored(tmp_path, WaveformKey(BLOB, 16000, 480000),
                  {"waveform": np.ones(500, np.float32)}, StoreKind.WAVEFORM)
    monkeypatch.setattr("larder.core.queries.draw_payload.read_values", fails)
    found = previewed(path, StoreKind.WAVEFORM, tmp_path)
    assert found.problem == f"{path.name} cannot be read: Input/output error."


@settings(deadline=None, max_examples=50)
@given(count=st.integers(1, 300), most=st.integers(1, 300))
def test_runs_cover_an_axis_once_in_nearly_equal_parts(count: int, most: int) -> None:
    lengths = np.diff(run_starts(count, most), append=count)
    assert int(lengths.sum()) == count
    assert int(lengths.min()) >= 1
    assert int(lengths.max() - lengths.min()) <= 1
    means = run_means(np.arange(count, dtype=np.float32), axis=0, most=most)
    assert np.average(means, weights=lengths) == pytest.approx((count - 1) / 2, rel=1e-4)
