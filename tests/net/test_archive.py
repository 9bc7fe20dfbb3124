"""The archive of finished games: the facts of each, kept in an index, and room made for new ones."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine import Rules
from net.base.errors import NetError
from net.base.ids import new_id, time_of
from net.gamelog import archive as archive_module
from net.gamelog.archive import ALONE_BYTES, ALONE_GAMES, INDEX, Archive, GameFacts, SeatFacts, facts_of, read_facts
from net.gamelog.entries import ChangeEntry, EndEntry, Entry, EventNote, GameEntry, PlayEntry, SeatEntry, packed, parsed
from net.gamelog.verify import verify
from tests.net.signed_games import Person, SignedGame


@pytest.fixture(scope="module")
def played() -> list[SignedGame]:
    """A game of one person alone, and one of two."""
    games = [SignedGame(Rules.make(3, "classic"), people, random.Random(people)) for people in (1, 2)]
    for game in games:
        game.share()
        game.finish()
    return games


@pytest.fixture
def folder(played: list[SignedGame], tmp_path: Path) -> Path:
    for game in played:
        game.proof.save(tmp_path / "games")
    return tmp_path / "games"


def loaded(folder: Path) -> Archive:
    found = Archive(folder)
    found.load()
    return found


def test_the_facts_are_those_that_verification_finds(played: list[SignedGame], folder: Path) -> None:
    archive = loaded(folder)
    assert archive.refresh() == 0
    assert len(archive.games) == 2
    for game in played:
        report = verify(game.proof.host, game.proof.notes)
        facts = next(facts for facts in archive.games if facts.game == game.play.log.game)
        assert report.rules is not None
        assert (facts.edition, facts.reason) == (report.rules.edition, report.reason)
        assert facts.winners == report.winners
        assert [seat.score for seat in facts.seats] == [seat.score for seat in report.seats]
        assert [seat.key for seat in facts.seats] == [seat.people[-1].who.pub.hex() for seat in report.seats]
        assert facts.alone == (len(game.people) == 1)
        assert facts.rounds > 0
        assert all(set(seat.played) <= set(report.rules.characters) for seat in facts.seats)
        assert sum(sum(seat.played.values()) for seat in facts.seats) > facts.rounds
        assert (folder / facts.file).exists()


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
    assert (facts.file, facts.size, facts.stamp) == (f"{first.game}.proof", 0, 0)
    assert (facts.game, facts.edition) == (first.game, "classic")


def test_a_log_of_nothing_but_its_beginning_has_facts(played: list[SignedGame]) -> None:
    facts = told(played)
    assert (facts.moves, facts.rounds, facts.winners, facts.reason) == (0, 0, (), "")
    assert [(seat.score, seat.played) for seat in facts.seats] == [(0, {})] * 3
    assert facts.alone


def test_whoever_has_sat_there_counts_as_company(played: list[SignedGame]) -> None:
    first = parsed(played[0].proof.notes[0].body)
    assert isinstance(first, GameEntry)
    person = next(seat for seat, who in enumerate(first.seats) if who.pub)
    empty = (person + 1) % 3

    def change(seat: int, pub: bytes) -> ChangeEntry:
        who = SeatEntry(name="Eve", pub=pub, level="" if pub else "random", seal=bytes(32))
        return ChangeEntry(seat=seat, who=who, reason="taken" if pub else "bot")

    facts = told(played, change(empty, bytes([7]) * 32))
    assert not facts.alone
    assert (facts.seats[empty].name, facts.seats[empty].key) == ("Eve", "07" * 32)
    # Who has left was company all the same; a bot is none, and a seat that is not there changes nothing.
    assert not told(played, change(empty, bytes([7]) * 32), change(empty, b"")).alone
    assert told(played, change(empty, b"")).alone
    assert told(played, change(empty, b"")).seats[empty].level == "random"
    assert told(played, change(3, bytes([7]) * 32)) == told(played)


def test_what_was_read_once_is_read_from_the_index(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = loaded(folder)
    first.refresh()
    monkeypatch.setattr(archive_module, "read_facts", None)
    second = loaded(folder)
    assert second.refresh() == 0
    assert second.games == first.games
    assert (folder / INDEX).stat().st_mode & 0o077 == 0


def test_logs_can_be_read_some_at_a_time_the_newest_first(folder: Path) -> None:
    old, new = sorted(folder.glob("*.proof"))
    os.utime(old, (1e9, 1e9))
    archive = loaded(folder)
    assert archive.refresh(1) == 1
    assert [facts.file for facts in archive.games] == [new.name]
    assert archive.refresh(1) == 0
    assert {facts.file for facts in archive.games} == {old.name, new.name}


def test_games_are_in_order_the_newest_first_and_the_oldest_are_forgotten(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = sorted(folder.glob("*.proof"))
    for new, old in ((one, other), (other, one)):
        os.utime(new, (2e9, 2e9))
        os.utime(old, (1e9, 1e9))
        archive = loaded(folder)
        archive.refresh()
        assert [facts.file for facts in archive.games] == [new.name, old.name]
        assert loaded(folder).games == archive.games
    monkeypatch.setattr(archive_module, "MOST_FACTS", 1)
    os.utime(one, (3e9, 3e9))
    archive.refresh()
    assert [facts.file for facts in archive.games] == [one.name]


def test_a_log_that_goes_while_the_folder_is_read_stops_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = sorted(folder.glob("*.proof"))
    monkeypatch.setattr(Archive, "_logs", lambda _: [folder / "gone.proof", *logs])
    archive = loaded(folder)
    archive.refresh()
    assert {facts.file for facts in archive.games} == {path.name for path in logs}


def test_a_log_without_its_beginning_is_none(played: list[SignedGame]) -> None:
    proof = played[0].proof
    for notes in ((), proof.notes[1:]):
        with pytest.raises(NetError, match="it does not begin with a game"):
            facts_of(replace(proof, notes=notes))


def test_a_damaged_log_is_named_and_the_others_are_read(folder: Path) -> None:
    one, other = sorted(folder.glob("*.proof"))
    one.write_bytes(one.read_bytes()[:-20])
    (folder / "noise.proof").write_bytes(b"\x00\x00\x00\x05hello")
    (folder / "empty.proof").write_bytes(b"")
    (folder / "nothing to do with it.txt").write_bytes(b"")
    archive = loaded(folder)
    archive.refresh()
    faults = {facts.file: facts.fault for facts in archive.games}
    assert faults.pop(other.name) == ""
    assert set(faults) == {one.name, "noise.proof", "empty.proof"}
    assert all(faults.values())


def test_logs_with_odd_names_and_times_stop_nothing(folder: Path) -> None:
    """Names that no index could hold, and that would act on a terminal, are no logs; a time is as near as it can be."""
    (log, other) = sorted(folder.iterdir())
    os.utime(log, (-5, -5))
    os.utime(other, (2**33, 2**33))
    content = log.read_bytes()
    for name in (b"\xff.proof", b"a\nb.proof", b"\x1b[31m.proof", b"l" * 121 + b".proof"):
        (folder / os.fsdecode(name)).write_bytes(content)
    (folder / "broken.proof").write_bytes(b"x")
    os.utime(folder / "broken.proof", (-5, -5))
    archive = loaded(folder)
    archive.refresh()
    assert {facts.file for facts in archive.games} == {log.name, other.name, "broken.proof"}
    again = loaded(folder)
    assert (again.games, again.damaged) == (archive.games, "")
    assert again.refresh(0) == 0


def test_a_log_that_has_changed_is_read_again_and_one_that_is_gone_is_forgotten(folder: Path) -> None:
    one, other = sorted(folder.glob("*.proof"))
    archive = loaded(folder)
    archive.refresh()
    sound = one.read_bytes()
    one.write_bytes(sound[:-20])
    other.unlink()
    again = loaded(folder)
    again.refresh()
    assert [(facts.file, bool(facts.fault)) for facts in again.games] == [(one.name, True)]
    one.write_bytes(sound)
    again.refresh()
    assert [facts.fault for facts in again.games] == [""]


@pytest.mark.parametrize("content", [b"", b"[1]", b"nonsense", b'[{"file": "../x.proof", "size": 1, "stamp": 1}]'])
def test_a_damaged_index_is_named_and_made_anew(folder: Path, content: bytes) -> None:
    first = loaded(folder)
    first.refresh()
    (folder / INDEX).write_bytes(content)
    second = loaded(folder)
    assert second.damaged == str(folder / INDEX)
    second.refresh()
    assert second.games == first.games
    assert loaded(folder).damaged == ""


def test_logs_of_games_alone_make_room_and_still_count(
    played: list[SignedGame], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, others = (f"{game.play.log.game}.proof" for game in played)
    stored = (folder / alone).read_bytes()
    monkeypatch.setattr(archive_module, "ALONE_GAMES", 1)
    for number in range(2, 4):
        (folder / alone.replace(".", f"-{number}.")).write_bytes(stored)
    (folder / others.replace(".", "-2.")).write_bytes((folder / others).read_bytes())
    archive = loaded(folder)
    archive.refresh()
    kept = sorted(path.name for path in folder.glob("*.proof"))
    assert len(kept) == 3
    assert {others, others.replace(".", "-2.")} < set(kept)
    assert sorted(facts.file for facts in archive.games if facts.kept) == kept
    assert len(archive.games) == 5
    again = loaded(folder)
    again.refresh()
    assert again.games == archive.games


def test_logs_of_games_alone_take_no_more_than_their_share(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_module, "ALONE_BYTES", 1000)
    archive = loaded(folder)
    archive.refresh()
    assert [(facts.alone, facts.kept) for facts in archive.games if facts.alone] == [(True, False)]
    assert [facts.kept for facts in archive.games if not facts.alone] == [True]


def test_a_log_without_an_end_is_never_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = SignedGame(Rules.make(2, "classic"), 1, random.Random(5))
    game.share()
    game.finish(moves=10)
    path = game.proof.save(tmp_path)
    monkeypatch.setattr(archive_module, "ALONE_GAMES", 0)
    archive = loaded(tmp_path)
    archive.refresh()
    assert path.exists()
    assert [(facts.reason, facts.kept) for facts in archive.games] == [("", True)]


def test_who_sat_there_at_the_end_counts(tmp_path: Path) -> None:
    game = SignedGame(Rules.make(3, "classic"), 1, random.Random(6))
    game.share()
    game.finish(moves=15)
    seat = next(iter(game.people))
    game.hand_over(seat)
    if game.play.validator.open_seats:
        game.take(seat, Person("Late", game.host.public))
    game.finish()
    facts = read_facts(game.proof.save(tmp_path), 1, 10**18)
    last = game.people.get(seat)
    assert facts.seats[seat].key == (last.identity.public.hex() if last else "")
    assert bool(facts.seats[seat].level) == (last is None)


def test_a_folder_that_is_not_there_or_cannot_be_written_is_no_fault(tmp_path: Path, played: list[SignedGame]) -> None:
    nowhere = loaded(tmp_path / "nowhere")
    assert nowhere.refresh() == 0
    assert nowhere.games == []
    assert not (tmp_path / "nowhere").exists()


def facts(game: str, stamp: int) -> GameFacts:
    return GameFacts(file="a.proof", size=1, stamp=stamp, game=game, seats=(SeatFacts(name="Ann"),))


def test_a_game_is_dated_by_its_id_as_far_as_that_is_plausible() -> None:
    id = new_id()
    made = time_of(id)
    assert facts(id, int((made + 3600) * 1e9)).when == datetime.fromtimestamp(made, UTC)
    written = datetime.fromtimestamp(1_000_000_000, UTC)
    assert facts("7" + "Z" * 25, 10**18).when == written
    assert facts("", 10**18).when == written
    assert facts("!" * 26, 10**18).when == written


@pytest.mark.parametrize("page", ["docs/fairness.md", "docs/hosting.md"])
def test_the_pages_say_how_many_logs_are_kept(page: str) -> None:
    said = " ".join((Path(__file__).parents[2] / page).read_text(encoding="utf-8").split())
    assert f"newest {ALONE_GAMES}" in said
    assert f"{ALONE_BYTES >> 20} MB" in said
