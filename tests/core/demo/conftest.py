import pytest

from larder.core.demo.sample_workspace import make_sample_workspace
from larder.core.jobs import run_to_end

NOW_NS = 1_790_000_000_123_456_789


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    """One sample workspace for all tests that only look at it."""
    folder = tmp_path_factory.mktemp("made") / "sample"
    return run_to_end(make_sample_workspace(folder, clock_ns=lambda: NOW_NS))


@pytest.fixture(scope="session")
def tree_of():
    """A folder's files: relative name -> (bytes, modification time in nanoseconds)."""

    def tree(folder):
        return {
            path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    return tree
