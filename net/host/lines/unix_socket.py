"""The host's Unix socket: a way in for clients on the same machine, of the same account only.

Its file has mode 0600 in a folder of 0700, and the system is asked who is at the other end. What comes in by it is TLS
and the same protocol as by TCP.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import stat
import struct
from pathlib import Path

from net.base.errors import NetError, Sentence
from net.base.filesystem import keep_private, keeps_modes
from net.base.paths import private_folder

ACCOUNT = "account"
"""The address by which connections by the Unix socket are counted."""
_LONGEST = 103
"""Bytes of a path that every system takes for a socket; Linux would take four more."""
_PEER = struct.Struct("3i")
"""Process, user and group of the other end, as Linux tells them."""


def listen_unix(path: Path, backlog: int) -> socket.socket:
    """Listen at a path; a socket there that nobody listens at any more is replaced.

    Args:
        path: Of the socket.
        backlog: Connections the system may hold until they are accepted.

    Raises:
        NetError: ``local_host``, saying why it cannot be.
    """
    if not hasattr(socket, "AF_UNIX"):
        raise NetError("local_host", "this system has no Unix sockets.")
    length = len(os.fsencode(path))
    if length > _LONGEST:
        raise NetError("local_host", f"the path of a socket may have {_LONGEST} bytes, and {path} has {length}.")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _prepare(path)
        listener.bind(os.fspath(path))
        keep_private(path)
        listener.listen(backlog)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        if error.errno in (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP):
            detail = Sentence(
                "{folder} is on a disk that has no sockets; CITADELS_STATE or --data names another folder.",
                folder=path.parent,
            )
            raise NetError("local_host", detail) from None
        raise NetError("local_host", f"{error.filename or path} cannot be used ({error.strerror}).") from None
    except BaseException:
        listener.close()
        raise
    return listener


def _prepare(path: Path) -> None:
    """Make the folder, and remove a socket that was left behind."""
    private_folder(path.parent)
    folder = path.parent.stat()
    seen = folder.st_uid != os.getuid() or folder.st_mode & 0o077
    # Where there are no modes, the system still says who is at the other end.
    if seen and (keeps_modes(path.parent) or not hasattr(socket, "SO_PEERCRED")):
        raise NetError("local_host", f"others may look into {path.parent}: its mode must be 700.")
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise NetError("local_host", f"{path} is there, and is no socket.")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(os.fspath(path))
        except (ConnectionRefusedError, FileNotFoundError):
            path.unlink(missing_ok=True)
        except OSError as error:
            raise OSError(error.errno or errno.EIO, error.strerror or "no answer", str(path)) from None
        else:
            raise NetError("local_host", f"{path} is in use by another program.")


def account_of(sock: socket.socket, _: object) -> str:
    """The name a connection by the Unix socket is counted by: one account, apart from everybody who comes by TCP.

    Empty for another account than the host's own.
    """
    return ACCOUNT if _of_same_account(sock) else ""


def _of_same_account(sock: socket.socket) -> bool:
    """Whether the other end of a Unix socket belongs to this account, or to the machine's administrator.

    Where the system cannot be asked, the mode of file and folder has to do.
    """
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    try:
        _, user, _ = _PEER.unpack(sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
    except OSError:
        return False
    return user in (os.getuid(), 0)


def forget_socket(path: Path) -> None:
    """Remove the file of a socket that is listened at no more."""
    with contextlib.suppress(OSError):
        path.unlink()
