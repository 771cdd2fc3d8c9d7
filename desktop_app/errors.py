"""The two kinds of failure. Knows nothing of files, models or Qt.

A `Problem` is something a person can act on and is shown calmly where it happened. Anything else
that is raised is a bug of ours: logged with its traceback and shown once.
"""

from desktop_app.words import together


class Problem(Exception):  # noqa: N818  # it is a state of the world to tell a person, not an error of ours
    """What went wrong, and what a person can do about it, in two plain sentences."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return together(self.message, self.hint)

    def as_json(self) -> dict[str, str]:
        """It as the command line and the doors tell it."""
        return {"problem": self.message, "hint": self.hint}


class WrongUse(Problem):
    """What was asked for makes no sense as it was put."""


class Missing(Problem):
    """What was named is not there."""


class Stale(Problem):
    """What was to be replaced is not what it was when it was read."""
