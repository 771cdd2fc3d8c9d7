"""What is forgotten, in words of the window. Knows values, no widget."""

from collections.abc import Iterable

from desktop_app.notebook.forgetting.places import ForgetPlace, FoundPlace, count_in_words
from desktop_app.words import listed, tr

ONCE = tr("There is no undo, and no earlier version of it stays.")


def by_place(places: Iterable[FoundPlace]) -> dict[ForgetPlace, list[FoundPlace]]:
    """What was found, by the places in their order."""
    every = list(places)
    return {
        place: some for place in ForgetPlace if (some := [p for p in every if p.place is place])
    }


def counts(places: Iterable[FoundPlace]) -> str:
    """MEMORY.md (1 line), days (3 lines), earlier versions (12 versions)."""
    told = []
    for place, some in by_place(places).items():
        count = count_in_words(place, sum(one.count for one in some))
        told.append(f"{place.in_words} ({count})")
    return listed(told)


def sure(places: Iterable[FoundPlace]) -> str:
    """What is asked before it is done."""
    return tr("Sure? It goes from %1. There is no undo.").replace("%1", counts(places))
