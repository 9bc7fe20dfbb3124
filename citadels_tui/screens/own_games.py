"""The player's own finished games, read for a screen without holding it up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from citadels_tui.history.played_games import PlayedGame, played_games
from citadels_tui.screens.base import BaseScreen
from citadels_tui.texts import why
from net.base.errors import NetError
from net.identity.own_keys import own_hosts, own_keys


async def read_own_games() -> list[PlayedGame]:
    """The finished games of this player, the newest first.

    Raises:
        NetError: when their archive cannot be read.
    """
    from net.gamelog.archive import own_games

    return played_games(await asyncio.to_thread(own_games), own_keys(), own_hosts())


class OwnGamesScreen(BaseScreen):
    """A screen that shows something of these games, and reads them whenever it comes up: one may have ended."""

    def on_screen_resume(self) -> None:
        """A game may have been finished meanwhile."""
        super().on_screen_resume()
        self.run_worker(self._read, exclusive=True, group="archive")

    async def _read(self) -> None:
        try:
            played = await read_own_games()
        except NetError as error:
            self.notify(why(error), severity="error")
            return
        self.show_games(played)

    def show_games(self, played: Sequence[PlayedGame]) -> None:
        """Show what there is of them."""
        raise NotImplementedError
