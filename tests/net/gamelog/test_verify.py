"""The verifier: it believes every honest game, and no other."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from engine import Rules
from engine.editions import EDITIONS
from net.gamelog.entries import ChangeEntry, GameEntry, PlayEntry, SeatEntry, parsed
from net.gamelog.log_report import Report
from net.gamelog.proof import Proof, record_of
from net.gamelog.verify import verify
from net.identity.crypto import Identity
from net.protocol.host_messages import EntryNote
from tests.support.engine.compiled import replaces_code
from tests.support.net.log_forging import Script, script_of
from tests.support.net.log_tampering import SEAT, TAMPERINGS, Tampering, drop
from tests.support.net.signed_games import SignedGame, eventful, signed_game
from tests.support.root import ROOT
from tests.support.tiers import tiered


def checked(proof: Proof) -> Report:
    return verify(proof.host, proof.notes)


def codes(proof: Proof) -> set[str]:
    report = checked(proof)
    assert report.ok == (not report.findings)
    assert len(report.findings) == len({finding.code for finding in report.findings})
    for finding in report.findings:
        assert finding.sentence.endswith(".")
        assert finding.sentence.isprintable()
        assert finding.seq >= 0
    return {finding.code for finding in report.findings}


# Honest games


HONEST = 15
"""Games in which every sort is met; a thousand others are among the long tests."""


@cache
def honest(number: int) -> tuple[SignedGame, Report]:
    """One of the first `HONEST` games."""
    game = signed_game(number)
    return game, checked(game.proof)


def is_right(number: int, game: SignedGame, report: Report) -> None:
    """An honest game is accepted, and the report tells it as it was."""
    play = game.play
    assert report.findings == (), (number, report.findings)
    assert report.complete
    assert (report.entries, report.head) == (play.log.seq, play.log.head)
    if not play.dealt:
        assert report.reason == "undealt"
        assert report.owing
        assert report.moves == ()
        return
    state = play._state
    assert report.reason == ("finished" if state.seat is None else "voted")
    assert report.winners == tuple(state.winners)
    assert [str(move) for _, move in report.moves] == standing(move for _, move, _ in play._moves)
    totals = [0] * play.rules.players
    for _, _, event in play._events:
        if event.kind == "score":
            totals[event.seat] += event.amount
    assert [seat.score for seat in report.seats] == totals
    assert [[(sitter.who, dict(sitter.moves)) for sitter in seat.people] for seat in report.seats] == sat(game.proof)
    assert report.shared == (bool(report.own_shares) and not report.fixed)
    entries = play.validator.game.seats if play.validator.game else ()
    assert report.own_shares == tuple(seat for seat in report.shares if not entries[seat].via)
    again = record_of(report).replay()
    assert (again.seed, again.counter, again.winners) == (state.seed, state.counter, state.winners)


def sat(proof: Proof) -> list[list[tuple[SeatEntry, dict[str, int]]]]:
    """By seat: everybody who sat there, and how many moves were made meanwhile by whom."""
    found: list[list[tuple[SeatEntry, dict[str, int]]]] = []
    for entry in (parsed(note.body) for note in proof.notes):
        match entry:
            case GameEntry():
                found = [[(who, {})] for who in entry.seats]
            case ChangeEntry():
                found[entry.seat].append((entry.who, {}))
            case PlayEntry(seat=seat) if seat >= 0:
                made = found[seat][-1][1]
                made[entry.cause] = made.get(entry.cause, 0) + 1
    return found


def standing(moves: Iterable[str]) -> list[str]:
    """The moves without those that were taken back."""
    found: list[str] = []
    for move in moves:
        if move == "undo":
            found.pop()
        else:
            found.append(move)
    return found


@pytest.mark.parametrize("number", range(HONEST))
@pytest.mark.slow
def test_an_honest_game_is_believed(number: int) -> None:
    is_right(number, *honest(number))


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 2000, 50))
def test_a_thousand_honest_games_are_believed(first: int) -> None:
    for number in range(first, first + 50):
        game = signed_game(number)
        is_right(number, game, checked(game.proof))


@pytest.mark.slow
def test_honest_games_are_of_every_sort() -> None:
    reports = [honest(number) for number in range(HONEST)]
    assert {game.play.rules.edition for game, _ in reports} == set(EDITIONS)
    assert {report.reason for _, report in reports} == {"finished", "voted", "undealt"}
    assert {report.fixed for _, report in reports} == {True, False}
    assert {report.shared for _, report in reports} == {True, False}
    assert any(report.restarts for _, report in reports)
    assert any(len(seat.people) > 2 for _, report in reports for seat in report.seats)
    causes = {cause for _, report in reports for seat in report.seats for cause in seat.moves}
    assert causes == {"player", "bot", "absent", "timeout", "asleep"}
    assert sum(move == "undo" for game, _ in map(honest, range(HONEST)) for _, move, _ in game.play._moves) > 40


def test_a_game_that_has_not_ended_is_not_verified_yet() -> None:
    game = SignedGame(Rules.make(3), 2, random.Random(1))
    report = checked(game.proof)
    assert [(finding.code, finding.seq) for finding in report.findings] == [("truncated", 0)]
    game.share()
    game.finish(moves=20)
    report = checked(game.proof)
    assert [finding.code for finding in report.findings] == ["truncated"]
    assert not report.complete
    assert not report.ok
    assert report.entries == game.play.log.seq


def test_nothing_at_all_is_not_verified() -> None:
    assert codes(Proof(bytes(32), ())) == {"truncated"}


# Tampering


@pytest.fixture(scope="module")
def table() -> SignedGame:
    """A game of three players and a bot, with all that can happen in one."""
    game = eventful(SEAT)
    assert checked(game.proof).ok
    return game


def test_taking_apart_and_putting_together_changes_nothing(table: SignedGame) -> None:
    assert script_of(table).by_stranger() == table.proof
    assert script_of(table).by_host() == table.proof
    assert script_of(table).by_all() == table.proof


@pytest.mark.parametrize(
    "tampering",
    [
        # A stranger cannot sign, so that one change is found as another is.
        pytest.param(tampering, id=name, marks=pytest.mark.thorough if number % 6 else ())
        for number, (name, tampering) in enumerate(TAMPERINGS.items())
    ],
)
@pytest.mark.slow
def test_a_stranger_who_changes_the_log_is_noticed(table: SignedGame, tampering: Tampering) -> None:
    script = script_of(table)
    tampering.change(script)
    assert codes(script.by_stranger()) & {"chain", "truncated"}


@pytest.mark.parametrize("tampering", tiered(TAMPERINGS.values(), [*TAMPERINGS.values()][::3]), ids=TAMPERINGS.keys())
@pytest.mark.slow
def test_a_host_that_signs_a_changed_log_is_noticed(table: SignedGame, tampering: Tampering) -> None:
    script = script_of(table)
    tampering.change(script)
    assert tampering.host in codes(script.by_host())


def test_a_finding_names_its_entry(table: SignedGame) -> None:
    script = script_of(table)
    TAMPERINGS["swapped secret"].change(script)
    report = checked(script.by_host())
    (secret,) = (finding for finding in report.findings if finding.code == "secret")
    assert secret.seq == report.entries
    assert secret.sentence == f"Entry {report.entries} opens another secret than the host had committed to."


@pytest.mark.parametrize(
    ("code", "body"),
    [
        ("order", {"t": "commit", "seat": 0, "commitment": bytes(32), "sig": bytes(64)}),
        ("seat", {"t": "vote", "seat": 7, "end": True}),
    ],
)
def test_an_entry_that_does_not_belong_is_not_said_to_spoil_what_follows(
    table: SignedGame, code: str, body: dict[str, Any]
) -> None:
    """It counts as an entry, though nothing that it says is believed."""
    script = script_of(table)
    script.insert(script.early("player"), body)
    # An envelope is good at one place of the log only.
    assert codes(script.by_all()) - {"sealed", "past"} == {code}


@pytest.mark.parametrize("name", ["another version", "impossible rules"])
def test_a_finding_about_the_game_names_the_first_entry(table: SignedGame, name: str) -> None:
    script = script_of(table)
    TAMPERINGS[name].change(script)
    assert TAMPERINGS[name].host in {found.code for found in checked(script.by_host()).findings if found.seq == 1}


def test_signatures_under_a_damaged_log_are_not_judged(table: SignedGame) -> None:
    """Whoever damages a log makes nobody's signature look false."""
    notes = table.proof.notes[:-2]
    damaged = notes[-1].model_copy(update={"sig": bytes(64)})
    report = verify(table.host.public, [*notes[:-1], damaged], attested=[(0, bytes(64))])
    assert [finding.code for finding in report.findings] == ["chain"]


COMMON = {name: tampering for name, tampering in TAMPERINGS.items() if tampering.all}


@pytest.mark.parametrize(
    "tampering",
    [
        pytest.param(tampering, id=name, marks=() if number % 2 else pytest.mark.thorough)
        for number, (name, tampering) in enumerate(COMMON.items())
    ],
)
@pytest.mark.slow
def test_host_and_players_together_are_noticed(table: SignedGame, tampering: Tampering) -> None:
    script = script_of(table)
    tampering.change(script)
    assert set(tampering.all.split()) & codes(script.by_all())


def test_an_entry_that_another_host_signed_is_noticed(table: SignedGame) -> None:
    script = script_of(table)
    other = script.by_host(Identity.new())
    notes = list(table.proof.notes)
    notes[20] = other.notes[20]
    assert codes(Proof(table.host.public, tuple(notes))) == {"chain"}


def test_a_log_that_another_host_signed_as_its_own_is_noticed(table: SignedGame) -> None:
    assert codes(script_of(table).by_host(Identity.new())) == {"secret"}


def test_a_log_said_to_be_of_another_host_is_noticed(table: SignedGame) -> None:
    assert codes(Proof(Identity.new().public, table.proof.notes)) == {"chain"}


def test_breaking_off_after_all_shares_is_noticed() -> None:
    game = SignedGame(Rules.make(3), 2, random.Random(3))
    game.share()
    game.play.finish("undealt")
    script = script_of(game)
    drop(script, script.moves("start")[0])
    assert codes(script.by_host()) == {"reason"}


@pytest.mark.parametrize("reason", ["finished", "voted"])
def test_a_game_that_was_not_dealt_has_no_other_end(reason: str) -> None:
    game = SignedGame(Rules.make(3), 2, random.Random(3))
    game.play.finish("undealt")
    script = script_of(game)
    script.all("end")[0].body["reason"] = reason
    assert codes(script.by_host()) == {"reason"}


def test_luck_that_does_not_follow_from_the_shares_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that keeps to everything but deals from a seed of its choice."""
    monkeypatch.setattr("net.host.game.logged_game.game_seed", lambda *_: bytes(32))
    game = SignedGame(Rules.make(3), 2, random.Random(3))
    game.share()
    game.finish()
    monkeypatch.undo()
    assert "sealed" in codes(game.proof)


@replaces_code
def test_a_move_that_was_taken_back_and_stands_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that lets its friend draw cards, look at them and take that back."""
    monkeypatch.setattr("engine.undo._shows", lambda *_: False)
    game = SignedGame(Rules.make(3), 3, random.Random(3))
    game.share()
    game.finish()
    monkeypatch.undo()
    assert "undo" in codes(game.proof)


# Robustness


def small(seed: int) -> SignedGame:
    """A short game that ends by vote."""
    game = SignedGame(Rules.make(2), 2, random.Random(seed))
    game.share()
    game.finish(moves=12)
    for seat in (0, 1):
        game.play.vote(seat, True)
    assert checked(game.proof).ok
    return game


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything in a tree of dicts and lists."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(leaf for key, item in inner for leaf in leaves(item, (*path, key)))]


def nonsense(chance: random.Random) -> Any:
    numbers = [None, True, 0, 1, -1, 3, 7, 8, 255, 2**31, 2**63, -(2**63), 1.5]
    texts = ["", "end", "\x1b[2J", "x" * 200, b"", bytes(16), bytes(32), bytes(64), bytes(65)]
    return chance.choice([*numbers, *texts, [], [[]], [0] * 20, {}, {"t": "end"}, {"": {}}])


@pytest.mark.parametrize("seed", tiered(range(8), range(2)))
@pytest.mark.slow
def test_nothing_a_host_may_sign_gets_beyond_a_finding(seed: int) -> None:
    game, chance = small(seed), random.Random(seed)
    accepted = 0
    for _ in range(40):
        script = script_of(game)
        for _ in range(chance.randint(1, 2)):
            item = chance.choice(script.items)
            *path, last = chance.choice([path for path in leaves(item.body) if path])
            inner: Any = item.body
            for key in path:
                inner = inner[key]
            if chance.random() < 0.3:
                del inner[last]
            else:
                inner[last] = nonsense(chance)
        script.items[0].body.setdefault("game", "0" * 26)
        proof = _forced(script)
        accepted += "chain" not in codes(proof)
    assert accepted


def _forced(script: Script) -> Proof:
    """The log signed by the host, however broken; entries that cannot even be put together stay as they were."""
    if not isinstance(script.game["game"], str):
        script.game["game"] = "0" * 26
    for item in script.items:
        item.body.setdefault("t", "hold")
    try:
        return script.by_host()
    except (TypeError, AttributeError, LookupError, ValueError, OverflowError):
        return script.by_stranger()


def test_entries_in_any_order_get_no_further_than_a_finding(table: SignedGame) -> None:
    chance = random.Random(5)
    notes = list(table.proof.notes)
    for _ in range(20):
        chance.shuffle(notes)
        assert codes(Proof(table.host.public, tuple(notes))) == {"chain"}


def test_the_page_for_players_names_every_code() -> None:
    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    named = {code for tampering in TAMPERINGS.values() for code in (tampering.host, *tampering.all.split())}
    assert [code for code in sorted(named | {"chain"}) if f"`{code}`" not in page] == []


def test_a_note_of_nonsense_is_a_finding() -> None:
    note = EntryNote(seq=1, body=b"\xc1", sig=bytes(64))
    assert codes(Proof(bytes(32), (note,))) == {"chain"}
    assert codes(Proof(b"", (note,))) == {"chain"}


@pytest.mark.parametrize(("votes", "ends"), [(1, False), (2, True)])
def test_half_of_the_votes_end_no_game(votes: int, ends: bool) -> None:
    game = SignedGame(Rules.make(3), 2, random.Random(1))
    game.share()
    game.finish(moves=12)
    voters = list(game.people)[:votes]
    for seat in voters:
        if not game.play.over:
            game.play.vote(seat, end=True)
    if not game.play.over:
        game.play.finish("voted")
    proof = game.proof
    codes = [finding.code for finding in verify(proof.host, proof.notes).findings]
    assert codes == ([] if ends else ["reason"])
