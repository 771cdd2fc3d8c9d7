"""The person's settings and where the program keeps its own files. Knows TOML and folders.

Settings live in the user's config folder, never in a notebook: a notebook that comes from
elsewhere cannot set anything here.
"""

import contextlib
import copy
import json
import os
import re
import stat
import threading
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from desktop_app import languages, small_files
from desktop_app.errors import Problem
from desktop_app.own_files import give_to_owner, make_folder, one_writer, replace
from desktop_app.words import tr

if TYPE_CHECKING:  # it keeps comments where one writes, and takes long to load
    import tomlkit


@dataclass(frozen=True)
class Places:
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


@dataclass(frozen=True)
class _Setting:
    """`read` turns typed words into a value, or raises ValueError; a number has `bounds`."""

    default: Any
    fits: Callable[[Any], bool]
    expects: str
    read: Callable[[str], Any] = str
    bounds: tuple[int, int] = (0, 0)


def _one_of(default: str, *others: str) -> _Setting:
    values = (default, *others)
    expects = tr("one of {values}").format(values=", ".join(values))
    return _Setting(default, lambda value: value in values, expects)


def _whole(default: int, low: int, high: int, expects: str) -> _Setting:
    def fits(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return _Setting(default, fits, expects, int, (low, high))


def _switch(default: bool) -> _Setting:
    def read(typed: str) -> bool:
        return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}[
            typed.strip().casefold()
        ]

    return _Setting(default, lambda value: isinstance(value, bool), tr("true or false"), read)


def _text(expects: str) -> _Setting:
    return _Setting("", _is_text, expects, str.strip)


def _place(*words: str) -> _Setting:
    """One of these words, the first by default, or what looks like the address of a server."""

    def fits(value: Any) -> bool:
        return value in words or (_is_text(value) and "://" in value)

    named = tr("one of {values}").format(values=", ".join(filter(None, words)) or '""')
    return _Setting(words[0], fits, tr("{words}, or the address of a server").format(words=named))


def _texts(expects: str) -> _Setting:
    def fits(value: Any) -> bool:
        return isinstance(value, list) and all(map(_is_text, value))

    def read(typed: str) -> list[str]:
        return [part.strip() for part in typed.split(",") if part.strip()]

    return _Setting([], fits, expects, read)


def _some_of(*values: str) -> _Setting:
    """At least one of them; all of them by default."""

    def fits(value: Any) -> bool:
        return isinstance(value, list) and bool(value) and all(one in values for one in value)

    expects = tr("some of {values}, with commas").format(values=", ".join(values))
    return _Setting(list(values), fits, expects, _texts("").read)


def _time_of_day(default: str) -> _Setting:
    def fits(value: Any) -> bool:
        return isinstance(value, str) and bool(_TIME_OF_DAY.fullmatch(value))

    return _Setting(default, fits, tr("a time of day, 00:00 to 23:59"), str.strip)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_TEXT and value.isprintable()


_LONGEST_TEXT = 500
_TIME_OF_DAY = re.compile("([01][0-9]|2[0-3]):[0-5][0-9]")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

KNOWN: dict[str, _Setting] = {
    "agents.decide": _switch(False),
    "agents.may_write": _texts(
        tr("names of agents that write MEMORY.md without asking you, or *, with commas")
    ),
    "agents.port": _whole(8642, 1024, 65_535, tr("a port of this computer, 1024 to 65535")),
    "agents.refuse_secrets": _switch(False),
    "agents.review": _texts(tr("names of agents whose facts wait for you, or *, with commas")),
    "agents.serve": _switch(False),
    "almanac.nightly": _switch(False),
    "appearance.contrast": _one_of("system", "normal", "high"),
    "appearance.language": _one_of("system", *languages.NAMES),
    "appearance.motion": _switch(True),
    "appearance.mode": _one_of("system", "light", "dark"),
    "appearance.zoom": _whole(100, 50, 300, tr("a percentage from 50 to 300")),
    "dreams.agents_lines": _texts(
        tr("notebook folders in which lines of agents may be written unasked, with commas")
    ),
    "dreams.answers": _one_of("auto", "words", "copy", "numbers"),
    "dreams.days": _whole(
        0, 0, 365, tr("0 (every day since the last dream) or a number of days up to 365")
    ),
    "dreams.enabled": _switch(True),
    "dreams.enough_days": _whole(3, 1, 365, tr("days with new lines, 1 to 365")),
    "dreams.enough_lines": _whole(20, 1, 10_000, tr("new lines in the days, 1 to 10000")),
    "dreams.idle_minutes": _whole(
        10, 0, 1_440, tr("minutes without a key or a movement of the mouse, up to 1440")
    ),
    "dreams.engine": _one_of("auto", "builtin", "ollama"),
    "dreams.limit_minutes": _whole(
        60, 0, 1_440, tr("0 (no limit) or the minutes a dream by itself may take, up to 1440")
    ),
    "dreams.model": _text(tr("the name of an installed model, or nothing")),
    "dreams.on_battery": _switch(False),
    "dreams.room": _whole(
        8_192, 2_048, 131_072, tr("tokens that a model reads and writes at once, 2048 to 131072")
    ),
    "dreams.schedule": _one_of("off", "daily", "enough"),
    "dreams.time": _time_of_day("03:00"),
    "dreams.unattended": _one_of("propose", "supported", "verbatim"),
    "dreams.weekdays": _some_of(*WEEKDAYS),
    "dreams.minutes": _whole(
        0, 0, 240, tr("0 (no limit) or the minutes one answer may take, to 240")
    ),
    "history.megabytes": _whole(
        0, 0, 1_000_000, tr("how large the history may grow, in megabytes, or 0 for no limit")
    ),
    "keys.capture": _text(tr("nothing, or the keys for a note from anywhere, such as Ctrl+Alt+N")),
    "keys.own": _texts(tr("lines with commas between, such as dream = Ctrl+Alt+D")),
    "memory.lines": _whole(
        200, 0, 100_000, tr("how many lines of MEMORY.md agents read, or 0 for no limit")
    ),
    "memory.characters": _whole(
        25_000, 0, 10_000_000, tr("how many characters of MEMORY.md agents read, or 0 for no limit")
    ),
    "models.address": _text(tr("where Ollama answers, such as 127.0.0.1:11434, or nothing")),
    "models.consent": _text(
        tr("the name of another computer that notes may be sent to, or nothing")
    ),
    "sessions.model": _text(tr("the name of the model that talks, or nothing")),
    "spelling.on": _switch(True),
    "spelling.words": _texts(tr("words that are right, with commas")),
    "window.stay": _switch(False),
    "search.embedder": _one_of("off", "builtin", "ollama"),
    "search.model": _text(tr("the name of an embedding model of Ollama, or nothing")),
    "search.share_builtin": _whole(
        30,
        0,
        100,
        tr("the percentage that meaning has in a score with the built-in model, 0 to 100"),
    ),
    "search.share_ollama": _whole(
        70,
        0,
        100,
        tr("the percentage that meaning has in a score with a model of Ollama, 0 to 100"),
    ),
    "search.near": _whole(
        98, 60, 100, tr("how alike two lines are, in percent, to share a vector; 100 is never")
    ),
    "search.near_words": _switch(False),
    "sessions.impact": _whole(50, 0, 100, tr("a percentage, 0 to 100")),
    "sessions.idle_minutes": _whole(
        30, 1, 1_440, tr("the minutes after which a conversation at rest is flushed, 1 to 1440")
    ),
    "sessions.remember": _switch(True),
    "sessions.window": _whole(
        8_192,
        1_024,
        2_000_000,
        tr("tokens that a talk uses at most of a model's window, 1024 or more"),
    ),
    "sessions.flush_percent": _whole(75, 10, 100, tr("a percentage of the window, 10 to 100")),
    "sessions.sleep_percent": _whole(80, 10, 100, tr("a percentage of the window, 10 to 100")),
    "sessions.sleep_minutes": _whole(5, 0, 1_440, tr("minutes between two sleeps, up to 1440")),
    "sessions.sleep_messages": _whole(10, 2, 10_000, tr("how many messages a sleep waits for")),
    "sessions.extract_seconds": _whole(
        60, 0, 86_400, tr("seconds between two looks for facts, up to 86400")
    ),
    "sessions.extract_messages": _whole(
        4, 1, 10_000, tr("how many new messages a look for facts waits for")
    ),
    "sessions.turns": _whole(
        20, 0, 10_000, tr("how many turns a prompt holds before it is trimmed, or 0 for no limit")
    ),
    "sessions.strategy": _one_of(
        "hybrid", "sliding-window", "progressive-summary", "importance-based"
    ),
    "sessions.tools": _one_of("memory", "facts"),
    "team.name": _text(tr("your name, as those see it with whom you share")),
    "team.place": _text(tr("the folder in which a team shares, by its whole path, or nothing")),
    "tiers.cold": _place("off", "local"),
    "tiers.consent": _texts(tr("names of other computers that older notes may go to, with commas")),
    "tiers.hot": _place(""),
    "tiers.warm": _place(""),
    "models.agreed": _texts(tr("names of models that may dream, with commas between")),
}


MOVED = tuple(
    key
    for key in KNOWN
    if key.split(".")[0] in ("appearance", "history", "memory", "sessions")
    or key
    in ("dreams.days", "dreams.schedule", "dreams.time", "dreams.weekdays", "search.embedder")
)
"""Settings that an archive takes along: none of them lets anything out or writes by itself."""


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
        self._hear: Callable[[str], None] = lambda key: None
        self._read_if_changed()

    def write_by(self, run: Callable[[Callable[[], None]], None]) -> None:
        """From now on let `run` do the writing of `set`, perhaps in another thread.

        A new value holds at once. A Problem of the writing is raised in that thread.
        """
        self._run = run

    def heard_by(self, hear: Callable[[str], None]) -> None:
        """From now on tell `hear` each key that `set` gives a value, in the thread that does so."""
        self._hear = hear

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
        setting = self._setting(key)
        if not setting.fits(value):
            raise Problem(
                tr("“{value}” does not fit {key}.").format(value=value, key=key),
                tr("It takes {expects}.").format(expects=setting.expects),
            )
        with self._guard:
            self._read_if_changed()
            if self.damage:
                raise self.damage
            self._section(self._values, key)
            self._waiting[key] = value
        self._run(self._write)
        self._hear(key)

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

                with _one_writer(self.path):
                    document = _document(self.path)
                    for key, value in waiting.items():
                        self._section(document, key)[key.split(".")[1]] = value
                    write_own_file(self.path, tomlkit.dumps(document).encode())
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
                tr("Mend or delete it there to change {key}.").format(key=key),
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
            self._values = _read(self.path)
        except Problem as damage:
            self.damage = damage

    @staticmethod
    def _setting(key: str) -> _Setting:
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
        self._values: dict[str, Any] = {}
        with contextlib.suppress(OSError, ValueError):
            loaded = small_files.json_in(path)
            self._values = loaded if isinstance(loaded, dict) else {}

    def get(self, key: str, default: Any = None) -> Any:
        return self._values.get(key, default)

    def set(self, key: str, value: Any) -> None:
        """Keep a JSON value. A full disk loses it quietly: it is only a convenience."""
        with self._lock:
            if self._values.get(key) == value:
                return
            self._values[key] = value
            with contextlib.suppress(Problem):
                data = json.dumps(self._values, indent=1).encode()
                write_own_file(self.path, data, lasting=False)

    def recent(self) -> list[str]:
        """Notebook folders opened lately, the latest first."""
        paths = self.get("recent", [])
        return [path for path in paths if isinstance(path, str)] if isinstance(paths, list) else []

    def add_recent(self, folder: Path) -> None:
        path = str(folder)
        self.set("recent", [path, *(other for other in self.recent() if other != path)][:8])


def _read(path: Path) -> dict[str, Any]:
    """The values in the file, none if there is no file. Raises Problem if it is no TOML."""
    with _told_as_damage(path):
        return tomllib.loads(_text_of(path))


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
        return small_files.read(path).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""


@contextlib.contextmanager
def _told_as_damage(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, RecursionError) as error:
        raise Problem(
            tr("The settings in {path} could not be read: {error}.").format(path=path, error=error),
            tr("The defaults are used. Mend or delete the file to change settings again."),
        ) from error


@contextlib.contextmanager
def _one_writer(path: Path) -> Iterator[None]:
    """Keep other runs from writing the file meanwhile."""
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(one_writer(path))
        except OSError as error:
            raise _unwritten(path, error) from error
        yield


def write_own_file(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Replace one of the program's own small files, never a notebook's, so that it stays whole.

    `lasting`: it is on the disk when this returns. Raises Problem when the disk refuses.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        make_folder(path.parent)
        with part.open("wb") as file:
            os.fchmod(file.fileno(), 0o600) if hasattr(os, "fchmod") else None
            give_to_owner(part, path.parent)
            file.write(data)
            file.flush()
            os.fsync(file.fileno()) if lasting else None
        replace(part, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise _unwritten(path, error) from error


def must_be_own(path: Path) -> None:
    """Raise Problem where others on this computer can read a file of secrets."""
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise Problem(
            tr("Others on this computer can read {path}.").format(path=path),
            tr("Make it yours alone: chmod 600 “{path}”").format(path=path),
        )


def _unwritten(path: Path, error: OSError) -> Problem:
    return Problem(
        tr("{path} could not be written: {strerror}.").format(path=path, strerror=error.strerror),
        tr("Check the disk and the permissions."),
    )
