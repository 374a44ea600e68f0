"""The parsers that read what anybody may have changed, and real files of each.

`fuzz` feeds them; it imports this file in a process that watches which branches are taken.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.clean.plan_document import load_plan
from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import UnreadableJsonError
from larder.core.files.journal import read_journal
from larder.core.keys.fingerprint import read_weights_header
from larder.core.payloads.open_payload import open_payload, summarize_payload
from larder.core.payloads.tree.load import read_manifest as read_tree_manifest
from larder.core.saved_plans import PlanOrigin, read_saved
from larder.core.stores.indexed.content_index import payloads_by_prompt
from larder.core.stores.indexed.index_file import read_index
from larder.core.stores.released.groups import list_released_groups, read_group
from larder.core.stores.values.uses import ManifestRow, manifest_bytes, read_manifest
from larder.core.workspace.open_workspace import open_workspace
from larder.core.writes.quarantine.manifest import read_manifest as read_quarantine_manifest
from tests.faults.harness import TEMPLATES


@dataclass(frozen=True, slots=True)
class Parser:
    """One of them, and the files that it reads as they really are.

    Attributes:
        name: of the table's row.
        file: where an input lies below a folder of its own.
        parse: reads it; is given the folder.
        real: gives contents of real files, given the templates' folder.
        may_raise: what it may answer instead of a result.
        beside: what else must lie there, and its text.
    """

    name: str
    file: str
    parse: Callable[[Path], object]
    real: Callable[[Path], Sequence[bytes]]
    may_raise: tuple[type[Exception], ...] = (UserFacingError, OSError)
    beside: tuple[tuple[str, str], ...] = ()


def _payload(folder: Path) -> object:
    """All that is ever read of a payload: figures, then each array's values."""
    path = next(folder.glob("in.*"))
    with open_payload(path) as payload:
        payload.verify()
    return summarize_payload(path)


def _groups(folder: Path) -> object:
    store = folder / "store"
    return [read_group(store, group) for group in list_released_groups(store)]


def _config(folder: Path) -> object:
    return open_workspace(folder / "training_presets/config.json").problems


def _plan(folder: Path) -> object:
    return load_plan(folder / "plan.json"), read_saved(folder / "plan.json", PlanOrigin)


def _of(*patterns: str) -> Callable[[Path], Sequence[bytes]]:
    def read(templates: Path) -> Sequence[bytes]:
        found = [path for pattern in patterns for path in sorted(templates.glob(pattern))][:12]
        assert found, patterns
        return [path.read_bytes() for path in found]

    return read


GROUP: Final = "a" * 64
DRIFTED_CACHE: Final = "drifted/workspace-cache/run"
CONFIG_OF_CONCEPTS: Final = json.dumps({
    "model_type": "STABLE_DIFFUSION_15", "cache_dir": "c",
    "concept_file_name": "training_concepts/concepts.json"})

PARSERS: Final = (
    Parser("cache.json", "cache.json", read_index, _of(f"{DRIFTED_CACHE}/*/cache.json")),
    Parser("content_index.json", "content_index.json", payloads_by_prompt,
           _of(f"{DRIFTED_CACHE}/text/content_index.json")),
    Parser("config", "training_presets/config.json", _config,
           _of("*/training_presets/config.json")),
    Parser("concepts", "training_concepts/concepts.json",
           _config, _of("*/training_concepts/concepts.json"),
           beside=(("training_presets/config.json", CONFIG_OF_CONCEPTS),)),
    Parser("manifest.json", "manifest.json", read_manifest, lambda templates: [_manifest()]),
    Parser("quarantine", "manifest.json", read_quarantine_manifest,
           _of("cleaned/workspace-cache/run/*/.larder/quarantine/*/manifest.json"),
           may_raise=(UnreadableJsonError,)),
    Parser("plan", "plan.json", _plan, _of("cleaned/plan.json")),
    Parser("journal", ".larder/journal.jsonl", read_journal,
           _of("cleaned/workspace-cache/run/*/.larder/journal.jsonl")),
    Parser(".pt", "in.pt", _payload, _of(f"{DRIFTED_CACHE}/*/*.pt")),
    Parser(".npz", "in.npz", _payload, _of("sample/**/*.npz")),
    Parser(".manifest", "in.manifest", lambda folder: read_tree_manifest(folder / "in.manifest"),
           _of("sample/**/parameters/*.manifest")),
    Parser("aggregate.pt", f"store/{GROUP}/variation-0/aggregate.pt", _groups,
           _of("released/workspace-cache/run/*/*/variation-0/aggregate.pt")),
    Parser("safetensors", "in.safetensors",
           lambda folder: read_weights_header(folder / "in.safetensors"),
           lambda templates: [_safetensors()]),
)


def _manifest() -> bytes:
    rows = {name: ManifestRow(name, digit * 16, digit * 64, 8, 100, 1_700_000_000 * 10**9)
            for name, digit in (("a.npz", "a"), ("ab/b.npz", "b"))}
    return manifest_bytes(rows, tokenizer="c" * 64)


def _safetensors() -> bytes:
    header = json.dumps({
        "__metadata__": {"format": "pt"},
        "a.weight": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        "b": {"dtype": "BF16", "shape": [], "data_offsets": [24, 26]}}).encode()
    return len(header).to_bytes(8, "little") + header + bytes(26)


def make_templates(folder: Path, larder: Callable[[Sequence[str], Path], None]) -> None:
    """The workspaces that real inputs come from; `larder` runs a verb in one."""
    for name in ("drifted", "released", "sample"):
        TEMPLATES[name](folder / name)
    shutil.copytree(folder / "drifted", folder / "cleaned", symlinks=True)
    config = str(folder / "cleaned/training_presets/config.json")
    larder(("plan", "clean", config, "--out", str(folder / "cleaned/plan.json")), folder)
    larder(("clean", config, "--apply"), folder)
