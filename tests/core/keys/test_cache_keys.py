"""Keys spell the originals' file names, and no two keys share one but by design."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.keys.cache_keys import (
    AudioKey,
    TokensKey,
    TreeKey,
    VisionKey,
    WaveformKey,
    is_whole_milliseconds,
    parse_name,
)

BLOB, PROCESSOR = "0a" * 32, "c3" * 32
SECTION = "5e" * 8

sha = st.text("0123456789abcdef", min_size=64, max_size=64)
count = st.integers(1, 100_000)
KEYS = {
    "vision": st.builds(VisionKey, sha, sha, count, count),
    "audio": st.builds(AudioKey, sha, sha, count, count, st.booleans()),
    "waveform": st.builds(WaveformKey, sha, count, count, st.booleans()),
    "tokens": st.builds(
        TokensKey, sha.map(lambda digits: digits[:16]), st.integers(0, 3), sha, sha, count,
        st.integers(0, 3)),
}


def test_names_are_those_of_the_originals() -> None:
    start = f"0a/{BLOB}"
    assert VisionKey(BLOB, PROCESSOR, 224, 448).name() == f"{start}.c3c3c3c3c3c3.224x448.npz"
    audio = AudioKey(BLOB, PROCESSOR, 16_000, 480_000)
    assert audio.name() == f"{start}.c3c3c3c3c3c3.16000.30000.npz"
    assert msgspec.structs.replace(audio, auto_resample=True).name() == \
        f"{start}.c3c3c3c3c3c3.16000.30000.rs.npz"
    assert WaveformKey(BLOB, 16_000, 480_000, True).name() == f"{start}.16000.30000.rs.wav.npz"
    assert TokensKey(SECTION, 0, BLOB, PROCESSOR, 64, rows=1).name() == \
        f"entries/5e/{SECTION}.c3c3c3c3c3c3.seq64.npz"
    assert TreeKey("a tree").name() == "a tree"


def test_resampled_clips_are_kept_apart_from_native_ones() -> None:
    native = AudioKey(BLOB, PROCESSOR, 16_000, 480_000)
    assert ".rs" not in native.name()
    assert ".rs." in msgspec.structs.replace(native, auto_resample=True).name()


def test_caps_that_round_to_the_same_milliseconds_have_their_own_names() -> None:
    caps = [479_994, 480_000, 480_006]  # 29.9996 s, 30 s and 30.0004 s at 16 kHz
    names = {WaveformKey(BLOB, 16_000, cap).name() for cap in caps}
    assert len(names) == 3
    assert {AudioKey(BLOB, PROCESSOR, 16_000, cap).name().rpartition("30000")[2]
            for cap in caps} == {".n479994.npz", ".npz", ".n480006.npz"}


def test_rows_of_one_section_have_names_of_their_own() -> None:
    rows = [TokensKey(SECTION, row, f"{row:064x}", PROCESSOR, 64, rows=3) for row in range(3)]
    edited = msgspec.structs.replace(rows[1], text="e" * 64)
    names = {key.name() for key in (*rows, edited)}
    assert len(names) == 4
    assert not any(SECTION in name for name in names)


def test_a_section_of_an_unknown_number_of_rows_never_takes_the_sections_name() -> None:
    assert SECTION not in TokensKey(SECTION, 0, BLOB, PROCESSOR, 64).name()


@pytest.mark.parametrize("make", [
    lambda digits: VisionKey(digits, PROCESSOR, 1, 1),
    lambda digits: VisionKey(BLOB, digits, 1, 1),
    lambda digits: AudioKey(digits, PROCESSOR, 1, 1),
    lambda digits: WaveformKey(digits, 1, 1),
    lambda digits: TokensKey(digits, 0, BLOB, PROCESSOR, 1),
    lambda digits: TokensKey(SECTION, 0, BLOB, digits, 1),
])  # fmt: skip
@pytest.mark.parametrize("digits", ["", "../../x", "A" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n"])
def test_what_is_no_digest_is_refused_before_any_path_is_built(make: Any, digits: str) -> None:
    with pytest.raises(ValueError, match="hex digits"):
        make(digits)


@pytest.mark.parametrize("stem", ["", ".", "..", "a/b", "a\\b", "c:x", "a\0"])
def test_a_tree_is_named_by_a_plain_stem(stem: str) -> None:
    with pytest.raises(ValueError, match="no name of a tree"):
        TreeKey(stem)


@pytest.mark.parametrize("kind", KEYS)
@given(data=st.data())
def test_a_name_tells_what_its_key_says(kind: str, data: st.DataObject) -> None:
    key = data.draw(KEYS[kind])
    parsed = parse_name(kind, key.name())
    assert parsed == parse_name(kind, key.file_name())
    assert parsed is not None
    document = key.document()
    told = {
        "height": parsed.height, "width": parsed.width, "sample_rate": parsed.sample_rate,
        "auto_resample": parsed.is_resampled, "sequence_length": parsed.sequence_length}
    assert {name: value for name, value in told.items() if value is not None} == \
        {name: document[name] for name in told if name in document}
    if kind in ("audio", "waveform"):
        exact = is_whole_milliseconds(key.sample_rate, key.max_samples)
        assert parsed.samples == (None if exact else key.max_samples)
    if "processor" in document:
        assert key.processor.startswith(parsed.fingerprint)
    others = [other for other in KEYS if other != kind]
    assert [parse_name(other, key.name()) for other in others] == [None] * 3


@pytest.mark.parametrize("kind", KEYS)
@given(data=st.data())
def test_different_keys_with_different_prefixes_have_different_names(
    kind: str, data: st.DataObject
) -> None:
    keys = data.draw(st.lists(KEYS[kind], min_size=2, max_size=5, unique_by=lambda key: str(key)))
    documents = {str(key.document()) for key in keys}
    names = {key.name() for key in keys}
    assert len(names) >= len({key.file_name() for key in keys})
    assert len(documents) >= len(names) - 3


@pytest.mark.parametrize("name", [
    f"0b/{BLOB}.c3c3c3c3c3c3.1x1.npz",
    f"{BLOB}/{BLOB}.c3c3c3c3c3c3.1x1.npz",
    f"0a/{BLOB}.c3c3c3c3c3c3.1x١.npz",
    f"0a/{BLOB}.c3c3c3c3c3c3.1x1.npz.tmp",
    f"0a/{BLOB}.c3c3c3c3c3c3.1x1.npz\n",
    f"0a/{BLOB.upper()}.c3c3c3c3c3c3.1x1.npz",
    f"../0a/{BLOB}.c3c3c3c3c3c3.1x1.npz",
])  # fmt: skip
def test_a_name_in_another_folder_or_of_another_form_is_none(name: str) -> None:
    assert parse_name("vision", name) is None
