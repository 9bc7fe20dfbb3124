"""A QR code as text: two rows of the code in one line, with half blocks; or one row, for a large code."""

from __future__ import annotations

QUIET = 2
"""Light modules around the code, which readers need to find it."""
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_lines(text: str, *, large: bool = False) -> list[str]:
    """A text as a QR code, to be drawn dark on light.

    Args:
        text: What a reader of the code finds.
        large: Whether each module is a line high and two cells wide, which a camera reads from further away.
    """
    # Loaded late: few look at a code.
    import segno

    modules = [[bool(module) for module in row] for row in segno.make_qr(text, error="l").matrix_iter(border=QUIET)]
    if large:
        return ["".join("██" if module else "  " for module in row) for row in modules]
    if len(modules) % 2:
        modules.append([False] * len(modules[0]))
    return [
        "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(modules[::2], modules[1::2], strict=True)
    ]
