"""Sentences for what the user did to files and settings since they were cached, one for each kind.

A headline begins with these sentences, and whoever asks gets a line for every file and setting.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.keys.recipe import (
    SETTING_WORDS,
    SIZE_FIELDS,
    FieldChange,
    describe_changes,
    shown_value,
)
from larder.core.quantities import pluralize
from larder.core.survey.causes import NAMED, join_few, names_text
from larder.core.survey.document import ListedChange
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.survey.why import samples_text
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import PathFlavour, flavour_of, split_last
from larder.core.workspace.samples import sample_stem
from larder.core.workspace.store_kinds import StoreContent

DAMAGED: Final = (
    Verdict.CORRUPT_PAYLOAD, Verdict.BAD_VALUES, Verdict.MISSING_PAYLOAD,
    Verdict.INCOMPLETE_SCHEMA)

MOST_LISTED: Final = 1_000
"""Files of one kind of change that are listed and whose dates are looked at.

Where more are not cached yet, the first stand for them.
"""

OF_CONCEPTS: Final = ("image.", "text.")
"""How the names of a concept's settings begin; all others are the config's."""

Change = tuple[str, Sequence[ListedChange]]
"""A sentence, and everything that it is about."""

WORDS: Final = {
    "added": "Added", "removed": "Removed", "renamed": "Renamed", "moved": "Moved",
    "edited": "Edited", "mask": "Mask changed", "concept": "Not cached yet",
    "unused": "Not used any more", "setting": "Setting"}
"""What is said of a change, by `ListedChange.what`."""

Names = tuple[Sequence[str], int]
"""The first paths of a list, and how many it has."""

NO_NAMES: Final[Names] = ((), 0)


@dataclass(frozen=True, slots=True)
class _Move:
    """A source that has another path now; `is_sure` if what is recorded of it shows that."""

    old: str
    new: str
    is_sure: bool

    @property
    def folders(self) -> tuple[str, str]:
        """Those that it was in and is in."""
        return _folder(self.old), _folder(self.new)


def list_changes(
    report: SurveyReport, pictures: Sequence[StoreSurvey], captions: Sequence[StoreSurvey]
) -> Iterator[Change]:
    """Yield each kind of change; a picture in two stores counts once."""
    workspace, either = report.workspace, pictures or captions
    moves = max((_find_moves(workspace, one) for one in either), key=len, default=())
    known = frozenset(path for move in moves for path in (move.old, move.new))
    yield from _describe_new_concepts(workspace, either, known)
    added = _find_most(_list_added(workspace, one, known) for one in either)
    removed = _find_most(_list_removed(one, known) for one in either)
    edited = _find_most(_list_verdict(one, Verdict.CONTENT_CHANGED) for one in pictures)
    masks = _find_most(_list_verdict(one, Verdict.SIDECAR_CHANGED) for one in pictures)
    rewritten, deleted = _list_captions(workspace, pictures, captions)
    if added[1]:
        yield f"You added {names_text(*added)}.", _list("added", added[0])
    for gone in _join_short(removed, deleted):
        if gone[1]:
            yield f"You removed {names_text(*gone)}.", _list("removed", gone[0])
    for survey in either[:1]:
        yield from _describe_moves(moves, survey)
    for other in _join_short(edited, rewritten):
        if other[1]:
            yield f"You edited {names_text(*other)}.", _list("edited", other[0])
    if masks[1]:
        yield f"You changed the mask of {names_text(*masks)}.", _list("mask", masks[0])
    stores = (*pictures, *captions)
    yield from _describe_settings(workspace, stores)
    yield from _describe_damage(workspace, stores)
    yield from _describe_unused(either)


def describe_change(change: ListedChange) -> str:
    """Return a change as one line, "Renamed: a.jpg → b.jpg"."""
    path = f"{change.source} → {change.now}" if change.now else change.source
    return f"{WORDS[change.what]}: {path}"


def _list(what: str, names: Sequence[str]) -> list[ListedChange]:
    return [ListedChange(what=what, source=name) for name in names]


def _list_moves(what: str, moves: Sequence[_Move]) -> list[ListedChange]:
    return [ListedChange(what=what, source=move.old, now=move.new) for move in moves]


def _join_short(pictures: Names, captions: Names) -> tuple[Names, ...]:
    """Return both as one list if a sentence names them all."""
    count = pictures[1] + captions[1]
    return (pictures, captions) if count > NAMED else (([*pictures[0], *captions[0]], count),)


def _find_most(found: Iterable[Names]) -> Names:
    return max(found, key=lambda names: names[1], default=NO_NAMES)


def _list_rows(survey: StoreSurvey, has: npt.NDArray[np.bool_]) -> Names:
    rows = np.flatnonzero(has)
    return [survey.rows.source(row) for row in rows[:MOST_LISTED].tolist()], len(rows)


def _list_verdict(survey: StoreSurvey, verdict: Verdict) -> Names:
    return _list_rows(survey, survey.rows.verdicts == verdict)


def _stamps(
    workspace: Workspace, survey: StoreSurvey, sources: Sequence[str]
) -> list[FileStamp | None]:
    """Return the stamps of sources, None of one that cannot be found."""
    real = workspace.paths(PathFlavour(survey.rows.separator)).real
    return [readable_stamp(real(source)) for source in sources]


def _cached_ns(survey: StoreSurvey) -> int:
    """When the last file was cached."""
    return int(survey.payloads.mtimes_ns.max(initial=0))


def _list_captions(
    workspace: Workspace, pictures: Sequence[StoreSurvey], captions: Sequence[StoreSurvey]
) -> tuple[Names, Names]:
    """Return captions that have another content, and those whose file is gone."""
    stems = frozenset(
        sample_stem(path) for one in pictures for path in _list_gone(one))
    found = [_split_captions(workspace, one, stems) for one in captions]
    return _find_most(said for said, _ in found), _find_most(gone for _, gone in found)


def _split_captions(
    workspace: Workspace, survey: StoreSurvey, stems: frozenset[str]
) -> tuple[Names, Names]:
    """Return the same of one store; `stems` are those of pictures that are gone, too."""
    changed, count = _list_verdict(survey, Verdict.CONTENT_CHANGED)
    is_there = [stamp is not None for stamp in _stamps(workspace, survey, changed)]
    said = [path for path, there in zip(changed, is_there, strict=True) if there]
    gone = [path for path, there in zip(changed, is_there, strict=True) if not there]
    if survey.location.kind.traits.has_index:
        gone += [path for path in _list_gone(survey) if sample_stem(path) not in stems]
    return (said, count - is_there.count(False)), (gone, len(gone))


def _list_gone(survey: StoreSurvey) -> list[str]:
    """Return sources of index rows whose file was deleted, not renamed."""
    is_gone = survey.rows.verdicts == Verdict.SOURCE_MISSING
    is_gone[[one.dead_row for one in survey.readoptions if one.dead_row is not None]] = False
    return [survey.rows.source(row) for row in np.flatnonzero(is_gone).tolist()]


def _find_new_rows(survey: StoreSurvey) -> npt.NDArray[np.bool_]:
    """Return which rows are of files of which nothing is cached, shape (n,)."""
    is_new: npt.NDArray[np.bool_] = (
        survey.rows.verdicts == Verdict.MISSING_ENTRY) & ~survey.rows.has_entry
    is_new[[option.row for option in survey.readoptions]] = False
    return is_new


def _list_added(workspace: Workspace, survey: StoreSurvey, known: frozenset[str]) -> Names:
    """Return what came to concepts since they were cached, less what is `known` to be moved.

    Of those whose slots moved, the samples without a slot are not those that came. A picture that
    was there before the last file was cached is what a build left undone.
    """
    rows = survey.rows
    begun = distinct(rows.concept[rows.has_entry])
    shifted = distinct(rows.concept[rows.verdicts == Verdict.SHIFTED])
    is_new = _find_new_rows(survey) & np.isin(rows.concept, begun) & ~np.isin(
        rows.concept, shifted)
    named = [name for cause in survey.mixed_up_by for name in cause.added]
    new, count = _list_rows(survey, is_new)
    late = _list_late(workspace, survey, new)
    found = [path for path in (*named, *late) if path not in known]
    is_all = len(late) == len(new)
    return found, len(found) + (count - len(new) if is_all else 0)


def _list_late(workspace: Workspace, survey: StoreSurvey, sources: Sequence[str]) -> list[str]:
    """Return those that came or changed after the last file was cached."""
    cached_ns = _cached_ns(survey)
    return [source for source, stamp in zip(
        sources, _stamps(workspace, survey, sources), strict=True)
        if stamp is not None and max(stamp.mtime_ns, stamp.ctime_ns) > cached_ns]


def _list_removed(survey: StoreSurvey, known: frozenset[str]) -> Names:
    named = [name for cause in survey.mixed_up_by for name in cause.removed]
    # Those that are recorded have rows, too.
    listed = {*named, *known, *(old for cause in survey.mixed_up_by for old, _ in cause.renamed)}
    found = [*(name for name in named if name not in known),
             *(path for path in _list_gone(survey) if path not in listed)]
    return found[:MOST_LISTED], len(found)


def _find_moves(workspace: Workspace, survey: StoreSurvey) -> Sequence[_Move]:
    """Return sources that were renamed, and those that went to another folder under their name."""
    named = [pair for cause in survey.mixed_up_by for pair in cause.renamed]
    listed = [(survey.rows.source(option.dead_row), survey.rows.source(option.row))
              for option in survey.readoptions if option.dead_row is not None]
    gone, new = _list_strays(survey)
    alike = _pair_by_name(gone, new)
    if not (named or alike):
        return [_Move(old, new, is_sure=True) for old, new in listed]
    recorded, cached_ns = _read_recorded(survey), _cached_ns(survey)
    moves = [_Move(old, new, is_sure=True) for old, new in listed]
    moves += [_Move(before, after, is_sure=before in recorded) for before, after in named]
    stamps = _stamps(workspace, survey, [pair[1] for pair in alike])
    for (before, after), stamp in zip(alike, stamps, strict=True):
        if stamp is None or stamp.mtime_ns > cached_ns:
            continue
        size, mtime_ns = recorded.get(before, (stamp.size, -1))
        if size == stamp.size:
            moves.append(_Move(before, after, is_sure=mtime_ns == stamp.mtime_ns))
    return moves


def _list_strays(survey: StoreSurvey) -> tuple[list[str], list[str]]:
    """Return sources that are not where they were, and those of which nothing is cached."""
    rows = survey.rows
    new = [*_list_rows(survey, _find_new_rows(survey))[0],
           *(name for cause in survey.mixed_up_by for name in cause.added)]
    if not new:
        return [], []
    lost, _ = _list_rows(
        survey, (rows.verdicts == Verdict.SOURCE_UNREACHABLE) & (rows.concept < 0))
    gone = [*_list_gone(survey), *lost, *(
        name for cause in survey.mixed_up_by for name in cause.removed)]
    return gone, new


def _pair_by_name(gone: Iterable[str], new: Iterable[str]) -> list[tuple[str, str]]:
    """Return old and new path of those whose name is theirs alone on both sides."""
    of_old, of_new = (_group_by_name(paths) for paths in (gone, new))
    return [(old[0], of_new[name][0]) for name, old in of_old.items()
            if len(old) == 1 and len(of_new.get(name, ())) == 1]


def _group_by_name(paths: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in dict.fromkeys(paths):
        found[split_last(path, flavour_of(path))[1]].append(path)
    return found


def _read_recorded(survey: StoreSurvey) -> Mapping[str, tuple[int, int]]:
    """Return size and date of pictures that slots are recorded to be made of."""
    if survey.released is None:
        return {}
    return {
        picture: (int(origins.bytes[at]), int(origins.mtimes_ns[at]))
        for of_group in survey.released.origins.values() for origins in of_group.values()
        for at, picture in enumerate(origins.pictures) if picture}


def _describe_moves(moves: Sequence[_Move], survey: StoreSurvey) -> Iterator[Change]:
    """Yield a sentence for what was renamed, and one for each two folders."""
    renamed = [move for move in moves if _name(move.old) != _name(move.new)]
    if renamed:
        yield _describe_renamed(renamed)
    between = defaultdict[tuple[str, str], list[_Move]](list)
    for move in moves:
        if _name(move.old) == _name(move.new):
            between[move.folders].append(move)
    by_count = sorted(between.items(), key=lambda found: -len(found[1]))
    for (old, new), found in by_count[:NAMED]:
        yield _describe_folder(old, new, found, survey), _list_moves("moved", found)
    rest = [move for _, found in by_count[NAMED:] for move in found]
    if rest:
        yield (f"You moved {names_text([move.old for move in rest])} to other folders.",
               _list_moves("moved", rest))


def _describe_renamed(renamed: Sequence[_Move]) -> Change:
    listed = _list_moves("renamed", renamed)
    first = renamed[0]
    if len(renamed) > 1:
        return f"You renamed {names_text([move.old for move in renamed])}.", listed
    before, after = names_text([first.old]), names_text([first.new])
    if first.is_sure:
        return f"You renamed {before} to {after}.", listed
    return f"It seems that you renamed {before} to {after}.", listed


def _describe_folder(old: str, new: str, found: Sequence[_Move], survey: StoreSurvey) -> str:
    """Return the sentence for what went from one folder to another."""
    before, after = (_name(old), _name(new)) if _name(old) != _name(new) else (old, new)
    is_sure = all(move.is_sure for move in found)
    if not _has_others(survey, old, {move.old for move in found}):
        return (f"You renamed the folder {before} to {after}." if is_sure
                else f"It seems that you renamed the folder {before} to {after}.")
    what = names_text([move.old for move in found])
    return (f"You moved {what} from {before} to {after}." if is_sure
            else f"It seems that you moved {what} from {before} to {after}.")


def _has_others(survey: StoreSurvey, folder: str, moved: set[str]) -> bool:
    """Return whether a folder had any source besides those that were moved."""
    rows = survey.rows
    numbers = [at for at, one in enumerate(rows.folders) if one == folder]
    return any(rows.source(row) not in moved
               for row in np.flatnonzero(np.isin(rows.folder, numbers)).tolist())


def _folder(path: str) -> str:
    return split_last(path, flavour_of(path))[0]


def _name(path: str) -> str:
    return split_last(path, flavour_of(path))[1]


def _describe_new_concepts(
    workspace: Workspace, stores: Sequence[StoreSurvey], known: frozenset[str]
) -> Iterator[Change]:
    """Yield what is said of concepts of which nothing is cached, where others are."""
    by_store = [_list_new_concepts(workspace, one, known) for one in stores]
    found = max(by_store, key=len, default=())
    added = [concept.display_name for concept, is_late in found if is_late]
    waiting = [concept.display_name for concept, is_late in found if not is_late]
    for names, text in (
            (added, f"You added the concept {join_few(added)}."),
            (waiting, f"Nothing is cached for the concept {join_few(waiting)} yet.")):
        if names:
            yield text, _list("concept", names)


def _list_new_concepts(
    workspace: Workspace, survey: StoreSurvey, known: frozenset[str]
) -> Sequence[tuple[Concept, bool]]:
    """Return concepts that are not cached, and whether all of their files came since others were.

    One whose files are `known` to come from elsewhere is none of them.
    """
    rows = survey.rows
    begun = distinct(rows.concept[rows.has_entry])
    is_new = _find_new_rows(survey) & (rows.concept >= 0) & ~np.isin(rows.concept, begun)
    found = []
    for index in distinct(rows.concept[is_new]).tolist() if len(begun) else ():
        sources, _ = _list_rows(survey, is_new & (rows.concept == index))
        if known.isdisjoint(sources):
            found.append((workspace.concepts[index], len(
                _list_late(workspace, survey, sources)) == len(sources)))
    return found


def _describe_unused(stores: Sequence[StoreSurvey]) -> Iterator[Change]:
    """Yield what is said of cached folders that no concept is in any more."""
    folders = max((_list_unused(one) for one in stores), key=len, default=())
    if folders:
        yield (f"No concept of this config uses the folder {join_few(folders)} any more.",
               _list("unused", folders))


def _list_unused(survey: StoreSurvey) -> Sequence[str]:
    rows = survey.rows
    if survey.released is None:
        unused = (rows.verdicts == Verdict.UNUSED) & (rows.concept < 0) & rows.has_entry
        return [rows.folders[at] for at in distinct(rows.folder[unused]).tolist()]
    unknown = [survey.payloads.names[at] for at in np.flatnonzero(
        survey.payloads.verdicts == PayloadVerdict.UNKNOWN).tolist()]
    return list(dict.fromkeys(
        _folder(picture) for group in unknown
        for origins in survey.released.origins.get(group, {}).values()
        for picture in origins.pictures if picture))


def _describe_settings(
    workspace: Workspace, stores: Sequence[StoreSurvey]
) -> Iterator[Change]:
    """Yield which settings cached files were made with otherwise, the first ones by name."""
    is_made = _count(stores, Verdict.RECIPE_CHANGED, Verdict.WRONG_MODELTYPE)
    is_sized = _count(stores, Verdict.MISSING_VARIANT)
    found: dict[FieldChange, set[int]] = {}
    for one in stores if is_made or is_sized else ():
        for change, concepts in ({} if one.recipes is None else one.recipes.changes).items():
            found.setdefault(change, set()).update(concepts)
    for change in [one for one in found if one.name == "base_model_name"]:
        # Without one of its own, the VAE is the base model's.
        found.pop(FieldChange("vae", change.have, change.want), None)
    # Of a setting that had several values before, one is named.
    first = {change.name: change for change in reversed(found)}
    named = [change for change in found if change in first.values()]
    listed = _list("setting", [describe_changes([change]) for change in found])
    for change in named[:NAMED]:
        names = [workspace.concepts[index].display_name for index in sorted(found[change])] \
            if change.name.startswith(OF_CONCEPTS) else []
        yield _describe_setting(change, join_few(names)), [listed.pop(0)]
    if len(named) > NAMED:
        count = len(named) - NAMED
        yield ("1 more setting differs." if count == 1
               else f"{count:,} more settings differ."), listed
    if is_made and not found:
        what = samples_text({one.location.kind.content for one in stores}, is_made)
        yield f"Made with other settings or another model: {what}.", []
    if is_sized and SIZE_FIELDS.isdisjoint(first):
        what = pluralize(is_sized, "picture")
        yield f"Cached at another size than your config asks for: {what}.", []


def _describe_setting(change: FieldChange, concepts: str) -> str:
    """Such as "You switched Crop Jitter on for cats."; `concepts` is "" for a config's setting."""
    word = SETTING_WORDS.get(change.name, change.name)
    if isinstance(change.have, bool) and isinstance(change.want, bool):
        if concepts:
            return (f"You switched {word} on for {concepts}." if change.want
                    else f"You switched {word} off for {concepts}.")
        return f"You switched {word} on." if change.want else f"You switched {word} off."
    have, want = shown_value(change.have), shown_value(change.want)
    if concepts:
        return f"You changed {word} of {concepts} from {have} to {want}."
    return f"You changed {word} from {have} to {want}."


def _count(stores: Sequence[StoreSurvey], *verdicts: Verdict) -> int:
    return sum(int(np.isin(one.rows.verdicts, verdicts).sum()) for one in stores)


def _describe_damage(
    workspace: Workspace, stores: Sequence[StoreSurvey]
) -> Iterator[Change]:
    """Yield which concepts ask for more variations than are cached, and what is damaged."""
    damaged = _count(stores, *DAMAGED)
    asked: dict[str, int] = {}
    for survey in stores:
        for concept in workspace.concepts:
            variations, lacking = _lacks_variations(survey, concept)
            if lacking:
                asked[concept.display_name] = variations
                damaged -= lacking
    for name, variations in asked.items():
        yield (f"The concept {name} asks for {variations} variations, and fewer are cached.", [])
    if damaged > 0:
        yield (f"{pluralize(damaged, 'cached file')} are missing or cannot be used."
               if damaged > 1 else "1 cached file is missing or cannot be used."), []


def _lacks_variations(survey: StoreSurvey, concept: Concept) -> tuple[int, int]:
    """Return how many variations a concept asks for, and of how many samples some are missing.

    The second is 0 where that is not so of all that have any.
    """
    content = survey.location.kind.content
    variations = concept.image_variations if content is StoreContent.IMAGE \
        else concept.text_variations
    rows = survey.rows
    mine = (rows.concept == concept.index) & rows.has_entry
    lacks = mine & (rows.verdicts == Verdict.MISSING_PAYLOAD) & (rows.bytes > 0)
    count = int(lacks.sum())
    return variations, count if variations > 1 and count and count == int(mine.sum()) else 0
