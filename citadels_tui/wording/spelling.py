"""ASCII spelling of other people's words, for terminals that can show nothing else.

Anything else could act there: some of its bytes are commands to a terminal that does not read UTF-8.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from net.client.updates import SeatInfo, Update
    from net.protocol.table_options import TableOptions


def ascii_only(text: str) -> str:
    """A text with a question mark for every other character."""
    return text.encode("ascii", "replace").decode()


def spelled(update: Update) -> Update:
    """An update that says nothing but ASCII."""
    from net.client.updates import Chat, Closed, Link, LobbyView, Notice, Refused, SeatChanged, Started, Verified
    from net.protocol.host_messages import KnockNote, OptionsNote

    match update:
        case LobbyView():
            return update._replace(seats=tuple(map(_seat, update.seats)), options=_options(update.options))
        case OptionsNote():
            return OptionsNote(options=_options(update.options))
        case Started():
            return update._replace(seats=tuple(map(_seat, update.seats)), names=tuple(map(ascii_only, update.names)))
        case SeatChanged():
            return update._replace(seat=_seat(update.seat))
        case KnockNote():
            return KnockNote(name=ascii_only(update.name), pub=update.pub)
        case Chat():
            return update._replace(name=ascii_only(update.name), text=ascii_only(update.text))
        case Refused() | Link() | Notice() | Verified() | Closed():
            return update._replace(sentence=_sentence(update.sentence))
    return update


_SIGNS = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "@<>*_~`|[]\\&#"})
"""Signs that call somebody or are markup in a chat -> the same as wide as a letter of Chinese, which do nothing."""
_LINK = re.compile(r"://|(?<=[^\W\d_])\.(?=[^\W\d_]{2})")
"""Parts of a text of which chats make a link."""


def harmless(text: str) -> str:
    """A text with others' names, for a chat that it is pasted into: it calls nobody, leads nowhere and is no markup."""
    return _LINK.sub(lambda found: "".join(chr(ord(sign) + 0xFEE0) for sign in found[0]), text.translate(_SIGNS))


def _sentence(sentence: str) -> str:
    """A sentence with its values spelled so: it may still be said in another language."""
    from net.base.errors import Sentence

    if not isinstance(sentence, Sentence):
        return ascii_only(sentence)
    return Sentence(sentence.text, **{name: _sentence(value) for name, value in sentence.values.items()})


def _seat(info: SeatInfo) -> SeatInfo:
    return info._replace(name=ascii_only(info.name))


def _options(options: TableOptions) -> TableOptions:
    return options.model_copy(update={"title": ascii_only(options.title)})
