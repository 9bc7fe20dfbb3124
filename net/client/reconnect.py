"""Reconnect: joins the same player to the same table as often as the connection is lost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from net.base.errors import NetError, ProtocolError
from net.base.limits import Limits
from net.client.dial import Line, dial, refusal
from net.identity.crypto import Identity, SealKey
from net.identity.invitations import Address
from net.protocol.messages import Bye, Err, Redirect, Welcome

_REDIRECTS = 3


@dataclass(slots=True)
class Reconnector:
    """Where the table is, and who comes."""

    address: Address
    """Changes when the table is elsewhere."""
    pin: bytes
    """The host's identity must be this."""
    token: bytes = field(repr=False)
    player: Identity
    name: str
    watch: bool
    limits: Limits

    def seal_key(self, line: Line) -> SealKey:
        """The player's key for envelopes of the host at the other end."""
        return SealKey.of(self.player, line.session.host)

    async def join(self, game: str = "", seq: int = 0, head: bytes = b"") -> tuple[Line, Welcome]:
        """Go there and join.

        Args:
            game: The game whose log is known already; empty for none.
            seq: How far it is known.
            head: Its head there.

        Raises:
            NetError: when there is no getting in.
        """
        for _ in range(_REDIRECTS):
            line = await dial(self.address, self.pin, self.limits)
            try:
                line.send(
                    line.session.join(
                        self.player,
                        self.seal_key(line),
                        table=self.address.table,
                        watch=self.watch,
                        name=self.name,
                        token=self.token,
                        have=(game, seq, head),
                    )
                )
                answer = await line.next()
                if isinstance(answer, Welcome):
                    # From now on it is this table, also at a host that has several.
                    self.address = replace(self.address, table=answer.table)
                    return line, answer
                if isinstance(answer, Err | Bye):
                    raise refusal(answer)
                if not isinstance(answer, Redirect):
                    raise ProtocolError("bad_schema")
            except BaseException:
                await line.close()
                raise
            self.address = Address(answer.host, answer.port, answer.table)
            await line.close()
        raise NetError("unreachable", self.address.authority)
