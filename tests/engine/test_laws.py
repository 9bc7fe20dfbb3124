"""What is true at every decision of every game: all laws are checked in one random game of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from random import Random

import msgpack  # type: ignore[import-untyped]
import pytest

from citadels_tui.rulings.words import check_words
from engine import Event, IllegalMove, Move, Outcome, State, ViewReducer, load, resample, save, score, seen, view
from engine.card import District
from engine.event import KINDS, knowers
from engine.move import format_line, parse_line
from engine.notebook import Notebook, deduce
from engine.player import Player, Turn
from tests.support.engine.compiled import attributes
from tests.support.engine.games import BOXES, Box, choose, random_game
from tests.support.engine.laws import Law, Walk, check_laws
from tests.support.engine.notebooks import check, notebooks, tell
from tests.support.engine.positions import Ledger, check_position, check_refused
from tests.support.engine.secrecy import Relations
from tests.support.tiers import tiered

pytestmark = pytest.mark.slow

# The rules


def nothing_is_lost_and_one_seat_is_asked(walk: Walk) -> Generator[None]:
    g, ledger = walk.game, Ledger()
    while True:
        check_position(g)
        ledger.read(walk.events)
        ledger.check(g)
        if walk.move:
            asked = walk.events[-1]
            assert (asked.kind, asked.seat, asked.note) == ("ask", g.seat, g.kind)
        yield


def points_are_told_as_they_are_counted(walk: Walk) -> Generator[None]:
    while walk.move:
        yield
    assert walk.events[-1].kind == "over"
    for seat in range(walk.box.players):
        told = [(event.note, event.amount) for event in walk.events if event.kind == "score" and event.seat == seat]
        assert told == score(walk.game, seat)
    with pytest.raises(IllegalMove):
        walk.game.apply(Move("end"))
    yield


def what_is_not_possible_is_refused_and_changes_nothing(walk: Walk) -> Generator[None]:
    chance = Random(walk.number)
    met = [Move("build", "castle", 0, "castle"), Move("nonsense")]
    while walk.move:
        for refusal in walk.game.refusals():
            assert refusal.move not in walk.game.moves
            assert refusal.code
        if chance.random() < 0.1:
            check_refused(walk.game, chance.sample(met, min(len(met), 6)))
        met.append(chance.choice(walk.game.moves))
        yield
    yield


def twins_are_built_only_where_they_may_be(walk: Walk) -> Generator[None]:
    g = walk.game
    while walk.move:
        before = [p.city for p in g.players]
        wizard = g.turn.seat if g.turn and g.turn.char.id == "wizard" else -1
        yield
        for seat, (city, p) in enumerate(zip(before, g.players, strict=True)):
            if p.city != city and _twins(p.city) - _twins(city) and not g.ruleset.duplicates:
                assert wizard == seat or "quarry" in [district.plain.id for district in city]
                assert any(event.kind == "enter" and event.seat == event.other == seat for event in walk.events)
    yield


def _twins(city: Sequence[District]) -> Counter[str]:
    """Districts a city has more than once, by how many there are too many."""
    return Counter({id: n - 1 for id, n in Counter(d.plain.id for d in city if not d.action).items()})


def moves_lead_to_what_they_are_said_to_lead_to(walk: Walk) -> Generator[None]:
    g, met = walk.game, Counter[str]()
    while walk.move:
        seat, move, before = g.seat, walk.move, g.clone()
        assert seat is not None
        said = {each.move: each for each in g.outcomes()}.get(move, Outcome(move))
        yield
        if move.verb not in ("end", "spy") and _goes_on(before, g):
            met[move.verb] += 1
            assert g.players[seat].gold - before.players[seat].gold == said.gold, move
            assert g.size(seat) - before.size(seat) == said.built, move
            assert _hand(g, seat) - _hand(before, seat) == said.cards, move
    assert {"gold", "draw", "build", "collect"} <= set(met)
    yield


def _hand(g: State, seat: int) -> int:
    """Cards in hand, with those that somebody is choosing from and will keep."""
    now = view(g, seat)
    keeping = now.asked.amount if now.asked and now.asked.kind == "keep" and now.asked.seat == seat else 0
    return len(now.hand) + keeping


def _goes_on(before: State, after: State) -> bool:
    """Whether a turn goes on, and its player is asked next."""
    turn, then = before.turn, after.turn
    if turn is None or then is None or (before.kind, after.seat) != ("menu", before.seat):
        return False
    return (then.char, then.resumed) == (turn.char, turn.resumed) and after.kind in ("menu", "keep")


def moves_read_back(walk: Walk) -> Generator[None]:
    texts: dict[str, Move] = {}
    while walk.move:
        g = walk.game
        for each in (*g.moves, *(refusal.move for refusal in g.refusals())):
            assert Move.parse(str(each)) == each
            assert texts.setdefault(str(each), each) == each
            check_words(g, each)
        assert g.seat is not None
        assert parse_line(format_line(g.seat, walk.move)) == (g.seat, (walk.move,))
        yield
    yield


# Copies


def playing_a_copy_leaves_the_game_alone(walk: Walk) -> Generator[None]:
    g, chance = walk.game, Random(walk.number)
    while walk.move:
        if chance.random() < 0.3:
            moves, told = list(g.moves), list(g.log)
            steps = [(step, step.values()) for step in g.stack]
            before, seen_before = walk.saved, walk.views
            twin = g.clone()
            assert save(twin) == before
            assert {seat: view(twin, seat) for seat in walk.eyes} == seen_before
            for _ in range(chance.randrange(1, 30)):
                if twin.over:
                    break
                twin.apply(choose(twin, chance, 0.6))
            assert save(g) == before
            assert {seat: view(g, seat) for seat in walk.eyes} == seen_before
            assert (list(g.moves), g.log) == (moves, told)
            assert all(step.values() == values for step, values in steps)
        yield
    yield


def the_same_moves_give_the_same_game(walk: Walk) -> Generator[None]:
    moves: list[Move] = []
    events = list(walk.events)
    while walk.move:
        moves.append(walk.move)
        yield
        events += walk.events
    again = random_game(walk.number, walk.box)
    told = again.drain()
    for move in moves:
        again.apply(move)
        told += again.drain()
    assert told == events
    assert save(again) == walk.saved
    yield


def a_stored_game_goes_on_the_same(walk: Walk) -> Generator[None]:
    other = _through_a_file(walk.game)
    while walk.move:
        assert _everything(other) == _everything(walk.game)
        assert {seat: view(other, seat) for seat in walk.eyes} == walk.views
        move = walk.move
        yield
        other.apply(move)
        assert other.drain() == walk.events
        other = _through_a_file(other)
    assert save(other) == walk.saved
    assert other.over
    yield


def _through_a_file(g: State) -> State:
    """Store a game as bytes and load it."""
    return load(msgpack.unpackb(msgpack.packb(save(g))))


def _everything(g: State) -> dict[str, object]:
    """All there is in a game, read off the objects themselves, but for what views keep."""
    parts: dict[str, object] = {name: getattr(g, name) for name in attributes(State) if name not in ("log", "sides")}
    parts["moves"] = list(g.moves)
    parts["players"] = [[getattr(p, name) for name in attributes(Player)] for p in g.players]
    parts["turn"] = g.turn and [getattr(g.turn, name) for name in attributes(Turn)]
    return parts


# Who is told what


def who_follows_the_events_sees_the_game(walk: Walk) -> Generator[None]:
    reducers = {seat: ViewReducer.start(walk.game.ruleset.rules, seat) for seat in walk.eyes}
    while True:
        for seat, reducer in reducers.items():
            reducer.feed(seen(event, seat) for event in walk.events)
            assert reducer.view == walk.views[seat], seat
        assert walk.move or all(reducer.view.over for reducer in reducers.values())
        yield


def events_have_the_fields_of_their_kind(walk: Walk) -> Generator[None]:
    while True:
        for event in walk.events:
            kind = KINDS[event.kind]
            assert event.amount >= 0
            empty = set(Event._fields) - {"kind", *kind.public, *kind.secret}
            assert event == event._replace(**{name: Event._field_defaults[name] for name in empty})
        yield


def secret_fields_go_only_to_who_may_know(walk: Walk) -> Generator[None]:
    """What an event hides is empty for everybody else, and whole for its knowers."""
    hidden = 0
    while walk.move:
        for event in walk.events:
            known, public = knowers(event), seen(event, None)
            for seat in walk.eyes:
                assert seen(event, seat) == (event if seat in known else public)
            hidden += public != event
        yield
    assert hidden > 50
    yield


def all_seats_are_told_at_once_what_each_of_them_sees(walk: Walk) -> Generator[None]:
    twin = random_game(walk.number, walk.box)
    heard: list[list[Event]] = [[] for _ in range(walk.box.players)]
    while True:
        twin.tell([each.append for each in heard])
        for seat, each in enumerate(heard):
            assert each == [seen(event, seat) for event in walk.events], seat
            each.clear()
        if walk.move:
            twin.apply(walk.move)
        yield


def nobody_can_tell_worlds_apart(walk: Walk) -> Generator[None]:
    relations = Relations(walk.number, share=0.4)
    while walk.move:
        relations.check(walk.game, walk.move)
        yield
    assert all(relations.checked[relation] > 10 for relation in "123")
    yield


def a_resampled_world_is_a_whole_game(walk: Walk) -> Generator[None]:
    g, chance = walk.game, Random(walk.number)
    while walk.move:
        if chance.random() < 0.1:
            seat = chance.choice(walk.eyes)
            world = resample(g, seat, chance)
            check_position(world)
            known = g.marks.get("killed")
            assert all(world.owners[rank] < 0 for rank in g.silent if rank != known)
            if chance.random() < 0.1:
                while not world.over:
                    world.apply(choose(world, chance, 0.9))
                check_position(world)
            if seat is not None:
                assert g.players[seat].hand == resample(g, seat, chance).players[seat].hand
        yield
    yield


def a_resampled_world_agrees_with_the_draft_a_seat_saw(walk: Walk) -> Generator[None]:
    g, chance = walk.game, Random(walk.number)
    while walk.move:
        if chance.random() < 0.3 and "traded" not in g.marks:
            seat = chance.randrange(walk.box.players)
            assert g.players[seat].saw in list(_reenactments(resample(g, seat, chance), seat))
        yield
    yield


def _reenactments(world: State, seat: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """What the seat would have been shown, had the characters been chosen as they lie in a world."""
    turns = world.ruleset.schedule.turns
    n = len(world.players)
    drafting = world.kind in ("draft", "aside")
    done = turns[: world.stack[-1].values()["index"] if drafting else len(turns)]
    asides = [rank for _, rank in world.aside]
    firsts = asides[:1]
    if any(what == "mix" for what, _ in done):  # the first card went to the last player, who took it or left it
        firsts = [*world.pool, *asides, *world.players[(world.dealer - 1) % n].roles]
    for first in firsts:
        pool = set(world.ruleset.ranks) - set(world.faceup)
        laid = [first, *asides[1:]]
        roles = [list(p.roles) for p in world.players]
        saw: list[tuple[int, ...]] = []
        try:
            for what, offset in done:
                who = (world.dealer + offset) % n
                if what in ("pick", "aside") and who == seat:
                    saw.append(tuple(sorted(pool)))
                if what == "mix":
                    pool.add(first)
                else:
                    pool.remove(roles[who].pop(0) if what == "pick" else laid.pop(0))
        except KeyError:
            continue
        if world.seat == seat and drafting:
            saw.append(tuple(sorted(pool)))
        yield tuple(saw)


def a_notebook_is_never_wrong(walk: Walk) -> Generator[None]:
    """The truth is never ruled out, and a certainty is true: also when the notebook was opened during the game."""
    g, chance = walk.game, Random(str(walk.box))
    books, begun = notebooks(g), False
    late, late_seat = Notebook(walk.views[0]), 0
    while True:
        tell(books, walk.events)
        if walk.move and chance.random() < 0.02:
            late_seat = chance.randrange(walk.box.players)
            late = Notebook(walk.views[late_seat])
        elif begun:
            late.feed([seen(event, late_seat) for event in walk.events])
            if chance.random() < 0.3:
                check(g, late.page())
        if chance.random() < 0.3:
            check(g, books[chance.choice(walk.eyes)].page())
        if walk.move and chance.random() < 0.3 and "traded" not in g.marks:
            seat = chance.choice(walk.eyes)
            world, book = resample(g, seat, chance), books[seat]
            assert deduce(view(world, seat), book.memory) == deduce(walk.views[seat], book.memory) == book.page()
            if not book.memory.treated:  # what a Hospital has shown is not in the view, and so may change in the world
                check(world, book.page())
        begun = True
        yield


LAWS: tuple[Law, ...] = (
    nothing_is_lost_and_one_seat_is_asked,
    points_are_told_as_they_are_counted,
    what_is_not_possible_is_refused_and_changes_nothing,
    twins_are_built_only_where_they_may_be,
    moves_lead_to_what_they_are_said_to_lead_to,
    moves_read_back,
    playing_a_copy_leaves_the_game_alone,
    the_same_moves_give_the_same_game,
    a_stored_game_goes_on_the_same,
    who_follows_the_events_sees_the_game,
    events_have_the_fields_of_their_kind,
    secret_fields_go_only_to_who_may_know,
    all_seats_are_told_at_once_what_each_of_them_sees,
    nobody_can_tell_worlds_apart,
    a_resampled_world_is_a_whole_game,
    a_resampled_world_agrees_with_the_draft_a_seat_saw,
    a_notebook_is_never_wrong,
)


@pytest.mark.parametrize("box", tiered(BOXES[::3], BOXES[::6]), ids=str)
def test_all_laws_hold_in_a_random_game(box: Box) -> None:
    check_laws(LAWS, 0, box)


@pytest.mark.thorough
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_all_laws_hold_in_more_random_games(box: Box) -> None:
    for number in (1, 2):
        check_laws(LAWS, number, box)


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_all_laws_hold_in_many_random_games(box: Box) -> None:
    for number in range(1000, 1100):
        check_laws(LAWS, number, box)


def broken_at_the_third_decision(walk: Walk) -> Generator[None]:
    yield
    yield
    assert walk.move is None
    yield


def test_a_failure_names_the_law_and_the_decision() -> None:
    with pytest.raises(AssertionError) as caught:
        check_laws((moves_read_back, broken_at_the_third_decision), 3, Box("classic", 4))
    (note,) = caught.value.__notes__
    assert note.startswith("law: broken_at_the_third_decision, game 3 of classic-4, decision 2, next move: ")
