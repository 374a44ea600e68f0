"""Files of other trainers in a survey's document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from larder.core.quantities import Amount
from larder.core.survey.document import FileItem, OfferedFiles, TrainerFacts
from larder.core.survey.files.spelling import spell_below
from larder.core.survey.files.states import STATES, JudgedFile, Offer
from larder.core.survey.report import StoreSurvey, SurveyReport


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
            family=report.family, unknown=trainer.config.unknown,
            alongside=tuple(str(other.path) for other in trainer.alongside)),
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
