"""Games as plain data and back: ints, strings, bytes, lists and dicts only."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from engine.card import District
from engine.cards import CHARACTERS, district
from engine.errors import MISFITS, CitadelsError, SaveError
from engine.facedown import Facedown
from engine.move import Move
from engine.player import Player, Turn
from engine.rules import Rules
from engine.ruleset import ruleset
from engine.state import State
from engine.step import STEPS, Step

UPGRADES: tuple[Callable[[dict[str, Any]], None], ...] = ()
"""Each makes what was stored in form N, from 1 on, that of form N + 1."""
FORMAT = 1 + len(UPGRADES)
"""Version of the stored form."""

Plain = dict[str, Any]


def save(g: State) -> Plain:
    """A game as plain data; undrained events are not part of it."""
    turn = g.turn
    return {
        "format": FORMAT,
        "rules": g.ruleset.rules.to_plain(),
        "seed": g.seed,
        "counter": g.counter,
        "players": [
            {
                "gold": p.gold,
                "hand": [c.id for c in p.hand],
                "city": list(p.city_ids),
                "roles": list(p.roles),
                "shown": list(p.shown),
                "aside": list(p.aside),
                "saw": [list(pool) for pool in p.saw],
            }
            for p in g.players
        ],
        "deck": [c.id for c in g.deck],
        "discards": [c.id for c in g.discards],
        "crown": g.crown,
        "dealer": g.dealer,
        "round": g.round,
        "pool": list(g.pool),
        "aside": [list(pair) for pair in g.aside],
        "faceup": list(g.faceup),
        "owners": list(g.owners),
        "called": g.called,
        "silent": list(g.silent),
        "turn": {
            "seat": turn.seat,
            "char": turn.char.id,
            "gathered": turn.gathered,
            "ready": turn.ready,
            "resumed": turn.resumed,
            "built": turn.built,
            "limit": turn.limit,
            "spent": turn.spent,
            "used": list(turn.used),
        }
        if turn
        else None,
        "marks": dict(g.marks),
        "tokens": {
            kind: [token.holder, list(token.on), list(token.items), list(token.gone)]
            for kind, token in g.tokens.items()
        },
        "things": {card: list(numbers) for card, numbers in g.things.items()},
        "finished": list(g.finished),
        "firsts": list(g.firsts),
        "full": list(g.full),
        "winners": list(g.winners),
        "stack": [
            [type(step).__name__, {name: _pack(value) for name, value in step.values().items()}] for step in g.stack
        ],
    }


def load(plain: object) -> State:
    """Read what `save` wrote, and ask its open question again.

    Raises:
        SaveError: when it is not a stored game of this version.
    """
    number = plain.get("format") if isinstance(plain, dict) else None
    if not isinstance(number, int) or not 0 < number <= FORMAT:
        raise SaveError("this is not a stored game of this version")
    try:
        stored: Any = plain if number == FORMAT else deepcopy(plain)
        for upgrade in UPGRADES[number - 1 :]:
            upgrade(stored)
        return _load(stored)
    except SaveError:
        raise
    except (CitadelsError, *MISFITS) as error:
        raise SaveError("the stored game is damaged") from error


def _reduced(g: State) -> tuple[Callable[[object], State], tuple[Plain]]:
    return load, (save(g),)


# There is one object of each card, so the stored form is pickled.
copyreg.pickle(State, _reduced)


def _load(plain: Plain) -> State:
    rules = Rules.from_plain(plain["rules"])
    seed = plain["seed"]
    if not isinstance(seed, bytes) or len(seed) > 64:
        raise SaveError("the stored game has no seed")
    g = State().start(ruleset(rules), seed)
    g.counter = _int(plain["counter"])
    if len(plain["players"]) != rules.players:
        raise SaveError("the stored game has another number of players")
    g.players = [_player(p, rules.edition) for p in plain["players"]]
    g.deck = _cards(plain["deck"], rules.edition)
    g.discards = _cards(plain["discards"], rules.edition)
    g.crown = _int(plain["crown"])
    g.dealer = _int(plain["dealer"])
    g.round = _int(plain["round"])
    g.pool = _ints(plain["pool"])
    g.aside = tuple((_int(knower), _int(rank)) for knower, rank in plain["aside"])
    g.faceup = _ints(plain["faceup"])
    g.owners = list(_ints(plain["owners"]))
    g.called = _int(plain["called"])
    g.silent = _ints(plain["silent"])
    g.turn = _turn(plain["turn"], rules.edition) if plain["turn"] is not None else None
    g.marks = {_str(name): _int(value) for name, value in plain["marks"].items()}
    g.tokens = {
        _str(kind): Facedown(_int(holder), _ints(on), _strs(items), _strs(gone))
        for kind, (holder, on, items, gone) in plain["tokens"].items()
    }
    g.things = {_str(card): _ints(numbers) for card, numbers in plain["things"].items()}
    g.finished = _ints(plain["finished"])
    g.firsts = _ints(plain["firsts"])
    g.full = _ints(plain["full"])
    g.winners = _ints(plain["winners"])
    g.stack = [_step(name, values, rules.edition) for name, values in plain["stack"]]
    if g.stack:
        if not g.stack[-1].kind:
            raise SaveError("the stored game is not at a decision")
        g.seat, g.moves = g.stack[-1].ask(g)
        if not g.moves or g.seat not in range(rules.players):
            raise SaveError("the stored game asks a question that nobody can answer")
    return g


def _player(plain: Plain, edition: str) -> Player:
    p = Player().start()
    p.gold = _int(plain["gold"])
    p.hand = _cards(plain["hand"], edition)
    p.settle(_cards(plain["city"], edition))
    p.roles = _ints(plain["roles"])
    p.shown = _ints(plain["shown"])
    p.aside = _ints(plain["aside"])
    p.saw = tuple(_ints(pool) for pool in plain["saw"])
    return p


def _turn(plain: Plain, edition: str) -> Turn:
    turn = Turn().begin(_int(plain["seat"]), CHARACTERS[edition][plain["char"]])
    turn.gathered = bool(plain["gathered"])
    turn.ready = bool(plain["ready"])
    turn.resumed = bool(plain["resumed"])
    turn.built = _int(plain["built"])
    turn.limit = _int(plain["limit"])
    turn.spent = _int(plain["spent"])
    turn.used = _strs(plain["used"])
    return turn


def _step(name: object, values: Plain, edition: str) -> Step:
    cls = STEPS[_str(name)]
    if sorted(values) != sorted(cls.names):
        raise SaveError("the stored game has a step of another version")
    return cls(**{key: _unpack(value, edition) for key, value in values.items()})


def _pack(value: object) -> object:
    """A step's field: a number, a word, a card, a move, or a tuple of those."""
    if isinstance(value, District):
        return {"card": value.id}
    if isinstance(value, Move):
        return {"move": str(value)}
    if isinstance(value, tuple):
        return [_pack(item) for item in value]
    return value


def _unpack(plain: object, edition: str) -> object:
    match plain:
        case int() | str():
            return plain
        case list():
            return tuple(_unpack(item, edition) for item in plain)
        case {"card": str(id)}:
            return district(id, edition)
        case {"move": str(text)}:
            return Move.parse(text)
    raise SaveError("the stored game has a value that cannot be")


def _int(value: object) -> int:
    if type(value) is not int:
        raise SaveError("the stored game has a value that cannot be")
    return value


def _str(value: object) -> str:
    if not isinstance(value, str):
        raise SaveError("the stored game has a value that cannot be")
    return value


def _many(check: Callable[[object], Any], values: object) -> tuple[Any, ...]:
    if not isinstance(values, list | tuple):
        raise SaveError("the stored game has a value that cannot be")
    return tuple([check(value) for value in values])


def _ints(values: object) -> tuple[int, ...]:
    return _many(_int, values)


def _strs(values: object) -> tuple[str, ...]:
    return _many(_str, values)


def _cards(values: object, edition: str) -> list[District]:
    return [district(id, edition) for id in _strs(values)]
