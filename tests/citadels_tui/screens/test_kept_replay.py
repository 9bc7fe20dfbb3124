"""Files of a game for others: a page, a text, and a film of what the screen showed; never over another file."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from citadels_tui.history import game_file as files
from citadels_tui.history.game_file import write_new
from citadels_tui.history.recording import recorded
from citadels_tui.screens.files import FilesScreen
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.session.start import ShowHome, ShowReplay
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, until
from tests.support.client.fake import FakeFeed
from tests.support.client.recorded import game_file

pytestmark = pytest.mark.asyncio

SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([^\x1b])")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the player's documents."""
    monkeypatch.setattr(files, "user_documents_path", lambda: tmp_path)
    return tmp_path


def kept(folder: Path, kind: str) -> list[Path]:
    return sorted(folder.glob(f"citadels-20*.{kind}"))


class Terminal:
    """As much of a terminal as a film needs."""

    def __init__(self, width: int, height: int) -> None:
        self.cells = [[" "] * width for _ in range(height)]
        self.row = self.column = 0

    def write(self, data: str) -> None:
        assert SEQUENCE.sub("", data) == ""
        for values, letter, character in SEQUENCE.findall(data):
            if character:
                self.cells[self.row][self.column] = character
                self.column += 1
            elif letter == "H":
                self.row, self.column = (int(each) - 1 for each in (values or "1;1").split(";"))
            else:
                assert letter in "mlJ"

    @property
    def text(self) -> str:
        return "".join("".join(row).rstrip() + "\n" for row in self.cells)


def logged() -> ShowReplay:
    """A short game, from a log."""
    file = game_file(2, "classic")
    return ShowReplay(replace(file, log=Path("/games/01KAJ5M0Q8W2V6ZT4N7RX3C9YD.proof"), words="amberabbey ashbank"))


def replayed(pilot: Pilot[int]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


@pytest.mark.slow
async def test_a_page_of_the_game_is_a_new_file_each_time(folder: Path) -> None:
    async with client(start=logged()) as pilot:
        for number in (1, 2):
            await pilot.press("x", "1")
            await until(pilot, lambda number=number: len(kept(folder, "html")) == number)  # type: ignore[misc]
        await until(pilot, lambda: "a page for any browser" in " ".join(text_frame(pilot.app).split()))
        first, second = kept(folder, "html")
        assert "amberabbey ashbank" in first.read_text(encoding="utf-8")
        assert first.read_bytes() == second.read_bytes()
        assert sorted([first.stem, second.stem], key=len)[1] == f"{sorted([first.stem, second.stem], key=len)[0]}-2"


@pytest.mark.thorough
async def test_from_the_result_each_file_is_two_keys_away(folder: Path) -> None:
    recording = recorded(logged().game)
    async with client(start=ShowHome("Ann")) as pilot:
        screen = ResultScreen(recording.session(0, pilot.app.symbols), recording)  # type: ignore[attr-defined]
        await pilot.app.push_screen(screen)
        await settle(pilot)
        await pilot.press("x")
        await settle(pilot)
        assert isinstance(pilot.app.screen, FilesScreen)
        await pilot.press("2")
        await until(pilot, lambda: bool(kept(folder, "txt")))
        assert kept(folder, "txt")[0].read_text(encoding="utf-8").startswith("The game is over, after")
        await pilot.press("x", "3")
        await until(pilot, lambda: bool(kept(folder, "cast")))
        await until(pilot, lambda: pilot.app.screen is screen)
        assert str(kept(folder, "cast")[0]) in "".join(text_frame(pilot.app).split()).replace("│", "").replace("▌", "")
        # A guest is told what there is instead.
        pilot.app.keeps_files = False  # type: ignore[attr-defined]
        pilot.app.clear_notifications()
        await pilot.press("x")
        await settle(pilot)
        assert "would be made on the host" in " ".join(text_frame(pilot.app).split())
        assert not kept(folder, "html")


async def test_without_documents_it_is_where_the_player_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(files, "user_documents_path", lambda: tmp_path / "nowhere")
    assert write_new(None, "txt", b"one").parent == here
    assert write_new(None, "txt", b"two").read_bytes() == b"two"
    assert len(list(here.iterdir())) == 2


@pytest.mark.thorough
async def test_a_film_is_what_the_screen_showed(folder: Path) -> None:
    async with client(start=logged()) as pilot:
        screen = replayed(pilot)
        await pilot.press("v", "right", "right", "right")
        await settle(pilot)
        frames: dict[int, str] = {}
        go = screen.go

        def followed(moment: int) -> None:
            go(moment)
            screen.call_after_refresh(lambda: frames.setdefault(moment, text_frame(pilot.app)))

        screen.go = followed  # type: ignore[method-assign]
        await pilot.press("x", "3")
        await until(pilot, lambda: bool(kept(folder, "cast")))
        (path,) = kept(folder, "cast")
        assert screen.moment == 3
        assert not screen.filming
        head, *shown = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        assert head["title"] == "Citadels: Ann, Bo"
        terminal = Terminal(head["width"], head["height"])
        told = []
        for _time, kind, data in shown:
            assert kind == "o"
            terminal.write(data)
            told.append(terminal.text)
        moments = sorted(frames)
        assert moments[-1] == screen.timeline.last
        assert told[1:-1] == [frames[moment] for moment in moments]


async def test_escape_stops_a_film_and_no_other_key_disturbs_it(folder: Path) -> None:
    async with client(start=logged()) as pilot:
        screen = replayed(pilot)
        await pilot.press("right", "right")
        screen.action_film()
        await until(pilot, lambda: screen.filming)
        assert screen.check_action("step", (1,)) is False
        assert screen.check_action("eyes", (1,)) is False
        screen.action_back()
        await until(pilot, lambda: not screen.filming)
        assert pilot.app.screen is screen
        assert screen.moment == 2
        assert not kept(folder, "cast")


@pytest.mark.slow
async def test_a_game_in_progress_and_a_guest_keep_nothing() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        await pilot.press("R")
        await settle(pilot)
        assert replayed(pilot).check_action("files", ()) is False
    async with client(start=logged()) as pilot:
        assert replayed(pilot).check_action("files", ()) is True
        pilot.app.keeps_files = False  # type: ignore[attr-defined]
        assert replayed(pilot).check_action("files", ()) is False
