"""Commands: what a tool was asked to do, and when two times it was asked the same. Pure."""

import hashlib
import json
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from desktop_app.regex import regex

_OPERATORS = frozenset({"|", "||", "&&", ";", "&", "|&", "\n", "(", ")"})
_COPIED = re.compile(r"\d?>&\d|&>>?\s*\S+")  # one stream goes where another one does
_REDIRECTION = re.compile(r"^\d*(?:[<>]|>>|<<|>&|&>)")
_ASSIGNMENT = re.compile(r"^[A-Za-z_]\w*=")
_NAMES_FILE = re.compile("path|file|url|uri", re.IGNORECASE)
_NAMES_OLD = re.compile("old", re.IGNORECASE)
_NAMES_TEXT = re.compile("text|content|new|source|edit|insert|body|patch|diff", re.IGNORECASE)
_LONGEST = 8_000  # characters of a command that are looked at
_SOME = 3  # lines of a text that are shown
_FEW = 3  # lines of arguments that are no JSON, and a command then
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
        for name in ("command", "cmd", "script"):
            given = self._given.get(name)
            if isinstance(given, list) and given and all(isinstance(one, str) for one in given):
                in_shell = len(given) > 2 and re.fullmatch(r"-\w*c", given[1])
                return str(given[2]) if in_shell else shlex.join(given)
            if isinstance(given, str) and given.strip():
                return given
        told = self.arguments.strip()
        bare = not self._given and not self.patches and told.count("\n") < _FEW
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
        return last_name(named[1] if self.patches and named else self.target)

    @cached_property
    def writes(self) -> bool:
        """Whether it gave a tool that is no shell a file and a text to put there."""
        if self.command or not self._given:
            return False
        brings = any(
            isinstance(one, str | list) and _NAMES_TEXT.search(name)
            for name, one in self._given.items()
            if not _NAMES_FILE.search(name)
        )
        return brings and any(_NAMES_FILE.search(name) for name in self._given)

    @cached_property
    def patches(self) -> bool:
        """Whether its arguments are a patch, as some agents' tools for writing take it."""
        return not self._given and self.arguments.lstrip().startswith(("*** Begin Patch", "--- "))

    @property
    def changes(self) -> bool:
        """Whether it wrote a file, as far as its arguments tell."""
        return self.writes or self.patches

    @cached_property
    def brings(self) -> str:
        """The first lines that it writes and that were not there, on one line."""
        if self.patches:
            new = [one[1:] for one in self.arguments.split("\n") if one.startswith("+")]
            return " ".join(" ".join(new[:_SOME]).split())[:_SHOWN]
        if not self.writes:
            return ""
        texts = sorted(_texts_in(self._given), key=lambda one: (one[0], len(one[1])))
        old = {line.strip() for _, text in texts[:-1] for line in text.split("\n")}
        new = [one.strip() for one in texts[-1][1].split("\n")] if texts else []
        return " ".join([one for one in new if one and one not in old][:_SOME])[:_SHOWN]

    @cached_property
    def core(self) -> frozenset[SimpleCommand]:
        """What was run, without what does not matter for its success: see `simple_commands`."""
        if self.command:
            return frozenset(simple_commands(self.command))
        return frozenset({(self.tool, self.target)})

    @property
    def hides(self) -> bool:
        """Whether its exit code may be that of a command behind the one that failed."""
        tokens = _tokens(_without_document(self.command[:_LONGEST])[0])
        behind = {"|", "|&", "||", ";", "&", "\n"}
        return any(token in behind for token in tokens[:-1]) or tokens[-1:] == ["&"]

    @property
    def shown(self) -> str:
        """What a person reads of it."""
        if self.command:
            return " ".join(self.command.split())[:_SHOWN]
        return f"{self.tool} {self.target}".strip()[:_SHOWN]

    def covers(self, other: "AgentStep") -> bool:
        """Whether its success tells that `other` would succeed: it ran the same, or all of it."""
        if not self.command or not other.command:
            return self.core == other.core
        if not other.core:
            return False
        return all(any(_wider(mine, theirs) for mine in self.core) for theirs in other.core)


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


def _wider(mine: SimpleCommand, theirs: SimpleCommand) -> bool:
    """Whether a command ran another one, or all of what that names: `pytest` and `pytest a.py`, or
    `pytest tests` and `pytest tests/a.py::test_one`; a
    program in front may have run it: `sudo make install`."""
    within = len(theirs) > 1 and mine[-len(theirs) :] == theirs
    begins = 0 < len(mine) <= len(theirs) and all(map(_holds, mine, theirs))
    return within or begins or mine == theirs


def _holds(mine: str, theirs: str) -> bool:
    """Whether a word names the same, or a folder or a file that the other one is in."""
    rest = theirs.removeprefix(mine.removesuffix("/"))
    return mine == theirs or (rest != theirs and rest.startswith(("/", "::")))


def simple_commands(line: str, *, whole: bool = False) -> list[SimpleCommand]:
    """The commands of a shell's line, each as its program and what it was given.

    Without redirections and what only filters the output of another one; unless they are wanted
    `whole`, without flags, settings of the environment and `cd`, too.
    """
    line, document = _without_document(line[:_LONGEST])
    found: list[SimpleCommand] = []
    words: list[str] = []
    filters = False
    for token in (*_tokens(line), ";"):
        if token not in _OPERATORS:
            words.append(token)
            continue
        if words and not filters and (command := _bare(words, whole=whole)):
            found.append(command)
        words, filters = [], token in ("|", "|&")
    if document and found:
        found[-1] = (*found[-1], document)
    return found


def _without_document(line: str) -> tuple[str, str]:
    """A line without the text that it gives to a command's input, and a mark of that text."""
    begins = re.search(r"<<-?\s*(['\"]?)(\w+)\1", line)
    if not begins:
        return line, ""
    head, _, body = line[begins.start() :].partition("\n")
    text, _, rest = body.partition(f"\n{begins[2]}")
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{line[: begins.start()]}{head[begins.end() - begins.start() :]}{rest}", mark


def _tokens(line: str) -> list[str]:
    line = _COPIED.sub(" ", line)
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";|&()\n")
    lexer.whitespace, lexer.whitespace_split, lexer.commenters = " \t\r", True, ""
    try:
        return [token if token.strip() else "\n" for token in lexer]
    except ValueError:  # a quotation mark without its other one
        return line.split()


def _bare(words: list[str], *, whole: bool) -> SimpleCommand:
    kept: list[str] = []
    skip = False
    for word in words:
        if skip or _REDIRECTION.match(word):
            skip = not skip and bool(re.fullmatch(r"\d*(?:>>?|<|&>|>&)", word))
        elif whole or not (
            (word.startswith("-") and len(word) > 1) or (not kept and _ASSIGNMENT.match(word))
        ):
            kept.append(word)
    if not kept or (kept[0] == "cd" and not whole):
        return ()
    return (last_name(kept[0]), *kept[1:])


_ESCAPES = regex(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_WORD_LONGEST = 400  # characters of a message that count
_UNIT = r"(?:ns|us|µs|ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)"
_VARYING = regex(
    r"(?P<url>(?:\b[a-z][a-z0-9+.-]*://|\b[au]rn:|(?<=\burl: ))[^\s\"'<>)\]]+)"
    r"|(?P<uuid>\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b)"
    r"|(?P<time>\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b"
    r"|\b\d\d?:\d\d:\d\d(?:[.,]\d+)?\b)"
    r"|(?P<email>\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b)"
    r"|(?<=\bhost)(?:name)?\W{1,3}(?P<host>\w[\w-]*(?:\.[\w-]+)+)"
    r"|(?P<version>\bv?\d+\.\d+\.\d+(?:-[\w.]+)?\b(?!\.\d))"
    r"|(?P<path>(?<![\w<])(?:[a-z]:)?(?:[\\/]{1,2}|~[\\/]|\.{1,2}[\\/])?(?:[\w.@+~-]+[\\/]{1,2})*"
    r"[\w.@+~-]*(?<=[\w.@+~-])[\\/]{1,2}[\w.@+~-]*|(?<![\w<.])/[\w.@+~-]+)"
    r"|(?P<hex>\b0x[\da-f]+\b|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}\b)"
    rf"|(?P<duration>\b\d+(?:\.\d+)? ?{_UNIT}\b)"
    r"|(?P<kept>(?:status|code|errno|error|signal)\W{1,3}\d{1,5}\b"
    r"|(?:\bport\W{1,3}|\blocalhost:|(?<=[\d\]>:]):)(?:[1-9]\d{3}|[12]\d{4}|3[01]\d{3})(?!\w|\.\d))"
    r"|(?P<number>(?<![\w.])(?<![a-z]-)[+-]?\d[\d,_]*(?:\.\d+)*(?!\w))"
    r"|(?P<id>(?<=['\"])(?:[^\W_]+[-_:#]+)*\d+(?:[-_:#]+[^\W_]+)*(?=['\"])"
    r"|\b(?-i:[A-Z]+)-\d+(?:-\w+)*\b(?![:\]])|\b\d+[a-z]\w*\b"
    r"|\b(?=\w*[a-z]\w*\d\w*[a-z]\w*\d|\w*\d\w*[a-z]\w*\d\w*[a-z])\w{8,}\b)",
    re.IGNORECASE,
)
_QUOTES = str.maketrans("`‘’“”", "''''\"")  # as they vary by version and language
_QUOTED = regex(r"(?<!\w)(['\"])[^'\"]*\1(?!\w)")
_MANY = 4  # quoted parts
_SEVERAL = regex(r"(<\w+>)(?:,? \1)+")
_PLACE = regex(r"(?::\d+)+$|[(\[]\d+(?:[,:]\d+)*[)\]]$")


def plain(text: str) -> str:
    """The text without the escapes by which terminals colour it."""
    return _ESCAPES.sub("", text) if "\x1b" in text else text


def normalised(message: str, names: bool = False) -> str:
    """A message on one line, with marks for what varies. `names`: what it quotes are names in a
    source, however much it is."""
    line = " ".join(plain(message[: 4 * _WORD_LONGEST]).translate(_QUOTES).split())
    line = _SEVERAL.sub(r"\1", _VARYING.sub(_marked, line))
    if not names and len(_QUOTED.findall(line)) >= _MANY:
        line = _QUOTED.sub(r"\1<value>\1", line)
    return line[:_WORD_LONGEST]


def last_name(path: str) -> str:
    """The last name of a path, without the line that may stand behind it."""
    name = re.split(r"[\\/]", _PLACE.sub("", path.strip().rstrip("\\/")))[-1]
    return _VARYING.sub(_marked, name)


def _marked(match: "re.Match[str]") -> str:
    kind = str(match.lastgroup)
    if kind == "kept":
        return match[0]
    if kind == "path":
        return last_name(match[0]) or "/"
    mark = f"<{kind}>"
    return match[0].removesuffix(match["host"]) + mark if kind == "host" else mark
