"""The `citadels` command: runs the command that was asked for and ends with its exit code.

Exit codes: 0 good, 1 what was checked or tried failed, 2 wrong usage. An error is one line on standard error, a fault
of ours too: its report goes to a file.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import re
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from citadels_tui.cli.parser import understand
from citadels_tui.texts import _, command_line, retold, speak
from citadels_tui.texts.catalogue import languages, of_locale
from citadels_tui.wording.errors import CommandError, Crash, UsageError, one_line

GOOD, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130

NARROWEST, WIDEST = 24, 1000
"""Columns that a help text can be drawn in."""
_UNWRITTEN = (errno.EAGAIN, errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EINVAL, errno.EIO, errno.ENOSPC)
"""Errors of a stream that is open and cannot be written; other errors are not about the output."""
_PROCESS = Path("/proc/self")
_SECRET = re.compile(r"#.+|/[A-Z2-7]{45,}", re.DOTALL)
"""The sign behind the place in an invitation, in its line or in a QR code."""
_ARG_START, _ARG_END = 45, 46
"""Where /proc/self/stat says which memory holds the command line, counted from the process's state; see proc(5)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: What was typed after ``citadels``; from the process when None.

    Returns:
        The exit code.
    """
    _settle()
    if arguments is None:
        _hide_secrets(sys.argv)
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
        reason = error.strerror or error
        if error.errno not in _UNWRITTEN:
            return _complain(_(command_line.SYSTEM_REFUSED).format(reason=reason), FAILED)
        _drop_output()
        return _complain(_(command_line.NOT_WRITTEN).format(reason=reason), FAILED)
    except ImportError as error:
        # What is ours is there; Python may have been made without a module, and a package be missing.
        if (error.name or "").partition(".")[0] in ("engine", "net", "citadels_tui"):
            return _complain(_crashed(error), FAILED)
        return _complain(_(command_line.NO_MODULE).format(python=sys.executable, reason=error), FAILED)
    except Exception as error:
        return _complain(_crashed(error), FAILED)
    return code


def _carry_out(arguments: Sequence[str]) -> int:
    """Run the command that was typed; returns its exit code."""
    command = understand(arguments)
    if not gc.isenabled():
        # What is loaded so far stays, and is not looked through.
        gc.freeze()
        gc.enable()
    return command.run()


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


def _hide_secrets(arguments: Sequence[str]) -> None:
    """Overwrite the secret of an invitation that was typed as an argument; only Linux allows it.

    It can be read until then, a moment after the start, and stays in the shell's history.
    """
    secrets = [os.fsencode(found[0]) for text in arguments if (found := _SECRET.search(text))]
    if not secrets:
        return
    with contextlib.suppress(OSError, ValueError, IndexError):
        about = (_PROCESS / "stat").read_text().rpartition(")")[2].split()
        start, end = int(about[_ARG_START]), int(about[_ARG_END])
        with (_PROCESS / "mem").open("r+b", buffering=0) as memory:
            memory.seek(start)
            line = memory.read(end - start)
            for secret in secrets:
                line = line.replace(secret, secret[:1] + b"*" * (len(secret) - 1))
            memory.seek(start)
            memory.write(line)


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
    from net.base.crash import report
    from net.base.program import program_version

    # What the fault has cut short is thrown away, which Python would tell about.
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _unraisable: None
    ours = isinstance(error, Crash)
    fault, go_on = (error.__cause__ or error, str(error)) if ours else (error, _(command_line.UNHARMED))
    where = retold(report(fault, f"Citadels {program_version()}"))
    return _(command_line.CRASHED).format(report=where, go_on=go_on)


def _complain(error: object, code: int) -> int:
    """Print an error as one line; returns the exit code."""
    sys.stderr.write(f"citadels: {one_line(error)}\n")
    return code
