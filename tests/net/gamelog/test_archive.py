"""The archive of finished games: the facts of each, and what a player keeps."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from citadels_tui.history.played_games import played_games
from citadels_tui.history.standings import standings
from engine import Rules
from net.base.errors import NetError
from net.base.ids import new_id, time_of
from net.base.paths import games_path
from net.gamelog.archive import Archive, archived, keep_own, own_games
from net.gamelog.entries import ChangeEntry, EndEntry, Entry, EventNote, GameEntry, PlayEntry, SeatEntry, packed, parsed
from net.gamelog.game_facts import GameFacts, SeatFacts, facts_of
from net.gamelog.proof import Proof
from net.gamelog.retention import OWN
from net.gamelog.verify import verify
from net.identity.crypto import Identity
from net.protocol.host_messages import EntryNote
from tests.support.net.kept_logs import kept, saved
from tests.support.net.signed_games import Person, SignedGame, bot
from tests.support.root import ROOT


@pytest.fixture(scope="module")
def played() -> list[SignedGame]:
    """A game of one person alone, and one of two."""
    games = [SignedGame(Rules.make(3, "classic"), people, random.Random(people)) for people in (1, 2)]
    for game in games:
        game.share()
        game.finish()
    return games


@pytest.mark.slow
def test_the_facts_are_those_that_verification_finds(played: list[SignedGame]) -> None:
    for game in played:
        report, facts = verify(game.proof.host, game.proof.notes), facts_of(game.proof)
        assert report.rules is not None
        assert facts.game == game.play.log.game
        assert (facts.edition, facts.reason) == (report.rules.edition, report.reason)
        assert facts.winners == report.winners
        assert [seat.score for seat in facts.seats] == [seat.score for seat in report.seats]
        assert [seat.key for seat in facts.seats] == [seat.people[0].who.pub.hex() for seat in report.seats]
        assert [seat.signed for seat in facts.seats] == [seat.people[0].moves.get("player", 0) for seat in report.seats]
        assert facts.alone == (len(game.people) == 1)
        assert facts.rounds > 0
        assert all(set(seat.played) <= set(report.rules.characters) for seat in facts.seats)
        assert sum(sum(seat.played.values()) for seat in facts.seats) > facts.rounds


def told(played: list[SignedGame], *entries: Entry) -> GameFacts:
    """The facts of a log of three seats that begins as a true one and goes on as it likes."""
    proof = played[0].proof
    first = parsed(proof.notes[0].body)
    assert isinstance(first, GameEntry)
    assert len(first.seats) == 3
    notes = [proof.notes[0].model_copy(update={"body": packed(entry)}) for entry in entries]
    return facts_of(replace(proof, notes=(proof.notes[0], *notes)))


def test_each_fact_is_counted_from_the_events(played: list[SignedGame]) -> None:
    def event(kind: str, seat: int = -1, rank: int = 0, amount: int = 0, ranks: tuple[int, ...] = ()) -> EventNote:
        return EventNote(kind=kind, seat=seat, rank=rank, amount=amount, ranks=ranks)

    first = parsed(played[0].proof.notes[0].body)
    assert isinstance(first, GameEntry)
    roster = first.ruleset().characters
    last = len(roster)
    facts = told(
        played,
        PlayEntry(cause="start", events=(event("round", amount=1), event("round", amount=2))),
        PlayEntry(
            seat=0,
            cause="bot",
            events=(
                event("reveal", 0, 1),
                event("reveal", 0, 1),
                event("heir", 0, last),
                event("reveal", 2, 2),
                event("gold", 0, 3, 50),
                event("score", 0, amount=5),
                event("score", 2, amount=11),
            ),
        ),
        # There are three seats, and no character of these ranks.
        PlayEntry(
            seat=1,
            cause="timeout",
            events=(
                *(event("reveal", seat, 1) for seat in (-1, 3, 7)),
                *(event("score", seat, amount=100) for seat in (-1, 3, 7)),
                *(event("heir", 1, rank) for rank in (0, last + 1, 31)),
            ),
        ),
        PlayEntry(
            seat=2,
            cause="player",
            events=(
                event("score", 0, amount=2),
                event("score", 2, amount=-1),
                event("round", amount=9),
                event("over", ranks=(0, 2, 3, 7)),
            ),
        ),
        EndEntry(reason="finished", secret=bytes(16)),
    )
    assert (facts.moves, facts.rounds, facts.winners, facts.reason) == (3, 9, (0, 2), "finished")
    assert [seat.score for seat in facts.seats] == [7, 0, 10]
    assert [seat.played for seat in facts.seats] == [{roster[0]: 2, roster[-1]: 1}, {}, {roster[1]: 1}]
    assert (facts.file, facts.size, facts.stored) == ("", 0, 0)
    assert (facts.game, facts.edition) == (first.game, "classic")


def test_a_log_of_nothing_but_its_beginning_has_facts(played: list[SignedGame]) -> None:
    facts = told(played)
    assert (facts.moves, facts.rounds, facts.winners, facts.reason) == (0, 0, (), "")
    assert [(seat.score, seat.played) for seat in facts.seats] == [(0, {})] * 3
    assert facts.alone


def test_former_players_count_as_company(played: list[SignedGame]) -> None:
    first = parsed(played[0].proof.notes[0].body)
    assert isinstance(first, GameEntry)
    person = next(seat for seat, who in enumerate(first.seats) if who.pub)
    empty = (person + 1) % 3

    def change(seat: int, pub: bytes) -> ChangeEntry:
        who = SeatEntry(name="Eve", pub=pub, level="" if pub else "random", seal=bytes(32))
        return ChangeEntry(seat=seat, who=who, reason="taken" if pub else "bot")

    facts = told(played, change(empty, bytes([7]) * 32))
    assert not facts.alone
    assert (facts.seats[empty].later, facts.seats[empty].later_key) == ("Eve", "07" * 32)
    assert facts.seats[empty].level
    # Who has left was company all the same; a bot is none, and a seat that is not there changes nothing.
    assert not told(played, change(empty, bytes([7]) * 32), change(empty, b"")).alone
    assert told(played, change(empty, b"")).alone
    assert told(played, change(3, bytes([7]) * 32)) == told(played)


def test_a_log_without_its_beginning_is_none(played: list[SignedGame]) -> None:
    proof = played[0].proof
    for notes in ((), proof.notes[1:]):
        with pytest.raises(NetError, match="it does not begin with a game"):
            facts_of(replace(proof, notes=notes))


def test_a_seat_counts_for_the_player_of_the_deal() -> None:
    game = SignedGame(Rules.make(3, "classic"), 1, random.Random(6))
    game.share()
    seat, who = next(iter(game.people.items()))
    game.finish(moves=15)
    game.people.pop(seat)
    game.play.change(ChangeEntry(seat=seat, who=bot(seat), reason="open"))
    game.take(seat, Person("Late", game.host.public))
    late = game.people[seat].identity.public.hex()
    facts = facts_of(game.finish().proof)
    assert (facts.seats[seat].key, facts.seats[seat].later, facts.seats[seat].later_key) == (
        who.identity.public.hex(),
        "Late",
        late,
    )
    assert 0 < facts.seats[seat].signed < 15
    mine = [played_games([facts], frozenset({key}), frozenset())[0] for key in (facts.seats[seat].key, late)]
    assert [(each.you, each.late, each.counts) for each in mine] == [(seat, False, True), (seat, True, False)]
    rows = standings([facts.model_copy(update={"sound": True})])
    assert [row.name for row in rows if not row.bot] == [who.name]


def test_a_game_counts_for_nobody_who_has_made_no_move_of_it() -> None:
    game = SignedGame(Rules.make(3, "classic"), 1, random.Random(6))
    game.share()
    (seat,) = game.people
    while not game.play.over:
        at = game.play.seat or 0
        game.play.answer(game.bot_move(at), "absent" if at == seat else "bot")
    facts = facts_of(game.proof)
    (mine,) = played_games([facts], frozenset({facts.seats[seat].key}), frozenset())
    assert (mine.you, mine.whole, mine.counts) == (seat, True, False)
    assert all(row.bot for row in standings([facts.model_copy(update={"sound": True})]))


# What a player keeps


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "games.db"


def test_a_players_games_are_listed_newest_first(played: list[SignedGame], path: Path) -> None:
    assert own_games(path) == []
    assert not path.parent.exists()
    for game in played:
        place = keep_own(game.proof, path)
        assert place == path / f"{game.proof.game}.proof"
        assert archived(place) == game.proof
    found = own_games(path)
    assert [each.game for each in found] == [game.proof.game for game in reversed(played)]
    for each, game in zip(found, reversed(played), strict=True):
        assert each.model_copy(update={"file": "", "size": 0, "stored": 0}) == facts_of(game.proof)
        assert abs(each.when.timestamp() - time.time()) < 600
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == path.parent.stat().st_mode & 0o077 == 0


def test_it_is_kept_where_a_program_s_state_is(
    played: list[SignedGame], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path))
    assert keep_own(played[0].proof).parent == games_path() == tmp_path / "games.db"
    assert [each.game for each in own_games()] == [played[0].proof.game]


def test_no_log_is_replaced_and_another_of_the_same_game_is_kept_beside_it(
    played: list[SignedGame], path: Path
) -> None:
    proof = played[0].proof
    shorter = replace(proof, notes=proof.notes[:-1])
    first, second = keep_own(proof, path), keep_own(shorter, path)
    assert second.name == f"{first.stem}-2.proof"
    assert (keep_own(shorter, path), keep_own(proof, path)) == (second, first)
    assert (archived(first), archived(second)) == (proof, shorter)
    # Nor one that cannot be read any more.
    with closing(Archive(path, OWN)) as archive:
        archive._base.execute("UPDATE logs SET packed = x'00'")
    assert keep_own(proof, path).name == f"{first.stem}-3.proof"


def test_where_it_cannot_be_kept_one_sentence_says_so(played: list[SignedGame], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    with pytest.raises(NetError, match=r"cannot be read or saved: .*file: this is not a folder\.") as error:
        keep_own(played[0].proof, tmp_path / "file" / "games.db")
    assert error.value.code == "proof"


def test_a_log_that_begins_with_no_game_or_is_too_long_is_not_kept(played: list[SignedGame], path: Path) -> None:
    proof = played[0].proof
    big = EntryNote(seq=2, body=bytes(100_000), sig=bytes(64))
    for notes, said in (
        ((), "does not begin"),
        (proof.notes[1:], "does not begin"),
        ((EntryNote(seq=1, body=b"\xc1", sig=bytes(64)),), "does not begin"),
        ((proof.notes[0], *[big] * 90), "too long"),
    ):
        with pytest.raises(NetError, match=said):
            keep_own(replace(proof, notes=notes), path)
    assert own_games(path) == []


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    """All hosts are the player's own."""
    monkeypatch.setattr("net.gamelog.retention.own_hosts", EveryHost)


class EveryHost:
    def __contains__(self, host: str) -> bool:
        return True


def short(host: Identity, number: int, people: int, *, undealt: bool = False) -> Proof:
    """A game of a host that is over at once."""
    game = SignedGame(Rules.make(3), people, random.Random(number))
    if undealt:
        game.play.finish("undealt")
    else:
        game.share()
        for seat in game.people:
            if not game.play.over:
                game.play.vote(seat, end=True)
    return replace(game.proof, host=host.public)


def test_a_host_s_games_push_out_no_log_and_no_fact_of_another_s(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, friends, hostile = Identity.new(), Identity.new(), Identity.new()
    monkeypatch.setattr("net.gamelog.retention.own_hosts", lambda: frozenset({mine.public.hex()}))
    bounds: dict[str, Any] = {"alone_games": 2, "host_games": 3, "broken_games": 4, "facts": 5}
    with closing(Archive(path, replace(OWN, **bounds))) as archive:
        own = [archive.add(short(mine, number, 1)) for number in range(4)]
        together = [archive.add(short(mine, number, 2)) for number in range(10, 14)]
        others = [archive.add(short(friends, number, 2)) for number in range(20, 23)]
        for number in range(100, 130):
            archive.add(short(hostile, number, number % 3 + 1))
            archive.add(short(hostile, number + 100, 2, undealt=True))
        found = {facts.file.removesuffix(".proof"): facts for facts in archive.games()}
    assert {*own, *together, *others} <= {*found}
    assert [name for name in (*own, *together, *others) if not found[name].kept] == own[:2]
    told = [facts for facts in found.values() if facts.host == hostile.public.hex()]
    assert Counter((facts.reason, facts.kept) for facts in told) == {
        ("voted", True): 3,
        ("voted", False): 5,
        ("undealt", True): 4,
    }


@pytest.mark.parametrize("bounds", [{"alone_games": 0}, {"alone_bytes": 1}])
def test_old_games_played_alone_make_room_and_still_count(
    bounds: dict[str, Any], played: list[SignedGame], path: Path, home: None
) -> None:
    alone, together = (game.proof for game in played)
    unfinished = replace(alone, notes=alone.notes[:-1])
    with closing(Archive(path, replace(OWN, **bounds))) as archive:
        for proof in (together, alone, unfinished):
            archive.add(proof)
        found = list(archive.games())
    assert [(each.reason, each.kept) for each in found] == [("", True), ("finished", False), ("finished", True)]
    assert found[1].model_copy(update={"file": "", "stored": 0}) == facts_of(alone)
    with pytest.raises(NetError, match="had to make room"):
        archived(path / found[1].file)


def test_games_of_one_person_push_out_no_others(played: list[SignedGame], path: Path, home: None) -> None:
    first, second = (SignedGame(Rules.make(2, "classic"), 1, random.Random(seed)) for seed in (3, 4))
    with closing(Archive(path, replace(OWN, alone_games=1))) as archive:
        for game in (played[1], first, second):
            if game is not played[1]:
                game.share()
                game.finish()
            archive.add(game.proof)
        assert [each.kept for each in archive.games()] == [True, False, True]


def test_damaged_rows_are_named_and_the_rest_is_read(played: list[SignedGame], path: Path) -> None:
    for game in played:
        keep_own(game.proof, path)
    damages = (
        "facts = 'x'",
        "facts = 7",
        "stored = 'x', facts = x'ff'",
        "name = x'1b5b41', facts = ''",
    )
    for damage in damages:
        with closing(sqlite3.connect(path)) as base, base:
            base.execute(f"UPDATE games SET {damage} WHERE number = 1")
        good, bad = own_games(path)
        assert good.game == played[1].proof.game
        assert bad.fault
        assert bad.file.isprintable()
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE games SET facts = ?, stored = ? WHERE number = 1", (b"{}", (1 << 63) - 1))
    assert own_games(path)[1].when.year > 3000


@pytest.mark.slow
@pytest.mark.thorough
def test_processes_keep_games_in_one_archive_at_once(path: Path, tmp_path: Path) -> None:
    proofs = []
    for seed in range(6):
        game = SignedGame(Rules.make(2), 2, random.Random(seed))
        game.share()
        proofs.append(saved(game.proof, tmp_path / "given"))
    keep = (
        "import sys; from pathlib import Path; from net.gamelog.archive import keep_own;"
        "from net.gamelog.proof import Proof\n"
        "sys.stdin.read()\n"
        "for name in sys.argv[2:]: keep_own(Proof.read(Path(name)), Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", keep, str(path), *map(str, proofs)]
    running = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    for process in running:
        assert process.stdin
        process.stdin.close()
    for process in running:
        assert process.stderr
        with process.stderr:
            said = process.stderr.read()
        assert (process.wait(60), said) == (0, "")
    assert sorted(kept(path)) == sorted(proof.name for proof in proofs)


def facts(game: str, stored: int) -> GameFacts:
    return GameFacts(file="a.proof", size=1, stored=stored, game=game, seats=(SeatFacts(name="Ann"),))


def test_a_game_is_dated_by_its_id_as_far_as_that_is_plausible() -> None:
    id = new_id()
    made = time_of(id)
    assert facts(id, int(made + 3600)).when == datetime.fromtimestamp(made, UTC)
    written = datetime.fromtimestamp(1_000_000_000, UTC)
    assert facts("7" + "Z" * 25, 10**9).when == written
    assert facts("", 10**9).when == written
    assert facts("!" * 26, 10**9).when == written


@pytest.mark.parametrize("page", ["docs/fairness.md", "docs/hosting.md"])
def test_the_pages_say_how_many_logs_are_kept(page: str) -> None:
    said = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    assert f"newest {OWN.alone_games}" in said
    assert f"{OWN.alone_bytes >> 20} MB" in said
