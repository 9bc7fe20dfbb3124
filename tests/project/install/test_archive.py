"""The source archive, unpacked elsewhere and without git, plays and is tested like a checkout."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from tests.project.install.built import build, built_version, run

pytestmark = pytest.mark.long

LONG = 20 * 60
"""Seconds in which packages are installed, however busy the machine is."""


def test_it_plays_is_tested_and_can_be_built_from(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    places: dict[str, str | Path] = {"CITADELS_CONFIG": tmp_path, "CITADELS_STATE": tmp_path, "GIT_DIR": "/nowhere"}
    played = run(folder / "scripts" / "play", "--version", cwd=tmp_path, seconds=LONG, variables=places)
    version = built_version()
    assert played.stdout.strip() == version
    assert run(folder / ".venv" / "bin" / "citadels", "-V", cwd=tmp_path, variables=places).stdout.strip() == version
    tested = run(folder / "scripts" / "test", "--core", cwd=tmp_path, seconds=LONG, variables=places).stdout
    assert " passed" in tested
    run(folder / "scripts" / "wheel", tmp_path / "built", cwd=tmp_path, seconds=LONG, variables=places)
    assert len([*(tmp_path / "built").glob("*.whl")]) == 1
