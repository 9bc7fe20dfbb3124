"""Ways to change a log, each of which the verifier must find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.editions import EDITIONS
from net.identity.commitments import commit_parts, move_commitment, move_parts
from net.identity.crypto import Identity, SealKey, seal
from net.protocol.frames import pack
from tests.support.net.log_forging import Body, Item, Script

SEAT = 3
"""A bot's from the first move to the last."""


@dataclass(frozen=True)
class Tampering:
    """A change to a log, and what it must be called."""

    change: Callable[[Script], Any]
    host: str
    """Code, when the host signs the changed log anew."""
    all: str = ""
    """Code, when the players sign it anew too; empty where nobody is wronged by that. With several, any of them."""


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
    event["sealed"][0]["commitment"] = script.committed(
        start, event, {"cards": ["palace", "palace", "palace", "palace"]}
    )


def transplant(script: Script) -> None:
    one, other = script.event("deal", 0)["sealed"][0], script.event("deal", 1)["sealed"][0]
    for name in ("commitment", "ciphertext"):
        one[name], other[name] = other[name], one[name]


def false_envelope(script: Script) -> None:
    """The host commits to what it must, and gives the player something else: only the player can see that at once."""
    event, start = script.event("deal", 1), script.moves("start")[0]
    note = event["sealed"][0]
    found = script.sealed[note["ciphertext"]]
    payload = pack({"cards": ["palace", "palace", "palace", "palace"]})
    head = next(head for head, seq in script.heads.items() if seq == start.seq - 1)
    _, note["ciphertext"] = seal(payload, found.key, found.place, head, found.salt, found.room)


def sealed_to_another(script: Script) -> None:
    script.event("deal", 0)["sealed"][0]["seat"] = 1


def show(script: Script) -> None:
    script.event("deal", 0)["cards"] = ["tavern", "tavern", "tavern", "tavern"]


def forge(script: Script) -> None:
    """The host makes a move for a player, and signs it in the player's place."""
    item = script.early("player")
    signed, seat = item.body["signed"], item.body["seat"]
    parts = move_parts(signed["head"], seat, signed["did"], signed["cid"], signed["commitment"])
    signed["sig"] = script.host.sign("move", *parts)


def forge_opening(script: Script) -> None:
    """The host opens another move, and makes the player's commitment fit."""
    item = script.early("player")
    signed, opened = item.body["signed"], script.opened(item)
    opened["move"] = "end"
    signed["commitment"] = move_commitment(signed["head"], item.body["seat"], signed["did"], opened["salt"], "end")


def foreign_commitment(script: Script) -> None:
    item = script.all("commit")[0]
    head = next(head for head, seq in script.heads.items() if seq == 1)
    item.body["sig"] = Identity.new().sign("commit", *commit_parts(head, item.body["seat"], item.body["commitment"]))


def commitment_of_another_seat(script: Script) -> None:
    one, other = (item.body for item in script.all("commit")[:2])
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


def absent_elsewhere(script: Script) -> None:
    """The host says of a move of somebody who was away that somebody else's was made."""
    body = script.moves("absent")[0].body
    people = [seat for seat, who in enumerate(script.game["seats"]) if who.get("pub")]
    body["seat"] = next(seat for seat in people if seat != body["seat"])


def steal_seat(script: Script) -> None:
    thief = Identity.new()
    seat = script.moves("player")[3].body["seat"]
    past = dict(script.all("seat", lambda body: body["reason"] == "taken")[0].body["past"])
    who = {"name": "Thief", "pub": thief.public, "seal": bytes(32)}
    script.insert(script.moves("player")[5], {"t": "seat", "seat": seat, "who": who, "reason": "taken", "past": past})


def change_past(script: Script) -> None:
    put(script.all("seat", lambda body: body["reason"] == "taken")[0].body["past"], commitment=bytes(32))


def seal_to_no_key(script: Script) -> None:
    """A latecomer whose key for envelopes is none: nobody can tell what was sent to that seat."""
    put(script.all("seat", lambda body: body["reason"] == "taken")[0].body["who"], seal=bytes(32))


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
        if not entry.body["moves"]:
            script.items.remove(entry)
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
    moves[6] = dict(moves[5])


def opened_early(script: Script) -> None:
    item = script.all("open")[0]
    script.items.remove(item)
    script.insert(script.early("bot"), item.body)


def more_gold(script: Script) -> None:
    script.event("gold")["amount"] += 1


TAMPERINGS: dict[str, Tampering] = {
    # The seed
    "swapped secret": Tampering(lambda s: put(s.end, secret=bytes(32)), "secret", "secret"),
    "altered draw": Tampering(alter_draw, "sealed", "sealed"),
    "transplanted envelope": Tampering(transplant, "sealed", "sealed"),
    "false envelope": Tampering(false_envelope, "sealed", "sealed"),
    "another key for envelopes": Tampering(lambda s: put(s.game, seal=SealKey().public), "secret", "secret"),
    "envelope for another seat": Tampering(sealed_to_another, "events", "events"),
    "card in the open": Tampering(show, "events", "events"),
    "another share of the seed": Tampering(lambda s: put(s.all("reveal")[0].body, share=bytes(32)), "share", "share"),
    "missing share": Tampering(lambda s: drop(s, s.all("reveal")[0]), "missing", "missing"),
    "missing commitment": Tampering(lambda s: drop(s, s.all("commit")[0]), "missing", "missing"),
    "foreign commitment": Tampering(foreign_commitment, "commit"),
    "commitment of another seat": Tampering(commitment_of_another_seat, "commit", "share"),
    "share before the commitments": Tampering(lambda s: swap(s, s.all("commit")[-1]), "order", "order"),
    "seed called fixed": Tampering(lambda s: put(s.game, fixed=True), "order", "order"),
    "another commitment of the host": Tampering(lambda s: put(s.game, commitment=bytes(32)), "secret", "secret"),
    # Who plays what
    "changed name": Tampering(lambda s: put(s.game["seats"][0], name="Mallory"), "commit"),
    "exchanged seats": Tampering(exchange_seats, "commit"),
    "changed rules": Tampering(other_rules, "commit"),
    "impossible rules": Tampering(lambda s: put(s.game["rules"], players=9), "rules", "rules"),
    "another version": Tampering(lambda s: put(s.game, version=bytes(16)), "version", "version"),
    "stolen seat": Tampering(steal_seat, "change", "change"),
    "past for no key": Tampering(seal_to_no_key, "past", "past"),
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
    "absence of another player": Tampering(absent_elsewhere, "illegal", "illegal"),
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
    "move taken back for its player": Tampering(
        lambda s: s.early("bot").body["events"].insert(0, {"kind": "undo", "seat": SEAT}), "undo", "undo"
    ),
    "event left out": Tampering(lambda s: s.early("bot").body["events"].pop(), "events", "events"),
    "edited score": Tampering(edit_score, "score", "score"),
    "edited winner": Tampering(edit_winner, "score", "score"),
    "move after the end": Tampering(move_after_the_end, "illegal", "illegal"),
    "ended by no vote": Tampering(lambda s: cut_short(s, "voted"), "reason", "reason"),
    "said to be finished": Tampering(lambda s: cut_short(s, "finished"), "reason", "reason"),
    "said to be undealt": Tampering(lambda s: put(s.end, reason="undealt"), "reason", "reason"),
    "said to be voted": Tampering(lambda s: put(s.end, reason="voted"), "reason", "reason"),
    "entry after the end": Tampering(lambda s: s.items.append(Item({"t": "hold", "on": True})), "order", "order"),
}
