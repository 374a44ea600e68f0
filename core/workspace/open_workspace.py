"""Opening what the user points at: a config, a folder with caches, or one cache folder.

Opening reads the config, the concept list and the heads of index files; it lists no concept's
folder and writes nothing. What keeps a part from being surveyed (a missing concept folder, an
unknown model type) is a finding; only what leaves nothing to survey is an error.

A folder's config is found where there is exactly one to find.
"""

from __future__ import annotations

import enum
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import xxhash
from msgspec.structs import replace

from larder.core.errors import Finding, StalePlanError, WorkspaceError, error_reason
from larder.core.workspace.bucketing import parse_targets
from larder.core.workspace.cache_folder import (
    locate_path,
    store_names,
    why_cache_folder_is_unusable,
)
from larder.core.workspace.concepts import (
    Concept,
    ConceptFolder,
    locate_concept,
    missing_folder_finding,
    read_concept_file,
    read_concepts,
)
from larder.core.workspace.json_fields import CONFIG
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import (
    MARKING_KEYS,
    TrainerConfig,
    looks_like_config,
    read_config,
)
from larder.core.workspace.other_trainers import OtherTrainer, find_trainer, open_trainer
from larder.core.workspace.roots import (
    HERE,
    PathFlavour,
    PathMap,
    flavour_of,
    flavour_of_config,
    is_folder,
    is_whole_computer,
    normalise_path,
)
from larder.core.workspace.settings_file import READERS, read_settings
from larder.core.workspace.store_kinds import (
    INDEX_COPIES,
    TRAINER_CONTENTS,
    StoreContent,
    StoreKind,
    probe_folder,
)
from larder.core.workspace.store_locations import (
    StoreLocation,
    find_stores,
    flavour_of_stores,
    list_expected_stores,
    respell_below,
    root_of_config,
    root_of_stores,
)
from larder.core.workspace.stored_paths import SpelledPaths

__all__ = [
    "Finding", "NamedWorkspace", "StoreContent", "StoreKind", "StoreLocation", "Workspace",
    "WorkspaceKind", "open_workspace", "stores_of_config",
]

PRESET_FOLDER: Final = "training_presets"

LARGEST_CONFIG: Final = 16 * 1024 * 1024
"""Bytes; a larger JSON file in a folder is not tried as a config (a packed one has some 100 kB)."""

CONFIGS_NAMED: Final = 5
"""How many of several configs a sentence lists."""


class WorkspaceKind(enum.Enum):
    """Kind of the path that was opened."""

    CONFIG = "config"
    FOLDER = "folder"
    STORE = "store"


class NamedWorkspace(msgspec.Struct, frozen=True):
    """Paths that open a workspace, so that a plan made from it can open it again.

    Attributes:
        path: a config, a folder with stores or a store folder.
        root: folder that relative paths refer to.
        config: config that was added to a bare folder, None for none.
        concepts: concept list in place of the config's, None for none.
        made_from: what `Workspace.digest` was then.
    """

    path: Path
    root: Path
    config: Path | None
    concepts: Path | None
    maps: tuple[PathMap, ...]
    made_from: str = ""

    def open(self) -> Workspace:
        """Open it as it is today.

        Raises:
            WorkspaceError: as `open_workspace`.
        """
        return open_workspace(
            self.path, root=self.root, config=self.config, concepts=self.concepts, maps=self.maps)


class Workspace(msgspec.Struct, frozen=True):
    """The workspace a user opened, as far as it is known without a survey.

    Attributes:
        root: folder that relative paths of config and indexes refer to.
        opened: the path the user opened, absolute.
        concepts: in file order, disabled ones too; empty without a list.
        stores: in the order image, text, others.
        flavour: how the trainer's system spells paths.
        concepts_path: the concept list that was given in place of the config's, None without one.
        trainer: the config of another trainer, None where it is OneTrainer's or none.
    """

    kind: WorkspaceKind
    root: Path
    opened: Path
    config_path: Path | None
    config: TrainerConfig | None
    concepts: tuple[Concept, ...]
    stores: tuple[StoreLocation, ...]
    maps: tuple[PathMap, ...]
    problems: tuple[Finding, ...]
    flavour: PathFlavour = HERE
    concepts_path: Path | None = None
    trainer: OtherTrainer | None = None

    def __repr__(self) -> str:
        return (f"<Workspace {self.opened}: {len(self.concepts)} concepts, "
                f"{len(self.stores)} caches>")

    @property
    def named(self) -> NamedWorkspace:
        """The paths that open this workspace again."""
        is_config = self.config_path is not None and self.kind is WorkspaceKind.CONFIG
        return NamedWorkspace(
            path=self.config_path if is_config and self.config_path else self.opened,
            root=self.root, config=None if is_config else self.config_path,
            concepts=self.concepts_path, maps=self.maps, made_from=self.digest)

    @property
    def digest(self) -> str:
        """16 hex digits over what config and concepts say of caches; a learning rate is none."""
        config = self.config and replace(self.config, raw={}, concepts=None)
        parts = (config, self.concepts, *([self.trainer.config] if self.trainer else ()))
        said = repr(parts).encode("utf-8", "surrogatepass")
        return str(xxhash.xxh3_64_hexdigest(said))

    def require_unchanged(self, made_from: str) -> None:
        """Make sure that config and concepts say what they said when a plan was made.

        Raises:
            StalePlanError: if they do not.
        """
        if made_from != self.digest:
            raise StalePlanError(
                f"The settings or concepts of {self.opened} changed after the plan was made; "
                "nothing was changed.", "Make a new plan.")

    def store(self, identity: str) -> StoreLocation | None:
        """The store with this id, None when there is none."""
        return next((store for store in self.stores if store.id == identity), None)

    def locate(self, concept: Concept, *, flavour: PathFlavour | None = None) -> ConceptFolder:
        """Where a concept's pictures are now, spelled in `flavour`; see `locate_concept`."""
        return locate_concept(
            concept, root=self.root, maps=self.maps, flavour=flavour or self.flavour,
            hub_cache=_hub_cache(self.config, self.root),
        )

    def paths(self, flavour: PathFlavour) -> SpelledPaths:
        """How an index or a record that spells paths this way is read here."""
        return SpelledPaths(self.root, self.maps, flavour)

    def find(self, spelled: str) -> Path:
        """Where a path is that another trainer's config spells.

        Relative ones start where the trainer was started: tried from the config, then the root.
        """
        above = self.root if self.config_path is None else self.config_path.parent
        beside = locate_path(spelled, above, self.maps, self.flavour)
        return beside if beside.exists() else self.file(spelled)

    def file(self, spelled: str) -> Path:
        """Where a file that config or concepts name is on this system, or would be."""
        return locate_path(spelled, self.root, self.maps, self.flavour)


def open_workspace(
    path: Path,
    *,
    root: Path | None = None,
    config: Path | None = None,
    concepts: Path | None = None,
    maps: Sequence[PathMap] = (),
) -> Workspace:
    """Open a workspace.

    Args:
        path: a config or preset, a folder with stores or one config, or a store folder.
        root: folder that relative paths refer to, None to find it.
        config: config to add to a bare folder.
        concepts: concept list to use in place of the config's.
        maps: prefixes of other systems.

    Raises:
        WorkspaceError: if there is nothing there, a file cannot be read, is bad JSON or has a value
            of the wrong type, or nothing looks like a cache.
    """
    opened = _absolute(path)
    given = _Given(
        root=_absolute(root) if root else None,
        config=_absolute(config) if config else None,
        concepts=_absolute(concepts) if concepts else None,
        maps=tuple(maps),
    )
    if given.root is not None and not is_folder(given.root):
        raise WorkspaceError(f"The root folder {given.root} does not exist.", "Check the path in "
                                                                          "--root.")
    if is_folder(opened):
        return _from_folder(opened, given)
    if not _is_there(opened):
        raise WorkspaceError(f"There is nothing at {opened}.", "Check the path.")
    if opened.name in INDEX_COPIES:
        raise WorkspaceError(
            f"{opened} is the index of a cache.", f"Open its folder: {opened.parent}.")
    if given.config is not None:
        raise WorkspaceError(
            f"{opened} is a file; a config can be added only to a folder.",
            "Open the config itself, or the folder of the caches with --config.",
        )
    return _from_config(opened, opened, given)


class _Given(msgspec.Struct, frozen=True):
    root: Path | None
    config: Path | None
    concepts: Path | None
    maps: tuple[PathMap, ...]


def _from_config(opened: Path, config_path: Path, given: _Given) -> Workspace:
    root = given.root or root_of_config(config_path)
    document = read_settings(config_path, expected=CONFIG)
    other = None if looks_like_config(document) else find_trainer(document)
    if other is not None and isinstance(document, dict):
        return _from_other(other, document, opened, root, replace(given, config=config_path))
    config = read_config(config_path)
    stores = stores_of_config(config, root, given.maps, _flavour_of(config, given.maps))
    return _workspace(
        WorkspaceKind.CONFIG, opened, root, config, stores, replace(given, config=config_path))


def _from_other(
    kind: StoreKind, document: dict[str, object], opened: Path, root: Path, given: _Given
) -> Workspace:
    """A config of another trainer; `given` has its path."""
    found = open_trainer(
        kind, document, given.config or opened, root=root, maps=given.maps,
        flavour=flavour_of_config([entry.old for entry in given.maps]))
    return Workspace(
        kind=WorkspaceKind.CONFIG, root=root, opened=opened, config_path=given.config, config=None,
        concepts=found.concepts, stores=found.stores, maps=given.maps, problems=tuple(
            missing_folder_finding(concept, found_folder) for concept in found.concepts
            if not (found_folder := locate_concept(
                concept, root=root, maps=given.maps, flavour=HERE, hub_cache=None)).exists
            and not _is_there(found_folder.real)),
        trainer=found.trainer)


def _from_folder(opened: Path, given: _Given) -> Workspace:
    is_store = _is_store(opened)
    configs, unreadable = list[Path](), list[Finding]()
    if not is_store and given.config is None:
        configs, unreadable = configs_in(opened)
        if len(configs) == 1:
            return _from_config(opened, configs[0], given)
    stores = find_stores(opened)
    if not stores:
        raise make_nothing_found_error(opened, configs, unreadable)
    root = given.root or root_of_stores(opened, [
        store.path for store in stores if store.kind.content in TRAINER_CONTENTS])
    config = read_config(given.config) if given.config else None
    return _workspace(
        WorkspaceKind.STORE if is_store else WorkspaceKind.FOLDER, opened, root, config,
        respell_below(stores, root), given,
        find_unused_configs(opened, configs, unreadable))


def _workspace(
    kind: WorkspaceKind, opened: Path, root: Path, config: TrainerConfig | None,
    stores: tuple[StoreLocation, ...], given: _Given, problems: tuple[Finding, ...] = (),
) -> Workspace:
    """Whatever was opened, with its concepts; where a config is used, `given` has its path."""
    concepts, flavour, missing = _concepts(config, root, given, stores)
    if config is not None and given.config is not None:
        problems = (*problems, *_config_problems(config, given.config))
        if kind is WorkspaceKind.CONFIG:
            unusable = why_cache_folder_is_unusable(
                config, root, given.maps, _flavour_of(config, given.maps))
            problems = (*((unusable,) if unusable else ()), *problems)
    return Workspace(
        kind=kind, root=root, opened=opened, config_path=given.config, config=config,
        concepts=concepts, stores=stores, maps=given.maps, problems=(*problems, *missing),
        flavour=flavour, concepts_path=given.concepts)


def stores_of_config(
    config: TrainerConfig, root: Path, maps: tuple[PathMap, ...], flavour: PathFlavour
) -> tuple[StoreLocation, ...]:
    """The stores a config uses, present or not; see `list_expected_stores`.

    None where its cache folder can be none here; see `why_cache_folder_is_unusable`.
    """
    if why_cache_folder_is_unusable(config, root, maps, flavour) is not None:
        return ()
    own = flavour_of(config.cache_dir)
    return list_expected_stores(
        locate_path(config.cache_dir, root, maps, flavour),
        spelled=normalise_path(config.cache_dir, own),
        separator=own.separator,
        names=store_names(config),
    )


def _concepts(
    config: TrainerConfig | None,
    root: Path,
    given: _Given,
    stores: Sequence[StoreLocation],
) -> tuple[tuple[Concept, ...], PathFlavour, tuple[Finding, ...]]:
    """The concepts, how the trainer's system spells paths, and what is wrong with the former."""
    concepts, problems = _read_concepts(config, root, given)
    flavour = flavour_of_stores(stores, otherwise=_flavour_of(config, given.maps, concepts))
    hub_cache = _hub_cache(config, root)
    for concept in concepts:
        if not concept.enabled:
            continue
        folder = locate_concept(
            concept, root=root, maps=given.maps, flavour=flavour, hub_cache=hub_cache)
        is_too_much = concept.include_subdirectories and is_whole_computer(str(folder.real))
        if not folder.exists or is_too_much:
            problems = (*problems, missing_folder_finding(concept, folder))
    return concepts, flavour, problems


def _read_concepts(
    config: TrainerConfig | None, root: Path, given: _Given
) -> tuple[tuple[Concept, ...], tuple[Finding, ...]]:
    if given.concepts is not None:
        return read_concept_file(given.concepts), ()
    if config is None:
        return (), ()
    if config.concepts is not None:
        return read_concepts(config.concepts, where=str(given.config)), ()
    spelled = config.concept_file_name
    file = locate_path(spelled, root, given.maps, _flavour_of(config, given.maps))
    if _is_there(file):
        return read_concept_file(file), ()
    return (), (Finding(
        spelled,
        f"The concept file {file} is missing, so the samples of this config are not known.",
        "Give its path with --concepts, or the folder that its path starts from with --root.",
    ),)


def _flavour_of(
    config: TrainerConfig | None, maps: Sequence[PathMap], concepts: Sequence[Concept] = ()
) -> PathFlavour:
    """How the trainer's system spells paths, as far as what the user gave tells."""
    own = () if config is None else (config.cache_dir, config.concept_file_name)
    return flavour_of_config([
        *own, *(entry.old for entry in maps), *(concept.path for concept in concepts)])


def _hub_cache(config: TrainerConfig | None, root: Path) -> Path | None:
    """The hub cache a config names, None for the usual one."""
    named = config.huggingface_cache_dir if config else ""
    return root / named if named else None


def _config_problems(config: TrainerConfig, path: Path) -> Iterator[Finding]:
    if find_model_type(config.model_type) is None:
        yield Finding(
            str(path),
            f'The model type "{config.model_type}" is not known, so resolutions cannot be judged.',
            "Everything else is surveyed from the index.",
        )
    try:
        parse_targets(config.resolution)
    except WorkspaceError as error:
        yield Finding(str(path), error.problem, error.hint)


def _is_there(file: Path) -> bool:
    """Return whether reading a file is worth a try; without access, reading explains it better."""
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError:
        return True
    return True


def _is_store(folder: Path) -> bool:
    try:
        return bool(probe_folder(folder).kinds)
    except OSError as error:
        raise WorkspaceError(
            f"{folder} cannot be read: {error_reason(error)}.",
            "Check that you have permission to read the folder.",
        ) from error


def _absolute(path: Path) -> Path:
    """Absolute and without "..", links kept as the user named them."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links


def configs_in(folder: Path) -> tuple[list[Path], list[Finding]]:
    """The configs directly in a folder and in its `training_presets`, not in folders below.

    Those of other trainers, too. And a finding for each JSON file that cannot be read.
    """
    configs: list[Path] = []
    unreadable: list[Finding] = []
    for place in (folder, folder / PRESET_FOLDER):
        for file in sorted(found for ending in READERS for found in place.glob(f"*{ending}")):
            try:
                status = file.stat()
                if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST_CONFIG:
                    continue
                raw = read_settings(file)
            except OSError as error:
                unreadable.append(Finding(
                    str(file), f"{file} cannot be read: {error_reason(error)}."))
                continue
            except WorkspaceError as error:
                # Of what other programs keep in files of these endings nobody wants to know.
                if file.suffix == ".json":
                    unreadable.append(Finding(str(file), error.problem, error.hint))
                continue
            is_onetrainers = looks_like_config(raw) and not _is_model_description(raw)
            if is_onetrainers or find_trainer(raw) is not None:
                configs.append(file)
    return configs, unreadable


def _is_model_description(raw: object) -> bool:
    """Model folders hold a `config.json` that has `model_type` in common with a trainer's."""
    return (
        isinstance(raw, dict)
        and MARKING_KEYS & raw.keys() == {"model_type"}
        and find_model_type(str(raw["model_type"])) is None
    )


def find_unused_configs(
    opened: Path, configs: Sequence[Path], unreadable: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Return the findings for a folder whose stores are surveyed without a config."""
    if len(configs) < 2:
        return tuple(unreadable)
    return (Finding(
        str(opened),
        f"There are {len(configs)} configs here, so none of them was used: "
        f"{_list_configs(configs, opened)}.",
        "Open one of them, or add one with --config.",
    ),)


def make_nothing_found_error(
    opened: Path, configs: Sequence[Path], unreadable: Sequence[Finding]
) -> WorkspaceError:
    """Return the error for a folder with neither a store nor exactly one config."""
    if len(configs) > 1:
        return WorkspaceError(
            f"{opened} contains no cache, but {len(configs)} configs: "
            f"{_list_configs(configs, opened)}.",
            "Open one of them.",
        )
    if unreadable:
        return WorkspaceError(unreadable[0].problem, unreadable[0].hint)
    return WorkspaceError(
        f"Nothing in {opened} looks like a cache or a OneTrainer config.",
        "Open a config, a cache folder, or a folder that contains them.",
    )


def _list_configs(configs: Sequence[Path], opened: Path) -> str:
    names = [config.relative_to(opened).as_posix() for config in configs]
    more = len(names) - CONFIGS_NAMED
    return ", ".join(names[:CONFIGS_NAMED]) + (f" and {more} more" if more > 0 else "")
