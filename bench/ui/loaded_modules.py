"""Loaded modules: what a program has loaded once it shows something, told at a signal, and how long it took."""

from __future__ import annotations

import os
import re
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

# Python tells there how long each module takes, and a terminal would paint it.
os.dup2(os.open(os.environ["CITADELS_LOADED"] + ".times", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)

def tell(*_):
    with open(os.environ["CITADELS_LOADED"] + ".new", "w") as file:
        file.write("\\n".join(list(sys.modules)))
    os.replace(os.environ["CITADELS_LOADED"] + ".new", os.environ["CITADELS_LOADED"])

signal.signal({int(_ASKS)}, tell)
"""
_TIME = re.compile(r"^import time: +(\d+) \| +\d+ \| +(\S+)$", re.MULTILINE)
"""Microseconds that a module took by itself, without those that it needs, and its name."""
_PATIENCE = 60.0


def loaded_modules(arguments: Sequence[str], ready: str, environ: Mapping[str, str]) -> dict[str, float]:
    """The modules that ``python ARGUMENTS`` has loaded when it writes a text.

    Args:
        arguments: What follows ``python``.
        ready: The text.
        environ: Added to the environment; ``PYTHONPATH`` in it has the program.

    Returns:
        Their names, each with the milliseconds that it took by itself; 0 for what Python begins with.

    Raises:
        TimeoutError: when it does not write it, or does not tell.
    """
    with tempfile.TemporaryDirectory(prefix="citadels-bench-") as folder:
        # Python runs a module of that name before anything else.
        (Path(folder) / "sitecustomize.py").write_text(_TELLS)
        told, times = Path(folder) / "loaded", Path(folder) / "loaded.times"
        path = os.pathsep.join([folder, environ["PYTHONPATH"]])
        added = {"PYTHONPATH": path, "CITADELS_LOADED": str(told)}
        with PseudoTerminal(("-X", "importtime", *arguments), {**environ, **added}) as program:
            program.until(ready)
            program.process.send_signal(_ASKS)
            end = time.perf_counter() + _PATIENCE
            while not told.exists():
                if time.perf_counter() > end:
                    raise TimeoutError("it does not tell")
                program.written(0.05)
            took = {name: int(microseconds) / 1000 for microseconds, name in _TIME.findall(times.read_text())}
            return {name: took.get(name, 0.0) for name in told.read_text().split()}
