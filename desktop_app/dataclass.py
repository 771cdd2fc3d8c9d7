"""`dataclass` as in the standard library, made sooner. Knows no class of ours.

That of Python 3.11 compiles six functions for each frozen class: a quarter of what a short command
takes. Here classes share the code of theirs, and each compiles its `__init__` when the first object
is made.
"""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, eq: bool = True) -> Any:
        """See `dataclasses.dataclass`; classes here need no more than these two of its options."""

        def made(cls: type) -> type:
            cls.__doc__ = cls.__doc__ or cls.__name__  # or it is made of the signature
            dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
            for name, function in _functions(cls, frozen, eq).items():
                if name not in vars(cls):
                    setattr(cls, name, function)
            return cls

        return made if cls is None else made(cls)


def _functions(cls: Any, frozen: bool, eq: bool) -> dict[str, Any]:
    fields = dataclasses.fields(cls)
    names = [field.name for field in fields]
    compared = [field.name for field in fields if field.compare]
    key: Callable[[Any], Any] = attrgetter(*compared) if compared else lambda one: ()

    def init(self: object, *args: Any, **kwargs: Any) -> None:
        cls.__init__ = _init(cls, frozen)
        cls.__init__(self, *args, **kwargs)

    @recursive_repr()
    def told(self: object) -> str:
        values = (f"{field.name}={getattr(self, field.name)!r}" for field in fields if field.repr)
        return f"{type(self).__qualname__}({', '.join(values)})"

    def equal(self: object, other: object) -> bool:
        return key(self) == key(other) if type(other) is type(self) else NotImplemented

    def refuse(self: object, name: str, *value: object) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")
        (object.__setattr__ if value else object.__delattr__)(self, name, *value)

    made: dict[str, Any] = {"__init__": init, "__repr__": told}
    if frozen:
        made |= {"__setattr__": refuse, "__delattr__": refuse}
    if eq:
        made |= {"__eq__": equal, "__hash__": (lambda one: hash(key(one))) if frozen else None}
    return made


def _init(cls: Any, frozen: bool) -> Any:
    """The function that fills the fields, compiled."""
    takes, defaults, lines = ["self"], [], list[str]()
    factories: dict[str, Callable[[], Any]] = {}
    for field in dataclasses.fields(cls):
        name, value = field.name, field.name
        default, factory = field.default, field.default_factory
        if factory is not dataclasses.MISSING:
            factories[name] = factory
            value = f"_new_[{name!r}]()"
            value += f" if {name} is _missing_ else {name}" * field.init
        elif not field.init:
            continue  # it is the class's
        if field.init:
            has_default = value != name or default is not dataclasses.MISSING
            takes.append(f"{name}=None" if has_default else name)
            defaults += [default] if has_default else []
        lines.append(f"_set_(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    lines += ["self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    known = {"_new_": factories, "_missing_": dataclasses.MISSING, "_set_": object.__setattr__}
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(takes)}):\n {body}", known)
    made: Any = known["__init__"]
    made.__defaults__, made.__qualname__ = tuple(defaults), f"{cls.__qualname__}.__init__"
    return made
