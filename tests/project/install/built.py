"""The wheel and the source archive, built from here, and programs that run far from here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from engine import __version__
from net.base.program import program_version
from tests.support.root import ROOT
from tests.support.terminal import SECONDS


def built_version() -> str:
    """What a program says that is built of this tree: a release is no longer a checkout, and names no commit."""
    return program_version() if ".dev" in __version__ else __version__


def build(target: str, folder: Path) -> Path:
    """Build the wheel or the source archive ("sdist"); returns its file."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=SECONDS)
    (made,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


def run(
    *command: str | Path,
    cwd: Path,
    code: int = 0,
    seconds: float = SECONDS,
    variables: Mapping[str, str | Path] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a program as a stranger to this checkout does; it must end with the code."""
    others = {name: value for name, value in os.environ.items() if name not in OURS}
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=others | {name: str(value) for name, value in (variables or {}).items()},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    assert done.returncode == code, f"{command}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done


OURS = ("CI", "PYTHON", "PYTHONPATH", "PYTHONSAFEPATH", "VIRTUAL_ENV", "CITADELS_COMMAND")
"""Variables that belong to this environment."""
