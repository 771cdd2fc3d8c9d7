"""Loads Qt quickly. Knows what PySide does while it is loaded, and no window.

Each trick leaves the same Qt; a test compares it with one that was loaded plainly.
"""

import builtins
import gc
import sys
from enum import KEEP, Enum, EnumType, Flag, IntEnum, IntFlag
from typing import Any

PLAIN = EnumType._create_  # type: ignore[attr-defined]


def load_qt() -> None:
    """Load Qt in the way that is quickest for a window."""
    gc.disable()  # what is loaded now stays; frame/loop.py collects once the window is there
    EnumType._create_ = enumeration  # type: ignore[attr-defined]
    plain_import, plain_compile = builtins.__import__, builtins.compile
    # PySide brings the modules that write down its signatures as text, and compiles them at each
    # start. Only its own tools, and the message for a wrong argument, ask for them.
    builtins.compile = lambda source, name, mode, *more, **flags: plain_compile(  # type: ignore[assignment]
        _LATE.format(source=source) if name in _WRITERS else source, name, mode, *more, **flags
    )
    try:
        import PySide6.QtCore  # noqa: F401  # before all that is loaded below
    finally:
        builtins.compile = plain_compile
        # PySide's reads and keeps the source of each module that is loaded from then on, to see
        # whether it asks for other names of methods; nothing here does.
        builtins.__import__ = plain_import


_WRITERS = {
    f"shibokensupport/signature/{name}.py"
    for name in ("errorhandler", "layout", "lib/enum_sig", "lib/pyi_generator", "parser")
}
_LATE = """
def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    del globals()["__getattr__"]
    exec(compile({source!r}, __file__, "exec"), globals())
    return globals()[name]
"""


def enumeration(
    cls: type[Enum], name: str, values: Any, *, module: str | None = None, **more: Any
) -> Any:
    """What `EnumType._create_` makes, in an eighth of its time where PySide asks for it.

    PySide has 280 of them made, with 3,900 values, until the first page is painted.
    """
    module = module or sys._getframe(2).f_globals.get("__name__")
    boundary = more.get("boundary")
    if boundary is not KEEP or cls not in _EMPTY or more.get("type") or more.get("qualname"):
        return PLAIN(cls, name, values, module=module, **more)
    order, by_name, by_value = list[str](), dict[str, Any](), dict[Any, Any]()
    inside: dict[str, Any] = _EMPTY[cls] | {
        "__module__": module, "_member_names_": order, "_member_map_": by_name,
        "_value2member_map_": by_value, "_unhashable_values_": [],
    }  # fmt: skip
    flags, bits, singles = issubclass(cls, Flag), 0, 0
    made: Any = type.__new__(EnumType, name, (cls,), inside)
    new, takes = inside["_new_member_"], inside["_use_args_"]
    for key, value in values:
        single = flags and value > 0 and not value & (value - 1)
        if flags:
            bits, singles = bits | value, singles | value * single
        member = by_value.get(value)
        if member is None:
            member = by_value[value] = new(made, value) if takes else new(made)
            member._value_, member._name_ = value, key
            member.__objclass__, member._sort_order_ = made, len(order)
            if single or not flags:
                order.append(key)
        by_name[key] = member
        type.__setattr__(made, key, member)
    if flags:
        made._flag_mask_, made._singles_mask_ = bits, singles
        made._all_bits_ = 2 ** bits.bit_length() - 1
        made._boundary_ = boundary
        shown = [by_name[key].value for key in order]
        if shown != sorted(shown):
            made._iter_member_ = made._iter_member_by_def_
    return made


_EMPTY = {
    cls: {
        key: value
        for key, value in vars(PLAIN(cls, "Empty", (), module=__name__)).items()
        if key not in ("__dict__", "__weakref__")
    }
    for cls in (Enum, IntEnum, Flag, IntFlag)
}
