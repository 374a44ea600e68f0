"""Names that may be joined to a folder of ours, and that lead nowhere else.

A plain name is one path component. A nested name is a few of them with "/" between, as stores with
shard folders have ("ab/ab12….npz"); it may not begin with our own folder. Names come from indexes
and manifests that anybody may have written. Each rule has its reason: separators and `..` leave the
folder, a colon names a drive or an alternate stream on Windows, a NUL ends the name in C, and 255
bytes is what the common file systems hold.
"""

from __future__ import annotations

from larder.core.errors import UserFacingError
from larder.core.files.larder_folder import LARDER_FOLDER

MAX_NAME_BYTES = 255
MAX_PARTS = 4
"""Components of a nested name; the deepest that any store gives is "entries/ab/….npz"."""

FORBIDDEN_CHARACTERS = frozenset('/\\:\0')


def is_plain_name(name: str) -> bool:
    """Whether `name` is one path component that stays in its folder on every system."""
    return (
        name not in ("", ".", "..")
        and not FORBIDDEN_CHARACTERS.intersection(name)
        and len(name.encode("utf-8", "surrogatepass")) <= MAX_NAME_BYTES
    )


def check_plain_name(name: str) -> str:
    """Return `name` if it is plain.

    Raises:
        UserFacingError: if it could lead out of its folder.
    """
    return name if is_plain_name(name) else _refuse(name)


def is_nested_name(name: str) -> bool:
    """Whether `name` is plain, or plain names with "/" between that stay outside `.larder`."""
    parts = name.split("/")
    return (
        len(parts) <= MAX_PARTS
        and all(is_plain_name(part) for part in parts)
        and (len(parts) == 1 or parts[0].lower() != LARDER_FOLDER)
    )


def check_nested_name(name: str) -> str:
    """Return `name` if it is plain or nested.

    Raises:
        UserFacingError: if it could lead out of its folder.
    """
    return name if is_nested_name(name) else _refuse(name)


def _refuse(name: str) -> str:
    raise UserFacingError(
        f"The name {name!r} could lead out of its folder and was not used.",
        "The file that lists it may be damaged or not to be trusted.",
    )
