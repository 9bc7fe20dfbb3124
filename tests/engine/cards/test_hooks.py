"""Hooks are typed: mypy finds a wrong call of a hook, and a card whose hook has another signature."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, assert_type

import pytest

from engine.card import Action, Hooks
from engine.cards import DISTRICTS, Card, District
from engine.ruleset import Ruleset, collect, ruleset
from tests.support.engine.games import BOXES, Box, random_rules

HOOKS = [name for name in vars(Hooks) if not name.startswith("_")]

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State

    # Nothing here runs. Where mypy would not find the mistake, it calls the comment unused.

    def calls(g: State, turn: Turn, card: District, made: Ruleset) -> None:
        assert_type(made.income_gold[0](g, 1), int)
        assert_type(made.income_cards[0](g, 1), tuple[int, int])
        assert_type(made.settle[0](g, turn, turn.char.verbs, card, 2), bool)  # type: ignore[arg-type]
        made.on_build[0](g, card, 1)  # type: ignore[arg-type]
        made.on_crown[0](g, 1)  # type: ignore[call-arg]
        made.on_call[0](g, turn, 1)  # type: ignore[call-arg]
        made.waits[0](turn, 1)  # type: ignore[arg-type]
        made.tolls[0].toll(g, [card], card)  # type: ignore[arg-type]
        made.actions[0].play(g, turn)  # type: ignore[call-arg]
        made.verbs["play"](g, turn, "play")  # type: ignore[arg-type]
        made.free.append(Hooks().twins)  # type: ignore[arg-type]
        collect(District.twin, [card])  # type: ignore[arg-type]

    class Misspelt(District):
        def on_build(self, g: State, card: District) -> None: ...  # type: ignore[override]

        def guards(self, g: State, seat: int, card: District, by: int) -> int: ...  # type: ignore[override]

    class Played(Action):
        def offers(self, g: State) -> Sequence[str]: ...  # type: ignore[override]


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_a_ruleset_has_the_hooks_of_its_cards_in_order(box: Box) -> None:
    """In rank order, then the districts'; at the end of a turn districts come first (open case A38)."""
    made = ruleset(random_rules(Random(f"hooks {box}"), box))
    characters = [made.char(rank) for rank in made.ranks]
    districts = [card for card in DISTRICTS[box.edition].values() if card in made.cards]
    collected = [name for name in HOOKS if isinstance(getattr(made, name, None), list)]
    assert len(collected) > 15
    for name in collected:
        cards: list[Card] = [*districts, *characters] if name == "on_end" else [*characters, *districts]
        own = [card for card in cards if getattr(type(card), name) is not getattr(Hooks, name)]
        assert [getattr(hook, "__self__", hook) for hook in getattr(made, name)] == own, name
