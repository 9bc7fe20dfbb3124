"""`citadels rulings`: finds and checks cases of the rules that are written as data."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from citadels_tui.cli.options import Argument, Json
from citadels_tui.rulings import MAX_BYTES, Problem, RulingFailed, run
from citadels_tui.terminal.progress import watched
from citadels_tui.texts import _
from citadels_tui.texts import command_line as texts
from citadels_tui.wording.errors import UsageError, one_line
from citadels_tui.wording.rulings import NUMBER, Case, Ruling, listed, played

STDIN = "-"
_File = tuple[str, Callable[[], bytes]]
"""The name of a ruling, and what reads it."""


class Checked(NamedTuple):
    """The result of one ruling."""

    name: str
    """Its file."""
    title: str
    """Its title; "" where it could not be read."""
    failed: RulingFailed | None
    """The fault."""


@dataclass(frozen=True)
class RulingsCommand:
    """Find and check rulings: cases of the rules, written as data. The last line says how many passed and failed."""

    about: Annotated[
        tuple[str, ...],
        Argument(
            "Words that are all in a ruling, such as the name of a card or of an edition, or a number of the list such "
            "as C17; or ruling files and folders with such files in them, which have a / in their names or end in "
            ".toml; or - for a ruling from standard input. Without any, all rulings of the game are checked."
        ),
    ] = ()
    json: Json = False

    def run(self) -> int:
        """Check and print them; returns 0 when all passed, 1 otherwise."""
        unknown = [argument for argument in self.about if argument.startswith("-") and argument != STDIN]
        if unknown:
            raise UsageError(texts.NOT_UNDERSTOOD, unused=" ".join(unknown))
        if any(_is_path(argument) for argument in self.about):
            return _report([], [], list(_named(self.about)), self.json)
        words = " ".join(self.about).casefold().replace("_", " ").split()
        found = [case for case in played() if _has(words, *case.numbers, case.path, case.title, _(case.title))]
        told = [
            ruling
            for ruling in listed()
            if _has(words, ruling.no, ruling.point, ruling.ruling, _(ruling.point), _(ruling.ruling), *ruling.cards)
        ]
        if not found and not told:
            raise UsageError(
                "there is no ruling about {words!r} (files and folders have a / in their names)",
                words=" ".join(self.about),
            )
        files: list[_File] = [(f"{case.path}.toml", case.read) for case in found]
        return _report(told if words else [], found if words else [], files, self.json)


def _is_path(argument: str) -> bool:
    return "/" in argument or argument.endswith(".toml") or argument in {".", "..", STDIN}


def _named(about: Sequence[str]) -> Iterator[_File]:
    """The files that are meant, each once, and how they are read; standard input comes first."""
    # What is missing is told before anything is read.
    files = find(Path(argument) for argument in about if argument != STDIN)
    if STDIN in about:
        yield STDIN, _typed
    yield from ((str(file), partial(_content, file)) for file in files)


def _has(words: Sequence[str], *texts: str) -> bool:
    """Whether all words are somewhere in the texts: a number as a whole word, for A3 is not A30."""
    text = " ".join(texts).casefold().replace("_", " ")
    return all(re.search(rf"\b{word}\b", text) if NUMBER.fullmatch(word.upper()) else word in text for word in words)


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


def _typed() -> bytes:
    """The ruling on standard input, as far as its length can be right."""
    return sys.stdin.buffer.read(4 * MAX_BYTES + 4) if sys.stdin else b""


def _report(told: Sequence[Ruling], found: Sequence[Case], files: Sequence[_File], as_json: bool) -> int:
    """Check rulings, and print what was asked for; returns the exit code."""
    if not as_json:
        _show(told, found)
    every = [check(name, read) for name, read in watched(files, _(texts.CHECKING), len(files))]
    failed = [each for each in every if each.failed]
    passed = len(every) - len(failed)
    if as_json:
        facts = {"passed": passed, "failed": len(failed), "rulings": [_facts(each) for each in every]}
        print(json.dumps({**facts, "decided": [ruling._asdict() for ruling in told]}))
        return 1 if failed else 0
    for each in failed:
        assert each.failed
        print(one_line(_(texts.NOT_HELD).format(name=each.name, problem=each.failed.told(_))))
    print(_(texts.HELD).format(passed=passed, failed=len(failed)))
    return 1 if failed else 0


def _facts(result: Checked) -> dict[str, Any]:
    """The result of a ruling as plain values: sentences in English, and 0 for no step."""
    problems = result.failed.problems if result.failed else ()
    return {
        "file": result.name,
        "title": result.title,
        "passed": not problems,
        "problems": [{"step": problem.step, "key": problem.key, "problem": problem.told()} for problem in problems],
    }


def check(name: str, read: Callable[[], bytes]) -> Checked:
    """Play a ruling."""
    try:
        return Checked(name, run(read().decode()), None)
    except RulingFailed as error:
        return Checked(name, "", error)
    except OSError as error:
        problem = Problem(texts.UNREAD, reason=error.strerror)
    except UnicodeError:
        problem = Problem(texts.NO_TEXT)
    except Exception as error:
        # A ruling is found because the rules are wrong: that must not stop the others.
        problem = Problem(texts.BROKEN_DOWN, fault=f"{type(error).__name__}: {error}")
    return Checked(name, "", RulingFailed(problem))
