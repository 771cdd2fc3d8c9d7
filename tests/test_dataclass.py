"""Dataclasses that are made when they are first used are like any others."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor

import pytest

from desktop_app.dataclass import dataclass, field, fields, replace


def _boat() -> type:
    @dataclass(frozen=True)
    class Boat:
        """A boat."""

        name: str
        crew: tuple[str, ...] = ()
        cargo: list[str] = field(default_factory=list)
        trips: int = field(default=3, init=False)

        def __post_init__(self) -> None:
            if not self.name:
                raise ValueError("a boat has a name")

    return Boat


def test_nothing_is_made_before_a_class_is_used() -> None:
    boat = _boat()

    before = "__eq__" in vars(boat)
    boat("Tern")

    assert not before
    assert "__eq__" in vars(boat)


def test_an_object_is_as_any_dataclass_makes_it() -> None:
    boat = _boat()

    tern = boat("Tern", crew=("Ann",))

    assert (tern.name, tern.crew, tern.cargo, tern.trips) == ("Tern", ("Ann",), [], 3)
    assert tern == boat("Tern", ("Ann",), [])
    assert tern != boat("Tern")
    assert repr(tern).endswith("Boat(name='Tern', crew=('Ann',), cargo=[], trips=3)")
    assert tern.cargo is not boat("Tern").cargo
    with pytest.raises(dataclasses.FrozenInstanceError):
        tern.name = "Skua"
    with pytest.raises(ValueError, match="has a name"):
        boat("")
    with pytest.raises(TypeError, match="name"):
        boat()


def test_fields_and_a_changed_copy_need_no_object_before() -> None:
    assert [one.name for one in fields(_boat())] == ["name", "crew", "cargo", "trips"]
    assert dataclasses.is_dataclass(_boat())

    @dataclass(frozen=True)
    class Pair:
        left: int
        right: int = 0

    assert replace(Pair(1), right=2) == Pair(1, 2)
    assert {Pair(1), Pair(1, 0)} == {Pair(1)}
    assert Pair.__match_args__ == ("left", "right")


def test_a_class_takes_the_fields_of_one_that_is_not_made_yet() -> None:
    @dataclass
    class Ship:
        name: str

    @dataclass
    class Steamer(Ship):
        coal: int = 0

    class Tug(Steamer):
        pass

    assert Steamer("Skua", 7) == Steamer("Skua", coal=7)
    assert (Tug("Gull", 1).name, Tug("Gull", 1).coal) == ("Gull", 1)
    assert isinstance(Tug("Gull"), Ship)


def test_own_methods_stay() -> None:
    @dataclass(eq=False)
    class Odd:
        size: int

        def __init__(self) -> None:
            self.size = 5

        def __repr__(self) -> str:
            return "odd"

    assert (Odd().size, repr(Odd())) == (5, "odd")
    assert Odd() != Odd()


def test_threads_that_use_a_class_first_at_once_get_whole_objects() -> None:
    for _ in range(50):
        boat = _boat()
        with ThreadPoolExecutor(8) as pool:
            names = [one.name for one in pool.map(boat, "abcdefgh")]
        assert names == list("abcdefgh")
