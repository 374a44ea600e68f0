"""The identity of a processor, feature extractor or tokenizer: everything that it is set to.

What an object is set to are its public instance attributes and the simple public attributes of its
class; names that begin with `_` are notes that others leave on it, and count for nothing. Every
value is brought into one plain form, so that the order of names, the kind of sequence, the way an
enum is spelled and the process it is read in do not matter. A value of an unknown type is refused:
text made of one can differ between two runs, or be the same for two settings.

Nothing is written onto the object, and a digest is made anew whenever it is asked for: an object
that was changed since has another one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import package_versions
from larder.core.keys.plain_values import Plain, canonical_json, plain

RULES: Final = 1
"""Raised whenever the form of the facts changes; part of every digest."""

LONGEST_SHOWN: Final = 60
"""Characters of a value that is still told."""

LABELS: Final = frozenset({
    "image_processor_type", "feature_extractor_type", "processor_class", "auto_map"})
"""Attributes that an object gets from its saved file, and that name classes instead of settings."""

_GROUPS: Final = ("attributes", "libraries")
"""Facts whose parts are told by their own names."""

_MISSING: Final = object()


@dataclass(frozen=True, slots=True)
class StrictFingerprint:
    """Identity of what makes values: equal exactly when it makes the same ones.

    Attributes:
        name: what people call it; no part of the digest.
        digest: 64 hex digits, SHA-256 of the facts' canonical JSON.
        facts: what the digest is made of: plain values by name.
        found_in: the folder it was loaded from, None where that is not kept; no part of the digest.
    """

    name: str
    digest: str
    facts: Mapping[str, Plain]
    found_in: Path | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StrictFingerprint) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


def strict_fingerprint(
    obj: object,
    *,
    name: str,
    libraries: Iterable[str] = (),
    extra: Mapping[str, object] | None = None,
    ignored: Iterable[str] = (),
) -> StrictFingerprint:
    """The identity of an object that is set up by its attributes.

    Args:
        obj: a processor or feature extractor; it is only read.
        name: what people call it.
        libraries: packages whose versions decide what it makes, as they are installed.
        extra: what else decides it, by name.
        ignored: attributes that do not.

    Raises:
        UserFacingError: names an attribute whose value cannot be compared.
    """
    left_out = LABELS.union(ignored)
    attributes = {
        attribute: plain(value, where=f"{name}: {attribute}")
        for attribute, value in sorted(_public_attributes(obj).items())
        if attribute not in left_out
    }
    return fingerprint_of_facts(name, {
        "class": f"{type(obj).__module__}.{type(obj).__qualname__}",
        "attributes": attributes,
        "libraries": dict(package_versions(libraries)),
        **(extra or {}),
    })


def fingerprint_of_facts(name: str, facts: Mapping[str, object]) -> StrictFingerprint:
    """The identity that some facts make up.

    Raises:
        UserFacingError: names a fact that cannot be compared.
    """
    canonical = {
        "rules": RULES,
        **{str(key): plain(value, where=f"{name}: {key}") for key, value in facts.items()},
    }
    digest = hashlib.sha256(canonical_json(canonical).encode("ascii")).hexdigest()
    return StrictFingerprint(name, digest, canonical)


def difference(old: Mapping[str, object], new: Mapping[str, object]) -> tuple[str, ...]:
    """What differs between the facts of two fingerprints, as people say it.

    Returns:
        One phrase per difference, "crop_size 224 -> 256"; long values only say "changed".
    """
    return tuple(
        f"{'.'.join(path)} {_change(before, after)}"
        for path, before, after in _changes(_unwrapped(old), _unwrapped(new), ()))


def _public_attributes(obj: object) -> dict[str, object]:
    """Attributes by name: simple ones of the classes, base classes first, then the object's."""
    found: dict[str, object] = {}
    for owner in reversed(type(obj).__mro__):
        for name, value in vars(owner).items():
            if not name.startswith("_") and _is_simple(value):
                found[name] = value
            else:
                found.pop(name, None)
        slots = vars(owner).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if not name.startswith("_") and hasattr(obj, name):
                found[name] = getattr(obj, name)
    own = getattr(obj, "__dict__", {})
    found.update((name, value) for name, value in own.items() if not name.startswith("_"))
    return found


def _is_simple(value: object) -> bool:
    """Whether a class attribute is a setting, not a method, property or type."""
    try:
        plain(value, where="")
    except UserFacingError:
        return False
    return True


def _unwrapped(facts: Mapping[str, object]) -> dict[str, object]:
    """Facts with the parts of their groups beside the rest."""
    unwrapped: dict[str, object] = {}
    for name, fact in facts.items():
        value = plain(fact, where=name)
        if name in _GROUPS and isinstance(value, dict):
            unwrapped.update(value)
        else:
            unwrapped[name] = value
    return unwrapped


def _changes(
    old: object, new: object, path: tuple[str, ...]
) -> list[tuple[tuple[str, ...], object, object]]:
    """Paths that differ with both values; one entry for several parts that all change alike."""
    if _canonical_json_or_none(old) == _canonical_json_or_none(new):
        return []
    if not (isinstance(old, dict) and isinstance(new, dict)) or _is_digest(old) or _is_digest(new):
        return [(path, old, new)]
    found = [
        change
        for name in sorted(old.keys() | new.keys())
        for change in _changes(old.get(name, _MISSING), new.get(name, _MISSING), (*path, name))]
    alike = {(repr(before), repr(after)) for _, before, after in found}
    if path and len(alike) == 1 and len(found) == len(old.keys() | new.keys()) > 1:
        return [(path, found[0][1], found[0][2])]
    return found


def _canonical_json_or_none(value: object) -> str | None:
    return None if value is _MISSING else canonical_json(value)


def _is_digest(value: Mapping[str, object]) -> bool:
    """Whether a value stands for an array or bytes by its digest."""
    return "sha256" in value


def _change(before: object, after: object) -> str:
    have, want = _shown(before), _shown(after)
    return f"{have} -> {want}" if have is not None and want is not None else "changed"


def _shown(value: object) -> str | None:
    """A value as people read it, None if it is too long for a sentence."""
    if value is _MISSING or value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping) and _is_digest(value):
        return None
    text = _joined(value) if isinstance(value, Sequence | Mapping) else repr(value)
    return text if len(text) <= LONGEST_SHOWN else None


def _joined(value: Sequence[object] | Mapping[str, object]) -> str:
    if isinstance(value, str):
        return value if value.isprintable() else repr(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_shown(one) or '...'}" for name, one in value.items())
    return ", ".join(_shown(one) or "..." for one in value)
