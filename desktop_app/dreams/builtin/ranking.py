"""In which order the notes' lines are offered: a plain sum of general signals. Knows no files.

Each signal is made comparable within the notebook (mean 0, spread 1, at most 3 either way); the
table `ranking.toml` gives its sign.
"""

import math
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from desktop_app import resources
from desktop_app.dreams.builtin.offers import Offer
from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.owner import Owner
from desktop_app.language.cues import CueKind, cues
from desktop_app.language.spans import flat
from desktop_app.language.values import ValueKind
from desktop_app.language.words import is_cjk, tokens
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.words import listed, tr

_MOST = 3.0  # spreads that one signal may count
_NEARLY = 0.85  # of an offer's words in one line of memory: it says this already
_RARE = 3  # days; a word of more days is common in this notebook
_ARROW = re.compile(r"->|=>|[→⇒➜➔]")
_BOLD = re.compile(r"\s*\*\*|\s*__")
_MONEY = re.compile(r"[$€£¥]\s?\d|\d\s?(?:usd|eur|元|块|万|欧)")
_COUNTER = re.compile(r"(?<![\d/])\d{1,4}/\d{1,4}(?![\d/])")
_HASH = re.compile(r"(?<![\w/-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w-])")
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'll|my|me)\b|我(?!们|國|国)")
_DATED = re.compile(r"\d{4}-\d\d-\d\d\.md$")
_DIGITS = re.compile(r"\d+")
_OPENING = 12  # characters
_SHORT, _LONG = 5, 45  # words
_REASONS = {
    "said_again": tr("said on {days} days"),
    "echoes": tr("its words come back on other days"),
    "form": tr("it has the form of your memory's lines"),
    "heading_known": tr("under a heading that your memory has"),
    "topic": tr("about something that your memory knows"),
    "owner_heading": tr("lines from under “{kept_under}” came into your memory before"),
    "owner_topic": tr("you kept lines about this before"),
    "good_heading": tr("under “{heading}”"),
    "keep": tr("it says what to keep to"),
}
"""What a proposal says of a signal; the others count and are not told."""


@dataclass(frozen=True)
class Ranked:
    """An offer with its place: `score` counts from 0 upwards for more than usual, `why` tells."""

    offer: Offer
    score: float
    why: str


def ranked(
    offers: Sequence[Offer], book: Book, memory: MemoryFile, owners: Sequence[Owner]
) -> list[Ranked]:
    """The offers that memory does not nearly say already, the best first.

    `owners` are the same person, learned from sources that can't be counted together.
    """
    if not offers:
        return []
    around = _Around(offers, book, memory, owners)
    signals = [around.signals(offer) for offer in offers]
    order = []
    for offer, raw, rows in zip(offers, signals, _comparable(signals), strict=True):
        if rows.pop("nearly"):
            continue
        score = sum(_sign(name) * value for name, value in rows.items())
        order.append(Ranked(offer, score, _why(offer, raw, rows, around.kept_under(offer))))
    return sorted(order, key=lambda one: (-one.score, -one.offer.first.order))


def _comparable(signals: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    """Each signal less its mean, in units of its spread."""
    rows: list[dict[str, float]] = [{"nearly": row["nearly"]} for row in signals]
    for name in signals[0]:
        if name == "nearly":
            continue
        column = [row[name] for row in signals]
        mean, spread = statistics.fmean(column), statistics.pstdev(column)
        for row, value in zip(rows, column, strict=True):
            scaled = (value - mean) / spread if spread else 0.0
            row[name] = max(-_MOST, min(_MOST, scaled))
    return rows


class _Around:
    """What the notebook says around an offer."""

    def __init__(
        self,
        offers: Sequence[Offer],
        book: Book,
        memory: MemoryFile,
        owners: Sequence[Owner],
    ) -> None:
        self._book = book
        self._owners = owners
        self._headings = [frozenset(tokens(one.title)) for one in memory.headings]
        self._forms = [form(bullet.text) for bullet in memory.bullets]
        lengths = [math.log(1 + _words(bullet.text)) for bullet in memory.bullets]
        self._length = statistics.fmean(lengths) if lengths else None
        days = {offer.first.unit.day for offer in offers}
        self._first, self._last = min(days), max(days)
        self._openings = Counter(map(_opening, offers))
        self._ends: dict[str, int] = defaultdict(int)
        self._days_of: dict[str, set[date]] = defaultdict(set)
        for offer in offers:
            for note in (*offer.notes, *offer.again):
                unit = note.unit
                self._ends[unit.path] = max(self._ends[unit.path], unit.pieces[-1].line)
            for word in offer.points.marks:
                self._days_of[word] |= offer.days

    def signals(self, offer: Offer) -> dict[str, float]:
        """Raw values; booleans are 0 or 1."""
        unit, line, text = offer.first.unit, offer.points, offer.text
        headings = _headings(offer)
        heading_cues = cues(" / ".join(headings))
        cover = self._cover(offer)
        words = _words(text)
        values: dict[str, float | bool] = {
            "nearly": cover >= _NEARLY,
            "said_again": len(offer.days) - 1,
            "echoes": self._echoes(offer),
            "recent": (unit.day - self._first).days / max(1, (self._last - self._first).days),
            "late": unit.pieces[0].line / max(1, self._ends[unit.path]),
            "form": self._near_forms(text),
            "heading_known": self._near_headings(headings),
            "topic": cover if cover < _NEARLY else 0.0,
            "owner_heading": sum(one.heading(headings) for one in self._owners),
            "owner_form": sum(one.form(form(text)) for one in self._owners),
            "owner_topic": sum(one.topic(line.bag) for one in self._owners),
            "good_heading": CueKind.GOOD_HEADING in heading_cues,
            "label": bool(line.label or offer.label or (unit.label and unit.label.joins)),
            "length": math.log(1 + words),
            "topic_file": not _DATED.search(unit.path),
            "dump": unit.form == StatementForm.TURN,
            "speaker": bool(unit.speaker or unit.its_own),
            "series": math.log(self._openings[_opening(offer)]),
            "paragraph": unit.form == StatementForm.PARAGRAPH,
            "opener": text.rstrip().endswith((":", "：")),
            "box": bool(unit.mark),
            "bad_heading": CueKind.BAD_HEADING in heading_cues,
            "very_short": words < _SHORT,
            "very_long": words > _LONG,
            "quote": text.startswith((">", "“", '"', "「")),
        }
        return {name: float(value) for name, value in (values | _content(text)).items()}

    def kept_under(self, offer: Offer) -> str:
        """The heading above it whose lines the owner kept most; "" for none."""
        headings = (one.kept_under(_headings(offer)) for one in self._owners)
        return next(filter(None, headings), "")

    def _cover(self, offer: Offer) -> float:
        """How much of an offer its nearest line of memory says."""
        whole = self._book.rarity.weight(offer.points.marks)
        near = self._book.near(offer.points)
        best = max((self._shared(offer, line.now.marks) for line in near), default=0.0)
        return best / whole if whole else 0.0

    def _shared(self, offer: Offer, marks: frozenset[str]) -> float:
        return self._book.rarity.weight(offer.points.marks & marks)

    def _echoes(self, offer: Offer) -> float:
        """How many of its words come back on a few other days."""
        counts = [len(self._days_of[word] - offer.days) for word in offer.points.marks]
        return sum(0 < count <= _RARE for count in counts) / max(1, len(counts))

    def _near_forms(self, text: str) -> float:
        if self._length is None:
            return 0.0
        share = self._forms.count(form(text)) / len(self._forms)
        return share - 0.3 * abs(math.log(1 + _words(text)) - self._length)

    def _near_headings(self, headings: Sequence[str]) -> float:
        own = [words for words in (frozenset(tokens(one)) for one in headings) if words]
        shares = (len(one & other) / len(one) for one in own for other in self._headings)
        return max(shares, default=0.0)


def _content(text: str) -> dict[str, float | bool]:
    """What the text itself holds."""
    line, level = points(text), flat(text)
    kinds = {value.kind for value in line.values}
    return {
        "arrow": bool(_ARROW.search(text)),
        "bold": bool(_BOLD.match(text)),
        "path": ValueKind.LINK in kinds and "/" in text,
        "link": "://" in text,
        "code": "`" in text or ValueKind.CODE in kinds,
        "name": bool(line.names),
        "money": bool(_MONEY.search(level)),
        "date": ValueKind.DATE in kinds,
        "keep": CueKind.KEEP in line.cues,
        "done": CueKind.DONE in line.cues,
        "todo": CueKind.TODO in line.cues,
        "counter": bool(_COUNTER.search(text)),
        "percent": "%" in text,
        "hash": bool(_HASH.search(level)),
        "clock": ValueKind.TIME in kinds,
        "asks": "?" in text or "？" in text,
        "trails_off": "..." in text or "…" in text,
        "first_person": bool(_FIRST_PERSON.search(level)),
    }


def _headings(offer: Offer) -> tuple[str, ...]:
    """Those above it, without the title of its file."""
    return (*offer.first.unit.headings, *([offer.label.text] if offer.label else []))


def _opening(offer: Offer) -> str:
    """How it begins, numbers aside: lines of one template begin alike."""
    start = offer.label.text if offer.label else offer.points.label or offer.text[:_OPENING]
    return _DIGITS.sub("0", flat(start)).strip(" *")


def form(text: str) -> str:
    """How a line looks: bold first, `Key: value`, or plain."""
    return "bold" if _BOLD.match(text) else "label" if points(text).label else "plain"


def _words(text: str) -> float:
    wide = sum(map(is_cjk, text)) if not text.isascii() else 0
    return len(re.findall(r"[^\W\d_]+", text)) + wide / 2


def _why(offer: Offer, raw: Mapping[str, float], rows: Mapping[str, float], kept_under: str) -> str:
    """What speaks most for an offer, at most two things."""
    names = sorted(_REASONS, key=lambda name: -rows[name])
    heading = ("", *_headings(offer))[-1]
    other = heading if heading != kept_under else ""  # no heading twice
    words = {"days": len(offer.days), "heading": other, "kept_under": kept_under}
    reasons = [
        _REASONS[name].format(**words)
        for name in names
        if rows[name] > 0.5 and raw[name] > 0 and _holds(_REASONS[name], words)
    ]
    return listed(reasons[:2]) or tr("your notes say it and memory does not")


def _holds(phrase: str, words: Mapping[str, object]) -> bool:
    """Whether all that a phrase names is there."""
    return all(value or f"{{{name}}}" not in phrase for name, value in words.items())


def _sign(name: str) -> int:
    return 1 if name in _table()["for"] else -1


@cache
def _table() -> dict[str, dict[str, bool]]:
    weights: dict[str, dict[str, bool]] = resources.table("language/ranking")
    return weights
