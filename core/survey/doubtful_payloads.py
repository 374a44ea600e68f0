"""A look into the few payloads that their size puts in doubt; see `doubtful_sizes`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from larder.core.errors import PayloadError
from larder.core.jobs import CancelToken, Job
from larder.core.survey.audit import (
    BY_VERDICT,
    audit_payloads,
    damage_of,
    find_damaged,
    find_old_masks,
    judge_stamps,
    other_cuts,
    unusable,
)
from larder.core.survey.context import SurveyContext
from larder.core.survey.doubtful_sizes import inspect_doubtful
from larder.core.survey.earlier_looks import EarlierLook
from larder.core.survey.indexed.payloads import IndexedPayloads
from larder.core.survey.indexed.verdicts import JudgedRows
from larder.core.survey.payload_faults import TOLD_BY_ALL
from larder.core.survey.row_notes import Audit, Faults, join_faults
from larder.core.survey.training_risks import TrainingRisk
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreLocation


def audit_doubtful(
    store: Path,
    groups: Sequence[Sequence[str]],
    sizes: Mapping[str, tuple[int, int] | None],
    needed: frozenset[str] | None,
    token: CancelToken,
    made_for: Mapping[str, str] | None = None,
    config: TrainerConfig | None = None,
    unstamped: Collection[str] = (),
    known: Mapping[str, Mapping[TrainingRisk, str]] | None = None,
) -> Job[Faults]:
    """Read the payloads that their size puts in doubt; see `doubtful_sizes` and `audit_payloads`.

    And those that are `known` to be wrong, see `payload_faults`. `groups` are names of payloads of
    equal shape and size together.
    """
    faults: dict[TrainingRisk, dict[str, str]] = {harm: {} for harm in BY_VERDICT}

    def look(names: Sequence[str]) -> Job[frozenset[str]]:
        found, read, _ = yield from audit_payloads(
            store, {name: sizes.get(name) for name in names}, needed, token, made_for, config,
            unstamped=unstamped)
        for harm, of_harm in found.items():
            if harm not in TOLD_BY_ALL:
                faults[harm].update(of_harm)
        faults[TrainingRisk.WRONG_SHAPE].update(other_cuts(read, sizes, unstamped))
        return unusable(faults)

    yield from inspect_doubtful([*groups, *([name] for name in known or ())], look)
    for name, told in (known or {}).items():
        for harm, said in told.items():
            faults[harm].setdefault(name, said)
    return faults


def inspect_doubtful_payloads(
    context: SurveyContext, location: StoreLocation, judged: JudgedRows,
    groups: Sequence[Sequence[str]], payloads: IndexedPayloads, earlier: EarlierLook,
    known: Mapping[str, Mapping[TrainingRisk, str]],
) -> Job[Audit]:
    """Look into payloads of a store with an index, and say what was found of their rows.

    Sets bits in `judged.flags` and `judged.harms`. `payloads` are those of the `groups` and those
    that are `known` to be wrong; what is found sound is noted in `earlier`.
    """
    faults = yield from audit_doubtful(
        location.path, groups, payloads.sizes, judged.asked.names, context.token,
        payloads.made_for, context.workspace.config, payloads.unstamped, known)
    earlier.note(faults)
    # Of these only masks and captions as they are now tell whether they are still wrong.
    _, read, _ = yield from audit_payloads(
        location.path, {name: payloads.sizes.get(name) for name in known}, None, context.token)
    faults = join_faults(faults, find_old_masks(context, location, judged, payloads, read))
    why, remarks = payloads.note(faults)
    judge_stamps(context, judged, payloads, read, why)
    return Audit(find_damaged(faults), why, remarks)


def note_damaged(judged: JudgedRows, damaged: Mapping[str, PayloadError]) -> Audit:
    """Say of rows that payloads they name, which were opened for another reason, are damaged."""
    faults: dict[TrainingRisk, dict[str, str]] = {}
    for name, error in damaged.items():
        faults.setdefault(damage_of(error), {})[name] = error.problem
    why, remarks = IndexedPayloads(judged, frozenset(damaged)).note(faults)
    return Audit(find_damaged(faults), why, remarks)
