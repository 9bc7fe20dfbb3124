"""The rules of Citadels, pure: no clock, no I/O, no global randomness.

>>> rules = Rules.make(players=4)
>>> game = new_game(rules, seed=bytes(32))
>>> game.kind, len(game.moves)
('draft', 5)
>>> game.apply(game.moves[0])
>>> view(game, game.seat).roles
()
"""

from __future__ import annotations

from engine.edition import EDITIONS, Rules
from engine.errors import CitadelsError, IllegalMove, NotationError, RulesError, SaveError
from engine.event import Event, seen
from engine.game import new_game
from engine.move import Move
from engine.reducer import ViewReducer
from engine.save import load, save
from engine.score import score
from engine.state import State
from engine.view import View, view
from engine.worlds import resample

__all__ = [
    "EDITIONS",
    "CitadelsError",
    "Event",
    "IllegalMove",
    "Move",
    "NotationError",
    "Rules",
    "RulesError",
    "SaveError",
    "State",
    "View",
    "ViewReducer",
    "load",
    "new_game",
    "resample",
    "save",
    "score",
    "seen",
    "view",
]
