"""The index of one store while it is built: rows, hash links, concepts, and the file they make.

The rows carry everything the trainer stamps in version 3 (see `core.stores.smart.index_file`): a
variant with its arrays' names, the recorded sidecars, and what training without sources needs. Keys
are the paths as the trainer spells them, relative to the workspace.
"""

from __future__ import annotations

import enum
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from larder.core.demo.sample_sources import SampleSource
from larder.core.demo.trainer_files import concept_document, write_json
from larder.core.encoders.patch_means import MODEL_TYPE
from larder.core.keys.content_hash import hash_file
from larder.core.keys.payload_names import INDEX_NAME, SENTINEL_NAME, SmartPayloadName
from larder.core.workspace.samples import mask_of

CACHE_VERSION: Final = 3


class StoreSide(enum.Enum):
    """Which half of a sample a store caches; the value is the name of its folder."""

    IMAGE = "image"
    TEXT = "text"

    @property
    def path_name(self) -> str:
        """What the trainer calls the path that keys this store."""
        return "image_path" if self is StoreSide.IMAGE else "sample_prompt_path"


@dataclass(frozen=True, slots=True)
class CachedItem:
    """One source of a store and what was cached for it.

    Attributes:
        source: the sample.
        key: its path in this store: the picture or the caption.
        content_hash: xxh64 of the file, 16 hex digits.
        original: (height, width) of the picture.
        resolution: bucket of the payloads, None in a text store.
        prompts: per variation the prompt that was encoded; empty in an image store.
        sidecars: recorded companions.
    """

    source: SampleSource
    key: str
    content_hash: str
    original: tuple[int, int]
    resolution: tuple[int, int] | None
    prompts: tuple[str, ...] = ()
    sidecars: tuple[str, ...] = ()

    def payload_name(self, variation: int) -> str:
        """File name of the payload of a variation, from 1."""
        return self._name(variation).file_name

    @property
    def stem(self) -> str:
        """The part of the payloads' names that they share."""
        return self._name(1).stem

    @property
    def variant_key(self) -> str:
        """The key of its variant in the index."""
        return self._name(1).resolution_key

    def _name(self, variation: int) -> SmartPayloadName:
        return SmartPayloadName(self.content_hash[:12], self.resolution, variation)


@dataclass(slots=True)
class IndexDraft:
    """An index being filled.

    Attributes:
        root: the workspace.
        side: which half of the samples it is for.
        schema: names every payload holds, sorted.
    """

    root: Path
    side: StoreSide
    schema: list[str]
    _entries: dict[str, dict[str, Any]] = field(default_factory=dict)
    _hash_index: dict[str, list[str]] = field(default_factory=dict)
    _concepts: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, item: CachedItem) -> None:
        """Add the row of one source, with its modification time as it is on disk now."""
        concept = concept_document(item.source.album)
        concept_id = concept_id_of(concept)
        self._concepts.setdefault(concept_id, concept)
        self._hash_index.setdefault(item.content_hash, []).append(item.key)
        variant: dict[str, Any] = {"cache_file": item.stem, "schema_keys": self.schema}
        if item.resolution is not None:
            variant["crop_resolution"] = list(item.resolution)
        metadata = self._metadata(item.source, concept)
        self._entries[item.key] = {
            "filename": Path(item.key).name,
            "hash": item.content_hash,
            "mtime": self._mtime(item.key),
            "modeltype": MODEL_TYPE,
            "variants": {item.variant_key: variant},
            "cache_version": CACHE_VERSION,
            "sidecar_mtimes": {name: self._mtime(name) for name in item.sidecars},
            "sidecar_hashes": {name: hash_file(self.root / name) for name in item.sidecars},
            "original_resolution": list(item.original),
            "sourceless": metadata,
            "sourceless_rows": {
                str(item.source.in_index): {
                    "metadata": metadata,
                    "runtime_values": self._runtime_values(item),
                    "concept_id": concept_id,
                }
            },
        }

    def write(self, store: Path, validated_ns: int) -> Path:
        """Write `cache.json` as a finished run leaves it; returns its path."""
        path = store / INDEX_NAME
        write_json(path, {
            "version": CACHE_VERSION,
            "entries": self._entries,
            "hash_index": self._hash_index,
            "concepts": self._concepts,
            "last_validated": validated_ns / 1e9,
            "watched_fingerprints": self._fingerprints(),
            "schema": self.schema,
            "schema_method": "shape_v1",
            "blank_sentinel": SENTINEL_NAME,
        })
        return path

    def _mtime(self, key: str) -> float:
        return (self.root / key).stat().st_mtime

    def _metadata(self, source: SampleSource, concept: Mapping[str, Any]) -> dict[str, Any]:
        linked = {
            "image_path": source.key,
            "sample_prompt_path": source.caption_key,
            "mask_path": mask_of(source.key),  # named whether it exists or not
        }
        return {
            "source_path_in_name": self.side.path_name,
            "source_index": source.in_index,
            "variations": source.album.variations,
            "balancing": concept["balancing"],
            "balancing_strategy": concept["balancing_strategy"],
            "group_values": [
                concept["path"],
                concept["seed"],
                concept["include_subdirectories"],
                concept[self.side.value],
            ],
            "group_enabled": True,
            "linked_paths": linked,
        }

    def _runtime_values(self, item: CachedItem) -> dict[str, dict[str, str]]:
        variations = range(item.source.album.variations)
        if not item.prompts:
            return {str(variation): {} for variation in variations}
        return {str(variation): {"prompt": item.prompts[variation]} for variation in variations}

    def _fingerprints(self) -> dict[str, list[float]]:
        """Per folder the number of watched files and the sum of their modification times."""
        watched: dict[str, set[str]] = {}
        for key, row in self._entries.items():
            for name in (key, *row["sidecar_mtimes"]):
                watched.setdefault(os.path.dirname(name), set()).add(name)  # noqa: PTH120 - a key
        return {
            folder: [len(names), sum(self._mtime(name) for name in sorted(names))]
            for folder, names in watched.items()
        }


def payload_stamps(
    source: SampleSource, *, prompt: str | None = None, content_stamp: str | None = None
) -> dict[str, Any]:
    """The `__` keys the trainer adds to a payload's arrays, in its order."""
    concept = concept_document(source.album)
    values: dict[str, Any] = {"concept": concept}
    if prompt is not None:
        values["prompt"] = prompt
    stamped = {"__content_hash": content_stamp} if content_stamp is not None else {}
    return {
        "__cache_version": CACHE_VERSION,
        "__modeltype": MODEL_TYPE,
        **stamped,
        "__sourceless_values": values,
        "__concept_loss_weight": concept["loss_weight"],
        "__concept_type": concept["type"],
        "__concept_name": concept["name"],
        "__concept_path": concept["path"],
        "__concept_seed": concept["seed"],
    }


def schema_of(names: Iterable[str]) -> list[str]:
    """Names of arrays and values as an index lists them."""
    return sorted(set(names))


def concept_id_of(concept: Mapping[str, Any]) -> str:
    """First 16 hex digits of the SHA-1 of its JSON; {"b":1,"a":true} gives df3fa1ec4904e535."""
    text = json.dumps(concept, sort_keys=True)
    return hashlib.sha1(text.encode("ascii"), usedforsecurity=False).hexdigest()[:16]
