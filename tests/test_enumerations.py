"""Enumerations that are made quickly are what the standard library makes."""

import copy
import enum
import json
import pickle
import subprocess
import sys
from typing import Any

import pytest

from desktop_app.enumerations import _made, _made_slowly

PAIRS = [("Low", -1), ("None_", 0), ("High", 7), ("Top", 7), ("Far", 1 << 20), ("Last", 3)]


def _told(kind: Any) -> list[Any]:
    every = kind.__members__.items()
    return [
        [(name, one.name, one.value, repr(one), str(one), hash(one)) for name, one in every],
        [*map(str, kind)], len(kind), [kind(value) is kind[name] for name, value in PAIRS],
        [value in kind for value in kind], sorted(vars(kind)), dir(kind),
        [kind[name] is getattr(kind, name) for name, _ in PAIRS],
        [copy.deepcopy(one) is one for one in kind], [sorted(vars(one)) for one in kind],
        [one._sort_order_ for one in kind], f"{kind.High:>12}", kind.mro()[1:],
    ]  # fmt: skip


@pytest.mark.parametrize("kind", [enum.Enum, enum.IntEnum])
def test_one_made_quickly_is_one_of_the_standard_librarys(kind: Any) -> None:
    quick = _made(kind, "Level", PAIRS, module=__name__)
    plain = _made_slowly(kind, "Level", PAIRS, module=__name__)
    assert _told(quick) == _told(plain)
    with pytest.raises(ValueError, match="99 is not a valid Level"):
        quick(99)
    with pytest.raises(AttributeError):
        quick.High = 1
    globals()["Level"] = quick
    assert pickle.loads(pickle.dumps(quick.Far)) is quick.Far


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        (enum.Flag, [("A", 1), ("B", 2), ("Both", 3)]),
        (enum.IntEnum, [("First", 1), ("name", 2), ("real", 3)]),
        (enum.Enum, "A B"),
        (enum.Enum, []),
        (enum.Enum, ["A", "B"]),
        (enum.StrEnum, [("A", "a"), ("B", "b")]),
    ],
)
def test_any_other_is_made_by_the_standard_library(kind: Any, members: Any) -> None:
    made, plain = (how(kind, "Some", members) for how in (_made, _made_slowly))
    assert [(one.name, one.value) for one in made] == [(one.name, one.value) for one in plain]
    assert [*made.__members__] == [*plain.__members__]


def test_a_window_has_qts_enumerations_as_they_are() -> None:
    tell = """
import enum, json
from PySide6 import QtCore, QtGui, QtWidgets
every = {}
for kind in (QtCore.Qt, QtCore.QEvent, QtGui.QPalette, QtWidgets.QStyle, QtWidgets.QFrame):
    for one in vars(kind).values():
        if isinstance(one, enum.EnumType):
            base = one.__mro__[1].__name__
            every[f"{one.__module__}.{one.__qualname__}"] = [base, one.__members__.items()]
print(json.dumps(every, default=lambda told: [[name, it.value] for name, it in told]))
"""
    quickly = f"from desktop_app.__main__ import load_qt; load_qt(){tell}"
    told = [
        json.loads(subprocess.check_output([sys.executable, "-c", how])) for how in (quickly, tell)
    ]
    assert told[0] == told[1]
    assert len(told[0]["PySide6.QtCore.Qt.Key"][1]) > 400
