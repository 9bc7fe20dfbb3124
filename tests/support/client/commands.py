"""Commands run in this process: what one says needs no program of its own."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from subprocess import CompletedProcess
from unittest.mock import patch

from citadels_tui.cli.main import main


def run_here(*arguments: str, typed: bytes = b"") -> CompletedProcess[str]:
    """Run a command, and give back what it said.

    Args:
        arguments: Those of the command line.
        typed: What comes by standard input, which then ends.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    stdin = io.TextIOWrapper(io.BytesIO(typed), "utf-8")
    with patch("sys.stdin", stdin), redirect_stdout(out), redirect_stderr(err):
        code = main(list(arguments))
    said = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return CompletedProcess(arguments, code, *said)
