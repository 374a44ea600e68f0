"""The user's settings files: JSON, TOML and YAML, read into plain values.

The ending decides. Whatever is wrong with one is a sentence that names the file and, where the
parser tells, the line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from larder.core.errors import WorkspaceError
from larder.core.workspace.json_fields import read_json, read_text


def read_settings(path: Path, *, expected: str = "a config") -> object:
    """Read one settings file.

    Raises:
        WorkspaceError: if it cannot be read, is too large, or does not parse.
    """
    return READERS.get(path.suffix.lower(), _read_json)(path, expected)


def _read_json(path: Path, expected: str) -> object:
    return read_json(path, expected=expected)


def _read_toml(path: Path, expected: str) -> object:
    import tomllib  # Most workspaces are opened by a JSON file.

    text = read_text(path, expected=expected)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise WorkspaceError(
            f"{path} is not valid TOML: {error}.",
            "Open it in a text editor and correct that line, or choose another file.") from error


def _read_yaml(path: Path, expected: str) -> object:
    import yaml  # The trainers that write it are few.

    text = read_text(path, expected=expected)
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        said = " ".join(str(error).split())
        raise WorkspaceError(
            f"{path} is not valid YAML: {said}.",
            "Open it in a text editor and correct that line, or choose another file.") from error


READERS: Final[Mapping[str, Callable[[Path, str], object]]] = {
    ".json": _read_json,
    ".jsonc": _read_json,
    ".toml": _read_toml,
    ".yaml": _read_yaml,
    ".yml": _read_yaml,
}
"""By the ending in lower case; a file with any other is tried as JSON."""
