"""Sentences that say what to type name the command by which the program was started."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_tui.pages.score_table import checked
from citadels_tui.session.session import Session
from citadels_tui.textart.symbols import ASCII
from citadels_tui.wording.own_command import command_to_resume, own_command
from net.client.updates import Verified
from tests.support.client import tables
from tests.support.client.fake import FakeFeed
from tests.support.root import ROOT


@pytest.mark.parametrize(
    ("called", "command"),
    [
        ("", "citadels"),
        ("scripts/play", "scripts/play"),
        ("/opt/my games/play", "'/opt/my games/play'"),
        ("a\x1b[2Jb", "citadels"),
    ],
)
def test_the_result_says_how_to_check_the_game_with_that_command(
    monkeypatch: pytest.MonkeyPatch, called: str, command: str
) -> None:
    monkeypatch.setenv("CITADELS_COMMAND", called)
    assert own_command() == command
    feed = FakeFeed()
    session = Session(feed, ASCII)
    tables.end(feed)
    while not feed.queue.empty():
        session.apply_update(feed.queue.get_nowait())
    session.ending.verified = Verified(True, "It is true.", proof=Path("/tmp/a game.proof"))
    assert checked(session.ending, session.voice).plain.splitlines()[-1] == f"{command} verify '/tmp/a game.proof'"


@pytest.mark.parametrize(
    ("called", "game", "table"),
    [
        ("", "citadels play --resume", "citadels host --resume"),
        ("scripts/play", "scripts/play --resume", "scripts/play host --resume"),
        ("scripts/other", "scripts/other play --resume", "scripts/other host --resume"),
    ],
)
def test_what_was_left_is_gone_on_with_by_that_command(
    monkeypatch: pytest.MonkeyPatch, called: str, game: str, table: str
) -> None:
    monkeypatch.setenv("CITADELS_COMMAND", called)
    assert (command_to_resume(), command_to_resume(hosted=True)) == (game, table)


def test_the_script_says_how_it_was_called() -> None:
    assert "export CITADELS_COMMAND=$0\n" in (ROOT / "scripts" / "play").read_text(encoding="utf-8")
