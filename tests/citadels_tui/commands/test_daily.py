"""The deal of the day: one deal for everybody, the first game counts, streaks, challenges, and a city to paste."""

from __future__ import annotations

import json
import random
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from citadels_tui.cli.main import GOOD, main
from citadels_tui.history.challenges import CHALLENGES, met
from citadels_tui.history.daily import LEVELS, Results, daily_game, day_of, deal_of, longest, results, streak, today
from citadels_tui.history.day_notes import DayNotes
from citadels_tui.history.played_games import PlayedGame, played_games
from citadels_tui.pages.daily_page import daily_lines, shared
from citadels_tui.textart.city_picture import city_picture
from citadels_tui.texts import challenges
from engine.bots.registry import BUILT_IN
from net.base.ids import new_id
from net.gamelog.archive import archived, keep_own, own_games
from net.gamelog.game_facts import GameFacts, SeatFacts
from net.gamelog.proof import Proof
from net.gamelog.verify import verify
from net.identity.crypto import Identity
from net.protocol.version import RULES
from tests.support.client.scripted import Player
from tests.support.net.signed_games import SignedGame

DAY = timedelta(days=1)
LAST = date(2026, 1, 10)
TEN = [LAST - number * DAY for number in reversed(range(10))]
ME = Identity.new()


def finished(day: date, chance: int = 0) -> Proof:
    """The log of a game of a day's deal that was begun then, in which the player plays by chance."""
    opening = daily_game("Ada", day).order.opening
    begun = datetime(day.year, day.month, day.day, 12, chance % 60).astimezone()
    with patch("net.base.ids.time.time_ns", return_value=int(begun.timestamp() * 1e9)):
        id = new_id()
    rules = deal_of(day).setup.rules()
    return SignedGame(rules, 1, random.Random(chance), opening.seed, me=ME, levels=opening.bots, id=id).finish().proof


def kept_results() -> Results:
    games = own_games()
    return results(played_games(games, frozenset({ME.public.hex()}), frozenset(game.host for game in games)))


@pytest.mark.thorough
def test_ten_days_have_ten_deals_kept_once_and_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path))
    assert len({deal_of(day).seed for day in TEN}) == 10
    assert len({(deal_of(day).setup.preset, deal_of(day).bots) for day in TEN}) > 3
    paths, points = {}, {}
    for number, day in enumerate(TEN):
        if day != TEN[3]:
            paths[day] = keep_own(finished(day, number))
        found = kept_results()
        assert (day in found) == (day != TEN[3])
        assert streak(found, day) == (number + 1 if number < 3 else 3 if number == 3 else number - 3)
        assert streak(found, day + DAY) == (streak(found, day) if day in found else 0)
        if day in found:
            points[day] = found[day].points
    # Once more: what was finished first stays what counts.
    keep_own(finished(TEN[5], 55))
    found = kept_results()
    assert {day: game.points for day, game in found.items()} == points
    assert (longest(found), len(found)) == (6, 9)
    for path in paths.values():
        proof = archived(path)
        report = verify(proof.host, proof.notes)
        assert report.ok, report.findings
    page = [line.plain for line in daily_lines(found, LAST, ascii=False)]
    assert sum(line.startswith("202") and "not played" in line for line in page) == 1
    assert "6 days in a row, longest 6; 9 played" in "\n".join(page)


def test_a_deal_comes_from_the_day_and_the_version_of_the_rules() -> None:
    assert deal_of(LAST) == deal_of(LAST, RULES)
    assert deal_of(LAST).seed != deal_of(LAST, bytes(16)).seed
    assert set(LEVELS) <= set(BUILT_IN)
    for day in TEN:
        deal = deal_of(day)
        assert len(set(deal.bots)) == deal.setup.players - 1
        deal.setup.rules()


def test_a_daily_game_counts_only_with_its_own_deal_at_the_player_s_own_host() -> None:
    facts = facts_of_own(finished(LAST))
    assert facts.seats[0].signed

    def day(you: int | None = 0, *, late: bool = False, home: bool = True, **other: Any) -> date | None:
        return day_of(PlayedGame(facts.model_copy(update=other), you, late, home))

    assert day() == LAST
    assert day(None) is day(late=True) is day(given=3) is day(reason="voted") is day(seed="00" * 32) is None
    # Anybody can deal a day, to a player who wins by somebody else's moves.
    assert day(home=False) is None
    unsigned = (facts.seats[0].model_copy(update={"signed": 0}), *facts.seats[1:])
    assert day(seats=unsigned) is None
    assert (
        day(seats=tuple(seat.model_copy(update={"level": "random" if seat.level else ""}) for seat in facts.seats))
        is None
    )


def facts_of_own(proof: Proof) -> GameFacts:
    from net.gamelog.game_facts import facts_of

    return facts_of(proof).model_copy(update={"stored": 2**31})


def test_the_city_is_three_lines_to_paste() -> None:
    city = [("noble", 5), ("trade", 1), ("religious", 3), ("unique", 4), ("military", 6)]
    assert city_picture(city, ascii=True) == ["N...M", "N.RUM", "NTRUM"]
    assert city_picture(city, ascii=False)[2] == "🟨🟩🟦🟪🟥"
    game = PlayedGame(facts_of_own(finished(LAST)), 0)
    lines = shared({LAST: game}, LAST, ascii=True)
    assert len(lines) == 3
    assert lines[0].endswith("  Citadels 2026-01-10")
    assert f"{game.points} points" in lines[1]
    assert lines[2].endswith("1 day in a row")
    assert len(game.facts.seats[0].city) == len(lines[0].split()[0])


def won(**own: object) -> PlayedGame:
    """A game that was won."""
    seats = (
        SeatFacts.model_validate({"name": "Ada", "key": "aa", "signed": 9, "score": 20, "city": ("manor",), **own}),
        SeatFacts(name="Bo", level="steward", score=15, played={"thief": 1, "warlord": 2}),
    )
    return PlayedGame(GameFacts(edition="deluxe", reason="finished", winners=(0,), seats=seats), 0)


@pytest.mark.parametrize(
    ("own", "challenge", "almost"),
    [
        ({"last": "architect"}, "architect", {"last": "king"}),
        (
            {"city": ("manor", "market", "temple", "prison", "library")},
            "types",
            {"city": ("manor", "market", "temple", "library")},
        ),
        ({"robbed": 0}, "not_robbed", {"robbed": 1}),
        ({"lost": 0}, "nothing_lost", {"lost": 1}),
        ({"city": ("manor",)}, "no_unique", {"city": ("library",)}),
        ({"city": ("manor",) * 8}, "large", {"city": ("manor",) * 7}),
        ({"score": 35}, "points", {"score": 34}),
        ({"score": 25}, "clear", {"score": 24}),
    ],
)
def test_a_challenge_is_met_in_a_won_game(own: dict[str, object], challenge: str, almost: dict[str, object]) -> None:
    assert met([won(**own)])[challenge] == 1
    assert met([won(**almost)])[challenge] == 0
    lost = won(**own)
    for game in (
        PlayedGame(lost.facts.model_copy(update={"winners": (1,)}), 0),
        PlayedGame(lost.facts.model_copy(update={"given": 9}), 0),
    ):
        assert met([game])[challenge] == 0


def test_every_challenge_has_its_words() -> None:
    assert list(CHALLENGES) == list(challenges.CHALLENGES)


@pytest.mark.thorough
def test_the_daily_game_is_the_same_in_plain_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []
    for name in ("one", "other"):
        home = tmp_path / name
        home.mkdir()
        with Player(["daily", "--plain", "--name", "Ada"], home) as ada:
            ada.type(*[""] * 400)
            ada.until("The words why")
            ada.type("quit")
            assert ada.ended() == (GOOD, "")
            assert "Deal of the day" in ada.said
        monkeypatch.setenv("CITADELS_STATE", str(home / "state"))
        monkeypatch.setenv("CITADELS_CONFIG", str(home))
        assert main(["games", "--json"]) == GOOD
        [game] = json.loads(capsys.readouterr().out)["games"]
        played.append([{**seat, "key": ""} for seat in game["seats"]])
    assert played[0] == played[1]
    with Player(["daily", "--plain", "--name", "Ada"], home) as ada:
        ada.type("quit")
        code, said = ada.ended()
    assert code == GOOD
    assert "another one does not count" in said
    assert main(["daily", "--results"]) == GOOD
    assert "1 day in a row, longest 1; 1 played" in capsys.readouterr().out


@pytest.mark.thorough
def test_line_by_line_a_hint_has_to_be_asked_for_twice_and_is_noted(tmp_path: Path) -> None:
    with Player(["daily", "--plain", "--name", "Ada"], tmp_path) as ada:
        ada.type("hint")
        ada.until("There are no hints in the deal of the day")
        ada.type("card nothing")
        ada.until("There is no card called nothing here.")
        assert not (tmp_path / "state" / "daily.txt").exists()
        ada.type("hint")
        ada.until("At a glance")
        ada.type("quit")
        assert ada.ended()[0] == GOOD
    assert DayNotes(tmp_path / "state" / "daily.txt").hinted == {today()}
