"""Caches that other trainers wrote, with what is true of each of their files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey.files.states import JudgedFile
from larder.core.survey.report import Depth, SurveyReport
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.roots import PathMap
from tests.support.fixtures import fixtures_folder, unpack_archive

FOLDER = "other-trainers"

STATE_WORDS: Mapping[str, str] = {
    "superseded": "leftover", "unreadable": "damaged", "unfinished": "partial",
    "other_family": "unlisted", "other-model": "unlisted", "root-offline": "unreachable"}
"""Words of the truth files that the contract has others for."""


class Truth(msgspec.Struct, frozen=True):
    """The truth about one file.

    Attributes:
        offer: "ticked", "unticked" or "never".
        unused_bytes: of arrays in it that nothing asks for.
    """

    state: str
    offer: str
    why: str
    unused_bytes: int


def read_truths(
    name: str, otherwise: Mapping[tuple[str, str], tuple[str, str]] = {}
) -> dict[str, Truth]:
    """Return the truth about every cached file of a fixture, by its path.

    `otherwise` has (state, offer) by fixture and path where it tells what no file shows, or where
    the contract decides otherwise.
    """
    found = {}
    for file in read_truth(name)["files"]:
        said = file.get("expect")
        if said is None:
            continue
        state, offer = otherwise.get((name, file["path"]), (
            STATE_WORDS.get(said["state"], said["state"]), _offer_of(said["clean"])))
        found[file["path"]] = Truth(
            state, offer, said["why"], said.get("inner_unused_bytes", 0))
    return found


def read_data_truths(
    name: str, otherwise: Mapping[str, tuple[str, str]] = {}
) -> dict[str, Truth]:
    """As `read_truths`, of the fixtures whose paths begin with "/data" and whose truth is flat."""
    found = {}
    for file in read_truth(name)["files"]:
        if "state" in file:
            state, offer = otherwise.get(file["path"], (
                STATE_WORDS.get(file["state"], file["state"]),
                "never" if file["offer"].startswith("never")
                else "ticked" if file["offer"].startswith("clean") else "unticked"))
            found[file["path"]] = Truth(state, offer, file["why"], 0)
    return found


def _offer_of(clean: str) -> str:
    if clean == "offer":
        return "ticked"
    return "never" if clean.startswith("never") else "unticked"


def unpack_trainer(name: str, into: Path) -> Path:
    """Unpack a fixture; return the folder in it that its truth's paths begin at."""
    unpack_archive(fixtures_folder() / FOLDER / f"{name}.tar.gz", into)
    (folder,) = into.iterdir()
    return folder


def read_truth(name: str) -> dict[str, Any]:
    """Return the whole truth of a fixture."""
    path = fixtures_folder() / FOLDER / f"{name}.truth.json"
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def survey_trainer(
    config: Path, *, depth: Depth = Depth.STAT, data: Path | None = None
) -> SurveyReport:
    """Survey another trainer's config; `data` is where its "/data" is."""
    maps = [] if data is None else [PathMap("/data", str(data))]
    return run_to_end(survey(open_workspace(config, maps=maps), depth=depth, token=CancelToken()))


def judged_files(report: SurveyReport) -> dict[str, JudgedFile]:
    """Return every judged file of a survey by its path below the root."""
    return {f"{store.location.spelled}/{file.name}": file
            for store in report.stores for file in store.judged}
