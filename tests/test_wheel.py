"""What goes into the compiled wheel."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
HATCH = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]
HOOK = HATCH["build"]["targets"]["wheel"]["hooks"]["mypyc"]
LEFT_OUT = [ROOT / path.strip("/") for path in HOOK["exclude"]]


def test_the_wheel_is_pure_by_default() -> None:
    assert HOOK["enable-by-default"] is False


def test_what_is_left_out_is_there() -> None:
    assert all(path.exists() for path in LEFT_OUT)


def test_what_keeps_cached_properties_is_not_compiled() -> None:
    """Compiled they are worked out anew each time."""
    users = {path for path in (ROOT / "engine").rglob("*.py") if "cached_property" in path.read_text("utf-8")}
    assert users <= set(LEFT_OUT)
