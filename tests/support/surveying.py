"""Surveying in tests: run the job and read verdicts by source and payload name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey import sources
from larder.core.survey.report import Depth, StoreSurvey, SurveyReport
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import PayloadVerdict, Verdict, also_names
from larder.core.workspace.open_workspace import open_workspace


def run_survey(
    path: Path, *, depth: Depth = Depth.STAT, gone: tuple[str, ...] = (),
    chosen: Sequence[Path] | None = None, **opening: Any,
) -> SurveyReport:
    """Open and survey a workspace to the end."""
    workspace = open_workspace(path, **opening)
    return run_to_end(survey(
        workspace, depth=depth, gone=gone, chosen=chosen, token=CancelToken()))


def store_of(report: SurveyReport, identity: str) -> StoreSurvey:
    return next(store for store in report.stores if store.location.id == identity)


def verdicts(report: SurveyReport, identity: str) -> dict[str, str]:
    """Source -> verdict by contract name."""
    rows = store_of(report, identity).rows
    return {
        rows.source(row): Verdict(code).name_in_contract
        for row, code in enumerate(rows.verdicts.tolist())}


def drifted(report: SurveyReport, identity: str) -> dict[str, str]:
    """Source -> verdict, without the valid ones."""
    return {
        source: verdict for source, verdict in verdicts(report, identity).items()
        if verdict != "valid"}


def payload_verdicts(report: SurveyReport, identity: str) -> dict[str, str]:
    """File name -> verdict by contract name."""
    files = store_of(report, identity).payloads
    return {
        name: PayloadVerdict(code).name_in_contract
        for name, code in zip(files.names, files.verdicts.tolist(), strict=True)}


def loose_payloads(report: SurveyReport, identity: str) -> dict[str, str]:
    """File name -> verdict, without referenced files and the trainer's stand-in."""
    return {
        name: verdict for name, verdict in payload_verdicts(report, identity).items()
        if verdict not in {"referenced", "sentinel"}}


def why(report: SurveyReport, identity: str, source: str) -> str:
    """The sentence of one row."""
    rows = store_of(report, identity).rows
    return rows.why[_row(rows, source)]


def also(report: SurveyReport, identity: str, source: str) -> tuple[str, ...]:
    """Remarks and further verdicts of one row."""
    rows = store_of(report, identity).rows
    return also_names(int(rows.also[_row(rows, source)]))


def _row(rows: Any, source: str) -> int:
    return next(row for row in range(len(rows)) if rows.source(row) == source)


def hide(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have listings of folders tell a file as one that could not be looked at."""
    def scan(
        folder: str, on_entries: Callable[[int], None] | None = None, **options: bool
    ) -> FolderListing:
        listing = scan_folder(folder, on_entries, **options)
        if path.parent != Path(folder):
            return listing
        kept = [at for at, name in enumerate(listing.names) if name != path.name]
        return FolderListing(
            path=listing.path, names=[listing.names[at] for at in kept],
            sizes=listing.sizes[kept], mtimes_ns=listing.mtimes_ns[kept],
            subfolders=listing.subfolders, links=listing.links, vanished=(path.name,))

    monkeypatch.setattr(sources, "scan_folder", scan)
