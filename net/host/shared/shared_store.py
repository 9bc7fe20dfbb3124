"""The shared store: what several hosts need of one store beyond what each of them does alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from net.host.store.store import Store


@dataclass(frozen=True, slots=True)
class Claim:
    """The answer to a host that wants to have a table."""

    record: bytes | None = field(repr=False)
    """The table, which is this host's from now on; None: it is not."""
    host: str = ""
    """Address of the host that has it; empty when that cannot be said now."""


@runtime_checkable
class SharedStore(Store, Protocol):
    """A store in which each table belongs to one of several hosts at a time."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Where clients reach each of the hosts that share the store."""

    @property
    def lost(self) -> frozenset[str]:
        """Tables that were this host's, and that another host may have by now."""

    @property
    def abandoned(self) -> tuple[str, ...]:
        """Tables whose host is gone."""

    @property
    def listings(self) -> Mapping[int, bytes]:
        """The listings that the other hosts show, by their sessions; another mapping when anything has changed."""

    def show(self, listing: bytes) -> None:
        """Show the other hosts soon what is to be seen of this host's tables."""

    def give(self, game: str, log: bytes) -> None:
        """Give the other hosts the log of a finished game. It is called in another thread, and waits.

        Raises:
            NetError: ``database`` or ``disk_full``, when it may work later, and ``journal``.
        """

    async def given(self, after: int, known: Collection[int]) -> list[tuple[int, bytes]]:
        """Some of the logs that hosts have given lately, and their numbers, which grow with time, more or less.

        Args:
            after: Those with greater numbers only.
            known: Numbers of those that are not wanted.

        Raises:
            NetError: ``database`` or ``journal``, when they cannot be read.
        """

    async def claim(self, table: str) -> Claim | None:
        """Take over a table of another host, if that host is gone; None when there is no such table.

        Raises:
            NetError: ``database``, when that cannot be said now, or ``journal``.
        """

    async def everywhere(self) -> list[tuple[str, bytes]]:
        """The tables of all hosts that share the store: their ids and records.

        Raises:
            NetError: ``database`` or ``journal``, when they cannot be read.
        """
