"""Sentences of rows are put together when somebody reads them."""

from __future__ import annotations

from larder.core.survey.row_notes import RowNotes, ToldOfRows
from larder.core.survey.verdicts import Verdict


def test_sentences_are_told_when_they_are_asked_for_and_the_worst_is_kept() -> None:
    asked: list[int] = []

    def tell(row: int) -> str:
        asked.append(row)
        return f"row {row}"

    notes = RowNotes(5)
    notes.note(1, min(Verdict), "damaged")
    notes.note_each(range(1, 5), Verdict.SHIFTED, tell)
    notes.note(3, min(Verdict), "damaged, too")
    notes.note(4, Verdict.TOUCHED, "not as bad")
    notes.remark(2, "more of it")
    notes.remark(0, "alone")
    every = ToldOfRows[str].one_after_another([(0, notes.why), (5, {0: "of one"}), (6, notes.why)])
    asked.clear()
    assert (len(every), 2 in every, 5 in every, 10 in every, 11 in every) == (
        11, True, True, True, False)
    assert asked == [], "nobody has read any"
    assert every[2] == every[8] == "row 2"
    own = {0: "alone", 1: "damaged", 2: "row 2", 3: "damaged, too", 4: "row 4"}
    assert notes.why == own
    assert every == {**own, 5: "of one", **{6 + row: said for row, said in own.items()}}
