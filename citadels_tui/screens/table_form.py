"""Settings of a table that others can join: those of the game, the number of bots, and the options of the table."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.widget import Widget
from textual.widgets import Input

from citadels_tui.screens.setup_form import SEATS, SetupForm
from citadels_tui.table_list.offered_options import BOT_PAUSE, OPTIONS, TITLE, TURN_TIME, OfferedOption, chosen
from citadels_tui.texts import _, home, why
from citadels_tui.widgets.choice import Choice
from net.base.errors import NetError
from net.base.text import TextError, clean_title
from net.protocol.table_options import USUAL, TableOptions


class TableForm(SetupForm):
    """A form whose settings make a table for others, too."""

    USUAL = USUAL
    """The options that it begins with."""
    PLACED: tuple[OfferedOption, ...] = (TITLE, TURN_TIME, BOT_PAUSE)
    """The options that do not stand with the others; the bots' pause is that of the settings."""

    def settings(self) -> Iterator[Widget]:
        """Players, cards, how many bots, and the time for a decision."""
        yield from self.game_rows()
        seats = [(n, str(n)) for n in range(max(SEATS))]
        yield Choice(_(home.BOTS), seats, 2, self.symbols, id="botseats")
        yield self.option(TURN_TIME, self.USUAL.turn_time)

    def rest(self) -> Iterator[Widget]:
        """The table's title, how the bots play, the cards one by one, and the other options of the table."""
        yield self.option(TITLE, self.USUAL.title)
        yield from self.level_rows(home.BOTS_PLAY)
        yield from super().rest()
        for option in OPTIONS:
            if option not in self.PLACED:
                yield self.option(option, getattr(self.USUAL, option.name))

    @on(Input.Submitted)
    def typed(self) -> None:
        """After a line go on to the next row."""
        self.app.action_focus_next()

    @on(Choice.Changed)
    def adapt(self) -> None:
        """Without a clock there is no reserve either."""
        super().adapt()
        self.query_one("#reserve").display = bool(self.chosen("turn_time"))

    def checked_options(self) -> TableOptions | None:
        """The options of the table, or None after saying what is wrong with the title."""
        values = {option.name: self.chosen(option.name) for option in OPTIONS if option not in (TITLE, BOT_PAUSE)}
        values[BOT_PAUSE.name] = self.bot_pause
        try:
            values[TITLE.name] = clean_title(self.query_one(f"#{TITLE.name}", Input).value)
        except TextError as error:
            self.complain(why(NetError("title_bad", str(error))))
            return None
        return chosen(values, self.players, self.USUAL)

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
