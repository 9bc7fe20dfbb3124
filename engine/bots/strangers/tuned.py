"""The strangers to tune against: one in a hurry, one that saves up, and one that attacks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.greedy import Greedy, Sight
from engine.cards import TYPES
from engine.move import Move
from engine.view import PlayerView


class Hasty(Greedy):
    """Builds all that it can pay, the cheapest first, and names characters by chance: its games are short."""

    def draft(self, s: Sight) -> Move:
        """The Architect with cards to build, else gold, else anything."""
        return max(s.view.moves, key=lambda move: self._appeal(s, move) + 2 * self.random.random())

    def _appeal(self, s: Sight, move: Move) -> float:
        payable = [card for card in s.useful if card.cost <= 3]
        value = float(s.income(s.ruleset.rank_of(move.card)))
        if move.card == "architect":
            value += 3 if len(payable) > 1 else 1
        elif move.card == "magician" and not s.useful:
            value += 3
        return value

    def keep(self, s: Sight) -> Move:
        """The cheapest card that the city does not have."""
        return min(s.view.moves, key=lambda move: (s.card(move.card) in s.city, s.card(move.card).cost))

    def build(self, s: Sight, moves: Sequence[Move]) -> Move:
        """The cheapest district."""
        return min(moves, key=lambda move: (s.card(move.card).cost, move.card))


class Hoarder(Greedy):
    """Saves gold and dear cards for a few great turns."""

    RICH = 8
    """Gold from which it spends."""

    def draft(self, s: Sight) -> Move:
        """Gold while it saves, the Architect once it is rich, and cards when it has none."""
        return max(s.view.moves, key=lambda move: self._appeal(s, move) + self.random.random())

    def _appeal(self, s: Sight, move: Move) -> float:
        value = 1.5 * s.income(s.ruleset.rank_of(move.card))
        if move.card == "architect":
            value += 8 if s.me.gold >= self.RICH - 2 and len(s.useful) > 1 else 0
        elif move.card == "magician":
            value += 4 if len(s.useful) < 2 else 0
        elif move.card == "bishop":
            value += len(s.city) / 4
        elif move.card == "assassin":
            value += 3 if s.me.gold >= self.RICH else 1  # a rich player is robbed
        return value

    def build(self, s: Sight, moves: Sequence[Move]) -> Move:
        """Something dear; nothing cheap unless it is rich or the end is near."""
        move = super().build(s, moves)
        if s.card(move.card).cost >= 4 or s.me.gold >= self.RICH or self._late(s):
            return move
        return self.rest(s)

    def _late(self, s: Sight) -> bool:
        return min([s.missing(p) for p in (*s.rivals, s.me)]) <= 2

    def wants_gold(self, s: Sight) -> bool:
        """While it has something dear in hand."""
        return any(card.cost >= 4 for card in s.useful) or len(s.useful) > 3


class Pillager(Greedy):
    """Takes and destroys the leader's property at any cost, and builds from the rest."""

    def draft(self, s: Sight) -> Move:
        """The Warlord with gold, the Thief where there is gold, the Assassin when somebody is near the end."""
        return max(s.view.moves, key=lambda move: self._appeal(s, move) + self.random.random())

    def _appeal(self, s: Sight, move: Move) -> float:
        value = 1.0 * s.income(s.ruleset.rank_of(move.card))
        near = min([s.missing(p) for p in s.rivals])
        if move.card == "warlord":
            value += 3 if s.me.gold > 2 or near < 3 else 1
        elif move.card == "thief":
            value += 0.6 * max([p.gold for p in s.rivals])
        elif move.card == "assassin":
            value += 4 if near < 3 else 1.5
        return value

    def name(self, s: Sight, verb: str) -> Move:
        """The character of the type that the leader, or the richest player, has most of; now and then another one."""
        if self.random.random() < 0.3:
            return super().name(s, verb)
        victim = leader(s) if verb == "kill" else max(s.rivals, key=lambda p: p.gold)
        wanted = {type_of(s, victim): 2.0, "": 0.5}
        moves = [move for move in s.moves(verb) if s.ruleset.rank_of(move.card) not in s.view.roles]
        return max(moves or s.moves(verb), key=lambda move: _liked(s, move, wanted) + self.random.random())

    def build(self, s: Sight, moves: Sequence[Move]) -> Move:
        """Military districts first, which pay for the next attack."""
        return max(moves, key=lambda move: (s.card(move.card).type == "military", s.card(move.card).cost, move.card))

    def rest(self, s: Sight) -> Move:
        """The dearest district of the leader that leaves it a gold."""
        first = leader(s).seat
        strikes = [move for move in s.moves("destroy") if move.seat == first and s.card(move.target).cost <= s.me.gold]
        if strikes and len(leader(s).city) > 2:
            return max(strikes, key=lambda move: (s.card(move.target).cost, move.target))
        return super().rest(s)


def leader(s: Sight) -> PlayerView:
    """The rival with most districts, and of those the one whose districts cost most."""
    return max(s.rivals, key=lambda p: (len(p.city), sum([s.card(id).cost for id in p.city]), -p.seat))


def type_of(s: Sight, p: PlayerView) -> str:
    """The type that a city has most of."""
    types = [s.card(id).type for id in p.city]
    return max(TYPES[:4], key=types.count) if types else ""


def _liked(s: Sight, move: Move, wanted: dict[str, float]) -> float:
    return wanted.get(getattr(s.ruleset.char(s.ruleset.rank_of(move.card)), "type", ""), 0.0)
