"""Advice to a person: the steward's own choice, with a reason that is true."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import Move, Rules, new_game, seen, view
from engine.bots.advice import REASONS, Advice, advise
from engine.bots.memory import Memory
from engine.bots.steward import GUESSED, NAMES, Steward


def advised(rules: Rules, seed: int) -> list[tuple[str, Advice, Move]]:
    """Every decision of a game that follows the advice: its kind, the advice, and what a steward would choose."""
    game = new_game(rules, seed=seed.to_bytes(32, "big"))
    memories = [Memory() for _ in range(rules.players)]
    stewards = [Steward(Random(seed)) for _ in range(rules.players)]
    found = []
    while game.seat is not None:
        for event in game.drain():
            for seat, memory in enumerate(memories):
                memory.watch(seen(event, seat))
                stewards[seat].watch(seen(event, seat))
        now = view(game, game.seat)
        advice = advise(now, memories[game.seat])
        assert now.asked is not None
        found.append((now.asked.kind, advice, stewards[game.seat].choose(now)))
        game.apply(advice.move)
    return found


@pytest.mark.parametrize("edition", ["deluxe", "classic", "dark_city"])
def test_the_advice_is_what_a_steward_would_do(edition: str) -> None:
    reasons: Counter[str] = Counter()
    for seed, players in enumerate((2, 4, 7), 1):
        for kind, advice, choice in advised(Rules.random(players, Random(seed), edition), seed):
            # Of characters that are worth the same a steward names one by chance.
            assert kind in GUESSED or advice.move == choice or advice.move.verb == choice.verb in NAMES
            assert advice.reason in REASONS
            reasons[advice.reason] += 1
    assert len(reasons) > 12
    assert reasons["gold_plan"]
    assert reasons["draft_income"]


@pytest.mark.slow
def test_every_reason_is_given_in_some_game() -> None:
    reasons = set()
    for seed in range(1, 9):
        reasons |= {advice.reason for _, advice, _ in advised(Rules.make(2 + seed % 6), seed)}
    for seed in range(1, 9):
        rules = Rules.random(2 + seed % 6, Random(seed), "deluxe", action_cards=True)
        reasons |= {advice.reason for _, advice, _ in advised(rules, seed)}
    assert reasons == REASONS


def test_without_a_question_there_is_no_advice() -> None:
    game = new_game(Rules.make(4), seed=bytes(32))
    asked = game.seat
    assert asked is not None
    with pytest.raises(ValueError, match="nothing to advise"):
        advise(view(game, (asked + 1) % 4), Memory())
