"""Normal: an error's words without all that varies from one time to the next. Pure.

Paths keep their last name. Addresses, hosts, times, lengths of time, ids, hex and numbers leave a
mark of their kind, and so does all that is quoted where a message quotes much, for its other words
tell what it is. A number that a status, a code or a signal names stays, as it says which, and
so does a port, unless it is one of those that systems give away as they come.
"""

import re

from desktop_app.regex import regex

_ESCAPES = regex(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_LONGEST = 400  # characters of a message that count
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
    line = " ".join(plain(message[: 4 * _LONGEST]).translate(_QUOTES).split())
    line = _SEVERAL.sub(r"\1", _VARYING.sub(_marked, line))
    if not names and len(_QUOTED.findall(line)) >= _MANY:
        line = _QUOTED.sub(r"\1<value>\1", line)
    return line[:_LONGEST]


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
