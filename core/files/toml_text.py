"""Writes TOML, which the standard library only reads.

Covers every value that `tomllib` gives, so that keys of a newer version survive being read and
written. Comments do not.
"""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(document: Mapping[str, Any]) -> str:
    """A document as TOML: plain keys first, one section per table below the top.

    Args:
        document: str, int, float, bool, dates, lists, and mappings of them.

    Raises:
        UnicodeEncodeError: if a text holds a lone surrogate, which TOML cannot express.
        TypeError: if a value has no form in TOML.
    """
    plain = {key: value for key, value in document.items() if not isinstance(value, Mapping)}
    tables = {key: value for key, value in document.items() if isinstance(value, Mapping)}
    sections = [_lines(plain)] if plain or not tables else []
    sections += [f"[{_key(name)}]\n{_lines(table)}" for name, table in tables.items()]
    return "\n".join(sections)


def _lines(table: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _string(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _string(value)
        case int():
            return str(value)
        case float():
            return _float(value)
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case Mapping():
            inner = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
            return f"{{{inner}}}"
        case Sequence():
            return f"[{', '.join(_value(item) for item in value)}]"
    raise TypeError(f"{type(value).__name__} has no form in TOML")


def _string(text: str) -> str:
    """A basic string; JSON's escapes are TOML's, except that TOML escapes DEL as well."""
    text.encode("utf-8")
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _float(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)
