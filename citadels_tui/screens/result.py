"""The result screen: the winner, and the source of every point."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Footer, Static

from citadels_tui.cells import fit
from citadels_tui.screens.base import BaseScreen
from citadels_tui.session import Session
from citadels_tui.story import Line
from citadels_tui.texts import _, names, say, table
from citadels_tui.voice import EMPTY, Voice, listed
from engine.editions import EDITIONS
from net.client.updates import Attested, Ended, Update, Verified

SOURCE_CELLS = 18
POINT_CELLS = range(7, 11)
"""Width of a player's column: the least and the most."""
BAR_CELLS = 30


class Scores(Static):
    """The score table, as wide as there is room."""

    def __init__(self, ended: Ended, voice: Voice) -> None:
        self.ended, self.voice = ended, voice
        super().__init__(self._table(0))

    def on_resize(self, event: Resize) -> None:
        """Use the width."""
        self.update(self._table(event.size.width))

    def _table(self, width: int) -> Content:
        return Content("\n").join(score_table(self.ended, self.voice, width))


class ResultScreen(BaseScreen):
    """The score table; Escape looks at the board again."""

    CSS_PATH = "result.tcss"

    BINDINGS = [
        Binding("escape,b", "app.pop_screen", "Board", id="result.board", tooltip="Look at the board again"),
        Binding("l", "log", "Log", id="result.log", tooltip="The whole log"),
        Binding("a", "again", "Play again", id="result.again", tooltip="The same game once more"),
        Binding("q", "app.home", "Home", id="result.home", tooltip="Back to the home screen"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def parts(self) -> ComposeResult:
        """The table."""
        with VerticalScroll(classes="sheet"):
            ended = self.session.ended
            if ended is not None:
                yield Static(say(table.RESULT_TITLE, amount=ended.view.round), classes="title")
                yield Scores(ended, self.session.voice)
            yield Static(checked(self.session), id="checked")
            yield Static(Content(_(table.RESULT_HINT)), classes="hint")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """The check may have ended meanwhile."""
        self.query_one("#checked", Static).update(checked(self.session))

    def updated(self, update: Update, lines: list[Line]) -> None:
        """The check of the game has ended, or somebody has signed its end."""
        if isinstance(update, Verified | Attested):
            self.query_one("#checked", Static).update(checked(self.session))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A game against bots can be played again; a table of several people must be opened again."""
        return self.client.table.repeatable if action == "again" else True

    async def action_again(self) -> None:
        """The same game once more."""
        await self.client.action_again()

    def action_log(self) -> None:
        """The whole log."""
        from citadels_tui.screens.log import LogScreen

        self.app.push_screen(LogScreen(self.session))


def checked(session: Session) -> Content:
    """What came of checking the game, and where its log is."""
    found = session.verified
    if found is None:
        return Content.styled(_(table.CHECKING), "$muted")
    said = Content.styled(found.sentence, "$success" if found.ok else "bold $error")
    lines = [said]
    if len(session.attested) > 1:
        names = listed(session.voice.player(seat) for seat in sorted(session.attested))
        lines.append(say(table.ALL_ATTESTED, players=names))
    if found.proof:
        lines.append(say(table.PROOF, path=shlex.quote(str(found.proof))).stylize("$muted"))
    return Content("\n").join(lines)


def score_table(ended: Ended, voice: Voice, width: int) -> Iterator[Content]:
    """The winner, points by source for every player, and the totals as bars, in so many cells."""
    totals = ended.totals
    order = sorted(range(len(totals)), key=lambda seat: (-totals[seat], seat not in ended.winners, seat))
    best = totals[order[0]]
    yield _winner(ended, voice, best)
    if totals.count(best) > len(ended.winners):
        yield Content(_(table.TIE_BREAK[EDITIONS[voice.rules.edition].tie]))
    yield Content("")
    cells = min(max((width - SOURCE_CELLS) // len(totals), POINT_CELLS.start), POINT_CELLS.stop - 1)
    yield _row(EMPTY, [_head(voice, seat, cells - 1) for seat in order], cells, voice)
    points = [dict(row) for row in ended.scores]
    for source in sorted({source for row in points for source in row}, key=_place):
        worth = [Content(str(points[seat].get(source, "-"))) for seat in order]
        yield _row(source_name(voice, source), worth, cells, voice)
    sums = [Content(str(totals[seat])) for seat in order]
    yield _row(Content(_(table.TOTAL)), sums, cells, voice).stylize("bold")
    yield Content("")
    for seat in order:
        bar = voice.symbols.bar * round(BAR_CELLS * totals[seat] / max(best, 1))
        style = "$accent" if seat in ended.winners else "$primary"
        name = fit(voice.player(seat), SOURCE_CELLS, voice.symbols)
        yield Content.assemble(name, " ", (bar, style), f" {totals[seat]}")


def _row(head: Content, cells: list[Content], width: int, voice: Voice) -> Content:
    """A line of the table: the figures stand under each other at the right of their columns."""
    return Content.assemble(
        fit(head, SOURCE_CELLS, voice.symbols), *(cell.pad_left(width - cell.cell_length) for cell in cells)
    )


def _head(voice: Voice, seat: int, room: int) -> Content:
    name = Content(voice.name(seat))
    cut = name if name.cell_length <= room else fit(name, room, voice.symbols)
    return cut.stylize("bold $accent" if seat == voice.you else "bold")


def _place(source: str) -> tuple[int, str]:
    """Sources in the rulebook's order, then the cards by name."""
    known = list(table.SOURCES)
    return (known.index(source), "") if source in known else (len(known), source)


def source_name(voice: Voice, source: str) -> Content:
    """Where points come from."""
    if source in table.SOURCES:
        return Content(_(table.SOURCES[source]))
    return Content(names.district(source, voice.rules.edition).name)


def _winner(ended: Ended, voice: Voice, best: int) -> Content:
    if len(ended.winners) > 1:
        return say(table.SHARED, players=listed(voice.player(seat) for seat in ended.winners), amount=best)
    seat = ended.winners[0]
    if seat == voice.you:
        return say(table.YOU_WON, amount=best).stylize("bold $accent")
    return say(table.WON, who=voice.player(seat), amount=best)
