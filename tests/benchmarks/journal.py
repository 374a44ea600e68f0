"""How long what is asked of a journal of a million lines takes, against reading its bytes.

    python tests/benchmarks/journal.py [--lines 1000000] [--rounds 3] [--folder DIR]
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "packaging")]

from larder.core.files.ascii_json import encode_ascii_json  # noqa: E402
from larder.core.files.file_stamp import IndexStamp  # noqa: E402
from larder.core.files.journal import (  # noqa: E402
    JournalRecord,
    append_journal,
    list_readopted_payloads,
    payload_history,
    search_journal,
)
from larder.core.writes.history import read_history  # noqa: E402

CLEANED = JournalRecord(
    at_ns=1_795_424_846_629_480_419, action="quarantined", items=3, bytes=120_998,
    index_stamp=IndexStamp(51_067, 1_795_424_846_622_625_027, 144),
    detail={"rows": 1, "reasons": {"orphaned": 1, "unindexed": 1}})


def make_journal(store: Path, lines: int) -> Path:
    """A journal of so many cleans."""
    append_journal(store, CLEANED)
    path = store / ".larder" / "journal.jsonl"
    with path.open("wb") as journal:
        for number in range(lines):
            journal.write(encode_ascii_json(msgspec.structs.replace(
                CLEANED, at_ns=CLEANED.at_ns + number, id=clean_id(number))) + b"\n")
    return path


def clean_id(number: int) -> str:
    """Return the ID of the clean with this number."""
    return f"20261123T090726617Z-{number:08x}"


def seconds(work: Callable[[], object], rounds: int) -> float:
    """The median of a few."""
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as scratch:
        store = Path(scratch)
        path = make_journal(store, options.lines)
        print(f"{platform.system()}, Python {platform.python_version()}, {os.cpu_count()} cores; "
              f"{options.lines:,} lines, {path.stat().st_size / 1e6:.0f} MB")
        floor = seconds(path.read_bytes, options.rounds)
        print(f"{'floor: read the bytes':44} {floor:.2f} s")
        asked: dict[str, Callable[[], object]] = {
            "one clean (undo, recovery)": lambda: search_journal(
                store, clean_id(options.lines // 2)),
            "what was taken back (each survey)": lambda: list_readopted_payloads(store),
            "what was done to a payload (inspector)": lambda: payload_history(
                store, "data/a.png", ["0123456789ab_64x64_1.pt", "0123456789ab_64x64_2.pt"]),
            "the journal page, `larder quarantine list`": lambda: encode_ascii_json(
                read_history([store])),
            "one more line": lambda: append_journal(store, CLEANED)}
        for name, work in asked.items():
            took = seconds(work, options.rounds)
            print(f"{name:44} {took:.2f} s = {took / floor:.1f} x floor")


if __name__ == "__main__":
    main()
