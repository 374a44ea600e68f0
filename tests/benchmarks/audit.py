"""How fast every cached file is looked into, beside a plain read of the same files in one run.

    python tests/benchmarks/audit.py [--folder DIR] [--megabytes 512]

Writes payloads of two sizes, latents of 128 KiB and text states of 4 MiB, in a store without torch
files beside them, and reads them three ways: plainly, one file after the other in 1 MiB pieces; as
the audit does (container, checksum, every value); and again, when all of it is known. Each once
from a disk that had to be asked, where the system lets go of what it remembers of a file
(`posix_fadvise`), and once from memory. Prints ratios to the plain read.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))


from larder.core.jobs import CancelToken, run_to_end  # noqa: E402
from larder.core.payloads.pt import write_pt  # noqa: E402
from larder.core.survey.audit import audit_payloads  # noqa: E402
from larder.core.survey.payload_facts import READERS  # noqa: E402

PIECE = 1 << 20
KINDS = {"latents of 128 KiB": 128 << 10, "text states of 4 MiB": 4 << 20}


def write_payloads(folder: Path, size: int, total: int) -> list[str]:
    """Payloads of random values; their names."""
    import torch

    folder.mkdir(parents=True)
    values = torch.randn(size // 4)
    names = []
    for number in range(max(total // size, 8)):
        name = f"{number:012x}_1.pt"
        with (folder / name).open("wb") as file:
            write_pt(file, {"latent_image": values + number, "__modeltype": "BENCHMARK"})
            os.fsync(file.fileno())
        names.append(name)
    return names


def forget(folder: Path, names: Sequence[str]) -> bool:
    """Have the system forget the files' contents; False where it does not."""
    if not hasattr(os, "posix_fadvise"):
        return False
    for name in names:
        descriptor = os.open(folder / name, os.O_RDONLY)
        try:
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)
    return True


def read_plainly(folder: Path, names: Sequence[str]) -> None:
    buffer = memoryview(bytearray(PIECE))
    for name in names:
        with (folder / name).open("rb", buffering=0) as file:
            while file.readinto(buffer):
                pass


def audit(folder: Path, names: Sequence[str]) -> None:
    run_to_end(audit_payloads(folder, dict.fromkeys(names), None, CancelToken()))


def seconds(work: Callable[[], None], times: int = 3) -> float:
    """The best of a few."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return min(took)


def compare(folder: Path, names: Sequence[str], *, is_cold: bool) -> None:
    size = sum((folder / name).stat().st_size for name in names)

    def timed(read: Callable[[Path, Sequence[str]], None], *, again: bool = False) -> float:
        def prepared() -> None:
            if not again:
                home = Path(os.environ["LARDER_CACHE_HOME"])
                shutil.rmtree(home / "facts", ignore_errors=True)
            read(folder, names)
        if not is_cold:
            return seconds(prepared)
        best = []
        for _ in range(3):
            forget(folder, names)
            best.append(seconds(prepared, 1))
        return min(best)

    plain = timed(read_plainly)
    looked = timed(audit)
    again = timed(audit, again=True)
    print(f"  {'from the disk' if is_cold else 'from memory':14}"
          f" plain {size / plain / 1e6:7,.0f} MB/s"
          f"   audit {size / looked / 1e6:7,.0f} MB/s ({plain / looked:.2f} of plain)"
          f"   second audit {again / plain:.3f} of the plain read's time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where to write; by default for scratch")
    parser.add_argument("--megabytes", type=int, default=512, help="of each kind")
    read = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=read.folder) as made:
        os.environ["LARDER_CACHE_HOME"] = str(Path(made) / "home")
        print(f"{READERS} readers")
        for kind, size in KINDS.items():
            folder = Path(made) / "store" / str(size)
            names = write_payloads(folder, size, read.megabytes << 20)
            # What changed a moment ago is not remembered.
            time.sleep(2.1)
            print(f"{kind}: {len(names):,} files")
            for is_cold in (True, False):
                compare(folder, names, is_cold=is_cold)


if __name__ == "__main__":
    main()
