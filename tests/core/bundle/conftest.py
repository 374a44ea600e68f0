"""One cache of each layout, exported once in each form."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.support.building import BuildWorkspace
from tests.support.bundles import FORMS, export, home
from tests.support.training import LAYOUTS


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, BuildWorkspace]:
    """A cached workspace by layout; only to be read."""
    return {layout: home(tmp_path_factory.mktemp("home"), layout) for layout in LAYOUTS}


@pytest.fixture(scope="session", params=LAYOUTS)
def workspace(request: pytest.FixtureRequest, homes: dict[str, BuildWorkspace]) -> BuildWorkspace:
    return homes[request.param]


@pytest.fixture(scope="session", params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    """Return the name of a bundle, which decides its form."""
    return str(request.param)


@pytest.fixture(scope="session")
def bundle_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path, str], Path]:
    """Exports what a config names in a form, each once."""
    @cache
    def exported(config: Path, form: str) -> Path:
        return export(config, tmp_path_factory.mktemp("export") / form)

    return exported


@pytest.fixture
def exported(
    bundle_of: Callable[[Path, str], Path], workspace: BuildWorkspace, form: str
) -> Path:
    """A bundle of either layout in either form; only to be read."""
    return bundle_of(workspace.config_path, form)
