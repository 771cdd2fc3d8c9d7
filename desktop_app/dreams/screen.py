"""What is not shown to a model, and what needs a word of its own before memory takes it. Knows a
text only.
"""

from functools import lru_cache

from desktop_app.dreams.proposal import Why
from desktop_app.language.orders import gives_orders
from desktop_app.language.remembering import without_request
from desktop_app.language.secrets import looks_secret
from desktop_app.words import tr

_SECRET = tr("it may hold a secret")
_LEAVE = tr("it may let an agent act")
_ORDER = tr("it may be written to steer a model")


def suspect(text: str) -> Why | None:
    """Why a text is withheld, as a secret or an order; None for a harmless one."""
    if looks_secret(text):
        return Why.SECRET
    return Why.ORDER if "<!--" in text or gives_orders(text) else None


def withheld(text: str) -> Why | None:
    """Why an agent may not write a text into memory by itself; None for a harmless one."""
    held = why_held(text)
    return suspect(text) if held is None else Why.SECRET if held == _SECRET else Why.ORDER


@lru_cache(maxsize=8_000)
def why_held(text: str) -> str | None:
    """Why a text is never accepted beforehand, nor by a yes to many; None for an ordinary one.

    It looks like a secret, gives an agent leave to act, or was likely written to steer a model.
    That a line asks to be remembered speaks for none of these. The words go on after “but”.
    """
    from desktop_app.language.leave import gives_leave  # long to load, and seldom wanted
    from desktop_app.language.poison import LEAST, Certainty, poison_in_text
    from desktop_app.language.suspicion import may_hold_secret

    bare = without_request(text)
    if looks_secret(text) or may_hold_secret(bare):
        return _SECRET
    likely = LEAST[Certainty.LIKELY]
    if gives_orders(text) or any(found[0].sure >= likely for _, found in poison_in_text(bare)):
        return _ORDER
    return _LEAVE if gives_leave(bare) else None
