"""Memory: the one door to an open notebook, with a room for each noun. Knows no face and no Qt."""

from desktop_app.memory.changed import Changed
from desktop_app.memory.days import Noted
from desktop_app.memory.memory import Memory
from desktop_app.memory.status import Status

__all__ = ["Changed", "Memory", "Noted", "Status"]
