"""Whatever costs gold says when it can be paid, and says what is true: the engine plays it."""

from __future__ import annotations

from collections import Counter

import pytest

from citadels_tui.actions.consequences import COLLECT, when_payable
from citadels_tui.actions.make_action_list import make_action_list
from citadels_tui.actions.rows import Row
from citadels_tui.textart.symbols import ASCII
from citadels_tui.wording.voice import Voice
from engine import Rules, State, View, view
from engine.move import Move
from engine.step import Outcome, Refusal
from engine.turn import GOLD
from engine.view import Asked, PlayerView, TurnView
from tests.citadels_tui.actions.test_rows import BOTS, decision
from tests.support.engine.games import BOXES, Box, choices, random_game
from tests.support.tiers import tiered

VERBS = {"build", "destroy", "seize", "exchange", "forge", "beautify", "stake"}
"""Every verb that costs gold in some edition, and that a player is refused for want of it."""


def with_all_income(game: State) -> State | None:
    """The game after its player has taken all gold that there is for sure; None when somebody else has to answer."""
    for verb in (GOLD.verb, COLLECT):
        # Of two ways to collect the one that brings gold.
        paid = {each.move: each.gold for each in game.outcomes() if each.move.verb == verb and each.gold > 0}
        if verb == GOLD.verb and GOLD in game.moves:
            # It counts as the income where the bank is empty, too.
            paid.setdefault(GOLD, 0)
        if verb == COLLECT and Move(COLLECT) in game.moves and game.turn is not None and game.turn.char.id == "abbot":
            paid = {Move(COLLECT): 1}
        best = max(paid, key=lambda move: paid[move], default=None)
        if best is not None:
            seat = game.seat
            game.apply(best)
            while game.kind == "tithe":
                game.apply(next(move for move in game.moves if "gold" in str(move)))
            if game.seat != seat or game.kind != "menu":
                return None
    return game


def said_in(game: State, refusal: Refusal) -> set[str]:
    """What the rows say about a refused move: on the action list, and in the list that it belongs to."""
    now: View = decision(game)
    voice = Voice(ASCII, game.rules, BOTS[: game.rules.players], game.seat)
    action_list = make_action_list(now, voice, game.refusals())
    rows: list[Row] = list(action_list.rows)
    move = refusal.move
    if move.verb == "build":
        return {row.note.plain for row in rows if row.card == move.card and row.label.plain != "Build"}
    if move.target:
        opened = [row for row in rows if row.opens and row.moves[0].verb == move.verb]
        rows = [row for each in opened for row in make_action_list(now, voice, game.refusals(), each).rows]
        return {row.note.plain for row in rows if (row.card, row.seat) == (move.target, move.seat)}
    return set()


@pytest.mark.slow
@pytest.mark.parametrize("box", tiered(BOXES, BOXES[::3]), ids=str)
def test_the_missing_gold_is_told_truly(box: Box) -> None:
    for number in range(1):
        game = random_game(number, box)
        for move in choices(game, number):
            lacking = [each for each in game.refusals() if each.code == "need_gold"]
            after = with_all_income(game.clone()) if lacking and game.kind == "menu" else None
            for refusal in lacking if after is not None else ():
                assert after is not None
                now = view(game, game.seat)
                now.moves, now.outcomes = tuple(game.moves), tuple(game.outcomes())
                if now.turn is not None and not game.turn.ready:  # type: ignore[union-attr]
                    continue  # bewitched: the turn ends with the income
                words = when_payable(now, refusal.amount).plain
                gained = after.players[now.seat or 0].gold - now.me.gold
                short = refusal.amount - gained
                left = {each.move: each.amount for each in after.refusals() if each.code == "need_gold"}
                assert (words == "after income") == (refusal.move not in left), (refusal, words)
                if short > 0:
                    assert words == (f"{short} short after income" if gained else f"{short} gold short")
                    assert left[refusal.move] == short
                assert said_in(game, refusal) <= {words}, refusal
            game.apply(move)


def test_every_edition_says_so_of_all_that_costs_gold() -> None:
    met: Counter[str] = Counter()
    for number in range(300):
        game = random_game(number)
        for move in choices(game, number):
            met.update({each.move.verb for each in game.refusals() if each.code == "need_gold"})
            game.apply(move)
        if met.keys() == VERBS:
            return
    pytest.fail(f"met {met}")


@pytest.mark.parametrize(
    ("gathered", "outcomes", "said"),
    [
        (False, [Outcome(GOLD, 2)], {1: "after income", 2: "after income", 3: "1 short after income"}),
        (False, [Outcome(GOLD, 3), Outcome(Move(COLLECT), 2)], {5: "after income", 6: "1 short after income"}),
        (True, [Outcome(Move(COLLECT), 2)], {2: "after income", 3: "1 short after income"}),
        (True, [Outcome(Move(COLLECT, "gold"), 1), Outcome(Move(COLLECT, "cards"), 0, 1)], {1: "after income"}),
        (True, [], {1: "1 gold short"}),
    ],
)
def test_the_gold_that_can_still_be_taken_counts(gathered: bool, outcomes: list[Outcome], said: dict[int, str]) -> None:
    now = View(0, Rules.make(players=4), [PlayerView(seat) for seat in range(4)], asked=Asked(0, "menu"))
    now.turn = TurnView(seat=0, rank=8, gathered=gathered)
    now.moves, now.outcomes = tuple(each.move for each in outcomes), tuple(outcomes)
    assert {missing: when_payable(now, missing).plain for missing in said} == said
    late = [missing for missing, words in said.items() if words == "after income"]
    assert {when_payable(now, missing, brief=True).plain for missing in late} <= {"later"}
