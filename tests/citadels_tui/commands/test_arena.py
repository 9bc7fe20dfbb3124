"""`citadels arena`: who wins against whom, in a file that can be gone on with, on processors and on a cluster."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from citadels_tui.arena.workers import check_address
from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from citadels_tui.wording.errors import UsageError
from engine.arena.tournament import Game, Tournament, report

SMALL = ["arena", "--bots", "novice,random", "--players", "3", "--json"]


def found(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(capsys.readouterr().out)
    return plain


def test_each_plays_over_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--games", "6"]) == GOOD
    novice, random = found(capsys)["tables"]
    assert [(row["bot"], row["others"], row["games"]) for row in (novice, random)] == [
        ("novice", "random", 6),
        ("random", "novice", 6),
    ]
    assert novice["won"] > random["won"]


def test_over_others_alone(capsys: pytest.CaptureFixture[str]) -> None:
    over = ["arena", "--bots", "novice,richard", "--over", "random", "--players", "3", "--games", "2", "--json"]
    assert main(over) == GOOD
    assert [(row["bot"], row["others"]) for row in found(capsys)["tables"]] == [
        ("novice", "random"),
        ("richard", "random"),
    ]


def test_over_a_field_of_strangers(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["arena", "--bots", "novice", "--field", "held_out", "--players", "3", "--games", "1", "--json"]) == GOOD
    )
    assert [(row["bot"], row["others"]) for row in found(capsys)["tables"]] == [
        ("novice", "mimic"),
        ("novice", "rulebook"),
        ("novice", "upgrader"),
    ]


def test_a_shared_victory_is_worth_its_share() -> None:
    tournament = Tournament(("novice", "random"), 3, (("deluxe", "first_game"),), 2, 1)
    seats = ("novice", "random", "random")
    played = {(0, 1): Game(seats, (0, 2), (20, 9, 20)), (0, 2): Game(("random", "novice", "random"), (1,), (1, 9, 2))}
    (row,) = report(tournament, played)["tables"]
    assert (row["won"], row["share"], row["games"]) == (1.5, 0.75, 2)


def test_unlike_bots_sit_at_mixed_tables_of_several_sets(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openskill")
    sets = "deluxe/first_game,classic/classic"
    mixed = ["arena", "--bots", "novice,random,richard,steward", "--mixed", "--sets", sets, "--games", "4", "--json"]
    assert main(mixed) == GOOD
    came = found(capsys)
    assert {row["edition"] for row in came["tables"]} == {"deluxe", "classic", "all"}
    everywhere = [row for row in came["tables"] if row["edition"] == "all"]
    assert len(everywhere) == 4
    assert all(row["games"] == 8 for row in everywhere)
    assert sum(row["won"] for row in everywhere) == pytest.approx(8)
    (steward,) = [row for row in came["ahead"] if (row["bot"], row["other"]) == ("steward", "random")]
    (random,) = [row for row in came["ahead"] if (row["bot"], row["other"]) == ("random", "steward")]
    assert steward["share"] + random["share"] == pytest.approx(1)
    assert came["ratings"][-1]["bot"] in ("random", "novice")


def test_it_goes_on_from_its_file_and_ends_as_in_one_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "arena.jsonl"
    assert main([*SMALL, "--games", "3", "--file", str(file)]) == GOOD
    with file.open("a", encoding="utf-8") as torn:
        torn.write('{"table": 0, "numb')
    capsys.readouterr()
    assert main([*SMALL, "--games", "6", "--file", str(file)]) == GOOD
    in_parts = found(capsys)
    assert main([*SMALL, "--games", "6"]) == GOOD
    assert found(capsys) == in_parts
    before = file.read_bytes()
    assert main([*SMALL, "--games", "6", "--file", str(file)]) == GOOD
    assert (found(capsys), file.read_bytes()) == (in_parts, before)


def test_a_chart_that_cannot_be_written_costs_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--games", "4", "--chart", str(tmp_path)]) == FAILED
    told = capsys.readouterr()
    assert json.loads(told.out)["setup"]["games"] == 4
    assert told.err == f"citadels: {tmp_path}: Is a directory\n"


@pytest.mark.parametrize("text", ["", "[]", '{"bots": []}\n', "\xff\n", "[" * 100_000 + "\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "arena.jsonl"
    file.write_text(text, encoding="utf-8")
    assert main([*SMALL, "--file", str(file)]) == USAGE
    assert "does not hold results of this tournament" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == text


def test_shares_and_ratings_are_printed_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openskill")
    chart = tmp_path / "chart.svg"
    assert main([*SMALL[:-1], "--games", "2", "--chart", str(chart)]) == GOOD
    said = capsys.readouterr().out
    assert "random over novice  " in said
    assert "novice: rated " in said
    drawn = ElementTree.fromstring(chart.read_text(encoding="utf-8"))
    texts = ["".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "novice over random deluxe first_game" in texts


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--sets", "deluxe", "--sets takes editions and presets"),
        ("--sets", "deluxe/none", "preset"),
        ("--bots", "novice", "two bots at least"),
        ("--dask", "tcp://192.0.2.1:8786", "tls://HOST:PORT"),
        ("--jobs", "257", "at most 256"),
        ("--chart", "no/such/folder/arena.svg", "there is no folder no/such/folder"),
    ],
)
def test_an_impossible_tournament_is_refused(
    option: str, value: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", option, value]) == USAGE
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("address", ["127.0.0.1:8786", "tcp://[::1]:8786", "tcp://localhost:1", "tls://example.org:1"])
def test_addresses_of_this_machine_and_by_tls_are_taken(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize(
    "address",
    [
        *("example.org:1", "tcp://0.0.0.0:1", "inproc://x", "tcp://", "http://127.0.0.1:1"),
        # Dask would wait for half a minute, and end with a traceback.
        *("tcp://127.0.0.1", "tcp://127.0.0.1:x", "tcp://127.0.0.1:99999", "tls://example.org"),
    ],
)
def test_others_are_not(address: str) -> None:
    with pytest.raises(UsageError, match="tls"):
        check_address(address)


@pytest.mark.slow
def test_several_processes_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("joblib")
    assert main([*SMALL, "--games", "45", "--jobs", "2"]) == GOOD
    several = capsys.readouterr().out
    assert main([*SMALL, "--games", "45"]) == GOOD
    assert capsys.readouterr().out == several
