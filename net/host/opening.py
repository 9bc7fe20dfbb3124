"""The opening of a table: what its host has to know of how it was opened, and nobody at the table is told."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field, Strict

from net.protocol.schema import Level, Message, MoveText, Name

MIN_THINKING, MAX_THINKING = 0.1, 10.0
MOST_PLACE = 300
"""Characters of the address of a relay or of a machine."""
MOST_GIVEN = 4000
"""Moves from which a game can go on: more than the longest has."""


class Reach(Message):
    """How players come from elsewhere to a table on somebody's own machine; when it is resumed, they come so again."""

    relay: Annotated[str, Field(max_length=MOST_PLACE)] = ""
    """A relay by which they can come, too."""
    address: Annotated[str, Field(max_length=MOST_PLACE)] = ""
    """Where they reach this machine from outside its network, ``host:port``: the invitation names it first."""
    announce: bool = False
    """Whether the local network is told of it."""


class Opening(Message):
    """Facts about the opening of a table; what its players may know of it, and choose, is in `TableOptions`."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    bots: Annotated[tuple[Level, ...], Strict(False)] = ()
    """Levels of the bots that are seated when the table is opened; they take its last seats."""
    names: Annotated[tuple[Name | None, ...], Strict(False)] = ()
    """Names of these bots; None, or a missing one: the usual name of a bot in that seat."""
    seat: Annotated[int, Field(ge=0, le=7)] = 0
    """The seat that bots take last."""
    owned: bool = False
    """Whether only the bearer of the owner's token may be the owner; otherwise the first player is."""
    seed: Annotated[bytes | None, Field(repr=False)] = None
    """The game's seed, 16 to 64 bytes, for games that are to be repeated; None: dealt fairly, anew for every game."""
    given: Annotated[tuple[MoveText, ...], Strict(False), Field(max_length=MOST_GIVEN)] = ()
    """The first moves of its game, of another one with this seed, from which it goes on."""
    thinking: Annotated[float, Field(ge=MIN_THINKING, le=MAX_THINKING)] = 0.3
    """Seconds a bot that searches may think about one decision: for the owner of the machine to say."""
    hints: bool = False
    """Whether players may ask for hints among other people, too, as those at one keyboard may agree to."""
    reach: Reach = Reach()
    opener: Annotated[bytes, Field(max_length=32)] = b""
    """Identity of the visitor who opened it."""
    opened_from: Annotated[bytes, Field(max_length=8)] = b""
    """Stands for the visitor's address, which only the host's key leads back to."""
