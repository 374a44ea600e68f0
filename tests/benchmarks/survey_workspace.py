"""Makes a workspace of many unchanged sources, as a trainer leaves one behind; made once, reused.

One image store, sources in folders of a thousand, one payload each. Every index row carries the
trainer's full concept settings twice, as real ones do: about 400 MB per 100,000 rows. Dates are
random to the nanosecond, and the index is older than any sign of a trainer at work. The files are a
few bytes long: a survey of unchanged sources opens none.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xxhash

from larder.core.workspace.bucketing import choose_bucket

FORMAT = 2
"""Raise it whenever the workspace changes; one of another format is made anew."""

PER_FOLDER = 1000
DATA = "data/photos"
SEED = 1
MODEL_TYPE = "STABLE_DIFFUSION_XL_10_BASE"
TARGET, QUANTISATION = 1024, 64
SIZES = ((2000, 3000), (3000, 2000), (1500, 1500), (4000, 2250))
PAYLOAD_NAMES = [
    "crop_offset", "crop_resolution", "image_path", "latent_image", "original_resolution"]
OLDEST_S, NEWEST_S, INDEX_S = 1_650_000_000, 1_700_000_000, 1_710_000_000

IMAGE_SETTINGS = {
    "enable_crop_jitter": True, "enable_random_flip": False, "enable_fixed_flip": False,
    "enable_random_rotate": False, "enable_fixed_rotate": False, "random_rotate_max_angle": 0.0,
    "enable_random_brightness": False, "enable_fixed_brightness": False,
    "random_brightness_max_strength": 0.0, "enable_random_contrast": False,
    "enable_fixed_contrast": False, "random_contrast_max_strength": 0.0,
    "enable_random_saturation": False, "enable_fixed_saturation": False,
    "random_saturation_max_strength": 0.0, "enable_random_hue": False, "enable_fixed_hue": False,
    "random_hue_max_strength": 0.0, "enable_resolution_override": False,
    "resolution_override": "512", "enable_random_circular_mask_shrink": False,
    "enable_random_mask_rotate_crop": False,
}
CONFIG = {
    "__version": 11, "model_type": MODEL_TYPE, "cache_dir": "cache",
    "concept_file_name": "training_concepts/concepts.json", "resolution": str(TARGET),
    "latent_caching": True, "aspect_ratio_bucketing": True,
    "text_encoder": {"train": True}, "text_encoder_2": {"train": True},
}
CONCEPT = {
    "name": "photos", "path": DATA, "seed": 7, "enabled": True, "include_subdirectories": True,
    "image": IMAGE_SETTINGS, "text": {},
}


@dataclass(frozen=True, slots=True)
class BenchmarkWorkspace:
    """Where a workspace lies and how large it is."""

    root: Path
    sources: int

    @property
    def config(self) -> Path:
        return self.root / "training_presets" / "config.json"

    @property
    def concepts(self) -> Path:
        return self.root / "training_concepts" / "concepts.json"

    @property
    def data(self) -> Path:
        return self.root / DATA

    @property
    def store(self) -> Path:
        return self.root / "cache" / "image"

    @property
    def index(self) -> Path:
        return self.store / "cache.json"

    @property
    def aside(self) -> Path:
        return self.root / "aside"

    @property
    def index_bytes(self) -> int:
        return self.index.stat().st_size


def make_workspace(folder: Path, sources: int) -> BenchmarkWorkspace:
    """The workspace of so many sources below `folder`, made if it is not there, whole, already."""
    made = BenchmarkWorkspace(folder / f"{sources}-sources", sources)
    finished = made.root / "finished.json"
    state = json.dumps({"format": FORMAT, "sources": sources})
    if finished.exists() and finished.read_text("ascii") == state:
        _bring_back(made)
        return made
    if made.root.exists():
        shutil.rmtree(made.root)
    for path, content in ((made.config, CONFIG), (made.concepts, [CONCEPT])):
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(content, indent=2), "ascii")
    made.store.mkdir(parents=True)
    _write_index(made, _write_files(made))
    os.utime(made.index, (INDEX_S, INDEX_S))
    finished.write_text(state, "ascii")
    return made


@contextmanager
def sources_gone(made: BenchmarkWorkspace, *, one_in: int) -> Iterator[int]:
    """Take every `one_in`-th source away for the length of the block; gives how many that are."""
    made.aside.mkdir()
    names = [_path(number) for number in range(0, made.sources, one_in)]
    try:
        for name in names:
            (made.root / name).rename(made.aside / Path(name).name)
        yield len(names)
    finally:
        _bring_back(made)


def _bring_back(made: BenchmarkWorkspace) -> None:
    """Put sources back that `sources_gone` took, in an earlier run too."""
    for away in made.aside.glob("*"):
        away.rename(made.root / _path(int(away.stem.removeprefix("img_"))))
    if made.aside.exists():
        made.aside.rmdir()


@dataclass(frozen=True, slots=True)
class _Source:
    number: int
    path: str
    hash: str
    mtime: float
    size: tuple[int, int]
    bucket: tuple[int, int]


def _write_files(made: BenchmarkWorkspace) -> Iterator[_Source]:
    """Write each source and its payload."""
    dates = random.Random(SEED)
    buckets = [choose_bucket(*size, TARGET, QUANTISATION) for size in SIZES]
    for number in range(made.sources):
        path = _path(number)
        if number % PER_FOLDER == 0:
            (made.root / path).parent.mkdir(parents=True)
        content = f"{number:07}".encode("ascii")  # a file of another size than its like is in doubt
        size = number % len(SIZES)
        source = _Source(
            number, path, xxhash.xxh64_hexdigest(content),
            _write(made.root / path, content, dates), SIZES[size], buckets[size])
        _write(made.store / f"{_stem(source)}_1.pt", content, dates)
        yield source


def _path(number: int) -> str:
    return f"{DATA}/f{number // PER_FOLDER:04d}/img_{number:07d}.jpg"


def _write(path: Path, content: bytes, dates: random.Random) -> float:
    """Write a file with a random date; returns the date as the file system keeps it."""
    path.write_bytes(content)
    date = dates.randrange(OLDEST_S * 10**9, NEWEST_S * 10**9)
    os.utime(path, ns=(date, date))
    return path.stat().st_mtime


def _write_index(made: BenchmarkWorkspace, sources: Iterator[_Source]) -> None:
    """Write the index as `json.dump(..., indent=2)` would, row by row."""
    hashes: list[str] = []
    with made.index.open("w", encoding="ascii") as file:
        file.write('{\n  "version": 3,\n  "entries": {')
        for source in sources:
            before = "," if source.number else ""
            file.write(f'{before}\n    "{source.path}": {_row_text(source)}')
            hashes.append(
                f'\n    "{source.hash}": [\n      "{source.path}"\n    ]')
        rest = json.dumps({
            "concepts": {}, "schema": PAYLOAD_NAMES, "schema_method": "shape_v1"}, indent=2)
        file.write('\n  },\n  "hash_index": {' + ",".join(hashes) + "\n  }," + rest[1:])


def _stem(source: _Source) -> str:
    return f"{source.hash[:12]}_{source.bucket[0]}x{source.bucket[1]}"


def _row_text(source: _Source) -> str:
    """One row, filled into a text that the standard library made once."""
    text = _TEMPLATE
    for mark, value in (
        ('"@mtime"', repr(source.mtime)), ('"@number"', str(source.number)),
        ('"@height"', str(source.size[0])), ('"@width"', str(source.size[1])),
        ('"@tall"', str(source.bucket[0])), ('"@wide"', str(source.bucket[1])),
        ("@bucket", f"{source.bucket[0]}x{source.bucket[1]}"),
        ("@key", str(source.number)), ("@path", source.path.removesuffix(".jpg")),
        ("@name", source.path.rpartition("/")[2]), ("@hash", source.hash),
        ("@stem", _stem(source)),
    ):
        text = text.replace(mark, value)
    return text


def _template() -> str:
    metadata = {
        "source_path_in_name": "image_path", "source_index": "@number", "variations": 1,
        "balancing": 1.0, "balancing_strategy": "REPEATS",
        "group_values": [DATA, 7, True, IMAGE_SETTINGS], "group_enabled": True,
        "linked_paths": {"image_path": "@path.jpg", "sample_prompt_path": "@path.txt"},
    }
    row: dict[str, Any] = {
        "filename": "@name", "hash": "@hash", "mtime": "@mtime", "modeltype": MODEL_TYPE,
        "variants": {"@bucket": {
            "cache_file": "@stem", "crop_resolution": ["@tall", "@wide"],
            "schema_keys": PAYLOAD_NAMES}},
        "cache_version": 3, "sidecar_mtimes": {}, "sidecar_hashes": {},
        "original_resolution": ["@height", "@width"], "sourceless": metadata,
        "sourceless_rows": {"@key": {
            "metadata": metadata, "runtime_values": {"0": {}}, "concept_id": "0123456789abcdef"}},
    }
    return json.dumps(row, indent=2).replace("\n", "\n    ")


_TEMPLATE = _template()
