"""The terminal keeper: a small process that waits for a client, and gives the terminal back if the client is killed.

The first process has to be the one that waits, because the session ends with it. So the client goes on in a new one,
and the first becomes this file, run by itself: a Python without any package.
"""

from __future__ import annotations

import os
import signal
import sys
import termios
from contextlib import suppress

PASSED_ON = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
"""Signals of which the client is told. Of a terminal that goes away the system tells the first process alone."""
PATIENCE = 5
"""Seconds a client has to end once its terminal has gone away."""


def keep_terminal(sentence: str) -> None:
    """Go on in another process, whose terminal is kept.

    Args:
        sentence: What is said when it is killed.
    """
    from citadels_tui.guests.guest_screen import RESTORE
    from net.base.own_python import bare_python

    process = os.fork()
    if process:
        told = f"{sentence}\n".encode()
        words = (str(process), RESTORE.hex(), told.hex())
        command = bare_python(__file__, *words)
        os.execv(command[0], command)


def wait(process: int, restore: bytes, told: bytes) -> int:
    """Wait for a client.

    Args:
        process: Its id.
        restore: What gives a terminal back that is still drawn on.
        told: What is said when it was killed.

    Returns:
        Its exit code; 128 and more when a signal has killed it.
    """

    def pass_on(number: int, _frame: object) -> None:
        if number == signal.SIGHUP:
            signal.alarm(PATIENCE)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL if number == signal.SIGALRM else number)

    for number in (*PASSED_ON, signal.SIGALRM):
        signal.signal(number, pass_on)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if code >= 0:
        return code
    # The terminal may be gone, too.
    with suppress(OSError, termios.error):
        # A client takes letters one by one from the moment in which it begins to draw.
        drawn = not termios.tcgetattr(0)[3] & termios.ICANON
        os.write(1, (restore if drawn else b"") + told)
    return 128 - code


if __name__ == "__main__":
    sys.exit(wait(int(sys.argv[1]), *map(bytes.fromhex, sys.argv[2:4])))
