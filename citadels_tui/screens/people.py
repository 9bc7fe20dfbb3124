"""The people screen: decisions about the table itself, such as rest, votes and seats, and notes about its players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from citadels_tui.screens.base import Dialog
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.session.session import Session
from citadels_tui.settings.player_notes import LONGEST, PlayerNotes
from citadels_tui.story.storyteller import guests
from citadels_tui.texts import _, phrases, say, table, tables
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import Sheet
from net.client.updates import SeatInfo
from net.protocol.client_messages import HandOver, Hold, Nudge, Vote


@dataclass(frozen=True, slots=True)
class TableChoice:
    """One line of the menu."""

    action: str
    label: Content
    about: str
    key: str = ""
    sure: Callable[[], Content] | None = None
    """The question before it is done; None: it is done at once."""
    seat: int = -1
    name: str = ""
    """Whom it mutes, or not any more."""
    pub: bytes = b""
    """Key of the person whom it lets sit down."""
    info: SeatInfo | None = None
    """The player about whom it keeps a note."""


class PlayerNoteScreen(Dialog[None]):
    """Asks for one line about another player, for oneself, and keeps it; an empty one is no note."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [Binding("escape", "dismiss", "Close", id="note.close", tooltip="Leave the note as it is")]

    def __init__(self, info: SeatInfo) -> None:
        super().__init__()
        self.info = info
        self.notes = PlayerNotes()

    def compose(self) -> ComposeResult:
        """The line, as it was kept last."""
        line = LineInput(self.notes.of(self.info.key), max_length=LONGEST, compact=True)
        box = Vertical(line, Static(Content(_(table.NOTE_HINT)), classes="hint"), classes="box")
        box.border_title = say(table.NOTE_TITLE, name=self.info.name)
        yield box

    @on(Input.Submitted)
    def keep(self, event: Input.Submitted) -> None:
        """Keep what was typed."""
        try:
            self.notes.write(self.info.key, event.value.strip())
        except OSError as error:
            self.notify(say(table.NOTE_FAILED, reason=error.strerror or str(error)).plain, severity="warning")
            return
        self.dismiss()


class PeopleScreen(Dialog[None]):
    """A menu over the board; it closes with what was chosen."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("escape", "dismiss", "Back", id="people.back", tooltip="Back to the game"),
        Binding("up,k", "app.focus_previous", "Up", id="people.up", show=False, tooltip="The line above"),
        Binding("down,j", "app.focus_next", "Down", id="people.down", show=False, tooltip="The line below"),
        Binding("p", "choose('hold')", "Pause", id="people.hold", show=False, tooltip="Pause the game, or go on"),
        Binding("n", "choose('nudge')", "Remind", id="people.nudge", show=False, tooltip="Remind whoever is asked"),
        Binding("v", "choose('vote')", "Vote", id="people.vote", show=False, tooltip="Vote to end the game, or not"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.choices = list(choices(session))
        if self.citadels_app.keeps_files:
            self.choices += notes_on(session)

    def compose(self) -> ComposeResult:
        """The menu."""
        with Sheet(classes="box wide") as box:
            box.border_title = Content(_(table.PEOPLE_TITLE))
            cells = max((choice.label.cell_length for choice in self.choices), default=0) + 2
            for number, choice in enumerate(self.choices):
                yield MenuItem(
                    choice.key or " ",
                    choice.label.plain,
                    choice.about,
                    self.session.symbols,
                    brief=True,
                    id=f"choice-{number}",
                    cells=cells,
                )
            if not self.choices:
                yield Static(Content(_(table.PEOPLE_NOTHING)))
            for line in guests(self.session.people.seats):
                yield Static(line.text, classes="hint")
            yield Static(Content(_(table.PEOPLE_HINT)), classes="hint")

    def on_mount(self) -> None:
        """The first line is marked."""
        if self.choices:
            self.query(MenuItem).first().focus()

    @on(MenuItem.Pressed)
    def pressed(self, event: MenuItem.Pressed) -> None:
        """Do what the line says."""
        self._do(self.choices[int((event.item.id or "choice-0").removeprefix("choice-"))])

    def action_choose(self, action: str) -> None:
        """Do what a key stands for."""
        found = next((choice for choice in self.choices if choice.action == action), None)
        if found:
            self._do(found)

    def _do(self, choice: TableChoice) -> None:
        if choice.sure is None:
            self._send(choice, True)
            return
        asking = ConfirmScreen(choice.sure, self.session.symbols, table.PEOPLE_TITLE)
        self.app.push_screen(asking, partial(self._send, choice))

    def _send(self, choice: TableChoice, sure: bool | None) -> None:
        if not sure or not self.is_active:
            return
        self.dismiss()
        feed, session = self.session.feed, self.session
        match choice.action:
            case "hold":
                self.citadels_app.send(feed.request(partial(Hold, on=not session.clock.held)))
            case "nudge":
                self.citadels_app.send(feed.request(Nudge))
            case "vote":
                self.citadels_app.send(feed.request(partial(Vote, end=session.you not in session.votes.end)))
            case "note" if choice.info is not None:
                self.app.push_screen(PlayerNoteScreen(choice.info))
            case "mute":
                session.talk.mute(choice.name, choice.name not in session.talk.muted)
            case "admit":
                self.citadels_app.send(session.admit(choice.pub))
            case "bot":
                self.citadels_app.send(feed.request(partial(HandOver, seat=choice.seat)))
            case "open":
                self.citadels_app.send(feed.request(partial(HandOver, seat=choice.seat, open=True)))
            case _:
                self.citadels_app.send(feed.request(partial(HandOver, seat=choice.seat, ban=True)))


def choices(session: Session) -> Iterator[TableChoice]:
    """The decisions that are this player's to make now."""
    if session.ending.over or session.view is None:
        return
    others = [info for info in session.people.seats if info.seat != session.view.seat and info.kind == "human"]
    asked = None if session.view.asked is None else session.view.asked.seat
    for info in others:
        if info.seat == asked and info.connected and session.view.seat is not None:
            yield TableChoice("nudge", say(phrases.NUDGE[0], name=info.name), _(phrases.NUDGE[1]), "n")
    if session.may_hold:
        words = table.GO_ON if session.clock.held else table.HOLD
        yield TableChoice("hold", Content(_(words[0])), _(words[1]) if words[1] else "", "p")
    if session.view.seat is not None:
        voted = session.you in session.votes.end
        words = table.UNVOTE if voted else table.VOTE
        sure = None if voted else lambda: Content(_(table.SURE_VOTE))
        yield TableChoice("vote", Content(_(words[0])), _(words[1]) if words[1] else "", "v", sure)
    for pub, name in session.people.knocks.items():
        yield TableChoice("admit", say(table.LET_IN[0], name=name), _(table.LET_IN[1]), pub=pub)
    if session.people.own_table:
        for info in others:
            yield from _about(info, session)
    for name in session.talk.speakers:
        label, about = tables.UNMUTE if name in session.talk.muted else tables.MUTE
        yield TableChoice("mute", say(label, name=name), _(about), name=name)


def notes_on(session: Session) -> Iterator[TableChoice]:
    """A note of one's own on each other person."""
    kept = PlayerNotes()
    for info in session.people.seats:
        if info.key and info.seat != session.you:
            label = say(table.NOTE[0], name=info.name)
            yield TableChoice("note", label, kept.of(info.key) or _(table.NOTE[1]), info=info)


def _about(info: SeatInfo, session: Session) -> Iterator[TableChoice]:
    """The owner's decisions about a player; for who stands in for the owner those about one who is away."""
    everything = (
        ("bot", table.TO_BOT, table.SURE_TO_BOT),
        ("open", table.TO_ANYBODY, table.SURE_TO_ANYBODY),
        ("ban", table.TO_NOBODY, table.SURE_TO_NOBODY),
    )
    lent = () if info.connected else (("bot", table.LEND_TO_BOT, table.SURE_TO_LEND),)
    for action, words, sure in everything if session.people.all_rights else lent:
        yield TableChoice(
            action, say(words[0], name=info.name), _(words[1]), "", partial(say, sure, name=info.name), info.seat
        )
