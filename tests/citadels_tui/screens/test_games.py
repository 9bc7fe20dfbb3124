"""Games played: their list, result, replay, verification and statistics."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from citadels_tui.history import game_list
from citadels_tui.history.game_file import GameFile, read_game
from citadels_tui.history.game_list import account, charts, row, series, shares, statistics_page
from citadels_tui.history.played_games import PlayedGame, played_games, statistics
from citadels_tui.screens.games import GamesScreen, counted
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.statistics import StatisticsScreen
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.texts import TOUCH, speak
from citadels_tui.texts.catalogue import languages
from citadels_tui.widgets.thing_list import ThingList
from engine import Rules
from net.base.paths import config_path, games_path, private_folder
from net.gamelog.archive import Archive, archived, keep_own, own_games
from net.gamelog.game_facts import GameFacts, SeatFacts
from net.gamelog.proof import Proof
from net.identity.crypto import Identity, load_identity
from net.identity.own_keys import own_keys
from tests.citadels_tui.conftest import text_frame
from tests.support.client.driving import LARGE, client, settle, until
from tests.support.net.signed_games import SignedGame
from tests.support.terminal import SECONDS

pytestmark = pytest.mark.slow

ME, OTHER = "aa" * 32, "bb" * 32


def game(
    scores: tuple[int, ...], winners: tuple[int, ...] = (), *, you: int = 0, reason: str = "finished", **facts: Any
) -> GameFacts:
    """A game against bots, but for seat 1, where Bo sits."""
    seats = [SeatFacts(name=f"Bot {seat}", level="steward", score=score) for seat, score in enumerate(scores)]
    seats[1] = SeatFacts(name="Bo", key=OTHER, signed=9, score=scores[1])
    if you >= 0:
        seats[you] = SeatFacts(name="Ann", key=ME, signed=9, score=scores[you], played={"king": 2, "thief": 1})
    known: dict[str, Any] = {
        "file": "a.proof",
        "size": 1,
        "stored": 10**9,
        "edition": "deluxe",
        "reason": reason,
        "winners": winners,
    }
    return GameFacts(seats=tuple(seats), **(known | facts))


def played(*games: GameFacts) -> list[PlayedGame]:
    return played_games(games, frozenset({ME}), frozenset())


def test_a_player_s_place_is_told_by_points_and_victory() -> None:
    (won,) = played(game((20, 20, 9), (0,)))
    (tied,) = played(game((20, 20, 9), (1,)))
    (last,) = played(game((5, 20, 9), (1,)))
    (watched,) = played(game((5, 20, 9), (1,), you=-1))
    assert [(each.you, each.won, each.place, each.points) for each in (won, tied, last)] == [
        (0, True, 1, 20),
        (0, False, 2, 20),
        (0, False, 3, 5),
    ]
    assert watched.you is None
    assert not watched.counts


@pytest.mark.parametrize("language", languages())
def test_the_players_of_a_game_are_named_whole_in_a_small_window(language: str) -> None:
    """As many as have room beside each other; all of them below the list, whether there is a result or not."""
    speak(language)
    names = ("Ann", "Bo", *(f"Bot {seat}" for seat in range(2, 8)))
    for reason in ("finished", "voted"):
        (found,) = played(game((20, 18, 9, 5, 4, 3, 2, 1), (0,), reason=reason))
        said = row(found, UNICODE, 76).plain
        assert len(said) <= 76
        shown = sum(name in said for name in names)
        # The German words for the others are the longest.
        assert shown == (2 if language == "de" else 3)
        assert said[51:].startswith(", ".join(names[:shown]))
        assert str(len(names) - shown) in said[51:]
        assert all(name in "\n".join(line.plain for line in game_list.details(found)) for name in names)
        assert row(found, UNICODE, 140).plain.endswith(", ".join(names))


def test_statistics_count_finished_games_of_one_s_own() -> None:
    found = statistics(
        played(
            game((20, 18, 9), (0,)),
            game((10, 18, 9, 30), (3,), edition="classic"),
            game((10, 18, 9), (1,), size=0),
            game((10, 18, 9), (1,), you=-1),
            game((0, 0, 0), reason="voted"),
            game((99, 0, 0), (0,), fault="damaged"),
        )
    )
    total = found.total
    assert (total.games, total.won, total.points, total.best, total.share) == (3, 1, 40, 20, 33)
    assert total.average == pytest.approx(40 / 3)
    assert {name: tally.games for name, tally in found.editions.items()} == {"deluxe": 2, "classic": 1}
    assert {count: tally.games for count, tally in found.players.items()} == {3: 2, 4: 1}
    assert {id: (tally.games, tally.rounds, tally.won) for id, tally in found.characters.items()} == {
        "king": (3, 6, 1),
        "thief": (3, 3, 1),
    }
    bo, bots = found.opponents[OTHER, ""], found.opponents["", "steward"]
    assert (bo.games, bo.ahead, found.names[OTHER]) == (3, 1, "Bo")
    assert (bots.games, bots.ahead) == (3, 2)


def test_beside_the_list_a_game_is_told_at_length() -> None:
    games = played(game((20, 18, 9), (0,)), game((10, 18, 9), (1,)), game((0, 0, 0), reason="voted"))
    told = "\n".join(line.plain for line in account(games[0], statistics(games), UNICODE))
    assert "won, 20 points" in told
    bars = [line.count("█") for line in told.splitlines() if "█" in line]
    assert bars == [48, 43, 22]
    assert "King 2, Thief 1" in told
    # Two games that count, against the same two.
    assert [line.split()[-6:] for line in told.splitlines() if line.startswith(("Bo  ", "bot steward"))][-2:] == [
        ["2", "1", "50", "%", "15.0", "20", "1"][-6:],
        ["2", "1", "50", "%", "15.0", "20", "2"][-6:],
    ]


def test_averages_are_written_as_in_the_language_that_is_spoken() -> None:
    found = statistics(played(game((20, 18, 9), (0,)), game((11, 18, 9), (1,))))
    for language, written, other in (("en", "15.5", "15,5"), ("de", "15,5", "15.5"), ("nl", "15,5", "15.5")):
        speak(language)
        told = "\n".join(line.plain for line in statistics_page(found, [], UNICODE))
        assert written in told
        assert other not in told


def test_charts_have_the_last_games_that_count_the_oldest_first() -> None:
    games = played(game((20, 18, 9), (0,)), game((0, 0, 0), reason="voted"), game((10, 18, 9), (1,)))
    assert [line.values for line in series(games)] == [(18, 18), (10, 20)]
    assert [line.values for line in shares(games)] == [(0, 50)]


def test_without_a_game_there_are_no_figures() -> None:
    found = statistics([])
    assert (found.total.share, found.total.average) == (0, 0.0)


def test_the_keys_of_all_identities_are_one_s_own() -> None:
    usual, profile = (load_identity(config_path() / name) for name in ("id_ed25519", "id_ed25519-eve"))
    (config_path() / "id_ed25519-broken").write_text("nothing")
    assert own_keys() == {usual.public.hex(), profile.public.hex()}


DAMAGED = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Identity, Path]:
    """Two finished games, one of them one's own, and one of which what is noted is damaged."""
    path = tmp_path_factory.mktemp("games") / "games.db"
    own = SignedGame(Rules.make(3, "classic"), 1, random.Random(1))
    me = next(iter(own.people.values())).identity
    for played in (own, SignedGame(Rules.make(4), 2, random.Random(2))):
        played.share()
        played.finish()
        keep_own(played.proof, path)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("INSERT INTO games VALUES (3, ?, 1, '', 1, NULL, '{')", (DAMAGED,))
    return me, path


@pytest.fixture
def archive(signed: tuple[Identity, Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """These games in the player's archive."""
    me, path = signed
    monkeypatch.setattr("citadels_tui.screens.own_games.own_keys", lambda: frozenset({me.public.hex()}))
    monkeypatch.setattr("citadels_tui.screens.games.own_keys", lambda: frozenset({me.public.hex()}))
    monkeypatch.setattr("citadels_tui.commands.games.own_keys", lambda: frozenset({me.public.hex()}))
    private_folder(games_path().parent)
    shutil.copy(path, games_path())
    return games_path()


def out_of(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    out, err = capsys.readouterr()
    return out.splitlines(), err.splitlines()


def test_the_command_lists_the_games_and_names_what_is_damaged(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games"]) == GOOD
    out, err = out_of(capsys)
    assert len(out) == 3
    assert out[0].startswith("Date")
    assert sum("watched" in line for line in out) == 1
    assert err == [
        "In 1 game no seat has a key of yours: you watched, or had another key. It counts for nothing.",
        f"Not read: {DAMAGED}.proof: it is damaged or incomplete.",
    ]
    assert main(["games", "--files"]) == GOOD
    out, _ = out_of(capsys)
    assert all(read_game(Path(line.strip())).record.moves for line in out[2::2])
    assert main(["games", "--json"]) == GOOD
    games = json.loads("".join(out_of(capsys)[0]))["games"]
    assert [archived(Path(each["file"])).game for each in games] == [each["game"] for each in games]
    assert {each["you"] is None for each in games} == {True, False}


def test_points_and_wins_are_drawn_where_there_are_two_games() -> None:
    games = played(game((20, 18, 9), (0,)), game((10, 18, 9), (1,)))
    lines = [line.plain for line in charts(games, UNICODE, 80, 12)]
    assert [line for line in lines if line in ("Points, game by game", "Games won so far, in percent")] == lines[1::14]
    assert len(lines) == 2 * (2 + 12)
    assert not list(charts(games[:1], UNICODE, 80, 12))


def test_the_command_shows_statistics(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--stats"]) == GOOD
    out, _ = out_of(capsys)
    assert out[0].startswith("1 game played to its end: ")
    assert any(line.startswith("bot random") for line in out)
    assert main(["games", "--stats", "--json"]) == GOOD
    figures = json.loads("".join(out_of(capsys)[0]))
    assert figures["total"]["games"] == 1
    assert list(figures["editions"]) == ["classic"]
    assert figures["opponents"][0]["level"] == "random"


def test_without_games_the_command_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["games"], ["games", "--stats"]):
        assert main(arguments) == GOOD
        assert out_of(capsys) == (
            ["There is no finished game yet. Every game that is played to its end is kept here."],
            [],
        )


def test_a_log_is_taken_in_and_given_out_and_a_game_removed(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = archive / next(facts.file for facts in own_games() if not facts.fault)
    out = tmp_path / "given.proof"
    assert main(["verify", str(place), "--copy", str(out)]) == GOOD
    assert Proof.read(out) == archived(place)
    assert main(["verify", str(place), "--copy", str(out)]) == USAGE
    assert main(["games", "--remove", str(place), "--files"]) == GOOD
    assert place.name not in capsys.readouterr().out
    assert main(["games", "--remove", place.stem]) == USAGE
    assert "there is no game" in capsys.readouterr().err
    assert main(["games", "--add", str(out), "--files"]) == GOOD
    assert place.name in capsys.readouterr().out
    assert archived(place) == Proof.read(out)
    # What is no log is not taken in, and cannot be given out.
    (tmp_path / "noise").write_bytes(b"noise")
    assert main(["games", "--add", str(tmp_path / "noise")]) == FAILED
    assert main(["verify", str(place), "--record", str(tmp_path / "a.citadels")]) == GOOD
    assert main(["verify", str(tmp_path / "a.citadels"), "--copy", str(tmp_path / "b")]) == USAGE


@pytest.mark.parametrize("damage", ["noise", "another version"])
def test_an_archive_that_cannot_be_used_is_one_sentence(
    damage: str, archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if damage == "another version":
        with closing(Archive(archive)) as opened:
            opened._base.execute("PRAGMA user_version = 2")
    else:
        archive.write_bytes(b"noise" * 1000)
    before = archive.read_bytes()
    assert main(["games"]) == FAILED
    out, err = out_of(capsys)
    assert (out, len(err)) == ([], 1)
    assert str(archive) in err[0]
    assert archive.read_bytes() == before


def games_of(pilot: Pilot[int]) -> GamesScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GamesScreen)
    return screen


def details(pilot: Pilot[int]) -> str:
    return str(games_of(pilot).query_one("#details", Static).render())


async def opened(pilot: Pilot[int]) -> GamesScreen:
    """The list, with everything read."""
    await pilot.press("g")
    await settle(pilot)
    screen = games_of(pilot)
    await until(pilot, lambda: len(screen.games) == 2 and not screen.workers)
    await settle(pilot)
    return screen


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_game_of_the_list_is_verified_replayed_and_its_result_shown(archive: Path) -> None:
    async with client(size=LARGE) as pilot:
        screen = await opened(pilot)
        assert f"Not read: {DAMAGED}.proof" in details(pilot)
        own = next(place for place, each in enumerate(screen.games.values()) if each.you is not None)
        await pilot.press(*["down"] * own, "v")
        await until(pilot, lambda: "Verified: " in details(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("escape", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await settle(pilot)
        assert "points" in text_frame(pilot.app)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await settle(pilot)
        assert "as Player" in text_frame(pilot.app)
        await pilot.press("q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)
        assert not pilot.app.screen.check_action("again", ())
        await pilot.press("escape", "s")
        await settle(pilot)
        assert isinstance(pilot.app.screen, StatisticsScreen)
        assert "1 game played to its end" in text_frame(pilot.app)
        await pilot.press("escape")
        await settle(pilot)
        assert games_of(pilot) is screen
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))


@pytest.mark.asyncio
async def test_a_click_replays_a_game_and_the_right_button_only_marks_it(archive: Path) -> None:
    async with client() as pilot:
        screen = await opened(pilot)
        await pilot.click(ThingList, offset=(4, 1), button=3)
        await settle(pilot)
        assert (pilot.app.screen, screen.things.cursor) == (screen, 1)
        await pilot.click(ThingList, offset=(4, 1))
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))


@pytest.mark.asyncio
@pytest.mark.parametrize(("finger", "marked"), [("1", 1), ("", 0)])
async def test_a_finger_that_rests_marks_a_game_and_a_mouse_that_moves_does_not(
    finger: str, marked: int, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOUCH, finger)
    async with client() as pilot:
        screen = await opened(pilot)
        await pilot.hover(ThingList, offset=(4, 1))
        await settle(pilot)
        assert (pilot.app.screen, screen.things.cursor) == (screen, marked)


@pytest.mark.asyncio
async def test_a_log_that_is_gone_or_was_changed_is_told_and_nothing_is_shown(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client() as pilot:
        screen = await opened(pilot)
        os.unlink(archive)  # noqa: PTH108
        await pilot.press("enter")
        await until(pilot, lambda: "No such file" in details(pilot))
        assert games_of(pilot) is screen
        for file, each in screen.games.items():
            gone = each.facts.model_copy(update={"size": 0})
            screen.games[file] = PlayedGame(gone, each.you)
        await pilot.press("v")
        await settle(pilot)
        assert any("removed to make room" in note.message for note in pilot.app._notifications)


@pytest.mark.asyncio
async def test_the_newest_games_are_listed_before_the_rest_is_read(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is seen of the list takes the same at any number of games."""
    everything = own_games()
    assert len(everything) > 1
    asked: list[int | None] = []
    last = Event()

    def read(newest: int | None = None) -> list[GameFacts]:
        asked.append(newest)
        # The home screen reads them, too.
        assert newest or 1 not in asked or last.wait(SECONDS)
        return everything[:newest]

    monkeypatch.setattr("citadels_tui.screens.games._FIRST", 1)
    monkeypatch.setattr("net.gamelog.archive.own_games", read)
    async with client() as pilot:
        await pilot.press("g")
        await until(pilot, lambda: 1 in asked and None in asked[asked.index(1) :])
        await until(pilot, lambda: len(games_of(pilot)._shown.facts) == 1)
        assert not games_of(pilot).of_use("statistics")
        last.set()
        await until(pilot, lambda: games_of(pilot).of_use("statistics"))
        assert len(games_of(pilot)._shown.facts) == len(everything)


@pytest.mark.asyncio
async def test_a_game_that_was_not_played_to_its_end_has_no_result() -> None:
    async with client() as pilot:
        await pilot.press("g")
        await settle(pilot)
        await until(pilot, lambda: "There is no finished game yet." in details(pilot) and not games_of(pilot).workers)
        await pilot.press("enter", "r", "v")
        await settle(pilot)
        screen = games_of(pilot)
        (voted,) = played(game((0, 0, 0), reason="voted"))
        screen._list(counted([voted.facts], screen._own))
        await settle(pilot)
        await pilot.press("r")
        await settle(pilot)
        assert any("no result" in note.message for note in pilot.app._notifications)


def test_a_log_and_its_record_show_the_same_game(archive: Path, tmp_path: Path) -> None:
    path = archive / next(facts.file for facts in own_games() if not facts.fault)
    assert main(["verify", str(path), "--record", str(tmp_path / "game.citadels")]) == GOOD
    of_log, of_record = read_game(path), read_game(tmp_path / "game.citadels")
    assert isinstance(of_log, GameFile)
    assert of_record.record.moves == of_log.record.moves
    assert of_record.names == of_log.names
    assert any(of_log.levels)
    assert not any(of_record.levels)


def test_a_game_for_practice_is_marked_and_counts_for_nothing() -> None:
    played = played_games([game((9, 3), (0,), given=40), game((5, 7), (1,))], frozenset({ME}), frozenset())
    assert "practice, 9 points" in row(played[0], UNICODE, 140).plain
    assert "practice" not in row(played[1], UNICODE, 140).plain
    found = statistics(played)
    assert (found.total.games, found.total.won, found.practice.games, found.practice.won) == (1, 0, 1, 1)
    page = "\n".join(line.plain for line in statistics_page(found, played, UNICODE))
    assert "Besides, 1 game for practice, 1 won: guided, or going on from another one. It does not count." in page
    assert len(series(played)[0].values) == 1
