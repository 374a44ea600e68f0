"""Makes the items of one source: one for each size that is not there whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from larder.core.build.buckets import (
    RowVariant,
    RowVariants,
    acceptable_buckets,
    wanted_buckets,
)
from larder.core.build.chosen import Chosen, Source, StoreChoice
from larder.core.build.plan import BuildItem
from larder.core.build.samples import SampleUse
from larder.core.build.scope import BAD_ON_DISK, BuildScope
from larder.core.keys.recipe_changes import decide_content, recipe_changes
from larder.core.recipes.of_config import recipe_of
from larder.core.survey.report import Readoption
from larder.core.survey.variants import WantedSize
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.open_workspace import StoreContent


class ItemMaker:
    """Makes items of the sources of one store."""

    def __init__(
        self, choice: StoreChoice, wanted: Mapping[int, WantedSize], variants: RowVariants,
        chosen: Chosen,
    ) -> None:
        """Make ready.

        Args:
            choice: what is known of the store.
            wanted: sizes by concept.
            variants: of the index rows.
            chosen: takes the items.
        """
        self._choice = choice
        self._wanted = wanted
        self._variants = variants
        self._chosen = chosen
        self._rows = choice.survey.rows
        self._concepts = {one.index: one for one in choice.report.workspace.concepts}
        self._files = frozenset(choice.survey.payloads.names)
        self._readoptions = {one.row: one for one in choice.survey.readoptions}
        self._is_image = choice.survey.location.kind.content is StoreContent.IMAGE

    def choose(self, source: Source) -> None:
        """Add an item per size that is not there whole; take over a dead row where there is one."""
        option = self._readoptions.get(source.row)
        taken_over = None
        if option is not None and source.is_taken:
            taken_over = self._dead_variants(source, option)
        if taken_over is not None:
            self._chosen.readopted.add(source.key)
            source = replace(source, variants=taken_over, verdict=Verdict.MISSING_VARIANT)
        buckets = self._buckets(source)
        needed = [
            item for at, (bucket, use) in enumerate(buckets.items())
            if (item := self._item(source, bucket, use, is_first=at == 0)) is not None]
        self._chosen.items += needed
        if not needed and source.variants and not self._choice.every_target:
            self._put_in_order(source, next(iter(buckets)))

    def _put_in_order(self, source: Source, bucket: Size | None) -> None:
        """A trainer serves a row's first variant: note the row if that is not the wanted one."""
        wanted = [variant for variant in source.variants if variant.size == bucket]
        if wanted and source.variants[0].size != bucket:
            self._chosen.reordered.append((source.key, wanted[0].key))

    def _buckets(self, source: Source) -> dict[Size | None, SampleUse]:
        """Sizes the source is wanted at, each with the sample that decides its content."""
        if not self._is_image:
            return {None: source.uses[0]}
        found: dict[Size | None, SampleUse] = {}
        for use in source.uses:
            for bucket in self._buckets_of_use(source, use):
                found.setdefault(bucket, use)
        return found

    def _buckets_of_use(self, source: Source, use: SampleUse) -> tuple[Size, ...]:
        """Of several targets one is enough: that which is there, else the one that is drawn."""
        wanted = self._wanted[use.concept]
        drawn = wanted_buckets(
            wanted, source.size, positions=self._choice.positions, position=use.position,
            every_target=self._choice.every_target)
        here = [variant.size for variant in source.variants]
        if self._choice.every_target or drawn[0] in here:
            return drawn
        present = [size for size in acceptable_buckets(wanted, source.size) if size in here]
        return tuple(present[:1]) or drawn

    def _item(
        self, source: Source, bucket: Size | None, use: SampleUse, *, is_first: bool
    ) -> BuildItem | None:
        """What has to be made of a source at one size, None when all of it is there."""
        choice = self._choice
        variations = max(
            self._wanted[one.concept].variations for one in source.uses)
        every = tuple(range(1, variations + 1))
        own = next((one for one in source.variants if one.size == bucket), None)
        if not source.is_taken and not (own is None and self._wants_every_target(source)):
            return None
        stem = None if own is None or self._is_doubted(source) else own.stem
        to_make = every
        if stem is not None and self._has_names(source, own):
            to_make = tuple(n for n in every if f"{stem}_{n}.pt" not in self._files)
            if not to_make:
                return None
        return BuildItem(
            key=source.key, source=choice.target.source_path(source.key), bucket=bucket,
            variations=variations, use=use, uses=source.uses, verdict=source.verdict,
            keeps_row=bool(source.variants), is_first=is_first, stem=stem,
            is_doubted=self._is_doubted(source),
            is_redone=choice.scope is BuildScope.ALL, to_make=to_make, size=source.size,
            content=self._content(source), **self._replaced(source))

    def _content(self, source: Source) -> str:
        """The hash of its bytes, as its row has it while the file is the one that was cached."""
        if source.row >= len(self._choice.columns) \
                or self._choice.has(source.row, Verdict.CONTENT_CHANGED):
            return ""
        return bytes(self._choice.columns.hashes[source.row]).decode("ascii")

    def _wants_every_target(self, source: Source) -> bool:
        """Whether a good row is built at the targets it lacks."""
        return (self._choice.every_target and source.verdict in (Verdict.VALID, Verdict.TOUCHED)
                and self._choice.scope in (BuildScope.MISSING, BuildScope.NEEDED))

    def _is_doubted(self, source: Source) -> bool:
        """Whether what the row's payloads hold is not to be used again."""
        return self._choice.scope is BuildScope.ALL or (
            source.row < len(self._choice.columns) and self._choice.has(source.row, *BAD_ON_DISK))

    def _has_names(self, source: Source, own: RowVariant | None) -> bool:
        """Whether a variant's payloads hold every name, as far as index and survey know."""
        if source.verdict is Verdict.INCOMPLETE_SCHEMA or own is None:
            return False
        return own.names is None or self._choice.names <= own.names

    def _replaced(self, source: Source) -> dict[str, Any]:
        """Payloads that lose their row: those of earlier content or of another model type."""
        if source.row >= len(self._choice.columns) or source.variants:
            return {}
        content = bytes(self._choice.columns.hashes[source.row]).decode("ascii")
        return {"replaced": self._rows.payloads.get(source.row, ()), "replaced_hash": content}

    def _dead_variants(self, source: Source, option: Readoption) -> list[RowVariant] | None:
        """Variants of the vanished source's row that this one takes over, None if it does not.

        Not if the two concepts are known to make different payloads of one content, and not if
        this build would encode it with other weights.
        """
        if option.dead_row is None \
                or self._choice.treatment.is_encoded_otherwise(option.dead_row):
            return None
        made_by = int(self._rows.concept[option.dead_row])
        if made_by >= 0 and made_by != source.uses[0].concept:
            workspace = self._choice.report.workspace
            content = self._choice.survey.location.kind.content
            have, want = (
                recipe_of(workspace, self._concepts[index], content)
                for index in (made_by, source.uses[0].concept))
            if decide_content(recipe_changes(have, want)):
                return None
        return self._variants.of(option.dead_row)
