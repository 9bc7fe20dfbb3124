"""A host of this machine's own, started for guests by SSH."""

from __future__ import annotations

import atexit
import subprocess
from pathlib import Path
from typing import Any

import pytest

from citadels_tui.session.own_host import _fault, start_own_host
from net.base.errors import NetError
from net.base.own_python import own_python
from net.identity.crypto import load_identity
from net.identity.known_hosts import KnownHosts
from net.local.service import ask_status, data_folder
from tests.support.ports import free_port
from tests.support.terminal import SECONDS

pytest.importorskip("asyncssh", reason="the extra ssh is not installed")
pytestmark = pytest.mark.slow


@pytest.mark.asyncio
async def test_it_is_started_once_and_known_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "s"))
    monkeypatch.setattr("citadels_tui.session.own_host._START", SECONDS)
    ends: list[Any] = []
    monkeypatch.setattr(atexit, "register", ends.append)
    port = free_port()
    where = f"127.0.0.1:{port}"
    await start_own_host(where, port, free_port(), "127.0.0.1")
    (end,) = ends
    try:
        status = await ask_status(data_folder())
        assert status.tables == 0
        assert KnownHosts().check(where, load_identity(data_folder().key).public)
        # The one that runs is enough.
        await start_own_host(where, port, free_port(), "")
        assert ends == [end]
    finally:
        process = end.__self__
        assert isinstance(process, subprocess.Popen)
        end()
        assert process.wait(SECONDS) == 0


@pytest.mark.asyncio
async def test_why_it_cannot_start_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "s"))
    monkeypatch.setattr("citadels_tui.session.own_host._START", SECONDS)
    with pytest.raises(NetError) as caught:
        await start_own_host("127.0.0.1:70000", 70000, free_port(), "")
    assert caught.value.code == "local_host"
    assert "65535" in caught.value.detail


def test_a_host_that_tells_much_later_on_is_not_held_up() -> None:
    tells = "print('citadels join x', flush=True); [print('x' * 80) for _ in range(9999)]"
    process = subprocess.Popen(own_python("-c", tells), stdout=subprocess.PIPE)
    assert _fault(process) == ""
    assert process.wait(SECONDS) == 0
