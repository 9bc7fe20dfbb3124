"""The verifier: it believes every honest game, and no other."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import Rules
from engine.edition import EDITIONS
from net.crypto import Identity
from net.entries import ChangeEntry
from net.fair import move_commitment, move_parts, pledge_parts
from net.messages import EntryNote
from net.proof import Proof, record_of
from net.verify import Report, verify
from tests.net.cheating import Body, Item, Script
from tests.net.honest import Person, Sitting, bot, sitting

SEAT = 3
"""The bot's, at the table of the tests."""


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


@cache
def honest(number: int) -> tuple[Sitting, Report]:
    """One of the first forty games."""
    game = sitting(number)
    return game, checked(game.proof)


def is_right(number: int, game: Sitting, report: Report) -> None:
    """An honest game is accepted, and the report tells it as it was."""
    play = game.play
    assert report.findings == (), (number, report.findings)
    assert report.complete
    assert (report.entries, report.head) == (play.log.seq, play.log.head)
    state = play._game
    if state is None:
        assert report.reason == "undealt"
        assert report.owing
        assert report.moves == ()
        return
    assert report.reason == ("finished" if state.seat is None else "voted")
    assert report.winners == tuple(state.winners)
    assert [str(move) for _, move in report.moves] == [opened.move for opened in play._moves]
    totals = [0] * play.rules.players
    for _, _, event in play._events:
        if event.kind == "score":
            totals[event.seat] += event.amount
    assert [seat.score for seat in report.seats] == totals
    assert report.shared == (bool(report.shares) and not report.fixed)
    again = record_of(report).replay()
    assert (again.seed, again.counter, again.winners) == (state.seed, state.counter, state.winners)


@pytest.mark.parametrize("number", range(40))
def test_an_honest_game_is_believed(number: int) -> None:
    is_right(number, *honest(number))


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 2000, 50))
def test_a_thousand_honest_games_are_believed(first: int) -> None:
    for number in range(first, first + 50):
        game = sitting(number)
        is_right(number, game, checked(game.proof))


def test_honest_games_are_of_every_sort() -> None:
    reports = [honest(number) for number in range(40)]
    assert {game.play.rules.edition for game, _ in reports} == set(EDITIONS)
    assert {report.reason for _, report in reports} == {"finished", "voted", "undealt"}
    assert {report.fixed for _, report in reports} == {True, False}
    assert {report.shared for _, report in reports} == {True, False}
    assert any(report.restarts for _, report in reports)
    assert any(len(seat.people) > 2 for _, report in reports for seat in report.seats)
    causes = {cause for _, report in reports for seat in report.seats for cause in seat.moves}
    assert causes == {"player", "bot", "absent", "timeout"}


def test_a_game_that_has_not_ended_is_not_verified_yet() -> None:
    game = Sitting(Rules.make(3), 2, random.Random(1))
    assert codes(game.proof) == {"truncated"}
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


@dataclass(frozen=True)
class Tampering:
    """A change to a log, and what it must be called."""

    change: Callable[[Script], Any]
    host: str
    """Code, when the host signs the changed log anew."""
    all: str = ""
    """Code, when the players sign it anew too; empty where nobody is wronged by that. With several, any of them."""


@pytest.fixture(scope="module")
def table() -> Sitting:
    """A game of three players and a bot, with all that can happen in one."""
    game = Sitting(Rules.make(4), 3, random.Random(6))
    assert SEAT not in game.people
    game.share()
    game.finish(moves=30)
    game.restart()
    game.finish(moves=10)
    seat = next(iter(game.people))
    game.people.pop(seat)
    game.play.change(ChangeEntry(seat=seat, who=bot(seat), reason="open"))
    game.finish(moves=10)
    game.take(seat, Person("Newcomer", game.host.public))
    game.finish()
    assert checked(game.proof).ok
    return game


def script_of(game: Sitting) -> Script:
    players = {who.identity.public: who.identity for who in game.everybody}
    return Script.of(game.proof, game.host, players)


def put(body: Body, **fields: Any) -> None:
    body.update(fields)


def drop(script: Script, item: Item) -> None:
    """Leave an entry out, and the opening of its move."""
    script.items.remove(item)
    for entry in script.all("open"):
        entry.body["moves"] = [move for move in entry.body["moves"] if move["seq"] != item.seq]


def twice(script: Script, item: Item) -> None:
    script.items.insert(script.items.index(item), Item(dict(item.body), item.seq, item.sig))


def swap(script: Script, item: Item) -> None:
    place = script.items.index(item)
    script.items[place : place + 2] = reversed(script.items[place : place + 2])


def alter_draw(script: Script) -> None:
    start = script.moves("start")[0]
    event = script.event("deal", 1)
    event["sealed"][0]["commit"] = script.committed(start, event, {"cards": ["palace", "palace", "palace", "palace"]})


def transplant(script: Script) -> None:
    one, other = script.event("deal", 0)["sealed"][0], script.event("deal", 1)["sealed"][0]
    for name in ("commit", "box"):
        one[name], other[name] = other[name], one[name]


def sealed_to_another(script: Script) -> None:
    script.event("deal", 0)["sealed"][0]["seat"] = 1


def show(script: Script) -> None:
    script.event("deal", 0)["cards"] = ["tavern", "tavern", "tavern", "tavern"]


def forge(script: Script) -> None:
    """The host makes a move for a player, and signs it in the player's place."""
    item = script.early("player")
    signed, seat = item.body["signed"], item.body["seat"]
    parts = move_parts(signed["head"], seat, signed["did"], signed["cid"], signed["commit"])
    signed["sig"] = script.host.sign("move", *parts)


def forge_opening(script: Script) -> None:
    """The host opens another move, and makes the player's commitment fit."""
    item = script.early("player")
    signed, opened = item.body["signed"], script.opened(item)
    opened["move"] = "end"
    signed["commit"] = move_commitment(signed["head"], item.body["seat"], signed["did"], opened["salt"], "end")


def foreign_pledge(script: Script) -> None:
    item = script.all("pledge")[0]
    head = next(head for head, seq in script.heads.items() if seq == 1)
    item.body["sig"] = Identity.new().sign("pledge", *pledge_parts(head, item.body["seat"], item.body["commit"]))


def pledge_of_another_seat(script: Script) -> None:
    one, other = (item.body for item in script.all("pledge")[:2])
    one["seat"], other["seat"] = other["seat"], one["seat"]


def exchange_seats(script: Script) -> None:
    seats = script.game["seats"]
    seats[0], seats[1] = seats[1], seats[0]


def earlier_move(script: Script) -> None:
    """A move that its player signed for an earlier question."""
    one, other = script.moves("player")[2:4]
    other.body["signed"] = dict(one.body["signed"])


def earlier_request(script: Script) -> None:
    """The request number of an earlier move: all but the number is in order."""
    first = script.moves("player")[0].body
    seat = first["seat"]
    later = next(item.body for item in script.moves("player")[1:] if item.body["seat"] == seat)
    later["signed"]["cid"] = first["signed"]["cid"]


def take_for_timeout(script: Script) -> None:
    """The host says that a player who did move had been too slow, and that the move was the bot's."""
    item = script.early("player")
    del item.body["signed"], script.opened(item)["salt"]
    item.body["cause"] = "timeout"


def as_bot(script: Script) -> None:
    body = script.early("player").body
    del body["signed"]
    body["cause"] = "bot"


def another_seat(script: Script) -> None:
    body = script.early("bot").body
    body["seat"] = (body["seat"] + 1) % 4


def steal_seat(script: Script) -> None:
    thief = Identity.new()
    seat = script.moves("player")[3].body["seat"]
    past = dict(script.all("seat", lambda body: body["reason"] == "taken")[0].body["past"])
    who = {"name": "Thief", "pub": thief.public, "seal": bytes(32)}
    script.insert(script.moves("player")[5], {"t": "seat", "seat": seat, "who": who, "reason": "taken", "past": past})


def change_past(script: Script) -> None:
    put(script.all("seat", lambda body: body["reason"] == "taken")[0].body["past"], commit=bytes(32))


def move_after_the_end(script: Script) -> None:
    body = {"t": "play", "seat": SEAT, "cause": "bot", "events": []}
    script.items.insert(script.items.index(script.all("open")[0]), Item(body, 100_000))
    script.all("open")[-1].body["moves"].append({"seq": 100_000, "move": "end"})


def cut_short(script: Script, reason: str) -> None:
    """The host ends a game that does not go well."""
    last = script.early("bot")
    place, first_open = script.items.index(last), script.items.index(script.all("open")[0])
    script.items[place:first_open] = []
    kept = {item.seq for item in script.items}
    for entry in script.all("open"):
        entry.body["moves"] = [move for move in entry.body["moves"] if move["seq"] in kept]
    script.end["reason"] = reason


def edit_score(script: Script) -> None:
    script.event("score")["amount"] += 1


def edit_winner(script: Script) -> None:
    event = script.event("over")
    event["ranks"] = [(rank + 1) % 4 for rank in event["ranks"]]


def other_rules(script: Script) -> None:
    rules = script.game["rules"]
    unused = [id for id in EDITIONS["deluxe"].uniques if id not in rules["uniques"]]
    rules["uniques"] = sorted([*rules["uniques"][1:], unused[0]])


def other_open(script: Script, **fields: Any) -> None:
    script.opened(script.early("player")).update(fields)


def unopened(script: Script) -> None:
    script.all("open")[0].body["moves"].pop(5)


def opened_twice(script: Script) -> None:
    moves = script.all("open")[0].body["moves"]
    moves.append(dict(moves[5]))


def opened_early(script: Script) -> None:
    item = script.all("open")[0]
    script.items.remove(item)
    script.insert(script.early("bot"), item.body)


def more_gold(script: Script) -> None:
    script.event("gold")["amount"] += 1


TAMPERINGS: dict[str, Tampering] = {
    # The luck
    "swapped secret": Tampering(lambda s: put(s.end, secret=bytes(32)), "secret", "secret"),
    "altered draw": Tampering(alter_draw, "sealed", "sealed"),
    "transplanted envelope": Tampering(transplant, "sealed", "sealed"),
    "envelope for another seat": Tampering(sealed_to_another, "events", "events"),
    "card in the open": Tampering(show, "events", "events"),
    "another share of the luck": Tampering(lambda s: put(s.all("reveal")[0].body, entropy=bytes(32)), "share", "share"),
    "missing share": Tampering(lambda s: drop(s, s.all("reveal")[0]), "missing", "missing"),
    "missing pledge": Tampering(lambda s: drop(s, s.all("pledge")[0]), "missing", "missing"),
    "foreign pledge": Tampering(foreign_pledge, "pledge"),
    "pledge of another seat": Tampering(pledge_of_another_seat, "pledge", "share"),
    "share before the pledges": Tampering(lambda s: swap(s, s.all("pledge")[-1]), "order", "order"),
    "luck called fixed": Tampering(lambda s: put(s.game, fixed=True), "order", "order"),
    "another promise": Tampering(lambda s: put(s.game, promise=bytes(32)), "secret", "secret"),
    # Who plays what
    "changed name": Tampering(lambda s: put(s.game["seats"][0], name="Mallory"), "pledge"),
    "exchanged seats": Tampering(exchange_seats, "pledge"),
    "changed rules": Tampering(other_rules, "pledge"),
    "impossible rules": Tampering(lambda s: put(s.game["rules"], players=9), "rules", "rules"),
    "another version": Tampering(lambda s: put(s.game, shuffle_v=99), "version", "version"),
    "stolen seat": Tampering(steal_seat, "change", "change"),
    "another past": Tampering(change_past, "past", "past"),
    # The moves
    "dropped move": Tampering(lambda s: drop(s, s.early("player")), "question", "illegal sealed"),
    "dropped bot's move": Tampering(lambda s: drop(s, s.early("bot")), "question", "illegal sealed"),
    "doubled move": Tampering(lambda s: twice(s, s.early("player")), "question", "opening"),
    "reordered moves": Tampering(lambda s: swap(s, s.early("player")), "question", "illegal sealed"),
    "forged move": Tampering(forge, "signature"),
    "forged opening": Tampering(forge_opening, "signature"),
    "forked history": Tampering(more_gold, "history", "events"),
    "replayed move": Tampering(earlier_move, "question"),
    "replayed request": Tampering(earlier_request, "repeated", "repeated"),
    "bot in a player's seat": Tampering(as_bot, "mover", "mover"),
    "nobody's move": Tampering(lambda s: s.early("player").body.pop("signed"), "unsigned", "unsigned"),
    "move of another seat": Tampering(another_seat, "mover"),
    "move called late": Tampering(take_for_timeout, "history"),
    "move of nobody": Tampering(lambda s: put(s.early("bot").body, seat=7), "seat", "seat"),
    "second deal": Tampering(lambda s: twice(s, s.moves("start")[0]), "order", "order"),
    "hidden restart": Tampering(lambda s: drop(s, s.all("restart")[0]), "question", "sealed"),
    "miscounted restart": Tampering(lambda s: put(s.all("restart")[0].body, epoch=7), "epoch", "epoch"),
    "bot's vote": Tampering(
        lambda s: s.insert(s.early("bot"), {"t": "vote", "seat": SEAT, "end": True}), "vote", "vote"
    ),
    # The end
    "truncated end": Tampering(lambda s: s.items.pop(), "truncated", "truncated"),
    "truncated game": Tampering(lambda s: s.items.__delitem__(slice(40, None)), "truncated", "truncated"),
    "wrong move opened": Tampering(lambda s: other_open(s, move="end"), "commitment"),
    "wrong salt opened": Tampering(lambda s: other_open(s, salt=bytes(16)), "commitment"),
    "move not opened": Tampering(unopened, "opening", "opening"),
    "move opened twice": Tampering(opened_twice, "opening", "opening"),
    "moves opened early": Tampering(opened_early, "order", "order"),
    "salt without signature": Tampering(lambda s: put(s.opened(s.early("bot")), salt=bytes(16)), "opening", "opening"),
    "illegal bot's move": Tampering(lambda s: put(s.opened(s.early("bot")), move="kill king"), "illegal", "illegal"),
    "edited score": Tampering(edit_score, "score", "score"),
    "edited winner": Tampering(edit_winner, "score", "score"),
    "move after the end": Tampering(move_after_the_end, "illegal", "illegal"),
    "ended by no vote": Tampering(lambda s: cut_short(s, "voted"), "reason", "reason"),
    "said to be finished": Tampering(lambda s: cut_short(s, "finished"), "reason", "reason"),
    "said to be undealt": Tampering(lambda s: put(s.end, reason="undealt"), "reason", "reason"),
    "said to be voted": Tampering(lambda s: put(s.end, reason="voted"), "reason", "reason"),
    "entry after the end": Tampering(lambda s: s.items.append(Item({"t": "hold", "on": True})), "order", "order"),
}


def test_taking_apart_and_putting_together_changes_nothing(table: Sitting) -> None:
    assert script_of(table).by_stranger() == table.proof
    assert script_of(table).by_host() == table.proof
    assert script_of(table).by_all() == table.proof


@pytest.mark.parametrize("tampering", TAMPERINGS.values(), ids=TAMPERINGS.keys())
def test_a_stranger_who_changes_the_log_is_noticed(table: Sitting, tampering: Tampering) -> None:
    script = script_of(table)
    tampering.change(script)
    assert codes(script.by_stranger()) & {"chain", "truncated"}


@pytest.mark.parametrize("tampering", TAMPERINGS.values(), ids=TAMPERINGS.keys())
def test_a_host_that_signs_a_changed_log_is_noticed(table: Sitting, tampering: Tampering) -> None:
    script = script_of(table)
    tampering.change(script)
    assert tampering.host in codes(script.by_host())


COMMON = {name: tampering for name, tampering in TAMPERINGS.items() if tampering.all}


@pytest.mark.parametrize("tampering", COMMON.values(), ids=COMMON.keys())
def test_host_and_players_together_are_noticed(table: Sitting, tampering: Tampering) -> None:
    script = script_of(table)
    tampering.change(script)
    assert set(tampering.all.split()) & codes(script.by_all())


def test_an_entry_that_another_host_signed_is_noticed(table: Sitting) -> None:
    script = script_of(table)
    other = script.by_host(Identity.new())
    notes = list(table.proof.notes)
    notes[20] = other.notes[20]
    assert codes(Proof(table.host.public, tuple(notes))) == {"chain"}


def test_a_log_that_another_host_signed_as_its_own_is_noticed(table: Sitting) -> None:
    assert codes(script_of(table).by_host(Identity.new())) == {"secret"}


def test_a_log_said_to_be_of_another_host_is_noticed(table: Sitting) -> None:
    assert codes(Proof(Identity.new().public, table.proof.notes)) == {"chain"}


def test_a_game_that_was_broken_off_though_everybody_had_shared_is_noticed() -> None:
    game = Sitting(Rules.make(3), 2, random.Random(3))
    game.share()
    game.play.finish("undealt")
    script = script_of(game)
    drop(script, script.moves("start")[0])
    assert codes(script.by_host()) == {"reason"}


def test_luck_that_does_not_follow_from_the_shares_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that keeps to everything but deals from a seed of its choice."""
    monkeypatch.setattr("net.play.game_seed", lambda *_: bytes(32))
    game = Sitting(Rules.make(3), 2, random.Random(3))
    game.share()
    game.finish()
    monkeypatch.undo()
    assert "sealed" in codes(game.proof)


# Robustness


def small(seed: int) -> Sitting:
    """A short game that ends by vote."""
    game = Sitting(Rules.make(2), 2, random.Random(seed))
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


@pytest.mark.parametrize("seed", range(8))
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


def test_entries_in_any_order_get_no_further_than_a_finding(table: Sitting) -> None:
    chance = random.Random(5)
    notes = list(table.proof.notes)
    for _ in range(20):
        chance.shuffle(notes)
        assert codes(Proof(table.host.public, tuple(notes))) == {"chain"}


def test_the_page_for_players_names_every_code() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    named = {code for tampering in TAMPERINGS.values() for code in (tampering.host, *tampering.all.split())}
    assert [code for code in sorted(named | {"chain"}) if f"`{code}`" not in page] == []


def test_a_note_of_nonsense_is_a_finding() -> None:
    note = EntryNote(seq=1, body=b"\xc1", sig=bytes(64))
    assert codes(Proof(bytes(32), (note,))) == {"chain"}
    assert codes(Proof(b"", (note,))) == {"chain"}
