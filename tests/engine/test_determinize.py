"""Nobody learns what he may not: games are compared with worlds he cannot tell from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from engine import Move, State, resample, save
from engine.determinize import PARTS
from engine.step import STEPS
from tests.support.engine.documented import VERBS
from tests.support.engine.games import Box, choices, random_game
from tests.support.engine.secrecy import watch

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_every_question_and_verb_is_met_where_worlds_are_compared() -> None:
    lacking = {f"asked {step.kind}" for step in STEPS.values() if step.kind} | {f"done {verb}" for verb in VERBS}

    def met_first(g: State, move: Move) -> bool:
        return not lacking.isdisjoint((f"asked {g.kind}", f"done {move.verb}"))

    for number in range(1000):
        lacking.difference_update(watch(random_game(number), number, where=met_first))
        if not lacking:
            break
    assert not lacking


# What `resample` owes the search and these tests


def worlds(box: Box, games: int, share: float) -> Iterator[tuple[State, int | None, State]]:
    """A game, a seat and a world that seat cannot tell from it, all through some games."""
    for number in range(games):
        g = random_game(number, box)
        chance = Random(number)
        for move in choices(g, number):
            if chance.random() < share:
                seat = chance.choice((None, *range(box.players)))
                yield g, seat, resample(g, seat, chance)
            g.apply(move)


def test_resampling_draws_from_the_given_source_only_and_leaves_the_game_alone() -> None:
    g = random_game(5, Box("deluxe", 6, True))
    for move in choices(g, 5):
        before = save(g)
        one, two = (resample(g, 2, Random(7)) for _ in range(2))
        assert save(one) == save(two)
        assert save(g) == before
        g.apply(move)


def differences(g: State, world: State) -> set[str]:
    """Which hidden things differ between two worlds."""
    pairs = {
        "hands": ([sorted(map(repr, p.hand)) for p in each.players] for each in (g, world)),
        "deck": (sorted(map(repr, each.deck)) for each in (g, world)),
        "order": ([c.id for c in each.deck] for each in (g, world)),
        "discards": (sorted(map(repr, each.discards)) for each in (g, world)),
        "museum": (each.tokens.get("museum") for each in (g, world)),
        "roles": (each.owners for each in (g, world)),
        "aside": (sorted(each.aside) for each in (g, world)),
        "warrants": (each.tokens.get("warrants") for each in (g, world)),
        "threats": (each.tokens.get("threats") for each in (g, world)),
        "steps": ([(type(step), step.values()) for step in each.stack] for each in (g, world)),
        "luck": (each.seed for each in (g, world)),
    }
    return {name for name, (one, two) in pairs.items() if one != two}


def test_resampled_worlds_differ_in_everything_hidden() -> None:
    met: Counter[str] = Counter()
    for box in (Box("deluxe", 3), Box("deluxe", 6), Box("dark_city", 5)):
        for g, _, world in worlds(box, 20, 0.3):
            met.update(differences(g, world))
    assert set(met) == {
        "hands", "deck", "order", "discards", "museum", "roles", "aside", "warrants", "threats", "steps", "luck",
    }  # fmt: skip


def test_parts_are_resampled_apart() -> None:
    may = {
        "cards": {"hands", "deck", "order", "discards", "museum", "steps", "luck"},
        "roles": {"roles", "aside", "luck"},
        "tokens": {"warrants", "threats", "luck"},
        "steps": {"steps", "luck"},
    }
    chance = Random(1)
    for number in range(20):
        g = random_game(number)
        for move in choices(g, number):
            part = chance.choice(PARTS)
            assert differences(g, resample(g, None, chance, (part,))) <= may[part]
            g.apply(move)


def test_a_threat_that_was_paid_away_may_have_been_the_rose() -> None:
    left: set[tuple[str, ...]] = set()
    for number in range(40):
        g = random_game(number)
        for move in choices(g, number):
            threats = g.tokens.get("threats")
            if threats and threats.gone and len(threats.on) == 1:
                left |= {resample(g, None, Random(n)).tokens["threats"].items for n in range(10)}
            g.apply(move)
    assert left == {("rose",), ("blank",)}


def test_a_threat_that_was_turned_over_is_gone_and_the_other_one_known() -> None:
    """Everybody has seen the rose, so in no world it lies where the other threat does."""
    checked = 0
    for number in range(40):
        g = random_game(number)
        for move in choices(g, number):
            rose = g.turn.char.rank if g.turn and move.verb == "reveal" and "threats" in g.tokens else 0
            g.apply(move)
            if rose and "threats" in g.tokens:
                left = g.tokens["threats"]
                assert rose not in left.on
                assert not left.gone
                assert {resample(g, None, Random(n)).tokens["threats"].items for n in range(10)} == {("blank",)}
                checked += 1
    assert checked > 5


def test_any_character_that_may_have_a_token_may_while_the_rest_is_laid() -> None:
    """Whoever watches somebody lay warrants or threats knows only how many were laid."""
    met: dict[str, set[int]] = {"warrant": set(), "threaten": set()}
    for number in range(12):
        g = random_game(number, Box("deluxe", 6))
        for move in choices(g, number):
            if g.seat is not None and move.verb in met:
                for n in range(60):
                    world = resample(g, (g.seat + 1) % 6, Random(n), ("steps",))
                    assert type(world.stack[-1]) is type(g.stack[-1])
                    laid = ranks(world)
                    assert len(set(laid)) == len(ranks(g))
                    met[move.verb].update(laid)
            g.apply(move)
    assert met["warrant"] == set(range(1, 10))
    assert met["threaten"] == set(range(2, 10))


def ranks(g: State) -> tuple[int, ...]:
    """The ranks that have a token already, as the question on top says."""
    (laid,) = g.stack[-1].values().values()
    return laid if isinstance(laid, tuple) else (laid,)


def lucky(verb: str) -> Iterator[tuple[State, list[State]]]:
    """A game of three before a move with that verb, and after it with all kinds of luck."""
    for number in range(400):
        g = random_game(number, Box("deluxe", 3))
        for move in choices(g, number):
            if move.verb == verb:
                yield g, [after(g, move, seed) for seed in range(40)]
            g.apply(move)


def after(g: State, move: Move, seed: int) -> State:
    """The game after a move with other luck."""
    world = g.clone()
    world.seed = seed.to_bytes(16, "big")
    world.apply(move)
    return world


def test_any_card_of_a_hand_can_be_the_one_the_seer_takes() -> None:
    checked = 0
    for g, outcomes in islice(lucky("divine"), 40):
        told = [event for world in outcomes for event in world.drain() if event.kind == "pass_card"]
        for seat, p in enumerate(g.players):
            if seat != g.seat and 0 < len(p.hand) <= 4:
                taken = {event.cards[0] for event in told if event.seat == seat}
                assert taken == {card.id for card in p.hand}
                checked += 1
    assert checked > 10


def test_either_character_can_be_the_one_that_is_traded_for() -> None:
    checked = 0
    for _, outcomes in islice(lucky("trade"), 10):
        assert len({tuple(world.owners) for world in outcomes}) == 2
        checked += 1
    assert checked > 5
