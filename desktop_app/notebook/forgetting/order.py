"""Order: what a person has asked to forget, kept on the disk until it is done.

Whatever ends the program in between, the next start does it all once more: each step comes to the
same. The file says what is to be forgotten, so it goes last. Knows JSON, no notebook.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from desktop_app import small_files
from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.forgetting.places import CHOSEN, ForgetPlace
from desktop_app.notebook.storage import disk, trouble
from desktop_app.words import tr

_NAME = tr("the note of what is to be forgotten")


@dataclass(frozen=True)
class ForgetOrder:
    """What is to be forgotten, and in which of the places that a person chooses."""

    sought: Sought
    chosen: frozenset[ForgetPlace]

    def covers(self, place: ForgetPlace) -> bool:
        """Whether it is to go from this place."""
        return place not in CHOSEN or place in self.chosen


class Orders:
    """The orders of one notebook that are not done yet, each a file in its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def note(self, order: ForgetOrder, name: str) -> Path:
        """Keep an order durably. Raises Problem."""
        path = self._folder / f"{name}.forget"
        packed = {
            "phrases": [list(phrase) for phrase in order.sought.phrases],
            "topic": order.sought.topic,
            "chosen": sorted(order.chosen),
        }
        with trouble.changing(_NAME):
            disk.make_folder(self._folder)
            disk.write_durably(path, json.dumps(packed).encode("ascii"))
        return path

    def waiting(self) -> list[tuple[Path, ForgetOrder]]:
        """The orders that wait, oldest first; one that is no order is nobody's wish, and goes."""
        found = []
        with trouble.changing(_NAME):
            for part in self._folder.glob(".*.part"):
                part.unlink(missing_ok=True)  # never whole: nothing was begun
            for path in sorted(self._folder.glob("*.forget")):
                order = _read(path)
                if order is None:
                    path.unlink(missing_ok=True)
                else:
                    found.append((path, order))
        return found

    def done(self, path: Path) -> None:
        """This order is carried out: nothing of it stays. Raises Problem."""
        with trouble.changing(_NAME):
            path.unlink(missing_ok=True)
            disk.sync_path(self._folder)
            with suppress(OSError):
                self._folder.rmdir()  # another order may wait in it


def _read(path: Path) -> ForgetOrder | None:
    try:
        kept = small_files.json_in(path)
        phrases = tuple(tuple(map(str, phrase)) for phrase in kept["phrases"] if phrase)
        return ForgetOrder(
            Sought(phrases, bool(kept["topic"])), frozenset(map(ForgetPlace, kept["chosen"]))
        )
    except (ValueError, KeyError, TypeError):
        return None
