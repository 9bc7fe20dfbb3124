"""Where notices stand at the table: over nothing that is needed, in windows of every size."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from citadels_tui.screens.home import HomeScreen
from engine.event import Event
from net.client.updates import Happened
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, table_of, until
from tests.support.client.fake import FakeFeed
from tests.support.client.shown import SCREENS, shown
from tests.support.terminal import improvement
from tests.support.tiers import tiered

pytestmark = pytest.mark.asyncio

SIZES = [(80, 24), (80, 50), (100, 24), (109, 34), (120, 40), (200, 60)]
LONG = (
    "The host could not write to its disk, which is full: nothing that is done now is kept until there is room again."
)


@pytest.mark.parametrize(
    "table", tiered([tables.income, tables.waiting, tables.drafting, tables.everything], [tables.income])
)
@pytest.mark.thorough
async def test_notices_cover_only_what_was_told_before(table: Callable[[FakeFeed], None]) -> None:
    feed = FakeFeed()
    table(feed)
    async with client(feed) as pilot:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            await check_notices(pilot, size)


async def check_notices(pilot: Pilot[int], size: tuple[int, int]) -> None:
    """Show two notices in a window of that size, and take them away again."""
    before = text_frame(pilot.app).splitlines()
    pilot.app.notify("Somebody said so.")
    pilot.app.notify(LONG, severity="warning")
    await settle(pilot)
    after = text_frame(pilot.app).splitlines()
    screen = table_of(pilot)
    covered = screen.board.told.region or screen.detail.region
    changed = [
        (x, y)
        for y, (was, now) in enumerate(zip(before, after, strict=True))
        for x, (one, other) in enumerate(zip(was.ljust(size[0]), now.ljust(size[0]), strict=True))
        if one != other
    ]
    assert changed
    assert [at for at in changed if not covered.contains(*at)] == []
    assert " ".join(LONG.split()[:3]) in "\n".join(after)
    pilot.app.clear_notifications()
    await pilot.app.screen.query(Toast).remove()
    await settle(pilot)
    assert text_frame(pilot.app).splitlines() == before


@pytest.mark.thorough
async def test_a_notice_goes_on_in_the_next_line_where_its_own_is_too_short() -> None:
    feed = FakeFeed()
    tables.income(feed)
    said = "Everybody has been told so, and more than once, but nobody has answered yet."
    async with client(feed) as pilot:
        pilot.app.notify(said)
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            covered = table_of(pilot).board.told.region
            lines = [line[covered.x : covered.right] for line in text_frame(pilot.app).splitlines()]
            assert said in " ".join(line.strip("▌ ") for line in lines if line.startswith("▌")), size


async def test_a_hit_outside_the_visible_log_becomes_a_notice() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        lost = Event("leave", 0, other=1, card="market")
        view = tables.middle()
        feed.tell(Happened(2, 1, "bot", (lost,), view))
        await settle(pilot)
        assert not pilot.app._notifications
        assert "Bo destroys your" in text_frame(pilot.app)
        await pilot.press("question_mark")
        await settle(pilot)
        feed.tell(Happened(3, 1, "bot", (lost,), view))
        await settle(pilot)
        assert "Bo destroys your" in text_frame(pilot.app)
        assert [note.severity for note in pilot.app._notifications] == ["warning"]


async def test_a_table_that_is_taken_away_places_no_notices() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        screen.show()
        # One part goes after the other.
        await screen.board.told.remove()
        screen.place_notices()
        await pilot.app.query_one("ToastRack").remove()
        screen.place_notices()


@improvement
async def test_a_notice_goes_with_the_screen_that_it_belongs_to() -> None:
    feed = FakeFeed()
    tables.end(feed)
    async with client(feed) as pilot:
        app = pilot.app
        app.screen.notify("It is copied.", timeout=100)
        await settle(pilot)
        assert "It is copied." in text_frame(app)
        # What opens over the screen leaves it.
        await pilot.press("question_mark")
        await settle(pilot)
        assert [note.message for note in app._notifications] == ["It is copied."]
        await pilot.press("escape")
        app.notify("The disk is full.", timeout=100)
        await settle(pilot)
        await pilot.press("q")
        await settle(pilot)
        # Home is shown first; what was open at the table goes behind it.
        await until(pilot, lambda: [note.message for note in app._notifications] == ["The disk is full."])
        assert isinstance(app.screen, HomeScreen)


# The palette is Textual's, and says nothing.
@pytest.mark.parametrize("name", tiered(sorted(SCREENS.keys() - {"palette"}), ["cards", "ending-4", "replay"]))
@pytest.mark.slow
@improvement
async def test_no_screen_leaves_a_notice_behind(name: str) -> None:
    async with shown(name) as pilot:
        app, screen = pilot.app, pilot.app.screen
        app.clear_notifications()
        screen.notify("Somebody said so.", timeout=100)
        await settle(pilot)
        assert app._notifications
        await (screen.remove() if len(app.screen_stack) == 1 else app.pop_screen())
        await settle(pilot)
        assert not app._notifications


@pytest.mark.parametrize("name", tiered(["tables", "home", "lobby", "leave", "chat"], ["tables", "leave"]))
async def test_in_a_narrow_window_a_notice_is_read_to_its_end(name: str) -> None:
    """The keys have two lines there, and the notice stands above both."""
    async with shown(name, (40, 30)) as pilot:
        pilot.app.screen.notify(LONG)
        await until(pilot, lambda: LONG in " ".join(text_frame(pilot.app).replace("▌", " ").split()))
