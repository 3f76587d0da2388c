"""Files that commands write: what stood there before is replaced only once all of the new file is there."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from io import FileIO
    from typing import BinaryIO

__all__ = ["Growing", "part_of", "write_whole"]


def part_of(target: str) -> Path | None:
    """Where a file is until it is whole: beside its place, with ``.part`` behind its name.

    ``None`` for standard output (``-``), and for what is no regular file: these are written to directly.
    """
    place = _place_of(target)
    if target == "-" or (place.exists() and not place.is_file()):
        return None
    return place.with_name(place.name + ".part")


def write_whole(target: str, content: bytes) -> None:
    """Write a file at one go; if that fails, what stood there stays."""
    with Growing(target, keep=False) as file:
        file.add(content)
        file.end()


class Growing:
    """A file that grows piece by piece, and is put in its place at the end.

    Until `end` it is the file that `part_of` tells, and stays there if it does not come to its end, unless it is empty
    or not to be kept. `OSError`, at once, where it cannot be written.
    """

    def __init__(self, target: str, *, keep: bool = True) -> None:
        self.part = part_of(target)
        self._keep = keep
        self._place = _place_of(target)
        self._file: BinaryIO | FileIO
        if target == "-":
            sys.stdout.flush()
            self._file = sys.stdout.buffer
        elif self.part is None:
            self._file = self._place.open("wb", buffering=0)
        else:
            if self._place.exists() and not os.access(self._place, os.W_OK):
                raise _fault(errno.EACCES, self._place)
            self.part.unlink(missing_ok=True)
            self._file = self.part.open("xb", buffering=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is sys.stdout.buffer:
            return
        self._file.close()
        if self.part is not None and self.part.exists() and not (self._keep and self.part.stat().st_size):
            self.part.unlink()

    def add(self, content: bytes) -> None:
        """Put more behind what is there, and see to it that it is on the disk."""
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[self._file.write(rest) :]
            self._file.flush()
            if self.part is not None:
                os.fsync(self._file.fileno())
        except OSError as error:
            error.filename = error.filename or str(self.part or self._place)
            raise

    def end(self) -> None:
        """It is whole: put it in its place, with the permissions of what stood there."""
        if self.part is None:
            return
        if not os.path.samestat(os.fstat(self._file.fileno()), self.part.stat()):
            raise _fault(errno.EBUSY, self.part)
        self._file.close()
        if self._place.exists():
            shutil.copymode(self._place, self.part)
        try:
            self.part.replace(self._place)
        except OSError:
            # A file that is mounted by itself can be written, but not replaced.
            shutil.copyfile(self.part, self._place)
            self.part.unlink()


def _place_of(target: str) -> Path:
    """Where a file is, links followed: it is the file that is replaced, not the link."""
    return Path(os.path.realpath(target))


def _fault(number: int, place: Path) -> OSError:
    return OSError(number, os.strerror(number), str(place))
