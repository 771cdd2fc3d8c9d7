"""Signature: what an error is, whenever and wherever it happens. Pure.

Specification: semantics, 'Production specification': type, message and top frames, normalised.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.language.gate.masked import without_secrets
from desktop_app.sessions.agents.turns import AgentTurn
from desktop_app.sessions.hindsight.commands import AgentStep, normalised, plain, simple_commands
from desktop_app.sessions.hindsight.traces import (
    COUNTED,
    ErrorTrace,
    failed_tests,
    refused_sources,
    traces,
)

TOP = 3
"""How many frames are kept, the innermost of the project's own first; the first of them counts."""
MOST = 5
"""How many errors of one result are told apart."""
_READ = 60_000  # characters of a result that are read, from both ends
_LINE = 2_000  # characters of a line
_ENOUGH = 4  # words of a message that tell it even where another has more
_MOSTLY = 0.8  # of the words of the longer one
_SHORT = 12  # lines of what is no more than a reason
_HEADLINE = 300  # characters


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
    """An error without all that varies, and without secrets. `headline` is how it was told, `known`
    the key of a pattern that is the same error, where it was told somewhat differently there."""

    kind: ErrorKind
    type: str
    message: str
    frames: tuple[str, ...] = ()
    headline: str = ""
    known: str = ""

    @property
    def key(self) -> str:
        """The same for the same error."""
        return self.known or _digest(self.kind, self.type, self.message, *self.frames[:1])

    @property
    def head(self) -> str:
        """The same for errors that differ only in where they come from."""
        return _digest(self.type, self.message)

    def is_near(self, other: "ErrorSignature") -> bool:
        """Whether an error that was kept before is this one, told by older rules or by another
        version of a program: the same type at the same place, and one says in the same order all
        that the other says, and not much more. If each names a thing of its own, they are two."""
        here = self.frames[0] in other.frames if self.frames else not other.frames
        if not here or (self.kind, self.type) != (other.kind, other.type):
            return False
        message = normalised(other.message, self.kind is ErrorKind.SOURCE)
        few, many = sorted((re.findall(r"\w+", one) for one in (self.message, message)), key=len)
        rest = iter(many)
        return self.message == message or (
            self.kind is ErrorKind.TRACE
            and _ENOUGH <= len(few) >= _MOSTLY * len(many)
            and all(word in rest for word in few)
        )


def _digest(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def errors_in(step: AgentStep, answer: AgentTurn) -> tuple[ErrorSignature, ...]:
    """The errors that an answer tells of, the first ones of many; none where all went well.

    The words of a step that ended well count only if its exit code may be another command's, for
    a program may well print an error that is not its own.
    """
    lines = _lines(answer.content)
    if answer.refused:
        return (_refused(step, lines),)
    if not answer.failed and not step.hides:
        return ()
    found = _told(lines)
    if not found and answer.failed:
        found = list(_reason(step, lines))
    return tuple({one.key: one for one in found}.values())[:MOST]


def counts_failures(words: str) -> bool:
    """Whether an answer ends with a count of failures, as runners of tests and compilers tell, or
    with no more than that it failed."""
    return any(map(COUNTED.search, [one for one in _lines(words) if one.strip()][-_SHORT:]))


def errors_of_text(text: str) -> tuple[ErrorSignature, ...]:
    """The errors in a text that somebody asks about; a line of it is one if it tells of none."""
    lines = _lines(text)
    found = _told(lines)
    told = [one.strip() for one in lines if one.strip()]
    if not found and told:
        line = _telling(told) or told[0]
        message = _said(line, told)
        named = re.match(r"^([A-Za-z_][\w.$]*)(?::\s+(.*))?$", message)
        kind, message = (named[1], named[2] or "") if named else ("", message)
        found = [_signature(ErrorKind.COMMAND, ErrorTrace(kind, message), line)]
    return tuple({one.key: one for one in found}.values())[:MOST]


def _told(lines: Sequence[str]) -> list[ErrorSignature]:
    """The errors that are told in a form of their own."""
    tests = [_signature(ErrorKind.TEST, one) for one in failed_tests(lines)]
    raised = [_signature(ErrorKind.TRACE, one) for one in traces(lines)]
    sources = [_signature(ErrorKind.SOURCE, one) for one in refused_sources(lines)]
    heads = {one.head for one in raised}
    # A test whose exception is told with its frames is told by those.
    silent = [one for one in tests if not one.message]
    if len(silent) <= len(raised):
        tests = [one for one in tests if one.message]
    return [*raised, *(one for one in tests if one.head not in heads or not one.message), *sources]


def _signature(kind: ErrorKind, told: ErrorTrace, headline: str = "") -> ErrorSignature:
    words = headline or f"{told.type}: {told.message}".strip(": ")
    frames = tuple(frame for frame in told.frames if frame)[:TOP]
    short = " ".join(plain(words).split())[:_HEADLINE]
    message = normalised(told.message, kind is ErrorKind.SOURCE)
    return ErrorSignature(kind, normalised(told.type), _safe(message), frames, _safe(short))


def _safe(line: str) -> str:
    """A line as it may be kept: without secrets, and without halves of surrogate pairs."""
    line = line.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return without_secrets(line)


# -- failures that tell their reason in words -----------------------------------------------------

_WRAPPER = re.compile(
    r"^(?:</?\w+>)?\s*(?:Exit code:? \d+|Command exited with code \d+)?\s*$", re.I
)
_TIME = r"(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?"
_BEFORE = re.compile(  # what logs and runners of several tasks put before each line
    rf"^(?:(?:\[(?:[a-z][\w:.-]*|(?=[^\]]*\d)[^\]]*)\]|{_TIME}|#\d+ \d+\.\d+|[a-z][\w.-]*\s+\|) "
    r"|[│┃] ?)+"
)
_ECHO = re.compile(r"^[+$] ")  # of a command, by the shell that runs it
_TAGS = re.compile(r"^<(\w+)>(.*?)(?:</\1>)?$")
_LABEL = re.compile(
    r"^(?P<label>(?P<by>\S+ |.{0,80}?[:\])] (?=\w+:))?\[?(?:error|err!|fatal|panic)(?!\w)[\]:!]*)"
    r"(?P<said>[^:]{0,40}:?\s+\S.*)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^[A-Z]\w*(?:\.\w+)*(?:Error|Exception)\b.*")
_BY_A_PROGRAM = re.compile(  # as GNU asks for
    r"^(?:[^\s:]*/)?(?P<by>[a-z][\w.+-]*)(?:\[\d+\])?(?P<said>: (?:\(\d+\) \S|\*{3} |\S.*?: \S).*)"
)
_CROSSED = re.compile(r"^\s*[×✗✘✖!] \S")
_CLOSING = re.compile(  # a runner's, on what it ran
    r"\bexit(?:ed)?(?: with)?(?: code| status)?:? \d+\b|\b\d+ exit status\b"
    r"|\] (?:Error|[错錯][误誤]) \d+$",
    re.IGNORECASE,
)
_SHELLS = ("bash", "sh", "zsh")
_PLACE_ALONE = re.compile(r"^\S*error (?:in|at) (?!.*: )", re.IGNORECASE)
_TITLE = re.compile(r"^#+ |[:：]$")  # what the next line belongs to


def _reason(step: AgentStep, lines: Sequence[str]) -> Iterator[ErrorSignature]:
    """What a failed step gives as its reason; nothing where it gives none."""
    told = [_TAGS.sub(r"\2", one.strip()) for one in lines if not _WRAPPER.match(one)]
    told = [one for one in told if one]
    if not step.command:
        if told:
            line = " ".join(told[:2] if _TITLE.search(told[0]) else told[:1]).lstrip("# ")
            yield _signature(ErrorKind.TOOL, ErrorTrace(step.tool, line), line)
        return
    programs = [command[0] for command in simple_commands(step.command)]
    if line := _telling(told, programs):
        program = next((one for one in programs if re.match(rf"{re.escape(one)}\b", line)), "")
        other = _BY_A_PROGRAM.match(line)
        by = other["by"] if other and other["by"] not in _SHELLS else ""
        kind = program or by or (programs[-1] if programs else step.tool)
        yield _signature(ErrorKind.COMMAND, ErrorTrace(kind, _said(line, told)), line)


def _telling(told: Sequence[str], programs: Sequence[str] = ()) -> str:
    """The line that tells what failed; "" where none does. What tells what is run, and a runner's
    last word on it, count only if there is nothing else."""
    open_ = [one for one in told if not _CLOSING.search(one) and not _ECHO.match(one)]
    line = _by_program(open_, programs) or _labelled(open_)
    if not line and len(told) <= _SHORT:
        # What a program writes last is nearest to its end.
        line = next((one for one in reversed(open_) if not COUNTED.search(one)), "")
    line = line or _by_program(told, programs) or _labelled(told)
    if (line.endswith(":") or _PLACE_ALONE.match(line)) and line in told[:-1]:
        return f"{line} {told[told.index(line) + 1]}"
    return line


def _by_program(lines: Sequence[str], programs: Sequence[str]) -> str:
    """What begins with the name of the program or of its shell, as GNU asks for: a line, or what
    stands behind the JSON that a program wrote without an end of its line."""
    names = "|".join(map(re.escape, (*programs, *_SHELLS)))
    form = re.compile(rf"(?:^|^.*[\]}}])((?:/bin/)?(?:{names})(?:\[\d+\])?: \S.*)$")
    return next((found[1] for line in lines if (found := form.match(line))), "")


def _labelled(lines: Sequence[str]) -> str:
    """The first line that is labelled as an error, named by an exception or marked by a cross, else
    that a program tells by its own name."""
    for forms in ((_LABEL, _NAMED, _CROSSED), (_BY_A_PROGRAM,)):
        for line in lines:
            if any(form.match(line) for form in forms):
                return line.strip()
    return ""


def _said(line: str, lines: Sequence[str]) -> str:
    """What a line says behind its label; a program that labels every line may say it in the next,
    where this one says little."""
    if not (found := _LABEL.match(line)):
        other = _BY_A_PROGRAM.match(line)
        return f"{other['by']}{other['said']}" if other else line
    label, by, said = found["label"], found["by"] or ": ", found["said"].strip()
    if by.endswith((": ", "] ", ") ")):
        return said if label.endswith((":", "!")) else line.removeprefix(by)
    block = [one[len(label) :].strip() for one in lines if one.startswith(label)]
    block = [one for one in block if one]
    if len(block) < 2:
        return line
    return said if len(said.split()) > 2 else " ".join(block[:2])


def _refused(step: AgentStep, lines: Sequence[str]) -> ErrorSignature:
    programs = [command[0] for command in simple_commands(step.command)] if step.command else []
    said = next((line.strip() for line in lines if not _WRAPPER.match(line)), "")
    trace = ErrorTrace(step.tool, " ".join(programs) or step.target)
    return _signature(ErrorKind.REFUSED, trace, ": ".join(filter(None, (step.shown, said))))


def _lines(words: str) -> list[str]:
    if len(words) > _READ:
        words = f"{words[: _READ // 2]}\n{words[-_READ // 2 :]}"
    return [_line(line[:_LINE]) for line in plain(words).split("\n")]


def _line(line: str) -> str:
    """A line as a terminal shows it at last, without what is put before each line."""
    return _BEFORE.sub("", line.rstrip().rpartition("\r")[2])
