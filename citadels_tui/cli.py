"""The `citadels` command: finds the command that was asked for and ends with its exit code.

Exit codes: 0 good, 1 what was checked or tried failed, 2 wrong usage. An error is one line on standard error, a fault
of ours too: its report goes to a file. Commands are imported when they run, so that each starts as fast as it can.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from citadels_tui.commands.process_list import hide_secrets
from citadels_tui.commands.usual import usual
from citadels_tui.texts import _, command_line, retold, speak
from citadels_tui.texts.catalogue import languages, of_locale
from citadels_tui.wording.errors import CommandError, Crash, UsageError, one_line

GOOD, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130

NARROWEST, WIDEST = 24, 1000
"""Columns that a help text can be drawn in."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: What was typed after ``citadels``; from the process when None.

    Returns:
        The exit code.
    """
    _settle()
    if arguments is None:
        hide_secrets(sys.argv)
        arguments = sys.argv[1:]
    try:
        from citadels_tui.settings.settings import chosen_language

        speak(chosen_language() or of_locale(os.environ))
        code = _carry_out(_in_language(arguments))
        sys.stdout.flush()
    except UsageError as error:
        return _complain(error, USAGE)
    except CommandError as error:
        return _complain(error, FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # Whoever read our output has enough (`citadels cards | head`); a help text ends by itself then.
        _drop_output()
        return GOOD
    except OSError as error:
        if error.filename:
            # A name no file can have, or a folder nobody may look into; a command that expects it says more.
            return _complain(f"{error.filename}: {error.strerror}", FAILED)
        _drop_output()
        return _complain(_(command_line.NOT_WRITTEN).format(reason=error.strerror or error), FAILED)
    except ImportError as error:
        # What is ours is there; Python may have been made without a module, and a package be missing.
        if (error.name or "").partition(".")[0] in ("engine", "net", "citadels_tui"):
            return _complain(_crashed(error), FAILED)
        return _complain(_(command_line.NO_MODULE).format(python=sys.executable, reason=error), FAILED)
    except Exception as error:
        return _complain(_crashed(error), FAILED)
    return code if isinstance(code, int) else GOOD


def _carry_out(arguments: Sequence[str]) -> object:
    """Run one command; returns its exit code, or something else after a help text."""
    start = usual(arguments)
    if start is not None:
        return start()
    # Its parser takes its time to load.
    from citadels_tui.commands.grammar import understand

    return understand(arguments)


def _in_language(arguments: Sequence[str]) -> list[str]:
    """Speak the language that was asked for with ``--lang``, before anything else is understood.

    Returns:
        The other arguments.

    Raises:
        UsageError: when there is no such language.
    """
    rest: list[str] = []
    asked: str | None = None
    left = iter(arguments)
    for argument in left:
        if argument == "--":
            rest += [argument, *left]
        elif argument == "--lang":
            asked = next(left, "")
        elif argument.startswith("--lang="):
            asked = argument.partition("=")[2]
        else:
            rest.append(argument)
    if asked is not None:
        if asked not in languages():
            raise UsageError(_(command_line.NO_LANGUAGE).format(language=asked[:40], languages=", ".join(languages())))
        speak(asked)
    return rest


def _settle() -> None:
    """Make up for what may be odd about the process: closed streams, encodings without letters, no columns."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The caller has closed it. The next file would be opened at this number, and written to as output.
            os.open(os.devnull, os.O_RDWR)
    # Python has no stream for what was closed. The number stays taken also when the stream is replaced.
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    # The Pythons that Python itself starts, to have more processes, are to run nothing of the working folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    _forget_size("COLUMNS", NARROWEST, WIDEST)
    _forget_size("LINES", 1, WIDEST)


def _forget_size(name: str, least: int, most: int) -> None:
    """Do without a size of the terminal that no terminal has: what draws would take it, or fail."""
    value = os.environ.get(name, "")
    # What has more digits is no size, and with thousands of them no number.
    if value and not (value.isascii() and value.isdecimal() and len(value) < 9 and least <= int(value) <= most):
        del os.environ[name]


def _drop_output() -> None:
    """Let what is left of the output go nowhere: Python would complain again when it flushes at exit."""
    with _nowhere() as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w")


def _crashed(error: Exception) -> str:
    """Write the report of a fault of ours; returns the sentence about it."""
    from engine import __version__
    from net.base.crash import report

    # What the fault has cut short is thrown away, which Python would tell about.
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _unraisable: None
    ours = isinstance(error, Crash)
    fault, go_on = (error.__cause__ or error, str(error)) if ours else (error, _(command_line.UNHARMED))
    where = retold(report(fault, f"Citadels {__version__}"))
    return _(command_line.CRASHED).format(report=where, go_on=go_on)


def _complain(error: object, code: int) -> int:
    """Print an error as one line; returns the exit code."""
    sys.stderr.write(f"citadels: {one_line(error)}\n")
    return code
