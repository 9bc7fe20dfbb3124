"""Two ways to play in a test: by the keyboard alone, and by the mouse alone."""

from __future__ import annotations

from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widget import Widget

from citadels_tui.actions.rows import Row
from citadels_tui.screens.table import TableScreen
from citadels_tui.widgets.action_list_view import ActionListView
from citadels_tui.widgets.key_bar import KeyBar
from tests.support.client.driving import settle


class Keyboard:
    """Presses keys."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot = pilot

    async def take(self, screen: TableScreen, index: int) -> None:
        """A row of the action list, by its key or by the arrows."""
        row = screen.action_list.actions.rows[index]
        if row.key:
            await self.pilot.press(row.key)
            return
        step = index - screen.action_list.cursor
        await self.pilot.press(*["down" if step > 0 else "up"] * abs(step), "enter")

    async def reply(self, yes: bool) -> None:
        """An answer to a question with two."""
        await self.pilot.press("y" if yes else "n")

    async def do(self, key: str) -> None:
        """What a key of the last line does."""
        await self.pilot.press(key)

    async def look(self, seat: int) -> None:
        """Look at something."""
        await self.pilot.press("i")

    async def close(self) -> None:
        """Close what is open over the board."""
        await self.pilot.press("escape")

    async def wind(self) -> None:
        """To the middle of a replay."""
        await self.pilot.press("right_square_bracket", "right_square_bracket", "right")


class Mouse:
    """Clicks, and turns the wheel."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot = pilot

    async def take(self, screen: TableScreen, index: int) -> None:
        """A row of the action list: the first click explains one that plays something, the second plays it."""
        action_list, row = screen.action_list, screen.action_list.actions.rows[index]
        place = await self._place(action_list, index)
        await self.pilot.click(offset=place)
        there = self.pilot.app.screen is screen and action_list.row is row
        if plays(row) and there and not screen.answered:
            await self.pilot.click(offset=place)

    async def _place(self, action_list: ActionListView, index: int) -> tuple[int, int]:
        """Where a row stands on the screen, after turning the wheel as far as it takes."""
        region = action_list.content_region
        for _ in range(len(action_list.actions.rows) + 1):
            for y in range(region.height):
                for x in range(0, region.width, 4):
                    if action_list.row_at(Offset(x, y)) == index:
                        return region.x + x, region.y + y
            wheel = MouseScrollDown if index > action_list.cursor else MouseScrollUp
            await self.pilot._post_mouse_events([wheel], offset=(region.x, region.y))
        raise AssertionError("the row cannot be reached")

    async def reply(self, yes: bool) -> None:
        """A click on one of two answers."""
        await self.pilot.click("#yes" if yes else "#no")

    async def do(self, key: str) -> None:
        """A click on a key of the last line."""
        bar = self.pilot.app.screen.query_one(KeyBar)
        place = next((column, line) for column, line, entry in bar.placed() if entry.key == key)
        await self.pilot.click(bar, offset=place)

    async def look(self, seat: int) -> None:
        """A click on a player."""
        await self.pilot.click(f"#city{seat}", offset=(1, 0))

    async def close(self) -> None:
        """A click beside the box, or on its title where there is nothing beside it."""
        (box,) = self.pilot.app.screen.query(".box")
        left = box.region.x > 0
        await self.pilot.click(offset=(0, 1) if left else (box.region.x + 3, box.region.y))

    async def wind(self) -> None:
        """A click in the middle of the bar."""
        await self._click_middle("#prompt")

    async def _click_middle(self, selector: str) -> None:
        part: Widget = self.pilot.app.screen.query_one(selector)
        await self.pilot.click(part, offset=(part.size.width * 3 // 4, 0))
        await settle(self.pilot)


Hand = Keyboard | Mouse


def plays(row: Row) -> bool:
    """Whether choosing a row plays something."""
    return bool(row.moves) and not row.opens and row.ticked is None
