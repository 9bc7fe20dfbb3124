"""The pinned requirements: complete, of one mind, and without an address to fetch them from."""

from __future__ import annotations

import ast
import json
import re
import shlex
import sys
import tomllib
from functools import cache
from importlib import metadata
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from citadels_tui.cli.main import FAILED, main
from citadels_tui.texts.catalogue import languages
from net.base import extras
from net.base.extras import how_to_install
from tests.support.root import ROOT

FILES = ("requirements.txt", "requirements-host.txt", "requirements-dev.txt")
HOST = ("metrics", "postgres", "ssh", "web")
EXTRAS = (*HOST, "rl", "arena")
OF_FILES = list(zip(FILES, (("build",), (*HOST, "build"), (*EXTRAS, "build", "dev")), strict=True))
"""File -> the extras and dependency groups that it pins."""


def pins(name: str) -> dict[str, str]:
    """Package -> version."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


def wanted(*extras: str) -> list[Requirement]:
    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = content["project"]
    optional = project["optional-dependencies"] | content["dependency-groups"]
    return [Requirement(line) for line in (*project["dependencies"], *(line for x in extras for line in optional[x]))]


@pytest.mark.thorough
def test_every_dependency_and_extra_is_imported_by_some_line() -> None:
    used: set[str] = set()
    for path in (path for package in ("engine", "net", "citadels_tui") for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                used |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                used.add(node.module.split(".")[0])
    assert [each.name for each in wanted(*EXTRAS) if each.name.replace("-", "_") not in used] == []


def test_one_extra_has_all_others() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    assert set(EXTRAS) == optional.keys() - {"all"}
    (everything,) = map(Requirement, optional["all"])
    assert (everything.name, everything.extras) == (project["name"], set(EXTRAS))


def test_checkout_and_wheel_are_built_by_the_same_tools() -> None:
    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert content["dependency-groups"]["build"] == content["build-system"]["requires"]


@pytest.fixture(scope="module")
def licences() -> ModuleType:
    """The script as a module."""
    loader = SourceFileLoader("licences_script", str(ROOT / "scripts" / "licences"))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    script = module_from_spec(spec)
    loader.exec_module(script)
    return script


def test_the_list_of_licences_counts_what_lies_here(licences: ModuleType) -> None:
    listed = {f"{each.folder}/{each.text}" for each in licences.VENDORED}
    found = {
        str(path.relative_to(ROOT))
        for top in ("engine", "net", "citadels_tui", "docs", "deploy", "scripts")
        for path in (ROOT / top).rglob("*LICENSE*")
    }
    assert listed == found
    for each in licences.VENDORED:
        assert all((ROOT / each.folder / file).is_file() for file in each.files)
    table = json.loads((ROOT / "net" / "base" / "data" / "confusables.json").read_text("utf-8"))
    (unicode,) = (each for each in licences.VENDORED if each.licence.startswith("Unicode"))
    assert f"Unicode {unicode.version}, {unicode.name}" in table["source"]
    assert licences.BILL.read_text("utf-8") == licences.bill(), "scripts/licences has to be run"


def test_the_list_of_licences_is_that_of_the_pins(licences: ModuleType) -> None:
    """Others may be installed, which may have other licences."""
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    listed = [each for row in re.findall(r"^\* \S.*: (.+)", page, re.MULTILINE) for each in row.split(", ")]
    assert sorted(listed) == sorted(pins(FILES[-1]))
    for package, version in pins(FILES[-1]).items():
        try:
            if metadata.version(package) != version:
                pytest.skip(f"another {package} is installed than the one that is pinned")
        except metadata.PackageNotFoundError:
            pytest.skip(f"there is no {package}")
    assert licences.page() == page, "scripts/licences has to be run"


@pytest.mark.parametrize(("name", "asked"), OF_FILES)
def test_every_dependency_is_pinned_within_its_bounds(name: str, asked: tuple[str, ...]) -> None:
    found = pins(name)
    for requirement in wanted(*asked):
        assert requirement.specifier.contains(found[canonicalize_name(requirement.name)]), requirement


def test_tests_run_with_what_is_played_with() -> None:
    player, host, tests = map(pins, FILES)
    assert player.items() < host.items() < tests.items()


def test_a_player_fetches_nothing_that_only_hosts_need() -> None:
    """What a first start fetches, which its first line says."""
    assert not pins(FILES[0]).keys() & {"aiohttp", "asyncssh", "psycopg", "psycopg-binary", "prometheus-client"}
    for name in FILES[:2]:
        first = (ROOT / name).read_text(encoding="utf-8").partition("\n")[0]
        assert re.fullmatch(rf"# {len(pins(name))} packages, \d+ MB for most machines", first)


requires = cache(metadata.requires)


@pytest.mark.thorough
@pytest.mark.parametrize("system", ["linux", "darwin"])
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize(("name", "asked"), OF_FILES)
def test_packages_of_single_pythons_are_pinned_too(name: str, asked: tuple[str, ...], python: str, system: str) -> None:
    """As far as the packages that are installed here, as they are pinned, ask for it."""
    found, left, seen = pins(name), wanted(*asked), set[str]()
    there = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": system}
    while left:
        requirement = left.pop()
        id = canonicalize_name(requirement.name)
        assert requirement.specifier.contains(found[id]), requirement
        if id in seen:
            continue
        seen.add(id)
        try:
            # Another version than the pinned one may ask for others.
            lines = (requires(id) or []) if metadata.version(id) == found[id] else []
        except metadata.PackageNotFoundError:
            continue
        for line in map(Requirement, lines):
            extras_of = ("", *requirement.extras)
            if not line.marker or any(line.marker.evaluate({**there, "extra": extra}) for extra in extras_of):
                left.append(line)


def test_the_pythons_that_are_named_are_those_that_were_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    (told,) = re.findall(r"tested with Python ([^)]*)\)", " ".join((ROOT / "README.md").read_text("utf-8").split()))
    assert re.findall(r"3\.\d+", told) == named == ["3.11", "3.12", "3.13", "3.14"]
    assert project["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize("name", FILES)
def test_files_hold_pins_hashes_and_reasons_only(name: str) -> None:
    line = re.compile(r"[a-z0-9-]+==\S+ \\|    --hash=sha256:[0-9a-f]{64}( \\)?|    # .*|(# .*)?")
    for number, text in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1):
        assert line.fullmatch(text), f"{name}, line {number}"
        assert "//" not in text


INSTALLED = ["msgpack>=1.2", "asyncssh>=2.24; extra == 'ssh'", "a>=1,<2; extra == 'two'", 'b; extra == "two"']
"""What is told of a project that is installed."""


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an environment that pip has made and the project was installed into."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "citadels"))
    monkeypatch.setattr(metadata, "requires", lambda name: INSTALLED)
    (tmp_path / "citadels").mkdir()
    return tmp_path / "citadels"


def lacking(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let modules and programs be missing."""
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name in names else name)
    monkeypatch.setattr(extras.shutil, "which", lambda name: None if name in names else name)  # type: ignore[attr-defined]


def test_an_extra_is_installed_by_what_has_made_the_environment(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_pip = ["-m", "pip", "install", "a>=1,<2", "b"]
    lacking(monkeypatch)
    assert shlex.split(how_to_install("two")) == [sys.executable, *by_pip]
    lacking(monkeypatch, "pip")
    by_uv = ["uv", "pip", "install", "--python", sys.executable]
    assert shlex.split(how_to_install("ssh")) == [*by_uv, "asyncssh>=2.24"]
    lacking(monkeypatch, "pip", "uv")
    assert shlex.split(how_to_install("two")) == [sys.executable, "-m", "ensurepip", "&&", sys.executable, *by_pip]
    lacking(monkeypatch)
    (environment / "uv-receipt.toml").touch()
    assert shlex.split(how_to_install("two")) == [*by_uv, "a>=1,<2", "b"]
    (environment / "uv-receipt.toml").unlink()
    (environment / "pipx_metadata.json").touch()
    assert shlex.split(how_to_install("two")) == ["pipx", "inject", "citadels", "a>=1,<2", "b"]


def test_a_checkout_takes_the_packages_of_an_extra_from_its_own_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """The project's name would be looked for in the package index, where it is nobody's yet."""

    def find(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", find)
    assert shlex.split(how_to_install("metrics"))[-1].startswith("prometheus-client>=")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("option", ["ssh", "web", "metrics"])
def test_a_missing_package_is_named_with_its_install_command(
    option: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("citadels_tui.commands.serve.find_spec", lambda name: None)
    assert main(["--lang", language, "serve", f"--{option}", "7443"]) == FAILED
    assert capsys.readouterr().err.endswith(f": {how_to_install(option)}\n")
