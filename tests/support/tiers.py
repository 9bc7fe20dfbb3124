"""Which cases of a test are tried in which run."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def tiered(cases: Iterable[object], usual: Collection[object]) -> list[ParameterSet]:
    """Cases for ``parametrize``: those that are not usual are left to ``scripts/test --thorough``."""
    return [pytest.param(case, marks=() if case in usual else pytest.mark.thorough) for case in cases]
