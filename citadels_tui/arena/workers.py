"""Workers: the chunks of a tournament are played in this process, in several of them, or on a Dask cluster.

Chunks come back in any order, and what is reported does not depend on it. A worker that dies loses nothing: its chunks
are played by another one. A worker refuses to play with other rules or bots than this program has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from ipaddress import ip_address
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from citadels_tui.texts import N_
from citadels_tui.wording.errors import CommandError, UsageError
from engine.arena.tournament import Chunk, Game, Tournament
from net.base.extras import how_to_install

AHEAD = 64
"""Chunks that a cluster is given before the first of them is done."""
ANSWER = 15.0
"""Seconds in which a scheduler must answer."""
RETRIES = 5
"""How often a chunk is given to another worker, when one after the other dies with it."""

Done = tuple[Chunk, list[Game]]


class OtherVersion(Exception):
    """A worker has other rules or bots."""


def in_turn(tournament: Tournament, chunks: Iterable[Chunk]) -> Iterator[Done]:
    """Play in this process."""
    for chunk in chunks:
        yield chunk, tournament.play(chunk)


def on_processors(tournament: Tournament, chunks: Sequence[Chunk], jobs: int) -> Iterator[Done]:
    """Play in several processes, but no more than there are chunks.

    Raises:
        CommandError: when the package for it is not installed.
    """
    try:
        from joblib import Parallel, delayed
    except ImportError:
        raise CommandError(MISSING, packages="joblib", command=how_to_install("arena")) from None
    parallel: Any = Parallel(n_jobs=max(1, min(jobs, len(chunks))), return_as="generator_unordered", batch_size=1)
    yield from parallel(delayed(_play)(tournament, chunk, "") for chunk in chunks)


def on_cluster(tournament: Tournament, chunks: Iterable[Chunk], address: str) -> Iterator[Done]:
    """Play on the workers of a Dask scheduler.

    Raises:
        UsageError: when the address is neither one of this machine nor one by TLS.
        CommandError: when the package for it is not installed, there is no certificate for TLS, nobody answers, or a
            worker has another version.
    """
    check_address(address)
    try:
        from distributed import Client, Security, as_completed
    except ImportError:
        raise CommandError(MISSING, packages="distributed", command=how_to_install("arena")) from None
    if urlsplit(address).scheme == "tls" and not Security().get_connection_args("client").get("ssl_context"):
        raise CommandError(NO_CERTIFICATE, address=address)
    try:
        client: Any = Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise CommandError(NO_ANSWER, address=address, reason=str(error)[:120]) from None
    with client:
        left = iter(chunks)

        def submit(count: int) -> list[Any]:
            return [
                client.submit(_play, tournament, chunk, digest(), pure=False, retries=RETRIES)
                for chunk in islice(left, count)
            ]

        running: Any = as_completed(submit(AHEAD), loop=client.loop)
        for future in running:
            try:
                done: Done = future.result()
            except OtherVersion:
                raise CommandError(OTHER_VERSION) from None
            except Exception as error:
                raise CommandError(GAVE_UP, reason=f"{type(error).__name__}: {str(error)[:120]}") from None
            for more in submit(1):
                running.add(more)
            yield done


MISSING = N_("this needs {packages}: {command}")
NO_ANSWER = N_("there is no scheduler at {address}: {reason}")
NO_CERTIFICATE = N_("{address} needs a certificate, and the configuration of Dask (distributed.comm.tls) names none")
OTHER_VERSION = N_("a worker of the cluster has another version of the game; install the same one there")
GAVE_UP = N_("the cluster gave up: {reason}")


def check_address(address: str) -> None:
    """Make sure that nothing goes over a network in the clear.

    Raises:
        UsageError: when the address is neither ``tls://`` nor of this machine, or has no port.
    """
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        host = parts.hostname or ""
        local = parts.scheme == "tcp" and (host == "localhost" or ip_address(host).is_loopback)
        safe = bool(parts.port) and (local or (parts.scheme == "tls" and bool(host)))
    except ValueError:
        safe = False
    if not safe:
        raise UsageError("--dask takes tcp://127.0.0.1:PORT of this machine, or tls://HOST:PORT")


def _play(tournament: Tournament, chunk: Chunk, expected: str) -> Done:
    """Play a chunk in a worker.

    Raises:
        OtherVersion: when its rules and bots are not those that are expected (``""``: they are this program's).
    """
    if expected and expected != digest():
        raise OtherVersion
    return chunk, tournament.play(chunk)


@lru_cache(maxsize=1)
def digest() -> str:
    """A fingerprint of the rules and bots of this program: of all their modules."""
    hashed = sha256()
    for name, text in sorted(_sources(files("engine"), "")):
        hashed.update(f"{name} {len(text)}\n".encode() + text)
    return hashed.hexdigest()


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        name = f"{path}/{each.name}"
        if each.is_dir():
            yield from _sources(each, name)
        elif name.endswith((".py", ".toml")):
            yield name, each.read_bytes()
