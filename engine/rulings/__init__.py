"""Rulings as data: a table position, moves, and what must be true; readable by a player.

The format is described in ``docs/notation.md``; the files stand beside this one, by edition and card, and
``README.md`` lists what the rulebooks leave open.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.card import District, Hooks
from engine.card_ids import ids
from engine.cards import CHARACTERS, DISTRICTS
from engine.cards.tokens import lay
from engine.errors import CitadelsError, shown
from engine.facedown import Facedown
from engine.move import MAX_SEATS, Move, format_line, parse_line
from engine.round import CALLS, Scoring, StartRound
from engine.rules import Rules
from engine.ruleset import ruleset
from engine.score import score
from engine.state import State

MAX_BYTES = 1 << 16
"""A longer ruling is not read."""

Toml = Mapping[str, Any]

_TOP = {"title", "source", "edition", "characters", "uniques", "action_cards", "options", "table", "step"}
_TABLE = {
    "crown",
    "deck",
    "calling",
    "phase",
    "killed",
    "bewitched",
    "robbed",
    "warrants",
    "threats",
    "faceup",
    "facedown",
    "finished",
    "tax",
    "bell_tower",
}
_PLAYER = {"gold", "hand", "city", "characters", "wagons"}
_TRIES = 20_000


class RulingFailed(CitadelsError):
    """The ruling does not hold, or is not a ruling; the message says what and where."""


def run(text: str) -> str:
    """Play one ruling and check what it says.

    Args:
        text: The TOML text of the ruling.

    Returns:
        Its title.

    Raises:
        RulingFailed: when something it expects is not so, or it cannot be read.
    """
    if not isinstance(text, str):
        raise RulingFailed(f"a ruling is read from a text, not from {shown(text)}")
    if len(text) > MAX_BYTES:
        raise RulingFailed("the ruling is too long")
    try:
        ruling = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulingFailed(f"not TOML: {error}") from error
    except ValueError as error:
        raise RulingFailed("a number is too long") from error
    except RecursionError as error:
        raise RulingFailed("it is nested too deeply") from error
    return _run(ruling)


@contextmanager
def _fitting(where: str) -> Iterator[None]:
    """Say where a value is of a kind that cannot be there."""
    try:
        yield
    except RulingFailed:
        raise
    except CitadelsError as error:
        raise RulingFailed(f"{where}: {error}") from error
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as fault:
        # Not the name above: compiled, a name in a generator has one type.
        raise RulingFailed(f"{where}: a value is missing or does not fit") from fault


def _run(ruling: Toml) -> str:
    seats = {f"p{i + 1}": i for i in range(MAX_SEATS)}
    _known(ruling, _TOP | set(seats), "ruling")
    title = ruling.get("title")
    if not isinstance(title, str) or not isinstance(ruling.get("source"), str):
        raise RulingFailed("a ruling has a title and a source")
    with _fitting("the position"):
        g = position(ruling)
    steps = ruling.get("step")
    if not steps or not isinstance(steps, list):
        raise RulingFailed("a ruling has at least one step")
    for number, step in enumerate(steps, 1):
        where = f"step {number}"
        with _fitting(where):
            _step(g, step, where)
    return title


def _step(g: State, step: Toml, where: str) -> None:
    _known(step, {"do", "refuse", "expect"}, where)
    if "do" in step:
        seat, moves = parse_line(step["do"])
        for move in moves:
            _do(g, seat, move, where)
    if "refuse" in step:
        seat, moves = parse_line(step["refuse"])
        for move in moves:
            if g.seat == seat and move in g.moves:
                raise RulingFailed(f"{where}: {format_line(seat, move)!r} should be refused")
    if "expect" in step:
        _expect(g, step["expect"], where)


def _do(g: State, seat: int, move: Move, where: str) -> None:
    if g.seat != seat:
        next_ = "nobody" if g.seat is None else f"p{g.seat + 1}"
        raise RulingFailed(f"{where}: {format_line(seat, move)!r}, but {next_} is asked ({g.kind or 'over'})")
    if move not in g.moves:
        legal = ", ".join(map(str, g.moves))
        raise RulingFailed(f"{where}: {str(move)!r} is not legal; legal: {legal}")
    g.apply(move)


def position(ruling: Toml) -> State:
    """The state that a ruling's table describes, run to its first decision.

    Raises:
        RulingFailed: when the position is impossible.
    """
    setup = ruling.get("table", {})
    _known(setup, _TABLE, "[table]")
    players = max((i + 1 for i in range(MAX_SEATS) if f"p{i + 1}" in ruling), default=0)
    rules = Rules.make(
        players,
        ruling.get("edition", "deluxe"),
        None,
        ruling["characters"],
        ruling.get("uniques", []),
        action_cards=ruling.get("action_cards", False),
        options=ruling.get("options", {}),
        part=True,
    )
    g = State().start(ruleset(rules), bytes(16))
    g.crown = g.dealer = _seat(setup.get("crown", "p1"))
    _deal(g, ruling, setup)
    if "tax" in setup:
        g.things["tax_collector"] = (setup["tax"],)
    if "bell_tower" in setup:
        g.things["bell_tower"] = (_seat(setup["bell_tower"]),)
    if "finished" in setup:
        g.finished = tuple(_seat(name) for name in setup["finished"])
    else:
        g.finished = tuple(seat for seat in range(players) if g.complete(seat))
    g.firsts = g.finished[:1]
    rung = "bell_tower" in setup
    g.full = tuple(seat for seat in g.finished if not rung or g.size(seat) >= g.ruleset.target)
    phase = setup.get("phase")
    if phase == "draft":
        return _draft(g, setup)
    if phase is not None and phase != "scoring":
        raise RulingFailed(f"there is no phase {phase!r}")
    _cast(g, ruling, setup)
    g.stack.append(Scoring() if phase == "scoring" else CALLS[g.called + 1])
    g.run()
    return g


def _deal(g: State, ruling: Toml, setup: Toml) -> None:
    left = Counter(g.ruleset.cards)

    def take(names: Iterable[Any]) -> list[District]:
        cards = [_district(g, name) for name in names]
        left.subtract(c.plain for c in cards)
        return cards

    for seat, p in enumerate(g.players):
        who = ruling.get(f"p{seat + 1}", {})
        _known(who, _PLAYER, f"[p{seat + 1}]")
        p.gold = who.get("gold", 0)
        p.hand = take(who.get("hand", []))
        p.settle(take(who.get("city", [])))
        for item in who.get("city", []):
            if isinstance(item, dict) and "under" in item:
                g.tokens[item["card"]] = Facedown(seat, (), ids(take(item["under"])))
        for gold in who.get("wagons", []):
            (wagon,) = take(["cash_wagon"])
            g.things[wagon.id] = (*g.things.get(wagon.id, ()), seat, gold)
    top = take(setup.get("deck", []))
    missing = [c.id for c, n in left.items() if n < 0]
    if missing:
        raise RulingFailed(f"there are not enough cards of {', '.join(missing)}")
    rest = sorted(left.elements(), key=lambda c: c.id)
    g.deck = rest + top[::-1]


def _cast(g: State, ruling: Toml, setup: Toml) -> None:
    """Give the characters out and bring the round to the call that comes."""
    g.round = 1
    g.called = setup.get("calling", len(g.ruleset.roster) if setup.get("phase") else 1) - 1
    g.owners = [-1] * len(g.ruleset.roster)
    for seat, p in enumerate(g.players):
        p.roles = tuple(_rank(g, id) for id in ruling.get(f"p{seat + 1}", {}).get("characters", []))
        for rank in p.roles:
            if g.owners[rank] >= 0:
                raise RulingFailed(f"two players hold the {g.ruleset.char(rank).id}")
            g.owners[rank] = seat
    g.faceup = tuple(sorted(_rank(g, id) for id in setup.get("faceup", [])))
    g.aside = tuple((-1, r) for r in g.ruleset.ranks if g.owners[r] < 0 and r not in g.faceup)
    for name in ("killed", "bewitched", "robbed"):
        if name in setup:
            g.marks[name] = _rank(g, setup[name])
    if "robbed" in setup:
        g.marks["thief"] = g.owners[2]
    if "warrants" in setup:
        _lay(g, "warrants", setup["warrants"], "signed", 1)
    if "threats" in setup:
        _lay(g, "threats", setup["threats"], "rose", 2)
    for rank in range(1, min(g.called + 1, len(g.ruleset.roster))):
        seat = g.owners[rank]
        if seat < 0 or g.marks.get("killed") == rank:
            g.silent += (rank,)
            continue
        g.players[seat].shown += (rank,)
        if type(g.ruleset.char(rank)).guards is not Hooks.guards:
            g.marks["protected"] = g.owners[1] if g.marks.get("bewitched") == rank else seat


def _lay(g: State, kind: str, where: Toml, special: str, holder: int) -> None:
    _known(where, {special, "blank"}, kind)
    blank = where.get("blank", [])
    blanks = [blank] if isinstance(blank, str) else blank
    ranks = tuple(_rank(g, id) for id in (where[special], *blanks))
    lay(g, kind, g.owners[holder], ranks, (special, *("blank" for _ in blanks)))


def _draft(g: State, setup: Toml) -> State:
    """Start a round; a given layout is found by trying seeds."""
    faceup = tuple(sorted(_rank(g, id) for id in setup.get("faceup", [])))
    facedown = setup.get("facedown", [])
    hidden = {_rank(g, id) for id in ([facedown] if isinstance(facedown, str) else facedown)}
    if faceup and len(faceup) != g.ruleset.schedule.faceup:
        raise RulingFailed(f"{g.ruleset.schedule.faceup} characters lie face up with {len(g.players)} players")
    for number in range(_TRIES):
        trial = g.clone()
        trial.seed = number.to_bytes(16, "big")
        trial.stack.append(StartRound())
        trial.run()
        if (not faceup or trial.faceup == faceup) and hidden <= {rank for _, rank in trial.aside}:
            return trial
    raise RulingFailed("the characters cannot lie like that")


def _expect(g: State, expected: Toml, where: str) -> None:
    for key, value in expected.items():
        found = _find(g, key, value)
        if found != _form(g, key, value):
            raise RulingFailed(f"{where}: {key} is {found!r}, not {_form(g, key, value)!r}")


def _form(g: State, key: str, value: Any) -> Any:
    """An expected value as `_find` gives it: cards in any order."""
    if key.endswith((".hand", ".city")):
        return sorted(_district(g, item).id for item in value)
    if key.endswith((".characters", ".aside")) or key in ("winner", "legal", "illegal"):
        return sorted(value)
    return dict(value) if key == "scores" else value


def _find(g: State, key: str, value: Any) -> Any:
    if key in _FINDERS:
        return _FINDERS[key](g)
    if key == "scores":
        return {name: sum(points for _, points in score(g, _seat(name))) for name in value}
    if key in ("legal", "illegal"):
        legal = {format_line(g.seat, move) for move in g.moves} if g.seat is not None else set()
        for line in value:
            parse_line(line)
        return sorted(line for line in value if (line in legal) == (key == "legal"))
    name, _, what = key.partition(".")
    p = g.players[_seat(name)]
    if what == "gold":
        return p.gold
    if what == "hand":
        return sorted(ids(p.hand))
    if what == "city":
        return sorted(p.city_ids)
    if what == "under":
        return sum(len(t.items) for t in g.tokens.values() if not t.on and t.holder == _seat(name))
    if what == "aside":
        return sorted(g.ruleset.char(rank).id for rank in p.aside)
    if what == "characters":
        return sorted(g.ruleset.char(rank).id for rank in p.roles)
    raise RulingFailed(f"there is nothing called {key!r} to expect")


_FINDERS: Mapping[str, Callable[[State], Any]] = {
    "crown": lambda g: f"p{g.crown + 1}",
    "next": lambda g: "nobody" if g.seat is None else f"p{g.seat + 1}",
    "kind": lambda g: g.kind,
    "deck": lambda g: len(g.deck),
    "discards": lambda g: len(g.discards),
    "tax": lambda g: sum(g.things.get("tax_collector", ())),
    "faceup": lambda g: len(g.faceup),
    "facedown": lambda g: len(g.aside),
    "round": lambda g: g.round,
    "over": lambda g: g.over,
    "winner": lambda g: sorted(f"p{seat + 1}" for seat in g.winners),
}


def _known(found: Toml, allowed: Iterable[str], where: str) -> None:
    unknown = sorted(set(found) - set(allowed))
    if unknown:
        raise RulingFailed(f"{where}: unknown {unknown[0]!r}")


def _seat(name: str) -> int:
    if len(name) != 2 or name[0] != "p" or not "1" <= name[1] <= str(MAX_SEATS):
        raise RulingFailed(f"{name!r} is not a seat")
    return int(name[1]) - 1


def _rank(g: State, id: str) -> int:
    if id not in CHARACTERS[g.ruleset.rules.edition] or id not in g.ruleset.rules.characters:
        raise RulingFailed(f"{id!r} is not a character of this game")
    return g.ruleset.rank_of(id)


def _district(g: State, item: Any) -> District:
    beautified = False
    if isinstance(item, dict):
        _known(item, {"card", "beautified", "under"}, "a card")
        item, beautified = item["card"], item.get("beautified", False)
    if item.removesuffix("+") not in DISTRICTS[g.ruleset.rules.edition]:
        raise RulingFailed(f"there is no district {item!r}")
    return g.ruleset.district(item + "+" if beautified else item)
