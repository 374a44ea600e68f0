"""Making and filling `.venv`: what is run, what is skipped, what is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from start import main

from starting.environment import Environment, prepare
from starting.machine import Stopped
from tests.support.stub_computer import StubComputer

INSTALLS = "pip install"


def prepare_plainly(computer: StubComputer, clone: Path, *extras: str) -> Environment:
    return prepare(computer, clone, extras=extras, system_torch=False)


def test_everything_is_installed_with_the_constraints(
    computer: StubComputer, clone: Path
) -> None:
    prepare_plainly(computer, clone, "dev")
    installs = computer.commands(INSTALLS)
    assert installs
    constraints = f"-c {clone / 'packaging' / 'constraints.txt'}"
    assert all(constraints in line for line in installs)
    assert installs[-1].endswith("-e .[dev]")


def test_the_size_of_what_will_be_loaded_is_said_before_the_first_install(
    computer: StubComputer, clone: Path
) -> None:
    main([], computer, clone)
    assert any("355 MB, 190 of them torch" in sentence for sentence in computer.said)


def test_an_environment_from_before_the_encoders_gets_them_at_the_next_start(
    computer: StubComputer, clone: Path
) -> None:
    prepare_plainly(computer, clone)
    computer.forget_commands()
    computer.said.clear()
    assert main([], computer, clone) == 0
    assert computer.commands(INSTALLS)[-1].endswith("-e .[encoders]")
    assert computer.commands("-m venv") == []
    assert "Loading about 35 MB more: encoders." in computer.said


def test_a_second_run_asks_nothing_of_pip(computer: StubComputer, clone: Path) -> None:
    prepare_plainly(computer, clone)
    computer.forget_commands()
    prepare_plainly(computer, clone)
    assert computer.commands(" pip ") == []
    assert computer.commands("-m venv") == []


def test_extras_are_added_once_and_kept(computer: StubComputer, clone: Path) -> None:
    prepare_plainly(computer, clone)
    prepare_plainly(computer, clone, "dev", "encoders")
    assert computer.commands(INSTALLS)[-1].endswith("[dev,encoders]")
    computer.forget_commands()
    prepare_plainly(computer, clone)
    prepare_plainly(computer, clone, "dev")
    assert computer.commands(INSTALLS) == []


@pytest.mark.parametrize("changed", ["pyproject.toml", "packaging/constraints.txt"])
def test_a_changed_project_is_installed_again_into_the_same_environment(
    computer: StubComputer, clone: Path, changed: str
) -> None:
    prepare_plainly(computer, clone, "dev")
    computer.forget_commands()
    with (clone / changed).open("a") as file:
        file.write("\n")
    prepare_plainly(computer, clone)
    assert computer.commands(INSTALLS)[-1].endswith("[dev]")
    assert computer.commands("-m venv") == []


def test_an_install_that_failed_is_said_and_tried_again(
    computer: StubComputer, clone: Path
) -> None:
    computer.add_environment_python(pip="exit 1")
    assert main([], computer, clone) == 2
    assert "pip could not install" in computer.complained[0]
    computer.add_environment_python()
    (clone / ".venv" / "bin" / "python").write_bytes(
        (computer.folder / "environment-python").read_bytes()
    )
    assert main([], computer, clone) == 0


def test_an_environment_whose_python_is_gone_is_made_again(
    computer: StubComputer, clone: Path
) -> None:
    environment = prepare_plainly(computer, clone)
    Path(environment.python).write_text("#!/nowhere/python3.11\n")
    computer.forget_commands()
    prepare_plainly(computer, clone)
    assert len(computer.commands("-m venv")) == 1
    assert computer.commands(INSTALLS)


def test_programs_of_an_environment_on_windows_lie_in_scripts(clone: Path) -> None:
    environment = Environment(root=clone, windows=True)
    assert environment.python == str(clone / ".venv" / "Scripts" / "python.exe")


class TestMissingEnsurepip:
    """Debian's Python comes without it."""

    def test_without_root_the_line_to_run_is_printed(
        self, computer: StubComputer, clone: Path
    ) -> None:
        computer.add_python("3.12", ensurepip="exit 1")
        computer.add("apt-get", "true")
        assert main([], computer, clone) == 2
        (sentence,) = computer.complained
        assert "sudo apt-get install -y python3.12-venv" in sentence
        assert computer.commands("apt-get") == []
        assert not (clone / ".venv").exists()

    def test_as_root_apt_installs_it_and_the_set_up_goes_on(
        self, computer: StubComputer, clone: Path
    ) -> None:
        there = computer.folder / "ensurepip-is-there"
        computer.add_python("3.12", ensurepip=f'test -e "{there}"')
        computer.add("apt-get", f'if [ "$1" = install ]; then touch "{there}"; fi')
        computer.root_user = True
        prepare_plainly(computer, clone)
        update, install = computer.commands("apt-get")
        assert "update" in update
        assert install.endswith("python3.12-venv")
        assert "DEBIAN_FRONTEND=noninteractive" in install
        assert computer.commands(INSTALLS)

    def test_as_root_a_failing_apt_is_one_sentence(
        self, computer: StubComputer, clone: Path
    ) -> None:
        computer.add_python("3.12", ensurepip="exit 1")
        computer.add("apt-get", "exit 100")
        computer.root_user = True
        with pytest.raises(Stopped, match="apt-get failed"):
            prepare_plainly(computer, clone)

    def test_on_a_system_without_apt_the_package_is_named(
        self, computer: StubComputer, clone: Path
    ) -> None:
        computer.add_python("3.12", ensurepip="exit 1")
        computer.root_user = True
        with pytest.raises(Stopped, match=r"python3\.12-venv on Debian"):
            prepare_plainly(computer, clone)
