"""The action panel: what can be done, with keys, reasons, and the hand."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.events import Click, Key, MouseEvent, MouseMove, MouseScrollDown, MouseScrollUp
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.actions.double_press import DoublePress
from citadels_tui.actions.make_action_list import ActionList
from citadels_tui.actions.rows import Row
from citadels_tui.session.app_protocol import citadels_app
from citadels_tui.terminal.clicks import RightClick
from citadels_tui.textart.cells import beside, fit, flow
from citadels_tui.textart.links import card_under
from citadels_tui.textart.skyline import skyline
from citadels_tui.texts import _, board, say
from citadels_tui.widgets.character_cards import CardGrid, best_grid, laid_out
from citadels_tui.widgets.player_panel import lot_of
from citadels_tui.wording.voice import EMPTY, Voice

DITTO = '"'
"""In the place of a reason that stands in the row above."""
BELOW = "  "
"""Before a line of the hand that goes on from the one above it."""
DRAWN, MOST_DRAWN = 10, 11
"""Lines that are left below a list, from which on the hand is drawn there, and those of the picture at most."""


class ActionListView(Widget, can_focus=True):
    """A list with a cursor. Every row has a key; Enter takes the row under the cursor.

    Textual's `OptionList` has no keys for its options, and cannot lay them out as cards side by side.
    """

    DEFAULT_CSS = """
    ActionListView { text-wrap: nowrap; }
    """

    BINDINGS = [
        Binding("up,k", "cursor(-1)", "Up", id="action_list.up", show=False, tooltip="Move up"),
        Binding("down,j", "cursor(1)", "Down", id="action_list.down", show=False, tooltip="Move down"),
        Binding("left", "across(-1)", "Left", id="action_list.left", show=False, tooltip="To the card at the left"),
        Binding("right", "across(1)", "Right", id="action_list.right", show=False, tooltip="To the card at the right"),
        Binding("pageup", "cursor(-8)", "Page up", id="action_list.page_up", show=False, tooltip="Move up a page"),
        Binding(
            "pagedown", "cursor(8)", "Page down", id="action_list.page_down", show=False, tooltip="Move down a page"
        ),
        Binding(
            "enter,space", "choose", "Choose", id="action_list.choose", show=False, tooltip="Choose what is marked"
        ),
    ]

    actions: reactive[ActionList] = reactive(ActionList(EMPTY))
    """The list that is shown."""
    cursor: reactive[int] = reactive(0, repaint=False)
    """The marked row."""

    class Chosen(Message):
        """A row was chosen; it may have no moves, then its note says why."""

        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row

    class Marked(Message):
        """Another row is under the cursor."""

        def __init__(self, row: Row | None) -> None:
            super().__init__()
            self.row = row

    class Looked(Message):
        """The player asks for all that is known of a card."""

        def __init__(self, card: str) -> None:
            super().__init__()
            self.card = card

    class Missed(Message):
        """A key, or a click, came before anybody could read what is asked: it answers nothing."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(id="action_list")
        self.voice = voice
        self._presses = DoublePress()
        self._question = 0
        """The number of what is asked; 0: nothing."""
        self._first = 0
        self._clicked = -1
        """The row that was clicked once, and is played by the next click; -1: none."""
        self._pointed: Row | None = None
        """The row under the mouse."""

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        rows = self.actions.rows
        return rows[self.cursor] if self.cursor < len(rows) else None

    def watch_actions(self, old: ActionList, new: ActionList) -> None:
        """Put the cursor where it rests, or leave it where it was."""
        self.name_it()
        ticking = any(row.ticked is not None for row in old.rows) and len(old.rows) == len(new.rows)
        another = [r.moves for r in old.rows] != [r.moves for r in new.rows]
        if another:
            self._clicked = -1
        if not ticking and (another or (new.lit >= 0 and new.lit != old.lit)):
            self._first = 0
            self.cursor = new.rest
        elif ticking and self.cursor == old.rest:
            # A player who has ticked what was recommended goes on.
            self.cursor = new.rest
        self.cursor = min(self.cursor, max(len(new.rows) - 1, 0))
        self.explain()

    def set_question(self, question: int) -> None:
        """Another question stands here from now on, or the same one.

        Args:
            question: Its number; 0: nothing is asked.
        """
        if question != self._question:
            self._question = question
            self._clicked = -1
            self._presses.begin_question()
            # Its rows may be those that stood here before.
            self.refresh()

    def on_resize(self) -> None:
        """The title may have the hand in it, or no more."""
        self.name_it()

    def name_it(self) -> None:
        """Say what is asked, and the hand where there is no room for it below cards."""
        title, form = self.actions.title, self._grid()
        if (
            form is not None
            and self.actions.hand
            and -(-len(self.actions.rows) // form.across) * form.lines >= self.content_size.height
        ):
            codes = Content(" ").join(self.voice.code(id) for id in self.actions.hand)
            both = say(board.WITH_HAND, title=title, cards=codes)
            # Where only one has room it is the hand: who chooses next stands in the line above the table, too.
            title = both if both.cell_length <= self.size.width - 2 else Content.assemble(_(board.HAND), " ", codes)
        self.border_title = title

    def watch_cursor(self, old: int, new: int) -> None:
        """Tell what is under the cursor; nothing is painted but what it leaves and where it goes."""
        self._clicked = -1
        self.refresh(*self._lines_of(old, new))
        self.explain()

    def explain(self) -> None:
        """Tell what is under the cursor."""
        self.post_message(self.Marked(self.row))

    @property
    def cards(self) -> int:
        """How many cards there are to lay out; 0: the action list is a list."""
        return len(self.actions.rows) if self.actions.characters else 0

    def action_across(self, step: int) -> None:
        """Move the cursor along a row of cards."""
        if self._grid() is not None:
            self.cursor = min(max(self.cursor + step, 0), len(self.actions.rows) - 1)

    def action_cursor(self, step: int) -> None:
        """Move the cursor."""
        form = self._grid()
        if form is not None:
            there = self.cursor + (step > 0) * form.across - (step < 0) * form.across
            self.cursor = there if 0 <= there < len(self.actions.rows) else self.cursor
        elif self.actions.rows:
            self.cursor = min(max(self.cursor + step, 0), len(self.actions.rows) - 1)

    def action_choose(self) -> None:
        """Take the row under the cursor."""
        if self.row is not None:
            self.post_message(self.Chosen(self.row))

    def on_key(self, event: Key) -> None:
        """Take the row whose key was pressed, unless that was too soon."""
        before = citadels_app(self.app).pressed_before
        if before is not None:
            self._presses.pressed(before.key, before.time)
        early = self._presses.too_soon(event.key, event.time) and self._question > 0
        index = next((i for i, row in enumerate(self.actions.rows) if row.key and row.key == event.character), -1)
        if index < 0 and not (early and self._chooses(event.key)):
            return
        event.stop()
        event.prevent_default()
        if early:
            self.post_message(self.Missed())
            return
        self.cursor = index
        self.action_choose()

    def _chooses(self, key: str) -> bool:
        """Whether a key takes the row under the cursor, as the keys are set."""
        active = self.screen.active_bindings.get(key)
        return active is not None and active.node is self and active.binding.action == "choose"

    def on_click(self, event: Click) -> None:
        """Take the row under the mouse, or explain it first, as the setting says."""
        index = self._under(event)
        if index < 0 and card_under(event):
            return
        event.stop()
        if index < 0:
            self.post_message(self.Marked(self._explained(event)))
            return
        if self._question and self._presses.clicked_too_soon(event.time, again=event.chain > 1):
            self.post_message(self.Missed())
            return
        row = self.actions.rows[index]
        again = index == self._clicked
        self.cursor = index
        plays = bool(row.moves) and not row.opens and row.ticked is None
        if plays and not again and citadels_app(self.app).settings.click == "explain":
            self._clicked = index
            self.refresh(*self._lines_of(index))
            self.explain()
        else:
            self.action_choose()

    def on_right_click(self, event: RightClick) -> None:
        """Explain what is under the mouse: its card in whole, else the row, with the reason why it cannot be taken."""
        row = self._explained(event)
        if row is None or not row.card:
            event.stop()
            self.post_message(self.Marked(row))
        elif not card_under(event):
            event.stop()
            self.post_message(self.Looked(row.card))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Explain what is under the mouse."""
        row = self._explained(event)
        if row != self._pointed:
            self._pointed = row
            self.post_message(self.Marked(row))

    def on_leave(self) -> None:
        """Explain what is under the cursor again."""
        if self._pointed is not self.row:
            self._pointed = None
            self.explain()

    def _explained(self, event: MouseEvent) -> Row | None:
        """The row under the mouse, else the row under the cursor."""
        offset = event.get_content_offset(self)
        place = self._place_at(offset) if offset is not None else -1
        return self.actions.rows[place] if 0 <= place < len(self.actions.rows) else self.row

    def _under(self, event: MouseEvent) -> int:
        """The row under the mouse; -1: there is none."""
        offset = event.get_content_offset(self)
        return self.row_at(offset) if offset is not None else -1

    def row_at(self, offset: Offset) -> int:
        """The row, or the card, at a place; -1: there is none."""
        index = self._place_at(offset)
        return index if index < len(self.actions.rows) else -1

    def _place_at(self, offset: Offset) -> int:
        """The place of a row, or of a card that lies out, under the mouse."""
        form = self._grid()
        if form is None:
            index = self._first + offset.y if offset.y < self._room() else -1
        else:
            column = offset.x // form.cells
            index = offset.y // form.lines * form.across + column if column < form.across else -1
        return index

    def _lines_of(self, *rows: int) -> list[Region]:
        """Regions of some rows, or cards; none when the list has to go on for one of them."""
        form, width = self._grid(), self.content_size.width
        if form is not None:
            return [Region(0, row // form.across * form.lines, width, form.lines) for row in rows]
        lines = [row - self._first for row in rows]
        return [Region(0, line, width, 1) for line in lines] if set(lines) <= set(range(self._room())) else []

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Move down."""
        event.stop()
        self.action_cursor(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Move up."""
        event.stop()
        self.action_cursor(-1)

    def _grid(self) -> CardGrid | None:
        """How the characters are laid out as cards; None where they are a list."""
        width, height = self.content_size
        if not self.cards:
            return None
        # For want of room the hand stands in the title.
        return best_grid(self.actions, self.voice, width, (height - len(self._hand(width)), height))

    def render(self) -> Content:
        """The rows that fit around the cursor, or cards, and the hand below when no row shows it."""
        self._presses.painted()
        width = self.content_size.width
        form = self._grid()
        if form is not None:
            lines = laid_out(self.actions._replace(rows=self._rows()), self.cursor, self.voice, form)
            left = self.content_size.height - len(lines)
            return Content("\n").join([*lines, *self._hand_in(left, width)])
        room = self._room()
        rows = self._rows()
        if self.cursor < self._first:
            self._first = self.cursor
        elif self.cursor >= self._first + room:
            self._first = self.cursor - room + 1
        self._first = max(min(self._first, len(rows) - room), 0)
        # Where a list goes on the last cell is for the sign that says so.
        line = width - (len(rows) > room)
        shown = [self._row_line(i, rows[i], line) for i in range(self._first, min(self._first + room, len(rows)))]
        if not rows:
            shown = [self.actions.empty.stylize("$muted")]
        shown = self._more(shown, room, width)
        left = self.content_size.height - len(shown)
        if self.actions.hand and left >= DRAWN:
            return Content("\n").join([*shown, *self._drawn(left, width)])
        shown += [EMPTY] * (room - len(shown))
        return Content("\n").join([*shown, *self._hand(width)])

    def _rows(self) -> tuple[Row, ...]:
        """The rows; one that was clicked once says what another click does."""
        rows, at = self.actions.rows, self._clicked
        return rows if at < 0 else (*rows[:at], clicked_once(rows[at]), *rows[at + 1 :])

    def _drawn(self, height: int, width: int) -> list[Content]:
        """The hand as the buildings that it would be, at the foot of so many lines."""
        lots = [lot_of(id, self.voice) for id in self.actions.hand]
        high = min(height - 2, MOST_DRAWN)
        city = skyline(lots, self.voice.symbols, width - 1, high)
        while not city[0].plain.strip():
            del city[0]
        head = Content.styled(_(board.HAND), "$muted")
        return [EMPTY] * (height - len(city) - 1) + [head, *(Content.assemble(" ", line) for line in city)]

    def _room(self) -> int:
        """Lines there are for rows."""
        width, height = self.content_size
        return max(height - len(self._hand(width)), 1)

    def _hand(self, width: int) -> list[Content]:
        if not self.actions.hand or not width:
            return []
        head = Content.styled(_(board.HAND), "$muted")
        height = self.content_size.height
        if len(self.actions.rows) >= height:
            return []
        lines = flow([head, *(self.voice.district(id) for id in self.actions.hand)], width, "  ", BELOW)
        if len(lines) > max(height // 3, 1) and height < 14:
            lines = flow([head, *(self.voice.code(id) for id in self.actions.hand)], width, " ", BELOW)
        return [fit(line, width, self.voice.symbols) for line in lines[: max(height // 2, 1)]]

    def _hand_in(self, left: int, width: int) -> list[Content]:
        """The hand in the lines that are left below cards: short names before any card is missing."""
        lines = self._hand(width)
        if len(lines) > left > 0:
            codes = Content(" ").join(self.voice.code(id) for id in self.actions.hand)
            head = Content.styled(_(board.HAND), "$muted")
            lines = [fit(Content.assemble(head, " ", codes), width, self.voice.symbols)]
        return lines[:left]

    def _row_line(self, index: int, row: Row, width: int) -> Content:
        symbols = self.voice.symbols
        marked = index == self.cursor
        usable = bool(row.moves) or row.back or not self.actions.choosable
        style = "bold reverse $accent" if index == self.actions.lit else "bold $accent" if row.moves else "$muted"
        key = Content.styled(row.key or " ", style)
        more = symbols.more if row.opens and not row.label.plain.endswith("...") else ""
        label = row.label if usable else row.label.stylize("$muted")
        left = Content.assemble(symbols.acting if marked else " ", key, " ", label, more)
        facts = facts_that_fit(row, width - left.cell_length - 1)
        if self._repeats(index):
            facts = Content.styled(DITTO.center(facts.cell_length), "$muted")
        line = beside(left, facts, width, symbols)
        return line.stylize("bold") if marked else line

    def _repeats(self, index: int) -> bool:
        """Whether a row cannot be chosen for the reason that stands right above it already."""
        if index in (self._first, self.cursor):
            return False
        above, row = self.actions.rows[index - 1], self.actions.rows[index]
        return bool(row.facts) and not row.moves and not above.moves and above.facts == row.facts

    def _more(self, shown: list[Content], room: int, width: int) -> list[Content]:
        """Signs at the edge where the list goes on."""
        symbols = self.voice.symbols
        if self._first and shown:
            shown[0] = Content.assemble(fit(shown[0], width - 1, symbols), (symbols.up, "bold"))
        if self._first + room < len(self.actions.rows) and shown:
            shown[-1] = Content.assemble(fit(shown[-1], width - 1, symbols), (symbols.down, "bold"))
        return shown


def clicked_once(row: Row) -> Row:
    """A row that the next click plays, and that says so."""
    again, brief = (Content.styled(_(text), "bold $accent") for text in (board.CLICK_AGAIN, board.CLICK_AGAIN_BRIEF))
    return row._replace(facts=(again,), brief=brief, blunder=False)


def facts_that_fit(row: Row, width: int) -> Content:
    """The facts of a row that fit, in its colour."""
    shown = row.fitting(width)
    if row.blunder:
        return shown.stylize("$warning")
    return shown if row.moves else shown.stylize("$muted")
