"""Tables made by hand: the states the screens are looked at in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import Event, Move, Rules, View
from engine.cards import district
from engine.step import Outcome, Price, Refusal
from engine.view import Asked, PlayerView, TokenView, TurnView
from net.client.updates import Decision, Ended, Happened, LobbyView, SeatInfo, Started
from net.protocol.setup import Setup
from net.protocol.visitor_notes import ListedTable
from tests.support.client.fake import NAMES, FakeFeed, seats

LISTED = tuple(
    ListedTable.model_validate({"table": f"{number:026}", "edition": "deluxe", "preset": "first_game", **given})
    for number, given in enumerate(
        (
            {"title": "Friday night", "owner": "Bo", "phase": "open", "seats": 5, "people": 2, "bots": 1},
            {"owner": "Cleo", "phase": "private", "seats": 4, "people": 1, "turn_time": 90.0, "reserve": 120.0},
            {
                "title": "Quick",
                "owner": "Dan",
                "phase": "running",
                "seats": 4,
                "people": 3,
                "bots": 1,
                "takeable": 1,
                "spectators": 4,
            },
            {"title": "By post", "owner": "Ann", "phase": "running", "seats": 2, "people": 2, "you": 0, "asked": 0},
        )
    )
)
"""The tables of a host; at the last one it is your turn."""
CITIES = (
    ("manor", "cathedral", "market", "watchtower"),
    ("market", "docks", "temple", "laboratory", "barracks"),
    ("palace", "prison", "church"),
    ("dragon_gate", "haunted_quarter", "monastery", "town_hall", "manor"),
    ("tavern", "market", "temple", "watchtower", "castle"),
    ("fortress", "barracks", "prison", "palace"),
    ("temple", "church", "monastery+"),
    ("manor", "castle", "harbor"),
)
GOLD = (3, 5, 4, 0, 7, 2, 4, 2)
CARDS = (4, 2, 6, 1, 3, 2, 5, 4)
HAND = ("library", "palace", "tavern", "temple")


def moves(*texts: str) -> tuple[Move, ...]:
    return tuple(Move.parse(text) for text in texts)


def refusal(text: str, code: str, amount: int = 0) -> Refusal:
    return Refusal(Move.parse(text), code, amount)


def outcome(text: str, gold: int = 0, cards: int = 0, built: int = 0) -> Outcome:
    return Outcome(Move.parse(text), gold, cards, built)


def middle(players: int = 5) -> View:
    """The middle of a game; the King is called and is yours."""
    rules = Rules.make(players=players)
    view = View(
        seat=0,
        rules=rules,
        players=[
            PlayerView(seat=seat, gold=GOLD[seat], hand=CARDS[seat], city=CITIES[seat], roles=1)
            for seat in range(players)
        ],
        round=9,
        crown=0,
        deck=31,
        faceup=(7,) if players == 5 else (),
        facedown=2,
        called=4,
        silent=(3,),
        turn=TurnView(seat=0, rank=4),
        marks={"killed": 3, "robbed": 6},
        hand=HAND,
        roles=(4,),
        asked=Asked(0, "menu"),
    )
    view.players[0].shown = (4,)
    view.players[players - 1].shown = (2,)
    if players > 2:
        view.players[2].shown = (1,)
    return view


STORY = (
    Event("round", 0, amount=9),
    Event("layout", ranks=(7,)),
    Event("pick", 0, rank=4),
    Event("drafted", amount=2),
    Event("reveal", 2, rank=1),
    Event("kill", 2, rank=3),
    Event("gold", 2, amount=2, note="income"),
    Event("build", 2, card="church", amount=2),
    Event("reveal", 4, rank=2),
    Event("rob", 4, rank=6),
    Event("look", 4, amount=2),
    Event("keep", 4, amount=1),
    Event("call", -1, rank=3),
    Event("reveal", 0, rank=4),
)


def begin(feed: FakeFeed, view: View, story: Sequence[Event] = STORY, names: Sequence[str] = NAMES) -> None:
    """Open the table and bring it to a state."""
    players = view.rules.players
    table = seats(players, names)
    story = [event for event in story if event.seat < players]
    feed.tell(
        LobbyView(
            table="01ARZ3NDEKTSV4RRFFQ69G5FAV",
            seats=table,
            setup=Setup(players=players),
            rules=view.rules,
            you=0,
            owner=0,
        ),
        Started(view.rules, table, tuple(names[:players]), 0, view),
        Happened(1, -1, "bot", tuple(story), replace(view, moves=())),
    )


def ask(
    feed: FakeFeed,
    view: View,
    legal: Sequence[Move],
    refused: Sequence[Refusal] = (),
    prices: Sequence[Price] = (),
    outcomes: Sequence[Outcome] = (),
    undo: str = "nothing",
) -> None:
    """Ask you something."""
    assert view.asked is not None
    asked = replace(view, moves=tuple(legal), prices=tuple(prices), outcomes=tuple(outcomes))
    feed.tell(Decision(1, view.asked.kind, tuple(legal), tuple(refused), asked, undo=undo))


def income(feed: FakeFeed, players: int = 5) -> None:
    """Your turn as the King has just begun."""
    view = middle(players)
    begin(feed, view)
    reasons = [
        refusal("build library", "need_gold", 3),
        refusal("build palace", "need_gold", 2),
        refusal("build tavern", "income_first"),
        refusal("build temple", "income_first"),
        refusal("end", "income_first"),
    ]
    legal = moves("gold", "draw", "collect")
    ask(feed, view, legal, reasons, (), [outcome("gold", 2), outcome("draw", cards=1), outcome("collect", 1)])


def building(feed: FakeFeed, players: int = 5) -> None:
    """Your income is taken: build or end."""
    view = middle(players)
    assert view.turn is not None
    view.turn.gathered = True
    view.players[0].city = ("temple", *CITIES[0][:3])
    begin(feed, view)
    feed.tell(Happened(2, 0, "player", (Event("gold", 0, amount=2, note="income"),), replace(view, moves=())))
    reasons = [
        refusal("build library", "need_gold", 3),
        refusal("build palace", "need_gold", 2),
        refusal("build temple", "twin"),
    ]
    outcomes = [outcome("collect", 1), outcome("build tavern", -1, -1, 1)]
    ask(feed, view, moves("collect", "build tavern", "end"), reasons, (), outcomes)


def warlord(feed: FakeFeed, players: int = 8) -> None:
    """Your turn as the Warlord, with many districts to destroy."""
    view = middle(players)
    view.turn = TurnView(seat=0, rank=8, gathered=True)
    view.called, view.roles = 8, (8,)
    view.players[0].shown, view.players[0].gold = (8,), 4
    targets = [
        f"destroy p{seat + 1}.{card}"
        for seat in range(players)
        for card in CITIES[seat]
        if card not in ("dragon_gate",)
    ]
    prices = [Price(move, district(move.target, view.rules.edition).cost - 1) for move in moves(*targets)]
    begin(feed, view)
    ask(
        feed,
        view,
        moves("collect", *targets, "build tavern", "end"),
        [
            *([refusal("destroy p4.dragon_gate", "need_gold", 1)] if players > 3 else []),
            refusal("build library", "need_gold", 3),
        ],
        prices,
        [
            outcome("collect", 1),
            outcome("build tavern", -1, -1, 1),
            *(Outcome(p.move, -p.gold) for p in prices if p.gold),
        ],
    )


def drafting(
    feed: FakeFeed, players: int = 5, names: Sequence[str] = NAMES, saw: tuple[int, ...] = (1, 3, 4, 5, 6)
) -> None:
    """The choice of a character."""
    view = middle(players)
    view.called, view.turn, view.silent, view.marks = 0, None, (), {}
    for player in view.players:
        player.shown, player.roles = (), 0
    view.players[players - 1].roles = 1
    view.crown = view.dealer = players - 1
    view.roles, view.saw = (), (saw,)
    view.asked = Asked(0, "draft")
    story = (
        Event("round", players - 1, amount=9),
        Event("layout", ranks=(7,)),
        Event("aside"),
        Event("pick", players - 1),
        Event("pool", 0, ranks=view.saw[0], amount=len(saw)),
        Event("ask", 0, note="draft"),
    )
    begin(feed, view, story, names)
    legal = moves(*(f"pick {view.rules.characters[rank - 1]}" for rank in view.saw[0]))
    ask(
        feed,
        view,
        legal,
        (),
        (),
        [each for each in (outcome("pick king", 1), outcome("pick merchant", 2)) if each.move in legal],
    )


def waiting(feed: FakeFeed, players: int = 5) -> None:
    """Somebody else's turn."""
    view = middle(players)
    view.turn = TurnView(seat=1, rank=5, gathered=True)
    view.called = 5
    view.players[1].shown = (5,)
    view.asked = Asked(1, "menu")
    view.tokens = {"threats": TokenView(4, (5, 8))}
    begin(feed, view, (*STORY, Event("reveal", 1, rank=5), Event("protect", 1)))


def end(feed: FakeFeed, players: int = 5, names: Sequence[str] = NAMES) -> None:
    """The game is over."""
    view = middle(players)
    view.over, view.asked, view.turn = True, None, None
    view.winners, view.finished = (1,), (1, 3)
    begin(feed, view, names=names)
    scores = (
        (("districts", 11), ("types", 3)),
        (("districts", 16), ("types", 3), ("first", 4)),
        (("districts", 9),),
        (("districts", 21), ("complete", 2)),
        (("districts", 9),),
        (("districts", 15),),
        (("districts", 7),),
        (("districts", 11), ("wishing_well", 3)),
    )
    feed.tell(Ended((1,), scores[:players], view))


def lobby(feed: FakeFeed, *, mine: bool = True) -> None:
    """A table with a guest, two bots and an open seat."""
    rules = Rules.make(players=5)
    table = (
        SeatInfo(0, "Ann", "human"),
        SeatInfo(1, "Bo", "human"),
        SeatInfo(2, "Cleo", "bot", "steward"),
        SeatInfo(3, "Dan", "bot", "random"),
        SeatInfo(4, "", "open"),
    )
    feed.tell(
        LobbyView(
            table="01ARZ3NDEKTSV4RRFFQ69G5FAV",
            seats=table,
            setup=Setup(players=5),
            rules=rules,
            you=0,
            owner=0 if mine else 1,
            spectators=1,
        )
    )


def everything(feed: FakeFeed) -> None:
    """A game with action cards in which a lot lies on the table; the Trader is called and is yours."""
    rules = Rules.make(
        5,
        characters=(
            "magistrate",
            "blackmailer",
            "seer",
            "emperor",
            "cardinal",
            "trader",
            "navigator",
            "diplomat",
            "tax_collector",
        ),
        uniques=(
            "armory",
            "basilica",
            "bell_tower",
            "capitol",
            "framework",
            "gold_mine",
            "great_wall",
            "keep",
            "library",
            "monument",
            "museum",
            "park",
            "quarry",
            "school_of_magic",
        ),
        action_cards=True,
    )
    view = middle()
    view.rules = rules
    view.hand = ("cash_wagon", "director", "fortune_teller", "library", "palace", "tavern")
    view.called, view.silent, view.roles, view.faceup = 6, (3,), (6,), (8,)
    view.turn = TurnView(seat=0, rank=6, gathered=True)
    view.marks = {}
    view.tokens = {
        "warrants": TokenView(1, (6, 7, 9)),
        "threats": TokenView(0, (4, 7), ("rose", "blank"), 2),
        "museum": TokenView(0, (), ("church", "manor", "prison"), 3),
    }
    view.things = {"tax_collector": (4,), "bell_tower": (3,), "cash_wagon": (1, 2, 3, 0, 1, 0)}
    view.players[0].city = ("manor+", "cathedral", "museum+", "circus_tent", "watchtower")
    view.players[0].shown, view.players[0].hand = (6,), 6
    view.players[1].shown, view.players[3].shown = (1,), (4,)
    view.players[2].shown, view.players[4].shown = (), (5,)
    story = (
        Event("round", 0, amount=9),
        Event("layout", ranks=(8,)),
        Event("pick", 0, rank=6),
        Event("reveal", 1, rank=1),
        Event("warrants", 1, ranks=(6, 7, 9), amount=3),
        Event("reveal", 4, rank=5),
        Event("play", 1, card="cash_wagon"),
        Event("reveal", 0, rank=6),
        Event("gold", 0, amount=2, note="income"),
    )
    begin(feed, view, story)
    legal = moves(
        "store library",
        "store palace",
        "store tavern",
        "stake p2",
        "stake second p2",
        "stake p4",
        "play cash_wagon",
        "play director",
        *(f"play fortune_teller p{seat}" for seat in (2, 3, 4, 5)),
        "build tavern",
        "collect",
        "end",
    )
    outcomes = [
        *(outcome(f"store {card}", cards=-1) for card in ("library", "palace", "tavern")),
        *(outcome(text, -1, 1) for text in ("stake p2", "stake second p2", "stake p4")),
        outcome("build tavern", -2, -1, 1),
        outcome("collect", 2),
    ]
    reasons = [refusal("build library", "need_gold", 3), refusal("build palace", "need_gold", 2)]
    ask(feed, view, legal, reasons, (), outcomes)
