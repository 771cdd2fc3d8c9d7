"""Messages: how soon a conversation of 10,000 messages is painted, against one of 20.

A column of bubbles of the window's usual size, offscreen. What is shown is the same: the newest
messages.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.sessions.talk_view import TalkHead, TalkRecord, TalkView

_FEW, _MANY = 20, 10_000
_TIMES = 9
_NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
_TARGET = 200  # milliseconds


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; neither `data` nor `work` is used."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from desktop_app.ui.conversation.messages import TalkColumn
    from desktop_app.ui.look.theme import Theme

    app = QApplication.instance() or QApplication(["nightstand"])
    assert isinstance(app, QApplication)
    Theme(app, "light")

    def shown(count: int) -> TalkColumn:
        column = TalkColumn()
        column.resize(920, 640)
        column.show()
        column.show_talk(_talk(count))
        column.grab()
        return column

    few, many = (_seconds(lambda count=count: shown(count)) for count in (_FEW, _MANY))
    yield (
        f"{_MANY:,} messages are painted in {1000 * many:.0f} ms (target {_TARGET}), "
        f"{many / few:.1f} x the last {_FEW} of them alone"
    )


def _talk(count: int) -> TalkView:
    """The last `count` of a long conversation, Markdown in every second message."""
    messages = tuple(
        TalkRecord(
            f"{n}",
            "assistant" if n % 2 else "user",
            f"Message {n}: **the harbour** report moves. " + "It is due soon. " * (n % 12),
            "",
        )
        for n in range(_MANY - count, _MANY)
    )
    head = TalkHead("a", "A talk", "", _NOW, _NOW, count, private=False, model="")
    return TalkView(head, messages, 0, 8_192, 6_144, 6_553, reported=True, summary="", compacted=0)


def _seconds(work: Callable[[], object]) -> float:
    took = []
    for _ in range(_TIMES):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took)
