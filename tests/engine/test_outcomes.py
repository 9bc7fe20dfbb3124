"""What a decision says that a move leads to is what happens."""

from __future__ import annotations

import pytest

from engine import Move, Outcome, Rules, State, new_game, outcome
from tests.support.engine.compiled import replaces_code
from tests.support.engine.games import BOXES, Box, choices, random_game


def promised(g: State, text: str) -> Outcome | None:
    """What a move is said to lead to."""
    return next((each for each in g.outcomes() if str(each.move) == text), None)


@pytest.mark.slow
@replaces_code
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_playing_on_through_quiet_steps_changes_no_outcome(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    g = random_game(1, box)
    for move in choices(g, 1):
        said = g.outcomes()
        with monkeypatch.context() as patch:
            patch.setattr(outcome, "QUIET", frozenset())
            assert g.outcomes() == said
        g.apply(move)


def test_hidden_cards_are_not_foretold() -> None:
    """The Spy does not know what will be found before looking."""
    rules = Rules.make(
        4, characters=("assassin", "spy", "magician", "king", "bishop", "merchant", "architect", "warlord")
    )
    for number in range(200):
        g = new_game(rules, f"spy {number}")
        for move in choices(g, number):
            if move.verb == "spy":
                assert not [each for each in g.outcomes() if each.move.verb == "spy"]
                return
            g.apply(move)
    pytest.fail("no Spy looked at a hand")


def test_the_points_for_a_completed_city_are_told() -> None:
    found: set[int] = set()
    for number in range(60):
        g = random_game(number)
        for move in choices(g, number):
            found |= {each.complete for each in g.outcomes() if each.move.verb == "build"}
            g.apply(move)
        if {2, 4} <= found:
            return
    pytest.fail(f"no city was completed: {found}")


def test_a_character_is_told_by_what_it_would_collect_now() -> None:
    g = new_game(Rules.make(4), "draft")
    g.players[g.seat or 0].settle((g.ruleset.district("market"), g.ruleset.district("docks")))
    said = promised(g, "pick merchant")
    assert said == Outcome(Move("pick", "merchant"), gold=3)
