"""One player's place on the board: a line on small screens, a panel on larger ones."""

from __future__ import annotations

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.board import PlayerSummary
from citadels_tui.cells import beside, fit, flow
from citadels_tui.texts import _, board, say
from citadels_tui.voice import EMPTY, Voice

NAME_CELLS = 11
FLAG_CELLS = 3
"""What says who a player is; a longer one takes from the name."""
LINE_CELLS = NAME_CELLS + 22
"""What stands before the city in a line."""
ROLE_CELLS = 15
ROLES_MORE = 9
"""More room for characters when everybody has two."""


class PlayerPanel(Widget):
    """Shows one `PlayerSummary`; changes are painted, nothing is mounted anew."""

    DEFAULT_CSS = """
    PlayerPanel {
        height: 1;
        &.-acting { background: $primary 25%; }
        &.-aimed { background: $warning 25%; }
    }
    """

    summary: reactive[PlayerSummary] = reactive(PlayerSummary(0))
    """What is shown."""

    class Picked(Message):
        """A player was clicked."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, voice: Voice, summary: PlayerSummary) -> None:
        super().__init__()
        self.voice = voice
        self.set_reactive(PlayerPanel.summary, summary)

    def on_mount(self) -> None:
        """Start with the right classes."""
        self.watch_summary(self.summary)

    def watch_summary(self, summary: PlayerSummary) -> None:
        """Mark who acts and who is aimed at."""
        self.set_class(summary.acting, "-acting")
        self.set_class(summary.aimed, "-aimed")
        symbols = self.voice.symbols
        head = [self._title(), self._flag()]
        if summary.crown:
            head.insert(0, Content.styled(symbols.crown, "bold $gold"))
        if summary.acting or summary.asked:
            head.insert(0, Content.styled(symbols.acting if summary.acting else "?", "bold"))
        head = [part for part in head if part.plain]
        self.border_title = Content(" ").join(head)

    def render(self) -> Content:
        """The summary, in as many lines as there are."""
        width, height = self.content_size
        if height <= 1:
            return self._line(width)
        return Content("\n").join(self._panel(width, height))

    def _line(self, width: int) -> Content:
        summary, voice = self.summary, self.voice
        figures = say(
            board.FIGURES_SHORT,
            gold=Content.styled(f"{summary.gold:>2}", "$gold"),
            cards=f"{summary.hand:>2}",
            points=f"{summary.points:>2}",
            built=self._built(),
        )
        role_cells = ROLE_CELLS if summary.seats > 3 else ROLE_CELLS + ROLES_MORE
        roles = self._roles()
        if roles.cell_length > role_cells:
            roles = self._roles(short=True)
        city_cells = max(width - LINE_CELLS - role_cells, 8)
        flag = self._flag()
        return Content.assemble(
            self._marks(),
            fit(self._title(), NAME_CELLS + FLAG_CELLS - max(flag.cell_length, FLAG_CELLS), voice.symbols),
            flag.pad_right(FLAG_CELLS - flag.cell_length),
            " ",
            figures,
            " ",
            fit(self._codes(), city_cells, voice.symbols),
            fit(roles, role_cells, voice.symbols),
        )

    def _panel(self, width: int, height: int) -> list[Content]:
        summary, voice = self.summary, self.voice
        figures = say(
            board.FIGURES,
            gold=Content.styled(str(summary.gold), "$gold"),
            cards=summary.hand,
            points=summary.points,
            built=self._built(),
        )
        roles = self._roles()
        if figures.cell_length + roles.cell_length >= width:
            roles = self._roles(short=True)
        lines = [beside(figures, roles, width, voice.symbols)]
        room = height - 1
        named = [self._lit(id, voice.district(id)) for id in summary.city]
        city = flow([*named, *self._wagons(voice.district("cash_wagon"))], width, "  ")
        wagons = self._wagons(voice.code("cash_wagon"))
        if len(city) > room:
            short = [
                self._lit(id, Content.assemble(voice.code(id), " ", fit(voice.district_name(id), 8, voice.symbols)))
                for id in summary.city
            ]
            city = flow([*short, *wagons], width, " ")
        if len(city) > room:
            city = flow([*(self._lit(id, voice.code(id)) for id in summary.city), *wagons], width)
        if not city:
            city = [Content.styled(_(board.EMPTY_CITY), "$muted")]
        return lines + city[:room]

    def _marks(self) -> Content:
        symbols, summary = self.voice.symbols, self.summary
        return Content.assemble(
            (symbols.acting if summary.acting else "?" if summary.asked else " ", "bold"),
            (symbols.crown if summary.crown else " ", "bold $gold"),
        )

    def _title(self) -> Content:
        name = self.voice.name(self.summary.seat)
        return Content.styled(name, "bold $accent" if self.summary.you else "bold")

    def _built(self) -> Content:
        """How far the city is."""
        built = Content(f"{self.summary.built}/{self.summary.target}")
        return built.stylize("bold $success") if self.summary.complete else built

    def _flag(self) -> Content:
        summary = self.summary
        word = board.YOU if summary.you else board.AWAY if summary.away else board.BOT if summary.bot else ""
        return Content.styled(_(word) if word else "", "$muted")

    def _lit(self, id: str, content: Content) -> Content:
        """A district with what lies under it, marked when a choice aims at it."""
        if id.rstrip("+") == "museum" and self.summary.under:
            content = Content.assemble(content, say(board.UNDER, amount=self.summary.under))
        return content.stylize("reverse") if id and id == self.summary.aimed_card else content

    def _codes(self) -> Content:
        wagons = self._wagons(self.voice.code("cash_wagon"))
        return Content(" ").join([*(self._lit(id, self.voice.code(id)) for id in self.summary.city), *wagons])

    def _wagons(self, wagon: Content) -> list[Content]:
        """The Cash Wagons in front of this player, with the gold on each."""
        return [say(board.WAGON, wagon=wagon, amount=gold) for gold in self.summary.wagons]

    def _roles(self, *, short: bool = False) -> Content:
        """The characters this player has shown, your own hidden ones, or that some are chosen."""
        summary = self.summary
        said = [self._role(rank, short) for rank in summary.shown]
        if summary.own:
            said += [Content.assemble("(", self._role(rank, short), ")").stylize("$accent") for rank in summary.own]
        elif summary.chosen:
            said.append(Content.styled(_(board.CHOSE), "$muted"))
        return Content(" ").join(said) if said else EMPTY

    def _role(self, rank: int, short: bool) -> Content:
        name = self.voice.character(rank)
        return Content(f"{rank} {name[:4] if short else name}")

    def on_click(self, event: Click) -> None:
        """Tell that this player was clicked."""
        event.stop()
        self.post_message(self.Picked(self.summary.seat))
