"""Only one program dreams over a notebook at a time. Knows a lock, no engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.notebook.storage.lock import taken
from desktop_app.words import tr


class DreamtOver(Problem):
    """Another program dreams over the notebook already."""


def is_dreamt_over(own: Path) -> bool:
    """Whether some program dreams over the notebook right now."""
    with taken(own / "dream", "") as other:
        return other is not None


@contextmanager
def alone(own: Path, doer: str, now: datetime) -> Iterator[None]:
    """While the block runs, no other program dreams over the notebook.

    `own` is the program's folder for it, `doer` the name that another program is shown. Raises
    DreamtOver when another program dreams already: both would propose the same.
    """
    with taken(own / "dream", tr("{doer}, since {now:%H:%M}").format(doer=doer, now=now)) as other:
        if other is not None:
            message = tr("Another dream is running in this notebook.")
            if other:
                message = tr("Another dream is running in this notebook: {other}.")
            raise DreamtOver(
                message.format(other=other),
                tr("Wait until that dream has ended, or stop it there."),
            )
        yield
