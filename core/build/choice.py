"""Inputs of a build, and what it does with the entries of one store.

Payloads that were encoded with other weights than the build's need a decision by the user. If they
are left, one cache mixes the values of two models, and a trainer serves both without a warning; if
they are encoded again, work that may have taken a night is replaced. Neither happens unless it is
requested, or the config itself names another model now.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from larder.core.build.large_pictures import is_large
from larder.core.build.plan import Selection
from larder.core.build.rates import RatesOf, use_no_rates
from larder.core.build.recipes import BuildRecipes
from larder.core.build.reports import ListedMixture, ListedModel
from larder.core.build.sample_positions import (
    SamplePosition,
    SamplePositions,
    list_samples,
    uses_of_sources,
)
from larder.core.build.scope import (
    BAD_ON_DISK,
    OPTION,
    BuildScope,
    OtherWeights,
    buildable_config,
)
from larder.core.encoders.catalogue import built_row
from larder.core.encoders.config_encoders import load_prompt_tokens
from larder.core.encoders.draws import ModulePositions, onetrainer_positions
from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.errors import StalePlanError, UserFacingError
from larder.core.jobs import CancelToken, Job
from larder.core.keys.hash_memory import PictureMemory
from larder.core.recipes.weights import find_models
from larder.core.settings import cache_home
from larder.core.stores.indexed.columns import IndexColumns, empty_columns
from larder.core.stores.indexed.open_index import OpenIndex
from larder.core.stores.store_memory import present_index
from larder.core.survey.released.read_store import ReadStore
from larder.core.survey.remedies import TO_BUILD
from larder.core.survey.report import EncodedWith, IndexCopy, StoreSurvey, SurveyReport
from larder.core.survey.sharing import deciding_sidecars
from larder.core.survey.survey import survey as look
from larder.core.survey.targets import TargetDraws
from larder.core.survey.variants import list_wanted_names
from larder.core.survey.verdicts import Verdict
from larder.core.survey.why import entries_text
from larder.core.workspace.bucketing import Size
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.concepts import Concept
from larder.core.workspace.hub_cache import find_hub_model
from larder.core.workspace.model_types import AGGREGATE_NAMES, ModelType
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.roots import is_folder
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import looks_like_index
from larder.core.workspace.trainer_layout import lay_out
from larder.core.writes.transaction import IndexTarget

if TYPE_CHECKING:
    from larder.core.encoders.config_encoders import PromptTokens

MASK_NAME: Final = "latent_mask"

REVISION_MARK: Final = "@"
"""Stands between a name of the hub and its revision."""


@dataclass(frozen=True)
class BuildInputs:
    """Inputs that a build is planned from; see `planning.build_plan`.

    Attributes:
        pictures: sizes of pictures.
        token: checked per source.
        all_targets: build every target resolution into a `cache.json`, whoever wrote it.
        samples: of the released layout, by concept and position of the first: those of pictures
            and of captions are the same.
        large: height and width of pictures that take much memory, by key.
    """

    report: SurveyReport
    pictures: PictureMemory
    token: CancelToken
    scope: BuildScope = BuildScope.NEEDED
    limit: int | None = None
    selection: Selection | None = None
    others: OtherWeights = OtherWeights.ASK
    all_targets: bool = False
    rates_of: RatesOf = use_no_rates
    samples: dict[tuple[int, int], Sequence[SamplePosition]] = field(default_factory=dict)
    large: dict[str, Size] = field(default_factory=dict)
    _beside: list[SurveyReport] = field(default_factory=list)

    @cached_property
    def config(self) -> TrainerConfig:
        """The config that is built for."""
        return buildable_config(self.report.workspace)

    @cached_property
    def model_type(self) -> ModelType:
        """The model type of the config."""
        return built_row(self.config).model_type

    @cached_property
    def positions(self) -> ModulePositions:
        """Those of the modules that draw."""
        return onetrainer_positions(self.config)

    @cached_property
    def draws(self) -> TargetDraws:
        """The draws that choose one of several target sizes for each sample."""
        return TargetDraws(self.report.workspace, self.report.first_positions)

    @cached_property
    def sample_positions(self) -> Sequence[SamplePosition]:
        """The samples of the workspace; both stores have the same objects."""
        return list_samples(self.report)

    def note_size(self, key: str, size: Size | None) -> None:
        """Learn how large a picture is."""
        if size is not None and is_large(size):
            self.large[key] = size

    @cached_property
    def selected_keys(self) -> frozenset[str]:
        """The selected sources of all stores; empty where nothing is selected."""
        return frozenset(key for _, key in self.selection or ())

    def make_released_inputs(self) -> Job[BuildInputs]:
        """Return the inputs for the released layout in the same folders, surveyed only once."""
        if not self._beside:
            self._beside.append((yield from look(
                lay_out(self.report.workspace, CacheLayout.RELEASED), depth=self.report.depth,
                chosen=self.report.chosen, token=self.token)))
        return BuildInputs(self._beside[0], self.pictures, self.token, others=self.others)


@dataclass(frozen=True)
class StoreChoice:
    """One store of a survey, and what becomes of its entries by what the survey says of them.

    Attributes:
        selected: only these sources, None for all.
    """

    asked: BuildInputs
    survey: StoreSurvey
    selected: frozenset[str] | None

    @property
    def workspace(self) -> Workspace:
        """The workspace that was surveyed."""
        return self.asked.report.workspace

    @property
    def location(self) -> StoreLocation:
        """The location of the store."""
        return self.survey.location

    @property
    def content(self) -> StoreContent:
        """The content that the store caches."""
        return self.survey.location.kind.content

    @property
    def is_text(self) -> bool:
        """True if the store caches captions."""
        return self.content is StoreContent.TEXT

    @property
    def scope(self) -> BuildScope:
        """Which verdicts are mended."""
        return self.asked.scope

    @cached_property
    def target(self) -> IndexTarget:
        """Where it is written."""
        return IndexTarget.of(self.asked.report, self.survey)

    @cached_property
    def concepts(self) -> Mapping[int, Concept]:
        """Those of the workspace by index."""
        return {concept.index: concept for concept in self.workspace.concepts}

    @cached_property
    def recipes(self) -> BuildRecipes:
        """Those of the store."""
        return BuildRecipes(
            self.workspace, self.content, self.location.path,
            tuple(self.asked.report.chosen or ()))

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """Name endings of the sidecars that decide payloads."""
        return () if self.is_text else deciding_sidecars(self.asked.config)

    def verdict(self, row: int) -> Verdict:
        """Return the verdict that a build acts on, ignoring other weights if these are to stay."""
        rows = self.survey.rows
        verdict = Verdict(int(rows.verdicts[row]))
        if not (self.asked.others is OtherWeights.KEEP and self.is_by_weights(row)):
            return verdict
        also = int(rows.also[row])
        return next((other for other in Verdict if also & (1 << other)), Verdict.VALID)

    def takes(self, row: int) -> bool:
        """Return whether the row is selected and its verdict makes it due for a build."""
        if self.selected is not None and self.survey.rows.source(row) not in self.selected:
            return False
        return self.scope.takes(self.verdict(row)) or (
            self.asked.others is OtherWeights.REPLACE and self.is_by_weights(row))

    def redoes(self, verdict: Verdict) -> bool:
        """Return whether a row is encoded again whatever payloads it has.

        True if everything is requested, or if a good row is selected by name. A selected row that
        is not good is planned as in any build: payloads of its content are used.
        """
        return self.scope is BuildScope.ALL and (
            self.selected is None or verdict not in TO_BUILD)

    def is_encoded_otherwise(self, row: int) -> bool:
        """Return whether an entry is known to have other weights and must not stay as it is."""
        facts = self.survey.recipes
        if facts is None or self.asked.others is OtherWeights.KEEP or row >= len(facts.model):
            return False
        model = int(facts.model[row])
        return model >= 0 and not facts.models[model].is_asked

    def mixture(self, *, builds: bool) -> ListedMixture | None:
        """Return what becomes of entries with other weights, or None if there are none.

        If nothing `builds`, the user has nothing to agree to.
        """
        facts = self.survey.recipes
        concerned = np.flatnonzero(self._of_others() & self.survey.request_mask).tolist()
        if facts is None or not concerned:
            return None
        taken = [row for row in concerned if self.takes(row)]
        replaced = sum(self.is_by_weights(row) for row in taken)
        kept = len(concerned) - len(taken)
        # These two scopes say by themselves that what is stale, or all of it, is made anew.
        is_asked_for = self.scope in (BuildScope.ALL, BuildScope.STALE)
        return ListedMixture(
            store=self.location.id, model=facts.asked, kept=kept, replaced=replaced,
            agreed=self.asked.others is not OtherWeights.ASK or not builds
            or not (kept or (replaced and not is_asked_for)),
            others=tuple(
                ListedModel(model=model.model, entries=model.entries, path=self._path_of(model))
                for model in facts.models if not model.is_asked and model.entries))

    def is_by_weights(self, row: int) -> bool:
        """Return whether other weights are the only thing wrong with a row."""
        facts = self.survey.recipes
        if facts is None or row >= len(facts.by_weights):
            return False
        verdict = Verdict(int(self.survey.rows.verdicts[row]))
        return verdict is Verdict.RECIPE_CHANGED and bool(facts.by_weights[row])

    def _of_others(self) -> npt.NDArray[np.bool_]:
        """Rows that were encoded with other weights than asked for."""
        found = np.zeros(len(self.survey.rows), dtype=np.bool_)
        facts = self.survey.recipes
        if facts is not None:
            is_other = np.array([*(not model.is_asked for model in facts.models), False])
            found[:len(facts.model)] = is_other[facts.model]
        return found

    def _path_of(self, model: EncodedWith) -> str | None:
        """Where a model lies that still has these weights."""
        workspace, config = self.workspace, self.asked.config
        path = workspace.root / model.name
        if not (is_folder(path) or path.is_file()):
            found = find_hub_model(
                model.name.partition(REVISION_MARK)[0],
                places_of(config, workspace.root).hub_cache)
            if found is None:
                return None
            path = found
        there = find_models(workspace, self.content, chosen=[path])
        has_them = all(
            part in there and there[part].weights.same_as(weights)
            for part, weights in model.weights.items())
        return str(path) if has_them else None


class IndexChoice(StoreChoice):
    """A store with an index."""

    @cached_property
    def columns(self) -> IndexColumns:
        """The index the survey read, decoded; most often remembered by it.

        Raises:
            StalePlanError: if it is another one now.
        """
        if self.survey.index.copy is IndexCopy.NONE:
            return empty_columns()
        index = present_index(cache_home(), self.location.path)
        if index.stamp != self.survey.index.stamp or index.copy != self.survey.index.copy.value:
            raise StalePlanError(
                f"The index of {self.location.path} changed after the survey.", "Survey again.")
        return index.columns

    @cached_property
    def names(self) -> frozenset[str]:
        """Values that every payload must hold: as the config says, else as the index does."""
        names = list_wanted_names(self.asked.config, self.content)
        if names is not None:
            return names
        return frozenset(self.columns.index_schema or ()) or every_name(self.asked.model_type)

    @cached_property
    def marks_sidecars(self) -> bool:
        """True if Larder records the sidecars of rows because the index's trainer watches none."""
        columns = self.columns
        return bool(self.endings) and (
            not columns.sidecars or bool(columns.sidecars_are_ours.any()))

    @cached_property
    def uses(self) -> SamplePositions:
        """The samples that its sources are used for."""
        return uses_of_sources(self.asked.report, self.content, self.asked.sample_positions)

    @cached_property
    def every_target(self) -> bool:
        """True if every target size is built, not only the one that is drawn.

        This is so on request, and where the trainer that wrote the index serves another target in
        each epoch. Only such a trainer records how sizes were made; the others serve the first size
        of a row. For a damaged index this is unknown until it is repaired.
        """
        if self.asked.all_targets:
            return not self.is_text
        if self.is_text or self.survey.index.copy is IndexCopy.NONE or self.survey.index.damage:
            return False
        with OpenIndex.open(self.location.path / self.survey.index.copy.value) as index:
            return "bucket_method" in index.top

    def has(self, row: int, *verdicts: Verdict) -> bool:
        """Return whether a row has one of these verdicts, as its own or an additional one."""
        mask = sum(1 << verdict for verdict in verdicts)
        own = 1 << int(self.survey.rows.verdicts[row])
        return bool((own | int(self.survey.rows.also[row])) & mask)

    def adds_masks(self) -> bool:
        """Return whether payloads get a mask that most payloads of the index lack."""
        columns = self.columns
        if MASK_NAME not in self.names or not len(columns.schema):
            return False
        has_mask = np.array([
            *(MASK_NAME in names for names in columns.schemas),
            MASK_NAME in (columns.index_schema or ())], dtype=np.bool_)
        # A variant that does not say what it holds has the code -1: the index speaks for it.
        return bool(has_mask[columns.schema].mean() < 0.5)

    def find_doubtful_rows(self) -> frozenset[str]:
        """Index rows whose payloads are known to be bad, incomplete or made otherwise."""
        rows = self.survey.rows
        found = np.flatnonzero(
            rows.has_entry & rows.have(*BAD_ON_DISK, Verdict.INCOMPLETE_SCHEMA))
        return frozenset(rows.source(row) for row in found.tolist())


@dataclass(frozen=True)
class SlotChoice(StoreChoice):
    """A store of the released layout; a group of which any sample is selected is planned whole.

    Attributes:
        is_beside: whether it is planned for what another layout can take of it, so that it takes
            nothing from there itself.
    """

    is_beside: bool = False

    @cached_property
    def names(self) -> frozenset[str]:
        """Values that a slot must hold."""
        config = self.asked.config
        names = list_wanted_names(config, self.content)
        return (every_name(self.asked.model_type) if names is None else names).difference(
            AGGREGATE_NAMES)

    @cached_property
    def takes_from_index(self) -> bool:
        """True if the same folder has an index whose payloads are taken over."""
        return not self.is_beside and looks_like_index(self.location.path)

    @cached_property
    def read(self) -> ReadStore:
        """The store as the survey read it."""
        return self.survey.released or ReadStore()

    def source_key(self, sample: SamplePosition) -> str:
        """A sample as the store's rows spell it."""
        return caption_of(sample.picture) if self.is_text else sample.picture

    def is_selected(self, sample: SamplePosition) -> bool:
        """Return whether a sample was selected by name."""
        return self.selected is not None and self.source_key(sample) in self.selected

    def concerns(self, samples: Iterable[SamplePosition]) -> bool:
        """Return whether a build may write a group of these samples, if they need anything.

        Pictures and captions are paired by position, so selecting a picture also updates the
        captions of its group.
        """
        return self.asked.selection is None or any(
            {sample.picture, caption_of(sample.picture)} & self.asked.selected_keys
            for sample in samples)

    def load_tokens(self) -> PromptTokens | str:
        """Return the tokenizer of prompts, or a sentence on why there is none."""
        config, workspace = self.asked.config, self.workspace
        try:
            return load_prompt_tokens(
                config, EncoderOptions(models=tuple(self.asked.report.chosen or ())),
                places_of(config, workspace.root, workspace.maps))
        except UserFacingError as missing:
            return ("Without the text encoder's tokenizer, the prompt cannot be recognised: "
                    f"{missing.problem}")


def every_name(model_type: ModelType) -> frozenset[str]:
    """Return the names in a caption's payload if no text encoder is trained."""
    return frozenset(name for encoder in model_type.text_encoders for name in encoder.names)


def require_agreement(mixtures: Sequence[ListedMixture]) -> None:
    """Refuse a build that mixes or replaces what other weights encoded, unless the user said so.

    Raises:
        UserFacingError: says what lies there, and what can be done.
    """
    asking = [mixture for mixture in mixtures if not mixture.agreed]
    if asking:
        raise UserFacingError(mixture_sentence(asking), mixture_choices(asking))


def mixture_sentence(mixtures: Sequence[ListedMixture]) -> str:
    """Return a sentence on what was encoded with other weights, and what this build uses.

    Example: "12 pictures were encoded with models/A; this build uses models/B."
    """
    made: dict[tuple[str, str], list[tuple[int, StoreContent]]] = defaultdict(list)
    for mixture in mixtures:
        for other in mixture.others:
            # A store of captions may lie alone, in either layout; its id says so all the same.
            is_text = StoreContent.TEXT.value in mixture.store
            made[other.model, mixture.model].append((
                other.entries, StoreContent.TEXT if is_text else StoreContent.IMAGE))
    return " ".join(
        f"{' and '.join(entries_text(*one) for one in counts)} "
        f"{'was' if sum(count for count, _ in counts) == 1 else 'were'} encoded with {other}; "
        f"this build uses {model}." for (other, model), counts in made.items())


def mixture_choices(mixtures: Sequence[ListedMixture]) -> str:
    """Return the sentence that lists the user's choices on the command line."""
    paths = dict.fromkeys(
        other.path for mixture in mixtures for other in mixture.others if other.path is not None)
    go_on = f"continue with --model {shlex.quote(next(iter(paths)))}, " if len(paths) == 1 else ""
    choices = (f"{go_on}encode them again with {OPTION} {OtherWeights.REPLACE.value}, or keep both "
               f"in one cache with {OPTION} {OtherWeights.KEEP.value}.")
    return choices[:1].upper() + choices[1:]
