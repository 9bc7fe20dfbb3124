"""By relay: a client's route to a host that it cannot reach itself."""

from __future__ import annotations

import asyncio

from net.base.errors import NetError, ProtocolError
from net.base.limits import Limits
from net.base.sockets import Streams, connect_tcp
from net.identity.invitations import Address
from net.identity.tls import client_context
from net.protocol.relay_stream import receive_frame
from net.protocol.relaying import ANSWER, RELAY_PROTO, ReachHost, RelayRefusal


async def open_by_relay(relay: Address, pin: bytes, limits: Limits) -> Streams:
    """A socket with TLS, by way of a relay; who answers in the end has to be checked as ever.

    Raises:
        NetError: what the relay says instead, or ``tls`` when it makes no sense.
    """
    # Perhaps its first address leads nowhere from here.
    sock = await connect_tcp(relay.host, relay.port, limits.connect_timeout / 4)
    try:
        await asyncio.get_running_loop().sock_sendall(sock, ReachHost(proto=RELAY_PROTO, pin=pin).frame())
        try:
            answer = ANSWER.validate(await receive_frame(sock))
        except ProtocolError:
            raise NetError("tls") from None
        if isinstance(answer, RelayRefusal):
            raise NetError(answer.code)
        return await asyncio.open_connection(
            sock=sock, ssl=client_context(), server_hostname="", ssl_shutdown_timeout=limits.close_timeout
        )
    except BaseException:
        sock.close()
        raise
