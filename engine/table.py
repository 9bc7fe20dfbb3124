"""The cards of one game, with their hooks collected once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from engine.cards import CHARACTERS, DISTRICTS
from engine.cards.card import HOOKS, Card, Character, District, Hooks
from engine.draft import Plan, Schedule, plan, schedule
from engine.edition import EDITIONS, Rules
from engine.move import Move

Hook = Callable[..., Any]


class Table:
    """What does not change during a game: roster, deck, hooks and constants."""

    def __init__(self, rules: Rules) -> None:
        edition = EDITIONS[rules.edition]
        self.rules = rules
        self.roster: tuple[Character | None, ...] = (None, *(CHARACTERS[id] for id in rules.characters))
        """The character at each rank; index 0 is unused."""
        self.ranks: tuple[int, ...] = tuple(range(1, len(self.roster)))
        self.uniques: tuple[District, ...] = tuple(DISTRICTS[id] for id in rules.uniques)
        plain = [DISTRICTS[id] for id, copies in edition.districts.items() for _ in range(copies)]
        self.cards: tuple[District, ...] = (*plain, *self.uniques)
        """Every district card of the game, in a fixed order."""
        self.target: int = edition.target(rules.players)
        """Districts that complete a city."""
        self.schedule: Schedule = schedule(rules)
        self.plan: Plan = plan(self.schedule, rules.players)
        self.beauty: bool = any("beautify" in c.verbs for c in self.roster if c)
        """Whether districts can be beautified."""

        speakers: list[Card] = [c for c in self.roster if c]
        order = list(DISTRICTS)
        speakers += sorted(self.uniques, key=lambda c: order.index(c.id))
        hooks: dict[str, list[Hook]] = {
            name: [getattr(c, name) for c in speakers if getattr(type(c), name) is not getattr(Hooks, name)]
            for name in HOOKS
        }
        self.menu: list[District] = [c for c in self.uniques if type(c).moves is not Hooks.moves]
        """Districts that offer moves in a turn."""
        self.discounts: list[District] = [c for c in self.uniques if type(c).discount is not Hooks.discount]
        self.income_gold = hooks["income_gold"]
        self.income_cards = hooks["income_cards"]
        self.on_gather = hooks["on_gather"]
        self.on_end = hooks["on_end"]
        self.twins = hooks["twins"]
        self.ways = hooks["ways"]
        self.settle = hooks["settle"]
        self.on_pay = hooks["on_pay"]
        self.on_build = hooks["on_build"]
        self.guards = hooks["guards"]
        self.on_destroy = hooks["on_destroy"]
        self.on_crown = hooks["on_crown"]
        self.on_drafted = hooks["on_drafted"]
        self.waits = hooks["waits"]
        self.on_call = hooks["on_call"]
        self.on_round_end = hooks["on_round_end"]
        self.size = hooks["size"]
        self.scorers: list[Card] = [c for c in speakers if type(c).score is not Hooks.score]
        """Cards that give points at the end."""
        self.verbs: dict[str, Callable[..., None]] = {}
        """What the districts' verbs do."""
        for card in self.uniques:
            self.verbs.update(card.verbs)

    def char(self, rank: int) -> Character:
        """The character at a rank."""
        found = self.roster[rank]
        assert found is not None
        return found

    def naming(self, verb: str) -> tuple[Move, ...]:
        """One move for each character of the game, by rank; index 0 is rank 1."""
        return _naming(verb, self.rules.characters)

    def rank_of(self, id: str) -> int:
        """The rank of a character of this game."""
        return self.rules.characters.index(id) + 1


@lru_cache(maxsize=512)
def _naming(verb: str, characters: Sequence[str]) -> tuple[Move, ...]:
    return tuple(Move(verb, id) for id in characters)


@lru_cache(maxsize=256)
def table(rules: Rules) -> Table:
    """The table for a setup, made once."""
    return Table(rules)
