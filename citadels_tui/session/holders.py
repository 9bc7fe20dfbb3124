"""The notebook in words: for each character who has it, as far as this seat can tell."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from citadels_tui.texts import _, notebook, say
from citadels_tui.wording.voice import EMPTY, Voice
from engine.notebook import ASIDE, FACE_UP, POOL, Page
from engine.ruleset import ruleset
from engine.view import View


def holder(view: View, voice: Voice, page: Page, rank: int, *, room: int, told: bool = False) -> Content:
    """The player who has a character, or where it lies; empty while that is open.

    Args:
        view: What the seat sees.
        voice: How names are written.
        page: What follows from it.
        rank: The character.
        room: Cells; what is too long for them is said more shortly.
        told: Whether the page was not worked out but told, as of a game that is over.
    """
    place, places = page.place(rank), page.places[rank]
    shown = next((player.seat for player in view.players if rank in player.shown), None)
    if shown is not None and shown != view.seat:
        return voice.player(shown)
    if place == FACE_UP or rank in view.faceup:
        return Content.styled(_(notebook.OUT), "$muted")
    if rank in view.roles:
        return Content.styled(_(notebook.YOU), "bold $accent")
    if place == ASIDE and _may_come_back(view):
        return EMPTY
    if place == ASIDE and choosing(view):
        return Content.styled(_(notebook.OUT), "$muted")
    if choosing(view) and not (told and place is not None and place >= 0):
        return EMPTY if POOL in places else Content.styled(_(notebook.GONE), "$muted")
    if place == ASIDE:
        return Content.styled(_(notebook.OUT), "$muted")
    if place is not None and told:
        return voice.player(place)
    if place is not None:
        return _shorter(say(notebook.MUST_BE, who=voice.player(place)), _short(voice, place), room)
    if len(places) == 2 and ASIDE not in places:
        one, other = sorted(places)
        return _shorter(say(notebook.EITHER, who=voice.player(one), other=voice.player(other)), EMPTY, room)
    return EMPTY


def _short(voice: Voice, seat: int) -> Content:
    return say(notebook.MUST_BE_SHORT, who=voice.player(seat))


def _shorter(long: Content, short: Content, room: int) -> Content:
    """The long form where there is room for it."""
    return long if long.cell_length <= room else short


def choosing(view: View) -> bool:
    """Whether characters are being chosen."""
    return view.asked is not None and view.asked.kind in ("draft", "aside")


def _may_come_back(view: View) -> bool:
    """Whether the card that went aside first goes on to the last player, who then chooses of two."""
    return choosing(view) and ruleset(view.rules).plan.mixed


def choosing_order(view: View) -> list[int]:
    """The seats in the order in which they choose; with two or three players everybody stands there twice."""
    turns = ruleset(view.rules).schedule.turns
    return [(view.dealer + offset) % view.rules.players for action, offset in turns if action == "pick"]


def chosen(view: View) -> int:
    """The place in the choosing order of the player who is asked, while characters are being chosen."""
    order, taken = choosing_order(view), sum(player.roles for player in view.players)
    asked = view.asked.seat if view.asked is not None else -1
    mine = [index for index, seat in enumerate(order) if seat == asked]
    return min(mine, key=lambda index: abs(index - taken), default=0)


def passed_on(view: View, picked: Sequence[int]) -> tuple[int, ...]:
    """The characters that you let go on to the next player when you last chose."""
    looking = choosing(view) and view.asked is not None and view.asked.seat == view.seat
    seen = view.saw[:-1] if looking else view.saw
    return tuple(rank for rank in seen[-1] if rank not in (*picked, *view.aside)) if seen else ()


def gone_before(view: View) -> tuple[int, ...]:
    """The characters that were neither face up nor among those that you first chose from."""
    if not view.saw:
        return ()
    ranks = range(1, len(view.rules.characters) + 1)
    return tuple(rank for rank in ranks if rank not in (*view.faceup, *view.saw[0]))


def grid(view: View, page: Page) -> list[list[str]]:
    """By rank, from 1, how sure it is that each player has a character, and that nobody has: a word of `SURE`.

    The last column is for what lies aside or face up. What still goes round may come to players yet to choose,
    and may be left over.
    """
    coming = set(choosing_order(view)[chosen(view) :]) if choosing(view) else set()
    mixed, rows = _may_come_back(view), []
    for places in page.places[1:]:
        columns = [{seat} for seat in range(view.rules.players)] + [{ASIDE, FACE_UP}]
        sure = [NEVER if not places & column else CERTAIN if places <= column else MAYBE for column in columns]
        if POOL in places:
            may = [seat in coming for seat in range(view.rules.players)] + [True]
            sure = [MAYBE if may[column] else each for column, each in enumerate(sure)]
        if mixed and places == {ASIDE}:
            sure[(view.dealer - 1) % view.rules.players] = sure[-1] = MAYBE
        rows.append(sure)
    return rows


CERTAIN, MAYBE, NEVER = SURE = ("certain", "maybe", "never")
"""How sure something is."""
