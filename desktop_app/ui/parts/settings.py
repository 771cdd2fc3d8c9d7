"""The settings as pages see them. Knows no file and no default."""

from pathlib import Path
from typing import Any, Protocol


class KeptSettings(Protocol):
    """What the person chose; `set` raises Problem for what does not fit or cannot be kept.

    `path` is their file; the passwords of servers lie beside it.
    """

    path: Path

    def get(self, key: str) -> Any: ...

    def set(self, key: str, value: Any) -> None: ...
