"""Our `dataclass` does what that of the standard library does."""

import dataclasses
from collections.abc import Callable
from dataclasses import field
from typing import Any

import pytest

from desktop_app.dataclass import dataclass as ours

Made = Callable[..., Any]


def _classes(make: Made) -> tuple[Any, ...]:
    @make(frozen=True)
    class Place:
        """A place."""

        path: str
        line: int = 1
        seen: list[str] = field(default_factory=list, compare=False)
        own: str = field(default="own", init=False, repr=False)

    @make(frozen=True)
    class Named(Place):
        name: str = ""

        def __post_init__(self) -> None:
            self.seen.append(self.name)

        def __repr__(self) -> str:
            return f"<{self.name}>"

    @make
    class Count:
        n: int = 0

    @make(eq=False)
    class Room:
        key: str

    return Place, Named, Count, Room


def _told(make: Made) -> list[Any]:
    """What classes made so answer."""
    place, named, count, room = _classes(make)
    one, same, other = place("a", line=2), place("a", 2, ["x"]), named("a", 2, name="n")
    counted, kept = count(), room("k")
    counted.n += 1
    told = [
        repr(one), repr(other), repr(counted), other.seen, one == same, one == other, one != same,
        counted == count(1), kept == room("k"), len({one, same}), hash(kept) == hash(kept),
        dataclasses.replace(one, line=3), dataclasses.asdict(other), place.__match_args__,
        [one.name for one in dataclasses.fields(named)], one.own, one.seen is same.seen,
    ]  # fmt: skip
    for wrong in (
        lambda: setattr(one, "line", 3),
        lambda: delattr(one, "line"),
        lambda: setattr(other, "else", 3),
        lambda: hash(counted),
        lambda: place(),
        lambda: place("a", 2, [], "b"),
        lambda: count(m=1),
    ):
        with pytest.raises((dataclasses.FrozenInstanceError, TypeError)) as raised:
            wrong()
        told.append((raised.type, str(raised.value) if raised.type is TypeError else ""))
    return [str(one) for one in told]


def test_it_makes_the_same_classes_as_that_of_the_standard_library() -> None:
    assert _told(ours) == _told(dataclasses.dataclass)
