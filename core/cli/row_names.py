"""What a row of a survey is called on the command line, so that no two of a store read alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from larder.core.survey.report import StoreSurvey
from larder.core.survey.values.files import VALUE_FORMATS
from larder.core.workspace.store_kinds import StoreKind


def row_names(survey: StoreSurvey, rows: Sequence[int]) -> list[str]:
    """Names of some rows: the source, and what was made of it where it gave several values.

    Of tokens that is the paragraph, which the payload's head tells; else the payload.

    Args:
        survey: the store.
        rows: numbers of the rows.
    """
    sources = [survey.rows.source(row) for row in rows]
    if survey.location.kind.format not in VALUE_FORMATS:
        return sources
    of_source = Counter(
        zip(survey.rows.folder.tolist(), survey.rows.names, strict=True))
    shared = [
        of_source[int(survey.rows.folder[row]), survey.rows.names[row]] > 1 for row in rows]
    names = [
        f"{source}{_paragraph(survey, row)}" if is_shared else source
        for source, row, is_shared in zip(sources, rows, shared, strict=True)]
    times = Counter(names)
    return [
        f"{name} ({payload})" if is_shared and (name == source or times[name] > 1)
        and (payload := _payload(survey, row)) else name
        for name, source, row, is_shared in zip(names, sources, rows, shared, strict=True)]


def _payload(survey: StoreSurvey, row: int) -> str:
    """The payload of a row, "" for one that is not on disk."""
    names = survey.payloads.names
    return names[row] if row < len(names) and survey.rows.bytes[row] else ""


def _paragraph(survey: StoreSurvey, row: int) -> str:
    payload = _payload(survey, row)
    if survey.location.kind is not StoreKind.TOKENS or not payload:
        return ""
    from larder.core.payloads.sealed_npz import peek_stamp

    try:
        stamp = peek_stamp(survey.location.path / payload)
    except OSError:  # the verdict says what is wrong with it
        return ""
    number = None if stamp is None else stamp.key.get("row")
    return f", paragraph {number + 1:,}" if isinstance(number, int) else ""
