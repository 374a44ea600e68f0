"""Shared libraries of the system that Qt needs on Linux, and what is said where it lacks some.

Qt aborts without them and names one that may not be the one. The loader (`ldd`) knows: it is asked
for the very files in this Python's packages, after Qt has failed, or by the start-up script before
(`python -m larder.app.qt_libraries`, which prints library -> package as JSON). A start that
succeeds does not load this module, and nothing here needs Qt.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

MODULES = ("QtCore.abi3.so", "QtGui.abi3.so", "QtWidgets.abi3.so")

NO_WINDOW = 2
"""The program's exit code where Qt cannot start."""

DEBIAN_PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
"""Library -> package of Debian and Ubuntu that brings it."""

_NAMED_PLATFORM = re.compile(r'Qt platform plugin "(\w+)')


def missing_libraries(platforms: Sequence[str]) -> list[str]:
    """Names of the shared libraries that the loader does not find for Qt, sorted.

    Args:
        platforms: Qt's platforms, one of which must work: "xcb", "wayland". What the one that
            lacks least lacks is missing.
    """
    loader, qt = shutil.which("ldd"), find_spec("PySide6")
    if loader is None or qt is None or qt.origin is None:
        return []
    folder = Path(qt.origin).parent
    plugins = folder / "Qt" / "plugins" / "platforms"
    always = _not_found(
        loader, [*(folder / name for name in MODULES), plugins / "libqoffscreen.so"])
    # Until Qt 6.9 there was one for each way of drawing: libqwayland-egl.so.
    of_platforms = [_not_found(loader, [plugin]) for name in platforms
                    for plugin in plugins.glob(f"libq{name}*.so")]
    return sorted(always.union(*sorted(of_platforms, key=len)[:1]))


def platforms_to_try(variables: Mapping[str, str]) -> list[str]:
    """The platforms that could show a window here, in Qt's order; none without a display."""
    asked = variables.get("QT_QPA_PLATFORM", "")
    if asked:
        return re.findall(r"(?:^|;)(\w+)", asked)
    signs = {"wayland": "WAYLAND_DISPLAY", "xcb": "DISPLAY"}
    return [name for name, variable in signs.items() if variables.get(variable)]


def explanation(missing: Sequence[str]) -> str:
    """Return a text with the missing libraries and the command that installs them."""
    packages = _packages(missing)
    why = f"Qt needs {', '.join(missing)}, which this system lacks."
    if not packages:
        return f"{why} Install what brings them, and start this again."
    if shutil.which("apt-get") is None:
        return (f"{why} Install what this system calls {', '.join(packages)} on Debian, and start "
                "this again.")
    return (f"{why} Run this line, then start this again:\n"
            f"    sudo apt-get install -y {' '.join(packages)}")


def explain_abort(told: Sequence[str]) -> str:
    """Why there is no window.

    Args:
        told: everything Qt said before it gave up.
    """
    platforms = list(dict.fromkeys(_NAMED_PLATFORM.findall("\n".join(told))))
    missing = missing_libraries(platforms)
    if missing:
        return explanation(missing)
    if os.environ.get("QT_QPA_PLATFORM") or not {"wayland", "xcb"}.issuperset(platforms):
        return "\n".join(told)
    return ("There is no display that a window could open on. `larder` does the same without one, "
            "and --screenshot draws a page into a picture.")


def _packages(missing: Sequence[str]) -> list[str]:
    return sorted({DEBIAN_PACKAGES[name] for name in missing if name in DEBIAN_PACKAGES})


def _not_found(loader: str, files: Sequence[Path]) -> set[str]:
    listed = subprocess.run([loader, *map(str, files)], capture_output=True, check=False,
                            encoding="utf-8", errors="replace")
    return set(re.findall(r"^\s*(\S+) => not found", listed.stdout, re.MULTILINE))


if __name__ == "__main__":
    sys.stdout.write(json.dumps({
        name: DEBIAN_PACKAGES.get(name, "")
        for name in missing_libraries(platforms_to_try(os.environ))}))
