"""Where it is kept what the inbox asked, and what was answered. Knows history.db, not memory.

At most three questions a day. One that nobody answers comes again after a day, then after a week,
and then no more, unless one of its lines changes. *Later* is a week. That a line is old is asked
once a year at most, and not where another question was about it.

Each row says what its question is about. So a line that a person had forgotten takes its rows away.
"""

import dataclasses
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from desktop_app.database import Database
from desktop_app.dreams.inbox.item import KEYS, InboxAnswer, InboxItem, InboxKind, words_for
from desktop_app.errors import Missing
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.tables import Tables, making
from desktop_app.words import tr

MOST = 3
"""Questions a day."""

_AGAIN = (timedelta(days=1), timedelta(days=7))
_LATER = timedelta(days=7)
_STILL = timedelta(days=365)


@dataclass(frozen=True)
class AskedBefore:
    """What became of a question: the last day that it was `chosen` for and `seen` on, how often it
    was seen since the last answer, the answer ("" for none) and the day of it, and its lines.
    """

    key: str
    chosen: date
    seen: date | None = None
    times: int = 0
    answer: str = ""
    answered: date | None = None
    texts: tuple[str, ...] = ()


def choose(
    items: Iterable[InboxItem], asked: Mapping[str, AskedBefore], today: date
) -> list[InboxItem]:
    """The open questions of a day: those chosen for it already, then as many more as may come."""
    ranked = _once(sorted(items, key=lambda one: _rank(one, asked.get(one.key))))
    of_today = {one.key for one in asked.values() if one.chosen == today}
    chosen = [one for one in ranked if one.key in of_today and _open(asked[one.key], today)]
    room = MOST - len(of_today)
    taken = {text for one in chosen for text in (one.text, one.other)}
    for item in ranked:
        if room <= 0:
            break
        if item.key in of_today or not is_due(item, asked.get(item.key), today):
            continue
        if item.kind == InboxKind.OLD and _spoken_of(item, asked.values(), today):
            continue
        if taken.isdisjoint((item.text, item.other)):
            chosen.append(item)
            taken |= {item.text, item.other} - {""}
            room -= 1
    return chosen


def is_due(item: InboxItem, asked: AskedBefore | None, today: date) -> bool:
    """Whether a question may be asked on this day."""
    if asked is None:
        return True
    rest = _rest(item, asked)
    if rest is None:
        return False
    if asked.times and asked.seen is not None:
        return asked.times <= len(_AGAIN) and today >= asked.seen + _AGAIN[asked.times - 1]
    return asked.answered is None or today >= asked.answered + rest


def _spoken_of(item: InboxItem, asked: Iterable[AskedBefore], today: date) -> bool:
    """Whether another question was about this line: within a year, or never to be asked again."""
    others = (one for one in asked if one.key != item.key and item.text in one.texts)
    return any(
        one.answer == InboxAnswer.NEVER or today - (one.seen or date.min) < _STILL for one in others
    )


def _rest(item: InboxItem, asked: AskedBefore) -> timedelta | None:
    """How long an answer lets a question rest; None for good."""
    if asked.answer == InboxAnswer.STILL:
        return _STILL if item.kind == InboxKind.OLD else None
    return {"": timedelta(), InboxAnswer.LATER: _LATER}.get(asked.answer)


def _open(asked: AskedBefore, today: date) -> bool:
    return asked.answered != today and asked.answer in ("", InboxAnswer.LATER, InboxAnswer.STILL)


def _rank(item: InboxItem, asked: AskedBefore | None) -> tuple[int, bool, float, str]:
    again = asked is not None and asked.times > 0
    return list(InboxKind).index(item.kind), again, -item.weight, item.key


def _once(items: Iterable[InboxItem]) -> list[InboxItem]:
    first: dict[str, InboxItem] = {}
    for item in items:
        first.setdefault(item.key, item)
    return list(first.values())


_COLUMNS = "key, chosen, seen, times, answer, answered, body"
_SHORTEST = 4  # letters that name a question


@dataclass(frozen=True)
class NeverAsked:
    """What is never asked about: the texts that the question was about, and since when."""

    key: str
    texts: tuple[str, ...]
    since: date

    @property
    def id(self) -> str:
        """Its name for a person."""
        return self.key[:8]


class InboxBook:
    """The questions of one notebook. Every method raises Problem when the disk refuses."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)
        self._kept.make()

    def today(self, items: Sequence[InboxItem], today: date, *, seen: bool) -> list[InboxItem]:
        """The questions of this day, which are kept; `seen`: a person sees them now."""
        with self._kept.writing(waits=False) as db:
            asked = _asked(db)
            chosen = choose(items, asked, today)
            for item in chosen:
                was = asked.get(item.key) or _new(item, today)
                counts = seen and was.seen != today
                now = dataclasses.replace(
                    was,
                    chosen=today,
                    seen=today if seen else was.seen,
                    times=was.times + counts,
                )
                if now != was or item.key not in asked:
                    _put(db, now)
        return chosen

    def answer(self, item: InboxItem, answer: InboxAnswer, today: date, proposal: str = "") -> None:
        """Keep an answer; `proposal` is the id of what was written for it."""
        with self._kept.writing() as db:
            was = _asked(db).get(item.key) or _new(item, today)
            said = dataclasses.replace(was, answer=answer, answered=today, times=0)
            _put(db, said, proposal)

    def answered(self, name: str) -> tuple[str, str]:
        """The key of an answered question by its id, and the id of what was written for it.

        Raises Missing where there is none.
        """
        with self._kept.reading() as db:
            rows = db.execute("select key, proposal from inbox where answer <> ''").fetchall()
        for key, proposal in rows:
            if len(name) >= _SHORTEST and key.startswith(name):
                return key, proposal
        raise Missing(
            tr("No question “{name}” was answered.").format(name=name),
            tr("`nightstand inbox never` lists what is never asked about."),
        )

    def take_back(self, key: str) -> None:
        """No answer was given; it is as open as it was."""
        with self._kept.writing() as db:
            db.execute(
                "update inbox set answer = '', answered = '', proposal = '' where key = ?", [key]
            )

    def never(self) -> list[NeverAsked]:
        """What is never asked about, the last first."""
        with self._kept.reading() as db:
            rows = db.execute(
                "select key, body, answered from inbox where answer = ? order by rowid desc",
                [InboxAnswer.NEVER],
            ).fetchall()
        return [
            NeverAsked(key, tuple(json.loads(body)), date.fromisoformat(day))
            for key, body, day in rows
        ]


def _asked(db: sqlite3.Connection) -> dict[str, AskedBefore]:
    return {
        key: AskedBefore(
            key, date.fromisoformat(chosen), _day(seen), times, answer, _day(answered),
            tuple(json.loads(body)),
        )
        for key, chosen, seen, times, answer, answered, body in db.execute(
            f"select {_COLUMNS} from inbox"
        )
    }  # fmt: skip


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


def _put(db: sqlite3.Connection, asked: AskedBefore, proposal: str = "") -> None:
    days = [one.isoformat() if one else "" for one in (asked.chosen, asked.seen, asked.answered)]
    body = json.dumps(asked.texts, ensure_ascii=False)
    db.execute(
        f"insert or replace into inbox ({_COLUMNS}, proposal) values (?, ?, ?, ?, ?, ?, ?, ?)",
        (asked.key, days[0], days[1], asked.times, str(asked.answer), days[2], body, proposal),
    )


def _new(item: InboxItem, today: date) -> AskedBefore:
    return AskedBefore(item.key, today, texts=tuple(filter(None, (item.text, item.other))))


_TABLES = Tables(
    "inbox",
    making(
        "_inbox", "inbox", "key",
        key=str, chosen=str, seen=str, times=int, answer=str, answered=str, body=str, proposal=str,
    ),
)  # fmt: skip


def item_json(item: InboxItem) -> dict[str, Any]:
    """One question."""
    return {
        "id": item.id,
        "kind": str(item.kind),
        "why": item.why,
        "text": item.text,
        "other": item.other,
        "sources": [
            {"path": one.path, "line": one.line, "quote": one.quote} for one in item.sources
        ],
        "answers": [
            {"answer": str(one), "key": KEYS[one], "words": words_for(one, item)}
            for one in item.answers
        ],
    }


def never_json(one: NeverAsked) -> dict[str, Any]:
    """What is never asked about."""
    return {"id": one.id, "texts": list(one.texts), "since": one.since.isoformat()}


def answer_of(said: str) -> InboxAnswer | None:
    """The answer that a key or a name means; None for any other word."""
    word = said.casefold()
    return next((one for one in InboxAnswer if word in (one, KEYS[one].casefold())), None)
