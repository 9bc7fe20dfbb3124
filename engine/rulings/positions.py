"""The position of a ruling: the state that its tables describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.card import District, Hooks
from engine.card_ids import ids
from engine.cards import CHARACTERS
from engine.cards.characters.rank2 import OldTaxCollector
from engine.cards.tokens import lay
from engine.editions import EDITIONS
from engine.errors import RulesError
from engine.facedown import Facedown
from engine.move import MAX_SEATS
from engine.round import CALLS, Scoring, StartRound
from engine.rules import Rules
from engine.ruleset import ruleset
from engine.rulings.node import Node
from engine.rulings.possible import city_card, faceup, in_phase, mark, settled, tokens
from engine.rulings.problem import Problem, RulingFailed, shown
from engine.rulings.words import absent, district, plain_card, rank, seat
from engine.state import State

Toml = Mapping[str, Any]

PLAYERS = tuple(f"p{number}" for number in range(1, MAX_SEATS + 1))
TOP = {"title", "source", "edition", "characters", "uniques", "action_cards", "options", "table", "step", *PLAYERS}
TABLE = {
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
PLAYER = {"gold", "hand", "city", "characters", "wagons"}
PHASES = ("draft", "scoring")
_TRIES = 20_000


def position(ruling: Toml) -> State:
    """The state that a ruling's tables describe, run to its first decision.

    Raises:
        RulingFailed: when they are not written as they must be, or the position is impossible.
    """
    top = Node(ruling).table(TOP)
    setup = (top.get("table") or Node({}, ("table",))).table(TABLE)
    rules = _rules(top)
    # A player who is left out has nothing.
    players = [(top.get(name) or Node({}, (name,))).table(PLAYER) for name in PLAYERS[: rules.players]]
    phase = _phase(setup)
    in_phase(setup, players, phase)
    g = State().start(ruleset(rules), bytes(16))
    crown = setup.get("crown")
    g.crown = g.dealer = seat(crown, rules.players) if crown else 0
    _deal(g, setup, players)
    _completed(g, setup)
    settled(g, top, setup)
    if phase == "draft":
        return _draft(g, setup)
    _cast(g, setup, players)
    g.stack.append(Scoring() if phase == "scoring" else CALLS[g.called + 1])
    g.run()
    return g


def _rules(top: Node) -> Rules:
    """The setup, for as many players as the highest number says."""
    players = max((number for number, name in enumerate(PLAYERS, 1) if name in top.value), default=0)
    edition = _edition(top)
    uniques, options = top.get("uniques"), top.get("options")
    action_cards = top.get("action_cards")
    if action_cards and action_cards.flag() and not EDITIONS[edition].actions:
        raise RulingFailed(Problem("{edition} has no action cards", action_cards.path, edition=EDITIONS[edition].name))
    try:
        return Rules.make(
            players,
            edition,
            None,
            _characters(top.need("characters"), edition),
            _uniques(uniques, edition) if uniques else [],
            action_cards=action_cards.flag() if action_cards else False,
            options=_options(options, edition) if options else {},
            part=True,
        )
    except RulesError as error:
        # The number of players stands in no line.
        path = ("characters",) if players in EDITIONS[edition].counts else ()
        raise RulingFailed(Problem(error.text, path, **error.values)) from error


def _edition(top: Node) -> str:
    node = top.get("edition")
    if node is None:
        return "deluxe"
    found = node.text()
    if found not in EDITIONS:
        raise RulingFailed(Problem("there is no edition {name}", node.path, name=shown(found)).among(found, EDITIONS))
    return found


def _characters(node: Node, edition: str) -> list[str]:
    found = []
    for item in node.items():
        id = item.text()
        if id not in CHARACTERS[edition]:
            raise RulingFailed(
                Problem("{key}: there is no character {card}", item.path, card=shown(id)).among(id, CHARACTERS[edition])
            )
        found.append(id)
    return found


def _uniques(node: Node, edition: str) -> list[str]:
    found: list[str] = []
    known = EDITIONS[edition].uniques
    for item in node.items():
        id = item.text()
        if id not in known:
            raise RulingFailed(
                Problem(
                    "{key}: {card} is not a unique district of {edition}",
                    item.path,
                    card=shown(id),
                    edition=EDITIONS[edition].name,
                ).among(id, known)
            )
        if id in found:
            raise RulingFailed(
                Problem(
                    "{key}: each unique district can be in the game only once, and {card} is named twice",
                    item.path,
                    card=shown(id),
                )
            )
        found.append(id)
    return found


def _options(node: Node, edition: str) -> dict[str, bool]:
    known = EDITIONS[edition].options
    node.table(known)
    return {key: Node(value, (*node.path, key)).flag() for key, value in node.value.items()}


def _phase(setup: Node) -> str:
    node = setup.get("phase")
    if node is None:
        return ""
    found = node.text()
    if found not in PHASES:
        raise RulingFailed(Problem("there is no phase {name}", node.path, name=shown(found)).among(found, PHASES))
    return found


class _Box:
    """The cards of the game that have no place yet."""

    def __init__(self, g: State) -> None:
        self.g = g
        self.left = Counter(g.ruleset.cards)

    def take(self, card: District, node: Node) -> District:
        """Take a card out of the box.

        Raises:
            RulingFailed: when all of its kind are gone.
        """
        if self.left[card.plain] <= 0:
            copies = self.g.ruleset.cards.count(card.plain)
            if not copies:
                raise absent(self.g, card, node.path)
            raise RulingFailed(
                Problem(
                    "{key}: there are not enough cards of {card}: the game has {amount}",
                    node.path,
                    card=card.plain.id,
                    amount=copies,
                )
            )
        self.left[card.plain] -= 1
        return card

    def cards(self, node: Node | None) -> list[District]:
        """Take the cards of a hand, the deck or what lies under the Museum."""
        return [self.take(plain_card(self.g, item), item) for item in node.items()] if node else []


def _deal(g: State, setup: Node, players: list[Node]) -> None:
    box = _Box(g)
    for number, (p, who) in enumerate(zip(g.players, players, strict=True)):
        gold = who.get("gold")
        p.gold = gold.number() if gold else 0
        p.hand = box.cards(who.get("hand"))
        city = who.get("city")
        p.settle([_built(g, number, item, box) for item in (city.items() if city else ())])
        wagons = who.get("wagons")
        for item in wagons.items() if wagons else ():
            wagon = box.take(district(g, "cash_wagon", item.path), item)
            g.things[wagon.id] = (*g.things.get(wagon.id, ()), number, item.number())
    top = box.cards(setup.get("deck"))
    g.deck = sorted(box.left.elements(), key=lambda card: card.id) + top[::-1]


def _built(g: State, owner: int, node: Node, box: _Box) -> District:
    """A district of a city: its id, or a table with more about it."""
    if isinstance(node.value, dict):
        node.table({"card", "beautified", "under"})
        named, beautified, under = node.need("card"), node.get("beautified"), node.get("under")
    else:
        named, beautified, under = node, None, None
    id = named.text()
    card = box.take(district(g, id, named.path), named)
    if beautified and beautified.flag():
        card = card.beauty
    city_card(g, card, node)
    if under:
        if card.plain.id != "museum":
            raise RulingFailed(
                Problem("{key}: cards lie under a museum alone, not under {card}", under.path, card=shown(id))
            )
        g.tokens[card.plain.id] = Facedown(owner, (), ids(box.cards(under)))
    return card


def _completed(g: State, setup: Node) -> None:
    """Note who has completed a city, who rang the Bell Tower, and the gold of the Tax Collector."""
    rung, finished = setup.get("bell_tower"), setup.get("finished")
    if rung:
        g.things["bell_tower"] = (seat(rung, g.rules.players),)
    if finished:
        g.finished = tuple(seat(item, g.rules.players) for item in finished.items())
    else:
        g.finished = tuple(number for number in range(g.rules.players) if g.complete(number))
    g.firsts = g.finished[:1]
    g.full = tuple(number for number in g.finished if not rung or g.size(number) >= g.ruleset.target)
    tax = setup.get("tax")
    if tax:
        g.things["tax_collector"] = (tax.number(),)


def _cast(g: State, setup: Node, players: list[Node]) -> None:
    """Give the characters out and bring the round to the call that comes."""
    g.round = 1
    last = len(g.ruleset.roster) - 1
    calling = setup.get("calling")
    g.called = (calling.number(1, last) if calling else last + 1 if setup.get("phase") else 1) - 1
    g.owners = [-1] * (last + 1)
    for number, (p, who) in enumerate(zip(g.players, players, strict=True)):
        named = who.get("characters")
        most = 2 if g.rules.players <= 3 else 1
        for item in named.items() if named else ():
            held = rank(g, item)
            if g.owners[held] >= 0:
                raise RulingFailed(Problem("{key}: the {card} is held twice", item.path, card=item.value))
            if len(p.roles) == most:
                raise RulingFailed(
                    Problem(
                        "{key}: this is one too many, as each of {players} players has {amount}",
                        item.path,
                        players=g.rules.players,
                        amount=most,
                    )
                )
            g.owners[held] = number
            p.roles = (*p.roles, held)
    g.faceup = faceup(g, setup.get("faceup"))
    g.aside = tuple((-1, r) for r in g.ruleset.ranks if g.owners[r] < 0 and r not in g.faceup)
    for name in ("killed", "bewitched", "robbed"):
        node = setup.get(name)
        if node:
            g.marks[name] = mark(g, name, node)
    if "robbed" in g.marks:
        g.marks["thief"] = g.owners[2]
    for name in ("warrants", "threats"):
        node = setup.get(name)
        if node:
            lay(g, *tokens(g, name, node))
    for number in range(1, min(g.called, last) + 1):
        holder = g.owners[number]
        if holder < 0 or g.marks.get("killed") == number:
            g.silent += (number,)
            continue
        g.players[holder].shown += (number,)
        char = g.ruleset.char(number)
        acting = g.owners[1] if g.marks.get("bewitched") == number else holder
        if type(char).guards is not Hooks.guards:
            g.marks["protected"] = acting
        if isinstance(char, OldTaxCollector):
            g.marks["taxman"] = acting


def _draft(g: State, setup: Node) -> State:
    """Start a round; a given layout is found by trying seeds."""
    open_ = faceup(g, setup.get("faceup"))
    facedown = setup.get("facedown")
    items = [] if facedown is None else [facedown] if isinstance(facedown.value, str) else facedown.items()
    hidden = {rank(g, item) for item in items}
    if not hidden & set(open_):
        for number in range(_TRIES):
            trial = g.clone()
            trial.seed = number.to_bytes(16, "big")
            trial.stack.append(StartRound())
            trial.run()
            if (not open_ or trial.faceup == open_) and hidden <= {held for _, held in trial.aside}:
                return trial
            if len(hidden) > len(trial.aside):
                break
    where = facedown if facedown else setup.need("faceup")
    raise RulingFailed(Problem("{key}: the characters cannot lie like that", where.path))
