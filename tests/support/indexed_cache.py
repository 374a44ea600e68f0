"""Small workspaces with a SmartDiskCache written as the trainer writes it, for tests to change."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import xxhash
from PIL import Image

BUILT_AT_NS = 1_700_000_000_123_456_789
"""Long before any test runs, so that nothing looks as if a trainer were at work."""

MODEL_TYPE = "STABLE_DIFFUSION_XL_10_BASE"
IMAGE_NAMES = [
    "crop_offset", "crop_resolution", "image_path", "latent_image", "original_resolution",
]
TEXT_NAMES = [
    "text_encoder_1_hidden_state", "text_encoder_2_hidden_state", "text_encoder_2_pooled_state",
    "tokens_1", "tokens_2"]


def trainers_payload() -> bytes:
    """A sound payload of a picture, which does not say how it was made."""
    import torch

    written = io.BytesIO()
    torch.save({name: torch.ones(2) for name in IMAGE_NAMES}, written)
    return written.getvalue()


@dataclass
class IndexedWorkspace:
    """A workspace folder and the index rows its caches are going to have.

    Attributes:
        payload: what the files of entries hold; no payload, unless a test opens them.
    """

    root: Path
    resolution: str = "128"
    config: dict[str, Any] = field(default_factory=dict)
    concepts: list[dict[str, Any]] = field(default_factory=list)
    rows: dict[str, dict[str, Any]] = field(
        default_factory=lambda: {"image": {}, "text": {}})
    top: dict[str, Any] = field(default_factory=dict)
    payload: bytes = b"payload"

    @classmethod
    def of_cats(cls, root: Path, pictures: int, **picture: Any) -> IndexedWorkspace:
        """Pictures 0.png, 1.png… of `data/cats`, with captions, all cached; written."""
        made = cls(root)
        cats = made.add_concept()
        for number in range(pictures):
            made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}", **picture)
        made.write()
        return made

    def payload_of(self, source: str, number: int = 1, *, store: str = "image") -> str:
        """Name of a source's payload, from the index as it was made."""
        (variant,) = self.rows[store][source]["variants"].values()
        return f"{variant['cache_file']}_{number}.pt"

    @property
    def config_path(self) -> Path:
        return self.root / "training_presets" / "config.json"

    def store(self, name: str = "image") -> Path:
        return self.root / "workspace-cache" / "run" / name

    def index(self, store: str = "image") -> dict[str, Any]:
        return json.loads((self.store(store) / "cache.json").read_text("ascii"))

    def add_concept(self, name: str = "cats", **settings: Any) -> str:
        """A concept with its folder; returns its path as spelled."""
        path = settings.pop("path", f"data/{name}")
        (self.root / path).mkdir(parents=True, exist_ok=True)
        self.concepts.append({
            "name": name, "path": path, "seed": 1, "include_subdirectories": True,
            "image": {}, "text": {}, **settings})
        return path

    def add_picture(
        self,
        source: str,
        *,
        size: tuple[int, int] = (200, 200),
        colour: int | None = None,
        caption: str | None = None,
        cached: bool = True,
        variations: int = 1,
        bucket: tuple[int, int] = (128, 128),
        **entry: Any,
    ) -> str:
        """A picture of `size` (height, width), its caption and their entries; returns its hash."""
        path = self.root / source
        path.parent.mkdir(parents=True, exist_ok=True)
        shade = len(self.rows["image"]) if colour is None else colour
        Image.new("RGB", (size[1], size[0]), (shade % 256, shade // 256 % 256, 77)).save(path)
        back_date(path)
        content = xxhash.xxh64_hexdigest(path.read_bytes())
        if cached:
            self.add_entry("image", source, content, bucket=bucket, variations=variations,
                           original_resolution=list(size), **entry)
        if caption is not None:
            self.add_caption(str(Path(source).with_suffix(".txt")), caption, cached=cached)
        return content

    def add_caption(
        self, source: str, text: str, *, cached: bool = True, variations: int = 1
    ) -> str:
        path = self.root / source
        path.write_text(text, "utf-8")
        back_date(path)
        content = xxhash.xxh64_hexdigest(path.read_bytes())
        if cached:
            self.add_entry("text", source, content, bucket=None, variations=variations)
        return content

    def add_entry(
        self,
        store: str,
        source: str,
        content: str,
        *,
        bucket: tuple[int, int] | None,
        variations: int = 1,
        payload: bytes | None = None,
        **entry: Any,
    ) -> None:
        """A row and its payload files."""
        key = "_" if bucket is None else f"{bucket[0]}x{bucket[1]}"
        stem = content[:12] + ("" if bucket is None else f"_{key}")
        variant: dict[str, Any] = {
            "cache_file": stem, "schema_keys": IMAGE_NAMES if store == "image" else TEXT_NAMES}
        if bucket is not None:
            variant["crop_resolution"] = list(bucket)
        path = self.root / source
        self.rows[store][source] = {
            "filename": Path(source).name,
            "hash": content,
            "mtime": path.stat().st_mtime if path.exists() else 1.7e9,
            "modeltype": MODEL_TYPE,
            "variants": {key: variant},
            "cache_version": 3,
            "sidecar_mtimes": {},
            "sidecar_hashes": {},
            **entry,
        }
        for number in range(1, variations + 1):
            self.add_payload(
                store, f"{stem}_{number}.pt", self.payload if payload is None else payload)

    def add_payload(self, store: str, name: str, payload: bytes = b"payload") -> Path:
        """A file in the store's folder that no row has to name."""
        folder = self.store(store)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(payload)
        back_date(folder / name)
        return folder / name

    def write(self, *, stores: tuple[str, ...] = ("image", "text")) -> Path:
        """Write config, concepts and indexes; returns the config's path."""
        self._write_json(self.config_path, {
            "model_type": MODEL_TYPE, "cache_dir": "workspace-cache/run",
            "concept_file_name": "training_concepts/concepts.json",
            "resolution": self.resolution, "aspect_ratio_bucketing": True,
            "latent_caching": True, "text_encoder": {"train": False},
            "text_encoder_2": {"train": False}, **self.config})
        self._write_json(self.root / "training_concepts" / "concepts.json", self.concepts)
        for store in stores:
            self.write_index(store)
        return self.config_path

    def write_index(self, store: str = "image", **top: Any) -> Path:
        """Write one store's `cache.json` from its rows, indented as the trainer's last save."""
        hashes: dict[str, list[str]] = {}
        for source, row in self.rows[store].items():
            hashes.setdefault(row.get("hash", ""), []).append(source)
        path = self.store(store) / "cache.json"
        self._write_json(path, {
            "version": 3, "entries": self.rows[store], "hash_index": hashes, "concepts": {},
            "schema": IMAGE_NAMES if store == "image" else TEXT_NAMES,
            "schema_method": "shape_v1", **self.top, **top})
        return path

    def _write_json(self, path: Path, document: object) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document, indent=2), "ascii")
        back_date(path)


def back_date(path: Path, *, by_ns: int = 0) -> None:
    """Give a file a date in the past with odd nanoseconds."""
    os.utime(path, ns=(BUILT_AT_NS + by_ns, BUILT_AT_NS + by_ns))


def tree_state(folder: Path, *, leave_out: str = ".larder") -> Mapping[str, tuple[bytes, int]]:
    """Content and date of every file below a folder, by relative path, without `.larder`."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and leave_out not in path.relative_to(folder).parts
    }
