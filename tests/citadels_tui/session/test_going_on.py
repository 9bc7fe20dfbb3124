"""What was left on this machine is offered before anything new, by every way to begin."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from citadels_tui.app.app import CitadelsApp
from citadels_tui.cli.main import main
from citadels_tui.screens.go_on import GoOnScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.session import going_on
from citadels_tui.session.going_on import KeptOffer, Left, find_left, reasons
from citadels_tui.session.start import OfferKept, PlayGame, ResumeTable, ShowHome, Start
from citadels_tui.widgets.menu_item import MenuItem
from engine.rules import Rules
from net.base.errors import NetError
from net.base.paths import journal_path, local_path
from net.host.opening import Reach
from net.local import kept_games
from net.local.kept_games import KeptGame, UnusableGame
from net.local.order import Order
from tests.citadels_tui.conftest import text_frame
from tests.support.client.driving import client, settle
from tests.support.client.tables import middle

WHEN = datetime(2026, 11, 22, 20, 15, tzinfo=UTC)
OWN = Path("a.db")
HOSTED = Path("host.db")


def own(journal: Path = OWN) -> KeptGame:
    return KeptGame(journal, WHEN, Rules.make(4), 93)


def hosted(*others: str) -> KeptGame:
    return KeptGame(HOSTED, WHEN, Rules.make(4), 0, hosted=True, others=others)


LEFT = Left((KeptOffer(own(), middle()), KeptOffer(hosted("Ben", "Cleo"), None)))


@pytest.fixture
def files() -> None:
    """Names of what is kept, which is all that is looked at first."""
    local_path().mkdir(parents=True, exist_ok=True)
    (local_path() / "a.db").touch()
    journal_path().touch()


def test_an_offer_says_how_the_game_stands_or_who_waits() -> None:
    assert [(offer.label, offer.about) for offer in LEFT.offers] == [
        ("Go on", f"round {middle().round}, {LEFT.offers[0].about.split()[2]} points"),
        ("Go on hosting", "Ben and Cleo wait"),
    ]
    assert KeptOffer(hosted("Ben"), None).about == "Ben waits"
    assert KeptOffer(hosted(*"ABC"), None).about == "A, B and C wait"
    assert KeptOffer(hosted(), None).about == "Deluxe, 4 players, hosted"
    away = replace(hosted("Ben"), reach=Reach(relay="relay.example.org"))
    assert KeptOffer(away, None).about == "Ben waits; by way of relay.example.org"


def test_the_newest_of_each_kind_that_can_be_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing older is read."""
    broken, older, oldest = own(Path("broken.db")), own(Path("older.db")), own(Path("oldest.db"))
    busy = UnusableGame(Path("busy.db"), WHEN, False, NetError("journal_busy", "busy.db"))

    found = {each.journal: each for each in (busy, broken, older, oldest, hosted("Ben"))}
    read = []

    def look(path: Path, *, hosted: bool) -> KeptGame | UnusableGame:
        assert found[path].hosted == hosted
        read.append(path)
        return found[path]

    def standing(game: KeptGame) -> None:
        if game.journal == broken.journal:
            raise NetError("damaged", "it is.")

    monkeypatch.setattr(going_on, "kept_files", lambda: list(found))
    monkeypatch.setattr(going_on, "journal_path", lambda: HOSTED)
    monkeypatch.setattr(kept_games, "kept_in", look)
    monkeypatch.setattr(KeptGame, "view", standing)
    left = find_left()
    assert [offer.game.journal for offer in left.offers] == [older.journal, HOSTED]
    assert [game.journal for game in left.unusable] == [busy.journal, broken.journal]
    assert read == [busy.journal, broken.journal, older.journal, HOSTED]
    assert reasons([busy])[0].endswith("it is open in another window.")


def test_without_a_file_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_games, "kept_in", lambda *_, **__: pytest.fail("it looks"))
    assert find_left() == Left()


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ([], True),
        (["--name", "Ann"], True),
        (["--ascii"], True),
        (["--plain"], True),
        (["--new"], False),
        (["--seed", "5"], False),
        (["--players", "4"], False),
        (["--people", "Ann,Ben"], False),
    ],
)
def test_play_asks_unless_it_was_told_what_to_play(
    arguments: list[str], asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Start] = []

    def launch(start: Start, *_: object) -> int:
        started.append(start)
        return 0

    monkeypatch.setattr("citadels_tui.commands.play.find_left", lambda: LEFT)
    monkeypatch.setattr("citadels_tui.commands.play.launch", launch)
    assert main(["play", *arguments]) == 0
    (start,) = started
    assert isinstance(start, OfferKept if asked else PlayGame)


@pytest.mark.parametrize("unusable", [(), (UnusableGame(OWN, WHEN, False, NetError("stored", "it is damaged.")),)])
def test_resume_says_why_nothing_can_be_resumed(
    unusable: tuple[UnusableGame, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("citadels_tui.commands.play.find_left", lambda: Left((), unusable))
    assert main(["play", "--resume"]) == 1
    said = capsys.readouterr().err
    assert ("it is damaged" in said) == bool(unusable)
    assert ("there is no unfinished game" in said) == (not unusable)


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("key", "journal"), [("1", OWN), ("enter", OWN), ("2", HOSTED), ("3", None), ("n", None), ("escape", None)]
)
async def test_the_question_has_one_key_for_each_answer(key: str, journal: Path | None) -> None:
    new = PlayGame("Ann", Order())
    start = OfferKept("Ann", *LEFT, new)
    async with client(start=start) as pilot:
        assert isinstance(pilot.app.screen, GoOnScreen)
        assert "Ben and Cleo wait" in text_frame(pilot.app)
        await pilot.press(key)
        await settle(pilot)
        assert isinstance(pilot.app, CitadelsApp)
        begun = pilot.app.start
        if journal:
            assert begun == ResumeTable("Ann", journal, hosted=journal == HOSTED)
        else:
            assert begun == (start if key == "escape" else new)


@pytest.mark.asyncio
@pytest.mark.usefixtures("files")
async def test_home_offers_it_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_tui.screens.home.find_left", lambda: LEFT)
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.app.workers.wait_for_complete()
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        first, second, third, *_ = pilot.app.screen.query(MenuItem)
        assert [item.label for item in (first, second, third)] == ["Go on", "Go on hosting", "New game"]
        assert first.has_focus
        await pilot.press("2")
        await settle(pilot)
        assert isinstance(pilot.app, CitadelsApp)
        assert pilot.app.table.opened == ResumeTable("Ann", HOSTED, hosted=True)


def test_the_reason_stands_in_the_list() -> None:
    assert going_on.description(own()) == "Deluxe, 4 players"


@pytest.mark.asyncio
@pytest.mark.usefixtures("files")
async def test_what_was_left_may_be_found_while_the_menu_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that has ended is kept no more: home is drawn without it, and looks for what else was left."""
    monkeypatch.setattr("citadels_tui.screens.home.find_left", lambda: LEFT)
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.app.workers.wait_for_complete()
        screen = pilot.app.screen
        assert isinstance(screen, HomeScreen)
        for late in range(12):
            drawn = asyncio.create_task(screen.recompose())
            for _turn in range(late):
                await asyncio.sleep(0)
            await asyncio.gather(drawn, screen._show_left(), screen._show_tables())
            assert [item.label for item in screen.query(MenuItem)][:3] == ["Go on", "Go on hosting", "New game"]
