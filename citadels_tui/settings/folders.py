"""Folders: whether those of an account can be used, and whether others can look into them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

from citadels_tui.texts import _
from citadels_tui.texts import folders as texts
from citadels_tui.wording.errors import CommandError
from net.base.filesystem import keeps_modes
from net.base.paths import config_path, state_path

CONFIG, STATE, DATA = "CITADELS_CONFIG", "CITADELS_STATE", "--data"
"""Environment variables that name another folder: for keys and settings, for games, and for a headless host."""


def usual() -> list[tuple[Path, str]]:
    """The account's folders, each with what names another one."""
    return [(config_path(), CONFIG), (state_path(), STATE)]


def needed(*keys: str, games: bool) -> list[tuple[Path, str]]:
    """The account's folders that will be written to.

    Args:
        keys: Names of keys, each of which is made where it is missing.
        games: Whether games are kept, too.
    """
    config, state = usual()
    missing = not all((config[0] / key).exists() for key in keys) or not _is_unicode(config[0])
    return [*[config] * missing, *[state] * games]


def see_usable(folders: Iterable[tuple[Path, str]]) -> None:
    """See that folders can be used.

    Raises:
        CommandError: saying which cannot, and what to do.
    """
    for folder, variable in folders:
        fault, advice = fault_of(folder, variable)
        if fault:
            raise CommandError(texts.UNUSABLE, fault=fault, advice=advice)


def fault_of(folder: Path, variable: str) -> tuple[str, str]:
    """The fault of a folder, or of one that would be made, and what to do.

    Returns:
        Both empty when it can be used: something is made there to see.
    """
    try:
        if not _is_unicode(folder):
            return _(texts.NO_UNICODE).format(folder=folder), _(texts.NO_UNICODE_TO_DO).format(variable=variable)
        with trial_folder(folder):
            return "", ""
    except OSError as error:
        fault, advice = texts.REFUSED, texts.REFUSED_TO_DO
        return _(fault).format(folder=folder, reason=error.strerror), _(advice).format(variable=variable)


def _is_unicode(folder: Path) -> bool:
    """Whether the name can be sent to the process of a host."""
    try:
        return bool(str(folder).encode())
    except UnicodeEncodeError:
        return False


def warning(folders: Iterable[tuple[Path, str]]) -> str:
    """A sentence about the folders into which others can look, because their disk cannot keep anybody out."""
    seen = [(folder, variable) for folder, variable in folders if not keeps_modes(there(folder))]
    if not seen:
        return ""
    names, variables = (_(texts.BOTH).join(each) for each in zip(*((str(f), v) for f, v in seen), strict=True))
    return _(texts.SEEN).format(folders=names, variables=variables)


@contextmanager
def trial_folder(folder: Path) -> Iterator[Path]:
    """A folder of its own to try something in, where another one is or would be made; it is removed afterwards.

    Raises:
        OSError: when it cannot be made.
    """
    place = there(folder) / f".citadels.{os.urandom(4).hex()}"
    place.mkdir(mode=0o700)
    try:
        yield place
    finally:
        rmtree(place, ignore_errors=True)


def there(folder: Path) -> Path:
    """The folder, or the nearest above it that there is."""
    return next((each for each in (folder, *folder.parents) if os.path.lexists(each)), folder)
