"""The gate: whether a text may go into memory by itself, or waits for a person. Knows a text only.

Whatever writes asks here: dreams, tools of agents, REST, MCP, the command line and the flush. A
text is judged as it stands and as a reader sees it, without markup, entities and hidden signs. It
is held for what has the form of a secret, for what steers a model and for what hides. Into a day
it may go with a warning.
"""

import re
from enum import StrEnum
from functools import lru_cache

from desktop_app.words import tr

# Where a paragraph or a bullet goes on in the next line.
_SOFT_BREAK = re.compile(r"[ \t]*\n[ \t]*(?=[^\s#>|*+\-\d`<])")


class Held(StrEnum):
    """Why a text waits for a person."""

    SECRET = "secret"
    ORDER = "order"
    LEAVE = "leave"  # an order that is no more than possible


def reason_of(why: Held) -> str:
    """Why a text waits, as it goes on after “but”."""
    return {
        Held.SECRET: tr("it may hold a secret"),
        Held.ORDER: tr("it may be written to steer a model"),
        Held.LEAVE: tr("it may let an agent act"),
    }[why]


@lru_cache(maxsize=8_000)
def held(text: str) -> Held | None:
    """Why a text waits for a person before MEMORY.md has it; None for an ordinary one."""
    from desktop_app.language.gate import poison  # long to load, as the rules below
    from desktop_app.language.gate.secrets import tells_secret
    from desktop_app.language.gate.visible_text import readings

    if any(map(tells_secret, (*readings(text), *text.split("\n")))):
        return Held.SECRET
    if "<!--" in text or poison.hides(text):
        return Held.ORDER
    likely = poison.LEAST[poison.Certainty.LIKELY]
    lines = {text, _SOFT_BREAK.sub(" ", text)}
    steers = any(
        found[0].sure >= likely for one in lines for _, found in poison.poison_in_text(one)
    )
    return Held.ORDER if steers else None


@lru_cache(maxsize=8_000)
def doubted(text: str) -> Held | None:
    """The same where it is no more than possible: no dream ticks such a line.

    Of ordinary lines one in twenty is doubted: it costs a person a look, and nothing is lost.
    """
    from desktop_app.language.gate.orders import possibly_orders
    from desktop_app.language.gate.secrets import possibly_secret
    from desktop_app.language.gate.visible_text import readings
    from desktop_app.language.remembering import without_mark

    if (why := held(text)) is not None:
        return why
    shown = readings(without_mark(text))  # that it asks to be kept speaks for nothing
    if any(map(possibly_secret, shown)):
        return Held.SECRET
    return Held.LEAVE if any(map(possibly_orders, shown)) else None
