"""Sentences that are longer than a line of the smallest window are read whole."""

from __future__ import annotations

import pytest
from textual.content import Content
from textual.pilot import Pilot

from citadels_tui.texts import _, retold, speak, table
from citadels_tui.widgets.action_list_view import ActionListView
from citadels_tui.widgets.prompt import PromptLine
from net.base.errors import CODES, sentence
from net.client.updates import Closed, Link
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed

pytestmark = pytest.mark.asyncio

ADDRESS = "[2001:0db8:85a3:0000:0000:8a2e:0370:7334]:47447"
"""As long as a detail about a connection commonly is."""


@pytest.fixture(params=["en", "nl", "de"])
def spoken(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def prompt_shown(pilot: Pilot[int]) -> str:
    """All that is where the prompt is, without spaces."""
    region = pilot.app.screen.query_one(PromptLine).region
    return "".join("".join(text_frame(pilot.app).splitlines()[region.y : region.bottom]).split())


def longest() -> str:
    """The code whose sentence is longest in the language that is spoken."""
    return max(CODES, key=lambda code: len(retold(sentence(code, ADDRESS))))


async def test_every_sentence_leaves_most_of_the_smallest_window(spoken: str) -> None:
    speak(spoken)
    prompt = PromptLine()
    for code in CODES:
        prompt.said = Content.assemble(retold(sentence(code, ADDRESS)), " ", _(table.LINK_WAITS))
        assert len(prompt.lines_in(80)) <= 5, code


@pytest.mark.slow
async def test_the_longest_connection_sentence_fits_the_smallest_window(spoken: str) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=(80, 24)) as pilot:
        speak(spoken)
        prompt = pilot.app.screen.query_one(PromptLine)
        for code in ("unreachable", longest()):
            feed.tell(Link("reconnecting", sentence(code, ADDRESS)))
            await settle(pilot)
            whole = f"{retold(sentence(code, ADDRESS))} {_(table.LINK_WAITS)}"
            assert prompt_shown(pilot) == "".join(whole.split())
            assert pilot.app.screen.query_one(ActionListView).region.height > 2
        feed.tell(Link("live"))
        await settle(pilot)
        assert prompt.region.height == 1


@pytest.mark.slow
async def test_the_reason_for_closing_fits_the_smallest_window(spoken: str) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=(80, 24)) as pilot:
        speak(spoken)
        code = longest()
        feed.tell(Closed(code, sentence(code, ADDRESS), "later"))
        await settle(pilot)
        # The notice says it, too, for some seconds and over the same lines.
        pilot.app.clear_notifications()
        await settle(pilot)
        whole = f"{retold(sentence(code, ADDRESS))} {_(table.CLOSED_HINT)}"
        assert prompt_shown(pilot) == "".join(whole.split())
