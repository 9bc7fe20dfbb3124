"""What is built: the wheel gives a command and a manual page, the source archive is everything that git keeps."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest

from tests.project.install.built import build, built_version, run
from tests.support.root import ROOT
from tests.support.terminal import SECONDS

NOT_PACKED = {".gitattributes"}
"""Files of git that nobody needs who has no git."""


@pytest.mark.skipif(os.name != "posix", reason="has the folders of Unix")
@pytest.mark.thorough
def test_the_wheel_gives_both_commands_and_the_manual_page(tmp_path: Path) -> None:
    """In an environment of its own, which borrows the packages of this one."""
    wheel = build("wheel", tmp_path)
    fresh = tmp_path / "fresh"
    run(sys.executable, "-m", "venv", fresh, cwd=tmp_path)
    run(fresh / "bin" / "pip", "install", "--no-index", "--no-deps", wheel, cwd=tmp_path)
    (site,) = fresh.glob("lib/python3*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    places: dict[str, str | Path] = {"HOME": tmp_path, "CITADELS_CONFIG": tmp_path, "CITADELS_STATE": tmp_path}
    for command in ("citadels", "citadels-tui"):
        assert run(fresh / "bin" / command, "-V", cwd=tmp_path, variables=places).stdout.strip() == built_version()
    where = run(fresh / "bin" / "python", "-c", "import engine; print(engine.__file__)", cwd=tmp_path).stdout
    assert where.startswith(str(site))
    assert (fresh / "share" / "man" / "man1" / "citadels.1").read_text() == (ROOT / "docs" / "citadels.1").read_text()


@pytest.mark.thorough
def test_the_source_archive_has_all_that_git_has(tmp_path: Path) -> None:
    """And so it can play, be tested and be built from."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("there is no git")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True, timeout=SECONDS)
    with tarfile.open(build("sdist", tmp_path)) as archive:
        packed = {name.partition("/")[2]: archive.getmember(name) for name in archive.getnames()}
    kept = {name for name in done.stdout.split("\0") if name and (ROOT / name).exists()}
    assert sorted(kept - packed.keys() - NOT_PACKED) == []
    for script in (path for path in kept if path.startswith("scripts/")):
        assert bool(packed[script].mode & 0o100) is os.access(ROOT / script, os.X_OK), script
