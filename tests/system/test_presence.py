"""A program without a window is called by the next one that is started."""

import threading
from pathlib import Path

from desktop_app.system.presence import Presence


def answering(hidden: Presence, heard: list[str], ended: threading.Event) -> threading.Thread:
    def listen() -> None:
        while not ended.wait(0.01):
            if (folder := hidden.called()) is not None:
                heard.append(folder)

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    return thread


def test_nobody_hidden_is_nobody_called(tmp_path: Path) -> None:
    assert not Presence(tmp_path).call(None, 30)
    assert list(tmp_path.glob("hidden-called*")) == []


def test_the_hidden_one_hears_which_folder_is_wanted(tmp_path: Path) -> None:
    hidden, heard, ended = Presence(tmp_path), list[str](), threading.Event()
    hidden.begin()
    thread = answering(hidden, heard, ended)
    try:
        assert Presence(tmp_path).call(None, 30)
        assert Presence(tmp_path).call(Path("/home/me/日记"), 30)
        assert heard == ["", "/home/me/日记"]
    finally:
        ended.set()
        thread.join()
        hidden.end()
    assert not Presence(tmp_path).call(None, 30), "its window is there: a new one may open"


def test_one_that_is_stuck_keeps_no_window_from_opening(tmp_path: Path) -> None:
    hidden = Presence(tmp_path)
    hidden.begin()
    assert not Presence(tmp_path).call(None, 0.05)
    assert hidden.called() is None, "what nobody heard in time is taken back"
    hidden.end()


def test_a_call_from_before_is_not_heard_later(tmp_path: Path) -> None:
    (tmp_path / "hidden-called").write_bytes(b"")
    hidden = Presence(tmp_path)
    hidden.begin()
    assert hidden.called() is None
    hidden.end()
