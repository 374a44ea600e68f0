"""Image processors and feature extractors: by name with their library's settings, or by folder.

A folder says in its `preprocessor_config.json` which class it is for; since version 5 of the
library all parts of a model may share one `processor_config.json`. The class is looked up by that
name and nothing in the folder is run. Image processors are taken in their Pillow form, which every
installation has: the other form needs torchvision, gives other pixels, and has another name.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from larder.core.encoders.catalogue import FEATURE_EXTRACTORS, IMAGE_PROCESSORS
from larder.core.encoders.model_files import model_label
from larder.core.encoders.packages import first_line, install_hint, load_class, quiet_library
from larder.core.encoders.protocol import SourceError
from larder.core.errors import UserFacingError
from larder.core.payloads.dtypes import Values
from larder.core.workspace.json_fields import read_json

CONFIG_NAME: Final = "preprocessor_config.json"
SHARED_CONFIG_NAME: Final = "processor_config.json"

FOLDER_HINT: Final = "Choose the folder of a model, or download it again."

FAILURES: Final = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RuntimeError, OSError)
"""What the library's processors let through on settings or sources they cannot work with."""

_MISSING_PACKAGE: Final = re.compile(r"(torchvision|librosa|torchaudio|torchcodec)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProcessorSort:
    """One of the two sorts of processors.

    Attributes:
        what: what people call it.
        sources: what it works on.
        values: what people call what it makes.
        members: of which it makes one at least.
        part: its name in a shared config.
        type_fields: fields that name the class, the first that is there counts.
        suffix: how its classes end.
        forms: what may follow, most wanted first.
        names: class by the name that people choose it by, without the suffix.
    """

    what: str
    sources: str
    values: str
    members: frozenset[str]
    part: str
    type_fields: tuple[str, ...]
    suffix: str
    forms: tuple[str, ...]
    names: Mapping[str, str]


IMAGE: Final = ProcessorSort(
    what="image processor", sources="pictures", values="pixels",
    members=frozenset({"pixel_values"}), part="image_processor",
    type_fields=("image_processor_type", "feature_extractor_type"),
    suffix="ImageProcessor", forms=("Pil", ""),
    names=IMAGE_PROCESSORS,
)
SOUND: Final = ProcessorSort(
    what="feature extractor", sources="clips", values="features",
    members=frozenset({"input_features", "input_values"}), part="feature_extractor",
    type_fields=("feature_extractor_type",),
    suffix="FeatureExtractor", forms=("",),
    names=FEATURE_EXTRACTORS,
)


@dataclass(frozen=True, slots=True)
class ProcessorPlace:
    """Where a processor comes from.

    Attributes:
        base: its class without suffix and form.
        folder: with its settings, None for those of its class.
    """

    sort: ProcessorSort
    name: str
    base: str
    folder: Path | None


def find_processor(sort: ProcessorSort, model: Path | str) -> ProcessorPlace:
    """Where the processor that the user named comes from.

    Raises:
        UserFacingError: if it is neither, or the folder is not one of such a processor.
    """
    if isinstance(model, str) and model in sort.names:
        return ProcessorPlace(sort, model, sort.names[model], None)
    folder = Path(model)
    if not folder.is_dir():
        raise UserFacingError(
            f'There is no {sort.what} "{model}" and no folder of this name.',
            f"Known names are {', '.join(sorted(sort.names))}. Otherwise choose a local folder.")
    return ProcessorPlace(sort, model_label(folder), _class_in(sort, folder), folder)


def load_processor(place: ProcessorPlace, **settings: object) -> Any:
    """The processor itself.

    Raises:
        UserFacingError: if the package is missing or too old, the class needs another one, or the
            settings do not fit.
    """
    loader = _loader(place)
    try:
        with quiet_library(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # AST's defaults warn of an empty mel filter
            if place.folder is None:
                return loader(**settings)
            return loader.from_pretrained(str(place.folder), local_files_only=True, **settings)
    except ImportError as error:
        raise _lacks_package(place, error) from error
    except FAILURES as error:
        raise UserFacingError(
            f"The {place.sort.what} {place.name} cannot be loaded: {first_line(error)}", FOLDER_HINT
        ) from error


def arrays_of(make: Callable[[], Mapping[str, object]], source: Path) -> Values:
    """Everything that a processor makes of one source.

    Raises:
        SourceError: if it cannot work with the source, or a part of what it makes is no array.
    """
    try:
        values = {name: np.asarray(one) for name, one in make().items() if one is not None}
    except FAILURES as error:
        raise SourceError(f"{source.name} cannot be processed: {first_line(error)}") from error
    for name, array in values.items():
        if array.dtype.hasobject:
            raise SourceError(f"{source.name} returned {name} in several shapes, which do not form "
                              "one array.")
    return {name: np.ascontiguousarray(array) for name, array in values.items()}


def try_out(
    sort: ProcessorSort, name: str, make: Callable[[], Mapping[str, object]]
) -> Mapping[str, object]:
    """Let a processor show that it makes values of a source, and the same ones twice.

    Returns:
        What it made.

    Raises:
        UserFacingError: if it does not. Some need a second source, a text or another package.
    """
    choose = f"Choose another {sort.what}."
    try:
        with quiet_library():
            made, again = make(), make()
    except (ImportError, *FAILURES) as error:
        raise UserFacingError(
            f"The {sort.what} {name} cannot work with {sort.sources} alone: {first_line(error)}",
            choose) from error
    if sort.members.isdisjoint(made):
        members = " or ".join(sorted(sort.members))
        raise UserFacingError(f"The {sort.what} {name} returns no {members}.", choose)
    is_repeated = made.keys() == again.keys() and all(
        np.array_equal(np.asarray(one), np.asarray(again[member])) for member, one in made.items())
    if not is_repeated:
        raise UserFacingError(
            f"The {sort.what} {name} returns different {sort.values} each time.", choose)
    return made


def _class_in(sort: ProcessorSort, folder: Path) -> str:
    """Class without suffix and form, as a folder's config names it."""
    config = _read_config(sort, folder)
    stated = next(
        (str(config[field]) for field in sort.type_fields if config.get(field)), "")
    if not stated:
        raise UserFacingError(
            f"The config in {folder} does not name its {sort.what} "
            f"({sort.type_fields[0]}).", FOLDER_HINT)
    # Until 2022 image processors were called feature extractors.
    found = re.fullmatch(
        rf"(?P<base>[A-Za-z0-9_]+?)(?:{sort.suffix}|FeatureExtractor)(?:Pil|Fast)?", stated)
    if found is None:
        raise UserFacingError(
            f"{folder} contains a {stated}, but no {sort.what}.", FOLDER_HINT)
    return found["base"]


def _read_config(sort: ProcessorSort, folder: Path) -> Mapping[str, Any]:
    shared = folder / SHARED_CONFIG_NAME
    if shared.is_file():
        whole = read_json(shared)
        part = whole.get(sort.part) if isinstance(whole, dict) else None
        if isinstance(part, dict):
            return part
    path = folder / CONFIG_NAME
    if not path.is_file():
        raise UserFacingError(f"{folder} has no {CONFIG_NAME}.", FOLDER_HINT)
    config = read_json(path)
    if not isinstance(config, dict):
        raise UserFacingError(f"{path} is not a JSON object.", FOLDER_HINT)
    return config


def _loader(place: ProcessorPlace) -> Any:
    """The class, in the most wanted form that the installed library has."""
    for form in place.sort.forms:
        try:
            return load_class(f"{place.base}{place.sort.suffix}{form}")
        except UserFacingError as error:
            if not isinstance(error.__cause__, AttributeError):
                raise
    raise UserFacingError(
        f"{place.name} is a {place.base}, for which the installed transformers has no "
        f"{place.sort.what}.", FOLDER_HINT)


def _lacks_package(place: ProcessorPlace, error: ImportError) -> UserFacingError:
    found = _MISSING_PACKAGE.search(str(error))
    if found is None:
        return UserFacingError(
            f"The {place.sort.what} {place.name} cannot be loaded: {first_line(error)}",
            install_hint("transformers"))
    return UserFacingError(
        f"The {place.sort.what} {place.name} ({place.base}) needs the package {found[1].lower()}.",
        "Choose one that does not need it, or install it.")
