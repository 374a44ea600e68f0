"""Looking into the slots that the trainer reads: damage, impossible values, missing names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from larder.core.errors import PayloadError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.pt_file import examine_pt
from larder.core.stores.released.groups import slot_name
from larder.core.survey.auditing.shapes import odd_shapes
from larder.core.survey.verdicts import Verdict

IN_AGGREGATE = frozenset({"image_path", "crop_resolution"})
"""Names that the trainer takes from the aggregate, not from the slot."""


@dataclass(frozen=True, slots=True)
class SlotToCheck:
    """One slot that a sample is read from.

    Attributes:
        group: its group's key.
        variation: its variation.
        slot: its number.
        size: (height, width) of the crop it was made from, None when not recorded.
    """

    group: str
    variation: int
    slot: int
    size: tuple[int, int] | None

    @property
    def name(self) -> str:
        """Relative to the store's folder."""
        return slot_name(self.group, variation=self.variation, slot=self.slot)


SlotFaults = Mapping[str, Sequence[tuple[Verdict, str]]]
"""Slot name -> what is wrong with it, each with its sentence."""


def audit_slots(
    store: Path,
    slots: Sequence[SlotToCheck],
    *,
    needed: frozenset[str] | None,
    token: CancelToken,
) -> Job[dict[str, list[tuple[Verdict, str]]]]:
    """Read every slot from end to end.

    Args:
        store: the store's folder.
        slots: what to read, each once.
        needed: names a sample must have, None when the config does not tell.
        token: checked per slot.

    Returns:
        Faults by slot name; a slot without any is not in it.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    faults: dict[str, list[tuple[Verdict, str]]] = {}
    arrays: dict[str, tuple[ArrayInfo, ...]] = {}
    for done, slot in enumerate(slots):
        token.check()
        yield Progress("checking payloads", done, len(slots), "payloads")
        found = faults.setdefault(slot.name, [])
        try:
            examined = examine_pt(store / slot.name)
        except PayloadError as damaged:
            found.append((Verdict.CORRUPT_PAYLOAD, damaged.problem))
            continue
        arrays[slot.name] = examined.contents.arrays
        if examined.bad_values:
            found.append((Verdict.BAD_VALUES, f"{slot.name}: {examined.bad_values}"))
        lacking = sorted((needed or frozenset()) - {*examined.contents.names} - IN_AGGREGATE)
        if lacking:
            found.append((
                Verdict.INCOMPLETE_SCHEMA,
                f"{slot.name}: the payload lacks {', '.join(lacking)}"))
    sizes = {slot.name: slot.size for slot in slots if slot.size is not None}
    for name, sentence in odd_shapes(arrays, sizes).items():
        faults[name].append((Verdict.BAD_VALUES, f"{name}: {sentence}"))
    return {name: found for name, found in faults.items() if found}
