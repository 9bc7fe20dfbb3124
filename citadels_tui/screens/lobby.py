"""A table before the game: seats, invitation, who is ready, start."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial
from time import monotonic

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from citadels_tui.pages.seating import arranged, heading, seated, waiting
from citadels_tui.screens.base import BaseScreen
from citadels_tui.session.session import Session
from citadels_tui.story.telling import Line
from citadels_tui.table_list.entrances import entrances, only_here
from citadels_tui.table_list.setup_choices import resized
from citadels_tui.table_list.table_names import slug
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, retold, table, tables
from citadels_tui.widgets.home_city import HomeCity
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.story_log import StoryLog
from engine.editions import EDITIONS
from net.client.updates import Invitations, LobbyView, Refused, SeatInfo, Update
from net.identity.invitations import Invite
from net.protocol.client_messages import AddBot, Configure, Ready, RemoveBot, Start


class SeatList(Widget, can_focus=True):
    """One line a seat, with a cursor.

    Textual's `OptionList` shows its cursor by colours alone, without a sign.
    """

    DEFAULT_CSS = """
    SeatList { height: 8; text-wrap: nowrap; }
    """

    BINDINGS = [
        Binding("up,k", "move(-1)", "Up", id="seats.up", show=False, tooltip="The seat above"),
        Binding("down,j", "move(1)", "Down", id="seats.down", show=False, tooltip="The seat below"),
    ]

    lobby: reactive[LobbyView | None] = reactive(None)
    """The text that is shown."""
    cursor: reactive[int] = reactive(0)
    """The marked seat."""

    def __init__(self, symbols: Symbols) -> None:
        super().__init__()
        self.symbols = symbols

    def watch_lobby(self, lobby: LobbyView | None) -> None:
        """Take a line for each seat."""
        if lobby is not None:
            self.styles.height = len(lobby.seats)

    @property
    def seat(self) -> SeatInfo | None:
        """The marked seat."""
        seats = self.lobby.seats if self.lobby else ()
        return seats[self.cursor] if self.cursor < len(seats) else None

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        count = len(self.lobby.seats) if self.lobby else 1
        self.cursor = min(max(self.cursor + step, 0), count - 1)

    def on_click(self, event: Click) -> None:
        """Mark the seat under the mouse."""
        if self.lobby and event.y < len(self.lobby.seats):
            self.cursor = event.y

    def render(self) -> Content:
        """The seats."""
        lobby = self.lobby
        if lobby is None:
            return Content("")
        return Content("\n").join(self._line(lobby, info) for info in lobby.seats)

    def _line(self, lobby: LobbyView, info: SeatInfo) -> Content:
        marked = info.seat == self.cursor and self.has_focus
        line = Content.assemble(self.symbols.acting if marked else " ", f" p{info.seat + 1}  ", seated(lobby, info))
        return line.stylize("bold") if marked else line


class LobbyScreen(BaseScreen):
    """The lobby: its owner seats bots and starts, and the others wait."""

    CSS_PATH = "lobby.tcss"
    gathers = True

    BINDINGS = [
        Binding("space", "ready", "Ready", id="lobby.ready", tooltip="Ready for the start, or not yet"),
        Binding("g", "start", "Start", id="lobby.start", tooltip="Start the game"),
        Binding("s", "chat", "Say", id="lobby.chat", tooltip="Say something to the table"),
        Binding("b", "add_bot('steward')", "Bot", id="lobby.bot", tooltip="Seat a sensible bot"),
        Binding("r,delete", "remove_bot", "Remove", id="lobby.remove", tooltip="Remove the marked bot"),
        Binding("plus,equals_sign", "seats(1)", "Seats", key_display="+/-", id="lobby.more", tooltip="One seat more"),
        Binding("minus", "seats(-1)", "Fewer seats", id="lobby.fewer", show=False, tooltip="One seat fewer"),
        Binding("y", "copy", "Copy", id="lobby.copy", tooltip="Copy the invitation"),
        Binding("i", "invite", "Invite", id="lobby.invite", tooltip="Invitations: make, revoke, show as a code"),
        Binding("m", "mute", "Mute", id="lobby.mute", show=False, tooltip="Hide what somebody says"),
        Binding("q,escape", "app.leave", "Leave", id="lobby.leave", tooltip="Leave the table"),
    ]

    seats = getters.query_one(SeatList)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._people = session.people
        self._fills_at = 0.0
        """When bots take the open seats, by the clock of this machine; 0: that time does not run."""

    def parts(self) -> ComposeResult:
        """The city where there is room for it, seats, setup, invitation, what was said."""
        yield HomeCity(self.symbols)
        with Vertical(classes="sheet"):
            yield Static(id="name", classes="title")
            yield SeatList(self.symbols)
            yield Static(id="setup")
            yield Static(id="waiting")
            yield Static(id="invite")
            yield StoryLog(self.symbols, title=tables.CHAT)
        yield KeyBar()

    def on_mount(self) -> None:
        """The seats take the keys."""
        self.query_one(SeatList).focus()
        self._countdown = self.set_interval(1.0, self._count_down, pause=True)
        self._follow_countdown()
        self.show()

    def updated(self, update: Update, lines: list[Line]) -> None:
        """Show an update of the table."""
        self.query_one(StoryLog).add(lines)
        if isinstance(update, Refused):
            self.notify(retold(update.sentence), severity="warning", timeout=4)
        elif isinstance(update, LobbyView | Invitations):
            if isinstance(update, LobbyView):
                self._follow_countdown()
            self.show()

    def _follow_countdown(self) -> None:
        """Take what the host has told of the time until bots take the open seats."""
        lobby = self._people.lobby
        self._fills_at = monotonic() + lobby.fills if lobby and lobby.fills and not lobby.playing else 0.0
        # Without a countdown nothing wakes the client.
        if self._fills_at:
            self._countdown.resume()
        else:
            self._countdown.pause()

    def _count_down(self) -> None:
        """Say how much of that time is left."""
        if self._fills_at and (lobby := self._people.lobby) is not None:
            self.query_one("#waiting", Static).update(self._waiting(lobby))

    def _waiting(self, lobby: LobbyView) -> Content:
        fills = max(1, round(self._fills_at - monotonic())) if self._fills_at else 0
        return waiting(lobby, self.session.voice, fills)

    def show(self) -> None:
        """Draw the table as it is now."""
        lobby = self._people.lobby
        if lobby is None:
            return
        self.query_one("#name", Static).update(heading(lobby))
        self.seats.lobby = lobby
        self.query_one("#setup", Static).update(Content("\n").join(arranged(lobby)))
        self.query_one("#waiting", Static).update(self._waiting(lobby))
        self.query_one("#invite", Static).update(self._invite())
        self.refresh_bindings()

    def _invite(self) -> Content:
        invite = self._own_invite
        key = Content.assemble((_(table.FINGERPRINT), "$muted"), "\n", Content(self.session.feed.fingerprint))
        lobby, lines = self._people.lobby, self._entrances()
        if invite is not None:
            said, shown, local = table.INVITE, [str(invite)], invite.local
        elif lines and lobby is not None:
            said, shown, local = table.ENTRANCES if len(lines) > 1 else table.ENTRANCE, lines, only_here(lobby)
        elif lobby is not None and not self.citadels_app.keeps_files:
            # This guest's way in is not known here, but others come as they did.
            said, shown, local = table.TABLE_NAME, [slug(lobby.options.title, lobby.table)], False
        else:
            return Content.assemble(_(table.NO_INVITE), "\n", key)
        parts = [Content.styled(_(said), "$muted"), *(Content.styled(line, "bold $accent") for line in shown)]
        if local:
            parts.append(Content.styled(_(table.ONLY_HERE), "$warning"))
        elif invite is not None and lines:
            parts += [Content.styled(_(table.MORE_ENTRANCES), "$muted"), *map(Content, lines)]
        return Content("\n").join([*parts, key])

    def _entrances(self) -> list[str]:
        """The lines for those who have no client of their own."""
        return entrances(self._people.lobby) if self._people.lobby else []

    @property
    def _own_invite(self) -> Invite | None:
        """The invitation to show; a guest's would name the host's own socket."""
        return self.session.invite if self.citadels_app.keeps_files else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only who opened the table changes it, before the game; the others do not see those keys."""
        lobby = self._people.lobby
        if lobby is not None and lobby.playing and action in {"seats", "start", "add_bot", "remove_bot", "ready"}:
            return False
        if action == "seats":
            return self._people.all_rights
        if action in {"start", "add_bot", "remove_bot"}:
            return self._people.own_table
        if action == "ready":
            return lobby is not None and lobby.you is not None
        if action in {"invite", "copy"}:
            # An owner may have only such as admit nobody any more.
            more = action == "invite" and bool(self._people.invitations)
            return more or self._own_invite is not None or bool(self._entrances())
        return True

    def of_use(self, action: str) -> bool:
        """A game starts at a full table; a bot takes an open seat, and leaves its own."""
        kinds = {info.kind for info in self._people.lobby.seats} if self._people.lobby else set()
        wanted = {"start": "open" not in kinds, "add_bot": "open" in kinds, "remove_bot": "bot" in kinds}
        return wanted.get(action, True)

    def send(self, answer: Awaitable[None]) -> None:
        """Send something without waiting for it."""
        self.citadels_app.send(answer)

    def action_start(self) -> None:
        """Start the game."""
        self.send(self.session.feed.request(Start))

    def action_add_bot(self, level: str) -> None:
        """Seat a bot, on the marked seat when it is open."""
        seat = self.seats.seat
        marked = seat.seat if seat and seat.kind == "open" else None
        self.send(self.session.feed.request(partial(AddBot, level=level, seat=marked)))

    def action_remove_bot(self) -> None:
        """Remove the marked bot, or the last one."""
        lobby, marked = self._people.lobby, self.seats.seat
        bots = [info.seat for info in lobby.seats if info.kind == "bot"] if lobby else []
        if not bots:
            self.notify(_(table.NO_BOT))
            return
        seat = marked.seat if marked and marked.seat in bots else bots[-1]
        self.send(self.session.feed.request(partial(RemoveBot, seat=seat)))

    def action_seats(self, step: int) -> None:
        """One seat more or fewer."""
        lobby = self._people.lobby
        if lobby is None:
            return
        players = lobby.setup.players + step
        low, high = EDITIONS[lobby.setup.edition].seats
        if low <= players <= high:
            self.send(self.session.feed.request(partial(Configure, setup=resized(lobby.setup, players))))

    def action_copy(self) -> None:
        """Put the invitation on the clipboard."""
        invite = self._own_invite
        self.app.copy_to_clipboard(str(invite) if invite else "\n".join(self._entrances()))
        self.notify(_(table.COPIED))

    def action_invite(self) -> None:
        """Show the owner all invitations, and others the one they have."""
        if self._people.invitations:
            from citadels_tui.screens.invitations import InvitationsScreen

            self.app.push_screen(InvitationsScreen(self.session))
        else:
            from citadels_tui.screens.invite import InviteScreen

            local = self._people.lobby is not None and only_here(self._people.lobby)
            self.app.push_screen(InviteScreen(self._own_invite, lines=self._entrances(), only_here=local))

    def action_ready(self) -> None:
        """Ready for the start, or not after all."""
        lobby = self._people.lobby
        if lobby is not None:
            self.send(self.session.feed.request(partial(Ready, on=lobby.you not in lobby.ready)))

    def action_mute(self) -> None:
        """Choose whom not to hear."""
        from citadels_tui.screens.mute import MuteScreen

        self.app.push_screen(MuteScreen(self.session.talk, [info.name for info in self.session.others]))

    def action_chat(self) -> None:
        """Say something."""
        from citadels_tui.screens.chat import ChatScreen

        self.app.push_screen(ChatScreen(self.session.story.lines, self.session.talk.drafted()), self.citadels_app.say)
