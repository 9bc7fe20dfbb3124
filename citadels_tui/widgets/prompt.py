"""The prompt: the player to move, the question, and the meaning of the marked row."""

from __future__ import annotations

from collections.abc import Iterator

from textual.binding import Binding
from textual.content import Content
from textual.events import Click, Resize
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.actions.asking import asked_in, awaited, explained
from citadels_tui.actions.hazards import bewitched, warnings
from citadels_tui.actions.rows import Row
from citadels_tui.session.people import People
from citadels_tui.session.question import OpenQuestion
from citadels_tui.session.session import Session
from citadels_tui.textart.links import card_under
from citadels_tui.texts import _, questions, retold, say, table
from citadels_tui.wording.card_links import CardLink, card_links, linked
from citadels_tui.wording.card_text import character, known
from citadels_tui.wording.voice import EMPTY, Voice
from engine.turn import END
from engine.view import View


class PromptLine(Widget):
    """The player and the question: one line, or as many as a longer sentence needs, over what stands above it."""

    DEFAULT_CSS = """
    PromptLine { text-wrap: nowrap; background: $panel; }
    PromptLine.-yours { background: $accent; color: $background; text-style: bold; }
    """

    said: reactive[Content] = reactive(EMPTY)
    """The sentence that is shown."""
    warned: reactive[Content] = reactive(EMPTY)
    """The threat to the player, shown behind it where there is room; the action list's title says it shortly."""

    high: reactive[int] = reactive(1, layout=True)
    """In how many lines."""

    def __init__(self) -> None:
        super().__init__(id="prompt")

    def lines_in(self, width: int) -> list[Content]:
        """The sentence in lines of so many cells."""
        return self.said.wrap(max(1, width - 2)) or [EMPTY]

    def on_resize(self, event: Resize) -> None:
        """Another window may need more lines, or fewer."""
        self.high = len(self.lines_in(event.size.width))

    def watch_said(self) -> None:
        """Take as many lines as it needs."""
        if self.size:
            self.high = len(self.lines_in(self.size.width))

    def show(self, session: Session, opened: Row | None = None, *, answered: bool = False) -> None:
        """Say what the table waits for.

        Args:
            session: What is known of the table.
            opened: The row whose list is open, when one is.
            answered: Whether what was asked is answered already, and the answer on its way.
        """
        view = session.view
        self.warned = EMPTY
        if session.link.closed is not None and session.ending.ended is None:
            self.said = Content.assemble(retold(session.link.closed.sentence), " ", _(table.CLOSED_HINT))
        elif session.ending.stopped is not None:
            said = _(table.STOPPED.get(session.ending.stopped.reason, table.STOPPED_SOMEHOW))
            hint = table.STOPPED_KEY if session.may_play_again else table.CLOSED_HINT
            self.said = Content.assemble(said, " ", _(hint))
        elif session.ending.ended is not None:
            self.said = Content.assemble(_(questions.OVER), " ", _(table.RESULT_KEY))
        elif session.link.trouble is not None:
            self.said = Content.assemble(retold(session.link.trouble.sentence), " ", _(table.LINK_WAITS))
        elif session.clock.held:
            self.said = _resting(session)
        elif session.question.decision is not None and session.question.decision.auto:
            self.said = Content(_(_without_choice(session.question)))
        elif session.asleep and view is not None and not view.moves:
            self.said = Content(_(table.YOU_SLEEP))
        elif answered:
            self.said = Content(_(table.SENT))
        elif view is not None and opened is not None:
            self.said = asked_in(session.voice, opened)
        elif view is not None:
            self.said = Content(" ").join([awaited(view, session.voice), *_absence(session.people, view)])
            self.warned = _warning(view, session.voice)
        stands = answered or session.link.closed is not None or session.ending.over or bool(session.trouble)
        self.set_class(view is not None and bool(view.moves) and not stands, "-yours")

    def render(self) -> Content:
        """The sentence."""
        whole = Content.assemble(" ", self.said, "  ", self.warned)
        if whole.cell_length <= self.content_size.width:
            return whole
        return Content("\n").join(Content.assemble(" ", line) for line in self.lines_in(self.content_size.width))


def _without_choice(question: OpenQuestion) -> str:
    """The sentence for a player who has no choice: it is made in a moment."""
    if question.decision is None or question.decision.moves != (END,):
        return table.DONE_ITSELF
    return table.ENDS_ITSELF if question.undo else table.ENDS_UNLESS


def _warning(view: View, voice: Voice) -> Content:
    """The first thing that hangs over the player, unless the prompt says it already."""
    asked = view.asked
    if asked is not None and asked.seat == view.seat and (asked.kind != "menu" or bewitched(view)):
        return EMPTY
    return next(iter(warnings(view, voice)), EMPTY)


def _resting(session: Session) -> Content:
    """The sentence that the game rests, and who can let it go on."""
    if session.may_hold:
        return Content(_(table.HELD_YOURS))
    owner = session.people.lobby.owner if session.people.lobby else None
    return say(table.HELD_OWNER, who=session.voice.name(owner)) if owner is not None else Content(_(table.HELD))


def _absence(people: People, view: View) -> list[Content]:
    """The sentence that an absent player must answer, and what then happens."""
    if view.asked is not None and view.asked.seat in people.asleep and view.asked.seat != view.seat:
        return [Content(_(table.AWAITED_ASLEEP if people.awake else table.AWAITED_ALL_ASLEEP))]
    gone = view.asked is not None and any(info.seat == view.asked.seat and not info.connected for info in people.seats)
    return [Content(_(table.AWAITED_LONG if people.correspondence else table.AWAITED_AWAY))] if gone else []


class DetailText(Widget):
    """A few lines about the row under the cursor. It takes the keys while one of the cards that it names is marked."""

    DEFAULT_CSS = """
    DetailText { color: $muted; }
    """

    BINDINGS = [
        Binding("tab", "link(1)", "Next card", id="detail.next", show=False, tooltip="The next card that is named"),
        Binding("shift+tab", "link(-1)", "Card before", id="detail.before", show=False, tooltip="The card before"),
        Binding("enter", "open", "Open", id="detail.open", show=False, tooltip="Open the card that is marked"),
    ]

    class Opened(Message):
        """The name of a card was clicked, or chosen by its key."""

        def __init__(self, card: str) -> None:
            super().__init__()
            self.card = card

    class Widened(Message):
        """There is room for what is good to know now, or none any more."""

    said: reactive[Content] = reactive(EMPTY)
    """The text that is shown."""
    whole: reactive[bool] = reactive(False)
    """Whether there is room for what is good to know, too."""
    marked: reactive[int] = reactive(-1)
    """Place of the marked card among those named; -1: none."""

    def __init__(self) -> None:
        super().__init__(id="detail")
        self._links: tuple[CardLink, ...] = ()

    def watch_whole(self, whole: bool) -> None:
        """Set it off from what stands beside it."""
        self.set_class(whole, "-whole")
        self.post_message(self.Widened())

    def show(self, view: View, voice: Voice, row: Row | None) -> None:
        """Explain a row."""
        said = explained(view, voice, row) if row is not None else EMPTY
        if row is not None and self.whole:
            said = Content("\n").join([said, *_more(view, voice, row)])
        self.say(said, card_links(said.plain, voice.rules.edition, row.card if row is not None else ""))

    def say(self, said: Content, links: tuple[CardLink, ...] = ()) -> None:
        """Show something in which cards may be named."""
        self._links, self.marked = links, -1
        self.said = said
        self.can_focus = bool(links)

    def on_focus(self) -> None:
        """The first card that is named is marked."""
        self.marked = 0

    def on_blur(self) -> None:
        """No card is marked any more."""
        self.marked = -1

    def action_link(self, step: int) -> None:
        """Mark another card; behind the last one, and before the first, the keys go on to another part."""
        if 0 <= self.marked + step < len(self._links):
            self.marked += step
        elif step > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    def action_open(self) -> None:
        """Open the card that is marked."""
        if 0 <= self.marked < len(self._links):
            self.post_message(self.Opened(self._links[self.marked].card))

    def on_click(self, event: Click) -> None:
        """Open the card whose name is under the mouse."""
        card = card_under(event)
        if card:
            event.stop()
            self.post_message(self.Opened(card))

    def render(self) -> Content:
        """The explanation, with the way to all of it when it is too long."""
        width, height = self.content_size
        said = linked(self.said, self._links, self.marked)
        lines = said.wrap(width)
        if len(lines) <= height or not height:
            return said
        more = say(table.MORE)
        # The marked card is in sight, and not below the sign that there is more.
        at = len(said[: self._links[self.marked].end].wrap(width)) - 1 if self.marked >= 0 else height - 2
        first = min(max(at - height + 2, 0), len(lines) - height)
        *whole, last = lines[first : first + height]
        if first + height == len(lines):
            return Content("\n").join([*whole, last])
        cut = (last.wrap(max(width - more.cell_length, 1)) or [EMPTY])[0]
        return Content("\n").join([*whole, Content.assemble(cut, more)])


def _more(view: View, voice: Voice, row: Row) -> Iterator[Content]:
    """The rules to know about a row's card; when it is about none, about the character whose turn it is."""
    if row.card:
        yield from known(voice, row.card.rstrip("+"))
    elif view.turn is not None:
        yield EMPTY
        yield from character(voice, voice.character_id(view.turn.rank), view.turn.rank)
