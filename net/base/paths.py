"""Folders: the two places of an account's files, each of which can be chosen by an environment variable."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from platformdirs import user_config_path, user_state_path

from net.base.filesystem import name_new, open_file, read_file, sync

_FIXED = frozenset({errno.EBUSY, errno.EXDEV, errno.EACCES, errno.EPERM, errno.EROFS})
"""Errors of a folder in which no file may take the place of another, though the file itself can perhaps be written."""


def config_path() -> Path:
    """Keys, known hosts and settings: ``$CITADELS_CONFIG``, or the platform's place for settings."""
    chosen = os.environ.get("CITADELS_CONFIG")
    return Path(chosen) if chosen else _usual(user_config_path)


def state_path() -> Path:
    """Journals, logs of games and crash reports: ``$CITADELS_STATE``, or the platform's place for state."""
    chosen = os.environ.get("CITADELS_STATE")
    return Path(chosen) if chosen else _usual(user_state_path)


def _usual(find: Callable[..., Path]) -> Path:
    """The platform's place; for an account that has no home, one where nothing is and nothing can be made."""
    try:
        return find("citadels", appauthor=False)
    except RuntimeError:
        # Services of the machine have such accounts.
        return Path("/nonexistent/citadels")


def private_folder(path: Path) -> None:
    """Make a folder, and each one above it that is missing, for this user only.

    Raises:
        OSError: when it cannot be made.
    """
    # With parents=True, the parents would have the mode of everybody's folders.
    for folder in (*reversed(path.parents), path):
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, "this is not a folder", str(folder)) from None


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
"""Opens a file that is not there yet: nothing that a link leads to."""


def private_file(path: Path, content: bytes, *, over: bool = False) -> None:
    """Make a file for this user only: never half of it, and never ``over`` another, unless that is wanted.

    ``over`` a link, what it leads to is written; over a file that nothing can take the place of, as one that was
    mounted by itself, it is written in place.

    Raises:
        FileExistsError: when there is one already.
        OSError: when it cannot be written.
    """
    try:
        # A new file is not made where a link leads nowhere: what it stands for may only be away now.
        target = _linked(path) if over else path
        # Written aside and then named: of two that start at once, one wins.
        aside = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}")
        try:
            # What a process that was killed has left has this name, or what somebody has put there.
            aside.unlink(missing_ok=True)
            handle = os.open(aside, _NEW, 0o600)
            _write(handle, content)
            if over:
                aside.replace(target)
            else:
                name_new(aside, target)
        except OSError as error:
            if not over or error.errno not in _FIXED or not target.is_file():
                raise
            _write(open_file(target, os.O_WRONLY), content)
        finally:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
    except OSError as error:
        # A reader of the error knows no other name.
        error.filename, error.filename2 = os.fspath(path), None
        raise


def put_aside(path: Path) -> Path:
    """Keep what is in a file under another name, ``settings.bad`` for ``settings.json``, so that it can be made anew.

    Returns:
        The other name, beside the file, or beside what a link leads to.

    Raises:
        OSError: when it cannot be.
    """
    target = _linked(path)
    aside = target.with_suffix(".bad")
    try:
        target.replace(aside)
    except OSError as error:
        if error.errno not in _FIXED:
            raise
        # It stays where it is, and is written over.
        aside = path.with_suffix(".bad")
        private_file(aside, read_file(path), over=True)
    return aside


def _linked(path: Path) -> Path:
    """The file that a path leads to by links; it need not be there yet.

    Raises:
        OSError: when they lead in a circle.
    """
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path))
    return target


def _write(handle: int, content: bytes) -> None:
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.truncate()
        file.flush()
        sync(handle)


def games_path() -> Path:
    """The archive of the player's finished games."""
    return state_path() / "games.db"


def in_archive(path: Path) -> bool:
    """Whether a path is meant to name a log in an archive, ``games.db/01ABC.proof``."""
    return path.parent.suffix == ".db" and path.parent.is_file()


def local_path() -> Path:
    """Journals of one's own games, one file each."""
    return state_path() / "local"


def journal_path() -> Path:
    """The journal of the tables one hosts."""
    return state_path() / "host.db"


def kept_files() -> list[Path]:
    """The journals that are there, of one's own games and of the tables one hosts, the newest first. None is opened."""
    found = [path for path in (*local_path().glob("*.db"), journal_path()) if path.is_file()]
    return sorted(found, key=left_at, reverse=True)


def left_at(journal: Path) -> float:
    """When a journal was written last, in seconds since 1970; 0 when it is gone."""
    times = [0.0]
    # What a crash has left is in the log beside it.
    for path in (journal, journal.with_name(f"{journal.name}-wal")):
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)
