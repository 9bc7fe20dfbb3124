"""The client: connect to a host, sit at a table, and follow its game.

    client = await connect(parse_target("192.168.1.5"), identity, "Ada", trust=ask_the_player)
    async for update in client.updates():
        match update:
            case Decision(moves=moves): await client.move(moves[0])
            case Closed(sentence=why): print(why)

Everything a client learns comes as one of the values of `net.updates`. What it sends is
answered there too: a refusal as `Refused`, a success by what then happens.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from engine.edition import Rules
from engine.move import Move
from engine.view import View
from net.crypto import Identity
from net.invite import Address, Invite
from net.setup import Setup
from net.updates import Decision, SeatInfo, Update

Trust = Callable[[str, str], Awaitable[bool]]
"""Asked on first contact without an invitation: (address as typed, the host's fingerprint as six words) -> whether
the player recognises it. A yes is remembered in the known-hosts file; the connection is made only after it."""


class Client:
    """One seat (or one spectator) at one table."""

    seat: int | None
    """Your seat, None for a spectator; it may change until the start (see `Lobby.you`)."""
    table: str
    """Id of the table."""
    fingerprint: str
    """The host's identity as six words."""
    invite: Invite | None
    """What others need to join, when this client knows it (it came by one, or started the host)."""
    rules: Rules | None
    seats: tuple[SeatInfo, ...]
    view: View | None
    """Your view after the last `Happened`; None before the start."""
    decision: Decision | None
    """The open question, when it is yours and you have not answered it."""

    def updates(self) -> AsyncIterator[Update]:
        """Everything that happens, in order; ends after `Closed`. To be read by one task only."""
        raise NotImplementedError

    async def move(self, move: Move) -> None:
        """Answer the open decision."""
        raise NotImplementedError

    async def moves(self, moves: Sequence[Move]) -> None:
        """Answer the open decision and the ones that follow it at once, such as ``discard x``, ``discard y``, ``done``.

        They are played one by one; at the first that is not possible the rest is dropped and refused.
        """
        raise NotImplementedError

    async def configure(self, setup: Setup) -> None:
        """Owner, before the start: other rules or another number of seats."""
        raise NotImplementedError

    async def add_bot(self, level: str, seat: int | None = None) -> None:
        """Owner, before the start: seat a bot (``random``, ``steward``) on the given or first open seat."""
        raise NotImplementedError

    async def remove_bot(self, seat: int) -> None:
        """Owner, before the start: open a bot's seat again."""
        raise NotImplementedError

    async def start(self) -> None:
        """Owner: start the game; every seat must be taken."""
        raise NotImplementedError

    async def bot_pause(self, seconds: float) -> None:
        """Owner, at any time: how long bots wait between moves, 0 to 60 seconds."""
        raise NotImplementedError

    async def chat(self, text: str) -> None:
        """Say something to the table: one line of at most 280 characters."""
        raise NotImplementedError

    async def leave(self) -> None:
        """Say goodbye and close. A host that was started for this client alone ends too."""
        raise NotImplementedError


async def connect(
    target: Invite | Address,
    identity: Identity,
    name: str,
    *,
    watch: bool = False,
    trust: Trust | None = None,
) -> Client:
    """Connect, check who the host is, and join its table.

    Nothing is sent before the host's identity is checked: against the invitation, or the known-hosts
    file, or, on first contact, by asking ``trust`` (None: refuse).

    Args:
        target: From `net.invite.parse_target`.
        identity: The player's key (`net.crypto.load_identity`).
        name: At most 24 cells; see `net.text.clean_name`.
        watch: Join as a spectator.
        trust: See `Trust`.

    Raises:
        NetError: with a code of `net.errors.CODES` and a sentence for the player.
    """
    raise NotImplementedError
