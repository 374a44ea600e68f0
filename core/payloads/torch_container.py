"""Check that torch opens a cached file the way that Larder reads it.

`torch.load` takes a file for a zip file only if its first four bytes are those of one, whatever its
end says; it unpickles anything else, a tar file or a row of pickles as torch wrote them before 1.6.
Within a zip file its reader (miniz) ignores the case of names, and a member `constants.pkl` makes
it load the file as TorchScript, which is a program. Without this check, a file that reads well here
could run code in torch.

Source: torch 2.13, `torch/serialization.py` and `caffe2/serialize/inline_container.cc`.
"""

from __future__ import annotations

from typing import Final

from larder.core.errors import PayloadError
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.pickle_imports import unsafe
from larder.core.payloads.pt_pickle import LARGEST_PICKLE, refuse_imports
from larder.core.payloads.zip_directory import Member, ZipDirectory

ZIP_MAGIC: Final = b"PK\x03\x04"
PICKLES_OF_OLD_TORCH: Final = 5
"""A magic number, a version, facts of the system, the value, keys of its storages; bytes follow."""

SCRIPT_MEMBER: Final = "constants.pkl"
PICKLE_MEMBER: Final = "data.pkl"


def open_archive(file: FileBytes) -> tuple[ZipDirectory, str, Member]:
    """Read the directory of a torch file, which torch opens the way it is read here.

    Returns:
        The directory, the top folder in which all members lie, and the member that describes the
        value.

    Raises:
        UnsafePayloadError: if a trainer that opens it would run something else than was read.
        PayloadError: if it is no torch file, or a damaged one.
    """
    is_archive = file.size >= len(ZIP_MAGIC) and file.read(0, len(ZIP_MAGIC)) == ZIP_MAGIC
    if not is_archive:
        _refuse_programs(file)
    directory = ZipDirectory(file)
    if not is_archive:
        raise file.error("is not a torch file: there is data before its zip file")
    folder = next(iter(directory.members), "").partition("/")[0]
    names: dict[str, str] = {}
    for name in directory.members:
        lower = name.lower()
        if lower in names:
            raise unsafe(file.name, f"contains the name {name} twice")
        names[lower] = name
    if f"{folder}/{SCRIPT_MEMBER}".lower() in names:
        raise unsafe(file.name, "is a TorchScript program")
    pickle = names.get(f"{folder}/{PICKLE_MEMBER}".lower())
    if pickle is None:
        raise PayloadError(f"{file.name} is a zip file, but not a torch file.")
    return directory, folder, directory.member(pickle)


def _refuse_programs(file: FileBytes) -> None:
    """Raise UnsafePayloadError if unpickling a file, as a trainer does, would import something."""
    head = file.read(0, min(file.size, LARGEST_PICKLE))
    if _begins_as_tar(head):
        raise unsafe(file.name, "is a tar archive of pickles")
    refuse_imports(head, payload=file.name, pickles=PICKLES_OF_OLD_TORCH,
                   is_whole=len(head) == file.size)


def _begins_as_tar(head: bytes) -> bool:
    import tarfile  # 4 ms, and needed only for what is refused anyway

    try:
        tarfile.TarInfo.frombuf(head[:tarfile.BLOCKSIZE], "utf-8", "surrogateescape")
    except tarfile.TarError:
        return False
    return True
