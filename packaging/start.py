"""Set Larder up and open it, or run its checks: the one script a fresh clone needs.

    python3 packaging/start.py            set up, make the sample workspace, open the window on it
    python3 packaging/start.py test       set up, run every check
    python3 packaging/start.py faults     set up, break the disk under every verb (Linux)
    python3 packaging/start.py soak       set up, use the window for long, say what it holds (Linux)
    python3 packaging/start.py translations    set up, collect new texts, compile the languages

Standard library only. This file and `starting/` parse and run on Python 3.8, so that an old Python
can say what is missing and hand over to a newer one; the program itself runs in `.venv`.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

from starting.checks import run_checks, run_faults, run_soak
from starting.environment import prepare
from starting.machine import CANCELLED, STOPPED, Machine, Stopped
from starting.sample import open_sample
from starting.translations import translate

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: list[str], machine: Machine, root: Path = ROOT) -> int:
    """Run one of the commands.

    Returns:
        0 when all went well, 1 when a check failed, 2 when something is missing that one sentence
        on stderr names, 130 when interrupted; else the code of the program that failed.
    """
    parser = _parser()
    options, more = parser.parse_known_args(arguments)
    if options.exhaustive and options.command != "test":
        parser.error("--exhaustive belongs to test")
    if more and options.command not in ("faults", "soak"):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    try:
        if options.command in ("test", "faults", "soak"):
            feeds = options.command == "faults" and any(word.startswith("--fuzz") for word in more)
            environment = prepare(
                machine, root, extras=("dev", "encoders", *(("fuzz",) if feeds else ())),
                system_torch=options.system_torch)
            if options.command == "faults":
                return run_faults(machine, environment, more)
            if options.command == "soak":
                return run_soak(machine, environment, more)
            return run_checks(machine, environment, exhaustive=options.exhaustive)
        if options.command == "translations":
            return translate(
                machine, prepare(machine, root, extras=(), system_torch=options.system_torch))
        environment = prepare(
            machine, root, extras=("encoders",), system_torch=options.system_torch
        )
        return open_sample(machine, environment)
    except Stopped as stopped:
        machine.complain(str(stopped))
        return STOPPED
    except KeyboardInterrupt:
        machine.complain("Interrupted; run the same command again to go on.")
        return CANCELLED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="start.py", description="Set Larder up in .venv and open it on a sample workspace."
    )
    parser.add_argument(
        "command", nargs="?", choices=["open", "test", "faults", "soak", "translations"],
        default="open", help="open (the default): open the window; test: run every check instead; "
        "faults: break the disk under every verb, arguments of tests/faults may follow; "
        "soak: use the window for long, arguments of tests/soak may follow; "
        "translations: bring resources/translations up to date",
    )
    parser.add_argument(
        "--exhaustive", action="store_true",
        help="test: every step, fault and workspace that tests sweep over, not a spread of them; "
        "takes some hours",
    )
    parser.add_argument(
        "--system-torch", action="store_true",
        help="use the torch of the Python that runs this script instead of loading one "
        "(remembered in .venv; delete that folder to go back)",
    )
    return parser


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        # A folder's name may hold characters that the console's encoding does not have.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:], Machine()))
