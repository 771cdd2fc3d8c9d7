"""The manual, searched: its sections that hold the words. Knows no index; the pages are few.

Words count by their beginnings without endings, Chinese by pairs of characters in either script.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_app import manual
from desktop_app.language import tokens
from desktop_app.search.marks import joined
from desktop_app.search.snippet import Span, plain_snippet

_HEADING = re.compile(r"#{1,6} (.+)")
_MOST = 40


@dataclass(frozen=True)
class ManualHit:
    """A section of a page, the first on the page's title, and the line in it that says most.

    `line` counts from 1 in the page's source. `heading` is "" for what stands below the title.
    """

    page: manual.ManualPage
    heading: str
    line: int
    snippet: str
    marks: tuple[Span, ...]

    @property
    def title(self) -> str:
        """Where it stands: `Search › The index`."""
        return " › ".join(filter(None, (self.page.title, self.heading)))


def find(text: str) -> list[ManualHit]:
    """The sections with all words of `text`, or else with the most of them, the best first.

    A word in a heading counts more than one below it. What is new in a version is left out.
    """
    terms = _terms(text)
    rated = [
        (rate, hit)
        for page in manual.pages()
        if terms and page.path != manual.NEW
        for section in _sections(page)
        for rate, hit in _rated(page, section, terms)
    ]
    most = max((rate[0] for rate, _ in rated), default=0)
    best = sorted((each for each in rated if each[0][0] == most), key=lambda each: each[0])
    return [hit for _, hit in best[::-1][:_MOST]]


def words_of(hit: ManualHit) -> list[str]:
    """What is marked in the hit's line, each once."""
    return list(dict.fromkeys(hit.snippet[start:end] for start, end in hit.marks))


Section = list[tuple[int, str]]
Rate = tuple[int, int, int]


def _sections(page: manual.ManualPage) -> Iterator[Section]:
    """The numbered lines of each section, its heading first."""
    section: Section = []
    code = False
    for number, line in enumerate(page.text.splitlines(), 1):
        code ^= line.startswith("```")
        if not code and _HEADING.match(line) and section:
            yield section
            section = []
        section.append((number, line))
    yield section


def _rated(
    page: manual.ManualPage, section: Section, terms: list[re.Pattern[str]]
) -> Iterator[tuple[Rate, ManualHit]]:
    """How many of the terms the section has, how many its heading, and how often; nothing
    without one."""
    first = _HEADING.match(section[0][1])
    heading = first[1] if first and section[0][0] > 1 else ""
    head = tokens.fold(" ".join((page.title, heading)))
    whole = tokens.fold("\n".join(line for _, line in section))
    met = [term for term in terms if term.search(whole)]
    if not met:
        return
    marked = [(number, line, _marks(line, met)) for number, line in section if line.strip()]
    number, line, marks = max(marked, key=lambda one: (_told(one[1], met), one[0] > 1, -one[0]))
    in_head = sum(bool(term.search(head)) for term in met)
    rate = (len(met), in_head, sum(len(found) for _, _, found in marked))
    snippet, spans = plain_snippet(line.lstrip("# "), _moved(marks, line))
    yield rate, ManualHit(page, heading, number, snippet, spans)


def _moved(marks: Sequence[Span], line: str) -> list[Span]:
    signs = len(line) - len(line.lstrip("# "))
    return [(start - signs, end - signs) for start, end in marks]


def _told(line: str, terms: list[re.Pattern[str]]) -> int:
    return sum(bool(term.search(tokens.fold(line))) for term in terms)


def _marks(line: str, terms: list[re.Pattern[str]]) -> Sequence[Span]:
    """Where the terms stand in a line, in order, what touches as one."""
    folded = tokens.fold(line)
    return joined([found.span() for term in terms for found in term.finditer(folded)])


def _terms(text: str) -> list[re.Pattern[str]]:
    """What each word of `text` looks like on a folded page; stop words only where all are."""
    folded = tokens.sought(text[:200])
    parts = [part.strip() for word in folded.split() for part in tokens.runs(word) if part.strip()]
    telling = [part for part in parts if part.lower() not in tokens.stop_words()] or parts
    looks = (look for part in telling for look in _looks(part))
    return [re.compile(look, re.IGNORECASE) for look in dict.fromkeys(looks)]


def _looks(part: str) -> list[str]:
    if tokens.is_paired(part[0]):
        return [re.escape(pair) for pair in tokens.bigrams(part)]
    if not part.isalpha():
        return [re.escape(part)]
    return [rf"\b{re.escape(tokens.stem(part.lower()))}\w*"]
