"""The bot of the guided game: it plays a part in the first rounds, and like a steward afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.bots.bot import check_choice
from engine.bots.steward import Steward
from engine.event import Event
from engine.move import Move
from engine.view import View

FACE_UP = (2, 5)
"""The characters that lie face up in the first round of the lesson's deal: in another deal there is no part to play."""
ROBBED, KILLED = "warlord", "king"
"""The characters that are robbed in the second round and murdered in the third, whoever has them."""

PART: Mapping[tuple[int, str], tuple[str, ...]] = {
    # A quiet round: nobody is hit while the player takes a first turn.
    (1, "draft"): ("bishop", "architect", "king", "magician", "warlord"),
    # Somebody robs the character that the lesson recommends.
    (2, "draft"): ("thief", "magician", "architect", "merchant", "king", "bishop"),
    (2, "rob"): (ROBBED,),
    # And somebody murders the one of the third round.
    (3, "draft"): ("assassin", "merchant", "architect", "magician", "bishop"),
    (3, "kill"): (KILLED,),
}
"""Round and question, or the verb of an ability -> the characters to name, the first one that can be."""


class LessonBot:
    """A steward that names the characters of its part where it can."""

    def __init__(self, random: Random) -> None:
        self._steward = Steward(random)
        self._round = 0
        self._plays = False

    def watch(self, event: Event) -> None:
        """Take note of an event."""
        self._steward.watch(event)
        if event.kind == "round":
            self._round = event.amount
        elif event.kind == "layout" and self._round == 1:
            self._plays = event.ranks == FACE_UP

    def choose(self, view: View) -> Move:
        """The move of its part, or else the one that a steward would make."""
        check_choice(view)
        assert view.asked is not None
        part = PART if self._plays else {}
        for verb in (view.asked.kind, *dict.fromkeys(move.verb for move in view.moves)):
            for card in part.get((view.round, verb), ()):
                found = next((move for move in view.moves if move.card == card and move.seat < 0), None)
                if found is not None:
                    return found
        return self._steward.choose(view)
