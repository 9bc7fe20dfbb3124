"""Words of a ruling: players, cards, characters and moves, each of which must be known.

The types are checked by Pydantic; its context is the game whose words they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo

from citadels_tui.rulings.problem import TEXT, Path, Problem, shown
from engine.card import TYPES, District
from engine.cards import CHARACTERS, DISTRICTS
from engine.errors import NotationError
from engine.move import MAX_SEATS, Move, parse_line
from engine.state import State
from engine.step import STEPS

PLAYERS = tuple(f"p{number}" for number in range(1, MAX_SEATS + 1))
PHASES = ("draft", "scoring")

_VERBS: Mapping[str, str] = {
    "": "cash collect confiscate divine done draw end forge gold pass pay recover refuse reveal shorten",
    "gold": "collect tribute",
    "card": "tribute",
    "cards": "collect",
    "ACTION": "play",
    "ACTION pN": "play",
    "CARD": "discard keep pay sell store take",
    "CARD pN": "give",
    "CHARACTER": "aside bewitch kill pick rob rose sign threaten warrant",
    "CHARACTER pN": "trade",
    "DISTRICT": "beautify build offer",
    "DISTRICT pN": "build",
    "DISTRICT pN.DISTRICT": "build",
    "TYPE pN": "spy",
    "pN": "beg crown look stake swap trade",
    "second pN": "stake",
    "third pN": "stake",
    "pN.DISTRICT": "demolish destroy exchange seize",
}
"""Form of the words behind a verb -> the verbs that may have it. A word in capitals and ``pN`` stand for any such
thing, and a ``CARD`` is a district or an action card; every other word stands for itself."""

FORMS: Mapping[str, tuple[str, ...]] = {
    verb: tuple(form for form, those in _VERBS.items() if verb in those.split())
    for verb in sorted(" ".join(_VERBS.values()).split())
}
"""Verb -> its forms."""

_FROM_HANDS = frozenset({"build", "discard", "give", "sell", "store"})
"""Verbs that move a card of a hand."""
_IN_CITY = frozenset({"beautify", "offer"})
"""Verbs that name a district of a city."""

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

_MAKERS: Mapping[str, set[str]] = {
    verb: {
        *(id for cards in (*CHARACTERS.values(), *DISTRICTS.values()) for id in cards if verb in cards[id].verbs),
        *_ANSWERS.get(verb, ()),
    }
    for verb in FORMS
}
"""The cards that give each verb, for those that a card gives."""


def seat_of(player: str) -> int:
    """The seat, from 0 on, of a player such as ``"p2"``."""
    return PLAYERS.index(player)


def game_of(info: ValidationInfo) -> State:
    """The game whose words a validator knows."""
    g = info.context
    assert isinstance(g, State)
    return g


def _not_blank(text: str) -> str:
    if not text.strip():
        raise Problem(TEXT, value=shown(text))
    return text


def _phase(name: str) -> str:
    if name not in PHASES:
        raise Problem("there is no phase {name}", name=shown(name)).among(name, PHASES)
    return name


def _kind(name: str) -> str:
    kinds = {step.kind for step in STEPS.values() if step.kind}
    if name not in kinds:
        raise Problem("{key}: there is no question {name}", name=shown(name)).among(name, kinds)
    return name


def _player(name: str, info: ValidationInfo) -> str:
    return check_player(game_of(info), name)


def check_player(g: State, name: str) -> str:
    """Check that a player such as ``"p2"`` is in the game, and return the name.

    Raises:
        Problem: when there is no such player.
    """
    names = PLAYERS[: g.rules.players]
    if name not in names:
        raise Problem(
            "{key}: there is no player {name}; the players are p1 to {last}", name=shown(name), last=names[-1]
        )
    return name


def _character(id: str, info: ValidationInfo) -> str:
    _check_character(game_of(info), id)
    return id


def _check_character(g: State, id: str) -> None:
    if id in g.rules.characters:
        return
    if id in CHARACTERS[g.rules.edition]:
        raise Problem("{key}: the {card} is not among the characters of this game", card=id)
    raise Problem("{key}: there is no character {card}", card=shown(id)).among(id, g.rules.characters)


def _district(id: str, info: ValidationInfo) -> str:
    return district(game_of(info), id).id


def district(g: State, id: str) -> District:
    """A card of the edition's district deck; with ``+`` behind its id, beautified.

    Raises:
        Problem: when there is none.
    """
    known = DISTRICTS[g.rules.edition]
    if id.removesuffix("+") not in known:
        raise Problem("{key}: there is no district {card}", card=shown(id)).among(id, known)
    return g.ruleset.district(id)


def _plain_card(id: str, info: ValidationInfo) -> str:
    card = district(game_of(info), id)
    if card.beautified:
        raise Problem("{key}: {card} can be beautified only in a city", card=shown(card.plain.id))
    return id


def _wagons(gold: list[int], info: ValidationInfo) -> list[int]:
    if gold:
        _in_game(game_of(info), "cash_wagon")
    return gold


def _line(text: str, info: ValidationInfo) -> str:
    g = game_of(info)
    try:
        seat, moves = parse_line(text)
    except NotationError:
        _check_notation(text)
        raise Problem("{key}: {line} is not a line of moves such as 'p1: gold; end'", line=shown(text)) from None
    check_player(g, PLAYERS[seat])
    for move in moves:
        check_words(g, move)
    return text


def _check_notation(text: str) -> None:
    """Say which move of a line is not written as one."""
    player, colon, moves = text.partition(": ")
    if not colon or player not in PLAYERS:
        return
    for move in moves.split("; "):
        try:
            Move.parse(move)
        except NotationError:
            problem = Problem("{key}: {move} is not written like a move", move=shown(move))
            raise problem.among(move.lower(), FORMS) from None


def _one_move(line: str) -> str:
    if len(parse_line(line)[1]) > 1:
        raise Problem("{key}: {line} must be one move", line=shown(line))
    return line


Amount = Annotated[int, Field(ge=0)]
Text = Annotated[str, AfterValidator(_not_blank)]
Phase = Annotated[str, AfterValidator(_phase)]
Kind = Annotated[str, AfterValidator(_kind)]
Player = Annotated[str, AfterValidator(_player)]
Character = Annotated[str, AfterValidator(_character)]
"""A character of the game."""
DistrictId = Annotated[str, AfterValidator(_district)]
"""A card of the edition's district deck; with ``+`` behind its id, beautified."""
PlainCard = Annotated[str, AfterValidator(_plain_card)]
"""A card of a hand or the deck."""
Wagons = Annotated[list[Amount], AfterValidator(_wagons)]
"""The gold on each Cash Wagon."""
Line = Annotated[Text, AfterValidator(_line)]
"""A line of moves, all of whose words are known."""
OneMove = Annotated[Line, AfterValidator(_one_move)]


def check_words(g: State, move: Move) -> None:
    """Check that a move is written as its verb is, and that what it names exists.

    Raises:
        Problem: when a word is not known.
    """
    forms = FORMS.get(move.verb)
    if forms is None:
        raise Problem("{key}: there is no verb {verb}", verb=shown(move.verb)).among(move.verb, FORMS)
    aim = "" if move.seat < 0 else "pN.DISTRICT" if move.target else "pN"
    words = {word for word, its_aim in map(_parts, forms) if its_aim == aim and bool(word) == bool(move.card)}
    if not words:
        raise Problem(
            "{key}: {move} is not complete or has too much; write {written}",
            move=shown(str(move)),
            written=" / ".join(f"{move.verb} {form}".strip() for form in forms),
        )
    if move.seat >= 0:
        check_player(g, PLAYERS[move.seat])
    if move.target:
        _in_game(g, move.target)
    if move.card and move.card not in words:
        _check_card(g, move, words)


def _parts(form: str) -> tuple[str, str]:
    """The two parts of a form, each of which may be empty: the word, and where it aims."""
    *words, last = ("", *form.split())
    return (words[-1], last) if last.startswith("pN") else (last, "")


def _check_card(g: State, move: Move, words: set[str]) -> None:
    """Check the word behind the verb of a move, which may be one of such words."""
    if "CHARACTER" in words:
        _check_character(g, move.card)
    elif "TYPE" in words:
        if move.card not in TYPES:
            raise Problem("{key}: there is no type {word}", word=shown(move.card)).among(move.card, TYPES)
    elif words & {"DISTRICT", "ACTION", "CARD"}:
        card = _in_game(g, move.card)
        if card.beautified and move.verb not in _IN_CITY:
            raise Problem("{key}: {card} can be beautified only in a city", card=shown(card.plain.id))
        if "ACTION" in words and not card.action:
            raise Problem("{key}: {card} is not an action card", card=shown(move.card))
    else:
        near = [str(move._replace(card=word)) for word in words]
        raise Problem("{key}: {move} is not a move", move=shown(str(move))).among(str(move), near)


def _in_game(g: State, id: str) -> District:
    card = district(g, id)
    if card.plain not in g.ruleset.cards:
        raise absent(card)
    return card


def absent(card: District, path: Path = ()) -> Problem:
    """The problem of a card that is not in this game."""
    if card.action:
        return Problem("{key}: {card} is not in this game without action_cards = true", path, card=shown(card.plain.id))
    return Problem("{key}: {card} is not in this game, as uniques does not name it", path, card=shown(card.plain.id))


def check_possible(g: State, move: Move, path: Path) -> None:
    """Check that a move which is to be refused could be made in another position.

    Raises:
        Problem: when it names what is not there, so that its refusal shows nothing.
    """
    if move.target and move.target not in g.players[move.seat].city_ids:
        text = "{key}: {card} is not in the city of {name}"
        raise Problem(text, path, card=shown(move.target), name=PLAYERS[move.seat])
    card = move.card.removesuffix("+")
    if move.verb in _IN_CITY and not any(d.plain.id == card for p in g.players for d in p.city):
        raise Problem("{key}: {card} is in no city", path, card=shown(move.card))
    # In the middle of something else the card may be on its way.
    if move.verb in _FROM_HANDS and g.kind == "menu" and not any(d.id == card for p in g.players for d in p.hand):
        raise Problem("{key}: nobody has {card} in the hand", path, card=shown(move.card))
    makers = _MAKERS[move.verb]
    if makers and not any(each.id in makers for each in (*g.ruleset.roster, *g.ruleset.cards) if each):
        text = "{key}: nobody can {verb} in this game, which has no {cards}"
        raise Problem(text, path, verb=shown(move.verb), cards=", ".join(sorted(makers)))
