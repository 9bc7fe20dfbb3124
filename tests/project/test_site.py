"""The site of the documents: every page is on it, links hold, and what is written from the code is the code's."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from citadels_tui.cli.parser import COMMANDS
from citadels_tui.settings.settings import Settings
from tests.support.root import ROOT

SOURCE = "https://example.org/club/citadels-tui"
SITE = "https://club.example.org/citadels-tui"
GENERATED = {"commands.md", "settings.md", "reference/engine.md", "reference/bots.md"}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = util.spec_from_file_location("site_pages", ROOT / "scripts" / "site_pages.py")
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def named(nav: list[Any]) -> list[str]:
    """The pages of a list of them, and of those below."""
    found: list[str] = []
    for each in nav:
        found += [each] if isinstance(each, str) else [page for part in each.values() for page in named(part)]
    return found


def settings() -> dict[str, Any]:
    """Those of the site, without what only its builder can read."""
    text = (ROOT / "docs" / "site" / "site.yml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(
        text.replace("!!python/object/apply:pymdownx.slugs.slugify", "").replace("!ENV ", "")
    )
    return found


def test_the_address_of_the_site_is_one_setting() -> None:
    """What does the showing is told it, too, and shows nothing without."""
    assert settings()["site_url"] == ["CITADELS_SITE", ""]
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8"))["jobs"]
    (built,) = (step["env"] for step in jobs["build"]["steps"] if step.get("run") == "scripts/site")
    assert built["CITADELS_SITE"] == "${{ vars.SITE }}"
    assert jobs["show"]["if"].endswith("vars.SITE != ''")


def test_every_document_has_its_place(script: ModuleType) -> None:
    pages = named(settings()["nav"])
    assert len(pages) == len(set(pages))
    assert set(pages) == {*script.pages().values(), *GENERATED}


@pytest.mark.parametrize(
    ("name", "text", "moved"),
    [
        ("README.md", "[a](docs/hosting.md#b)", "[a](hosting.md#b)"),
        ("README.md", "![a](docs/pictures/film.svg)", "![a](pictures/film.svg)"),
        ("docs/api.md", "[a](../README.md#extras) [b](#c)", "[a](index.md#extras) [b](#c)"),
        ("docs/api.md", "[a](sample_bot)", f"[a]({SOURCE}/blob/main/docs/sample_bot)"),
        ("docs/api.md", "[a](https://example.org)", "[a](https://example.org)"),
        ("docs/api.md", "```\n[a](sample_bot)\n```\n", "```\n[a](sample_bot)\n```\n"),
    ],
)
def test_links_hold_on_the_site(script: ModuleType, name: str, text: str, moved: str) -> None:
    assert script.moved(text, name, SOURCE) == moved


def test_without_an_address_only_the_words_of_a_file_s_link_stay(script: ModuleType) -> None:
    assert script.moved("See [the bot](sample_bot).", "docs/api.md", "") == "See the bot."


def test_every_command_and_setting_is_told(script: ModuleType) -> None:
    commands = script.commands()
    for name in COMMANDS:
        assert name.startswith("-") or f"\n## citadels {name}\n" in commands
    assert "--players" in commands
    settings = script.settings()
    for field in dataclasses.fields(Settings):
        (line,) = (each for each in settings.splitlines() if each.startswith(f"| `{field.name}` |"))
        assert len(line.split("|")[4]) > 10


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="runs a shell")
def test_the_site_is_built_without_a_dead_link_and_fetches_nothing(tmp_path: Path) -> None:
    place = {"PYTHON": sys.executable, "CITADELS_SITE": SITE}
    subprocess.run([ROOT / "scripts" / "site", tmp_path], check=True, env=os.environ | place)
    pages = sorted(tmp_path.rglob("*.html"))
    assert len(pages) > 25
    for page in pages:
        text = page.read_text(encoding="utf-8").replace(f'<link rel="canonical" href="{SITE}/', "")
        assert re.findall(r'(?:src|<link[^>]* href)="https?://[^"]*"', text) == [], page
    # Wherever a link leads nowhere, it is shown: so its own links begin at the top of the host.
    lost = (tmp_path / "404.html").read_text(encoding="utf-8")
    goals = re.findall(r'(?:src|href)="(?!#|https?:)([^"]*)"', lost)
    assert len(goals) > 25
    for goal in goals:
        assert goal.startswith("/citadels-tui/"), goal
        assert (tmp_path / goal.removeprefix("/citadels-tui/").partition("#")[0]).exists(), goal
    listed = re.findall(r"<loc>(.*?)</loc>", (tmp_path / "sitemap.xml").read_text(encoding="utf-8"))
    shown = [f"{SITE}/{page.relative_to(tmp_path).as_posix()}" for page in pages if page.name != "404.html"]
    assert sorted(listed) == sorted(shown)
    for told in ("engine.html", "bots.html"):
        reference = (tmp_path / "reference" / told).read_text(encoding="utf-8")
        assert "doc-heading" in reference
        assert "<blockquote>" not in reference, "an example is taken for a quotation"
    index = (tmp_path / "search" / "search_index.js").read_text(encoding="utf-8")
    for page in pages:
        if page.name != "404.html":
            assert f'"location":"{page.relative_to(tmp_path).as_posix()}"' in index
