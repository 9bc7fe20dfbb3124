"""The people screen: decisions about the table itself, such as rest, votes and seats, and notes about its players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from citadels_tui.screens.base import Answer, Dialog
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.session.session import Session
from citadels_tui.settings.player_notes import LONGEST, PlayerNotes
from citadels_tui.story.storyteller import guests
from citadels_tui.texts import _, board, help, phrases, say, table, tables
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import Hint, Sheet
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
    """The person whom it is about."""
    pub: bytes = b""
    """Key of the person whom it lets sit down."""
    info: SeatInfo | None = None
    """The player whom it is about."""


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
        line = LineInput(self.notes.of(self.info.key), placeholder=_(help.LINE), max_length=LONGEST, compact=True)
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


class ChoicesScreen(Dialog[Answer]):
    """A menu of decisions over the board."""

    CSS_PATH = "modal.tcss"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.choices: Sequence[TableChoice] = ()

    def compose(self) -> ComposeResult:
        """The menu."""
        self.choices = list(self.offered())
        with Sheet(classes="box wide") as box:
            box.border_title = self.heading()
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
            yield from self.below()

    def heading(self) -> Content:
        """The title of the box."""
        raise NotImplementedError

    def offered(self) -> Iterator[TableChoice]:
        """The lines of the menu, in the language that is spoken."""
        raise NotImplementedError

    def below(self) -> Iterator[Widget]:
        """The lines below the menu."""
        yield Hint(_(table.PEOPLE_HINT), classes="hint")

    def on_mount(self) -> None:
        """The first line is marked."""
        if self.choices:
            self.query(MenuItem).first().focus()

    @on(MenuItem.Pressed)
    def pressed(self, event: MenuItem.Pressed) -> None:
        """Do what the line says."""
        self.do(self.choices[int((event.item.id or "choice-0").removeprefix("choice-"))])

    def do(self, choice: TableChoice) -> None:
        """Do what was chosen."""
        raise NotImplementedError


class PersonScreen(ChoicesScreen[TableChoice]):
    """The decisions about one person; it closes with what was chosen."""

    BINDINGS = [
        Binding("escape", "dismiss", "Back", id="person.back", tooltip="Back to everybody"),
        Binding("up,k", "app.focus_previous", "Up", id="person.up", show=False, tooltip="The line above"),
        Binding("down,j", "app.focus_next", "Down", id="person.down", show=False, tooltip="The line below"),
    ]

    def __init__(self, session: Session, person: TableChoice) -> None:
        super().__init__(session)
        self.person = person

    def heading(self) -> Content:
        """The person's name."""
        return self.person.label

    def offered(self) -> Iterator[TableChoice]:
        """The actions on this person."""
        return about(self.person, self.session, notes=self.citadels_app.keeps_files)

    def do(self, choice: TableChoice) -> None:
        """Close with it."""
        self.dismiss(choice)


class PeopleScreen(ChoicesScreen[None]):
    """Everybody at the table, and the decisions about the table itself; it closes with what was chosen."""

    BINDINGS = [
        Binding("escape", "dismiss", "Back", id="people.back", tooltip="Back to the game"),
        Binding("up,k", "app.focus_previous", "Up", id="people.up", show=False, tooltip="The line above"),
        Binding("down,j", "app.focus_next", "Down", id="people.down", show=False, tooltip="The line below"),
        Binding("p", "choose('hold')", "Pause", id="people.hold", show=False, tooltip="Pause the game, or go on"),
        Binding(
            "n", "choose('nudge')", "Remind", id="people.nudge", show=False, tooltip="Remind the player who is asked"
        ),
        Binding("v", "choose('vote')", "Vote", id="people.vote", show=False, tooltip="Vote to end the game, or not"),
    ]

    def heading(self) -> Content:
        """The table."""
        return Content(_(table.PEOPLE_TITLE))

    def offered(self) -> Iterator[TableChoice]:
        """The actions on the table, then everybody."""
        yield from choices(self.session)
        yield from persons(self.session)

    def below(self) -> Iterator[Widget]:
        """Why there is nothing to choose, whose keys the host has, and the keys of the menu."""
        if not self.choices:
            yield Static(Content(_(table.PEOPLE_NOTHING)))
        for line in guests(self.session.people.seats):
            yield Static(line.text, classes="hint")
        yield from super().below()

    def action_choose(self, action: str) -> None:
        """Do what a key stands for."""
        found = next((choice for choice in self.choices if choice.action == action), None)
        if found:
            self.do(found)

    def do(self, choice: TableChoice) -> None:
        """Do it; about a person it is asked what, and before what cannot be undone whether to."""
        if choice.action == "person":
            self.app.push_screen(PersonScreen(self.session, choice), self._chosen)
        elif choice.sure is None:
            self._send(choice, True)
        else:
            asking = ConfirmScreen(choice.sure, self.session.symbols, table.PEOPLE_TITLE)
            self.app.push_screen(asking, partial(self._send, choice))

    def _chosen(self, choice: TableChoice | None) -> None:
        if choice is not None:
            self.do(choice)

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
    """The decisions about the table that are this player's to make now; who is alone needs neither pause nor vote."""
    if session.ending.over or session.view is None:
        return
    others = session.others
    asked = None if session.view.asked is None else session.view.asked.seat
    for info in others:
        if info.seat == asked and info.connected and session.view.seat is not None:
            yield TableChoice("nudge", say(phrases.NUDGE[0], name=info.name), _(phrases.NUDGE[1]), "n")
    if session.may_hold and (others or session.clock.held):
        words = table.GO_ON if session.clock.held else table.HOLD
        yield TableChoice("hold", Content(_(words[0])), _(words[1]) if words[1] else "", "p")
    if session.view.seat is not None and others:
        voted = session.you in session.votes.end
        words = table.UNVOTE if voted else table.VOTE
        sure = None if voted else lambda: Content(_(table.SURE_VOTE))
        yield TableChoice("vote", Content(_(words[0])), _(words[1]) if words[1] else "", "v", sure)
    for pub, name in session.people.knocks.items():
        yield TableChoice("admit", say(table.LET_IN[0], name=name), _(table.LET_IN[1]), pub=pub)


def persons(session: Session) -> Iterator[TableChoice]:
    """Everybody else: those in the seats, then those who watch and have said something."""
    kept, muted = PlayerNotes(), session.talk.muted
    for info in session.others:
        note = kept.of(info.key) if info.key else ""
        told = (_(table.MUTED) if info.name in muted else "", "" if info.connected else _(board.AWAY), note)
        yield TableChoice("person", Content(info.name), ", ".join(filter(None, told)), name=info.name, info=info)
    for name in session.talk.speakers:
        if name not in {info.name for info in session.others}:
            yield TableChoice("person", Content(name), _(table.MUTED) if name in muted else "", name=name)


def about(person: TableChoice, session: Session, *, notes: bool) -> Iterator[TableChoice]:
    """The decisions about one person: those for oneself, then those of the owner."""
    info = person.info
    label, explained = tables.UNMUTE if person.name in session.talk.muted else tables.MUTE
    yield TableChoice("mute", say(label, name=person.name), _(explained), name=person.name)
    if info is None:
        return
    if notes and info.key:
        yield TableChoice("note", say(table.NOTE[0], name=info.name), _(table.NOTE[1]), info=info)
    if session.people.own_table and session.view is not None and not session.ending.over:
        for action, words, sure in _owners(info, session):
            question = partial(say, sure, name=info.name)
            yield TableChoice(action, Content(_(words[0])), _(words[1]), "", question, info.seat)


def _owners(info: SeatInfo, session: Session) -> Sequence[tuple[str, tuple[str, str], str]]:
    """The owner's decisions about a player; for who stands in for the owner those about one who is away."""
    if session.people.all_rights:
        return (
            ("bot", table.TO_BOT, table.SURE_TO_BOT),
            ("open", table.TO_ANYBODY, table.SURE_TO_ANYBODY),
            ("ban", table.TO_NOBODY, table.SURE_TO_NOBODY),
        )
    return () if info.connected else (("bot", table.LEND_TO_BOT, table.SURE_TO_LEND),)
