"""The positions that no game reaches: what they are refused for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.card import District
from engine.draft import CROWN
from engine.rulings.node import Node
from engine.rulings.problem import Problem, RulingFailed, shown
from engine.rulings.words import rank
from engine.state import State

_MEANINGLESS: Mapping[str, Sequence[str]] = {
    "draft": ("calling", "killed", "bewitched", "robbed", "warrants", "threats", "finished"),
    "scoring": ("calling", "robbed", "warrants", "threats", "facedown"),
    "": ("facedown",),
}
"""For each phase the keys of ``[table]`` that mean nothing then."""

_MAKERS: Mapping[str, str] = {
    "killed": "assassin",
    "bewitched": "witch",
    "robbed": "thief",
    "warrants": "magistrate",
    "threats": "blackmailer",
}
"""Whose marks and tokens they are."""


def in_phase(setup: Node, players: Sequence[Node], phase: str) -> None:
    """Refuse what means nothing in a phase of the game."""
    for name in _MEANINGLESS[phase]:
        node = setup.get(name)
        if node:
            raise RulingFailed(
                Problem("{key} means nothing in the phase {phase}", node.path, phase=shown(phase))
                if phase
                else Problem("{key} means something only in the phase 'draft'", node.path)
            )
    for who in players:
        held = who.get("characters")
        if phase == "draft" and held and held.items():
            raise RulingFailed(Problem("{key}: in a draft nobody has a character yet", held.path))


def city_card(g: State, card: District, node: Node) -> None:
    """Refuse a district that can never be in a city, or not beautified."""
    if (card.action and not card.safe) or card.id == "secret_vault":
        raise RulingFailed(Problem("{key}: {card} can never be in a city", node.path, card=shown(card.plain.id)))
    if card.beautified and (card.action or not g.ruleset.beauty):
        raise RulingFailed(
            Problem("{key}: {card} cannot be beautified", node.path, card=shown(card.plain.id))
            if card.action
            else Problem("{key}: nothing is beautified in a game without an artist", node.path)
        )


def settled(g: State, top: Node, setup: Node) -> None:
    """Refuse cities, gold and open things that do not go together."""
    for number, p in enumerate(g.players):
        seen: set[District] = set()
        for place, card in enumerate(p.city):
            if card.plain in seen and not (card.action or _twins(g)):
                raise RulingFailed(
                    Problem(
                        "{key}: {card} stands twice in a city of a game without a quarry and a wizard",
                        (f"p{number + 1}", "city", place),
                        card=shown(card.plain.id),
                    )
                )
            seen.add(card.plain)
    if g.ruleset.coins and g.bank() < 0:
        raise RulingFailed(
            Problem("{amount} gold is more than the bank has", ("options",), amount=g.ruleset.coins - g.bank())
        )
    tax = setup.get("tax")
    _need(tax, "tax_collector", "tax_collector" in g.rules.characters)
    if tax and g.rules.edition != "deluxe":
        raise RulingFailed(Problem("{key}: the tax_collector of this edition keeps no gold apart", tax.path))
    _need(setup.get("bell_tower"), "bell_tower", "bell_tower" in g.rules.uniques)
    finished = setup.get("finished")
    if finished:
        if len(set(g.finished)) < len(g.finished):
            raise RulingFailed(Problem("{key} names a player twice", finished.path))
        for number in range(g.rules.players):
            if g.complete(number) and number not in g.finished:
                raise RulingFailed(
                    Problem("{key} leaves out {name}, whose city is complete", finished.path, name=f"p{number + 1}")
                )
    elif setup.get("phase") and setup.value["phase"] == "draft" and g.finished:
        raise RulingFailed(
            Problem(
                "no round begins when a city is complete, as that of {name} is",
                (f"p{g.finished[0] + 1}", "city"),
                name=f"p{g.finished[0] + 1}",
            )
        )


def _twins(g: State) -> bool:
    """Whether a city of this game can have a district twice, perhaps by a card that is gone."""
    return g.ruleset.duplicates or "quarry" in g.rules.uniques or "wizard" in g.rules.characters


def _need(node: Node | None, card: str, there: bool) -> None:
    if node and not there:
        raise RulingFailed(Problem("{key} needs the {card}, which is not in this game", node.path, card=card))


def faceup(g: State, node: Node | None) -> tuple[int, ...]:
    """The ranks that lie face up."""
    if node is None:
        return ()
    items = node.items()
    found = [rank(g, item) for item in items]
    most = g.ruleset.schedule.faceup
    if len(set(found)) != most or len(found) != most:
        raise RulingFailed(
            Problem(
                "{key}: the number of characters that lie face up with {players} players is {amount}",
                node.path,
                amount=most,
                players=g.rules.players,
            )
        )
    for each, item in zip(found, items, strict=True):
        if each == CROWN:
            raise RulingFailed(
                Problem("{key}: the characters cannot lie like that, as rank 4 is never face up", item.path)
            )
        if g.owners and g.owners[each] >= 0:
            raise RulingFailed(
                Problem(
                    "{key}: the {card} lies face up, and {name} holds it",
                    item.path,
                    card=item.value,
                    name=f"p{g.owners[each] + 1}",
                )
            )
    return tuple(sorted(found))


def mark(g: State, name: str, node: Node) -> int:
    """The rank that is killed, bewitched or robbed."""
    maker = _maker(g, name, node)
    found = rank(g, node)
    spared = {1} if maker == 1 else {1, maker, g.marks.get("killed"), g.marks.get("bewitched")}
    if found in spared:
        raise RulingFailed(
            Problem("{key}: the {maker} cannot have named the {card}", node.path, maker=_MAKERS[name], card=node.value)
        )
    return found


def tokens(g: State, name: str, node: Node) -> tuple[str, int, tuple[int, ...], tuple[str, ...]]:
    """Kind, holder, ranks and tokens of what lies face down on ranks."""
    special, most = ("signed", 2) if name == "warrants" else ("rose", 1)
    node.table({special, "blank"})
    holder = g.owners[_maker(g, name, node)]
    blank = node.get("blank")
    blanks = [] if blank is None else [blank] if isinstance(blank.value, str) else blank.items()
    ranks = tuple(rank(g, item) for item in (node.need(special), *blanks))
    if len(blanks) > most:
        raise RulingFailed(
            Problem("{key} names too many: the number of blank tokens is {amount}", (*node.path, "blank"), amount=most)
        )
    if len(set(ranks)) < len(ranks):
        raise RulingFailed(Problem("{key}: two lie on one character", node.path))
    return name, holder, ranks, (special, *("blank" for _ in blanks))


def _maker(g: State, name: str, node: Node) -> int:
    """The rank of the character whose mark or tokens they are, who must have had a turn."""
    id = _MAKERS[name]
    if id not in g.rules.characters:
        raise RulingFailed(Problem("{key} needs the {card} among the characters", node.path, card=id))
    found = g.ruleset.rank_of(id)
    if g.owners[found] < 0:
        raise RulingFailed(Problem("{key} needs the {card}, and nobody holds that character", node.path, card=id))
    if g.called < found:
        raise RulingFailed(
            Problem("{key}: the {card} has not been called yet; calling must be higher", node.path, card=id)
        )
    if g.marks.get("killed") == found and not g.rules.action_cards:
        raise RulingFailed(Problem("{key}: the {card} was killed", node.path, card=id))
    return found
