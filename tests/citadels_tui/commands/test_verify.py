from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from engine import Rules
from net.base.program import program_version
from net.gamelog.entries import ChangeEntry
from net.gamelog.proof import Proof
from net.gamelog.verify import verify
from net.host.game import logged_game
from net.identity.crypto import Identity
from net.identity.fingerprint import WORDS, fingerprint, log_words
from net.protocol.schema import Via
from tests.support.net.kept_logs import saved
from tests.support.net.signed_games import Person, SignedGame, bot
from tests.support.root import ROOT
from tests.support.terminal import SECONDS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def game() -> SignedGame:
    game = SignedGame(Rules.make(2, "classic"), 1, random.Random(1))
    game.share()
    game.finish(moves=20)
    game.restart()
    return game.finish()


@pytest.fixture
def file(game: SignedGame, tmp_path: Path) -> Path:
    return saved(game.proof, tmp_path / "games")


def out_of(capsys: pytest.CaptureFixture[str]) -> list[str]:
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def test_a_sound_log(game: SignedGame, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file)]) == GOOD
    lines = out_of(capsys)
    assert lines[0] == f"Game     {game.play.log.game}, classic, 2 players"
    assert "Restarts 1" in lines
    assert any(line.startswith("Seed     from the host and Player") for line in lines)
    assert any("signed" in line and "points" in line for line in lines)
    assert any("by a bot" in line for line in lines)
    assert lines[-1].startswith(
        "Verified: nobody alone could choose the seed, every move was legal, and the score is right."
    )


def test_a_log_says_of_which_versions_its_host_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of a host that was updated in the middle of a game names both, also where it cannot be checked."""
    game = SignedGame(Rules.make(2, "classic"), 1, random.Random(1))
    game.share()
    game.finish(moves=20)
    for version in ("1.0.1", "1.1.0.dev0+g12345678", "1.0.1"):
        monkeypatch.setattr(logged_game, "program_version", lambda version=version: version)
        game.restart()
    file = saved(game.finish().proof, tmp_path / "games")
    assert main(["verify", str(file)]) == GOOD
    (line,) = (each for each in out_of(capsys) if each.startswith("Version  "))
    assert line == f"Version  {program_version()}, then 1.0.1, then 1.1.0.dev0+g12345678"
    assert main(["verify", str(file), "--json"]) == GOOD
    assert json.loads(*out_of(capsys))["programs"] == [program_version(), "1.0.1", "1.1.0.dev0+g12345678"]
    monkeypatch.setattr("net.gamelog.verify.RULES", bytes(16))
    assert main(["verify", str(file)]) == FAILED
    assert line in out_of(capsys)


def test_a_sound_log_as_data(game: SignedGame, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file), "--json"]) == GOOD
    facts = json.loads(*out_of(capsys))
    assert facts["ok"]
    assert facts["complete"]
    assert facts["findings"] == []
    assert facts["head"] == game.play.log.head.hex()
    assert facts["host"] == game.host.public.hex()
    assert len(facts["seats"]) == 2


def test_a_log_and_its_record(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.citadels"
    assert main(["verify", str(file), "--record", str(record)]) == GOOD
    out_of(capsys)
    assert main(["verify", str(record)]) == GOOD
    lines = out_of(capsys)
    assert lines[0].startswith("Record   classic, 2 players, ")
    assert lines[-1] == "Every move is legal, and the score is right. A record cannot show that the deal was fair."
    assert main(["verify", str(record), "--json"]) == GOOD
    assert json.loads(*out_of(capsys))["complete"]
    assert main(["verify", str(file), "--record", str(record)]) == USAGE
    assert main(["verify", str(record), "--record", str(tmp_path / "other")]) == USAGE


def test_half_a_record(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.citadels"
    assert main(["verify", str(file), "--record", str(record)]) == GOOD
    record.write_text("\n".join(record.read_text().splitlines()[:40]))
    out_of(capsys)
    assert main(["verify", str(record)]) == GOOD
    assert out_of(capsys)[-1] == "Every move is legal. A record cannot show that the deal was fair."


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0",
        b"\xff" * 100,
        b"\0\0\0\x05\x81\xa1t\xa1x",
        b"citadels: 1",
        b"citadels: 99\n\np1: gold",
        b"# \xff\xfe",
        b"citadels: 1\n" + b"x" * (1 << 20),
        b"\0" * (9 << 20),
    ],
)
def test_a_file_of_something_else(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert main(["verify", str(file)]) == FAILED
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


def test_an_illegal_record(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.citadels"
    assert main(["verify", str(file), "--record", str(record)]) == GOOD
    out_of(capsys)
    text = record.read_text()
    record.write_text(text.replace("seed: ", "seed: 00"))
    assert main(["verify", str(record)]) == FAILED
    record.write_text(text.replace("seed: ", "seed: " + "00" * 64))
    assert main(["verify", str(record)]) == FAILED
    record.write_text(text + "p1: gold\n")
    assert main(["verify", str(record)]) == FAILED
    assert capsys.readouterr().err.count("\n") == 3


def test_a_record_from_another_editor(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.citadels"
    assert main(["verify", str(file), "--record", str(record)]) == GOOD
    record.write_bytes(record.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["verify", str(record)]) == GOOD
    record.write_text(record.read_text().replace("action_cards: false", "action_cards: maybe"))
    out_of(capsys)
    assert main(["verify", str(record)]) == FAILED
    assert "an option that cannot be read" in capsys.readouterr().err


def test_a_record_is_written_whole_or_not_at_all(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    full = OSError(errno.ENOSPC, "No space left on device")

    def fails(handle: int) -> None:
        raise full

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", fails)
        assert main(["verify", str(file), "--record", str(folder / "game.citadels")]) == FAILED
    assert list(folder.iterdir()) == []
    assert "cannot be written: No space left" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["/dev/null", "."])
def test_a_wrong_file_is_called_so(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", name]) == USAGE
    assert capsys.readouterr().err == f"citadels: {name} is not a file\n"


def test_letters_the_output_does_not_have(tmp_path: Path) -> None:
    game = SignedGame(Rules.make(2, "classic"), 1, random.Random(1))
    game.share()
    game.play.change(ChangeEntry(seat=0, who=bot(0).model_copy(update={"name": "Zo\u00eb"}), reason="bot"))
    game.people.pop(0, None)
    game.finish()
    path = saved(game.proof, tmp_path)
    for form in ([], ["--json"]):
        done = subprocess.run(
            [sys.executable, "-m", "citadels_tui", "verify", str(path), *form],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        assert (done.returncode, done.stderr) == (GOOD, "")
        assert "Zo\\" in done.stdout
        assert not form or "Zo\u00eb" in str(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("cut", "last"),
    [
        (-1, "NOT VERIFIED. As far as it goes, nothing is wrong with it."),
        (1, "NOT VERIFIED. As far as it goes, nothing is wrong with it."),
        (0, "NOT VERIFIED. As far as it goes, nothing is wrong with it."),
    ],
)
def test_a_log_without_an_end(
    game: SignedGame, tmp_path: Path, capsys: pytest.CaptureFixture[str], cut: int, last: str
) -> None:
    proof = game.proof
    file = tmp_path / "file"
    file.write_bytes(type(proof)(proof.host, proof.notes[:cut]).dump())
    record = tmp_path / "record"
    assert main(["verify", str(file), "--record", str(record)]) == FAILED
    assert out_of(capsys)[-1] == last
    assert not record.exists()


def test_a_log_somebody_has_changed(game: SignedGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = game.proof
    file = tmp_path / "file"
    file.write_bytes(type(proof)(proof.host, proof.notes[:9] + proof.notes[10:]).dump())
    assert main(["verify", str(file)]) == FAILED
    assert out_of(capsys)[-1].startswith("NOT VERIFIED. Anybody may have changed this file")
    file.write_bytes(type(proof)(Identity.new().public, proof.notes).dump())
    assert main(["verify", str(file), "--json"]) == FAILED
    assert [found["code"] for found in json.loads(*out_of(capsys))["findings"]] == ["chain"]


def test_a_host_that_cheats(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.host.game.logged_game.game_seed", lambda *_: bytes(32))
    game = SignedGame(Rules.make(3), 2, random.Random(3))
    game.share()
    game.finish()
    monkeypatch.undo()
    assert main(["verify", str(saved(game.proof, tmp_path))]) == FAILED
    lines = out_of(capsys)
    assert any(line.startswith("Fault    Entry 6 gave somebody another hidden card") for line in lines)
    assert lines[-1].startswith("NOT VERIFIED. The host has signed this log")


def test_a_game_of_bots_and_a_fixed_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    games = [
        SignedGame(Rules.make(2), people, random.Random(1), fixed) for people, fixed in ((0, None), (1, bytes(16)))
    ]
    for game, seed in zip(games, ("the host's alone", "chosen by the host"), strict=True):
        game.finish()
        assert main(["verify", str(saved(game.proof, tmp_path))]) == GOOD
        lines = out_of(capsys)
        assert any(line.startswith(f"Seed     {seed}") for line in lines)
        assert lines[-1].startswith("Verified: the host could choose the seed, ")


def test_a_game_that_was_not_dealt(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = SignedGame(Rules.make(3), 2, random.Random(3))
    game.share(seats=list(game.people)[:1])
    game.play.finish("undealt")
    path = saved(game.proof, tmp_path)
    assert main(["verify", str(path)]) == GOOD
    lines = out_of(capsys)
    name = game.people[list(game.people)[1]].name
    assert f"End      never dealt: the host closed the log without a share of the seed from {name}" in lines
    # It may be the host that did not take it.
    assert lines[-1] == (
        f"Verified: nothing was dealt, because the host closed the log without a share of the seed from {name}. "
        "Whether none was given or none was taken, a log cannot tell."
    )
    assert not any("signed the end" in line for line in lines)
    assert main(["verify", str(path), "--record", str(tmp_path / "record")]) == FAILED


def test_the_words_of_a_log_stand_for_more_than_half_of_its_head(
    game: SignedGame, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(file)]) == GOOD
    out = capsys.readouterr().out
    assert " ".join(out.split()).count(log_words(game.play.log.head)) == 1
    assert len(log_words(game.play.log.head).split()) * 11 >= 128


def longest() -> str:
    return max(WORDS, key=len)


def test_words_are_not_cut_at_the_edge_of_a_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = SignedGame(Rules.make(8), 8, random.Random(1))
    game.share()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("net.identity.fingerprint.WORDS", (longest(),) * 2048)
        assert main(["verify", str(saved(game.finish().proof, tmp_path))]) == GOOD
    lines = [line for line in out_of(capsys) if longest() in line]
    assert sum(line.count(longest()) for line in lines) == 6 + 12 + 8 * 6
    assert max(map(len, lines)) <= 80


def test_players_of_one_name_are_told_apart_by_key(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = SignedGame(Rules.make(2), 2, random.Random(1))
    game.share()
    first, other = game.people[0], Person("Player 1", game.host.public)
    for heir in (other, first):
        game.finish(moves=3)
        game.people.pop(0)
        game.play.change(ChangeEntry(seat=0, who=bot(0), reason="open"))
        game.finish(moves=3)
        game.take(0, heir)
    game.finish()
    game.attest([0])
    assert main(["verify", str(saved(game.proof, tmp_path))]) == GOOD
    told = " ".join(" ".join(out_of(capsys)).split())
    bots = "then Bot 1 (bot random)"
    assert f"p1 Player 1, {bots}, then Player 1 (another key), {bots}, then Player 1 (the same key): " in told
    for who in (first, other, game.people[1]):
        assert told.count(f"key of {who.name}: {fingerprint(who.identity.public)}") == 1
    assert told.count("(did not sign the end)") == 1
    assert f"{fingerprint(other.identity.public)} (did not sign the end)" in told
    assert told.count("signed the end: yes") == told.count("signed the end: no") == 1
    assert main(["verify", str(saved(game.proof, tmp_path)), "--json"]) == GOOD
    facts = json.loads(*out_of(capsys))
    assert [seat["signed_end"] for seat in facts["seats"]] == [True, False]
    assert facts["words"] == log_words(game.play.log.head)


def test_two_logs_show_moves_made_for_absent_players(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The host shows each of two players a game in which the other was away from the first move to the last."""
    words = set()
    for there in (0, 1):
        game = SignedGame(Rules.make(2), 2, random.Random(1))
        game.share()
        away, counts = 1 - there, [0, 0]
        while not game.play.over:
            seat = game.play.seat
            assert seat is not None
            counts[seat] += 1
            if seat == away:
                game.play.answer(game.bot_move(seat), "absent")
            else:
                game.act(seat, game.people[seat], game.play._state.moves[0])
        game.attest([there])
        assert main(["verify", str(saved(game.proof, tmp_path / str(there)))]) == GOOD
        lines = out_of(capsys)
        assert lines[-1].endswith(
            f" Moves were made for Player {away + 1} (all {counts[away]}: {counts[away]} while away)."
        )
        signed = [line.rsplit(" ", 1)[1] for line in lines if "signed the end" in line]
        assert signed == ["yes" if seat == there else "no" for seat in range(2)]
        words.add(log_words(game.play.log.head))
    assert len(words) == 2


@pytest.mark.parametrize("reason", ["bot", "banned"])
def test_a_host_that_gives_a_seat_away_after_the_deal(
    reason: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = SignedGame(Rules.make(2), 2, random.Random(1))
    game.share()
    lost = game.people.pop(1)
    game.play.change(ChangeEntry.model_validate({"seat": 1, "who": bot(1), "reason": reason}))
    game.finish()
    game.attest([0])
    assert main(["verify", str(saved(game.proof, tmp_path))]) == GOOD
    told = " ".join(" ".join(out_of(capsys)).split())
    how = "by a bot after a ban" if reason == "banned" else "by a bot that was given the seat"
    moves = verify(game.host.public, game.proof.notes).seats[1].moves["bot"]
    assert f"Player 2 (all {moves}: {moves} {how}). The key of Player 2 did not sign the" in told
    assert f"key of Player 2: {fingerprint(lost.identity.public)} (did not sign the end)" in told
    assert "Clock 90 seconds for a decision, 2 minutes on top of it once; a bot moves for a player after 45 s" in told


def test_a_signature_under_another_end(game: SignedGame, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (seat,) = game.people
    proof = Proof(game.host.public, game.proof.notes, ((seat, bytes(64)),))
    assert main(["verify", str(saved(proof, tmp_path))]) == FAILED
    assert out_of(capsys)[-1].startswith("NOT VERIFIED. Anybody may have changed this file")


def test_names_that_act_on_a_terminal_are_not_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = SignedGame(Rules.make(2), 1, random.Random(1))
    game.share()
    rude = bot(0).model_copy(update={"name": "\x1b[2J\x1b]0;x\x07"})
    game.play.change(ChangeEntry(seat=0, who=rude, reason="bot"))
    game.people.pop(0, None)
    game.finish()
    path = saved(game.proof, tmp_path)
    assert main(["verify", str(path)]) == GOOD
    assert main(["verify", str(path), "--json"]) == GOOD
    assert "\x1b" not in capsys.readouterr().out


def test_the_verdict_names_guests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[tuple[list[Via], str, str]] = [
        (["", "ssh"], "Verified: nobody alone could choose the seed", "none of them could choose it without"),
        (["web", "ssh"], "Verified: the host could choose the seed", "the host's alone: it has the keys of"),
    ]
    for ways, verdict, seed in told:
        game = SignedGame(Rules.make(2, "classic"), 2, random.Random(1), ways=ways)
        game.share()
        file = saved(game.finish().proof, tmp_path / ways[0])
        assert main(["verify", str(file)]) == GOOD
        lines = out_of(capsys)
        assert lines[-1].startswith(verdict)
        assert "Whoever runs the host has the keys of" in lines[-1]
        assert any(line.startswith("Seed") and seed in line for line in lines)
        for seat, via in enumerate(ways):
            name = f"Player {seat + 1}"
            called = {"": f"{name}:", "ssh": f"{name} (by SSH):", "web": f"{name} (in a browser):"}[via]
            assert any(line.startswith(f"p{seat + 1} ") and called in line for line in lines)
            held = f"key of {name}, which the host has, too:"
            assert any(held in line for line in lines) == bool(via)
        assert main(["verify", str(file), "--json"]) == GOOD
        facts = json.loads(*out_of(capsys))
        assert [seat["via"] for seat in facts["seats"]] == [[via] for via in ways]
        assert facts["own_shares"] == [seat for seat, via in enumerate(ways) if not via]


@pytest.mark.skipif(os.name != "posix", reason="has pipes with names")
def test_a_log_that_comes_through_a_pipe(file: Path, tmp_path: Path) -> None:
    """As the input, and as `<(zcat game.proof.gz)`: a pipe can be read once."""
    content = file.read_bytes()
    verify = [sys.executable, "-m", "citadels_tui", "verify"]
    done = subprocess.run([*verify, "-"], input=content, capture_output=True, timeout=SECONDS, check=False)
    assert (done.returncode, done.stderr) == (GOOD, b"")
    assert b"Verified: " in done.stdout
    read, write = os.pipe()
    with (
        subprocess.Popen([*verify, f"/dev/fd/{read}", "--json"], stdout=subprocess.PIPE, pass_fds=[read]) as process,
        os.fdopen(write, "wb") as pipe,
    ):
        os.close(read)
        pipe.write(content)
        pipe.close()
        assert process.stdout
        assert json.loads(process.stdout.read())["ok"]
    record = tmp_path / "game.citadels"
    assert main(["verify", str(file), "--record", str(record)]) == GOOD
    done = subprocess.run([*verify, "-"], input=record.read_bytes(), capture_output=True, timeout=SECONDS, check=False)
    assert done.stdout.startswith(b"Record ")


@pytest.mark.skipif(os.name != "posix", reason="has pipes and devices with names")
def test_an_input_that_is_no_log_or_has_no_end(capsys: pytest.CaptureFixture[str]) -> None:
    verify = [sys.executable, "-m", "citadels_tui", "verify", "-"]
    done = subprocess.run(verify, input=bytes(9 << 20), capture_output=True, timeout=SECONDS, check=False)
    assert done.returncode == FAILED
    assert done.stderr.endswith(b"it is too long.\n")
    assert main(["verify", "/dev/zero"]) == USAGE
    assert capsys.readouterr().err == "citadels: /dev/zero is not a file\n"
