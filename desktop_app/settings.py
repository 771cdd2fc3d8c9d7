"""The person's settings and where the program keeps its own files. Knows TOML and folders."""

import contextlib
import copy
import json
import os
import shlex
import stat
import threading
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import platformdirs

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.known_settings import KNOWN, Setting
from desktop_app.own_files import make_folder, one_writer, write_durably
from desktop_app.words import tr

if TYPE_CHECKING:  # it keeps comments where one writes, and takes long to load
    import tomlkit


class Places(NamedTuple):
    """The program's own folders: `data` for history, index and locks, `config` for settings."""

    data: Path
    config: Path

    @staticmethod
    def default() -> "Places":
        """The folders this system gives a program of this name."""
        return Places(
            platformdirs.user_data_path("nightstand", appauthor=False),
            platformdirs.user_config_path("nightstand", appauthor=False),
        )


class Settings:
    """The person's choices, read from and written to `settings.toml` at once.

    Other runs of the program may write the file too: it is read again when it has changed, and
    written one key at a time. A file that is no TOML stays as it is; then the last known values
    hold (at first the defaults), and `damage` says so.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damage: Problem | None = None
        self._guard = threading.RLock()  # never held while the disk is waited for
        self._writing = threading.Lock()
        self._values: dict[str, Any] = {}
        self._seen: tuple[int, ...] | None = None
        self._waiting: dict[str, Any] = {}  # chosen, and not in the file yet
        self._run: Callable[[Callable[[], None]], None] = lambda work: work()
        self._read_if_changed()

    def write_by(self, run: Callable[[Callable[[], None]], None]) -> None:
        """From now on let `run` do the writing of `set`, perhaps in another thread."""
        self._run = run

    def get(self, key: str) -> Any:
        """The value of a known key, or its default when it is missing or does not fit."""
        setting = self._setting(key)
        section, name = key.split(".")
        with self._guard:
            if key in self._waiting:
                return copy.copy(self._waiting[key])
            self._read_if_changed()
            table = self._values.get(section)
            value = table.get(name, setting.default) if isinstance(table, dict) else setting.default
        return copy.copy(value if setting.fits(value) else setting.default)

    def set(self, key: str, value: Any) -> None:
        """Keep a value. Raises Problem for an unknown key or a value that does not fit, and where
        the file is damaged or cannot be written.
        """
        self.check(key, value)
        with self._guard:
            self._read_if_changed()
            if self.damage:
                raise self.damage
            self._section(self._values, key)
            self._waiting[key] = value
        self._run(self._write)

    def check(self, key: str, value: Any) -> None:
        """Raises Problem for an unknown key or a value that does not fit."""
        setting = self._setting(key)
        if not setting.fits(value):
            raise Problem(
                tr("“{value}” does not fit {key}.").format(value=value, key=key),
                tr("It takes {expects}.").format(expects=setting.expects),
            )

    def set_typed(self, key: str, typed: str) -> None:
        """Keep a value as a person types it. Raises Problem when it does not fit."""
        setting = self._setting(key)
        try:
            value = setting.read(typed)
        except (KeyError, ValueError):
            value = typed  # it does not fit, and is told as one that does not
        self.set(key, value)

    def _write(self) -> None:
        """Write the waiting values into the present file. Reading a value never waits for this."""
        with self._writing:
            with self._guard:
                waiting = dict(self._waiting)
            if not waiting:
                return
            try:
                import tomlkit

                with one_writer(self.path):
                    document = _document(self.path)
                    for key, value in waiting.items():
                        self._section(document, key)[key.split(".")[1]] = value
                    write_own_file(self.path, tomlkit.dumps(document).encode())
            except OSError as error:
                raise _unwritten(self.path, error) from error
            finally:
                with self._guard:
                    self._read_if_changed(surely=True)
                    for key, value in waiting.items():
                        if self._waiting.get(key) == value:
                            del self._waiting[key]

    def _section(self, document: "dict[str, Any] | tomlkit.TOMLDocument", key: str) -> Any:
        """The section of a key, made if it is missing. Raises Problem if it is no section."""
        section = key.split(".")[0]
        table = document.setdefault(section, {})
        if not isinstance(table, dict):
            raise Problem(
                tr("In {path} “{section}” is no section.").format(path=self.path, section=section),
                tr("Repair or delete it there to change {key}.").format(key=key),
            )
        return table

    def _read_if_changed(self, surely: bool = False) -> None:
        try:
            about = self.path.stat()
            marks: tuple[int, ...] = (about.st_mtime_ns, about.st_ino, about.st_size)
        except OSError:
            marks = ()
        if marks == self._seen and not surely:
            return
        self._seen, self.damage = marks, None
        try:
            with _told_as_damage(self.path):
                self._values = tomllib.loads(_text_of(self.path))
        except Problem as damage:
            self.damage = damage

    @staticmethod
    def _setting(key: str) -> Setting:
        if key not in KNOWN:
            raise Problem(
                tr("There is no setting “{key}”.").format(key=key),
                tr("Known: {names}.").format(names=", ".join(sorted(KNOWN))),
            )
        return KNOWN[key]


class RememberedState:
    """What the window remembers between runs: size, page, recent notebooks. It may get lost."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._values = self._kept()

    def get(self, key: str, default: Any = None) -> Any:
        return self._values.get(key, default)

    def set(self, key: str, value: Any) -> None:
        """Keep a JSON value, beside what other runs of the program have kept meanwhile. A full disk
        loses it quietly: it is only a convenience."""
        with self._lock:
            if self._values.get(key) == value:
                return
            self._values = {**self._values, **self._kept(), key: value}
            with contextlib.suppress(Problem):
                data = json.dumps(self._values, indent=1).encode()
                write_own_file(self.path, data, lasting=False)

    def _kept(self) -> dict[str, Any]:
        with contextlib.suppress(OSError, ValueError):
            kept = own_files.json_in(self.path)
            return kept if isinstance(kept, dict) else {}
        return {}

    def recent(self) -> list[str]:
        """Notebook folders opened lately, the latest first."""
        paths = self.get("recent", [])
        return [path for path in paths if isinstance(path, str)] if isinstance(paths, list) else []

    def add_recent(self, folder: Path) -> None:
        path = str(folder)
        self.set("recent", [path, *(other for other in self.recent() if other != path)][:8])


def _document(path: Path) -> "tomlkit.TOMLDocument":
    """The file as a document to write again, with the person's comments."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    with _told_as_damage(path):
        try:
            return tomlkit.parse(_text_of(path))
        except TOMLKitError as error:
            raise ValueError(str(error)) from error


def _text_of(path: Path) -> str:
    try:
        return own_files.read(path).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""


@contextlib.contextmanager
def _told_as_damage(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, RecursionError) as error:
        raise Problem(
            tr("The settings in {path} could not be read: {error}.").format(path=path, error=error),
            tr("The defaults are used. Repair or delete the file to change settings again."),
        ) from error


def write_own_file(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Replace one of the program's own small files, never a notebook's, so that it stays whole.

    `lasting`: it is on the disk when this returns. Raises Problem when the disk refuses.
    """
    try:
        make_folder(path.parent)
        write_durably(path, data, lasting=lasting)
    except OSError as error:
        raise _unwritten(path, error) from error


def must_be_own(path: Path) -> None:
    """Raise Problem where others on this computer can read a file of secrets."""
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise Problem(
            tr("Others on this computer can read {path}.").format(path=path),
            tr("Only you should be able to read it: chmod 600 {path}").format(
                path=shlex.quote(str(path))
            ),
        )


def _unwritten(path: Path, error: OSError) -> Problem:
    return Problem(
        tr("{path} could not be written: {strerror}.").format(path=path, strerror=error.strerror),
        tr("Check the disk and the permissions."),
    )
