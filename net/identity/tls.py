"""The secure channel: TLS 1.3 only, and a host that is known by its identity key, not by its certificate.

The certificate is made anew at every start of the host (`net.identity.certificate`) and lives in memory. The host's
identity key signs it in the first message (`delegate`), and the client checks that signature over the certificate it
really saw (`check_host`) before it sends anything.
"""

from __future__ import annotations

import ssl
from functools import cache
from hashlib import sha256

from net.base.errors import NetError
from net.identity.crypto import Identity, same, verified

ALPN = "citadels/1"
PIN = 20
"""Bytes of a pin."""


def pin_of(host: bytes) -> bytes:
    """The pin of a host's public identity key."""
    return sha256(host).digest()[:PIN]


def tls_context(side: int) -> ssl.SSLContext:
    """The context that both sides have in common: the version of TLS, and the name of the protocol over it.

    Raises:
        NetError: ``no_tls``, when this machine's OpenSSL was told not to use that version.
    """
    _try_tls()
    context = ssl.SSLContext(side)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([ALPN])
    return context


@cache
def _try_tls() -> None:
    """Begin with a connection that leads nowhere: what is not allowed shows at once."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    try:
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO()).do_handshake()
    except ssl.SSLWantReadError:
        return
    except (ssl.SSLError, ValueError) as error:
        raise NetError("no_tls", f"{getattr(error, 'reason', None) or error}") from None


def client_context() -> ssl.SSLContext:
    """For dialling. It accepts any certificate: who the host is, `check_host` decides."""
    context = tls_context(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def certificate_hash(connection: ssl.SSLObject | ssl.SSLSocket) -> bytes:
    """SHA-256 of the certificate the other side showed.

    Raises:
        NetError: ``tls``, when this is not a connection to a host of this game.
    """
    shown = connection.getpeercert(binary_form=True)
    if shown is None or connection.version() != "TLSv1.3" or connection.selected_alpn_protocol() != ALPN:
        raise NetError("tls")
    return sha256(shown).digest()


def delegate(host: Identity, certificate: bytes, nonce: bytes) -> bytes:
    """The host's word that this certificate (hash) is its own."""
    return host.sign("host-certificate", certificate, nonce)


def check_host(host: bytes, certificate: bytes, nonce: bytes, delegation: bytes, pin: bytes | None) -> None:
    """Check who is at the other end. With no pin, only that it holds the key it shows.

    Raises:
        NetError: ``pin``, when the key is not the pinned one or did not sign this certificate.
    """
    if pin is not None and not same(pin, pin_of(host)):
        raise NetError("pin")
    if not verified(host, delegation, "host-certificate", certificate, nonce):
        raise NetError("pin")
