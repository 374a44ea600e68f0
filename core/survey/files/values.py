"""The values of another trainer's file, looked into where a survey reads everything."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from larder.core.errors import PayloadError
from larder.core.payloads.open_payload import open_payload
from larder.core.payloads.value_checks import bad_values
from larder.core.survey.files.states import STATES, FileState, JudgedFile, Proof
from larder.core.survey.verdicts import Verdict

LOOKED_INTO = frozenset({FileState.OK, FileState.SUSPECT, FileState.STALE})
"""States of files that training reads and that are whole as far as their headers tell."""


def find_bad_values(store: Path, file: JudgedFile) -> JudgedFile:
    """Return a judged file, as damaged if it contains what no encoder gives."""
    if file.state not in LOOKED_INTO:
        return file
    verdict = Verdict.BAD_VALUES
    try:
        with open_payload(store / file.name) as payload:
            payload.verify()
            found = (bad_values(info.name, payload.array(info.name), dtype_name=info.dtype)
                     for info in payload.contents().arrays)
            harm = next(filter(None, found), None)
    except PayloadError as error:
        harm, verdict = error.problem.rstrip("."), Verdict.CORRUPT_PAYLOAD
    if harm is None:
        return file
    return replace(
        file, state=FileState.DAMAGED, proof=Proof.PROVEN, why=f"{harm}.", verdict=verdict,
        offer=STATES[FileState.DAMAGED].offer)
