"""The benchmark of guests by SSH: they come, are counted, and go again."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

pytest.importorskip("asyncssh")

from tests.bench.ssh_guests import ssh_guests

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="loopback has one address only"),
]


def test_guests_come_and_are_counted() -> None:
    # The path of a Unix socket must be short.
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="citadels-") as folder:
        found = ssh_guests(2, 2, Path(folder), rest=0.1)
    assert (found["guests"], found["lost"]) == (2, 0)
    assert 0 < found["came_s"][0] <= found["came_s"][1]
    assert found["mb_each"] > 1
    assert found["cpu_s_each"] > 0
    assert 0 < found["key_ms"][0] <= found["key_ms"][1]
