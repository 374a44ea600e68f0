"""Folders as the document language models' caches write them, made with plain NumPy."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from larder.core.errors import PayloadError
from larder.core.stores.records import RecordedSource, note_sources
from larder.core.stores.values.payloads import read_entry
from larder.core.workspace.store_kinds import StoreKind

PROCESSOR = hashlib.sha256(b"processor").hexdigest()
TOKENIZER = hashlib.sha256(b"tokenizer").hexdigest()


def blob(number: int) -> str:
    """Digest of a source that nobody has."""
    return hashlib.sha256(b"blob %d" % number).hexdigest()


def damage_of(path: Path, kind: StoreKind) -> str:
    """Return the problem of a damaged payload, "" if it is intact."""
    try:
        read_entry(path, kind)
    except PayloadError as damaged:
        return damaged.problem
    return ""


def section(number: int) -> str:
    return hashlib.sha256(b"section %d" % number).hexdigest()[:16]


def _save(root: Path, name: str, *, compressed: bool = False, **arrays: np.ndarray) -> str:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        (np.savez_compressed if compressed else np.savez)(file, **arrays)
    return name


def vision_entry(root: Path, number: int, *, size: int = 4, digest: str | None = None) -> str:
    """One picture's pixels; its name."""
    subject = digest or blob(number)
    pixels = np.full((1, 3, size, size), number + 0.5, np.float32)
    return _save(
        root, f"{subject[:2]}/{subject}.{PROCESSOR[:12]}.{size}x{size}.npz", pixel_values=pixels)


def recorded_source(root: Path, name: str, file: Path, *, spelled: str = "") -> str:
    """Write down what a value was made of; its name."""
    status = file.stat()
    note_sources(root, [RecordedSource(
        name=name, source=spelled or file.as_posix(), size=status.st_size,
        mtime_ns=status.st_mtime_ns, digest=hashlib.sha256(file.read_bytes()).hexdigest())])
    return name


def recorded_picture(root: Path, file: Path, content: bytes) -> str:
    """A picture and its pixels; their name."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    name = vision_entry(root, 1, digest=hashlib.sha256(content).hexdigest())
    return recorded_source(root, name, file)


def audio_entry(root: Path, number: int, *, resampled: bool = False) -> str:
    subject, mark = blob(number), ".rs" if resampled else ""
    features = np.full((1, 80, 6), number + 0.25, np.float32)
    return _save(
        root, f"{subject[:2]}/{subject}.{PROCESSOR[:12]}.16000.30000{mark}.npz",
        input_features=features)


def waveform_entry(root: Path, number: int) -> str:
    subject = blob(number)
    wave = np.linspace(-1, 1, 50 + number, dtype=np.float32)
    return _save(root, f"{subject[:2]}/{subject}.16000.30000.wav.npz", waveform=wave)


def tokens_entry(root: Path, number: int) -> str:
    name = section(number)
    ids = np.arange(number + 3, dtype=np.int64)
    return _save(
        root, f"entries/{name[:2]}/{name}.{TOKENIZER[:12]}.seq64.npz", compressed=True,
        input_ids=ids, attention_mask=np.ones_like(ids))


def tokens_manifest(root: Path, accessed: Mapping[str, float]) -> None:
    """The original's `manifest.json`, with the seconds of each entry's last use."""
    rows = {}
    for name, at in accessed.items():
        file = name.rpartition("/")[2]
        path = root / name
        rows[f"{file[:16]}|{TOKENIZER}|64"] = {
            "size": path.stat().st_size if path.exists() else 700, "last_access_ts": at,
            "shard": file[:2], "filename": file, "tokenizer_sha": TOKENIZER}
    document = {"version": 1, "tokenizer_sha256": TOKENIZER, "entries": rows,
                "total_bytes": sum(row["size"] for row in rows.values())}
    root.mkdir(parents=True, exist_ok=True)
    (root / "manifest.json").write_text(
        json.dumps(document, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def tree_entry(root: Path, stem: str, leaves: Mapping[str, np.ndarray]) -> str:
    """One tree in the pair of files that the original writes; the stem."""
    root.mkdir(parents=True, exist_ok=True)
    data, rows = bytearray(), []
    for path, leaf in leaves.items():
        data += b"\0" * (-len(data) % 8)
        rows.append({
            "dtype": leaf.dtype.str, "nbytes": leaf.nbytes, "offset": len(data),
            "path": tuple(path.split(".")), "shape": leaf.shape})
        data += leaf.tobytes()
    (root / f"{stem}.data").write_bytes(bytes(data))
    (root / f"{stem}.manifest").write_text(repr(rows), encoding="utf-8")
    return stem


def dlm_store(folder: Path) -> Path:
    """A document's store with one of each cache, two entries in each."""
    for number in range(2):
        vision_entry(folder / "vl-cache", number)
        audio_entry(folder / "audio-cache", number)
        waveform_entry(folder / "audio-waveform-cache", number)
    tokens = folder / "tokenized-cache"
    tokens_manifest(tokens, {tokens_entry(tokens, number): 1.7e9 + number for number in range(2)})
    (folder / "blobs" / "ab").mkdir(parents=True)
    (folder / "blobs" / "ab" / ("ab" * 32 + ".png")).write_bytes(b"picture")
    return folder


def date_back(root: Path, *, days: float = 3) -> None:
    """Date every file of a folder back, so that nobody seems to be at work."""
    then = time.time_ns() - int(days * 24 * 3600 * 10**9)
    for path in root.rglob("*"):
        if path.is_file() and ".larder" not in path.parts:
            os.utime(path, ns=(then, then))


def contents(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file of a folder outside `.larder`: its bytes and modification time."""
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(root.rglob("*")) if path.is_file() and ".larder" not in path.parts}
