"""Retelling: a finished game in four sentences, to be pasted into a chat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from textual.content import Content

from citadels_tui.pages.chronicle import Chronicle, Deed
from citadels_tui.pages.ending import decided
from citadels_tui.pages.score_table import ranking
from citadels_tui.texts import _, ending, names, retelling, say, table
from citadels_tui.wording.spelling import harmless
from citadels_tui.wording.voice import Voice, listed
from net.client.updates import Ended

_KINDS = {"murder": "murder", "theft": "theft"} | dict.fromkeys(
    ("destruction", "seizure", "confiscation"), "destruction"
)
"""Deeds that are told as one kind; all others are tricks."""


def retold_game(ended: Ended, told: Chronicle, voice: Voice) -> str:
    """The game in four sentences, which are the same for every player.

    Args:
        ended: Its end.
        told: Its chronicle.
        voice: How names are written.
    """
    everybody = replace(voice, you=None)
    return harmless(" ".join(sentence.plain for sentence in _sentences(ended, told, everybody)))


def _sentences(ended: Ended, told: Chronicle, voice: Voice) -> Iterator[Content]:
    yield _won(ended, voice)
    if told.deeds:
        yield _fate(ended, told.deeds, voice)
        yield _mischief(told.deeds, voice)
    else:
        yield Content(_(ending.NO_DEEDS))
        yield _dearest(ended, voice)
    if told.turning is not None:
        yield decided(told.turning, voice)


def _won(ended: Ended, voice: Voice) -> Content:
    if len(ended.winners) > 1:
        players = listed(voice.player(seat) for seat in ended.winners)
        return say(table.SHARED, players=players, amount=ended.totals[ended.winners[0]])
    first, second = ranking(ended)[:2]
    points, lead = ended.totals[first], ended.totals[first] - ended.totals[second]
    return say(
        retelling.WON if lead > 0 else retelling.WON_LEVEL,
        rounds=ended.view.round,
        who=voice.player(first),
        points=points,
        lead=lead,
        other=voice.player(second),
    )


def _amount(deed: Deed) -> int:
    return len(deed.cards) or deed.times


def _fate(ended: Ended, deeds: tuple[Deed, ...], voice: Voice) -> Content:
    """The hardest fate: the murders of one player, or else the thefts, or the districts lost; a winner's first."""
    suffered = Counter[tuple[str, int]]()
    for deed in deeds:
        suffered[_KINDS.get(deed.kind, ""), deed.other] += _amount(deed)
    order = list(retelling.FATES)
    known = [(kind, seat) for kind, seat in suffered if kind in order]
    if not known:
        return _dearest(ended, voice)
    kind, seat = max(
        known, key=lambda each: (suffered[each] - order.index(each[0]), each[1] in ended.winners, -each[1])
    )
    fate = say(retelling.FATES[kind], who=voice.player(seat), amount=suffered[kind, seat])
    if seat in ended.winners:
        return say(retelling.AND_WON, fate=fate)
    last = all(total > ended.totals[seat] for place, total in enumerate(ended.totals) if place != seat)
    return say(retelling.AND_LAST if last else retelling.AND_ENDED, fate=fate, points=ended.totals[seat])


def _mischief(deeds: tuple[Deed, ...], voice: Voice) -> Content:
    """A player who has done the others most harm."""
    done: dict[int, Counter[str]] = {}
    for deed in deeds:
        done.setdefault(deed.seat, Counter())[_KINDS.get(deed.kind, "")] += _amount(deed)
    seat = max(done, key=lambda each: (done[each].total(), -each))
    parts = [say(text, amount=done[seat][kind]) for kind, text in retelling.DEEDS.items() if done[seat][kind]]
    return say(retelling.MISCHIEF, who=voice.player(seat), deeds=listed(parts))


def _dearest(ended: Ended, voice: Voice) -> Content:
    edition = ended.view.rules.edition
    built = [(names.district(id, edition).cost, -seat, id) for seat in ranking(ended) for id in _city(ended, seat)]
    _cost, seat, id = max(built, default=(0, 0, ""))
    card = Content(names.district(id, edition).name) if id else Content("-")
    return say(retelling.DEAREST, card=card, who=voice.player(-seat))


def _city(ended: Ended, seat: int) -> tuple[str, ...]:
    return tuple(ended.view.players[seat].city)
