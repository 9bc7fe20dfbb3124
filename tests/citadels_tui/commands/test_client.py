"""What the commands that open the client ask of it."""

from __future__ import annotations

import pytest

from citadels_tui.cli.main import GOOD, USAGE, main
from citadels_tui.session.start import HostTable, JoinTable, PlayGame, ResumeTable, ShowHome, Start, VisitHost
from engine.rng import seed_bytes
from net.base.limits import PORT
from net.base.paths import journal_path
from net.host.opening import Reach


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Start, bool]]:
    """What the client was started with, instead of starting it."""
    seen: list[tuple[Start, bool]] = []

    def run(start: Start, *, ascii: bool = False) -> int:
        seen.append((start, ascii))
        return GOOD

    monkeypatch.setattr("citadels_tui.cli.launch.need_terminal", lambda: None)
    monkeypatch.setattr("citadels_tui.cli.launch.run", run)
    return seen


@pytest.mark.parametrize("arguments", [[], ["home"]])
def test_home(arguments: list[str], started: list[tuple[Start, bool]]) -> None:
    assert main([*arguments, "--name", "Bo", "--ascii"]) == GOOD
    assert started == [(ShowHome("Bo"), True)]


@pytest.mark.parametrize(
    ("arguments", "players"),
    [([], 4), (["--bots", "1"], 2), (["--players", "8"], 8), (["--players", "3", "--bots", "2"], 3)],
)
def test_play_fills_every_other_seat_with_bots(
    arguments: list[str], players: int, started: list[tuple[Start, bool]]
) -> None:
    assert main(["play", *arguments]) == GOOD
    [(start, ascii)] = started
    assert isinstance(start, PlayGame)
    assert not ascii
    assert (start.name, start.order.setup.players, start.order.setup.preset) == ("", players, "first_game")
    assert start.order.opening.bots == ("steward",) * (players - 1)
    assert start.order.opening.seed is None


def test_a_seed_deals_what_simulate_deals(started: list[tuple[Start, bool]]) -> None:
    assert main(["play", "--seed", "42"]) == GOOD
    [(start, _)] = started
    assert isinstance(start, PlayGame)
    assert start.order.opening.seed == seed_bytes(42)


@pytest.mark.parametrize(
    ("arguments", "preset", "characters"),
    [
        (["--edition", "classic"], "classic", 8),
        (["--edition", "dark_city", "--nine"], "dark_city", 9),
        (["--preset", "vicious_nobles", "--action-cards", "--nine"], "vicious_nobles", 9),
    ],
)
@pytest.mark.parametrize("command", ["play", "host"])
def test_editions_and_presets(
    command: str, arguments: list[str], preset: str, characters: int, started: list[tuple[Start, bool]]
) -> None:
    assert main([command, *arguments]) == GOOD
    [(start, _)] = started
    assert isinstance(start, PlayGame | HostTable)
    rules = start.order.setup.rules()
    assert (start.order.setup.preset, len(rules.characters)) == (preset, characters)
    assert rules.action_cards == ("--action-cards" in arguments)


def test_random_cards_come_with_the_seed(started: list[tuple[Start, bool]]) -> None:
    for _ in range(2):
        assert main(["play", "--preset", "random", "--seed", "7", "--edition", "dark_city"]) == GOOD
    assert main(["play", "--preset", "random", "--action-cards"]) == GOOD
    (one, _), (other, _), (third, _) = started
    assert isinstance(one, PlayGame)
    assert isinstance(other, PlayGame)
    assert isinstance(third, PlayGame)
    assert one.order.setup == other.order.setup
    assert one.order.setup.rules().edition == "dark_city"
    assert third.order.setup.rules().action_cards


def test_action_cards_are_for_the_edition_that_has_them(
    started: list[tuple[Start, bool]], capsys: pytest.CaptureFixture[str]
) -> None:
    for preset in ([], ["--preset", "random"]):
        assert main(["host", "--edition", "classic", "--action-cards", *preset]) == USAGE
        assert "Classic has no action cards" in capsys.readouterr().err
    assert started == []


def test_host_leaves_seats_open(started: list[tuple[Start, bool]]) -> None:
    assert main(["host", "--players", "5", "--bots", "2"]) == GOOD
    [(start, _)] = started
    assert isinstance(start, HostTable)
    assert (start.order.setup.players, start.order.opening.bots) == (5, ("steward",) * 2)
    assert (start.order.port, start.order.options.private) == (PORT, True)


def test_host_at_another_port_for_everybody(started: list[tuple[Start, bool]]) -> None:
    assert main(["host", "--port", "9000", "--open"]) == GOOD
    [(start, _)] = started
    assert isinstance(start, HostTable)
    assert (start.order.port, start.order.options.private) == (9000, False)


def test_host_resumes_where_it_was_or_elsewhere(started: list[tuple[Start, bool]]) -> None:
    for options, port in (([], None), (["--port", "9000"], 9000)):
        assert main(["host", "--resume", "--name", "Ann", *options]) == GOOD
        assert started.pop()[0] == ResumeTable("Ann", journal_path(), hosted=True, port=port)
    assert main(["host", "--resume", "--name", "Ann", "--relay", "relay.example.org"]) == GOOD
    kept = started.pop()[0]
    assert isinstance(kept, ResumeTable)
    assert kept.reach == Reach(relay="relay.example.org")


def test_join(started: list[tuple[Start, bool]]) -> None:
    assert main(["join", "192.168.1.20:9000", "--name", "Bo"]) == GOOD
    assert main(["join", "192.168.1.20:9000", "--name", "Bo", "--watch"]) == GOOD
    table = f"192.168.1.20:9000/{'0' * 26}"
    assert main(["join", table, "--name", "Bo", "--watch"]) == GOOD
    assert [start for start, _ in started] == [
        VisitHost("Bo", "192.168.1.20:9000"),
        VisitHost("Bo", "192.168.1.20:9000", watch=True),
        JoinTable("Bo", table, watch=True),
    ]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--nine", "--edition", "classic"], "Classic has no rank 9 for 4 players"),
        (["--nine", "--players", "2"], "Deluxe has no rank 9 for 2 players"),
        (["--nine", "--preset", "random"], "--nine is for a preset"),
        (["--edition", "DELUXE"], "there is no edition 'DELUXE'"),
        (["--preset", "A B"], "Deluxe has no preset 'A B'"),
    ],
)
@pytest.mark.parametrize("command", ["play", "host"])
def test_cards_outside_the_edition_are_refused(
    command: str,
    arguments: list[str],
    why: str,
    started: list[tuple[Start, bool]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([command, *arguments]) == USAGE
    assert why in capsys.readouterr().err
    assert started == []


@pytest.mark.parametrize("bots", ["0", "-1"])
def test_a_game_on_this_machine_needs_a_bot(
    bots: str, started: list[tuple[Start, bool]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--bots", bots]) == USAGE
    assert "at least 1 bot" in capsys.readouterr().err
    assert started == []


@pytest.mark.parametrize("name", ["x" * 25, "two\nlines", "\u2800back", " "])
def test_names_others_could_not_read_are_refused(
    name: str, started: list[tuple[Start, bool]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--name", name]) == USAGE
    assert "name cannot be used" in capsys.readouterr().err
    assert started == []
