"""Dataclasses whose methods are made when the first of them is used. Knows none of them.

The program loads hundreds of them and uses few at a time; to make all of their methods took a
fifth of a command's time.
"""

import threading
from dataclasses import MISSING, asdict, astuple, field, fields, replace
from dataclasses import dataclass as _now
from typing import TYPE_CHECKING, Any

__all__ = ["asdict", "astuple", "dataclass", "field", "fields", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, **how):
        """See `dataclasses.dataclass`; it takes no `slots`."""
        if cls is None:
            return lambda given: dataclass(given, **how)
        _Unmade(cls, how)
        return cls


_making = threading.RLock()


class _Unmade:
    """Stands in a class for its fields, and for what makes an object of it."""

    def __init__(self, cls: Any, how: dict[str, Any]) -> None:
        self._cls, self._how = cls, how
        cls.__dataclass_fields__ = self
        if "__init__" not in vars(cls):
            cls.__init__ = lambda one, *given, **named: self._made().__init__(one, *given, **named)

    def __get__(self, _one: object, _cls: type) -> Any:
        return self._made().__dataclass_fields__

    def _made(self) -> Any:
        """The class, with all of its methods. No thread sees it without an `__init__`."""
        cls = self._cls
        with _making:
            if vars(cls)["__dataclass_fields__"] is self:
                own = vars(cls)["__init__"]
                _now(init=False, **self._how)(cls)
                if own.__module__ == __name__:
                    cls.__init__ = _init(cls, self._how.get("frozen", False))
        return cls


def _init(cls: Any, frozen: bool) -> Any:
    head, body, known = ["self"], list[str](), {"_set": object.__setattr__, "_unset": MISSING}
    for one in fields(cls):
        name = value = one.name
        if one.default is not MISSING:
            known[f"_{name}"] = one.default
            head += [f"{name}=_{name}"] if one.init else []
            value = name if one.init else f"_{name}"
        elif one.default_factory is not MISSING:
            known[f"_{name}"] = one.default_factory
            head.append(f"{name}=_unset")
            value = f"_{name}() if {name} is _unset else {name}"
        else:
            head.append(name)
        body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(head)}):\n " + "\n ".join(body or ["pass"]), known)
    return known["__init__"]
