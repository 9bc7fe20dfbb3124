"""Extras: packages that only some features need, and the command that installs them."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import tomllib
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from net.base.own_python import ROOT

PROJECT = "citadels-tui"
_OF_EXTRA = re.compile(r"(?P<requirement>[^;]+?)\s*;\s*extra == ['\"](?P<extra>[\w-]+)['\"]")


def how_to_install(extra: str) -> str:
    """The command that installs an extra where this program runs, by the tool that has made that environment.

    It names the packages, not the project with its extra: a project that is in no index would be looked for there.
    """
    wanted, prefix = _requirements(extra), Path(sys.prefix)
    python = sys.executable or "python3"
    by_uv = ["uv", "pip", "install", "--python", python]
    if (prefix / "pipx_metadata.json").is_file():
        return shlex.join(["pipx", "inject", prefix.name, *wanted])
    if (prefix / "uv-receipt.toml").is_file():
        return shlex.join([*by_uv, *wanted])
    by_pip = shlex.join([python, "-m", "pip", "install", *wanted])
    if find_spec("pip"):
        return by_pip
    if shutil.which("uv") or not find_spec("ensurepip"):
        return shlex.join([*by_uv, *wanted])
    return f"{shlex.join([python, '-m', 'ensurepip'])} && {by_pip}"


def _requirements(extra: str) -> list[str]:
    """The packages of an extra with their bounds, of the project that is installed or of the checkout that runs."""
    try:
        lines = metadata.requires(PROJECT) or []
    except metadata.PackageNotFoundError:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return list(project["optional-dependencies"][extra])
    found = [match for line in lines if (match := _OF_EXTRA.fullmatch(line))]
    return [match["requirement"] for match in found if match["extra"] == extra]
