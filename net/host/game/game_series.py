"""The games of a table, one after another: the one that is played, or was the last, and how the next one begins."""

from __future__ import annotations

from collections.abc import Callable

from net.base.errors import NetError
from net.gamelog.entries import PlayTimes
from net.host.game.kept_table import KeptTable
from net.host.game.logged_game import LoggedGame
from net.host.game.match import Match
from net.host.game.match_state import MatchState
from net.host.opening import Opening
from net.host.seats.host_services import HostServices
from net.host.seats.inbox import Inbox
from net.host.seats.lobby import Lobby, Peer
from net.protocol.table_options import CHANGEABLE, TableOptions


class GameSeries:
    """The games of one table."""

    def __init__(
        self,
        services: HostServices,
        lobby: Lobby,
        options: TableOptions,
        opening: Opening,
        inbox: Inbox,
        send: Callable[[Peer, bytes], None],
        kept: KeptTable | None = None,
    ) -> None:
        """Prepare for games, or go on with one.

        Args:
            services: Of the host.
            lobby: Who sits where.
            options: How the table is run.
            opening: How it was opened.
            inbox: The table's.
            send: Sends somebody a frame, after all that has happened was told.
            kept: The table as it was stored, perhaps with a game that goes on.

        Raises:
            NetError: ``stored``, when its clock does not fit its game.
        """
        self.options = options
        """How the table is run, and the next game begins."""
        self.opening = opening
        """How the table was opened, without a seed that has been used."""
        self.damage = kept.damage if kept else ""
        """The damage that the disk has done to the game that was played last."""
        self.match: Match | None = None
        self._refused = kept.record.refused if kept else 0
        self._services = services
        self._lobby = lobby
        self._inbox = inbox
        self._send = send
        if kept and kept.game:
            self.match = self._match(kept.game, kept)

    @property
    def game(self) -> LoggedGame | None:
        """The game that is played, or was the last one."""
        return self.match.game if self.match else None

    @property
    def refused(self) -> int:
        """Deals that were begun and given up since a game was dealt last; the one that goes on is counted, too."""
        return 0 if self.game and self.game.dealt else self._refused

    @property
    def over(self) -> bool:
        """Whether there is a game, and it has ended."""
        return self.match is not None and self.match.game.over

    def require(self) -> Match:
        """The match, for requests that need one.

        Raises:
            NetError: ``not_started``.
        """
        if self.match is None:
            raise NetError("not_started")
        return self.match

    def begin(self) -> None:
        """Start a game with everybody who sits here.

        Raises:
            NetError: ``seats_open``, ``player_away``, ``setup_bad`` or ``illegal``; nothing has changed then.
        """
        services, lobby = self._services, self._lobby
        times = PlayTimes.of(self.options)
        opening = self.opening
        game = LoggedGame.begin(
            lobby.rules,
            lobby.entries(),
            services.identity,
            opening.seed,
            times,
            opening.given,
            bots_yield=self.options.bots_yield,
            refused=self.refused,
        )
        self._refused = self.refused + 1
        # They are in its log now.
        self.opening = opening.model_copy(update={"given": ()})
        self.damage = ""
        lobby.unready()
        self.match = self._match(game)

    def set_options(self, options: TableOptions) -> None:
        """Run the table by other options from now on, in this game and in the next ones.

        Raises:
            NetError: ``option_fixed``, when one is another that is chosen only when the table is opened.
        """
        fixed = [name for name, value in self.options if value != getattr(options, name) and name not in CHANGEABLE]
        if fixed:
            raise NetError("option_fixed", ", ".join(fixed))
        self.options = options
        if self.match:
            self.match.turn_clock.hurry(options.bot_pause)

    def forget_seed(self) -> None:
        """A seed that was given is of one game: the next one is dealt fairly."""
        self.opening = self.opening.model_copy(update={"seed": None})

    def stop(self) -> None:
        """Let nobody's time run."""
        if self.match:
            self.match.stop()

    def clear(self) -> None:
        """Forget the game: the table is a lobby."""
        self.stop()
        self._refused = self.refused
        self.match = None

    def _match(self, game: LoggedGame, kept: KeptTable | None = None) -> Match:
        state = MatchState(
            game, self._lobby, self._inbox, self._services.limits, self.options, self.opening, self._send
        )
        return Match(state, kept.record if kept else None)
