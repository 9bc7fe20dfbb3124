"""What goes into the wheel, and into the compiled one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from email.parser import Parser
from hashlib import sha256
from zipfile import ZipFile

import pytest

from engine import __version__
from tests.support.root import ROOT
from tests.support.terminal import SECONDS

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
INFO = f"citadels_tui-{__version__}.dist-info"
HATCH = PYPROJECT["tool"]["hatch"]
HOOK = HATCH["build"]["targets"]["wheel"]["hooks"]["mypyc"]
LEFT_OUT = [ROOT / path.strip("/") for path in HOOK["exclude"]]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=SECONDS)
    (path,) = folder.glob("*.whl")
    with ZipFile(path) as packed:
        yield packed


@pytest.mark.slow
def test_the_wheel_has_what_is_no_code(wheel: ZipFile) -> None:
    """Types for those who import it, every ruling, and the page for browsers; licences lie once."""
    packed = set(wheel.namelist())
    rulings = ROOT / "engine" / "rulings"
    assert {str(path.relative_to(ROOT)) for path in (*rulings.rglob("*.toml"), rulings / "README.md")} <= packed
    assert {f"{package}/py.typed" for package in ("engine", "net", "citadels_tui")} <= packed
    page = ROOT / "citadels_tui" / "guests" / "page"
    files = {str(path.relative_to(ROOT)) for path in page.rglob("*") if path.is_file()}
    assert {name for name in files if "LICENSE" not in name} <= packed
    licences = {name for name in packed if "LICENSE" in name}
    assert all(name.startswith(f"{INFO}/licenses/") for name in licences)
    assert {name.removeprefix(f"{INFO}/licenses/") for name in licences} > {name for name in files if "LICENSE" in name}


@pytest.mark.slow
def test_the_wheel_says_whose_it_is(wheel: ZipFile) -> None:
    told = Parser().parsestr(wheel.read(f"{INFO}/METADATA").decode())
    (named,) = re.findall(r"Copyright \(c\) \d+ (.*)", (ROOT / "LICENSE").read_text("utf-8"))
    assert told["Author"] == named
    assert told["Maintainer"]
    assert told["License-Expression"] == PYPROJECT["project"]["license"]


@pytest.mark.slow
def test_the_wheel_lists_what_is_in_it_and_was_made_by_others(wheel: ZipFile) -> None:
    """In the place and form of the standards: PEP 770, CycloneDX."""
    (name,) = (each for each in wheel.namelist() if each.startswith(f"{INFO}/sboms/"))
    bill = json.loads(wheel.read(name))
    assert name.endswith(".cdx.json")
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    licences = {part["licenses"][0]["license"]["id"] for part in bill["components"]}
    assert {"MIT", *licences} == set(bill["metadata"]["component"]["licenses"][0]["expression"].split(" AND "))
    files = {part["name"]: part["hashes"][0] for each in bill["components"] for part in each["components"]}
    for file, told in files.items():
        assert told == {"alg": "SHA-256", "content": sha256(wheel.read(file)).hexdigest()}, "run scripts/licences"
    others = {
        each for each in wheel.namelist() if each.startswith(("citadels_tui/guests/page/xterm/", "net/base/data/"))
    }
    assert {each for each in others if not each.endswith("SHA256SUMS")} == set(files)


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
