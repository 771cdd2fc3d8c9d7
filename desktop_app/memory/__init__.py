"""Memory: the one door to an open notebook, with a room for each noun. Knows no face and no Qt."""

from desktop_app.memory.changed import Changed
from desktop_app.memory.memory import Memory

__all__ = ["Changed", "Memory"]
