"""Extraction beside an open notebook: see `sessions.extraction`. Blocks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from desktop_app.dreams.store import DreamStore
from desktop_app.memory.days import Days
from desktop_app.memory.tool_house import noted
from desktop_app.notebook.notebook import Notebook
from desktop_app.sessions.extraction import Extracted, PlaceOf, extract
from desktop_app.sessions.live_events import LiveMessage
from desktop_app.sessions.tools import Wrote

if TYPE_CHECKING:
    from desktop_app.memory.live_session import LiveHouse


def extracted(
    house: "LiveHouse",
    messages: Sequence[LiveMessage],
    place_of: PlaceOf,
    found: Sequence[str] | None = None,
) -> Extracted:
    """Keep the facts of these messages: see `extract`."""
    days = Days(house.notebook, house.clock, house.writing)
    rooms = _Rooms(house.notebook, house.store, days)
    return extract(rooms, messages, house.clock.now(), place_of, found)


class _Rooms:
    """What an extraction needs of the house: an `ExtractionHouse`."""

    def __init__(self, notebook: Notebook, store: DreamStore, days: Days) -> None:
        self.notebook = notebook
        self.store = store
        self._days = days

    def note(self, text: str) -> Wrote:
        return noted(self._days, text)
