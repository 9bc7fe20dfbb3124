"""The cards of one game, with their hooks collected once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from engine.card import Action, Card, Character, District, Hooks
from engine.cards import CHARACTERS, DISTRICTS
from engine.draft import Plan, Schedule, plan, schedule
from engine.editions import EDITIONS, Edition, OptionValue
from engine.move import Move
from engine.rules import Rules

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State
    from engine.view import View

P = ParamSpec("P")
R = TypeVar("R")


def collect(hook: Callable[Concatenate[Hooks, P], R], cards: Sequence[Card]) -> list[Callable[P, R]]:
    """Each card's own version of a hook, bound to the card; cards that leave it as it is in `Hooks` have none."""
    name = hook.__name__
    return [getattr(card, name) for card in cards if getattr(type(card), name) is not hook]


class Ruleset:
    """The unchanging part of a game: roster, deck, hooks and constants."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._named: dict[str, tuple[Move, ...]] = {}
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
        self.choices: tuple[tuple[Move, ...], ...] = tuple([self.naming(action) for action, _ in self.schedule.turns])
        """For each turn of the schedule the moves that choose a character, by rank; index 0 is unused."""
        self.beauty: bool = any("beautify" in c.verbs for c in self.roster if c)
        """Whether districts can be beautified."""

        special = [catalog[id] for id in catalog if id in copies and id not in edition.districts]
        characters = [c for c in self.roster if c]
        speakers: list[Card] = [*characters, *special]
        self.actions: list[Action] = [c for c in special if isinstance(c, Action)]
        """Action cards of the game."""
        self.scorers: list[Card] = [c for c in speakers if type(c).score is not Hooks.score]
        """Cards that give points at the end."""
        self.income_gold = collect(Hooks.income_gold, speakers)
        self.income_cards = collect(Hooks.income_cards, speakers)
        self.on_gather = collect(Hooks.on_gather, speakers)
        self.on_tax = collect(Hooks.on_tax, speakers)
        self.on_end = collect(Hooks.on_end, [*special, *characters])
        self.free = collect(Hooks.free, speakers)
        self.twins = collect(Hooks.twins, speakers)
        self.settle = collect(Hooks.settle, speakers)
        self.on_pay = collect(Hooks.on_pay, speakers)
        self.on_build = collect(Hooks.on_build, speakers)
        self.guards: list[Card] = [c for c in speakers if type(c).guards is not Hooks.guards]
        """Cards that keep cities safe from rank 8."""
        self.tolls: list[Card] = [c for c in speakers if type(c).toll is not Hooks.toll]
        """Cards that make rank 8 pay more."""
        self.on_destroy = collect(Hooks.on_destroy, speakers)
        self.on_crown = collect(Hooks.on_crown, speakers)
        self.on_drafted = collect(Hooks.on_drafted, speakers)
        self.waits = collect(Hooks.waits, speakers)
        self.on_struck = collect(Hooks.on_struck, speakers)
        self.on_silence = collect(Hooks.on_silence, speakers)
        self.on_call = collect(Hooks.on_call, speakers)
        self.on_round_end = collect(Hooks.on_round_end, speakers)
        self.size = collect(Hooks.size, speakers)
        self._ranks: dict[str, int] = {id: rank for rank, id in enumerate(rules.characters, 1)}
        self._districts: dict[str, District] = {d.id: d for c in catalog.values() for d in (c.plain, c.beauty)}
        self.acting: frozenset[District] = frozenset([d for d in self._districts.values() if d.acts])
        """Districts that offer moves in a turn of their owner."""
        self.helping: frozenset[District] = frozenset([d for d in self._districts.values() if d.helps])
        """Districts that make building others cheaper, or possible in another way."""
        self.verbs: dict[str, Callable[[State, Turn, Move], None]] = {}
        """Verbs of districts and action cards, with the function that carries each out."""
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
        return self._districts[id]

    def option(self, name: str) -> OptionValue:
        """The value of one of the edition's switches in this game; False for one it does not have."""
        return dict(self.rules.options).get(name, self.edition.options.get(name, False))

    def naming(self, verb: str) -> tuple[Move, ...]:
        """The move that names each character of the game, by rank; index 0 is unused."""
        moves = self._named.get(verb)
        if moves is None:
            moves = self._named[verb] = tuple([Move(verb, id) for id in ("", *self.rules.characters)])
        return moves

    def rank_of(self, id: str) -> int:
        """The rank of a character of this game.

        Raises:
            KeyError: when it is not in the game.
        """
        return self._ranks[id]

    def kept_aside(self, view: View) -> tuple[int, ...]:
        """The ranks that a seat itself put face down aside and that nobody can get in this round.

        The card that the crown's player only looked at goes on to the last player where that one chooses of two.
        """
        looked = self.edition.peek and self.plan.mixed and view.seat == view.dealer
        return view.aside[1:] if looked else view.aside


def _play(g: State, turn: Turn, move: Move) -> None:
    card = g.ruleset.district(move.card)
    assert isinstance(card, Action)
    card.play(g, turn, move)


@lru_cache(maxsize=256)
def ruleset(rules: Rules) -> Ruleset:
    """The ruleset of a setup, made once."""
    return Ruleset(rules)
