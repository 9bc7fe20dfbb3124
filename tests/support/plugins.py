"""Packages that are installed beside the game, for tests: a folder with modules and their metadata."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.support.root import ROOT

SAMPLE = ROOT / "docs" / "sample_bot"


def install(site: Path, name: str, entry_points: str, **modules: str) -> None:
    """Put a package into a folder as pip does: its modules, and what it says about itself."""
    for module, source in modules.items():
        (site / f"{module}.py").write_text(source, encoding="utf-8")
    folder = site / f"{name.replace('-', '_')}-0.1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n", encoding="utf-8")
    (folder / "entry_points.txt").write_text(f"[citadels.bots]\n{entry_points}\n", encoding="utf-8")


def install_sample(site: Path) -> None:
    """Install the bot of the documents."""
    project = tomllib.loads((SAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    points = project["entry-points"]["citadels.bots"]
    source = (SAMPLE / "citadels_miser.py").read_text(encoding="utf-8")
    install(
        site, project["name"], "\n".join(f"{key} = {value}" for key, value in points.items()), citadels_miser=source
    )
