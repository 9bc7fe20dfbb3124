from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from citadels_tui.cli.main import FAILED, GOOD, INTERRUPTED, USAGE, main
from citadels_tui.commands.simulate import seats
from engine import EDITIONS, IllegalMove, Move, Rules, State
from engine.arena import simulate as arena
from engine.arena.casts import cast
from engine.arena.simulate import EngineFault, Prober, Simulation, play_game, results, seating
from engine.player import Player, Turn
from tests.support.engine.compiled import attributes, replaces_code
from tests.support.engine.games import BOXES, Box, random_game
from tests.support.root import ROOT

pytestmark = pytest.mark.slow

WAIT = 240.0
"""Seconds after which something that must happen does not happen any more."""
KEYS = [
    "games",
    "finished",
    "failures",
    "seconds",
    "games_per_second",
    "decisions",
    "rounds_mean",
    "wins",
    "score_mean",
    "illegal_rejected",
    "rounds",
    "scores",
]


def report(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = GOOD) -> dict[str, Any]:
    assert main(["simulate", "--json", *arguments]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def same(found: dict[str, Any]) -> dict[str, Any]:
    """A report without what the clock says."""
    return {key: value for key, value in found.items() if key not in ("seconds", "games_per_second")}


def arguments_of(box: Box) -> tuple[str, ...]:
    """The arguments for games with a box."""
    actions = ["--action-cards"] if box.actions else []
    return ("--edition", box.edition, "--players", str(box.players), *actions)


@pytest.mark.thorough
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_random_casts_finish(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, *arguments_of(box), "--games", "4")
    assert list(found) == KEYS
    assert (found["games"], found["finished"], found["failures"]) == (4, 4, [])
    assert found["illegal_rejected"] > 4
    assert sum(found["wins"]["seats"]) == found["wins"]["bots"]["random"] >= 4
    assert 0 < found["rounds_mean"] < 200
    assert found["score_mean"] > 0
    assert sum(found["rounds"].values()) == found["finished"]
    assert sum(found["scores"].values()) == found["finished"] * box.players


@pytest.mark.thorough
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_every_preset_is_played_in_turn(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    presets = [preset.id for preset in EDITIONS[box.edition].presets]
    series = cast(box.players, box.edition, "all", box.actions)
    for number, preset in enumerate(presets):
        assert series(number) == Rules.make(box.players, box.edition, preset, action_cards=box.actions)
    found = report(capsys, *arguments_of(box), "--games", str(len(presets)), "--preset", "all")
    assert (found["finished"], found["failures"]) == (len(presets), [])


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--games", "6", "--seed", "70", "--preset", "all")
    assert same(report(capsys, *arguments)) == same(report(capsys, *arguments, "--jobs", "2"))


def test_a_game_is_found_again_by_its_number() -> None:
    simulation = Simulation(cast(4, "deluxe", "random"), ("random",) * 4)
    series = arena.simulate(simulation, 10, 3)
    again = [play_game(simulation, number) for number in (10, 11, 12)]
    assert series.decisions == sum(result.decisions for result in again)
    assert series.points == sum(sum(result.scores) for result in again)


def test_the_last_bot_fills_up_and_seats_rotate() -> None:
    assert seats("steward,random", 4) == ("steward", "random", "random", "random")
    assert seating(("a", "b", "c"), 0) == ["a", "b", "c"]
    assert seating(("a", "b", "c"), 1) == ["c", "a", "b"]


def test_a_failed_game_is_counted_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = arena.play_game

    def fails_at_3(simulation: Simulation, number: int) -> arena.Result:
        if number == 3:
            raise EngineFault("not over after 200 rounds")
        return real(simulation, number)

    monkeypatch.setattr(arena, "play_game", fails_at_3)
    found = report(capsys, "--games", "4", code=FAILED)
    assert (found["games"], found["finished"]) == (4, 3)
    assert found["failures"] == [{"seed": 3, "error": "EngineFault: not over after 200 rounds"}]


def test_an_endless_game_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "ROUNDS", 1)
    with pytest.raises(EngineFault, match="not over after 1 rounds"):
        play_game(Simulation(cast(4, "deluxe", "first_game"), ("random",) * 4), 1)


@pytest.mark.parametrize(
    ("part", "name"),
    [
        *[("game", name) for name in attributes(State) if name not in ("log", "sides")],
        *[("players", name) for name in attributes(Player)],
        *[("turn", name) for name in attributes(Turn)],
    ],
)
@replaces_code
def test_a_refused_move_that_changes_anything_is_a_fault(part: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def apply(game: State, move: Move) -> None:
        if name == "players":
            game.players.pop()
        elif name == "turn":
            game.turn = None
        else:
            setattr({"game": game, "players": game.players[-1], "turn": game.turn}[part], name, "changed")
        raise IllegalMove("as it should be")

    game = in_a_turn(1)
    Prober().probe(game)
    monkeypatch.setattr(State, "apply", apply)
    with pytest.raises(EngineFault, match="the refused move 'nonsense' changed the game"):
        Prober().probe(game)


@replaces_code
def test_an_illegal_move_that_is_accepted_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    game = in_a_turn(1)
    monkeypatch.setattr(State, "apply", lambda game, move: None)
    with pytest.raises(EngineFault, match="the illegal move 'nonsense' was accepted"):
        Prober().probe(game)


def in_a_turn(number: int) -> State:
    """A game in which somebody has a turn."""
    game = random_game(number)
    while game.turn is None:
        game.apply(game.moves[0])
    return game


def test_the_report_to_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "3", "--bots", "steward,random"]) == GOOD
    out = capsys.readouterr().out
    assert "3 finished, 0 failed" in out
    assert "steward" in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--edition", "classic", "--players", "8"), "2 to 7 players"),
        (("--edition", "classic", "--action-cards"), "no action cards"),
        (("--edition", "dark_city", "--action-cards", "--preset", "all"), "no action cards"),
    ],
)
def test_options_of_other_editions_are_refused(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == USAGE
    assert why in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs a process table in /proc")
def test_ctrl_c_is_quiet() -> None:
    """Sent to all processes at once, as a terminal does, when the others have only just started."""
    command = [sys.executable, "-m", "citadels_tui", "simulate", "--games", "100000", "--jobs", "2"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        start_new_session=True,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,
    ) as process:
        try:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            end = time.monotonic() + WAIT
            while process.poll() is None and len(children.read_text().split()) < 3:  # one watches over the others
                assert time.monotonic() < end
                time.sleep(0.01)
            time.sleep(0.1)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=WAIT)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert (process.returncode, out, err) == (INTERRUPTED, "", "")


def heed_ctrl_c() -> None:
    """Let ctrl+c end a program even when the tests were started in the background of a shell, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_five_hundred_random_casts_finish(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, *arguments_of(box), "--games", "500", "--jobs", "2")
    assert (found["finished"], found["failures"]) == (500, [])


def test_without_shared_memory_one_process_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing:
        def Pool(self, *_: object) -> None:
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("engine.arena.simulate.get_context", lambda _method: Refusing())
    assert list(results(abs, range(3), 2)) == [0, 1, 2]
