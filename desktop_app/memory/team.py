"""Team: the place in which a person and others share what they learnt, asked within bounds.

What others put there is foreign: it is found and shown as theirs, and becomes a note only by a
review. A place that is away is told, and left out. Specification: production-memory, 'Recurring
Error with Resolution'; issue of tiers, 'a shared layer'.
"""

import hashlib
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from desktop_app import small_files
from desktop_app.clock import Clock
from desktop_app.errors import Problem
from desktop_app.settings import write_own_file
from desktop_app.tiers.shared import SharedFolder, SharedItem, SharedKind, SharedList
from desktop_app.tiers.store import Away
from desktop_app.words import tr

T = TypeVar("T")
_PATIENCE = 3.0  # seconds that a place has to answer; one that hangs is away
_FRESH = 2.0  # seconds for which what it answered is not asked again


@dataclass(frozen=True)
class TeamChoice:
    """Where a person shares, "" for nowhere, and the name under which they do."""

    place: str = ""
    who: str = ""


def team_of(get: Callable[[str], Any]) -> TeamChoice:
    """The choice of the person's settings; `get` is that of `Settings`."""
    return TeamChoice(get("team.place").strip(), get("team.name").strip())


def place_at(where: str) -> SharedFolder:
    """The place of this name. Raises Problem for one that is none."""
    path = Path(where).expanduser()
    if not path.is_absolute():
        raise Problem(
            tr("“{place}” is not the whole path of a folder.").format(place=where[:200]),
            tr("Name a folder by its whole path, on a shared drive or in a Git repository."),
        )
    return SharedFolder(path)


class Team:
    """What one notebook shares, and what others do. Any thread may use it; it blocks within bounds.

    Two notebooks that share one thing keep two items: an item's id ends in its notebook's mark.
    """

    def __init__(self, notebook: str, root: Path, used: Path, clock: Clock) -> None:
        """`notebook` is its id, `root` its folder; `used` is the file that tells in which places
        it ever shared anything."""
        self._clock, self._root, self._used = clock, root, used
        self._mark = hashlib.sha256(notebook.encode()).hexdigest()[:12]
        self._known: dict[SharedKind, tuple[float, SharedList]] = {}
        self.choice = TeamChoice()
        self.trouble: Problem | None = None

    def choose(self, choice: TeamChoice) -> None:
        """Share there from now on."""
        if choice != self.choice:
            self.choice, self.trouble = choice, None
            self._known.clear()

    @property
    def chosen(self) -> bool:
        """Whether there is a place."""
        return bool(self.choice.place)

    def item(self, kind: SharedKind, name: str, body: dict[str, Any]) -> SharedItem:
        """What would be shared now. Raises Problem where nobody is named as who shares."""
        if self.chosen and not self.choice.who:
            raise Problem(
                tr("Your name in the team is not set."),
                tr("Set it: nightstand settings team.name NAME"),
            )
        return SharedItem(kind, self._id(name), self.choice.who, self._clock.now(), body)

    def put(self, item: SharedItem) -> None:
        """Share this. Raises Problem where there is no place, or it is away."""
        self._asked(self._place, _items_of(item.kind))  # no place that is none is remembered
        if self._place not in (places := self._places()):
            write_own_file(self._used, json.dumps([*places, self._place]).encode())
        self._asked(self._place, lambda place: place.put(item))
        self._known.clear()

    def withdraw(self, kind: SharedKind, name: str) -> None:
        """Take back what this notebook shared under this name, if it did. Raises Problem."""
        if self.chosen:
            self._asked(self._place, lambda place: place.remove(kind, self._id(name)))
            self._known.clear()

    def own(self, kind: SharedKind) -> dict[str, SharedItem]:
        """What this notebook shares, by its names; nothing where the place is away."""
        mark = f".{self._mark}"
        return {
            one.id.removesuffix(mark): one for one in self._items(kind) if one.id.endswith(mark)
        }

    def others(self, kind: SharedKind) -> tuple[SharedItem, ...]:
        """What others share; nothing where the place is away, see `trouble`."""
        return tuple(one for one in self._items(kind) if not one.id.endswith(f".{self._mark}"))

    def own_saying(self, says: Callable[[str], bool], *, remove: bool = False) -> list[SharedItem]:
        """What this notebook shares whose text is so, in every place that it ever used; `remove`
        takes it back. Raises Problem where one is away, once the others were asked."""
        found: list[SharedItem] = []
        away: list[Problem] = []
        for where in self._places():
            try:
                items = [
                    one for kind in SharedKind for one in self._asked(where, _items_of(kind)).items
                ]
                mine = [one for one in items if one.id.endswith(f".{self._mark}")]
                saying = [one for one in mine if any(map(says, _texts(one.body)))]
                for one in saying if remove else ():
                    self._asked(where, partial(_removed, one))
            except Problem as problem:
                away.append(problem)
            else:
                found += saying
        self._known.clear()
        if away:
            raise away[0]
        return found

    @property
    def _place(self) -> str:
        if not self.chosen:
            raise Problem(
                tr("No folder is chosen that the team shares."),
                tr("Choose a folder in the settings: `nightstand settings team.place FOLDER`"),
            )
        return self.choice.place

    def _places(self) -> list[str]:
        try:
            found = small_files.json_in(self._used)
        except (OSError, ValueError):
            return []
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _id(self, name: str) -> str:
        return f"{name}.{self._mark}"

    def _items(self, kind: SharedKind) -> tuple[SharedItem, ...]:
        if not self.chosen:
            return ()
        at, known = self._known.get(kind, (0.0, SharedList(())))
        if not at or time.monotonic() - at > _FRESH:
            try:
                known = self._asked(self._place, _items_of(kind))
                self.trouble = None
            except Problem as problem:
                self.trouble, known = problem, SharedList(())
            self._known[kind] = time.monotonic(), known
        return known.items

    def _asked(self, where: str, ask: Callable[[SharedFolder], T]) -> T:
        """The answer of a place. Raises Problem where it is none, or no answer came in time."""
        place = place_at(where)
        answers: list[T] = []
        problems: list[BaseException] = []

        def run() -> None:
            try:
                _check_apart(place.path, self._root)
                answers.append(ask(place))
            except BaseException as problem:
                problems.append(problem)

        thread = threading.Thread(target=run, name="team", daemon=True)
        thread.start()
        thread.join(_PATIENCE)
        if problems:
            raise problems[0]
        if not answers:
            raise Away(
                tr("{place} does not answer.").format(place=where),
                tr("Until it answers, what others share in it is not shown."),
            )
        return answers[0]


def _check_apart(place: Path, root: Path) -> None:
    """Raises Problem where a person would share the notebook itself, or keep a place in it."""
    inner, outer = place.resolve(), root.resolve()
    if inner.is_relative_to(outer) or outer.is_relative_to(inner):
        raise Problem(
            tr("The folder of a team must not be inside the notebook, nor the notebook inside it."),
            tr("Choose a folder beside the notebook, on a shared drive or in a Git repository."),
        )


def _removed(item: SharedItem, place: SharedFolder) -> None:
    place.remove(item.kind, item.id)


def _items_of(kind: SharedKind) -> Callable[[SharedFolder], SharedList]:
    return lambda place: place.items(kind)


def _texts(value: Any) -> list[str]:
    """Every text in a JSON value, line by line."""
    if isinstance(value, str):
        return value.split("\n")
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in _texts(one)]
