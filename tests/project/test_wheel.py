"""What goes into the compiled wheel."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from engine import __version__
from tests.support.root import ROOT
from tests.support.terminal import SECONDS

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HATCH = PYPROJECT["tool"]["hatch"]
HOOK = HATCH["build"]["targets"]["wheel"]["hooks"]["mypyc"]
LEFT_OUT = [ROOT / path.strip("/") for path in HOOK["exclude"]]


@pytest.mark.slow
def test_the_wheel_has_what_is_no_code(tmp_path: Path) -> None:
    """Types for those who import it, every ruling, and the page for browsers with the licence of what is in it."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=SECONDS)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(ZipFile(wheel).namelist())
    rulings = ROOT / "engine" / "rulings"
    assert {str(path.relative_to(ROOT)) for path in (*rulings.rglob("*.toml"), rulings / "README.md")} <= packed
    assert {f"{package}/py.typed" for package in ("engine", "net", "citadels_tui")} <= packed
    page = ROOT / "citadels_tui" / "guests" / "page"
    assert {str(path.relative_to(ROOT)) for path in page.rglob("*") if path.is_file()} <= packed
    assert f"citadels_tui-{__version__}.dist-info/METADATA" in packed


def test_the_wheel_is_pure_by_default() -> None:
    assert HOOK["enable-by-default"] is False


def test_compiled_wheels_are_made_for_most_people_and_tried() -> None:
    """The hook is switched on for them, and what was built must be compiled and play a game."""
    builds = PYPROJECT["tool"]["cibuildwheel"]
    assert builds["build"].split() == ["cp311-*", "cp312-*", "cp313-*", "cp314-*"]
    assert builds["environment"] == {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"}
    assert "__file__" in builds["test-command"][0]
    assert builds["test-command"][1].startswith("citadels simulate")
    assert "pypa/cibuildwheel@" in (ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8")


def test_the_compiler_is_asked_for_nowhere_but_in_a_copy() -> None:
    """It leaves its files where the sources are: an environment that is set up meanwhile must not ask for it."""
    asked = [line for line in (ROOT / "scripts" / "wheel").read_text("utf-8").splitlines() if "HATCH_BUILD" in line]
    assert len(asked) == 1
    assert asked[0].split()[1:4] == ['"$venv/bin/python"', "-m", "pip"]


def test_modules_left_out_of_compiling_exist() -> None:
    assert all(path.exists() for path in LEFT_OUT)


def test_modules_with_cached_properties_are_not_compiled() -> None:
    """Compiled they are worked out anew each time."""
    users = {path for path in (ROOT / "engine").rglob("*.py") if "cached_property" in path.read_text("utf-8")}
    assert users <= set(LEFT_OUT)
