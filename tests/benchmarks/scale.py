"""Cost of an index by its number of rows: bytes, seconds, memory, for `.github/SCALE.md`.

    python tests/benchmarks/scale.py [--rows 10000 100000 1000000] [--folder DIR]

Rows are those that a build by Larder writes, one picture each, with other names and hashes. Each
figure is a cold process of its own, its start included: `json.load`, as a trainer reads an index;
Larder's reading; Larder's memory of the index, as the next survey reads it; a save that adds one
row, which reads back what it wrote. Files are written only to a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
FOLDERS = [str(REPOSITORY), str(REPOSITORY / "packaging")]
sys.path[:0] = FOLDERS

from tests.benchmarks.measured_process import run_timed  # noqa: E402
from tests.support.building import BuildWorkspace, build  # noqa: E402

STEPS = {
    "start of Python and Larder": "",
    "json.load": "import json; json.load(open(store / 'cache.json', encoding='utf-8'))",
    "read": "index = read_index(store)",
    "read and remember": "index = read_index(store); save_snapshot(home, store, index)",
    "remembered": "assert load_snapshot(home, store) is not None",
    "save one row": (
        "stamp = index_stamp(store / 'cache.json'); rewrite_index("
        "store, IndexEdit(add={'data/new.png': row}), expected=stamp, backup=None)"),
}
"""Each in a process of its own, in this order."""

PRELUDE = """
import sys
from pathlib import Path
from larder.core.stores.indexed.index_file import read_index
from larder.core.files.file_stamp import index_stamp
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.index_rewrite import rewrite_index
from larder.core.stores.store_memory import load_snapshot, save_snapshot
store, home = Path(sys.argv[1]), Path(sys.argv[2])
row = (home / 'row').read_bytes()
"""

PEAK = """
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def written_row(root: Path) -> tuple[dict[str, object], str, str]:
    """An index of one row that a build writes, its key and its row."""
    workspace = BuildWorkspace(root)
    workspace.configure(resolution="128")
    workspace.add_concept("cats", path="data/photographs/cats")
    workspace.add_picture("data/photographs/cats/picture_00000000.png", size=(128, 192), seed=1)
    build(workspace)
    document = workspace.index()
    ((key, row),) = document["entries"].items()
    return document, key, json.dumps(row, indent=2).replace("\n", "\n    ")


def write_index(path: Path, document: dict[str, object], key: str, row: str, count: int) -> None:
    """The index with so many rows like its one."""
    digest = str(json.loads(row)["hash"])
    head, middle, tail = json.dumps(
        {**document, "entries": "ROWS", "hash_index": "HASHES"}, indent=2).partition('"ROWS"')
    middle, _, tail = tail.partition('"HASHES"')

    def rows() -> Iterator[str]:
        for at in range(count):
            yield (f'    "{key.replace("_00000000", f"_{at:08}")}": '
                   + row.replace("_00000000", f"_{at:08}").replace(digest, f"{at:016x}"))

    def hashes() -> Iterator[str]:
        for at in range(count):
            yield f'    "{at:016x}": [\n      "{key.replace("_00000000", f"_{at:08}")}"\n    ]'

    with path.open("w", encoding="ascii", newline="\n") as file:
        for before, parts in ((head, rows), (middle, hashes)):
            file.write(before + "{")
            for at, part in enumerate(parts()):
                file.write((",\n" if at else "\n") + part)
            file.write("\n  }")
        file.write(tail)


def main() -> int:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--folder", type=Path, default=None)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as scratch:
        folder = Path(scratch)
        environment = {**os.environ, "LARDER_CACHE_HOME": f"{scratch}/home",
                       "PYTHONPATH": os.pathsep.join(FOLDERS)}
        os.environ["LARDER_CACHE_HOME"] = f"{scratch}/home"
        document, key, row = written_row(folder / "work")
        (folder / "home").mkdir(exist_ok=True)
        (folder / "home" / "row").write_text(
            json.dumps(json.loads(row.replace("_00000000", "_new"))), "ascii")
        for count in given.rows:
            store = folder / str(count) / "image"
            store.mkdir(parents=True)
            write_index(store / "cache.json", document, key, row, count)
            size = (store / "cache.json").stat().st_size
            print(f"{count:,} rows: {size:,} bytes, {size / count:,.0f} per row", flush=True)
            for name, code in STEPS.items():
                ran = run_timed(
                    [sys.executable, "-c", PRELUDE + code + PEAK, str(store), f"{scratch}/home"],
                    environment)
                print(f"  {name}: {ran.seconds:.2f} s, {int(ran.output) / 1000:,.0f} MB",
                      flush=True)
            for path in store.iterdir():
                if path.is_file():
                    path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
