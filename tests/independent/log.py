"""The log of a game: what must hold of every entry as it comes.

Written from `docs/protocol.md` and `docs/events.md` alone.
"""

from __future__ import annotations

from tests.independent.wire import Fault, Map, body_of, digest, must, signed, sound, unpack

# events.md: the secret fields of a kind; only of one kind may other know them, too

CARDS = (
    *("deal", "look", "keep", "bottom", "draw", "discard", "hold", "pass_card", "store", "museum", "unstore"),
    *("warrants", "threats", "spy", "hand", "ask"),
)
SHOWING = ("keep", "exchange", "study", "search", "thieves_den")
"""The kinds of question that show cards."""
SECRETS: dict[str, tuple[str, ...]] = dict.fromkeys(CARDS, ("cards",)) | {
    "pool": ("ranks",),
    "pick": ("rank",),
    "aside": ("rank",),
    "trade_role": ("rank", "ranks"),
}


def knowers(event: Map) -> list[int]:
    """The seats that may know what is secret about an event."""
    seat = event.get("seat", -1)
    if event["kind"] not in SECRETS or seat < 0:
        return []
    if event["kind"] == "ask" and event.get("note", "") not in SHOWING:
        return []
    return [seat, event["other"]] if event["kind"] == "pass_card" else [seat]


class Log:
    """The log of a game as far as it has come; everything in it has been checked."""

    def __init__(self, host: bytes) -> None:
        self.host = host
        self.notes: list[Map] = []
        """The entries as they came."""
        self.entries: list[Map] = []
        """Their bodies."""
        self.heads = [bytes(32)]
        """The head after so many entries."""
        self.game: Map = {}
        self.seats: list[Map] = []
        self.did = 0
        """The entry that asks the open question; 0 before the deal."""
        self.epochs: list[int] = []
        """For every entry, the restarts before it."""
        self.commitments: dict[int, bytes] = {}
        self.shares: dict[int, bytes] = {}
        self.votes: set[int] = set()
        self.open: set[int] = set()
        self.lent: dict[int, bytes] = {}
        """Seats of players who are away, with their keys."""
        self.asleep: set[int] = set()
        self.opened: dict[int, Map] = {}
        self.end: Map = {}
        self.attested: dict[int, bytes] = {}
        """The players' signatures of the end."""
        self.given = 0
        """Moves of another game, from which this one goes on."""
        self._moves: list[int] = []
        """The entries whose moves are to be opened."""
        self._restarts = 0
        self._requests: dict[bytes, int] = {}
        self.sat: dict[tuple[int, bytes], list[int]] = {}
        """By seat and key of everybody who has sat there: their own moves since, and those of others."""

    @property
    def head(self) -> bytes:
        """The head of the whole log."""
        return self.heads[-1]

    @property
    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, who in enumerate(self.seats) if who.get("pub")]

    @property
    def uncommitted(self) -> list[int]:
        """The persons whose commitment is still to come."""
        return [] if self.game.get("fixed") else [seat for seat in self.people if seat not in self.commitments]

    @property
    def missing(self) -> list[int]:
        """The persons whose share of the seed is still to come."""
        return [] if self.game.get("fixed") else [seat for seat in self.people if seat not in self.shares]

    def take(self, note: Map) -> Map:
        """The next entry.

        Raises:
            Fault: when it cannot be that.
        """
        try:
            return self._take(note)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Fault("chain", f"Entry {len(self.heads)} cannot be read.") from None

    def _take(self, note: Map) -> Map:
        seq = len(self.heads)
        must(note["seq"] == seq and len(note["body"]) <= 128 * 1024, "chain", f"Entry {seq} is missing or too long.")
        entry = unpack(note["body"])
        must(body_of(entry) == note["body"], "chain", f"Entry {seq} is not written as it must be.")
        must((seq == 1) == (entry["t"] == "game"), "chain", f"Entry {seq} is of the wrong kind.")
        game = entry["game"] if seq == 1 else self.game["game"]
        head = digest("log", self.head, note["body"])
        must(signed(self.host, note["sig"], "entry", game, seq, head), "chain", f"Entry {seq} is not the host's.")
        must(not self.end, "order", f"Entry {seq} comes after the end.")
        must(not self.opened or entry["t"] in ("open", "end"), "order", f"Entry {seq} comes after moves were opened.")
        if not self.did:
            must(entry["t"] not in ("hold", "vote", "wake", "seat"), "order", f"Entry {seq} comes before the deal.")
        getattr(self, f"on_{entry['t']}")(entry, f"Entry {seq}")
        self.notes.append(note)
        self.entries.append(entry)
        self.epochs.append(self._restarts)
        self.heads.append(head)
        return entry

    def on_game(self, entry: Map, where: str) -> None:
        self.game, self.seats = entry, list(entry["seats"])
        for seat, who in enumerate(self.seats):
            self._somebody(who, where)
            self._sits(seat, who)
            if entry.get("bots_yield") and not who.get("pub"):
                self.open.add(seat)
        must(entry["rules"]["players"] == len(self.seats), "rules", f"{where} has other seats than players.")

    def _sits(self, seat: int, who: Map) -> None:
        if who.get("pub"):
            self.sat.setdefault((seat, who["pub"]), [0, 0])

    @property
    def moved_for(self) -> dict[tuple[int, bytes], tuple[int, int]]:
        """For whom others have moved: of how many moves in the seat since they first sat there, how many."""
        return {who: (own + others, others) for who, (own, others) in self.sat.items() if others}

    @property
    def replaced(self) -> list[tuple[int, bytes]]:
        """Who has lost the seat, and so cannot have signed the end."""
        return [(seat, key) for seat, key in self.sat if self.seats[seat].get("pub") != key]

    def _somebody(self, who: Map, where: str) -> None:
        key, level = who.get("pub", b""), who.get("level", "")
        must(bool(key) != bool(level) and (sound(key) or level), "seat", f"{where} seats somebody who can be nobody.")
        via = who.get("via", "")
        must(via in (("", "ssh", "web") if key else ("",)), "seat", f"{where} names a way that cannot be.")

    def on_commit(self, entry: Map, where: str) -> None:
        seat = entry["seat"]
        must(seat in self.uncommitted and not self.shares, "order", f"{where} is a commitment out of its time.")
        parts = (self.heads[1], seat, entry["commitment"])
        must(signed(self.seats[seat]["pub"], entry["sig"], "commit", *parts), "commit", f"{where} is not its player's.")
        self.commitments[seat] = entry["commitment"]

    def on_reveal(self, entry: Map, where: str) -> None:
        seat, share = entry["seat"], entry["share"]
        must(seat in self.missing and not self.uncommitted, "order", f"{where} is a share out of its time.")
        kept = digest("share-commitment", self.game["game"], seat, share) == self.commitments[seat]
        must(kept, "share", f"{where} is not the share that was committed to.")
        self.shares[seat] = share

    def on_play(self, entry: Map, where: str) -> None:
        seat, cause = entry.get("seat", -1), entry["cause"]
        must((cause == "start") == (not self.did), "order", f"{where} is not the deal, or is a second one.")
        if cause == "start":
            must(seat == -1 and "signed" not in entry, "order", f"{where} is somebody's deal.")
            must(not self.missing, "missing", f"{where} deals before every share is known.")
        else:
            must(0 <= seat < len(self.seats), "seat", f"{where} is a move of nobody.")
            if cause == "given":
                first = self.game.get("fixed") and len(self._moves) == self.given
                must(first, "given", f"{where} is a move of another game, from which this one cannot go on.")
                self.given += 1
            else:
                own = (cause == "bot") == (seat not in self.people)
                must(own, "mover", f"{where} is not this seat's kind of move.")
            must(
                cause in ("given", "player", "bot", "absent", "timeout", "asleep"),
                "mover",
                f"{where} is a move of no known kind.",
            )
            must(("signed" in entry) == (cause == "player"), "unsigned", f"{where} is signed, or not, and must not be.")
            timed = self.game.get("turn_time", 0) or self.game.get("reserve", 0)
            must(cause != "timeout" or timed, "clock", f"{where} says that time was up where there is no clock.")
            slow = self.game.get("turn_time", 0) >= 3_600_000
            must(cause != "absent" or not slow, "clock", f"{where} moves for whom the game waits.")
            must(cause != "asleep" or seat in self.asleep, "clock", f"{where} moves for somebody who is awake.")
            if cause == "player":
                self._signature(seat, entry["signed"], where)
                self.asleep.discard(seat)
            elif cause == "timeout":
                self.asleep.add(seat)
            for (place, key), counts in self.sat.items():
                if place == seat and cause != "given":
                    counts[not (cause == "player" and self.seats[seat]["pub"] == key)] += 1
            self._moves.append(len(self.heads))
        for event in entry["events"]:
            self._event(event, where)
            if event["kind"] == "undo":
                mine = cause == "player" and event.get("seat", -1) == seat
                must(mine, "undo", f"{where} takes back a move for its player.")
        self.did = len(self.heads)

    def _signature(self, seat: int, move: Map, where: str) -> None:
        must(move["did"] == self.did, "question", f"{where} answers another question.")
        must(move["head"] in self.heads[self.did :], "history", f"{where} was signed in another history.")
        key = self.seats[seat]["pub"]
        must(move["cid"] > self._requests.get(key, 0), "repeated", f"{where} was signed for another time.")
        parts = (move["head"], seat, move["did"], move["cid"], move["commitment"])
        must(signed(key, move["sig"], "move", *parts), "signature", f"{where} is not signed by its player.")
        self._requests[key] = move["cid"]

    def _event(self, event: Map, where: str) -> None:
        hidden = SECRETS.get(event["kind"], ())
        must(not set(hidden) & set(event), "events", f"{where} shows what is hidden.")
        seats = [sealed["seat"] for sealed in event.get("sealed", [])]
        must(seats == knowers(event), "events", f"{where} has envelopes for others than those who may know.")

    def on_restart(self, entry: Map, where: str) -> None:
        self._restarts += 1
        must(entry["epoch"] == self._restarts, "epoch", f"{where} counts the host's starts wrongly.")

    def on_hold(self, entry: Map, where: str) -> None:
        must(isinstance(entry["on"], bool), "order", f"{where} is neither rest nor play.")

    def on_vote(self, entry: Map, where: str) -> None:
        must(entry["seat"] in self.people, "vote", f"{where} is nobody's vote.")
        (self.votes.add if entry["end"] else self.votes.discard)(entry["seat"])

    def on_wake(self, entry: Map, where: str) -> None:
        seat = entry["seat"]
        must(seat < len(self.seats), "seat", f"{where} is about no seat.")
        must(seat in self.asleep, "wake", f"{where} wakes nobody.")
        self.asleep.remove(seat)

    def on_seat(self, entry: Map, where: str) -> None:
        seat, taken = entry["seat"], entry["reason"] == "taken"
        must(seat < len(self.seats), "seat", f"{where} is about no seat.")
        self._somebody(entry["who"], where)
        person = bool(entry["who"].get("pub"))
        must(person == taken == ("past" in entry), "change", f"{where} gives a seat to nobody known.")
        free = seat in self.open or self.lent.get(seat) == entry["who"].get("pub")
        must(not taken or free, "change", f"{where} gives away a seat that was not free.")
        away, before = entry["reason"] == "away", self.seats[seat].get("pub")
        must(before or not away, "change", f"{where} gives a bot's seat to a bot.")
        second = any(key == entry["who"].get("pub") and other != seat for other, key in self.sat)
        must(not second, "change", f"{where} gives a second seat to somebody.")
        self.seats[seat] = entry["who"]
        self._sits(seat, entry["who"])
        self.votes.discard(seat)
        self.asleep.discard(seat)
        self.lent.pop(seat, None)
        if away and before:
            self.lent[seat] = before
        yields = self.game.get("bots_yield") and not self.game["seats"][seat].get("pub")
        free = entry["reason"] == "open" or (away and yields)
        (self.open.add if free else self.open.discard)(seat)

    def on_open(self, entry: Map, where: str) -> None:
        due = self._moves[len(self.opened) :][:200]
        must(
            due and [move["seq"] for move in entry["moves"]] == due,
            "opening",
            f"{where} opens other moves than are due.",
        )
        self.opened |= {move["seq"]: move for move in entry["moves"]}

    def on_end(self, entry: Map, where: str) -> None:
        must(len(self.opened) == len(self._moves), "opening", f"{where} comes before every move was opened.")
        self.end = entry

    def attest(self, note: Map) -> None:
        """Take a player's signature of the end.

        Raises:
            Fault: when it is not that.
        """
        seat = note["seat"]
        fits = self.end and seat in self.people
        fits = fits and signed(self.seats[seat]["pub"], note["sig"], "end", self.game["game"], self.head)
        must(fits, "attest", f"The end was not signed by the player of seat {seat}.")
        self.attested[seat] = note["sig"]
