"""Files that are said to be the log of a game."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import get_args

from engine import Rules
from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.gamelog.chain import LogWriter
from net.gamelog.entries import Entry
from net.gamelog.log_report import Report
from net.gamelog.proof import Proof, record_of
from net.gamelog.verify import verify
from net.identity.crypto import Identity
from net.protocol.frames import unpack
from tests.support.net.fuzzing import Tally, refused, scrambled, spoilt, varied
from tests.support.net.log_forging import written
from tests.support.net.signed_games import SignedGame

ENTRIES = {kind.model_fields["t"].default: kind for kind in get_args(Entry)}


@cache
def short(number: int) -> tuple[Proof, Identity]:
    """A game that was soon ended by vote, and its host's key."""
    chance = random.Random(f"short {number}")
    game = SignedGame(Rules.random(3, chance), 2, chance, bytes(16) if number == 0 else None)
    game.share()
    game.finish(moves=8)
    for seat in game.people:
        game.play.vote(seat, True)
    game.attest()
    assert checked(game.proof).ok
    return game.proof, game.host


def checked(proof: Proof) -> Report:
    return verify(proof.host, proof.notes, attested=proof.attested)


def rewritten(proof: Proof, host: Identity, chance: random.Random) -> Proof:
    """The log as a host that signs whatever it likes might have written it."""
    bodies = [unpack(note.body, DEFAULT.answer) for note in proof.notes]
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(bodies))
        match chance.randrange(8):
            case 0:
                del bodies[place]
            case 1:
                bodies.insert(place, chance.choice(bodies))
            case 2:
                bodies[place] = spoilt(bodies[place], chance)
            case _:
                kind = ENTRIES.get(str(bodies[place].get("t")))
                bodies[place] = varied(bodies[place], kind, chance) if kind else bodies[place]
    game = bodies[0].get("game") if bodies else None
    log = LogWriter(game if isinstance(game, str) else "", host)
    for body in bodies:
        log.append(written(body))
    attested = (
        tuple((chance.randrange(8), sig) for _, sig in proof.attested) if chance.random() < 0.3 else proof.attested
    )
    return replace(Proof.of(host.public, log.frames), attested=attested)


def run(chance: random.Random, count: int) -> Tally:
    """Every file is read, and what can be read is verified."""
    tally = Tally(count)
    for _ in range(count):
        proof, host = short(chance.randrange(4))
        stored = proof.dump()
        signed = chance.random() < 0.5
        try:
            content = rewritten(proof, host, chance).dump() if signed else scrambled(stored, chance, stored)
            found = Proof.parse(content)
        except NetError as error:
            refused(error)
            continue
        tally.accepted += 1
        report = checked(found)
        assert report.verdict
        # Nobody but the host can change anything unseen; but a signature of the end can be taken away.
        assert signed or found.notes == proof.notes or not report.ok
        if report.ok:
            try:
                record_of(report)
            except NetError as error:
                refused(error)
    return tally
