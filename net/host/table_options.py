"""The options of a table: one value, from the form or the command line to the table and into its record."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field, Strict

from net.base.limits import CORRESPONDENCE, DEFAULT, LONGEST_TIME, Limits
from net.gamelog.entries import PlayTimes
from net.protocol.schema import Level, Message

Seconds = Annotated[float, Field(ge=0, le=LONGEST_TIME)]
MIN_THINKING, MAX_THINKING = 0.1, 10.0


class Timers(Message):
    """The time a player may think."""

    decision: Seconds = 90.0
    """About one decision."""
    reserve: Seconds = 120.0
    """On top of it, once a game."""


class TableOptions(Message):
    """The options of a table, whatever is played at it."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    bots: Annotated[tuple[Level, ...], Strict(False)] = ()
    """Levels of the bots that are seated when the table is opened; they take its last seats."""
    private: bool = True
    """Whether one of the table's tokens is needed to join."""
    owned: bool = False
    """Whether only the bearer of the owner's token may be the owner; otherwise the first player is."""
    seed: Annotated[bytes | None, Field(repr=False)] = None
    """The game's seed, 16 to 64 bytes, for games that are to be repeated; None: dealt fairly, anew for every game."""
    bot_pause: Seconds = DEFAULT.bot_pause
    """Seconds between the moves of bots."""
    thinking: Annotated[float, Field(ge=MIN_THINKING, le=MAX_THINKING)] = 0.3
    """Seconds a bot that searches may think about one decision."""
    hints: bool = False
    """Whether players may ask for hints among other people, too, as those at one keyboard may agree to."""
    title: Annotated[str, Field(max_length=100)] = ""
    """Shown in the list of tables."""
    listed: bool = True
    """Whether everybody sees it in the list of tables."""
    start_when: Annotated[int, Field(ge=0, le=8)] = 0
    """How many people have to be ready for the game to begin by itself; 0: it never does."""
    opener: Annotated[bytes, Field(max_length=32)] = b""
    """Identity of the visitor who opened it."""
    opened_from: Annotated[bytes, Field(max_length=8)] = b""
    """Stands for the visitor's address, which only the host's key leads back to."""
    timers: Timers | None = None
    """How long players may think; None: as long as they like."""

    spectator_delay: Seconds = 0.0
    """Seconds after which spectators see what happens in a game."""

    @property
    def correspondence(self) -> bool:
        """Whether players may come and go: wherever they are, their time runs and they have all of it."""
        return self.timers is not None and self.timers.decision >= CORRESPONDENCE

    def times(self, limits: Limits) -> PlayTimes:
        """The time that people have in a game, as its log says."""
        absence = 0 if self.correspondence else _ms(limits.absence)
        if self.timers is None:
            return PlayTimes(absence=absence)
        return PlayTimes(_ms(self.timers.decision), round(self.timers.reserve * 1000), absence)

    def absence(self, limits: Limits) -> float:
        """Seconds for which the table waits for somebody who has lost the connection, outside of a decision."""
        return self.timers.decision if self.timers and self.correspondence else limits.absence


def _ms(seconds: float) -> int:
    """Seconds in milliseconds, at least one: 0 means something else."""
    return max(1, round(seconds * 1000))
