"""A release: what it writes, and what it refuses."""

import datetime
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType

import pytest

from tests.support.root import ROOT

DAY = datetime.date(2030, 1, 2)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    loader = SourceFileLoader("release_script", str(ROOT / "scripts" / "release"))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_no_release_says_that_there_is_none(script: ModuleType) -> None:
    script.check_readme("Install it with pipx.")
    with pytest.raises(script.ReleaseError, match="README"):
        script.check_readme("Version 1.0 is not in the package\nindex yet.")


def test_a_version_may_only_rise(script: ModuleType) -> None:
    source = (ROOT / script.VERSIONED).read_text(encoding="utf-8")
    assert '\n__version__ = "9.8.7"\n' in script.bumped(source, "9.8.7")
    with pytest.raises(script.ReleaseError, match="older than"):
        script.bumped(source, "0.0.1")
    with pytest.raises(script.ReleaseError, match="three numbers"):
        script.bumped(source, "1.0")


def test_the_unreleased_section_gets_version_and_day(script: ModuleType) -> None:
    log = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A card.\n"
    assert script.dated(log, "1.0.0", DAY) == (
        "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2030-01-02\n\n### Added\n\n- A card.\n"
    )
    with pytest.raises(script.ReleaseError, match="nothing under Unreleased"):
        script.dated("# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2030-01-02\n\n- A card.\n", "1.1.0", DAY)


def test_there_is_something_to_release_or_it_has_just_been_released(script: ModuleType) -> None:
    """A release runs all tests with its version and day written down already."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = script.VERSION.search((ROOT / script.VERSIONED).read_text(encoding="utf-8"))[1]
    if f"## [{version}]" in changelog:
        assert script.notes(changelog, version)
    else:
        script.dated(changelog, "9.8.7", DAY)


def test_a_wrong_version_is_refused_in_a_sentence() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "release", "new"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "new is no version: three numbers with dots between them.\n"
