"""Mappings by number are read also where a name beside them is not UTF-8."""

from __future__ import annotations

import msgspec

from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json


class _Numbered(msgspec.Struct):
    name: str
    by_number: dict[int, tuple[str, ...]]


def test_a_name_that_is_not_utf_8_leaves_numbers_numbers() -> None:
    for name in ("caf\u00e9.jpg", "caf\udce9.jpg"):
        written = _Numbered(name, {0: (name,), 12: ()})
        assert decode_ascii_json(encode_ascii_json(written), _Numbered) == written
