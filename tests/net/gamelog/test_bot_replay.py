"""Bots play a finished game again: each move of theirs is their own, and no host can choose one for them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import Move, Rules
from engine.bots.registry import BOTS_V, BUILT_IN
from net.gamelog.entries import ChangeEntry, SeatEntry
from net.gamelog.log_report import Report
from net.gamelog.verify import verify
from net.host.game import logged_game
from net.identity.crypto import SealKey
from tests.support.net import signed_games
from tests.support.net.signed_games import SignedGame
from tests.support.tiers import tiered


def of_level(level: str) -> Any:
    return lambda seat: SeatEntry(name=f"Bot {seat + 1}", level=level, seal=SealKey().public)


def table(monkeypatch: pytest.MonkeyPatch, level: str, people: int = 2, players: int = 4) -> SignedGame:
    """A game that is dealt, with bots of a level in the other seats."""
    monkeypatch.setattr(signed_games, "bot", of_level(level))
    game = SignedGame(Rules.make(players, preset="first_game"), people, random.Random(4))
    game.share()
    return game


def checked(game: SignedGame, **how: Any) -> Report:
    proof = game.proof
    return verify(proof.host, proof.notes, **how)


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


QUICK = [level for level in BUILT_IN if level not in ("schemer", "mastermind", "steward-1")]


@pytest.mark.parametrize("level", tiered(QUICK, QUICK[::2]))
def test_an_honest_bot_is_believed_through_all_events_of_a_table(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rests, restarts, votes and players who come, go, sleep and take moves back change no choice of a bot."""
    game = table(monkeypatch, level).finish(incidents=0.05)
    report = checked(game)
    assert not report.findings
    assert not report.unchecked


def puppets(game: SignedGame, *, people: bool) -> None:
    """A host that ends the turns of bots, or of players who it says are away."""
    while not game.play.over:
        seat = game.play.seat
        assert seat is not None
        moves = game.play._state.moves
        if (seat in game.people) == people and Move("end") in moves:
            game.play.answer(Move("end"), "absent" if people else "bot")
        else:
            game.move()


@pytest.mark.parametrize("people", [False, True])
def test_a_host_that_moves_for_a_bot_is_noticed(people: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(monkeypatch, "steward")
    puppets(game, people=people)
    report = checked(game)
    assert codes(report) == ["bot"]
    assert "is another move than the bot makes" in str(report.verdict)


def test_bots_that_play_by_another_version_are_named_and_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logged_game, "BOTS_V", BOTS_V + 1)
    game = table(monkeypatch, "steward")
    puppets(game, people=False)
    report = checked(game)
    assert report.ok
    assert {*report.unchecked.values()} == {"version"}
    assert "  The host's bots are from another version: their moves were not checked." in str(report.verdict)


def test_a_host_that_is_started_with_another_version_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(monkeypatch, "steward").finish(moves=40)
    monkeypatch.setattr(logged_game, "BOTS_V", BOTS_V + 1)
    game.restart()
    puppets(game, people=False)
    report = checked(game)
    assert report.ok
    assert "version" in report.unchecked.values()


def test_a_bot_that_only_the_host_has_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(monkeypatch, "miser", people=0)
    while not game.play.over:
        game.move(game.play._state.moves[0])
    report = checked(game)
    assert report.ok
    assert report.unchecked == dict.fromkeys([(seat, "miser") for seat in range(4)], "foreign")
    assert " The moves of Bot 1 (miser), Bot 2 (miser), Bot 3 (miser) and Bot 4 (miser) were not" in str(report.verdict)


@pytest.mark.parametrize("level", ["schemer", pytest.param("mastermind", marks=pytest.mark.thorough)])
@pytest.mark.slow
def test_a_bot_that_searches_does_so_again_where_that_is_wanted(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    game = table(monkeypatch, level, people=3).finish()
    report = checked(game)
    assert report.ok
    assert {*report.unchecked.values()} == {"searches"}
    assert f" The moves of {next(iter(names(report, level)))} ({level}) were not checked." in str(report.verdict)
    whole = checked(game, searching=lambda done, of: told.append((done, of)))
    assert (codes(whole), whole.unchecked) == ([], {})
    assert "not checked" not in str(whole.verdict)
    assert [done for done, _ in told] == [*range(len(told))]


def names(report: Report, level: str) -> set[str]:
    return {sitter.name for seat in report.seats for sitter in seat.people if sitter.who.level == level}


@pytest.mark.slow
def test_a_host_that_moves_for_a_bot_that_searches_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(monkeypatch, "schemer", people=3)
    puppets(game, people=False)
    assert checked(game).ok
    assert codes(checked(game, searching=lambda done, of: None)) == ["bot"]


def test_a_seat_that_is_given_to_another_kind_of_bot_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(monkeypatch, "steward", people=3).finish(moves=40)
    seat = next(seat for seat in range(4) if seat not in game.people)
    game.play.change(ChangeEntry(seat=seat, who=of_level("novice")(seat), reason="bot"))
    report = checked(game.finish())
    assert report.ok
    given = next(each for each in report.stood_in if not each.person.who.pub)
    assert (given.seat, given.person.who.level, [*given.made]) == (seat, "steward", ["bot"])
    assert (
        f"Bot {seat + 1} ({given.made['bot']} of {given.moves}: {given.made['bot']} by a bot that was given the seat"
        in str(report.verdict)
    )
