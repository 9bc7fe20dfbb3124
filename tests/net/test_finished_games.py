"""Finished games leave their tables for a folder, and count in the standings."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from pathlib import Path

import pytest

from citadels_tui.cli import main
from net.gamelog.archive import Archive
from net.gamelog.proof import Proof
from net.host.finished_games import GameFolder
from net.identity.commitments import end_parts
from net.identity.fingerprint import fingerprint
from net.protocol.client_messages import AddBot, Attest, Start
from net.protocol.host_messages import Ack, DecisionNote
from tests.net.fakes import FakePeer, Room
from tests.net.support import play_of


def play_out(room: Room, peer: FakePeer) -> None:
    """Play the first move that is offered until the game is over."""
    game = play_of(room.table)
    while not game.over:
        if game.seat == 0:
            room.act(peer, peer.last(DecisionNote).moves[0])
        room.tick(5)


def opened(like: FakePeer | None = None) -> tuple[Room, FakePeer]:
    """A table with a bot, and its player."""
    room = Room(2)
    peer = room.join("Ada", like=like)
    room.ask(peer, AddBot, level="random")
    return room, peer


def test_a_finished_game_is_given_on_and_again_with_each_signature() -> None:
    room, peer = opened()
    given: list[Proof] = []
    room.table.finished_games.keep = given.append
    assert isinstance(room.ask(peer, Start), Ack)
    play_out(room, peer)
    assert [proof.attested for proof in given] == [()]
    game = play_of(room.table)
    sig = peer.identity.sign("end", *end_parts(game.log.game, game.validator.heads[-1]))
    assert isinstance(room.ask(peer, Attest, sig=sig), Ack)
    assert given[1].attested == ((0, sig),)
    room.tick(60)
    assert len(given) == 2
    # A host that was killed before it was kept gives it on again.
    room.restart()
    room.table.finished_games.keep = given.append
    room.join(like=peer)
    assert given[2:] == given[1:2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A host's folder with three finished games of one player, one of them damaged."""
    games = GameFolder(tmp_path / "games")
    peer: FakePeer | None = None
    for _ in range(3):
        room, peer = opened(peer)
        room.table.finished_games.keep = games.keep
        room.ask(peer, Start)
        play_out(room, peer)
    games.close()
    first, *_others = sorted((tmp_path / "games").glob("*.proof"))
    content = bytearray(first.read_bytes())
    content[len(content) // 2] ^= 1
    first.write_bytes(content)
    assert peer
    (tmp_path / "key").write_text(fingerprint(peer.identity.public))
    return tmp_path


def test_games_that_verify_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "--data", str(folder), "--json"]) == 0
    said = capsys.readouterr()
    found = {each["key"]: each for each in json.loads(said.out)["standings"]}
    assert set(found) == {(folder / "key").read_text(), "random"}
    assert [each["games"] for each in found.values()] == [2, 2]
    assert sum(each["won"] for each in found.values()) == 2
    assert said.err == "1 log does not verify, and counts for nobody.\n"
    # How it went is kept, and looked at no more.
    archive = Archive(folder / "games")
    archive.load()
    assert sorted(str(game.sound) for game in archive.games) in (["False", "True", "True"], ["None", "True", "True"])
    assert list(archive.verify()) == []


def test_what_was_verified_before_somebody_stopped_it_is_kept(folder: Path) -> None:
    archive = Archive(folder / "games")
    archive.refresh()
    with closing(archive.verify()) as verified:
        assert next(verified).sound
    again = Archive(folder / "games")
    again.load()
    assert [game.sound for game in again.games].count(True) == 1


def test_the_standings_are_a_table_and_csv(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "--data", str(folder)]) == 0
    heads, *lines = capsys.readouterr().out.splitlines()
    assert heads.split() == ["Name", "Games", "Won", "Points", "Rating", "Key"]
    assert {line.split()[0] for line in lines} == {"Ada", "random"}
    assert main(["standings", "--data", str(folder), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["name"]: row["bot"] for row in rows} == {"Ada": "False", "random": "True"}
    for options, games in ((["--players", "3"], 0), (["--edition", "classic"], 0), (["--edition", "deluxe"], 2)):
        assert main(["standings", "--data", str(folder), "--json", *options]) == 0
        assert len(json.loads(capsys.readouterr().out)["standings"]) == games


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--edition", "nowhere"], "there is no edition 'nowhere'"),
        (["--players", "9"], "Citadels is for 2 to 8 players, not 9"),
        (["--csv", "--json"], "either --csv or --json"),
    ],
)
def test_what_cannot_be_is_told(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", *options]) == 2
    assert said in capsys.readouterr().err


def test_a_host_without_games_has_no_standings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "No game has been played to its end here yet.\n"


def test_a_folder_that_cannot_be_written_is_in_the_hosts_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "games").write_text("no folder")
    games = GameFolder(tmp_path / "games")
    room, peer = opened()
    room.table.finished_games.keep = games.keep
    room.ask(peer, Start)
    play_out(room, peer)
    games.close()
    assert "the log of a finished game is not kept" in caplog.text
