"""Limits: the bounds that hosts, relays and clients agree on, so that no peer can use more than its share."""

from __future__ import annotations

from dataclasses import dataclass, field

PORT = 7447
"""TCP port of a host, unless another is named."""
RELAY_PORT = 7448
"""TCP port of a relay, unless another is named."""

KIB = 1024

LONGEST_TIME = 14 * 86_400
"""Seconds that a table's clock gives for a decision, or on top of it, at most."""
CORRESPONDENCE = 3600
"""Seconds for a decision from which on players may come and go."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The bounds of one frame; anything beyond is refused before it is built in memory."""

    frame: int
    """Bytes of one frame's body."""
    array: int
    map: int
    text: int
    """Bytes of one string."""
    blob: int
    """Bytes of one binary value."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes, seconds and counts. Tests make their own with other numbers."""

    join: Shape = field(default_factory=lambda: Shape(frame=2 * KIB, array=16, map=24, text=256, blob=256))
    """Client to host, until it has joined."""
    request: Shape = field(default_factory=lambda: Shape(frame=4 * KIB, array=64, map=24, text=1024, blob=2 * KIB))
    """Client to host, after."""
    answer: Shape = field(default_factory=lambda: Shape(frame=256 * KIB, array=4096, map=64, text=1024, blob=160 * KIB))
    """Host to client."""
    entry: int = 128 * KIB
    """Bytes of one entry of the log."""

    tls_timeout: float = 5.0
    join_timeout: float = 5.0
    connect_timeout: float = 8.0
    """A client's patience, from dialling to being welcomed."""
    head_start: float = 1.0
    """How long a client tries one route to the host before it tries the next one, too."""
    relayed: tuple[float, int] = (20.0, 40)
    """Clients that a host lets a relay announce: per second, burst; by turns."""
    taking: int = 16
    """Clients that a host is taking from a relay at once."""
    close_timeout: float = 2.0
    heartbeat: float = 5.0
    """Silence after which a client asks whether the host is there, and again."""
    stale: float = 6.0
    """Silence after which a client says that the connection may be gone."""
    silence: float = 15.0
    """Silence after which either side takes the connection for gone."""
    backoff: tuple[float, float] = (0.25, 2.5)
    """Seconds, least and most, between a client's attempts to come back."""
    told: tuple[float, int] = (600.0, 1200)
    """Messages from a host to a client beside the log, such as chat and the lobby: per second, burst. All that the
    players of a table may do in a second makes less."""
    prompts: tuple[float, int] = (1000.0, 4000)
    """Messages that it says to the client alone, answers and questions: per second, burst."""
    unread: int = 1000
    """Updates that wait for a client's reader before the client listens no more."""
    first_list: float = 20.0
    """How long a visitor waits for the whole list of tables."""
    log: int = 8192 * KIB
    """Bytes of the log of a game, as a file."""
    doubt: float = 20.0
    """Seconds by which a client may be wrong about how long somebody was asked, or it was away itself."""
    doubt_part: int = 50
    """Per cent of such a time by which it may be wrong at most."""
    shares: float = 20.0
    """How long players may take over each half of dealing fairly; their clients do it by themselves."""

    handshakes: tuple[float, int] = (600.0, 40)
    """TLS handshakes begun, in all: per second, burst; a quarter of it while half of the places for those who join are
    taken. Here, and wherever it says so, addresses take turns."""
    waiting: int = 512
    """Connections that have not said anything yet, and as many again that wait for their handshake."""
    joining: int = 384
    """Connections that have begun their handshake and have not joined yet."""

    frames: tuple[float, int] = (30.0, 60)
    """Messages of one member, over all connections: per second, burst."""
    moves: tuple[float, int] = (10.0, 20)
    chats: tuple[float, int] = (0.5, 5)
    shared_chats: tuple[float, int] = (2.0, 20)
    """Lines of chat of all without a seat in a game, together, by turns: any can come back under another key."""
    nudge: float = 15.0
    """Seconds for which somebody is asked before they may be reminded, once for each question."""
    joins: tuple[float, int] = (1.0, 10)
    """How often the owner, or a player in a game, may come: each time, the whole log may have to be sent."""
    shared_joins: tuple[float, int] = (10.0, 40)
    """Joins of all others at a table, and at the list of tables, by turns."""
    guest_joins: tuple[float, int] = (20.0, 100)
    """Joins of guests, whom the host's own SSH or web server has let in already."""
    wishes: int = 256
    """Joins, or new tables, that wait for their turn. Of more, the oldest of the address that has most is refused."""
    lines: int = 32
    """Lines of chat that wait for their turn."""
    strikes: int = 3
    """How often in a row a connection may exceed a rate before it is closed."""

    seat_backlog: int = 256 * KIB
    """Bytes a player may leave unread."""
    spectator_backlog: int = 128 * KIB

    asides: int = 100
    """Entries beside the moves that a player may add to the log of one game, with votes; and the owner."""
    visitors: int = 2000
    """Connections to the list of tables, per host; one more takes the place of the oldest of the address with most."""
    visits: int = 4
    """Connections of one player to the list of tables."""
    listing: float = 0.5
    """Seconds between changes of the list that visitors are told of, at least."""
    open_tables: int = 3
    """Tables that one player has opened and that have not ended."""
    new_tables: tuple[float, int] = (1 / 60, 1)
    """Tables that one player opens."""
    shared_new_tables: tuple[float, int] = (1.0, 20)
    """New tables of all players together, by turns."""
    spectators: int = 32
    """Per table."""
    tables: int = 500
    """Per host. Where there is no room, or none for a spectator, a caller from an address with fewer takes the
    place of the oldest of the address that has most."""
    listed: int = 4000
    """Tables of a list that a client keeps: as many as eight hosts have that share theirs."""
    searches: tuple[float, int] = (2.0, 20)
    """Looks for the table of an invitation among those of other hosts, by turns: per second, burst."""
    answers: int = 256
    """Stored answers per player, for requests that are repeated."""

    idle_pause: tuple[float, float] | None = (0.7, 2.2)
    """Seconds, least and most, before the host answers a question that has one answer only; None: as bots wait."""
    bot_pause: float = 0.8
    """Seconds between the moves of bots, unless the owner chooses otherwise."""
    hint: float = 1.0
    """Seconds in which a hint is to be found."""
    reading: float = 60.0
    """Seconds on top of the time for a decision, at each player's first choice of a character in a game and the first
    question of their first turn: so long may somebody read who plays for the first time."""
    absence: float = 45.0
    """Seconds after a disconnect before a neutral bot takes the player's decisions, or a seat in a lobby is open."""
    between_games: float = 30.0
    """Seconds after a game of a series before the next one begins by itself, where nobody who is there reads on."""
    longest_between_games: float = 180.0
    """Seconds after a game of a series for which those are waited for who have not said that they go on."""
    succession: float = 120.0
    """Seconds for which an owner is away or asleep before their rights pass to the next player; in a correspondence
    game at least the time for a decision."""
    vacant: float = 60.0
    """Seconds in which somebody has to come to a table that a visitor has opened, or that was brought back after a
    restart of the host."""
    notice: float = 60.0
    """Seconds for which somebody is asked, and away, before the notifier may tell them."""
    notice_again: float = 6 * 3600.0
    """Seconds before a player who has not come back is told again."""
    reminder: float = 6 * 3600.0
    """Seconds before the time for a decision of a correspondence game is up at which a player who is away is told
    again; a quarter of that time at most."""
    notices: tuple[float, int] = (0.5, 30)
    """Notices that the host sends to people who are away, in all: per second, burst."""
    notifying: int = 4
    """Commands that run for such notices at once."""
    notified: float = 30.0
    """Seconds after which such a command is ended."""
    abandoned: float = 30 * 86_400.0
    """Seconds after which the game at a visitor's table ends, when everybody has left and nobody has come back."""

    @property
    def quiet(self) -> float:
        """Seconds a client may say nothing to a host while it hears it."""
        return self.silence / 2


DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class RelayLimits:
    """Seconds and counts of a relay."""

    first_frame: float = 5.0
    """For the first frame of a connection, and for TLS on a host's line."""
    taking: float = 6.0
    """For a host to take a client."""
    silence: float = 15.0
    """Seconds of silence of a host's line, until it is taken for gone."""
    idle: float = 30.0
    """Seconds of silence of a client and a host, in both directions, until they are parted."""
    parting: float = 2.0
    """For what one side still sends when the other has ended."""

    callers: int = 512
    """Connections that have not said what they want. Where there is no room, here and below, a caller from an
    address with fewer takes the place of the oldest of the address that has most."""
    address_callers: int = 32
    """Such connections of one address."""
    calls: tuple[float, int] = (10.0, 60)
    """Calls of one address: per second, burst."""
    handshakes: tuple[float, int] = (20.0, 40)
    """TLS handshakes of hosts, in all; addresses take turns."""
    hosts: int = 200
    address_hosts: int = 8
    """Hosts of one address."""
    clients: int = 1000
    """Clients that are led to a host, in all."""
    host_clients: int = 64
    """Clients led to one host, waiting ones included."""
    address_clients: int = 16
    """Clients led from one address, to all hosts."""
    bytes: tuple[float, int] = (1024.0 * KIB, 8 * 1024 * KIB)
    """Bytes a second, and burst, of one host and its clients."""
    client_bytes: tuple[float, int] = (256.0 * KIB, 2 * 1024 * KIB)
    """Bytes of one client."""


RELAY = RelayLimits()


class Bucket:
    """A rate with a burst: `take_token` says whether one more is allowed now."""

    __slots__ = ("_burst", "_level", "_rate", "_time")

    def __init__(self, rate: tuple[float, int], now: float) -> None:
        self._rate, self._burst = rate
        self._level = float(self._burst)
        self._time = now

    def level(self, now: float) -> float:
        """How many may be taken at once."""
        self._level = min(float(self._burst), self._level + max(0.0, now - self._time) * self._rate)
        self._time = now
        return self._level

    def take_token(self, now: float) -> bool:
        """Take one token; False when there is none."""
        if self.level(now) < 1:
            return False
        self._level -= 1
        return True

    def wait(self, now: float) -> float:
        """Seconds until a token can be taken."""
        return max(0.0, 1 - self.level(now)) / self._rate

    def delay(self, count: int, now: float) -> float:
        """Take many tokens, more than there are if need be; seconds to wait until the level is no longer below zero."""
        self.level(now)
        self._level -= count
        return max(0.0, -self._level / self._rate)

    def full(self, now: float) -> bool:
        """Whether it is full again, so that nothing is lost if it is dropped."""
        return self.level(now) >= self._burst
