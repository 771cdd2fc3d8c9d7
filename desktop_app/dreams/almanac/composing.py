"""What an almanac says of its days, in the notes' own words. Knows lines, writes nothing.

Each line quotes the notes and names its sources. It draws no conclusions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

from desktop_app import resources
from desktop_app.dreams.almanac.lines import AlmanacLine, Likeness, lines_of
from desktop_app.dreams.almanac.themes import DayTheme, teller, themes
from desktop_app.dreams.ledger import BUILTIN
from desktop_app.dreams.record import quoted
from desktop_app.language.claims.deeds import tells_nothing_done
from desktop_app.language.cues import CueKind, first_of
from desktop_app.language.reading import read
from desktop_app.language.tongue import written_in
from desktop_app.notebook.almanacs import Almanac, AlmanacItem, AlmanacPart, AlmanacSection, titles
from desktop_app.notebook.diaries import DiarySource
from desktop_app.notebook.spans import Span, SpanKind
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.notebook.text.diary_words import remark

_LONGEST = 140  # letters of a quote
_SOURCES = 4  # places of one line of an almanac
_BEGINS = 4  # letters before the word by which a line says that it decides


_MOST = {SpanKind.WEEK: 5, SpanKind.MONTH: 8, SpanKind.YEAR: 12}  # lines of a part


def composed(
    span: Span,
    days: Sequence[DayText],
    path: str,
    says_decision: Callable[[str], bool],
    go_on: Callable[[], None] = lambda: None,
) -> tuple[Almanac, str]:
    """The almanac of these days, to stand at `path`, and the language that it is written in.

    `says_decision` judges a line; `go_on` is called often and may raise.
    """
    most, language = _MOST[span.kind], written_in("\n".join(one.text for one in days))
    lines = lines_of(days, go_on)
    likeness = Likeness(lines)
    words = _AlmanacWords(language)
    told = themes(lines, likeness, most)
    go_on()
    decided = [one for one in lines if _decides(one, says_decision)][-most:]
    found: dict[AlmanacPart, list[AlmanacItem]] = {
        AlmanacPart.ABOUT: [words.theme(one, teller(one, likeness)) for one in told],
        AlmanacPart.DECIDED: [words.line(one) for one in _once(decided)],
    }
    sections = tuple(
        AlmanacSection(part, title, tuple(found[part]))
        for part, title in titles(language).items()
        if found.get(part)
    )
    prose = "" if sections else words.frame("nothing")
    return Almanac(span, path, words.meta(span, lines), prose, sections), language


def _decides(line: AlmanacLine, says_decision: Callable[[str], bool]) -> bool:
    """Whether a line tells of a decision: it begins with the word, or tells it as done."""
    text = line.unit.text
    if line.unit.mark or not says_decision(text):
        return False
    at = first_of(CueKind.KEEP, text)
    return at is not None and (at <= _BEGINS or not tells_nothing_done(read(text)))


def _once(lines: Iterable[AlmanacLine]) -> list[AlmanacLine]:
    return list({line.points.key: line for line in lines}.values())


class _AlmanacWords:
    """Lines of an almanac in one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._words: dict[str, Any] = resources.table("language/almanac")[language]

    def frame(self, key: str, **given: object) -> str:
        return str(self._words[key].format(**given))

    def meta(self, span: Span, lines: Sequence[AlmanacLine]) -> str:
        """The remark in numbers; its last word is the engine's name, as in a diary."""
        days = Counter(line.day for line in lines)
        parts = [f"{span.first} – {span.last}"]
        parts += [self._count("days", len(days)), self._count("notes", len(lines))]
        if len(days) > 1:
            busiest = max(sorted(days), key=lambda day: days[day])
            parts.append(self.frame("most", day=busiest))
        return " · ".join([*parts, remark(BUILTIN, self._language)])

    def theme(self, day_theme: DayTheme, line: AlmanacLine) -> AlmanacItem:
        quote = self._quoted(line)
        text = self.frame("told", quote=quote, n=len(day_theme.lines), days=len(day_theme.days))
        return AlmanacItem(text, _sources([line, *day_theme.lines]))

    def line(self, line: AlmanacLine) -> AlmanacItem:
        return AlmanacItem(self._quoted(line), _sources([line]))

    def _count(self, name: str, count: int) -> str:
        one, many = self._words[name]
        return str(one if count == 1 else many.format(n=count))

    def _quoted(self, line: AlmanacLine) -> str:
        return quoted(line.text, self._words["quote"], _LONGEST)


def _sources(lines: Iterable[AlmanacLine]) -> tuple[DiarySource, ...]:
    """The first place of each line, those of different days first."""
    places: dict[date, DiarySource] = {}
    more: list[DiarySource] = []
    for line in lines:
        source = line.sources[-1]
        place = DiarySource(source.path, source.line, source.quote)
        if places.setdefault(line.day, place) is not place:
            more.append(place)
    return tuple(dict.fromkeys([*places.values(), *more]))[:_SOURCES]
