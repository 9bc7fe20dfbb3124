"""No format changes under the same number: `tests.project.formats` knows all of them."""

from __future__ import annotations

import json

import pytest

from engine import __version__
from net.protocol.client_messages import Say
from tests.project import formats


@pytest.mark.slow
def test_a_changed_format_has_another_number() -> None:
    assert formats.forgotten() == [], "raise the number; then run: python -m tests.project.formats --write"
    assert formats.current() == formats.kept(), "run: python -m tests.project.formats --write"


def test_no_format_is_another_one_only_because_the_version_is() -> None:
    for name, each in formats.FORMATS.items():
        assert __version__ not in json.dumps(each.content(), default=repr), name


def test_a_field_with_a_default_is_another_format() -> None:
    class Longer(Say):
        loud: bool = False

    before = formats.digest(formats._schemas(Say))
    Longer.__name__ = "Say"
    assert formats.digest(formats._schemas(Longer)) != before
