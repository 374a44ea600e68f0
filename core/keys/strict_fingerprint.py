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

import dataclasses
import enum
import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np

from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import canonical_json
from larder.core.keys.fingerprint import package_versions

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""A value in its one form; what JSON can say."""

DEEPEST: Final = 40
"""Levels of a value; one that is deeper holds itself."""

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


def plain(value: object, *, where: str, depth: int = 0) -> Plain:
    """A value in its one form.

    | value | form |
    |---|---|
    | enum | its value |
    | tuple, list; numpy scalar | list; the Python number |
    | set | list in the order of its members' JSON |
    | float that is no number JSON knows | "nan", "inf", "-inf" |
    | array, tensor | dtype with byte order, shape and SHA-256 of its elements |
    | dataclass | its fields that are not None |
    | mapping | names to values; pairs in the order of the keys' JSON if a key is no text |
    | bytes | length and SHA-256 |

    Raises:
        UserFacingError: if it is of another type, or holds itself.
    """
    if depth > DEEPEST:
        raise UserFacingError(f"{where} contains itself, so it cannot be compared.")
    if isinstance(value, enum.Enum):
        return plain(value.value, where=where, depth=depth + 1)
    if value is None or isinstance(value, bool | str):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, np.generic):
        return plain(_python_number(value, where), where=where, depth=depth + 1)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else repr(float(value))
    return _plain_parts(value, where, depth + 1)


def _plain_parts(value: object, where: str, depth: int) -> Plain:
    """The form of a value that has parts."""
    if isinstance(value, np.ndarray):
        return _plain_array(value, where)
    if _is_tensor(value):
        return _plain_tensor(value, where)
    if isinstance(value, bytes | bytearray):
        return {"bytes": len(value), "sha256": hashlib.sha256(value).hexdigest()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: plain(one, where=f"{where}.{field.name}", depth=depth)
            for field in dataclasses.fields(value)
            if (one := getattr(value, field.name)) is not None
        }
    if isinstance(value, Mapping):
        return _plain_mapping(value, where, depth)
    if isinstance(value, set | frozenset):
        return sorted(
            (plain(one, where=where, depth=depth) for one in value), key=canonical_json)
    if isinstance(value, list | tuple):
        return [plain(one, where=f"{where}[{at}]", depth=depth) for at, one in enumerate(value)]
    raise UserFacingError(f"{where} is a {type(value).__qualname__}, which cannot be compared.")


def _plain_mapping(value: Mapping[Any, object], where: str, depth: int) -> Plain:
    if all(isinstance(key, str) for key in value):
        return {
            str(key): plain(one, where=f"{where}.{key}", depth=depth)
            for key, one in value.items()}
    pairs: list[list[Plain]] = [
        [plain(key, where=where, depth=depth), plain(one, where=f"{where}.{key}", depth=depth)]
        for key, one in value.items()]
    return {"pairs": sorted(pairs, key=canonical_json)}


def _plain_array(value: np.ndarray[Any, Any], where: str) -> Plain:
    if value.dtype.hasobject:
        raise UserFacingError(f"{where} is an array of objects, which cannot be compared.")
    return {
        "dtype": value.dtype.str,
        "shape": list(value.shape),
        "sha256": hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest(),
    }


def _is_tensor(value: object) -> bool:
    """Return whether a value is a torch tensor, without importing torch."""
    kind = type(value)
    return kind.__name__ == "Tensor" and kind.__module__.partition(".")[0] == "torch"


def _plain_tensor(value: Any, where: str) -> Plain:
    try:
        return _plain_array(value.detach().cpu().numpy(), where)
    except (TypeError, RuntimeError) as error:  # a number type that numpy has not, a sparse one
        raise UserFacingError(
            f"{where} contains {value.dtype} values, which cannot be compared.") from error


def _python_number(value: np.generic, where: str) -> object:
    number: object = value.item()
    if isinstance(number, np.generic) or not isinstance(number, bool | int | float | str | bytes):
        raise UserFacingError(f"{where} is a {type(value).__name__}, which cannot be compared.")
    return number


class StrictFingerprint(msgspec.Struct, frozen=True, eq=False):
    """Identity of what makes values, and its line in a store: equal when it makes the same ones.

    Attributes:
        digest: 64 hex digits, SHA-256 of the facts' canonical JSON.
        name: what people call it; no part of the digest.
        facts: what the digest is made of: plain values by name.
        found_in: the folder it was last loaded from, absolute, as the system that built spells it;
            "" where that is not known. No part of the digest.
        of_program: what `program_digests` returned; no part of the digest either.
    """

    digest: str
    name: str = ""
    facts: dict[str, Any] = {}
    found_in: str = ""
    of_program: tuple[str, ...] = ()

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
    return StrictFingerprint(digest, name, canonical)


def difference(old: Mapping[str, object], new: Mapping[str, object]) -> tuple[str, ...]:
    """Return the differences between the facts of two fingerprints as readable phrases.

    Returns:
        One phrase per difference, "crop_size: 224 → 256"; long values only say "changed".
    """
    return tuple(
        f"{'.'.join(path)}{_change(before, after)}"
        for path, before, after in _changes(_unwrap_facts(old), _unwrap_facts(new), ()))


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
    """Return whether a class attribute is a setting, not a method, property or type."""
    try:
        plain(value, where="")
    except UserFacingError:
        return False
    return True


def _unwrap_facts(facts: Mapping[str, object]) -> dict[str, object]:
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
    """Return whether a value represents an array or bytes by its digest."""
    return "sha256" in value


def _change(before: object, after: object) -> str:
    have, want = _shown(before), _shown(after)
    return f": {have} → {want}" if have is not None and want is not None else " changed"


def _shown(value: object) -> str | None:
    """A value as people read it, None if it is too long for a sentence."""
    if value is _MISSING or value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping) and _is_digest(value):
        return None
    text = _join_values(value) if isinstance(value, Sequence | Mapping) else repr(value)
    return text if len(text) <= LONGEST_SHOWN else None


def _join_values(value: Sequence[object] | Mapping[str, object]) -> str:
    if isinstance(value, str):
        return value if value.isprintable() else repr(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_shown(one) or '...'}" for name, one in value.items())
    return ", ".join(_shown(one) or "..." for one in value)
