"""The words of a ruling: seats, cards, characters and moves, each of which must be known."""

from __future__ import annotations

from collections.abc import Mapping

from engine.card import TYPES, District
from engine.cards import CHARACTERS, DISTRICTS
from engine.errors import NotationError
from engine.move import Move, parse_line
from engine.rulings.node import Node
from engine.rulings.problem import Path, Problem, RulingFailed, shown
from engine.state import State

_NAMING = ("CHARACTER",)
_AIMING = ("pN.DISTRICT",)
FORMS: Mapping[str, tuple[str, ...]] = {
    "aside": _NAMING,
    "beautify": ("DISTRICT",),
    "beg": ("pN",),
    "bewitch": _NAMING,
    "build": ("DISTRICT", "DISTRICT pN", "DISTRICT pN.DISTRICT"),
    "cash": ("",),
    "collect": ("", "gold", "cards"),
    "confiscate": ("",),
    "crown": ("pN",),
    "demolish": _AIMING,
    "destroy": _AIMING,
    "discard": ("CARD",),
    "divine": ("",),
    "done": ("",),
    "draw": ("",),
    "end": ("",),
    "exchange": _AIMING,
    "forge": ("",),
    "give": ("CARD pN",),
    "gold": ("",),
    "keep": ("CARD",),
    "kill": _NAMING,
    "look": ("pN",),
    "offer": ("DISTRICT",),
    "pass": ("",),
    "pay": ("", "CARD"),
    "pick": _NAMING,
    "play": ("ACTION", "ACTION pN"),
    "recover": ("",),
    "refuse": ("",),
    "reveal": ("",),
    "rob": _NAMING,
    "rose": _NAMING,
    "seize": _AIMING,
    "sell": ("CARD",),
    "shorten": ("",),
    "sign": _NAMING,
    "spy": ("TYPE pN",),
    "stake": ("pN", "second pN", "third pN"),
    "store": ("CARD",),
    "swap": ("pN",),
    "take": ("CARD",),
    "threaten": _NAMING,
    "trade": ("pN", "CHARACTER pN"),
    "tribute": ("gold", "card"),
    "warrant": _NAMING,
}
"""What may stand behind each verb: a word in capitals and ``pN`` for any such thing, a ``CARD`` being a district or
an action card; every other word for itself."""

_FROM_HANDS = frozenset({"build", "discard", "give", "sell", "store"})
"""Verbs that move a card of a hand."""
_IN_CITY = frozenset({"beautify", "offer"})
"""Verbs that name a district of a city."""


def seat(node: Node, players: int) -> int:
    """The seat, from 0 on, of a player such as ``"p2"``.

    Raises:
        RulingFailed: when there is no such player.
    """
    names = [f"p{number}" for number in range(1, players + 1)]
    name = node.text()
    if name not in names:
        raise RulingFailed(
            Problem(
                "{key}: there is no player {name}; there is p1 to {last}", node.path, name=shown(name), last=names[-1]
            )
        )
    return names.index(name)


def rank(g: State, node: Node) -> int:
    """The rank of a character of this game.

    Raises:
        RulingFailed: when it is none.
    """
    id = node.text()
    _character(g, id, node.path)
    return g.ruleset.rank_of(id)


def _character(g: State, id: str, path: Path) -> None:
    if id in g.rules.characters:
        return
    if id in CHARACTERS[g.rules.edition]:
        raise RulingFailed(Problem("{key}: the {card} is not among the characters of this game", path, card=id))
    raise RulingFailed(
        Problem("{key}: there is no character {card}", path, card=shown(id)).among(id, g.rules.characters)
    )


def district(g: State, id: str, path: Path) -> District:
    """A card of the edition's district deck; with ``+`` behind its id, beautified.

    Raises:
        RulingFailed: when there is none.
    """
    known = DISTRICTS[g.rules.edition]
    if id.removesuffix("+") not in known:
        raise RulingFailed(Problem("{key}: there is no district {card}", path, card=shown(id)).among(id, known))
    return g.ruleset.district(id)


def plain_card(g: State, node: Node) -> District:
    """A card of a hand or the deck.

    Raises:
        RulingFailed: when there is no such card, or it is beautified.
    """
    card = district(g, node.text(), node.path)
    if card.beautified:
        raise RulingFailed(
            Problem("{key}: {card} can be beautified only in a city", node.path, card=shown(card.plain.id))
        )
    return card


def line(g: State, node: Node) -> tuple[int, tuple[Move, ...]]:
    """The seat and the moves of a line, all of whose words are known.

    Raises:
        RulingFailed: when they are not.
    """
    text = node.text()
    try:
        found = parse_line(text)
    except NotationError:
        _written(g, text, node.path)
        raise RulingFailed(
            Problem("{key}: {line} is not a line of moves such as 'p1: gold; end'", node.path, line=shown(text))
        ) from None
    actor, moves = found
    _player(g, actor, node.path)
    for move in moves:
        check_words(g, move, node.path)
    return found


def _written(g: State, text: str, path: Path) -> None:
    """Say which move of a line is not written as one."""
    head, colon, tail = text.partition(": ")
    if not colon or head not in {f"p{number}" for number in range(1, 9)}:
        return
    for part in tail.split("; "):
        try:
            Move.parse(part)
        except NotationError:
            legal = [str(move) for move in g.moves]
            raise RulingFailed(
                Problem("{key}: {move} is not written like a move", path, move=shown(part)).among(part.lower(), legal)
            ) from None


def _player(g: State, seat: int, path: Path) -> None:
    if seat >= g.rules.players:
        raise RulingFailed(
            Problem(
                "{key}: there is no player {name}; there is p1 to {last}",
                path,
                name=f"'p{seat + 1}'",
                last=f"p{g.rules.players}",
            )
        )


def check_words(g: State, move: Move, path: Path) -> None:
    """Check that a move is written as its verb is, and that what it names exists.

    Raises:
        RulingFailed: when a word is not known.
    """
    forms = FORMS.get(move.verb)
    if forms is None:
        raise RulingFailed(
            Problem("{key}: there is no verb {verb}", path, verb=shown(move.verb)).among(move.verb, FORMS)
        )
    aim = ("pN.DISTRICT" if move.target else "pN") if move.seat >= 0 else ""
    first = {form: form.removesuffix(aim).strip() if form.endswith(aim) else None for form in forms}
    kinds = [
        kind
        for form, kind in first.items()
        if kind is not None and ("pN" in form) == bool(aim) and bool(kind) == bool(move.card)
    ]
    if not kinds:
        written = " / ".join(f"{move.verb} {form}".strip() for form in forms)
        raise RulingFailed(
            Problem(
                "{key}: {move} is not complete or has too much; one writes {written}",
                path,
                move=shown(str(move)),
                written=written,
            )
        )
    if move.seat >= 0:
        _player(g, move.seat, path)
    if move.target:
        _in_game(g, move.target, path)
    if not move.card or move.card in kinds:
        return
    kind = kinds[0]
    if kind == "CHARACTER":
        _character(g, move.card, path)
    elif kind == "TYPE":
        if move.card not in TYPES:
            raise RulingFailed(
                Problem("{key}: there is no type {word}", path, word=shown(move.card)).among(move.card, TYPES)
            )
    elif kind in ("DISTRICT", "ACTION", "CARD"):
        card = _in_game(g, move.card, path)
        if card.beautified and move.verb not in _IN_CITY:
            raise RulingFailed(
                Problem("{key}: {card} can be beautified only in a city", path, card=shown(card.plain.id))
            )
        if kind == "ACTION" and not card.action:
            raise RulingFailed(Problem("{key}: {card} is not an action card", path, card=shown(move.card)))
    else:
        raise RulingFailed(
            Problem("{key}: {move} is not a move", path, move=shown(str(move))).among(
                str(move), [str(move._replace(card=word)) for word in kinds]
            )
        )


def _in_game(g: State, id: str, path: Path) -> District:
    card = district(g, id, path)
    if card.plain not in g.ruleset.cards:
        raise absent(g, card, path)
    return card


def absent(g: State, card: District, path: Path) -> RulingFailed:
    """The error of a card that is not in this game."""
    if card.action:
        return RulingFailed(
            Problem("{key}: {card} is not in this game without action_cards = true", path, card=shown(card.plain.id))
        )
    return RulingFailed(
        Problem("{key}: {card} is not in this game, as uniques does not name it", path, card=shown(card.plain.id))
    )


def meant(g: State, move: Move, path: Path) -> None:
    """Check that a move which is to be refused could be made in another position.

    Raises:
        RulingFailed: when it names what is not there, so that its refusal shows nothing.
    """
    if move.target and move.target not in g.players[move.seat].city_ids:
        raise RulingFailed(
            Problem(
                "{key}: {card} is not in the city of {name}", path, card=shown(move.target), name=f"p{move.seat + 1}"
            )
        )
    card = move.card.removesuffix("+")
    if move.verb in _IN_CITY and not any(d.plain.id == card for p in g.players for d in p.city):
        raise RulingFailed(Problem("{key}: {card} is in no city", path, card=shown(move.card)))
    # In the middle of something else the card may be on its way.
    if move.verb in _FROM_HANDS and g.kind == "menu" and not any(d.id == card for p in g.players for d in p.hand):
        raise RulingFailed(Problem("{key}: nobody has {card} in the hand", path, card=shown(move.card)))
    makers = _MAKERS.get(move.verb)
    if makers and not any(each.id in makers for each in (*g.ruleset.roster, *g.ruleset.cards) if each):
        raise RulingFailed(
            Problem(
                "{key}: nobody can {verb} in this game, which has no {cards}",
                path,
                verb=shown(move.verb),
                cards=", ".join(sorted(makers)),
            )
        )


_ANSWERS: Mapping[str, tuple[str, ...]] = {
    "bewitch": ("witch",),
    "cash": ("cash_wagon",),
    "confiscate": ("magistrate",),
    "give": ("cardinal", "seer"),
    "offer": ("diplomat",),
    "pay": ("blackmailer", "thieves_den"),
    "recover": ("cemetery", "graveyard"),
    "refuse": ("blackmailer",),
    "reveal": ("blackmailer",),
    "shorten": ("bell_tower",),
    "threaten": ("blackmailer",),
    "trade": ("theater",),
    "tribute": ("emperor",),
    "warrant": ("magistrate",),
}
"""The cards that ask the questions which are answered with these verbs."""

_CARDS = (*CHARACTERS.values(), *DISTRICTS.values())

_MAKERS: Mapping[str, set[str]] = {
    verb: {
        *(id for cards in _CARDS for id, card in cards.items() if verb in card.verbs),
        *_ANSWERS.get(verb, ()),
    }
    for verb in FORMS
}
"""The cards that give each verb, for those that a card gives."""
