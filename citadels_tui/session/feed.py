"""Feeds: the part of a client, and of a visitor, that the screens need.

`net.client.client.Client` is a `Feed`, `net.client.visitor.Visitor` a `VisitorFeed`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from engine.move import Move
from net.client.updates import Update
from net.client.visitor import VisitorUpdate
from net.identity.invitations import Address, Invite
from net.protocol.client_messages import RequestMaker


class VisitorFeed(Protocol):
    """The tables of one host, as the screens use them."""

    @property
    def address(self) -> Address:
        """The host's address."""

    @property
    def fingerprint(self) -> str:
        """The host's identity as words."""

    def updates(self) -> AsyncIterator[VisitorUpdate]:
        """Everything that happens, in order; ends after `Closed`."""

    def invite(self, table: str) -> Invite:
        """The way to a table of this host."""

    async def request(self, make: RequestMaker) -> None:
        """Ask the host for something; `TableOpened` says how to get to a table that was opened."""

    async def chat(self, text: str) -> None:
        """Say something to the visitors."""

    async def leave(self) -> None:
        """Say goodbye and close."""


class Feed(Protocol):
    """One seat at one table, as the screens use it."""

    @property
    def fingerprint(self) -> str:
        """The host's identity as words."""

    @property
    def invite(self) -> Invite | None:
        """The invitation that others need to join, when it is known."""

    @property
    def beside(self) -> Sequence[Feed]:
        """The seats of the others who play at the same keyboard; only the player who opened the table knows them."""

    def updates(self) -> AsyncIterator[Update]:
        """Everything that happens, in order; ends after `Closed`."""

    async def move(self, move: Move) -> None:
        """Answer the open decision."""

    async def request(self, make: RequestMaker) -> None:
        """Ask for something else."""

    async def again(self, on: bool = True) -> None:
        """Say that you would like to play another game with the same people, now that this one is over, or not."""

    async def chat(self, text: str) -> None:
        """Say something to the table."""

    async def leave(self, *, for_good: bool = True) -> None:
        """Say goodbye and close; with ``for_good`` off without a word, as when the connection is lost."""
