"""Words about the folders of an account: what is wrong with them, and what to do."""

from __future__ import annotations

from citadels_tui.texts import N_

REFUSED = N_("{folder} cannot be written to ({reason})")
NO_UNICODE = N_("the name of {folder} is not UTF-8")
NO_UNICODE_TO_DO = N_("Name another folder with {variable}.")
REFUSED_TO_DO = N_("Let this account write there, or name another folder with {variable}.")
UNUSABLE = N_("{fault}. {advice}")
SEEN = N_(
    "Other users of this machine may read {folders}: that disk has no permissions. {variables} can name another folder."
)
BOTH = N_(" and ")
"""Between two folders, or between what names them."""
