"""What a dream left in the days, in a person's words: 12 passing lines, 2 repeated. No widget."""

from collections.abc import Mapping

from desktop_app.dreams.proposal import Why
from desktop_app.words import counted, tr

_KINDS = (
    Why.CONFLICT,
    *(Why.FORGET, Why.TRIVIA, Why.TODO, Why.QUESTION, Why.REPEATED, Why.OVER),
    *(Why.SECRET, Why.ORDER, Why.LONG, Why.FOREIGN),
)


def kinds_of(counts: Mapping[Why, int]) -> list[Why]:
    """The reasons that left anything, always in the same order; those we have no words for last."""
    known = [why for why in _KINDS if counts.get(why)]
    return known + sorted(why for why, count in counts.items() if count and why not in _KINDS)


def left_in_words(why: Why, count: int) -> str:
    """1 passing line, 12 passing lines."""
    return {
        Why.CONFLICT: counted(
            "1 file with a conflict of Git", "{count} files with a conflict of Git", count
        ),
        Why.FORGET: counted(
            "1 to forget, and memory has nothing of the kind",
            "{count} to forget, and memory has nothing of the kind",
            count,
        ),
        Why.TRIVIA: counted("1 passing line", "{count} passing lines", count),
        Why.TODO: counted("1 thing to do", "{count} things to do", count),
        Why.QUESTION: counted("1 open question", "{count} open questions", count),
        Why.REPEATED: counted("1 repeated", "{count} repeated", count),
        Why.OVER: counted(
            "1 more than one dream takes in", "{count} more than one dream takes in", count
        ),
        Why.SECRET: counted(
            "1 line that looks like a secret", "{count} lines that look like secrets", count
        ),
        Why.ORDER: counted("1 that gives orders", "{count} that give orders", count),
        Why.LONG: counted("1 too long", "{count} too long", count),
        Why.FOREIGN: counted(
            "1 in a language it does not read", "{count} in a language it does not read", count
        ),
    }.get(why, counted("1 other line", "{count} other lines", count))


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
