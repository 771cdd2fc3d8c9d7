"""How long something takes, in a person's words. Knows numbers only."""

from desktop_app.words import filled, tr

_MINUTE = 60
_SURELY_MINUTES = 90  # seconds from which minutes are what one would say


def lasted(seconds: float) -> str:
    """0.4 s, 41 s, 2 min 5 s, 1 h 4 min."""
    if seconds < 9.95:
        return tr("%1 s", f"{seconds:.1f}")
    return clock(seconds)


def clock(seconds: float) -> str:
    """The same in whole seconds, for something that is under way."""
    whole = round(seconds)
    minutes, rest = divmod(whole, _MINUTE)
    if not minutes:
        return tr("%1 s", rest)
    hours, left = divmod(minutes, _MINUTE)
    if not hours:
        return tr("%1 min %2 s", minutes, rest)
    return tr("%1 h %2 min", hours, left)


def about(first: float, last: float) -> str:
    """About 3 to 8 minutes; never more exact than a guess can be."""
    if last < _SURELY_MINUTES:
        return _range(_tens(first), _tens(last), tr("about %1 seconds"), tr("about %1 minute"))
    if last < _SURELY_MINUTES * _MINUTE:
        low, high = max(1, int(first // _MINUTE)), max(1, -(-int(last) // _MINUTE))
        return _range(low, high, tr("about %1 minutes"), tr("about %1 minute"))
    low, high = max(1, int(first // _MINUTE // _MINUTE)), -(-int(last) // _MINUTE // _MINUTE)
    return _range(low, high, tr("about %1 hours"), tr("about %1 hour"))


def _tens(seconds: float) -> int:
    return max(10, round(seconds / 10) * 10)


def _range(low: int, high: int, many: str, one: str) -> str:
    if low == high:
        return filled(one if high == 1 else many, high)
    both = tr("%1 to %2", low, high)
    return filled(many, both)
