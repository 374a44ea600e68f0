"""The words of the filter field: plain text plus `state:edited kind:text size:>10MB concept:name`.

A filter is a list of terms, all of which must hold. A term is a word, a "quoted phrase" or
`key:value`; a leading minus turns it round, commas inside a value mean "any of these". Plain text
is looked for in the source's path, ASCII letters without case. Matching rows is
`core.queries.filter_rows`: a front end parses on every key stroke and matches elsewhere.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Sequence

import msgspec

from larder.core.errors import UserFacingError
from larder.core.quantities import MOST_BYTES, parse_size
from larder.core.survey.training_risks import SERIOUS, TrainingRisk, harms_in
from larder.core.survey.verdicts import VERDICTS, Counted, Remark, Severity, Verdict

_TERM = re.compile(r'(-?)(?:([A-Za-z]+):)?(?:"([^"]*)"?|(\S*))')

_STATE_GROUPS: dict[str, frozenset[Verdict]] = {
    "problem": frozenset(v for v, row in VERDICTS.items() if row.severity <= Severity.WARNING),
    "error": frozenset(v for v, row in VERDICTS.items() if row.severity is Severity.ERROR),
    "offline": frozenset({Verdict.SOURCE_UNREACHABLE}),
}

WRONG = "wrong"
"""Rows that training would get wrong in any way."""

MENDABLE = "mendable"
"""Rows about which a command does something."""

_COUNTED: dict[str, Counted] = {
    "out-of-date": Counted.STALE, "not-cached": Counted.MISSING, "cached": Counted.COVERED,
    "gone": Counted.GONE, "renamed": Counted.RENAMED}
"""Rows as the sums count them, so that as many are found as were counted."""


class FilterError(UserFacingError):
    """A filter term that says nothing we understand."""


class FilterWord(enum.Enum):
    """The keys a term may start with."""

    STATE = "state"
    KIND = "kind"
    SIZE = "size"
    CONCEPT = "concept"
    FOLDER = "folder"
    NAME = "name"
    TRAINING = "training"


class Term(msgspec.Struct, frozen=True):
    """One condition.

    Attributes:
        word: what it looks at; None for plain text.
        values: texts of which any may hold, as typed.
        sizes: (least, most) bytes, both included, of which any may hold, for `size:`.
        verdicts: verdicts of which any may hold, for `state:`.
        remarks: bits of the `also` column of which any may hold, for `state:`.
        counted: values of the `counted` column of which any may hold, for `state:`.
        mendable: whether rows may hold that a command mends, for `state:`.
        harms: bits of the `harms` column of which any may hold, for `training:`.
        negated: whether rows that do not meet it are wanted.
    """

    word: FilterWord | None
    values: tuple[str, ...] = ()
    sizes: tuple[tuple[int, int], ...] = ()
    verdicts: frozenset[Verdict] = frozenset()
    remarks: int = 0
    counted: frozenset[Counted] = frozenset()
    mendable: bool = False
    harms: int = 0
    negated: bool = False


Filter = tuple[Term, ...]
"""A parsed filter; without terms it lets every row through."""


def parse_filter(text: str) -> Filter:
    """Read a filter as it is typed; an unfinished quote ends with the text.

    Raises:
        FilterError: if a key is unknown or a value makes no sense for its key.
    """
    terms: list[Term] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _TERM.match(text, at)
        if match is None or match.end() == at:
            break
        at = match.end()
        term = _term(match)
        if term is not None:
            terms.append(term)
    return tuple(terms)


def state_words() -> tuple[str, ...]:
    """Return the states shown in tables, as typed after `state:`; groups first."""
    return (*_COUNTED, *_STATE_GROUPS, MENDABLE,
            *(as_typed(VERDICTS[verdict].label) for verdict in Verdict),
            *(flag.name_in_contract for flag in Remark))


def state_words_of(
    verdicts: Collection[int], remarks: int, counted: Collection[int], *, mendable: bool,
) -> tuple[str, ...]:
    """Those that would find something.

    Args:
        verdicts: that any row has.
        remarks: bits of the `also` column that any row has.
        counted: values of the `counted` column that any row has.
        mendable: whether a command mends any row.
    """
    found = []
    for word in state_words():
        term = _state_term((word,), negated=False)
        if (term.verdicts & frozenset(verdicts) or term.remarks & remarks
                or term.counted & frozenset(counted) or (term.mendable and mendable)):
            found.append(word)
    return tuple(found)


def quote(value: str) -> str:
    """A value as it must be typed: in quotes when it holds a space or a comma."""
    return f'"{value}"' if re.search(r"[\s,]", value) else value


def _term(match: re.Match[str]) -> Term | None:
    minus, key, phrase, bare = match.groups()
    value = phrase if phrase is not None else bare
    if key is not None and len(key) == 1:
        # A drive letter, not a key: `C:\train` is plain text.
        key, value = None, f"{key}:{value}"
    if key is None:
        return Term(word=None, values=(value,), negated=bool(minus)) if value else None
    word = _word(key)
    if not value:
        return None
    values = (value,) if phrase is not None else tuple(filter(None, value.split(",")))
    negated = bool(minus)
    if word is FilterWord.SIZE:
        return Term(word=word, sizes=tuple(_size_range(part) for part in values), negated=negated)
    if word is FilterWord.STATE:
        return _state_term(values, negated=negated)
    if word is FilterWord.TRAINING:
        return Term(word=word, harms=_harm_bits(values), negated=negated)
    return Term(word=word, values=values, negated=negated)


def _word(key: str) -> FilterWord:
    try:
        return FilterWord(key.lower())
    except ValueError:
        *others, last = (word.value for word in FilterWord)
        raise FilterError(
            f"There is no filter word “{key}:”.",
            f"There are {', '.join(others)} and {last}. Put the text in quotes to search for it "
            "literally.",
        ) from None


def _size_range(text: str) -> tuple[int, int]:
    low, dots, high = text.partition("..")
    if dots:
        return _size(low) if low else 0, _size(high) if high else MOST_BYTES
    for sign in (">=", "<=", ">", "<", "="):
        if text.startswith(sign):
            size = _size(text.removeprefix(sign))
            return {
                ">=": (size, MOST_BYTES), ">": (size + 1, MOST_BYTES),
                "<=": (0, size), "<": (0, size - 1), "=": (size, size),
            }[sign]
    return _size(text), MOST_BYTES


def _size(text: str) -> int:
    try:
        return parse_size(text, least=0)
    except UserFacingError as error:
        raise FilterError(error.problem, "Write it like size:>10MB or size:1MB..5MB.") from error


def training_words(bits: int) -> tuple[str, ...]:
    """Values `training:` knows that would find something among these bits of `harms`."""
    found = tuple(harm.name_in_contract for harm in harms_in(bits))
    return (WRONG, *found) if bits & SERIOUS else found


def _harm_bits(values: Sequence[str]) -> int:
    known = {WRONG: SERIOUS, **{harm.name_in_contract: 1 << harm for harm in TrainingRisk}}
    bits = 0
    for value in values:
        if value.lower() not in known:
            raise FilterError(f"“{value}” is not a problem that training can have.",
                              f"Use one of {', '.join(known)}.")
        bits |= known[value.lower()]
    return bits


def as_typed(words: str) -> str:
    """Words of a table as they are typed in a filter."""
    return words.lower().replace(" ", "-").replace("_", "-")


def _state_term(values: Sequence[str], *, negated: bool) -> Term:
    """Groups, words of documents and those of tables all name verdicts."""
    sums = {**_COUNTED, **{code.word: code for code in _COUNTED.values()}}
    verdicts: set[Verdict] = set()
    counted: set[Counted] = set()
    remarks, mendable = 0, False
    for value in values:
        spelled = as_typed(value)
        named = {v for v, row in VERDICTS.items()
                 if spelled in (v.name_in_contract, as_typed(row.label))}
        flags = [flag for flag in Remark if flag.name_in_contract == spelled]
        if spelled == MENDABLE:
            mendable = True
        elif spelled in sums:
            counted.add(sums[spelled])
        elif not named and not flags and spelled not in _STATE_GROUPS:
            common = ", ".join((*_COUNTED, *_STATE_GROUPS))
            raise FilterError(f"“{value}” is not a state.",
                              f"Choose one from the list, such as {common}.")
        verdicts |= named | _STATE_GROUPS.get(spelled, frozenset())
        for flag in flags:
            remarks |= int(flag)
    return Term(
        word=FilterWord.STATE, verdicts=frozenset(verdicts), remarks=remarks,
        counted=frozenset(counted), mendable=mendable, negated=negated)
