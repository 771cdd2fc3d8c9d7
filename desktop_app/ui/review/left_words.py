"""What a dream left in the days, in a person's words: 12 passing lines, 2 repeated. No widget."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from desktop_app.dreams.proposal import Why

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
            _tr("1 to forget, and memory has nothing of the kind"),
            _tr("%1 to forget, and memory has nothing of the kind"),
        ),
        Why.TRIVIA: (_tr("1 passing line"), _tr("%1 passing lines")),
        Why.TODO: (_tr("1 thing to do"), _tr("%1 things to do")),
        Why.QUESTION: (_tr("1 open question"), _tr("%1 open questions")),
        Why.REPEATED: (_tr("1 repeated"), _tr("%1 repeated")),
        Why.OVER: (_tr("1 more than one dream takes in"), _tr("%1 more than one dream takes in")),
        Why.SECRET: (
            _tr("1 line that looks like a secret"),
            _tr("%1 lines that look like secrets"),
        ),
        Why.ORDER: (_tr("1 that gives orders"), _tr("%1 that give orders")),
        Why.LONG: (_tr("1 too long"), _tr("%1 too long")),
        Why.FOREIGN: (
            _tr("1 in a language it does not read"),
            _tr("%1 in a language it does not read"),
        ),
    }.get(why, (_tr("1 other line"), _tr("%1 other lines")))
    return (one if count == 1 else many).replace("%1", f"{count:,}")


def secret_word(what: str) -> str:
    """A password, A key: what the secret in a line seems to be."""
    return {
        "password": _tr("A password"),
        "key": _tr("A key"),
        "code": _tr("A code"),
        "account number": _tr("An account number"),
        "recovery words": _tr("Recovery words"),
        "answer": _tr("An answer that lets one in"),
    }.get(what, what[:1].upper() + what[1:])


def more(count: int) -> str:
    """and 37 more."""
    return _tr("and %1 more").replace("%1", f"{count:,}")


def _tr(words: str) -> str:
    return QCoreApplication.translate("Left", words)
