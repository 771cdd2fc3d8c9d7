"""Something that answers as another does, but for what is put in its place."""

from typing import Any


class Instead:
    """Answers as `inner` does; what is named here is answered by what is given for it."""

    def __init__(self, inner: Any, **named: Any) -> None:
        self._inner = inner
        self.__dict__ |= named

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)
