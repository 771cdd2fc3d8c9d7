"""Followed: the links out of a notebook to which the person has said yes. Knows names and targets.

A yes is for one link and for where it leads now: a link that leads elsewhere later is asked about
again. It is kept with our own data, so that no folder that somebody hands on brings one along.
Specification: trust, 'Containment'; promise P17 holds for every other link.
"""

import json
import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import NamedTuple

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.notebook.storage import swap, trouble
from desktop_app.words import tr

_FILE = "links.json"


class FollowedLink(NamedTuple):
    """A link by its path in the notebook, and the real path behind it, "" for a yes that was taken
    back; `doors`: agents may use what lies there, too.
    """

    path: str
    target: str
    doors: bool = False


class FollowedLinks:
    """The yeses of one notebook, as they stand in our own data now; any program may change them."""

    def __init__(
        self, root: Path, own: Path, lock: Callable[[], AbstractContextManager[None]]
    ) -> None:
        """`root` is the notebook's real folder, `own` that of our own data for it."""
        self._root, self._file, self._lock = root, own / _FILE, lock
        self._seen: tuple[int, int] | None = None
        self._known: dict[str, FollowedLink] = {}

    @property
    def targets(self) -> dict[str, Path]:
        """The real paths of the links that may be followed."""
        return {path: Path(one.target) for path, one in self._links().items() if one.target}

    @property
    def valid(self) -> list[str]:
        """The links that lead where they led when somebody said yes."""
        return [
            link
            for link, target in self.targets.items()
            if Path(os.path.realpath(self._root / link)) == target
        ]

    @property
    def closed_to_agents(self) -> tuple[str, ...]:
        """The links that agents may not follow, or may not any more."""
        return tuple(path for path, one in self._links().items() if not one.doors)

    def follow(self, path: str, *, doors: bool = False) -> FollowedLink:
        """Say yes to a link to a folder, to where it leads now.

        Raises Problem for what is no link out of the notebook to a folder, for one to a folder that
        holds the notebook, and on a system where a folder cannot be held open.
        """
        path = path.strip("/")
        target = Path(os.path.realpath(self._root / path))
        if not swap.HERE.folders:
            raise Problem(
                tr("This system cannot use links that lead out of a notebook."),
                tr("Put the folder itself where the link is."),
            )
        if (
            not (self._root / path).is_symlink()
            or target.is_relative_to(self._root)
            or not target.is_dir()
        ):
            raise Problem(
                tr("{path} is no link to a folder outside the notebook.").format(path=path),
                tr(
                    "`nightstand doctor` lists such links. Instead of a link to a file, put the "
                    "file itself here."
                ),
            )
        if self._root.is_relative_to(target):
            raise Problem(
                tr("{path} leads to a folder that holds this notebook.").format(path=path),
                tr("Make the link lead to the folder that holds only the notes."),
            )
        link = FollowedLink(path, str(target), doors)
        self._write(link)
        return link

    def leave(self, path: str) -> None:
        """Take a yes back; what the history has of it stays closed to agents."""
        self._write(FollowedLink(path.strip("/"), ""))

    def _write(self, link: FollowedLink) -> None:
        with self._lock(), trouble.changing(str(self._file)):
            links = [one._asdict() for one in (self._read() | {link.path: link}).values()]
            text = json.dumps(links, ensure_ascii=False, indent=1)
            own_files.write_durably(self._file, text.encode("utf-8", "surrogateescape"))

    def _links(self) -> dict[str, FollowedLink]:
        with suppress(OSError):
            state = self._file.stat()
            seen = state.st_mtime_ns, state.st_ino
            if seen != self._seen:
                self._known, self._seen = self._read(), seen
            return self._known
        return {}

    def _read(self) -> dict[str, FollowedLink]:
        with suppress(OSError, ValueError, TypeError, KeyError):  # else nothing is followed
            entries = own_files.json_in(self._file)
            return {str(one["path"]): FollowedLink(str(one["path"]), str(one["target"]),
                    one["doors"] is True) for one in entries}  # fmt: skip
        return {}


def covers(link: str, path: str) -> bool:
    return path == link or path.startswith(f"{link}/")


def behind(root: Path, path: str, real: Path, targets: Mapping[str, Path]) -> bool:
    """Whether a path may lead to `real`, outside the notebook: through a link to which somebody has
    said yes, and which still leads where it led then.
    """
    return any(
        covers(link, path)
        and real.is_relative_to(target)
        and Path(os.path.realpath(root / link)) == target
        for link, target in targets.items()
    )
