"""Several people at one keyboard: each sees their own table, and between two of them nobody's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens import curtain
from citadels_tui.screens.curtain import CurtainScreen
from citadels_tui.screens.host import HostScreen
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.new_game import NewGameScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import HostTable, PlayGame, ShowHome
from citadels_tui.story.recap import recapped_for_all
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.texts import names
from citadels_tui.wording.voice import Voice
from engine import Event, View
from engine.view import Asked, TurnView
from net.client.updates import Ended, Happened
from net.host.opening import Opening
from net.local.order import Order
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.citadels_tui.conftest import text_frame
from tests.citadels_tui.screens.test_whole_games import Player
from tests.support.client import tables
from tests.support.client.driving import client, settle, until
from tests.support.client.fake import FakeConnector, FakeFeed
from tests.support.client.hands import Keyboard

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]
BOS_HAND = ("manor", "keep", "smithy")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key is taken for one that was meant for the table before."""
    monkeypatch.setattr(curtain, "GUARD", 0.0)


def bos(view: View) -> View:
    """What Bo sees of Ann's table."""
    return replace(view, seat=1, hand=BOS_HAND, roles=(5,), moves=())


def two() -> tuple[FakeFeed, FakeFeed]:
    """Ann and Bo at one keyboard, in the middle of Ann's turn."""
    ann, bo = FakeFeed(), FakeFeed()
    ann.beside = (bo,)
    tables.income(ann)
    tables.begin(bo, bos(tables.middle()))
    return ann, bo


def ask_bo(ann: FakeFeed, bo: FakeFeed) -> None:
    """Ann's turn is over, and Bo is asked."""
    view = tables.middle()
    view.turn, view.called = TurnView(seat=1, rank=5), 5
    view.players[1].shown = (5,)
    view.asked = Asked(1, "menu")
    gained = (Event("gold", 0, amount=2, note="income"), Event("end", 0), Event("reveal", 1, rank=5))
    ann.tell(Happened(2, 0, "player", gained, view))
    bo.tell(Happened(2, 0, "player", gained, bos(view)))
    tables.ask(bo, bos(view), tables.moves("gold", "draw"))


def shown(pilot: Pilot[int]) -> str:
    """The frame as one line, on which every card can be found."""
    return " ".join(text_frame(pilot.app).split())


def held(*hands: tuple[str, ...]) -> list[str]:
    """The names of hand cards."""
    return [names.district(id, "deluxe").name for hand in hands for id in hand]


async def test_nothing_is_seen_until_the_person_who_is_asked_presses_enter() -> None:
    ann, bo = two()
    async with client(ann, size=(80, 24)) as pilot:
        assert isinstance(pilot.app.screen, CurtainScreen)
        assert "Ann, it is your turn." in shown(pilot)
        assert not any(card in shown(pilot) for card in held(tables.HAND, BOS_HAND))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await settle(pilot)
        assert all(card in shown(pilot) for card in held(tables.HAND)[:2])
        # Whatever she has open goes with her.
        await pilot.press("i")
        await settle(pilot)
        assert isinstance(pilot.app.screen, InspectScreen)
        pilot.app.notify("You hold the Library.")
        ask_bo(ann, bo)
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        await settle(pilot)
        assert len(pilot.app.screen_stack) == 1
        assert "Bo, it is your turn." in shown(pilot)
        assert "King: Ann +2 gold" in shown(pilot)
        assert not any(card in shown(pilot) for card in held(tables.HAND, BOS_HAND))
        await pilot.press("g")
        assert (ann.sent, bo.sent) == ([], [])
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await settle(pilot)
        assert all(card in shown(pilot) for card in held(BOS_HAND))
        # Bo's keys are Bo's: what Bo plays and says goes by Bo's own seat.
        await pilot.press("g")
        await settle(pilot)
        assert (ann.sent, bo.sent) == ([], ["gold"])
        await pilot.press("q", "y")
        await settle(pilot)
        # Who opened the table closes it, and goes last.
        assert (ann.sent, bo.sent) == (["leave"], ["gold", "leave"])


async def test_a_key_for_the_table_before_does_not_lift_the_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curtain, "GUARD", 3600.0)
    ann, _ = two()
    async with client(ann) as pilot:
        await pilot.press("enter", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, CurtainScreen)


async def test_the_end_is_for_everybody() -> None:
    ann, bo = two()
    async with client(ann) as pilot:
        view = replace(tables.middle(), over=True, asked=None, turn=None, winners=(0,))
        over = Ended((0,), tuple((("districts", 9 - seat),) for seat in range(5)), view)
        ann.tell(over)
        bo.tell(over._replace(view=bos(view)))
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await settle(pilot)
        # Nobody is "you" among several readers.
        assert "Ann has won with 9 points." in shown(pilot)
        await pilot.press("a")
        await settle(pilot)
        assert (ann.sent, bo.sent) == (["again True"], ["again True"])


async def test_the_open_recap_is_the_same_for_all_readers() -> None:
    view = tables.middle()
    voice = Voice(UNICODE, view.rules, tuple("ABCDE"), 1)
    secret = (
        Event("kill", 2, rank=5),
        Event("draw", 0, amount=2, cards=("palace", "keep")),
        Event("give", 0, other=1, cards=("manor",), amount=1),
        Event("gold", 1, amount=2),
    )
    told = [line.text.plain for line in recapped_for_all(voice, secret, replace(bos(view), roles=(5,)))]
    assert told == [line.text.plain for line in recapped_for_all(voice, secret, replace(bos(view), roles=(2,)))]
    assert not any("You" in line or "Palace" in line for line in told)


@pytest.mark.thorough
async def test_no_card_of_a_hand_is_seen_between_two_people_at_a_real_table() -> None:
    opening = Opening(bots=("random",), seed=bytes(31) + b"\5")
    order = Order(setup=Setup(players=3), options=TableOptions(bot_pause=0.0), opening=opening)
    app = CitadelsApp(PlayGame("Ann", order, ("Bo",)))
    lifted = 0
    public: set[str] = set()
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(pilot, Keyboard(pilot), {"looked", "refused", "confirmed"})
        while lifted < 5:
            views = [session.view for session in app.table.sessions if session.view]
            public |= {id.rstrip("+") for view in views for player in view.players for id in player.city}
            if not isinstance(app.screen, CurtainScreen):
                await player.go_on()
                continue
            await pilot.pause()
            here = app.table.session
            if here is not None and here.question.choosing and isinstance(app.screen, CurtainScreen):
                hidden = tuple(id for view in views for id in view.hand if id not in public)
                assert [card for card in held(hidden) if card in shown(pilot)] == []
                lifted += 1
                await pilot.press("enter")
                await until(pilot, lambda: not isinstance(app.screen, CurtainScreen))
        first, second = app.table.sessions
        assert first.view
        assert second.view
        assert (first.view.seat, second.view.seat) == (0, 1)
        await app.action_home()
        assert app.table.sessions == ()


@pytest.mark.parametrize(("form", "row"), [("n", ["down"] * 3), ("o", ["m", *["up"] * 5])])
@pytest.mark.thorough
async def test_the_forms_ask_who_is_at_this_keyboard(form: str, row: list[str]) -> None:
    connector = FakeConnector(FakeFeed())
    async with client(size=(120, 50), start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press(form)
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen | HostScreen)
        # Three people.
        await pilot.press(*row, "right", "right", "down")
        await settle(pilot)
        screen.submit()
        await settle(pilot)
        assert not connector.started
        await pilot.press(*"Bo", "down", *"bo")
        screen.submit()
        await settle(pilot)
        assert not connector.started
        await pilot.press(*" 2")
        screen.submit()
        await until(pilot, lambda: bool(connector.started))
    [start] = connector.started
    assert isinstance(start, PlayGame | HostTable)
    assert start.others == ("Bo", "bo 2")
    assert len(start.order.opening.bots) == 1
