"""Loaded modules: what a program has loaded once it shows something, told by itself at a signal."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.ui.pseudo_terminal import PseudoTerminal

_ASKS = signal.SIGPROF
"""A signal that nobody else uses."""
_TELLS = f"""
import os, signal, sys

def tell(*_):
    with open(os.environ["CITADELS_LOADED"] + ".new", "w") as file:
        file.write("\\n".join(list(sys.modules)))
    os.replace(os.environ["CITADELS_LOADED"] + ".new", os.environ["CITADELS_LOADED"])

signal.signal({int(_ASKS)}, tell)
"""
_PATIENCE = 60.0


def loaded_modules(arguments: Sequence[str], ready: str, environ: Mapping[str, str]) -> list[str]:
    """The names of the modules that ``python ARGUMENTS`` has loaded when it writes a text.

    Args:
        arguments: What follows ``python``.
        ready: The text.
        environ: Added to the environment; ``PYTHONPATH`` in it has the program.

    Raises:
        TimeoutError: when it does not write it, or does not tell.
    """
    with tempfile.TemporaryDirectory(prefix="citadels-bench-") as folder:
        # Python runs a module of that name before anything else.
        (Path(folder) / "sitecustomize.py").write_text(_TELLS)
        told = Path(folder) / "loaded"
        path = os.pathsep.join([folder, environ["PYTHONPATH"]])
        added = {"PYTHONPATH": path, "CITADELS_LOADED": str(told)}
        with PseudoTerminal(arguments, {**environ, **added}) as program:
            program.until(ready)
            program.process.send_signal(_ASKS)
            end = time.perf_counter() + _PATIENCE
            while not told.exists():
                if time.perf_counter() > end:
                    raise TimeoutError("it does not tell")
                program.written(0.05)
            return told.read_text().split()
