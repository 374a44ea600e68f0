"""Names that may be joined to a folder of ours: one path component, nothing that leads elsewhere.

Names come from indexes and manifests that anybody may have written. Each rule has its reason:
separators and `..` leave the folder, a colon names a drive or an alternate stream on Windows, a NUL
ends the name in C, and 255 bytes is what the common file systems hold.
"""

from __future__ import annotations

from core.errors import UserFacingError

MAX_NAME_BYTES = 255
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
    if not is_plain_name(name):
        raise UserFacingError(
            f"The name {name!r} could lead out of its folder and was not used.",
            "The file that lists it may be damaged or not to be trusted.",
        )
    return name
