from __future__ import annotations

import tracemalloc

from larder.core.stores.indexed.packed_rows import BLOCKS_AT_HAND, ROWS_PER_BLOCK, PackedRows


def _row(number: int) -> bytes:
    return b'{"filename": "%d.png", "settings": "%s"}' % (number, b"as of its concept, " * 60)


def test_packed_rows_are_what_a_dict_of_them_would_be() -> None:
    count = ROWS_PER_BLOCK * (BLOCKS_AT_HAND + 3) + 7
    rows, plain = PackedRows(), dict[str, bytes]()
    for number in [*range(count), *range(0, count, 5)]:  # every fifth is set again
        text = _row(number + len(rows) // count)
        rows[str(number)] = plain[str(number)] = text
    assert list(rows.items()) == list(plain.items())
    assert rows["0"] != _row(0)
    assert ("7" in rows, "x" in rows, rows.get("x"), len(rows)) == (True, False, None, count)
    other = rows.copy()
    other["7"], other["x"] = b"another", b"more"
    assert list(rows.items()) == list(plain.items())
    assert list(other.items()) == list({**plain, "7": b"another", "x": b"more"}.items())


def test_rows_that_wait_take_a_fraction_of_their_size() -> None:
    rows, keys = PackedRows(), [str(number) for number in range(5_000)]
    tracemalloc.start()
    try:
        for number, key in enumerate(keys):
            rows[key] = _row(number)
        held = tracemalloc.get_traced_memory()[0] / len(rows)
    finally:
        tracemalloc.stop()
    assert held < len(_row(0)) / 4
