"""Names and what they mean map to each other, and nothing else passes for one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.files.temp_names import temp_name
from larder.core.keys.content_hash import hash_file
from larder.core.keys.payload_names import (
    IndexedName,
    IndexedPayloadName,
    TempName,
    classify_indexed_name,
    compute_group_key,
    format_resolution_key,
    is_released_group,
    is_sentinel,
    parse_indexed_name,
    parse_released_item,
    parse_released_variation,
    parse_resolution_key,
    parse_temp_name,
    split_indexed_names,
    stem_is_safe,
    stems_are_safe,
)

NUMBER = st.integers(min_value=0, max_value=10**7)
PAYLOADS = st.builds(
    IndexedPayloadName,
    hash12=st.text("0123456789abcdef", min_size=12, max_size=12),
    resolution=st.none() | st.tuples(NUMBER, NUMBER),
    variation=st.integers(min_value=1, max_value=10**6),
)
TEMPS = st.builds(
    TempName,
    pid=NUMBER,
    thread=st.integers(min_value=0, max_value=2**63),
    payload=PAYLOADS.map(lambda name: name.file_name) | st.just("blank_sentinel.pt"),
    is_augment=st.booleans(),
)


@given(PAYLOADS)
def test_payload_names_round_trip(name: IndexedPayloadName) -> None:
    assert parse_indexed_name(name.file_name) == name
    assert stem_is_safe(name.stem)
    assert classify_indexed_name(name.file_name) is IndexedName.PAYLOAD


@given(TEMPS)
def test_temp_names_round_trip(name: TempName) -> None:
    assert parse_temp_name(name.file_name) == name
    assert classify_indexed_name(name.file_name) is IndexedName.TEMP


@given(st.text(max_size=40) | st.from_regex(r"[0-9a-f]{12}(_[0-9]+x[0-9]+)?_[0-9]+\.pt"))
def test_what_parses_is_spelled_exactly_as_the_trainer_would(name: str) -> None:
    parsed = parse_indexed_name(name)
    assert parsed is None or parsed.file_name == name


def test_parts_of_known_names() -> None:
    assert parse_indexed_name("9f00aa11bb22_832x1280_3.pt") == IndexedPayloadName(
        "9f00aa11bb22", (832, 1280), 3
    )
    text = parse_indexed_name("ef46db3751d8_1.pt")
    assert text == IndexedPayloadName("ef46db3751d8", None, 1)
    assert (text.stem, text.resolution_key) == ("ef46db3751d8", "_")
    frames = parse_indexed_name("9f00aa11bb22_1x1024_1.pt")
    assert frames is not None
    assert frames.resolution_key == "1x1024"
    assert parse_temp_name("deadbeef0000_64x64_1.pt.4242.99.tmp") == TempName(
        4242, 99, "deadbeef0000_64x64_1.pt", False
    )
    assert parse_temp_name("ef46db3751d8_1.pt.4242.99.aug.tmp") == TempName(
        4242, 99, "ef46db3751d8_1.pt", True
    )


@pytest.mark.parametrize(
    "name",
    [
        "",
        "9f00aa11bb22.pt",
        "9F00AA11BB22_1.pt",
        "9f00aa11bb2_1.pt",
        "9f00aa11bb22_832x1280.pt",
        "9f00aa11bb22_832x1280_0.pt",
        "9f00aa11bb22_832x1280_01.pt",
        "9f00aa11bb22_0832x1280_1.pt",
        "9f00aa11bb22_832X1280_1.pt",
        "9f00aa11bb22_1.pt\n",
        "9f00aa11bb22_\u0661.pt",
        "x9f00aa11bb22_1.pt",
        "9f00aa11bb22_1.PT",
        "9f00aa11bb22_1.safetensors",
        "../9f00aa11bb22_1.pt",
        "holiday.pt",
        "holiday.pt.12.34.tmp",
        "cache.json.old",
        "quantization",
    ],
)
def test_other_names_are_foreign(name: str) -> None:
    assert parse_indexed_name(name) is None
    assert parse_temp_name(name) is None
    assert classify_indexed_name(name) is IndexedName.FOREIGN


@pytest.mark.parametrize(
    "stem",
    [
        "../../out/x", "/abs/9f00aa11bb22", "9f00aa11bb22_1", "9f00aa11bb22/..", "",
        "9f00aa11bb22\n", "9f00aa11bb22\n9f00aa11bb22",
    ],
)
def test_stems_that_lead_elsewhere_are_not_safe(stem: str) -> None:
    assert not stem_is_safe(stem)
    assert not stems_are_safe(["9f00aa11bb22_64x64", stem, "9f00aa11bb22"])


@given(st.lists(PAYLOADS, max_size=5))
def test_many_stems_are_safe_when_each_is(names: list[IndexedPayloadName]) -> None:
    assert stems_are_safe([name.stem for name in names])


@given(
    st.lists(
        PAYLOADS.map(lambda name: name.file_name)
        | TEMPS.map(lambda name: name.file_name)
        | st.sampled_from(
            ["cache.json", "cache.json.bak", "content_index.json", "blank_sentinel.pt", "x.pt"]
        )
        | st.just("cache.json").map(temp_name)
    )
)
def test_many_names_are_classified_as_one_by_one(names: list[str]) -> None:
    kinds = split_indexed_names(names)
    assert kinds.dtype == np.uint8
    assert [IndexedName(kind) for kind in kinds] == [classify_indexed_name(name) for name in names]


def test_every_kind_of_name() -> None:
    by_kind = {
        "9f00aa11bb22_1.pt": IndexedName.PAYLOAD,
        "9f00aa11bb22_1.pt.1.2.tmp": IndexedName.TEMP,
        "blank_sentinel.pt.1.2.tmp": IndexedName.TEMP,
        "blank_sentinel.pt": IndexedName.SENTINEL,
        "cache.json": IndexedName.INDEX,
        "cache.json.tmp": IndexedName.INDEX,
        "cache.json.bak": IndexedName.INDEX,
        "content_index.json": IndexedName.INDEX,
        "content_index.json.tmp": IndexedName.INDEX,
        temp_name("cache.json"): IndexedName.LARDER_TEMP,
        "aggregate.pt": IndexedName.FOREIGN,
    }
    assert {name: classify_indexed_name(name) for name in by_kind} == by_kind
    assert is_sentinel("blank_sentinel.pt")
    assert not is_sentinel("Blank_Sentinel.pt")


def test_names_that_the_trainer_wrote_carry_their_sources_hash(fixture_workspace) -> None:  # type: ignore[no-untyped-def]
    workspace: Path = fixture_workspace("sdxl_clean")
    pictures = [
        path for path in (workspace / "data").rglob("*") if path.suffix in (".jpg", ".png", ".webp")
    ]
    stored = {
        name.hash12
        for path in (workspace / "workspace-cache/run/image").glob("*.pt")
        if (name := parse_indexed_name(path.name)) is not None
    }
    assert stored == {hash_file(path)[:12] for path in pictures}


def test_released_group_key_vector() -> None:
    key = compute_group_key(["data/cats", 7, False, {"b": 1, "a": True}])
    assert key == "228d46960c7830348c425b0514d646708585b3d16a8708ba404249b45641fbe8"
    assert is_released_group(key)


@given(st.lists(st.text(st.characters(exclude_categories=[])) | st.integers() | st.booleans()))
def test_released_group_keys_exist_for_every_value(values: list[object]) -> None:
    assert is_released_group(compute_group_key(values))


def test_released_names() -> None:
    assert [parse_released_variation(f"variation-{v}") for v in ("0", "12", "01", "x")] == [
        0,
        12,
        None,
        None,
    ]
    assert [parse_released_item(name) for name in ("0.pt", "17.pt", "aggregate.pt", "01.pt")] == [
        0,
        17,
        None,
        None,
    ]
    assert not is_released_group("228D" * 16)


SIDES = st.integers(min_value=0, max_value=10**9)


@given(st.none() | st.tuples(SIDES, SIDES))
def test_resolution_keys_round_trip(resolution: tuple[int, int] | None) -> None:
    assert parse_resolution_key(format_resolution_key(resolution)) == resolution


def test_height_comes_first() -> None:
    assert parse_resolution_key("768x1344") == (768, 1344)
    assert parse_resolution_key("_") is None


@pytest.mark.parametrize("key", ["", "768", "768X1344", "x", "768x", "01x2", "1x2x3", "1x2\n"])
def test_other_keys_are_refused(key: str) -> None:
    with pytest.raises(ValueError, match="not a resolution key"):
        parse_resolution_key(key)
