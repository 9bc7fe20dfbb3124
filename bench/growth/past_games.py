"""Past games: an archive as it is after years of play."""

from __future__ import annotations

from contextlib import closing
from random import Random
from time import time

from net.base.ids import new_id
from net.gamelog.archive import Archive
from net.gamelog.game_facts import GameFacts, SeatFacts
from net.identity.crypto import Identity
from net.local.service import DataFolder

PEOPLE = 300


def put_past_games(folder: DataFolder, games: int) -> None:
    """Put the facts of past games of 300 people into an archive, as after their logs had to make room."""
    chance = Random("earlier games")
    keys = [Identity.new().public.hex() for _ in range(PEOPLE)]
    row = "INSERT INTO games (name, stored, bound, size, sound, facts) VALUES (?, ?, '', 0, 1, ?)"
    with closing(Archive(folder.archive)) as archive:
        archive._base.execute("BEGIN")
        for _ in range(games):
            players = chance.sample(range(PEOPLE), chance.choice((3, 4, 4, 5, 6)))
            seats = [SeatFacts(name=f"Player {who}", key=keys[who], score=chance.randint(10, 40)) for who in players]
            best = max(range(len(seats)), key=lambda seat: seats[seat].score)
            game = new_id()
            facts = GameFacts(
                game=game,
                edition="deluxe",
                reason="finished",
                rounds=8,
                moves=200,
                winners=(best,),
                seats=tuple(seats),
            )
            archive._base.execute(row, (game, int(time()), facts.model_dump_json(exclude_defaults=True)))
        archive._base.execute("COMMIT")
