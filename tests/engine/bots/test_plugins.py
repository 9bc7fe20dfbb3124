"""Bots that are installed beside the game by somebody else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Rules, RulesError, bot, new_game, seen, view
from engine.arena.casts import Listed
from engine.arena.simulate import Simulation, simulate
from engine.bots import levels, usable
from engine.bots.registry import BUILT_IN
from tests.support.plugins import install, install_sample
from tests.support.root import ROOT

OURS = tuple(level.name for level in BUILT_IN.values() if level.offered)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path to install into; bots are looked for anew."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    levels.cache_clear()
    yield folder
    levels.cache_clear()
    sys.modules.pop("citadels_miser", None)


def test_without_plug_ins_there_are_those_of_the_package(site: Path) -> None:
    assert [level.name for level in levels()] == [*OURS]


def test_the_bot_of_the_documents_is_found_and_plays(site: Path) -> None:
    install_sample(site)
    assert list(usable()) == [*OURS, "miser"]
    assert usable()["miser"].package == "citadels-miser 0.1"
    game = new_game(Rules.make(players=3), seed="miser")
    players = [bot("miser", seat) for seat in range(3)]
    while game.seat is not None:
        for event in game.drain():
            for seat, player in enumerate(players):
                player.watch(seen(event, seat))
        game.apply(players[game.seat].choose(view(game, game.seat)))
    assert game.winners


@pytest.mark.slow
@pytest.mark.thorough
def test_the_bot_of_the_documents_beats_richard(site: Path) -> None:
    """It wins 34 of 100 games over three of them, and one of them 16 over three of it; an even share is 25."""
    install_sample(site)
    for winner, least, most in (("miser", 0.26, 1.0), ("richard", 0.0, 0.24)):
        (other,) = {"miser", "richard"} - {winner}
        simulation = Simulation(Listed((Rules.make(4),)), (winner, *[other] * 3))
        assert least < simulate(simulation, 500, 120, 1).bot_wins[winner] / 120 < most


@pytest.mark.parametrize("name", ["Bad", "two words", "a_name_that_is_too_long", "9lives", "random"])
def test_a_name_that_cannot_be_used_is_said_once_and_the_others_play(site: Path, name: str) -> None:
    install_sample(site)
    install(site, "rival", f"{name} = nothing:Nothing")
    (level,) = [level for level in levels() if level.problem]
    assert level.name == name
    assert level.package == "rival 0.1"
    assert list(usable()) == [*OURS, "miser"]
    assert hasattr(bot("random", 1), "choose")


def test_two_plug_ins_of_one_name_are_decided_by_package_name(site: Path) -> None:
    install_sample(site)
    install(site, "another", "miser = nothing:Nothing")
    assert [(level.package, bool(level.problem)) for level in levels()[len(OURS) :]] == [
        ("another 0.1", False),
        ("citadels-miser 0.1", True),
    ]


@pytest.mark.parametrize(
    ("value", "source", "why"),
    [
        ("gone:Bot", "", "ModuleNotFoundError"),
        ("sick:Bot", "1 / 0", "ZeroDivisionError"),
        ("sick:Bot", "raise SystemExit", "SystemExit"),
        ("sick:Bot", "", "AttributeError"),
        ("sick:Bot", "Bot = 3", "TypeError"),
        ("sick:Bot", "def Bot(random): return 3", "AttributeError"),
        ("sick:Bot", "def Bot(): pass", "TypeError"),
        ("sick:Bot", "def Bot(random): raise ValueError('\\033[2J\\n')", "ValueError"),
        ("sick:", "", "Error"),
        (":", "", "Error"),
        ("not a name", "", "Error"),
    ],
)
def test_a_broken_plug_in_is_refused_with_a_sentence(site: Path, value: str, source: str, why: str) -> None:
    install(site, "sickness", f"sick = {value}", sick=source)
    sys.modules.pop("sick", None)
    with pytest.raises(RulesError, match=f"^the bot 'sick' of sickness 0.1 does not work: .*{why}") as caught:
        bot("sick", 1)
    assert str(caught.value).isprintable()
    assert hasattr(bot("steward", 1), "choose")


@pytest.mark.parametrize(
    "text", ["[citadels.bots]\nno value\n", "[citadels.bots]\n= a:b\n", "citadels.bots", "[citadels.bots"]
)
def test_metadata_that_cannot_be_read_stops_nobody(site: Path, text: str) -> None:
    install_sample(site)
    install(site, "torn", "torn = a:b")
    (site / "torn-0.1.dist-info" / "entry_points.txt").write_text(text, encoding="utf-8")
    assert list(usable()) == [*OURS, "miser"]


def test_a_package_without_a_name_stops_nobody(site: Path) -> None:
    install_sample(site)
    install(site, "torn", "torn = a:b")
    (site / "torn-0.1.dist-info" / "METADATA").unlink()
    assert "miser" in usable()


def test_nobody_looks_for_plug_ins_before_they_are_asked_for() -> None:
    code = "import sys; from engine import bot; bot('steward', 1); print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
