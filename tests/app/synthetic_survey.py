"""Surveys of any size that no disk holds: a document and columns as a worker would hand them over.

They stand in for a survey where only the window is tested; what a survey finds is tested in core.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from larder.app.models.survey_pages import SurveyPages, read_pages
from larder.app.models.survey_snapshot import ValueColumns
from larder.core.columns import Array, TextColumn, save_columns
from larder.core.queries.tables import ranks
from larder.core.requests.options import Answer
from larder.core.survey.coverage import COUNTED_AS, PROBLEM
from larder.core.survey.remedies import REMEDIES, Case, Repair, lines_of
from larder.core.survey.verdicts import VERDICTS, Counted, PayloadVerdict, Remark, Verdict
from larder.core.workspace.store_kinds import StoreFormat

CONCEPT_NAMES = ("portraits", "old barns of the north", "textures")
STORES = (("image", "smart-image"), ("text", "smart-text"))
PAYLOAD_KINDS = (PayloadVerdict.ORPHANED, PayloadVerdict.TEMP_LEFTOVER, PayloadVerdict.UNINDEXED,
                 PayloadVerdict.READOPTABLE)
REASONS = {
    Verdict.CONTENT_CHANGED: "file hash 3f81c09a77d2 is not the stored 9a02cc41b0ee",
    Verdict.SIDECAR_CHANGED: "the mask was edited: hash 11d0… is not the stored 77ab…",
    Verdict.MISSING_ENTRY: "no entry for this picture",
    Verdict.TOUCHED: "date moved from 2024-05-01 10:00:00 to 2024-05-03 18:22:10, bytes equal",
    Verdict.SOURCE_MISSING: "the picture is gone, its folder is there",
    Verdict.MISSING_PAYLOAD: "9a02cc41b0ee_128x128_1.pt is not on disk",
    Verdict.CORRUPT_PAYLOAD: "CRC of data/0 is wrong",
    Verdict.SOURCE_UNREACHABLE: "E:\\barns cannot be reached",
}


def _line(verdict: Verdict | PayloadVerdict, form: StoreFormat = StoreFormat.INDEXED) -> int:
    """The line of REMEDIES with a command for a verdict, else with words; 0 where none is."""
    lines = [line for line, remedy in enumerate(REMEDIES)
             if any(verdict is one for one in remedy.verdicts) and form in remedy.formats]
    commands = [line for line in lines if REMEDIES[line].repair is not Repair.NONE
                and Case.CLAIMED not in REMEDIES[line].needs]
    return next(iter([*commands, *lines]), 0)


REMEDY_LINES = np.array([_line(verdict) for verdict in Verdict], dtype=np.uint8)
FILE_LINES = np.array([_line(verdict) for verdict in PayloadVerdict], dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Recipe:
    """Recipe for a synthetic survey.

    Attributes:
        rows: number of entries over all stores.
        drift: share of rows that are not valid.
        verdicts: verdicts of the other rows, in turn.
        concepts: how many of CONCEPT_NAMES the config has, 0 for a bare folder.
        payload_files: number of files that no entry needs.
        offline: whether every entry of the second concept is unreachable.
        lacks_index: whether payloads exist without an index.
        released: whether a third store of the older layout was found.
        names_per_folder: number of names in one folder.
        root: folder of the workspace.
        layouts: reported layouts of the trainer's caches.
    """

    rows: int = 40
    drift: float = 0.3
    verdicts: tuple[Verdict, ...] = (
        Verdict.CONTENT_CHANGED, Verdict.MISSING_ENTRY, Verdict.TOUCHED, Verdict.SOURCE_MISSING,
        Verdict.CORRUPT_PAYLOAD, Verdict.SIDECAR_CHANGED)
    concepts: int = 3
    payload_files: int = 6
    offline: bool = False
    lacks_index: bool = False
    released: bool = False
    names_per_folder: int = 1000
    root: str = "/home/anna/train/portraits of people and barns"
    layouts: tuple[str, ...] = ("cache.json",)


COMPLETE = Recipe(drift=0.0, payload_files=0)
NOTHING_CACHED = Recipe(drift=1.0, verdicts=(Verdict.MISSING_ENTRY,), payload_files=0)
EMPTY = Recipe(rows=0, payload_files=0)
INDEX_MISSING = replace(NOTHING_CACHED, lacks_index=True)
OFFLINE = Recipe(offline=True)
BARE_FOLDER = Recipe(concepts=0)
WITH_FOUND_CACHE = Recipe(released=True)
MILLION = Recipe(rows=1_000_000, drift=0.05, payload_files=1000)


TABLES = tempfile.TemporaryDirectory(prefix="larder-made-up-")
"""Of the surveys made up in this process, a folder each; nothing writes them again."""


@cache
def _pages(recipe: Recipe) -> SurveyPages:
    return read_pages(synthetic_answer(Path(tempfile.mkdtemp(dir=TABLES.name)), recipe))


def synthetic_pages(recipe: Recipe) -> SurveyPages:
    """A survey as the window reads it now; the tables of each recipe are made once."""
    pages = _pages(recipe)
    return replace(pages, snapshot=replace(pages.snapshot, read_at_ns=time.time_ns()))


def synthetic_answer(folder: Path, recipe: Recipe) -> Answer:
    """Write a survey's tables below `folder`; the same recipe gives the same survey."""
    entries = _entries(recipe)
    payloads = _payloads(recipe)
    save_columns(folder / "entries", entries)
    save_columns(folder / "payloads", payloads)
    save_columns(folder / "values", _no_values())
    document = msgspec.json.encode(_document(recipe, entries, payloads))
    return Answer(document=document, tables=str(folder))


def _no_values() -> dict[str, Array | TextColumn]:
    """A trainer's stores hold none."""
    nothing = TextColumn.from_strings(())
    texts = {"payload": nothing, "makers": nothing, "section": nothing}
    numbers = {field.name: np.zeros(0, np.int32) for field in fields(ValueColumns)}
    return {**numbers, **texts}


def _stores(recipe: Recipe) -> tuple[tuple[str, str], ...]:
    return (*STORES, ("image-legacy", "legacy-image")) if recipe.released else STORES


def _entries(recipe: Recipe) -> dict[str, Array | TextColumn]:
    n = recipe.rows
    draw = np.random.default_rng(20240501)
    at = np.arange(n)
    stores = len(_stores(recipe))
    store = (at % stores).astype(np.int32)
    source = at // stores
    concept = ((source % recipe.concepts) if recipe.concepts else np.full(n, -1)).astype(np.int16)
    verdict = np.full(n, Verdict.VALID, dtype=np.uint8)
    ill = draw.random(n) < recipe.drift
    turns = np.array(recipe.verdicts, dtype=np.uint8)
    verdict[ill] = turns[np.arange(int(ill.sum())) % len(turns)]
    if recipe.offline:
        verdict[concept == 1] = Verdict.SOURCE_UNREACHABLE
    also = np.where(draw.random(n) < 0.05, np.uint32(Remark.TARGET_NOT_CACHED), np.uint32(0))
    also[store == 1] = 0
    folders = [
        f"data/{CONCEPT_NAMES[c] if recipe.concepts else 'pictures'}/{part:04d}"
        for c in range(max(recipe.concepts, 1))
        for part in range(n // stores // recipe.names_per_folder + 1)]
    per_concept = n // stores // recipe.names_per_folder + 1
    folder = (np.maximum(concept, 0).astype(np.int64) * per_concept
              + source // recipe.names_per_folder).astype(np.int32)
    missing = np.isin(verdict, [Verdict.MISSING_ENTRY, Verdict.MISSING_PAYLOAD])
    size = np.where(missing, 0, draw.integers(6_000, 600_000, n)).astype(np.int64)
    return {
        "store": store, "concept": concept, "folder": folder,
        "folders": TextColumn.from_strings(folders),
        "before": TextColumn.from_strings(f"{folder}/" for folder in folders),
        "name": _names(source, store),
        "verdict": verdict, "also": also.astype(np.uint32),
        "harms": np.zeros(n, np.uint32), "why": _reasons(verdict),
        "counted": COUNTED_AS[verdict], "remedy": REMEDY_LINES[verdict],
        "count": (verdict < Verdict.UNUSED).astype(np.int32),
        "bytes": size, "has_entry": verdict != Verdict.MISSING_ENTRY,
        # Names grow with the row, so their rank is known.
        "name_rank": at.astype(np.int32), "folder_rank": ranks(folders)[folder],
        "sample": source.astype(np.int32),
        "renamed": np.zeros(0, np.int32), "other_name": TextColumn.from_strings(()),
        "mixed_up": np.zeros(0, np.int32), "made_from": TextColumn.from_strings(()),
    }


def _names(source: np.ndarray, store: np.ndarray) -> TextColumn:
    """IMG_0000012.jpg and IMG_0000012.txt: 15 bytes each, written as one array."""
    letters = np.tile(np.frombuffer(b"IMG_0000000.jpg", dtype=np.uint8), (len(source), 1))
    for digit in range(7):
        letters[:, 10 - digit] = ord("0") + source // 10**digit % 10
    letters[store == 1, 12:] = np.frombuffer(b"txt", dtype=np.uint8)
    return TextColumn(blob=letters.reshape(-1), offsets=np.arange(len(source) + 1) * 15)


def _reasons(verdict: np.ndarray) -> TextColumn:
    texts = [b"" if v is Verdict.VALID else REASONS.get(v, VERDICTS[v].meaning).encode()
             for v in Verdict]
    offsets = np.zeros(len(verdict) + 1, dtype=np.int64)
    np.cumsum(np.array([len(text) for text in texts])[verdict], out=offsets[1:])
    joined = b"".join([texts[v] for v in verdict.tolist()])
    return TextColumn(blob=np.frombuffer(joined, dtype=np.uint8), offsets=offsets)


def _payloads(recipe: Recipe) -> dict[str, Array | TextColumn]:
    n = recipe.payload_files
    kinds = np.array(PAYLOAD_KINDS, dtype=np.uint8)[np.arange(n) % len(PAYLOAD_KINDS)]
    return {
        "store": (np.arange(n) % 2).astype(np.int32),
        "name": TextColumn.from_strings(f"{at:012x}_128x128_1.pt" for at in range(n)),
        "verdict": kinds, "remedy": FILE_LINES[kinds],
        "count": np.ones(n, dtype=np.int32),
        "bytes": np.full(n, 14_000_000, dtype=np.int64),
        "mtime_ns": np.full(n, 1_714_500_000_000_000_000, dtype=np.int64),
        "why": TextColumn.from_strings("" for _ in range(n)),
        "source": TextColumn.from_strings("data/portraits/gone.jpg" for _ in range(n)),
    }


def _document(
    recipe: Recipe, entries: dict[str, Any], payloads: dict[str, Any],
) -> dict[str, Any]:
    names = _stores(recipe)
    stores = []
    for at, (store, kind) in enumerate(names):
        of = entries["verdict"][entries["store"] == at]
        stores.append({
            "id": store, "kind": kind, "path": f"workspace-cache/run/{store}",
            "index_version": None if recipe.lacks_index else 3, "busy": None,
            "entries": int((of != Verdict.MISSING_ENTRY).sum()),
            "payload_files": 4096 if recipe.lacks_index else len(of),
            "payload_bytes": int(entries["bytes"][entries["store"] == at].sum()),
            "verdicts": {v.name_in_contract: int((of == v).sum())
                         for v in Verdict if (of == v).any()},
            "payload_verdicts": {
                p.name_in_contract: int((payloads["verdict"][payloads["store"] == at] == p).sum())
                for p in PAYLOAD_KINDS},
            "reclaimable": {"files": recipe.payload_files // 2,
                            "bytes": recipe.payload_files // 2 * 14_000_000},
        })
    concepts = [{
        "name": CONCEPT_NAMES[at], "path": f"data/{CONCEPT_NAMES[at]}", "enabled": at != 2,
        "samples": int(((entries["concept"] == at) & (entries["store"] == 0)).sum()),
        "stores": {store: _coverage(entries, at, number)
                   for number, (store, _) in enumerate(names)},
    } for at in range(recipe.concepts)]
    return {
        "schema": "larder.survey/1",
        "workspace": {"root": recipe.root, "layouts": list(recipe.layouts),
                      "config": f"{recipe.root}/config.json"
                      if recipe.concepts else None,
                      "model_type": "STABLE_DIFFUSION_XL_10_BASE", "depth": "stat"},
        "stores": stores, "concepts": concepts, "problems": [], "elapsed_s": 0.4,
        "others": _others(recipe, entries), "totals": _totals(entries),
        "next_steps": _next_steps(entries),
    }


def _next_steps(entries: dict[str, Any]) -> list[dict[str, Any]]:
    """The build that is due, as long as that of a synthetic plan."""
    rows = int(np.isin(entries["remedy"], lines_of(Repair.BUILD)).sum())
    return [{"text": f"{rows:,} pictures and captions to rebuild", "remedy": Repair.BUILD.value,
             "count": rows, "rows": rows, "seconds": 152.0}] if rows else []


def _others(recipe: Recipe, entries: dict[str, Any]) -> list[dict[str, Any]]:
    """Whole stores of a bare folder."""
    if recipe.concepts:
        return []
    return [{"store": store, "is_whole": True,
             "entries": int((entries["store"] == number).sum()),
             **_coverage(entries, -1, number)}
            for number, (store, _) in enumerate(_stores(recipe))]


def _totals(entries: dict[str, Any]) -> dict[str, int]:
    return {
        "entries": int(entries["has_entry"].sum()), **_sums(entries["counted"]),
        "problems": int(PROBLEM[entries["verdict"]].sum())}


def _sums(counted: np.ndarray) -> dict[str, int]:
    return {code.word: int((counted == code).sum()) for code in Counted}


def _coverage(entries: dict[str, Any], concept: int, store: int) -> dict[str, int]:
    here = (entries["concept"] == concept) & (entries["store"] == store)
    counts = _sums(entries["counted"][here])
    return {"wanted": int(here.sum()) - counts["gone"] - counts["renamed"],
            "bytes": int(entries["bytes"][here].sum()), **counts}
