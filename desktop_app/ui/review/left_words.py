"""What a dream left in the days, in a person's words: 12 passing lines, 2 repeated. No widget."""

from collections.abc import Mapping

from desktop_app.dreams.proposal import Why
from desktop_app.words import tr

_KINDS = (
    *(Why.FORGET, Why.TRIVIA, Why.TODO, Why.QUESTION, Why.REPEATED, Why.OVER),
    *(Why.SECRET, Why.ORDER, Why.LONG, Why.FOREIGN),
)


def kinds_of(counts: Mapping[Why, int]) -> list[Why]:
    """The reasons that left anything, always in the same order; those we have no words for last."""
    known = [why for why in _KINDS if counts.get(why)]
    return known + sorted(why for why, count in counts.items() if count and why not in _KINDS)


def counted(why: Why, count: int) -> str:
    """1 passing line, 12 passing lines."""
    one, many = {
        Why.FORGET: (
            tr("1 to forget, and memory has nothing of the kind"),
            tr("%1 to forget, and memory has nothing of the kind"),
        ),
        Why.TRIVIA: (tr("1 passing line"), tr("%1 passing lines")),
        Why.TODO: (tr("1 thing to do"), tr("%1 things to do")),
        Why.QUESTION: (tr("1 open question"), tr("%1 open questions")),
        Why.REPEATED: (tr("1 repeated"), tr("%1 repeated")),
        Why.OVER: (tr("1 more than one dream takes in"), tr("%1 more than one dream takes in")),
        Why.SECRET: (
            tr("1 line that looks like a secret"),
            tr("%1 lines that look like secrets"),
        ),
        Why.ORDER: (tr("1 that gives orders"), tr("%1 that give orders")),
        Why.LONG: (tr("1 too long"), tr("%1 too long")),
        Why.FOREIGN: (
            tr("1 in a language it does not read"),
            tr("%1 in a language it does not read"),
        ),
    }.get(why, (tr("1 other line"), tr("%1 other lines")))
    return (one if count == 1 else many).replace("%1", f"{count:,}")


def secret_word(what: str) -> str:
    """A password, A key: what the secret in a line seems to be."""
    return {
        "password": tr("A password"),
        "key": tr("A key"),
        "code": tr("A code"),
        "account number": tr("An account number"),
        "recovery words": tr("Recovery words"),
        "answer": tr("An answer that lets one in"),
    }.get(what, what[:1].upper() + what[1:])


def more(count: int) -> str:
    """and 37 more."""
    return tr("and %1 more").replace("%1", f"{count:,}")
