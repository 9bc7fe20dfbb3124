"""Whatever others write, on every screen: letters, and nothing but letters.

What a hostile host or player says goes the way it goes in a game, through a frame, the schema and the follower, and
then over every screen that shows it. There must be no character that acts on a terminal, no style, link or action that
would not be there with harmless names, and every line must be as wide as the screen.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from textual import events
from textual.app import App
from textual.content import Content
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import Input

from citadels_tui.app.app import CitadelsApp
from citadels_tui.cli.main import main
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.join import JoinScreen
from citadels_tui.screens.lobby import LobbyScreen
from citadels_tui.screens.people import PeopleScreen, PersonScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import HostTable, JoinTable, ShowHome, TableStart, VisitHost
from engine import Event
from net.base.errors import NetError, sentence
from net.base.limits import DEFAULT
from net.base.text import ZWJ, ZWNJ, is_part, shown_line, shown_name, shown_title
from net.client.follower import Follower
from net.client.updates import (
    Chat,
    Ended,
    Link,
    LobbyView,
    Notice,
    Refused,
    SeatChanged,
    SeatInfo,
    Update,
    Verified,
    Voted,
)
from net.client.visitor import shown_table
from net.identity.crypto import Identity, SealKey
from net.local.order import Order
from net.protocol.frames import FrameDecoder, encode, pack
from net.protocol.host_messages import PresenceNote, from_host
from net.protocol.setup import Setup
from net.protocol.visitor_notes import TableNote
from tests.support.client import tables
from tests.support.client.driving import SMALL, client, look_up, settle, until
from tests.support.client.fake import NAMES, FakeConnector, FakeFeed
from tests.support.corpus import CONTROLS, EVERYTHING, INVISIBLE, LENGTHS, MARKUP, VISIBLE

pytestmark = pytest.mark.slow

HARMLESS = ("hello", "well played")
FAULTS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Kinds of characters that must not reach a terminal."""


# What gets through


def heard(said: dict[str, Any]) -> list[Update]:
    """What the client makes of what a host says.

    Raises:
        NetError: when it is refused.
        UnicodeEncodeError: when it cannot even be said.
    """
    follower = Follower(bytes(32), Identity.new().public, SealKey(), DEFAULT)
    values = FrameDecoder(DEFAULT.answer).feed(encode(pack(said)))
    return [update for value in values for update in follower.handle_message(from_host(value))]


def through(said: dict[str, Any]) -> list[Update]:
    """What of it gets through; what does not is refused in one sentence."""
    refused = ""
    try:
        return heard(said)
    except NetError as error:
        refused = str(error)
    except UnicodeEncodeError:
        refused = sentence("bad_frame")
    assert refused in (sentence("bad_schema"), sentence("bad_frame"))
    return []


def names_from(raw: Sequence[str]) -> list[str]:
    """The names that hostile hosts can make the client show; each once."""
    setup = Setup(players=2).model_dump()
    found: dict[str, None] = {}
    for text in raw:
        note = {"kind": "human", "name": text}
        for update in through({"t": "lobby", "seats": [note, note], "setup": setup, "options": {}}):
            assert isinstance(update, LobbyView)
            found[update.seats[0].name] = None
    return [name for name in found if name]


def lines_from(raw: Sequence[str]) -> list[Chat]:
    """The lines that hostile players can make the client show; each once."""
    found: dict[str, Chat] = {}
    for text in raw:
        for update in through({"t": "chat", "name": text[:100], "text": text}):
            assert isinstance(update, Chat)
            found[update.text] = update
    return list(found.values())


# What is on the screen


@dataclass
class Gallery:
    """What was seen on a way through the screens."""

    styles: set[tuple[object, ...]] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    def look(self, app: App[Any]) -> str:
        """Check what is shown, and remember it."""
        strips: list[Strip] = app.screen._compositor.render_strips()
        width, height = app.size
        assert len(strips) == height
        rows = []
        for strip in strips:
            row = "".join(segment.text for segment in strip)
            assert strip.cell_length == width, row
            assert not acting(row), ascii(row)
            rows.append(row)
            for segment in strip:
                if segment.style:
                    self.styles |= looks(segment.style)
        page = "\n".join(rows)
        self.texts.append(page)
        assert app.title == "Citadels"
        assert not app.sub_title
        return page


def looks(style: Style) -> set[tuple[object, ...]]:
    """All that a style can do, one by one: colours, weight, links and actions."""
    assert style.link is None
    actions = {key: value for key, value in style.meta.items() if key != "offset"}
    assert "@click" not in actions
    return {("colour", style.color), ("on", style.bgcolor), ("weight", style._attributes), ("does", str(actions))}


def acting(text: str) -> set[str]:
    """The characters of a text that could act on a terminal, or have no place of their own, but for joiners."""
    return {char for char in text if char not in (ZWNJ, ZWJ) and unicodedata.category(char) in FAULTS}


async def tour(
    names: Sequence[str], lines: Sequence[Chat], complaints: Sequence[str] = (), *, brief: bool = False, **options: Any
) -> Gallery:
    """Go past everything that shows what others have written, with eight names at the table.

    A brief tour leaves out what opens over the table, but for the log. The options are the client's.
    """
    gallery = Gallery()
    feed = FakeFeed()
    names = [*names, *NAMES][:8]
    people = tuple(SeatInfo(seat, name, "human", "", seat != 3) for seat, name in enumerate(names))
    mixed = (*people[:5], SeatInfo(5, names[5], "bot", "steward"), *people[6:])
    setup = Setup(players=8)
    before = LobbyView(table="0" * 26, seats=mixed, setup=setup, rules=setup.rules(), you=0, owner=1, spectators=3)
    feed.tell(before, *lines)
    async with client(feed, start=HostTable("Ann", Order(setup=setup)), **options) as pilot:
        app = pilot.app
        assert isinstance(app.screen, LobbyScreen)
        page = gallery.look(app)
        assert options or all(f"  {name} " in page for name in names)
        assert feed.fingerprint in page
        for complaint in complaints:
            feed.tell(Refused("chat_bad", sentence("chat_bad", shown_line(complaint)), "now", "chat"))
        await settle(pilot)
        gallery.look(app)
        app.clear_notifications()
        view = tables.middle(8)
        story = (*tables.STORY, Event("give", 1, 2, amount=3, note="thief"), Event("swap", 1, 0))
        tables.begin(feed, view, story, names)
        feed.tell(
            LobbyView(table="0" * 26, seats=people, setup=setup, rules=view.rules, you=0, owner=0, playing=True), *lines
        )
        tables.ask(feed, view, tables.moves("gold", "collect", *(f"swap p{seat}" for seat in range(2, 9))))
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        gallery.look(app)
        if not brief:
            await across_the_board(pilot, gallery)
        feed.tell(
            PresenceNote(seat=2, connected=False),
            Voted(4, True, 1, 5),
            Link("reconnecting", sentence("lost")),
            *(Notice("stored", sentence("stored", shown_line(text))) for text in complaints),
            SeatChanged(SeatInfo(6, names[7], "bot", "steward"), "open"),
            SeatChanged(SeatInfo(6, names[5], "human"), "taken"),
            *(Refused("illegal", shown_line(text), "now", "move") for text in complaints),
        )
        await settle(pilot)
        gallery.look(app)
        app.clear_notifications()
        feed.tell(*lines)
        await press(pilot, "l", "home")
        gallery.look(app)
        await press(pilot, "end")
        speaker = "spectator" if lines[-1].seat is None else f"p{lines[-1].seat + 1}"
        last = Content(f"{speaker} {lines[-1].name}: {lines[-1].text}").wrap(SMALL[0] - 6)[-1].plain
        page = gallery.look(app)
        assert options or last in page
        await press(pilot, "escape")
        scores = tuple((("districts", seat),) for seat in range(8))
        over = replace(view, over=True, asked=None, turn=None)
        feed.tell(Ended((6, 7), scores, over), Verified(True, "Verified: all is well.", Path("/x/0.proof")))
        await settle(pilot)
        assert isinstance(app.screen, ResultScreen)
        gallery.look(app)
        assert app.is_running
    assert not any(sent.startswith(("leave", "move")) for sent in feed.sent)
    return gallery


async def across_the_board(pilot: Pilot[int], gallery: Gallery) -> None:
    """Everything that opens over the table."""
    app = pilot.app
    await press(pilot, "a")
    gallery.look(app)
    await press(pilot, "escape", "i", "end")
    assert isinstance(app.screen, InspectScreen)
    gallery.look(app)
    await press(pilot, *["pagedown"] * 8)
    gallery.look(app)
    await press(pilot, "escape", "T")
    assert isinstance(app.screen, PeopleScreen)
    gallery.look(app)
    await press(pilot, "down", "down", "down", "enter")
    assert isinstance(app.screen, PersonScreen)
    gallery.look(app)
    await press(pilot, "down", "enter")
    assert isinstance(app.screen, ConfirmScreen)
    gallery.look(app)
    await press(pilot, "escape", "escape", "escape", "ctrl+p")
    await look_up(pilot, "")
    gallery.look(app)
    await look_up(pilot, "Insp")
    gallery.look(app)
    await press(pilot, "escape", "escape")
    assert isinstance(app.screen, TableScreen)


async def press(pilot: Pilot[int], *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize("all_of_it", [False, pytest.param(True, marks=pytest.mark.thorough)])
async def test_no_text_of_others_is_more_than_letters_on_any_screen(all_of_it: bool) -> None:
    # Of the other names question marks are left; they are seen in the chat.
    names, lines = names_from((*MARKUP, *VISIBLE)), lines_from(EVERYTHING)
    assert set(MARKUP) <= set(names)
    assert set(MARKUP) <= {line.text for line in lines}
    assert not any(acting(text) for text in (*names, *(line.text for line in lines)))
    harmless = await tour((), [Chat(0, "Ann", text) for text in HARMLESS], HARMLESS)
    tables_needed = len(names) // 8 + 1
    for n in range(tables_needed if all_of_it else 1):
        eight, said = names[8 * n : 8 * n + 8], lines[n::tables_needed]
        gallery = await tour(eight, said, MARKUP[n::8], brief=n > 0)
        assert gallery.styles <= harmless.styles


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize(("ascii", "step"), [(False, 6), (True, 6), pytest.param(False, 1, marks=pytest.mark.thorough)])
async def test_titles_names_and_talk_in_the_list_of_tables_are_letters(ascii: bool, step: int) -> None:
    """A host may call itself, its tables and their owners anything, and so may its visitors."""
    gallery, titles = Gallery(), [text[:100] for text in EVERYTHING]
    found, said = [], []
    for number, text in enumerate(titles):
        given = {"table": f"{number:026}", "edition": "deluxe", "preset": "x", "phase": "open", "seats": 4}
        try:
            (note,) = FrameDecoder(DEFAULT.answer).feed(
                encode(pack({"t": "table_note", "table": given | {"title": text, "owner": text}}))
            )
            message = from_host(note)
            assert isinstance(message, TableNote)
            found.append(shown_table(message.table))
            said.append(Chat(None, shown_name(text), shown_line(text)))
        except (NetError, UnicodeEncodeError):
            continue
    assert len(found) > len(titles) // 2
    for table, line in zip(found, said, strict=True):
        assert not acting(f"{table.title}{table.owner}{line.name}{line.text}")
    # The same goes for every kind of character: some of each will do.
    found, said, titles = found[::step], said[::step], titles[::step]
    connector = FakeConnector(FakeFeed())
    connector.met = True
    async with client(start=VisitHost("Ann", "192.168.1.5"), connector=connector, ascii=ascii) as pilot:
        (visitor,) = connector.visitors
        for first in range(0, len(found), 8):
            visitor.show(*found[first : first + 8], host=shown_title(titles[first]))
            visitor.tell(*said[first : first + 8], Refused("title_bad", sentence("title_bad", "[b]x"), "now", "open"))
            await settle(pilot)
            for _ in found[first : first + 8]:
                gallery.look(pilot.app)
                await press(pilot, "down")
            pilot.app.clear_notifications()
        await press(pilot, "m")
        gallery.look(pilot.app)
        assert pilot.app.is_running
    assert not any("does" in look and "click" in str(look) for look in gallery.styles)
    assert not ascii or [page for page in gallery.texts if not page.isascii()][:1] == []


@pytest.mark.asyncio
async def test_ascii_terminals_are_sent_ascii_only() -> None:
    names, lines = names_from((*VISIBLE, *INVISIBLE)), lines_from((*VISIBLE, *INVISIBLE))
    gallery = await tour(names[:8], lines, VISIBLE, brief=True, ascii=True)
    assert gallery.text.isascii()


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_pasted_text_is_one_printable_line() -> None:
    """An invitation may be copied from anywhere; a terminal gets back what stands in the field."""
    gallery = Gallery()
    async with client(start=ShowHome("Ann")) as pilot:
        app = pilot.app
        await press(pilot, "j")
        target = app.screen.query_one("#target", Input)
        for raw in (*CONTROLS[::2], *INVISIBLE[::6], *LENGTHS[3:5], "h\x1b[2J:1\nsecond"):
            target.value = ""
            app.screen.post_message(events.Paste(raw))
            await pilot.pause()
            seen = (char for char in " ".join(raw.split()) if not is_part(char))
            assert target.value == "".join(char for char in seen if char.isprintable() or char in (ZWNJ, ZWJ))
            assert not acting(target.value)
            target.post_message(Input.Submitted(target, target.value))
            await pilot.pause()
            gallery.look(app)
            if isinstance(app.screen, ConfirmScreen):
                await press(pilot, "escape")
                await until(pilot, lambda: isinstance(app.screen, JoinScreen))
                target = app.screen.query_one("#target", Input)
            app.clear_notifications()


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_why_a_host_refuses_is_told_in_letters() -> None:
    gallery = Gallery()
    reasons = list(dict.fromkeys(map(shown_line, (*MARKUP, *EVERYTHING[22::9]))))

    class Refusing(FakeConnector):
        async def open(self, start: TableStart, trust: object) -> FakeFeed:
            assert isinstance(start, JoinTable)
            raise NetError("name_bad", start.target)

    async with client(start=ShowHome("Ann"), connector=Refusing(FakeFeed())) as pilot:
        app = pilot.app
        assert isinstance(app, CitadelsApp)
        for reason in reasons:
            app.begin(JoinTable("Ann", reason))
            await pilot.pause()
            page = gallery.look(app)
            assert reason.split(" ")[0][:15] in page
            app.clear_notifications()


@pytest.mark.parametrize("step", [9, pytest.param(3, marks=pytest.mark.thorough)])
@pytest.mark.thorough
def test_output_of_commands_has_no_control_codes(
    step: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("join", "host"):
        monkeypatch.setattr(f"citadels_tui.commands.{command}.launch", lambda start, ascii: 0)
    for number, raw in enumerate(EVERYTHING):
        every = (
            ["join", raw],
            ["join", "h", "--name", raw],
            ["join", "h", "--profile", raw],
            ["host", "--name", raw],
            ["host", "--preset", raw],
            ["verify", raw],
            ["rulings", raw],
            [raw],
            ["join", "h", raw],
        )
        # Each text as some of them, and each of them with many texts.
        for arguments in every[number % step :: step]:
            if raw in ("", " ", "   ") and len(arguments) == 1:
                continue
            main(arguments)
            said = capsys.readouterr()
            assert not acting(said.out.replace("\n", "")), arguments
            assert said.err.count("\n") <= 1, arguments
            assert not acting(said.err.rstrip("\n")), arguments
