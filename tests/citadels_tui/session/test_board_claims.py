"""What panels and notes say of the players is so, for players and spectators, at each decision of random games."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from citadels_tui.actions.hazards import warnings
from citadels_tui.session.board import player_summaries
from citadels_tui.session.holders import CERTAIN, NEVER, choosing, grid, holder
from citadels_tui.textart.symbols import ASCII
from citadels_tui.wording.voice import Voice
from engine import State, View, view
from engine.notebook import Page
from engine.score import score
from tests.citadels_tui.actions.test_rows import BOTS
from tests.support.client.claims import watched
from tests.support.engine.games import BOXES, Box

CITY = ("districts", "types", "first", "complete")
"""Points that everybody can see in a city."""


def check_panels(game: State, now: View, page: Page, met: Counter[str]) -> None:
    """The figures beside each player, and what their hidden characters may be."""
    for each in player_summaries(now, (), page=page):
        player, about = game.players[each.seat], (game, now.seat, each)
        assert (each.gold, each.hand) == (player.gold, len(player.hand)), about
        assert each.city == tuple(card.id for card in player.city), about
        assert (each.built, each.target) == (game.size(each.seat), game.target), about
        assert each.complete == game.complete(each.seat), about
        assert each.crown == (game.crown == each.seat), about
        assert each.asked == (game.seat == each.seat), about
        hidden = set(player.roles) - set(player.shown)
        assert each.chosen == len(hidden), about
        assert not each.maybe or hidden <= set(each.maybe), about
        parts = dict(score(game, each.seat))
        # What one card counts as is chosen at the end.
        if not any(card.free_type for card in player.city):
            assert each.points == sum(parts.get(source, 0) for source in CITY), (*about, parts)
        met["maybe"] += bool(each.maybe)


def check_notes(game: State, now: View, page: Page, voice: Voice, met: Counter[str]) -> None:
    """Who has which character: while they are chosen one that is still passed on may come to anybody."""
    held = {rank: seat for seat, player in enumerate(game.players) for rank in player.roles}
    for rank, sure in enumerate(grid(now, page), 1):
        here = held.get(rank)
        for seat, said in enumerate(sure[:-1]):
            met[said] += 1
            if said == CERTAIN:
                assert here == seat, (game, now.seat, rank, sure)
            elif said == NEVER:
                assert here != seat, (game, now.seat, rank, sure)
        away = here is None and rank not in game.pool
        assert sure[-1] != CERTAIN or away, (game, now.seat, rank, sure)
        assert sure[-1] != NEVER or not away, (game, now.seat, rank, sure)
        said = holder(now, voice, page, rank, room=40).plain
        about = (game, now.seat, rank, said)
        names = [voice.names.index(name) for name in re.findall(r"[A-Z]\w+", said)]
        if said == "out":
            assert here is None, about
            assert choosing(now) or rank not in game.pool, about
        elif said == "you":
            assert here == now.seat, about
        elif names:
            met["names"] += 1
            assert here in names, about


def play(number: int, box: Box, met: Counter[str]) -> None:
    """Look at one game as whoever is asked, as another player and as a spectator."""
    for game, books, _memories in watched(number, box):
        assert game.seat is not None
        for seat in (game.seat, (game.seat + 1) % box.players, None):
            voice, now = Voice(ASCII, game.rules, BOTS[: box.players], seat), view(game, seat)
            page = books[seat].page()
            check_panels(game, now, page, met)
            check_notes(game, now, page, voice, met)
            assert seat is not None or not list(warnings(now, voice))


@pytest.mark.parametrize("box", [Box("deluxe", 3), Box("classic", 7), Box("dark_city", 5)], ids=str)
def test_what_panels_and_notes_say_is_so(box: Box) -> None:
    met: Counter[str] = Counter()
    play(1, box, met)
    assert met["names"]


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_what_panels_and_notes_say_is_so_in_many_games(box: Box) -> None:
    met: Counter[str] = Counter()
    for number in range(2, 8):
        play(number, box, met)
    assert met["names"]
