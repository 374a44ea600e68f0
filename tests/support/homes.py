"""A home folder that belongs to one test."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ENVIRONMENT = {
    "HOME": "",
    "USERPROFILE": "",
    "APPDATA": "roaming",
    "LOCALAPPDATA": "local",
    "XDG_CACHE_HOME": "cache",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "HF_HOME": "huggingface",
    "LARDER_CACHE_HOME": "larder-cache",
    "LARDER_CONFIG_HOME": "larder-config",
}
"""Variable -> folder below the home that it names."""


def use_own_home(home: Path, patch: pytest.MonkeyPatch) -> None:
    """Point every place a program writes for its user into `home`, until the patch is undone."""
    home.mkdir(parents=True)
    for variable, folder in ENVIRONMENT.items():
        patch.setenv(variable, str(home / folder))
    for variable in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "TRANSFORMERS_CACHE"):
        patch.delenv(variable, raising=False)
    qt_core = sys.modules.get("PySide6.QtCore")
    if qt_core is not None:
        # QSettings reads the environment once per process; later homes have to be told to it.
        for format_ in (qt_core.QSettings.Format.NativeFormat, qt_core.QSettings.Format.IniFormat):
            qt_core.QSettings.setPath(
                format_, qt_core.QSettings.Scope.UserScope, str(home / "config")
            )
