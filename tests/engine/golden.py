"""Golden playthroughs: whole games as text, to be read in a diff.

A file holds the setup, then every move with what it caused. Of an event the secret fields stand in brackets:
only who may know them sees those. ``python -m tests.engine.golden --write`` plays the games again and
rewrites the files; without ``--write`` it only says which would change. Setup and moves of a file are kept as far as
they are legal; what is missing is played at random. ``--find CARD`` looks for a game that shows a card, a character, an
event or a verb, and puts it in the place of a game that shows nothing of its own.
"""

from __future__ import annotations

import re
import sys
from ast import literal_eval
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from engine import Event, Move, Rules, State, new_game, score
from engine.cards import DISTRICTS
from engine.event import KINDS, knowers
from engine.move import format_line, parse_line
from tests.support.engine.games import BOXES, Box, choices, random_game

FOLDER = Path(__file__).parent / "golden"

NUMBERS = (
    97,
    79,
    35,
    112,
    107,
    87,
    71,
    37,
    80,
    249,
    21,
    100,
    75,
    27,
    31,
    18,
    82,
    3,
    60,
    98,
    34,
    2850,
    1,
    94,
    74,
    7,
    39,
)
"""The random game that each box's game began as; together they use every card, verb and kind of event."""
GAMES: dict[str, tuple[Box, int]] = {str(box): (box, number) for box, number in zip(BOXES, NUMBERS, strict=True)}
"""File name -> edition and players, and number of the random game."""


def event_text(event: Event) -> str:
    """An event in one line: kind, seats, other public fields, and secret fields in brackets with who sees them."""
    secret = KINDS[event.kind].secret
    words, hidden = [event.kind], []
    for name, value in event._asdict().items():
        if name in secret and value:
            hidden.append(f"{name}={_plain(value)}")
        elif name != "kind" and value != Event._field_defaults[name]:
            seat = f"p{value + 1}" if name in ("seat", "other") else ""
            words.append(seat if name == "seat" else f"{name}={seat or _plain(value)}")
    if hidden:
        eyes = ",".join(f"p{seat + 1}" for seat in knowers(event)) or "nobody"
        words.append(f"[{eyes}: {' '.join(hidden)}]")
    return " ".join(words)


def _plain(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def transcript(rules: Rules, seed: bytes, moves: Iterable[tuple[int, Move]]) -> str:
    """Play the moves and write down what happens.

    Raises:
        IllegalMove: when one of them is not possible, or not its seat's.
    """
    g = new_game(rules, seed)
    lines = [
        f"edition: {rules.edition}",
        f"players: {rules.players}",
        f"characters: {', '.join(rules.characters)}",
        f"uniques: {', '.join(rules.uniques)}",
        f"action cards: {rules.action_cards}",
        f"options: {rules.options}",
        f"seed: {seed.hex()}",
        "",
        *_told(g),
    ]
    for seat, move in moves:
        assert seat == g.seat, f"{format_line(seat, move)} out of turn"
        g.apply(move)
        lines += [format_line(seat, move), *_told(g)]
    for seat in range(rules.players):
        parts = score(g, seat)
        lines.append(
            f"score p{seat + 1}: {sum(n for _, n in parts)} = " + " + ".join(f"{n} {what}" for what, n in parts)
        )
    return "\n".join(lines) + "\n"


def _told(g: State) -> list[str]:
    lines = [f"  {event_text(event)}" for event in g.drain()]
    if g.seat is not None:
        lines[-1] += f" of {len(g.moves)}"
    return lines


def read(text: str) -> tuple[Rules, bytes, list[tuple[int, Move]]]:
    """The setup, seed and moves of a transcript."""
    head, _, body = text.partition("\n\n")
    setup = dict(line.split(": ", 1) for line in head.splitlines())
    rules = Rules.make(
        int(setup["players"]),
        setup["edition"],
        None,
        setup["characters"].split(", "),
        [id for id in setup["uniques"].split(", ") if id],
        action_cards=setup["action cards"] == "True",
        options=dict(literal_eval(setup["options"])),
    )
    lines = [line for line in body.splitlines() if line.startswith("p")]
    return rules, bytes.fromhex(setup["seed"]), [(seat, move) for seat, some in map(parse_line, lines) for move in some]


def shown(edition: str, text: str) -> set[tuple[str, str]]:
    """Everything a transcript shows, as (edition, card or character) and (``event`` or ``verb``, word).

    A district is shown when it comes into a city, is played, or scores from a hand; a character when it takes a turn.
    """

    def words(pattern: str) -> list[str]:
        return re.findall(pattern, text, re.MULTILINE)

    characters = words(r"^characters: (.+)$")[0].split(", ")
    cards = {*words(r"^  (?:enter|play) .*card=([a-z_]+)"), *words(r"^  score .*note=([a-z_]+)")}
    return {
        *((edition, card) for card in cards & DISTRICTS[edition].keys()),
        *((edition, characters[int(rank) - 1]) for rank in words(r"^  reveal p\d rank=(\d)")),
        *(("event", kind) for kind in words(r"^  ([a-z_]+)")),
        *(("verb", verb) for verb in words(r"^p\d: ([a-z]+)")),
    }


def find(wanted: str, most: int = 3000) -> str | None:
    """Look for a game that shows something, and write it over one that shows nothing which no other game shows.

    Args:
        wanted: Id of a card or a character, a kind of event, or a verb.
        most: Random games of each box that are tried.

    Returns:
        The name of the file; None when there is no such game.
    """
    texts = {name: (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES}
    seen = {name: shown(GAMES[name][0].edition, text) for name, text in texts.items()}
    for number in count(1):
        if number > most:
            return None
        for name, (box, _) in GAMES.items():
            g = random_game(number, box)
            rules, seed, moves = g.ruleset.rules, g.seed, list[tuple[int, Move]]()
            for move in choices(g, number):
                assert g.seat is not None
                moves.append((g.seat, move))
                g.apply(move)
            text = transcript(rules, seed, moves)
            found = shown(box.edition, text)
            others = found.union(*(things for other, things in seen.items() if other != name))
            if any(word == wanted for _, word in found) and seen[name] <= others:
                (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
                return name
    return None


def play_again(name: str) -> str:
    """The transcript of a game as it is played now."""
    path = FOLDER / f"{name}.txt"
    box, number = GAMES[name]
    g = random_game(number, box)
    rules, seed, old = read(path.read_text(encoding="utf-8")) if path.exists() else (g.ruleset.rules, g.seed, [])
    g = new_game(rules, seed)
    moves: list[tuple[int, Move]] = []
    for seat, move in old:
        if g.seat != seat or move not in g.moves:
            break
        moves.append((seat, move))
        g.apply(move)
    for move in choices(g, number):
        assert g.seat is not None
        moves.append((g.seat, move))
        g.apply(move)
    return transcript(rules, seed, moves)


def main(arguments: list[str]) -> int:
    """Rewrite the files, find a game, or say which files would change; the exit code."""
    if arguments[:1] == ["--find"] and len(arguments) == 2:
        found = find(arguments[1])
        print(f"{found} shows it now" if found else f"no random game shows {arguments[1]}")
        return int(found is None)
    write = arguments == ["--write"]
    changed = 0
    for name in GAMES:
        path, text = FOLDER / f"{name}.txt", play_again(name)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        changed += 1
        if write:
            path.write_text(text, encoding="utf-8")
        print(name, "written" if write else "would change")
    return 0 if write else int(changed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
