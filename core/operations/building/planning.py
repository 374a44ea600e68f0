"""Makes the plan of a build from a survey. Reads headers of pictures, writes nothing."""

from __future__ import annotations

import shutil

import numpy as np

from core.encoders.catalogue import built_row
from core.encoders.draws import ModulePositions, onetrainer_positions
from core.errors import StalePlanError, UserFacingError
from core.jobs import CancelToken, Job
from core.keys.picture_memory import PictureMemory
from core.operations.building.choice import choose_items
from core.operations.building.chosen import Chosen, StoreChoice
from core.operations.building.estimate import groups_of
from core.operations.building.plan import BuildGroup, BuildPlan, BuildStore, LeftOut, Selection
from core.operations.building.samples import uses_of_sources
from core.operations.building.scope import BAD_ON_DISK, BuildScope
from core.operations.cleaning.report import LeftItem
from core.operations.index_writing.apply import IndexTarget
from core.operations.index_writing.readopt import ReadoptPlan, ReadoptStore, plan_readopt
from core.operations.surveying.report import IndexCopy, StoreSurvey, SurveyReport
from core.operations.surveying.sidecars import watched_endings
from core.operations.surveying.wanted import wanted_names
from core.operations.verdicts import Verdict
from core.settings import cache_home
from core.stores.index_columns import IndexColumns, empty_columns
from core.stores.index_file import read_index
from core.stores.index_snapshot import load_snapshot
from core.stores.open_index import open_index
from core.workspace.model_types import ModelType
from core.workspace.onetrainer_config import TrainerConfig
from core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from core.workspace.picture_size import PictureSize, read_picture_size
from core.workspace.roots import is_folder
from core.workspace.store_kinds import TRAINER_CONTENTS, StoreFormat


def build_plan(
    report: SurveyReport,
    *,
    scope: BuildScope = BuildScope.NEEDED,
    limit: int | None = None,
    selection: Selection | None = None,
    positions: ModulePositions | None = None,
    token: CancelToken,
) -> Job[BuildPlan]:
    """Plan a build.

    Args:
        report: a survey of the workspace.
        scope: which verdicts are mended.
        limit: at most so many sources per store.
        selection: only these sources, as far as the scope takes them.
        positions: of the modules that draw, None for OneTrainer's.
        token: checked per header read.

    Raises:
        UserFacingError: if there is no config, its model type cannot be built, or the trainer would
            not use a cache that Larder writes.
        StalePlanError: if an index changed since the survey.
        JobCancelled: if the token was cancelled.
    """
    workspace = report.workspace
    config = _buildable_config(workspace)
    model_type = built_row(config).model_type
    positions = positions or onetrainer_positions(config)
    surveys = _built_stores(report, config)
    stores: list[BuildStore] = []
    readopts: list[ReadoptStore] = []
    groups: list[BuildGroup] = []
    left_out: list[LeftOut] = []
    broken: list[LeftItem] = []
    with PictureMemory(cache_home(), _picture_size) as pictures:
        for survey in surveys:
            choice = _choice(
                report, survey, model_type, positions, pictures, scope=scope, limit=limit,
                selection=selection)
            chosen = yield from choose_items(choice, token)
            left_out += chosen.left_out
            broken += chosen.broken
            if chosen.items or chosen.reordered:
                stores.append(_build_store(survey, choice, chosen, model_type))
                groups += groups_of(survey, chosen.items, config)
            readopts += _readopt_store(report, survey, chosen)
    return BuildPlan(
        workspace=workspace, scope=scope, modeltype=config.model_type, positions=positions,
        stores=tuple(stores), readopt=ReadoptPlan(tuple(readopts), config.model_type),
        groups=tuple(groups), left_out=tuple(left_out), broken=tuple(broken),
        free_bytes=min(_free_bytes(survey.location) for survey in surveys))


def why_not_built(report: SurveyReport) -> dict[str, str]:
    """Why a build of this workspace makes nothing in a store, by its id.

    Stores that it fills are not there, and neither are stores of single values.
    """
    reason = "The trainer of this config does not fill it."
    built: set[str] = set()
    try:
        config = _buildable_config(report.workspace)
        built_row(config)
        built = {survey.location.id for survey in _built_stores(report, config)}
    except UserFacingError as refused:
        reason = f"{refused.problem} {refused.hint}".strip()
    return {
        survey.location.id: reason for survey in report.stores
        if survey.location.kind.content in TRAINER_CONTENTS and survey.location.id not in built}


def _buildable_config(workspace: Workspace) -> TrainerConfig:
    if workspace.config is None:
        raise UserFacingError(
            "A build needs the config that is to be trained with.",
            "Open the config itself, or add it with --config.")
    if not workspace.config.latent_caching:
        raise UserFacingError(
            "Latent caching is off in this config, so a trainer would not use the caches.",
            "Switch it on in the config to build.")
    return workspace.config


def _built_stores(report: SurveyReport, config: TrainerConfig) -> list[StoreSurvey]:
    """The stores that the config's trainer fills and whose format we write."""
    found = [
        survey for survey in report.stores
        if survey.location.kind.format is StoreFormat.SMART
        and wanted_names(config, survey.location.kind) != frozenset()
        and _is_of_config(report.workspace, survey.location)]
    if not found:
        raise UserFacingError(
            "The caches of this workspace are laid out as released OneTrainer does it.",
            "Larder builds the newer layout; choose an empty cache folder for it.")
    return found


def _is_of_config(workspace: Workspace, location: StoreLocation) -> bool:
    """Not a store that merely lies beside those of the config."""
    return location.id in {content.value for content in TRAINER_CONTENTS} \
        or len(workspace.stores) == 1


def _choice(
    report: SurveyReport,
    survey: StoreSurvey,
    model_type: ModelType,
    positions: ModulePositions,
    pictures: PictureMemory,
    *,
    scope: BuildScope,
    limit: int | None,
    selection: Selection | None,
) -> StoreChoice:
    content = survey.location.kind.content
    selected = None if selection is None else frozenset(
        key for store, key in selection if store == survey.location.id)
    columns = _columns(survey)
    return StoreChoice(
        report=report, survey=survey, target=IndexTarget.of(report, survey), columns=columns,
        names=_names(report, survey, columns, model_type),
        positions=positions, pictures=pictures, uses=uses_of_sources(report, content),
        scope=scope, limit=limit, selected=selected,
        every_target=content is StoreContent.IMAGE and _moves_through_targets(survey))


def _columns(survey: StoreSurvey) -> IndexColumns:
    """The index the survey read, decoded; most often remembered by it.

    Raises:
        StalePlanError: if it is another one now.
    """
    if survey.index.copy is IndexCopy.NONE:
        return empty_columns()
    index = load_snapshot(cache_home(), survey.location.path) or read_index(survey.location.path)
    if index.stamp != survey.index.stamp or index.copy != survey.index.copy.value:
        raise StalePlanError(
            f"The index of {survey.location.path} changed after the survey.", "Survey again.")
    return index.columns


def _names(
    report: SurveyReport, survey: StoreSurvey, columns: IndexColumns, model_type: ModelType
) -> frozenset[str]:
    """Names of the values in a payload; where the config does not tell, as the index has them."""
    names = wanted_names(report.workspace.config, survey.location.kind)
    if names is not None:
        return names
    if columns.index_schema:
        return frozenset(columns.index_schema)
    return frozenset(name for encoder in model_type.text_encoders for name in encoder.names)


def _moves_through_targets(survey: StoreSurvey) -> bool:
    """Whether the trainer that wrote the index serves another target in each epoch.

    Only such a one stamps how sizes were made; the others serve the first size of a row.
    """
    if survey.index.copy is IndexCopy.NONE:
        return False
    with open_index(survey.location.path / survey.index.copy.value) as index:
        return "bucket_method" in index.top


def _build_store(
    survey: StoreSurvey, choice: StoreChoice, chosen: Chosen, model_type: ModelType
) -> BuildStore:
    columns = choice.columns
    content = survey.location.kind.content
    return BuildStore(
        target=choice.target, content=content,
        names=tuple(sorted(choice.names)), items=tuple(chosen.items),
        reordered=tuple(chosen.reordered),
        samples_stamped=columns.has_concepts or not len(columns),
        frame_axis=model_type.frame_axis and content is StoreContent.IMAGE,
        watched=watched_endings(columns), uses=choice.uses, doubted=_doubted(survey))


def _doubted(survey: StoreSurvey) -> frozenset[str]:
    """Index rows whose payloads are known to be bad, incomplete or made otherwise."""
    rows = survey.rows
    mask = sum(1 << verdict for verdict in (*BAD_ON_DISK, Verdict.INCOMPLETE_SCHEMA))
    bits = (np.uint32(1) << rows.verdicts.astype(np.uint32)) | rows.also
    found = np.flatnonzero(rows.has_entry & ((bits & np.uint32(mask)) != 0))
    return frozenset(rows.source(row) for row in found.tolist())


def _readopt_store(
    report: SurveyReport, survey: StoreSurvey, chosen: Chosen
) -> list[ReadoptStore]:
    if not chosen.readopted:
        return []
    return [
        ReadoptStore(store.target, tuple(
            adoption for adoption in store.adoptions if adoption.key in chosen.readopted))
        for store in plan_readopt(report).stores if store.target.id == survey.location.id]


def _free_bytes(location: StoreLocation) -> int:
    """Free space where a store is or will be."""
    folder = location.path
    while not is_folder(folder) and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


def _picture_size(path: str) -> tuple[int, int] | None:
    size = read_picture_size(path)
    return (size.height, size.width) if isinstance(size, PictureSize) else None


