"""Where the caches of the real trainer lie, and how they get into a test's folder.

Each fixture is an archive of a workspace whose caches the trainer's own module wrote. Their
modification times are part of the data: a verdict compares them exactly, so unpacking sets them to
the nanosecond (`tarfile` goes through a float).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from decimal import Decimal
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

NANOSECONDS = 1_000_000_000

CONFIG = "training_presets/config.json"
CACHES = "workspace-cache/run"
SAMPLE, RELEASED_SAMPLE = "sample", "sample of the released layout"
RELEASED_CONFIG = "released/config.json"
FIXTURES = ("sdxl_clean", "sdxl_drifted", "sdxl_v2_index", "sd15_legacy_diskcache")
KNOWN_WORKSPACES = (
    *FIXTURES, SAMPLE, RELEASED_SAMPLE,
    "sdxl_drifted without a config", "sd15_legacy_diskcache without a config")
"""What a promise about every workspace is tested on; the last two are opened as bare folders."""


class FixturesMissingError(Exception):
    """The archives are not where the tests look for them."""


def fixtures_folder() -> Path:
    """The folder with the archives.

    Looked for in the environment variable LARDER_FIXTURES, then in `../shared/fixtures` beside this
    repository, then beside the local repository this one was cloned from.

    Raises:
        FixturesMissingError: if none of them is a folder.
    """
    candidates = [Path(named) for named in [os.environ.get("LARDER_FIXTURES")] if named]
    candidates += [
        repository.parent / "shared" / "fixtures"
        for repository in [REPOSITORY, _cloned_from()]
        if repository is not None
    ]
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    looked_in = ", ".join(str(candidate) for candidate in candidates)
    raise FixturesMissingError(
        f"The trainer's caches that the tests compare with are not here (looked in {looked_in}). "
        "Put them beside this repository or set LARDER_FIXTURES to their folder."
    )


def unpack_fixture(name: str, into: Path) -> Path:
    """Unpack the archive `name` into the folder `into` and return `into`, mtimes included.

    Raises:
        FixturesMissingError: if the archive is not there.
    """
    archive_path = fixtures_folder() / f"{name}.tar.gz"
    if not archive_path.is_file():
        raise FixturesMissingError(f"{archive_path} is missing; the tests compare with it.")
    return unpack_archive(archive_path, into)


def unpack_archive(archive_path: Path, into: Path) -> Path:
    """Unpack an archive into the folder `into` and return `into`, mtimes to the nanosecond."""
    into.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive_path) as archive:
        members = archive.getmembers()
        if hasattr(tarfile, "data_filter"):
            archive.extractall(into, members, filter="data")
        else:
            archive.extractall(into, members)
    for member in reversed(members):
        stamp = _mtime_ns(member)
        os.utime(into / member.name, ns=(stamp, stamp))
    return into


def copy_workspace(source: Path, target: Path) -> Path:
    """Copy a workspace with the modification times of its files and folders; return `target`.

    `cp` takes a third of the time that `copytree` does.
    """
    if sys.platform != "linux" or target.exists():
        return Path(shutil.copytree(source, target, symlinks=True))
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "--archive", source, target], check=True)
    return target


def _mtime_ns(member: tarfile.TarInfo) -> int:
    """Nanoseconds of a member, from the decimal text of its pax header where it has one."""
    return int(Decimal(member.pax_headers.get("mtime", member.mtime)) * NANOSECONDS)


def _cloned_from() -> Path | None:
    """The local folder this repository was cloned from, None when it was not."""
    git = shutil.which("git")
    if git is None:
        return None
    asked = subprocess.run(
        [git, "-C", str(REPOSITORY), "config", "--get", "remote.origin.url"],
        capture_output=True, text=True, check=False,
    )
    origin = Path(asked.stdout.strip().removeprefix("file://"))
    return origin if origin.is_absolute() and origin.is_dir() else None
