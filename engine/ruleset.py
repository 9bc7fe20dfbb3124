"""The cards of one game, with their hooks collected once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from engine.cards import CHARACTERS, DISTRICTS, district
from engine.cards.card import HOOKS, Card, Character, District, Hooks
from engine.draft import Plan, Schedule, plan, schedule
from engine.editions import EDITIONS, Edition, OptionValue
from engine.move import Move
from engine.rules import Rules

Hook = Callable[..., Any]


class Ruleset:
    """What does not change during a game: roster, deck, hooks and constants."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.edition: Edition = EDITIONS[rules.edition]
        edition = self.edition
        catalog = DISTRICTS[rules.edition]
        self.roster: tuple[Character | None, ...] = (None, *(CHARACTERS[rules.edition][id] for id in rules.characters))
        """The character at each rank; index 0 is unused."""
        self.ranks: tuple[int, ...] = tuple(range(1, len(self.roster)))
        copies = dict(edition.districts)
        copies.update({id: edition.copies.get(id, 1) for id in rules.uniques})
        copies.update(edition.actions if rules.action_cards else {})
        self.cards: tuple[District, ...] = tuple(catalog[id] for id, n in copies.items() for _ in range(n))
        """Every card of the district deck, in a fixed order."""
        self.duplicates: bool = bool(self.option("duplicates"))
        """Whether a city may have the same district more than once."""
        self.coins: int = 30 if self.option("strict_bank") else 0
        """Gold in the whole game; 0: as much as is needed."""
        self.target: int = edition.target(rules.players)
        """Districts that complete a city."""
        self.schedule: Schedule = schedule(rules)
        self.plan: Plan = plan(self.schedule, rules.players)
        self.beauty: bool = any("beautify" in c.verbs for c in self.roster if c)
        """Whether districts can be beautified."""

        special = [catalog[id] for id in catalog if id in copies and id not in edition.districts]
        speakers: list[Card] = [*(c for c in self.roster if c), *special]
        self.actions: list[Any] = [c for c in special if c.action]
        """Action cards of the game."""
        self.scorers: list[Card] = [c for c in speakers if type(c).score is not Hooks.score]
        """Cards that give points at the end."""
        hooks = {
            name: [getattr(c, name) for c in speakers if getattr(type(c), name) is not getattr(Hooks, name)]
            for name in HOOKS
        }
        self.income_gold: list[Hook] = hooks["income_gold"]
        self.income_cards: list[Hook] = hooks["income_cards"]
        self.on_gather: list[Hook] = hooks["on_gather"]
        self.on_tax: list[Hook] = hooks["on_tax"]
        self.on_end: list[Hook] = [
            *(c.on_end for c in special if type(c).on_end is not Hooks.on_end),
            *(c.on_end for c in self.roster if c and type(c).on_end is not Hooks.on_end),
        ]
        self.free: list[Hook] = hooks["free"]
        self.twins: list[Hook] = hooks["twins"]
        self.ways: list[Hook] = hooks["ways"]
        self.settle: list[Hook] = hooks["settle"]
        self.on_pay: list[Hook] = hooks["on_pay"]
        self.on_build: list[Hook] = hooks["on_build"]
        self.guards: list[Hook] = hooks["guards"]
        self.tolls: list[Card] = [c for c in speakers if type(c).toll is not Hooks.toll]
        """Cards that make rank 8 pay more."""
        self.on_destroy: list[Hook] = hooks["on_destroy"]
        self.on_crown: list[Hook] = hooks["on_crown"]
        self.on_drafted: list[Hook] = hooks["on_drafted"]
        self.waits: list[Hook] = hooks["waits"]
        self.on_struck: list[Hook] = hooks["on_struck"]
        self.on_silence: list[Hook] = hooks["on_silence"]
        self.on_call: list[Hook] = hooks["on_call"]
        self.on_round_end: list[Hook] = hooks["on_round_end"]
        self.size: list[Hook] = hooks["size"]
        self._named: dict[str, tuple[Move, ...]] = {}
        self.verbs: dict[str, Callable[..., None]] = {}
        """What the districts' and action cards' verbs do."""
        for card in special:
            self.verbs.update(card.verbs)
        if self.actions:
            self.verbs["play"] = _play

    def char(self, rank: int) -> Character:
        """The character at a rank."""
        found = self.roster[rank]
        assert found is not None
        return found

    def district(self, id: str) -> District:
        """A card of the district deck by its id; with ``+`` behind it, beautified.

        Raises:
            KeyError: when there is no such card in the edition.
        """
        return district(id, self.rules.edition)

    def option(self, name: str) -> OptionValue:
        """The value of one of the edition's switches in this game; False for one it does not have."""
        return dict(self.rules.options).get(name, self.edition.options.get(name, False))

    def naming(self, verb: str) -> tuple[Move, ...]:
        """One move for each character of the game, by rank; index 0 is rank 1."""
        moves = self._named.get(verb)
        if moves is None:
            moves = self._named[verb] = tuple([Move(verb, id) for id in self.rules.characters])
        return moves

    def rank_of(self, id: str) -> int:
        """The rank of a character of this game."""
        return self.rules.characters.index(id) + 1


def _play(g: Any, turn: Any, move: Move) -> None:
    g.ruleset.district(move.card).play(g, turn, move)


@lru_cache(maxsize=256)
def ruleset(rules: Rules) -> Ruleset:
    """The ruleset of a setup, made once."""
    return Ruleset(rules)
