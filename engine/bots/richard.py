"""Richard: the advice of a guide for beginners that players published in a forum, as rules.

The guide (charte Citadelles de base, forum.trictrac.net) says what must not happen: a rival who becomes the
Architect with gold and two or three districts to go, or the King with two to go; and whom not to kill. It is an
opinion from outside, and so an independent measure of the other bots. Where it is silent Richard plays like `Greedy`.
"""

from __future__ import annotations

from engine.bots.greedy import Greedy, Sight
from engine.move import Move
from engine.view import PlayerView


class Richard(Greedy):
    """Knows by heart what a guide of the old game says, and keeps to it."""

    def draft(self, s: Sight) -> Move:
        """Keep from the others what would let them win; else what brings most."""
        return max(s.view.moves, key=lambda move: self.appeal(s, move.card) + self.random.random())

    def appeal(self, s: Sight, character: str) -> float:
        """How much a character is wanted."""
        value = 1.5 * s.income(s.ruleset.rank_of(character))
        danger = dangers(s)
        poor = len(s.useful) < 2
        if character in danger:
            value += 6
        match character:
            case "assassin":
                value += 5 if danger else 0.0
            case "architect":
                value += 4 if s.me.gold >= 4 and s.useful else 2.0
            case "merchant":
                value += 1.5
            case "magician":
                value += 3 if poor and max([p.hand for p in s.rivals]) > 2 else 0.0
            case "thief":
                value += 0.5 * max([p.gold for p in s.rivals]) - 1
            case "king":
                value += 1.5 if s.missing(s.me) <= 2 else 1.0
            case "bishop":
                value += 1.5 if s.ahead() and s.city else 0.5
            case "warlord":
                value += 4 if any(s.missing(p) <= 1 for p in s.rivals) else 0.5
        return value

    def name(self, s: Sight, verb: str) -> Move:
        """Kill what would let a rival win, neither Thief nor Warlord without need; rob a likely rich player."""
        moves = {move.card: move for move in s.moves(verb)}
        own = {s.ruleset.char(rank).id for rank in s.view.roles}
        if verb == "kill":
            for character in dangers(s):
                if character in moves and character not in own:
                    return moves[character]
            spared = {"thief", *(() if s.ahead() else ("warlord",))}
        else:
            spared = {"magician", "warlord"}
        # Also a character that lies open, though nobody holds it.
        left = [move for card, move in moves.items() if card not in own | spared]
        return self.random.choice(left or list(moves.values()))

    def wants_gold(self, s: Sight) -> bool:
        """Cards are drawn only when none can be built."""
        return bool(s.useful) and (s.me.gold < 6 or len(s.useful) > 1)

    def rest(self, s: Sight) -> Move:
        """The Warlord strikes a rival who is about to finish, at any cost."""
        urgent = [move for move in s.moves("destroy") if s.missing(s.view.players[move.seat]) <= 1]
        urgent = [move for move in urgent if move.seat != s.view.seat]
        if urgent:
            return min(urgent, key=lambda move: s.card(move.target).cost)
        return super().rest(s)


def dangers(s: Sight) -> list[str]:
    """Characters that no rival may play this round, the worst first."""

    def builder(p: PlayerView) -> bool:
        return p.gold >= 4 and p.hand >= 1 and s.missing(p) in (2, 3)

    found = []
    if any(builder(p) for p in s.rivals):
        found.append("architect")
    if any(s.missing(p) == 2 for p in s.rivals):
        found.append("king")
    if any(s.missing(p) == 1 for p in s.rivals):
        found.append("bishop")  # nothing of theirs could be destroyed
    return found
