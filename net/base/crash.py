"""Crash reports: a fault of this program in a file that only this user can read.

A report has types, places and versions. It has no messages and no values: they could be a card, a key or an invitation.
"""

from __future__ import annotations

import os
import platform
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from net.base.errors import Sentence
from net.base.paths import private_file, private_folder, state_path

PACKAGES = ("textual", "rich", "cyclopts", "cryptography", "msgpack", "pydantic")
"""Packages whose versions are told."""
STEPS = 60
"""Places of a fault that are told: what called itself without end has thousands."""
KEPT = 100
"""Reports that are kept: the newest. Guests of a host might bring about one after the other."""
_NAMES = f"{'[0-9]' * 8}-{'[0-9]' * 6}-{'[0-9]' * 6}-*.txt"


def crashes_path() -> Path:
    """Where the reports are."""
    return state_path() / "crashes"


def report(fault: BaseException, program: str) -> Sentence:
    """Write the report of a fault.

    Args:
        fault: What was raised, and nobody expected.
        program: The program and its version.

    Returns:
        Where the report is, or why there is none, as a clause.
    """
    now = datetime.now(UTC)
    try:
        folder = crashes_path().absolute()
        path = folder / f"{now:%Y%m%d-%H%M%S-%f}-{os.getpid()}.txt"
        lines = [f"{now:%Y-%m-%d %H:%M:%S} UTC", *_versions(program), "", *_story(fault)]
        private_folder(folder)
        private_file(path, "\n".join([*lines, ""]).encode())
        for old in sorted(folder.glob(_NAMES))[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError as error:
        return Sentence("no report of it could be written ({reason})", reason=error.strerror)
    return Sentence("a report of it is in {path}", path=path)


def _versions(program: str) -> Iterator[str]:
    yield program
    yield f"{platform.python_implementation()} {platform.python_version()}"
    yield f"{platform.system()} {platform.release()} {platform.machine()}"
    for package in PACKAGES:
        try:
            yield f"{package} {metadata.version(package)}"
        except metadata.PackageNotFoundError:
            yield f"{package} is not installed"


def _story(fault: BaseException) -> Iterator[str]:
    """Types and places, what was raised first coming last."""
    told: list[BaseException] = []
    untold: list[BaseException | None] = [fault]
    while untold:
        error = untold.pop(0)
        if error is None or error in told:
            continue
        told.append(error)
        yield f"{type(error).__module__}.{type(error).__qualname__}"
        steps = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
        for code, line in reversed(steps[-STEPS:]):
            yield f"  {'/'.join(Path(code.co_filename).parts[-2:])}:{line} {code.co_qualname}"
        if isinstance(error, BaseExceptionGroup):
            untold += error.exceptions
        untold.append(error.__cause__ or error.__context__)
