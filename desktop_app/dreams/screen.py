"""What is neither shown to a model nor taken from one. Knows a text only."""

from desktop_app.dreams.proposal import Why
from desktop_app.language.orders import gives_orders
from desktop_app.language.secrets import looks_secret


def suspect(text: str) -> Why | None:
    """Why a text is withheld, as a secret or an order; None for a harmless one."""
    if looks_secret(text):
        return Why.SECRET
    return Why.ORDER if "<!--" in text or gives_orders(text) else None
