"""Traces: what programs of the common languages print when an exception ends them. Pure.

Each language has a grammar: a head that names the exception, and frames below or above it. Nothing
is known of any particular exception.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile, zip_longest
from operator import itemgetter

from desktop_app.regex import regex
from desktop_app.sessions.hindsight.commands import last_name

_TYPE = r"[A-Za-z_][\w$]*(?:(?:\.|::|/|\\)[A-Za-z_][\w$]*)*"
_HEAD = regex(
    r"(?:Exception in thread \".*?\" |Unhandled [Ee]xception[.:] |Uncaught |Caused by: |---> )*"
    rf"(?P<type>{_TYPE})(?: \[\w+\]| \(0x\w+\))?(?:: (?P<message>.*))?$"
)
_SAYS_SO = regex(r"(?:Error|Exception)$")
_FOREIGN = regex(  # places where languages and package managers put what is not the project's
    r"^(?:$|<|node:|internal/|/usr/(?!src/))"
    r"|[\\/](?:\.\w[^\\/]*|(?:site|dist)-packages|node_modules|vendor|gems|rustc|python[\d.]+"
    r"|libexec|go[\d.]*[\\/](?:src|pkg))[\\/]",
    re.IGNORECASE,
)
_RUNTIME = regex(r"(?:java|javax|jdk|sun|kotlin|kotlinx|scala)[./]")
_CLOSURE = regex(r"(?:\.func\d+|\.\d+|\$\d+)+$| \[as .*")
_NEAR = 20  # lines above the first frame in which its head stands


@dataclass(frozen=True)
class ErrorTrace:
    """An exception as it was told: `frames` are `file:function`, those of the project itself first,
    and of them the innermost."""

    type: str
    message: str
    frames: tuple[str, ...] = ()


def _frame(path: str, name: str | None) -> tuple[bool, str]:
    """Whether a frame is foreign, and the frame."""
    told = name or ""
    foreign = _FOREIGN.search(path) or _RUNTIME.match(told)
    last = re.split(r"[. #]|->|::", _CLOSURE.sub("", told))[-1]
    return bool(foreign), f"{last_name(path)}:{last}"


def _own_first(frames: Iterable[tuple[bool, str]]) -> tuple[str, ...]:
    return tuple(frame for _, frame in sorted(frames, key=itemgetter(0)))


def traces(lines: Sequence[str]) -> Iterator[ErrorTrace]:
    """Every exception that ended something, in the order in which it was told."""
    for grammar in (_python, _at_frames, _go, _rust_or_cpp, _ruby_or_php):
        yield from grammar(lines)


# -- Python: the frames stand above the head ----------------------------------------------------

_PYTHON = regex(r"^[\s|+-]*Traceback \(most recent call last\):$")
_RAISED_IN_ITS_PLACE = ("following exception:", "another exception occurred:")
_PYTHON_FRAME = regex(r"^[\s|]*File \"(?P<path>.+?)\", line \d+(?:, in (?P<name>.+))?$")
_PYTHON_HEAD = regex(rf"^[\s|]*(?P<type>{_TYPE})(?:: (?P<message>.*))?$")


def _python(lines: Sequence[str]) -> Iterator[ErrorTrace]:
    starts = [n for n, line in enumerate(lines) if _PYTHON.match(line)]
    chained: ErrorTrace | None = None
    for start, end in pairwise([*starts, len(lines)]):
        indent = len(lines[start]) - len(lines[start].lstrip(" |+-"))
        frames: list[tuple[bool, str]] = []
        for number in range(start + 1, end):
            line = lines[number]
            if frame := _PYTHON_FRAME.match(line):
                frames.append(_frame(frame["path"], frame["name"]))
            elif len(line) - len(line.lstrip(" |+-")) <= indent and line.strip(" |"):
                head = _PYTHON_HEAD.match(line) if frames else None
                if head:
                    own = _own_first(reversed(frames))
                    chained = ErrorTrace(head["type"], head["message"] or "", own)
                    rest = [one.rstrip() for one in lines[number + 1 : end] if one.strip()]
                    if not rest or not rest[-1].endswith(_RAISED_IN_ITS_PLACE):
                        yield chained
                break
    if chained is None and (alone := _python_syntax(lines)):
        yield alone


def _python_syntax(lines: Sequence[str]) -> ErrorTrace | None:
    """A file that Python could not read has a frame and a head, and no first line."""
    for number, line in enumerate(lines):
        if (frame := _PYTHON_FRAME.match(line)) and not frame["name"]:
            for head in map(_PYTHON_HEAD.match, lines[number + 1 : number + 5]):
                if head and head["message"] and head["type"][0].isupper():
                    frames = (f"{last_name(frame['path'])}:",)
                    return ErrorTrace(head["type"], head["message"], frames)
    return None


# -- JavaScript, Java, Kotlin, C#: `at` and a place, below the head ------------------------------

_AT = regex(r"^\s+at (?:async )?(?:new )?(?P<where>\S.*?)(?: \{)?$")
_ELIDED = regex(r"\s+\.\.\. \d+ (?:more|common frames omitted)$")
_IN_A_FILE = regex(r":\d+|:line \d+|\(.*\)")
_AT_PLACE = regex(
    r"^(?:(?P<name>[^()]*?) ?\((?P<path>[^()]*)\)|(?P<method>.+\)) in (?P<source>.+)|(?P<bare>.+))$"
)


def _at_frames(lines: Sequence[str]) -> Iterator[ErrorTrace]:
    found: ErrorTrace | None = None
    number = 0
    while number < len(lines):
        if not _AT.match(lines[number]):
            number += 1
            continue
        start = number
        while number < len(lines) and (_AT.match(lines[number]) or _ELIDED.match(lines[number])):
            number += 1
        places = [frame["where"] for frame in map(_AT.match, lines[start:number]) if frame]
        if not any(_IN_A_FILE.search(where) for where in places):
            continue
        frames = _own_first(map(_at_frame, places))
        above = lines[max(0, start - _NEAR) : start]
        if (head := _head_above(above)) is not None:
            caused = above and above[-1].lstrip().startswith("Caused by: ")
            if found and not caused:
                yield found
            found = ErrorTrace(head[0], head[1], frames)
    if found:
        yield found


def _head_above(above: Sequence[str]) -> tuple[str, str] | None:
    """The type and the message of the nearest line that names an exception; one whose name says so
    goes first, as what was expected may stand below it. None where a label is all there is."""
    found: tuple[str, str] | None = None
    heads = [_HEAD.match(line.strip()) for line in above]
    for number in reversed(range(len(above))):
        head = heads[number]
        if _AT.match(above[number]):
            break
        if not head:
            continue
        kind, message = head["type"], head["message"] or ""
        if kind == "error" and message:  # a program that told an error without its name
            return None
        if _SAYS_SO.search(kind):
            return kind, message
        whole = message or "." in kind or number == len(above) - 1
        beside = heads[max(0, number - 1) : number] + heads[number + 1 : number + 2]
        if found is None and whole and _is_type(kind) and not _labels(beside):
            found = kind, message
    return found


def _labels(heads: "Sequence[re.Match[str] | None]") -> bool:
    """Whether one of these lines labels what it tells, as `Expected: 3` does."""
    return any(one and one["message"] and not _SAYS_SO.search(one["type"]) for one in heads)


def _is_type(name: str) -> bool:
    """Whether a name is written as types are: its last part begins with a capital."""
    last = re.split(r"\.|::|/|\\", name)[-1]
    return last[:1].isupper() and any(map(str.islower, last))


def _at_frame(where: str) -> tuple[bool, str]:
    place = _AT_PLACE.match(where)
    if place is None:
        return True, ""
    if place["method"]:  # C#: Namespace.Type.Method(arguments) in /path/file.cs:line 12
        return _frame(place["source"].split(":line ")[0], place["method"].split("(")[0])
    if place["path"] is not None:
        if ":" not in place["path"]:  # no file is told
            return _frame("", place["name"])
        return _frame(place["path"], place["name"])
    return _frame(place["bare"], "")


# -- Go, Rust and C++: a panic -------------------------------------------------------------------

_PANIC = regex(r"^(?:panic|fatal error): (?P<message>.+?)(?: \[recovered[^\]]*\])?$")
_GO_PLACE = regex(r"^\s+(?P<path>\S+\.go):\d+(?: \+0x[\da-f]+)?$")


def _go(lines: Sequence[str]) -> Iterator[ErrorTrace]:
    for number, line in enumerate(lines):
        panic = _PANIC.match(line)
        rest = lines[number + 1 : number + 60]
        if panic and any(one.startswith("goroutine ") for one in rest):
            raised = [n for n, one in enumerate(rest) if one.startswith("panic(")]
            frames = [
                _frame(place["path"], re.sub(r"\([^()]*\)$", "", above.strip()))
                for above, one in pairwise(rest[raised[-1] + 2 :] if raised else rest)
                if (place := _GO_PLACE.match(one)) and not above.startswith("runtime.")
            ]
            yield ErrorTrace("panic", panic["message"], _own_first(frames))
            return


_RUST = regex(
    r"^thread '(?:main|(?P<thread>.*?))'(?: \(\d+\))? panicked at "
    r"(?:'(?P<quoted>.*)', (?P<old>\S+)|(?P<path>\S+?):\d+:\d+:)$"
)


_CPP = regex(
    r"^(?:terminate called after throwing an instance of '(?P<type>.+)'"
    r"|libc\+\+abi: terminating .*exception of type (?P<other>\S+?)(?:: (?P<message>.*))?)$"
)


def _rust_or_cpp(lines: Sequence[str]) -> Iterator[ErrorTrace]:
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        if panic := _RUST.match(line):
            path = last_name(panic["old"] or panic["path"])
            frame = f"{path}:{panic['thread'] or ''}"  # a test has a thread of its name
            yield ErrorTrace("panic", panic["quoted"] or below.strip(), (frame,))
        elif thrown := _CPP.match(line):
            said = thrown["message"] or below.partition("what():")[2].strip()
            yield ErrorTrace(thrown["type"] or thrown["other"], said)


# -- Ruby and PHP: the head has a place of its own ------------------------------------------------

_RUBY = regex(
    r"^(?P<path>\S+\.\w+):\d+:in [`'](?P<name>.+?)': (?P<message>.*) \((?P<type>[A-Z][\w:]*)\)$"
)
_RUBY_FRAME = regex(r"^\s+(?:\d+: )?from (?P<path>\S+?):\d+:in [`'](?P<name>.+?)'$")
_PHP = regex(
    r"^(?:PHP )?Fatal error:\s+Uncaught (?P<type>[\w\\]+): (?P<message>.*?) in "
    r"(?P<path>\S+?):\d+(?P<name>)$"
)
_PHP_FRAME = regex(r"^#\d+ (?P<path>\S+?)\(\d+\): (?P<name>[\w\\>:-]+)")


def _ruby_or_php(lines: Sequence[str]) -> Iterator[ErrorTrace]:
    for number, line in enumerate(lines):
        for form, frame in ((_RUBY, _RUBY_FRAME), (_PHP, _PHP_FRAME)):
            if head := form.match(line):
                below = map(frame.match, lines[number + 1 : number + 30])
                found = takewhile(bool, below) if form is _RUBY else filter(None, below)
                frames = [_frame(one["path"], one["name"]) for one in (head, *found) if one]
                yield ErrorTrace(head["type"], head["message"], _own_first(frames))


TEST = "test"
"""The type of a failed test that names no exception."""

# -- tests ---------------------------------------------------------------------------------------

_PYTEST = re.compile(r"^(?:FAILED|ERROR) (?P<test>\S+?\.py(?:::\S.*?)?)(?: - (?P<told>.*))?$")
_ASSERTED = re.compile(r"^E\s+(?P<told>\S.*)$")
_TOLD = re.compile(r"^(?P<type>[A-Za-z_][\w.]*): ?(?P<message>.*)$")
_BY_NAME = (
    re.compile(r"^\s*--- FAIL: (?P<test>\S+)"),  # go test
    re.compile(r"^test (?P<test>\S+) \.\.\. FAILED$"),  # cargo test
    re.compile(r"^not ok \d+ -? ?(?P<test>[^#]+)"),  # TAP
    re.compile(  # vitest, playwright
        r"^\s*(?:FAIL|×|✗|✘|✖)\s+(?:\d+ )?(?P<test>\S.* [>›] .*?)(?: \(?[\d.]+ ?m?s\)?)?$"
    ),
    re.compile(r"^\(fail\) (?P<test>\S.*?)(?: \[[\d.]+ ?m?s\])?$"),  # bun
    re.compile(r"^\s*● (?P<test>.+ › .+)$"),  # jest
)

_NUMBERED = re.compile(  # rspec, mocha, phpunit, exunit; ctest
    r"^\s*\d+(?:\)|/?\d* - )\s*(?P<test>\S.*?)(?: \(Failed\))?:?$"
)
COUNTED = re.compile(
    r"\b[1-9]\d* (?:\w+ )?(?:failed|failures?|failing|errors?)\b"
    r"|\b(?:failed|failures?|errors?)[:=] ?[1-9]|(?-i:^FAIL)",
    re.IGNORECASE,
)
"""A count of failures, or no more than that it failed."""

_TAP = r"\s+---\n(?:\s+\w+: .*\n)*?\s+error: (?:[|>]-?\s+)?(\S.*)"
_PLACE = re.compile(r"(?<=\w):\d+:\d+(?= )")


def failed_tests(lines: Sequence[str]) -> Iterator[ErrorTrace]:
    """Every test that failed, its name as the only frame."""
    asserted = [found["told"] for found in map(_ASSERTED.match, lines) if found]
    forms = (*_BY_NAME, _NUMBERED) if any(map(COUNTED.search, lines)) else _BY_NAME
    for line in lines:
        if failed := _PYTEST.match(line):
            told = failed["told"] or ""
            if (not told or told.endswith("...")) and asserted:
                begun = told.removesuffix("...")
                told = next((one for one in asserted if one.startswith(begun)), told)
            yield _test(failed["test"], told)
        else:
            for form in forms:
                if named := form.match(line):
                    name = _PLACE.sub("", named["test"].strip())
                    yield _test(name, _below(lines, line))
                    break


def _test(name: str, told: str) -> ErrorTrace:
    split = _TOLD.match(told)
    kind, message = (split["type"], split["message"]) if split else (TEST, told)
    path, _, rest = name.partition("::")
    frame = f"{last_name(path)}:{rest}" if path.endswith(".py") else f":{name}"
    return ErrorTrace(kind, message, (frame,))


def _below(lines: Sequence[str], line: str) -> str:
    """What `go test` says below the name of a test, or TAP in its block."""
    at = lines.index(line) + 1
    below = "\n".join(lines[at : at + 12])
    told = re.match(r"\s+\S+\.\w+:\d+: (.*)", below) or re.match(_TAP, below)
    return told[1].strip("'\"") if told else ""


# -- compilers and linters -----------------------------------------------------------------------

_REFUSED = (
    re.compile(  # gcc, clang, tsc, mypy, swift
        r"^(?P<path>[^\s:(]+)[:(]\d+(?:[:,]\d+)?\)?:?(?: -)? (?:fatal )?error"
        r"(?: (?P<code>[A-Z]+\d+))?: (?P<message>.+)$"
    ),
    re.compile(  # gcc in Chinese
        r"^(?P<path>[^\s:(]+):\d+(?::\d+)?: (?P<code>)(?:致命)?[错錯][误誤]： ?(?P<message>.+)$"
    ),
    re.compile(r"^(?P<path>[^\s:(]+):\d+:\d+: (?P<code>[A-Z]+\d+) (?P<message>.+)$"),  # ruff
    re.compile(r"^(?P<path>\S+\.go):\d+:\d+: (?P<code>)(?P<message>.+)$"),  # go build
    re.compile(  # kotlinc
        r"^e: (?:file://)?(?P<path>\S+?):(?: \()?\d+[:,] ?\d+\)?:?(?P<code>) (?P<message>.+)$"
    ),
    re.compile(  # javac by Maven
        r"^\[ERROR\] (?P<path>\S+):\[\d+,\d+\](?P<code>) (?P<message>.+)$"
    ),
    re.compile(  # linkers
        r"^(?:\S+ )?(?P<path>[^\s:(]+):(?:\d+:|\([.\w+]+\):)(?P<code>) (?P<message>undefined .+)$"
    ),
    re.compile(  # markdownlint
        r"^(?P<path>[^\s:]+):\d+(?::\d+)? error (?P<code>[A-Z]+\d+\S*) (?P<message>.+)$"
    ),
    re.compile(  # eslint
        r"^(?P<path>)\s+\d+:\d+\s+error\s+(?P<message>\S.*?)\s{2,}(?P<code>[\w@][\w@/-]+)$"
    ),
)
_RUSTC = re.compile(  # rustc, ruff
    r"^(?:error(?:\[(?P<code>[\w-]+)\])?:|(?P<rule>[A-Z]+\d+|[a-z]+(?:-[a-z]+)+):?)"
    r" (?P<message>.+)$"
)
_RUSTC_PLACE = re.compile(r"^\s*--> (?P<path>\S+?):\d+:\d+$")
_SYMBOL = re.compile(r"^\s*symbol:\s+(?P<name>\S.*)$")  # javac, below
_RULE = re.compile(r"\s+\[(?P<code>[a-z][a-z-]+)\]$")
COMPILER = "refused source"
"""The type of what a compiler refused without a code."""


def refused_sources(lines: Sequence[str]) -> Iterator[ErrorTrace]:
    """Every place that a compiler or a linter would not take."""
    for number, line in enumerate(lines):
        if rustc := _RUSTC.match(line):
            below = lines[number + 1] if number + 1 < len(lines) else ""
            if place := _RUSTC_PLACE.match(below):
                yield _source(rustc["code"] or rustc["rule"], rustc["message"], place["path"])
            continue
        for form in _REFUSED:
            if told := form.match(line):
                rule = _RULE.search(told["message"])
                code = told["code"] or (rule["code"] if rule else "")
                names = filter(None, map(_SYMBOL.match, lines[number + 1 : number + 4]))
                message = " ".join((_RULE.sub("", told["message"]), *(n["name"] for n in names)))
                yield _source(code, message, told["path"])
                break


def _source(code: str | None, message: str, path: str) -> ErrorTrace:
    told = message.removeprefix("[*] ")  # ruff can mend it
    return ErrorTrace(code or COMPILER, told, (f"{last_name(path)}:",) if path else ())
