"""The options of a table: one value, from a form or a command to the table, its record, and everybody at it.

An option is a field here, with its default and its bounds. All times are in seconds.
"""

from typing import Annotated

from pydantic import Field

from net.base.limits import CORRESPONDENCE, DEFAULT, LONGEST_TIME, Limits
from net.protocol.schema import Message

Seconds = Annotated[float, Field(ge=0, le=LONGEST_TIME)]
Pause = Annotated[float, Field(ge=0, le=60)]
"""Seconds between two moves of bots."""


class TableOptions(Message):
    """The choices of the player who opens a table. Everybody at the table may know them."""

    title: Annotated[str, Field(max_length=100)] = ""
    """Shown in the list of tables."""
    private: bool = True
    """Whether an invitation is needed to join."""
    listed: bool = True
    """Whether everybody sees the table in the list; otherwise only those who have a seat."""
    start_when: Annotated[int, Field(ge=0, le=8)] = 0
    """How many people have to be ready for the game to begin by itself; 0: it never does."""
    bots_after: Seconds = 0.0
    """After this time with a player in the lobby, bots take the open seats and the game begins; 0: they never do."""
    bots_yield: bool = True
    """Whether people may take the seats of bots in the middle of a game, each once."""
    series: Annotated[int, Field(ge=0, le=20)] = 0
    """Games of a series: each begins by itself after the one before; 0: as many as the players like."""
    turn_time: Seconds = 0.0
    """For a decision; 0: as long as anybody likes."""
    reserve: Seconds = 0.0
    """On top of it, for each player once a game; without a `turn_time` it means nothing."""
    spectator_delay: Seconds = 0.0
    """After this time spectators see what happens in a game."""
    bot_pause: Pause = DEFAULT.bot_pause
    """Between two moves of bots."""

    @property
    def correspondence(self) -> bool:
        """Whether players may come and go: wherever they are, their time runs and they have all of it."""
        return self.turn_time >= CORRESPONDENCE

    def absence(self, limits: Limits) -> float:
        """Seconds for which the table waits for somebody who has lost the connection, outside of a decision."""
        return self.turn_time if self.correspondence else limits.absence


USUAL = TableOptions(turn_time=90.0, reserve=120.0)
"""The options that forms and commands begin with, where people play together."""
CHANGEABLE = frozenset({"bot_pause"})
"""The options that the owner may change at the table; all others are chosen when it is opened."""
