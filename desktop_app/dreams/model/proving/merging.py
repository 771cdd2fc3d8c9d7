"""The wishes of several parts made one: later days win, nothing is said twice. Knows wishes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import chain, zip_longest

from desktop_app.dreams.builtin.relating.relate import contradicts, repeats
from desktop_app.dreams.builtin.relating.sense import sense
from desktop_app.dreams.model.proving.ledger import Wish

_CLASH = "another line of the notes says something else"
_MOST_AGAIN = 6


def merged(parts: Sequence[Sequence[Wish]]) -> list[Wish]:
    """One list of what the parts want, given oldest first.

    What happens to old bullets comes first; then the additions, each part's in its order, the
    newest part's first of each.
    """
    changes: list[Wish] = []
    touched: set[str] = set()
    for wish in sorted(chain.from_iterable(parts), key=_newest, reverse=True):
        marks = {old.mark for old in wish.old}
        if wish.old and not marks & touched:
            touched |= marks
            changes.append(wish)
    changes.sort(key=lambda wish: wish.old[0].bullet.line)
    additions = [[wish for wish in part if not wish.old] for part in reversed(parts)]
    ranked = [wish for row in zip_longest(*additions) for wish in row if wish is not None]
    written = [sense(wish.new) for wish in changes if wish.new]
    fresh = [w for w in ranked if not any(repeats(said, sense(w.new or "")) for said in written)]
    return [*changes, *without_repetition(fresh)]


def _newest(wish: Wish) -> date:
    return max((note.day for note in wish.notes), default=date.min)


def without_repetition(additions: Sequence[Wish]) -> list[Wish]:
    """Additions that say the same made one; those that can't both hold wait for a person."""
    found: list[Wish] = []
    for wish in additions:
        said = sense(wish.new or "")
        for n, known in enumerate(found):
            other = sense(known.new or "")
            if repeats(other, said):
                found[n] = _with(known, wish)
                break
            if repeats(said, other):
                found[n] = _with(wish, known)
                break
            if contradicts(other, said) or contradicts(said, other):
                found[n] = replace(known, held=known.held or _CLASH)
                wish = replace(wish, held=wish.held or _CLASH)
        else:
            found.append(wish)
    return found


def _with(wish: Wish, other: Wish) -> Wish:
    lines = [*wish.again, *(note for note in other.notes if note not in wish.notes), *other.again]
    return replace(wish, again=tuple(dict.fromkeys(lines))[:_MOST_AGAIN])
