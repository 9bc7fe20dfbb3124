"""The library answers any arguments, or refuses them with a sentence: all that docs/api.md names."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

import engine
from citadels_tui.rulings import run
from engine import (
    EDITIONS,
    CitadelsError,
    Event,
    HandMemory,
    History,
    Move,
    Record,
    Rules,
    State,
    View,
    ViewReducer,
    bot,
    format_line,
    load,
    new_game,
    parse_line,
    resample,
    save,
    score,
    seen,
    state,
    view,
)
from engine.bots.registry import BUILT_IN
from tests.support.engine.compiled import replaces_code
from tests.support.root import ROOT

lib: Any = engine
"""The library for who has no types."""
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
COMPILED = not state.__file__.endswith(".py")
RULES = Rules.make(4)
RULING = re.findall(r"run\('''\n(.*?)''", PAGE, re.DOTALL)[0].replace("... ", "")
FIRST = Event("deal", 0, cards=("tavern",), amount=1)


def a_game() -> State:
    """A game in which somebody is in the middle of a turn, and some have seen hands."""
    game, chance = new_game(RULES, 7), Random(7)
    for _ in range(40):
        game.apply(chance.choice(game.moves))
    return game


def mine(game: State) -> View:
    return view(game, game.seat)


def a_record() -> Record:
    game = new_game(RULES, b"x" * 16)
    assert game.seat is not None
    return Record(RULES, ("Ann", "Bo", "Cleo", "Dan"), b"x" * 16, [(game.seat, game.moves[0])])


def junk() -> Iterator[Any]:
    """Values of every kind, made anew each time; among them some that are nearly right."""
    yield from (None, True, False, 0, -1, 1, 9, 99, 1.0, 1.5, float("nan"), float("inf"), 3 + 4j, 10**5000, -(10**5000))
    yield from ("", "4", "deluxe", "gold", "p1: gold", "x" * 5000, "\ud800", "\x00", "{name}", "p9: gold", "\n")
    yield from (b"", b"gold", b"x" * 16, bytearray(16), memoryview(b"x"))
    yield from ((), (1,), ("gold", "", -1, ""), [], [None], [[]], ["x"], [1, 2, 3, 4, 5, 6, 7, 8], [10**5000], [("a",)])
    yield from ({}, {"a": 1}, {1: 2}, {"format": 3}, {None: None}, {"duplicates": None}, set(), {"x"}, frozenset({1}))
    yield from (range(3), iter(()), (each for each in "abc"), object(), object, len, print, Random(1), Exception("x"))
    yield from (Move("gold"), Move("nonsense"), Move(3), Move("gold", seat="x"), Move("rob", None, 10**5000))  # type: ignore[arg-type]
    yield from (Event("gold"), Event("undo"), Event("draw", 99), Event("draw", "x"), Event([]), Event("pass_card", 0))  # type: ignore[arg-type]
    yield from (Event("trade_role", 0, 1, 1), Event("ask", -1), Event("discard", 0, cards=("keep",)), Event("enter", 1))
    yield from (State(), RULES, EDITIONS, EDITIONS["deluxe"], CitadelsError("x"), Rules)
    if not COMPILED:
        # There the compiler refuses to make them.
        rules, record = lib.Rules, lib.Record
        yield from (rules("deluxe", "4", (), ()), rules("deluxe", 4, [[]], None), rules([], 4.0, 3, {}, None, [3]))
        yield rules("deluxe", 4, RULES.characters, RULES.uniques, False, ((3, 4),))
        yield record(None, None, None, None)


class Call(NamedTuple):
    """A way to use the library, with arguments that fit; whatever it returns is printed as well."""

    made: Callable[..., Any]
    fitting: Callable[[], tuple[Any, ...]]


def played(game: State, move: object) -> str:
    game.apply(move)  # type: ignore[arg-type]
    return str(game)


def taken(history: History, move: object) -> str:
    history.play(move)  # type: ignore[arg-type]
    return history.refusal


def remembered(players: int, event: Event) -> object:
    memory = HandMemory(players)
    memory.watch(event)
    return memory.known


def folded(rules: Rules, seat: int | None, events: Iterable[Event]) -> str:
    reducer = ViewReducer.start(rules, seat)
    reducer.feed(events)
    return str(reducer.view)


def fed(begin: View, events: Iterable[Event]) -> View:
    reducer = ViewReducer(begin)
    reducer.feed(events)
    return reducer.view


def recorded(*parts: Any) -> str:
    return Record(*parts).format()


def replayed(*parts: Any) -> State:
    return Record(*parts).replay()


def made(*given: Any) -> State:
    return new_game(Rules.make(*given), 1)


def chosen(level: str) -> Callable[[Any, Any], Move]:
    def choose(event: Any, sight: Any) -> Move:
        player = bot(level, 1)
        player.watch(event)
        return player.choose(sight)

    return choose


SETUP: tuple[Any, ...] = (4, "deluxe", "first_game", RULES.characters, RULES.uniques, False, False, {}, False)
CALLS: dict[str, Call] = {
    "new_game": Call(new_game, lambda: (RULES, 1)),
    "view": Call(view, lambda: (a_game(), 0)),
    "score": Call(score, lambda: (a_game(), 0)),
    "resample": Call(resample, lambda: (a_game(), 0, Random(1), ("cards",), ((), (), (), ()))),
    "seen": Call(seen, lambda: (FIRST, 0)),
    "save": Call(save, lambda: (a_game(),)),
    "load": Call(load, lambda: (save(a_game()),)),
    "bot": Call(bot, lambda: ("steward", 1)),
    "format_line": Call(format_line, lambda: (0, Move("gold"), Move("end"))),
    "parse_line": Call(parse_line, lambda: ("p1: gold",)),
    "Move": Call(lambda *fields: str(Move(*fields)) + repr(Move(*fields)), lambda: ("rob", "king", -1, "")),
    "Move.parse": Call(Move.parse, lambda: ("rob king",)),
    "State.apply": Call(lambda move: played(a_game(), move), lambda: (a_game().moves[0],)),
    "State.play": Call(lambda text: a_game().play(text), lambda: (str(a_game().moves[0]),)),
    "History": Call(lambda game: History(game).refusal, lambda: (a_game(),)),
    "History.play": Call(lambda move: taken(History(a_game()), move), lambda: (a_game().moves[0],)),
    "HandMemory": Call(remembered, lambda: (4, FIRST)),
    "ViewReducer": Call(fed, lambda: (view(a_game(), 0), [FIRST])),
    "ViewReducer.start": Call(folded, lambda: (RULES, 0, [FIRST])),
    "Record": Call(recorded, lambda: (a_record().rules, a_record().names, a_record().seed, a_record().moves)),
    "Record.replay": Call(replayed, lambda: (a_record().rules, a_record().names, a_record().seed, a_record().moves)),
    "Record.parse": Call(Record.parse, lambda: (a_record().format(),)),
    "Rules": Call(
        lambda *parts: new_game(Rules(*parts), 1), lambda: ("deluxe", 4, RULES.characters, RULES.uniques, False, ())
    ),
    "Rules.make": Call(made, lambda: SETUP),
    "Rules.random": Call(lambda *given: new_game(Rules.random(*given), 1), lambda: (4, Random(1), "deluxe", False)),
    "Rules.from_plain": Call(Rules.from_plain, lambda: (RULES.to_plain(),)),
    "EDITIONS": Call(EDITIONS["deluxe"].preset, lambda: ("first_game",)),
    "rulings.run": Call(run, lambda: (RULING,)),
    **{f"Bot {level}": Call(chosen(level), lambda: (FIRST, mine(a_game()))) for level in BUILT_IN},
}
NOTHING_TO_CALL = {"RULES_V", "UNDO", "__version__", "Bot", "View", "Event", "Outcome", "Price", "Refusal"}
"""Values, types of values that only the library makes, and what a bot has to have."""


def test_every_public_name_is_called() -> None:
    errors = {name for name in engine.__all__ if name.endswith("Error") or name == "IllegalMove"}
    named = {name.partition(".")[0].partition(" ")[0] for name in CALLS} | {"State"}
    assert named - {"rulings", "Bot"} == set(engine.__all__) - errors - NOTHING_TO_CALL


def test_every_call_answers_arguments_that_fit() -> None:
    for call in CALLS.values():
        assert call.made(*call.fitting()) is not ...


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_junk_arguments_are_refused_with_a_sentence(name: str) -> None:
    call = CALLS[name]
    refused = 0
    for place in range(len(call.fitting())):
        values = junk()
        for number in range(sum(1 for _ in junk())):
            given = list(call.fitting())
            given[place] = next(values)
            with warnings.catch_warnings(action="ignore"):
                refused += not answers(call, given, number)
    assert refused > 10 or name == "Move"  # a value, which holds what it is given


def answers(call: Call, given: list[Any], number: int) -> bool:
    """Whether a call answers; otherwise it must have been refused in a sentence."""
    try:
        answer = call.made(*given)
        if isinstance(answer, State | View | Move):
            assert str(answer)
            assert repr(answer)
    except CitadelsError as error:
        said = str(error)
        assert said, number
        assert "\n" not in said, said
        assert len(said) < 500, said
        return False
    except TypeError:
        # The compiler checks types before the engine sees them.
        if COMPILED:
            return False
        raise
    return True


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: lib.view(a_game(), -1), "a seat is a number from 0 to 3, not -1"),
    (lambda: lib.view(a_game(), 9), "a seat is a number from 0 to 3, not 9"),
    (lambda: lib.view(a_game(), True), "a seat is a number from 0 to 3, not True"),
    (lambda: lib.view(State(), 0), "a game is made by new_game or load; this is a value of type State"),
    (lambda: lib.score(a_game(), 4), "a seat is a number from 0 to 3, not 4"),
    (lambda: lib.score(a_game(), -2), "a seat is a number from 0 to 3, not -2"),
    (lambda: lib.resample(a_game(), 9, Random(1)), "a seat is a number from 0 to 3, not 9"),
    (lambda: lib.resample(a_game(), -1, Random(1)), "a seat is a number from 0 to 3, not -1"),
    (lambda: lib.resample(a_game(), 0, None), "the source of randomness must be a random.Random, not None"),
    (lambda: lib.resample(a_game(), 0, Random(1), "cards"), "the parts to deal anew are some of cards, roles"),
    (
        lambda: lib.resample(a_game(), 0, Random(1), known=((), ("no_card",), (), ())),
        "the hand cards that are said to be known are not in those hands",
    ),
    (lambda: lib.seen(FIRST, -1), "a seat is a number from 0 to 7, not -1"),
    (lambda: lib.new_game(RULES, 1.5), "seed must be a number, a text or bytes, not 1.5"),
    (
        lambda: lib.new_game(RULES, bytearray(16)),
        "seed must be a number, a text or bytes, not a value of type bytearray",
    ),
    (lambda: lib.new_game(RULES, 10**5000), "a seed that is a number has at most 1,000 digits"),
    (lambda: lib.new_game(RULES, "\ud800"), "a seed that is a text must have only characters that UTF-8 can write"),
    (lambda: lib.new_game("deluxe", 1), "rules must be a Rules, not 'deluxe'"),
    (lambda: lib.Rules.make(4.0), "players must be a number, not 4.0"),
    (lambda: lib.Rules.make("4"), "players must be a number, not '4'"),
    (lambda: lib.Rules.make(edition=None), "edition must be the id of an edition, not None"),
    (lambda: lib.Rules.make(preset=[]), "Deluxe has no preset a value of type list; choose from first_game"),
    (lambda: lib.Rules.make(characters="assassin"), "characters must be several ids, not 'assassin'"),
    (lambda: lib.Rules.make(characters=[1, 2, 3, 4, 5, 6, 7, 8]), "characters must be several ids, not 1"),
    (lambda: lib.Rules.make(uniques=[None] * 14), "uniques must be several ids, not None"),
    (lambda: lib.Rules.make(options=["x"]), "options must be names with their values, not a value of type list"),
    (lambda: lib.Rules.make(action_cards=1), "action_cards must be True or False, not 1"),
    (lambda: lib.Rules.make(nine="no"), "nine must be True or False, not 'no'"),
    (lambda: lib.new_game(RULES, 7).play(None), "play takes the text of moves, not None"),
    (
        lambda: lib.new_game(RULES, 7).apply("gold"),
        "apply takes one of the moves, and play its text; this is 'gold'",
    ),
    (lambda: lib.new_game(RULES, 7).apply(("gold", "", -1, "")), "apply takes one of the moves, and play its text"),
    (lambda: lib.Move.parse(3), "moves are read from a text, not from 3"),
    (lambda: lib.parse_line(None), "moves are read from a text, not from None"),
    (lambda: lib.format_line(-1, Move("gold")), "a seat is a number from 0 to 7, not -1"),
    (lambda: lib.format_line(0, "gold"), "a line has moves, not 'gold'"),
    (lambda: lib.History(None), "a history begins with a game, not None"),
    (lambda: lib.HandMemory(0), "a game has up to 8 players, not 0"),
    (lambda: lib.HandMemory(4).watch(None), "this is no event of this game"),
    (lambda: lib.HandMemory(4).watch(Event("pass_card", 0, cards=("keep",))), "this is no event of this game"),
    (lambda: lib.ViewReducer.start(RULES, 4), "a seat is a number from 0 to 3, not 4"),
    (lambda: lib.ViewReducer.start(RULES, 0).feed([Event("gold", -1, amount=2)]), "this is no event of this game"),
    (lambda: lib.view(a_game(), None).me, "a spectator has no seat"),
    (lambda: lib.bot(None, 1), "there is no bot None; choose from random"),
    (lambda: lib.bot("steward", "1"), "seed must be a number, not '1'"),
    (
        lambda: lib.bot("steward", 1).choose(view(a_game(), None)),
        "a bot chooses one of the moves of its seat's view",
    ),
    (lambda: lib.save(None), "only a game that new_game or load has made can be saved, not None"),
    (lambda: lib.Record.parse(b"x"), "a record is read from a text, not from a value of type bytes"),
    (lambda: CALLS["rulings.run"].made(b"x"), "a ruling is read from a text, not from a value of type bytes"),
]
"""Wrong calls, and how the sentence begins that refuses them."""


def test_a_wrong_call_is_refused_with_its_sentence() -> None:
    for call, sentence in WRONG:
        with pytest.raises((CitadelsError, TypeError) if COMPILED else CitadelsError) as caught:
            call()
        assert isinstance(caught.value, TypeError) or str(caught.value).startswith(sentence)


@replaces_code
def test_a_truth_is_no_number() -> None:
    """The compiler makes one of it."""
    with pytest.raises(CitadelsError, match=r"^seed must be a number, a text or bytes, not True$"):
        lib.new_game(RULES, True)
    with pytest.raises(CitadelsError, match=r"^players must be a number, not True$"):
        lib.Rules.make(True)


def test_a_wrong_move_leaves_the_game_as_it_was() -> None:
    game = a_game()
    before = save(game)
    for value in islice(junk(), 200):
        if not isinstance(value, Move) or value not in game.moves:
            with pytest.raises((CitadelsError, TypeError) if COMPILED else CitadelsError):
                game.apply(value)
    assert save(game) == before


def test_without_a_seed_a_game_is_another_one_every_time() -> None:
    games = [new_game(RULES) for _ in range(3)] + [new_game(RULES, None)]
    assert len({game.seed for game in games}) == 4
    assert all(len(game.seed) == 32 for game in games)
    assert len({str(save(game)["deck"]) for game in games}) == 4
