"""Feed: the part of a client that the screens need. `net.client.client.Client` is one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from engine.move import Move
from net.client.updates import Update
from net.identity.invitations import Invite
from net.protocol.setup import Setup


class Feed(Protocol):
    """One seat at one table, as the screens use it."""

    @property
    def fingerprint(self) -> str:
        """The host's identity as words."""

    @property
    def invite(self) -> Invite | None:
        """What others need to join, when it is known."""

    def updates(self) -> AsyncIterator[Update]:
        """Everything that happens, in order; ends after `Closed`."""

    async def move(self, move: Move) -> None:
        """Answer the open decision."""

    async def configure(self, setup: Setup) -> None:
        """Change the rules or the seats before the start."""

    async def add_bot(self, level: str, seat: int | None = None) -> None:
        """Seat a bot before the start."""

    async def remove_bot(self, seat: int) -> None:
        """Open a bot's seat again before the start."""

    async def start(self) -> None:
        """Start the game."""

    async def bot_pause(self, seconds: float) -> None:
        """Set how long bots wait between moves."""

    async def hold(self, on: bool) -> None:
        """Let the game rest, or go on."""

    async def hand_over(self, seat: int, *, open: bool = False, ban: bool = False) -> None:
        """Let a bot play a seat: for good, until somebody takes it, or because its player has to go."""

    async def vote(self, end: bool) -> None:
        """Want the game to end, or not any more."""

    async def chat(self, text: str) -> None:
        """Say something to the table."""

    async def leave(self) -> None:
        """Say goodbye and close."""
