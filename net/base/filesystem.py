"""File systems: what they can do differs, and what one of them cannot is done without.

FAT, shares and phones have no hard links or no modes, some have no `fsync`; and where a file is expected somebody may
have put what is none, from which nobody ever reads an end.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

_NO_FILE = "this is not a file"
_NO_SYNC = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe without a writer is opened at once, too."""


def open_file(path: Path, flags: int) -> int:
    """Open a file, or make one for this user only, and nothing that is none: no pipe, no device, no folder.

    Raises:
        OSError: when it cannot be.
    """
    try:
        handle = os.open(path, flags | _AT_ONCE, 0o600)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.EINVAL, _NO_FILE, os.fspath(path)) from None
        raise
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, _NO_FILE, os.fspath(path))
    return handle


def read_file(path: Path, most: int = -1) -> bytes:
    """Read a file, or its first bytes.

    Raises:
        OSError: when it cannot be, or is no file.
    """
    with os.fdopen(open_file(path, os.O_RDONLY), "rb") as file:
        return file.read(most)


def sync(handle: int) -> None:
    """See that a file is on the disk, if the disk can say so.

    Raises:
        OSError: when it could not be written.
    """
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def can_sync(path: Path) -> bool:
    """Whether the disk of a file says when something is on it."""
    with suppress(OSError):
        handle = open_file(path, os.O_RDWR)
        try:
            os.fsync(handle)
        except OSError as error:
            return error.errno not in _NO_SYNC
        finally:
            os.close(handle)
    return True


def name_new(aside: Path, path: Path) -> None:
    """Give a file its name, unless there is such a file.

    Raises:
        FileExistsError: when there is one.
        OSError: when it cannot be.
    """
    try:
        return os.link(aside, path)
    except FileExistsError:
        raise
    except (OSError, AttributeError):
        # No hard links here. The name is taken first, so that of two that start at once one wins.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        aside.replace(path)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def keep_private(path: Path) -> None:
    """Keep others from a file; where the file system cannot, they are not kept (see `keeps_modes`).

    Raises:
        OSError: when it could, but not for this user.
    """
    if os.name == "posix" and path.stat().st_mode & 0o077:
        try:
            path.chmod(0o600)
        except OSError:
            if keeps_modes(path.parent):
                raise


def keeps_modes(folder: Path) -> bool:
    """Whether what is made in a folder can be kept from others: a file is made there to see."""
    if os.name != "posix":
        return True
    probe = folder / f".mode.{os.getpid()}"
    try:
        handle = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError:
        # Nothing is made there, and nothing can be said.
        return True
    try:
        return not os.fstat(handle).st_mode & 0o077
    finally:
        os.close(handle)
        probe.unlink(missing_ok=True)
