"""Evening score: that of the games that are played at one table, one after another, and how many a series has."""

from __future__ import annotations

from net.host.game.logged_game import LoggedGame
from net.host.store.stored_table import EveningRecord, TableRecord
from net.protocol.host_messages import EveningNote, GameScore, GameScores

_GAMES = 30
"""Games whose scores are kept: the last ones, which are more than a series has."""


class EveningScore:
    """The games at a table, with everybody's points by key; a bot's by its name.

    A seat counts for the person or bot who had it at the deal; not for a person who has made no move in it.
    """

    def __init__(self, series: int, kept: TableRecord | None = None) -> None:
        """Begin an evening, or go on with one.

        Args:
            series: Games of a series; 0: as many as the players like.
            kept: The table as it was stored.
        """
        self.series = series
        self.record = kept.evening if kept else EveningRecord()
        """The games so far, as they are stored."""

    @property
    def goes_on(self) -> bool:
        """Whether a series has begun and has games left."""
        return 0 < self.record.games < self.series

    def add(self, game: LoggedGame) -> bool:
        """Count a game that has just ended; returns whether it counts: it was played to its end."""
        said, winners = game.validator.game, game.view(0).winners if game.dealt else ()
        if not winners or not said:
            return False
        points = [0] * len(said.seats)
        for event in game.events(0, 0):
            if event.kind == "score":
                points[event.seat] += event.amount
        players = dict(self.record.players)
        rows = []
        for seat, who in enumerate(said.seats):
            if who.level or game.validator.acts.get(who.pub):
                key = who.pub or who.name.encode()
                players[key] = who.name
                rows.append((key, points[seat], seat in winners))
        if not rows:
            return False
        scores = [*self.record.scores, tuple(rows)][-_GAMES:]
        shown = {key for each in scores for key, _, _ in each}
        kept = tuple((key, name) for key, name in players.items() if key in shown)
        self.record = EveningRecord(games=self.record.games + 1, players=kept, scores=tuple(scores))
        return True

    def next_game(self) -> bool:
        """Another game begins; returns whether this is a new evening: the series was over."""
        over = 0 < self.series <= self.record.games
        if over:
            self.forget()
        return over

    def forget(self) -> None:
        """Begin another evening with the next game."""
        self.record = EveningRecord()

    def note(self) -> EveningNote:
        """The message that tells of the games so far."""
        places = {key: place for place, (key, _) in enumerate(self.record.players)}
        return EveningNote(
            games=self.record.games,
            players=[name for _, name in self.record.players],
            played=[
                GameScores(scores=[GameScore(player=places[key], points=points, won=won) for key, points, won in game])
                for game in self.record.scores
            ],
        )
