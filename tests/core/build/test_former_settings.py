"""The words that make a value again under its name, as far as its name and its maker tell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from larder.core.build.rebuild_settings import RebuildMakers, RebuildSettings, former_folder
from larder.core.stores.records import note_fingerprint
from larder.core.workspace.store_kinds import StoreKind

DIGEST, BLOB = "ab" * 32, "cd" * 32
SQUARE = {"height": 64, "width": 64}


@pytest.mark.parametrize(("attributes", "size"), [
    ({"size": SQUARE}, (64, 64)),
    ({"size": {**SQUARE, "longest_edge": None}}, (64, 64)),
    ({"size": {"shortest_edge": 64}, "crop_size": SQUARE}, (64, 64)),
    ({"size": {"shortest_edge": 64}}, (64, 64)),
    # What saying the size sets is not what was set.
    ({"size": {"shortest_edge": 73}, "crop_size": SQUARE}, None),
    ({"size": {"height": 32, "width": 64}}, None),
    ({"size": SQUARE, "crop_size": {"height": 32, "width": 32}}, None),
    ({"size": SQUARE, "crop_size": {"height": 32}, "do_center_crop": False}, (64, 64)),
    ({"size": {"shortest_edge": 9, "longest_edge": 4096}}, None),
    ({}, None)])
def test_a_size_is_said_where_saying_it_gives_the_same_name(
    tmp_path: Path, attributes: dict[str, Any], size: tuple[int, int] | None
) -> None:
    note_fingerprint(tmp_path, DIGEST, {"attributes": attributes}, name="siglip")
    settings = RebuildMakers(tmp_path, StoreKind.VISION).settings(
        f"cd/{BLOB}.{DIGEST[:12]}.64x64.npz")
    assert settings == RebuildSettings(maker="siglip", model="siglip", size=size)
    assert settings.options(StoreKind.VISION) == (
        "--store", "vision", "--encoder", "siglip", *(("--size", "64x64") if size else ()))


@pytest.mark.parametrize(("settings", "words"), [
    ("16000.30000.rs", "--sample-rate 16000 --max-seconds 30 --resample"),
    ("16000.1500", "--sample-rate 16000 --max-seconds 1.5"),
    ("44100.333.n14700", "--sample-rate 44100 --max-seconds 0.3333333333")])
def test_a_clip_is_cut_again_where_it_was_cut(
    tmp_path: Path, settings: str, words: str
) -> None:
    former = RebuildMakers(tmp_path, StoreKind.WAVEFORM).settings(
        f"cd/{BLOB}.{settings}.wav.npz")
    assert former.options(StoreKind.WAVEFORM) == ("--store", "waveform", *words.split())
    if former.max_seconds is not None and ".n" in settings:
        said = float(words.rpartition(" ")[2])
        assert round(said * 44100) == 14700


def test_the_folder_is_the_latest_that_was_built_and_holds_all(tmp_path: Path) -> None:
    one, other = tmp_path / "a/b", tmp_path / "a/c"
    assert former_folder([one, other], [one, tmp_path / "a"]) == tmp_path / "a"
    assert former_folder([one], [other]) == one
    assert former_folder([Path("/x"), Path("/y")], []) is None
