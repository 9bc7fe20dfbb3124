"""The `ip` command, by which tests make networks of their own; they are skipped where it is missing, or may not."""

from __future__ import annotations

import shutil
import subprocess

import pytest


def run(command: str, *, skip: str = "") -> None:
    """Run a command that begins with ``ip``.

    Args:
        command: Its words, with blanks between them.
        skip: Why the test is skipped when the command fails; empty: then the test fails, too.
    """
    if not shutil.which("ip"):
        pytest.skip("there is no ip command (apt install iproute2)")
    done = subprocess.run(command.split(), capture_output=True, text=True, check=False)
    if done.returncode and skip:
        pytest.skip(f"{skip}: {done.stderr.strip()}")
    assert not done.returncode, (command, done.stderr)
