"""Files of other trainers: in a survey's document, listed, found and counted."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET

from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.store_paths import LARDER_FOLDER
from larder.core.quantities import Amount
from larder.core.queries.file_counts import make_figures
from larder.core.stores.trainers_files import OWN_NAMES
from larder.core.survey.document import FileItem, OfferedFiles, StoreFigures, TrainerFacts
from larder.core.survey.files.states import STATES, JudgedFile, Offer
from larder.core.survey.files.store import spell_below
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.workspace.open_workspace import StoreLocation, Workspace


def trainer_fields(report: SurveyReport, *, with_items: bool) -> dict[str, Any]:
    """Return the fields of a survey's document that only other trainers' workspaces have."""
    stores = [store for store in report.stores if store.location.kind.traits.is_other_trainers]
    if not stores:
        return {}
    files = [file for store in stores for file in store.judged]
    trainer = report.workspace.trainer
    return {
        "trainer": stores[0].location.kind.value,
        "trainer_facts": UNSET if trainer is None else TrainerFacts(
            name=trainer.kind.value, label=trainer.label, form=trainer.config.form,
            family=report.family, unknown=trainer.config.unknown),
        "files": tuple(
            item for store in stores for item in _items(report, store)) if with_items else UNSET,
        "offered": OfferedFiles(
            ticked=_amount(files, Offer.TICKED), unticked=_amount(files, Offer.UNTICKED)),
        "encode_again": sum(file.bytes for file in files if STATES[file.state].is_made_again),
        "inner_unused": sum(file.unused_bytes for file in files)}


def _items(report: SurveyReport, store: StoreSurvey) -> Iterator[FileItem]:
    spell = spell_below(report.workspace.root, store.location.spelled)
    for file in store.judged:
        yield FileItem(
            store=store.location.id, path=spell(file.name), state=file.state.name_in_contract,
            proof=file.proof.value, why=file.why, bytes=file.bytes,
            sources=tuple(map(spell, file.sources)), offer=file.offer.value)


def _amount(files: Sequence[JudgedFile], offer: Offer) -> Amount:
    chosen = [file for file in files if file.offer is offer]
    return Amount(files=len(chosen), bytes=sum(file.bytes for file in chosen))


def list_trainer_files(store: StoreLocation) -> list[str]:
    """Names of its files below its folder, "/" between folders, sorted."""
    return [name for name, _ in _own_files(store)]


def find_trainer_files(
    workspace: Workspace, store: StoreLocation, source: str
) -> tuple[Path, ...]:
    """Files whose names begin as that of a source does: its own, and perhaps those of others."""
    del workspace
    stem = source.rpartition("/")[2].rpartition(".")[0]
    return tuple(store.path / name for name, _ in _own_files(store)
                 if stem and name.rpartition("/")[2].startswith(stem))


def count_trainer_files(store: StoreLocation) -> StoreFigures:
    """Its figures; these trainers record no lookups."""
    files = _own_files(store)
    return make_figures(
        store, entries=len(files), sizes=[status.st_size for _, status in files], temporaries=[],
        uses=None, last_used_ns=max((mtime_ns_of(status) for _, status in files), default=None))


def _own_files(store: StoreLocation) -> list[tuple[str, os.stat_result]]:
    is_own = OWN_NAMES[store.kind]
    found = []
    for folder, subfolders, names in os.walk(store.path):
        subfolders[:] = [name for name in subfolders if name != LARDER_FOLDER]
        below = Path(folder).relative_to(store.path).as_posix()
        prefix = "" if below == "." else f"{below}/"
        found += [(prefix + name, os.stat(os.path.join(folder, name)))  # noqa: PTH118, PTH116
                  for name in names if is_own(prefix + name)]
    return sorted(found, key=lambda file: file[0])
