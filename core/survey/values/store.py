"""The survey of a store of single values: one row per value on disk, no index to join.

What is on disk is what exists. A record of uses or the original program's own manifest only adds
what they name and the disk lacks. A value's source is the one that was written down when it was
made; without that its own name stands in its place.

The rules are those of every store: a root that cannot be reached never makes an orphan, a file
whose date moved is read, one whose bytes are equal was only touched. The bytes are compared by
SHA-256, which also names the payloads of pictures and clips.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import Finding, PayloadError, error_reason
from larder.core.files.file_stamp import FileStamp, why_hidden
from larder.core.files.journal import list_readopted_payloads
from larder.core.files.regular_file import read_or_default
from larder.core.jobs import Job, Progress
from larder.core.keys.cache_keys import FINGERPRINT_DIGITS
from larder.core.keys.hash_memory import blob_digests, blob_memory
from larder.core.quantities import pluralize
from larder.core.settings import cache_home
from larder.core.stores.records import (
    NOT_RECORDED,
    RecordedSource,
    read_fingerprints,
    read_sources,
)
from larder.core.survey import why
from larder.core.survey.context import SurveyContext
from larder.core.survey.document import ReadTotals
from larder.core.survey.doubtful_sizes import doubtful_files
from larder.core.survey.entry_rows import build_rows
from larder.core.survey.moved_content import content_of_lost
from larder.core.survey.payload_faults import find_known_faults, note_faults
from larder.core.survey.report import (
    Depth,
    EntryRows,
    IndexFacts,
    PayloadFiles,
    StoreSurvey,
)
from larder.core.survey.roots import FoundSources, SourceFolders, StoreRoots
from larder.core.survey.row_notes import (
    RowNotes,
    bit,
)
from larder.core.survey.training_risks import HARMS, TrainingRisk
from larder.core.survey.values.facts import (
    ValueFacts,
    list_values,
    read_value,
    stamps_of_values,
    value_busy_signs,
)
from larder.core.survey.verdicts import PayloadVerdict, Remark, Verdict
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.path_folders import folders_of
from larder.core.workspace.roots import PathFlavour, flavour_of
from larder.core.workspace.samples import A_MOMENT_AGO
from larder.core.workspace.store_kinds import StoreKind
from larder.core.workspace.stored_paths import locate_recorded

if TYPE_CHECKING:
    from larder.core.keys.strict_fingerprint import StrictFingerprint

OF_PROCESSORS: Final = frozenset({StoreKind.VISION, StoreKind.AUDIO})
"""Stores of values that a processor of some other program's may have made."""

REPLACED: Final = "The file was edited and has been cached again since"
READOPTED: Final = "{path} has the same content and can reuse the cached file."


class ValuesSurvey:
    """One store of single values while it is surveyed; n values on disk, then those that are not.

    Reads no payload except at depth payload.
    """

    def __init__(self, location: StoreLocation, context: SurveyContext) -> None:
        self.location = location
        self._context = context
        self._paths = context.paths(flavour_of(""))
        self.root_table = context.root_table(self._paths)
        self._damaged: dict[int, str] = {}
        self._moved: dict[int, tuple[str, int]] = {}
        self._hidden: dict[int, str] = {}
        self._looked_into: ReadTotals | None = None

    def look(self) -> Job[FoundSources]:
        """Look into payloads, if the survey does, and for every recorded source."""
        self._context.token.check()
        yield Progress("listing cached files", 0, 0, "files")
        self._list()
        for row in range(len(self._listed.names), len(self._names)):
            self._notes.note(row, Verdict.MISSING_PAYLOAD,
                             why.explain_missing_payload([self._names[row]]))
        if self._context.depth is Depth.PAYLOAD:
            self._looked_into = yield from self._look_into(self._listed.names)
        elif doubtful := self._doubtful():
            yield from self._look_into(doubtful)
        self._folders = self._find_sources()
        return self._folders, self.root_table

    def _list(self) -> None:
        path, kind = self.location.path, self.location.kind
        self._listed = list_values(path, kind, self._context.counter.note)
        self._names = [*self._listed.names, *self._listed.absent]
        record: dict[str, RecordedSource] = read_or_default(lambda: read_sources(path), {})
        self._recorded = [record.get(name) for name in self._names]
        self._notes = RowNotes(len(self._names))

    def judge(
        self, roots: Mapping[StoreLocation, StoreRoots]
    ) -> Job[tuple[StoreSurvey, StoreRoots]]:
        """Judge every value, with the roots of this store."""
        own = roots[self.location]
        return (yield from self._judge(own)), own

    def _judge(self, roots: StoreRoots) -> Job[StoreSurvey]:
        listed, notes, count = self._listed, self._notes, len(self._listed.names)
        sources = yield from self._judge_sources(roots)
        self._note_readopted()
        replaced = self._find_replaced_rows()
        notes.flags[replaced] ^= np.uint32(1 << Verdict.CONTENT_CHANGED | 1 << Verdict.UNUSED)
        notes.why.update(dict.fromkeys(replaced, REPLACED))
        orphans = [row for row, verdict in sources.items()
                   if verdict is Verdict.SOURCE_MISSING and row < count]
        moved, doubt = yield from content_of_lost(
            self._context, self.location, roots, self.root_table, (*orphans, *replaced),
            listed.names, self._recorded, sources)
        verdicts = notes.verdicts
        for row, path in moved.items():
            if verdicts[row] == Verdict.SOURCE_MISSING:
                notes.why[row] = why.explain_source_moved(path)
        return StoreSurvey(
            location=self.location,
            index=IndexFacts(),
            rows=self._rows(roots),
            payloads=self._files(orphans, replaced, moved, doubt),
            busy=value_busy_signs(
                self.location.path, listed, now_ns=self._context.now_ns,
                open_files=self._context.open_files),
            sources_hashed=True,
            moved=moved,
            looked_into=self._looked_into,
            findings=self._findings(),
        )

    def _findings(self) -> tuple[Finding, ...]:
        """Say how many values nobody can judge, made as they are by another program.

        Their names hold digits of that program's own digest of a processor, which leaves out
        settings that decide what it gives. Where Larder built with that processor, it is named.
        """
        count = len(self._listed.names)
        unproved = [name for name, source in zip(
            self._listed.names, self._recorded, strict=False) if source is None]
        if not unproved or self.location.kind not in OF_PROCESSORS:
            return ()
        return (Finding(
            self.location.spelled,
            f"It is not recorded from which files and with which settings {len(unproved):,} of "
            f"{pluralize(count, 'cached file')} were made, so edited files and other settings are "
            "not noticed.",
            " ".join(filter(None, (
                "Caches made with `larder build --sources` record both.",
                self._judge_by_program(unproved))))),)

    def _judge_by_program(self, names: Sequence[str]) -> str:
        """Say which processors that are recorded here the digits in names are of, "" for none."""
        recorded: Mapping[str, StrictFingerprint] = read_or_default(
            lambda: read_fingerprints(self.location.path), {})
        known = {digest[:FINGERPRINT_DIGITS]: facts.name
                 for facts in recorded.values() for digest in facts.of_program}
        if not known:
            return ""
        made = Counter(known.get(name.rpartition("/")[2].split(".")[1]) for name in names)
        others = made.pop(None, 0)
        told = [f"{many:,} made with {maker}" for maker, many in sorted(made.items(), key=str)]
        if others:
            told.append(f"{others:,} made with a processor that is not recorded here")
        return ("Judged by the digits in their names, which leave out some settings: "
                f"{', '.join(told)}.")

    def _doubtful(self) -> list[str]:
        """Values whose size shows that they may be damaged, and those that were found to be."""
        names = self._listed.names
        recorded = np.fromiter(
            (NOT_RECORDED if source is None else source.payload_bytes
             for source in self._recorded[:len(names)]), dtype=np.int64, count=len(names))
        groups = doubtful_files(self._listed.sizes, recorded=recorded)
        known = find_known_faults(self.location.path, self._stamps_of)
        return [*{**{names[at]: None for group in groups for at in group},
                  **dict.fromkeys(known.keys() & set(names) if known else ())}]

    def _stamps_of(self, names: Sequence[str]) -> Mapping[str, FileStamp | None]:
        return stamps_of_values(
            self.location.path, names, self.location.kind, self._context.counter.note)

    def _look_into(self, names: Sequence[str]) -> Job[ReadTotals]:
        # What reads payloads takes 10 ms to load, which only this depth shall pay.
        from larder.core.survey.payload_facts import read_payloads

        store, kind = self.location.path, self.location.kind
        stamps, faults = self._stamps_of(names), {harm: dict[str, str]() for harm in HARMS}
        read, totals = yield from read_payloads(
            store, stamps, ValueFacts,
            lambda name: read_value(store / name, name, kind), self._context.token)
        row_of = {name: row for row, name in enumerate(self._listed.names)}
        for name, facts in read.facts.items():
            row = row_of[name]
            if isinstance(facts, PayloadError):
                faults[TrainingRisk.DAMAGED][name] = self._damaged[row] = facts.problem
                self._notes.note(row, Verdict.CORRUPT_PAYLOAD, facts.problem)
                continue
            if facts.bad_values:
                harm = TrainingRisk.ALL_ZERO if facts.is_blank else TrainingRisk.NOT_NUMBERS
                faults[harm][name] = facts.bad_values
                self._notes.note_harm(row, harm, facts.bad_values)
            self._recorded[row] = self._recorded[row] or facts.source
        note_faults(store, stamps, faults)
        return totals

    def _find_sources(self) -> SourceFolders:
        """Find each source by one listing of its folder; notes those that moved."""
        spelled: dict[str, list[int]] = {}
        for row, source in enumerate(self._recorded):
            if source is not None:
                spelled.setdefault(source.source.rpartition("/")[0], []).append(row)
        reals = [self._paths.real(folder) for folder in spelled]
        folder = np.full(len(self._recorded), -1, dtype=np.int32)
        present = np.zeros(len(self._recorded), dtype=np.bool_)
        tree, looks_closely = self._context.tree, not self._context.trusts_notes
        for number, (rows, real) in enumerate(zip(spelled.values(), reals, strict=True)):
            self._context.token.check()
            folder[rows] = number
            listing = tree.listing(real)
            if listing is None:
                continue
            at_of = {name: at for at, name in enumerate(listing.names)}
            for row in rows:
                source = self._recorded[row]
                name = "" if source is None else source.source.rpartition("/")[2]
                if source is None:
                    continue
                at, path = at_of.get(name), os.path.join(real, name)  # noqa: PTH118 - thousands
                if name in listing.vanished and (
                        hidden := why_hidden(path, there=A_MOMENT_AGO)):
                    present[row] = True
                    self._hidden[row] = hidden
                if at is None:
                    continue
                present[row] = True
                size, mtime_ns = int(listing.sizes[at]), int(listing.mtimes_ns[at])
                if (looks_closely and source.digest) or (
                        size, mtime_ns) != (source.size, source.mtime_ns):
                    self._moved[row] = (path, mtime_ns)
        return SourceFolders(
            spelled=list(spelled), reals=reals, refusals=[tree.refusal(real) for real in reals],
            folder=folder, present=present)

    def _judge_sources(self, roots: StoreRoots) -> Job[dict[int, Verdict]]:
        """Verdicts of the rows whose source is not as recorded."""
        verdicts: dict[int, Verdict] = {}
        sentences: dict[int, str] = {}
        absent = (self._folders.folder >= 0) & ~self._folders.present
        for row in np.flatnonzero(absent).tolist():
            root = roots.facts[roots.of_row[row]]
            held = root.unreachable
            verdicts[row] = Verdict.SOURCE_UNREACHABLE if held else Verdict.SOURCE_MISSING
            sentences[row] = (
                why.explain_source_unreachable(root.spelled, held) if held
                else why.explain_source_missing(root.spelled))
        for row, reason in self._hidden.items():
            verdicts[row] = Verdict.SOURCE_UNREACHABLE
            sentences[row] = why.explain_source_unreadable(reason)
        of_path: dict[Path, list[int]] = {}
        for row, (path, _) in self._moved.items():
            of_path.setdefault(Path(path), []).append(row)
        if of_path:
            # Each is read once, whatever number of values was made from it.
            with blob_memory(cache_home()) as memory:
                digests = blob_digests(of_path, memory, token=self._context.token)
                for done, (file, digest) in enumerate(digests):
                    yield Progress("reading files", done, len(of_path), "files")
                    for row in of_path[file]:
                        found = self._compare(row, digest)
                        if found is not None:
                            verdicts[row], sentences[row] = found
        for row, verdict in verdicts.items():
            self._notes.note(row, verdict, sentences[row])
        return verdicts

    def _compare(self, row: int, digest: str | OSError) -> tuple[Verdict, str] | None:
        """Return the verdict on a source that moved, or None if it is as recorded."""
        source = self._recorded[row]
        mtime_ns = self._moved[row][1]
        if source is None:
            return None
        if isinstance(digest, OSError):
            return Verdict.SOURCE_UNREACHABLE, why.explain_source_unreadable(
                error_reason(digest))
        if digest != source.digest:
            return Verdict.CONTENT_CHANGED, (
                why.explain_content_changed(
                    digest[:16], source.digest[:16], edited_ns=mtime_ns, cached_ns=source.mtime_ns)
                if source.digest
                else "Its date changed, and it is not recorded what its content was")
        if mtime_ns != source.mtime_ns:
            return Verdict.TOUCHED, why.explain_touched(source.mtime_ns / 1e9, mtime_ns)
        return None

    def _note_readopted(self) -> None:
        """Values whose file was found elsewhere once."""
        given: dict[str, str] = read_or_default(
            lambda: list_readopted_payloads(self.location.path), {})
        for row, name in enumerate(self._listed.names if given else ()):
            if name in given:
                self._notes.flags[row] |= np.uint32(Remark.RE_ADOPTED)
                self._notes.remark(row, why.RE_ADOPTED)

    def _find_replaced_rows(self) -> list[int]:
        """Rows of values whose source was edited and has been built again, with equal settings."""
        names = self._listed.names
        verdicts = self._notes.verdicts[:len(names)]
        changed = np.flatnonzero(verdicts == Verdict.CONTENT_CHANGED).tolist()
        if not changed:
            return []
        real = locate_recorded(self._paths)

        def made_of(row: int) -> tuple[str, str] | None:
            """A value's source, and what its name says besides the content."""
            source = self._recorded[row]
            if source is None:
                return None
            return real(source.source), names[row].rpartition("/")[2].partition(".")[2]

        present = {made_of(row) for row in np.flatnonzero(verdicts >= Verdict.TOUCHED).tolist()}
        return [row for row in changed
                if self._recorded[row] is not None and made_of(row) in present]

    def _rows(self, roots: StoreRoots) -> EntryRows:
        listed, names = self._listed, self._names
        verdicts = self._notes.verdicts
        drifted = np.flatnonzero(verdicts != Verdict.VALID).tolist()
        sizes = np.concatenate([listed.sizes, np.zeros(len(listed.absent), dtype=np.int64)])
        return build_rows(
            sources=folders_of([
                name if source is None else source.source
                for name, source in zip(names, self._recorded, strict=True)], PathFlavour.POSIX),
            separator="/",
            flags=self._notes.flags,
            harms=self._harms_of_rows(),
            # A loader asks for every value whose file is there or was never written down.
            is_drawn=~np.isin(verdicts, [Verdict.UNUSED, Verdict.SOURCE_MISSING]),
            concept=roots.concept_of_row,
            has_entry=np.ones(len(names), dtype=np.bool_),
            sizes=sizes,
            own_sizes=sizes,
            root=roots.of_row,
            why=self._notes.why,
            payloads={row: (names[row],) for row in drifted if row < len(listed.names)},
            made_from={},
        )

    def _harms_of_rows(self) -> npt.NDArray[np.uint32]:
        flags, harms = self._notes.flags, self._notes.harms
        edited = (flags & np.uint32(1 << Verdict.CONTENT_CHANGED)) != 0
        harms[edited] |= bit(TrainingRisk.OLD_CONTENT)
        return harms

    def _files(
        self, orphans: Sequence[int], replaced: Sequence[int], moved: Mapping[int, str],
        doubt: Mapping[int, str],
    ) -> PayloadFiles:
        """The values in row order, then the unfinished writes."""
        listed, unfinished = self._listed, self._listed.temporaries
        verdicts = np.full(len(listed.names), PayloadVerdict.REFERENCED, dtype=np.uint8)
        said: dict[int, str] = {}
        for row, name in enumerate(listed.names if listed.unlisted else ()):
            if name in listed.unlisted:
                verdicts[row] = PayloadVerdict.UNINDEXED
                said[row] = "The manifest.json of the original program does not name it."
        verdicts[list(orphans)] = PayloadVerdict.ORPHANED
        verdicts[list(replaced)] = PayloadVerdict.SUPERSEDED
        for row, path in moved.items():
            verdicts[row] = PayloadVerdict.READOPTABLE
            said[row] = READOPTED.format(path=path)
        held = {row: sentence for row, sentence in doubt.items() if row not in moved}
        named_by: Mapping[int, tuple[int, ...]] = {row: (row,) for row in (*orphans, *replaced)}
        return PayloadFiles(
            names=[*listed.names, *unfinished.names],
            sizes=np.concatenate([listed.sizes, unfinished.sizes]),
            mtimes_ns=np.concatenate([listed.mtimes_ns, unfinished.mtimes_ns]),
            verdicts=np.concatenate([verdicts, np.full(
                len(unfinished.names), PayloadVerdict.TEMP_LEFTOVER, dtype=np.uint8)]),
            named_by=named_by, damaged=self._damaged, why={**said, **held}, held=held,
            foreign=listed.foreign)
