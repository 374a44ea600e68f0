"""The `transformers` package, imported late, kept quiet, and its troubles in one sentence.

Importing it costs a second and half a gigabyte of address space, so only a build does. It writes
progress bars and reports of its own while loading; ours say what matters, and the command's
standard output must stay clean.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from larder.core.encoders.device import first_line
from larder.core.encoders.packages import install_hint, mend_hint
from larder.core.errors import UserFacingError


def load_library() -> Any:
    """The package itself.

    Raises:
        UserFacingError: if it is missing or cannot be imported.
    """
    try:
        import transformers
    except (ImportError, RuntimeError) as error:
        raise UserFacingError(
            f"Encoding needs the package transformers: {first_line(error)}",
            mend_hint("transformers", error),
        ) from error
    return transformers


def load_class(name: str) -> Any:
    """A class of `transformers`.

    Raises:
        UserFacingError: if the package is missing, too old for this class, or cannot be imported
            because another package does not fit it; one sentence says which.
    """
    library = load_library()
    try:
        return getattr(library, name)
    except AttributeError as error:
        raise UserFacingError(
            f"The package transformers {library.__version__} has no {name}.",
            install_hint("transformers"),
        ) from error
    # A torchvision built for another torch fails with RuntimeError while a model is imported.
    except (ImportError, RuntimeError) as error:
        raise UserFacingError(
            f"The package transformers cannot load {name}: {first_line(error)}",
            mend_hint("transformers", error),
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
def quiet_library() -> Iterator[None]:
    """Without the library's progress bars and warnings; what was set before comes back."""
    library_logging = load_library().utils.logging
    verbosity = library_logging.get_verbosity()
    shows_bars = library_logging.is_progress_bar_enabled()
    library_logging.set_verbosity_error()
    library_logging.disable_progress_bar()
    try:
        yield
    finally:
        library_logging.set_verbosity(verbosity)
        if shows_bars:
            library_logging.enable_progress_bar()
