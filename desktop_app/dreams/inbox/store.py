"""Where it is kept what a person answered to questions about memory. Knows history.db, not memory.

At most three answers a day are asked for. *Later* is a week. That a line is old is asked again a
year after somebody said that it is still true.

Each row says what its question is about. So a line that a person had forgotten takes its rows away.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from desktop_app.database import Database
from desktop_app.dreams.inbox.item import KEYS, WORDS, InboxAnswer, InboxItem, InboxKind
from desktop_app.errors import Missing
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.tables import Tables, making
from desktop_app.words import tr

MOST = 3
"""Questions a day."""

_RESTS = {InboxAnswer.LATER: timedelta(days=7), InboxAnswer.STILL: timedelta(days=365)}
_SHORTEST = 4  # letters that name a question


@dataclass(frozen=True)
class Answered:
    """The last answer to a question: since when it holds, and the texts that it was about."""

    key: str
    answer: str
    since: date
    texts: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name of the question for a person."""
        return self.key[:8]


def choose(
    items: Iterable[InboxItem], answered: Mapping[str, Answered], today: date
) -> list[InboxItem]:
    """The open questions of a day, the most valuable first; of one line no more than one."""
    room = MOST - sum(one.since == today for one in answered.values())
    chosen: list[InboxItem] = []
    taken: set[str] = set()
    kinds = list(InboxKind)
    for item in sorted(items, key=lambda one: (kinds.index(one.kind), -one.weight, one.key)):
        texts = {item.text, item.other} - {""}
        if len(chosen) < room and taken.isdisjoint(texts) and is_open(item, answered, today):
            chosen.append(item)
            taken |= texts
    return chosen


def is_open(item: InboxItem, answered: Mapping[str, Answered], today: date) -> bool:
    """Whether a question may be asked on this day. Whether a line is old is not asked where another
    question was about it, within a year or never to be asked again."""
    was, is_old = answered.get(item.key), item.kind == InboxKind.OLD
    if was is not None:
        rests = _RESTS.get(InboxAnswer(was.answer))
        is_over = was.answer != InboxAnswer.STILL or is_old
        return rests is not None and is_over and today >= was.since + rests
    others = (one for one in answered.values() if is_old and item.text in one.texts)
    return not any(
        one.answer == InboxAnswer.NEVER or today - one.since < _RESTS[InboxAnswer.STILL]
        for one in others
    )


class InboxBook:
    """The questions of one notebook. Every method raises Problem when the disk refuses."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)
        self._kept.make()

    def answered(self) -> dict[str, Answered]:
        """Every answer that holds, by the keys of its question."""
        with self._kept.reading() as db:
            rows = db.execute(
                "select key, answer, answered, body from inbox where answer <> '' order by rowid"
            ).fetchall()
        return {
            key: Answered(key, answer, date.fromisoformat(day), tuple(json.loads(body)))
            for key, answer, day, body in rows
        }

    def answer(self, item: InboxItem, answer: InboxAnswer, today: date, proposal: str = "") -> None:
        """Keep an answer; `proposal` is the id of what was written for it."""
        texts = json.dumps([text for text in (item.text, item.other) if text], ensure_ascii=False)
        row = (item.key, "", "", 0, str(answer), today.isoformat(), texts, proposal)
        with self._kept.writing() as db:
            db.execute("insert or replace into inbox values (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def find(self, name: str) -> tuple[str, str]:
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
            db.execute("delete from inbox where key = ?", [key])

    def never(self) -> list[Answered]:
        """What is never asked about, the last first."""
        every = reversed(self.answered().values())
        return [one for one in every if one.answer == InboxAnswer.NEVER]


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
            {"answer": str(one), "key": KEYS[one], "words": WORDS[one]} for one in item.answers
        ],
    }


def never_json(one: Answered) -> dict[str, Any]:
    """What is never asked about."""
    return {"id": one.id, "texts": list(one.texts), "since": one.since.isoformat()}


def answer_of(said: str) -> InboxAnswer | None:
    """The answer that a key or a name means; None for any other word."""
    word = said.casefold()
    return next((one for one in InboxAnswer if word in (one, KEYS[one].casefold())), None)
