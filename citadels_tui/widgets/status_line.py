"""The top line: round, whose turn, deck, crown, characters out of play."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.session.board import city_target
from citadels_tui.session.holders import choosing, choosing_order, chosen
from citadels_tui.textart.cells import NARROW, fit
from citadels_tui.texts import _, board, decimal, say
from citadels_tui.wording.durations import time_left
from citadels_tui.wording.voice import Voice
from engine.editions import EDITIONS
from engine.view import View

HURRY = 20
"""Seconds from which on the time is marked."""
GAP = "  "
"""Between two parts of the line."""
LEAST_NAME = 3
"""Cells of a player's name in the order of choosing, at least."""


class StatusLine(Widget):
    """One line about the table as a whole."""

    DEFAULT_CSS = """
    StatusLine { height: 1; background: $panel; text-wrap: nowrap; }
    """

    view: reactive[View | None] = reactive(None)
    """The view that is shown."""
    day: reactive[Content] = reactive(Content())
    """The day whose deal is played, in place of the name of the game; empty: it is none."""
    pause: reactive[float] = reactive(0.0)
    """Seconds between the moves of bots."""

    seconds: reactive[float | None] = reactive(None)
    """Seconds left to the player who is asked."""
    game: reactive[Content] = reactive(Content())
    """The number of the game among several, and who has won one before; empty: it is the only one."""
    unread: reactive[int] = reactive(0)
    """Lines of chat that were not to be seen yet."""
    trouble: reactive[str] = reactive("")
    """Why nothing happens."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(id="status")
        self.voice = voice

    def render(self) -> Content:
        """The parts that fit, the most important first."""
        view, voice = self.view, self.voice
        width = self.content_size.width
        if view is None:
            return Content(_(board.TITLE))
        parts = [
            (self.day or Content(_(board.TITLE))).stylize("bold $accent"),
            say(board.LAST_ROUND if view.finished else board.ROUND, amount=view.round),
        ]
        if self.seconds is not None:
            style = "bold $warning" if self.seconds <= HURRY else ""
            asked = view.asked.seat if view.asked else -1
            text = board.TIME_YOURS if asked == view.seat else board.TIME
            who = voice.name(asked) if asked >= 0 else ""
            parts.insert(1, say(text, who=who, time=time_left(self.seconds)).stylize(style))
        if self.unread:
            parts.insert(1, say(board.UNREAD, amount=self.unread).stylize("bold $accent"))
        if self.trouble:
            parts.insert(1, Content.styled(self.trouble, "bold reverse $warning"))
        now, room = self._called(view), width - Content(GAP).join(parts).cell_length - len(GAP)
        if now.cell_length > room and choosing(view):
            # Whole names of the players are worth more than the name of the game.
            room += 0 if self.day else parts.pop(0).cell_length + len(GAP)
            now = self._order(view, room)
        parts += [
            now.stylize("bold"),
            say(board.DECK, amount=view.deck),
            say(board.CROWN, who=voice.name(view.crown)),
        ]
        if EDITIONS[view.rules.edition].pile:
            parts.insert(-1, say(board.PILE, amount=view.discards))
        if view.things.get("bell_tower"):
            parts.insert(-2, say(board.BELL, amount=city_target(view)))
        if view.facedown:
            parts.append(say(board.FACEDOWN, amount=view.facedown))
        if self.game:
            parts.append(self.game)
        if self.pause:
            parts.append(say(board.PAUSE, seconds=decimal(self.pause)))
        line = parts[0]
        for part in parts[1:]:
            longer = Content.assemble(line, GAP, part)
            if longer.cell_length > width:
                break
            line = longer
        return fit(line, width, voice.symbols)

    def _called(self, view: View) -> Content:
        voice = self.voice
        if view.over:
            return Content(_(board.OVER))
        if view.turn is not None:
            who = voice.name(view.turn.seat)
            return say(board.CALLED, rank=view.turn.rank, character=voice.character(view.turn.rank), who=who)
        if view.called:
            text = board.SILENT_CALL if view.called in view.silent else board.CALLING
            return say(text, rank=view.called, character=voice.character(view.called))
        return self._order(view, self.content_size.width) if choosing(view) else say(board.DRAFT)

    def _order(self, view: View, room: int) -> Content:
        """The order of choosing, in so many cells, and who chooses now: the cards go to the next one."""
        voice = self.voice
        names, now = [Content(voice.name(seat)) for seat in choosing_order(view)], chosen(view)
        room -= say(board.ORDER, who=voice.symbols.acting).cell_length

        def fits(cells: int) -> bool:
            return sum(min(name.cell_length, cells) + 1 for name in names) - 1 <= room

        longest = max(name.cell_length for name in names)
        while now and not fits(longest):
            # Those who have chosen are left out first, and those who choose last at last.
            names, now = names[1:], now - 1
        least = LEAST_NAME if self.content_size.width >= NARROW else longest
        while len(names) > 1 and not fits(least):
            del names[-1]
        cells = next((cells for cells in range(longest, LEAST_NAME, -1) if fits(cells)), LEAST_NAME)
        names = [name if name.cell_length <= cells else fit(name, cells, voice.symbols) for name in names]
        names[now] = Content.assemble(voice.symbols.acting, names[now].stylize("reverse"))
        return say(board.ORDER, who=Content(" ").join(names))
