"""Where one can go in a notebook: its headings and its days. Knows memory, not the palette."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from desktop_app import dates
from desktop_app.ui.frame.ranking import Entry

if TYPE_CHECKING:
    from desktop_app.memory import Memory


def entries(memory: "Memory", go: Callable[[str, int], None]) -> list[Entry]:
    """Headings in the file's order, days, newest first, topics; a choice calls `go(path, line)`.

    Blocks while it reads. Raises Problem when the notebook cannot be read.
    """
    path = memory.layout.memory
    places = [
        Entry(heading.title, path, "heading", partial(go, path, heading.line), "heading")
        for heading in memory.files.bullets().headings
    ]
    for head in memory.days.heads():
        # The date as the file's name has it can be typed as well.
        detail = " · ".join(filter(None, (head.date.isoformat(), head.head)))
        run = partial(go, head.path, 0)
        places.append(Entry(day_name(head.date), detail, "days", run, "day"))
    for topic in memory.days.topics():
        detail = " · ".join(filter(None, (topic.path, topic.head)))
        run = partial(go, topic.path, 0)
        places.append(Entry(topic.name, detail, "note", run, "note"))
    return places


def day_name(day: date) -> str:
    """Friday, 20 November 2026, in the person's language."""
    return dates.whole(day)
