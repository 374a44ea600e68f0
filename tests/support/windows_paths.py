"""Makes a workspace look as if a trainer on Windows had written it, in whatever spelling."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from larder.core.survey.report import SurveyReport
from larder.core.survey.verdicts import PayloadVerdict, Verdict, also_names
from larder.core.workspace.roots import PathFlavour, comparable
from tests.support.indexed_cache import back_date

Spell = Callable[[str], str]

SIDECAR_MAPS = ("sidecar_mtimes", "sidecar_hashes")
LETTERS = {"ä": "Ä", "ß": "ß", "ı": "ı", "ς": "Σ", "é": "É"}
"""How a letter beyond ASCII may be spelled on Windows besides."""


def on_windows(path: str, folder: str = "C:\\train") -> str:
    """A path below the trainer's folder as a trainer in `folder` on Windows spells it."""
    return "\\".join(filter(None, [folder, path.replace("/", "\\")]))


def in_any_case(path: str, dice: random.Random) -> str:
    """Each letter in either case, each separator either slash, a share's first two aside."""
    lead = path[:2] if path.startswith("\\\\") else ""
    return lead + "".join(_spelled(letter, dice) for letter in path[len(lead):])


def _spelled(letter: str, dice: random.Random) -> str:
    if letter in "\\/":
        return dice.choice("\\/")
    if letter.isascii():
        return dice.choice([letter.lower(), letter.upper()])
    return dice.choice([letter, LETTERS.get(letter, letter)])


def respell_index(folder: Path, index: dict[str, Any], spell: Spell) -> None:
    """Write an index to a store with every path in it spelled by `spell`."""
    entries = {}
    for key, row in index["entries"].items():
        maps = {
            name: {spell(path): value for path, value in row[name].items()}
            for name in SIDECAR_MAPS if name in row}
        entries[spell(key)] = {**row, **maps}
    hashes = {
        content: [spell(path) for path in paths] for content, paths in index["hash_index"].items()}
    path = folder / "cache.json"
    path.write_text(json.dumps({**index, "entries": entries, "hash_index": hashes}), "ascii")
    back_date(path)


def respell_concepts(file: Path, concepts: list[dict[str, Any]], spell: Spell) -> None:
    """Write a concept list with every folder spelled by `spell`."""
    file.write_text(json.dumps(
        [{**concept, "path": spell(concept["path"])} for concept in concepts]), "ascii")


def told(report: SurveyReport, canonical: Spell) -> dict[str, Any]:
    """All a survey says, however it spells paths: `canonical` gives a path its one spelling."""
    stores = {}
    for store in report.stores:
        rows = store.rows
        stores[store.location.id] = {
            "rows": sorted(
                (canonical(rows.source(row)), Verdict(rows.verdicts[row]).name_in_contract,
                 also_names(int(rows.also[row])), int(rows.concept[row]),
                 bool(rows.has_entry[row]), int(rows.bytes[row]), rows.payloads.get(row, ()),
                 report.roots[rows.root[row]].unreachable, report.roots[rows.root[row]].indexed,
                 report.roots[rows.root[row]].gone)
                for row in range(len(rows))),
            "payloads": sorted(
                (name, PayloadVerdict(verdict).name_in_contract, size) for name, verdict, size in
                zip(store.payloads.names, store.payloads.verdicts.tolist(),
                    store.payloads.sizes.tolist(), strict=True)),
            "wanted": {concept: len(found) for concept, found in store.wanted.items()},
            "readoptions": sorted(
                (canonical(rows.source(found.row)), found.payloads,
                 None if found.dead_row is None else canonical(rows.source(found.dead_row)))
                for found in store.readoptions)}
    return {
        "stores": stores,
        "concepts": [(concept.samples, concept.stores) for concept in report.concepts],
        "roots": len(report.roots),
        "problems": len(report.problems)}


def windows_canonical(folder: str = "C:\\train") -> Spell:
    """Gives a path of Windows below `folder` the spelling it would have beside that folder."""
    before = comparable(folder + "\\", PathFlavour.WINDOWS)
    return lambda path: comparable(path, PathFlavour.WINDOWS).removeprefix(before)


def posix_canonical(path: str) -> str:
    """The same of a path relative to the trainer's folder on another system."""
    return comparable(path, PathFlavour.WINDOWS)
