"""What every test gets: folders of its own, and a loop for async tests.

Async tests run on plain asyncio; those that ask for `qtbot` run on qasync, as the window does.
"""

import asyncio
import faulthandler
import gc
import inspect
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from desktop_app.models.transport import Patience
from desktop_app.notebook.opening import open_notebook
from tests.support.dreaming import StillClock, a_notebook, close_opened, opened
from tests.support.ollama import OurOllama
from tests.support.waiting import MOST, STILL, in_time, lively

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from desktop_app.memory import Memory
    from desktop_app.notebook.notebook import Notebook
    from desktop_app.ui.look.theme import Theme
    from desktop_app.ui.writing.editor import Editor
    from tests.support.cli import Shell

# A busy machine is no wrong answer: examples have no time limit of their own. Every run tries the
# same ones, so that none fails by chance; `--hypothesis-profile=explore` tries others, and more.
busy = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("explore", **busy, max_examples=1_000)
settings.register_profile("nightstand", **busy, derandomize=True)
settings.load_profile("nightstand")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Texts are asserted in English, whatever the person reads; `words.py` asks once, when it is loaded.
os.environ |= {"LANGUAGE": "en", "XDG_CONFIG_HOME": os.devnull}
# Who starts us in the background may have Ctrl-C ignored; what we start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
# On a disk in memory nobody waits for a sync; a test of the disk counts its calls, not seconds.
IN_MEMORY = "/dev/shm"
if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > 2_000_000_000:
    tempfile.tempdir = os.environ["TMPDIR"] = IN_MEMORY
# What a process has loaded before its first test stays: no collection of cycles looks through it.
gc.disable()
if datetime.now().hour == 23:  # no day may end in the middle of a test: go where it is noon
    os.environ["TZ"] = f"Etc/GMT{datetime.now(UTC).hour - 12:+d}"
    time.tzset()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test sees or touches the person's own settings, history, index or Ollama."""
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")  # nobody is there
    home = tmp_path / "home"
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    for bus in ("SESSION", "SYSTEM"):  # nothing is said on the person's own desktop
        monkeypatch.setenv(f"DBUS_{bus}_BUS_ADDRESS", f"unix:path={home}/no-bus")
    yield


@pytest.fixture(autouse=True)
def what_is_opened_is_closed() -> Iterator[None]:
    """No test has to close the notebooks that it opens."""
    yield
    close_opened()


@pytest.fixture(autouse=True)
def searches_have_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the time of a keystroke can be over before anything was looked at."""
    monkeypatch.setattr("desktop_app.search.find.BUDGET", 60.0)
    monkeypatch.setattr("desktop_app.search.find.PATIENT", 60.0)
    monkeypatch.setattr("desktop_app.search.meaning.questions.HURRIED", 60.0)


@pytest.fixture(autouse=True)
def moments_last(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the window shows or offers for some seconds stays: a busy machine looks later."""
    if "qtbot" in request.fixturenames:
        monkeypatch.setattr("desktop_app.ui.parts.notices.TOAST_SECONDS", 600)
        monkeypatch.setattr("desktop_app.ui.dreams.dream_work.GRACE_MS", 600_000)
        monkeypatch.setattr("desktop_app.ui.parts.delayed.AT_REST", 250)  # which `rest` waits for


@pytest.fixture(autouse=True)
def nobody_is_soon_asked_again(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no Ollama is, the window asks three times; how long it waits in between is tested where
    the questions are."""
    if "qtbot" in request.fixturenames:
        monkeypatch.setattr("desktop_app.models.transport.USUAL", Patience(pauses=(0.01, 0.01)))


@pytest.fixture(autouse=True)
def collected_in_this_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """What tests of the window leave behind ends in its thread, as in the program."""
    if "qtbot" not in request.fixturenames:
        if not gc.isenabled():
            gc.collect()
            gc.enable()
        yield
        return
    from desktop_app.ui.frame.loop import collect_due

    gc.disable()  # until a test without a window: a later one's threads would find what is left
    yield
    collect_due()


@pytest.fixture
def shell(tmp_path: Path, capfdbinary: Any) -> "Shell":
    """Commands on a new notebook."""
    from tests.support.cli import Shell

    made = Shell(tmp_path / "notes", capfdbinary)
    assert made.run("init") == 0
    return made


@pytest.fixture
def sample_shell(tmp_path: Path, capfdbinary: Any) -> "Shell":
    """Commands on the sample."""
    from tests.support.cli import Shell

    made = Shell(tmp_path / "sample", capfdbinary)
    assert made.run("init", "--sample") == 0
    return made


@pytest.fixture
def theme(qapp: "QApplication") -> "Theme":
    """The look of the widgets that a test makes without a program."""
    from desktop_app.ui.look.theme import Theme

    return Theme(qapp, "light")


@pytest.fixture
def editor(qtbot: "QtBot", theme: "Theme") -> "Editor":
    """An editor that is shown, without a file."""
    from desktop_app.ui.writing.editor import Editor

    made = Editor("note")
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


@pytest.fixture(autouse=True)
def no_look_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test wears the theme of the one before it, dresses its widgets once more or pastes what it
    copied; a copy of ours that outlives Python ends the process with a fault where no screen is."""
    yield
    if "qapp" in request.fixturenames:
        from PySide6.QtCore import QEvent
        from PySide6.QtWidgets import QApplication

        from desktop_app.ui.look.theme import HELD

        app = request.getfixturevalue("qapp")
        vars(app).pop(HELD, None)
        app.clipboard().clear()
        for widget in QApplication.topLevelWidgets():
            widget.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def takes_its_time(request: pytest.FixtureRequest) -> None:
    """Full figures take minutes by design: no stack is dumped in the middle of them."""
    if request.node.get_closest_marker("prove"):
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def memory(tmp_path: Path, clock: StillClock) -> "Memory":
    """An open notebook with a few bullets and one day, whose clock stands still."""
    return opened(a_notebook(tmp_path), tmp_path, clock)


@pytest.fixture
def notebook(tmp_path: Path) -> "Iterator[Notebook]":
    """The same without what a program brings to it."""
    found = open_notebook(a_notebook(tmp_path), tmp_path / "data")
    yield found
    found.close()


@pytest.fixture
def ollama() -> Iterator[OurOllama]:
    """A server of ours that speaks Ollama's protocol, holding one small model."""
    with OurOllama() as server:
        yield server


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    work = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
    long = pyfuncitem.get_closest_marker("prove")
    work = in_time(work, None if long else MOST)
    if "qtbot" in pyfuncitem.fixturenames:
        still = pyfuncitem.get_closest_marker("still")
        _run_on_qasync(lively(work, still.args[0] if still else STILL))
    else:
        asyncio.run(work)
    return True


def _run_on_qasync(work: Any) -> None:
    from PySide6.QtWidgets import QApplication
    from qasync import QEventLoop

    app = QApplication.instance()
    assert app is not None
    app.setQuitOnLastWindowClosed(False)
    with QEventLoop(app) as loop:
        loop.run_until_complete(work)
