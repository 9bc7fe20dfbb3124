"""The `.citadels` game record: a text file from which a game can be played again.

A header of ``key: value`` lines, an empty line, and one move a line in notation. Lines
that start with ``#`` are comments; the writer puts the round and the called rank there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.editions import OptionValue
from engine.errors import CitadelsError, NotationError, shown
from engine.game import new_game
from engine.move import Move, format_line, parse_line
from engine.rng import SHUFFLE_V
from engine.rules import Rules
from engine.state import State

MAX_BYTES = 1 << 20
"""A longer text is not read."""
UPGRADES: tuple[Callable[[dict[str, str]], None], ...] = ()
"""Each makes the header of a record of version N, from 1 on, that of one of version N + 1."""
VERSION = 1 + len(UPGRADES)

KEYS = ("citadels", "edition", "characters", "uniques", "action_cards", "options", "players", "shuffle", "seed")


@dataclass
class Record:
    """A game from its setup to its last move."""

    rules: Rules
    names: tuple[str, ...]
    """A name for each seat: one line of printable text without commas."""
    seed: bytes
    moves: list[tuple[int, Move]] = field(default_factory=list)
    """Seats and their moves, in order."""

    def format(self) -> str:
        """Write the record; the game is replayed for its comments.

        Raises:
            NotationError: when a move is not legal in this game, or a part of the record is of another kind.
        """
        self._check()
        rules = self.rules
        options = ", ".join(f"{name}={_option(value)}" for name, value in rules.options)
        lines = [
            f"citadels: {VERSION}",
            f"edition: {rules.edition}",
            f"characters: {', '.join(rules.characters)}",
            f"uniques: {', '.join(rules.uniques)}",
            f"action_cards: {_option(rules.action_cards)}",
            f"options: {options}",
            f"players: {', '.join(_name(name) for name in self.names)}",
            f"shuffle: {SHUFFLE_V}",
            f"seed: {self.seed.hex()}",
            "",
        ]
        g = new_game(rules, self.seed)
        round_, called = 0, 0
        for seat, move in self.moves:
            if g.round != round_:
                round_, called = g.round, 0
                lines.append(f"# round {round_}")
            if g.called != called:
                called = g.called
                lines.append(f"# {called} {g.ruleset.char(called).id}")
            lines.append(format_line(seat, move))
            _play(g, seat, move)
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record. The moves are not played yet; see `replay`.

        Raises:
            NotationError: with the line that cannot be read.
        """
        if not isinstance(text, str):
            raise NotationError(f"a record is read from a text, not from {shown(text)}")
        if len(text) > MAX_BYTES:
            raise NotationError("the record is too long")
        # Editors and mail programs change the ends of lines.
        head, _, body = text.replace("\r\n", "\n").partition("\n\n")
        header: dict[str, str] = {}
        for line in head.splitlines():
            if line.startswith("#"):
                continue
            key, colon, value = line.partition(":")
            if not colon or key in header:
                raise NotationError(f"not a header line: {line[:60]!r}")
            header[key] = value.strip()
        for number, upgrade in enumerate(UPGRADES, 1):
            if header.get("citadels") == str(number):
                upgrade(header)
                header["citadels"] = str(number + 1)
        for key, value in header.items():
            if key not in KEYS:
                raise NotationError(f"not a header line: {f'{key}: {value}'[:60]!r}")
        missing = [key for key in KEYS if key not in header]
        if missing:
            raise NotationError(f"the record has no {missing[0]!r} line")
        if header["citadels"] != str(VERSION) or header["shuffle"] != str(SHUFFLE_V):
            raise NotationError("the record is of another version of the game")
        names = tuple(name.strip() for name in header["players"].split(","))
        try:
            seed = bytes.fromhex(header["seed"])
            rules = Rules(
                header["edition"],
                len(names),
                tuple(_list(header["characters"])),
                tuple(_list(header["uniques"])),
                _switch(header["action_cards"]),
                tuple(sorted(_parse_option(item) for item in _list(header["options"]))),
            )
            rules.check()
        except ValueError as error:
            raise NotationError("the record has a seed or an option that cannot be read") from error
        except CitadelsError as error:
            raise NotationError(f"the record's setup does not fit: {error}") from error
        moves: list[tuple[int, Move]] = []
        for line in body.splitlines():
            if line and not line.startswith("#"):
                seat, batch = parse_line(line)
                moves += [(seat, move) for move in batch]
        return cls(rules, names, seed, moves)

    def replay(self) -> State:
        """Play the game again, to its last recorded move.

        Raises:
            NotationError: with the first move that is not legal.
        """
        *_, g = self.steps()
        return g

    def steps(self) -> Iterator[State]:
        """Play the game again: it is yielded after the deal and after each move, and goes on as the same object.

        Raises:
            NotationError: at the first move that is not legal, or when a part of the record is of another kind.
        """
        self._check()
        g = new_game(self.rules, self.seed)
        yield g
        for seat, move in self.moves:
            _play(g, seat, move)
            yield g

    def _check(self) -> None:
        """Refuse parts of another kind, which a record made by hand may have."""
        rules, names = self.rules, self.names
        if not isinstance(rules, Rules):
            raise NotationError(f"the rules of a record are a Rules, not {shown(rules)}")
        rules.check()
        if not _are(names, str):
            raise NotationError(f"the names in a record are several texts, not {shown(names)}")
        if len(names) != rules.players:
            raise NotationError(f"the record has {len(names)} names for {rules.players} players")
        if not isinstance(self.seed, bytes):
            raise NotationError(f"the seed of a record is bytes, not {shown(self.seed)}")
        if not _are_turns(self.moves):
            raise NotationError("the moves of a record are pairs of a seat and a move")


def _are_turns(values: object) -> bool:
    return isinstance(values, tuple | list) and all(
        isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[1], Move) for pair in values
    )


def _are(values: object, kind: type) -> bool:
    """Whether they are values of a kind one after another."""
    return isinstance(values, tuple | list) and all(isinstance(value, kind) for value in values)


def _play(g: State, seat: int, move: Move) -> None:
    if g.seat != seat or move not in g.moves:
        raise NotationError(f"{format_line(seat, move)!r} cannot be played in round {g.round}")
    g.apply(move)


def _list(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _name(name: str) -> str:
    return "".join(c for c in name if c.isprintable() and c != ",").strip() or "-"


def _option(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _switch(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def _parse_option(text: str) -> tuple[str, OptionValue]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(text)
    if value in ("true", "false"):
        return name, _switch(value)
    return name, int(value) if value.isdigit() else value
