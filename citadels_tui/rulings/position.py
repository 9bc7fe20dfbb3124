"""The position of a ruling: the state that its tables describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from citadels_tui.rulings.models import PositionTable, SetupTable
from citadels_tui.rulings.problem import Path, Problem, shown
from citadels_tui.rulings.words import PLAYERS, absent, seat_of
from engine.card import District, Hooks
from engine.card_ids import ids
from engine.cards.characters.rank2 import OldTaxCollector
from engine.draft import CROWN
from engine.editions import EDITIONS
from engine.errors import RulesError
from engine.facedown import Facedown, lay
from engine.round import CALLS, Scoring, StartRound
from engine.rules import Rules
from engine.ruleset import ruleset
from engine.state import State

_TRIES = 20_000

_MAKERS: Mapping[str, str] = {
    "killed": "assassin",
    "bewitched": "witch",
    "robbed": "thief",
    "warrants": "magistrate",
    "threats": "blackmailer",
}
"""Kind of mark or token -> the character that lays it."""


def begin(tables: Mapping[str, Any]) -> State:
    """A game with the cards and options of a ruling, for as many players as its highest number says.

    Raises:
        ValidationError: when they are not written as they must be.
        Problem: when there is no such game.
    """
    setup = SetupTable.model_validate(tables)
    players = max((number for number, name in enumerate(PLAYERS, 1) if name in tables), default=0)
    try:
        rules = Rules.make(
            players,
            setup.edition,
            None,
            setup.characters,
            setup.uniques,
            action_cards=setup.action_cards,
            options=setup.options,
            part=True,
        )
    except RulesError as error:
        # The number of players is no key.
        path = ("characters",) if players in EDITIONS[setup.edition].counts else ()
        raise Problem(error.text, path, **error.values) from error
    return State().start(ruleset(rules), bytes(16))


def place(g: State, position: PositionTable) -> State:
    """Bring a game that has not begun into a position, and run it to its first decision; returns it.

    Raises:
        Problem: when no game reaches the position.
    """
    g.crown = g.dealer = seat_of(position.table.crown)
    _deal(g, position)
    _complete(g, position)
    _check_gold(g, position)
    if position.table.phase == "draft":
        return _draft(g, position)
    _cast(g, position)
    _mark(g, position)
    _call(g)
    g.stack.append(Scoring() if position.table.phase == "scoring" else CALLS[g.called + 1])
    g.run()
    return g


class _Box:
    """The cards of the game that have no place yet."""

    def __init__(self, g: State) -> None:
        self.ruleset = g.ruleset
        self.left = Counter(g.ruleset.cards)

    def take(self, card: District, path: Path) -> District:
        """Take a card out of the box.

        Raises:
            Problem: when all of its kind are gone.
        """
        if self.left[card.plain] <= 0:
            copies = self.ruleset.cards.count(card.plain)
            if not copies:
                raise absent(card, path)
            raise Problem(
                "{key}: there are not enough cards of {card}: the game has {amount}",
                path,
                card=card.plain.id,
                amount=copies,
            )
        self.left[card.plain] -= 1
        return card

    def take_all(self, ids: Sequence[str], path: Path) -> list[District]:
        """Take the cards of a hand, the deck or what lies under the Museum."""
        return [self.take(self.ruleset.district(id), path) for id in ids]


def _deal(g: State, position: PositionTable) -> None:
    box = _Box(g)
    for seat, (p, (name, holding)) in enumerate(zip(g.players, position.players.items(), strict=False)):
        p.gold = holding.gold
        p.hand = box.take_all(holding.hand, (name, "hand"))
        p.settle([box.take(card.district(g), (name, "city")) for card in holding.city])
        _check_twins(g, p.city, (name, "city"))
        for card in holding.city:
            if "under" in card.model_fields_set:
                g.tokens["museum"] = Facedown(seat, (), ids(box.take_all(card.under, (name, "city", "under"))))
        for gold in holding.wagons:
            wagon = box.take(g.ruleset.district("cash_wagon"), (name, "wagons"))
            g.things[wagon.id] = (*g.things.get(wagon.id, ()), seat, gold)
    top = box.take_all(position.table.deck, ("table", "deck"))
    g.deck = sorted(box.left.elements(), key=lambda card: card.id) + top[::-1]


def _check_twins(g: State, city: Sequence[District], path: Path) -> None:
    """Refuse a district that a city has twice, where no card of this game, even one that is gone, made it possible."""
    if g.ruleset.duplicates or "quarry" in g.rules.uniques or "wizard" in g.rules.characters:
        return
    for card, amount in Counter(card.plain for card in city).items():
        if amount > 1 and not card.action:
            text = "{key}: {card} stands twice in a city of a game without a quarry and a wizard"
            raise Problem(text, path, card=shown(card.id))


def _complete(g: State, position: PositionTable) -> None:
    """Note who has completed a city, and who rang the Bell Tower."""
    table = position.table
    if table.bell_tower:
        _need("bell_tower", "bell_tower", g.rules.uniques)
        g.things["bell_tower"] = (seat_of(table.bell_tower),)
    complete = tuple(seat for seat in range(g.rules.players) if g.complete(seat))
    g.finished = complete if table.finished is None else tuple(map(seat_of, table.finished))
    g.firsts = g.finished[:1]
    g.full = tuple(seat for seat in g.finished if not table.bell_tower or g.size(seat) >= g.ruleset.target)
    if len(set(g.finished)) < len(g.finished):
        raise Problem("{key} names a player twice", ("table", "finished"))
    for seat in complete:
        name = PLAYERS[seat]
        if seat not in g.finished:
            raise Problem("{key} leaves out {name}, whose city is complete", ("table", "finished"), name=name)
        if table.phase == "draft":
            text = "no round begins when a city is complete, as that of {name} is"
            raise Problem(text, (name, "city"), name=name)


def _check_gold(g: State, position: PositionTable) -> None:
    """Lay gold on the Tax Collector's token, and refuse more than there is."""
    if g.ruleset.coins and g.bank() < 0:
        raise Problem("{amount} gold is more than the bank has", ("options",), amount=g.ruleset.coins - g.bank())
    if position.table.tax is None:
        return
    _need("tax", "tax_collector", g.rules.characters)
    if g.rules.edition != "deluxe":
        raise Problem("{key}: the tax_collector of this edition keeps no gold apart", ("table", "tax"))
    g.things["tax_collector"] = (position.table.tax,)


def _need(key: str, card: str, cards: Collection[str]) -> None:
    if card not in cards:
        raise Problem("{key} needs the {card}, which is not in this game", ("table", key), card=card)


def _cast(g: State, position: PositionTable) -> None:
    """Give the characters out, and bring the round to the rank that is called next."""
    g.round = 1
    last = g.ruleset.ranks[-1]
    g.called = (position.table.calling or (last + 1 if position.table.phase else 1)) - 1
    g.owners = [-1] * (last + 1)
    most = 2 if g.rules.players <= 3 else 1
    for seat, (p, (name, holding)) in enumerate(zip(g.players, position.players.items(), strict=False)):
        if len(holding.characters) > most:
            text = "{key}: this is one too many, as each of {players} players has {amount}"
            raise Problem(text, (name, "characters"), players=g.rules.players, amount=most)
        for id in holding.characters:
            rank = g.ruleset.rank_of(id)
            if g.owners[rank] >= 0:
                raise Problem("{key}: the {card} is held twice", (name, "characters"), card=id)
            g.owners[rank] = seat
            p.roles = (*p.roles, rank)
    g.faceup = _faceup(g, position)
    g.aside = tuple((-1, rank) for rank in g.ruleset.ranks if g.owners[rank] < 0 and rank not in g.faceup)


def _faceup(g: State, position: PositionTable) -> tuple[int, ...]:
    """The ranks that lie face up."""
    if "faceup" not in position.table.model_fields_set:
        return ()
    path = ("table", "faceup")
    most = g.ruleset.schedule.faceup
    found = [g.ruleset.rank_of(id) for id in position.table.faceup]
    if len(set(found)) != most or len(found) != most:
        raise Problem(
            "{key}: the number of characters that lie face up with {players} players is {amount}",
            path,
            amount=most,
            players=g.rules.players,
        )
    if CROWN in found:
        raise Problem("{key}: the characters cannot lie like that, as rank 4 is never face up", path)
    for rank in found if g.owners else ():
        if g.owners[rank] >= 0:
            text = "{key}: the {card} lies face up, and {name} holds it"
            raise Problem(text, path, card=g.ruleset.char(rank).id, name=PLAYERS[g.owners[rank]])
    return tuple(sorted(found))


def _mark(g: State, position: PositionTable) -> None:
    """Mark characters and lay tokens on them, as those who were called before have done."""
    table = position.table
    for kind, named in (("killed", table.killed), ("bewitched", table.bewitched), ("robbed", table.robbed)):
        if named:
            maker, rank = _maker(g, kind), g.ruleset.rank_of(named)
            spared = {1} if maker == 1 else {1, maker, g.marks.get("killed"), g.marks.get("bewitched")}
            if rank in spared:
                text = "{key}: the {maker} cannot have named the {card}"
                raise Problem(text, ("table", kind), maker=_MAKERS[kind], card=named)
            g.marks[kind] = rank
    if "robbed" in g.marks:
        g.marks["thief"] = g.owners[2]
    if table.warrants:
        _lay(g, "warrants", "signed", [table.warrants.signed, *table.warrants.blank], 2)
    if table.threats:
        _lay(g, "threats", "rose", [table.threats.rose, *table.threats.blank], 1)


def _maker(g: State, kind: str) -> int:
    """The rank of the character whose mark or tokens they are, who must have had a turn."""
    id, path = _MAKERS[kind], ("table", kind)
    if id not in g.rules.characters:
        raise Problem("{key} needs the {card} among the characters", path, card=id)
    rank = g.ruleset.rank_of(id)
    if g.owners[rank] < 0:
        raise Problem("{key} needs the {card}, and nobody holds that character", path, card=id)
    if g.called < rank:
        raise Problem("{key}: the {card} has not been called yet; calling must be higher", path, card=id)
    if g.marks.get("killed") == rank and not g.rules.action_cards:
        raise Problem("{key}: the {card} was killed", path, card=id)
    return rank


def _lay(g: State, kind: str, special: str, characters: Sequence[str], most: int) -> None:
    """Lay the special token on the first character and blank ones, at most so many, on the others."""
    holder = g.owners[_maker(g, kind)]
    blanks = len(characters) - 1
    if blanks > most:
        text = "{key} names too many: the number of blank tokens is {amount}"
        raise Problem(text, ("table", kind, "blank"), amount=most)
    if len(set(characters)) < len(characters):
        raise Problem("{key}: two lie on one character", ("table", kind))
    lay(g, kind, holder, tuple(map(g.ruleset.rank_of, characters)), (special, *["blank"] * blanks))


def _call(g: State) -> None:
    """Note which of the ranks called so far are silent, and what the others have brought with them."""
    for rank in g.ruleset.ranks[: g.called]:
        holder = g.owners[rank]
        if holder < 0 or g.marks.get("killed") == rank:
            g.silent += (rank,)
            continue
        g.players[holder].shown += (rank,)
        char = g.ruleset.char(rank)
        acting = g.owners[1] if g.marks.get("bewitched") == rank else holder
        if type(char).guards is not Hooks.guards:
            g.marks["protected"] = acting
        if isinstance(char, OldTaxCollector):
            g.marks["taxman"] = acting


def _draft(g: State, position: PositionTable) -> State:
    """Start a round; a given layout is found by trying seeds."""
    faceup = _faceup(g, position)
    hidden = {g.ruleset.rank_of(id) for id in position.table.facedown}
    if not hidden & set(faceup):
        for number in range(_TRIES):
            trial = g.clone()
            trial.seed = number.to_bytes(16, "big")
            trial.stack.append(StartRound())
            trial.run()
            if (not faceup or trial.faceup == faceup) and hidden <= {rank for _, rank in trial.aside}:
                return trial
            if len(hidden) > len(trial.aside):
                break
    raise Problem("{key}: the characters cannot lie like that", ("table", "facedown" if hidden else "faceup"))
