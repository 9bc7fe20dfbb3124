"""A bot's choice: its own numbers, from what its seat had seen, when the game is over."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine import Record, RulesError, resample, view
from engine.bots.registry import bot
from engine.review import bot_choice
from engine.review.bot_choice import BotChoice, ask_again
from tests.support.engine.reviewed import played

NAMES = ("steward", "schemer", "richard", "rogue")


@cache
def game() -> Record:
    return played(11, NAMES)


def choices(seat: int, least: int = 2) -> list[int]:
    """The moments at which a seat had so many moves to choose from."""
    record = game()
    return [
        moment
        for moment, g in enumerate(record.steps())
        if moment < len(record.moves) and record.moves[moment][0] == seat and len(g.moves) >= least
    ]


def test_a_steward_tells_what_its_move_is_worth_and_the_next_best() -> None:
    ahead = 0
    for moment in choices(0)[:12]:
        found = ask_again(game(), moment, NAMES)
        assert found
        assert found.level == "steward"
        assert not found.by_chance
        assert [each.worth for each in found.weighed] == sorted((each.worth for each in found.weighed), reverse=True)
        assert {each.move for each in found.weighed} >= {found.played, found.other}
        assert len(found.weighed) == found.moves
        ahead += found.weighed[0].move == found.played
    # Chance may sway it where others try to guess.
    assert ahead >= 9


def test_a_schemer_tells_how_often_it_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_choice, "WORLDS", 4)
    moment = choices(1, 4)[0]
    found = ask_again(game(), moment, NAMES)
    assert found
    assert found.by_chance
    assert all(0 <= each.worth <= 1 for each in found.weighed)
    assert found == ask_again(game(), moment, NAMES)


def test_a_bot_that_goes_by_rules_has_no_numbers_and_a_person_no_bot() -> None:
    moment = choices(2)[3]
    found = ask_again(game(), moment, NAMES)
    assert found == BotChoice(2, "richard", game().moves[moment][1], found.moves if found else 0)
    assert ask_again(game(), moment, ("steward", "schemer", "", "rogue")) is None
    with pytest.raises(RulesError, match="there is no bot 'oracle'"):
        ask_again(game(), moment, ("steward", "schemer", "oracle", "rogue"))


def test_one_move_needs_no_reason() -> None:
    record = game()
    moment = next(p for p, g in enumerate(record.steps()) if g.seat in (0, 1, 3) and len(g.moves) == 1)
    found = ask_again(record, moment, NAMES)
    assert found
    assert (found.moves, found.weighed, found.reason) == (1, (), None)


def test_it_depends_on_what_the_seat_had_seen_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game that looked the same to the seat it weighs the same."""
    monkeypatch.setattr(bot_choice, "WORLDS", 3)
    moment = choices(1, 4)[1]
    honest, before = ask_again(game(), moment, NAMES), bot_choice._before

    def twin(*args: object) -> object:
        return resample(before(*args), 1, Random(7))  # type: ignore[arg-type]

    monkeypatch.setattr(bot_choice, "_before", twin)
    assert ask_again(game(), moment, NAMES) == honest


def test_a_steward_plays_the_move_it_weighs_most() -> None:
    for moment in choices(0)[:20]:
        *_, g = Record(game().rules, NAMES, game().seed, game().moves[:moment]).steps()
        asked = view(g, 0)
        weighed = bot("steward", 5).weigh(asked)  # type: ignore[attr-defined]
        best = max(weighed, key=lambda each: each.worth)
        assert bot("steward", 5).choose(asked) == best.move
