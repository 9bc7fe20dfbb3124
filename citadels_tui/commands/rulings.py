"""`citadels rulings`: checks cases of the rules that are written as data."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from citadels_tui.errors import UsageError, one_line
from engine.rulings import RulingFailed, run


def rulings(path: Path, /, *more: Path) -> int:
    """Check rulings: cases of the rules, written as data. The last line says how many passed and failed.

    Args:
        path: A ruling (a TOML file), or a folder with rulings in it at any depth.
        more: Further files and folders.

    Returns:
        0 when all passed, 1 otherwise.
    """
    passed = failed = 0
    for file in find((path, *more)):
        problem = check(file)
        if problem:
            failed += 1
            print(f"FAILED {file}: {one_line(problem)}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def find(paths: Iterable[Path]) -> list[Path]:
    """The ruling files that are meant, each once.

    Raises:
        UsageError: when a path does not exist or has no ruling in it.
    """
    files: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise UsageError(f"there is no file or folder {path}")
        if not path.is_dir() and not path.is_file():
            raise UsageError(f"{path} is not a file")
        found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not found:
            raise UsageError(f"there is no ruling in {path}")
        files.update(dict.fromkeys(found))
    return list(files)


def check(file: Path) -> str:
    """What is wrong with a ruling, or ``""``."""
    try:
        run(file.read_text(encoding="utf-8"))
    except RulingFailed as error:
        return str(error)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    except UnicodeError:
        return "cannot be read: it is not text in UTF-8"
    except Exception as error:
        # A ruling is found because the rules are wrong: that must not stop the others.
        return f"the rules engine broke down: {type(error).__name__}: {error}"
    return ""
