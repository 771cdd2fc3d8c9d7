"""Commands: what a tool was asked to do, and when two times it was asked the same. Pure."""

import json
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_OPERATORS = frozenset({"|", "||", "&&", ";", "&", "|&", "\n", "(", ")"})
_STREAMS = re.compile(
    r"\d*(?:>&|&>|>>?|<)\s*&?[^\s;|&]*"
)  # one goes into a file, or where another goes
_ASSIGNMENT = re.compile(r"^[A-Za-z_]\w*=")
_NAMES_FILE = re.compile("path|file|url|uri", re.IGNORECASE)
_NAMES_OLD = re.compile("old", re.IGNORECASE)
_NAMES_TEXT = re.compile("text|content|new|source|edit|insert|body|patch|diff", re.IGNORECASE)
_PATCHES = ("*** Begin Patch", "--- ")
_PLACE = re.compile(r"(?::\d+)+$|[(\[]\d+(?:[,:]\d+)*[)\]]$")
_LONGEST = 8_000  # characters of a command that are looked at
_SOME = 3  # lines of a text that are shown, or of arguments that are no JSON but a command
_SHOWN = 300  # characters of a command or a text that are kept

SimpleCommand = tuple[str, ...]


@dataclass(frozen=True)
class AgentStep:
    """One use of a tool: `arguments` as JSON or as they came. `call` pairs it with its result."""

    tool: str
    arguments: str
    call: str = ""
    time: str = ""

    @cached_property
    def _given(self) -> dict[str, Any]:
        with suppress(ValueError, RecursionError):
            given = json.loads(self.arguments)
            if isinstance(given, dict):
                return given
        return {}

    @cached_property
    def command(self) -> str:
        """The line that a shell ran; "" of any other tool."""
        for given in map(self._given.get, ("command", "cmd", "script")):
            if isinstance(given, list) and given and all(isinstance(one, str) for one in given):
                in_shell = len(given) > 2 and re.fullmatch(r"-\w*c", given[1])
                return str(given[2]) if in_shell else shlex.join(given)
            if isinstance(given, str) and given.strip():
                return given
        told = self.arguments.strip()
        bare = not self._given and not self._patches and told.count("\n") < _SOME
        return told if bare and told != "{}" else ""

    @cached_property
    def target(self) -> str:
        """The file, or else the first short text, that a tool was given."""
        texts = {name: one for name, one in self._given.items() if isinstance(one, str) and one}
        named = (one for name, one in texts.items() if _NAMES_FILE.search(name))
        short = (one for one in texts.values() if "\n" not in one and len(one) <= _SHOWN)
        return next(named, next(short, ""))

    @property
    def file(self) -> str:
        """The last name of its target, or of the file that a patch names first."""
        named = re.search(r"^(?:\*\*\* \w+ File:|\+\+\+) (\S+)", self.arguments, re.MULTILINE)
        return last_name(named[1] if self._patches and named else self.target)

    @property
    def _patches(self) -> bool:
        return self.arguments.lstrip().startswith(_PATCHES)

    @cached_property
    def changes(self) -> bool:
        """Whether it wrote a file, as far as its arguments tell: a patch, or a file and a text."""
        if self.command:
            return False
        names = [*self._given]
        return self._patches or (
            any(map(_NAMES_FILE.search, names))
            and any(_NAMES_TEXT.search(one) and not _NAMES_FILE.search(one) for one in names)
        )

    @cached_property
    def brings(self) -> str:
        """The first lines that it writes and that were not there, on one line."""
        if not self.changes:
            return ""
        if self._patches:
            new = [one[1:] for one in self.arguments.split("\n") if one.startswith("+")]
        else:
            texts = sorted(_texts_in(self._given), key=lambda one: (one[0], len(one[1])))
            old = {line.strip() for _, text in texts[:-1] for line in text.split("\n")}
            new = [one.strip() for one in texts[-1][1].split("\n")] if texts else []
            new = [one for one in new if one and one not in old]
        return " ".join(" ".join(new[:_SOME]).split())[:_SHOWN]

    @cached_property
    def core(self) -> frozenset[SimpleCommand]:
        """What was run, without what does not matter for its success: see `simple_commands`."""
        if self.command:
            return frozenset(simple_commands(self.command))
        return frozenset({(self.tool, self.target)})

    @property
    def hides(self) -> bool:
        """Whether its exit code may be that of a command behind the one that failed."""
        return bool(re.search(r"[|;&\n]\s*\S|&$", re.sub(r"&&|[<>]&|&>", " ", self.command)))

    @property
    def shown(self) -> str:
        """What a person reads of it."""
        return " ".join((self.command or f"{self.tool} {self.target}").split())[:_SHOWN]

    def covers(self, other: "AgentStep") -> bool:
        """Whether its success tells that `other` would succeed: it ran the same, or all of it, as
        `pytest` does of `pytest a.py`."""
        if not self.command or not other.command:
            return self.core == other.core
        whole = (any(_runs(mine, one) for mine in self.core) for one in other.core)
        return bool(other.core) and all(whole)


def _runs(mine: SimpleCommand, theirs: SimpleCommand) -> bool:
    """Whether each word of a command is that of the other one, or a folder or file it is in."""
    return 0 < len(mine) <= len(theirs) and all(
        one == other or other.startswith((f"{one.rstrip('/')}/", f"{one}::"))
        for one, other in zip(mine, theirs, strict=False)
    )


def _texts_in(given: Mapping[str, Any]) -> list[tuple[bool, str]]:
    """The texts of the arguments that name no file, and those of a list of edits among them, each
    with whether it is none that stood there before."""
    found = [
        (not _NAMES_OLD.match(name), one)
        for name, one in given.items()
        if isinstance(one, str) and not _NAMES_FILE.search(name)
    ]
    for several in given.values():
        for edit in several if isinstance(several, list) else ():
            found += _texts_in(edit) if isinstance(edit, dict) else []
    return found


def simple_commands(line: str) -> list[SimpleCommand]:
    """The commands of a shell's line, each as its program and what it was given; without flags,
    redirections, settings of the environment, `cd`, and what only filters the output of another.

    A line that brings the text for a command's input is one command.
    """
    line = line[:_LONGEST]
    if "<<" in line:
        return [(line.strip(),)]
    lexer = shlex.shlex(_STREAMS.sub(" ", line), posix=True, punctuation_chars=";|&()\n")
    lexer.whitespace, lexer.whitespace_split, lexer.commenters = " \t\r", True, ""
    try:
        tokens = [token if token.strip() else "\n" for token in lexer]
    except ValueError:  # a quotation mark without its other one
        tokens = line.split()
    found: list[SimpleCommand] = []
    words: list[str] = []
    filters = False
    for token in (*tokens, ";"):
        if token not in _OPERATORS:
            if not token.startswith("-") and (words or not _ASSIGNMENT.match(token)):
                words.append(token)
            continue
        if words and not filters and words[0] != "cd":
            found.append((last_name(words[0]), *words[1:]))
        words, filters = [], token in ("|", "|&")
    return found


def last_name(path: str) -> str:
    """The last name of a path, without the line that may stand behind it."""
    return re.split(r"[\\/]", _PLACE.sub("", path.strip().rstrip("\\/")))[-1]
