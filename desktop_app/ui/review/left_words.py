"""What a dream left in the days, in a person's words: 12 to do, 3 questions. No widget."""

from collections.abc import Mapping

from desktop_app.dreams.proposal import Why
from desktop_app.words import counted, listed, tr


def left_sentence(counts: Mapping[Why, int]) -> str:
    """Left in the days: 12 to do, 3 questions; "" where nothing was. Files with
    a conflict are named beside it."""
    left = {why: count for why, count in counts.items() if count}
    left.pop(Why.CONFLICT, None)
    named = {why: _in_words(why, left.get(why, 0)) for why in Why}
    parts = [named[why] for why in Why if why in left and named[why]]
    if others := sum(count for why, count in left.items() if not named[why]):
        parts.append(counted("1 other line", "{count} other lines", others))
    return tr("Left in the days: %1.").replace("%1", listed(parts)) if parts else ""


def _in_words(why: Why, count: int) -> str:
    return {
        Why.TODO: counted("1 to do", "{count} to do", count),
        Why.QUESTION: counted("1 question", "{count} questions", count),
        Why.REPEATED: counted("1 repeated", "{count} repeated", count),
        Why.OVER: counted(
            "1 more than one dream takes in", "{count} more than one dream takes in", count
        ),
        Why.SECRET: counted("1 like a secret", "{count} like secrets", count),
        Why.ORDER: counted("1 that gives orders", "{count} that give orders", count),
        Why.LONG: counted("1 too long", "{count} too long", count),
    }.get(why, "")
