"""Bots that are installed beside the game sit at tables."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from engine.bots import Level, levels, usable
from net.base.errors import NetError
from net.host.opening import Opening
from net.host.seats.lobby import BotSeat
from net.local.order import Order
from net.local.process import start_local
from net.protocol.client_messages import AddBot, Start
from net.protocol.host_messages import Err, LobbyNote
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.fakes import Room
from tests.support.net.hosting import SEED, WAIT, play, play_of
from tests.support.plugins import install, install_sample


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path of this process and of those it starts, with the bot of the documents and a broken one."""
    folder = tmp_path / "site"
    folder.mkdir()
    install_sample(folder)
    install(folder, "sickness", "sick = gone:Bot")
    install(folder, "moody", "moody = moody:Moody", moody=MOODY)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    levels.cache_clear()
    yield folder
    levels.cache_clear()
    for name in ("citadels_miser", "moody"):
        sys.modules.pop(name, None)


MOODY = """
class Moody:
    def __init__(self, random): pass
    def watch(self, event): pass
    def choose(self, view): raise SystemExit("not today")
"""


@pytest.mark.parametrize("name", ["a", "z9_", "a" * 16, "a" * 17, "", "9a", "_a", "A", "a-b", "a b", "ä", "a\n"])
def test_a_bot_s_name_can_be_used_where_it_can_be_sent(name: str, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.bots.registry._plugged_in", lambda: [Level(name, "gone:Bot", "somebody 1.0")])
    try:
        AddBot(cid=1, level=name)
    except ValidationError:
        sent = False
    else:
        sent = True
    assert (name in usable()) == sent


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_an_installed_bot_plays_a_whole_game_at_a_hosted_table(site: Path) -> None:
    async with asyncio.timeout(WAIT):
        opening = Opening(bots=("miser", "moody", "steward"), seed=SEED)
        order = Order(setup=Setup(players=4), options=TableOptions(bot_pause=0), opening=opening)
        client = await start_local("Ada", order)
        story = await play(client)
    assert story.ended
    assert story.started
    assert [seat.level for seat in client.seats[1:]] == ["miser", "moody", "steward"]


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_broken_bot_is_refused_with_a_sentence(site: Path) -> None:
    async with asyncio.timeout(WAIT):
        with pytest.raises(NetError) as caught:
            await start_local(
                "Ada", Order(setup=Setup(players=2), options=TableOptions(bot_pause=0), opening=Opening(bots=("sick",)))
            )
    assert caught.value.code == "bot_bad"
    assert str(caught.value).startswith("This bot cannot be seated: the bot 'sick' of sickness 0.1 does not work: ")


def test_the_owner_of_a_lobby_seats_an_installed_bot(site: Path) -> None:
    room = Room(3)
    owner = room.join("Ada")
    room.ask(owner, AddBot, level="miser")
    assert [seat.level for seat in owner.last(LobbyNote).seats] == ["", "miser", ""]
    for level in ("sick", "genius"):
        answer = room.ask(owner, AddBot, level=level)
        assert isinstance(answer, Err)
        assert answer.code == "bot_bad"


def forget(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The packages are uninstalled."""
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder != str(site)])
    levels.cache_clear()
    sys.modules.pop("citadels_miser", None)


def test_a_steward_plays_for_a_bot_that_is_not_there_any_more(
    site: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = Room(2)
    owner = room.join("Ada")
    room.ask(owner, AddBot, level="miser")
    room.ask(owner, Start)
    forget(site, monkeypatch)
    room.restart()
    owner = room.join("Ada", like=owner)
    played = play_of(room.table)
    for _ in range(30):
        if played.seat == 0:
            room.act(owner, str(played.view(0).moves[0]))
        room.tick(5)
    assert played.did > 20
    assert "there is no bot 'miser'; choose from random, novice," in caplog.text
    assert "; a steward plays seat 1" in caplog.text


def test_a_lobby_comes_back_without_a_bot_that_is_not_there_any_more(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(4)
    owner = room.join("Ada")
    for level in ("miser", "steward"):
        room.ask(owner, AddBot, level=level)
    forget(site, monkeypatch)
    room.restart()
    assert [seat.level for seat in room.table.lobby.seats if isinstance(seat, BotSeat)] == ["steward"]
