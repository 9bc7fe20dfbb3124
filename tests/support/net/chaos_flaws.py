"""Hosts that are not as they should be, which a run through chaos must find out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple, Self
from unittest.mock import patch

from net.base.errors import NetError
from net.host.store import watermark
from net.host.store.store import Change
from net.host.table.requests import Requests
from tests.support.net.hardships import HardJournal

if TYPE_CHECKING:
    from net.host.postgres.postgres_store import PostgresStore


class HastyJournal(HardJournal):
    """Says that a change is saved, and saves it a little later."""

    async def save(self, change: Change) -> None:
        asyncio.get_running_loop().call_later(LATER, self._work.put, (change, asyncio.Future()))


LATER = 0.02
"""Seconds in which whoever is killed is found out."""


class CarelessJournal(HardJournal):
    """Says that a change is saved, whether there was room for it or not."""

    def _commit(self, changes: Sequence[Change]) -> NetError | None:
        super()._commit(changes)
        return None


def shared_store(flaw: str) -> type[PostgresStore]:
    """The store of a host that shares its database; with some of the flaws of the journals above."""
    from net.host.postgres import postgres_store as postgres
    from net.host.postgres.postgres_session import PostgresSession

    class Hasty(postgres.PostgresStore):
        """Says that a change is saved, and saves it a little later."""

        async def save(self, change: Change) -> None:
            saved: Future[None] = Future()
            asyncio.get_running_loop().call_later(10 * LATER, self._work.put, postgres._Save(change, saved))

    class CarelessSession(PostgresSession):
        """Says that a change is saved, whether there was room for it or not."""

        def _commit(self, changes: Sequence[Change]) -> tuple[list[NetError | None], NetError | None]:
            faults, fault = super()._commit(changes)
            return ([None] * len(changes), None) if fault and fault.code == "disk_full" else (faults, fault)

    class Careless(postgres.PostgresStore):
        """One with such a session."""

        @classmethod
        def open(cls, url: str, address: str, pin: bytes) -> Self:
            with patch.object(postgres, "PostgresSession", CarelessSession):
                return super().open(url, address, pin)

    return {"hasty": Hasty, "careless": Careless}.get(flaw, postgres.PostgresStore)


def _forget() -> None:
    """Remember no request, so that one that is repeated is a new one."""
    Requests._first_answer = lambda *_: None  # type: ignore[method-assign]


class Flaw(NamedTuple):
    """What is wrong with a host."""

    journal: type[HardJournal] = HardJournal
    spoil: Callable[[], None] = lambda: None
    """What is changed before it starts."""
    hardship: str = ""
    """The one in which it shows."""


FLAWS = {
    "": Flaw(),
    "hasty": Flaw(HastyJournal),
    "forgetful": Flaw(spoil=_forget),
    "careless": Flaw(CarelessJournal, hardship="full"),
    "open to all": Flaw(spoil=lambda: setattr(watermark, "_lock", lambda _: True), hardship="rival"),
    "copies half": Flaw(hardship="backup"),
}
"""By name. The parent makes the backups."""
