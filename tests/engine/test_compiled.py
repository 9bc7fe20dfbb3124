"""What the compiled engine needs of the sources, tested without compiling them."""

from __future__ import annotations

import subprocess
import sys

from tests.support.engine.compiled import replaces_code
from tests.support.terminal import SECONDS

ORDER = """
import dataclasses, sys

made = dataclasses.dataclass

def dataclass(cls=None, /, **options):
    if cls is None:
        return lambda cls: dataclass(cls, **options)
    here = vars(sys.modules[cls.__module__])
    there = [module for name, module in list(sys.modules.items()) if name.startswith("engine.")]
    for field, kind in cls.__annotations__.items():
        plain = kind.isidentifier() and kind not in here and kind not in dir(__builtins__)
        if plain and kind != cls.__name__ and not any(hasattr(module, kind) for module in there):
            print(f"{cls.__module__}.{cls.__name__}.{field}: {kind}")
    return made(cls, **options)

dataclasses.dataclass = dataclass
import engine
"""


@replaces_code
def test_a_dataclass_names_no_class_that_is_made_later() -> None:
    """The compiler reads the types of the fields when the dataclass is made: one that is not there ends the process."""
    done = subprocess.run([sys.executable, "-c", ORDER], capture_output=True, text=True, timeout=SECONDS, check=True)
    assert done.stdout == ""
