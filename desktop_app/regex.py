"""Regular expressions that are compiled when they are first used. Knows none of them.

A command uses few of those in the modules that it loads; to compile them all took a sixth of its
time.
"""

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    regex = re.compile
else:

    class regex:  # noqa: N801  # in the place of a function
        """See `re.compile`."""

        def __init__(self, text: str | bytes, flags: int = 0) -> None:
            self.pattern, self._flags = text, flags

        def __getattr__(self, name: str) -> Any:
            compiled = re.compile(self.pattern, self._flags)
            for one in ("match", "search", "fullmatch", "sub", "split", "finditer", "findall"):
                setattr(self, one, getattr(compiled, one))
            return getattr(compiled, name)
