"""The user's settings, in `settings.toml`, and the places of Larder's own files.

Everything has a default; an unreadable file or value is a finding, never a refusal to start. Keys
that this version does not know are written back as they were. Data that Larder learns by itself
(hashes, index snapshots, devices of roots) is derived memory below `cache_home` and can be deleted.
"""

from __future__ import annotations

import contextlib
import datetime
import enum
import json
import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import explain_write_errors
from larder.core.files.regular_file import read_regular
from larder.core.quantities import parse_size

FORMAT_VERSION = 1
SETTINGS_NAME = "settings.toml"
UNREADABLE_NAME = "settings.toml.unreadable"
MAX_RECENT = 12

TOTAL_BUDGET = "total"
"""Name among the budgets of what all stores that record uses may take together."""

Maps = tuple[tuple[str, str], ...]
"""(old prefix, new prefix) pairs."""

_VERSION_KEY = "format_version"

RATES_NAME = "rates.json"
"""File in the cache folder: what encoders took (`core.build.rates`)."""

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class ByteUnits(enum.Enum):
    """How byte counts are shown."""

    IEC = "iec"
    """KiB, MiB: powers of 1024."""
    SI = "si"
    """kB, MB: powers of 1000."""


class ColourScheme(enum.Enum):
    """Which colours the window has."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Language(enum.Enum):
    """Which language the window speaks, as its catalogues are named."""

    SYSTEM = "system"
    ENGLISH = "en"
    GERMAN = "de"
    CHINESE = "zh_CN"


class Settings(msgspec.Struct, frozen=True):
    """The settings of a user.

    Attributes:
        min_age_hours: files younger than this are not offered for cleaning on their own.
        byte_units: how byte counts are shown.
        hide_names: whether file names are blurred, for screenshots.
        colour_scheme: which colours the window has.
        language: which language the window speaks; the command line speaks English.
        recent_workspaces: paths, the latest first, at most `MAX_RECENT`.
        path_maps: workspace path -> (old prefix, new prefix) pairs.
        model_folders: workspace path -> folders and files its encoders are taken from.
        budgets: what caches may take, in bytes: by kind of store ("vision"), and "total" for those
            of all kinds that record their uses together. In the file also as a text, "10GB".
        saved_filters: name -> filter of the Entries table, in the order in which they were saved.
        problems: what could not be read, one sentence each; not saved.
        unknown: keys of the file that this version does not know; saved as they were.
    """

    min_age_hours: float = 24.0
    byte_units: ByteUnits = ByteUnits.IEC
    hide_names: bool = False
    colour_scheme: ColourScheme = ColourScheme.SYSTEM
    language: Language = Language.SYSTEM
    recent_workspaces: tuple[str, ...] = ()
    path_maps: Mapping[str, Maps] = msgspec.field(default_factory=dict)
    model_folders: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    budgets: Mapping[str, int] = msgspec.field(default_factory=dict)
    saved_filters: Mapping[str, str] = msgspec.field(default_factory=dict)
    problems: tuple[str, ...] = ()
    unknown: Mapping[str, Any] = msgspec.field(default_factory=dict)

    def with_recent(self, workspace: str) -> Settings:
        """With `workspace` as the latest one."""
        others = (known for known in self.recent_workspaces if known != workspace)
        return replace(self, recent_workspaces=(workspace, *others)[:MAX_RECENT])

    def with_path_maps(self, workspace: str, maps: Maps) -> Settings:
        """With these maps for `workspace`; none forgets them."""
        kept = {path: pairs for path, pairs in self.path_maps.items() if path != workspace}
        if maps:
            kept[workspace] = maps
        return replace(self, path_maps=kept)

    def with_filter(self, name: str, text: str) -> Settings:
        """With a saved filter; "" forgets the one of that name."""
        kept = {known: filtered for known, filtered in self.saved_filters.items() if known != name}
        return replace(self, saved_filters={**kept, name: text} if text else kept)

    def with_model_folders(self, workspace: str, folders: tuple[str, ...]) -> Settings:
        """With these models for `workspace`; none forgets them."""
        kept = {path: known for path, known in self.model_folders.items() if path != workspace}
        if folders:
            kept[workspace] = folders
        return replace(self, model_folders=kept)


_FIELD_TYPES: dict[str, Any] = {
    "min_age_hours": Annotated[float, msgspec.Meta(ge=0)],
    "byte_units": ByteUnits,
    "hide_names": bool,
    "colour_scheme": ColourScheme,
    "language": Language,
    "recent_workspaces": tuple[str, ...],
    "path_maps": dict[str, Maps],
    "model_folders": dict[str, tuple[str, ...]],
    "saved_filters": dict[str, str],
    "budgets": dict[str, Annotated[int, msgspec.Meta(ge=1)] | str],
}


def cache_home() -> Path:
    """Folder of derived memory, deletable at any time; LARDER_CACHE_HOME overrides it."""
    named = os.environ.get("LARDER_CACHE_HOME")
    if named:
        return Path(named)
    import platformdirs  # 3 ms

    return platformdirs.user_cache_path("larder", appauthor=False)


def config_home() -> Path:
    """Folder of the settings; LARDER_CONFIG_HOME overrides it."""
    named = os.environ.get("LARDER_CONFIG_HOME")
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_config_path("larder", appauthor=False)


def load_settings() -> Settings:
    """Read the settings; what is missing or unreadable has its default and is named in `problems`.

    The file is left as it is.
    """
    path = config_home() / SETTINGS_NAME
    try:
        document = _read(path)
    except _UnreadableSettingsError as error:
        return Settings(problems=(f"{path} cannot be read, so the defaults are used: {error}.",))
    return _from_document(document, path)


def save_settings(settings: Settings) -> None:
    """Write the settings, creating their folder.

    A file that cannot be read is kept beside it as `UNREADABLE_NAME`. Texts that TOML cannot
    express (paths that are not UTF-8) are left out.

    Raises:
        UserFacingError: if the folder may not be written or the disk is full.
    """
    folder = config_home()
    with explain_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            _read(folder / SETTINGS_NAME)
        except _UnreadableSettingsError:
            (folder / SETTINGS_NAME).replace(folder / UNREADABLE_NAME)
    text = toml_text(_to_document(settings))
    write_atomically(folder / SETTINGS_NAME, [text.encode("utf-8")])


def change_settings(change: Callable[[Settings], Settings]) -> Settings:
    """Apply a change to the settings as they are on disk now; returns what they became.

    A window holds its settings for hours, and a worker or a command may have written others
    meanwhile: only the change is written, never a copy from before. Saves nothing where nothing
    changes.

    Raises:
        UserFacingError: if the folder may not be written or the disk is full.
    """
    before = load_settings()
    after = change(before)
    if after != before:
        save_settings(after)
    return after


def read_maps(workspace: str) -> Maps:
    """The maps that a workspace was opened with the last time; none where there were none."""
    return load_settings().path_maps.get(key_of(workspace), ())


def maps_of(workspace: str, given: Maps) -> Maps:
    """The maps to open a workspace with: those given, which are remembered, else remembered ones.

    A settings folder that cannot be written costs only the memory.
    """
    remembered = read_maps(workspace)
    if not given:
        return remembered
    if given != remembered:
        with contextlib.suppress(UserFacingError, OSError):
            change_settings(lambda settings: settings.with_path_maps(key_of(workspace), given))
    return given


def key_of(workspace: str) -> str:
    """Return a workspace's key in settings: its absolute path, links as the user named them."""
    return str(Path(os.path.abspath(workspace)))  # noqa: PTH100 - `resolve` would follow links


class _UnreadableSettingsError(Exception):
    """The settings file is there and is not TOML."""


def _read(path: Path) -> dict[str, Any]:
    try:
        content = read_regular(path).decode("utf-8")
        import tomllib  # most have never changed a setting

        return tomllib.loads(content)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _UnreadableSettingsError(str(error)) from error


def _from_document(document: Mapping[str, Any], path: Path) -> Settings:
    values: dict[str, Any] = {}
    problems: list[str] = []
    for name, kind in _FIELD_TYPES.items():
        if name not in document:
            continue
        try:
            values[name] = msgspec.convert(document[name], type=kind)
            if name == "budgets":
                values[name] = _sizes(values[name])
        except (msgspec.ValidationError, UserFacingError) as error:
            values.pop(name, None)
            problems.append(f"{name} in {path} is ignored: {str(error).rstrip('.')}.")
    unknown = {name: value for name, value in document.items() if name not in _FIELD_TYPES}
    if not _is_newer(unknown.get(_VERSION_KEY)):
        unknown.pop(_VERSION_KEY, None)
    return Settings(**values, problems=tuple(problems), unknown=unknown)


def _sizes(budgets: Mapping[str, int | str]) -> dict[str, int]:
    return {
        name: parse_size(size) if isinstance(size, str) else size
        for name, size in budgets.items()}


def _is_newer(version: object) -> bool:
    return isinstance(version, int) and version > FORMAT_VERSION


def _to_document(settings: Settings) -> dict[str, Any]:
    maps = {
        workspace: [list(pair) for pair in pairs]
        for workspace, pairs in settings.path_maps.items()
        if _is_text(workspace, *(side for pair in pairs for side in pair))
    }
    folders = {
        workspace: list(paths) for workspace, paths in settings.model_folders.items()
        if _is_text(workspace, *paths)}
    return {
        _VERSION_KEY: FORMAT_VERSION,
        "min_age_hours": settings.min_age_hours,
        "byte_units": settings.byte_units.value,
        "hide_names": settings.hide_names,
        "colour_scheme": settings.colour_scheme.value,
        "language": settings.language.value,
        "recent_workspaces": [path for path in settings.recent_workspaces if _is_text(path)],
        **settings.unknown,
        "path_maps": maps,
        "model_folders": folders,
        **({"budgets": dict(settings.budgets)} if settings.budgets else {}),
        **({"saved_filters": {
            name: text for name, text in settings.saved_filters.items() if _is_text(name, text)}}
           if settings.saved_filters else {}),
    }


def _is_text(*texts: str) -> bool:
    """Return whether texts are free of lone surrogates."""
    try:
        "".join(texts).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def toml_text(document: Mapping[str, Any]) -> str:
    """A document as TOML: plain keys first, one section per table below the top.

    Covers every value that `tomllib` gives, so that keys of a newer version survive being read and
    written. Comments do not.

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
