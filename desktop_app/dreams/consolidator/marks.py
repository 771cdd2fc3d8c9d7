"""Marks: how a line of the notes or of memory is named in a prompt and cited in an answer. Pure.

`M3` is the third statement of memory, `H2` its second heading. `D2026-11-20:14` is the statement
that begins on the fourteenth line of a day, `D2026-11-20:14.2` the second one on that line.
"""

import re
from collections.abc import Iterator, Mapping

_DAY = r"D\d{4}-\d{2}-\d{2}:\d{1,7}(?:\.\d{1,3})?"
_MARK = rf"(?:[MH]\d{{1,6}}|{_DAY})"
_NEXT = rf"\s*(?:[,，、;；/&+]|\band\b|和)?\s*(?:{_MARK}|(?:-|–|to)?\s*\d{{1,7}}(?:\.\d{{1,3}})?)"
_MARKS = rf"({_MARK}(?:{_NEXT})*)"
# The M3 of `MacBook (M3)` is no mark; in round brackets a line of a day has to be among them.
_ROUND = rf"(?=[^()（）]*{_DAY})"
_GROUP = re.compile(rf"\s*(?:[\[{{【｛]\s*{_MARKS}\s*[\]}}】｝]|[(（]{_ROUND}\s*{_MARKS}\s*[)）])")
_OPEN = re.compile(rf"\s*[\[{{【｛]\s*{_MARKS}[\s,，]*$")
_SIGNS = r"[\[{｛MHD\d:.：,，、\s-]"
_BROKEN = re.compile(rf"\s*[{{｛]{_SIGNS}+(?:[}}｝]|$)|\s*[\[{{｛:]*\d{_SIGNS}*[}}｝]\s*$")
_ALONE = r"(?<![A-Za-z0-9_{{]){}(?![A-Za-z0-9_])"  # Chinese has no blank beside it
_BARE = re.compile(rf"\s*{_ALONE.format(_DAY)}")
_SPOKEN = re.compile(_ALONE.format(f"({_MARK})"))
_FIRST = re.compile(r"\A(?:\s*\{\s*M\d+(?:[\s,，]+M\d+)*\s*\}){2,}", re.ASCII)  # {M3} {M5}
_LEADING = re.compile(rf"\s*({_MARK})(?:\s*[:：.)]|(?=\s))\s*")
_ONE = re.compile(rf"({_MARK})|(-|–|to)?\s*(\d{{1,7}})(\.\d{{1,3}})?")
_LOOKS_LIKE = re.compile(r"[\[{【｛]\s*(?=[MHD]\d)|[(（]\s*(?=D\d{4}-)")
_SECTION = re.compile(r"[\[【]\s*(memory|dream)\s*[\]】]", re.IGNORECASE)
_THOUGHT = re.compile(r"<(/?)(think|thinking|thought|reasoning)>", re.IGNORECASE)
_DISGUISED = re.compile(
    rf"(?:{_LOOKS_LIKE.pattern})[MHD]\d+|(?i:{_SECTION.pattern}|{_THOUGHT.pattern})|\bREMOVE\b"
)
_LONGEST_RANGE = 50


def number_of(mark: str) -> int:
    """The number in a mark of a line of memory."""
    return int(mark[1:])


def without_marks(text: str, *, spoken: bool = False) -> tuple[str, tuple[str, ...]]:
    """A line of an answer without its marks, and the marks in their order; those that a `spoken`
    sentence speaks of stay in it.
    """
    marks: list[str] = []

    def keep(group: re.Match[str]) -> str:
        marks.extend(_marks(group[group.lastindex or 0].strip()))
        return " " if group.string[group.end() :][:1].isalnum() else ""  # what stood apart stays so

    for pattern in (_GROUP, _OPEN):
        text = pattern.sub(keep, text)
    leading = leading_mark(text)
    # `M3 screws` may be what the notes speak of, unless the line cites M3 as well.
    if leading and (leading[0].startswith("D") or leading[0] in marks):
        marks.append(leading[0])
        text = text if spoken else leading[1]
    text = _BROKEN.sub("", text)
    plain = _BARE.sub(keep, text)
    return (text if spoken else plain).strip(), tuple(dict.fromkeys(marks))


def in_words(text: str, words: Mapping[str, str]) -> str:
    """A sentence with the words of what it speaks of by mark, or else with the date of a day."""

    def word(match: re.Match[str]) -> str:
        mark = match[1]
        return words.get(mark, mark.partition(":")[0].removeprefix("D"))

    return _SPOKEN.sub(word, text)


def leading_mark(text: str) -> tuple[str, str] | None:
    """What looks like a mark at the beginning of a line, and the line without it."""
    match = _LEADING.match(text)
    return (match[1], text[match.end() :]) if match else None


def taken_out(text: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Of what stands behind REMOVE the reason, the marks of memory that go, and all marks. The mark
    or the groups that stand first go, else the last group.
    """
    text = _FIRST.sub(lambda groups: f"{{{', '.join(re.findall('M[0-9]+', groups[0]))}}}", text)
    bare = leading_mark(f"{text} ")
    reason, marks = without_marks(bare[1] if bare else text, spoken=True)
    groups = list(_GROUP.finditer(text))
    last = bool(groups) and bool(text[: groups[0].start()].strip())
    chosen = [_marks(one[1] or one[2]) for one in groups][-1 if last else 0 :][:1]
    going = bare[:1] if bare else tuple(mark for group in chosen for mark in group)
    marks = tuple(dict.fromkeys((*going, *marks)))
    return reason, tuple(mark for mark in going if mark.startswith("M")), marks


def harmless(text: str) -> str:
    """A source line in which nothing can pass for a mark, a section or a thought of an answer."""
    text = _LOOKS_LIKE.sub("‹", text)
    text = _SECTION.sub(r"(\1)", text)
    text = _THOUGHT.sub(r"(\1\2)", text)
    return text.replace("REMOVE", "Remove")


def as_said(text: str, said: str) -> str:
    """A text in which nothing of what a source line `said` stands in its harmless form."""
    for one in _DISGUISED.finditer(said):
        text = re.sub(rf"(?<!\w){re.escape(harmless(one[0]))}(?!\w)", one[0], text)
    return text


def _marks(group: str) -> Iterator[str]:
    """`D2026-11-20:14, 15-17` names four lines of one day."""
    day, last = "", 0
    for mark, until, number, part in _ONE.findall(group):
        if mark:
            day, _, line = mark.partition(":")
            last = int(line.partition(".")[0]) if line else 0
            yield mark
        elif last:
            first = last + 1 if until and not part else int(number)
            last = int(number)
            if last - first < _LONGEST_RANGE:
                yield from (f"{day}:{line}{part}" for line in range(first, last + 1))
