"""Runs the `citadels` command: ``python -m citadels_tui``."""

from __future__ import annotations

import sys

from citadels_tui.cli import main

sys.exit(main())
