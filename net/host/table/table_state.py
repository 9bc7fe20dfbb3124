"""The state of a table that its parts share: its seats, its game, its people, and the phase of its life."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum, auto

from net.base.errors import NetError
from net.base.ids import new_id
from net.host.table.access import Access
from net.host.table.host_services import HostServices
from net.host.table.lobby import Lobby
from net.host.table.logged_game import LoggedGame
from net.host.table.match import Match
from net.host.table.outbox import Outbox
from net.host.table.pending import PendingWrites
from net.host.table_options import TableOptions
from net.protocol.setup import Setup


class Phase(Enum):
    """The stages of a table's life."""

    OPEN = auto()
    STALLED = auto()
    """There is no room on the disk for what has happened; the table goes on when there is."""
    CLOSING = auto()
    """It was asked to send everybody away, and will."""
    FAILED = auto()
    """It could not be stored, or a fault of ours has ended it: nobody can play here any more."""
    CLOSED = auto()
    """Everybody was sent away."""


class TableState:
    """The state of a table. `Table` says what it is made with; it and `Vacancy` change its phase."""

    def __init__(
        self,
        services: HostServices,
        setup: Setup,
        options: TableOptions,
        id: str,
    ) -> None:
        if options.seed is not None and not 16 <= len(options.seed) <= 64:
            raise NetError("setup_bad", "a seed has 16 to 64 bytes.")
        self.id = id or new_id()
        self.lobby = Lobby(setup, owned=options.owned)
        self.match: Match | None = None
        self.outbox = Outbox()
        self.pending = PendingWrites(self.id)
        self.services = services
        self.limits = services.limits
        self.clock = services.clock
        self.access = Access(services.identity, self.id, services.clock, private=options.private, owned=options.owned)
        self.options = options
        self.damage = ""
        """What the disk has done to the game that was played last."""
        self.wishes: set[int] = set()
        """When the game is over: the seats whose players would like to play again."""
        self.ready: set[bytes] = set()
        """In the lobby: the identities of those who are ready for the start."""
        self.deserted = True
        """Where only the bearer of the owner's token may be the owner: whether they have left for good."""
        self.phase = Phase.OPEN
        self.reason: NetError | None = None
        """Why the phase is not `Phase.OPEN`."""
        self.inbox: asyncio.Queue[Callable[[], None]] = asyncio.Queue()
        """Everything that happens to the table, to be handled one at a time."""

    @property
    def game(self) -> LoggedGame | None:
        """The game that is played, or was the last one."""
        return self.match.game if self.match else None

    @property
    def over(self) -> bool:
        """Whether there is a game, and it has ended."""
        return self.match is not None and self.match.game.over

    @property
    def awaited(self) -> bool:
        """Whether somebody may come back to a table at which nothing is played: then it is kept."""
        return not self.deserted if self.options.owned else bool(self.lobby.players)

    @property
    def stalled(self) -> NetError | None:
        """Why nothing goes on for now."""
        return self.reason if self.phase is Phase.STALLED else None

    @property
    def ended(self) -> NetError | None:
        """Why nobody can play here any more."""
        return self.reason if self.phase in (Phase.FAILED, Phase.CLOSED) else None

    def enter(self, phase: Phase, reason: NetError | None = None) -> None:
        """Go on to another phase, for a reason unless it is `Phase.OPEN`."""
        self.phase, self.reason = phase, reason

    def post(self, action: Callable[[], None]) -> None:
        """Put something into the inbox."""
        self.inbox.put_nowait(action)

    def require_match(self) -> Match:
        """The match, for requests that need one.

        Raises:
            NetError: ``not_started``.
        """
        if self.match is None:
            raise NetError("not_started")
        return self.match

    # One game after another

    def begin(self) -> None:
        """Start a game with everybody who sits here.

        Raises:
            NetError: ``seats_open``, ``player_away`` or ``setup_bad``; nothing has changed then.
        """
        times = self.options.times(self.limits)
        game = LoggedGame.begin(
            self.lobby.rules, self.lobby.entries(), self.services.identity, self.options.seed, times
        )
        self.damage = ""
        self.wishes.clear()
        self.ready.clear()
        self.attend(game)

    def attend(self, game: LoggedGame) -> None:
        """Play a game at this table."""
        for spectator in self.lobby.spectators:
            spectator.shown = 0
        self.match = Match(game, self.lobby, self.clock, self.limits, self.options, self.post, self.outbox.send)

    def stop(self) -> None:
        """Let nobody's time run."""
        if self.match:
            self.match.stop()

    def clear(self) -> None:
        """Make room for another game: this one is forgotten, and the seats of those who are away are open."""
        if self.match is None:
            return
        self.stop()
        self.pending.forget(self.match.game.log.game)
        self.match = None
        self.wishes.clear()
        self.deserted |= self.lobby.unattended
        for member in self.lobby.people:
            if member.peer is None:
                self.lobby.stand(member)
