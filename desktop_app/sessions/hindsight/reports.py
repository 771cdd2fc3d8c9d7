"""Reports: tests that failed and sources that were refused, as runners and compilers tell. Pure."""

import re
from collections.abc import Iterator, Sequence

from desktop_app.sessions.hindsight.normalised import last_name
from desktop_app.sessions.hindsight.traces import ErrorTrace

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
