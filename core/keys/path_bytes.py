"""A path as bytes, for hashing it and for using it as a key.

File names that are not UTF-8 reach Python as lone surrogates: U+DC80 to U+DCFF for single bytes on
POSIX, any surrogate from a Windows index. Both must give bytes instead of an exception.
"""

from __future__ import annotations


def path_bytes(path: str) -> bytes:
    """UTF-8 of a path; bytes that Python smuggled through as surrogates come back as they were."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "surrogatepass")
