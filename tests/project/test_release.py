"""A release: what it writes, and what it refuses."""

import datetime
import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType

import pytest
from packaging.version import Version

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


def test_a_version_may_only_rise(script: ModuleType) -> None:
    source = (ROOT / script.VERSIONED).read_text(encoding="utf-8")
    assert '\n__version__ = "9.8.7"\n' in script.bumped(source, "9.8.7")
    for lower in ("0.0.1", "0.9.9rc9"):
        with pytest.raises(script.ReleaseError, match="older than"):
            script.bumped(source, lower)
    for wrong in ("1.0", "1.0.0.0", "1.0.0b1", "1.0.0rc", "v1.0.0"):
        with pytest.raises(script.ReleaseError, match="three numbers"):
            script.bumped(source, wrong)


def test_a_checkout_comes_before_its_rehearsals_and_they_before_the_release(script: ModuleType) -> None:
    rising = ["1.0.0.dev0", "1.0.0rc1", "1.0.0rc2", "1.0.0rc10", "1.0.0", "1.0.1.dev0", "1.0.1", "1.1.0", "1.10.0"]
    assert sorted(rising, key=script.order) == rising
    assert sorted(rising, key=Version) == rising, "as others order them"


def test_after_a_release_the_next_version_is_begun(script: ModuleType) -> None:
    assert script.following("1.0.0") == "1.0.1.dev0"
    assert script.following("1.2.9") == "1.2.10.dev0"


def test_a_version_can_be_rehearsed_though_it_is_written_down_already(script: ModuleType) -> None:
    source = '__version__ = "1.0.0"\n'
    assert script.bumped(source, "1.0.0rc2") == '__version__ = "1.0.0rc2"\n'
    for older in ("0.9.9", "0.9.9rc1", "1.0.0.dev0"):
        with pytest.raises(script.ReleaseError, match="older than"):
            script.bumped(source, older)
    log = "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2030-01-02\n\n- A card.\n"
    assert script.dated(log, "1.0.0rc2", DAY) == log
    assert script.notes(log, "1.0.0rc2") == "- A card."


def test_a_rehearsal_leaves_the_changelog_as_it_is(script: ModuleType) -> None:
    log = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A card.\n"
    assert script.dated(log, "1.0.0rc1", DAY) == log
    assert script.notes(log, "1.0.0rc1") == "### Added\n\n- A card."


def test_the_unreleased_section_gets_version_and_day(script: ModuleType) -> None:
    log = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A card.\n"
    assert script.dated(log, "1.0.0", DAY) == (
        "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2030-01-02\n\n### Added\n\n- A card.\n"
    )
    log = "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2030-01-02\n\n- A card.\n"
    assert script.dated(log, "1.0.0", DAY + datetime.timedelta(1)) == log, "its version and day stood there already"
    with pytest.raises(script.ReleaseError, match="nothing under Unreleased"):
        script.dated(log, "1.1.0", DAY)


def test_there_is_something_to_release_or_it_has_just_been_released(script: ModuleType) -> None:
    """A release runs all tests with its version and day written down already, and then begins the next."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = script.rehearsed(script.VERSION.search((ROOT / script.VERSIONED).read_text(encoding="utf-8"))[1])
    released = re.findall(r"^## \[(\d.*?)\]", changelog, re.MULTILINE)[:1]
    if version in released or [script.following(each) for each in released] == [version]:
        assert script.notes(changelog, released[0])
    else:
        script.dated(changelog, "9.8.7", DAY)


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("new", "new is no version: three numbers with dots between them.\n"),
        ("1.0.1.dev0", "1.0.1.dev0 is the version of a checkout.\n"),
    ],
)
def test_a_wrong_version_is_refused_in_a_sentence(version: str, said: str) -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "release", version], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, said)
