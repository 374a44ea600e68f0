"""Shared libraries of the system that Qt needs on Linux and a bare image lacks.

Asked of the loader (`ldd`) for the very files in the environment, so that only what is missing is
named. Without a display the offscreen platform is enough; with one, its platform plugin counts too.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator, List

from starting.distribution_packages import add_packages
from starting.machine import Machine, Stopped

FIND_QT = "from importlib.util import find_spec; print(find_spec('PySide6').origin)"

MODULES = ("QtCore.abi3.so", "QtGui.abi3.so", "QtWidgets.abi3.so")

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


def has_display(machine: Machine) -> bool:
    """Whether a window can be shown."""
    if not machine.is_linux:
        return True
    return bool(machine.variable("DISPLAY") or machine.variable("WAYLAND_DISPLAY"))


def require_qt_libraries(machine: Machine, python: str) -> None:
    """Add the libraries Qt lacks, if this is Linux and there are any.

    Raises:
        Stopped: if they cannot be added from here; names them and the line to run.
    """
    if not machine.is_linux:
        return
    missing = missing_libraries(machine, python)
    if not missing:
        return
    packages = sorted({DEBIAN_PACKAGES[name] for name in missing if name in DEBIAN_PACKAGES})
    why = "Qt needs {}, which this system lacks".format(", ".join(missing))
    if not packages:
        raise Stopped(f"{why}. Install what brings them, and run this again.")
    add_packages(machine, packages, why=why)
    left = missing_libraries(machine, python)
    if left:
        raise Stopped(
            "Qt still lacks {} after installing {}. Install what brings them, "
            "and run this again.".format(", ".join(left), " ".join(packages))
        )


def missing_libraries(machine: Machine, python: str) -> List[str]:
    """Names of the shared libraries that the loader does not find for Qt, sorted."""
    loader = machine.find_program("ldd")
    located = machine.run([python, "-c", FIND_QT], capture=True)
    if loader is None or located.code:
        return []
    folder = Path(located.output.strip()).parent
    listed = machine.run([loader, *_files_to_load(machine, folder)], capture=True)
    return sorted(set(re.findall(r"^\s*(\S+) => not found", listed.output, re.MULTILINE)))


def _files_to_load(machine: Machine, folder: Path) -> Iterator[str]:
    platforms = folder / "Qt" / "plugins" / "platforms"
    for module in MODULES:
        yield str(folder / module)
    yield str(platforms / "libqoffscreen.so")
    if machine.variable("DISPLAY"):
        yield str(platforms / "libqxcb.so")
    elif machine.variable("WAYLAND_DISPLAY"):
        yield str(platforms / "libqwayland.so")
