"""Python's plain enumerations, made quickly. Knows the standard library's, not Qt.

A window names some two hundred of Qt's enumerations with three thousand members before its first
picture. The standard library takes 10 us for each member, since it asks every base of its class for
a descriptor of the member's name, which is asked once for all here.
"""

import enum
from typing import Any

_PLAIN = (enum.Enum, enum.IntEnum)
_TAKEN = {kind: {name for base in kind.__mro__ for name in vars(base)} for kind in _PLAIN}
_made_slowly = enum.EnumType._create_  # type: ignore[attr-defined]


def make_quickly() -> None:
    """From now on, make plain enumerations of (name, value) pairs in a tenth of the time."""
    enum.EnumType._create_ = _made  # type: ignore[attr-defined]


def _made(kind: Any, name: str, members: Any, **more: Any) -> Any:
    """An enumeration as `EnumType` makes it of a name and members. Its first member tells the
    standard library what it is, the others are put beside it."""
    pairs = kind in _TAKEN and isinstance(members, list) and {*map(type, members)} == {tuple}
    if not pairs or not _TAKEN[kind].isdisjoint(one for one, _ in members):
        return _made_slowly(kind, name, members, **more)
    made = _made_slowly(kind, name, members[:1], **more)
    for one, value in members[1:]:
        member = made._value2member_map_.get(value)  # one of the same value: this is its alias
        if member is None:
            member = made._new_member_(made, *(value,) * made._use_args_)
            member._value_, member._name_, member.__objclass__ = value, one, made
            member._sort_order_ = len(made._member_names_)
            made._member_names_.append(one)
            made._value2member_map_[value] = member
        made._member_map_[one] = member
        type.__setattr__(made, one, member)
    return made
