"""The version of the program: a checkout names its commit, read without git."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import __version__
from net.base.program import built_commit, commit_of, program_version
from net.base.text import VERSION_FORM

COMMIT = "0123456789abcdef" * 2 + "01234567"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_the_version_is_one_that_others_read() -> None:
    assert re.fullmatch(VERSION_FORM, program_version())
    assert program_version().partition("+")[0] == __version__


@pytest.mark.parametrize("kept", ["detached", "loose", "packed", "worktree", "packed for a worktree"])
def test_a_checkout_names_its_commit(tmp_path: Path, kept: str) -> None:
    root, folder = tmp_path / "checkout", tmp_path / "checkout" / ".git"
    head = "ref: refs/heads/some/name\n"
    if "worktree" in kept:
        common, folder = tmp_path / "main" / ".git", tmp_path / "main" / ".git" / "worktrees" / "checkout"
        write(root / ".git", f"gitdir: {folder}\n")
        write(folder / "commondir", "../..\n")
    else:
        common = folder
    write(folder / "HEAD", f"{COMMIT}\n" if kept == "detached" else head)
    if kept in ("loose", "worktree"):
        write(common / "refs" / "heads" / "some" / "name", f"{COMMIT}\n")
    elif "packed" in kept:
        other = "f" * 40
        write(
            common / "packed-refs", f"# pack-refs\n{other} refs/heads/name\n{COMMIT} refs/heads/some/name\n^{other}\n"
        )
    assert commit_of(root) == COMMIT


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"HEAD": "ref: refs/heads/main\n"},
        {"HEAD": "nonsense"},
        {"HEAD": "ref: refs/heads/main", "refs/heads/main": "x" * 40},
        {"HEAD": "ref: refs/heads/main", "packed-refs": "nonsense\n"},
    ],
    ids=str,
)
def test_what_is_no_checkout_names_none(tmp_path: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        write(tmp_path / ".git" / name, text)
    assert commit_of(tmp_path) == ""


@pytest.mark.parametrize("text", [f"{COMMIT}\n", "1234; rm\n", "", None])
def test_what_was_built_of_a_checkout_names_its_commit(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "commit.txt"
    if text is not None:
        file.write_text(text)
    assert built_commit(file) == (COMMIT if text and COMMIT in text else "")
