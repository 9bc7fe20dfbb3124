"""What a refusal says is so: the gold it asks for is the gold that is missing, and nothing near goes unsaid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import count, islice

import pytest

from engine import Move, Refusal, State
from tests.support.engine.games import BOXES, choices, random_game

GAMES = 60
RAIDS = {"warlord": "destroy", "marshal": "seize", "diplomat": "exchange"}


def turns(more: Callable[[], bool] = lambda: False) -> Iterator[State]:
    """The state at each question of a turn, in games of every kind; in ten times as many at most, as long as asked."""
    for number in count():
        if number >= GAMES and (number >= 10 * GAMES or not more()):
            return
        g = random_game(number, BOXES[number % len(BOXES)])
        for move in choices(g, number):
            if g.kind == "menu":
                yield g
            g.apply(move)


def with_gold(g: State, gold: int) -> State:
    """The same question to somebody with so much more gold."""
    rich = g.clone()
    assert rich.seat is not None
    rich.players[rich.seat].gold += gold
    rich.seat, rich.moves = rich.stack[-1].ask(rich)
    return rich


def by_move(g: State) -> Mapping[Move, Refusal]:
    refusals = g.refusals()
    found = {each.move: each for each in refusals}
    assert len(found) == len(refusals), "a move is refused twice"
    assert not found.keys() & set(g.moves), "what is refused is possible"
    return found


@pytest.mark.slow
def test_the_gold_that_is_asked_for_is_what_is_missing() -> None:
    met: Counter[str] = Counter()
    for g in islice(turns(), 0, None, 7):
        missing = {move: each for move, each in by_move(g).items() if each.code == "need_gold"}
        for move, each in missing.items():
            assert each.amount > 0
            nearly, enough = with_gold(g, each.amount - 1), with_gold(g, each.amount)
            assert by_move(nearly)[move] == Refusal(move, "need_gold", 1)
            refused = by_move(enough).get(move)
            # The Cardinal builds with somebody's gold, which is another move.
            possible = {(each.verb, each.card, each.target) for each in enough.moves}
            assert (move.verb, move.card, move.target) in possible or (refused and refused.code == "income_first")
            met[move.verb] += 1
    assert {"build", "destroy", "seize", "forge"} <= met.keys()


def test_all_that_is_near_is_possible_or_refused() -> None:
    """Every card of the hand, every district that rank 8 could aim at, every character that the Thief could name."""
    met: Counter[str] = Counter()
    told: set[str] = set()
    kinds = {"warlord", "marshal", "thief", "used", "forged"}
    codes = {*REASONS, "need_gold", "income_first", "never", "no_offer", "empty_deck"}
    # A new card changes all random games, and what is rare may then come later.
    for g in turns(lambda: not (kinds <= met.keys() and codes <= told)):
        turn, refusals = g.turn, by_move(g)
        assert turn is not None
        known = {*refusals, *g.moves}
        named = {move.card for move in known if move.verb == "build"}
        hand = g.players[turn.seat].hand
        assert not [card for card in hand if not card.action and card.id not in named]
        aimed = {(move.seat, move.target) for move in known if move.verb == RAIDS.get(turn.char.id)}
        if turn.ready and turn.char.id in ("warlord", "marshal") and RAIDS[turn.char.id] not in turn.used:
            for seat in turn.char.cities(g, turn):  # type: ignore[attr-defined]
                assert {(seat, card.id) for card in g.players[seat].city} <= aimed
                met[turn.char.id] += 1
        if turn.ready and turn.char.id == "thief" and "rob" not in turn.used:
            robbed = {move.card for move in known if move.verb == "rob"}
            assert robbed | {"thief"} == {*g.rules.characters}
            met["thief"] += 1
        if "forge" in turn.used:
            assert not [move for move in refusals if move.verb == "forge"]
            met["forged"] += 1
        if turn.ready and turn.char.id in (*RAIDS, "thief") and {"rob", *RAIDS.values()} & set(turn.used):
            assert not [move for move in refusals if move.verb in ("rob", *RAIDS.values())]
            met["used"] += 1
        told.update(each.code for each in refusals.values())
    assert kinds <= met.keys()
    assert told == codes


REASONS = (
    "protected", "complete", "rank1", "killed", "bewitched", "too_expensive", "twin", "limit", "no_building", "must",
)  # fmt: skip


@lru_cache
def refused() -> tuple[tuple[str, Move, Refusal, bool], ...]:
    """What was refused for each reason, and whether the reason holds."""
    return tuple(
        (each.code, move, each, holds(g, each))
        for g in turns()
        for move, each in by_move(g).items()
        if each.code in REASONS
    )


@pytest.mark.slow
@pytest.mark.parametrize("code", REASONS)
def test_a_reason_holds(code: str) -> None:
    met = [so for each, _move, _refusal, so in refused() if each == code]
    assert met
    assert all(met)


def holds(g: State, refusal: Refusal) -> bool:
    """Whether the reason is one, by the state."""
    turn, move = g.turn, refusal.move
    assert turn is not None
    own = g.players[turn.seat].city
    rank = g.ruleset.rank_of(move.card) if move.verb == "rob" else 0
    match refusal.code:
        case "protected":
            # A Keep keeps itself, a Bishop the whole city of who has been called, or whose turn it would have been.
            keeper = refusal.card == move.target
            return refusal.amount == 0 and (keeper or refusal.card in g.rules.characters)
        case "complete":
            return g.complete(move.seat) and refusal.card == ""
        case "rank1":
            return rank == 1
        case "killed" | "bewitched":
            return rank == g.marks[refusal.code]
        case "too_expensive":
            return g.ruleset.district(move.target).cost > 3
        case "twin":
            return (move.card or move.target).rstrip("+") in {card.plain.id for card in own}
        case "limit":
            return turn.built >= turn.limit == refusal.amount
        case "no_building":
            return refusal.card == turn.char.id and move.card in {card.id for card in g.players[turn.seat].hand}
        case "must":
            # The character owes something before the turn may end, with or without its income.
            return refusal.card == turn.char.id and move.verb == "end" and turn.char.owes(g, turn)
    return False
