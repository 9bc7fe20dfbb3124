"""Determinization: worlds a seat cannot tell from the real one.

`resample` deals everything a seat may not know anew: other hands, the deck, cards others
look at, characters, face-down tokens. Search bots and the leak test both rely on it.

The world is a function of what the seat knows and of the source of randomness, to the byte: hidden cards are put in
order before they are dealt. A search that is given such a world cannot learn from it what its seat does not know.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

from engine.facedown import Facedown
from engine.hand import take_from
from engine.state import State

if TYPE_CHECKING:
    from random import Random

    from engine.card import District
    from engine.draft import Plan
    from engine.step import Step

_index = attrgetter("index")

PARTS = ("cards", "roles", "tokens", "steps")
"""Parts that can be resampled alone."""


def resample(
    g: State,
    seat: int | None,
    random: Random,
    parts: Collection[str] = PARTS,
    known: Sequence[Sequence[str]] = (),
) -> State:
    """A random game that looks to a seat (None: a spectator) exactly as this one.

    Args:
        g: The real game; it is not changed.
        seat: The one that must not be able to tell.
        random: The source of randomness; the game's own stream is replaced too.
        parts: Which of `PARTS` to deal anew.
        known: By seat the hand cards that this seat knows of (`HandMemory.known`); they stay where they are.
    """
    world = g.clone()
    world.seed, world.counter = random.randbytes(16), 0
    if "cards" in parts:
        _cards(world, seat, random, known)
    if "roles" in parts:
        _roles(world, seat, random)
    if "tokens" in parts and world.tokens:
        for kind, token in world.tokens.items():
            if token.on and token.holder != seat:
                items = sorted((*token.items, *token.gone))
                random.shuffle(items)
                n = len(token.on)
                world.tokens[kind] = Facedown(token.holder, token.on, tuple(items[:n]), tuple(items[n:]))
    if world.seat is not None and world.seat != seat:
        if "steps" in parts:
            world.stack[-1] = world.stack[-1].imagine(world, random)
        world.seat, world.moves = world.stack[-1].ask(world)
    return world


def _cards(world: State, seat: int | None, random: Random, known: Sequence[Sequence[str]]) -> None:
    """Deal the cards anew that this seat does not see."""
    open_hand, open_deck = -1, False
    if world.seat == seat and world.stack:
        open_hand, open_deck = world.stack[-1].opens(), world.stack[-1].opens_deck
    if open_hand >= 0:
        world.players[open_hand].hand.sort(key=_index)
    hands = [(i, p) for i, p in enumerate(world.players) if i not in (seat, open_hand)]
    unseen: list[District] = [] if open_deck else world.deck
    piles = len(world.discards)
    unseen += world.discards
    kept: dict[int, list[District]] = {}
    for i, p in hands:
        kept[i] = [take_from(p.hand, id) for id in sorted(known[i])] if i < len(known) else []
        unseen += p.hand
    hidden: list[tuple[int, Step, int]] = []
    if world.turn and world.turn.seat != seat:  # what a step hides belongs to the player whose turn it is
        for i, step in enumerate(world.stack):
            if step.secret:
                cards: Sequence[District] = getattr(step, step.secret)
                hidden.append((i, step, len(cards)))
                unseen += cards
    stored = [(kind, t) for kind, t in world.tokens.items() if not t.on and t.holder != seat]
    for _, token in stored:
        unseen += [world.ruleset.district(id) for id in token.items]
    chance = random.random
    if open_deck:
        world.deck.sort(key=_index)
        random.shuffle(world.deck)
    unseen.sort(key=_index)
    unseen.sort(key=lambda _: chance())
    for i, p in hands:
        n = len(p.hand)
        p.hand = kept[i] + unseen[len(unseen) - n :]
        del unseen[len(unseen) - n :]
    if piles:
        world.discards = unseen[-piles:]
        del unseen[-piles:]
    for kind, token in stored:
        n = len(token.items)
        world.tokens[kind] = Facedown(token.holder, (), tuple([c.id for c in unseen[-n:]]))
        del unseen[-n:]
    for i, step, n in hidden:
        dealt = tuple(unseen[len(unseen) - n :])
        del unseen[len(unseen) - n :]
        world.stack[i] = step.replace(**{step.secret: dealt})


def _roles(world: State, seat: int | None, random: Random) -> None:
    """Deal the characters anew that this seat does not know.

    What it saw while choosing is respected: a rank left the cards that went round between
    two of its looks, so it lies where a card was taken between them, or with the last player
    if it may be the card that was mixed in again. A rank that was called in vain lies aside,
    unless it was killed.
    """
    players, n = world.players, len(world.players)
    plan = world.ruleset.plan
    looker = 0
    saw: tuple[tuple[int, ...], ...] = ()
    if seat is not None and "traded" not in world.marks:
        looker, saw = (seat - world.dealer) % n, players[seat].saw
    picked, laid, last = _looks_before(plan, looker, len(saw))
    # A rank stands here once for each look that found it in the pool.
    seen = [rank for pool in saw for rank in pool]
    roles: list[list[tuple[int, int]]] = [[] for _ in range(last + 1)]
    asides: list[list[int]] = [[] for _ in range(last + 1)]
    ranks: list[list[int]] = [[] for _ in range(last + 1)]
    for i, p in enumerate(players):
        if i != seat and p.roles:
            times = picked[(i - world.dealer) % n]
            if len(p.roles) > 1:
                p.roles = _in_order(p.roles, p.shown, times)
            for k, rank in enumerate(p.roles):
                if rank not in p.shown:
                    roles[times[k]].append((i, k))
                    ranks[seen.count(rank)].append(rank)
    for k, (knower, rank) in enumerate(world.aside):
        if knower != seat or seat is None:
            asides[last if plan.mixed and not world.pool else laid[k]].append(k)
            ranks[seen.count(rank)].append(rank)
    passing = world.pool if world.seat != seat else ()
    for rank in passing:
        ranks[seen.count(rank)].append(rank)

    killed = world.marks.get("killed")
    dead = [rank for rank in world.silent if rank != killed]
    pool: list[int] = []
    chosen: dict[tuple[int, int], int] = {}
    aside = list(world.aside)
    late = 0
    for group in range(last + 1):
        ranks[group].sort()
        random.shuffle(ranks[group])
        if dead:
            ranks[group].sort(key=dead.__contains__)
        here = ranks[group]
        room = len(roles[group]) + len(asides[group]) + (len(passing) if group == last else 0)
        if len(here) > room:  # the card that went aside first and was given to the last player to choose from
            late = here.pop()
        if late and group == last:
            final = ((world.dealer - 1) % n, 0)
            taken = late not in dead and (any(rank in dead for rank in here) or random.random() < 0.5)
            if passing:
                pool.append(late)
            elif final in roles[last] and (taken or not asides[last]):
                roles[last].remove(final)
                chosen[final] = late
            else:
                k = asides[last].pop()
                aside[k] = (aside[k][0], late)
        random.shuffle(asides[group])
        for k in asides[group]:
            aside[k] = (aside[k][0], here.pop())
        for place in roles[group]:
            chosen[place] = here.pop()
        pool += here
    if passing:
        world.pool = tuple(sorted(pool))
    world.aside = tuple(aside)
    for (i, k), rank in chosen.items():
        p = players[i]
        p.roles = (*p.roles[:k], rank, *p.roles[k + 1 :])
    for i, p in enumerate(players):
        if i != seat:
            p.saw = ()
            if p.aside:
                p.aside = tuple([rank for knower, rank in aside if knower == i])
    owners = [-1] * len(world.owners)
    for i, p in enumerate(players):
        for rank in p.roles:
            owners[rank] = i
    world.owners = owners


@lru_cache(maxsize=1024)
def _looks_before(plan: Plan, looker: int, count: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]:
    """How many of a player's first looks at the pool were before each card left it.

    Args:
        plan: The times of the selection.
        looker: Whose looks; seats after the crown.
        count: How many looks.

    Returns:
        The numbers for the cards chosen, by distance from the crown, and for those that went aside; and ``count``.
    """
    looks = plan.looks[looker][:count]

    def before(times: Sequence[int]) -> tuple[int, ...]:
        return tuple([sum([look < time for look in looks]) for time in times])

    return tuple([before(times) for times in plan.picks]), before(plan.asides), count


def _in_order(roles: Sequence[int], shown: Sequence[int], times: Sequence[int]) -> tuple[int, ...]:
    """The characters of a player, shown ones first among those chosen between the same two looks.

    Which of the two was chosen first the others cannot know.
    """
    order = sorted(range(len(roles)), key=lambda k: (times[k], roles[k] not in shown, roles[k]))
    return tuple([roles[k] for k in order])
