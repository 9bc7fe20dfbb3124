"""Judge process: a judgement is found in a process of its own, so that neither the screen nor a game waits for it."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from typing import Any

from net.base.own_python import start_own

NICE = 5
"""How far everybody else goes first: somebody waits for it, too."""


def beside(task: Callable[..., Any], told: Callable[[float], None], first: Callable[[Any], None]) -> Any:
    """Find a judgement in a process of its own; to be called in a thread that may wait.

    Args:
        task: Finds it, with the other two as ``told`` and ``first``; it goes to the process by pickle.
        told: Told again and again which share of it is done; what it raises ends the work.
        first: Told what is found before all of it is.

    Raises:
        InterruptedError: when the process was ended.
    """
    try:
        process = start_own(__name__)
    except OSError:
        # No room for one more process.
        return task(told=told, first=first)
    with process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            pickle.dump(task, process.stdin)
            process.stdin.flush()
            while True:
                kind, value = pickle.load(process.stdout)
                if kind == "told":
                    told(value)
                elif kind == "first":
                    first(value)
                elif kind == "failed":
                    raise value
                else:
                    return value
        except (EOFError, BrokenPipeError) as error:
            raise InterruptedError from error
        finally:
            process.kill()


def main() -> None:
    """The life of the process: one judgement. It ends when nobody listens any more."""
    if hasattr(os, "nice"):
        os.nice(NICE)

    def say(kind: str, value: object) -> None:
        pickle.dump((kind, value), sys.stdout.buffer)
        sys.stdout.buffer.flush()

    task = pickle.load(sys.stdin.buffer)
    try:
        found = task(told=lambda share: say("told", share), first=lambda found: say("first", found))
    except Exception as error:
        say("failed", error)
    else:
        say("found", found)


if __name__ == "__main__":
    main()
