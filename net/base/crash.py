"""Crash reports: a fault of this program in a file that only this user can read.

A report has types, places and versions. It has no messages and no values: they could be a card, a key or an invitation.
"""

from __future__ import annotations

import os
import platform
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from net.base.errors import Sentence
from net.base.paths import private_file, private_folder, state_path

PACKAGES = ("textual", "rich", "cryptography", "msgpack", "pydantic")
"""Packages whose versions are told."""
STEPS = 60
"""Places of a fault that are told: what called itself without end has thousands."""
KEPT = 100
"""Reports that are kept: the newest."""
ALIKE = 10
"""Reports of one and the same fault that are kept: who can bring it about again and again pushes no other out."""
_READ = 64 * 1024
"""Bytes of a report that are read."""
_NAMES = f"{'[0-9]' * 8}-{'[0-9]' * 6}-{'[0-9]' * 6}-*"


def crashes_path() -> Path:
    """The folder of crash reports."""
    return state_path() / "crashes"


def guest_crashes_path(state: Path) -> Path:
    """The folder of reports of guests' clients: they push none of the host's own out.

    Args:
        state: Folder of the host's state.
    """
    return state / "guest-crashes"


def report(fault: BaseException, program: str, folder: Path | None = None) -> Sentence:
    """Write the report of a fault.

    Args:
        fault: What was raised, and nobody expected.
        program: The program and its version.
        folder: Where reports are, unless they are where those of a player are.

    Returns:
        Where the report is, or why there is none, as a clause.
    """
    now = datetime.now(UTC)
    try:
        folder = (folder or crashes_path()).absolute()
        story = list(_story(fault))
        alike = sha256("\n".join(story).encode()).hexdigest()[:8]
        path = folder / f"{now:%Y%m%d-%H%M%S-%f}-{os.getpid()}-{alike}.txt"
        lines = [f"{now:%Y-%m-%d %H:%M:%S} UTC", *_versions(program), "", *story]
        private_folder(folder)
        private_file(path, "\n".join([*lines, ""]).encode())
        for names, most in ((f"{_NAMES}-{alike}.txt", ALIKE), (f"{_NAMES}.txt", KEPT)):
            for old in sorted(folder.glob(names))[:-most]:
                old.unlink(missing_ok=True)
    except OSError as error:
        return Sentence("no report of it could be written ({reason})", reason=error.strerror)
    return Sentence("a report of it is in {path}", path=path)


def reported(folder: Path, process: int) -> dict[str, str]:
    """The newest report of a process, for a log: its name, and what has failed where; empty when there is none."""
    try:
        *_, path = sorted(folder.glob(f"{_NAMES.removesuffix('*')}{process}-*.txt"))
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = file.read(_READ).partition("\n\n")[2].splitlines()
    except (OSError, ValueError):
        return {}
    # Of faults that brought one another about the first one is told last.
    first = max((at for at, line in enumerate(lines) if not line.startswith(" ")), default=0)
    told = " at ".join(line.strip() for line in lines[first : first + 2])
    return {"report": path.name, "fault": told[:200]}


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
