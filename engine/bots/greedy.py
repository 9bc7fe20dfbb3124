"""Greedy play: the most expensive district there is gold for, and the income that the hand needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.bots.bot import check_choice
from engine.cards import District
from engine.event import Event
from engine.move import Move
from engine.ruleset import Ruleset, ruleset
from engine.view import PlayerView, View

IDLE = ("pass", "done", "end")
"""Verbs that end a question."""


class Sight:
    """The part of a view that a greedy player looks at."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.ruleset: Ruleset = ruleset(view.rules)
        self.me: PlayerView = view.me
        self.rivals = [p for p in view.players if p.seat != view.seat]
        self.hand = [self.card(id) for id in view.hand]
        self.city = [self.card(id) for id in self.me.city]
        self.useful = [card for card in self.hand if card not in self.city and not card.action]

    def card(self, id: str) -> District:
        """A card by its id."""
        return self.ruleset.district(id)

    def missing(self, player: PlayerView) -> int:
        """Districts a city still lacks."""
        return max(0, self.ruleset.target - len(player.city))

    def income(self, rank: int) -> int:
        """Gold that a character would bring by its type, and the Merchant's one more."""
        character = self.ruleset.char(rank)
        kind = getattr(character, "type", "")
        return sum([card.type == kind for card in self.city if kind]) + (character.id == "merchant")

    def moves(self, verb: str) -> list[Move]:
        """The moves with a verb."""
        return [move for move in self.view.moves if move.verb == verb]

    def ahead(self) -> bool:
        """Whether nobody has more districts."""
        return all(len(self.me.city) >= len(p.city) for p in self.rivals)


class Greedy:
    """Builds the most expensive district it can pay for; a subclass says how it chooses and names characters."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def watch(self, event: Event) -> None:
        """Nothing is remembered."""

    def choose(self, view: View) -> Move:
        """The answer that brings most; a question that is not known here is ended, or left to chance."""
        check_choice(view)
        if len(view.moves) == 1:
            return view.moves[0]
        s = Sight(view)
        assert view.asked is not None
        answers: dict[str, Callable[[Sight], Move]] = {"draft": self.draft, "keep": self.keep, "menu": self.turn}
        answer = answers.get(view.asked.kind)
        return answer(s) if answer else self.otherwise(view.moves)

    def draft(self, s: Sight) -> Move:
        """The character that brings most gold."""
        return max(s.view.moves, key=lambda move: s.income(s.ruleset.rank_of(move.card)) + self.random.random())

    def name(self, s: Sight, verb: str) -> Move:
        """A character by chance, but none of its own."""
        moves = [move for move in s.moves(verb) if s.ruleset.rank_of(move.card) not in s.view.roles]
        return self.random.choice(moves or s.moves(verb))

    def keep(self, s: Sight) -> Move:
        """The most expensive card that the city does not have."""
        return max(s.view.moves, key=lambda move: (s.card(move.card) not in s.city, s.card(move.card).cost))

    def otherwise(self, moves: Sequence[Move]) -> Move:
        """An answer to a question that is not known here."""
        idle = [move for move in moves if move.verb in IDLE]
        return idle[0] if idle else self.random.choice(moves)

    def turn(self, s: Sight) -> Move:
        """Use powers, take income, build the dearest district, then end the turn."""
        for verb in ("kill", "rob"):
            if s.moves(verb):
                return self.name(s, verb)
        if s.moves("collect"):
            return s.moves("collect")[0]
        if s.moves("gold") and s.moves("draw"):
            return s.moves("gold" if self.wants_gold(s) else "draw")[0]
        building = [move for move in s.moves("build") if move.seat < 0 and not move.target]
        for moves in (s.moves("gold"), s.moves("draw")):
            if moves:
                return moves[0]
        if building:
            return self.build(s, building)
        return self.rest(s)

    def build(self, s: Sight, moves: Sequence[Move]) -> Move:
        """The most expensive district."""
        return max(moves, key=lambda move: (s.card(move.card).cost, move.card))

    def wants_gold(self, s: Sight) -> bool:
        """Whether there is something to save up for."""
        return bool(s.useful)

    def rest(self, s: Sight) -> Move:
        """After building: the hand and the harm that cost nothing."""
        swaps = [move for move in s.moves("swap") if s.view.players[move.seat].hand > len(s.hand) + 1]
        if swaps:
            return max(swaps, key=lambda move: s.view.players[move.seat].hand)
        cheap = [move for move in s.moves("destroy") if s.card(move.target).cost <= 1 and move.seat != s.view.seat]
        if cheap:
            return max(cheap, key=lambda move: len(s.view.players[move.seat].city))
        return self.otherwise(s.view.moves)
