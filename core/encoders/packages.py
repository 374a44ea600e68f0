"""Python packages that encoding needs: imported late, kept quiet, their troubles in one sentence.

Importing `transformers` costs a second and half a gigabyte of address space, so only a build does.
It writes progress bars and reports of its own while loading; ours say what matters, and the
command's standard output must stay clean.

The command that adds a missing package names the very interpreter that runs this, so that it works
from any folder and cannot fill another one. Larder itself is never named as a package: it is in no
package index, and what is called so there belongs to others.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.protocol import OutOfMemoryError
from larder.core.errors import UserFacingError, error_words

REQUIREMENTS: Final = {
    "torch": ">=2.4",
    "transformers": ">=4.51",
    "diffusers": ">=0.33",
    "safetensors": ">=0.4.3",
    "tokenizers": ">=0.21",
    "soundfile": ">=0.12",
    "soxr": ">=0.3.7",
    "accelerate": ">=0.30",
    "sentencepiece": ">=0.2",
    "protobuf": ">=4.25",
}
"""Package -> versions that will do, as `pyproject.toml` has them (a test compares the two)."""

_TORCHVISION: Final = re.compile(r"torchvision", re.IGNORECASE)


def explain_import_failure(package: str, error: BaseException) -> str:
    """Return a hint on how to fix the failed import of a package."""
    # A torchvision built for another torch makes the import of those that use it fail.
    seen: BaseException | None = error
    while seen is not None:
        if _TORCHVISION.search(str(seen)):
            return (
                "torchvision does not match this PyTorch: uninstall it, or install a version that "
                "matches.")
        seen = seen.__cause__ or seen.__context__
    return install_hint(package)


def install_hint(*packages: str) -> str:
    """How these packages, and all others that are missing, come into the Python that runs this."""
    missing = [name for name in REQUIREMENTS if not _is_installed(name)]
    wanted = " ".join(f'"{name}{REQUIREMENTS.get(name, "")}"' for name in sorted(
        {*packages, *missing}, key=[*REQUIREMENTS, *packages].index))
    if not _is_installed("pip"):
        return f"Install into the Python in {sys.prefix}: {wanted}"
    # Without --upgrade a version that is there and too old would stay.
    return f"To fix this, run: {_interpreter()} -m pip install --upgrade {wanted}"


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _interpreter() -> str:
    """This interpreter as a shell takes it; the one with a console where there are two."""
    python = Path(sys.executable)
    if os.name != "nt":
        return shlex.quote(str(python))
    if python.name.lower() == "pythonw.exe":
        python = python.with_name("python.exe")
    return f'"{python}"' if " " in str(python) else str(python)


def load_package(name: str, purpose: str) -> Any:
    """A package, imported.

    Args:
        name: of the package.
        purpose: what needs it, as a sentence begins with it ("Reading audio").

    Raises:
        UserFacingError: if it is missing or cannot be imported.
    """
    try:
        return importlib.import_module(name)
    # OSError: a native library is not there. RuntimeError: a torchvision made for another torch.
    except (ImportError, OSError, RuntimeError) as error:
        raise UserFacingError(
            f"{purpose} needs the package {name}: {first_line(error)}",
            explain_import_failure(name, error)
        ) from error


def load_torch() -> Any:
    """The package itself.

    Raises:
        UserFacingError: as `load_package`.
    """
    return load_package("torch", "Encoding")


def load_library() -> Any:
    """The package transformers.

    Raises:
        UserFacingError: as `load_package`.
    """
    return load_package("transformers", "Encoding")


def load_class(name: str, library: Any = None) -> Any:
    """A class of `transformers`, or of another package; both import them at first use.

    Raises:
        UserFacingError: if the package is missing, too old for this class, or cannot be imported
            because another package does not fit it; one sentence says which.
    """
    package = library or load_library()
    called = package.__name__
    try:
        return getattr(package, name)
    except AttributeError as error:
        raise UserFacingError(
            f"The package {called} {package.__version__} has no {name}.", install_hint(called),
        ) from error
    except (ImportError, RuntimeError) as error:
        raise UserFacingError(
            f"The package {called} cannot load {name}: {first_line(error)}",
            explain_import_failure(called, error),
        ) from error


def load_tokenizer_class(name: str) -> Any:
    """The fast tokenizer class: `<name>Fast` where there is such a class, else `<name>`.

    Before version 5 the plain name is a slow tokenizer, which has no description that could be
    compared; since version 5 both are the same.

    Raises:
        UserFacingError: as `load_class`.
    """
    try:
        return load_class(f"{name}Fast")
    except UserFacingError as error:
        if not isinstance(error.__cause__, AttributeError):
            raise
        return load_class(name)


def weights_type_keyword() -> str:
    """How `from_pretrained` calls the number type: version 5 renamed `torch_dtype`.

    Raises:
        UserFacingError: as `load_library`.
    """
    major = str(load_library().__version__).partition(".")[0]
    return "dtype" if int(major) >= 5 else "torch_dtype"


@contextlib.contextmanager
def quiet_library(library: Any = None) -> Iterator[None]:
    """Without remarks and progress bars of transformers, or of another package of its makers.

    What was set before comes back.
    """
    logging = (library or load_library()).utils.logging
    verbosity = logging.get_verbosity()
    shows_bars = hasattr(logging, "is_progress_bar_enabled") and logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    if shows_bars:
        logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if shows_bars:
            logging.enable_progress_bar()


@contextlib.contextmanager
def loading(what: str, hint: str) -> Iterator[None]:
    """Turns whatever goes wrong while a model's files are loaded into one sentence.

    The libraries raise what they like: safetensors has a class of its own, and the Rust part of
    tokenizers raises bare `Exception`.
    """
    try:
        yield
    except (UserFacingError, OutOfMemoryError, MemoryError):
        raise
    except Exception as error:
        raise UserFacingError(f"{what} cannot be loaded: {first_line(error)}", hint) from error


def refuse_gaps(
    what: str, hint: str, *, missing: Iterable[str], misshapen: Iterable[str],
    left_over: Iterable[str],
) -> None:
    """Refuse weights that are too few, misshapen or too many for their class.

    Raises:
        UserFacingError: names the first of them.
    """
    for names, lacks in (
            (missing, "lacks"), (misshapen, "has a different shape for"),
            (left_over, "does not use")):
        listed = sorted(names)
        if listed:
            more = f" and {len(listed) - 1} more" if len(listed) > 1 else ""
            raise UserFacingError(f"{what} {lacks} the weights {listed[0]}{more}.", hint)


def first_line(error: BaseException) -> str:
    """The first line of an error's text that says something; the kind of error if none does."""
    return error_words(error)
