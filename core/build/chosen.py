"""What choosing the items of a store goes by, and what it gives."""

from __future__ import annotations

from dataclasses import dataclass, field

from larder.core.build.buckets import RowVariant
from larder.core.build.mixture import Treatment
from larder.core.build.plan import BuildItem, LeftOut
from larder.core.build.samples import SampleUse, Uses
from larder.core.build.scope import BuildScope
from larder.core.clean.index_writing.apply import IndexTarget
from larder.core.clean.report import LeftItem
from larder.core.encoders.draws import ModulePositions
from larder.core.keys.picture_memory import PictureMemory
from larder.core.stores.smart.columns import IndexColumns
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size


@dataclass(frozen=True, slots=True)
class StoreChoice:
    """What is known about one store when its items are chosen.

    Attributes:
        report: the survey.
        survey: the store in it.
        target: the store's index.
        columns: its index.
        names: values that every payload must hold.
        positions: of the modules that draw.
        pictures: sizes of pictures.
        uses: samples by source.
        treatment: what is done with the entries.
        limit: at most so many sources.
        every_target: every target size is built, not only the one that is drawn.
    """

    report: SurveyReport
    survey: StoreSurvey
    target: IndexTarget
    columns: IndexColumns
    names: frozenset[str]
    positions: ModulePositions
    pictures: PictureMemory
    uses: Uses
    treatment: Treatment
    limit: int | None
    every_target: bool

    @property
    def scope(self) -> BuildScope:
        """Which verdicts are mended."""
        return self.treatment.scope

    def has(self, row: int, *verdicts: Verdict) -> bool:
        """Whether a row has one of these verdicts, as its own or besides."""
        mask = sum(1 << verdict for verdict in verdicts)
        own = 1 << int(self.survey.rows.verdicts[row])
        return bool((own | int(self.survey.rows.also[row])) & mask)


@dataclass(slots=True)
class Chosen:
    """What was chosen; see `BuildStore` and `BuildPlan`.

    Attributes:
        items: in the order they are built.
        reordered: (key, variant) of rows whose wanted size has to go first.
        readopted: sources that take over a vanished source's row.
        left_out: what the trainer has to build.
        broken: sources that cannot be read.
    """

    items: list[BuildItem] = field(default_factory=list)
    reordered: list[tuple[str, str]] = field(default_factory=list)
    readopted: set[str] = field(default_factory=set)
    left_out: list[LeftOut] = field(default_factory=list)
    broken: list[LeftItem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Source:
    """One wanted source while its sizes are chosen.

    Attributes:
        row: in the survey.
        key: as the index spells it.
        verdict: of the survey, as the treatment has it.
        is_taken: whether what the survey says of it is to be mended.
        uses: samples it is used for.
        size: upright (height, width), None where it is not needed.
        variants: of its present content.
    """

    row: int
    key: str
    verdict: Verdict
    is_taken: bool
    uses: tuple[SampleUse, ...]
    size: Size | None
    variants: list[RowVariant]
