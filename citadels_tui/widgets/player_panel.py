"""One player's place on the board: name and figures beside the city in low windows, over it in others."""

from __future__ import annotations

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from citadels_tui.session.board import PlayerSummary
from citadels_tui.story.highlights import Highlight
from citadels_tui.terminal.clicks import RightClick
from citadels_tui.textart.cells import beside, fit
from citadels_tui.textart.links import card_under, link
from citadels_tui.textart.skyline import FALL_STEPS, Lot, skyline
from citadels_tui.texts import _, board, names, say
from citadels_tui.wording.voice import EMPTY, TYPE_STYLES, Voice

NAME_CELLS = 11
FLAG_CELLS = 3
"""Width of the flags of a player; longer ones take from the name."""
FIGURES_CELLS = NAME_CELLS + 22
"""Width of the figures beside a city."""
HEADED = 4
"""Lines of a city from which on name and figures stand over it."""
LEAST_LINE, LEAST_BAND = FIGURES_CELLS + 21, FIGURES_CELLS + 35
"""The widths from which on a city of seven has room beside them in one line, and in some."""
NARROW_NAME = 8
"""Letters of a name, at most, where figures and city share one narrow line with it."""
ROLE_LETTERS = (99, 12, 10, 9, 8, 7, 6, 5, 4)
"""Letters of a character's name beside a player's: as many as there is room for."""
FALL_SECONDS = 0.12
"""How long each step of a building's fall takes."""


def lot_of(id: str, voice: Voice) -> Lot:
    """A card of the deck as it stands in a city, or would."""
    facts = names.district(id, voice.rules.edition)
    type = "" if facts.action else facts.type
    style = TYPE_STYLES.get(facts.type, "")
    return Lot(voice.code(id).plain, facts.name, type, facts.cost, style, card=id.rstrip("+"))


class PlayerPanel(Widget):
    """Shows one `PlayerSummary`; changes are painted, nothing is mounted anew."""

    DEFAULT_CSS = """
    PlayerPanel {
        text-wrap: nowrap;
        &.-acting { background: $acting; }
        &.-aimed { background: $aimed; }
    }
    """

    summary: reactive[PlayerSummary] = reactive(PlayerSummary(0))
    """The player that is shown."""
    falling: reactive[int] = reactive(0)
    """The step of the fall of what has just been destroyed; 0: nothing falls."""

    highlight: reactive[Highlight | None] = reactive(None)
    """The effect that is lit up on this player for a moment."""

    class Picked(Message):
        """A player was clicked."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, voice: Voice, summary: PlayerSummary, place: int) -> None:
        super().__init__(id=f"city{place}")
        self.voice = voice
        self.set_reactive(PlayerPanel.summary, summary)
        self._fallen: tuple[str, ...] = ()
        """The city as it was, while a part of it falls."""
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Start with the right classes."""
        self._mark()

    def watch_summary(self, old: PlayerSummary, new: PlayerSummary) -> None:
        """Mark who acts and who is aimed at; let fall what was destroyed."""
        self._mark()
        gone = [id for id in old.city if id.rstrip("+") not in {left.rstrip("+") for left in new.city}]
        moves = self.app.animation_level != "none" and not self.voice.symbols.ascii
        if len(gone) == 1 and len(new.city) < len(old.city) and moves and self.is_mounted:
            self._fallen = old.city
            self.falling = 1
            if self._timer is None:
                self._timer = self.set_interval(FALL_SECONDS, self._fall)

    def _fall(self) -> None:
        """The next step."""
        self.falling = (self.falling + 1) % (FALL_STEPS + 1)
        if not self.falling and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _mark(self) -> None:
        self.set_class(self.summary.acting, "-acting")
        self.set_class(self.summary.aimed, "-aimed")

    def _seen(self) -> str:
        """The colour of what is seen on this player now; empty: nothing is."""
        return self.highlight.colour if self.highlight is not None and self.highlight.seat == self.summary.seat else ""

    def render(self) -> Content:
        """The summary, in as many lines as there are."""
        width, height = self.content_size
        if height == 1 and width < LEAST_LINE:
            lines = [self._narrow(width)]
        elif height >= HEADED or (height > 1 and width < LEAST_BAND):
            lines = self._headed(width, height)
        else:
            lines = self._band(width, height)
        return Content("\n").join(lines)

    # All of it in one line of a narrow window

    def _narrow(self, width: int) -> Content:
        """Name, figures, and the signs and costs of the city."""
        symbols = self.voice.symbols
        who = Content.assemble(self._marks(), fit(self._title(), NARROW_NAME, symbols), self._figures(short=True), " ")
        lots = [self._lot(id, 0) for id in self.summary.city]
        chips = [Content.styled(lot.code, f"{lot.style} {'' if lot.lit else 'bold '}reverse") for lot in lots]
        chips = [chip.stylize(link(lot.card)) for chip, lot in zip(chips, lots, strict=True)]
        room = width - who.cell_length
        city = next((city for gap in (" ", "") if (city := Content(gap).join(chips)).cell_length <= room), EMPTY)
        return fit(Content.assemble(who, city), width, symbols)

    # Name and figures beside the city

    def _band(self, width: int, height: int) -> list[Content]:
        """A city of a few lines."""
        city = self._city(width - FIGURES_CELLS, height)
        left = [self._short()] if height == 1 else [self._who(), self._figures(short=height == 2)]
        if height > 2:
            left = [self._who(), *self._long_figures()]
        left = [fit(line, FIGURES_CELLS, self.voice.symbols) for line in (*left, *[EMPTY] * height)]
        return [Content.assemble(facts, line) for facts, line in zip(left, city, strict=False)]

    def _who(self) -> Content:
        """The first of several lines beside a city."""
        roles = self._roles()
        who = Content.assemble(self._marks(), self._title(), " ", self._flag())
        return beside(who, roles, FIGURES_CELLS - 1, self.voice.symbols)

    def _long_figures(self) -> list[Content]:
        summary = self.summary
        gold = Content.styled(str(summary.gold), "$gold bold")
        return [
            Content.assemble("  ", say(board.STASH, gold=gold, cards=summary.hand)),
            Content.assemble("  ", say(board.STANDING, points=summary.points, built=self._built())),
        ]

    def _short(self) -> Content:
        """The whole panel in one line."""
        flag = self._flag()
        name_cells = NAME_CELLS + FLAG_CELLS - max(flag.cell_length, FLAG_CELLS)
        return Content.assemble(
            self._marks(),
            fit(self._title(), name_cells, self.voice.symbols),
            flag.pad_right(FLAG_CELLS - flag.cell_length),
            self._figures(short=True),
        )

    def _figures(self, *, short: bool) -> Content:
        summary = self.summary
        text = board.FIGURES_SHORT if short else board.FIGURES
        cells = 2 if short else 0
        said = say(
            text,
            gold=Content.styled(f"{summary.gold:>{cells}}", "$gold bold"),
            cards=f"{summary.hand:>{cells}}",
            points=f"{summary.points:>{cells}}",
            built=self._built(),
        )
        return Content.assemble(" ", said) if short else said

    # Name and figures over the city

    def _headed(self, width: int, height: int) -> list[Content]:
        """A city under a head."""
        whole = height > HEADED
        figures = self._figures(short=False)
        lines = [self._head(width, EMPTY if whole else self._figures(short=True))]
        if whole:
            lines.append(Content.assemble(" ", figures))
        sky = self._city(width - 2, height - len(lines))
        return [*lines, *(Content.assemble(" ", line) for line in sky)]

    def _head(self, width: int, figures: Content) -> Content:
        """A line with everything about the player in it."""
        summary, symbols = self.summary, self.voice.symbols
        style = (
            f"reverse {self._seen()}"
            if self._seen()
            else "bold $accent"
            if summary.acting
            else "$gold"
            if summary.complete
            else "$border"
        )
        marks = self._marks().rstrip() if summary.acting or summary.asked or summary.crown else EMPTY
        parts = [part for part in (marks, self._title(), self._flag(), figures) if part.plain]
        name = Content.assemble((symbols.rule, style), " ", Content(" ").join(parts), " ")
        for said in (*map(self._roles, ROLE_LETTERS), EMPTY):
            end = Content.assemble(" ", said, " ", (symbols.rule, style)) if said.plain else EMPTY
            rest = width - name.cell_length - end.cell_length
            if rest >= 1:
                return Content.assemble(name, (symbols.rule * rest, style), end)
        return fit(name, width, symbols)

    # The parts

    def _city(self, width: int, height: int) -> list[Content]:
        summary = self.summary
        lots = [self._lot(id, 0) for id in summary.city]
        if self.falling:
            left = list(summary.city)
            lots = []
            for id in self._fallen:
                stands = next((now for now in left if now.rstrip("+") == id.rstrip("+")), "")
                lots.append(self._lot(stands or id, 0 if stands else self.falling))
        wagon = self._code("cash_wagon")
        lots += [Lot(say(board.WAGON, wagon=wagon, amount=gold).plain, "", "", 0, "") for gold in summary.wagons]
        plots = max(summary.target - summary.built - bool(self.falling), 0)
        symbols = self.voice.symbols
        return skyline(lots, symbols, max(width, 1), height, plots=plots, complete=summary.complete)

    def _code(self, id: str) -> str:
        return self.voice.code(id).plain

    def _lot(self, id: str, falls: int) -> Lot:
        """A district with what lies under it, marked when a choice aims at it."""
        lot = lot_of(id, self.voice)
        if id.rstrip("+") == "museum" and self.summary.under:
            lot = lot._replace(code=lot.code + say(board.UNDER, amount=self.summary.under).plain)
        return lot._replace(lit=bool(id) and id == self.summary.aimed_card, falls=falls)

    def _marks(self) -> Content:
        symbols, summary = self.voice.symbols, self.summary
        return Content.assemble(
            (symbols.acting if summary.acting else "?" if summary.asked else " ", "bold"),
            (symbols.crown if summary.crown else " ", "bold $gold"),
        )

    def _title(self) -> Content:
        name = self.voice.name(self.summary.seat)
        return Content.styled(
            name, f"bold {f'reverse {self._seen()}' if self._seen() else '$accent' * self.summary.you}"
        )

    def _built(self) -> Content:
        """How far the city is."""
        built = Content(f"{self.summary.built}/{self.summary.target}")
        return built.stylize("bold $success") if self.summary.complete else built

    def _flag(self) -> Content:
        summary = self.summary
        words = (
            (board.YOU, summary.you),
            (board.AWAY, summary.away),
            (board.ASLEEP, summary.asleep),
            (board.BOT, summary.bot),
        )
        word = next((word for word, true in words if true), "")
        return Content.styled(_(word) if word else "", "$muted")

    def _roles(self, letters: int = ROLE_LETTERS[0]) -> Content:
        """The characters this player has shown, your own hidden ones, or that some are chosen.

        Args:
            letters: So many of each name, at most.
        """
        summary = self.summary
        said = [self._role(rank, letters) for rank in summary.shown]
        if summary.own:
            said += [Content.assemble("(", self._role(rank, letters), ")").stylize("$accent") for rank in summary.own]
        elif summary.maybe:
            ranks = "/".join(map(str, summary.maybe))
            only = self._role(summary.maybe[0], letters) if len(summary.maybe) == 1 else ranks
            said.append(say(board.MAYBE, characters=only).stylize("$muted"))
        elif summary.chosen:
            said.append(Content.styled(_(board.CHOSE), "$muted"))
        return Content(" ").join(said) if said else EMPTY

    def _role(self, rank: int, letters: int) -> Content:
        name = self.voice.character(rank)
        return Content(f"{rank} {name if len(name) <= letters else f'{name[: letters - 1].rstrip()}.'}")

    def on_right_click(self, event: RightClick) -> None:
        """Tell it, too: to look at a player explains."""
        if not card_under(event):
            event.stop()
            self.post_message(self.Picked(self.summary.seat))

    def on_click(self, event: Click) -> None:
        """Tell that this player was clicked, unless it was a card."""
        if card_under(event):
            return
        event.stop()
        self.post_message(self.Picked(self.summary.seat))
