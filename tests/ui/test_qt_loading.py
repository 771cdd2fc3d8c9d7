"""Qt that is loaded quickly is the same Qt."""

import enum
import subprocess
import sys
from typing import Any

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from desktop_app import qt_loading

SAID = """
import re, sys
if sys.argv[1] == "quickly":
    from desktop_app.qt_loading import load_qt
    load_qt()
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QStyle, QWidget

app = QApplication([])
for act in (
    lambda: QLabel(3, 4, 5), lambda: QLabel("x").setText(3), lambda: QTimer(interval="x"),
    lambda: QPoint("a"), lambda: QLabel(foo=3), lambda: Qt.Key(999_999_999),
    lambda: ~Qt.AlignmentFlag.AlignLeft, lambda: Qt.AlignmentFlag(0x85), lambda: Qt.Key.Key_A | 1,
    lambda: Qt.KeyboardModifier.ControlModifier | Qt.Key.Key_A, lambda: QWidget.setGeometry.__doc__,
    lambda: QLabel.__init__.__doc__, lambda: QStyle.StandardPixmap.__module__,
    lambda: QStyle.StandardPixmap.__qualname__, lambda: QLabel("x").alignment(),
):
    try:
        said = repr(act())
    except Exception as error:
        said = repr(error)
    print(re.sub("0x[0-9a-f]+", "", said))
"""
BASES = (enum.IntFlag, enum.Flag, enum.IntEnum, enum.Enum)


def test_it_says_what_a_plain_one_says_and_takes_back_what_it_changed_of_python() -> None:
    quick, plain = (
        subprocess.run(
            [sys.executable, "-c", SAID, how], capture_output=True, text=True, check=True
        ).stdout
        for how in ("quickly", "plainly")
    )
    assert "Supported signatures" in quick
    assert quick == plain


def test_what_writes_signatures_down_is_not_compiled_at_the_start() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "from desktop_app.qt_loading import load_qt; import builtins, sys\n"
         "before = builtins.compile, builtins.__import__; load_qt()\n"
         "assert before == (builtins.compile, builtins.__import__)\n"
         "print(hasattr(sys.modules['shibokensupport.signature.parser'], '__getattr__'))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert loaded.stdout == "True\n"


@pytest.mark.parametrize("module", [QtCore, QtGui, QtWidgets], ids=lambda one: one.__name__)
def test_an_enumeration_is_what_python_itself_would_make(module: Any) -> None:
    every = [getattr(module, name) for name in dir(module)]
    wholes = [module, *(one for one in every if isinstance(one, type))]
    found = {one for whole in wholes for one in vars(whole).values() if is_enumeration(one)}
    assert len(found) > 90
    for one in sorted(found, key=lambda one: one.__qualname__):
        base = next(base for base in BASES if issubclass(one, base))
        values = [(name, member.value) for name, member in one.__members__.items()]
        made, plain = (
            facts(make(base, one.__name__, values, module="here", boundary=enum.KEEP))
            for make in (qt_loading.enumeration, qt_loading.PLAIN)
        )
        assert made == plain, one.__qualname__


def test_one_that_other_code_asks_for_is_made_by_python() -> None:
    assert facts(qt_loading.enumeration(enum.Enum, "Colours", "red green", module="here")) == facts(
        qt_loading.PLAIN(enum.Enum, "Colours", "red green", module="here")
    )


def is_enumeration(one: object) -> bool:
    return isinstance(one, enum.EnumType) and bool(one.__members__)


def facts(made: Any) -> dict[str, Any]:
    """All that can be asked of an enumeration, comparable."""
    members = list(made.__members__.items())
    told = {name: comparable(value) for name, value in vars(made).items()}
    told["order"] = [comparable(one) for one in made]
    told["by value"] = [(comparable(made(one.value)), str(one), hash(one)) for _, one in members]
    if issubclass(made, enum.Flag):
        told["joined"] = [answer(lambda one=one: repr(~one | members[0][1])) for _, one in members]
        told["parts"] = [answer(lambda one=one: repr(list(one))) for _, one in members]
    return told


def answer(ask: Any) -> str:
    try:
        return str(ask())
    except (ValueError, AttributeError) as error:  # of some sums Python knows no parts
        return repr(error)


def comparable(one: Any) -> Any:
    if isinstance(one, enum.Enum):
        return {name: comparable(value) for name, value in vars(one).items()} | {"is": repr(one)}
    if isinstance(one, enum.EnumType):
        return one.__name__
    if isinstance(one, dict):
        return [(repr(key), comparable(value)) for key, value in one.items()]
    if isinstance(one, staticmethod):
        return one.__func__
    return getattr(one, "__func__", one)
