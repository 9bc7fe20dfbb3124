"""Inspection: everything on the table that can be looked at, with its full text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from textual.content import Content

from citadels_tui.session.board import city_target, counted, open_points, wagons_of
from citadels_tui.texts import _, cards, help, names, say
from citadels_tui.wording import card_text
from citadels_tui.wording.voice import Voice
from engine.editions import EDITIONS
from engine.view import View

Kind = Literal[
    "day", "district", "character", "player", "ruling", "game", "table", "key", "theme", "opponent", "action", "heading"
]


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing to look at, or a heading between them."""

    kind: Kind
    id: str
    """Card id; for a player ``p1``, ``p2`` ...; for a ruling its place among those about no card; for a game its
    file; for a table its id; for a key what it does, as the id of its binding; for a theme
    its name; for an opponent of the ladder its level; for an action its name; for a day its date."""
    label: Content


def things(view: View, voice: Voice) -> list[Thing]:
    """Everything in sight, by where it is."""
    found: list[Thing] = []
    if view.hand:
        found.append(_heading(Content(_(help.INSPECT_HAND))))
        found += [district(voice, id) for id in view.hand]
    if view.asked is not None:
        found += [district(voice, id) for id in view.asked.cards if id not in view.hand]
    for player in view.players:
        if player.city:
            found.append(_heading(say(help.INSPECT_CITY, who=voice.name(player.seat))))
            found += [district(voice, id) for id in player.city]
    found.append(_heading(Content(_(help.INSPECT_PLAYERS))))
    found += [Thing("player", f"p{p.seat + 1}", voice.player(p.seat)) for p in view.players]
    found.append(_heading(Content(_(help.INSPECT_CHARACTERS))))
    for rank, id in enumerate(view.rules.characters, 1):
        found.append(Thing("character", id, Content(f"{rank} {names.character(id, voice.rules.edition).name}")))
    found.append(_heading(Content(_(help.INSPECT_UNIQUES))))
    found += [district(voice, id) for id in view.rules.uniques]
    if view.rules.action_cards:
        found.append(_heading(Content(_(cards.ACTIONS))))
        found += [district(voice, id) for id in sorted(EDITIONS[view.rules.edition].actions)]
    return found


def district(voice: Voice, id: str) -> Thing:
    """A district as a thing to look at."""
    return Thing("district", id, voice.district(id))


def _heading(label: Content) -> Thing:
    return Thing("heading", "", label)


def explain(view: View, voice: Voice, thing: Thing, note: str = "") -> Content:
    """The full text of a thing.

    Args:
        view: What a seat sees.
        voice: How names are written.
        thing: What is explained.
        note: The player's own note on it.
    """
    return Content("\n").join([*_explain(view, voice, thing), *([say(help.PLAYER_NOTE, note=note)] if note else [])])


def _explain(view: View, voice: Voice, thing: Thing) -> Iterator[Content]:
    match thing.kind:
        case "district":
            yield from card_text.district(voice, thing.id, *_lying(view, voice, thing.id.rstrip("+")))
        case "character":
            yield from card_text.character(voice, thing.id, voice.rank(thing.id), *_lying(view, voice, thing.id))
        case "player":
            player = view.players[int(thing.id[1:]) - 1]
            yield voice.player(player.seat)
            yield say(
                help.PLAYER,
                gold=player.gold,
                cards=player.hand,
                points=open_points(view, player.seat),
                built=counted(player.city),
                target=city_target(view),
            )
            if player.shown:
                yield say(help.PLAYER_SHOWN, characters=voice.characters(player.shown))
            if player.city:
                yield voice.cards(player.city)
            wagons = wagons_of(view, player.seat)
            if wagons:
                yield say(cards.WAGONS, gold=", ".join(map(str, wagons)))
        case _:
            return


def _lying(view: View, voice: Voice, id: str) -> Iterator[Content]:
    """The things that lie on or under a card now."""
    under = view.tokens.get(id)
    if under is not None and under.amount:
        if under.items:
            yield say(cards.UNDER, cards=voice.cards(under.items))
        else:
            yield say(cards.UNDER_HIDDEN, amount=under.amount)
    if id == "tax_collector" and view.things.get(id):
        yield say(cards.ON_TOKEN, amount=sum(view.things[id]))
    if id == "bell_tower" and view.things.get(id):
        yield Content(_(cards.RUNG))
