"""Outbox: the connections of a table, and the messages that wait until what they tell is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from net.host.seats.lobby import Member, Peer
from net.protocol.rate_limits import Rates
from net.protocol.schema import Message


class Outbox:
    """Connections and their members.

    A message to them waits until `flush`: by then everything it follows from is durable.
    """

    def __init__(self) -> None:
        self._members: dict[Peer, Member] = {}
        self._outbox: list[Callable[[], None]] = []
        self._questions = 0
        """Where in it the open question begins."""
        self._addressed: dict[Peer, None] = {}
        """To whom something waits, in this order."""
        self._newcomers: set[Peer] = set()
        """Connections that have not been told yet that they are admitted."""
        self._dismissed: list[Peer] = []
        """Connections that have not been told yet that they are refused, or sent away."""

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[tuple[Peer, Member]]:
        return iter(self._members.items())

    def member(self, peer: Peer) -> Member | None:
        """The member whose connection this is, if it belongs to the table."""
        return self._members.get(peer)

    def admit(self, peer: Peer, member: Member, *, watching: bool, rates: Rates) -> None:
        """A connection belongs to the table from now on."""
        self._members[peer] = member
        self._newcomers.add(peer)
        self._outbox.append(partial(peer.admit, watching=watching, rates=rates))

    def gone(self, peer: Peer) -> Member | None:
        """A connection has ended. Returns the member whose it was, if it belonged to the table."""
        return self._members.pop(peer, None)

    def dismiss(self, peer: Peer, code: str, detail: str = "") -> None:
        """Tell somebody why, and hang up."""
        self._members.pop(peer, None)
        self._dismissed.append(peer)
        self._outbox.append(partial(peer.close, code, detail))

    def disband(self, code: str) -> None:
        """Tell everybody why, after all that waits, and hang up."""
        for peer in list(self._members):
            self.dismiss(peer, code)

    def fail(self, code: str, detail: str) -> None:
        """Hang up on everybody for this one reason: nothing of what waits is told, no other reason either."""
        self._outbox.clear()
        everybody, self._dismissed = [*self._members, *self._dismissed], []
        for peer in everybody:
            self.dismiss(peer, code, detail)

    def send(self, peer: Peer, message: Message | bytes) -> None:
        """Say something to one: a message, or a frame that was made before."""
        self._addressed[peer] = None
        self._outbox.append(partial(peer.queue, message if isinstance(message, bytes) else message.frame()))

    def replay(self, peer: Peer, frames: list[bytes]) -> None:
        """Send one many frames, at the connection's own speed."""
        self._outbox.append(partial(peer.replay, frames))

    def broadcast(self, message: Message | bytes) -> None:
        """Say something to everybody."""
        self.send_all(list(self._members), message if isinstance(message, bytes) else message.frame())

    def send_all(self, peers: Sequence[Peer], *frames: bytes) -> None:
        """Say the same to several."""
        if frames:
            self._addressed.update(dict.fromkeys(peers))
            self._outbox.append(partial(_queue_for_all, peers, b"".join(frames)))

    def mark_questions(self) -> None:
        """From here on only the open question is put in, until `flush`."""
        self._questions = len(self._outbox)

    def withdraw_questions(self) -> None:
        """Drop what was put in since `mark_questions`."""
        del self._outbox[self._questions :]

    def send_now(self, message: Message) -> None:
        """Say something at once to everybody who has been welcomed: it follows from nothing that has to be durable."""
        frame = message.frame()
        for peer in self._members.keys() - self._newcomers:
            peer.send(frame)

    def flush(self) -> None:
        """Send all that waits."""
        outbox, self._outbox, self._questions = self._outbox, [], 0
        self._newcomers.clear()
        self._dismissed.clear()
        for say in outbox:
            say()
        addressed, self._addressed = self._addressed, {}
        for peer in addressed:
            peer.flush()


def _queue_for_all(peers: Sequence[Peer], frames: bytes) -> None:
    for peer in peers:
        peer.queue(frames)
