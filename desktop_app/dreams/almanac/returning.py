"""What came back: names on several days, and lines of the same time in other years. Knows lines."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop_app.dreams.almanac.lines import AlmanacLine, Likeness

_NAME = re.compile(r"(?<![\w./@:#`-])[A-ZÀ-Þ][a-zà-ÿ]{2,}(?:[ -][A-ZÀ-Þ][a-zà-ÿ]{2,})?(?![\w/@`])")
_LOWER = re.compile(r"(?<![\w./@:#-])[a-zà-ÿ]{3,}")
_OPENING = re.compile(r"(?:^|[.!?:：。！？;|>*_(\[\"“-]\s*)\Z")
_ORDINARY = 0.1  # of the times that a word stands within a line it may be written small
_INSIDE = 3  # times it has to stand within a sentence
_SENTENCE = 3  # words that are written small: else it may be a title
_ABOUT = 0.5  # of the words of the one that says less: both years say the same


@dataclass(frozen=True)
class ReturningName:
    """A name and the lines that have it, the oldest first."""

    name: str
    lines: tuple[AlmanacLine, ...]

    @property
    def days(self) -> int:
        """On how many days it was written."""
        return len({line.day for line in self.lines})


def names(lines: Sequence[AlmanacLine], fewest: int, most: int) -> list[ReturningName]:
    """Words that are written as names on at least `fewest` days, those of most days first.

    A name has a capital within sentences, and is hardly ever written small.
    """
    of: dict[str, dict[AlmanacLine, None]] = defaultdict(dict)
    inside: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for line in lines:
        text = line.text
        written_small = _LOWER.findall(text)
        small.update(written_small)
        dates = [(one.start, one.end) for one in line.points.values]
        for match in _NAME.finditer(text):
            if any(start < match.end() and match.start() < end for start, end in dates):
                continue
            of[match[0]].setdefault(line)
            begins = _OPENING.search(text, 0, match.start()) is not None
            inside[match[0]] += len(written_small) >= _SENTENCE and not begins
    found = [
        ReturningName(name, tuple(of[name]))
        for name in of
        if inside[name] >= max(_INSIDE, len(of[name]) / 3)
        and all(small[part.lower()] <= _ORDINARY * inside[name] for part in re.split("[ -]", name))
    ]
    kept = sorted(
        (one for one in found if one.days >= fewest),
        key=lambda one: (-one.days, -len(one.lines), one.name),
    )
    whole: list[ReturningName] = []
    for one in kept:  # `Ana Costa` says more than `Ana` where it stands as often
        if not any(one.name in other.name and one.days <= other.days for other in whole):
            whole.append(one)
    return whole[:most]


@dataclass(frozen=True)
class OtherYear:
    """A line of these days, and one of the same time in each of some other years about the same."""

    line: AlmanacLine
    others: tuple[AlmanacLine, ...]


def other_years(
    lines: Sequence[AlmanacLine],
    by_year: Mapping[int, Sequence[AlmanacLine]],
    likeness: Likeness,
    most: int,
) -> list[OtherYear]:
    """What the same weeks of other years say about the same: what came back most often first."""
    year_of = {line: year for year, some in by_year.items() for line in some}
    pairs = []
    for line in lines:
        best: dict[int, tuple[float, AlmanacLine]] = {}
        for other in likeness.near(line):
            if (year := year_of.get(other)) is None:
                continue
            like = likeness.same(line, other)
            if like >= _ABOUT and like > best.get(year, (0.0, other))[0]:
                best[year] = like, other
        if best:
            pairs.append((best, OtherYear(line, tuple(best[year][1] for year in sorted(best)))))
    pairs.sort(key=lambda one: (-len(one[0]), -max(like for like, _ in one[0].values())))
    told: list[OtherYear] = []
    seen: set[AlmanacLine] = set()
    for _, one in pairs:
        if not seen.intersection(one.others):
            told.append(one)
            seen.update(one.others)
    return told[:most]
