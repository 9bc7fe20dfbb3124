from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import re
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from itertools import chain, count, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from citadels_tui.texts import speak
from citadels_tui.texts.catalogue import ENGLISH
from tests.support.root import ROOT

# All that is made while thousands of tests are collected stays: looking for garbage there takes a fifth of the time.
gc.disable()
# The programs that tests start are not to compile themselves again and again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Nor do they look for the program in the working folder, once a test has run a command in this process.
os.environ.setdefault("PYTHONPATH", str(ROOT))
# Machines differ: a slow example is no failure.
settings.register_profile("citadels", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("citadels")

if sys.platform == "win32":
    # Hosts run in the tests' own process, and the usual loop of Windows watches no sockets.
    asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything is said in English, whatever the machine speaks."""
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "C")
    yield
    speak(ENGLISH)


@pytest.fixture(autouse=True)
def _umask() -> Iterator[None]:
    """A host that is run in this process makes new files private, also those of later tests."""
    mask = os.umask(0o022)
    os.umask(mask)
    yield
    os.umask(mask)


SLOW_FILE = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.slow\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whether a file is not even imported: `--fast` has no use for slow ones, `--thorough` for those without a case."""
    wanted = config.option.markexpr.split(" and ")
    if collection_path.suffix != ".py" or not {"not slow", "thorough"} & {*wanted}:
        return None
    text = collection_path.read_text("utf-8")
    if "thorough" in wanted:
        return None if "mark.thorough" in text or "tiered(" in text else True
    return True if SLOW_FILE.search(text) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Begin with the slow tests."""
    yield
    items[:] = spread(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
    # Thousands of tests stay until the end; looking through them for garbage takes 3 to 9 % of the time.
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)


def spread(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """Tests in equal parts, one for each worker, that begin with the slow ones: the last ones to end are quick ones."""
    if workers == 1:
        return list(items)
    slow: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("slow"):
            slow[item.path].append(item)
    rest = (item for item in items if not item.get_closest_marker("slow"))
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, tests in enumerate(slow.values()):
        parts[number % workers] += tests
    for number, part in enumerate(parts):
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        part += islice(rest, max(0, size - len(part)))
    return [*chain(*parts), *rest]


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One more worker than there are processors: many tests wait, for a program or a timer."""
    return (yield) + 1


# The network that tests run on hears nothing of their hosts, those of whole modules included.
os.environ["CITADELS_ANNOUNCE"] = "no"


_numbers = count(1)


@pytest.fixture(autouse=True)
def _own_files(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No test touches this user's files."""
    # With a `tmp_path` for each of thousands of tests, pytest would look through as many folders for each of them.
    if "tmp_path" in request.fixturenames:
        place: Path = request.getfixturevalue("tmp_path")
    else:
        place = tmp_path_factory.getbasetemp() / "own" / str(next(_numbers))
        place.mkdir(parents=True)
    monkeypatch.setenv("CITADELS_CONFIG", str(place))
    monkeypatch.setenv("CITADELS_STATE", str(place / "state"))


@pytest.fixture(autouse=True)
def _own_host() -> Iterator[None]:
    """A process that one test has prepared, and not used, knows nothing of what another one installs."""
    yield
    worker = sys.modules.get("net.local.worker_process")
    if worker and worker._ready:
        with contextlib.closing(asyncio.new_event_loop()) as loop:
            loop.run_until_complete(worker.prepared().end(0))
