"""The last line has the keys that do something now, and never loses the one for chat."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from citadels_tui.session.start import JoinTable
from citadels_tui.story.talk import Talk
from citadels_tui.texts import key_label, speak
from citadels_tui.texts.catalogue import ENGLISH, languages
from citadels_tui.widgets.key_bar import KeyBar
from engine.view import Asked
from net.client.updates import Decision, LobbyView, SeatInfo
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.citadels_tui.screens.test_people import with_people
from tests.support.client import tables
from tests.support.client.driving import SMALL, client, settle
from tests.support.client.fake import NAMES, FakeFeed
from tests.support.client.shown import shown

pytestmark = pytest.mark.asyncio


def bar(pilot: Pilot[int]) -> set[str]:
    """What stands in the last line, in English."""
    return {entry.label for _column, _line, entry in pilot.app.screen.query_one(KeyBar).placed()}


def at_table(feed: FakeFeed, *, bots: bool, pause: float = 0.8, asked: int = 0) -> None:
    """A running table of one's own, with bots or other people; somebody is asked."""
    other = SeatInfo(1, "Bo", "bot", "steward") if bots else SeatInfo(1, "Bo", "human")
    seats = (SeatInfo(0, "Ann", "human"), *(other._replace(seat=n, name=NAMES[n]) for n in range(1, 5)))
    setup = Setup(players=5)
    feed.tell(
        LobbyView(
            table="0" * 26,
            seats=seats,
            setup=setup,
            rules=setup.rules(),
            you=0,
            owner=0,
            options=TableOptions(bot_pause=pause),
        )
    )
    view = tables.middle()
    view.asked = Asked(asked, "menu")
    tables.begin(feed, view)
    feed.tell(
        LobbyView(
            table="0" * 26,
            seats=seats,
            setup=setup,
            rules=setup.rules(),
            you=0,
            owner=0,
            playing=True,
            options=TableOptions(bot_pause=pause),
        )
    )
    if not asked:
        tables.ask(feed, view, tables.moves("gold", "draw"))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("bots", "pause", "asked", "there"),
    [
        (True, 0.8, 0, {"h Hint"}),
        (True, 0.8, 1, {"n Skip"}),
        (True, 0.0, 1, set()),
        (False, 0.8, 0, set()),
        (False, 0.8, 1, set()),
    ],
    ids=["yours", "of a bot", "of a bot without pauses", "yours among people", "of another person"],
)
async def test_a_hint_and_skipping_are_offered_when_they_do_something(
    bots: bool, pause: float, asked: int, there: set[str]
) -> None:
    feed = FakeFeed()
    at_table(feed, bots=bots, pause=pause, asked=asked)
    async with client(feed, start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await pilot.press("y")
        await settle(pilot)
        assert bar(pilot) & {"h Hint", "n Skip", "u Undo"} == there
        assert {"s Say", "q Leave", "l Log"} <= bar(pilot)


async def test_taking_back_is_offered_while_there_is_something_to_take_back() -> None:
    feed = FakeFeed()
    at_table(feed, bots=True)
    async with client(feed) as pilot:
        assert "u Undo" not in bar(pilot)
        view = tables.middle()
        view.moves = tables.moves("build tavern", "end")
        feed.tell(Decision(9, "menu", view.moves, (), view, undo=""))
        await settle(pilot)
        assert "u Undo" in bar(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert feed.sent == ["undo"]
        assert "u Undo" not in bar(pilot)


async def test_skipping_is_not_offered_twice() -> None:
    feed = FakeFeed()
    at_table(feed, bots=True, asked=1)
    async with client(feed) as pilot:
        await pilot.press("n")
        await settle(pilot)
        assert "n Skip" not in bar(pilot)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kinds", "there", "gone"),
    [
        (("human", "bot", "open"), {"b Bot", "r Remove"}, {"g Start"}),
        (("human", "human", "open"), {"b Bot"}, {"g Start", "r Remove"}),
        (("human", "bot", "bot"), {"g Start", "r Remove"}, {"b Bot"}),
    ],
)
async def test_a_lobby_offers_what_its_seats_leave_to_do(
    kinds: tuple[str, ...], there: set[str], gone: set[str]
) -> None:
    feed = FakeFeed()
    setup = Setup(players=len(kinds))
    seats = tuple(SeatInfo(n, NAMES[n] if kind != "open" else "", kind) for n, kind in enumerate(kinds))  # type: ignore[arg-type]
    feed.tell(LobbyView(table="0" * 26, seats=seats, setup=setup, rules=setup.rules(), you=0, owner=0))
    async with client(feed, start=JoinTable("Ann", "192.168.1.5"), size=(120, 40)) as pilot:
        await pilot.press("y")
        await settle(pilot)
        assert there <= bar(pilot)
        assert not gone & bar(pilot)


async def test_an_empty_list_of_tables_offers_to_open_one() -> None:
    async with shown("tables", (120, 40)) as pilot:
        assert {"Sit down", "Watch", "Mute", "Open"} <= {label.partition(" ")[2] for label in bar(pilot)}
        visiting = pilot.app.table.visiting  # type: ignore[attr-defined]
        visiting.tables, visiting.talk = [], Talk()
        pilot.app.screen.show()  # type: ignore[attr-defined]
        await settle(pilot)
        assert {label.partition(" ")[2] for label in bar(pilot)} >= {"Open", "Say", "Leave"}
        assert not {label.partition(" ")[2] for label in bar(pilot)} & {"Sit down", "Watch", "Mute"}


@pytest.mark.thorough
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["income", "waiting", "people", "lobby", "lobby-of-a-guest", "tables"])
async def test_chat_is_in_the_last_line_of_the_smallest_window(name: str, language: str) -> None:
    speak(language)
    try:
        async with shown(name, SMALL) as pilot:
            if name == "people":
                await pilot.press("escape")
                await settle(pilot)
            say = key_label("Say")
            assert f"s {say}" in bar(pilot)
    finally:
        speak(ENGLISH)


async def test_at_a_table_with_people_every_key_has_room() -> None:
    feed = FakeFeed()
    with_people(feed)
    async with client(feed) as pilot:
        (keys,) = pilot.app.screen.query(KeyBar)
        assert {entry for entry in keys.entries if not entry.right} <= {
            entry for _column, _line, entry in keys.placed()
        }
