"""The bot of the guided game: it plays a part, and afterwards so that a beginner wins half of the games."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.bots.bot import check_choice
from engine.bots.novice import Novice
from engine.bots.richard import Richard
from engine.bots.steward import Steward
from engine.event import Event
from engine.move import Move
from engine.ruleset import ruleset
from engine.view import View

FACE_UP = (1, 2)
"""The characters that lie face up in the first round of the lesson's deal: in another deal there is no part to play."""
ROBBED, KILLED = "merchant", "king"
"""The characters that the player robs in the second round and loses in the third."""
ROUNDS = 3
"""The rounds of its part."""
RICH = 4
"""Gold from which a bot takes the character that the player is to guess."""

PART: Mapping[tuple[int, str], tuple[str, ...]] = {
    # A quiet round: nobody can be hit while the player takes a first turn.
    (1, "draft"): (ROBBED, "king", "bishop", "magician", "warlord"),
    # The player has the Thief.
    (2, "draft"): ("king", "bishop", "magician", "architect", "warlord"),
    # And somebody murders the player.
    (3, "draft"): ("assassin", "merchant", "architect", "magician", "bishop"),
    (3, "kill"): (KILLED,),
}
"""Round and question, or the verb of an ability -> the characters to name, the first one that can be."""


class LessonBot:
    """Takes and names the characters of its part where it can, and else goes by the book.

    Afterwards it is a novice, and a steward in the last seat.
    """

    def __init__(self, random: Random) -> None:
        self._book, self._novice, self._steward = Richard(random), Novice(random), Steward(random)
        self._round = 0
        self._plays = False

    def watch(self, event: Event) -> None:
        """Take note of an event."""
        self._book.watch(event)
        self._steward.watch(event)
        if event.kind == "round":
            self._round = event.amount
        elif event.kind == "layout" and self._round == 1:
            self._plays = event.ranks == FACE_UP

    def choose(self, view: View) -> Move:
        """The move of its part, or else the one of the book."""
        check_choice(view)
        if self._plays and view.round <= ROUNDS:
            return self._part(view) or self._book.choose(view)
        return (self._steward if view.seat == len(view.players) - 1 else self._novice).choose(view)

    def _part(self, view: View) -> Move | None:
        """The move of its part; None where it may play as it likes."""
        assert view.asked is not None
        for verb in (view.asked.kind, *dict.fromkeys(move.verb for move in view.moves)):
            cards = PART.get((view.round, verb), ())
            if view.round == 2 and view.me.gold >= RICH:
                cards = (ROBBED, *cards)
            for card in cards:
                found = next((move for move in view.moves if move.card == card and move.seat < 0), None)
                if found is not None:
                    return found
        # The player to be robbed saves.
        end, turn = Move("end"), view.turn
        saves = view.round == 1 and turn is not None and ruleset(view.rules).char(turn.rank).id == ROBBED
        return end if saves and end in view.moves and Move("gold") not in view.moves else None
