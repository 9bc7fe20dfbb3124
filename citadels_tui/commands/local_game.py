"""Starts of the client that ask for nothing but a screen: the home screen, and a game on this machine against bots.

What they are asked for is here; how it is typed is in `home` and `play`, and in `usual`.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from citadels_tui.commands.options import LEVEL, check_level, first_name, launch, names_of, player_name, table_of
from citadels_tui.session.local_players import MOST
from citadels_tui.session.start import PlayGame, ResumeTable, ShowHome
from citadels_tui.terminal import first_picture
from citadels_tui.wording.errors import CommandError, UsageError

PLAYERS = 4


@dataclass(frozen=True, kw_only=True)
class HomeOptions:
    """The options of `citadels home`."""

    name: str = ""
    ascii: bool = False

    def launch(self) -> int:
        """Show it until the player leaves; returns the exit code."""
        return launch(ShowHome(player_name(self.name)), self.ascii)


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """The options of `citadels play`."""

    players: int | None = None
    bots: int | None = None
    level: str = LEVEL
    edition: str = "deluxe"
    preset: str = ""
    nine: bool = False
    action_cards: bool = False
    seed: int | None = None
    resume: bool = False
    people: str = ""
    name: str = ""
    plain: bool = False
    ascii: bool = False

    def launch(self) -> int:
        """Play it until the player leaves; returns the exit code.

        Raises:
            UsageError: when it cannot be played.
            CommandError: when there is nothing to resume.
        """
        names = names_of(self.people)
        called = first_name(self.name, names)
        if self.resume:
            return launch(ResumeTable(called, _left_last()), self.ascii, self.plain)
        players = self._players(max(len(names), 1))
        if self.seed is not None and self.seed < 0:
            raise UsageError("--seed must be at least 0")
        shown = nullcontext(False) if self.plain else first_picture.shown(min(players, MOST), ascii=self.ascii)
        with shown as painted:
            game = self._game(players, called, names)._replace(painted=painted)
            return launch(game, self.ascii, self.plain)

    def _game(self, players: int, called: str, names: tuple[str, ...]) -> PlayGame:
        # The table's packages take their time to load.
        from engine.rng import seed_bytes
        from net.host.opening import Opening
        from net.local.order import Order

        seated = max(len(names), 1)
        check_level(self.level)
        setup = table_of(
            players, self.edition, self.preset, nine=self.nine, action_cards=self.action_cards, seed=self.seed
        )
        if seated > players:
            raise UsageError("a game of {players} has no room for {seated} people", players=players, seated=seated)
        seed = None if self.seed is None else seed_bytes(self.seed)
        opening = Opening(bots=(self.level,) * (players - seated), seed=seed)
        return PlayGame(called, Order(setup=setup, opening=opening), names[1:])

    def _players(self, seated: int) -> int:
        """How many play.

        Args:
            seated: How many of them are people.

        Raises:
            UsageError: when the numbers that were given do not fit together.
        """
        players, bots = self.players, self.bots
        if bots is not None and bots < 1 and seated < 2:
            raise UsageError("a game on this machine needs at least 1 bot, not {bots}", bots=bots)
        if players is None:
            return max(PLAYERS, seated) if bots is None else bots + seated
        if bots is not None and bots != players - seated:
            raise UsageError(
                "a game of {players} on this machine has {right} bots, not {bots}",
                players=players,
                right=players - seated,
                bots=bots,
            )
        return players


def _left_last() -> Path:
    """The journal of the newest game of one's own that can be resumed.

    Raises:
        CommandError: when there is none.
    """
    from net.local.kept_games import kept_games

    journal = next((game.journal for game in kept_games() if not game.hosted), None)
    if journal is None:
        raise CommandError("there is no unfinished game of your own to resume")
    return journal
