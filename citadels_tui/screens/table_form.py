"""Settings of a table that others can join: those of the game, and bots, clock and invitation."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.widget import Widget

from citadels_tui.screens.setup_form import SEATS, SetupForm
from citadels_tui.texts import _, home
from citadels_tui.widgets.choice import Choice
from citadels_tui.wording.durations import in_words
from net.host.table_options import Timers

TURN_TIMES = (0.0, 20.0, 45.0, 90.0, 180.0, 600.0, 43_200.0, 86_400.0, 172_800.0, 604_800.0)
"""The times for a decision that can be chosen, in seconds; 0: as long as anybody likes."""
RESERVES = (0.0, 60.0, 120.0, 300.0, 900.0)
"""The reserves, in seconds."""

DELAYS = (0.0, 60.0, 300.0, 900.0)
"""The times after which spectators may see what happens, in seconds."""


class TableForm(SetupForm):
    """A form whose settings make a table for others, too."""

    def settings(self) -> Iterator[Widget]:
        """The game's settings, then those of the table."""
        yield from super().settings()
        symbols = self.symbols
        seats = [(n, str(n)) for n in range(max(SEATS))]
        yield Choice(_(home.BOT_SEATS), seats, 2, symbols, id="botseats")
        times = [(s, _time(s)) for s in TURN_TIMES]
        yield Choice(_(home.TURN_TIME), times, Timers().decision, symbols, id="turntime")
        reserves = [(s, _time(s)) for s in RESERVES]
        yield Choice(_(home.RESERVE), reserves, Timers().reserve, symbols, id="reserve")
        delays = [(s, _(home.LATER).format(time=in_words(s)) if s else _(home.AT_ONCE)) for s in DELAYS]
        yield Choice(_(home.SPECTATORS), delays, 0.0, symbols, id="delay")
        private = [(True, _(home.PRIVATE_YES)), (False, _(home.PRIVATE_NO))]
        yield Choice(_(home.PRIVATE), private, self.usually_private, symbols, id="private")

    @property
    def usually_private(self) -> bool:
        """Whether the invitation is needed unless it is chosen otherwise."""
        return True

    @on(Choice.Changed)
    def adapt(self) -> None:
        """Without a clock there is no reserve either."""
        super().adapt()
        self.query_one("#reserve").display = self.timers is not None

    @property
    def timers(self) -> Timers | None:
        """How long players may think; None: as long as they like."""
        decision, reserve = self.chosen("turntime"), self.chosen("reserve")
        assert isinstance(decision, float)
        assert isinstance(reserve, float)
        return Timers(decision=decision, reserve=reserve) if decision else None

    @property
    def spectator_delay(self) -> float:
        """Seconds after which spectators see what happens."""
        delay = self.chosen("delay")
        assert isinstance(delay, float)
        return delay

    @property
    def bot_seats(self) -> int:
        """How many bots there will be."""
        seats = self.chosen("botseats")
        assert isinstance(seats, int)
        return seats

    def _show_bots(self) -> None:
        """Offer no more bots than the people here leave seats for."""
        row, most = self.query_one("#botseats", Choice), super().bot_seats
        wanted = min(row.value, most)
        row.offer([(n, str(n)) for n in range(most + 1)])
        row.choose(wanted)
        super()._show_bots()


def _time(seconds: float) -> str:
    """A time on a clock, in words."""
    return in_words(seconds) if seconds else _(home.NO_TIME)
