"""Steps of the README's two commands once there is an environment."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from start import main

from tests.support.fixtures import REPOSITORY
from tests.support.pages import starts
from tests.support.stub_computer import StubComputer, lend


def programs_run(computer: StubComputer) -> list[str]:
    return [line for line in computer.commands() if line.startswith("larder")]


def test_the_first_command_makes_a_sample_surveys_it_and_opens_the_window(
    computer: StubComputer, clone: Path
) -> None:
    assert main([], computer, clone) == 0
    sample = computer.folder / "home" / "sample"
    assert programs_run(computer) == [
        f"larder demo {sample}",
        f"larder survey {sample}",
        f"larder-gui --workspace {sample}",
    ]


def test_the_first_command_brings_the_encoders(computer: StubComputer, clone: Path) -> None:
    """The first command installs the encoders.

    The README's examples must work after it: `larder build` with a model, sounds, pixels.

    The README's examples must work after it: `larder build` with a model, sounds, pixels.
    """
    assert main([], computer, clone) == 0
    assert computer.commands("pip install")[-1].endswith("-e .[encoders]")


@pytest.mark.parametrize("line", sorted(set(starts())))
def test_every_start_on_the_pages_for_users_sets_up_and_opens_the_window(
    line: str, computer: StubComputer, clone: Path, tmp_path: Path
) -> None:
    python, script, *arguments = line.split()
    assert (REPOSITORY / script.replace("\\", "/")).is_file()
    assert re.search(r"python(3|\.exe)?$", python)
    computer.add_python("3.12", torch=lend("2.9.1", tmp_path / "packages"))
    assert main(arguments, computer, clone) == 0
    assert programs_run(computer)[-1].startswith("larder-gui --workspace")


def test_a_sample_that_is_there_is_left_to_the_command_and_nothing_is_said_of_it(
    computer: StubComputer, clone: Path
) -> None:
    main([], computer, clone)
    computer.said.clear()
    computer.forget_commands()
    assert main([], computer, clone) == 0
    assert [line.split()[1] for line in programs_run(computer)] == ["demo", "survey", "--workspace"]
    assert not any("sample" in sentence for sentence in computer.said)


def test_faults_are_injected_with_the_arguments_that_follow(
    computer: StubComputer, clone: Path
) -> None:
    assert main(["faults", "--most", "3"], computer, clone) == 0
    assert computer.commands("tests.faults")[-1].endswith("-m tests.faults --most 3")


def test_a_window_is_used_for_long_with_the_arguments_that_follow(
    computer: StubComputer, clone: Path
) -> None:
    assert main(["soak", "--name", "rows"], computer, clone) == 0
    assert computer.commands("tests.soak")[-1].endswith("-m tests.soak --name rows")


def test_what_no_command_knows_is_refused(computer: StubComputer, clone: Path) -> None:
    with pytest.raises(SystemExit):
        main(["test", "--most", "3"], computer, clone)


def test_without_a_display_a_picture_is_saved_and_its_place_said(
    computer: StubComputer, clone: Path
) -> None:
    computer.variables = {}
    assert main([], computer, clone) == 0
    picture = computer.folder / "home" / "window.png"
    (drawn,) = computer.commands("larder-gui")
    assert drawn.endswith(f"--page coverage --screenshot {picture}")
    assert "QT_QPA_PLATFORM=offscreen" in drawn
    assert computer.said[-1].endswith(str(picture))


def test_a_window_is_opened_without_a_display_variable_outside_linux(
    computer: StubComputer, clone: Path
) -> None:
    computer.variables = {}
    computer.platform = "darwin"
    main([], computer, clone)
    assert "--screenshot" not in programs_run(computer)[-1]


def test_a_sample_that_cannot_be_made_is_said(computer: StubComputer, clone: Path) -> None:
    computer.add("larder", "exit 1", into=computer.programs)
    assert main([], computer, clone) == 2
    sample = computer.folder / "home" / "sample"
    assert computer.complained == [f"`larder demo {sample}` failed; see above."]
    assert computer.commands("larder survey") == []


def test_what_is_wrong_with_a_folder_that_was_there_is_passed_on(
    computer: StubComputer, clone: Path
) -> None:
    (computer.folder / "home" / "sample").mkdir(parents=True)
    computer.add("larder", "echo that is no sample >&2; exit 2", into=computer.programs)
    assert main([], computer, clone) == 2
    assert computer.complained[0].startswith("that is no sample\n")


def test_a_failing_survey_opens_no_window(computer: StubComputer, clone: Path) -> None:
    computer.add("larder", '[ "$1" != survey ]', into=computer.programs)
    assert main([], computer, clone) == 2
    assert computer.complained[0].endswith("failed; see above.")
    assert computer.commands("larder-gui") == []


def test_the_window_s_exit_code_is_passed_on(computer: StubComputer, clone: Path) -> None:
    computer.add("larder-gui", "exit 7", into=computer.programs)
    assert main([], computer, clone) == 7


def test_a_picture_that_cannot_be_drawn_is_said(computer: StubComputer, clone: Path) -> None:
    computer.variables = {}
    computer.add("larder-gui", "exit 6", into=computer.programs)
    assert main([], computer, clone) == 2
    assert "no picture could be drawn" in computer.complained[0]


def test_an_interrupt_is_said_without_a_traceback(
    computer: StubComputer, clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **keywords: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("start.prepare", interrupted)
    assert main([], computer, clone) == 130
    assert computer.complained == ["Interrupted; run the same command again to go on."]


class TestChecks:
    """Behaviour of the `start.py test` command."""

    def test_every_check_runs_offscreen_in_an_environment_with_all_extras(
        self, computer: StubComputer, clone: Path
    ) -> None:
        assert main(["test"], computer, clone) == 0
        assert computer.commands("pip install")[-1].endswith("[dev,encoders]")
        checks = computer.commands("QT_QPA_PLATFORM=offscreen")
        names = ["ruff check", "lint-imports", "-m mypy", "pytest -q --hypothesis-profile=ci"]
        assert len(checks) == len(names)
        for name in names:
            assert sum(name in check for check in checks) == 1
        assert [line.split()[0] for line in computer.said[-1].split("\n") if line] == [
            "ruff", "import", "mypy", "pytest"]

    def test_every_point_of_the_sweeps_is_taken_when_asked_for(
        self, computer: StubComputer, clone: Path
    ) -> None:
        assert main(["test"], computer, clone) == 0
        assert main(["test", "--exhaustive"], computer, clone) == 0
        usual, exhaustive = (
            line.partition(" -m ")[2] for line in computer.commands("-m pytest -q"))
        assert exhaustive == f"{usual} --exhaustive --hypothesis-profile=exhaustive"
        with pytest.raises(SystemExit):
            main(["soak", "--exhaustive"], computer, clone)

    def test_what_mypy_says_is_shown_after_the_tests_it_runs_beside(
        self, computer: StubComputer, clone: Path
    ) -> None:
        computer.add_environment_python(
            checks='case "$*" in *mypy*) echo "no issues"; echo "in 352 files" >&2;; esac')
        assert main(["test"], computer, clone) == 0
        said = [line.strip() for line in computer.said]
        assert said[said.index("== pytest") + 1] == "== mypy\nno issues\nin 352 files"

    def test_only_what_the_checks_import_is_compiled(
        self, computer: StubComputer, clone: Path
    ) -> None:
        assert main(["test"], computer, clone) == 0
        assert all("--no-compile" in line for line in computer.commands("pip install"))
        shutil.rmtree(clone / ".venv")
        computer.forget_commands()
        assert main([], computer, clone) == 0
        assert computer.commands("pip install")
        assert not any("--no-compile" in line for line in computer.commands("pip install"))

    def test_what_the_checks_import_is_compiled_once(
        self, computer: StubComputer, clone: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        written = clone / "written"
        computer.add_environment_python(
            checks=f'echo "[$PYTHONDONTWRITEBYTECODE]" >> "{written}"')
        assert main(["test"], computer, clone) == 0
        assert written.read_text() == "[]\n" * 3

    def test_the_tests_write_into_memory_that_has_room_and_leave_none_of_it_taken(
        self, computer: StubComputer, clone: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        memory, written = clone / "memory", clone / "written"
        memory.mkdir()
        monkeypatch.setattr("starting.checks.MEMORY", str(memory))
        monkeypatch.setattr("starting.checks.os.path.ismount", lambda _: True)
        monkeypatch.setenv("TMPDIR", "the usual")
        computer.add_environment_python(
            checks='case "$*" in *pytest*) echo "$TMPDIR" >> '
            f'"{written}"; touch "$TMPDIR/left";; esac')
        for needed in (0, 1 << 60):
            monkeypatch.setattr("starting.checks.MEMORY_NEEDED", needed)
            (clone / "the usual").mkdir(exist_ok=True)
            assert main(["test"], computer, clone) == 0
        in_memory, usual = written.read_text().splitlines()
        assert Path(in_memory).parent == memory
        assert usual == "the usual"
        assert not any(memory.iterdir())

    def test_a_failing_check_does_not_hide_the_others(
        self, computer: StubComputer, clone: Path
    ) -> None:
        computer.add_environment_python(checks='case "$*" in *mypy*) exit 3;; esac')
        assert main(["test"], computer, clone) == 1
        assert computer.commands("pytest")
        table = computer.said[-1]
        assert "mypy              FAILED (3)" in table
        assert table.count("passed") == 3

    def test_the_ci_script_runs_the_same_command(self) -> None:
        script = (REPOSITORY / ".ci" / "run").read_text(encoding="utf-8")
        assert script.rstrip().endswith("python3 packaging/start.py test")
