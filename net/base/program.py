"""Program: which version of the game this is.

A release says its version alone. What was made of a checkout adds the commit, as PEP 440 writes it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import engine
from engine import __version__

_COMMIT = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")
_SHORT = 8
"""Digits that name a commit."""
COMMIT_FILE = Path(__file__).with_name("commit.txt")
"""Where a build between releases keeps the commit that it was made of."""


@cache
def program_version() -> str:
    """The version of the package; of a checkout, or built of one, with its commit, as ``1.0.1.dev0+g12345678``."""
    root = Path(engine.__file__).parent.parent
    commit = commit_of(root) or built_commit(COMMIT_FILE)
    return f"{__version__}+g{commit[:_SHORT]}" if commit else __version__


def built_commit(file: Path) -> str:
    """The commit that a package was built of; empty for a release."""
    try:
        commit = file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
    return commit if _COMMIT.fullmatch(commit) else ""


def commit_of(root: Path) -> str:
    """The commit of a checkout, read without git; empty for anything else."""
    folder = root / ".git"
    try:
        if folder.is_file():
            # Of a worktree: what is not its own lies with the others'.
            folder = root / folder.read_text().removeprefix("gitdir:").strip()
        head = (folder / "HEAD").read_text().strip()
        if head.startswith("ref:"):
            common = folder / "commondir"
            head = _branch(folder / common.read_text().strip() if common.is_file() else folder, head[4:].strip())
    except (OSError, ValueError):
        return ""
    return head if _COMMIT.fullmatch(head) else ""


def _branch(folder: Path, name: str) -> str:
    """The commit of a branch; what has been packed stands in one file."""
    if (folder / name).is_file():
        return (folder / name).read_text().strip()
    lines = (folder / "packed-refs").read_text().splitlines()
    return next((line.partition(" ")[0] for line in lines if line.endswith(f" {name}")), "")
