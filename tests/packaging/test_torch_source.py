"""Where torch is loaded from, and the torch of another Python."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from start import main

from starting.environment import prepare
from starting.machine import Stopped
from starting.torch_source import (
    ASK_FOR_TORCH,
    BorrowedTorch,
    borrowed_torch,
    constraints_beside,
)
from tests.support.stub_computer import StubComputer, lend

CPU_INDEX = "download.pytorch.org/whl/cpu"


def test_linux_without_a_driver_prefers_the_cpu_builds(
    computer: StubComputer, clone: Path
) -> None:
    prepare(computer, clone, extras=(), system_torch=False)
    (asked,) = computer.commands(CPU_INDEX)
    assert "--no-deps" in asked
    assert asked.endswith(" torch")


@pytest.mark.parametrize("sign", ["/proc/driver/nvidia/version", "/dev/nvidiactl"])
def test_linux_with_a_driver_takes_the_index_build_and_says_its_size(
    computer: StubComputer, clone: Path, sign: str
) -> None:
    computer.paths.add(sign)
    prepare(computer, clone, extras=(), system_torch=False)
    assert computer.commands(CPU_INDEX) == []
    assert any("2700 of them torch" in sentence for sentence in computer.said)


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_take_the_index_build(
    computer: StubComputer, clone: Path, platform: str
) -> None:
    computer.platform = platform
    # An environment of stubs keeps its programs in `bin` on every system.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StubComputer, "is_windows", False)
        prepare(computer, clone, extras=(), system_torch=False)
    assert computer.commands(CPU_INDEX) == []
    assert any("120 of them torch" in sentence for sentence in computer.said)


def test_unreachable_cpu_builds_fall_back_to_the_index_and_name_the_size(
    computer: StubComputer, clone: Path
) -> None:
    computer.add_environment_python(cpu_index="exit 1")
    prepare(computer, clone, extras=(), system_torch=False)
    assert any("cannot be reached" in said and "2.7 GB" in said for said in computer.said)
    assert computer.commands("pip install")[-1].endswith("-e .")


class TestSystemTorch:
    """Behaviour of the `--system-torch` option."""

    def test_nothing_may_load_a_torch(
        self, computer: StubComputer, clone: Path, tmp_path: Path
    ) -> None:
        computer.add_python("3.12", torch=lend("2.9.1+cu130", tmp_path / "packages"))
        assert main(["--system-torch"], computer, clone) == 0
        assert computer.commands(CPU_INDEX) == []
        constraints = clone / ".venv" / "constraints.txt"
        assert all(f"-c {constraints}" in line for line in computer.commands("pip install"))
        pins = constraints.read_text().splitlines()
        assert "torch==2.9.1+cu130" in pins
        assert "torch==2.13.0" not in pins
        assert not any(pin.startswith(("sympy==", "mpmath==")) for pin in pins)
        assert any(pin.startswith("numpy==") for pin in pins)

    def test_the_environment_sees_this_project_and_then_the_folder_torch_lies_in(
        self, computer: StubComputer, clone: Path, tmp_path: Path
    ) -> None:
        computer.add_python("3.12", torch=lend("2.9.1", tmp_path / "päckages"))
        main(["--system-torch"], computer, clone)
        pointer = clone / ".venv" / "bin" / "borrowed-torch.pth"
        searched = subprocess.run(
            [sys.executable, "-c", f"{pointer.read_text()}\nprint(*sys.path[-2:], sep='\\n')"],
            capture_output=True, text=True, check=True,
        )
        ours = str(clone / "packaging")
        assert searched.stdout.splitlines() == [ours, str(tmp_path / "päckages")]

    def test_it_is_remembered_by_later_runs(
        self, computer: StubComputer, clone: Path, tmp_path: Path
    ) -> None:
        computer.add_python("3.12", torch=lend("2.9.1", tmp_path / "packages"))
        main(["--system-torch"], computer, clone)
        computer.forget_commands()
        assert main(["--system-torch"], computer, clone) == 0
        assert main([], computer, clone) == 0
        assert computer.commands(" pip ") == []
        assert main(["test"], computer, clone) == 0
        assert computer.commands(CPU_INDEX) == []

    def test_a_broken_environment_is_made_again_with_it(
        self, computer: StubComputer, clone: Path, tmp_path: Path
    ) -> None:
        computer.add_python("3.12", torch=lend("2.9.1", tmp_path))
        main(["--system-torch"], computer, clone)
        (clone / ".venv" / "bin" / "python").write_text("#!/nowhere/python\n")
        computer.forget_commands()
        assert main(["--system-torch"], computer, clone) == 0
        assert computer.commands("-m venv")
        assert computer.commands(CPU_INDEX) == []

    def test_a_python_without_torch_is_one_sentence_and_changes_nothing(
        self, computer: StubComputer, clone: Path
    ) -> None:
        main([], computer, clone)
        before = sorted((clone / ".venv").rglob("*"))
        assert main(["--system-torch"], computer, clone) == 2
        assert "has no torch" in computer.complained[0]
        assert sorted((clone / ".venv").rglob("*")) == before

    def test_a_torch_that_is_too_old_is_refused(
        self, computer: StubComputer, clone: Path, tmp_path: Path
    ) -> None:
        computer.add_python("3.12", torch=lend("2.1.0", tmp_path))
        with pytest.raises(Stopped, match=r"too old, Larder needs 2\.4"):
            prepare(computer, clone, extras=(), system_torch=True)

    def test_an_unsupported_python_is_refused_even_if_another_is_on_the_path(
        self, computer: StubComputer, clone: Path, tmp_path: Path
    ) -> None:
        computer.running_python = str(computer.add_python("3.10", torch=lend("2.9.1", tmp_path)))
        with pytest.raises(Stopped, match=r"is not 3\.11 to 3\.14"):
            prepare(computer, clone, extras=(), system_torch=True)

    def test_the_environments_own_python_cannot_lend_to_itself(
        self, computer: StubComputer, clone: Path
    ) -> None:
        computer.running_python = prepare(computer, clone, extras=(), system_torch=False).python
        with pytest.raises(Stopped, match="start it with the Python that has torch"):
            prepare(computer, clone, extras=(), system_torch=True)
        assert Path(computer.running_python).exists()


def test_an_environment_with_its_own_torch_borrows_none(tmp_path: Path) -> None:
    assert borrowed_torch(tmp_path) is None


def test_names_are_compared_as_package_indexes_do() -> None:
    torch = BorrowedTorch("2.9.1", "/packages", frozenset({"torch", "typing-extensions"}))
    kept = constraints_beside(torch, "# note\nTyping_Extensions==4.16.0\nnumpy==2.4.6\n")
    assert kept == "# note\nnumpy==2.4.6\ntorch==2.9.1\n"


def write_distribution(packages: Path, name: str, version: str, *requires: str) -> None:
    """Put what an installer notes about a package into a folder of packages."""
    folder = packages / f"{name}-{version}.dist-info"
    folder.mkdir(parents=True)
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {line}" for line in requires]
    (folder / "METADATA").write_text("\n".join(lines) + "\n")


def ask_for_torch(packages: Path) -> subprocess.CompletedProcess[str]:
    script = f"import sys; sys.path[:] = [{str(packages)!r}, *sys.path]\n{ASK_FOR_TORCH}"
    return subprocess.run(
        [sys.executable, "-S", "-c", script], capture_output=True, text=True, check=False
    )


def test_a_python_answers_with_torch_and_all_it_needs_but_no_extras(tmp_path: Path) -> None:
    write_distribution(
        tmp_path, "torch", "2.9.1+cu130",
        "sympy>=1.13.3", "Typing_Extensions>=4.10.0", "optree>=0.13; extra == 'optree'",
        "nvidia-nccl==2; platform_system == 'Nowhere'",
    )
    write_distribution(tmp_path, "sympy", "1.14.0", "mpmath<1.4,>=1.1.0")
    write_distribution(tmp_path, "mpmath", "1.3.0")
    write_distribution(tmp_path, "typing_extensions", "4.16.0")
    write_distribution(tmp_path, "numpy", "2.4.6")
    answer = ask_for_torch(tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == {
        "version": "2.9.1+cu130",
        "folder": str(tmp_path),
        "names": ["mpmath", "sympy", "torch", "typing-extensions"],
    }


def test_the_question_about_torch_fails_where_there_is_none(tmp_path: Path) -> None:
    assert ask_for_torch(tmp_path).returncode != 0
