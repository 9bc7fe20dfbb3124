"""The strangers that are held out: one that trades up, one that imitates the leader, and one that knows a table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.bots.bot import check_choice
from engine.bots.greedy import Greedy, Sight
from engine.bots.strangers.tuned import leader, type_of
from engine.cards import District
from engine.errors import MISFITS, NO_EVENT, CitadelsError, shown
from engine.event import Event
from engine.move import Move
from engine.view import View


class Upgrader(Greedy):
    """Gives what is cheap for something better, builds for all types, and names characters by chance.

    Rounds with it are hard to foresee: it wants gold and full hands, and has no idea whom it strikes.
    """

    def draft(self, s: Sight) -> Move:
        """The character that brings most gold or cards by a plain count."""
        return max(s.view.moves, key=lambda move: self._appeal(s, move) + 0.01 * self.random.random())

    def _appeal(self, s: Sight, move: Move) -> float:
        rank = s.ruleset.rank_of(move.card)
        income = float(s.income(rank))
        others = len(s.rivals)
        match move.card:
            case "assassin":
                return 1.0 / max(1, len(s.view.moves) - 1)
            case "thief":
                return 0.7 * sum([p.gold for p in s.rivals]) / others * (len(s.view.moves) - 1) / (others + 1)
            case "magician":
                return max(0.6 * (max([p.hand for p in s.rivals]) - len(s.hand)), 0.5 * len(poor(s)))
            case "king":
                return income + 0.6
            case "bishop":
                return income + 0.3
            case "architect":
                return 1.1
        return income + 0.25

    def name(self, s: Sight, verb: str) -> Move:
        """One of the larger of two groups: the characters that it passed on, and those that were gone before."""
        passed = s.view.saw[-1] if s.view.saw else ()
        others = [move for move in s.moves(verb) if s.ruleset.rank_of(move.card) not in s.view.roles]
        known = (*passed, *s.view.faceup)
        on = [move for move in others if s.ruleset.rank_of(move.card) in passed]
        gone = [move for move in others if s.ruleset.rank_of(move.card) not in known]
        return self.random.choice((on if len(passed) > len(s.rivals) / 2 else gone) or others or s.moves(verb))

    def keep(self, s: Sight) -> Move:
        """The best card that it can pay; else the cheapest of a new type."""
        payable = [move for move in s.view.moves if s.card(move.card).cost <= s.me.gold]
        if payable:
            return max(payable, key=lambda move: self._rate(s, move, 1))
        return max(s.view.moves, key=lambda move: self._rate(s, move, -1))

    def build(self, s: Sight, moves: Sequence[Move]) -> Move:
        """A new type first, and of those the most expensive."""
        return max(moves, key=lambda move: self._rate(s, move, 1))

    def _rate(self, s: Sight, move: Move, sign: int) -> float:
        card = s.card(move.card)
        new = card.type != "unique" and card.type not in [other.type for other in s.city]
        return sign * card.cost + 10 * new - 100 * (card in s.city)

    def choose(self, view: View) -> Move:
        """The worst cards go to the deck, where the Magician does not take another hand."""
        check_choice(view)
        if view.asked is not None and view.asked.kind == "exchange":
            s = Sight(view)
            cheap = [move for move in s.moves("discard") if s.card(move.card) in poor(s)]
            return min(cheap, key=lambda move: self._rate(s, move, 1)) if cheap else self.otherwise(view.moves)
        return super().choose(view)

    def rest(self, s: Sight) -> Move:
        """Swap hands with the rival who has most cards; otherwise discard a cheap card for a new one."""
        swaps = [move for move in s.moves("swap") if s.view.players[move.seat].hand > len(s.hand) + 1]
        if swaps:
            return max(swaps, key=lambda move: s.view.players[move.seat].hand)
        cheap = [move for move in s.moves("discard") if s.card(move.card) in poor(s)]
        return min(cheap, key=lambda move: self._rate(s, move, 1)) if cheap else super().rest(s)


def poor(s: Sight) -> list[District]:
    """The hand cards that another one is hoped to be better than."""
    return [card for card in s.hand if card in s.city or card.cost < 3]


class Mimic(Greedy):
    """Does what the leader did: the character that brought it there, and the type that it has most of."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._shown: dict[int, int] = {}
        """Rank that each seat showed last."""

    def watch(self, event: Event) -> None:
        """Note who was which character."""
        try:
            if event.kind in ("reveal", "heir"):
                self._shown[event.seat] = event.rank
        except MISFITS as error:
            raise CitadelsError(f"{NO_EVENT}: {shown(event)}") from error

    def draft(self, s: Sight) -> Move:
        """The leader's last character, or one of the type that the leader has most of; else what brings most gold."""
        first = leader(s)
        rank, type = self._shown.get(first.seat, 0), type_of(s, first)

        def appeal(move: Move) -> float:
            own = s.ruleset.rank_of(move.card)
            alike = getattr(s.ruleset.char(own), "type", "-") == type
            return 1.2 * s.income(own) + 1.5 * (own == rank) + 0.7 * alike + self.random.random()

        return max(s.view.moves, key=appeal)

    def name(self, s: Sight, verb: str) -> Move:
        """The last character of the leader or of the richest player."""
        victim = leader(s) if verb == "kill" else max(s.rivals, key=lambda p: p.gold)
        rank = self._shown.get(victim.seat, 0)
        same = [move for move in s.moves(verb) if s.ruleset.rank_of(move.card) == rank and rank not in s.view.roles]
        return same[0] if same else super().name(s, verb)

    def build(self, s: Sight, moves: Sequence[Move]) -> Move:
        """The type that the leader has most of, then the most expensive."""
        type = type_of(s, leader(s))
        return max(moves, key=lambda move: (s.card(move.card).cost + 2 * (s.card(move.card).type == type), move.card))


class Rulebook(Greedy):
    """Keeps to a table of rules as authors of other programs have published them, from the top to the bottom."""

    def draft(self, s: Sight) -> Move:
        """The first rule that fits."""
        offered = {move.card: move for move in s.view.moves}
        for character, fits in self._rules(s):
            if fits and character in offered:
                return offered[character]
        return super().draft(s)

    def _rules(self, s: Sight) -> Sequence[tuple[str, bool]]:
        poor, near = s.me.gold < 2, min([s.missing(p) for p in s.rivals]) < 3
        few = len(s.useful) < 2
        best = max([p.hand for p in s.rivals])
        return (
            ("bishop", s.missing(s.me) == 1),
            ("architect", s.missing(s.me) < 4 and s.me.gold > 5 and len(s.useful) > 1),
            ("thief", poor and all(p.gold > 1 for p in s.rivals)),
            ("assassin", near),
            ("warlord", near),
            ("magician", few and best > 2),
            ("architect", few or s.me.gold > 3),
            *[(s.ruleset.char(rank).id, s.income(rank) > 1) for rank in s.ruleset.ranks],
            ("merchant", True),
            ("king", True),
        )

    def name(self, s: Sight, verb: str) -> Move:
        """Kill the leader's type, the Architect of the poor in cards, the Merchant of the poor; rob the Merchant."""
        moves = {move.card: move for move in s.moves(verb) if s.ruleset.rank_of(move.card) not in s.view.roles}
        wanted = ["merchant", "architect"]
        if verb == "kill":
            first, type = leader(s), type_of(s, leader(s))
            ranks = [rank for rank in s.ruleset.ranks if getattr(s.ruleset.char(rank), "type", "-") == type]
            wanted = [s.ruleset.char(rank).id for rank in ranks if self._sided(s, first.city)]
            wanted += ["architect"] * (min([p.hand for p in s.rivals]) < 2)
            wanted += ["merchant"] * (min([p.gold for p in s.rivals]) < 2)
        for character in wanted:
            if character in moves and s.ruleset.rank_of(character) not in s.view.faceup:
                return moves[character]
        return super().name(s, verb)

    @staticmethod
    def _sided(s: Sight, city: Sequence[str]) -> bool:
        """Whether a city has clearly most of one type."""
        types = [s.card(id).type for id in city]
        first, second, *_ = *sorted([types.count(type) for type in set(types)], reverse=True), 0, 0
        return first > second + 1

    def wants_gold(self, s: Sight) -> bool:
        """Below four gold, and with something to build."""
        return s.me.gold < 4 or bool(s.useful)

    def rest(self, s: Sight) -> Move:
        """The Warlord strikes a player who lacks two districts or fewer, as dearly as the gold allows."""
        near = [move for move in s.moves("destroy") if s.missing(s.view.players[move.seat]) <= 2]
        near = [move for move in near if move.seat != s.view.seat]
        if near:
            return max(near, key=lambda move: (s.card(move.target).cost, move.target))
        return super().rest(s)
