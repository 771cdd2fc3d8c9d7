"""The shape of a line: labels, commits, code, exclamations. Knows signs, not words."""

import re

from desktop_app.language.words import is_cjk

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LABEL = re.compile(r"\s*(?:\*\*)?[^\s:：*][^:：。.!?]{0,28}?[:：](?:\*\*)?\s*[^\s/\d]")
_PLACE = re.compile(r"(?:https?://\S+|[\w.~-]*[/.][\w./~-]+|[0-9a-f]{7,40})")
_AROUND = "`*.,:;"
_LOGGED = re.compile(
    r"\s*(?:[\[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[\[(]?\d\d:\d\d:\d\d"
    r"|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR)\s*[:\]|-]"
    r"|at [\w$.<>]+\(|File \".+\", line \d|Traceback |[$%>]{1,3} [a-z]|npm (?:ERR|WARN))"
)
_ODD = re.compile(r"[{}\[\]<>=;_/\\|$#@^&*+~`\"]")
_MOST_ODD = 0.15
_COMMIT = re.compile(
    r"(?<![\w/-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w-])"
    r"|(?<!\w)#\d+\b|\bPR\s?\d+"
)
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]|[:;]-?[)(DPp](?!\\w)|\\^\\^")


def words(text: str) -> float:
    """How many words a text has; two Chinese characters count as one."""
    signs = sum(map(is_cjk, text)) if not text.isascii() else 0
    latin = "".join(" " if is_cjk(c) else c for c in text) if signs else text
    return len(_WORD.findall(latin)) + signs / 2


def is_labelled(text: str) -> bool:
    """Whether it opens with a label: `Supplier: Fairlead`."""
    return _LABEL.match(text) is not None


def is_of_a_machine(text: str) -> bool:
    """Whether it is only links, paths or commits, or was written by a program: code, a log."""
    if _LOGGED.match(text) or all(map(_is_place, text.split())):
        return True
    return len(_ODD.findall(text)) > _MOST_ODD * len(text)


def _is_place(word: str) -> bool:
    return _PLACE.fullmatch(word.strip(_AROUND)) is not None


def names_commit(text: str) -> bool:
    """Whether a commit, a ticket or a pull request is named by its number."""
    return _COMMIT.search(text) is not None


def exclaims(text: str) -> bool:
    """Whether it ends in an exclamation mark or wears a face."""
    return text.rstrip(" *_\"'”’」)）").endswith(("!", "！", "~", "～")) or bool(
        _EMOJI.search(text)
    )
