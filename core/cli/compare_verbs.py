"""`larder diff`, `dups`, `assume`, `prove` and `match`.

Another config, shared payloads, how a store was made, and what looks like something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from msgspec import UNSET
from msgspec.structs import replace

from larder.core.clean.assume import AssumePlan, assume_document
from larder.core.cli.options import Csv, Json, verb
from larder.core.cli.output import (
    Column,
    number_column,
    print_json,
    print_table,
    size_column,
    time_column,
    time_text,
)
from larder.core.cli.running import run_job, run_on
from larder.core.compare.copies import better_text
from larder.core.compare.copy_facts import TURN_WORDS
from larder.core.compare.document import (
    LEAK,
    ChangeDocument,
    ChangeRow,
    Invalidates,
    NearDuplicates,
    NearGroup,
    SharedContent,
    SharingSource,
    StoreShares,
)
from larder.core.keys.recipe import shown_value
from larder.core.quantities import pluralize, size_text, sum_if_known
from larder.core.requests.comparing import assume as run_assume
from larder.core.requests.comparing import compare, prove_payloads, share
from larder.core.requests.options import (
    AssumeOptions,
    DiffOptions,
    DupsOptions,
    MatchOptions,
    ProveOptions,
)
from larder.core.requests.request import open_for
from larder.core.survey.verdicts import CONFLICTS, REBUILD_APART

if TYPE_CHECKING:
    from larder.core.compare.proof.document import GroupProof, StoreProof
    from larder.core.queries.preview import PictureRanking

CHANGES = (
    Column("setting"), Column("now"), Column("then"), Column("invalidates"),
    number_column("items"), size_column(unknown="unknown"), time_column(), Column("why"))
SHARES = (
    Column("store"), Column("shared"), Column("content"), Column("source"), Column("concept"),
    size_column("saved"), Column("conflict"))
LONGEST_VALUE = 40
LISTED = 10
"""Groups of shared payloads printed per store; `--all` prints every one."""


@verb(DiffOptions, without=("batch", "gone"))
def diff(options: DiffOptions, json: Json = False, csv: Csv = False) -> None:
    """Show what another config would invalidate, and what a build costs. Changes nothing."""
    opened = open_for(options)
    plan, _ = run_job(lambda token: compare(opened, options, token))
    if json:
        print_json(replace(plan, doubted=UNSET))  # nobody is going to build
        return
    if not (plan.rows or csv):
        print("Nothing differs.")
        return
    print_table(CHANGES, [_cells(row, cut=not csv) for row in plan.rows], csv=csv)
    if csv:
        return
    print()
    if plan.emptied_at_start:
        print(f"{plan.emptied_at_start.problem} {plan.emptied_at_start.hint}")
    if not plan.totals and plan.anew:
        print(f"Nothing has to be encoded, but build before you train: otherwise OneTrainer looks "
              f"for {pluralize(plan.anew, 'sample')} under another name.")
    elif not (plan.totals or plan.emptied_at_start):
        print("All cached files stay valid.")
    for total in plan.totals:
        cost = "" if total.bytes is None else f", about {size_text(total.bytes)}"
        print(f"In total: {pluralize(total.items, 'item')} of the {total.invalidates.value} "
              f"cache to build{cost}, time {time_text(total.seconds)}.")
    _print_build(plan, opened.opened)


@verb(DupsOptions, without=("gone",))
def dups(
    options: DupsOptions,
    all_groups: Annotated[bool, typer.Option("--all", help="List every group.")] = False,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """List files with the same content, the cached files they share and what that saves.

    Changes nothing: you decide what to do with duplicate pictures.
    """
    opened = open_for(options)
    plan, _ = run_job(lambda token: share(opened, options, token))
    if json:
        print_json(plan)
        return
    if csv:
        print_table(SHARES, (row for store in plan.stores for row in _format_shared(store)),
                    csv=True)
        return
    spelled = {store.id: store.spelled for store in opened.stores}
    if plan.leaked:
        print(f"Training has seen {plan.leaked:,} of "
              f"{pluralize(plan.validated, 'validation picture')}, so the validation loss looks "
              "better than it is.")
    if not plan.stores:
        print("No pictures or captions are cached here; other values are not compared.")
    for store in plan.stores:
        equal = (f"{pluralize(len(store.contents), 'group')} with the same content, "
                 f"{size_text(store.bytes_saved)} saved by sharing" if store.contents
                 else "no two sources have equal bytes")
        print(f"{store.id} ({spelled[store.id]}): {equal}")
        _print_contents(store, LISTED if not all_groups else len(store.contents))
        _print_lines(store, LISTED if not all_groups else len(store.lines))
    if plan.near is not None:
        _print_near(plan.near, LISTED if not all_groups else len(plan.near.groups))


@verb(MatchOptions, without=("gone",))
def match(options: MatchOptions, json: Json = False, csv: Csv = False) -> None:
    """List the pictures that look least like their cached file.

    It is a ranking: none of them has to be wrong.
    """
    # Pillow and what reads pictures, which no other verb of this module needs.
    from larder.core.requests.inspecting import match as run_match

    ranking: PictureRanking = run_on(options, run_match)
    if json:
        print_json(msgspec.to_builtins(ranking))
        return
    if csv:
        _print_ranking(ranking, csv=True)
        return
    left_out = [
        f"{pluralize(count, 'cached file')} {why}" for count, why in (
            (ranking.without_source, "without a source that can be read"),
            (ranking.without_preview, "of encoders whose latents cannot be seen without a VAE"),
            (ranking.unreadable, "that cannot be compared")) if count]
    print(f"{pluralize(ranking.compared, 'cached file')} compared with "
          f"{'its picture' if ranking.compared == 1 else 'their pictures'}"
          + (f"; left out: {', '.join(left_out)}" if left_out else "") + ".")
    if ranking.pictures:
        print("The lower the similarity, the less a cached file looks like its picture:")
        _print_ranking(ranking, csv=False)


def _print_ranking(ranking: PictureRanking, *, csv: bool) -> None:
    print_table(
        (number_column("likeness", ".2f"), Column("store"), Column("picture"),
         Column("cached file")),
        ((one.likeness, one.store, one.source, one.payload) for one in ranking.pictures), csv=csv)


@verb(AssumeOptions, without=("gone",))
def assume(options: AssumeOptions, json: Json = False) -> None:
    """Say that a cache was made with this config, so that changes of settings are noticed."""
    plan: AssumePlan = run_on(options, run_assume)
    if json:
        print_json(assume_document(plan, applied=options.apply))
        return
    files = pluralize(plan.there.count, "cached file")
    print(f"{plan.location.id} ({plan.location.spelled}): {files}, "
          f"{size_text(plan.there.bytes)}, made with:")
    shown: set[str] = set()
    for concept, recipe in plan.recipes:
        print()
        print(f"{concept.name or concept.path}: settings {recipe.id}")
        if recipe.id not in shown:
            shown.add(recipe.id)
            for name, value in recipe.fields.items():
                print(f"  {name}: {shown_value(value)}")
    print()
    print("Recorded. A survey now says what was made with other settings." if options.apply
          else "Nothing is written down yet (--apply does it).")


@verb(ProveOptions, without=("batch", "dtype", "encoder", "gone"))
def prove(options: ProveOptions, json: Json = False) -> None:
    """Encode a few pictures and captions with the config's model and compare with the cache."""
    opened = open_for(options)
    proof, _ = run_job(lambda token: prove_payloads(opened, options, token))
    if json:
        print_json(proof)
    else:
        for store in proof.stores:
            print(f"{store.store}: {_proof_text(store)}")
            for group in store.groups:
                _print_group_proof(group)
    if proof.differs:
        raise typer.Exit(1)


def _proof_text(one: StoreProof | GroupProof) -> str:
    if not one.tried:
        return one.why or "nothing was compared."
    return (f"{one.equal:,} of {pluralize(one.tried, 'file')} "
            f"{'is' if one.equal == 1 else 'are'} what the config's model makes, largest "
            f"difference {one.largest_difference:.2%}.")


def _print_group_proof(group: GroupProof) -> None:
    """Print the result for one group, and settings that explain it if the config does not."""
    named = ", ".join(group.concepts)
    print(f"  {named}: {_proof_text(group)}")
    if group.made_with:
        print(f"    Made with other settings: {group.made_with}. A survey now says so.")
    elif group.why and group.tried:
        print(f"    {group.why}")


def _print_build(plan: ChangeDocument, opened: Path) -> None:
    """Print the work of a build with the other config, including what is missing already."""
    build = plan.build
    if build is None:
        return
    size = "an unknown size" if build.bytes is None else size_text(build.bytes)
    anyway = f", {build.built_anyway:,} of them in any case" if build.built_anyway else ""
    encoding = sum_if_known(total.seconds for total in plan.totals)
    has_start = not (build.built_anyway or None in (encoding, build.seconds)) \
        and time_text(build.seconds) != time_text(encoding)
    start = " with its start" if has_start else ""
    work = build.work.describe() or "encode nothing"
    print(f"A build with it has to {work}{anyway}: {size}, time "
          f"{time_text(build.seconds)}{start}.")
    if build.doubted:
        print(
            f"Only you know the settings that {pluralize(build.doubted, 'file')} were cached with. "
            f"Say so before you build: larder assume "
            f"{opened} --store STORE --apply")


def _cells(row: ChangeRow, *, cut: bool) -> tuple[Any, ...]:
    setting = f"{row.concept}: {row.setting}" if row.concept else row.setting
    values = (shown_value(value) for value in (row.old, row.new))
    figures = (("", "", "") if row.invalidates is Invalidates.NOTHING
               else (row.items, row.bytes, row.seconds))
    return (setting, *(_cut(value) if cut else value for value in values), row.invalidates.value,
            *figures, row.why)


def _format_shared(store: StoreShares) -> Iterator[tuple[Any, ...]]:
    """A row per source that shares something, with what its whole group saves."""
    for group in store.contents:
        yield from ((store.id, "bytes", group.hash, one.source, one.concept, group.bytes_saved,
                     group.conflict) for one in group.sources)
    for line in store.lines:
        yield from ((store.id, "line", line.prompt, one.source, one.concept, None, None)
                    for one in line.sources)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE - 1]}…"


def _print_contents(store: StoreShares, listed: int) -> None:
    leaks_first = sorted(store.contents, key=lambda group: not group.leak)
    for group in leaks_first[:listed]:
        print(f"  {group.hash}: {pluralize(len(group.sources), 'file')}, "
              + (f"{pluralize(len(group.payloads), 'cached file')}, "
                 f"{size_text(group.bytes_saved)} saved" if group.payloads else "none shared"))
        for source in group.sources:
            print(f"    {_format_source(source)}")
        if group.conflict_kind is not None:
            print(f"    They should not share them: {group.conflict}.")
            print(f"    {CONFLICTS[group.conflict_kind]} {REBUILD_APART}")
        _print_better(group)
        if group.leak:
            print(f"    {LEAK}")
    if len(store.contents) > listed:
        print(f"  and {len(store.contents) - listed:,} more (--all lists them)")


def _print_lines(store: StoreShares, listed: int) -> None:
    if store.lines:
        print(f"  {pluralize(len(store.lines), 'line')} in several captions, each encoded once:")
    for line in store.lines[:listed]:
        payload = f", first in {line.payload}" if line.payload else ""
        print(f"    {line.prompt!r}: {pluralize(len(line.sources), 'caption')}{payload}")
    if len(store.lines) > listed:
        print(f"    and {len(store.lines) - listed:,} more (--all lists them)")


def _print_near(near: NearDuplicates, listed: int) -> None:
    left_out = [f"{pluralize(count, 'picture')} {why}" for count, why in (
        (near.plain, "without anything to compare"), (near.unreadable, "that cannot be read"))
        if count]
    print(f"{pluralize(near.pictures, 'picture')} compared by looks"
          + (f"; left out: {', '.join(left_out)}" if left_out else "")
          + f": {pluralize(len(near.groups), 'group')} that look alike "
              f"(threshold {near.threshold})")
    if near.is_outdated:
        print(f"  Since that search {near.added:,} were added, {near.changed:,} were changed "
              f"and {near.gone:,} were removed: search again with --near.")
    for group in near.groups[:listed]:
        print(f"  {pluralize(len(group.sources), 'picture')} that look alike:")
        for source, distance, copy in zip(
                group.sources, group.distances, group.copies, strict=True):
            print(f"    {_format_source(source)}" + (f", {distance} of 64" if distance else "")
                  + (f", {turn} relative to the first"
                     if (turn := TURN_WORDS[copy.turn]) else ""))
        _print_better(group)
        if group.leak:
            print(f"    {LEAK}")
    if len(near.groups) > listed:
        print(f"  and {len(near.groups) - listed:,} more (--all lists them)")


def _print_better(group: SharedContent | NearGroup) -> None:
    if group.best is not None:
        names = [source.source for source in group.sources]
        print(f"    {better_text(group.copies, group.best, names)}")


def _format_source(source: SharingSource) -> str:
    told = f"{source.source}  ({source.concept})" if source.concept else source.source
    return f"{told}, validation" if source.validation else told
