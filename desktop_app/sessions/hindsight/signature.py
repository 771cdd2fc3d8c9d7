"""Signature: what an error is, whenever and wherever it happens. Pure.

Specification: semantics, 'Production specification': type, message and top frames, normalised. An
exception is told by the line that names it and by the places around it, whatever the language; a
test or a refused source by its place; any other failure by the line that is labelled as one.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.language.gate.masked import without_secrets
from desktop_app.regex import regex
from desktop_app.sessions.agents.turns import AgentTurn
from desktop_app.sessions.hindsight.commands import AgentStep, last_name, simple_commands

TOP = 3
"""How many frames are kept, the innermost of the project's own first; the first of them counts."""
MOST = 5
"""How many errors of one result are told apart."""
_READ = 60_000  # characters of a result that are read, from both ends
_LINE = 2_000  # characters of a line
_MESSAGE = 400  # characters of a message that count
_HEADLINE = 300  # characters
_SHORT = 12  # lines of what is no more than a reason


class ErrorKind(StrEnum):
    """Where an error came from."""

    TRACE = "trace"  # an exception that ended a program
    TEST = "test"  # a test that failed
    SOURCE = "source"  # a compiler or a linter refused a source
    COMMAND = "command"  # a command ended with a code
    TOOL = "tool"  # a tool of the agent's could not do it
    REFUSED = "refused"  # a person or a rule did not let it run


@dataclass(frozen=True)
class ErrorSignature:
    """An error without all that varies, and without secrets. `headline` is how it was told; the
    `frames` are `file:function`, those of the project itself first, the innermost of them first."""

    kind: ErrorKind
    type: str
    message: str
    frames: tuple[str, ...] = ()
    headline: str = ""

    @property
    def key(self) -> str:
        """The same for the same error."""
        return _digest(self.kind, self.type, self.message, *self.frames[:1])

    @property
    def head(self) -> str:
        """The same for errors that differ only in where they come from."""
        return _digest(self.type, self.message)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


# -- what is read ---------------------------------------------------------------------------------


def errors_in(step: AgentStep, answer: AgentTurn) -> tuple[ErrorSignature, ...]:
    """The errors that an answer tells of, the first ones of many; none where all went well.

    The words of a step that ended well count only if its exit code may be another command's, for
    a program may well print an error that is not its own.
    """
    lines = _lines(answer.content)
    if answer.refused:
        said = next((line for line in lines if not _EXIT.match(line)), "")
        message = " ".join(one[0] for one in simple_commands(step.command)) or step.target
        shown = ": ".join(filter(None, (step.shown, said)))
        return (_signature(ErrorKind.REFUSED, step.tool, message, headline=shown),)
    if not answer.failed and not step.hides:
        return ()
    found = list(_told(lines))
    if not found and answer.failed and (line := _telling(lines)):
        kind = ErrorKind.COMMAND if step.command else ErrorKind.TOOL
        programs = [command[0] for command in simple_commands(step.command)]
        name = next((one for one in programs if line.startswith(one)), "")
        name = name or (programs[-1] if programs else step.tool)
        found = [_signature(kind, name, _unlabelled(line), headline=line)]
    return tuple({one.key: one for one in found}.values())[:MOST]


def errors_of_text(text: str) -> tuple[ErrorSignature, ...]:
    """The errors in a text that somebody asks about; a line of it is one if it tells of none."""
    lines = _lines(text)
    found = list(_told(lines))
    if not found and (line := _telling(lines) or next(filter(None, lines), "")):
        message = _unlabelled(line)
        kind, _, rest = message.partition(": ")
        kind, message = (kind, rest) if re.fullmatch(r"[A-Za-z_][\w.$]*", kind) else ("", message)
        found = [_signature(ErrorKind.COMMAND, kind, message, headline=line)]
    return tuple({one.key: one for one in found}.values())[:MOST]


def counts_failures(words: str) -> bool:
    """Whether an answer ends with a count of failures, or with no more than that it failed."""
    return any(map(_COUNTED.search, list(filter(None, _lines(words)))[-_SHORT:]))


_ESCAPES = regex(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_COUNTED = regex(
    r"\b[1-9]\d* (?:\w+ )?(?:failed|failures?|failing|errors?)\b"
    r"|\b(?:failed|failures?|errors?)[:=] ?[1-9]|(?-i:^FAIL)",
    re.IGNORECASE,
)


def _lines(words: str) -> list[str]:
    """The lines as a terminal shows them at last."""
    if len(words) > _READ:
        words = f"{words[: _READ // 2]}\n{words[-_READ // 2 :]}"
    plain = _ESCAPES.sub("", words).split("\n")
    return [line[:_LINE].rstrip().rpartition("\r")[2] for line in plain]


# -- exceptions, tests and sources ----------------------------------------------------------------

_TYPE = r"[A-Za-z_][\w$]*(?:(?:\.|::|/|\\)[A-Za-z_][\w$]*)*"
_PYTHON = regex(r"^[\s|+-]*Traceback \(most recent call last\):$")
_PYTHON_HEAD = regex(rf"^[\s|]*(?P<type>{_TYPE})(?:: (?P<message>.*))?$")
_HEAD = regex(  # a name that says it is an error, or what languages write before one
    r"^\s*(?:(?P<before>Exception in thread \".*?\" |Unhandled [Ee]xception[.:] |Uncaught "
    r"|Caused by: |---> )|.* Uncaught )*"
    rf"(?P<type>(?(before){_TYPE}|(?:(?:{_TYPE})?(?:Error|Exception)|panic)))"
    r"(?: \[\w+\]| \(0x\w+\))?(?:: (?P<message>.*))?$"
)
_RUST = regex(r"^thread '.*?'(?: \(\d+\))? panicked at (?P<path>\S+?):\d+:\d+:$")
_RUBY = regex(
    r"^(?P<path>\S+\.\w+):\d+:in [`'](?P<name>.+?)': (?P<message>.*) \((?P<type>[A-Z][\w:]*)\)$"
)
_FRAME = regex(
    r"^[\s|]*(?:File \"(?P<python>.+?)\", line \d+(?:, in (?P<function>.+))?"
    r"|at (?:async |new )*(?:(?P<name>[^()]*?) ?\((?P<path>[^()]*:\d[^()]*)?[^()]*\)"
    r"|(?P<method>[^()]+)\(.*\) in (?P<source>.+?):line \d+|(?P<bare>\S+:\d+))"
    r"|from (?P<ruby>\S+?):\d+:in [`'](?P<within>.+?)'|(?P<go>\S+\.go):\d+(?: \+0x[\da-f]+)?"
    r"|\.\.\. \d+ more)(?: \{)?$"
)
_FOREIGN = regex(  # places where languages and package managers put what is not the project's
    r"^(?:$|<|node:|internal/|/usr/(?!src/))|^(?:java|javax|jdk|sun|kotlin|scala|runtime)[./]"
    r"|[\\/](?:\.\w[^\\/]*|(?:site|dist)-packages|node_modules|vendor|gems|rustc|python[\d.]+"
    r"|go[\d.]*[\\/](?:src|pkg))[\\/]",
    re.IGNORECASE,
)
_TEST = regex(
    r"^\s*(?:FAILED|ERROR|--- FAIL:|not ok \d+ -|FAIL|✗|×|✘|●|\(fail\)) (?P<test>\S*[:/.›>_]\S.*?"
    r"|Test\S+)(?: [(\[][\d.]+ ?m?s[)\]])?(?: - (?P<told>.*))?$"
)
_SOURCE = regex(
    r"^(?:\[ERROR\] )?(?P<path>[^\s:(\[]+\.\w+)(?::|\(|:\[)\d+(?:[:,]\d+)?[)\]]?:? ?(?:- )?"
    r"(?P<label>(?:fatal )?error|[错錯][误誤])?(?: ?(?P<code>[A-Z]+\d+))?[:：]? ?(?P<message>\S.*)$"
)
_BELOW = 60  # lines below a head in which its frames stand


def _told(lines: Sequence[str]) -> Iterator[ErrorSignature]:
    """The errors that are told in a form of their own: exceptions, else tests, else sources."""
    found = list(_raised(lines)) or list(_tests(lines))
    yield from found or _sources(lines)


def _raised(lines: Sequence[str]) -> Iterator[ErrorSignature]:
    """Every exception that ended something; of those that follow from each other the last."""
    chained: ErrorSignature | None = None
    at = 0
    while at < len(lines):
        begins, at = at, at + 1
        rest = lines[at : at + _BELOW]
        if _PYTHON.match(lines[begins]):
            depth = _depth(lines[begins])
            below = (n for n, one in enumerate(rest) if one.strip(" |") and _depth(one) <= depth)
            length = next(below, len(rest))
            if length < len(rest) and (head := _PYTHON_HEAD.match(rest[length])):
                frames = _frames(rest[:length])[::-1]
                chained = _trace(head["type"], head["message"], frames)
            at += length + 1  # its head is no other one
        elif head := _RUST.match(lines[begins]):
            yield _trace("panic", rest[0] if rest else "", [(head["path"], "")])
        elif head := _RUBY.match(lines[begins]):
            yield _trace(head["type"], head["message"], [(head["path"], head["name"])])
        elif (head := _HEAD.match(lines[begins])) and (frames := _frames(_block(rest))):
            if chained and not lines[begins].lstrip().startswith(("Caused by", "--->")):
                yield chained
            chained = _trace(head["type"], head["message"], frames)
    if chained:
        yield chained


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" |+-"))


def _block(below: Sequence[str]) -> list[str]:
    """The lines from a head to the end of its frames."""
    last = 0
    for n, line in enumerate(below):
        if _FRAME.match(line):
            last = n + 1
        elif last and line.strip() and _HEAD.match(line):
            break
    return list(below[:last])


def _frames(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The file and the function of each frame."""
    found = []
    for above, line in zip(["", *lines], lines, strict=False):
        if (frame := _FRAME.match(line)) is None or "more" in line.split():
            continue
        part = frame.groupdict(default="")
        paths = ("python", "path", "source", "bare", "ruby", "go")
        names = ("function", "name", "method", "within")
        path, name = ("".join(part[one] for one in some) for some in (paths, names))
        if part["go"]:
            name = re.sub(r"\([^()]*\)$", "", above.strip())
        found.append((path, name))
    return found


def _trace(kind: str, message: str | None, frames: Iterable[tuple[str, str]]) -> ErrorSignature:
    own = sorted(frames, key=lambda one: any(map(_FOREIGN.search, one)) or not one[0])
    told = [f"{last_name(path)}:{re.split(r'[. #]|->|::', name)[-1]}" for path, name in own]
    return _signature(ErrorKind.TRACE, kind, message or "", told)


def _tests(lines: Sequence[str]) -> Iterator[ErrorSignature]:
    for line in lines:
        if failed := _TEST.match(line):
            told = regex(rf"^({_TYPE}): ?(.*)$").match(failed["told"] or "")
            kind, message = (told[1], told[2]) if told else ("test", failed["told"] or "")
            path, _, name = failed["test"].rpartition("::")
            yield _signature(ErrorKind.TEST, kind, message, [f"{last_name(path)}:{name}"])


def _sources(lines: Sequence[str]) -> Iterator[ErrorSignature]:
    for line in lines:
        told = _SOURCE.match(line)
        if told and (told["label"] or told["code"] or told["path"].endswith(".go")):
            kind, place = told["code"] or "refused source", f"{last_name(told['path'])}:"
            yield _signature(ErrorKind.SOURCE, kind, told["message"], [place])


def _signature(
    kind: ErrorKind, type_: str, message: str, frames: Sequence[str] = (), headline: str = ""
) -> ErrorSignature:
    told = " ".join((headline or f"{type_}: {message}".strip(": ")).split())[:_HEADLINE]
    kept = _safe(normalised(message))
    return ErrorSignature(kind, normalised(type_), kept, tuple(frames[:TOP]), _safe(told))


def _safe(line: str) -> str:
    """A line as it may be kept: without secrets, and without halves of surrogate pairs."""
    line = line.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return without_secrets(line)


# -- failures that tell their reason in words -----------------------------------------------------

_EXIT = regex(r"^(?:</?\w+>)?\s*(?:Exit code:? \d+|Command exited with code \d+)?\s*$", re.I)
_LABEL = regex(r"^(?:\S+ |.{0,80}?: )?\[?(?:error|err!|fatal|panic)(?!\w)[\]:!]*\s+", re.I)
_BY_A_PROGRAM = regex(r"^(?:[^\s:]*/)?[a-z][\w.+-]*(?:\[\d+\])?: (?:\S.*: \S|\(\d+\) \S)")
_CLOSING = regex(r"\bexit(?:ed)?(?: with)?(?: code| status)?:? \d+\b|\] Error \d+$|^[+$] ", re.I)


def _telling(lines: Sequence[str]) -> str:
    """The line that tells what failed; "" where none does. A runner's last word on it counts only
    if there is nothing else."""
    told = [re.sub(r"^<(\w+)>(.*?)(?:</\1>)?$", r"\2", one.strip()) for one in lines]
    told = [one for one in told if one and not _EXIT.match(one)]
    open_ = [one for one in told if not _CLOSING.search(one)]
    for some in (open_, told):
        for form in (_LABEL, _BY_A_PROGRAM):
            if line := next(filter(form.match, some), ""):
                return line
        if some and len(told) <= _SHORT:
            return some[-1]
    return ""


def _unlabelled(line: str) -> str:
    return line[label.end() :] if (label := _LABEL.match(line)) else line


# -- what varies ----------------------------------------------------------------------------------

_VARYING = regex(
    r"(?P<url>\b[a-z][a-z0-9+.-]*://[^\s\"'<>)\]]+)"
    r"|(?P<uuid>\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b)"
    r"|(?P<time>\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b"
    r"|\b\d\d?:\d\d:\d\d(?:[.,]\d+)?\b)"
    r"|(?P<path>(?<![\w<])(?:[a-z]:)?(?:[\\/]{1,2}|~[\\/]|\.{1,2}[\\/])?(?:[\w.@+~-]+[\\/]{1,2})*"
    r"[\w.@+~-]*(?<=[\w.@+~-])[\\/]{1,2}[\w.@+~-]*|(?<![\w<.])/[\w.@+~-]+)"
    r"|(?P<hex>\b0x[\da-f]+\b|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}\b)"
    r"|(?P<kept>(?:status|code|errno|error|signal|port)\W{1,3}\d{1,5}\b|:\d{4,5}\b)"
    r"|(?P<number>(?<![\w.])[+-]?\d[\d,_]*(?:\.\d+)*(?: ?(?:ns|us|µs|ms|s|min|h)\b|(?!\w)))",
    re.IGNORECASE,
)
_QUOTES = str.maketrans("`‘’“”", "''''\"")  # as they vary by version and language


def normalised(message: str) -> str:
    """A message on one line, with marks for what varies: paths, numbers, hex, UUIDs, times."""
    line = " ".join(message[: 4 * _MESSAGE].translate(_QUOTES).split())
    return _VARYING.sub(_marked, line)[:_MESSAGE]


def _marked(match: re.Match[str]) -> str:
    if match.lastgroup == "path":
        return last_name(match[0]) or "/"
    return match[0] if match.lastgroup == "kept" else f"<{match.lastgroup}>"
