"""`larder export`, `larder verify` and `larder import`: caches on their way to another computer."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Final

import typer

from larder.core.bundle.checks import Check, refusal_of
from larder.core.bundle.import_bundle import Import
from larder.core.bundle.manifest import BundledConcept
from larder.core.cli.options import Csv, Json, refuse_csv, verb
from larder.core.cli.output import Column, amount_text, number_column, print_json, print_table
from larder.core.cli.running import run_job, run_on
from larder.core.quantities import pluralize, size_text
from larder.core.requests.bundling import exchange_manifest, export, import_bundle
from larder.core.requests.bundling import verify as verify_bundle
from larder.core.requests.options import (
    BundleOptions,
    ExportOptions,
    ImportOptions,
    ManifestOptions,
)
from larder.core.stores.values.uses import ManifestExport
from larder.core.workspace.cache_layout import CacheLayout

_CONCEPTS: Final = (Column("concept"), number_column("pictures"), number_column("captions"))
_FOLDERS: Final = (*_CONCEPTS, Column("folder"))
_FLAWS: Final = (Column("what"), Column("file"), Column("problem"))


@verb(ExportOptions)
def export_bundle(options: ExportOptions, json: Json = False, csv: Csv = False) -> None:
    """Show what training needs of a cache and, with --apply, export it to a folder or one file.

    The folder is a cache that a trainer opens directly, with relative paths and a manifest. An
    interrupted export continues where it stopped.
    """
    refuse_csv(csv=csv, apply=options.apply)
    found = run_on(options, export)
    if json:
        print_json(found)
    elif csv:
        print_table(_CONCEPTS, _counts(found.concepts), csv=True)
    elif found.obstacles:
        _print_blocked("exported", found.checks)
    else:
        _print_checks(found.checks)
        print_table(_CONCEPTS, _counts(found.concepts), csv=False)
        amount = amount_text(found.files, found.bytes)
        there = f"; {pluralize(found.there, 'file')} of an interrupted export exist already" \
            if found.there and not found.done else ""
        texts = "with captions" if found.captions else "without captions"
        print(f"Exported {amount} to {found.target}, {texts}. "
              f"Before uploading: larder verify {found.target}" if found.done else
              f"{amount} would be exported to {found.target}, {texts}{there}; "
              f"{size_text(found.free_bytes)} free there (--apply does it).")
        if found.one_file:
            print(
                "On the training computer, import it first: larder import FILE CONFIG "
                "--apply." if found.layout == CacheLayout.RELEASED.value else
                  "larder.CachedDataset(FILE) trains from it directly; for OneTrainer, import it "
                  "first: larder import FILE CONFIG --apply.")
        elif found.layout == CacheLayout.RELEASED.value:
            print("OneTrainer can use it as its cache folder only where its concepts' paths are "
                  f"{', '.join(concept.name for concept in found.concepts)}; otherwise: larder "
                  "import DIR CONFIG --apply.")
    _leave_if_blocked(found.obstacles, is_told=not (json or csv))


@verb(BundleOptions)
def verify(options: BundleOptions, json: Json = False, csv: Csv = False) -> None:
    """Read every file of an exported cache and compare it with the manifest."""
    found, _ = run_job(lambda token: verify_bundle(options, token))
    rows = [(flaw.what.value, flaw.path, flaw.problem)
            for flaw in (*found.flaws, *found.warnings)]
    if json:
        print_json(found)
    elif csv:
        print_table(_FLAWS, rows, csv=True)
    elif found.whole:
        print_table(_CONCEPTS, _counts(found.concepts), csv=False)
        if found.warnings:
            print_table(_FLAWS, rows, csv=False)
        print(f"Complete: {amount_text(found.files, found.bytes)}." + (
            f" But {pluralize(len(rows), 'cached file')} of it would spoil training. Build again "
            "with `larder build --depth payload --apply`, then export." if rows else ""))
    else:
        print_table(_FLAWS, rows, csv=False)
        print(f"Not complete: {pluralize(len(rows), 'problem')}.")
    if rows:
        raise typer.Exit(1)


@verb(ImportOptions)
def import_(options: ImportOptions, json: Json = False, csv: Csv = False) -> None:
    """Verify an exported cache and, with --apply, copy it into a cache folder.

    Nothing is overwritten. An interrupted import continues where it stopped.
    """
    refuse_csv(csv=csv, apply=options.apply)
    found, _ = run_job(lambda token: import_bundle(options, token))
    if json:
        print_json(found)
    elif found.obstacles and not csv:
        _print_blocked("imported", found.checks)
        if found.checks[-1].what == "more":
            print(f"All of them: larder verify {found.bundle}")
    else:
        _print_import(found, csv=csv)
    _leave_if_blocked(found.obstacles, is_told=not (json or csv))


def _leave_if_blocked(blocked: Sequence[Check], *, is_told: bool) -> None:
    """Leave with the code of what blocks; on stderr it is named where stdout is for programs.

    Raises:
        Exit: if something blocks.
    """
    if not blocked:
        return
    for check in () if is_told else blocked:
        print(f"{check.problem} {check.hint}".strip(), file=sys.stderr)
    raise typer.Exit(refusal_of(blocked).exit_code)


def _print_import(found: Import, *, csv: bool) -> None:
    print_table(_FOLDERS, (
        (*cells, found.folders.get(cells[0], "")) for cells in _counts(found.concepts)), csv=csv)
    if csv:
        return
    _print_checks(found.checks)
    amount = amount_text(found.files, found.bytes)
    there = f"; {pluralize(found.there, 'file')} exist already" if found.there else ""
    print(f"Imported {amount} into {found.target}{there}." if found.done else
          f"{amount} would be imported into {found.target}{there}; {size_text(found.free_bytes)} "
          "free there (--apply does it).")


@verb(ManifestOptions)
def manifest(options: ManifestOptions, json: Json = False) -> None:
    """Read from a token cache's manifest.json when values were last used, or write that file.

    With --export, the original program finds the values that Larder stored; without it, Larder no
    longer needs the manifest.
    """
    found, _ = run_job(lambda token: exchange_manifest(options, token))
    if json:
        print_json(found)
        return
    if isinstance(found, ManifestExport):
        print(f"{'Wrote' if options.apply else 'Would write'} {pluralize(found.rows, 'row')}; "
              f"{pluralize(len(found.left_out), 'file')} cannot be found by the original.")
    else:
        print(f"{'Took' if options.apply else 'Would take'} over the last use of "
              f"{pluralize(found.taken, 'file')}; "
              f"{pluralize(found.missing, 'row')} without a file, "
              f"{pluralize(found.unlisted, 'file')} without a row, "
              f"{pluralize(found.refused, 'row')} refused.")
    if not options.apply:
        print("Nothing was written (--apply does it).")


def _print_checks(checks: Iterable[Check]) -> None:
    for check in checks:
        if not check.passed:
            print(f"{check.problem} {check.hint}".strip())


def _print_blocked(done: str, checks: Sequence[Check]) -> None:
    """Say why nothing is "exported" or "imported", and what to do about each reason."""
    _print_checks(check for check in checks if not check.blocks)
    print(f"Nothing is {done}, because:")
    for check in checks:
        if check.blocks:
            print(f"  {check.problem} {check.hint}".rstrip())


def _counts(concepts: Iterable[BundledConcept]) -> list[tuple[str, int, int]]:
    return [(one.name, one.pictures, one.captions) for one in concepts]
