"""The pinned requirements: complete, of one mind, and without an address to fetch them from."""

from __future__ import annotations

import ast
import re
import shlex
import sys
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from citadels_tui.cli import FAILED, main
from citadels_tui.texts.catalogue import languages
from net.base.extras import how_to_install

ROOT = Path(__file__).parent.parent
FILES = ("requirements.txt", "requirements-dev.txt")


def pins(name: str) -> dict[str, str]:
    """Package -> version."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


def wanted(*extras: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    return [Requirement(line) for line in (*project["dependencies"], *(line for x in extras for line in optional[x]))]


def test_every_dependency_and_extra_is_imported_by_some_line() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    used: set[str] = set()
    for path in (path for package in ("engine", "net", "citadels_tui") for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                used |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                used.add(node.module.split(".")[0])
    extras = [extra for extra in project["optional-dependencies"] if extra != "dev"]
    assert [each.name for each in wanted(*extras) if each.name.replace("-", "_") not in used] == []


@pytest.mark.parametrize(("name", "extras"), [(FILES[0], ("ssh", "web")), (FILES[1], ("dev", "metrics", "ssh", "web"))])
def test_every_dependency_is_pinned_within_its_bounds(name: str, extras: tuple[str, ...]) -> None:
    found = pins(name)
    for requirement in wanted(*extras):
        assert requirement.specifier.contains(found[canonicalize_name(requirement.name)]), requirement


def test_tests_run_with_what_is_played_with() -> None:
    assert pins(FILES[0]).items() <= pins(FILES[1]).items()


requires = cache(metadata.requires)


@pytest.mark.parametrize("system", ["linux", "darwin"])
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize(
    ("name", "extras"), [(FILES[0], ("postgres", "ssh", "web")), (FILES[1], ("dev", "postgres", "ssh", "web"))]
)
def test_what_only_some_pythons_need_is_pinned_too(
    name: str, extras: tuple[str, ...], python: str, system: str
) -> None:
    """As far as the packages that are installed here ask for it."""
    found, left, seen = pins(name), wanted(*extras), set[str]()
    there = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": system}
    while left:
        requirement = left.pop()
        id = canonicalize_name(requirement.name)
        assert requirement.specifier.contains(found[id]), requirement
        if id in seen:
            continue
        seen.add(id)
        try:
            asked = requires(id) or []
        except metadata.PackageNotFoundError:
            continue
        for line in map(Requirement, asked):
            extras_of = ("", *requirement.extras)
            if not line.marker or any(line.marker.evaluate({**there, "extra": extra}) for extra in extras_of):
                left.append(line)


def test_the_pythons_that_are_named_are_those_that_were_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    (told,) = re.findall(r"tested with Python ([^)]*)\)", " ".join((ROOT / "README.md").read_text("utf-8").split()))
    assert re.findall(r"3\.\d+", told) == named == ["3.11", "3.12", "3.13"]
    assert project["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize("name", FILES)
def test_files_hold_pins_hashes_and_reasons_only(name: str) -> None:
    line = re.compile(r"[a-z0-9-]+==\S+ \\|    --hash=sha256:[0-9a-f]{64}( \\)?|    # .*|(# .*)?")
    for number, text in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1):
        assert line.fullmatch(text), f"{name}, line {number}"
        assert "//" not in text


@pytest.mark.parametrize("installed", [True, False])
def test_the_command_for_an_extra_installs_it_where_the_program_runs(
    installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name alone would be looked for in the package index, where it is nobody's yet."""

    def find(name: str) -> None:
        assert name == "citadels-tui"
        if not installed:
            raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", find)
    where, *words = shlex.split(how_to_install("metrics"))
    assert where == sys.executable
    assert words == ["-m", "pip", "install", f"{'citadels-tui' if installed else ROOT}[metrics]"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("option", ["ssh", "web", "metrics"])
def test_what_needs_a_missing_package_says_how_to_install_it(
    option: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("citadels_tui.commands.serve.find_spec", lambda name: None)
    assert main(["--lang", language, "serve", f"--{option}", "7443"]) == FAILED
    assert capsys.readouterr().err.endswith(f": {how_to_install(option)}\n")
