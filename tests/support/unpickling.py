"""Cached files that run a program where a trainer opens them, in every form that torch takes.

`torch.load(path, weights_only=False)` unpickles a zip file whose first bytes are those of one, and
takes anything else for what torch wrote before it wrote zip files: a row of pickles, or a tar file
of them. Each form here makes a folder when it is opened that way.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.faults.pickles import of_old_torch

Form = Callable[[Path, Path], None]
"""Puts a program that makes a folder in the place of a cached file."""


class _Runs:
    """Makes a folder when it is unpickled."""

    def __init__(self, made: Path) -> None:
        self.made = made

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.made),)


def program(made: Path, protocol: int) -> bytes:
    return pickle.dumps({"latent_image": _Runs(made)}, protocol=protocol)


def _members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as old:
        return {name: old.read(name) for name in old.namelist()}


def _write(
    path: Path, members: Mapping[str, bytes], compression: int = zipfile.ZIP_STORED
) -> None:
    with zipfile.ZipFile(path, "w", compression) as new:
        for name, content in members.items():
            new.writestr(name, content)


def _with_pickle(
    path: Path, content: bytes, compression: int = zipfile.ZIP_STORED
) -> None:
    _write(path, {name: content if name.endswith("/data.pkl") else old
                  for name, old in _members(path).items()}, compression)


def archived(protocol: int) -> Form:
    return lambda path, made: _with_pickle(path, program(made, protocol))


def archived_compressed(path: Path, made: Path) -> None:
    _with_pickle(path, program(made, 4), zipfile.ZIP_DEFLATED)


def archived_behind_an_instruction(path: Path, made: Path) -> None:
    """None is pushed and dropped before the protocol is stated."""
    _with_pickle(path, b"N0" + program(made, 2))


def archived_twice(path: Path, made: Path) -> None:
    """Torch does not tell names apart by their case; where this one stands it is the one found."""
    first, *others = _members(path).items()
    capitals = f"{first[0].partition('/')[0]}/DATA.PKL"
    _write(path, dict([first, (capitals, program(made, 2)), *others]))


def archived_in_capitals(path: Path, made: Path) -> None:
    members = {name.replace("data.pkl", "DATA.PKL"): content
               for name, content in _members(path).items()}
    _write(path, {name: program(made, 2) if name.endswith("DATA.PKL") else content
                  for name, content in members.items()})


def alone(protocol: int) -> Form:
    return lambda path, made: path.write_bytes(program(made, protocol)) and None


def alone_as_an_instance(path: Path, made: Path) -> None:
    path.write_bytes(f"(S'{made}'\nios\nmkdir\n.".encode())


def alone_behind_a_hexadecimal_number(path: Path, made: Path) -> None:
    """Which pickletools takes for an error and the unpickler does not."""
    path.write_bytes(b"I0x10\n0" + program(made, 0))


def alone_behind_much(path: Path, made: Path) -> None:
    """More than anybody wants to look through."""
    text = b"x" * (5 << 20)
    path.write_bytes(b"X" + len(text).to_bytes(4, "little") + text + b"0" + program(made, 2))


def before_an_archive(path: Path, made: Path) -> None:
    """The zip file at the end of it is whole, and torch looks at the beginning."""
    members = _members(path)
    path.write_bytes(program(made, 2))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_STORED) as new:
        for name, content in members.items():
            new.writestr(name, content)


def of_oldest_torch(path: Path, made: Path) -> None:
    with tarfile.open(path, "w") as whole:
        for name in ("storages", "tensors", "pickle"):
            content = program(made, 2)
            member = tarfile.TarInfo(name)
            member.size = len(content)
            whole.addfile(member, io.BytesIO(content))


def as_a_script(path: Path, made: Path) -> None:
    """A TorchScript archive, whose code runs when it is loaded."""
    import torch

    class Module(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.made = str(made)

        @torch.jit.export
        def __getstate__(self) -> tuple[str, bool]:
            return self.made, self.training

        @torch.jit.export
        def __setstate__(self, state: tuple[str, bool]) -> None:
            self.made = state[0]
            self.training = state[1]
            torch.save(torch.zeros(1), self.made)

        def forward(self, value: torch.Tensor) -> torch.Tensor:
            return value

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.jit.save(torch.jit.script(Module()), path)


FORMS: Final[Mapping[str, Form]] = {
    **{f"archived, protocol {protocol}": archived(protocol) for protocol in range(6)},
    **{f"alone, protocol {protocol}": alone(protocol) for protocol in range(5)},
    "archived, compressed": archived_compressed,
    "archived, behind an instruction": archived_behind_an_instruction,
    "archived, twice": archived_twice,
    "archived, in capitals": archived_in_capitals,
    "alone, as an instance": alone_as_an_instance,
    "alone, behind a hexadecimal number": alone_behind_a_hexadecimal_number,
    "alone, behind much": alone_behind_much,
    "before an archive": before_an_archive,
    "of old torch": of_old_torch,
    "of oldest torch": of_oldest_torch,
    "as a script": as_a_script,
}


def runs(path: Path, made: Path) -> bool:
    """Return whether a trainer that opens a file runs the program in it.

    `made` is the path that the program creates.
    """
    import torch

    made.rmdir() if made.is_dir() else made.unlink(missing_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(Exception):  # what it says afterwards is of no matter
            torch.load(path, map_location="cpu", weights_only=False)
    found = made.exists()
    made.rmdir() if made.is_dir() else made.unlink(missing_ok=True)
    return found
