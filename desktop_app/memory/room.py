"""Room: a part of an open notebook that is made when it is first wanted. Knows no notebook."""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")

_GUARD = threading.RLock()  # making one room may ask for another; it is soon done


class room(Generic[T]):  # noqa: N801  # a decorator, like `property`
    """A method's answer, made once, by whichever thread asks first; `functools.cached_property`
    lets two threads make two.

    What a room needs is imported in it: the first picture of a window and a short command wait for
    no room they do not enter.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, house: None, kind: type) -> "room[T]": ...

    @overload
    def __get__(self, house: object, kind: type) -> T: ...

    def __get__(self, house: object | None, kind: type) -> "room[T] | T":
        if house is None:
            return self
        with _GUARD:
            made: dict[str, T] = house.__dict__
            if self._name not in made:
                made[self._name] = self._make(house)
            return made[self._name]
