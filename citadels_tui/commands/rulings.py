"""`citadels rulings`: finds and checks cases of the rules that are written as data."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from citadels_tui.errors import UsageError, one_line
from citadels_tui.rulings import Case, Ruling, listed, played
from citadels_tui.texts import _
from citadels_tui.texts import command_line as texts
from engine.rulings import MAX_BYTES, RulingFailed, run


def rulings(*about: str) -> int:
    """Find and check rulings: cases of the rules, written as data. The last line says how many passed and failed.

    Args:
        about: Words that are all in a ruling, such as the name of a card or of an edition; or ruling files and folders
            with such files in them, which have a / in their names or end in .toml. Without any, all rulings of the
            game are checked.

    Returns:
        0 when all passed, 1 otherwise.
    """
    if any(_is_path(argument) for argument in about):
        return _check((str(file), partial(_content, file)) for file in find(map(Path, about)))
    words = " ".join(about).casefold().replace("_", " ").split()
    found = [case for case in played() if _has(words, case.path, case.title, _(case.title))]
    told = [
        ruling
        for ruling in listed()
        if _has(words, ruling.no, ruling.point, ruling.ruling, _(ruling.point), _(ruling.ruling), *ruling.cards)
    ]
    if not found and not told:
        raise UsageError(
            "there is no ruling about {words!r} (files and folders have a / in their names)", words=" ".join(about)
        )
    if words:
        _show(told, found)
    return _check((f"{case.path}.toml", case.read) for case in found)


def _is_path(argument: str) -> bool:
    return "/" in argument or argument.endswith(".toml") or argument in {".", ".."}


def _has(words: Sequence[str], *texts: str) -> bool:
    text = " ".join(texts).casefold().replace("_", " ")
    return all(word in text for word in words)


def _show(told: Sequence[Ruling], found: Sequence[Case]) -> None:
    """Print the page of a card, and the cases that are played out."""
    if told:
        print(_(texts.DECIDED))
    for ruling in told:
        print(" ".join(filter(None, (ruling.no, f"{_(ruling.point)}: {_(ruling.ruling)}.", _(ruling.why)))))
    if told and found:
        print()
    if found:
        print(_(texts.PLAYED))
    for case in found:
        print(f"{case.path}.toml: {_(case.title)}")
    if found:
        print()


def find(paths: Iterable[Path]) -> list[Path]:
    """The ruling files that are meant, each once.

    Raises:
        UsageError: when a path does not exist or has no ruling in it.
        OSError: when a folder cannot be looked into.
    """
    files: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise UsageError("there is no file or folder {path}", path=path)
        if not path.is_dir() and not path.is_file():
            raise UsageError("{path} is not a file", path=path)
        if path.is_dir():
            # To look for files would find none where nobody may look.
            os.scandir(path).close()
            found = sorted(each for each in path.rglob("*.toml") if each.is_file())
        else:
            found = [path]
        if not found:
            raise UsageError("there is no ruling in {path}", path=path)
        files.update(dict.fromkeys(found))
    return list(files)


def _content(file: Path) -> bytes:
    """The content of a file; of one that is too long for a ruling enough to see that."""
    with file.open("rb") as opened:
        return opened.read(4 * MAX_BYTES + 4)


def _check(rulings: Iterable[tuple[str, Callable[[], bytes]]]) -> int:
    """Check rulings by name; returns the exit code."""
    passed = failed = 0
    for name, read in rulings:
        problem = check(read)
        if problem:
            failed += 1
            print(one_line(_(texts.NOT_HELD).format(name=name, problem=problem)))
        else:
            passed += 1
    print(_(texts.HELD).format(passed=passed, failed=failed))
    return 1 if failed else 0


def check(read: Callable[[], bytes]) -> str:
    """Play a ruling; the fault that is found, or ``""``."""
    try:
        run(read().decode())
    except RulingFailed as error:
        return str(error)
    except OSError as error:
        return _(texts.UNREAD).format(reason=error.strerror)
    except UnicodeError:
        return _(texts.NO_TEXT)
    except Exception as error:
        # A ruling is found because the rules are wrong: that must not stop the others.
        return _(texts.BROKEN_DOWN).format(fault=f"{type(error).__name__}: {error}")
    return ""
