"""Shared: what members of a team promoted for each other, and the folder that keeps it.

Knows names, times and JSON, not what a pattern or a procedure says. A folder may be on a shared
drive or in Git: every version is a file of its own, never written twice, and the newest counts. So
two people who promote the same thing at once lose nothing, and an old version that comes late,
say by a merge, hides no newer one.
"""

import hashlib
import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from desktop_app import small_files
from desktop_app.database import storable
from desktop_app.errors import WrongUse
from desktop_app.notebook.storage import disk
from desktop_app.tiers.store import Away
from desktop_app.words import tr


class SharedKind(StrEnum):
    """What is shared. The value also names its folder."""

    PATTERN = "patterns"
    PROCEDURE = "procedures"


@dataclass(frozen=True)
class SharedItem:
    """Something that a person promoted for others.

    Among its kind, the same `id` is the same thing, perhaps promoted again. `when` has an offset
    from UTC. `body` is a JSON object; what stands in it is up to who promotes.
    """

    kind: SharedKind
    id: str
    who: str
    when: datetime
    body: dict[str, Any]

    @property
    def age(self) -> tuple[datetime, str]:
        """What tells which of two versions is newer, the same way for everybody."""
        return self.when, _digest(self.text)

    @property
    def text(self) -> str:
        """This as JSON, as it is kept. Raises WrongUse for what can't be JSON or is too large."""
        told = {
            "id": self.id,
            "who": self.who,
            "when": self.when.astimezone(UTC).isoformat(timespec="microseconds"),
            "body": self.body,
        }
        try:
            text = json.dumps(told, ensure_ascii=False, allow_nan=False, indent=1, sort_keys=True)
        except (TypeError, ValueError, RecursionError) as error:
            raise WrongUse(tr("“{id}” can't be written as JSON.").format(id=self.id)) from error
        text = storable(text)
        if len(text.encode()) > small_files.MOST:
            raise WrongUse(tr("“{id}” is too large to be shared.").format(id=self.id))
        return text


@dataclass(frozen=True)
class SharedList:
    """What is shared of one kind, by its ids; `unreadable` names what is there and is none."""

    items: tuple[SharedItem, ...]
    unreadable: tuple[str, ...] = ()


def read(kind: SharedKind, value: Any) -> SharedItem:
    """The item that a JSON value says. Raises ValueError if it is none."""
    match value:
        case {"id": str(name), "who": str(who), "when": str(when), "body": dict(body)}:
            moment = datetime.fromisoformat(when)
            if moment.tzinfo is not None:
                return SharedItem(kind, name, who, moment.astimezone(UTC), body)
    raise ValueError(tr("it is no shared item"))


class SharedFolder:
    """A folder that several people write: on a shared drive, or a clone of a Git repository.

    Git is the person's to use: nothing is committed, and what is removed stays in its history. A
    drive that hangs holds the thread that asks; one that can't answer raises Away.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def put(self, item: SharedItem) -> SharedItem:
        """Keep this unless a newer one of its id is there. The answer is what is there then."""
        text = item.text
        versions = self._versions(item.kind, item.id)
        newest = max([item, *versions.values()], key=lambda one: one.age)
        if newest is item:
            folder = self.path / item.kind
            name = f"{_digest(item.id)}.{item.when.astimezone(UTC):%Y%m%dT%H%M%S%f}"
            try:
                folder.mkdir(exist_ok=True)
                path = folder / f"{name}.{_digest(text)[:8]}.json"
                disk.write_durably(path, text.encode(), mode=0o666)
                _remove([old for old in versions if old != path])
            except OSError as error:
                raise self._away(error) from error
        return newest

    def items(self, kind: SharedKind) -> SharedList:
        """The newest version of everything of this kind."""
        newest: dict[str, SharedItem] = {}
        unreadable = []
        for path in self._files(kind):
            try:
                item = _read(kind, path)
            except (OSError, ValueError):
                unreadable.append(path.name)
                continue
            if item.id not in newest or newest[item.id].age < item.age:
                newest[item.id] = item
        return SharedList(tuple(newest[name] for name in sorted(newest)), tuple(unreadable))

    def remove(self, kind: SharedKind, id: str) -> None:  # noqa: A002  # as items say it
        """Remove every version of it that is here."""
        try:
            _remove(list(self._versions(kind, id)))
        except OSError as error:
            raise self._away(error) from error

    def _versions(self, kind: SharedKind, name: str) -> dict[Path, SharedItem]:
        found = {}
        for path in self._files(kind):
            try:
                item = _read(kind, path)
            except (OSError, ValueError):
                continue
            if item.id == name:
                found[path] = item
        return found

    def _files(self, kind: SharedKind) -> list[Path]:
        """Ordinary files only: a link could lead to what was never shared."""
        try:
            self.path.stat()
            with os.scandir(self.path / kind) as entries:
                names = [
                    one.name
                    for one in entries
                    if one.name.endswith(".json") and one.is_file(follow_symlinks=False)
                ]
        except FileNotFoundError as error:
            if error.filename == str(self.path):
                raise self._away(error) from error
            return []
        except OSError as error:
            raise self._away(error) from error
        return [self.path / kind / name for name in sorted(names)]

    def _away(self, error: OSError) -> Away:
        return Away(
            tr("The shared folder {path} can't be used: {reason}.").format(
                path=self.path, reason=error.strerror or error
            ),
            tr("Connect its drive, or choose another folder in the settings."),
        )


def _read(kind: SharedKind, path: Path) -> SharedItem:
    return read(kind, small_files.json_in(path))


def _remove(paths: list[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
    for folder in {path.parent for path in paths}:
        disk.sync_path(folder)


def _digest(text: str) -> str:
    return hashlib.sha256(storable(text).encode()).hexdigest()[:24]
